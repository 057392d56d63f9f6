/** The codec of EVM chains: addresses, keys, transactions as text, contract calls. Pure; it knows no node. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import {
  BadKey,
  type ChainNetwork,
  claimAt,
  type EvmCodec,
  type EvmOutlay,
  type EvmParams,
  type EvmRecord,
  type EvmTransaction,
  type FeeCeiling,
  type FeeCoin,
  type KeySigner,
  type SignatureOf,
  type Unsigned,
} from '@tallystick/custody'
import { remembered } from '../remembered.js'
import { decodeResult, encodeCall } from './abi.js'
import { evmContracts } from './contracts.js'
import { create2 } from './create2.js'
import {
  digestOf,
  type Envelope,
  fromPayload,
  highestFee,
  type Opened,
  open,
  sign,
  toPayload,
} from './envelope.js'
import { malformed } from './faults.js'
import { DEPLOYMENT_PROXY, factoryDeployment, gasPumps } from './gas-pumps.js'
import { difference, namesFee, namesNonceOf, serializeForKms } from './kms.js'
import { paidBy } from './paid.js'
import { readAddress, writeAddress } from './text.js'

/** `transfer(address,uint256)` of ERC-20. */
const TRANSFER = '0xa9059cbb'
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** Among the assets that a transaction takes. */
const COIN = 'coin'

/** A chain on one of its networks, and its addresses. */
interface Place {
  readonly record: EvmRecord
  readonly network: ChainNetwork
  readonly params: EvmParams
  /** Lower-case hex. @throws BadTransaction */
  canonical(address: string): string
  /** In the format of the chain. */
  write(canonical: string): string
}

export function evmCodec(record: EvmRecord, network: ChainNetwork, params: EvmParams): EvmCodec {
  const { addressText } = params
  const place: Place = {
    record,
    network,
    params,
    canonical(address) {
      const read = readAddress(address, addressText)
      if (read === undefined) throw malformed(`Not an address of ${record.name}`)
      return read
    },
    write: (canonical) => writeAddress(canonical, addressText),
  }
  return {
    address: (publicKey) => place.write(addressOf(publicKey)),
    isAddress: (text) => readAddress(text, addressText) !== undefined,
    canonical: place.canonical,
    privateKeyText: (secret) => `0x${bytesToHex(secret)}`,
    signer: (privateKey) => signerOf(privateKey, place.write),
    ...buildingOn(place),
    ...readingOn(place),
    ...contractsOn(place),
  }
}

/** From a transaction to a signed one, and to what a key-management system signs. */
function buildingOn(
  place: Place,
): Pick<EvmCodec, 'build' | 'signingRequests' | 'combine' | 'serializeForKms'> {
  const { record, network, params, canonical, write } = place
  const envelopeOf = (unsigned: Unsigned): Envelope => {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`The transaction is not one of ${record.name}`)
    }
    const envelope = fromPayload(unsigned.payload)
    if (envelope.chainId !== params.chainId) throw malformed('The transaction is for another chain id')
    return envelope
  }
  return {
    build(transaction) {
      const envelope: Envelope = {
        ...normal(place, transaction),
        from: canonical(transaction.from),
        chainId: params.chainId,
      }
      // Refuses what cannot be encoded here instead of at signing.
      digestOf(envelope)
      return {
        chain: record.id,
        network,
        payload: toPayload(envelope),
        fee: highestFee(envelope).toString(),
        claims: [claimAt(envelope.from, BigInt(envelope.nonce))],
      }
    },
    signingRequests(unsigned) {
      const envelope = envelopeOf(unsigned)
      const accepts = (publicKey: Uint8Array) => ownerOf(publicKey) === envelope.from
      const address = write(envelope.from)
      return [{ bytes: digestOf(envelope), scheme: 'ecdsa', address, data: envelope.data, accepts }]
    },
    combine(unsigned, signatures) {
      const envelope = envelopeOf(unsigned)
      const [given, ...more] = signatures
      if (given === undefined || more.length > 0) throw malformed('The transaction needs one signature')
      const parity = parityOf(given, digestOf(envelope))
      if (parity === undefined || ownerOf(given.publicKey) !== envelope.from) {
        throw malformed("The signature is not the sender's")
      }
      return sign(envelope, given.signature, parity)
    },
    serializeForKms(transaction) {
      const from = transaction.from === null ? null : canonical(transaction.from)
      return serializeForKms({ ...normal(place, transaction), from }, params)
    },
  }
}

/** With addresses and data in lower-case hex. */
function normal<T extends Pick<EvmTransaction, 'to' | 'data' | 'feeCurrency'>>(
  { record, params, canonical }: Place,
  transaction: T,
): T {
  const { to, data, feeCurrency } = transaction
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) throw malformed('The data must be 0x and hex digits')
  if (feeCurrency !== undefined && params.envelope !== 'cip64') {
    throw malformed(`${record.name} takes no fees in tokens`)
  }
  return {
    ...transaction,
    to: to === null ? null : canonical(to),
    data: data.toLowerCase(),
    ...(feeCurrency === undefined ? {} : { feeCurrency: canonical(feeCurrency) }),
  }
}

