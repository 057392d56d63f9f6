/**
 * Delivers signed transactions to nodes, and records what becomes of them. The rule `recordSend` records a transaction
 * with what it uses up before any node hears of it. Then its own call, that call repeated, or the worker
 * (../workers/sends.ts) delivers it, whichever comes first. Callers build and sign; no key comes here.
 */
import {
  isOver,
  isUnanswered,
  type OnChain,
  onChain,
  paymentOwner,
  RESERVATIONS,
  type RejectionCode,
  recordSend,
  SENDS,
  type Send,
  type SendEvent,
  type SendId,
  type SettleSend,
  sendKey,
  settleSend,
  storable,
  type Withdrawal,
  withdrawalKey,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected, replacingSignatures, uncharged } from '@tallystick/engine'
import {
  type Broadcast,
  type Chain,
  type ChainRecord,
  type Mined,
  refusalOf,
  type TransactionStatus,
} from '../ports/chain.js'
import { isUtxo } from '../ports/utxo.js'
import { wasThere } from './before.js'
import { behind } from './behind.js'
import { type Due, paysThem } from './pays.js'
import { ruledOut } from './ruled-out.js'

/** What `deliver` may reject with, on a chain. */
export function deliveryCodes(record: ChainRecord): readonly RejectionCode[] {
  return [refusalOf(record), 'broadcast.unknown']
}

/** Longest piece of a node's words that is kept. */
const MAX_REASON = 300

/** A transaction as it stands. */
export interface SubmitResult {
  readonly send: Send
  /** Why a node did not take it just now, where one said so. */
  readonly declined?: string
  /** No node has it, and another with its nonce may be taken (`Broadcast`). */
  readonly inPlace?: boolean
}

/** Where the transactions of a caller are recorded. */
export function placeOf({
  chain: { record, testnet },
  caller: { tenant, network },
}: {
  readonly chain: Pick<Chain, 'record' | 'testnet'>
  readonly caller: Pick<Caller, 'tenant' | 'network'>
}): OnChain {
  return { tenant, chain: record.id, network: network === 'mainnet' ? 'mainnet' : (testnet ?? 'testnet') }
}

export class Sends {
  /** Submissions in progress. A second call for the same transaction waits for the first one and gets its result. */
  private readonly offers = new Map<SendId, Promise<SubmitResult>>()
  /** Refusals that could not be stored. Each is stored before its transaction is submitted again. */
  private readonly unwritten = new Map<SendId, string>()

  constructor(private readonly engine: Pick<Engine, 'execute' | 'warn' | 'query'>) {}

  /**
   * Submits a recorded transaction, and stores what the node says. A second call submits it again, or answers from what
   * is stored.
   * @param byHand The caller has given its bytes: until it is final, it is submitted again if no node has it
   * @returns Its id: a node has it
   * @throws Rejected the documented code of a refusal, once no node can have it and its reservations are free again;
   * `broadcast.unknown` while nobody knows. Then the worker continues.
   */
  async deliver(chain: Chain, send: Send, byHand = false): Promise<string> {
    const isOpen = byHand && (send.status === 'sent' || send.status === 'confirmed')
    if (!isUnanswered(send) && !isOpen) return answerOf(chain, send)
    let result: SubmitResult
    try {
      result = await (isOpen ? this.look(chain, send) : this.offer(chain, send))
    } catch (fault) {
      if (isOpen) return answerOf(chain, send)
      // It is recorded, so it will be sent.
      this.engine.warn(`${send.chain} ${send.txId} is not sent yet: ${String(fault)}`)
      throw unknown(send)
    }
    // The transaction of this call was refused. Another call has recorded the same one again, which is not this call's.
    if (result.send.created !== send.created) throw refusal(chain.record, null)
    if (isUnanswered(result.send)) throw unknown(result.send, result.declined)
    return answerOf(chain, result.send)
  }

