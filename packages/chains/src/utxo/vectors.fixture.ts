/** The kinds of vectors of the UTXO family: what each says, tried on the codec. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { ChainNetwork, OutputKind, UtxoChain } from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'
import { expect } from 'vitest'
import { hdKeys } from '../keys/hd.js'
import { addressOf, scriptOfKey } from './addresses.js'
import { encodeCashAddress } from './cashaddr.js'
import { paramsOf } from './paying.fixture.js'
import { fromHex, type Payload, toHex, unsignedOf } from './payload.js'
import { redeemScript } from './script.js'
import { offlineChain, RECORDS } from './subject.fixture.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}

/** The version bytes that the vectors name by what they look like (SLIP-132). */
const VERSIONS: Readonly<Record<string, { readonly public: number; readonly private: number }>> = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  Ltub: { public: 0x019da462, private: 0x019d9cfe },
  dgub: { public: 0x02facafd, private: 0x02fac398 },
}

const idOf = ({ record }: UtxoChain) =>
  Object.keys(RECORDS).find((each) => each === record.id) as keyof typeof RECORDS

/** The chain on the network that the vector is of. */
function on(chain: UtxoChain, input: Fields): UtxoChain {
  return offlineChain(idOf(chain), (input['network'] as ChainNetwork | undefined) ?? chain.network)
}

function masterOf(input: Fields): HDKey {
  const seed = mnemonicToSeedSync(text(input, 'mnemonic'), String(input['passphrase'] ?? ''))
  return HDKey.fromMasterSeed(seed)
}

/** By mnemonic and path, as hex, or in WIF. */
function signerOf({ codec }: UtxoChain, input: Fields) {
  if (typeof input['wif'] === 'string') return codec.signer(input['wif'])
  const secret =
    typeof input['privateKeyHex'] === 'string'
      ? fromHex(input['privateKeyHex'])
      : masterOf(input).derive(text(input, 'path')).privateKey
  if (secret === null) throw new TypeError('no private key')
  return codec.signer(codec.privateKeyText(secret))
}

const addressFor = (chain: UtxoChain, publicKey: Uint8Array, input: Fields): string | null =>
  addressOf(scriptOfKey(publicKey, input['addressType'] as OutputKind), paramsOf(chain))

function keyAddress(given: UtxoChain, input: Fields, expected: Fields): void {
  const chain = on(given, input)
  const { publicKey } = signerOf(chain, input)
  expect(addressFor(chain, publicKey, input)).toBe(expected['address'])
  if (expected['publicKeyHex'] !== undefined) expect(toHex(publicKey)).toBe(expected['publicKeyHex'])
  if (input['addressType'] === paramsOf(chain).address) {
    expect(chain.codec.address(publicKey)).toBe(expected['address'])
  }
}

