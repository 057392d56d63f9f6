/** What a family makes of what is asked for: its plan, which the pipeline builds, signs and records. */
import type { Admission, ChangeOutput, CreatePendingSignature, StoreWithdrawal } from '@tallystick/core'
import type { Caller, Terms } from '@tallystick/engine'
import type { ToAdmit } from '../policy/signing.js'
import type { Chain, Reservation, Signed, Unsigned } from '../ports/chain.js'
import type { SigningIntent } from '../ports/policy.js'

/** On whose behalf a transaction is sent, on which chain. */
export interface Order<On extends Chain = Chain> {
  readonly chain: On
  readonly caller: Pick<Caller, 'tenant' | 'apiKey' | 'network'>
}

/** What is to be sent. A family makes one of what is asked for, and checks before what needs no turn. */
export interface Plan<Made> {
  /**
   * Whose turn it takes: the owner of an index that it chooses. Null: it chooses nothing that another call could
   * choose too.
   */
  readonly turn: string | null
  /** How often it is built at most, when others are first; once, where what it uses up is named and no other will do. */
  readonly tries?: number
  /** Chooses of what is free, and builds; again, when another process was first. */
  build(): Promise<Made>
}

/** Built, to be signed now. */
export interface ToSign {
  readonly unsigned: Unsigned
  /** Takes over what a transaction of ours that is not confirmed has claimed. */
  readonly replaces: boolean
  /** The one that it was compared with: see `RecordSend`. */
  readonly instead?: string
  /** Signed beside it with the same nonce: see `Send.filler`. */
  readonly filler?: Unsigned
  /** Refuses what only its bytes tell, before it is recorded. */
  check?(signed: Signed): Promise<void>
}

/** Built, to be signed by a key-management system. */
export interface ToPend extends NewestBlock {
  readonly serialized: string
  readonly claims: readonly Reservation[]
  readonly replaces: boolean
  /** What it will cost at most, in base units of the native coin; null: its signer chooses that. */
  readonly fee: string | null
  /** What a policy is asked about, if it belongs to no withdrawal. */
  readonly signs: Pick<ToAdmit, 'by' | 'data'>
}

/** Of an account that alone signs, and chooses nothing: it replaces no other transaction. */
export const pendedBy = (
  account: string,
  serialized: string,
  { claims, fee }: Pick<ToPend, 'claims' | 'fee'>,
): ToPend => ({ serialized, claims, fee, replaces: false, signs: { by: [account] } })

/** What is left to a key-management system. */
export interface Leaving {
  readonly wallets: WalletsOf
  /** The fields of the call, for the policy. */
  readonly request: SigningIntent['request']
}

/** The keys of a key-management system that are to sign what uses up these. */
export type WalletsOf = (
  claims: readonly Reservation[],
) => Pick<CreatePendingSignature, 'hashes' | 'index' | 'signatures'>

/** What of a withdrawal only its transaction decides. */
export type Built = Pick<ToPend, 'claims' | 'fee'>

/** The newest block when something was asked for. A transaction in it or below was made for something else. */
export type NewestBlock = Pick<StoreWithdrawal, 'headHeight' | 'headHash'>

/** A withdrawal that is stored together with its transaction. */
export interface Withdrawing {
  /** Of the account. */
  readonly currency: string
  readonly wallet: string
  /** Asked in the wallet's turn, before anything is chosen or signed. @throws Rejected */
  admit(terms: Terms): Promise<Admission>
  /** What its transaction leaves to the wallet; absent where chains have no outputs. */
  change?(raw: string): ChangeOutput | undefined
  /**
   * The whole of it.
   * @param head No block up to this one has paid it
   */
  store(built: Built, admission: Admission, head: NewestBlock): StoreWithdrawal
}
