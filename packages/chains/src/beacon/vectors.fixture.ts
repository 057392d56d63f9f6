/** The kinds of vectors of BNB Beacon Chain: what each says, tried on the codec. */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type BeaconChain, claimAt, type KeySigner } from '@tallystick/custody'
import { expect } from 'vitest'
import { signed } from './chain.fixture.js'
import { beaconCodec } from './codec.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}

function signerOf({ codec }: Pick<BeaconChain, 'codec'>, input: Fields): KeySigner {
  const key = input['privateKeyHex']
  const seed = () => mnemonicToSeedSync(text(input, 'mnemonic'), text(input, 'passphrase'))
  const secret =
    typeof key === 'string'
      ? Uint8Array.from(Buffer.from(key, 'hex'))
      : HDKey.fromMasterSeed(seed()).derive(text(input, 'path')).privateKey
  if (!secret) throw new TypeError('the vector has no key')
  return codec.signer(codec.privateKeyText(secret))
}

const address = (chain: BeaconChain, input: Fields, expected: Fields): void => {
  const signer = signerOf(chain, input)
  expect(signer.address).toBe(expected['address'])
  expect(chain.codec.address(signer.publicKey)).toBe(signer.address)
}

const validity = ({ codec }: BeaconChain, input: Fields, expected: Fields): void =>
  expect(codec.isAddress(text(input, 'address'))).toBe(expected['valid'])

export const beaconVectorKinds: Readonly<
  Record<string, (chain: BeaconChain, input: Fields, expected: Fields) => void>
> = {
  'hd-address': address,
  'key-address': address,
  'address-valid': validity,
  'address-invalid': validity,
  'sign-bnb': ({ record }, input, expected) => {
    // Some are of a private chain.
    const params = { chainId: text(input, 'chainId'), prefix: 'bnb', maxFee: 0n }
    const codec = beaconCodec({ ...record, networks: { mainnet: params } }, 'mainnet')
    const [from, sequence] = [text(input, 'from'), text(input, 'sequence')]
    const transaction = {
      from,
      to: text(input, 'to'),
      asset: text(input, 'denom'),
      amount: text(input, 'amount'),
      memo: text(input, 'memo'),
      accountNumber: text(input, 'accountNumber'),
      sequence,
      source: text(input, 'source'),
    }
    const { raw, txId } = signed({ codec }, codec.build(transaction, 0n), signerOf({ codec }, input))
    expect(raw).toBe(expected['encodedHex'])
    expect(codec.inspect(raw)).toMatchObject({ txId, claims: [claimAt(from, BigInt(sequence))] })
    expect(codec.difference(codec.serializeForKms(transaction), raw)).toBeNull()
  },
}
