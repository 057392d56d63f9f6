/** What the tables of UTXO chains, and the operations made of them, have in common. */
import type { UtxoChain, UtxoRecord } from '@tallystick/custody'
import type { TObject, TSchema } from 'typebox'
import type { Area, ResultOf } from '../../operation.js'
import { flat, type Price, unstated } from '../../price.js'
import type { transactionOf } from './reads.js'

/** What the operations of a chain have in common. */
export interface OfUtxoChain {
  readonly record: UtxoRecord
  readonly area: Area
  readonly credits: { readonly read: number; readonly send: number; readonly broadcast: number }
  /** Whether api.md states the credits. */
  readonly stated: boolean
}

export const priced = ({ stated }: OfUtxoChain, credits: number): Price<unknown> =>
  stated ? flat(credits) : unstated(credits)

/** Those of Bitcoin, or more. */
export type AsOn<Bitcoin extends TObject> = TObject<Bitcoin['properties']>

/** From what the node tells to one of the chain's models. */
export type Presents<Found, Model extends TSchema> = (chain: UtxoChain, found: Found) => ResultOf<Model>

export type Transaction = Awaited<ReturnType<typeof transactionOf>>

const REMAINDER =
  'With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.'
export const FROM_ADDRESSES = `Outputs of the addresses are selected, as few as it takes. ${REMAINDER}`
export const FROM_OUTPUTS = `Each output is spent whole. ${REMAINDER}`
