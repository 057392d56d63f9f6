/**
 * Tokens of chains as currencies of a tenant. Nothing of what a token is, is taken from the caller: a node says whether the
 * chain has it, how many decimals it has, and whether its holder has the supply.
 */
import {
  type AccountId,
  type DerivedAddress,
  deployToken,
  type FirstAddress,
  linkToken,
  pendToken,
  type RegisterToken,
  type RejectionCode,
  type Send,
  sendKey,
  sendOf,
  signatureKey,
  signatureOf,
  type Token,
  tokenKey,
} from '@tallystick/core'
import { type Engine, embeddedCaller, Rejected, type Terms, uncharged } from '@tallystick/engine'
import { type Addresses, located, type Taker } from './addresses.js'
import { type AssetTaker, assetsOf } from './assets.js'
import { BadKey, type Chain, NodeFault, type SignerSource } from './ports/chain.js'
import type { FoundToken } from './ports/token.js'
import type { AwaitsSignature, Pipeline, Recorded, SentTx } from './send/pipeline.js'
import type { Leaving, Order, Plan, ToPend, ToSign } from './send/plan.js'
import { placeOf } from './send/sends.js'
import { windowOf } from './workers/depth.js'

/** A currency as the caller describes it. */
export interface TokenRequest
  extends Pick<
    RegisterToken,
    | 'name'
    | 'scale'
    | 'standard'
    | 'supply'
    | 'basePair'
    | 'baseRate'
    | 'description'
    | 'customer'
    | 'accountingCurrency'
  > {
  /** Null: an asset whose supply is not the account's. */
  readonly at: SupplyHolder | null
}

/**
 * The address that holds the supply: one that the caller names, or one of an xpub; index 0 is that of the wallet itself,
 * which is no deposit address.
 */
export type SupplyHolder = { readonly address: string } | { readonly xpub: string; readonly index: number }

/** A token that the service deploys. */
export interface Deploying {
  readonly taker: Taker
  readonly order: Order
  readonly terms: Terms
  readonly request: TokenRequest
}

/** What is kept of a token that is deployed, under the idempotency key of its call. */
export interface DeployedWith {
  readonly accountId: AccountId
}

/** Signed by the call. */
export interface DeploymentSent extends DeployedWith, SentTx {}

/** Left to a key-management system. */
export interface DeploymentAwaits extends DeployedWith, AwaitsSignature {}

export class Tokens {
  constructor(
    private readonly engine: Pick<Engine, 'query' | 'execute' | 'currencies'>,
    private readonly addresses: Addresses,
    private readonly pipeline: Pick<Pipeline, 'signWith' | 'pendWith'>,
  ) {}

  /**
   * Completes what registers a token: with the address that holds the supply.
   * @param record Must run `registerToken`, alone or with what else belongs to it
   * @throws Rejected
   */
  async registering<Result>(
    taker: Taker,
    chain: Chain,
    { at, ...described }: TokenRequest,
    record: (command: RegisterToken, shown: string | null) => Promise<Result>,
  ): Promise<Result> {
    const command = (
      over: Pick<RegisterToken, 'xpub' | 'holder' | 'first'>,
      found: RegisterToken['found'] = null,
    ): RegisterToken => ({
      ...placeOf({ chain, caller: taker.caller }),
      home: taker.caller.network,
      ...described,
      found,
      ...over,
    })
    if (at === null) return record(command({ xpub: null, holder: null, first: null }), null)
    const known = await this.engine.query.find(tokenKey(taker.caller.tenant, described.name))
    // Its account has the address since its first registration.
    const hasAddress = known?.deployment !== undefined
    if ('address' in at) {
      const first = addressOf(taker, chain, at.address)
      const own = { xpub: null, holder: first.address, first: hasAddress ? null : first }
      return record(command(own), first.shown)
    }
    const { xpub, index } = at
    if (index === 0 || hasAddress) {
      const shown = addressAt(chain, xpub, index)
      return record(command({ xpub, holder: chain.codec.canonical(shown), first: null }), shown)
    }
    const wanted = { holder: { currency: described.name, xpub, chain }, index }
    return this.addresses.generate(taker, [wanted], ([first]) => {
      const { address, shown } = first as DerivedAddress
      return record(command({ xpub, holder: address, first: first as DerivedAddress }), shown)
    })
  }

  /** The address that holds the supply, in the spelling of the chain. @throws Rejected */
  holder(chain: Chain, at: SupplyHolder): string {
    if ('xpub' in at) return addressAt(chain, at.xpub, at.index)
    if (chain.codec.isAddress(at.address)) return at.address
    throw refused('withdrawal.recipient.format', at.address)
  }

  /**
   * Registers a token together with the transaction that deploys it: no crash leaves one without the other.
   * @param credits Of the call, once a node has the transaction
   */
  async deploy(
    on: Deploying,
    plan: Plan<ToSign>,
    source: SignerSource,
    credits: number,
  ): Promise<DeploymentSent & Recorded> {
    const before = await this.deployedBefore(on)
    return this.pipeline.signWith(on.order, plan, source, credits, (send) =>
      this.inOneTurn(on, async (token) => {
        let recorded: Send | undefined
        const kept = await this.engine.execute({
          ...on.terms,
          rule: deployToken,
          command: { token, before, send },
          price: () => 0,
          present: ({ account, send: { txId, created } }): DeploymentSent => ({
            accountId: account.id,
            txId,
            begun: created,
          }),
          committed(made) {
            recorded = made?.send
          },
        })
        return recorded === undefined ? kept : { ...kept, send: recorded }
      }),
    )
  }

