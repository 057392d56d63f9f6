/**
 * Gas pumps (docs/gas-pump.md): addresses that are known before their contract is there, and whose owner pays the gas.
 * All here is pure; addresses are in the chain's own spelling.
 */

/** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin. */
export type PumpKind = 0 | 1 | 2 | 3

/** What a factory clones: `TronGasPump` can also move USDT of TRON. Addresses follow from it. */
export const PUMP_CONTRACTS = ['GasPump', 'TronGasPump'] as const
export type PumpContract = (typeof PUMP_CONTRACTS)[number]

/** One transfer or approval of a pump. */
export interface PumpMove {
  readonly kind: PumpKind
  /** The token's contract; null for the native coin. */
  readonly token: string | null
  /** Recipient, or who may move the token. */
  readonly to: string
  /** Base units; does not matter for ERC-721. */
  readonly amount: bigint
  /** Matters for ERC-721 and ERC-1155. */
  readonly tokenId: bigint
}

export interface PumpAt {
  readonly address: string
  readonly index: bigint
}

/** As a node answers it, with or without 0x. */
export interface PumpLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** What a transaction did with pumps of the factory. */
export interface PumpEvents {
  readonly activated: readonly PumpAt[]
  /** They were there before. */
  readonly existing: readonly PumpAt[]
  /** Without an index that a caller chose. */
  readonly created: readonly string[]
}

export interface GasPumps {
  /** @throws NodeFault `unconfigured` if the network has none that is known */
  readonly factory: string
  /** What deploys the factory, whoever sends it; null where its address is not known before. */
  readonly deployment: { readonly to: string; readonly data: string } | null
  /** The addresses of an owner by index. Only this is asked for thousands of times. */
  addressesOf(owner: string): (index: bigint) => string
  /** Call of the factory: activates the indexes from one to the other that are not there yet. */
  activate(owner: string, from: bigint, to: bigint): string
  /** Call of the factory: makes new ones. @param owner Null: of whoever sends it */
  create(owner: string | null, count: number): string
  /** Calls of a pump. A batch is done as a whole, or not at all. */
  transfer(move: PumpMove): string
  transferBatch(moves: readonly PumpMove[]): string
  approve(move: PumpMove): string
  /** Call of the factory: which address it gives to an owner and an index. */
  askAddress(owner: string, index: bigint): string
  /** Call of a pump: whose it is. */
  readonly askOwner: string
  /** The answer to both; undefined if it is none. */
  addressIn(answer: string): string | undefined
  eventsIn(logs: readonly PumpLog[]): PumpEvents
}
