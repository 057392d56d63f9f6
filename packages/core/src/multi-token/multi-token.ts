/**
 * The index of multi tokens (ERC-1155): the contracts that transactions of ours have created, and from then on every
 * transfer. It says what its contracts say, and belongs to the chain and not to a tenant, as everything on a chain.
 */
import { type BlockName, CHAINS_TENANT, type FollowedChain } from '../follow/cursor.js'
import type { Amount } from '../money.js'
import type { Owned } from '../table.js'

/** In a block. */
interface Observed extends Owned, FollowedChain {
  readonly contract: string
  readonly txId: string
  readonly height: number
  readonly blockHash: string
}

/** A contract whose transfers are indexed, from the block that created it. */
export interface MultiToken extends Observed {}

/** A transfer as one of its two sides sees it. Minting and burning have one side. */
export interface MultiTransfer extends Observed {
  /** The side. */
  readonly address: string
  /** Its place in the chain, as text of one length: it orders transfers. */
  readonly place: string
  readonly tokenId: string
  readonly amount: Amount
  readonly from: string
  readonly to: string
  readonly operator: string
  /** The height at which the side's balance changed before; null if it had none. */
  readonly previous: number | null
}

/** What an address has of a token; never 0. */
export interface MultiBalance extends Owned, FollowedChain {
  readonly address: string
  readonly contract: string
  readonly tokenId: string
  readonly amount: Amount
  /** The block of its last change. */
  readonly height: number
}

/** A transfer of an indexed contract, as a block tells it. */
export type MultiTransferred = Pick<
  MultiTransfer,
  'contract' | 'txId' | 'place' | 'tokenId' | 'amount' | 'from' | 'to' | 'operator'
>

/** A contract that a block creates. */
export type MultiCreated = Pick<MultiToken, 'contract' | 'txId'>

/** What a block tells of multi tokens. */
export interface MultiObserved {
  readonly created: readonly MultiCreated[]
  readonly transfers: readonly MultiTransferred[]
}

const DIGITS = { height: 16, index: 10 } as const

/** @param index The place of the log in the block. @param part The place of the transfer in the log */
export const placeOfTransfer = ({ height }: Pick<BlockName, 'height'>, index: number, part: number): string =>
  [
    String(height).padStart(DIGITS.height, '0'),
    String(index).padStart(DIGITS.index, '0'),
    String(part).padStart(DIGITS.index, '0'),
  ].join('-')

/** Before all transfers of the block. */
export const placeFrom = (height: number): string => placeOfTransfer({ height }, 0, 0)

export const multiTokenKey = ({ chain, network }: FollowedChain, contract: string) =>
  ({ type: 'multiToken', tenant: CHAINS_TENANT, chain, network, contract }) as const

export const multiTransferKey = (
  { chain, network }: FollowedChain,
  { contract, address, place }: Pick<MultiTransfer, 'contract' | 'address' | 'place'>,
) => ({ type: 'multiTransfer', tenant: CHAINS_TENANT, chain, network, contract, address, place }) as const

export const multiBalanceKey = (
  { chain, network }: FollowedChain,
  { contract, address, tokenId }: Pick<MultiBalance, 'contract' | 'address' | 'tokenId'>,
) => ({ type: 'multiBalance', tenant: CHAINS_TENANT, chain, network, contract, address, tokenId }) as const
