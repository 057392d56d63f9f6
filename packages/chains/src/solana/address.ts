/** Addresses of Solana: 32 bytes in base 58, a public key of Ed25519 or an address that a program derives. */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

export const SYSTEM = '11111111111111111111111111111111'
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** They check signatures in the data of an instruction: each costs as much as one of the transaction. */
export const SIGNATURE_CHECKS: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]
/** They keep a text, and move nothing (spl.solana.com, "Memo Program"). */
export const MEMOS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
export const RECENT_BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111'

const BYTES = 32
/** Longer text is not decoded: base 58 takes time that grows with its square. */
const MAX_LENGTH = 44

/** Undefined when it is no address. */
export function bytesOf(address: string): Uint8Array | undefined {
  if (address.length < BYTES || address.length > MAX_LENGTH) return undefined
  try {
    const bytes = base58.decode(address)
    return bytes.length === BYTES ? bytes : undefined
  } catch {
    return undefined
  }
}

export const textOf = (bytes: Uint8Array): string => base58.encode(bytes)

/** The token account that wallets keep an owner's tokens of one mint in (Associated Token Account program). */
export function tokenAccount(owner: Uint8Array, program: Uint8Array, mint: Uint8Array): Uint8Array {
  const deriving = base58.decode(ASSOCIATED)
  // Of the addresses from 255 on the first that no key has.
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256')
    for (const part of [owner, program, mint, Uint8Array.of(bump), deriving]) hash.update(part)
    const address = Uint8Array.from(hash.update('ProgramDerivedAddress').digest())
    if (!isOnCurve(address)) return address
  }
  throw new RangeError('These seeds have no address')
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
