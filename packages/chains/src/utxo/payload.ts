/** The payload of an unsigned transaction of the family, as JSON in the database. */
import { BadTransaction, type ChainNetwork, claimAt, type Unsigned } from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'

/** Values are base units, as text; scripts are hex. */
export interface Payload {
  readonly version: number
  readonly locktime: number
  readonly inputs: readonly PayloadInput[]
  readonly outputs: readonly { readonly value: string; readonly script: string }[]
}

export interface PayloadInput {
  readonly txId: string
  readonly index: number
  readonly sequence: number
  readonly value: string
  /** scriptPubKey of the spent output. */
  readonly script: string
  /** For a p2sh output: the inner script. Without it the input can be sent to a KMS, but not signed here. */
  readonly redeem?: string
}

export const malformed = (message: string): BadTransaction => new BadTransaction('malformed', message)

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export function unsignedOf(chain: string, network: ChainNetwork, payload: Payload): Unsigned {
  const sum = (values: readonly { readonly value: string }[]): bigint =>
    values.reduce((total, { value }) => total + BigInt(value), 0n)
  return {
    chain,
    network,
    payload: JSON.stringify(payload),
    fee: String(sum(payload.inputs) - sum(payload.outputs)),
    claims: payload.inputs.map(({ txId, index }) => claimAt(txId, BigInt(index))),
  }
}

/** @throws BadTransaction `malformed` if it is for another chain, or `unsignedOf` did not make it */
export function payloadOf(chain: string, network: ChainNetwork, unsigned: Unsigned): Payload {
  if (unsigned.chain !== chain || unsigned.network !== network) {
    throw malformed(`A transaction of ${unsigned.chain} ${unsigned.network}`)
  }
  const payload: Payload = JSON.parse(unsigned.payload)
  if (!Array.isArray(payload.inputs) || !Array.isArray(payload.outputs)) throw malformed('No transaction')
  return payload
}

/** Without signatures. */
export function transactionOf(payload: Payload): Transaction {
  const transaction = new Transaction()
  transaction.version = payload.version
  transaction.locktime = payload.locktime
  for (const { txId, index, sequence } of payload.inputs) {
    // A transaction id is written in reversed byte order.
    transaction.addInput(fromHex(txId).reverse(), index, sequence)
  }
  for (const { value, script } of payload.outputs) transaction.addOutput(fromHex(script), BigInt(value))
  return transaction
}
