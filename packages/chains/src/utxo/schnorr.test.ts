/**
 * What the key-management daemon's own library signs for Bitcoin Cash (@tatumio/bitcoincashjs2-lib 4.1.2, as
 * `signBitcoinCashKMSTransaction` of tatum-js calls it): recorded, because it is no part of this repository.
 */
import { RawTx, Script, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { signAsCashDaemon } from './daemon.fixture.js'
import { startUtxoServer } from './ledger.fixture.js'
import { keyOf, secretOf } from './paying.fixture.js'
import { signSchnorr, verifySchnorr } from './schnorr.fixture.js'
import { offlineChain } from './subject.fixture.js'

const SECRET = new Uint8Array(32).fill(0x11)
const SERIALIZED =
  '0200000002a1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffffffffa2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0100000000ffffffff0200ca9a3b000000001976a914fc7250a211deddc70ee5a2738de5f07817351cef88ac89fc7c6c040000001976a914fc7250a211deddc70ee5a2738de5f07817351cef88ac00000000:[10000000000,10000000000]'
const SIGNED =
  '0200000002a1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa000000006441f8d644ce3159b6428ab888d755d7835f264688750f4048420f4276bc6c1e4964877afbe9daa55b53c359ac1702fdd148b66e7c214b572f17c15619aa1b784fca4121034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaffffffffa2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa010000006441bcf4ba54dec704318a8b66129dd5473746d40d227f67e062689a9d872257ce5f771695bfd02b2f571303adf3aaa9621fb8762048b9356a326ae15683d48259cb4121034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaffffffff0200ca9a3b000000001976a914fc7250a211deddc70ee5a2738de5f07817351cef88ac89fc7c6c040000001976a914fc7250a211deddc70ee5a2738de5f07817351cef88ac00000000'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Each input's signature with its type, its digest and its key. */
function signaturesOf(raw: string, amount: bigint) {
  const transaction = Transaction.fromRaw(bytes(raw), { allowUnknownOutputs: true })
  return RawTx.decode(bytes(raw)).inputs.map(({ finalScriptSig }, index) => {
    const [signature, key] = Script.decode(finalScriptSig)
    if (!(signature instanceof Uint8Array) || !(key instanceof Uint8Array)) throw new TypeError('not p2pkh')
    const script = bytes('76a914fc7250a211deddc70ee5a2738de5f07817351cef88ac')
    return { signature, key, digest: transaction.preimageWitnessV0(index, script, 0x41, amount) }
  })
}

describe('a signature of the daemon for Bitcoin Cash', () => {
  it("is Schnorr's, over all of the transaction and with the mark of the chain, and holds", () => {
    const signatures = signaturesOf(SIGNED, 10n ** 10n)
    expect(signatures).toHaveLength(2)
    for (const { signature, key, digest } of signatures) {
      expect([signature.length, signature.at(-1)]).toEqual([65, 0x41])
      expect(verifySchnorr(signature.subarray(0, -1), digest, key)).toBe(true)
    }
  })

  it('holds for nothing else', () => {
    for (const { signature, key, digest } of signaturesOf(SIGNED, 10n ** 10n - 1n)) {
      expect(verifySchnorr(signature.subarray(0, -1), digest, key)).toBe(false)
    }
    const digest = new Uint8Array(32).fill(5)
    const { publicKey } = keyOf(offlineChain('BCH', 'testnet'), 1)
    const good = signSchnorr(digest, secretOf(1))
    expect(verifySchnorr(good, digest, publicKey)).toBe(true)
    for (const at of [0, 31, 32, 63]) {
      const bad = Uint8Array.from(good, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(verifySchnorr(bad, digest, publicKey)).toBe(false)
    }
  })

  it('makes of what was asked for just that', () => {
    const { codec } = offlineChain('BCH', 'testnet')
    expect(codec.difference(SERIALIZED, SIGNED)).toBeNull()
    expect(codec.difference(SERIALIZED, signAsCashDaemon(SERIALIZED, [SECRET, SECRET]))).toBeNull()
  })

  it('is taken by the server that checks signatures, and a wrong one is not', async () => {
    const chain = offlineChain('BCH', 'testnet')
    const server = await startUtxoServer(chain)
    const key = keyOf(chain, 1)
    const address = key.addressAs('p2pkh')
    const { txId } = server.fund(address, 10n ** 8n)
    const script = chain.codec.scriptOf(address)
    const rates = { marketRate: 1_000n, fastRate: 1_000n }
    const unsigned = chain.codec.build({
      ...rates,
      required: [{ txId, index: 0, value: 10n ** 8n, script, address, height: 1, coinbase: false }],
      available: [],
      to: [{ address, value: 10n ** 7n }],
      fee: null,
      changeAddress: address,
    })
    const send = async (raw: string) => {
      const body = JSON.stringify({ id: 1, method: 'sendrawtransaction', params: [raw] })
      const answer = await fetch(server.core, { method: 'POST', body })
      return ((await answer.json()) as { result: unknown }).result
    }
    const serialized = chain.codec.serializeForKms(unsigned)
    const raw = signAsCashDaemon(serialized, [secretOf(1)])
    const at = raw.indexOf('6441') + 10
    expect(await send(`${raw.slice(0, at)}${raw[at] === '0' ? '1' : '0'}${raw.slice(at + 1)}`)).toBeNull()
    expect(await send(raw)).toBe(chain.codec.inspect(raw).txId)
    await server.close()
  })
})
