/** Tokens that are registered, deployed by transactions of ours, and linked to what a chain shows of them. */
import { HOLDER, type NewToken, OF_TOKENS, type TokenCommand } from '../command.js'
import type { ModelToken, TokenModel } from '../model/tokens.js'
import type { SeededRandom } from '../seeded.js'
import { type Cast, decimal } from './cast.js'
import type { ChainGenerator } from './chain-generator.js'
import { between, oneOf } from './chance.js'

/** New ones, two that are none, and one that every tenant has. */
const NAMES = ['TOKEN_1', 'TOKEN_2', 'TOKEN_3', 'TOKEN_4', 'VC_TOKEN', 'TO KEN', 'USDT'] as const
const SUPPLIES = ['0', '5', '1000000', '99999999999999999999', '0.0000001', 'all'] as const
const SCALES = [0, 6, 18, 19] as const
const ASSETS = 8
/** More than are deployed in most ledgers. */
const DEPLOYED = 60

type Order<Type extends TokenCommand['type']> = Extract<TokenCommand, { readonly type: Type }>

export class TokenGenerator {
  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly model: TokenModel,
    private readonly onChain: ChainGenerator,
  ) {}

  /** @param as The label of an account that is opened */
  make(type: TokenCommand['type'], as: () => string): TokenCommand {
    switch (type) {
      case 'registerToken':
        return this.register(as())
      case 'deployToken':
      case 'pendToken':
        return this.deploy(type, as())
      case 'linkToken':
        return this.link()
    }
  }

  private register(as: string): Order<'registerToken'> {
    const asset = this.random.below(4) === 0 ? this.asset() : null
    const name = oneOf(this.random, NAMES)
    return { type: 'registerToken', tenant: this.cast.tenant(), name, ...this.wanted(as), asset }
  }

  /** A new one, or one whose deployment may have failed. */
  private deploy(type: 'deployToken' | 'pendToken', as: string): Order<'deployToken' | 'pendToken'> {
    const { random, cast, onChain } = this
    const known = random.below(2) === 0 ? (this.known(isOver) ?? this.known()) : undefined
    const tenant = cast.stray(known?.tenant)
    const on = { tenant, ...OF_TOKENS }
    const { scale, supply } = known ?? {}
    const same = scale !== undefined && supply !== undefined && random.below(6) > 0
    const asked = {
      ...{ tenant, name: known?.name ?? this.name(), ...this.wanted(as) },
      ...(same ? { scale, supply: decimal(supply, scale) } : {}),
      before: cast.mostly(true) ? (known?.deployment?.txId ?? null) : null,
    }
    return type === 'deployToken'
      ? { type, ...asked, send: onChain.fresh(on) }
      : { type, ...asked, ...onChain.pending(on) }
  }

  private link(): Order<'linkToken'> {
    const { random, cast } = this
    const token = random.below(10) === 0 ? undefined : this.known()
    const { name, scale, supply } = token ?? { name: 'TOKEN_1', scale: 0, supply: 0n }
    const height = between(random, 1, 1_000)
    const shown = {
      decimals: random.below(10) === 0 ? scale + 1 : scale,
      block: { height, hash: `block-${height}` },
      holder: random.below(10) === 0 ? null : HOLDER,
      held: random.below(5) === 0 ? supply - 1n : supply + BigInt(random.below(3)),
    }
    return {
      ...{ tenant: cast.stray(token?.tenant), type: 'linkToken', name, asset: this.asset() },
      shown: random.below(10) === 0 ? null : shown,
    }
  }

  private wanted(as: string): NewToken {
    const { random } = this
    const baseRate = random.below(20) === 0 ? 'x' : '2'
    return { as, home: 'testnet', scale: oneOf(random, SCALES), supply: oneOf(random, SUPPLIES), baseRate }
  }

  private name(): string {
    return this.cast.mostly(true) ? `DEPLOYED_${this.random.below(DEPLOYED)}` : oneOf(this.random, NAMES)
  }

  private asset(): string {
    return `asset-${this.random.below(ASSETS)}`
  }

  private known(wanted: (token: ModelToken) => boolean = () => true): ModelToken | undefined {
    const known = [...this.model.tokens.values()].filter(wanted)
    return known.length === 0 ? undefined : oneOf(this.random, known)
  }
}

/** Whether nothing puts it on the chain any more, as far as one can see it here. */
const isOver = ({ deployment, asset }: ModelToken): boolean =>
  deployment !== null && asset === null && ['refused', 'dead', 'deleted', 'final'].includes(deployment.status)
