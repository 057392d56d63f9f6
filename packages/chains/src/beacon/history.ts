/** Transactions of an account, as the block service tells them: those of less than seven days at once. */
import type { BeaconHistory, BeaconHistoryQuery } from '@tallystick/custody'
import { type BeaconHttp, listIn, wholeIn } from './http.js'

export async function historyOf(
  http: BeaconHttp,
  address: string,
  query: BeaconHistoryQuery,
): Promise<BeaconHistory> {
  const asked = new URLSearchParams({ address })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  const page = await http.get(`/api/v1/txs?${asked}`)
  return { total: wholeIn(page, 'total'), transactions: listIn(page, 'txs') }
}
