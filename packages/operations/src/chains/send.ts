/**
 * Sends of every family, as `.performed` operations have them: what they may be refused with, and how they are carried
 * out by custody's pipeline.
 */
import type { RejectionCode } from '@tallystick/core'
import {
  type AwaitsSignature,
  type Chain,
  type ChainRecord,
  deliveryCodes,
  type Order,
  type Plan,
  type Recorded,
  type SentTx,
  type SignerSource,
  type ToPend,
  type ToSign,
  type WalletsOf,
} from '@tallystick/custody'
import type { Terms } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import type { TwoPhase } from '../two-phase.js'
import { NODE_CODES } from './faults.js'

/**
 * What an operation that signs with a key of the call may answer.
 * @param build Those of `BUILD_CODES` that the family has, and the operation's own
 */
export const sendCodes = (record: ChainRecord, build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  'private.key.testnet.only',
  ...deliveryCodes(record),
  ...NODE_CODES,
]

/** What an operation that leaves the signature to a key-management system may answer. */
export const pendingCodes = (build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  ...NODE_CODES,
]

/** What an operation that broadcasts may answer. */
export const broadcastCodes = (record: ChainRecord): readonly RejectionCode[] => [
  'transaction.invalid.body',
  'kms.missing',
  'kms.unexpected.state',
  'claim.taken',
  ...deliveryCodes(record),
  ...NODE_CODES,
]

/** What a call is sent for, with the key that came with it. */
interface WithKey {
  readonly plan: Plan<ToSign>
  readonly source: SignerSource
}

interface WithWallets {
  readonly plan: Plan<ToPend>
  readonly wallets: WalletsOf
}

type ChainOf<Args, On extends Chain> = (context: CallContext, args: Args) => Promise<On>
type Answered = Pick<SentTx, 'txId'>

export const orderOf = <On extends Chain>({ caller }: CallContext, chain: On): Order<On> => ({
  chain,
  caller,
})

/** Signs with keys of the call, records and delivers. */
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

/** Records that a key-management system is to sign. */
export const waiting = <Args, On extends Chain>(
  chainOf: ChainOf<Args, On>,
  plan: (context: CallContext, order: Order<On>, args: Args) => Promise<WithWallets>,
): TwoPhase<Args, AwaitsSignature, AwaitsSignature> => ({
  async prepare(context, args, terms) {
    const order = orderOf(context, await chainOf(context, args))
    const { plan: planned, wallets } = await plan(context, order, args)
    return context.custody.pipeline.pend(order, terms, planned, wallets)
  },
  finish: async (_context, pending) => pending,
})

interface Raw {
  readonly txData: string
  /** Of the pending transaction that it is. */
  readonly signatureId?: string
}

/** Records what was signed elsewhere, and delivers it. */
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

/** Delivers what is recorded. @param byHand The caller has given its bytes */
export async function delivered(
  context: CallContext,
  chain: Chain,
  sent: Recorded,
  byHand = false,
): Promise<Answered> {
  return { txId: await context.custody.pipeline.deliver(orderOf(context, chain), sent, byHand) }
}

/** One key of a key-management system, whatever is used up. */
export const oneWallet =
  (id: string, index: number | null = null): WalletsOf =>
  () => ({ hashes: [id], index, signatures: null })

export type { AwaitsSignature, Recorded, SentTx, Terms }
