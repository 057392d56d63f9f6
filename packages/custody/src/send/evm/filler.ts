/**
 * A filler uses up the nonce of a transaction that no node accepts, so that later ones are not stuck. The key is here only
 * during the call, so the filler is signed together with the transaction. It pays nobody: all that somebody can do with it
 * is to cancel that one transaction.
 */
import { times } from '@tallystick/core'
import type { EvmTransaction } from '../../ports/evm.js'
import type { FeeCeiling } from '../../ports/fee.js'

/** A payment of nothing to oneself; and one whose fee a token pays, which takes 50,000 more on Celo. */
const GAS = 21_000n
const GAS_IN_TOKEN = 100_000n

/** Nodes take another for a nonce when it offers a tenth more, of the price and of the tip. */
const raised = (price: bigint): bigint => times(price, '1.25') + 1n

/**
 * @param replaced What it is to take the nonce of
 * @param maxFee The ceiling of what its fee is paid in
 */
export function fillerOf(
  { from, nonce, gas, feeCurrency }: Pick<EvmTransaction, 'from' | 'nonce' | 'gas' | 'feeCurrency'>,
  { maxFee }: FeeCeiling,
): EvmTransaction {
  const gasLimit = feeCurrency === undefined ? GAS : GAS_IN_TOKEN
  const most = maxFee / gasLimit
  const price = (before: bigint): bigint => {
    const more = raised(before)
    if (more < most) return more
    return most
  }
  return {
    from,
    to: from,
    value: 0n,
    data: '0x',
    nonce,
    gasLimit,
    gas:
      gas.kind === 'legacy'
        ? { kind: 'legacy', gasPrice: price(gas.gasPrice) }
        : {
            kind: 'eip1559',
            maxFeePerGas: price(gas.maxFeePerGas),
            maxPriorityFeePerGas: price(gas.maxPriorityFeePerGas),
          },
    ...(feeCurrency === undefined ? {} : { feeCurrency }),
  }
}
