/** Estimates. They sign and store nothing: each answer is what the node reports now. */
import { exactNumber, formatDecimal, type Network } from '@tallystick/core'
import {
  BadTransaction,
  type EvmCall,
  type EvmChain,
  type EvmRecord,
  gasBy,
  records,
  type Utxo,
  type UtxoChain,
  type UtxoIntent,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { tokenTransfer } from '../families/evm/operation-types.js'
import { addressOf, evmOf, type OnTestnet } from '../families/evm/reads.js'
import { addressIn, utxoOf } from '../families/utxo/reads.js'
import { chainRejection, refused } from './faults.js'
import { unitsOf } from './units.js'

/** Estimates of a batch that run at the same time. */
const ABREAST = 8

/** Of the native coin of each EVM chain. */
const EVM_DECIMALS = 18

interface Call {
  readonly from: string
  readonly to: string
  /** Native coins, or tokens if `contractAddress` names one. */
  readonly amount: string
  readonly data?: string
  readonly contractAddress?: string
}

type Rates = Awaited<ReturnType<EvmChain['node']['feeRates']>>

/** @throws Rejected `validation.failed`; BadTransaction */
async function callOf(chain: EvmChain, { amount, data, contractAddress, ...ends }: Call): Promise<EvmCall> {
  const from = addressOf(chain, 'from', ends.from)
  const to = addressOf(chain, 'to', ends.to)
  if (contractAddress === undefined) {
    return { from, to, value: unitsOf('amount', amount, chain.record.decimals), data: hexOf(data) }
  }
  if (data !== undefined) throw refused('data', { token: "data: a token's transfer has data of its own" })
  return tokenTransfer(chain, {
    from,
    to,
    amount,
    token: addressOf(chain, 'contractAddress', contractAddress),
  })
}

function hexOf(data = ''): string {
  const digits = data.replace(/^0[xh]/, '').toLowerCase()
  if (digits.length % 2 === 0) return `0x${digits}`
  throw refused('data', { hex: 'data has half a byte' })
}

/** Of a chain without a record of its own: asks a node of the RPC pass-through, by its name on each network. */
export const estimateGasBy =
  (name: string, nodes: Readonly<Record<Network, string>>) =>
  async ({ chains, caller }: CallContext, { amount, data, ...ends }: Omit<Call, 'contractAddress'>) => {
    const call = {
      from: hexAddress(name, 'from', ends.from),
      to: hexAddress(name, 'to', ends.to),
      value: unitsOf('amount', amount, EVM_DECIMALS),
      data: hexOf(data),
    }
    const { units, price } = await gasBy(chains, nodes[caller.network], call)
    return { gasLimit: exactNumber(units.toString()), gasPrice: price.toString() }
  }

function hexAddress(name: string, property: string, text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase()
  throw refused(property, { address: `${property} is not an address of ${name}: 0x and 40 hex digits` })
}

/** Units of gas, and the price that the node suggests. */
export const estimateGas = (record: EvmRecord) => async (context: CallContext, call: Call) => {
  const chain = await evmOf(context, record, {})
  const what = await callOf(chain, call)
  const [units, price] = await Promise.all([chain.node.estimateGas(what), chain.node.gasPrice()])
  return { gasLimit: exactNumber(units.toString()), gasPrice: price.toString() }
}

const described = (units: bigint, { slow, medium, fast, base }: Rates) => ({
  gasLimit: units.toString(),
  gasPrice: fast.toString(),
  estimations: {
    safe: slow.toString(),
    standard: medium.toString(),
    fast: fast.toString(),
    baseFee: (base ?? 0n).toString(),
  },
})

/** The same, with the prices for inclusion sooner or later. */
export async function estimateGasWithRates(context: CallContext, { testnetType, ...call }: Call & OnTestnet) {
  const chain = await evmOf(context, records.ETH, testnetType === undefined ? {} : { testnetType })
  const what = await callOf(chain, call)
  const [units, rates] = await Promise.all([chain.node.estimateGas(what), chain.node.feeRates()])
  return described(units, rates)
}

/** Answers in the order of the request. An error in one estimate is reported at its position. @throws NodeFault */
export async function estimateGasBatch(
  context: CallContext,
  { estimations, ...args }: OnTestnet & { readonly estimations: readonly Call[] },
) {
  const chain = await evmOf(context, records.ETH, args)
  const rates = await chain.node.feeRates()
  const one = async (call: Call) => {
    const { contractAddress } = call
    const about = contractAddress === undefined ? {} : { contractAddress }
    try {
      const units = await chain.node.estimateGas(await callOf(chain, call))
      return { error: false, ...about, data: described(units, rates) }
    } catch (error) {
      return { error: true, ...about, msg: complaint(error) }
    }
  }
  const result: Awaited<ReturnType<typeof one>>[] = []
  for (let start = 0; start < estimations.length; start += ABREAST) {
    result.push(...(await Promise.all(estimations.slice(start, start + ABREAST).map(one))))
  }
  return { error: result.some(({ error }) => error), result }
}

/** @throws the error, if it does not concern this estimate alone */
function complaint(error: unknown): string {
  if (error instanceof BadTransaction)
    return new Rejected(chainRejection(error) ?? { code: 'transaction.invalid.body' }).message
  if (!(error instanceof Rejected)) throw error
  const [violation] = error.rejection.violations ?? []
  return Object.values(violation?.constraints ?? {})[0] ?? error.message
}

/** Per unit of gas in wei, or per virtual byte in base units. */
export async function readFee(context: CallContext, { chain: id }: { readonly chain: string }) {
  const time = new Date(context.engine.now()).toISOString()
  const { record } = await context.chains.chain(id, context.caller.network)
  if (record.family === 'evm') {
    const { node } = await evmOf(context, record, {})
    const [{ fast, medium, slow, base }, { height }] = await Promise.all([node.feeRates(), node.head()])
    return {
      ...each({ fast, medium, slow }, (wei) => exactNumber(wei.toString())),
      ...(base === null ? {} : { baseFee: exactNumber(base.toString()) }),
      time,
      block: height,
    }
  }
  const { node } = await utxoOf(context, record)
  const [rates, { height }] = await Promise.all([node.feeRates(), node.head()])
  // The port returns rates per 1,000 virtual bytes.
  return { ...each(rates, (rate) => exactNumber(formatDecimal(rate, 3))), time, block: height }
}

type Speeds<Value> = { readonly [Speed in 'fast' | 'medium' | 'slow']: Value }

const each = <From, To>({ fast, medium, slow }: Speeds<From>, to: (value: From) => To): Speeds<To> => ({
  fast: to(fast),
  medium: to(medium),
  slow: to(slow),
})

interface Payments {
  readonly chain: string
  readonly to: readonly { readonly address: string; readonly value: number | string }[]
}

export async function estimateFromAddresses(
  context: CallContext,
  { chain: id, fromAddress, to }: Payments & { readonly fromAddress: readonly string[] },
) {
  const chain = await utxoOf(context, { id })
  const sources = [
    ...new Set(fromAddress.map((address, at) => addressIn(chain, address, `fromAddress.${at}`))),
  ]
  const found: Utxo[] = []
  for (const source of sources) found.push(...(await chain.node.utxos(source)))
  return feesOf(chain, {
    required: [],
    available: found,
    to: recipientsIn(chain, to),
    changeAddress: sources[0] ?? null,
  })
}

export async function estimateFromOutputs(
  context: CallContext,
  {
    chain: id,
    fromUTXO,
    to,
  }: Payments & { readonly fromUTXO: readonly { readonly txHash: string; readonly index: number }[] },
) {
  const chain = await utxoOf(context, { id })
  const required: Utxo[] = []
  for (const [at, { txHash, index }] of fromUTXO.entries()) {
    if (!/^[0-9a-f]{64}$/i.test(txHash)) {
      throw refused(`fromUTXO.${at}.txHash`, { hash: `fromUTXO.${at}.txHash is not a hash` })
    }
    const utxo = await chain.node.utxo({ txId: txHash.toLowerCase(), index })
    if (utxo === undefined) throw new BadTransaction('output.spent', `Output ${index} of ${txHash}`)
    required.push(utxo)
  }
  return feesOf(chain, {
    required,
    available: [],
    to: recipientsIn(chain, to),
    changeAddress: required[0]?.address ?? null,
  })
}

const recipientsIn = (chain: UtxoChain, to: Payments['to']): UtxoIntent['to'] =>
  to.map(({ address, value }, at) => ({
    address: addressIn(chain, address, `to.${at}.address`),
    value: unitsOf(`to.${at}.value`, value, chain.record.decimals),
  }))

/** The fee of the transaction that the payment would make, with change, at each rate. In coins. */
export async function feesOf(
  { codec, record, node }: UtxoChain,
  payment: Omit<UtxoIntent, 'fee' | 'marketRate' | 'fastRate'>,
) {
  return each(await node.feeRates(), (marketRate) => {
    const { fee } = codec.build({ ...payment, fee: null, marketRate, fastRate: null })
    return formatDecimal(BigInt(fee), record.decimals) as string
  })
}
