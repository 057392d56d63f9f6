/** What an unsigned transaction of the family holds, as the JSON that rests in the database. */
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
  /** scriptPubKey of the output that is spent. */
  readonly script: string
  /** Of a p2sh output: the script inside. Without it the input can be sent to a KMS, not signed here. */
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

/** @throws BadTransaction `malformed` when it is of another chain, or was not made by `unsignedOf` */
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
    // A transaction id is written in the opposite order of its bytes.
    transaction.addInput(fromHex(txId).reverse(), index, sequence)
  }
  for (const { value, script } of payload.outputs) transaction.addOutput(fromHex(script), BigInt(value))
  return transaction
}