  /**
   * Asks a node for the transaction's status, stores it, and submits the transaction again if no node has it, for example
   * after its block was undone.
   * @returns The transaction as it then stands
   * @throws If no node could be asked, or nothing could be stored
   */
  async look(chain: Chain, send: Send): Promise<SubmitResult> {
    const seen = await chain.node.status(send)
    let now = send
    if (send.status === 'confirmed' && (seen.kind === 'pending' || seen.kind === 'absent')) {
      this.engine.warn(`${send.chain} ${send.network}: the block that had ${send.txId} is undone`)
      now = await this.settle(send, 'undone', null)
    }
    if (seen.kind !== 'absent') return { send: await this.note(chain, now, seen) }
    const reason = await ruledOut(this.engine, now)
    if (reason !== undefined) return { send: await this.note(chain, now, { kind: 'dead', reason }) }
    // If it is replaced, its successor is sent instead.
    return isUnanswered(now) || now.status === 'sent' ? this.offer(chain, now) : { send: now }
  }

  /**
   * Whether it pays a withdrawal, and a key-management system may have sent a replacement that it has not reported yet. The
   * account gets its money back only after that pending signature is completed or deleted.
   */
  private async mayBePaidOtherwise({ codec }: Chain, send: Send): Promise<boolean> {
    if (send.withdrawal === undefined || codec.mayReplace === undefined) return false
    const open = await replacingSignatures(this.engine.query, send)
    const pending = open.find(({ serialized }) => codec.mayReplace?.(serialized, send.raw))
    if (pending === undefined) return false
    this.engine.warn(
      `${send.chain} ${send.network}: another transaction has taken the place of ${send.txId}, which pays withdrawal ${send.withdrawal}. Pending signature ${pending.id} may have made it: complete that, or delete it`,
    )
    return true
  }

  /**
   * Whether the mined transaction pays the withdrawal of this one. Somebody who has its keys may have made it, as wallets
   * do to raise a fee. It does not count if it is one of ours that pays something else, or if it is older than the
   * withdrawal. Sends of other tenants do not matter: anybody may name any wallet, and broadcast any transaction.
   * @returns How many other withdrawals it pays; undefined if it does not pay this one
   */
  private async countedBy(chain: Chain, send: Send, mined: Mined): Promise<number | undefined> {
    const { query } = this.engine
    const { txId, outputs, height } = mined
    const own = await this.dueOf(send)
    if (own === undefined || (await wasThere(chain, height, own))) return undefined
    const on = onChain(send)
    // This comes first: what is counted after it is found below, or the rule refuses this one.
    const counted = await query.count(RESERVATIONS, { ...on, owner: paymentOwner(txId) })
    const ours = counted === 0 ? await query.find(sendKey(send, txId)) : undefined
    if (ours !== undefined && !isOfNothing(ours, own)) return undefined
    const dues = new Map([[own.id, own]])
    const where = { chain: send.chain, network: send.network, minedAs: txId }
    for (const other of await query.list(SENDS, { where })) {
      if (other.tenant !== send.tenant) continue
      const due = await this.dueOf(other)
      // It is one of ours, with another signature.
      if (due === undefined) return undefined
      if (!dues.has(due.id)) dues.set(due.id, due)
    }
    return paysThem(chain.codec, [...dues.values()], outputs) ? counted : undefined
  }

  private async dueOf({ tenant, withdrawal: id, raw }: Send): Promise<(Withdrawal & Due) | undefined> {
    const withdrawal = id === undefined ? undefined : await this.engine.query.find(withdrawalKey(tenant, id))
    return withdrawal && { ...withdrawal, raw }
  }

  /** Writes that somebody else's transaction has paid its withdrawal; undefined if it has not. */
  private async paidInstead(chain: Chain, send: Send, mined: Mined): Promise<Send | undefined> {
    const { height, txId: minedAs } = mined
    for (let before = -1; ; ) {
      const counted = await this.countedBy(chain, send, mined)
      if (counted === undefined || counted === before) return undefined
      before = counted
      // It may have left outputs. A nonce is used up, or the same payment would complete another withdrawal.
      const at = { height, minedAs, counted, ...(isUtxo(chain) ? {} : { keeps: true as const }) }
      const settled = await this.settle(send, 'final', null, at)
      if (settled.status === 'final' || isOver(settled)) return settled
      // It was counted for another withdrawal meanwhile, and may pay both.
    }
  }

