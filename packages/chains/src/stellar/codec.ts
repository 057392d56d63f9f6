/**
 * The pure half of Stellar. `@stellar/stellar-base` encodes XDR, and noble computes signatures. A signature covers the
 * hash of the network's passphrase and the transaction (developers.stellar.org, "Signatures").
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Transaction, xdr } from '@stellar/stellar-base'
import {
  type ChainNetwork,
  paramsOf,
  type SignatureOf,
  type Signed,
  type SigningRequest,
  type StellarCodec,
  type StellarRecord,
  type StellarTransaction,
  type Unsigned,
} from '@tallystick/custody'
import { remembered } from '../remembered.js'
import { readParty } from './address.js'
import { claimsOf, envelopeOf, isSigned, outlayOf, paymentsOf } from './envelope.js'
import { addressOf, privateKeyText, signerOf } from './keys.js'
import { difference, requestOf } from './kms.js'
import { checked, malformed, toXdr } from './transaction.js'

const MS = 1_000n

export function stellarCodec(record: StellarRecord, network: ChainNetwork): StellarCodec {
  const { passphrase } = paramsOf({ record, network })
  const read = (raw: string) => envelopeOf(raw, passphrase)

  function payloadOf(unsigned: Unsigned): StellarTransaction {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`it is of ${unsigned.chain} ${unsigned.network}`)
    }
    return checked(JSON.parse(unsigned.payload))
  }

  return {
    address: addressOf,
    isAddress: (text) => readParty(text) !== undefined,
    canonical: (address) => readParty(address)?.account ?? address,
    privateKeyText,
    signer: signerOf,
    build(transaction) {
      const json = checked(transaction)
      const { source, sequence, fee, until } = json
      return {
        chain: record.id,
        network,
        payload: JSON.stringify(json),
        fee,
        claims: claimsOf({ source, sequence: BigInt(sequence) }),
        ...(until === '0' ? {} : { expires: Number(BigInt(until) * MS) }),
      }
    },
    serializeForKms: (transaction) => toXdr(checked(transaction), passphrase).toEnvelope().toXDR('base64'),
    signingRequests(unsigned) {
      const payload = payloadOf(unsigned)
      return [request(payload, Uint8Array.from(toXdr(payload, passphrase).hash()))]
    },
    combine(unsigned, signatures) {
      const payload = payloadOf(unsigned)
      return signed(toXdr(payload, passphrase), payload, signatures)
    },
    inspect(raw) {
      const envelope = read(raw)
      if (!isSigned(envelope)) throw malformed('its signature is wrong or missing')
      return { txId: envelope.hash, claims: claimsOf(envelope), ...paymentsOf(envelope) }
    },
    asked(serialized) {
      const { hash: txId, until } = read(serialized)
      return { raw: serialized, txId, expires: Number(until * MS) }
    },
    requestIn: (serialized) => requestOf(read(serialized)),
    outlay: remembered((written) => outlayOf(read(written))),
    difference(serialized, raw) {
      const signed = read(raw)
      if (!isSigned(signed)) throw malformed('its signature is wrong or missing')
      return difference(read(serialized), signed)
    },
  }
}

function request({ source, signer = source }: StellarTransaction, bytes: Uint8Array): SigningRequest {
  return {
    bytes,
    scheme: 'ed25519',
    address: signer,
    accepts: (publicKey) => publicKey.length === 32 && addressOf(publicKey) === signer,
  }
}

/** With the one signature that it wants. @throws BadTransaction `malformed` */
function signed(
  transaction: Transaction,
  payload: StellarTransaction,
  [mine, ...others]: readonly SignatureOf[],
): Signed {
  const bytes = Uint8Array.from(transaction.hash())
  if (mine === undefined || others.length > 0 || !request(payload, bytes).accepts(mine.publicKey)) {
    throw malformed('it needs one signature, by the key that signs for its account')
  }
  if (!isSignature(mine.signature, bytes, mine.publicKey)) {
    throw malformed('the signature is not one of this transaction')
  }
  const hint = Buffer.from(mine.publicKey.slice(-4))
  const signature = Buffer.from(mine.signature)
  transaction.addDecoratedSignature(new xdr.DecoratedSignature({ hint, signature }))
  return { raw: transaction.toEnvelope().toXDR('base64'), txId: Buffer.from(bytes).toString('hex') }
}

function isSignature(signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, bytes, publicKey)
  } catch {
    // The library throws for bytes that are not even spelled as a signature.
    return false
  }
}
