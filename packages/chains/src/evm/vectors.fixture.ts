/** The kinds of vectors of the EVM family: what each says, tried on the codec. */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { BadTransaction, type EvmChain, type EvmTransaction } from '@tallystick/custody'
import { keccak256, Signature } from 'ethers/crypto'
import { encodeRlp, toBeHex } from 'ethers/utils'
import { expect } from 'vitest'
import { hdKeys, XPUB } from '../keys/hd.js'
import { signed, withChainId } from './chain.fixture.js'
import { encodeCip64 } from './cip64.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}
const fields = (from: Fields, field: string): Fields => from[field] as Fields

function secretOf(input: Fields): Uint8Array {
  const hex = input['privateKeyHex']
  if (typeof hex === 'string') return Buffer.from(hex, 'hex')
  const seed = mnemonicToSeedSync(text(input, 'mnemonic'), String(input['passphrase'] ?? ''))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(text(input, 'path'))
  if (privateKey === null) throw new TypeError('no private key')
  return privateKey
}

/** Of a vector's `tx`, the transaction. */
function transactionOf(tx: Fields, from: string): EvmTransaction {
  const gas: EvmTransaction['gas'] =
    'gasPrice' in tx
      ? { kind: 'legacy', gasPrice: BigInt(text(tx, 'gasPrice')) }
      : {
          kind: 'eip1559',
          maxFeePerGas: BigInt(text(tx, 'maxFeePerGas')),
          maxPriorityFeePerGas: BigInt(text(tx, 'maxPriorityFeePerGas')),
        }
  return {
    from,
    to: text(tx, 'to'),
    value: BigInt(text(tx, 'value')),
    data: text(tx, 'data'),
    nonce: Number(tx['nonce']),
    gasLimit: BigInt(text(tx, 'gasLimit')),
    gas,
    ...('feeCurrency' in tx ? { feeCurrency: text(tx, 'feeCurrency') } : {}),
  }
}

function signs(given: EvmChain, input: Fields, expected: Fields): void {
  const tx = fields(input, 'tx')
  const chain = withChainId(given, BigInt(text(tx, 'chainId')))
  const signer = chain.codec.signer(chain.codec.privateKeyText(secretOf(input)))
  const transaction = transactionOf(tx, signer.address)
  const { raw, txId } = signed(chain, chain.codec.build(transaction), signer)
  if (expected['rawHex'] !== undefined) expect(raw).toBe(expected['rawHex'])
  if (expected['hash'] !== undefined) expect(txId).toBe(expected['hash'])
  if (expected['from'] !== undefined) {
    expect(chain.codec.canonical(signer.address)).toBe(text(expected, 'from').toLowerCase())
  }
  // Some give the signature alone, which stands at the end.
  for (const part of ['r', 's']) {
    if (expected[part] !== undefined) expect(raw).toContain(BigInt(text(expected, part)).toString(16))
  }
  const read = chain.codec.inspect(raw)
  expect(read.txId).toBe(txId)
  expect(read.claims).toEqual([
    { owner: chain.codec.canonical(signer.address), index: BigInt(transaction.nonce) },
  ])
}

const addressIs = ({ codec }: EvmChain, address: string, expected: Fields): void =>
  expect(codec.canonical(address)).toBe(codec.canonical(text(expected, 'address')))

export const evmVectorKinds: Readonly<
  Record<string, (chain: EvmChain, input: Fields, expected: Fields) => void | Promise<void>>
