/**
 * The pipeline of a transaction, for operations and workers: it reserves what the transaction uses, builds it, signs it
 * or leaves it to a key-management system, records it, and delivers it. No node gets anything of it before it is
 * recorded. A send is charged when a node has it, so a refused one costs nothing.
 */
import {
  type CreatePendingSignature,
  createPendingSignature,
  type OnChain,
  type PendingSignature,
  recordSend,
  type Send,
  type SignatureId,
  sendKey,
  signatureKey,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected, type Terms } from '@tallystick/engine'
import {
  BadTransaction,
  type Chain,
  NodeFault,
  type Reservation,
  type Signed,
  type SignerSource,
  type Unsigned,
} from '../ports/chain.js'
import { mustBeBelow } from './ceiling.js'
import { placeOf, refusal, type Sends } from './sends.js'
import { sign } from './sign.js'
import { Turns } from './turns.js'

/** The caller and the chain of a transaction. */
export interface Order<On extends Chain = Chain> {
  readonly chain: On
  readonly caller: Pick<Caller, 'tenant' | 'apiKey' | 'network'>
}

/**
 * How to build a transaction. A family makes a plan from the request, and first checks everything that needs no turn.
 */
export interface Plan<Made> {
  /**
   * The owner whose indexes the plan chooses from, and whose turn it needs. Null: it makes no choice that another call
   * could make too.
   */
  readonly turn: string | null
  /**
   * Largest number of attempts if other processes are first. 1 if the caller names what is used, so there is no
   * alternative.
   */
  readonly tries?: number
  /** Chooses from what is free, and builds. It runs again if another process was first. */
  build(): Promise<Made>
}

/** A built transaction to sign now. */
export interface ToSign {
  readonly unsigned: Unsigned
  /** Takes over the reservations of an unconfirmed transaction of ours. */
  readonly replaces: boolean
  /** The transaction that it was compared with: see `RecordSend`. */
  readonly instead?: string
  /** The filler, with the same nonce: see `Send.filler`. */
  readonly filler?: Unsigned
  /** Refuses what only the signed bytes show, before the transaction is recorded. */
  check?(signed: Signed): Promise<void>
}

/** A built transaction for a key-management system to sign. */
export interface ToPend {
  readonly serialized: string
  readonly claims: readonly Reservation[]
  readonly replaces: boolean
}

/** The wallets of the key-management system whose keys must sign for these reservations. */
export type WalletsOf = (
  claims: readonly Reservation[],
) => Pick<CreatePendingSignature, 'hashes' | 'index' | 'signatures'>

/** The part of a send that its idempotency record stores. */
export interface SentTx {
  readonly txId: string
  /** `Send.created`. Earlier releases did not store it. */
  readonly begun?: number
}

/** The idempotency record of a pending signature. */
export interface AwaitsSignature {
  readonly signatureId: string
}

/** A recorded send. A repeated call has only the content of its idempotency record. */
export interface Recorded extends SentTx {
  readonly send?: Send
}

interface ForeignOptions {
  readonly credits: number
  /** The pending signature that it completes. */
  readonly signature?: string | null
  /** The transaction that it was compared with: see `RecordSend`. */
  readonly instead?: string | null
}

/** How often a transaction is built and signed again because it expired before its signatures came. */
const MAX_RENEWALS = 3

export class Pipeline {
  /** The order in which calls choose an owner's indexes. */
  readonly turns: Turns

  constructor(
    private readonly engine: Engine,
    private readonly sends: Sends,
  ) {
    this.turns = new Turns(engine)
  }

  /**
   * Reserves, builds, signs and records.
   * @param credits Charged once a node has the transaction
   */
  sign(
    order: Order,
    terms: Terms,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
  ): Promise<Recorded> {
    return this.inTurn(order, plan, async () => {
      const { codec } = order.chain
      const [made, signed] = await this.signed(order.chain, plan, source)
      await made.check?.(signed)
      const filler = made.filler === undefined ? undefined : await sign(codec, made.filler, source)
      const { replaces, instead, unsigned } = made
      return this.record(order, terms, {
        ...signed,
        claims: unsigned.claims,
        replaces,
        fresh: !replaces,
        ...(instead === undefined ? {} : { instead }),
        signature: null,
        ...(filler === undefined ? {} : { filler: filler.raw }),
        credits,
      })
    })
  }

  /** Reserves, builds, and records a pending signature. */
  pend(order: Order, terms: Terms, plan: Plan<ToPend>, wallets: WalletsOf): Promise<AwaitsSignature> {
    return this.inTurn(order, plan, async () => {
      const made = await plan.build()
      return this.engine.execute({
        ...terms,
        rule: createPendingSignature,
        command: { ...made, ...wallets(made.claims), ...placeOf(order), withdrawalId: null },
        present: ({ id }) => ({ signatureId: id }),
      })
    })
  }

