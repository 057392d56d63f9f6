/** Sends of all families as two-phase operations: their refusals, and how custody's pipeline carries them out. */
import type { RejectionCode } from '@tallystick/core'
import {
  type AwaitsSignature,
  type Chain,
  type ChainRecord,
  type Custody,
  deliveryCodes,
  keysAtHand,
  type Order,
  type Plan,
  type Recorded,
  type SentTx,
  type Signer,
  type SignerSource,
  type ToPend,
  type ToSign,
  type WalletsOf,
} from '@tallystick/custody'
import type { Terms } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import type { TwoPhase } from '../two-phase.js'
import { keyAt, NODE_CODES } from './faults.js'
import { keyIn, type SignedBy } from './signing.js'

/**
 * Refusals of an operation that signs with a key from the call.
 * @param build The `BUILD_CODES` of the family, and the operation's own
 */
export const sendCodes = (record: ChainRecord, build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  'private.key.testnet.only',
  ...deliveryCodes(record),
  ...NODE_CODES,
]

/** Refusals of an operation that leaves the signature to a key-management system. */
export const pendingCodes = (build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  'kms.denied',
  ...NODE_CODES,
]

/** Refusals of an operation that broadcasts. */
export const broadcastCodes = (record: ChainRecord): readonly RejectionCode[] => [
  'transaction.invalid.body',
  'kms.missing',
  'kms.unexpected.state',
  'claim.taken',
  ...deliveryCodes(record),
  ...NODE_CODES,
]

/** The transaction of a call, with the key from the call. */
interface WithKey {
  readonly plan: Plan<ToSign>
  readonly source: SignerSource
}

export interface WithWallets {
  readonly plan: Plan<ToPend>
  readonly wallets: WalletsOf
}

/** @property request What a policy reads of the call; the whole call unless told */
interface ToLeave extends WithWallets {
  readonly request?: object
}

type ChainOf<Args, On extends Chain> = (context: CallContext, args: Args) => Promise<On>
type Answered = Pick<SentTx, 'txId'>

export const orderOf = <On extends Chain>({ caller }: CallContext, chain: On): Order<On> => ({
  chain,
  caller,
})

/** Signs with keys from the call, records and delivers. */
export const sending = <Args, On extends Chain>(
  chainOf: ChainOf<Args, On>,
  credits: number,
  plan: (context: CallContext, order: Order<On>, args: Args) => Promise<WithKey>,
): TwoPhase<Args, SentTx, Answered, Recorded> => ({
  async prepare(context, args, terms) {
    const order = orderOf(context, await chainOf(context, args))
    const { plan: planned, source } = await plan(context, order, args)
    return context.custody.pipeline.sign(order, terms, planned, source, credits)
  },
  finish: async (context, sent, args) => delivered(context, await chainOf(context, args), sent),
})

/** Records a pending signature. */
export const waiting = <Args extends object, On extends Chain>(
  chainOf: ChainOf<Args, On>,
  plan: (context: CallContext, order: Order<On>, args: Args) => Promise<ToLeave>,
): TwoPhase<Args, AwaitsSignature, AwaitsSignature> => ({
  async prepare(context, args, terms) {
    const order = orderOf(context, await chainOf(context, args))
    const { plan: planned, wallets, request = args } = await plan(context, order, args)
    return context.custody.pipeline.pend(order, terms, planned, { wallets, request: { ...request } })
  },
  finish: async (_context, pending) => pending,
})

export interface WithWallet {
  readonly signatureId: string
  /** If the wallet is a mnemonic. */
  readonly index?: number
}

/** How a family sends from one account. */
interface AccountFamily<On extends Chain, Field extends string, Request> {
  chainOf(context: CallContext): Promise<On>
  /** Of a send. */
  readonly credits: number
  /** The field of the private key. */
  readonly keyField: Field
  /** @throws BadKey if the signer may not sign for the account */
  plan(custody: Custody, order: Order<On>, request: Request, signer: Signer): Promise<Plan<ToSign>>
  planPending(custody: Custody, order: Order<On>, request: Request): Promise<Plan<ToPend>>
}

/**
 * The ways to sign the same request: with the key of the account from the call, as the account's managed wallet, or by one
 * wallet of a KMS.
 */
export const accountSends =
  <On extends Chain, Field extends string, Request>(family: AccountFamily<On, Field, Request>) =>
  <Args>(requestOf: (args: Args) => Request) =>
    [
      sending(
        (context: CallContext, _args: Args & SignedBy<Field>) => family.chainOf(context),
        family.credits,
        async (context, order, args) => {
          const request = requestOf(args)
          const { signer, field } = await keyIn(family.keyField)(context, order.chain, args)
          const plan = await keyAt(field, family.plan(context.custody, order, request, signer))
          return { plan, source: keysAtHand([signer]) }
        },
      ),
      waiting(
        (context: CallContext, _args: Args & WithWallet) => family.chainOf(context),
        async ({ custody }, order, args) => ({
          plan: await family.planPending(custody, order, requestOf(args)),
          wallets: oneWallet(args.signatureId, args.index),
        }),
      ),
    ] as const

interface Raw {
  readonly txData: string
  /** The pending signature that it completes. */
  readonly signatureId?: string
}

/** Records and delivers a transaction that was signed elsewhere. */
export const broadcasting = <Args extends Raw, On extends Chain>(
  chainOf: ChainOf<Args, On>,
  credits: number,
  check?: (
    context: CallContext,
    order: Order<On>,
    raw: string,
  ) => Promise<{ readonly instead?: string | null }>,
): TwoPhase<Args, SentTx, Answered, Recorded> => ({
  async prepare(context, args, terms) {
    const { txData, signatureId: signature = null } = args
    const order = orderOf(context, await chainOf(context, args))
    const compared = await check?.(context, order, txData)
    return context.custody.pipeline.foreign(order, terms, txData, { credits, signature, ...compared })
  },
  finish: async (context, sent, args) => delivered(context, await chainOf(context, args), sent, true),
})

/** Delivers a recorded transaction. @param byHand The caller has passed its bytes */
export async function delivered(
  context: CallContext,
  chain: Chain,
  sent: Recorded,
  byHand = false,
): Promise<Answered> {
  return { txId: await context.custody.pipeline.deliver(orderOf(context, chain), sent, byHand) }
}

/** One key of a key-management system for all reservations. */
export const oneWallet =
  (id: string, index: number | null = null): WalletsOf =>
  () => ({ hashes: [id], index, signatures: null })

export type { AwaitsSignature, Recorded, SentTx, Terms }
