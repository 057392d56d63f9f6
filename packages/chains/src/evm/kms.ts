/**
 * Transactions as the public key-management daemon reads them (github.com/tatumio/tatum-kms, which calls
 * `signKMSTransaction` of github.com/tatumio/tatum-js): `JSON.parse(serializedTransaction)`, handed to web3's
 * `accounts.signTransaction`, and on Celo to an ethers wallet.
 *
 * Both sign with one price: web3 refuses `gasPrice` beside `maxFeePerGas`. A nonce is text, because the daemon takes
 * the number 0 for no nonce. What is left out, the daemon fills in when it signs: the sender is its key's address, the
 * nonce is the next one of the node, the limit and the price are what the node advises.
 */
import type { EvmKmsTransaction, EvmParams } from '@tallystick/engine'
import { malformed } from './faults.js'

/** @param transaction With canonical addresses */
export function serializeForKms(transaction: EvmKmsTransaction, params: EvmParams): string {
  const { gas } = transaction
  if (gas !== null && gas.kind !== 'legacy') throw malformed('A key-management system is given one gas price')
  const fields = params.envelope === 'cip64' ? celo : web3
  return JSON.stringify(fields(transaction, gas?.gasPrice ?? null, Number(params.chainId)))
}

/** `JSON.stringify` leaves out what is undefined. */
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

/** ethers 5 with Celo's wallet: hex quantities, `gasLimit`, and no field beyond these. */
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
