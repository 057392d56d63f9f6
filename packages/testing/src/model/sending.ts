/**
 * What docs/decisions/020-sends.md says of transactions, pending signatures and what they use up, and the pages
 * of the KMS of signing, completing and deleting. Nothing here is cached, so there is no second model of it.
 */
import type { OnChain, RejectionCode, Reservation, TenantId } from '@tallystick/core'
import type { ChainCommand, SignatureLabel } from '../command.js'
import { ACCEPTED, UNSIGNED } from '../command.js'
import type { OutputModel } from './outputs.js'
import {
  becomes,
  differs,
  finish,
  giveBack,
  isNews,
  isOver,
  isReplaceable,
  isUnheard,
  type ModelReservation,
  type ModelSend,
  type ModelSignature,
  type ModelWithdrawal,
  mayBePaid,
  nameOf,
  othersOf,
  rowOf,
  statusAfter,
} from './sends.js'
import type { ModelState } from './state.js'
import { firstOf, type PossibleRefusal, refuse, type Verdict } from './vocabulary.js'
import { WithdrawalModel } from './withdrawals.js'

/** A transaction that is recorded. */
export type Recording = Omit<CommandOf<'recordSend' | 'sendWithdrawal'>, 'type' | 'signature' | 'withdrawal'>
/** A signature that is to be made. */
export type Pending = Omit<CommandOf<'createPendingSignature'>, 'type'>
export type CommandOf<Type extends ChainCommand['type']> = Extract<ChainCommand, { readonly type: Type }>

export const done = (says: unknown, credits = 1): Verdict => ({ outcome: ACCEPTED, credits, says })
export const no = (code: RejectionCode): Verdict => ({ outcome: refuse(code), credits: 0, says: undefined })
export const refusalOf = (refusals: readonly PossibleRefusal[]): Verdict | null => {
  const outcome = firstOf(refusals)
  return outcome === null ? null : { outcome, credits: 0, says: undefined }
}

/** What an answer shows of a transaction. */
export const standing = ({ status, reason, due, replaces }: ModelSend) => [
  status,
  reason,
  due,
  replaces?.txId ?? null,
]

export const haveSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/** Transactions and pending signatures. */
export class SendModel {
  /** In the order they came to be. */
  readonly sends: ModelSend[] = []
  readonly signatures: ModelSignature[] = []
  /** Whatever was ever claimed, also what is free again. */
  readonly claims = new Map<string, ModelReservation>()
  protected readonly byTxId = new Map<string, ModelSend>()
  protected readonly byLabel = new Map<SignatureLabel, ModelSignature>()
  readonly paying: WithdrawalModel

  constructor(
    state: ModelState,
    private readonly outputs: OutputModel,
  ) {
    this.paying = new WithdrawalModel(state)
  }

  isHeld(on: OnChain, { owner, index }: Reservation): boolean {
    return (this.claims.get(nameOf(on, `${owner} ${index}`))?.holder ?? null) !== null
  }

  protected claim({ tenant, chain, network }: OnChain, { owner, index }: Reservation): ModelReservation {
    const name = nameOf({ tenant, chain, network }, `${owner} ${index}`)
    const known = this.claims.get(name)
    if (known !== undefined) return known
    const claim: ModelReservation = { tenant, chain, network, owner, index, holder: null, users: [] }
    this.claims.set(name, claim)
    return claim
  }

  // ---- transactions

  protected record(command: CommandOf<'recordSend'>): Verdict {
    const named = command.withdrawal === null ? null : this.paying.on(command, command.withdrawal)
    const waiting = named?.signature?.status === 'pending' ? named.signature : null
    const isWaiting = waiting !== null && !differs(waiting.txId, command.txId)
    const asked = command.signature ?? (isWaiting ? waiting.label : null)
    const pending = asked === null ? null : this.pendingOn(command, asked)
    const isSignable = pending !== null && !differs(pending.txId, command.txId)
    const withdrawal = command.withdrawal === null ? (isSignable ? pending.withdrawal : null) : named
    const refused = refusalOf([
      [command.withdrawal !== null && named === null, 'withdrawal.missing'],
      [asked !== null && pending === null, 'kms.missing'],
      ...this.recordingRefusals(command, pending, withdrawal),
    ])
    if (refused !== null) return refused
    return done(standing(this.complete(command, pending, withdrawal)), 0)
  }

