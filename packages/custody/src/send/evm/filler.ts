/**
 * The filler: a transaction that takes the nonce of one that no node accepts, so that later ones are not stuck. The key
 * is available only during the call, so the filler is signed together with the transaction. It pays nobody: anyone who
 * obtains it can only cancel that one transaction.
 */
import { times } from '@tallystick/core'
import type { EvmTransaction } from '../../ports/evm.js'
import type { FeeCeiling } from '../../ports/fee.js'

/** A payment of zero to the own address. If a token pays the fee on Celo, it takes 50,000 more. */
const GAS = 21_000n
const GAS_IN_TOKEN = 100_000n

/** Nodes accept another transaction with the same nonce if price and tip are a tenth higher. */
const raised = (price: bigint): bigint => times(price, '1.25') + 1n

/**
 * @param replaced The transaction whose nonce it takes
 * @param maxFee The ceiling in the coin of its fee
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
