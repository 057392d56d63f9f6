/**
 * Builds an unsigned transaction from a payment. Pure: the same intent gives the same transaction.
 *
 * The remainder is inputs minus recipients:
 * - With `changeAddress` it goes there minus the fee, which is the given one or the market's. Change below the relay
 *   limit (dust) is added to the fee.
 * - Without it, the remainder is the fee. It is refused if it exceeds the given fee, or is unreasonably high without
 *   a given one: nobody wants to burn it.
 *
 * A fee that the call does not give is never above the chain's ceiling.
 */
import { formatDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type FeeCoin,
  mustBeBelow,
  type Outpoint,
  type OutputKind,
  type Utxo,
  type UtxoIntent,
  type UtxoParams,
} from '@tallystick/custody'
import { scriptOf } from './addresses.js'
import { fromHex, malformed, type Payload, type PayloadInput, toHex } from './payload.js'
import { hash160, readScript, redeemScript, spendingKind } from './script.js'
import { closest, largestFirst, Ranking } from './select.js'
import { countWeight, dustOf, feeFor, inputWeight, MAX_WEIGHT, OVERHEAD, outputWeight } from './size.js'

/** A remainder of this many times the fee of a fast payment, and more than the payment, was not left on purpose. */
const EXCEPTIONAL = 20n

/** The largest value of an output: 64 bits, signed. */
const MAX_VALUE = 2n ** 63n - 1n

/** The highest sequence that signals replaceability (BIP-125). */
export const REPLACEABLE = 0xfffffffd
const FINAL = 0xffffffff

interface Output {
  readonly script: Uint8Array
  readonly value: bigint
}

/** @throws BadTransaction */
export function build(intent: UtxoIntent, params: UtxoParams, coin: FeeCoin): Payload {
  const outputs = intent.to.map(({ address, value }) => outputTo(address, value, params))
  if (outputs.length === 0) throw malformed('The payment has no recipient')
  try {
    return made(intent, outputs, params, coin)
  } catch (error) {
    // At an extreme rate no output is worth spending. The rate is then reported as the cause.
    if (error instanceof BadTransaction && error.code === 'insufficient.funds' && isLimited(intent)) {
      mustBeBelow(params.maxFee, feeFor(lightest(outputs), intent.marketRate), coin)
    }
    throw error
  }
}

/** Whether the ceiling applies: not to a given fee, and not if the fee is only estimated. */
const isLimited = ({ fee, fastRate }: UtxoIntent): boolean => fee === null && fastRate !== null

function made(intent: UtxoIntent, outputs: readonly Output[], params: UtxoParams, coin: FeeCoin): Payload {
  const change =
    intent.changeAddress === null ? undefined : { script: scriptAt(intent.changeAddress, params), value: 0n }
  const weights = new Weights(params)
  const coins = choose(intent, outputs, change, params, weights)
  if (coins.length === 0) throw new BadTransaction('insufficient.funds', 'There is nothing to spend')

  const remainder = sum(coins) - sum(outputs)
  const inputs = countWeight(coins.length) + weights.ofAll(coins)
  const weight = inputs + fixedWeight(outputs)
  if (weight > MAX_WEIGHT)
    throw malformed(`It would take ${coins.length} inputs, which is more than nodes relay`)
  if (remainder < 0n)
    throw new BadTransaction('insufficient.funds', 'The inputs are worth less than the payment')
  const paid = change === undefined ? outputs : withChange(intent, inputs, outputs, change, remainder, params)
  if (paid.length === outputs.length) checkRemainder(intent, remainder, weight, change, params, coin)
  else if (isLimited(intent)) mustBeBelow(params.maxFee, sum(coins) - sum(paid), coin)
  return {
    version: 2,
    locktime: 0,
    inputs: coins.map((coin) => inputOf(coin, params)),
    outputs: paid.map(({ script, value }) => ({ value: String(value), script: toHex(script) })),
  }
}

/** The lightest transaction with these outputs, which spends one taproot output. */
const lightest = (outputs: readonly Output[]): number =>
  fixedWeight(outputs) + countWeight(1) + inputWeight('p2tr')

