/**
 * The pure half of Solana. A transaction is written as the height of the last block that may have it, and the Base64
 * that nodes take: `312000150:AbC…`. The bytes do not contain that height, which is the only proof that a transaction
 * is dead. A transaction with a durable nonce does not expire and has no height.
 */
import { createHash } from 'node:crypto'
import {
  BadKey,
  type ChainNetwork,
  claimAt,
  type Inspected,
  type Reservation,
  type SolanaCodec,
  type SolanaIntent,
  type SolanaOutlay,
  type SolanaRecord,
  type Unsigned,
} from '@tallystick/custody'
import { remembered } from '../remembered.js'
import { bytesOf, TOKEN, TOKEN_2022, textOf, tokenAccount } from './address.js'
import { riskOfPaying } from './fee-payer.js'
import {
  advanceNonce,
  computeLimit,
  computePrice,
  nonceAccount,
  outlayOf,
  paidBy,
  partiesOf,
  tokenTransfer,
  transfer,
} from './instructions.js'
import { privateKeyText, signerOf } from './keys.js'
import { difference, messageIn, serialized } from './kms.js'
import { compile, type Message, readMessage, writeMessage } from './message.js'
import { combined, type Payload, payloadIn, requestsOf, withSignatures } from './payload.js'
import { malformed } from './reader.js'
import { bytesIn, decoded, encoded, holds, idOf, isId, parted } from './text.js'

const MAX_U64 = (1n << 64n) - 1n
/** Of a claim's index: what tells transactions of one payer and height apart, behind the height. */
const TOLD_APART = 2n ** 29n

export function solanaCodec(record: SolanaRecord, network: ChainNetwork): SolanaCodec {
  const unsignedOf = (payload: Payload): Unsigned => {
    const signed = decoded(payload.message)
    const message = readMessage(signed)
    const last = payload.last === undefined ? null : BigInt(payload.last)
    return {
      chain: record.id,
      network,
      payload: JSON.stringify(payload),
      fee: outlayOf(message).fee.toString(),
      claims: reservationsOf(message, signed, last),
    }
  }

  function payloadOf(unsigned: Unsigned): Payload {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`it is of ${unsigned.chain} ${unsigned.network}`)
    }
    // Written by `unsignedOf`.
    return JSON.parse(unsigned.payload) as Payload
  }

  return {
    address: addressOf,
    isAddress: (text) => bytesOf(text) !== undefined,
    canonical: (address) => address,
    privateKeyText,
    signer: signerOf,
    tokenAccount: accountOf,
    // Each token is of one of these programs. A signed transaction does not tell which one.
    tokenAccounts: (owner, mint) => [TOKEN, TOKEN_2022].map((program) => accountOf(owner, { mint, program })),
    build(intent) {
      const message = encoded(writeMessage(built(intent), keyBytes))
      const expiry = intent.nonce === undefined ? { last: intent.lifetime.last.toString() } : {}
      return { ...unsignedOf({ message, ...expiry }), fee: intent.fee.toString() }
    },
    message: (unsigned) => payloadOf(unsigned).message,
    serializeForKms: (unsigned) => serialized(decoded(payloadOf(unsigned).message)),
    signingRequests: (unsigned) => requestsOf(payloadOf(unsigned)),
    combine: (unsigned, given) => combined(payloadOf(unsigned), given),
    payerOf: (unsigned) => payerIn(readMessage(decoded(payloadOf(unsigned).message))),
    withSignatures: (unsigned, given) => withSignatures(payloadOf(unsigned), given),
    unsigned: (text) => unsignedOf(payloadIn(text)),
    inspect,
    outlay: remembered(outlay),
    difference(asked, raw) {
      inspect(raw)
      return difference(messageIn(asked), parted(raw).transaction.message)
    },
    read(text) {
      const raw = encoded(bytesIn(text))
      inspect(raw)
      const { message } = parted(raw).transaction
      return { raw, blockhash: message.blockhash, isDurable: nonceAccount(message) !== null }
    },
    firstClaim: (height) => (height + 1n) * TOLD_APART,
    bounded: (raw, last) => `${last}:${raw}`,
    isId,
  }
}

const payerIn = (message: Message): ReturnType<SolanaCodec['payerOf']> => ({
  payer: message.keys[0] ?? '',
  blockhash: message.blockhash,
  risk: riskOfPaying(message),
})

function addressOf(publicKey: Uint8Array): string {
  if (publicKey.length !== 32) throw new BadKey('Not a public key of 32 bytes.')
  return textOf(publicKey)
}

const accountOf: SolanaCodec['tokenAccount'] = (owner, { mint, program }) =>
  textOf(tokenAccount(keyBytes(owner), keyBytes(program), keyBytes(mint)))

function built(whole: SolanaIntent): Message {
  const { transfer: intent, lifetime, salt, price = 0n, version = 'legacy', nonce } = whole
  const { from, to, amount, payer = from, token } = intent
  if (amount <= 0n || amount > MAX_U64) throw malformed('the amount is not from 1 to 2^64 - 1')
  if (from === to && token !== undefined) throw malformed('the sender is the recipient')
  for (const address of [from, to, payer, lifetime.blockhash]) keyBytes(address)
  const deeds = [
    ...(nonce === undefined ? [] : [advanceNonce(nonce.account, nonce.authority)]),
    ...(salt === null ? [] : [computeLimit(token === undefined ? 'native' : 'token', salt)]),
    ...(price === 0n ? [] : [computePrice(price)]),
    ...(token === undefined
      ? [transfer(from, to, amount)]
      : tokenTransfer(intent, token, (owner) => accountOf(owner, token))),
  ]
  return compile(payer, lifetime.blockhash, deeds, version)
}

/**
 * What a transaction uses up is itself: chains of nonces have a sequence in this place. Its index begins with the height
 * of its last block, so that what may still be taken comes behind what is over. A durable nonce is used up by one.
 * @throws BadTransaction `malformed` when the height is beyond all heights
 */
function reservationsOf(message: Message, signed: Uint8Array, last: bigint | null): readonly Reservation[] {
  const account = nonceAccount(message)
  if (account !== null) return [claimAt(`${account}:${message.blockhash}`, 0n)]
  const owner = message.keys[0] ?? ''
  const hash = createHash('sha256').update(signed).digest()
  if (last === null) return [claimAt(`${owner}:${textOf(hash)}`, 0n)]
  return [claimAt(owner, last * TOLD_APART + (BigInt(hash.readUInt32BE()) % TOLD_APART))]
}

function inspect(raw: string): Inspected {
  const { last, transaction } = parted(raw)
  const { signatures, message, signed } = transaction
  if (!signatures.every((signature, at) => holds(signature, signed, message.keys[at] ?? ''))) {
    throw malformed('a signature is wrong or missing')
  }
  return {
    txId: idOf(signatures),
    claims: reservationsOf(message, signed, last),
    outputs: paidBy(message),
    ...partiesOf(message),
  }
}

/** @param written A transaction as it is recorded, or as it was serialized for a key-management system */
function outlay(written: string): SolanaOutlay {
  const isAsked = written.startsWith('{')
  const { message, signatures } = isAsked
    ? { message: messageIn(written), signatures: null }
    : parted(written).transaction
  return { ...outlayOf(message), txId: signatures && idOf(signatures) }
}

function keyBytes(address: string): Uint8Array {
  const bytes = bytesOf(address)
  if (bytes === undefined) throw malformed('an address is none of Solana')
  return bytes
}