  /** Writes where it stands, unless that is known. */
  private async note(chain: Chain, send: Send, seen: TransactionStatus): Promise<Send> {
    switch (seen.kind) {
      case 'confirmed': {
        const event = seen.final ? 'final' : 'confirmed'
        if (send.status === event) return send
        const { height, as: minedAs } = seen
        const at = { height, ...(minedAs === undefined ? {} : { minedAs }) }
        // A caller of any other contract may call a transfer what is none.
        const isDone = seen.ok && (seen.inVain !== true || send.withdrawal === undefined)
        return isDone
          ? this.settle(send, event, null, at)
          : this.settle(send, event, 'its execution failed', {
              ...at,
              ...(await behind(this.engine, chain, send)),
              failed: true,
            })
      }
      case 'dead': {
        if (await this.mayBePaidOtherwise(chain, send)) return send
        const { instead, reason } = seen
        const paid = instead && (await this.paidInstead(chain, send, instead))
        return paid ?? this.settle(send, 'dead', reason, await behind(this.engine, chain, send))
      }
      case 'pending':
        return isUnanswered(send) ? this.settle(send, 'sent', null) : send
      case 'absent':
        return send
    }
  }

  /**
   * Submits it to a node, and stores the answer. That it is being submitted is stored first: if this process ends, the
   * next one knows that a node may have it.
   * @returns The transaction as it then stands
   * @throws If nothing could be stored. Then it was not submitted.
   */
  offer(chain: Chain, send: Send): Promise<SubmitResult> {
    const known = this.offers.get(send.id)
    if (known !== undefined) return known
    const offer = this.give(chain, send).finally(() => this.offers.delete(send.id))
    this.offers.set(send.id, offer)
    return offer
  }

  private async give(chain: Chain, send: Send): Promise<SubmitResult> {
    if (await this.isGivenUp(send)) return { send }
    const refusal = this.unwritten.get(send.id)
    if (refusal !== undefined) {
      await this.refuse(chain, send, refusal)
      this.unwritten.delete(send.id)
    }
    const offered = await this.settle(send, 'offered', null)
    if (!isUnanswered(offered) && offered.status !== 'sent') return { send: offered }
    const outcome = await broadcast(chain, offered)
    if (outcome.kind === 'unknown') return { send: offered }
    if (outcome.kind === 'declined') {
      const { reason: declined, inPlace = false } = outcome
      return { send: await this.proven(chain, offered), declined, inPlace }
    }
    const event = outcome.kind === 'refused' ? 'refused' : 'sent'
    try {
      const settled =
        outcome.kind === 'refused'
          ? await this.refuse(chain, offered, outcome.reason)
          : await this.settle(offered, 'sent', null)
      return { send: settled }
    } catch (fault) {
      this.engine.warn(`${send.chain} ${send.txId} is ${event}, which could not be written: ${String(fault)}`)
      // The worker will find it unsettled. It is reported as sent only after that is stored.
      if (outcome.kind === 'refused') this.unwritten.set(send.id, outcome.reason)
      return { send: offered }
    }
  }

  /** An operator has cancelled its withdrawal all the same: the account has its money back, so nobody helps it along. */
  private async isGivenUp({ tenant, withdrawal: id }: Send): Promise<boolean> {
    if (id === undefined) return false
    const withdrawal = await this.engine.query.find(withdrawalKey(tenant, id))
    return withdrawal?.status === 'Cancelled'
  }

  /** After a node declined it: a node may have it already, or no block can ever have it. Then this is stored at once. */
  private async proven(chain: Chain, send: Send): Promise<Send> {
    try {
      return await this.note(chain, send, await chain.node.status(send))
    } catch {
      // The worker asks again.
      return send
    }
  }

