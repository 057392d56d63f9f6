/** The kinds of vectors of TRON: what each says, tried on the codec. */
import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { KeySigner, TronChain, TronContract, TronTransaction } from '@tallystick/custody'
import { utils } from 'tronweb'
import { expect } from 'vitest'
import { encode } from '../protobuf.js'
import { readSigned } from './transaction.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}
const inner = (from: Fields, field: string): Fields => from[field] as Fields

function signerOf({ codec }: TronChain, input: Fields): KeySigner {
  const key = input['privateKeyHex']
  if (typeof key === 'string') return codec.signer(key)
  const seed = mnemonicToSeedSync(text(input, 'mnemonic'), String(input['passphrase'] ?? ''))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(text(input, 'path'))
  if (privateKey === null) throw new TypeError('no private key')
  return codec.signer(codec.privateKeyText(privateKey))
}

/** The messages of Trezor's vectors. */
const TREZOR: Readonly<Record<string, (fields: Fields) => TronContract>> = {
  TronTransferContract: (fields) => ({
    type: 'TransferContract',
    owner: text(fields, 'owner_address'),
    to: text(fields, 'to_address'),
    amount: BigInt(Number(fields['amount'])),
  }),
  TronTriggerSmartContract: (fields) => ({
    type: 'TriggerSmartContract',
    owner: text(fields, 'owner_address'),
    contract: text(fields, 'contract_address'),
    data: text(fields, 'data'),
    value: 0n,
  }),
  TronFreezeBalanceV2Contract: (fields) => ({
    type: 'FreezeBalanceV2Contract',
    owner: text(fields, 'owner_address'),
    amount: BigInt(Number(fields['balance'])),
    resource: 'BANDWIDTH',
  }),
  TronUnfreezeBalanceV2Contract: (fields) => ({
    type: 'UnfreezeBalanceV2Contract',
    owner: text(fields, 'owner_address'),
    amount: BigInt(Number(fields['balance'])),
    resource: 'BANDWIDTH',
  }),
}

/** Those of wallet-core. */
const CORE: Readonly<Record<string, (fields: Fields) => TronContract>> = {
  TransferAssetContract: (fields) => ({
    type: 'TransferAssetContract',
    owner: text(fields, 'owner'),
    to: text(fields, 'to'),
    asset: text(fields, 'assetName'),
    amount: BigInt(text(fields, 'amount')),
  }),
  FreezeBalanceV2Contract: (fields) => ({
    type: 'FreezeBalanceV2Contract',
    owner: text(fields, 'owner'),
    amount: BigInt(text(fields, 'amount')),
    resource: 'ENERGY',
  }),
}

/** The block that a header makes, as java-tron names it: its number, and the rest of the hash of its raw data. */
function refBlockOf(header: Fields): TronTransaction['refBlock'] {
  const number = BigInt(Number(header['number']))
  const bytes = (field: string) => Uint8Array.from(Buffer.from(text(header, field), 'hex'))
  const raw = encode([
    [1, BigInt(Number(header['timestamp']))],
    [2, bytes('txTrieRoot')],
    [3, bytes('parentHash')],
    [7, number],
    [9, bytes('witnessAddress')],
    [10, BigInt(Number(header['version']))],
  ])
  const hash = createHash('sha256').update(raw).digest('hex')
  return { bytes: number.toString(16).padStart(16, '0').slice(12), hash: hash.slice(16, 32) }
}

function signs(chain: TronChain, input: Fields, transaction: TronTransaction, expected: Fields): void {
  const { codec } = chain
  const signer = signerOf(chain, input)
  const unsigned = codec.build(transaction, 0n)
  const { hex, txId } = codec.rawData(unsigned)
  if (expected['rawDataHex'] !== undefined) expect(hex).toBe(expected['rawDataHex'])
  expect(txId).toBe(expected['txID'])
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  const signed = codec.combine(unsigned, signatures)
  const signature = Buffer.from(readSigned(signed.raw).signatures[0] ?? []).toString('hex')
  // Libraries write the last byte with 27, or without; nodes take both.
  const last = Number.parseInt(text(expected, 'signatureHex').slice(128), 16)
  const normal = (last >= 27 ? last : last + 27).toString(16)
  expect(signature).toBe(text(expected, 'signatureHex').slice(0, 128) + normal)
  const json = JSON.parse(codec.serializeForKms(hex))
  expect([json.txID, json.raw_data_hex]).toEqual([txId, hex])
  // The library's own bytes of `raw_data` have this id too.
  expect(utils.transaction.txCheck(json)).toBe(true)
  expect(codec.inspect(signed.raw).txId).toBe(txId)
}

export const tronVectorKinds: Readonly<
  Record<string, (chain: TronChain, input: Fields, expected: Fields) => void>
> = {
  'hd-address': (chain, input, expected) => {
    const { address, publicKey } = signerOf(chain, input)
    expect(address).toBe(expected['address'])
    expect(chain.codec.address(publicKey)).toBe(expected['address'])
  },
  'sign-tron': (chain, input, expected) => {
    const tx = inner(input, 'tx')
    const contract = inner(input, 'contract')
    const make = TREZOR[text(contract, '_message_type')]
    if (make === undefined) throw new TypeError('no such contract')
    const limit = tx['fee_limit']
    const transaction: TronTransaction = {
      contract: make(contract),
      refBlock: { bytes: text(tx, 'ref_block_bytes'), hash: text(tx, 'ref_block_hash') },
      expiration: Number(tx['expiration']),
      timestamp: Number(tx['timestamp']),
      ...(limit === undefined ? {} : { feeLimit: BigInt(Number(limit)) }),
      ...(tx['data'] === undefined ? {} : { memo: text(tx, 'data') }),
    }
    signs(chain, input, transaction, expected)
  },
  'sign-tron-header': (chain, input, expected) => {
    const contract = inner(input, 'contract')
    const make = CORE[text(contract, 'type')]
    if (make === undefined) throw new TypeError('no such contract')
    const transaction: TronTransaction = {
      contract: make(contract),
      refBlock: refBlockOf(inner(input, 'blockHeader')),
      expiration: Number(input['expiration']),
      timestamp: Number(input['timestamp']),
    }
    signs(chain, input, transaction, expected)
  },
}