> = {
  'hd-address': async (chain, input, expected) => {
    const { codec } = chain
    const secret = secretOf(input)
    addressIs(chain, codec.signer(codec.privateKeyText(secret)).address, expected)
    if (expected['privateKeyHex'] !== undefined) {
      expect(codec.privateKeyText(secret)).toBe(`0x${text(expected, 'privateKeyHex')}`)
    }
    if (input['passphrase'] !== '') return
    const [, path = '', index = ''] = /^(.*)\/(\d+)$/.exec(text(input, 'path')) ?? []
    const keys = hdKeys({
      path,
      version: XPUB,
      versions: [XPUB],
      addressOf: codec.address,
      textOf: codec.privateKeyText,
    })
    const xpub = await keys.xpub(text(input, 'mnemonic'))
    if (expected['accountXpub'] !== undefined) expect(xpub).toBe(expected['accountXpub'])
    addressIs(chain, keys.address(xpub, Number(index)), expected)
    expect(await keys.privateKey(text(input, 'mnemonic'), Number(index))).toBe(codec.privateKeyText(secret))
  },
  'sign-evm': signs,
  'sign-cip64': signs,
  'cip64-unsigned': ({ codec }, input, expected) => {
    const tx = fields(input, 'tx')
    const { gas, ...rest } = transactionOf(tx, '')
    if (gas.kind !== 'eip1559') throw new TypeError('CIP-64 has no plain price')
    const { maxFeePerGas, maxPriorityFeePerGas } = gas
    const feeCurrency = codec.canonical(text(tx, 'feeCurrency'))
    const chainId = BigInt(text(tx, 'chainId'))
    expect(encodeCip64({ ...rest, chainId, maxFeePerGas, maxPriorityFeePerGas, feeCurrency })).toBe(
      expected['rawHex'],
    )
  },
  'decode-evm': (given, input, expected) => {
    const { codec } = withChainId(given, BigInt(text(expected, 'chainId')))
    const { claims, outputs } = codec.inspect(text(input, 'rawHex'))
    expect(claims.map(({ index }) => index)).toEqual([BigInt(Number(expected['nonce']))])
    const [paid] = outputs
    // Compared without its capitals: they are no checksum.
    expect(codec.canonical(paid?.address ?? '')).toBe(text(expected, 'to').toLowerCase())
    expect(paid?.amount).toBe(BigInt(text(expected, 'value')))
    const other = withChainId(given, BigInt(text(expected, 'chainId')) + 1n)
    expect(() => other.codec.inspect(text(input, 'rawHex'))).toThrow(BadTransaction)
  },
  create2: (chain, input, expected) => {
    const initCodeHash = keccak256(text(input, 'initCode'))
    addressIs(
      chain,
      chain.codec.create2(text(input, 'deployer'), text(input, 'salt'), initCodeHash),
      expected,
    )
  },
  'one-encode': ({ codec }, input, expected) => {
    expect(codec.canonical(text(expected, 'address'))).toBe(text(input, 'hex'))
    expect(codec.isAddress(text(expected, 'address'))).toBe(true)
  },
  'one-key': ({ codec }, input, expected) => {
    expect(codec.signer(text(input, 'privateKeyHex')).address).toBe(expected['address'])
  },
  'one-hd': ({ codec }, input, expected) => {
    expect(codec.signer(codec.privateKeyText(secretOf(input))).address).toBe(expected['address'])
  },
  'one-invalid': ({ codec }, input, expected) => {
    expect(codec.isAddress(text(input, 'address'))).toBe(expected['valid'])
  },
  // Harmony's own transactions name shards. The nodes' Ethereum interface, which is what the service speaks, takes
  // none: the keys and addresses sign one right, and the codec does not mistake it for one of Ethereum's.
  'one-native-sign': ({ codec }, input, expected) => {
    const tx = fields(input, 'tx')
    const integer = (field: string) => {
      const value = BigInt(String(tx[field]))
      return value === 0n ? '0x' : toBeHex(value)
    }
    const list = [
      ...['nonce', 'gasPrice', 'gasLimit', 'fromShardId', 'toShardId'].map(integer),
      codec.canonical(text(tx, 'to')),
      integer('value'),
      '0x',
    ]
    const signer = codec.signer(text(input, 'privateKeyHex'))
    const digest = Buffer.from(
      keccak256(encodeRlp([...list, integer('chainId'), '0x', '0x'])).slice(2),
      'hex',
    )
    const made = signer.sign({ bytes: digest, scheme: 'ecdsa', address: signer.address, accepts: () => true })
    const candidates = ([0, 1] as const).map((yParity) => {
      const { r, s } = Signature.from({
        r: `0x${Buffer.from(made.subarray(0, 32)).toString('hex')}`,
        s: `0x${Buffer.from(made.subarray(32)).toString('hex')}`,
        yParity,
      })
      return encodeRlp([...list, toBeHex(BigInt(integer('chainId')) * 2n + 35n + BigInt(yParity)), r, s])
    })
    expect(candidates).toContain(expected['rawHex'])
    expect(() => codec.inspect(text(expected, 'rawHex'))).toThrow(BadTransaction)
  },
  'xdc-prefix': ({ codec }, input, expected) => {
    expect(codec.canonical(text(expected, 'address'))).toBe(text(input, 'hex').toLowerCase())
    // CREATE2 writes an address as the chain does; any that is read is written so.
    expect(codec.isAddress(text(expected, 'address'))).toBe(true)
  },
}