/** Reads signed transactions. */
function readingOn(
  place: Place,
): Pick<EvmCodec, 'inspect' | 'difference' | 'mayReplace' | 'chosenFee' | 'outlay'> {
  const { params } = place
  const coinToken = params.coinToken === undefined ? undefined : place.canonical(params.coinToken)
  const opened = (raw: string): Opened => {
    const hex = (raw.startsWith('0x') ? raw : `0x${raw}`).toLowerCase()
    const read = open(hex, params.envelope === 'cip64')
    // A transaction without a chain id could be submitted to all chains.
    if (read.chainId !== params.chainId) throw malformed('The transaction is for another chain id')
    return read
  }
  return {
    inspect(raw) {
      const transaction = opened(raw)
      const { txId, from, to, nonce } = transaction
      return {
        txId,
        claims: [claimAt(from, BigInt(nonce))],
        outputs: paidBy(transaction, place.write, coinToken),
        from: place.write(from),
        ...(to === null ? { besides: 'it creates a contract' } : {}),
      }
    },
    difference: (serialized, raw) => difference(serialized, opened(raw)),
    mayReplace: (serialized, raw) => namesNonceOf(serialized, opened(raw)),
    chosenFee(serialized, raw) {
      if (namesFee(serialized)) return null
      const { gasLimit, highestPrice, feeCurrency } = opened(raw)
      return { fee: gasLimit * highestPrice, ...feeCoin(place, feeCurrency) }
    },
    outlay: remembered((raw: string): EvmOutlay => {
      const { to, value, data, gasLimit, highestPrice, feeCurrency } = opened(raw)
      const fee = gasLimit * highestPrice
      const sums = new Map([[COIN, value]])
      const add = (asset: string, amount: bigint) => void sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      const amount = TRANSFER_CALL.exec(data)?.[2]
      if (to !== null && amount !== undefined) add(to === coinToken ? COIN : to, BigInt(`0x${amount}`))
      add(feeCurrency ?? COIN, fee)
      const { [COIN]: coin = 0n, ...tokens } = Object.fromEntries(sums)
      return { coin, tokens: Object.entries(tokens).map(([address, units]) => ({ address, amount: units })) }
    }),
  }
}

/** What a fee is paid in. An unknown token may pay none. */
function feeCoin({ record, params, canonical }: Place, address: string | undefined): FeeCoin & FeeCeiling {
  if (address === undefined) return { id: record.id, decimals: record.decimals, maxFee: params.maxFee }
  const known = Object.entries(params.tokens).find(([, token]) => canonical(token.address) === address)
  if (known === undefined) return { id: address, decimals: 0, maxFee: 0n }
  const [id, { decimals, maxFee = 10n ** BigInt(decimals) }] = known
  return { id, decimals, maxFee }
}

type OfContracts =
  | 'encodeCall'
  | 'decodeResult'
  | 'encodeErc20Transfer'
  | 'contracts'
  | 'create2'
  | 'gasPumps'

function contractsOn({
  record: { name },
  params: { addressText, create2Prefix, gasPumpFactory: factory },
  canonical,
  write,
}: Place): Pick<EvmCodec, OfContracts> {
  return {
    encodeCall: (abi, method, args) => encodeCall(abi, method, args, addressText),
    decodeResult: (abi, method, data) => decodeResult(abi, method, data, addressText),
    encodeErc20Transfer(to, amount) {
      if (amount < 0n || amount >= 1n << 256n) throw malformed('The amount of the token is out of range')
      return `${TRANSFER}${canonical(to).slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    },
    contracts: evmContracts(addressText),
    gasPumps: gasPumps({
      name,
      factory,
      contract: 'GasPump',
      setting: 'gasPumpFactory of its record',
      get deployment() {
        return { to: DEPLOYMENT_PROXY, data: factoryDeployment() }
      },
      create2Prefix,
      read: canonical,
      write,
    }),
    create2(factory, salt, initCodeHash) {
      const [first, second] = [salt, initCodeHash].map((word) => /^0x([0-9a-f]{64})$/i.exec(word)?.[1])
      if (first === undefined || second === undefined) {
        throw malformed('The salt and the hash must be 32 bytes each, 0x and hex digits')
      }
      return write(create2(canonical(factory), hexToBytes(second), create2Prefix)(BigInt(`0x${first}`)))
    },
  }
}

/** The last 20 bytes of the hash of the point (Yellow Paper, appendix F). @throws BadKey if it is not a point */
function addressOf(publicKey: Uint8Array): string {
  let point: Uint8Array
  try {
    point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  } catch {
    throw new BadKey('Not a public key')
  }
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`
}

/** Like `addressOf`; undefined if it is not a point. */
function ownerOf(publicKey: Uint8Array): string | undefined {
  return secp256k1.utils.isValidPublicKey(publicKey) ? addressOf(publicKey) : undefined
}

/** @throws BadKey if it is not 32 bytes of hex, with or without `0x`, or out of range */
function signerOf(privateKey: string, write: (canonical: string) => string): KeySigner {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(privateKey) ?? []
  const secret = digits === undefined ? undefined : hexToBytes(digits)
  if (secret === undefined || !secp256k1.utils.isValidSecretKey(secret)) throw new BadKey('Not a private key')
  const publicKey = secp256k1.getPublicKey(secret, true)
  return {
    publicKey,
    address: write(addressOf(publicKey)),
    // RFC 6979, low s; 64 bytes.
    sign: ({ bytes }) => secp256k1.sign(bytes, secret, { prehash: false }),
  }
}

/** Which of the two keys recovered from a signature is the signer's; undefined if neither is. */
function parityOf({ publicKey, signature }: SignatureOf, digest: Uint8Array): 0 | 1 | undefined {
  for (const parity of [0, 1] as const) {
    try {
      const recovered = secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(parity), signature), digest, {
        prehash: false,
      })
      if (bytesToHex(recovered) === bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(true)))
        return parity
    } catch {
      // Not a signature, or not with this parity.
    }
  }
  return undefined
}