const fixedWeight = (outputs: readonly Output[]): number =>
  outputs.reduce((total, { script }) => total + outputWeight(script), OVERHEAD + countWeight(outputs.length))

const sum = (values: readonly { readonly value: bigint }[]): bigint =>
  values.reduce((total, { value }) => total + value, 0n)

function choose(
  { required, available, excluded, fee, marketRate }: UtxoIntent,
  outputs: readonly Output[],
  change: Output | undefined,
  params: UtxoParams,
  weights: Weights,
): readonly Utxo[] {
  for (const utxo of required) {
    if (utxo.tokens === true)
      throw malformed(`${outpoint(utxo)} carries tokens, which a payment would destroy`)
    if (weights.of(utxo) === 0) throw malformed(`${outpoint(utxo)} is of a kind that cannot be spent`)
  }
  const rate = fee === null ? marketRate : 0n
  // Two more bytes for the count, if there may be more than 252 inputs.
  const fixed = fixedWeight(outputs) + countWeight(required.length + available.length)
  const own = fee ?? feeFor(fixed + weights.ofAll(required), rate)
  const missing = sum(outputs) + own - sum(required)
  if (missing <= 0n || available.length === 0) return distinct(required)

  const taken = new Set([...required.map(outpoint), ...(excluded ?? [])])
  const isTaken = taken.size === 0 ? null : (coin: Utxo): boolean => taken.has(outpoint(coin))
  const ranking = rankingOf(available, rate, params, weights)
  const tolerance = fee === null ? mostMeant(sum(outputs), own, params) - own : params.dust
  const exact = change === undefined ? closest(ranking, missing, tolerance, isTaken) : undefined
  return distinct([...required, ...(exact ?? largestFirst(ranking, missing, isTaken))])
}

/** The last ranking of each list of outputs, kept with the list: selecting of it again takes no sorting. */
const RANKINGS = new WeakMap<
  readonly Utxo[],
  { readonly rate: bigint; readonly params: UtxoParams; readonly ranking: Ranking<Utxo> }
>()

function rankingOf(
  available: readonly Utxo[],
  rate: bigint,
  params: UtxoParams,
  weights: Weights,
): Ranking<Utxo> {
  const known = RANKINGS.get(available)
  if (known?.rate === rate && known.params === params) return known.ranking
  const ranking = new Ranking([...available], (coin) => {
    const weight = coin.tokens === true ? 0 : weights.of(coin)
    return weight === 0 ? 0n : coin.value - weights.price(weight, rate)
  })
  RANKINGS.set(available, { rate, params, ranking })
  return ranking
}

/** @throws BadTransaction if an output is listed twice */
function distinct(coins: readonly Utxo[]): readonly Utxo[] {
  const seen = new Set<string>()
  for (const coin of coins) {
    if (seen.has(outpoint(coin))) throw malformed(`${outpoint(coin)} is to be spent twice`)
    seen.add(outpoint(coin))
  }
  return coins
}

/** Many outputs share few scripts and fewer weights, so each weight is computed once. */
class Weights {
  private readonly byScript = new Map<string, number>()
  private last: { readonly script: string; readonly weight: number } = { script: '', weight: 0 }
  private readonly prices = new Map<number, bigint>()

  constructor(private readonly params: UtxoParams) {}

  /** 0: it cannot be spent. */
  of({ script }: Utxo): number {
    // Outputs of one address are adjacent.
    if (script !== this.last.script) {
      const weight = this.byScript.get(script) ?? this.work(script)
      this.byScript.set(script, weight)
      this.last = { script, weight }
    }
    return this.last.weight
  }

  ofAll(utxos: readonly Utxo[]): number {
    return utxos.reduce((total, utxo) => total + this.of(utxo), 0)
  }

  private work(script: string): number {
    const kind = kindOf({ script }, this.params)
    return kind === undefined ? 0 : inputWeight(kind)
  }

  price(weight: number, rate: bigint): bigint {
    let price = this.prices.get(weight)
    if (price === undefined) {
      price = feeFor(weight, rate)
      this.prices.set(weight, price)
    }
    return price
  }
}

