/**
 * Which of a wallet's outputs a withdrawal spends. Pure. The fee is given, so it decides how many outputs there may be:
 *
 * 1. The largest ones that reach the payment and its fee. What a transaction of ours leaves to the wallet, in no block
 *    that is deep enough, counts only if the rest does not reach it.
 * 2. All other deposits, then what the pool's own address has, the largest first, while the fee still pays the market's
 *    rate for them. So withdrawals gather the deposits at the pool.
 * 3. If there would be no change, or it would be dust, which is lost as fee: more of these while nodes relay it. Some
 *    clients treat a change of 0 as none, and fail.
 */
import { formatDecimal, isOfPool, type Output } from '@tallystick/core'
import { BadTransaction } from '../ports/chain.js'
import type { FeeCoin } from '../ports/fee.js'

/** A transaction with more may be larger than what nodes relay (Bitcoin Core, MAX_STANDARD_TX_WEIGHT). */
export const MAX_INPUTS = 500

export interface Selection {
  /** Deposits first, then the pool's own outputs. */
  readonly inputs: readonly Output[]
  /** Base units to the pool; 0: no output of change. */
  readonly change: bigint
  /** What is left to the block, in base units: the given fee, and change that would be dust. */
  readonly fee: bigint
}

export interface Wanted {
  /** Deep enough to be spent. */
  readonly deep: readonly Output[]
  /** Left to the wallet by transactions of ours, and not deep enough yet. */
  readonly own: readonly Output[]
  /** Base units of the wallet that are held for transactions, pending signatures and withdrawals. */
  readonly held: bigint
  /** What the recipients get together, in base units. */
  readonly paid: bigint
  /** In base units. */
  readonly fee: bigint
  /** Base units per 1,000 virtual bytes: what the market asks, and the least that nodes relay. */
  readonly marketRate: bigint
  readonly leastRate: bigint
  readonly coin: FeeCoin
  /** Whether change of this amount is none, or too little for an output. */
  isDust(change: bigint): boolean
  /** Virtual bytes of the transaction that spends these and has change. */
  sizeOf(inputs: readonly Output[]): number
}

/** @throws BadTransaction `insufficient.funds`; `malformed` if the fee is too low for the outputs */
export function select(wanted: Wanted): Selection {
  const { paid, fee, isDust, marketRate, leastRate, coin } = wanted
  const need = paid + fee
  const deep = largest(wanted.deep)
  const needed = reaching(deep, need) ?? reaching(largest([...deep, ...wanted.own]), need)
  if (needed === undefined) throw insufficient(wanted, need)

  const others = deep.filter((output) => !needed.includes(output))
  const all = [...needed, ...poolLast(others)].slice(0, MAX_INPUTS)
  const leastFee = (count: number, rate: bigint): bigint => feeFor(wanted.sizeOf(all.slice(0, count)), rate)
  if (leastFee(needed.length, leastRate) > fee) {
    const least = formatDecimal(leastFee(needed.length, leastRate), coin.decimals)
    throw new BadTransaction(
      'malformed',
      `For ${needed.length} inputs nodes take a fee of ${least} ${coin.id} or more`,
    )
  }
  let count = largestCount(needed.length, all.length, (size) => leastFee(size, marketRate) <= fee)
  const changeOf = (size: number): bigint => sum(all.slice(0, size)) - need
  while (isDust(changeOf(count)) && count < all.length && leastFee(count + 1, leastRate) <= fee) count++
  const inputs = poolLast(all.slice(0, count))
  const change = changeOf(count)
  return isDust(change) ? { inputs, change: 0n, fee: fee + change } : { inputs, change, fee }
}

function insufficient({ deep, own, held, coin }: Wanted, need: bigint): BadTransaction {
  const all = [...deep, ...own]
  const [has, wants, most] = [sum(all), need, sum(largest(all))].map((units) =>
    formatDecimal(units, coin.decimals),
  )
  const inputs =
    has === most ? '' : `, of which ${MAX_INPUTS} outputs, the most for a transaction, have ${most}`
  const others =
    held === 0n
      ? ''
      : `, besides ${formatDecimal(held, coin.decimals)} ${coin.id} that are held for transactions under way`
  return new BadTransaction(
    'insufficient.funds',
    `The wallet has ${has} ${coin.id} to spend${inputs}${others}; ${wants} are needed`,
  )
}

/** As many as one transaction may spend, the largest first. The same outputs are always in the same order. */
const largest = (outputs: readonly Output[]): readonly Output[] =>
  outputs
    .toSorted(
      (one, other) =>
        compare(other.value, one.value) || compare(one.txId, other.txId) || one.index - other.index,
    )
    .slice(0, MAX_INPUTS)

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0

/** Otherwise in their order. */
const poolLast = (outputs: readonly Output[]): readonly Output[] =>
  outputs.toSorted((one, other) => Number(isOfPool(one)) - Number(isOfPool(other)))

/** The first ones that reach the amount; undefined if all together do not. */
function reaching(ranking: readonly Output[], amount: bigint): readonly Output[] | undefined {
  let reached = 0n
  const end = ranking.findIndex(({ value }) => {
    reached += value
    return reached >= amount
  })
  return end === -1 ? undefined : ranking.slice(0, end + 1)
}

/** The largest count up to `most` that holds, by bisection: if one holds, all smaller ones do. At least `least`. */
function largestCount(least: number, most: number, holds: (count: number) => boolean): number {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

export const sum = (outputs: readonly Output[]): bigint =>
  outputs.reduce((total, { value }) => total + value, 0n)

const feeFor = (virtualSize: number, rate: bigint): bigint => (BigInt(virtualSize) * rate + 999n) / 1000n
