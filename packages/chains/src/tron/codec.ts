/** The pure half of TRON: transactions to and from bytes, JSON and text. It knows no node. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import type {
  ChainNetwork,
  Paid,
  SignatureOf,
  Signed,
  TronCodec,
  TronContract,
  TronOutlay,
  TronRecord,
  Unsigned,
} from '@tallystick/custody'
import { evmContracts } from '../evm/contracts.js'
import { gasPumps } from '../evm/gas-pumps.js'
import { remembered } from '../remembered.js'
import { bytesOf, PREFIX, readAddress, withPrefix, writeAddress } from './address.js'
import { malformed } from './faults.js'
import { addressOf, privateKeyText, recovered, signerOf } from './keys.js'
import { difference, fromJson, serializeForKms } from './kms.js'
import {
  billedBytes,
  claimsFrom,
  claimsOf,
  encodeRaw,
  type RawData,
  readRaw,
  readSigned,
  type SignedTransaction,
  writeSigned,
} from './transaction.js'

/** `transfer(address,uint256)`. Of the 32 bytes of the address the first 12 mean nothing, and are 0. */
const TRANSFER = 'a9059cbb'
const TRANSFER_CALL = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

export function tronCodec(record: TronRecord, network: ChainNetwork): TronCodec {
  const made = builder(record, network)
  return {
    address: addressOf,
    isAddress: (text) => readAddress(text) !== undefined,
    canonical: (text) => writeAddress(bytesOf('address', text)),
    hexOf: hexAddress,
    privateKeyText,
    signer: signerOf,
    claimsFrom,
    build: (transaction, fee) => made.unsigned(encodeRaw(transaction), fee),
    rawData(unsigned) {
      const { bytes, txId } = made.raw(unsigned)
      return { hex: hex.encode(bytes), txId }
    },
    signingRequests(unsigned) {
      const { owner, txId } = made.raw(unsigned)
      const accepts = (publicKey: Uint8Array) => isKeyOf(publicKey, owner)
      return [{ bytes: hex.decode(txId), scheme: 'ecdsa', address: owner, accepts }]
    },
    combine: (unsigned, signatures) => combined(made.raw(unsigned), signatures),
    inspect(text) {
      const { raw } = signedIn(text)
      return { txId: raw.txId, claims: claimsOf(raw), outputs: paidBy(raw.contract), from: raw.owner }
    },
    rawOf: (text) => (text.startsWith('{') ? fromJson(text) : text.toLowerCase()),
    serializeForKms: (rawData) => serializeForKms(readRaw(hex.decode(rawData))),
    difference: (serialized, text) => difference(readJson(serialized), signedIn(text).raw),
    asked(serialized) {
      const { bytes, txId, expiration: expires } = readJson(serialized)
      return { raw: writeSigned(bytes, []), txId, expires }
    },
    requestIn(serialized) {
      const { contract, feeLimit, timestamp } = readJson(serialized)
      if (contract === undefined) throw malformed('it is of a type that is not built here')
      return { contract, feeLimit, timestamp }
    },
    outlay: remembered((written) => {
      if (written.startsWith('{')) return outlayOf(readJson(written), 1)
      const { raw, signatures } = readSigned(written)
      return outlayOf(raw, signatures.length)
    }),
    ...tokens(),
    gasPumps: gasPumps({
      name: record.name,
      factory: record.networks[network]?.gasPumpFactory,
      contract: record.networks[network]?.gasPumpContract ?? 'GasPump',
      setting: `chains.${record.id}.${network}.gasPumpFactory`,
      deployment: null,
      create2Prefix: PREFIX,
      read: hexAddress,
      write: (digits) => writeAddress(withPrefix(hex.decode(digits.slice(2)))),
    }),
  }
}

/** Unsigned transactions of a network, to and from their raw data. */
function builder({ id }: TronRecord, network: ChainNetwork) {
  return {
    raw({ chain, network: on, payload }: Unsigned): RawData {
      if (chain !== id || on !== network) throw malformed(`it is of ${chain} ${on}`)
      const { rawData }: { readonly rawData?: unknown } = JSON.parse(payload)
      if (typeof rawData !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(rawData)) throw malformed('it is not hex')
      return readRaw(hex.decode(rawData))
    },
    unsigned: (raw: RawData, fee: bigint): Unsigned => ({
      chain: id,
      network,
      payload: JSON.stringify({ rawData: hex.encode(raw.bytes) }),
      fee: fee.toString(),
      claims: claimsOf(raw),
      expires: raw.expiration,
    }),
  }
}

