/**
 * Whether blocks that nobody has looked at yet may complete a withdrawal: see `Completions`. After a standstill of the
 * service, its transaction may have died long ago, and somebody may have paid by another one.
 */
import { cursorKey, type Send, type SettleSend, withdrawalKey } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import type { Chain } from '../ports/chain.js'

/** A follower that keeps up is not so many blocks behind. */
const MOST_BEHIND = 20

export async function behind(
  { query }: Pick<Engine, 'query'>,
  chain: Chain,
  send: Send,
): Promise<Pick<SettleSend, 'isBehind'>> {
  if (send.withdrawal === undefined || chain.record.tag === undefined) return {}
  const withdrawal = await query.find(withdrawalKey(send.tenant, send.withdrawal))
  const cursor = withdrawal?.oneCall === false ? await query.find(cursorKey(send)) : undefined
  if (cursor === undefined || cursor.height + MOST_BEHIND >= (await chain.node.head()).height) return {}
  return { isBehind: true }
}
