/**
 * What docs/decisions/020-sends.md says of transactions, pending signatures and what they use up, and the pages
 * of the KMS of signing, completing and deleting. Nothing here is cached, so there is no second model of it.
 */
import type {
  OnChain,
  RejectionCode,
  Reservation,
  SendStatus,
  SignatureStatus,
  TenantId,
} from '@tallystick/core'
import type { ChainCommand, SignatureLabel } from '../command.js'
import { ACCEPTED, UNSIGNED } from '../command.js'
import { firstOf, type PossibleRefusal, refuse, type Verdict } from './vocabulary.js'

/** One output, or one nonce of a sender. */
export interface ModelReservation extends OnChain, Reservation {
  holder: ModelSend | ModelSignature | null
  /** The transactions that use it up, as they were begun; those that are over too. */
  users: readonly ModelSend[]
}

export interface ModelSend extends OnChain {
  readonly kind: 'send'
  readonly txId: string
  raw: string
  claims: readonly ModelReservation[]
  status: SendStatus
  reason: string | null
  /** Credits, until they are charged. */
  due: number
  signature: ModelSignature | null
  /** Whose claims it took over. */
  replaces: ModelSend | null
}

export interface ModelSignature extends OnChain {
  readonly kind: 'signature'
  readonly label: SignatureLabel
  claims: readonly ModelReservation[]
  /** What is to be signed. */
  serialized: string
  readonly replaces: boolean
  status: SignatureStatus
  txId: string | null
  error: string | null
}

export type Thing = ModelSend | ModelSignature

type CommandOf<Type extends ChainCommand['type']> = Extract<ChainCommand, { readonly type: Type }>

const done = (says: unknown, credits = 1): Verdict => ({ outcome: ACCEPTED, credits, says })
const no = (code: RejectionCode): Verdict => ({ outcome: refuse(code), credits: 0, says: undefined })
const refusalOf = (refusals: readonly PossibleRefusal[]): Verdict | null => {
  const outcome = firstOf(refusals)
  return outcome === null ? null : { outcome, credits: 0, says: undefined }
}

/** What an answer shows of a transaction. */
const standing = ({ status, reason, due, replaces }: ModelSend) => [
  status,
  reason,
  due,
  replaces?.txId ?? null,
]

const isOver = ({ status }: ModelSend): boolean => status === 'refused' || status === 'dead'
const isUnheard = ({ status }: ModelSend): boolean => ['signed', 'offered', 'unknown'].includes(status)
/** Refused by no node, and in no block. */
const isUnderWay = (send: ModelSend): boolean => isUnheard(send) || send.status === 'sent'

export class ChainModel {
  /** In the order they came to be. */
  readonly sends: ModelSend[] = []
  readonly signatures: ModelSignature[] = []
  /** Whatever was ever claimed, also what is free again. */
  readonly claims = new Map<string, ModelReservation>()
  private readonly byTxId = new Map<string, ModelSend>()
  private readonly byLabel = new Map<SignatureLabel, ModelSignature>()

  run(command: ChainCommand): Verdict {
    switch (command.type) {
      case 'recordSend':
        return this.record(command)
      case 'settleSend':
        return this.settle(command)
      case 'createPendingSignature':
        return this.create(command)
      case 'renewPendingSignature':
        return this.renew(command)
      case 'completePendingSignature':
        return this.complete(command)
      case 'deletePendingSignature':
        return this.delete(command)
      case 'reportSignatureErrors':
        return this.report(command)
    }
  }

  /** What a command bears on: what it names, what that replaces, and what those were signed for. */
  around(command: ChainCommand): readonly Thing[] {
    const things: (Thing | null | undefined)[] = []
    if ('txId' in command && 'chain' in command) {
      const send = this.send(command, command.txId)
      things.push(send, send?.signature, send?.replaces?.signature, ...rowOf(send))
    }
    if (command.type === 'createPendingSignature') things.push(this.byLabel.get(command.as))
    if ('signature' in command) things.push(this.byLabel.get(command.signature ?? ''))
    if ('errors' in command)
      things.push(...command.errors.map(({ signature }) => this.byLabel.get(signature)))
    return things.filter((thing) => thing !== null && thing !== undefined)
  }

  isHeld(on: OnChain, { owner, index }: Reservation): boolean {
    return (this.claims.get(nameOf(on, `${owner} ${index}`))?.holder ?? null) !== null
  }

