/**
 * Transactions as the public key-management daemon reads them (github.com/tatumio/tatum-kms, which calls
 * `signKMSTransaction` of github.com/tatumio/tatum-js): `JSON.parse(serializedTransaction)`, handed to web3's
 * `accounts.signTransaction`, and on Celo to an ethers wallet.
 *
 * Both sign with one price: web3 refuses `gasPrice` beside `maxFeePerGas`, and the daemon adds `gasPrice` where
 * there is none. A nonce is text, because the daemon takes the number 0 for no nonce. Without a nonce, it asks
 * the node for the next one when it signs.
 */
import type { EvmParams, EvmTransaction } from '@tallystick/engine'
import { malformed } from './faults.js'

export type ForKms = Omit<EvmTransaction, 'nonce'> & { readonly nonce: number | null }

/** @param transaction With canonical addresses */
export function serializeForKms(transaction: ForKms, params: EvmParams): string {
  const { gas } = transaction
  if (gas.kind !== 'legacy') throw malformed('A key-management system is given one gas price')
  return params.envelope === 'cip64'
    ? celo(transaction, gas.gasPrice, params.chainId)
    : web3(transaction, gas.gasPrice, params.chainId)
}

/** web3 1.x: decimal text for quantities, `gas` for the limit, a number for the chain. */
function web3(transaction: ForKms, gasPrice: bigint, chainId: bigint): string {
  const { from, to, value, data, nonce, gasLimit } = transaction
  return JSON.stringify({
    from,
    ...(to === null ? {} : { to }),
    value: value.toString(),
    data,
    gas: gasLimit.toString(),
    gasPrice: gasPrice.toString(),
    ...(nonce === null ? {} : { nonce: nonce.toString() }),
    chainId: Number(chainId),
  })
}

/** ethers 5 with Celo's wallet: hex quantities, `gasLimit`, and no field beyond these. */
function celo(transaction: ForKms, gasPrice: bigint, chainId: bigint): string {
  const { from, to, value, data, nonce, gasLimit, feeCurrency } = transaction
  const hex = (quantity: bigint | number): string => `0x${quantity.toString(16)}`
  return JSON.stringify({
    from,
    ...(to === null ? {} : { to }),
    value: hex(value),
    data,
    gasLimit: hex(gasLimit),
    gasPrice: hex(gasPrice),
    ...(nonce === null ? {} : { nonce: hex(nonce) }),
    chainId: Number(chainId),
    ...(feeCurrency === undefined ? {} : { feeCurrency }),
  })
}
