/**
 * Sends transactions for operations and workers alike. The steps: reserve what the transaction uses up, build it, sign it
 * or leave it to a key-management system, record it, and deliver it. No node hears of a transaction before it is recorded.
 * The caller is charged once a node has it: a refused transaction costs nothing.
 */
import {
  type Admission,
  type CreatePendingSignature,
  createPendingSignature,
  type OnChain,
  type PendingSignature,
  pendWithdrawal,
  type RecordSend,
  recordSend,
  renewPendingSignature,
  type Send,
  type SignatureId,
  sendKey,
  sendWithdrawal,
  type WithdrawalId,
} from '@tallystick/core'
import { type Engine, Rejected, type Terms, uncharged } from '@tallystick/engine'
import type { Gate } from '../policy/gate.js'
import { type Chain, NodeFault, type Signed, type SignerSource } from '../ports/chain.js'
import { stepsOf } from '../sweep/steps.js'
import { changeFor } from '../withdrawals/outputs.js'
import { mustBeItsTurn } from '../withdrawals/turn.js'
import { newestBlock } from './before.js'
import { checkAskedFor, mustBeCheap, mustBeNew, mustBeSeen, mustPay } from './foreign.js'
import { inheritedBy, replacedBy, type Successor } from './inherited.js'
import { OUTDATED, SLOW_KEYS } from './late.js'
import type { Built, Leaving, Order, Plan, ToPend, ToSign, WalletsOf, Withdrawing } from './plan.js'
import { placeOf, refusal, type Sends } from './sends.js'
import { sign } from './sign.js'
import type { Turns } from './turns.js'

/** What is kept of a send under its idempotency key. */
export interface SentTx {
  readonly txId: string
  /** When it was begun (`Send.created`); not kept by earlier releases. */
  readonly begun?: number
}

/** What is kept of a transaction that waits for its signature. */
export interface AwaitsSignature {
  readonly signatureId: string
}

/** What is kept of a withdrawal that was sent by one call. */
export interface SentWithdrawal extends SentTx {
  readonly id: WithdrawalId
}

/** A send as it was recorded. Of a call repeated only what was kept under its idempotency key is at hand. */
export interface Recorded extends SentTx {
  readonly send?: Send
}

/** A withdrawal as it was recorded. */
export type Withdrawn = SentWithdrawal & Recorded

/** A pending signature, and the id of the transaction that its key-management system reports. */
export interface Completion {
  readonly pending: PendingSignature
  readonly txId: string
  /** Of the call, once the transaction is recorded. */
  readonly credits: number
}

interface ForeignOptions {
  readonly credits: number
  /** The pending signature that it is. */
  readonly signature?: string | null
  /** The one that it was compared with: see `RecordSend`. */
  readonly instead?: string | null
  /** The withdrawal that it pays. */
  readonly withdrawal?: WithdrawalId
}

type ToInherit = Successor & Pick<RecordSend, 'replaces' | 'withdrawal'>

/** The transaction that is to be recorded, without what the order says. */
type ToRecord = Omit<RecordSend, keyof OnChain | 'apiKey'>

/** Times that a transaction is built and signed anew because it had expired when its signatures came. */
const MAX_RENEWALS = 3

export class Pipeline {
  constructor(
    private readonly engine: Engine,
    private readonly sends: Sends,
    /** Who chooses next of what an owner has. */
    private readonly turns: Turns,
    private readonly gate: Pick<Gate, 'admitSigning'>,
  ) {}

  /**
   * Reserves, builds, signs and records.
   * @param credits Of the call, once a node has the transaction
   */
  sign(
    order: Order,
    terms: Terms,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
  ): Promise<Recorded> {
    return this.inTurn(order, plan, async () => {
      const [command] = await this.toRecord(order.chain, plan, source, credits)
      return this.record(order, terms, command)
    })
  }

  /**
   * As `sign`, and stores a withdrawal in the same commit: no crash leaves one without the other.
   * @throws Rejected whatever the withdrawal is refused with
   */
  withdraw(
    order: Order,
    terms: Terms,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
    withdrawing: Withdrawing,
  ): Promise<Withdrawn> {
    return this.inTurnOf(order, terms, plan, withdrawing, async (admission) => {
      const [command, built] = await this.toRecord(order.chain, plan, source, credits)
      const withdrawal = withdrawing.store(built, admission, await newestBlock(order.chain))
      const change = withdrawing.change?.(command.raw)
      let send: Send | undefined
      const kept = await this.engine.execute({
        ...terms,
        rule: sendWithdrawal,
        command: { withdrawal, send: { ...this.commandOf(order, command), ...(change && { change }) } },
        price: () => 0,
        present: ({ withdrawal: { id }, send: { txId, created: begun } }) => ({ id, txId, begun }),
        committed(stored) {
          send = stored?.send
        },
      })
      return send === undefined ? kept : { ...kept, send }
    })
  }

