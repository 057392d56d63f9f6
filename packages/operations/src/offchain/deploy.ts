/** Tokens that are registered as currencies and deployed by the same call, in one commit. */
import type { RejectionCode } from '@tallystick/core'
import {
  type Chain,
  type ChainRecord,
  type Custody,
  type Deploying,
  type DeploymentAwaits,
  type DeploymentSent,
  deliveryCodes,
  keysAtHand,
  type Order,
  type Plan,
  type Recorded,
  type Signer,
  type ToPend,
  type ToSign,
} from '@tallystick/custody'
import { Rejected, type Terms } from '@tallystick/engine'
import { keyAt, NODE_CODES, refused } from '../chains/faults.js'
import { oneWallet, orderOf, type WithWallet } from '../chains/send.js'
import type { KeyOf } from '../chains/signing.js'
import { unitsOf } from '../chains/units.js'
import type { CallContext } from '../context.js'
import { type At, type DescribedToken, HOLDER_CODES, NAME_CODES, requestOf } from '../tokens/registration.js'
import type { TwoPhase } from '../two-phase.js'
import { toAmountText } from '../wire/args.js'

export type DeployArgs = DescribedToken & At

/** A token, as its chain gets it. */
export interface NewToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Base units, above zero: no more of it can ever be made. */
  readonly supply: bigint
  /** Who gets the whole of it, and who deploys it; canonical. Null: only a key-management system knows that. */
  readonly holder: string
  readonly from: string | null
}

/** How a family of chains deploys tokens. */
export interface DeploymentFamily<On extends Chain, Args, Request> {
  readonly record: ChainRecord
  chainOf(context: CallContext): Promise<On>
  decimals(args: Args): number
  standard(args: Args): string | null
  /** The account that deploys, where a key-management system signs; null if nobody else knows it. */
  sender(chain: On, args: Args): string | null
  request(chain: On, args: Args, token: NewToken): Request | Promise<Request>
  plan(custody: Custody, order: Order<On>, request: Request, signer: Signer): Promise<Plan<ToSign>>
  planPending(custody: Custody, order: Order<On>, request: Request): Promise<Plan<ToPend>>
}

const codes = [
  ...NAME_CODES,
  ...HOLDER_CODES,
  'account.not.exists',
  'fee.exceptional',
  'balance.insufficient',
  'execution.reverted',
  'transaction.invalid.body',
  'claim.taken',
  ...NODE_CODES,
] as const satisfies readonly RejectionCode[]

/** @param own Refusals of the chain */
export const deployCodes = (record: ChainRecord, own: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...new Set([...own, ...codes, 'private.key.testnet.only' as const, ...deliveryCodes(record)]),
]

/** Refusals of a deployment that is left to a key-management system. */
export const pendCodes = (own: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...new Set([...own, ...codes, 'kms.denied' as const]),
]

/** What a call that signs answers. */
export interface DeployedBySend {
  readonly accountId: string
  readonly txId: string
}

/** Signs with the key from the call, registers and delivers. */
export const deploying = <On extends Chain, Args extends DeployArgs, Request, Key>(
  family: DeploymentFamily<On, Args, Request>,
  credits: number,
  keyOf: KeyOf<Key>,
): TwoPhase<Args & Key, DeploymentSent, DeployedBySend, DeploymentSent & Recorded> => ({
  async prepare(context, args, terms) {
    const { custody } = context
    const chain = await family.chainOf(context)
    const { signer, field } = await keyOf(context, chain, args)
    const { on, order, token } = asked(context, family, chain, args, terms)
    const from = chain.codec.canonical(signer.address)
    const request = await family.request(chain, args, { ...token, from })
    const plan = await keyAt(field, family.plan(custody, order, request, signer))
    return custody.tokens.deploy(on, plan, keysAtHand([signer]), credits)
  },
  async finish(context, { accountId, ...sent }) {
    const order = orderOf(context, await family.chainOf(context))
    try {
      return { accountId, txId: await context.custody.pipeline.deliver(order, sent) }
    } catch (error) {
      // Nobody knows yet whether a node has it. It is registered, and the worker goes on with it.
      if (!(error instanceof Rejected && error.code === 'broadcast.unknown')) throw error
      return { accountId, txId: sent.txId }
    }
  },
})

/** Registers, and leaves the signature to a key-management system. */
export const pending = <On extends Chain, Args extends DeployArgs, Request>(
  family: DeploymentFamily<On, Args, Request>,
): TwoPhase<Args & WithWallet, DeploymentAwaits, DeploymentAwaits> => ({
  async prepare(context, args, terms) {
    const { custody } = context
    const chain = await family.chainOf(context)
    const { on, order, token } = asked(context, family, chain, args, terms)
    const request = await family.request(chain, args, { ...token, from: family.sender(chain, args) })
    const plan = await family.planPending(custody, order, request)
    const wallets = oneWallet(args.signatureId, args.index)
    return custody.tokens.pendDeployment(on, plan, { wallets, request: { ...args } })
  },
  finish: async (_context, awaits) => awaits,
})

interface Asked<On extends Chain> {
  readonly on: Deploying
  readonly order: Order<On>
  readonly token: Omit<NewToken, 'from'>
}

/** @throws Rejected what needs no node to be refused */
function asked<On extends Chain, Args extends DeployArgs, Request>(
  context: CallContext,
  family: DeploymentFamily<On, Args, Request>,
  chain: On,
  args: Args,
  terms: Terms,
): Asked<On> {
  const decimals = family.decimals(args)
  const supply = unitsOf('supply', toAmountText(args.supply), decimals, 'this token')
  if (supply === 0n) throw refused('supply', { minimum: 'supply is 0: no more can be made of the token' })
  const request = requestOf(args, decimals, family.standard(args))
  const holder = chain.codec.canonical(context.custody.tokens.holder(chain, request.at))
  const order = orderOf(context, chain)
  return {
    on: { taker: context, order, terms, request },
    order,
    token: { name: args.description, symbol: args.symbol, decimals, supply, holder },
  }
}
