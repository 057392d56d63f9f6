/** Transactions of version 1, written from the text of SIMD-0385, apart from what reads them. */
import { base58 } from '@scure/base'
import { signatureOf } from './chain.fixture.js'

export interface Written {
  /** How many sign; and of those who sign and of those who do not, how many at the end are only read. */
  readonly header: readonly [number, number, number]
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly mask?: number
  /** Four bytes for each bit of the mask. */
  readonly values?: readonly number[]
  readonly instructions: readonly {
    readonly program: number
    readonly accounts: readonly number[]
    readonly data: readonly number[]
  }[]
}

export const little = (value: number | bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn))

const bytesOf = (address: string): readonly number[] => [...base58.decode(address)]

export const messageBytes = ({
  header,
  keys,
  blockhash,
  mask = 0,
  values = [],
  instructions,
}: Written): Uint8Array =>
  Uint8Array.from([
    129,
    ...header,
    ...little(mask, 4),
    ...bytesOf(blockhash),
    instructions.length,
    keys.length,
    ...keys.flatMap(bytesOf),
    ...values,
    ...instructions.flatMap(({ program, accounts, data }) => [
      program,
      accounts.length,
      ...little(data.length, 2),
    ]),
    ...instructions.flatMap(({ accounts, data }) => [...accounts, ...data]),
  ])

/** With the signatures of these secrets, in their order; null leaves one blank. */
export function transactionBytes(written: Written, secrets: readonly (string | null)[]): Uint8Array {
  const bytes = messageBytes(written)
  const signatures = secrets.map((secret) =>
    secret === null ? new Uint8Array(64) : signatureOf(secret, bytes),
  )
  return Uint8Array.from([...bytes, ...signatures.flatMap((signature) => [...signature])])
}

const SYSTEM = '11111111111111111111111111111111'
/** Of the system program: a transfer. */
export const payment = (lamports: bigint): readonly number[] => [...little(2, 4), ...little(lamports, 8)]

/** A payment of one account to another. */
export const paying = (from: string, to: string, lamports: bigint, over: Partial<Written> = {}): Written => ({
  header: [1, 0, 1],
  keys: [from, to, SYSTEM],
  blockhash: base58.encode(new Uint8Array(32).fill(7)),
  instructions: [{ program: 2, accounts: [0, 1], data: payment(lamports) }],
  ...over,
})
