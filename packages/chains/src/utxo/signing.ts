/** Signing: what is signed, with what, and how the signatures become a transaction. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import {
  BadKey,
  type KeySigner,
  type OutputKind,
  type SignatureOf,
  type SigningRequest,
  type UtxoParams,
} from '@tallystick/custody'
import type { Transaction } from 'bitcoinjs-lib'
import { addressOf, scriptOfKey } from './addresses.js'
import { fromHex, malformed, type Payload, transactionOf } from './payload.js'
import { readScript, scriptFor, spendingKind } from './script.js'

const { Point, Signature } = secp256k1
const base58check = createBase58check(sha256)

const SIGHASH_ALL = 0x01
/** SIGHASH_ALL with the bit that makes a signature of Bitcoin Cash invalid on other chains. */
const SIGHASH_ALL_FORKID = 0x41
/** BIP-341: the same as ALL, with a signature that is one byte shorter. */
const SIGHASH_DEFAULT = 0x00

// ---- keys

/** Only for compressed keys: an uncompressed one has another address, which nothing here looks for. */
export const wifOf = (secret: Uint8Array, { wif }: UtxoParams): string => {
  if (!secp256k1.utils.isValidSecretKey(secret)) throw new BadKey('Not a private key')
  return base58check.encode(Uint8Array.of(wif, ...secret, 0x01))
}

export function signerOf(text: string, params: UtxoParams): KeySigner {
  const secret = secretOf(text, params)
  const publicKey = secp256k1.getPublicKey(secret)
  return {
    publicKey,
    address: addressOf(scriptOfKey(publicKey, params.address), params) ?? '',
    sign: ({ bytes, scheme }) =>
      scheme === 'schnorr'
        ? // No randomness: BIP-340 asks for it against faults of the hardware, and allows zeros.
          schnorr.sign(bytes, taprootSecret(secret), new Uint8Array(32))
        : secp256k1.sign(bytes, secret, { prehash: false }),
  }
}

function secretOf(text: string, params: UtxoParams): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(text)
  } catch {
    throw new BadKey('Not a private key in WIF')
  }
  if (bytes[0] !== params.wif) throw new BadKey('A private key of another chain or network')
  if (bytes.length !== 34 || bytes[33] !== 0x01)
    throw new BadKey('Not the private key of a compressed public key')
  const secret = bytes.slice(1, 33)
  if (!secp256k1.utils.isValidSecretKey(secret)) throw new BadKey('Not a private key in WIF')
  return secret
}

/** BIP-341, for an output without scripts. */
function taprootSecret(secret: Uint8Array): Uint8Array {
  const point = Point.BASE.multiply(Point.Fn.fromBytes(secret))
  const internal = point.toBytes(true)
  const even = internal[0] === 0x02 ? Point.Fn.fromBytes(secret) : Point.Fn.neg(Point.Fn.fromBytes(secret))
  const tweak = Point.Fn.fromBytes(schnorr.utils.taggedHash('TapTweak', internal.subarray(1)))
  return Point.Fn.toBytes(Point.Fn.add(even, tweak))
}

// ---- requests

interface Input {
  readonly kind: OutputKind
  readonly script: Uint8Array
  readonly value: bigint
  readonly redeem: Uint8Array | undefined
}

function inputsOf(payload: Payload, params: UtxoParams): readonly Input[] {
  return payload.inputs.map(({ txId, index, script, value, redeem }) => {
    const kind = spendingKind(fromHex(script), params.hrp !== undefined)
    if (kind === undefined) throw malformed(`Output ${index} of ${txId} is of a kind that cannot be spent`)
    if (kind === 'p2sh-p2wpkh' && redeem === undefined) {
      throw malformed(`To sign for output ${index} of ${txId} its public key must be known`)
    }
    const inside = redeem === undefined ? undefined : fromHex(redeem)
    return { kind, script: fromHex(script), value: BigInt(value), redeem: inside }
  })
}

