/**
 * Transactions of EVM chains: exact amounts and call data from the wire's words, the fee and the nonce that a
 * transaction needs beside them, and the calls of contracts that change nothing.
 */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import {
  BadTransaction,
  type EvmChain,
  type EvmKmsTransaction,
  type EvmTransaction,
  type FeeCeiling,
  type FeeCoin,
  mustBeBelow,
  weiFromGwei,
} from '@tallystick/custody'
import type { ContractData } from '../models/evm.js'
import type { CallContext } from '../operation.js'
import type { Performance, Recorder } from '../performed.js'
import { addressOf, type EvmId, evmOf, type OnTestnet, paramsOf, tokenOf } from './evm.js'
import { mustCover } from './evm-cover.js'
import { fillerOf } from './evm-filler.js'
import { refused } from './faults.js'
import {
  type AwaitsSignature,
  deliverSend,
  foreignSend,
  pendingSend,
  type SentTx,
  signedSend,
} from './send.js'
import { signerOf, signWith } from './signing.js'

/** Of a send, a broadcast and a call of a contract, on each of the chains. */
export const CREDITS = 2

/** What building one of these may be refused with. */
export const TRANSFER_CODES = [
  'erc20.token.notFound',
  'erc20.decimals.different',
  'balance.insufficient',
  'transaction.invalid.body',
  'fee.exceptional',
  'execution.reverted',
] as const satisfies readonly RejectionCode[]
export const CALL_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'fee.exceptional',
  'execution.reverted',
] as const satisfies readonly RejectionCode[]

/** What a contract is asked by, where nobody is meant. */
const NOBODY = `0x${'0'.repeat(40)}`

/** A payment of the native coin to an account without code. */
const PLAIN_GAS = 21_000n

/** Longest whole number of a body: 256 bits have 78 digits. */
const MAX_DIGITS = 78

interface Common extends OnTestnet {
  readonly fee?: { readonly gasLimit: string; readonly gasPrice: string }
  readonly nonce?: number
  /** Celo: what the fee is paid in. */
  readonly feeCurrency?: string
}

export interface Transfer extends Common {
  readonly to: string
  readonly amount: string
  readonly currency: string
  readonly data?: string
}

interface Method extends OnTestnet {
  readonly contractAddress: string
  readonly methodName: string
  readonly methodABI: object
  readonly params: readonly unknown[]
}

export interface ContractCall extends Method, Common {
  /** Native coins. */
  readonly amount?: string
}

interface WithKey {
  readonly fromPrivateKey: string
}

interface WithKms {
  readonly signatureId: string
  readonly index?: number
}

interface Returned {
  readonly data: ContractData
}

/** What is to happen, whoever sends it. */
interface Deed {
  readonly to: string
  readonly value: bigint
  readonly data: string
  /** Of a token transfer: what the sender must hold of it. */
  readonly token: { readonly address: string; readonly amount: bigint } | null
}

type Price = Pick<EvmTransaction, 'gasLimit' | 'gas'>

interface FeeToken extends FeeCeiling, FeeCoin {
  readonly address: string
}

/** @throws Rejected `validation.failed` when it has more decimals than the currency, or more digits than an amount */
export function unitsOf(property: string, text: string, decimals: number): bigint {
  const parsed = parseDecimal(text.replace(/^\+/, ''), decimals)
  if (parsed.ok) return parsed.amount
  throw refused(property, {
    decimals: `${property} is not an amount of this currency, with ${decimals} decimals at most`,
  })
}

async function transferDeed(chain: EvmChain, { to, amount, currency, data }: Transfer): Promise<Deed> {
  const recipient = addressOf(chain, 'to', to)
  if (currency === chain.record.id) {
    const value = unitsOf('amount', amount, chain.record.decimals)
    return { to: recipient, value, data: dataOf(data), token: null }
  }
  if (data !== undefined) {
    throw refused('data', {
      native: `data goes with ${chain.record.id} only: a token's transfer has data of its own`,
    })
  }
  const token = await tokenOf(chain, currency)
  const units = unitsOf('amount', amount, token.decimals)
  return {
    to: chain.codec.canonical(token.address),
    value: 0n,
    data: chain.codec.encodeErc20Transfer(recipient, units),
    token: { address: token.address, amount: units },
  }
}

