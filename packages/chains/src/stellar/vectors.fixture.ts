/** The kinds of vectors of Stellar: what each says, tried on the codec. */
import { mnemonicToSeedSync } from '@scure/bip39'
import {
  claimAt,
  type KeySigner,
  type StellarChain,
  type StellarMemo,
  type StellarOperation,
  type StellarTransaction,
  XLM,
} from '@tallystick/custody'
import { expect } from 'vitest'
import { ed25519Secret } from '../keys/slip10.js'
import { signed } from './chain.fixture.js'
import { stellarCodec } from './codec.js'

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => Object(value) as Fields
const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError(`the vector has no ${field}`)
  return String(value)
}

function signerOf({ codec }: StellarChain, input: Fields): KeySigner {
  const key = input['privateKeyHex']
  const secret =
    typeof key === 'string'
      ? Uint8Array.from(Buffer.from(key, 'hex'))
      : ed25519Secret(
          mnemonicToSeedSync(text(input, 'mnemonic'), String(input['passphrase'] ?? '')),
          text(input, 'path'),
        )
  return codec.signer(codec.privateKeyText(secret))
}

function assetOf(value: unknown): string {
  const asset = fieldsOf(value)
  return asset['type'] === 'NATIVE' ? XLM : `${text(asset, 'code')}:${text(asset, 'issuer')}`
}

function operationOf(value: unknown): StellarOperation {
  const operation = fieldsOf(value)
  switch (operation['type']) {
    case 'StellarCreateAccountOp':
      return {
        type: 'create',
        to: text(operation, 'new_account'),
        amount: text(operation, 'starting_balance'),
      }
    case 'StellarPaymentOp': {
      const asset = assetOf(operation['asset'])
      return {
        type: 'payment',
        to: text(operation, 'destination_account'),
        asset,
        amount: text(operation, 'amount'),
      }
    }
    case 'StellarChangeTrustOp':
      return { type: 'trust', asset: assetOf(operation['asset']), limit: text(operation, 'limit') }
    default:
      throw new TypeError(`nothing here builds ${operation['type']}`)
  }
}

function memoOf(tx: Fields): StellarMemo | null {
  switch (tx['memo_type']) {
    case 'TEXT':
      return { type: 'text', value: text(tx, 'memo_text') }
    case 'HASH':
      return { type: 'hash', value: text(tx, 'memo_hash') }
    default:
      return null
  }
}

function mustSign(chain: StellarChain, signer: KeySigner, transaction: StellarTransaction): string {
  const { raw, txId } = signed(chain, chain.codec.build(transaction), signer)
  const read = chain.codec.inspect(raw)
  expect(read.txId).toBe(txId)
  expect(read.claims).toEqual([claimAt(transaction.source, BigInt(transaction.sequence))])
  return raw
}

/** Of an envelope with one signature: a number of 1, its hint, its length, its 64 bytes. */
const SIGNATURES = 4 + 4 + 4 + 64

export const stellarVectorKinds: Readonly<
  Record<string, (chain: StellarChain, input: Fields, expected: Fields) => void>
> = {
  'hd-address': (chain, input, expected) => {
    expect(signerOf(chain, input).address).toBe(expected['address'])
  },
  'key-address': (chain, input, expected) => {
    const { address, publicKey } = signerOf(chain, input)
    expect(address).toBe(expected['address'])
    expect(chain.codec.address(publicKey)).toBe(address)
  },
  'sign-xlm': (chain, input, expected) => {
    const tx = fieldsOf(input['tx'])
    const [operation] = input['operations'] as readonly unknown[]
    const transaction: StellarTransaction = {
      source: text(tx, 'source_account'),
      sequence: text(tx, 'sequence_number'),
      fee: text(tx, 'fee'),
      since: text(tx, 'timebounds_start'),
      until: text(tx, 'timebounds_end'),
      memo: memoOf(tx),
      operation: operationOf(operation),
    }
    const unsigned = Buffer.from(text(expected, 'unsignedEnvelopeXdrBase64'), 'base64')
    expect(Buffer.from(chain.codec.serializeForKms(transaction), 'base64')).toEqual(unsigned)
    const raw = Buffer.from(mustSign(chain, signerOf(chain, input), transaction), 'base64')
    expect(raw.subarray(0, -SIGNATURES)).toEqual(unsigned.subarray(0, -4))
    expect(raw.subarray(-64).toString('base64')).toBe(expected['signatureBase64'])
  },
  // The envelope of before 2020, signed: the signature holds for that of today too.
  'sign-xlm-v0': (chain, input, expected) => {
    const raw = text(expected, 'envelopeV0Base64')
    const { outputs, claims } = stellarCodec(chain.record, 'mainnet').inspect(raw)
    const source = text(input, 'source')
    expect(claims).toEqual([claimAt(source, BigInt(text(input, 'sequence')))])
    expect(outputs).toEqual([
      {
        address: text(input, 'destination'),
        amount: BigInt(text(input, 'amountStroops')),
        tag: `text:${text(input, 'memoText')}`,
      },
    ])
    expect(signerOf(chain, input).address).toBe(source)
  },
}