  protected recordingRefusals(
    command: Recording,
    pending: ModelSignature | null,
    withdrawal: ModelWithdrawal | null,
  ): readonly PossibleRefusal[] {
    const known = this.find(command, command.txId)
    const isNew = known === undefined || isOver(known)
    const claims = this.reservationsOf(command)
    const holders = new Set(claims.map(({ holder }) => holder))
    const others = [...holders].filter(
      (holder) => holder !== null && holder !== pending && holder !== withdrawal,
    )
    // Of one transaction, and only where the caller, or whoever asked for the signature, named the nonce.
    const { instead } = command
    const mayReplace = command.replaces || pending?.replaces === true
    const isFree = others.length === 0 || (mayReplace && others.length === 1 && others.every(isReplaceable))
    const [other] = others
    const isMeant = instead === undefined || instead === (other?.kind === 'send' ? other.txId : null)
    const before = withdrawal?.paidBy ?? null
    const isVariant = before === known || (mayReplace && before !== null && haveSame(before.claims, claims))
    const inputs = withdrawal?.claims.slice(1) ?? []
    const isPaid = !isNew && !command.fresh && withdrawal !== null && known.withdrawal !== withdrawal
    const isIncluded = !isNew && (known.status === 'confirmed' || known.status === 'final')
    return [
      [withdrawal?.status === 'Cancelled' || (before !== null && !isVariant), 'withdrawal.unexpected.state'],
      [
        withdrawal !== null && mayBePaid(withdrawal) && !withdrawal.sighted.includes(command.txId),
        'withdrawal.unexpected.state',
      ],
      [isPaid && (known.withdrawal !== null || before !== null), 'withdrawal.unexpected.state'],
      [inputs.length > 0 && !haveSame(inputs, claims), 'transaction.invalid.body'],
      [isPaid && isIncluded && known.reason !== null, 'transaction.invalid.body'],
      [withdrawal !== null && pending !== null && pending.withdrawal !== withdrawal, 'kms.unexpected.state'],
      // "Signed twice, only the first is sent", and none is sent for two.
      [pending !== null && differs(pending.txId, command.txId), 'kms.unexpected.state'],
      [!isNew && pending !== null && differs(known.signature, pending), 'kms.unexpected.state'],
      [isNew ? !isFree || !isMeant : command.fresh, 'claim.taken'],
    ]
  }

  /** Nothing stands in its way. */
  protected complete(
    command: Recording,
    pending: ModelSignature | null,
    withdrawal: ModelWithdrawal | null,
  ): ModelSend {
    const known = this.find(command, command.txId)
    const isNew = known === undefined || isOver(known)
    const send = isNew ? this.begin(command, this.reservationsOf(command)) : known
    if (pending !== null && send.signature === null) {
      send.signature = pending
      becomes(pending, send)
    }
    if (withdrawal !== null && send.withdrawal === null) {
      send.withdrawal = withdrawal
      this.paying.linked(withdrawal, send)
    }
    return send
  }

  /** It holds what it uses up, whoever did before. */
  private begin(command: Recording, claims: readonly ModelReservation[]): ModelSend {
    const { tenant, chain, network, txId, raw, credits, change } = command
    let send = this.find(command, txId)
    const replaces = claims.map(({ holder }) => holder).find((holder) => holder?.kind === 'send') ?? null
    const begun = {
      raw,
      claims,
      reason: null,
      due: credits,
      signature: null,
      withdrawal: null,
      change: change?.index ?? null,
      replaces,
    } as const
    // If it died in this very row, the one after it has taken its place over from the one before it.
    const after = rowOf({ replaces }).find((one) => send !== undefined && one.replaces === send)
    if (after !== undefined) after.replaces = send?.replaces ?? null
    if (send === undefined) {
      send = { kind: 'send', tenant, chain, network, txId, status: 'signed', ...begun }
      this.sends.push(send)
      this.byTxId.set(nameOf(command, txId), send)
    } else Object.assign(send, begun, { status: 'signed' })
    if (change !== undefined) this.outputs.leave(command, txId, change)
    for (const claim of claims) {
      claim.holder = send
      claim.users = [...claim.users.filter((user) => user !== send), send]
    }
    if (replaces !== null) {
      replaces.status = 'replaced'
      // It is not to be signed again: its successor is sent in its place.
      finish(replaces)
    }
    return send
  }

  protected settle(command: CommandOf<'settleSend'>): Verdict {
    const { event: news, reason } = command
    const send = this.find(command, command.txId)
    if (send === undefined) return no('tx.not.found')
    if (!isNews(send, news)) return done([...standing(send), 0], 0)
    send.status = statusAfter(send, news)
    send.reason = reason
    if (isOver(send)) this.end(send)
    this.paying.seen(send, othersOf(send), command)
    if (isOver(send) || isUnheard(send)) return done([...standing(send), 0], 0)
    // "Its credits are charged once, when it is first known that a node has it."
    const credits = send.due
    send.due = 0
    finish(send)
    return done([...standing(send), credits], credits)
  }

  /** No block will have it. */
  private end(send: ModelSend): void {
    giveBack(send)
    if (send.change !== null) this.outputs.drop({ ...send, index: send.change })
  }

  // ---- what is recorded together with something else

  /** What stands in the way of a transaction that nobody has recorded before. */
  cannotRecord(command: Recording): Verdict | null {
    return refusalOf(this.recordingRefusals({ ...command, fresh: true }, null, null))
  }

  recordNew(command: Recording): ModelSend {
    return this.complete(command, null, null)
  }

