/** Transactions of MultiversX from requests: exact base units, and data as text. */
import { exactNumber, formatDecimal, type RejectionCode } from '@tallystick/core'
import {
  askedGas,
  type MultiversxChain,
  type MultiversxRequest,
  placeOf,
  planMultiversx,
  planMultiversxPending,
} from '@tallystick/custody'
import { readKeyAs, refused } from '../../chains/faults.js'
import { accountSends, orderOf } from '../../chains/send.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'

/** Of a send. */
export const EGLD_SEND_CREDITS = 2
const DECIMALS = 18

/** The refusals of building a transaction of MultiversX. */
export const EGLD_BUILD_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'fee.exceptional',
  'execution.reverted',
] as const satisfies readonly RejectionCode[]

export const egldOf = ({ chains, caller }: CallContext): Promise<MultiversxChain> =>
  chains.chain('EGLD', caller.network)

interface Transfer {
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly data?: string
  readonly fee?: { readonly gasLimit?: string; readonly gasPrice?: string }
}

function requestOf({ from, to, amount, data, fee = {} }: Transfer): MultiversxRequest {
  const whole = (text: string | undefined): bigint | null =>
    text === undefined ? null : BigInt(text.replace('+', ''))
  return {
    from,
    to,
    amount: egldUnits('amount', amount),
    data: base64(data),
    gasLimit: whole(fee.gasLimit),
    gasPrice: whole(fee.gasPrice),
  }
}

const egldUnits = (property: string, text: string): bigint =>
  unitsOf(property, text.replace(/^\+/, ''), DECIMALS, 'EGLD')

const base64 = (data = ''): string | null => (data === '' ? null : Buffer.from(data).toString('base64'))

/** Both operations that send. */
export const both = accountSends({
  chainOf: egldOf,
  credits: EGLD_SEND_CREDITS,
  keyField: 'fromPrivateKey',
  plan: planMultiversx,
  planPending: planMultiversxPending,
})(requestOf)

/** @throws Rejected `validation.failed` */
export function addressIn(
  { codec }: MultiversxChain,
  property: string,
  text: string,
  target?: 'param',
): string {
  if (codec.isAddress(text)) return text
  throw refused(property, { address: `${property} is not an address of MultiversX` }, target)
}

/** Text of a balance. */
export const egld = (units: bigint): string => formatDecimal(units, DECIMALS)

/** The next nonce for the daemon and other signers: one that none of our transactions holds. */
export async function nextNonce(context: CallContext, address: string): Promise<number> {
  const chain = await egldOf(context)
  const own = addressIn(chain, 'address', address, 'param')
  const owner = { ...placeOf(orderOf(context, chain)), owner: own }
  return Number(await context.custody.turns.nextIndex(owner, BigInt(await chain.node.nonce(own))))
}

interface Estimated {
  readonly sender: string
  readonly receiver: string
  readonly value: string
  readonly data?: string
}

export async function estimateEgldGas(context: CallContext, { sender, receiver, value, data }: Estimated) {
  const chain = await egldOf(context)
  const network = await chain.node.network()
  const encoded = base64(data)
  const movement = {
    value: egldUnits('value', value).toString(),
    receiver: addressIn(chain, 'receiver', receiver),
    sender: addressIn(chain, 'sender', sender),
    gasPrice: Number(network.minGasPrice),
    gasLimit: 0,
    ...(encoded === null ? {} : { data: encoded }),
  }
  const gasLimit = await askedGas(chain, movement, network)
  return {
    gasPrice: exactNumber(network.minGasPrice.toString()),
    gasLimit: exactNumber(gasLimit.toString()),
  }
}

export async function accountAt(
  context: CallContext,
  { mnemonic, index }: { readonly mnemonic: string; readonly index: number },
) {
  const { accounts } = await egldOf(context)
  return readKeyAs('key.generation.failed.wrong.mnemonic', () => accounts.account(mnemonic, index))
}

/** A new wallet, or that of this mnemonic. The service stores neither. */
export async function walletOf(context: CallContext, words: string | undefined) {
  const { accounts } = await egldOf(context)
  if (words !== undefined) {
    await accountAt(context, { mnemonic: words, index: 0 })
    return { mnemonic: words }
  }
  const entropy = new Uint8Array(accounts.entropy)
  context.random.fill(entropy)
  const mnemonic = accounts.secret(entropy)
  entropy.fill(0)
  return { mnemonic }
}