  /**
   * Gives the nonce of a transaction that no node accepts to its filler, so that later transactions of the sender can
   * proceed. Nodes may accept the transaction after all, and a block may have either: both are followed. Where a chain
   * takes it for its fee alone, it uses up its sequence itself, and ends as any other that fails.
   */
  async fill(chain: Chain, send: Send, declined: string): Promise<SubmitResult> {
    const { filler, txId, tenant, apiKey } = send
    const spent = (await this.isGivenUp(send)) ? undefined : await chain.node.spend?.(send)
    if (spent?.kind === 'accepted' || spent?.kind === 'known') {
      return { send: await this.settle(send, 'sent', null) }
    }
    if (filler === undefined) return { send, declined }
    const own = chain.codec.inspect(filler)
    const reason = `No node took it, and later ones waited behind it: ${declined}. ${own.txId} takes its place`
    const command = {
      ...onChain(send),
      txId: own.txId,
      raw: filler,
      claims: own.claims,
      fresh: false,
      signature: null,
      replaces: true,
      instead: txId,
      because: reason.slice(0, MAX_REASON),
      apiKey,
      credits: 0,
    }
    try {
      const recorded = await this.engine.execute({
        ...uncharged({ tenant, apiKey }),
        rule: recordSend,
        command,
        present: (filled: Send) => filled,
      })
      this.engine.warn(`${send.chain} ${send.network} ${txId}: ${reason}`)
      return await this.offer(chain, recorded)
    } catch (fault) {
      // A block has it meanwhile, or another has its nonce.
      if (fault instanceof Rejected) return { send }
      throw fault
    }
  }

  /** If a later transaction of its sender waits, its filler takes its nonce. The worker sends the filler. */
  private refuse({ codec }: Chain, send: Send, reason: string): Promise<Send> {
    const { filler, claims } = send
    const [claim] = claims
    if (filler === undefined || claim === undefined) return this.settle(send, 'refused', reason)
    const { txId } = codec.inspect(filler)
    const gap = { txId, raw: filler, next: { owner: claim.owner, index: claim.index + 1n } }
    return this.settle(send, 'refused', reason, { gap })
  }

  /** Writes what a node says. Answers the transaction as it then stands: another process may know more. */
  settle(
    send: Send,
    event: SendEvent,
    reason: string | null,
    more: Pick<SettleSend, 'gap' | 'failed' | 'isBehind' | 'height' | 'minedAs' | 'counted' | 'keeps'> = {},
  ): Promise<Send> {
    const { tenant, chain, network, txId, apiKey } = send
    return this.engine.execute({
      caller: { tenant, apiKey },
      rule: settleSend,
      command: {
        tenant,
        chain,
        network,
        txId,
        event,
        reason: reason === null ? null : toReason(reason),
        ...more,
      },
      price: ({ credits }) => credits,
      present: (settled) => settled.send,
      idempotency: null,
    })
  }
}

/** Sent since the withdrawal was stored, and for nothing that we know: it may have raised a fee before its first was named. */
const isOfNothing = ({ withdrawal, signature, created }: Send, of: Withdrawal): boolean =>
  withdrawal === undefined && signature === null && created >= of.created

/** A node's words may hold what no storage takes, and cutting may halve a pair of surrogates. */
const toReason = (text: string): string => storable(text.slice(0, MAX_REASON))

/** A node's answer says everything. If it throws instead, nothing is known. */
async function broadcast(chain: Chain, { raw, txId }: Send): Promise<Broadcast> {
  try {
    return await chain.node.broadcast({ raw, txId })
  } catch (fault) {
    return { kind: 'unknown', reason: String(fault) }
  }
}

function answerOf({ record }: Chain, { status, txId, reason }: Send): string {
  if (status === 'refused' || status === 'dead') throw refusal(record, reason)
  // Given up for its filler: which of the two a block takes, nobody knows yet.
  if (status === 'replaced' && reason !== null) {
    throw new Rejected({ code: 'broadcast.unknown', detail: `${txId}: ${reason}` })
  }
  return txId
}

/** The documented refusal of a transaction that no block will take. */
export function refusal(record: ChainRecord, reason: string | null): Rejected {
  const code = refusalOf(record)
  return new Rejected(reason === null ? { code } : { code, detail: reason })
}

/** @param declined Names a rule. The node's own words are left out: they may name its host. */
function unknown({ txId }: Send, declined?: string): Rejected {
  const detail = declined === undefined ? txId : `${txId}: a node did not take it: ${declined}`
  return new Rejected({ code: 'broadcast.unknown', detail })
}
