/** Transactions of TRON from the wire's words: exact sun and base units, and whom the key or the wallet is of. */
import type { RejectionCode } from '@tallystick/core'
import {
  keysAtHand,
  planTron,
  planTronPending,
  type TronChain,
  type TronContract,
  type TronRequest,
} from '@tallystick/custody'
import { refused } from '../../chains/faults.js'
import { broadcasting, oneWallet, sending, waiting } from '../../chains/send.js'
import { keyIn, type SignedBy } from '../../chains/signing.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'
import { exactText, type WrittenAmount } from '../../wire/exact.js'

/** Of a send. */
export const TRON_SEND_CREDITS = 10
const BROADCAST_CREDITS = 5
/** Sale of a TRC-10 token: it begins later than any block that may have it, and is over at once. */
const SALE_AFTER_MS = 100_000
const SALE_AFTER_SIGNED_MS = 86_400_000
const SALE_MS = 1_000
const MAX_UINT256 = (1n << 256n) - 1n

/** What building a transaction of TRON may be refused with. */
export const TRON_BUILD_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'fee.exceptional',
  'execution.reverted',
] as const satisfies readonly RejectionCode[]

export interface Sending {
  readonly chain: TronChain
  readonly owner: string
  /** Left to a key-management system. */
  readonly isLater: boolean
}

type ToRequest<Args> = (sending: Sending, args: Args) => TronRequest | Promise<TronRequest>

const request = (contract: TronContract, feeLimit: bigint | null = null): TronRequest => ({
  contract,
  feeLimit,
})

const sunOf = (property: string, amount: WrittenAmount): bigint => unitsOf(property, amount, 6, 'TRX')

/** @throws Rejected `validation.failed` */
export function addressOf({ codec }: TronChain, property: string, text: string): string {
  if (codec.isAddress(text)) return codec.canonical(text)
  throw refused(property, { address: `${property} is not an address of TRON` })
}

/** A recipient, who is not the sender. */
function otherThan({ chain, owner }: Sending, property: string, text: string): string {
  const address = addressOf(chain, property, text)
  if (address !== owner) return address
  throw refused(property, { address: `${property} is the sender` })
}

/** Base units of a token, of up to 256 bits. */
function unitsOfToken(property: string, amount: WrittenAmount, decimals: number): bigint {
  const [, whole = '', rest = ''] = /^0*(\d*)(?:\.(\d*?)0*)?$/.exec(exactText(amount)) ?? []
  const units =
    whole.length > 80 || rest.length > decimals ? -1n : BigInt(whole + rest.padEnd(decimals, '0') || '0')
  if (units >= 0n && units <= MAX_UINT256) return units
  throw refused(property, {
    decimals: `${property} is no amount of this token, with ${decimals} decimals at most`,
  })
}

/** A call of a contract. @param limit TRX that its energy may cost */
export const calling = (
  { owner }: Sending,
  call: { readonly to: string; readonly data: string },
  limit: WrittenAmount,
): TronRequest =>
  request(
    {
      type: 'TriggerSmartContract',
      owner,
      contract: call.to,
      data: call.data.replace(/^0x/, ''),
      value: 0n,
    },
    sunOf('feeLimit', limit),
  )

export const payTrx: ToRequest<{ readonly to: string; readonly amount: string }> = (sending, args) =>
  request({
    type: 'TransferContract',
    owner: sending.owner,
    to: otherThan(sending, 'to', args.to),
    amount: sunOf('amount', args.amount),
  })

export const payTrc10: ToRequest<{
  readonly to: string
  readonly tokenId: string
  readonly amount: string
}> = async (sending, { to, tokenId, amount }) => {
  const recipient = otherThan(sending, 'to', to)
  const token = /^\d{1,19}$/.test(tokenId) ? await sending.chain.node.asset(tokenId) : undefined
  if (token === undefined) throw refused('tokenId', { token: 'tokenId is the number of no TRC-10 token' })
  const units = unitsOfToken('amount', amount, Number(token['precision'] ?? 0))
  return request({
    type: 'TransferAssetContract',
    owner: sending.owner,
    to: recipient,
    asset: tokenId,
    amount: units,
  })
}

export const payTrc20: ToRequest<{
  readonly to: string
  readonly tokenAddress: string
  readonly feeLimit: WrittenAmount
  readonly amount: string
}> = async ({ chain, owner }, { to, tokenAddress, feeLimit, amount }) => {
  const recipient = addressOf(chain, 'to', to)
  const contract = addressOf(chain, 'tokenAddress', tokenAddress)
  const limit = sunOf('feeLimit', feeLimit)
  const units = unitsOfToken('amount', amount, await chain.node.trc20Decimals(contract))
  const data = chain.codec.trc20Transfer(recipient, units)
  return request({ type: 'TriggerSmartContract', owner, contract, data, value: 0n }, limit)
}

