/** What the rounds of payments by the service need of a chain. */
import type { ChainsFile } from '../config/config.js'

export interface PaidStage {
  readonly chain: 'ETH' | 'SOL'
  readonly config: Required<ChainsFile>['chains']
  fund(address: string): Promise<void>
  /** The wallet may pay so much in a day, base units. */
  settings(wallet: string, perDay: bigint): Readonly<Record<string, string>>
  /** What the caller with this number asks for. */
  call(caller: number, payer: string): { readonly path: string; readonly body: object }
  /** How often the chain has done it. */
  done(caller: number): Promise<number>
  /** What the wallet has paid, base units. */
  spent(payer: string): Promise<bigint>
  close(): Promise<void>
}
