/**
 * Delivery, from a signed transaction to one that a node has, for the operations of all chains. A transaction is
 * recorded with its reservations (rule `recordSend`) before any node gets it. Then its own call, a repetition of it, or
 * the worker (../workers/sends.ts) delivers it, whichever is first. Callers build and sign; no key reaches this code.
 */
import {
  type Gap,
  isUnanswered,
  type OnChain,
  onChain,
  type RejectionCode,
  recordSend,
  type Send,
  type SendEvent,
  type SendId,
  settleSend,
  storable,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected } from '@tallystick/engine'
import {
  type Broadcast,
  type Chain,
  type ChainRecord,
  refusalOf,
  type TransactionStatus,
} from '../ports/chain.js'

/** The codes that `deliver` may reject with, on a chain. */
export function deliveryCodes(record: ChainRecord): readonly RejectionCode[] {
  return [refusalOf(record), 'broadcast.unknown']
}

/** Longest stored part of a node's message. */
const MAX_REASON = 300

/** The result of an inquiry or submission. */
export interface SubmitResult {
  readonly send: Send
  /** Why a node did not accept it just now, if one said so. */
  readonly declined?: string
  /** No node has it, and another transaction with its nonce may be accepted (`Broadcast`). */
  readonly inPlace?: boolean
}

/** The place of a caller's transactions. */
export function placeOf({
  chain: { record, testnet },
  caller: { tenant, network },
}: {
  readonly chain: Chain
  readonly caller: Pick<Caller, 'tenant' | 'network'>
}): OnChain {
  return { tenant, chain: record.id, network: network === 'mainnet' ? 'mainnet' : (testnet ?? 'testnet') }
}

export class Sends {
  /**
   * Submissions in progress. A second call for the same transaction waits for the first, so it gets a slow refusal too.
   */
  private readonly offers = new Map<SendId, Promise<SubmitResult>>()
  /** Refusals that the storage did not accept. They are written before the transaction is submitted again. */
  private readonly unwritten = new Map<SendId, string>()

  constructor(private readonly engine: Pick<Engine, 'execute' | 'warn'>) {}

  /**
   * Submits a recorded transaction and settles it by the node's answer. When it runs again for the same transaction, it
   * submits it again or returns what is known.
   * @param byHand The caller broadcasts its bytes: if it is not final, it is looked up, and submitted again if no node
   * has it
   * @returns Its id: a node has it
   * @throws Rejected the documented code of a refusal, if no node has it and its reservations are released;
   * `broadcast.unknown` if the result is not known yet. The worker then continues
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
    // Another call has built the same transaction again, so the recorded one had ended before. The new one does not
    // belong to this call.
    if (result.send.created !== send.created) throw refusal(chain.record, null)
    if (isUnanswered(result.send)) throw unknown(result.send, result.declined)
    return answerOf(chain, result.send)
  }

  /**
   * Asks for its status and records it. Submits it again if no node has it, for example because its block was undone.
   * @returns The transaction afterwards. Rejects if no node could be asked, or nothing could be written
   */
  async look(chain: Chain, send: Send): Promise<SubmitResult> {
    const seen = await chain.node.status(send)
    let now = send
    if (send.status === 'confirmed' && (seen.kind === 'pending' || seen.kind === 'absent')) {
      this.engine.warn(`${send.chain} ${send.network}: the block that had ${send.txId} is undone`)
      now = await this.settle(send, 'undone', null)
    }
    if (seen.kind !== 'absent') return { send: await this.note(now, seen) }
    // If it is replaced, its successor is sent instead.
    return isUnanswered(now) || now.status === 'sent' ? this.offer(chain, now) : { send: now }
  }

  /** Records the status, unless it is known. */
  private async note(send: Send, seen: TransactionStatus): Promise<Send> {
    switch (seen.kind) {
      case 'confirmed': {
        const event = seen.final ? 'final' : 'confirmed'
        if (send.status === event) return send
        return this.settle(send, event, seen.ok ? null : 'its execution failed')
      }
      case 'dead':
        return this.settle(send, 'dead', seen.reason)
      case 'pending':
        return isUnanswered(send) ? this.settle(send, 'sent', null) : send
      case 'absent':
        return send
    }
  }

  /**
   * Submits it to a node and records the result, unless it is known meanwhile. The submission itself is recorded first:
   * whatever happens to this process, the next one that submits it knows that a node may have it.
   * @returns The transaction afterwards. Rejects if nothing could be written; then nothing was submitted
   */
  offer(chain: Chain, send: Send): Promise<SubmitResult> {
    const known = this.offers.get(send.id)
    if (known !== undefined) return known
    const offer = this.give(chain, send).finally(() => this.offers.delete(send.id))
    this.offers.set(send.id, offer)
    return offer
  }

  private async give(chain: Chain, send: Send): Promise<SubmitResult> {
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
      // The worker will find it unsettled. If a node has it, say so; a refused one may be submitted again.
      if (outcome.kind === 'refused') this.unwritten.set(send.id, outcome.reason)
      return { send: event === 'sent' ? { ...offered, status: 'sent' } : offered }
    }
  }

  /** A transaction that a node declined may be in a block already, or proven dead. This finds out at once. */
  private async proven(chain: Chain, send: Send): Promise<Send> {
    try {
      return await this.note(send, await chain.node.status(send))
    } catch {
      // The worker asks again.
      return send
    }
  }

  /**
   * Gives up a transaction that no node accepts and passes its nonce to its filler, so later ones continue. A block may
   * still take the transaction if nodes accept it after all, so both are followed.
   */
  async fill(chain: Chain, send: Send, declined: string): Promise<SubmitResult> {
    const { filler, txId, tenant, apiKey } = send
    if (filler === undefined) return { send }
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
      const caller = { tenant, apiKey }
      const present = (recorded: Send) => recorded
      const recorded = await this.engine.execute({
        caller,
        rule: recordSend,
        command,
        price: () => 0,
        present,
        idempotency: null,
      })
      this.engine.warn(`${send.chain} ${send.network} ${txId}: ${reason}`)
      return await this.offer(chain, recorded)
    } catch (fault) {
      // A block has it meanwhile, or another transaction has its nonce.
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
    return this.settle(send, 'refused', reason, gap)
  }

  /** Records an event. Returns the transaction afterwards: another process may know more. */
  settle(send: Send, event: SendEvent, reason: string | null, gap?: Gap): Promise<Send> {
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
        ...(gap === undefined ? {} : { gap }),
      },
      price: ({ credits }) => credits,
      present: (settled) => settled.send,
      idempotency: null,
    })
  }
}

/** A node's message may contain characters that no storage accepts, and truncation may halve a surrogate pair. */
const toReason = (text: string): string => storable(text.slice(0, MAX_REASON))

/** A node reports everything in its answer. If it throws, nothing is known. */
async function broadcast(chain: Chain, { raw, txId }: Send): Promise<Broadcast> {
  try {
    return await chain.node.broadcast({ raw, txId })
  } catch (fault) {
    return { kind: 'unknown', reason: String(fault) }
  }
}

function answerOf({ record }: Chain, { status, txId, reason }: Send): string {
  if (status === 'refused' || status === 'dead') throw refusal(record, reason)
  // It was given up for its filler. It is not known yet which of the two a block takes.
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

/** The reason names a rule. The node's own message may name its host, so it is left out. */
function unknown({ txId }: Send, declined?: string): Rejected {
  const detail = declined === undefined ? txId : `${txId}: a node did not take it: ${declined}`
  return new Rejected({ code: 'broadcast.unknown', detail })
}
