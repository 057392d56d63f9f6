/** Converts bodies of sends on EVM chains: exact amounts, call data and fees; and reads from contracts. */

import type { RejectionCode } from '@tallystick/core'
import {
  type EvmChain,
  type EvmRecord,
  type EvmRequest,
  type FeeToken,
  keysAtHand,
  type NamedPrice,
  planEvm,
  planEvmPending,
  weiFromGwei,
} from '@tallystick/custody'
import { refused } from '../../chains/faults.js'
import { broadcasting, oneWallet, sending, waiting } from '../../chains/send.js'
import { keyIn, type SignedBy } from '../../chains/signing.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'
import type { TwoPhase } from '../../two-phase.js'
import type { ContractData } from './models.js'
import { addressOf, evmOf, type OnTestnet, tokenOf } from './reads.js'

/** Of a send, a broadcast and a contract call, on every chain. */
export const CREDITS = 2

/** Refusals when a transaction is built. */
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

/** The sender of a read from a contract. */
const NOBODY = `0x${'0'.repeat(40)}`

/** Longest whole number in a body: 256 bits have 78 digits. */
const MAX_DIGITS = 78

export interface Common extends OnTestnet {
  readonly fee?: { readonly gasLimit: string; readonly gasPrice: string }
  readonly nonce?: number
  /** Celo: the currency of the fee. */
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

interface ContractCall extends Method, Common {
  /** Native coins. */
  readonly amount?: string
}

export interface WithKms {
  readonly signatureId: string
  readonly index?: number
}

interface Returned {
  readonly data: ContractData
}

/** The requested operation without fee and nonce. */
export type Request = Pick<EvmRequest, 'to' | 'value' | 'data' | 'token'>

async function transferRequest(chain: EvmChain, { to, amount, currency, data }: Transfer): Promise<Request> {
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

/** Hex unchanged, other text as UTF-8, like the public clients of this API. */
export function dataOf(data: string | undefined): string {
  if (data === undefined || data === '') return '0x'
  if (!data.startsWith('0x')) return `0x${Buffer.from(data, 'utf8').toString('hex')}`
  if (/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return data
  throw refused('data', { hex: 'data that begins with 0x is hex digits, two for each byte' })
}

function callRequest(chain: EvmChain, { amount = '0', ...method }: ContractCall): Request {
  return {
    to: addressOf(chain, 'contractAddress', method.contractAddress),
    value: unitsOf('amount', amount, chain.record.decimals),
    data: chain.codec.encodeCall({ ...method.methodABI }, method.methodName, method.params),
    token: null,
  }
}

/** What the call names of the fee. @param place Of the two in the body: empty, or with a point at its end */
export function namedPrice(
  place: string,
  { gasLimit, gasPrice }: { readonly gasLimit?: string; readonly gasPrice?: string } = {},
): NamedPrice {
  const limit = (gasLimit?.length ?? 0) > MAX_DIGITS ? undefined : gasLimit?.replace(/^\+/, '')
  if (limit === undefined && gasLimit !== undefined) {
    throw refused(`${place}gasLimit`, { gas: `${place}gasLimit is more gas than there is` })
  }
  const wei = gasPrice === undefined ? undefined : weiFromGwei(gasPrice)
  if (wei === undefined && gasPrice !== undefined) {
    throw refused(`${place}gasPrice`, { gwei: `${place}gasPrice is more than there is` })
  }
  return {
    gasLimit: limit === undefined ? null : BigInt(limit),
    gas: wei === undefined ? null : { kind: 'legacy', gasPrice: wei },
  }
}

/** The token that pays the fee, and its fee ceiling; null for the native coin. */
export async function feeToken(
  chain: EvmChain,
  { feeCurrency }: Pick<Common, 'feeCurrency'>,
): Promise<FeeToken | null> {
  if (feeCurrency === undefined || feeCurrency === chain.record.id) return null
  const token = await tokenOf(chain, feeCurrency)
  const { address, decimals, maxFee = 10n ** BigInt(decimals) } = token
  if (token.feeCurrency === true) return { id: feeCurrency, address, decimals, maxFee }
  throw refused('feeCurrency', { fee: `feeCurrency is none that ${chain.record.name} takes fees in` })
}

const common = async (
  chain: EvmChain,
  args: Common,
): Promise<Pick<EvmRequest, 'nonce' | 'price' | 'feeToken'>> => ({
  nonce: args.nonce ?? null,
  feeToken: await feeToken(chain, args),
  price: namedPrice('fee.', args.fee),
})

type ChainOf<Args> = (context: CallContext, args: Args) => Promise<EvmChain>

const on =
  (record: EvmRecord): ChainOf<OnTestnet> =>
  (context, args) =>
    evmOf(context, record, args)

/** @param from The sender, in the canonical spelling; null if only a key-management system knows it */
export type RequestOf<Args> = (chain: EvmChain, args: Args, from: string | null) => Request | Promise<Request>

const keyOf = keyIn('fromPrivateKey')

const signed = <Args extends Common>(chainOf: ChainOf<Args>, requestOf: RequestOf<Args>) =>
  sending(
    (context: CallContext, args: Args & SignedBy<'fromPrivateKey'>) => chainOf(context, args),
    CREDITS,
    async (context, order, args) => {
      const { chain } = order
      const { signer } = await keyOf(context, chain, args)
      const request = await requestOf(chain, args, chain.codec.canonical(signer.address))
      const whole = { ...request, ...(await common(chain, args)) }
      const plan = await planEvm(context.custody, order, signer.address, whole)
      return { plan, source: keysAtHand([signer]) }
    },
  )

/** The ways to sign what a body asks for: with its key or as its managed wallet, or by a key-management system. */
export const evmSends = <Args extends Common>(chainOf: ChainOf<Args>, requestOf: RequestOf<Args>) =>
  [
    signed(chainOf, requestOf),
    waiting(
      (context: CallContext, args: Args & WithKms) => chainOf(context, args),
      async (_context, { chain }, args) => {
        const request = { ...(await requestOf(chain, args, null)), ...(await common(chain, args)) }
        return { plan: planEvmPending(chain, request), wallets: oneWallet(args.signatureId, args.index) }
      },
    ),
  ] as const

export const transfer = (record: EvmRecord) => evmSends<Transfer>(on(record), transferRequest)

/** Whether the ABI declares the method as read-only. */
function isRead({ methodABI }: Method): boolean {
  const { stateMutability, constant }: { readonly stateMutability?: unknown; readonly constant?: unknown } =
    methodABI
  return stateMutability === 'view' || stateMutability === 'pure' || constant === true
}

async function ask(chain: EvmChain, method: Method): Promise<Returned> {
  const { to, data } = callRequest(chain, method)
  const abi = { ...method.methodABI }
  const answer = await chain.node.call({ from: NOBODY, to, value: 0n, data })
  // The codec returns only text, booleans, and lists and objects of them. No value is an empty list.
  return { data: (chain.codec.decodeResult(abi, method.methodName, answer) ?? []) as ContractData }
}

export const readContract = (record: EvmRecord) => async (context: CallContext, args: Method) =>
  ask(await evmOf(context, record, args), args)

/** A read-only method needs no signature, whatever the body contains. The answer is its return value. */
async function charged(context: CallContext, chain: EvmChain, args: Method): Promise<Returned> {
  const returned = await ask(chain, args)
  context.engine.meter(context.caller, CREDITS)
  return returned
}

/** Answers a read-only call at once, and sends any other. */
function unlessRead<Stored extends object, Answer, Recorded extends Stored, Args extends ContractCall>(
  record: EvmRecord,
  how: TwoPhase<Args, Stored, Answer, Recorded>,
): TwoPhase<Args, Stored | Returned, Answer | Returned, Recorded | Returned> {
  return {
    prepare: async (context, args, terms) =>
      isRead(args)
        ? charged(context, await evmOf(context, record, args), args)
        : how.prepare(context, args, terms),
    finish: async (context, stored, args) => ('data' in stored ? stored : how.finish(context, stored, args)),
  }
}

export const call = (record: EvmRecord) => {
  const [now, pending] = evmSends<ContractCall>(on(record), callRequest)
  return [unlessRead(record, now), unlessRead(record, pending)] as const
}

export const broadcastRaw = (record: EvmRecord) =>
  broadcasting((context, args: Raw) => evmOf(context, record, args), CREDITS)

interface Raw extends OnTestnet {
  readonly txData: string
  readonly signatureId?: string
}
