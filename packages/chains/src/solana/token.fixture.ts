/** Tokens of the SPL programs, as accounts that are there from the beginning (spl-token, `state.rs`). */
import { base58 } from '@scure/base'
import type { SolanaChain } from '@tallystick/custody'
import type { SolanaLedger } from './ledger.fixture.js'

export interface Issued {
  readonly mint: string
  /** Of the program whose token it is. */
  readonly program: string
  readonly decimals: number
  readonly holder: string
  /** Base units, all of which the holder has. */
  readonly supply: bigint
}

/** A mint, which the holder may make more of, and the account with all that there is. */
export function issue(
  ledger: SolanaLedger,
  { codec }: Pick<SolanaChain, 'codec'>,
  { mint, program, decimals, holder, supply }: Issued,
): void {
  const owner = base58.decode(holder)
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(owner, 4)
  data.writeBigUInt64LE(supply, 36)
  data[44] = decimals
  data[45] = 1
  ledger.place(mint, program, data)
  const account = Buffer.alloc(165)
  account.set(base58.decode(mint), 0)
  account.set(owner, 32)
  account.writeBigUInt64LE(supply, 64)
  account[108] = 1
  ledger.place(codec.tokenAccount(holder, { mint, program }), program, account)
}
