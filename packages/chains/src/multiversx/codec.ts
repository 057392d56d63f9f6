/** The pure half of MultiversX. JSON and bytes come from transaction.ts, the curve from noble. */
import {
  type ChainNetwork,
  type MultiversxCodec,
  type MultiversxRecord,
  type MultiversxTransaction,
  paramsOf,
  type SignatureOf,
  type SigningRequest,
  type Unsigned,
} from '@tallystick/custody'
import { remembered } from '../remembered.js'
import { isAddress, isContract, malformed } from './address.js'
import { claimsOf, feeOf, holds, mustBeOf, outlayOf, paidBy, signedIn } from './envelope.js'
import { addressOf, privateKeyText, signerOf } from './keys.js'
import { difference, readSerialized, serialized } from './kms.js'
import { mustBeCalled } from './payload.js'
import { checked, hashOf, messageOf } from './transaction.js'

export function multiversxCodec(record: MultiversxRecord, network: ChainNetwork): MultiversxCodec {
  const { chainIds, gas } = paramsOf({ record, network })
  const read = (raw: string) => signedIn(raw, chainIds)

  function built(transaction: MultiversxTransaction): MultiversxTransaction {
    const { nonce, value, receiver, sender, gasPrice, gasLimit, data, chainID, version } =
      checked(transaction)
    mustBeOf(chainIds, transaction)
    mustBeCalled({ sender, receiver }, data)
    const more = data === undefined || data === '' ? {} : { data }
    return { nonce, value, receiver, sender, gasPrice, gasLimit, ...more, chainID, version }
  }

  function payloadOf(unsigned: Unsigned): MultiversxTransaction {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`it belongs to ${unsigned.chain} ${unsigned.network}`)
    }
    return built(JSON.parse(unsigned.payload))
  }

  return {
    address: addressOf,
    isAddress,
    canonical: (address) => address,
    isContract,
    privateKeyText,
    signer: signerOf,
    build(transaction) {
      const json = built(transaction)
      return {
        chain: record.id,
        network,
        payload: JSON.stringify(json),
        fee: feeOf(json, gas).toString(),
        claims: claimsOf(json),
      }
    },
    serializeForKms: serialized,
    signingRequests: (unsigned) => [request(payloadOf(unsigned))],
    combine: (unsigned, signatures) => signed(payloadOf(unsigned), signatures),
    inspect(raw) {
      const transaction = read(raw)
      const { sender: from } = transaction
      return { txId: hashOf(transaction), claims: claimsOf(transaction), outputs: paidBy(transaction), from }
    },
    difference: (text, raw) => difference(readSerialized(text), read(raw)),
    outlay: remembered((written) =>
      outlayOf(written.startsWith('{"from":') ? readSerialized(written) : read(written), gas),
    ),
  }
}

const request = (payload: MultiversxTransaction): SigningRequest => ({
  bytes: messageOf(payload),
  scheme: 'ed25519',
  address: payload.sender,
  accepts: (publicKey) => publicKey.length === 32 && addressOf(publicKey) === payload.sender,
})

/** Adds the one signature. @throws BadTransaction `malformed` */
function signed(payload: MultiversxTransaction, signatures: readonly SignatureOf[]) {
  const [mine, ...more] = signatures
  const isOwn = mine?.publicKey.length === 32 && addressOf(mine.publicKey) === payload.sender
  if (mine === undefined || more.length > 0 || !isOwn)
    throw malformed('it needs one signature, by its sender')
  const signature = Buffer.from(mine.signature).toString('hex')
  if (!holds(payload.sender, signature, messageOf(payload))) throw malformed('its signature is wrong')
  const transaction = { ...payload, signature }
  return { raw: JSON.stringify(transaction), txId: hashOf(transaction) }
}