  private claim({ tenant, chain, network }: OnChain, { owner, index }: Reservation): ModelReservation {
    const name = nameOf({ tenant, chain, network }, `${owner} ${index}`)
    const known = this.claims.get(name)
    if (known !== undefined) return known
    const claim: ModelReservation = { tenant, chain, network, owner, index, holder: null, users: [] }
    this.claims.set(name, claim)
    return claim
  }

  // ---- transactions

  private record(command: CommandOf<'recordSend'>): Verdict {
    const { signature, txId } = command
    const known = this.send(command, txId)
    const isNew = known === undefined || isOver(known)
    const pending = signature === null ? null : this.pendingOn(command, signature)
    const claims = this.reservationsOf(command)
    const holders = new Set(claims.map(({ holder }) => holder))
    const others = [...holders].filter((holder) => holder !== null && holder !== pending)
    // Of one transaction, and only where the caller, or whoever asked for the signature, named the nonce.
    const { instead } = command
    const mayReplace = command.replaces || pending?.replaces === true
    const isFree = others.length === 0 || (mayReplace && others.length === 1 && others.every(isReplaceable))
    const [other] = others
    const isMeant = instead === undefined || instead === (other?.kind === 'send' ? other.txId : null)
    const refused = refusalOf([
      [signature !== null && pending === null, 'kms.missing'],
      // "Signed twice, only the first is sent", and none is sent for two.
      [pending !== null && differs(pending.txId, txId), 'kms.unexpected.state'],
      [!isNew && pending !== null && differs(known.signature, pending), 'kms.unexpected.state'],
      [isNew ? !isFree || !isMeant : command.fresh, 'claim.taken'],
    ])
    if (refused !== null) return refused
    const send = isNew ? this.begin(command, claims) : known
    if (pending !== null && send.signature === null) {
      send.signature = pending
      becomes(pending, send)
    }
    return done(standing(send), 0)
  }

