/** What the rounds of `kill -9` need of a chain. */
import type { ChainsFile } from '../config/config.js'
import type { Stage } from './drama.fixture.js'

/** A chain that is followed, and reached through a gateway that loses answers. */
export interface KillStage
  extends Pick<Stage, 'gateway' | 'mine' | 'reorganise' | 'drop' | 'meet' | 'close'> {
  readonly currency: 'ETH' | 'LTC'
  height(): Promise<number>
  readonly config: ChainsFile
  /** Of the wallet with this number. */
  xpub(wallet: number): Promise<string>
  /** From outside, so many units of 10^-8 coins, which wait for a block then. */
  deposit(address: string, units: number): Promise<void>
  /** Units of 10^-8 coins that the chain has paid to each of the addresses. */
  received(addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>>
}
