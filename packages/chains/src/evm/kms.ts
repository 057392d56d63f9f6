/**
 * Transactions in the format of the public key-management daemon (github.com/tatumio/tatum-kms, which calls
 * `signKMSTransaction` of github.com/tatumio/tatum-js): `JSON.parse(serializedTransaction)`, passed to web3's
 * `accounts.signTransaction`, and on Celo to an ethers wallet.
 *
 * Both sign with one price: web3 refuses `gasPrice` together with `maxFeePerGas`. A nonce is text, because the daemon
 * takes the number 0 for no nonce. The daemon fills in absent fields when it signs: the sender is its key's address,
 * the nonce is the node's next one, and gas limit and price are what the node suggests.
 */
import type { EvmKmsTransaction, EvmParams } from '@tallystick/custody'
import type { Opened } from './envelope.js'
import { malformed } from './faults.js'

/** @param transaction With canonical addresses */
export function serializeForKms(transaction: EvmKmsTransaction, params: EvmParams): string {
  const { gas } = transaction
  if (gas !== null && gas.kind !== 'legacy')
    throw malformed('A transaction for a key-management system needs a single gas price')
  const fields = params.envelope === 'cip64' ? celo : web3
  return JSON.stringify(fields(transaction, gas?.gasPrice ?? null, Number(params.chainId)))
}

/** `JSON.stringify` leaves out undefined values. */
const open = <Value, Written>(value: Value | null, write: (value: Value) => Written): Written | undefined =>
  value === null ? undefined : write(value)

const same = (text: string): string => text
const decimal = (quantity: bigint | number): string => quantity.toString()
const hex = (quantity: bigint | number): string => `0x${quantity.toString(16)}`

/** web3 1.x: decimal text for quantities, `gas` for the limit, a number for the chain. */
function web3(transaction: EvmKmsTransaction, gasPrice: bigint | null, chainId: number) {
  const { from, to, value, data, nonce, gasLimit } = transaction
  return {
    from: open(from, same),
    to: open(to, same),
    value: decimal(value),
    data,
    gas: open(gasLimit, decimal),
    gasPrice: open(gasPrice, decimal),
    nonce: open(nonce, decimal),
    chainId,
  }
}

/** ethers 5 with Celo's wallet: hex quantities, `gasLimit`, and no other fields. */
function celo(transaction: EvmKmsTransaction, gasPrice: bigint | null, chainId: number) {
  const { from, to, value, data, nonce, gasLimit, feeCurrency } = transaction
  return {
    from: open(from, same),
    to: open(to, same),
    value: hex(value),
    data,
    gasLimit: open(gasLimit, hex),
    gasPrice: open(gasPrice, hex),
    nonce: open(nonce, hex),
    chainId,
    feeCurrency,
  }
}

/** The daemon's row. */
type Row = Readonly<Record<string, unknown>>

/**
 * What each field of a row requires of the signed transaction. The signer may choose absent fields; but without data it
 * must be a payment, and a fee in the coin must stay one.
 */
const BOUND: readonly (readonly [
  what: string,
  asked: (row: Row) => unknown,
  done: (transaction: Opened) => string | bigint,
])[] = [
  ['the chain', ({ chainId }) => chainId, ({ chainId }) => chainId],
  ['the recipient', ({ to = '' }) => to, ({ to }) => to ?? ''],
  ['the amount', ({ value }) => value, ({ value }) => value],
  ['the data', ({ data = '0x' }) => data, ({ data }) => data],
  ['the sender', ({ from }) => from, ({ from }) => from],
  ['the nonce', ({ nonce }) => nonce, ({ nonce }) => BigInt(nonce)],
  ['the gas limit', ({ gas, gasLimit }) => gas ?? gasLimit, ({ gasLimit }) => gasLimit],
  ['the gas price', ({ gasPrice }) => gasPrice, ({ highestPrice }) => highestPrice],
  ['what the fee is paid in', ({ feeCurrency = '' }) => feeCurrency, ({ feeCurrency = '' }) => feeCurrency],
]

/** How a signed transaction differs from the row; null if it does not. */
export function difference(serialized: string, transaction: Opened): string | null {
  const row = rowOf(serialized)
  if (row === undefined) return 'what was asked for cannot be read'
  for (const [what, asked, done] of BOUND) {
    const wanted = asked(row)
    if (wanted !== undefined && !isSame(wanted, done(transaction))) return `${what} is another one`
  }
  return null
}

/** Whether the row contains the whole fee. The signer chooses what is absent. */
export function namesFee(serialized: string): boolean {
  const { gasPrice, gas, gasLimit = gas } = rowOf(serialized) ?? {}
  return gasPrice !== undefined && gasLimit !== undefined
}

/** Whether the row contains the nonce of the transaction. */
export function namesNonceOf(serialized: string, { nonce }: Opened): boolean {
  const asked = rowOf(serialized)?.['nonce']
  return asked !== undefined && isSame(asked, BigInt(nonce))
}

function rowOf(serialized: string): Row | undefined {
  try {
    const row: unknown = JSON.parse(serialized)
    return typeof row === 'object' && row !== null ? { ...row } : undefined
  } catch {
    return undefined
  }
}

/** Quantities may be decimal text, hex or numbers; addresses and data are hex in either case. */
function isSame(wanted: unknown, done: string | bigint): boolean {
  const text = String(wanted).toLowerCase()
  if (typeof done === 'string') return text === done.toLowerCase()
  return /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/.test(text) && BigInt(text) === done
}
