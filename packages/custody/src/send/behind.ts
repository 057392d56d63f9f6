/**
 * Whether blocks that nobody has looked at yet may complete a withdrawal: see `Completions`. After a standstill of the
 * service, its transaction may have died long ago, and somebody may have paid by another one.
 */
import {
  type Cursor,
  cursorKey,
  isOfNetwork,
  type Send,
  type SettleSend,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected } from '@tallystick/engine'
import { recordOf } from '../assets.js'
import type { Chain } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { recordedChain } from '../recorded-chain.js'

type Reads = Pick<Engine, 'query'>

interface Asking {
  readonly engine: Reads
  readonly chains: Chains
  readonly caller: Pick<Caller, 'tenant' | 'network'>
}

/** A follower that keeps up is not so many blocks behind. */
const MOST_BEHIND = 20

export async function behind(
  { query }: Reads,
  chain: Chain,
  send: Send,
): Promise<Pick<SettleSend, 'isBehind'>> {
  if (send.withdrawal === undefined || chain.record.tag === undefined) return {}
  const withdrawal = await query.find(withdrawalKey(send.tenant, send.withdrawal))
  const cursor = withdrawal?.oneCall === false ? await query.find(cursorKey(send)) : undefined
  return cursor !== undefined && (await isFar(cursor, chain)) ? { isBehind: true } : {}
}

/**
 * That no block which nobody has looked at may have paid the withdrawal, before its account gets the money back. The rule
 * decides about all others.
 * @throws Rejected `withdrawal.not.cancelled.transaction.failed`; NodeFault
 */
export async function mustBeLookedFor(
  { engine: { query }, chains, caller: { tenant, network } }: Asking,
  id: WithdrawalId,
): Promise<void> {
  const withdrawal = await query.find(withdrawalKey(tenant, id))
  if (withdrawal?.status !== 'InProgress' || withdrawal.txId !== null) return
  if (!isOfNetwork(withdrawal.network, network)) return
  if (recordOf(chains, withdrawal.chain)?.tag === undefined) return
  const cursor = await query.find(cursorKey(withdrawal))
  if (cursor === undefined || !(await isFar(cursor, await recordedChain(chains, withdrawal)))) return
  const detail = `${withdrawal.chain} has blocks that were not read yet, and one of them may have paid it: /readyz says why`
  throw new Rejected({ code: 'withdrawal.not.cancelled.transaction.failed', detail })
}

const isFar = async ({ height }: Cursor, { node }: Chain): Promise<boolean> =>
  height + MOST_BEHIND < (await node.head()).height