  cannotPend(command: Pending): Verdict | null {
    const claims = this.reservationsOf(command)
    const isTaken = claims.some(
      ({ holder }) => holder !== null && !(command.replaces && isReplaceable(holder)),
    )
    return isTaken ? no('claim.taken') : null
  }

  pend(command: Pending): ModelSignature {
    return this.begun(command, this.reservationsOf(command), null)
  }

  // ---- pending signatures

  protected create(command: CommandOf<'createPendingSignature'>): Verdict {
    const refused = this.cannotPend(command)
    if (refused === null) this.pend(command)
    return refused ?? done(undefined)
  }

  protected begun(
    { tenant, chain, network, replaces, as }: Pending,
    claims: readonly ModelReservation[],
    withdrawal: ModelWithdrawal | null,
  ): ModelSignature {
    const status = { status: 'pending', txId: null, error: null, serialized: UNSIGNED } as const
    const place = { tenant, chain, network }
    const signature: ModelSignature = {
      kind: 'signature',
      label: as,
      ...place,
      claims,
      replaces,
      ...status,
      withdrawal,
    }
    // What a transaction has that is to be replaced stays with it until this one is signed.
    for (const claim of claims) claim.holder ??= signature
    this.signatures.push(signature)
    this.byLabel.set(as, signature)
    return signature
  }

  /** Its transaction has expired before it was signed: another takes its place, and what only the old one used is free. */
  protected renew(command: CommandOf<'renewPendingSignature'>): Verdict {
    const pending = this.byLabel.get(command.signature)
    if (pending?.tenant !== command.tenant || pending.status === 'deleted') return no('kms.missing')
    const isWaiting = pending.status === 'pending' && pending.txId === null
    if (isWaiting && pending.serialized === command.expired) {
      const claims = this.reservationsOf(command)
      if (claims.some(({ holder }) => differs(holder, pending))) return no('claim.taken')
      for (const claim of pending.claims) if (claim.holder === pending) claim.holder = null
      for (const claim of claims) claim.holder = pending
      Object.assign(pending, { claims, serialized: command.serialized, error: null })
    }
    return done([pending.serialized, pending.status, pending.txId], 0)
  }

  /** Only a node that has its transaction completes one: then that may be said again. */
  protected confirm(command: CommandOf<'completePendingSignature'>): Verdict {
    const pending = this.pending(command, command.signature)
    if (pending === null) return no('kms.missing')
    const isSame = pending.status === 'complete' && pending.txId === command.txId
    return isSame ? done(null) : no('kms.unexpected.state')
  }

  protected delete(command: CommandOf<'deletePendingSignature'>): Verdict {
    const pending = this.pending(command, command.signature)
    if (pending === null) return no('kms.missing')
    // That of which a transaction is recorded may be on its way already.
    if (pending.status === 'complete' || pending.txId !== null) return no('kms.unexpected.state')
    const { withdrawal } = pending
    if (withdrawal !== null && mayBePaid(withdrawal)) return no('withdrawal.not.cancelled.transaction.failed')
    pending.status = 'deleted'
    for (const claim of pending.claims) if (claim.holder === pending) claim.holder = null
    if (withdrawal?.status === 'InProgress') {
      this.paying.cancel(withdrawal, command.revert ? 'all' : 'amount', null)
    }
    return done(null)
  }

  /** Those that are signed or wait no more, and those that never were, are passed over. */
  protected report(command: CommandOf<'reportSignatureErrors'>): Verdict {
    const kept = new Set<ModelSignature>()
    for (const { signature, error } of command.errors) {
      const pending = this.pending(command, signature)
      if (pending?.status !== 'pending' || pending.txId !== null) continue
      pending.error = error
      kept.add(pending)
    }
    return done(kept.size)
  }

  // ---- what is named

  find(on: OnChain, txId: string | null): ModelSend | undefined {
    return txId === null ? undefined : this.byTxId.get(nameOf(on, txId))
  }

  /** Each once, however often it is named. */
  protected reservationsOf(
    command: OnChain & { readonly claims: readonly Reservation[] },
  ): readonly ModelReservation[] {
    return [...new Set(command.claims.map((claim) => this.claim(command, claim)))]
  }

  /** Of the caller's side: a key of the testnet sees all testnets, and nothing else. */
  private pending(
    { tenant, network }: { readonly tenant: TenantId; readonly network: string },
    label: SignatureLabel,
  ): ModelSignature | null {
    const pending = this.byLabel.get(label)
    const isSeen = pending?.tenant === tenant && (pending.network === 'mainnet') === (network === 'mainnet')
    return isSeen && pending.status !== 'deleted' ? pending : null
  }

  /** Of the very chain and network. */
  private pendingOn(on: OnChain, label: SignatureLabel): ModelSignature | null {
    const pending = this.pending(on, label)
    return pending?.chain === on.chain && pending.network === on.network ? pending : null
  }
}