function signsUtxo(given: UtxoChain, input: Fields, expected: Fields): void {
  const chain = on(given, input)
  const inputs = input['inputs'] as readonly Fields[]
  const outputs = input['outputs'] as readonly Fields[]
  const signers = inputs.map((each) => signerOf(chain, each))
  const payload: Payload = {
    version: Number(input['version']),
    locktime: Number(input['locktime']),
    inputs: inputs.map((each, index) => {
      const kind = each['type'] as OutputKind
      const publicKey = signers[index]?.publicKey ?? new Uint8Array(0)
      return {
        txId: text(each, 'txid'),
        index: Number(each['vout']),
        sequence: Number(each['sequence']),
        value: text(each, 'value'),
        script: toHex(scriptOfKey(publicKey, kind)),
        ...(kind === 'p2sh-p2wpkh' ? { redeem: toHex(redeemScript(publicKey)) } : {}),
      }
    }),
    outputs: outputs.map((each) => ({
      value: text(each, 'value'),
      script: chain.codec.scriptOf(text(each, 'address')),
    })),
  }
  const unsigned = unsignedOf(chain.record.id, chain.network, payload)
  const signatures = chain.codec.signingRequests(unsigned).map((request, index) => {
    const signer = signers[index]
    if (signer === undefined) throw new TypeError('no key for an input')
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
  const { raw, txId } = chain.codec.combine(unsigned, signatures)
  expect(raw).toBe(expected['hex'])
  if (expected['txid'] !== undefined) expect(txId).toBe(expected['txid'])
  const read = chain.codec.inspect(raw)
  expect(read.claims).toEqual(unsigned.claims)
  expect(read.outputs.map(({ amount }) => String(amount))).toEqual(payload.outputs.map(({ value }) => value))
}

export const utxoVectorKinds: Readonly<
  Record<string, (chain: UtxoChain, input: Fields, expected: Fields) => void | Promise<void>>
> = {
  'hd-address': async (given, input, expected) => {
    keyAddress(given, input, expected)
    const chain = on(given, input)
    const path = text(input, 'path')
    if (expected['privateKeyHex'] !== undefined) {
      const { privateKey } = masterOf(input).derive(path)
      expect(toHex(privateKey ?? new Uint8Array(0))).toBe(expected['privateKeyHex'])
    }
    if (input['passphrase'] !== '') return
    const { xpub: version } = paramsOf(chain)
    const [, parent = '', index = ''] = /^(.*)\/(\d+)$/.exec(path) ?? []
    const keys = hdKeys({
      path: parent,
      version,
      versions: [version],
      addressOf: (publicKey) => addressFor(chain, publicKey, input) ?? '',
      textOf: chain.codec.privateKeyText,
    })
    expect(keys.address(await keys.xpub(text(input, 'mnemonic')), Number(index))).toBe(expected['address'])
    const { publicKey } = chain.codec.signer(await keys.privateKey(text(input, 'mnemonic'), Number(index)))
    expect(addressFor(chain, publicKey, input)).toBe(expected['address'])
  },
  'hd-xpub': (_chain, input, expected) => {
    const versions = VERSIONS[text(input, 'version')]
    if (versions === undefined) throw new TypeError('no such version')
    const seed = mnemonicToSeedSync(text(input, 'mnemonic'), text(input, 'passphrase'))
    const key = HDKey.fromMasterSeed(seed, versions).derive(text(input, 'path'))
    expect(key.publicExtendedKey).toBe(expected['xpub'])
    expect(key.privateExtendedKey).toBe(expected['xprv'])
  },
  // The xpub of an account: ours derives the last step, the library's the one before it.
  'xpub-address': (given, input, expected) => {
    const chain = on(given, input)
    const [branch, index] = text(input, 'relativePath').split('/').map(Number)
    const xpub = text(input, 'xpub')
    const version = Object.keys(paramsOf(chain).xpubRead)
      .map(Number)
      .find((each) => readsAs(xpub, each))
    if (version === undefined) throw new TypeError('an xpub that the chain does not read')
    const child = HDKey.fromExtendedKey(xpub, { public: version, private: 0 }).deriveChild(branch ?? 0)
    const kind = input['addressType'] as OutputKind
    // An xpub that names no kind asks for the chain's own, whichever that is.
    const named = paramsOf(chain).xpubRead[version]
    if (named !== null) expect(named).toBe(kind)
    const { keys } = offlineChain(idOf(chain), chain.network, named === null ? kind : undefined)
    expect(keys?.address(child.publicExtendedKey, index ?? 0)).toBe(expected['address'])
  },
  'xprv-address': (given, input, expected) => {
    const chain = on(given, input)
    const [versions] = Object.values(VERSIONS).filter((each) => readsAs(text(input, 'xprv'), each.private))
    const key = HDKey.fromExtendedKey(text(input, 'xprv'), versions).derive(text(input, 'path'))
    const secret = key.privateKey ?? new Uint8Array(0)
    expect(chain.codec.signer(chain.codec.privateKeyText(secret)).address).toBe(expected['address'])
  },
  'key-address': keyAddress,
  'wif-address': keyAddress,
  'address-valid': ({ codec }, input, expected) => {
    expect(codec.isAddress(text(input, 'address'))).toBe(expected['valid'])
  },
  'address-invalid': ({ codec }, input, expected) => {
    expect(codec.isAddress(text(input, 'address'))).toBe(expected['valid'])
  },
  'address-script': (chain, input, expected) => {
    expect(chain.codec.scriptOf(text(input, 'address'))).toBe(expected['scriptHex'])
    expect(addressOf(fromHex(text(expected, 'scriptHex')), paramsOf(chain))).toBe(input['address'])
  },
  'cashaddr-legacy': ({ codec }, input, expected) => {
    expect(codec.canonical(text(input, 'legacy'))).toBe(expected['cashaddr'])
    expect(codec.canonical(text(expected, 'cashaddr'))).toBe(expected['cashaddr'])
  },
  'cashaddr-encode': (_chain, input, expected) => {
    const payload = fromHex(text(input, 'payloadHex'))
    expect(encodeCashAddress(text(input, 'prefix'), { type: Number(input['type']), payload })).toBe(
      expected['cashaddr'],
    )
  },
  'sign-utxo': signsUtxo,
  // The digest of BIP-143's own example, whose other input is of a kind that is not spent here.
  'sighash-bip143': ({ codec }, input, expected) => {
    const transaction = Transaction.fromHex(text(input, 'unsignedHex'))
    const digest = transaction.hashForWitnessV0(
      Number(input['inputIndex']),
      fromHex(text(input, 'scriptCodeHex')),
      BigInt(text(input, 'value')),
      Number(input['sighashType']),
    )
    expect(toHex(digest)).toBe(expected['sighashHex'])
    const signer = codec.signer(codec.privateKeyText(fromHex(text(input, 'privateKeyHex'))))
    const signature = signer.sign({ bytes: digest, scheme: 'ecdsa', address: '', accepts: () => true })
    const der = secp256k1.Signature.fromBytes(signature, 'compact').toBytes('der')
    expect(`${toHex(der)}01`).toBe(expected['signatureDerHex'])
  },
}

function readsAs(extended: string, version: number): boolean {
  try {
    return HDKey.fromExtendedKey(extended, { public: version, private: version ^ 1 }).publicKey !== null
  } catch {
    return versionOfPrivate(extended, version)
  }
}

function versionOfPrivate(extended: string, version: number): boolean {
  try {
    return HDKey.fromExtendedKey(extended, { public: version ^ 1, private: version }).privateKey !== null
  } catch {
    return false
  }
}
