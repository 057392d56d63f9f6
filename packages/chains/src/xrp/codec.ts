/**
 * The pure half of the XRP Ledger. `ripple-binary-codec` encodes, `ripple-keypairs` verifies signatures, noble hashes
 * (xrpl.org, "Serialization Format").
 *
 * The signed data contain the public key, so `SigningPubKey` is set before a transaction is built for signing here; one
 * for a key-management system leaves it out. The account's master key or its regular key may sign; only a node knows
 * which of them the ledger accepts.
 */
import '../sha512.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import type {
  ChainNetwork,
  Inspected,
  Signed,
  SigningRequest,
  Unsigned,
  XrpCodec,
  XrpJson,
  XrpRecord,
} from '@tallystick/custody'
import { decode, encode, encodeForMultisigning, encodeForSigning } from 'ripple-binary-codec'
import { verify } from 'ripple-keypairs'
import { isObject } from '../json.js'
import { remembered } from '../remembered.js'
import { readParty } from './address.js'
import { addressOf, privateKeyText, signerOf, upperHex } from './keys.js'
import { difference } from './kms.js'
import { besides, paidBy } from './paid.js'
import { checked, malformed, outlayOf, reservationsOf } from './transaction.js'

/** Prefix for the hash of a signed transaction: the letters TXN and a zero. */
const HASH_PREFIX = Uint8Array.of(0x54, 0x58, 0x4e, 0)
/** No node accepts larger ones (rippled, `txMaxSizeBytes`). */
const MAX_BYTES = 1024 * 1024

export function xrpCodec(record: XrpRecord, network: ChainNetwork): XrpCodec {
  function payloadOf(unsigned: Unsigned): XrpJson {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`it is of ${unsigned.chain} ${unsigned.network}`)
    }
    const parsed: unknown = JSON.parse(unsigned.payload)
    if (!isObject(parsed)) throw malformed('it is not an object')
    return checked(parsed, network)
  }

  function request(transaction: XrpJson): SigningRequest {
    const key = transaction['SigningPubKey']
    if (typeof key !== 'string') throw malformed('SigningPubKey does not say who signs')
    return {
      bytes: half(hex.decode(encodeForSigning(transaction).toLowerCase())),
      scheme: 'ecdsa',
      address: String(transaction['Account']),
      accepts: (publicKey) => upperHex(publicKey) === key,
    }
  }

  return {
    address: addressOf,
    isAddress: (text) => readParty(text, network) !== undefined,
    canonical: (address) => readParty(address, network)?.address ?? address,
    privateKeyText,
    signer: signerOf,
    build(transaction) {
      const json = checked(transaction, network)
      return {
        chain: record.id,
        network,
        payload: JSON.stringify(json),
        fee: String(json['Fee']),
        claims: reservationsOf(json),
      }
    },
    serializeForKms: (transaction) => JSON.stringify(checked(transaction, network)),
    signingRequests: (unsigned) => [request(payloadOf(unsigned))],
    combine(unsigned, signatures) {
      const transaction = payloadOf(unsigned)
      const { accepts } = request(transaction)
      const [mine, ...others] = signatures
      if (mine === undefined || others.length > 0 || !accepts(mine.publicKey)) {
        throw malformed('it needs one signature, by the key in SigningPubKey')
      }
      const signed = { ...transaction, TxnSignature: upperHex(mine.signature) }
      if (!isSigned(signed)) throw malformed('the signature is not one of this transaction')
      return signedOf(encode(signed))
    },
    inspect,
    outlay: remembered((written) =>
      outlayOf(written.startsWith('{') ? checked(JSON.parse(written), network) : fieldsOf(written)),
    ),
    difference(serialized, raw) {
      inspect(raw)
      return difference(fieldsOf(encode(checked(JSON.parse(serialized), network))), fieldsOf(raw))
    },
  }
}

/** The hash that identifies a transaction, from its signed bytes in hex. */
export function signedOf(raw: string): Signed {
  const bytes = hex.decode(raw.toLowerCase())
  return { raw: raw.toUpperCase(), txId: upperHex(half(new Uint8Array([...HASH_PREFIX, ...bytes]))) }
}

/** The fields of a transaction, without checking its signature. @throws BadTransaction `malformed` */
export function fieldsOf(raw: string): XrpJson {
  if (raw.length > 2 * MAX_BYTES || !/^(?:[0-9a-fA-F]{2})+$/.test(raw)) throw malformed('it is not hex')
  let transaction: XrpJson
  let again: string
  try {
    transaction = decode(raw.toUpperCase())
    again = encode(transaction)
  } catch {
    throw malformed('its bytes cannot be read')
  }
  // Nodes accept only the canonical encoding. A field that the library encodes differently is not canonical.
  if (again !== raw.toUpperCase()) throw malformed('its fields are not in order')
  return transaction
}

function inspect(raw: string): Inspected {
  const transaction = fieldsOf(raw)
  if (!isSigned(transaction)) throw malformed('its signature is wrong or missing')
  const { Account: from } = transaction
  return {
    txId: signedOf(raw).txId,
    claims: reservationsOf(transaction),
    outputs: paidBy(transaction),
    from: typeof from === 'string' ? from : null,
    ...besides(transaction),
  }
}

function isSigned(transaction: XrpJson): boolean {
  const { SigningPubKey: key, TxnSignature: signature, Signers: signers } = transaction
  try {
    if (typeof key === 'string' && key !== '' && typeof signature === 'string') {
      return verify(encodeForSigning(transaction), signature, key)
    }
    if (!Array.isArray(signers) || signers.length === 0) return false
    return signers.every((entry: unknown) => {
      const signer = isObject(entry) ? entry['Signer'] : undefined
      if (!isObject(signer)) return false
      const { Account: account, SigningPubKey: own, TxnSignature: text } = signer
      if (typeof account !== 'string' || typeof own !== 'string' || typeof text !== 'string') return false
      return verify(encodeForMultisigning(transaction, account), text, own)
    })
  } catch {
    // The libraries throw if it does not have the form of a signature.
    return false
  }
}

/** The first half of SHA-512: the ledger's hash. */
const half = (bytes: Uint8Array): Uint8Array => sha512(bytes).slice(0, 32)