  /** As `sign`, with something else in the same commit: `store` must run a rule that records the transaction. */
  signWith<Stored>(
    order: Order,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
    store: (command: RecordSend) => Promise<Stored>,
  ): Promise<Stored> {
    return this.inTurn(order, plan, async () => {
      const [command] = await this.toRecord(order.chain, plan, source, credits)
      return store(this.commandOf(order, command))
    })
  }

  /** As `pend`, with something else in the same commit: `store` must run a rule that creates the pending signature. */
  pendWith<Stored>(
    order: Order,
    plan: Plan<ToPend>,
    { wallets, request }: Leaving,
    store: (command: CreatePendingSignature) => Promise<Stored>,
  ): Promise<Stored> {
    return this.inTurn(order, plan, async () => {
      const { fee: _, signs, ...made } = await plan.build()
      await this.gate.admitSigning({ ...order, wallet: null, request, ...signs })
      return store({ ...made, ...wallets(made.claims), ...placeOf(order), withdrawalId: null })
    })
  }

  /** Reserves, builds, asks the policy, and records that it waits for its signature. */
  pend(order: Order, terms: Terms, plan: Plan<ToPend>, leaving: Leaving): Promise<AwaitsSignature> {
    return this.pendWith(order, plan, leaving, (command) =>
      this.engine.execute({
        ...terms,
        rule: createPendingSignature,
        command,
        present: ({ id }) => ({ signatureId: id }),
      }),
    )
  }

  /** As `pend`, and stores a withdrawal in the same commit. */
  pendWithdrawal(
    order: Order,
    terms: Terms,
    plan: Plan<ToPend>,
    wallets: WalletsOf,
    withdrawing: Withdrawing,
  ): Promise<AwaitsSignature> {
    return this.inTurnOf(order, terms, plan, withdrawing, async (admission) => {
      const head = await newestBlock(order.chain)
      const { fee, signs: _, ...made } = await plan.build()
      return this.engine.execute({
        ...terms,
        rule: pendWithdrawal,
        command: {
          withdrawal: withdrawing.store({ ...made, fee }, admission, head),
          signature: { ...made, ...head, ...wallets(made.claims), ...placeOf(order) },
        },
        present: ({ signature }) => ({ signatureId: signature.id }),
      })
    })
  }

  /** Builds a pending signature again. The caller has proof that no block can have its transaction. */
  renew(
    order: Order,
    { id, serialized: expired, notBefore }: PendingSignature,
    plan: Plan<Pick<ToPend, 'serialized' | 'claims'>>,
  ): Promise<PendingSignature> {
    return this.inTurn(order, plan, async () => {
      const { serialized, claims } = await plan.build()
      return this.engine.execute({
        ...uncharged(order.caller),
        rule: renewPendingSignature,
        command: { ...placeOf(order), id, expired, notBefore, serialized, claims },
        present: (renewed) => renewed,
      })
    })
  }

  /**
   * Records a transaction that somebody else has signed, with what it claims. A node is asked first: what none could
   * hear of is not recorded, only to wait.
   * @throws BadTransaction when it is not one of the chain, or not what its pending signature asks for; NodeFault;
   * Rejected `kms.unexpected.state` when it was sent, or was in a block, before it was asked for
   */
  async foreign(
    order: Order,
    terms: Terms,
    raw: string,
    { credits, signature = null, ...compared }: ForeignOptions,
  ): Promise<Recorded> {
    const { txId, claims } = order.chain.codec.inspect(raw)
    let paid = compared.withdrawal ?? null
    // Somebody who signs alone may replace a transaction. A key-management system replaces one only if it was asked to.
    let replaces = signature === null
    if (signature !== null) {
      const asked = await checkAskedFor(this.engine, order, { raw, txId }, signature as SignatureId)
      if (asked !== null) await mustBeNew(order, { raw, txId }, asked)
      if (asked !== null) await mustBeCheap(this.engine, order, { raw, txId }, asked)
      paid ??= asked?.withdrawalId ?? null
      replaces = paid === null && asked?.replaces === true
    }
    if (paid !== null) await mustPay(this.engine, order, { raw, txId }, paid)
    await order.chain.node.head()
    return this.record(order, terms, {
      txId,
      raw,
      claims,
      replaces,
      ...compared,
      ...(paid === null ? {} : { change: await changeFor(this.engine, order, paid, raw) }),
      fresh: false,
      signature: signature as SignatureId | null,
      credits,
    })
  }