  /** Registers a token together with the pending signature of the transaction that deploys it. */
  async pendDeployment(on: Deploying, plan: Plan<ToPend>, leaving: Leaving): Promise<DeploymentAwaits> {
    const before = await this.deployedBefore(on)
    return this.pipeline.pendWith(on.order, plan, leaving, (signature) =>
      this.inOneTurn(on, (token) =>
        this.engine.execute({
          ...on.terms,
          rule: pendToken,
          command: { token, before, signature },
          present: ({ account, signature: { id } }) => ({ accountId: account.id, signatureId: id }),
        }),
      ),
    )
  }

  private async deployedBefore({ taker, request }: Deploying): Promise<string | null> {
    const known = await this.engine.query.find(tokenKey(taker.caller.tenant, request.name))
    return known === undefined ? null : ((await deploymentOf(this.engine.query, known))?.txId ?? null)
  }

  /** If another process took what the transaction claims, only the turn of the sender may build another one. */
  private async inOneTurn<Result>(
    { taker, order, request }: Deploying,
    record: (command: RegisterToken) => Promise<Result>,
  ): Promise<Result> {
    const { kept, lost } = await this.registering(taker, order.chain, request, async (command) => {
      try {
        return { kept: await record(command), lost: null }
      } catch (error) {
        if (error instanceof Rejected && error.code === 'claim.taken') return { kept: null, lost: error }
        throw error
      }
    })
    if (lost !== null) throw lost
    return kept
  }

  /**
   * What the chain says of a token.
   * @throws Rejected `erc20.contract.missing`, `offchain.not.supported`; NodeFault
   */
  async find(chain: Chain, written: string, holder: string | null, at?: number): Promise<FoundToken> {
    if (chain.tokens === undefined) throw refused('offchain.not.supported', `tokens of ${chain.record.name}`)
    const found = await chain.tokens.find(written, holder, at)
    if (found === undefined) throw refused('erc20.contract.missing', written)
    const listed = assetsOf(chain, this.engine.currencies).find(({ asset }) => asset === found.asset)
    if (listed !== undefined) throw refused('erc20.address.used', listed.currency)
    return found
  }

  /**
   * Stores which token of the chain a registered currency stands for. What is stored already is not asked again.
   * @throws Rejected, NodeFault
   */
  async link(taker: AssetTaker, terms: Terms, name: string, written: string): Promise<null> {
    const { tenant, network } = taker.caller
    const token = await this.engine.query.find(tokenKey(tenant, name))
    if (token === undefined) throw refused('erc20.token.notFound', name)
    const chain: Chain = await taker.chains.chain(token.chain, network)
    const shown = token.asset === null ? await this.shown(chain, token, written) : null
    return this.engine.execute({
      ...terms,
      rule: linkToken,
      command: {
        ...placeOf({ chain, caller: taker.caller }),
        name,
        asset: shown?.asset ?? canonical(chain, written),
        shown,
      },
      present: () => null,
    })
  }

  /**
   * Stores what the deployment of a token has put on the chain, as of its own block: its holder may pay with it right
   * afterwards.
   * @throws Rejected, NodeFault
   */
  async linkDeployed(chain: Chain, token: Token, txId: string): Promise<void> {
    const made = await chain.tokens?.deployed?.(txId)
    if (made === undefined) throw refused('erc20.contract.missing', `${txId} has deployed nothing`)
    const shown = await this.shown(chain, token, made.asset, made.height).catch((fault: unknown) => {
      // Nodes forget what was in blocks of hours ago.
      if (fault instanceof NodeFault) return this.shown(chain, token, made.asset)
      throw fault
    })
    const { tenant, network, chain: id, name } = token
    await this.engine.execute({
      ...uncharged(embeddedCaller(tenant)),
      rule: linkToken,
      command: { tenant, chain: id, network, name, asset: shown.asset, shown },
      present: () => null,
    })
  }

  private async shown(chain: Chain, { holder, standard }: Token, written: string, at?: number) {
    const found = await this.find(chain, written, holder, at)
    if (found.standard !== standard)
      throw refused('erc20.contract.missing', `${written} is no ${standard} token`)
    return { ...found, holder, window: windowOf(chain.record.confirmations) }
  }
}

function addressOf(taker: Taker, chain: Chain, address: string): FirstAddress {
  if (!chain.codec.isAddress(address)) throw refused('withdrawal.recipient.format', address)
  return located(taker, { chain }, address, '')
}

function addressAt({ keys, record }: Chain, xpub: string, index: number): string {
  if (keys === undefined)
    throw refused('offchain.not.supported', `${record.name} has no xpub: name an address`)
  try {
    return keys.address(xpub, index)
  } catch (error) {
    if (error instanceof BadKey) throw refused('account.xpub.incompatible', `${record.name} takes an xpub`)
    throw error
  }
}

const canonical = ({ codec }: Chain, written: string): string =>
  codec.isAddress(written) ? codec.canonical(written) : written

const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })

/** The transaction that deploys it, if one is recorded. */
export async function deploymentOf(
  query: Pick<Engine['query'], 'find'>,
  token: Token,
): Promise<Send | undefined> {
  const { tenant, deployment } = token
  if (deployment === undefined) return undefined
  const id = signatureOf(deployment)
  const pending = id === undefined ? undefined : await query.find(signatureKey(tenant, id))
  const txId = sendOf(deployment) ?? pending?.txId ?? null
  return txId === null ? undefined : query.find(sendKey(token, txId))
}
