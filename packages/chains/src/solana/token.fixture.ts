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
  /** Token-2022: what follows the mint's own data. Absent: nothing. */
  readonly extensions?: Buffer
}

/** A part of each transfer is withheld (spl-token-2022, `TransferFeeConfig`): the older fee until the epoch of the newer one. */
export function transferFee(older: number, newer: number, epoch: bigint): Buffer {
  const data = Buffer.alloc(4 + 108)
  data.writeUInt16LE(1, 0)
  data.writeUInt16LE(108, 2)
  for (const [at, basisPoints, from] of [
    [76, older, 0n],
    [94, newer, epoch],
  ] as const) {
    data.writeBigUInt64LE(from, at)
    data.writeBigUInt64LE(2n ** 63n, at + 8)
    data.writeUInt16LE(basisPoints, at + 16)
  }
  return data
}

/** A mint, which the holder may make more of, and the account with all that there is. */
export function issue(
  ledger: SolanaLedger,
  { codec }: Pick<SolanaChain, 'codec'>,
  { mint, program, decimals, holder, supply, extensions }: Issued,
): void {
  const owner = base58.decode(holder)
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(owner, 4)
  data.writeBigUInt64LE(supply, 36)
  data[44] = decimals
  data[45] = 1
  const mintKind = Buffer.concat([Buffer.alloc(165 - data.length), Buffer.of(1)])
  ledger.place(mint, program, extensions === undefined ? data : Buffer.concat([data, mintKind, extensions]))
  const account = Buffer.alloc(165)
  account.set(base58.decode(mint), 0)
  account.set(owner, 32)
  account.writeBigUInt64LE(supply, 64)
  account[108] = 1
  // An account of such tokens has room for what is withheld of payments to it.
  const room = extensions === undefined ? [] : [Buffer.of(2, 2, 0, 8, 0), Buffer.alloc(8)]
  ledger.place(codec.tokenAccount(holder, { mint, program }), program, Buffer.concat([account, ...room]))
}
