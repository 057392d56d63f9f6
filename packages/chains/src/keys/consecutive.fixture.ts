/** Consecutive addresses of one xpub, by this package and by the library alone. */
import { bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { NodeFault, records } from '@tallystick/custody'
import { utxoFamily } from '../utxo/family.js'
import { hash160 } from '../utxo/script.js'

interface DeriveAddresses {
  /** With an xpub that was parsed before, as a server has it. */
  ours(): readonly string[]
  /** Each with @scure/bip32 from the text of the xpub, and the address of its public key. */
  theirs(): readonly string[]
}

/** @param count Addresses that each run derives, from index 0 on */
export async function deriveAddresses(count: number): Promise<DeriveAddresses> {
  const rpc = { call: () => Promise.reject(new NodeFault('unconfigured', 'No node')) }
  const { keys } = utxoFamily(records.BTC, 'mainnet', { rpc })
  const xpub = (await keys?.xpub(`${'abandon '.repeat(11)}about`)) ?? ''
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    ours: () => indexes.map((index) => keys?.address(xpub, index) ?? ''),
    theirs: () =>
      indexes.map((index) => {
        const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(index)
        return bech32.encode('bc', [0, ...bech32.toWords(hash160(publicKey ?? new Uint8Array(33)))])
      }),
  }
}
