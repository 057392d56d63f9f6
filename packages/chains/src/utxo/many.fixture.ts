/** A payment chosen out of many outputs, which are made once, before anything is measured. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { NodeFault, records, type Unsigned, type Utxo } from '@tallystick/custody'
import { utxoFamily } from './family.js'

/**
 * @param kind Of the outputs: of different values, all of one value, or different ones and nowhere for change to go
 * @returns Builds one payment, without signatures
 */
export function selectAndBuild(outputs: number, kind: 'varied' | 'equal' | 'no change'): () => Unsigned {
  const rpc = { call: () => Promise.reject(new NodeFault('unconfigured', 'No node')) }
  const { codec } = utxoFamily(records.BTC, 'mainnet', { rpc })
  const addressOf = (number: number): string =>
    codec.signer(codec.privateKeyText(new Uint8Array(32).fill(number))).address
  const address = addressOf(1)
  const script = codec.scriptOf(address)
  const available = Array.from({ length: outputs }, (_, index): Utxo => {
    // Spread without order, the same in every run.
    const txId = bytesToHex(sha256(Uint8Array.of(index, index >>> 8, index >>> 16)))
    const spread = Number.parseInt(txId.slice(0, 6), 16)
    const value = kind === 'equal' ? 50_000n : 20_000n + BigInt(spread)
    return { txId, index: 0, value, script, address, height: 1, coinbase: false }
  })
  const intent = {
    required: [],
    available,
    to: [{ address: addressOf(2), value: 12_345_678n }],
    fee: null,
    changeAddress: kind === 'no change' ? null : address,
    marketRate: 10_000n,
    fastRate: 10_000n,
  }
  return () => codec.build(intent)
}
