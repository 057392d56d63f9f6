/** What the chain itself says of a token, for its registration as a currency. */
import type { BlockName } from '@tallystick/core'

export interface FoundToken {
  /** Its identity in the codec's canonical spelling, as `Movement.asset` names it. */
  readonly asset: string
  /** TRON: `TRC10` or `TRC20`; null elsewhere. */
  readonly standard: string | null
  /** As the token itself reports them, or as the chain defines them for all its assets. */
  readonly decimals: number
  /** The answers are as of this block, or an earlier one. It has as many confirmations as the chain's record wants. */
  readonly block: BlockName
  /** What the holder has, in base units; 0 without one. */
  readonly held: bigint
}

/** What a transaction that is final has put on the chain. */
export interface DeployedToken extends Pick<FoundToken, 'asset'> {
  /** The height of its block. */
  readonly height: number
}

/** Facet of chains with tokens. Rejects with `NodeFault`. */
export interface TokenReader {
  /**
   * @param written The contract's address, the number of a TRC-10 token, code and issuer as `CODE:issuer`, or the mint
   * @param holder An address in the canonical spelling
   * @param at As of this block, which is deep enough; the newest such one unless told. Chains whose nodes know one
   * state only ignore it.
   * @returns Undefined if the text names no token that is on the chain by then
   */
  find(written: string, holder: string | null, at?: number): Promise<FoundToken | undefined>

  /**
   * What the chain says now of the decimals of a token, in the canonical spelling; undefined if it says nothing. Whoever
   * credits it asks `find`. Absent where that is as good.
   */
  decimals?(asset: string): Promise<number | undefined>

  /** Whether recipients get less than is sent, now or soon. Absent where the chain knows of none such. */
  withholds?(asset: string): Promise<boolean>

  /** Absent where tokens have nothing that puts them on the chain, or the service never does so. */
  deployed?(txId: string): Promise<DeployedToken | undefined>
}
