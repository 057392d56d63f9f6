/**
 * The policy: may this withdrawal be made? It is asked before outputs are chosen and before anything is signed. What it
 * has said is kept with the withdrawal. It is also asked what a managed wallet may sign, which is kept with the use of its
 * key, and what a key-management system may be given to sign.
 */
import type { AccountId, Approval } from '@tallystick/core'
import type { Caller } from '@tallystick/engine'
import type { Chain } from './chain.js'
import type { Chains } from './chains.js'

/** A recipient of a withdrawal. */
export interface IntendedPayment {
  /** In the codec's canonical spelling. */
  readonly address: string
  /** Units of the currency. */
  readonly amount: bigint
  /** The tag or memo; absent without one. */
  readonly tag?: string
}

/**
 * The withdrawal that somebody wants. Its fee is not part of it, because it is known only later: with a policy, it is at most
 * the ceiling of the chain (`maxFee`).
 */
export interface Intent {
  readonly caller: Pick<Caller, 'tenant' | 'apiKey' | 'network'>
  readonly chain: Pick<Chain, 'record' | 'codec' | 'network' | 'testnet'>
  readonly account: AccountId
  readonly currency: string
  /** Decimals of the currency. */
  readonly scale: number
  readonly payments: readonly IntendedPayment[]
  /** UTXO: where the change goes, if no wallet that pays has this address; canonical. */
  readonly changeTo?: string
  /** What else the call says that tells where money goes, such as its fee: an approval is for no other. */
  readonly named?: Readonly<Record<string, string>>
}

/** What the service knows about the intent. */
export interface Asked {
  /** The answer of another API key to exactly this intent; null without one that counts. */
  readonly approval: Approval | null
  /**
   * What was withdrawn from the scope since then, cancelled withdrawals left out: units of the currency. It stays true
   * until the withdrawal is stored; if another one comes first, the policy is asked again.
   */
  withdrawn(scope: Scope, since: number): Promise<bigint>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What a limit counts: the withdrawals of the intent's account, or those of the whole tenant in its currency. */
export type Scope = 'account' | 'currency'

/**
 * `approval`: another API key must approve exactly this intent; once it has, the same call is allowed. `rules` name what
 * was applied, for those who look at the withdrawal later.
 */
export type Verdict =
  | { readonly verdict: 'allow'; readonly rules: readonly string[] }
  | { readonly verdict: 'deny'; readonly reason: string }
  | { readonly verdict: 'approval'; readonly reason: string; readonly validFor: number }

/**
 * What a managed wallet is to sign, before its key is decrypted; or a key-management system, before it is given to it. No
 * account of the ledger pays it.
 */
export interface SigningIntent extends Pick<Intent, 'caller' | 'chain'> {
  /** The address of the managed wallet, canonical; null: a key-management system signs. */
  readonly wallet: string | null
  /** The fields of the call as written, without private keys. */
  readonly request: Readonly<Record<string, unknown>>
  /** EVM: what is signed for a contract, hex. The name of a method may be one that is encoded as another method is. */
  readonly data?: string
  /**
   * Each address of the chain in those fields except those that sign, canonical. Also whom encoded calls of tokens (ERC-20,
   * ERC-721, ERC-1155), in a field or in `data`, give tokens or rights to them.
   */
  readonly addresses: readonly string[]
}

/** A second approval is for withdrawals: anything else is signed at once or not at all. */
export type SigningVerdict = Exclude<Verdict, { readonly verdict: 'approval' }>

/** All problems of a policy, each with its position and what is accepted there. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  constructor(readonly problems: readonly string[]) {
    super(`The policy cannot be used: ${problems.join('; ')}`)
  }
}

/** Each answer is waited for 30 s. Without one, or with one that is no verdict, nothing is paid or signed. */
export interface Policy {
  /**
   * Asked before anything else, until it has answered: whether it fits the chains. A `PolicyError` is an answer, with which
   * each call fails from then on, so that no rule is left out silently. Anything else fails the calls that wait for it.
   */
  ready?(chains: Chains): Promise<void>
  check(intent: Intent, asked: Asked): Promise<Verdict> | Verdict
  /** May the managed wallet, or the key-management system, sign? */
  checkSigning(intent: SigningIntent, asked: Pick<Asked, 'now'>): Promise<SigningVerdict> | SigningVerdict
}

const ALLOWED = { verdict: 'allow', rules: [] } as const

/** Allows everything: the default. */
export const ALLOW_ALL: Policy = { check: () => ALLOWED, checkSigning: () => ALLOWED }