/** Of the two keys that a signature may be of, the owner's. @throws BadTransaction when neither is */
function combined({ bytes, txId, owner }: RawData, signatures: readonly SignatureOf[]): Signed {
  const [given, ...more] = signatures
  if (given === undefined || more.length > 0) throw malformed('it needs one signature')
  const signature = [27, 28]
    .map((last) => Uint8Array.of(...given.signature, last))
    .find((one) => {
      const key = recovered(one, hex.decode(txId))
      return key !== undefined && isKeyOf(key, owner)
    })
  if (signature === undefined || !isKeyOf(given.publicKey, owner)) {
    throw malformed('the signature is not one of its owner')
  }
  return { raw: writeSigned(bytes, [signature]), txId }
}

function tokens(): Pick<TronCodec, 'trc20' | 'trc20Transfer'> {
  const contracts = evmContracts('hex')
  return {
    trc20({ name, symbol, decimals, supply, holder }) {
      const owner = hexAddress(holder)
      const amounts = [decimals, supply, supply].map(String)
      return contracts.deployment('Erc20', [name, symbol, ...amounts, owner, owner]).slice(2)
    },
    trc20Transfer(to, amount) {
      if (amount < 0n || amount >= 1n << 256n) throw malformed('no token has such an amount')
      return `${TRANSFER}${hexAddress(to).slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    },
  }
}

export const hexAddress = (address: string): string =>
  `0x${hex.encode(bytesOf('address', address).subarray(1))}`

const readJson = (serialized: string): RawData => readSigned(fromJson(serialized)).raw

/**
 * A signed transaction. By the owner's own key, or, where it names another permission or has several signatures, by
 * keys that only a node knows.
 * @throws BadTransaction `malformed`
 */
function signedIn(text: string): SignedTransaction {
  const transaction = readSigned(text)
  const { raw, signatures } = transaction
  const keys = signatures.map((one) => recovered(one, hex.decode(raw.txId)))
  const [first] = keys
  if (first === undefined || keys.includes(undefined)) throw malformed('its signature is wrong or missing')
  const isOwnKey = raw.permission === 0n && keys.length === 1
  if (isOwnKey && !isKeyOf(first, raw.owner)) throw malformed('its signature is not its owner’s')
  return transaction
}

const isKeyOf = (publicKey: Uint8Array, owner: string): boolean =>
  secp256k1.utils.isValidPublicKey(publicKey) && addressOf(publicKey) === owner

/** A transfer of a TRC-20 token, as far as a call says it: whether it takes place the contract decides. */
export function trc20In(contract: TronContract | undefined) {
  if (contract?.type !== 'TriggerSmartContract') return undefined
  const [, to, amount] = TRANSFER_CALL.exec(contract.data) ?? []
  if (to === undefined || amount === undefined) return undefined
  const address = writeAddress(withPrefix(hex.decode(to)))
  return { address, amount: BigInt(`0x${amount}`), asset: contract.contract }
}

function paidBy(contract: TronContract | undefined): readonly Paid[] {
  if (contract?.type === 'TransferContract') return [{ address: contract.to, amount: contract.amount }]
  if (contract?.type === 'TransferAssetContract') {
    return [{ address: contract.to, amount: contract.amount, asset: contract.asset }]
  }
  const token = trc20In(contract)
  const value = contract?.type === 'TriggerSmartContract' ? contract.value : 0n
  return [
    ...(token === undefined ? [] : [token]),
    ...(contract?.type !== 'TriggerSmartContract' || value === 0n
      ? []
      : [{ address: contract.contract, amount: value }]),
  ]
}

function outlayOf({ txId, contract, bytes, feeLimit, expiration }: RawData, signatures: number): TronOutlay {
  const token = trc20In(contract)
  const opens = contract !== undefined && 'to' in contract ? contract.to : null
  const common = { txId, feeLimit, bytes: billedBytes(bytes, signatures), expiration, opens }
  switch (contract?.type) {
    case 'TransferAssetContract':
      return { ...common, amount: 0n, token: { id: contract.asset, amount: contract.amount } }
    case 'TransferContract':
    case 'FreezeBalanceV2Contract':
      return { ...common, amount: contract.amount, token: null }
    case 'TriggerSmartContract':
      return {
        ...common,
        amount: contract.value,
        token: token === undefined ? null : { id: token.asset, amount: token.amount },
      }
    default:
      return { ...common, amount: 0n, token: null }
  }
}
