/** Types and texts that the tables and operations of UTXO chains share. */
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
  /** Whether the documentation states the credits. */
  readonly stated: boolean
}

export const priced = ({ stated }: OfUtxoChain, credits: number): Price<unknown> =>
  stated ? flat(credits) : unstated(credits)

/** The fields of Bitcoin's model, or more. */
export type AsOn<Bitcoin extends TObject> = TObject<Bitcoin['properties']>

/** Converts what the node reports to a model of the chain. */
export type Presents<Found, Model extends TSchema> = (chain: UtxoChain, found: Found) => ResultOf<Model>

export type Transaction = Awaited<ReturnType<typeof transactionOf>>

const REMAINDER =
  'With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.'
export const FROM_ADDRESSES = `Selects as few outputs of the addresses as possible. ${REMAINDER}`
export const FROM_OUTPUTS = `Spends each output as a whole. ${REMAINDER}`