  /** It holds what it uses up, whoever did before. */
  private begin(command: CommandOf<'recordSend'>, claims: readonly ModelReservation[]): ModelSend {
    const { tenant, chain, network, txId, raw, credits } = command
    let send = this.send(command, txId)
    const replaces = claims.map(({ holder }) => holder).find((holder) => holder?.kind === 'send') ?? null
    const begun = { raw, claims, reason: null, due: credits, signature: null, replaces } as const
    // If it died in this very row, the one after it has taken its place over from the one before it.
    const after = rowOf({ replaces }).find((one) => send !== undefined && one.replaces === send)
    if (after !== undefined) after.replaces = send?.replaces ?? null
    if (send === undefined) {
      send = { kind: 'send', tenant, chain, network, txId, status: 'signed', ...begun }
      this.sends.push(send)
      this.byTxId.set(nameOf(command, txId), send)
    } else Object.assign(send, begun, { status: 'signed' })
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

  private settle(command: CommandOf<'settleSend'>): Verdict {
    const { event: news, reason } = command
    const send = this.send(command, command.txId)
    if (send === undefined) return no('tx.not.found')
    if (!isNews(send, news)) return done([...standing(send), 0], 0)
    send.status = statusAfter(send, news)
    send.reason = reason
    if (isOver(send)) giveBack(send)
    if (isOver(send) || isUnheard(send)) return done([...standing(send), 0], 0)
    // "Its credits are charged once, when it is first known that a node has it."
    const credits = send.due
    send.due = 0
    finish(send)
    return done([...standing(send), credits], credits)
  }

  // ---- pending signatures

  private create(command: CommandOf<'createPendingSignature'>): Verdict {
    const { tenant, chain, network, replaces, as } = command
    const claims = this.reservationsOf(command)
    if (claims.some(({ holder }) => holder !== null && !(replaces && isReplaceable(holder)))) {
      return no('claim.taken')
    }
    const status = { status: 'pending', txId: null, error: null, serialized: UNSIGNED } as const
    const place = { tenant, chain, network }
    const signature: ModelSignature = { kind: 'signature', label: as, ...place, claims, replaces, ...status }
    // What a transaction has that is to be replaced stays with it until this one is signed.
    for (const claim of claims) claim.holder ??= signature
    this.signatures.push(signature)
    this.byLabel.set(as, signature)
    return done(undefined)
  }

  /** Its transaction has expired before it was signed: another takes its place, and what only the old one used is free. */
  private renew(command: CommandOf<'renewPendingSignature'>): Verdict {
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
  private complete(command: CommandOf<'completePendingSignature'>): Verdict {
    const pending = this.pending(command, command.signature)
    if (pending === null) return no('kms.missing')
    const isSame = pending.status === 'complete' && pending.txId === command.txId
    return isSame ? done(null) : no('kms.unexpected.state')
  }

  private delete(command: CommandOf<'deletePendingSignature'>): Verdict {
    const pending = this.pending(command, command.signature)
    if (pending === null) return no('kms.missing')
    // That of which a transaction is recorded may be on its way already.
    if (pending.status === 'complete' || pending.txId !== null) return no('kms.unexpected.state')
    pending.status = 'deleted'
    for (const claim of pending.claims) if (claim.holder === pending) claim.holder = null
    return done(null)
  }

  /** Those that wait no more, and those that never were, are passed over. */
  private report(command: CommandOf<'reportSignatureErrors'>): Verdict {
    const kept = new Set<ModelSignature>()
    for (const { signature, error } of command.errors) {
      const pending = this.pending(command, signature)
      if (pending?.status !== 'pending') continue
      pending.error = error
      kept.add(pending)
    }
    return done(kept.size)
  }

  // ---- what is named

  private send(on: OnChain, txId: string): ModelSend | undefined {
    return this.byTxId.get(nameOf(on, txId))
  }

  /** Each once, however often it is named. */
  private reservationsOf(
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

const nameOf = ({ tenant, chain, network }: OnChain, what: string): string =>
  `${tenant} ${chain} ${network} ${what}`

/** Whether there is one, and another than this. */
const differs = <Value>(known: Value | null, value: Value): boolean => known !== null && known !== value

const isReplaceable = (thing: Thing | null): boolean => thing?.kind === 'send' && isUnderWay(thing)

/** It replaced one, which replaced one, and so on. */
function rowOf(send: Pick<ModelSend, 'replaces'> | undefined): readonly ModelSend[] {
  const row: ModelSend[] = []
  for (let one = send?.replaces ?? null; one !== null && !row.includes(one); one = one.replaces) row.push(one)
  return row
}

type ModelNews = CommandOf<'settleSend'>['event']

function statusAfter(send: ModelSend, news: ModelNews): SendStatus {
  if (news === 'offered') return send.status === 'offered' ? 'unknown' : 'offered'
  // Alive again; but where its successor has what it used up, that one is sent.
  if (news === 'undone') return send.claims.every(({ holder }) => holder === send) ? 'sent' : 'replaced'
  return news
}

function isNews(send: ModelSend, news: ModelNews): boolean {
  switch (news) {
    case 'offered':
      return send.status === 'signed' || send.status === 'offered'
    case 'sent':
      return isUnheard(send)
    case 'refused':
      // No node could ever take it: unless one did. Nor can one have said so that was given nothing.
      return send.status === 'offered' || send.status === 'unknown'
    case 'undone':
      return send.status === 'confirmed'
    case 'confirmed':
      // A replaced one may yet be confirmed.
      return isUnderWay(send) || send.status === 'replaced'
    case 'final':
    case 'dead':
      return isUnderWay(send) || send.status === 'replaced' || send.status === 'confirmed'
  }
}

/** A node has it, or its successor is sent: it is not to be signed again. */
function finish({ signature, txId }: ModelSend): void {
  if (signature?.status !== 'pending') return
  Object.assign(signature, { status: 'complete', txId, error: null })
}

/** It holds nothing any more: what its transaction does not use is free. */
function becomes(pending: ModelSignature, send: ModelSend): void {
  for (const claim of pending.claims) {
    if (claim.holder === pending) claim.holder = send.claims.includes(claim) ? send : null
  }
  if (pending.status === 'complete') return
  pending.txId = send.txId
  pending.error = null
  if (!isUnheard(send)) finish(send)
}

/** What it held goes to the last user of it that is not over; else to who is to sign it again, or nobody. */
function giveBack(send: ModelSend): void {
  const { signature } = send
  for (const claim of send.claims) {
    if (claim.holder !== send) continue
    const heir = claim.users.findLast((user) => !isOver(user)) ?? null
    claim.holder = heir
    // Nodes may have it. Of one that a node had, and that is charged, no refusal is believed.
    if (heir?.status === 'replaced') heir.status = heir.due === 0 ? 'sent' : 'unknown'
  }
  if (signature?.status !== 'pending') return
  for (const claim of signature.claims) claim.holder ??= signature
  signature.txId = null
  signature.error = send.reason
}
