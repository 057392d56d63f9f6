/**
 * Tokens of chains as currencies of a tenant. Nothing of what a token is, is taken from the caller: a node says whether the
 * chain has it, how many decimals it has, and whether its holder has the supply.
 */
import {
  type DerivedAddress,
  type FirstAddress,
  linkToken,
  type RegisterToken,
  type RejectionCode,
  type Token,
  tokenKey,
} from '@tallystick/core'
import { type Engine, Rejected, type Terms } from '@tallystick/engine'
import { type Addresses, located, type Taker } from './addresses.js'
import { type AssetTaker, assetsOf } from './assets.js'
import { BadKey, type Chain } from './ports/chain.js'
import type { FoundToken } from './ports/token.js'
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
  /**
   * The address that holds the supply: one that the caller names, or one of an xpub; index 0 is that of the wallet
   * itself, which is no deposit address. Null: an asset whose supply is not the account's.
   */
  readonly at: { readonly address: string } | { readonly xpub: string; readonly index: number } | null
}

export class Tokens {
  constructor(
    private readonly engine: Pick<Engine, 'query' | 'execute' | 'currencies'>,
    private readonly addresses: Addresses,
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
    if ('address' in at) {
      const first = addressOf(taker, chain, at.address)
      return record(command({ xpub: null, holder: first.address, first }), first.shown)
    }
    const { xpub, index } = at
    if (index === 0) {
      const shown = walletAddress(chain, xpub)
      return record(command({ xpub, holder: chain.codec.canonical(shown), first: null }), shown)
    }
    const wanted = { holder: { currency: described.name, xpub, chain }, index }
    return this.addresses.generate(taker, [wanted], ([first]) => {
      const { address, shown } = first as DerivedAddress
      return record(command({ xpub, holder: address, first: first as DerivedAddress }), shown)
    })
  }

  /**
   * What the chain says of a token.
   * @throws Rejected `erc20.contract.missing`, `offchain.not.supported`; NodeFault
   */
  async find(chain: Chain, written: string, holder: string | null): Promise<FoundToken> {
    if (chain.tokens === undefined) throw refused('offchain.not.supported', `tokens of ${chain.record.name}`)
    const found = await chain.tokens.find(written, holder)
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

  private async shown(chain: Chain, { holder, standard }: Token, written: string) {
    const found = await this.find(chain, written, holder)
    if (found.standard !== standard)
      throw refused('erc20.contract.missing', `${written} is no ${standard} token`)
    return { ...found, holder, window: windowOf(chain.record.confirmations) }
  }
}

function addressOf(taker: Taker, chain: Chain, address: string): FirstAddress {
  if (!chain.codec.isAddress(address)) throw refused('withdrawal.recipient.format', address)
  return located(taker, { chain }, address, '')
}

/** The address of index 0. */
function walletAddress({ keys, record }: Chain, xpub: string): string {
  if (keys === undefined)
    throw refused('offchain.not.supported', `${record.name} has no xpub: name an address`)
  try {
    return keys.address(xpub, 0)
  } catch (error) {
    if (error instanceof BadKey) throw refused('account.xpub.incompatible', `${record.name} takes an xpub`)
    throw error
  }
}

const canonical = ({ codec }: Chain, written: string): string =>
  codec.isAddress(written) ? codec.canonical(written) : written

const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })
