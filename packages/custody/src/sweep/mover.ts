/** How a family moves what an address has to another one, and sends coins ahead for the fee. */
import type { Plan, ToSign } from '../send/plan.js'

/** Amounts are base units. */
export interface Quote {
  /** Of the asset: what arrives. Not above zero: the address has too little. */
  readonly amount: bigint
  /** What it costs at most, in the native coin. */
  readonly fee: bigint
  /** The coins that the address lacks for that; 0 if it has enough. */
  readonly missing: bigint
  /** Why it would move nothing, by what the token itself says; null: nothing speaks against it. */
  readonly doubt: string | null
  plan(): Promise<Plan<ToSign>>
}

/** Coins that are sent ahead. */
interface Ahead {
  /** What sending them costs at most. */
  readonly fee: bigint
  plan(): Promise<Plan<ToSign>>
}

export interface Route {
  readonly from: string
  readonly to: string
}

export interface Mover {
  /**
   * @param asset Null for the native coin
   * @param held The most that is moved, with the fee where that is paid in the same
   * @param leave Coins that stay, for what the chain takes beside the fee
   * @throws BadTransaction, NodeFault
   */
  quote(route: Route, asset: string | null, held: bigint, leave: bigint): Promise<Quote>
  /** @param amount Coins */
  ahead(route: Route, amount: bigint): Promise<Ahead>
}

/** What is sent ahead has room for a fee that rises meanwhile: a fifth more. */
export const missingFor = (fee: bigint, coins: bigint): bigint => (fee > coins ? (fee * 6n) / 5n - coins : 0n)

export const lesser = (one: bigint, other: bigint): bigint => {
  if (one < other) return one
  return other
}