/** Hex as it is, other text as its UTF-8: as the public clients of this API have it. */
function dataOf(data: string | undefined): string {
  if (data === undefined || data === '') return '0x'
  if (!data.startsWith('0x')) return `0x${Buffer.from(data, 'utf8').toString('hex')}`
  if (/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return data
  throw refused('data', { hex: 'data that begins with 0x is hex digits, two for each byte' })
}

function callDeed(chain: EvmChain, { amount = '0', ...method }: ContractCall): Deed {
  return {
    to: addressOf(chain, 'contractAddress', method.contractAddress),
    value: unitsOf('amount', amount, chain.record.decimals),
    data: chain.codec.encodeCall({ ...method.methodABI }, method.methodName, method.params),
    token: null,
  }
}

/** The fee that the call names; null when it leaves that to the market. */
function namedPrice({ fee }: Common): Price | null {
  if (fee === undefined) return null
  const gasLimit = fee.gasLimit.length > MAX_DIGITS ? undefined : BigInt(fee.gasLimit.replace(/^\+/, ''))
  if (gasLimit === undefined) throw refused('fee.gasLimit', { gas: 'fee.gasLimit is more gas than there is' })
  const gasPrice = weiFromGwei(fee.gasPrice)
  if (gasPrice === undefined) throw refused('fee.gasPrice', { gwei: 'fee.gasPrice is more than there is' })
  return { gasLimit, gas: { kind: 'legacy', gasPrice } }
}

/** The address of the token that pays the fee, and how much of it at most; undefined for the native coin. */
async function feeToken(chain: EvmChain, { feeCurrency }: Common): Promise<FeeToken | undefined> {
  if (feeCurrency === undefined || feeCurrency === chain.record.id) return undefined
  const token = await tokenOf(chain, feeCurrency)
  const { address, decimals, maxFee = 10n ** BigInt(decimals) } = token
  if (token.feeCurrency === true) return { id: feeCurrency, address, decimals, maxFee }
  throw refused('feeCurrency', { fee: `feeCurrency is none that ${chain.record.name} takes fees in` })
}

const inToken = (token: FeeToken | undefined): Pick<EvmTransaction, 'feeCurrency'> =>
  token === undefined ? {} : { feeCurrency: token.address }

/** A contract may have changed until the transaction is in a block. What is not used is not paid. */
export const withRoom = (units: bigint): bigint => (units === PLAIN_GAS ? units : units + units / 5n)

/** What the network asks now, for the gas that the node says it takes. */
async function marketPrice(
  chain: EvmChain,
  from: string,
  { to, value, data }: Deed,
  token: FeeToken | undefined,
): Promise<Price> {
  const { node, record } = chain
  const [units, rates] = await Promise.all([
    node.estimateGas({ from, to, value, data, ...inToken(token) }),
    node.feeRates(token?.address),
  ])
  const gasLimit = withRoom(units)
  const { fast, base, priority } = rates
  mustBeBelow((token ?? paramsOf(chain)).maxFee, gasLimit * fast, token ?? record)
  if (base === null) return { gasLimit, gas: { kind: 'legacy', gasPrice: fast } }
  const tip = lesser(priority, fast)
  return { gasLimit, gas: { kind: 'eip1559', maxFeePerGas: fast, maxPriorityFeePerGas: tip } }
}

function lesser(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Before the node is asked for gas: it would take the lack of tokens for a call that the contract refuses. */
async function mustHoldToken({ node }: EvmChain, from: string, { token }: Deed): Promise<void> {
  if (token === null || (await node.tokenBalance(token.address, from)) >= token.amount) return
  throw new BadTransaction('insufficient.funds', 'The sender has not enough for the amount')
}

/** Signs with the key of the call and records: with the sender's next nonce in turn, or with the one that it names. */
async function sendSigned(
  context: CallContext,
  chain: EvmChain,
  args: Common & WithKey,
  deed: Deed,
  record: Recorder<SentTx>,
): Promise<SentTx> {
  const { engine, sends, caller } = context
  const signer = signerOf(caller, chain, 'fromPrivateKey', args.fromPrivateKey)
  const from = chain.codec.canonical(signer.address)
  const paidIn = await feeToken(chain, args)
  const named = namedPrice(args)
  await mustHoldToken(chain, from, deed)
  const price = named ?? (await marketPrice(chain, from, deed, paidIn))
  const { to, value, data } = deed
  const owner = { ...sends.place(caller.tenant, chain, caller.network), owner: from }
  const send = async (nonce: number, replaces: boolean): Promise<SentTx> => {
    const transaction = { from, to, value, data, nonce, ...price, ...inToken(paidIn) }
    const unsigned = chain.codec.build(transaction)
    const signed = signWith(chain, unsigned, [signer], 'fromPrivateKey')
    await mustCover(engine, chain, owner, nonce, chain.codec.outlay(signed.raw))
    const cancels = chain.codec.build(fillerOf(transaction, paidIn ?? paramsOf(chain)))
    const { raw: filler } = signWith(chain, cancels, [signer], 'fromPrivateKey')
    const options = { credits: CREDITS, replaces, filler }
    return record(signedSend(context, chain, signed, unsigned.claims, options))
  }
  // In turn, so that what one call finds to be covered no other takes for its own; between processes the nonce that
  // both want decides, and whoever was second looks again.
  const { nonce } = args
  return nonce === undefined
    ? sends.inTurn(owner, async () =>
        send(await sends.nextIndex(owner, await chain.node.pendingNonce(from)), false),
      )
    : sends.inTurn(owner, () => send(nonce, true), 1)
}

/**
 * Stores the transaction for a key-management system. Its sender is known to that system only, which therefore
 * finds the nonce, and the fee where the call names none.
 */
async function sendPending(
  context: CallContext,
  chain: EvmChain,
  args: Common & WithKms,
  { to, value, data }: Deed,
  record: Recorder<AwaitsSignature>,
): Promise<AwaitsSignature> {
  const { nonce = null, index = null } = args
  const named = namedPrice(args)
  // What no node could hear of is not stored, only to wait.
  await chain.node.head()
  const serialized = chain.codec.serializeForKms({
    from: null,
    to,
    value,
    data,
    nonce,
    ...(named ?? { gasLimit: null, gas: await priceForKms(chain) }),
    ...inToken(await feeToken(chain, args)),
  })
  const hashes = [args.signatureId]
  return record(
    pendingSend(context, chain, { hashes, serialized, claims: [], index, replaces: nonce !== null }),
  )
}

async function priceForKms(chain: EvmChain): Promise<EvmKmsTransaction['gas']> {
  const { pricedForKms, maxFee } = paramsOf(chain)
  if (pricedForKms !== true) return null
  const { fast } = await chain.node.feeRates()
  // How much gas it takes is found when it is signed: no less than this.
  mustBeBelow(maxFee, PLAIN_GAS * fast, chain.record)
  return { kind: 'legacy', gasPrice: fast }
}

export const transferSigned = (id: EvmId): Performance<Transfer & WithKey, SentTx, SentTx> => ({
  async prepare(context, args, record) {
    const chain = await evmOf(context, id, args)
    return sendSigned(context, chain, args, await transferDeed(chain, args), record)
  },
  finish: async (context, sent, args) => deliverSend(context, await evmOf(context, id, args), sent),
})

export const transferPending = (
  id: EvmId,
): Performance<Transfer & WithKms, AwaitsSignature, AwaitsSignature> => ({
  async prepare(context, args, record) {
    const chain = await evmOf(context, id, args)
    return sendPending(context, chain, args, await transferDeed(chain, args), record)
  },
  finish: async (_context, pending) => pending,
})

/** Whether the method's description says that it changes nothing. */
function isRead({ methodABI }: Method): boolean {
  const { stateMutability, constant }: { readonly stateMutability?: unknown; readonly constant?: unknown } =
    methodABI
  return stateMutability === 'view' || stateMutability === 'pure' || constant === true
}

async function ask(chain: EvmChain, method: Method): Promise<Returned> {
  const { to, data } = callDeed(chain, method)
  const abi = { ...method.methodABI }
  const answer = await chain.node.call({ from: NOBODY, to, value: 0n, data })
  // Text, true and false, lists and objects of these: the codec makes nothing else. Nothing is an empty list.
  return { data: (chain.codec.decodeResult(abi, method.methodName, answer) ?? []) as ContractData }
}

export const readContract = (id: EvmId) => async (context: CallContext, args: Method) =>
  ask(await evmOf(context, id, args), args)

/** A method that reads needs no signature, whatever the body has: its answer is what it returns. */
async function asked(context: CallContext, chain: EvmChain, args: Method): Promise<Returned> {
  const returned = await ask(chain, args)
  context.engine.meter(context.caller, CREDITS)
  return returned
}

export const callSigned = (
  id: EvmId,
): Performance<ContractCall & WithKey, SentTx | Returned, SentTx | Returned> => ({
  async prepare(context, args, record) {
    const chain = await evmOf(context, id, args)
    if (isRead(args)) return asked(context, chain, args)
    return sendSigned(context, chain, args, callDeed(chain, args), record as Recorder<SentTx>)
  },
  finish: async (context, stored, args) =>
    'data' in stored ? stored : deliverSend(context, await evmOf(context, id, args), stored),
})

export const callPending = (
  id: EvmId,
): Performance<ContractCall & WithKms, AwaitsSignature | Returned, AwaitsSignature | Returned> => ({
  async prepare(context, args, record) {
    const chain = await evmOf(context, id, args)
    if (isRead(args)) return asked(context, chain, args)
    return sendPending(context, chain, args, callDeed(chain, args), record as Recorder<AwaitsSignature>)
  },
  finish: async (_context, stored) => stored,
})

interface Raw extends OnTestnet {
  readonly txData: string
  /** Of the pending transaction that it is. */
  readonly signatureId?: string
}

export const broadcastRaw = (id: EvmId): Performance<Raw, SentTx, SentTx> => ({
  async prepare(context, args, record) {
    const { txData, signatureId: signature } = args
    const chain = await evmOf(context, id, args)
    return record(await foreignSend(context, chain, txData, { credits: CREDITS, signature }))
  },
  finish: async (context, sent, args) => deliverSend(context, await evmOf(context, id, args), sent, true),
})
