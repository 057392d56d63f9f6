/** Keys, outputs and payments for the tests of the family. */
import type { Outpoint, OutputKind, Signed, Unsigned, Utxo, UtxoChain, UtxoParams } from '@tallystick/custody'
import { addressOf, scriptOfKey } from './addresses.js'
import { toHex } from './payload.js'

export const KINDS: readonly OutputKind[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']

/** A secret that a number stands for: the same in every run, and worth nothing. */
export const secretOf = (number: number): Uint8Array => {
  const secret = new Uint8Array(32).fill(0x11)
  new DataView(secret.buffer).setUint32(28, number)
  return secret
}

export function paramsOf({ record, network }: UtxoChain): UtxoParams {
  const params = record.networks[network]
  if (params === undefined) throw new TypeError(`No ${network}`)
  return params
}

export interface Key {
  readonly privateKey: string
  readonly publicKey: Uint8Array
  addressAs(kind: OutputKind): string
}

export function keyOf(chain: UtxoChain, number: number): Key {
  const privateKey = chain.codec.privateKeyText(secretOf(number))
  const { publicKey } = chain.codec.signer(privateKey)
  return {
    privateKey,
    publicKey,
    addressAs: (kind) => addressOf(scriptOfKey(publicKey, kind), paramsOf(chain)) ?? '',
  }
}

/** An output of a transaction that never was. */
export function madeUp(chain: UtxoChain, key: Key, kind: OutputKind, value: bigint, index = 0): Utxo {
  return {
    txId: (index + 1).toString(16).padStart(64, 'a'),
    index,
    value,
    script: chain.codec.scriptOf(key.addressAs(kind)),
    address: key.addressAs(kind),
    height: 100,
    coinbase: false,
    publicKey: toHex(key.publicKey),
  }
}

/** Signed with the key at each input's place. */
export function sign(chain: UtxoChain, unsigned: Unsigned, keys: readonly Key[]): Signed {
  const signatures = chain.codec.signingRequests(unsigned).map((request, index) => {
    const key = keys[index] ?? keys[0]
    const signer = chain.codec.signer(key?.privateKey ?? '')
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
  return chain.codec.combine(unsigned, signatures)
}

export const outpointOf = ({ txId, index }: Outpoint): string => `${txId}:${index}`