export function requestsOf(payload: Payload, params: UtxoParams): readonly SigningRequest[] {
  const transaction = transactionOf(payload)
  const inputs = inputsOf(payload, params)
  return inputs.map(({ kind, script }, index) => ({
    // When it is asked for: that of one input of many may take a millisecond.
    get bytes() {
      return digestOf(transaction, inputs, index, params)
    },
    scheme: kind === 'p2tr' ? 'schnorr' : 'ecdsa',
    address: addressOf(script, params) ?? '',
    accepts: (publicKey) => controls(publicKey, script, kind),
  }))
}

function controls(publicKey: Uint8Array, script: Uint8Array, kind: OutputKind): boolean {
  if (publicKey.length !== 33) return false
  try {
    return Buffer.from(scriptOfKey(publicKey, kind)).equals(script)
  } catch {
    // Taproot requires a point of the curve.
    return false
  }
}

function digestOf(
  transaction: Transaction,
  inputs: readonly Input[],
  index: number,
  params: UtxoParams,
): Uint8Array {
  const input = inputs[index]
  if (input === undefined) throw malformed('No such input')
  const { kind, script, value, redeem } = input
  switch (kind) {
    case 'p2pkh':
      return params.sighash === 'bip143-forkid'
        ? transaction.hashForWitnessV0(index, script, value, SIGHASH_ALL_FORKID)
        : transaction.hashForSignature(index, script, SIGHASH_ALL)
    case 'p2wpkh':
    case 'p2sh-p2wpkh': {
      // BIP-143: a program with a key hash is signed like p2pkh.
      const hash = readScript(redeem ?? script)?.hash ?? new Uint8Array(20)
      return transaction.hashForWitnessV0(index, scriptFor('p2pkh', hash), value, SIGHASH_ALL)
    }
    case 'p2tr': {
      const scripts = inputs.map((each) => each.script)
      const values = inputs.map((each) => each.value)
      return transaction.hashForWitnessV1(index, scripts, values, SIGHASH_DEFAULT)
    }
  }
}

// ---- signatures

/**
 * The transaction with its signatures, an input in each step. Each is verified first: an invalid one never leaves this
 * process.
 * @param signatures 64 bytes each: r and s, or BIP-340's
 */
export function* signed(
  payload: Payload,
  params: UtxoParams,
  signatures: readonly SignatureOf[],
): Generator<void, Transaction> {
  const requests = requestsOf(payload, params)
  if (signatures.length !== requests.length) {
    throw malformed(`${signatures.length} signatures for ${requests.length} inputs`)
  }
  const transaction = transactionOf(payload)
  const inputs = inputsOf(payload, params)
  for (const [index, request] of requests.entries()) {
    const { publicKey, signature } = signatures[index] ?? { publicKey: EMPTY, signature: EMPTY }
    if (!request.accepts(publicKey)) throw malformed(`The key for input ${index} does not control it`)
    if (!holds(request, publicKey, signature))
      throw malformed(`The signature of input ${index} does not hold`)
    const input = inputs[index]
    if (input === undefined) continue
    const type = params.sighash === 'bip143-forkid' ? SIGHASH_ALL_FORKID : SIGHASH_ALL
    switch (input.kind) {
      case 'p2pkh':
        transaction.setInputScript(index, pushes(der(signature, type), publicKey))
        break
      case 'p2sh-p2wpkh':
        transaction.setInputScript(index, pushes(input.redeem ?? EMPTY))
        transaction.setWitness(index, [der(signature, type), publicKey])
        break
      case 'p2wpkh':
        transaction.setWitness(index, [der(signature, type), publicKey])
        break
      case 'p2tr':
        transaction.setWitness(index, [signature])
        break
    }
    yield
  }
  return transaction
}

const EMPTY = new Uint8Array(0)

function holds({ bytes, scheme }: SigningRequest, publicKey: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  try {
    if (scheme === 'ecdsa') return secp256k1.verify(signature, bytes, publicKey, { prehash: false })
    return schnorr.verify(signature, bytes, scriptOfKey(publicKey, 'p2tr').subarray(2))
  } catch {
    return false
  }
}

function der(signature: Uint8Array, type: number): Uint8Array {
  return Uint8Array.of(...Signature.fromBytes(signature, 'compact').toBytes('der'), type)
}

/** Each below 76 bytes, so its length is its opcode. */
const pushes = (...items: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(items.flatMap((item) => [item.length, ...item]))
