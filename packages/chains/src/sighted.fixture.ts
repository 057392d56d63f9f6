/** Subscribers to addresses of a followed chain, and what they are told. */
import { DEPOSITS, WEBHOOKS } from '@tallystick/core'
import { expect } from 'vitest'
import type { Followed } from './followed.fixture.js'

export const watch = async ({ calls }: Followed, chain: 'SOL' | 'TRON', address: string): Promise<unknown> =>
  calls.createSubscriptionNotification({
    type: 'ADDRESS_TRANSACTION',
    attr: { address, chain, url: 'https://example.com/hook' },
  })

/** What was told of tokens; none of them was a deposit. */
export async function tokensTold({
  opened: { storage },
}: Followed): Promise<readonly Record<string, unknown>[]> {
  expect(await storage.query.list(DEPOSITS, {})).toEqual([])
  const webhooks = await storage.query.list(WEBHOOKS, { where: { type: 'ADDRESS_TRANSACTION' } })
  return webhooks.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'token')
}