  /**
   * Records a transaction that somebody else has signed, with its reservations. It asks a node first: a transaction
   * that no node could get is not recorded to wait.
   * @throws BadTransaction if it is not one of the chain, or not what its pending signature requests; NodeFault
   */
  async foreign(
    order: Order,
    terms: Terms,
    raw: string,
    { credits, signature = null, ...compared }: ForeignOptions,
  ): Promise<Recorded> {
    const { txId, claims } = order.chain.codec.inspect(raw)
    if (signature !== null) {
      const asked = await this.checkAskedFor(order, { raw, txId }, signature as SignatureId)
      if (asked !== null) await this.mustBeCheap(order, { raw, txId }, asked)
    }
    await order.chain.node.head()
    return this.record(order, terms, {
      txId,
      raw,
      claims,
      // The signer has chosen what it uses; with a higher fee it may replace an earlier one. For a key-management
      // system, the pending signature says whether it replaces.
      replaces: signature === null,
      ...compared,
      fresh: false,
      signature: signature as SignatureId | null,
      credits,
    })
  }

  /**
   * Delivers a recorded transaction, by its own call or a repetition. Returns its id.
   * @param byHand The caller has passed the bytes
   * @throws Rejected see `Sends.deliver`
   */
  async deliver(order: Order, { txId, begun, send }: Recorded, byHand = false): Promise<string> {
    const known = send ?? (await this.engine.query.find(sendKey(placeOf(order), txId)))
    if (known === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
    // Another call has built the same transaction again, so the recorded one had ended before. The new one does not
    // belong to this call.
    if (begun !== undefined && begun < known.created) throw refusal(order.chain.record, null)
    return this.sends.deliver(order.chain, known, byHand)
  }

  private inTurn<Result>(order: Order, plan: Plan<unknown>, work: () => Promise<Result>): Promise<Result> {
    if (plan.turn === null) return work()
    return this.turns.take({ ...placeOf(order), owner: plan.turn }, work, plan.tries)
  }

  /** Builds and signs, again if it expires before. */
  private async signed(
    { codec }: Chain,
    plan: Plan<ToSign>,
    source: SignerSource,
  ): Promise<readonly [ToSign, Signed]> {
    for (let renewals = 0; renewals <= MAX_RENEWALS; renewals++) {
      const made = await plan.build()
      const signed = await sign(codec, made.unsigned, source)
      const { expires } = made.unsigned
      if (expires === undefined || this.engine.now() < expires) return [made, signed]
    }
    throw new NodeFault('unreachable', 'Its keys answer more slowly than a transaction of the chain expires')
  }

  private async record(
    order: Order,
    terms: Terms,
    command: Omit<Parameters<typeof recordSend.decide>[1], keyof OnChain | 'apiKey'>,
  ): Promise<Recorded> {
    // The idempotency record holds less than the result, unless it already existed.
    let send: Send | undefined
    const kept = await this.engine.execute({
      ...terms,
      rule: recordSend,
      command: { ...command, ...placeOf(order), apiKey: order.caller.apiKey },
      price: () => 0,
      present: (recorded): SentTx => {
        send = recorded
        return { txId: recorded.txId, begun: recorded.created }
      },
    })
    return send === undefined ? kept : { ...kept, send }
  }

  /**
   * Checks that a signed transaction does what the pending signature requests; otherwise it would complete a payment
   * that was never made. The rule checks whether the signature exists and is pending.
   */
  private async checkAskedFor(
    order: Order,
    { raw, txId }: Signed,
    signature: SignatureId,
  ): Promise<PendingSignature | null> {
    const place = placeOf(order)
    const pending = await this.engine.query.find(signatureKey(place.tenant, signature))
    if (pending?.chain !== place.chain || pending.network !== place.network) return null
    const { codec } = order.chain
    const difference = pending.status === 'deleted' ? null : codec.difference(pending.serialized, raw)
    if (difference !== null) {
      throw new BadTransaction('malformed', `It is not what the pending signature asks for: ${difference}`)
    }
    // The same transaction, made for another request.
    const sent = await this.engine.query.find(sendKey(place, txId))
    if (sent !== undefined && sent.signature === null && sent.created < pending.created) {
      throw new Rejected({ code: 'kms.unexpected.state', detail: `${txId} was sent before it was asked for` })
    }
    return pending
  }

  /**
   * Checks that a fee chosen by the signer is below the ceiling, because nobody else set it. A transaction that was
   * recorded before, or that a node has, is followed anyway: if it were refused, it would be signed again and paid
   * twice.
   * @throws BadTransaction `fee.exceptional`
   */
  private async mustBeCheap(order: Order, signed: Signed, { serialized }: PendingSignature): Promise<void> {
    const { codec, node } = order.chain
    const chosen = codec.chosenFee?.(serialized, signed.raw) ?? null
    if (chosen === null || chosen.fee <= chosen.maxFee) return
    if ((await this.engine.query.find(sendKey(placeOf(order), signed.txId))) !== undefined) return
    const { kind } = await node.status(signed)
    if (kind === 'absent' || kind === 'dead')
      mustBeBelow(chosen.maxFee, chosen.fee, chosen, 'its signer pays up to')
  }
}
