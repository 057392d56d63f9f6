/** How families of accounts withdraw, in one call: with a key from the call, or by a wallet of a key-management system. */
import { DEPOSIT_ADDRESSES, formatDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type Chain,
  type Custody,
  coinOf,
  keysAtHand,
  type Order,
  type Plan,
  type Signer,
  type ToPend,
  type ToSign,
} from '@tallystick/custody'
import { keyAt, refused as refusedField } from '../chains/faults.js'
import { oneWallet, type WithWallet } from '../chains/send.js'
import type { KeyOf } from '../chains/signing.js'
import type { CallContext } from '../context.js'
import { refused, unitsIn } from './payments.js'
import {
  type Asked,
  type FeeOf,
  leaving,
  type TransferArgs,
  type TransferFamily,
  transferring,
} from './transfer.js'

/** How a family of accounts withdraws. */
export interface AccountFamily<On extends Chain, Args, Request> extends TransferFamily<On> {
  /** The account that pays, as the body names it. */
  sender?(
    context: CallContext,
    asked: Asked<On>,
    args: Args,
  ): Promise<string | undefined> | string | undefined
  /** @param from Canonical; null if only a key-management system knows it */
  request(asked: Asked<On>, args: Args, from: string | null): Promise<Request> | Request
  /** @throws BadKey if the signer may not sign for the account */
  plan(custody: Custody, order: Order<On>, request: Request, signer: Signer): Promise<Plan<ToSign>>
  /** Whether what an account pays to itself arrives, if it has a tag: as a deposit of that tag. */
  readonly paysOwnTags?: true
  planPending(custody: Custody, order: Order<On>, request: Request): Promise<Plan<ToPend>>
  fee(asked: Asked<On>, args: Args, request: Request): FeeOf
}

/** Both ways to sign: with the key from the call, and by a wallet of a key-management system. */
export const signedBy = <On extends Chain, Args extends TransferArgs, Request, Key>(
  family: AccountFamily<On, Args, Request>,
  credits: number,
  keyOf: KeyOf<Key>,
) =>
  transferring<Args & Key, On>(family, credits, async (context, order, asked, args) => {
    const { signer, field } = await keyOf(context, order.chain, args)
    const named = await payerOf(context, family, asked, args)
    const wallet = named ?? order.chain.codec.canonical(signer.address)
    mustPayAnother(family, asked, (address) => address === wallet)
    const request = await family.request(asked, args, wallet)
    const plan = await keyAt(field, family.plan(context.custody, order, request, signer))
    return { wallet, plan, source: keysAtHand([signer]), fee: family.fee(asked, args, request) }
  })

export const leftBy = <On extends Chain, Args extends TransferArgs, Request>(
  family: AccountFamily<On, Args, Request>,
) =>
  leaving<Args & WithWallet, On>(family, async (context, order, asked, args) => {
    const { signatureId, index } = args
    const sender = await payerOf(context, family, asked, args)
    const own = sender === undefined ? await addressesOf(context, asked) : [sender]
    mustPayAnother(family, asked, (address) => own.includes(address))
    const request = await family.request(asked, args, sender ?? null)
    return {
      wallet: sender ?? `kms:${signatureId}:${index ?? ''}`,
      plan: await family.planPending(context.custody, order, request),
      wallets: oneWallet(signatureId, index),
      fee: family.fee(asked, args, request),
    }
  })

async function payerOf<On extends Chain, Args>(
  context: CallContext,
  { sender }: Pick<AccountFamily<On, Args, unknown>, 'sender'>,
  asked: Asked<On>,
  args: Args,
): Promise<string | undefined> {
  const named = await sender?.(context, asked, args)
  if (named === undefined) return undefined
  const { codec, record } = asked.asset.chain
  if (codec.isAddress(named)) return codec.canonical(named)
  throw refusedField('from', { address: `the account that pays is not an address of ${record.name}` })
}

/** Of the recipients those that are the account's own: who pays, only the key-management system knows. */
async function addressesOf(
  { engine, caller: { tenant } }: CallContext,
  { account, payments }: Asked,
): Promise<readonly string[]> {
  const where = { tenant, account: account.id }
  const found = await Promise.all(
    payments.map(({ address }) =>
      engine.query.list(DEPOSIT_ADDRESSES, { where: { ...where, address }, limit: 1 }),
    ),
  )
  return found.flat().map(({ address }) => address)
}

/**
 * From an account to itself a chain moves nothing, and the ledger would take the amount from whoever withdraws.
 * @throws Rejected `withdrawal.recipient.format`
 */
export function mustPayAnother(
  { paysOwnTags }: Pick<AccountFamily<Chain, never, never>, 'paysOwnTags'>,
  { payments }: Pick<Asked, 'payments'>,
  pays: (address: string) => boolean,
): void {
  if (payments.some(({ address, tag }) => pays(address) && !(paysOwnTags === true && tag !== undefined)))
    throw refused('withdrawal.recipient.format', 'address is the account that pays')
}

/**
 * The account pays what the transaction costs at most; or what the call names, or the documented default, if that is more.
 * @param named In coins
 */
export function nativeFee({ asset }: Asked, named?: string, least = 0n): FeeOf {
  const coin = coinOf(asset.chain)
  const { decimals, id } = coin
  const told = named === undefined ? undefined : unitsIn(named, decimals, 'fee.format')
  return {
    coin,
    isIncluded: asset.asset === null,
    charged(most) {
      const cost = BigInt(most ?? 0n)
      if (told === undefined) return cost > least ? cost : least
      if (told >= cost) return told
      const [asks, fee] = [cost, told].map((units) => formatDecimal(units, decimals))
      throw new BadTransaction(
        'fee.exceptional',
        `the transaction costs up to ${asks} ${id}, and fee is ${fee} ${id}`,
      )
    },
  }
}

/** The one recipient of a transaction that pays nobody else. */
export function recipientOf({ payments: [payment] }: Asked): string {
  return payment?.address ?? ''
}