export const issueTrc10: ToRequest<{
  readonly recipient: string
  readonly name: string
  readonly abbreviation: string
  readonly description: string
  readonly url: string
  readonly totalSupply: WrittenAmount
  readonly decimals: number
}> = async ({ chain, owner, isLater }, args) => {
  if (addressOf(chain, 'recipient', args.recipient) !== owner) {
    throw refused('recipient', {
      issuer: 'recipient is not the sender, to whom the network gives the supply',
    })
  }
  const { time } = await chain.node.head()
  const start = time + (isLater ? SALE_AFTER_SIGNED_MS : SALE_AFTER_MS)
  return request({
    type: 'AssetIssueContract',
    owner,
    name: args.name,
    abbreviation: args.abbreviation,
    description: args.description,
    url: args.url,
    supply: unitsOfToken('totalSupply', args.totalSupply, wholeOf('decimals', args.decimals)),
    precision: args.decimals,
    start,
    end: start + SALE_MS,
  })
}

export const deployTrc20: ToRequest<{
  readonly recipient: string
  readonly name: string
  readonly symbol: string
  readonly totalSupply: WrittenAmount
  readonly decimals: number
}> = ({ chain, owner }, { recipient, name, symbol, totalSupply, decimals: given }) => {
  const decimals = wholeOf('decimals', given)
  const supply = unitsOfToken('totalSupply', totalSupply, decimals)
  const holder = addressOf(chain, 'recipient', recipient)
  const code = chain.codec.trc20({ name, symbol, decimals, supply, holder })
  return request({ type: 'CreateSmartContract', owner, name: symbol, code })
}

export const freeze: ToRequest<{
  readonly receiver?: string
  readonly resource: 'BANDWIDTH' | 'ENERGY'
  readonly amount: string
}> = ({ chain, owner }, { receiver, resource, amount }) => {
  if (receiver !== undefined && addressOf(chain, 'receiver', receiver) !== owner) {
    throw refused('receiver', {
      owner: 'receiver is not the sender: today the network freezes for nobody else',
    })
  }
  const sun = sunOf('amount', amount)
  if (sun < 1_000_000n)
    throw refused('amount', { minimum: 'amount is below 1 TRX, the least that is frozen' })
  return request({ type: 'FreezeBalanceV2Contract', owner, amount: sun, resource })
}

function wholeOf(property: string, value: number): number {
  if (Number.isInteger(value)) return value
  throw refused(property, { integer: `${property} is not a whole number` })
}

export const tronOf = ({ chains, caller }: CallContext): Promise<TronChain> =>
  chains.chain('TRON', caller.network)

export interface From {
  readonly from: string
}
export interface OfWallet {
  readonly signatureId: string
  readonly index?: number
}

export const bySender = ({ from }: From) => ['from', from] as const

/** Both operations that send a request: signed with the key from the call, or left to a key-management system. */
export const both = <Args>(toRequest: ToRequest<Args>) =>
  bothOf<Args, From>(toRequest, TRON_SEND_CREDITS, bySender)

/** @param senderOf Whose transaction a key-management system signs, and the field that says so */
export const bothOf = <Args, Named>(
  toRequest: ToRequest<Args>,
  credits: number,
  senderOf: (args: Args & Named) => readonly [property: string, address: string],
) =>
  [
    sending(
      (context: CallContext, _args: Args & SignedBy<'fromPrivateKey'>) => tronOf(context),
      credits,
      async (context, order, args) => {
        const { signer } = await keyIn('fromPrivateKey')(context, order.chain, args)
        const { address: owner } = signer
        const made = await toRequest({ chain: order.chain, owner, isLater: false }, args)
        return { plan: await planTron(context.custody.engine, order, made), source: keysAtHand([signer]) }
      },
    ),
    waiting(
      (context: CallContext, _args: Args & Named & OfWallet) => tronOf(context),
      async ({ custody: { engine } }, order, args) => {
        const { chain } = order
        const owner = addressOf(chain, ...senderOf(args))
        const made = await toRequest({ chain, owner, isLater: true }, args)
        return {
          plan: await planTronPending(engine, order, made),
          wallets: oneWallet(args.signatureId, args.index),
        }
      },
    ),
  ] as const

interface Raw {
  readonly txData: string
  readonly signatureId?: string
}

const sent = broadcasting((context: CallContext, _args: Raw) => tronOf(context), BROADCAST_CREDITS)

/** Written as JSON or as hex, it is the same transaction. */
export const broadcastWritten: typeof sent = {
  ...sent,
  async prepare(context, args, terms) {
    const { codec } = await tronOf(context)
    return sent.prepare(context, { ...args, txData: codec.rawOf(args.txData) }, terms)
  },
}
