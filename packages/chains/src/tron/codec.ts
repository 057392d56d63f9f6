/** The pure half of TRON: transactions to and from bytes, JSON and text. It knows no node. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import type {
  ChainNetwork,
  Paid,
  Signed,
  TronCodec,
  TronContract,
  TronOutlay,
  TronRecord,
  Unsigned,
} from '@tallystick/custody'
import { evmContracts } from '../evm/contracts.js'
import { remembered } from '../remembered.js'
import { bytesOf, readAddress, withPrefix, writeAddress } from './address.js'
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
  const rawOfUnsigned = ({ chain, network: on, payload }: Unsigned): RawData => {
    if (chain !== record.id || on !== network) throw malformed(`it is of ${chain} ${on}`)
    const { rawData }: { readonly rawData?: unknown } = JSON.parse(payload)
    if (typeof rawData !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(rawData)) throw malformed('it is not hex')
    return readRaw(hex.decode(rawData))
  }
  const unsignedOf = (raw: RawData, fee: bigint): Unsigned => ({
    chain: record.id,
    network,
    payload: JSON.stringify({ rawData: hex.encode(raw.bytes) }),
    fee: fee.toString(),
    claims: claimsOf(raw),
    expires: raw.expiration,
  })
  const contracts = evmContracts('hex')
  const hexAddress = (address: string): string => `0x${hex.encode(bytesOf('address', address).subarray(1))}`

  return {
    address: addressOf,
    isAddress: (text) => readAddress(text) !== undefined,
    canonical: (text) => writeAddress(bytesOf('address', text)),
    claimsFrom,
    hexOf: hexAddress,
    privateKeyText,
    signer: signerOf,
    build: (transaction, fee) => unsignedOf(encodeRaw(transaction), fee),
    rawData(unsigned) {
      const { bytes, txId } = rawOfUnsigned(unsigned)
      return { hex: hex.encode(bytes), txId }
    },
    serializeForKms: (rawData) => serializeForKms(readRaw(hex.decode(rawData))),
    signingRequests(unsigned) {
      const { owner, txId } = rawOfUnsigned(unsigned)
      const accepts = (publicKey: Uint8Array) => isKeyOf(publicKey, owner)
      return [{ bytes: hex.decode(txId), scheme: 'ecdsa', address: owner, accepts }]
    },
    combine(unsigned, signatures): Signed {
      const raw = rawOfUnsigned(unsigned)
      const [given, ...more] = signatures
      if (given === undefined || more.length > 0) throw malformed('it wants one signature')
      const signature = [27, 28]
        .map((last) => Uint8Array.of(...given.signature, last))
        .find((one) => {
          const key = recovered(one, hex.decode(raw.txId))
          return key !== undefined && isKeyOf(key, raw.owner) && isKeyOf(given.publicKey, raw.owner)
        })
      if (signature === undefined) throw malformed('the signature is not one of its owner')
      return { raw: writeSigned(raw.bytes, [signature]), txId: raw.txId }
    },
    inspect(text) {
      const { raw } = signedIn(text)
      return { txId: raw.txId, claims: claimsOf(raw), outputs: paidBy(raw.contract) }
    },
    rawOf: (text) => (text.startsWith('{') ? fromJson(text) : text.toLowerCase()),
    difference: (serialized, text) => difference(readJson(serialized), signedIn(text).raw),
    outlay: remembered((written) => {
      const { raw, signatures } = written.startsWith('{')
        ? { raw: readJson(written), signatures: [] }
        : readSigned(written)
      return outlayOf(raw, Math.max(1, signatures.length))
    }),
    renewed(serialized, at) {
      const { contract, feeLimit, memo } = readJson(serialized)
      if (contract === undefined) throw malformed('it is of a type that is not built here')
      const raw = encodeRaw({ contract, feeLimit, memo, ...at })
      return unsignedOf(raw, outlayOf(raw, 1).feeLimit)
    },
    trc20: ({ name, symbol, decimals, supply, holder }) =>
      contracts
        .deployment('Erc20', [
          name,
          symbol,
          String(decimals),
          String(supply),
          String(supply),
          hexAddress(holder),
          hexAddress(holder),
        ])
        .slice(2),
    trc20Transfer(to, amount) {
      if (amount < 0n || amount >= 1n << 256n) throw malformed('no token has such an amount')
      return `${TRANSFER}${hexAddress(to).slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    },
  }
}

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
function trc20In(contract: TronContract | undefined) {
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

function outlayOf({ contract, bytes, feeLimit, expiration }: RawData, signatures: number): TronOutlay {
  const token = trc20In(contract)
  const common = { feeLimit, bytes: billedBytes(bytes, signatures), expiration }
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
