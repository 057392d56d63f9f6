/** What the rounds of `kill -9` need of a chain. */
import type { ChainsFile } from '../config/config.js'
import type { Stage } from './drama.fixture.js'
import type { Fleet } from './fleet.fixture.js'

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
  readonly withdrawals: WithdrawalStage
}

/** As the service answers to a stored withdrawal. */
export interface StoredWithdrawal {
  readonly id: string
  readonly data?: readonly {
    readonly vIn: string
    readonly vInIndex: number
    readonly amount: number
    readonly address?: { readonly derivationKey?: number }
  }[]
}

/** What waits for the signature of a key-management system. */
export interface PendingRow {
  readonly id: string
  readonly hashes: readonly string[]
  readonly serializedTransaction: string
  readonly withdrawalResponses?: StoredWithdrawal['data']
}

export interface Order {
  readonly wallet: number
  readonly recipient: string
  readonly units: number
  readonly stored: StoredWithdrawal
}

/** The ways to withdraw from a wallet of the chain. */
interface WithdrawalStage {
  /** Wallets that pay and are no deposit addresses. */
  readonly watched: readonly string[]
  /** Of a transfer in one call. */
  readonly path: string
  readonly broadcast: string
  /** The wallet that pays for an account of the wallet with this number. */
  walletFor(wallet: number, luck: number): number
  /** One that nobody else pays. */
  recipient(number: number): string
  /** What calls name besides the account, the recipient and the amount. */
  byKey(wallet: number): Promise<object>
  byKms(wallet: number): Promise<object>
  stored(wallet: number): Promise<object>
  /** Outside of the service. */
  sign(order: Order, fleet: Fleet): Promise<string>
  signPending(pending: PendingRow, fleet: Fleet): Promise<string>
  /** By a node of the client's own. @returns Whether the chain has it, or it waits for a block */
  send(raw: string): Promise<boolean>
  /** Whether a block has another transaction in its place. */
  isDead(raw: string): Promise<boolean>
  txIdOf(raw: string): string
}
