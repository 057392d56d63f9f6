/**
 * Whether blocks that nobody has looked at yet may complete a withdrawal: see `Completions`. After a standstill of the
 * service, its transaction may have died long ago, and somebody may have paid by another one.
 */
import {
  cursorKey,
  type FollowedChain,
  isOfNetwork,
  type Send,
  type SettleSend,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected } from '@tallystick/engine'
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
  return withdrawal?.oneCall === false && (await lags({ query }, chain, send)) ? { isBehind: true } : {}
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
  if (!(await lags({ query }, await recordedChain(chains, withdrawal), withdrawal))) return
  const detail = `${withdrawal.chain} has blocks that were not read yet, and one of them may have paid it: /readyz says why`
  throw new Rejected({ code: 'withdrawal.not.cancelled.transaction.failed', detail })
}

async function lags({ query }: Reads, { node, record }: Chain, on: FollowedChain): Promise<boolean> {
  const cursor = record.tag === undefined ? undefined : await query.find(cursorKey(on))
  return cursor !== undefined && cursor.height + MOST_BEHIND < (await node.head()).height
}