/**
 * @param inputs Their weight
 * @returns The outputs and the change; only the outputs if the change would be dust, which then becomes fee
 */
function withChange(
  intent: UtxoIntent,
  inputs: number,
  outputs: readonly Output[],
  change: Output,
  remainder: bigint,
  params: UtxoParams,
): readonly Output[] {
  const alone = intent.fee ?? feeFor(inputs + fixedWeight(outputs), intent.marketRate)
  if (remainder < alone)
    throw new BadTransaction('insufficient.funds', `The fee would be ${alone} base units`)
  const value =
    remainder - (intent.fee ?? feeFor(inputs + fixedWeight([...outputs, change]), intent.marketRate))
  const dust = dustOf(change.script, params)
  const { leastChange = dust } = params
  return value < leastChange || value < dust ? outputs : [...outputs, { ...change, value }]
}

/** Checks that what becomes fee was meant to. */
function checkRemainder(
  intent: UtxoIntent,
  remainder: bigint,
  weight: number,
  change: Output | undefined,
  params: UtxoParams,
  coin: FeeCoin,
): void {
  const { fee, fastRate, to } = intent
  if (remainder < (fee ?? 1n))
    throw new BadTransaction('insufficient.funds', `The inputs leave ${remainder} for the fee`)
  if (fee !== null) {
    // Change that is dust, plus the cost of its output, is always small.
    if (change === undefined && remainder > fee + params.dust) throw burnt(remainder, coin, fee, 'is named')
    return
  }
  if (fastRate === null) return
  mustBeBelow(params.maxFee, change === undefined ? feeFor(weight, intent.marketRate) : remainder, coin)
  if (change !== undefined) return
  const most = mostMeant(sum(to), feeFor(weight, fastRate), params)
  if (remainder > most) throw burnt(remainder, coin, most, 'is the most that can be meant')
}

/** The largest remainder that may become the fee, in base units. */
function mostMeant(payment: bigint, fast: bigint, { maxFee }: UtxoParams): bigint {
  const most = payment > fast * EXCEPTIONAL ? payment : fast * EXCEPTIONAL
  return most < maxFee ? most : maxFee
}

const burnt = (remainder: bigint, { id, decimals }: FeeCoin, limit: bigint, why: string): BadTransaction => {
  const [fee, most] = [remainder, limit].map((units) => formatDecimal(units, decimals))
  return new BadTransaction(
    'fee.exceptional',
    `the inputs leave ${fee} ${id} for it, where ${most} ${id} ${why}`,
  )
}

const outpoint = ({ txId, index }: Outpoint): string => `${txId}:${index}`

export function kindOf(utxo: Pick<Utxo, 'script'>, params: UtxoParams): OutputKind | undefined {
  return spendingKind(fromHex(utxo.script), params.hrp !== undefined)
}

function inputOf(utxo: Utxo, { replacement }: UtxoParams): PayloadInput {
  const { txId, index, value, script, publicKey } = utxo
  if (!/^[0-9a-f]{64}$/.test(txId) || !Number.isInteger(index) || index < 0 || index > 0xffffffff) {
    throw malformed('Not an outpoint')
  }
  const sequence = replacement === undefined ? FINAL : REPLACEABLE
  const input = { txId, index, sequence, value: String(value), script }
  const read = readScript(fromHex(script))
  if (read?.kind !== 'p2sh' || publicKey === undefined) return input
  const redeem = redeemScript(fromHex(publicKey))
  if (toHex(hash160(redeem)) !== toHex(read.hash)) {
    throw malformed(`The key does not control output ${index} of ${txId}`)
  }
  return { ...input, redeem: toHex(redeem) }
}

export function scriptAt(address: string, params: UtxoParams): Uint8Array {
  const script = scriptOf(address, params)
  if (script === undefined) throw malformed('Not an address of the chain')
  return script
}

function outputTo(address: string, value: bigint, params: UtxoParams): Output {
  const script = scriptAt(address, params)
  const least = dustOf(script, params)
  if (value < least)
    throw new BadTransaction('dust', `An output of ${value}: nodes relay none below ${least}`)
  if (value > MAX_VALUE) throw malformed('The value is more than an output can hold')
  return { script, value }
}
