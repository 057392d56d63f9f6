/** Addresses of one chain and network: converted to scripts, and made from scripts and public keys. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { OutputKind, UtxoParams } from '@tallystick/custody'
import { decodeCashAddress, encodeCashAddress } from './cashaddr.js'
import { hash160, readScript, redeemScript, scriptFor } from './script.js'

const base58check = createBase58check(sha256)

/** The longest address: a bech32 address has at most 90 characters (BIP-173), a CashAddr of ours fewer. */
const MAX_LENGTH = 90

/** The script of an address of the chain; undefined if the text is not one. */
export function scriptOf(text: string, params: UtxoParams): Uint8Array | undefined {
  if (text.length > MAX_LENGTH) return undefined
  return fromBase58(text, params) ?? fromSegwit(text, params.hrp) ?? fromCash(text, params.cashPrefix)
}

/** The canonical address of a script; null if it has none. */
export function addressOf(script: Uint8Array, params: UtxoParams): string | null {
  const read = readScript(script)
  if (read === undefined) return null
  const { kind, hash } = read
  if (params.cashPrefix !== undefined) {
    if (kind === 'p2pkh') return encodeCashAddress(params.cashPrefix, { type: 0, payload: hash })
    const isScript = kind === 'p2sh' || kind === 'p2sh32'
    return isScript ? encodeCashAddress(params.cashPrefix, { type: 1, payload: hash }) : null
  }
  if (kind === 'p2pkh') return base58check.encode(Uint8Array.of(params.p2pkh, ...hash))
  if (kind === 'p2sh') return base58check.encode(Uint8Array.of(params.p2sh, ...hash))
  if (params.hrp === undefined || kind === 'p2sh32') return null
  const words = bech32.toWords(hash)
  return kind === 'p2tr'
    ? bech32m.encode(params.hrp, [1, ...words])
    : bech32.encode(params.hrp, [0, ...words])
}

/** See `UtxoCodec.twins`. */
export function twinsOf(address: string, params: UtxoParams): readonly string[] {
  const script = params.hrp === undefined ? undefined : scriptOf(address, params)
  const read = script && readScript(script)
  if (read?.kind !== 'p2pkh' && read?.kind !== 'p2wpkh') return []
  const twin = addressOf(scriptFor(read.kind === 'p2pkh' ? 'p2wpkh' : 'p2pkh', read.hash), params)
  return twin === null ? [] : [twin]
}

/** The script that a compressed public key spends from, by kind. */
export function scriptOfKey(publicKey: Uint8Array, kind: OutputKind): Uint8Array {
  switch (kind) {
    case 'p2pkh':
    case 'p2wpkh':
      return scriptFor(kind, hash160(publicKey))
    case 'p2sh-p2wpkh':
      return scriptFor('p2sh', hash160(redeemScript(publicKey)))
    case 'p2tr':
      return scriptFor('p2tr', taprootKey(publicKey))
  }
}

/** BIP-341's key of an output without scripts: P + H(P)·G, with P of even y (BIP-86). */
function taprootKey(publicKey: Uint8Array): Uint8Array {
  const internal = publicKey.subarray(1)
  const { lift_x, pointToBytes, taggedHash } = schnorr.utils
  const tweak = BigInt(`0x${Buffer.from(taggedHash('TapTweak', internal)).toString('hex')}`)
  const point = lift_x(BigInt(`0x${Buffer.from(internal).toString('hex')}`))
  return pointToBytes(point.add(secp256k1.Point.BASE.multiplyUnsafe(tweak)))
}

function fromBase58(text: string, params: UtxoParams): Uint8Array | undefined {
  const bytes = attempt(() => base58check.decode(text))
  if (bytes?.length !== 21) return undefined
  if (bytes[0] === params.p2pkh) return scriptFor('p2pkh', bytes.subarray(1))
  return bytes[0] === params.p2sh ? scriptFor('p2sh', bytes.subarray(1)) : undefined
}

/** Witness programs of versions 0 and 1. Nobody can lock others yet, so paying to one gives money away. */
function fromSegwit(text: string, hrp: string | undefined): Uint8Array | undefined {
  if (hrp === undefined || !text.toLowerCase().startsWith(`${hrp}1`)) return undefined
  const read = (coder: typeof bech32): readonly number[] | undefined =>
    attempt(() => coder.decode(text as `${string}1${string}`).words)
  const program = (words: readonly number[]): Uint8Array | undefined =>
    attempt(() => bech32.fromWords(words.slice(1)))
  const zero = read(bech32)
  if (zero?.[0] === 0) {
    const hash = program(zero)
    if (hash?.length === 20) return scriptFor('p2wpkh', hash)
    return hash?.length === 32 ? scriptFor('p2wsh', hash) : undefined
  }
  const one = read(bech32m)
  const key = one?.[0] === 1 ? program(one) : undefined
  return key?.length === 32 ? scriptFor('p2tr', key) : undefined
}

function fromCash(text: string, prefix: string | undefined): Uint8Array | undefined {
  const read = prefix === undefined ? undefined : decodeCashAddress(prefix, text)
  if (read === undefined) return undefined
  const { type, payload } = read
  if (type === 0 && payload.length === 20) return scriptFor('p2pkh', payload)
  if (type === 1 && payload.length === 20) return scriptFor('p2sh', payload)
  return type === 1 && payload.length === 32 ? scriptFor('p2sh32', payload) : undefined
}

function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
