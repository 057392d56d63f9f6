/** The kinds of vectors of the XRP Ledger: what each says, tried on the codec. */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { XrpChain, XrpJson } from '@tallystick/custody'
import { expect } from 'vitest'
import { signed } from './chain.fixture.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}

/** A key of BIP-32; XRP has no HD wallets here, the curve and the address are the same. */
function secretAt(input: Fields): Uint8Array {
  const seed = mnemonicToSeedSync(text(input, 'mnemonic'), String(input['passphrase'] ?? ''))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(text(input, 'path'))
  if (privateKey === null) throw new TypeError('no private key')
  return privateKey
}

export const xrpVectorKinds: Readonly<
  Record<string, (chain: XrpChain, input: Fields, expected: Fields) => void>
> = {
  'xrp-seed': ({ codec }, input, expected) => {
    const signer = codec.signer(text(input, 'seed'))
    expect(Buffer.from(signer.publicKey).toString('hex').toUpperCase()).toBe(expected['publicKey'])
    expect(signer.address).toBe(expected['address'])
    // The private key of the vector is the one that the seed stands for: both sign for one account.
    expect(codec.signer(text(expected, 'privateKey')).address).toBe(expected['address'])
  },
  'hd-address': ({ codec }, input, expected) => {
    const signer = codec.signer(codec.privateKeyText(secretAt(input)))
    expect(signer.address).toBe(expected['address'])
    expect(codec.address(signer.publicKey)).toBe(expected['address'])
  },
  'sign-xrp': (chain, input, expected) => {
    const { codec } = chain
    const key = input['privateKeyHex']
    const signer = codec.signer(typeof key === 'string' ? key : codec.privateKeyText(secretAt(input)))
    const transaction = input['tx'] as XrpJson
    const SigningPubKey = Buffer.from(signer.publicKey).toString('hex')
    const { raw, txId } = signed(chain, codec.build({ ...transaction, SigningPubKey }), signer)
    expect(raw).toBe(expected['blobHex'])
    if (expected['hash'] !== undefined) expect(txId).toBe(expected['hash'])
    const read = codec.inspect(raw)
    expect(read.txId).toBe(txId)
    expect(read.claims).toEqual([
      { owner: transaction['Account'], index: BigInt(Number(transaction['Sequence'])) },
    ])
  },
}
