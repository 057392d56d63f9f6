/** The kinds of vectors of MultiversX: what each says, tried on the codec. */
import { mnemonicToSeedSync } from '@scure/bip39'
import { claimAt, type MultiversxChain, type MultiversxTransaction } from '@tallystick/custody'
import { expect } from 'vitest'
import { ed25519Secret } from '../keys/slip10.js'
import { signed } from './chain.fixture.js'
import { dataOf } from './payload.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}

const secretIn = (input: Fields): Uint8Array =>
  typeof input['privateKeyHex'] === 'string'
    ? Uint8Array.from(Buffer.from(input['privateKeyHex'], 'hex'))
    : ed25519Secret(
        mnemonicToSeedSync(text(input, 'mnemonic'), text(input, 'passphrase')),
        text(input, 'path'),
      )

export const multiversxVectorKinds: Readonly<
  Record<string, (chain: MultiversxChain, input: Fields, expected: Fields) => void | Promise<void>>
> = {
  'hd-address': async ({ codec, accounts }, input, expected) => {
    const key = codec.privateKeyText(secretIn(input))
    expect(key).toBe(expected['privateKeyHex'])
    expect(codec.signer(key).address).toBe(expected['address'])
    const index = Number(/(\d+)'$/.exec(text(input, 'path'))?.[1])
    const own = await accounts.account(text(input, 'mnemonic'), index)
    expect(own).toEqual({ address: expected['address'], privateKey: key })
  },
  'key-address': ({ codec }, input, expected) => {
    const { address, publicKey } = codec.signer(codec.privateKeyText(secretIn(input)))
    expect(address).toBe(expected['address'])
    expect(codec.address(publicKey)).toBe(address)
  },
  'address-valid': ({ codec }, input) => {
    expect(codec.isAddress(text(input, 'address'))).toBe(true)
  },
  'address-invalid': ({ codec }, input) => {
    expect(codec.isAddress(text(input, 'address'))).toBe(false)
  },
  'sign-egld': (chain, input, expected) => {
    const { data, ...tx } = input['tx'] as MultiversxTransaction
    const transaction = { ...tx, ...(data === undefined ? {} : { data: dataOf(data) }) }
    const signer = chain.codec.signer(text(input, 'privateKeyHex'))
    const { raw, txId } = signed(chain, chain.codec.build(transaction), signer)
    expect(JSON.parse(raw)).toEqual({ ...transaction, signature: expected['signatureHex'] })
    expect(txId).toBe(expected['hash'])
    const read = chain.codec.inspect(raw)
    expect([read.txId, read.claims]).toEqual([txId, [claimAt(tx.sender, BigInt(tx.nonce))]])
    const amount = BigInt(tx.value)
    expect(read.outputs).toEqual(amount === 0n ? [] : [{ address: tx.receiver, amount }])
  },
}
