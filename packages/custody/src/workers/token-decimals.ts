/**
 * Decimals of tokens that nobody has listed, as their contracts say them. Anybody can log transfers of thousands of contracts
 * in one block, and the block waits until nodes have answered: so few are asked about, side by side, and all are remembered.
 */
import { Recent } from '@tallystick/core'
import type { TokenReader } from '../ports/token.js'

/** Tokens that are remembered. */
const KNOWN = 20_000
/** Tokens that nodes are asked about because of one block, and how many of them at once. */
const MOST_ASKED = 64
const ABREAST = 16
/** A contract that says none is asked again after this: a node that lags may not have had it yet. */
const SILENT_MS = 300_000

/** A token that an address has got or given. */
export interface TokenMove {
  readonly address: string
  readonly asset: string
}

export class TokenDecimals {
  private readonly known = new Recent<string, number>(KNOWN)
  /** Contracts that have said none, and when they did. */
  private readonly silent = new Recent<string, number>(KNOWN)

  constructor(
    private readonly tokens: Pick<TokenReader, 'find' | 'decimals'> | undefined,
    private readonly elapsed: () => number,
  ) {}

  /** 0 of a contract that says none: amounts are told in base units. Undefined if it was not asked. */
  of(asset: string): number | undefined {
    return this.known.get(asset) ?? (this.silent.get(asset) === undefined ? undefined : 0)
  }

  /**
   * Asks nodes about those that are not known. Addresses take turns, so that a flood of one hides no token of the others.
   * @throws NodeFault
   */
  async learn(moves: readonly TokenMove[]): Promise<void> {
    const unknown = new Map<string, Set<string>>()
    for (const { address, asset } of moves) {
      if (this.isKnown(asset)) continue
      const others = unknown.get(address) ?? new Set()
      unknown.set(address, others.add(asset))
    }
    const ranked = [...unknown.values()].flatMap((assets) =>
      [...assets].map((asset, rank) => ({ asset, rank })),
    )
    ranked.sort((one, other) => one.rank - other.rank)
    const asked = [...new Set(ranked.map(({ asset }) => asset))].slice(0, MOST_ASKED)
    for (let start = 0; start < asked.length; start += ABREAST) {
      await Promise.all(asked.slice(start, start + ABREAST).map((asset) => this.ask(asset)))
    }
  }

  private isKnown(asset: string): boolean {
    if (this.known.get(asset) !== undefined) return true
    const said = this.silent.get(asset)
    return said !== undefined && this.elapsed() < said + SILENT_MS
  }

  private async ask(asset: string): Promise<void> {
    const { tokens } = this
    const decimals = await (tokens?.decimals === undefined
      ? tokens?.find(asset, null).then((found) => found?.decimals)
      : tokens.decimals(asset))
    if (decimals === undefined) this.silent.set(asset, this.elapsed())
    else this.known.set(asset, decimals)
  }
}