  /**
   * Records the transaction by which a key-management system has completed a pending signature itself. The system is not
   * believed: a node must have the transaction, and it must do what was requested.
   * @throws Rejected `tx.not.found`; and whatever `foreign` throws
   */
  async complete(order: Order, terms: Terms, { pending, txId, credits }: Completion): Promise<Recorded> {
    const { node } = order.chain
    const raw = await node.raw(txId)
    if (raw === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
    await mustBeSeen(order.chain, raw, txId)
    return this.foreign(order, terms, raw, { credits, signature: pending.id })
  }

  /**
   * Notes that a node has the transaction of `complete`. A repeated call asks again where it stands, and submits it if no
   * node has it any more.
   */
  async noteCompleted(order: Order, { txId, send }: Recorded): Promise<void> {
    // This call recorded it, right after a node had it.
    if (send !== undefined) return void (await this.sends.settle(send, 'sent', null))
    const known = await this.engine.query.find(sendKey(placeOf(order), txId))
    if (known === undefined) return
    try {
      await this.sends.look(order.chain, known)
    } catch (fault) {
      // The worker asks again.
      if (!(fault instanceof NodeFault)) throw fault
    }
  }

  /**
   * Delivers what is recorded, by this call or by the same call repeated. Answers its id.
   * @param byHand The caller has given its bytes
   * @throws Rejected see `Sends.deliver`
   */
  async deliver(order: Order, { txId, begun, send }: Recorded, byHand = false): Promise<string> {
    const known = send ?? (await this.engine.query.find(sendKey(placeOf(order), txId)))
    if (known === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
    // The transaction of this call was refused. Another call has recorded the same one again, which is not this call's.
    if (begun !== undefined && begun < known.created) throw refusal(order.chain.record, null)
    return this.sends.deliver(order.chain, known, byHand)
  }

  /** In the turn of the plan, or of the wallet: another withdrawal may come between what a policy has counted. */
  private inTurnOf<Result>(
    order: Order,
    terms: Terms,
    { turn, tries }: Plan<unknown>,
    withdrawing: Withdrawing,
    work: (admission: Admission) => Promise<Result>,
  ): Promise<Result> {
    const owner = { ...placeOf(order), owner: turn ?? withdrawing.wallet }
    const admitted = () => mustBeItsTurn(this.engine, order, withdrawing).then(() => withdrawing.admit(terms))
    return this.turns.take(owner, async () => work(await admitted()), tries)
  }

  private inTurn<Result>(order: Order, plan: Plan<unknown>, work: () => Promise<Result>): Promise<Result> {
    if (plan.turn === null) return work()
    return this.turns.take({ ...placeOf(order), owner: plan.turn }, work, plan.tries)
  }

  /** Built, signed and checked. */
  private async toRecord(
    chain: Chain,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
  ): Promise<readonly [ToRecord, Built]> {
    const [made, signed] = await this.signed(chain, plan, source)
    await made.check?.(signed)
    const filler = made.filler === undefined ? undefined : await sign(chain.codec, made.filler, source)
    const { replaces, instead, unsigned } = made
    const command = {
      ...signed,
      claims: unsigned.claims,
      replaces,
      fresh: !replaces,
      ...(instead === undefined ? {} : { instead }),
      signature: null,
      ...(filler === undefined ? {} : { filler: filler.raw }),
      credits,
    }
    return [command, unsigned]
  }

  private commandOf(order: Order, command: ToRecord): RecordSend {
    return { ...command, ...placeOf(order), apiKey: order.caller.apiKey }
  }

  /** Built and signed while it may still be sent. */
  private async signed(
    { codec }: Chain,
    plan: Plan<ToSign>,
    source: SignerSource,
  ): Promise<readonly [ToSign, Signed]> {
    for (let renewals = 0; renewals <= MAX_RENEWALS; renewals++) {
      const made = await plan.build()
      const { expires = Infinity } = made.unsigned
      if (this.engine.now() >= expires) throw OUTDATED
      const signed = await sign(codec, made.unsigned, source)
      if (this.engine.now() < expires) return [made, signed]
    }
    throw SLOW_KEYS
  }

  private async record(order: Order, terms: Terms, command: ToRecord): Promise<Recorded> {
    const inherited = await this.inherited(order, command)
    let send: Send | undefined
    const kept = await this.engine.execute({
      ...terms,
      rule: recordSend,
      command: { ...this.commandOf(order, command), ...inherited },
      price: () => 0,
      present: ({ txId, created }): SentTx => ({ txId, begun: created }),
      committed(recorded) {
        send = recorded
      },
    })
    return send === undefined ? kept : { ...kept, send }
  }

  /** What a transaction that takes the place of another one takes over from it. */
  private async inherited(
    order: Order,
    command: ToInherit,
  ): Promise<Pick<RecordSend, 'withdrawal' | 'change'> | Pick<RecordSend, 'claims' | 'unpaid'>> {
    const { replaces, withdrawal, raw, claims } = command
    if (!replaces || withdrawal !== undefined) return {}
    const replaced = await replacedBy(this.engine, order, command)
    const { heir, unpaid } = await inheritedBy(this.engine, order, replaced, command)
    if (heir !== undefined) {
      return { withdrawal: heir, change: await changeFor(this.engine, order, heir, raw) }
    }
    return { claims: [...claims, ...replaced.flatMap((one) => stepsOf(order.chain, one, raw))], unpaid }
  }
}
