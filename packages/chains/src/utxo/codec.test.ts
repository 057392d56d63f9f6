/** The codec of every chain of the family: the contract, an independent library, and what is no address. */
import { HDKey } from '@scure/bip32'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import {
  BadKey,
  BadTransaction,
  type ChainNetwork,
  type OutputKind,
  type UtxoChain,
} from '@tallystick/custody'
import { chainContract, chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { addressOf, scriptOfKey } from './addresses.js'
import { decodeCashAddress, encodeCashAddress } from './cashaddr.js'
import { KINDS, keyOf, madeUp, paramsOf, secretOf, sign } from './paying.fixture.js'
import { fromHex, toHex } from './payload.js'
import { kindsOf, offlineChain, offlineSubject, RECORDS } from './subject.fixture.js'

const IDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[]
const NETWORKS: readonly ChainNetwork[] = ['mainnet', 'testnet', 'regtest']
const secrets = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte))

for (const id of IDS) {
  for (const network of NETWORKS) {
    chainContract(`${id} ${network}`, () => offlineSubject(id, network, secrets))
  }
}

/** What @scure/btc-signer makes of a key. It knows no CashAddr: there, of the legacy address. */
function independent(chain: UtxoChain, publicKey: Uint8Array, kind: OutputKind): string | undefined {
  const { hrp = '', p2pkh: pubKeyHash, p2sh: scriptHash, wif } = paramsOf(chain)
  const network = { ...NETWORK, bech32: hrp, pubKeyHash, scriptHash, wif }
  switch (kind) {
    case 'p2pkh':
      return p2pkh(publicKey, network).address
    case 'p2wpkh':
      return p2wpkh(publicKey, network).address
    case 'p2sh-p2wpkh':
      return p2sh(p2wpkh(publicKey, network), network).address
    case 'p2tr':
      return p2tr(publicKey.subarray(1), undefined, network).address
  }
}

describe('against @scure/bip32 and @scure/btc-signer', () => {
  const seed = chooseSeed()

  const rounds = quickOrFull(25, 125)

  it(`random derivations are equal (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    const bytes = (count: number): Uint8Array => {
      const filled = new Uint8Array(count)
      random.fill(filled)
      return filled
    }
    let compared = 0
    for (const id of IDS) {
      for (const network of ['mainnet', 'testnet'] as const) {
        const chain = offlineChain(id, network)
        const words = chain.keys?.mnemonic(bytes(32)) ?? ''
        const xpub = (await chain.keys?.xpub(words)) ?? ''
        const parent = HDKey.fromExtendedKey(xpub, { public: paramsOf(chain).xpub, private: 0 })
        for (let round = 0; round < rounds; round += 1) {
          const index = new DataView(bytes(4).buffer).getUint32(0) >>> 1
          const publicKey = parent.deriveChild(index).publicKey ?? new Uint8Array(0)
          const address = chain.keys?.address(xpub, index) ?? ''
          const other = independent(chain, publicKey, paramsOf(chain).address) ?? ''
          // The same script, whatever spelling an address has.
          expect(chain.codec.scriptOf(address)).toBe(chain.codec.scriptOf(other))
          if (paramsOf(chain).cashPrefix === undefined) expect(address).toBe(other)
          for (const kind of kindsOf(chain)) {
            const theirs = independent(chain, publicKey, kind) ?? ''
            expect(chain.codec.canonical(theirs)).toBe(chain.codec.canonical(ours(chain, publicKey, kind)))
          }
          compared += 1
        }
      }
    }
    expect(compared).toBe(rounds * 2 * IDS.length)
  })
})

const ours = (chain: UtxoChain, publicKey: Uint8Array, kind: OutputKind): string =>
  addressOf(scriptOfKey(publicKey, kind), paramsOf(chain)) ?? ''

describe('addresses', () => {
  it('an address of one network or chain is none of another, where their prefixes differ', () => {
    for (const id of IDS) {
      const main = offlineChain(id, 'mainnet')
      const test = offlineChain(id, 'testnet')
      for (const kind of kindsOf(main)) {
        const key = keyOf(main, 5)
        expect(test.codec.isAddress(key.addressAs(kind)), `${id} ${kind}`).toBe(false)
        expect(main.codec.isAddress(keyOf(test, 5).addressAs(kind)), `${id} ${kind}`).toBe(false)
        for (const other of IDS) {
          // Bitcoin Cash reads the addresses that it had as Bitcoin.
          if (other === id || (id === 'BTC' && other === 'BCH')) continue
          expect(
            offlineChain(other, 'mainnet').codec.isAddress(key.addressAs(kind)),
            `${id} in ${other}`,
          ).toBe(false)
        }
      }
      expect(() => test.codec.signer(main.codec.privateKeyText(secretOf(1)))).toThrow(BadKey)
    }
  })

  it.each([
    // BIP-350's own examples, and one of Litecoin's extension blocks.
    ['bc1sw50qgdz25j', 'a later witness version'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'a later witness version'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'version 1 with the checksum of version 0',
    ],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KEMEAWH', 'version 0 with the checksum of version 1'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'a character that is none of bech32'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'no such version'],
    ['bc1pw5dgrnzv', 'a program that is too short'],
    ['bc1gmk9yu', 'no program at all'],
    ['bc1P0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'capitals and small letters'],
    [
      'ltcmweb1qqf4pn8vyq2mwkrshvhkax2qwcm5gqzsl3rt3e3dkmxtlugh2eheccq5wnxxkxm',
      'Litecoin’s extension blocks',
    ],
  ])('%s is refused: %s', (address) => {
    for (const id of IDS) expect(offlineChain(id, 'mainnet').codec.isAddress(address)).toBe(false)
  })

  it('CashAddr reads what it writes, of each size, and nothing that fills its last bits', () => {
    for (const size of [20, 24, 28, 32, 40, 48, 56, 64]) {
      const payload = Uint8Array.from({ length: size }, (_, index) => (index * 37) % 256)
      const text = encodeCashAddress('bitcoincash', { type: 1, payload })
      expect(decodeCashAddress('bitcoincash', text)).toEqual({ type: 1, payload })
      expect(decodeCashAddress('bchtest', text)).toBeUndefined()
    }
    expect(() => encodeCashAddress('bitcoincash', { type: 0, payload: new Uint8Array(21) })).toThrow(
      TypeError,
    )
  })
})

describe('transactions', () => {
  it.each(IDS)('%s amounts beyond 2^53 base units stay exact, in bytes and for a KMS', (id) => {
    const chain = offlineChain(id, 'mainnet')
    const key = keyOf(chain, 1)
    const value = 9_007_199_254_740_993n * 100n
    const unsigned = chain.codec.build({
      required: [madeUp(chain, key, 'p2pkh', value)],
      available: [],
      to: [{ address: key.addressAs('p2pkh'), value: value - 100_001n }],
      fee: 100_001n,
      changeAddress: null,
      marketRate: 1_000n,
      fastRate: 10_000n,
    })
    const { raw } = sign(chain, unsigned, [key])
    expect(chain.codec.inspect(raw).outputs[0]?.amount).toBe(value - 100_001n)
    expect(unsigned.fee).toBe('100001')
    expect(chain.codec.serializeForKms(unsigned)).toContain(String(value))
  })

  it('a p2sh output is signed for when its key is known, and not guessed', () => {
    const chain = offlineChain('BTC', 'mainnet')
    const key = keyOf(chain, 1)
    const { publicKey: _unknown, ...utxo } = madeUp(chain, key, 'p2sh-p2wpkh', 100_000n)
    const intent = {
      available: [],
      to: [{ address: key.addressAs('p2pkh'), value: 90_000n }],
      fee: 10_000n,
      changeAddress: null,
      marketRate: 1_000n,
      fastRate: 10_000n,
    }
    const blind = chain.codec.build({ ...intent, required: [utxo] })
    expect(() => chain.codec.signingRequests(blind)).toThrow(BadTransaction)
    const publicKey = toHex(keyOf(chain, 2).publicKey)
    expect(() => chain.codec.build({ ...intent, required: [{ ...utxo, publicKey }] })).toThrow(BadTransaction)
  })

  it('a transaction of one chain or network is not signed by another', () => {
    const [main, test] = [offlineChain('BTC', 'mainnet'), offlineChain('BTC', 'testnet')]
    const key = keyOf(main, 1)
    const unsigned = main.codec.build({
      required: [madeUp(main, key, 'p2wpkh', 100_000n)],
      available: [],
      to: [{ address: key.addressAs('p2tr'), value: 90_000n }],
      fee: 10_000n,
      changeAddress: null,
      marketRate: 1_000n,
      fastRate: 10_000n,
    })
    expect(() => test.codec.signingRequests(unsigned)).toThrow(BadTransaction)
    expect(() => offlineChain('LTC', 'mainnet').codec.serializeForKms(unsigned)).toThrow(BadTransaction)
  })

  it('what a KMS is given has the fields of its library, Bitcoin Cash’s its own form', () => {
    const made = (id: keyof typeof RECORDS) => {
      const chain = offlineChain(id, 'testnet')
      const key = keyOf(chain, 1)
      const utxo = madeUp(chain, key, 'p2pkh', 500_000_000n)
      const to = { address: keyOf(chain, 2).addressAs('p2pkh'), value: 300_000_000n }
      const unsigned = chain.codec.build({
        required: [utxo],
        available: [],
        to: [to],
        fee: 100_000_000n,
        changeAddress: key.addressAs('p2pkh'),
        marketRate: 1_000n,
        fastRate: 10_000n,
      })
      return { chain, utxo, to, text: chain.codec.serializeForKms(unsigned) }
    }
    for (const id of ['BTC', 'LTC', 'DOGE'] as const) {
      const { chain, utxo, to, text } = made(id)
      expect(JSON.parse(text)).toEqual({
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: 2,
        inputs: [
          {
            prevTxId: utxo.txId,
            outputIndex: 0,
            sequenceNumber: 0xfffffffd,
            script: '',
            scriptString: '',
            output: { satoshis: 500_000_000, script: utxo.script },
          },
        ],
        outputs: [
          { satoshis: 300_000_000, script: chain.codec.scriptOf(to.address) },
          { satoshis: 100_000_000, script: utxo.script },
        ],
        nLockTime: 0,
        fee: 100_000_000,
      })
    }
    const [hex = '', amounts = ''] = made('BCH').text.split(':')
    expect(JSON.parse(amounts)).toEqual([500_000_000])
    expect(fromHex(hex).length * 2).toBe(hex.length)
    const { chain } = made('BCH')
    expect(chain.codec.inspect(hex).outputs.map(({ amount }) => amount)).toEqual([300_000_000n, 100_000_000n])
  })

  /** Inputs, and how often each kind of output is there. */
  const SHAPES = [
    [1, 1],
    [2, 1],
  ] as const
  const LARGE = [
    [253, 1],
    [1, 252 / KINDS.length],
    [1, 256 / KINDS.length],
  ] as const
  const VALUE = 1_000_000n

  it('its size is foretold for every kind, a signature’s variation aside', () => {
    const chain = offlineChain('BTC', 'mainnet')
    for (const from of KINDS) {
      // Beyond 252 the counts of inputs and of outputs take three bytes; one kind shows it.
      for (const [count, copies] of from === 'p2wpkh' ? [...SHAPES, ...LARGE] : SHAPES) {
        const key = keyOf(chain, 1)
        const utxos = Array.from({ length: count }, (_, index) => madeUp(chain, key, from, VALUE, index))
        const to = Array<typeof KINDS>(copies)
          .fill(KINDS)
          .flatMap((kinds) => kinds.map((kind) => key.addressAs(kind)))
        const changeAddress = key.addressAs('p2wpkh')
        const unsigned = chain.codec.build({
          required: utxos,
          available: [],
          to: to.map((address) => ({ address, value: 1_000n })),
          fee: null,
          changeAddress,
          marketRate: 1_000n,
          fastRate: null,
        })
        const { raw } = sign(chain, unsigned, [key])
        const foretold = chain.codec.virtualSize(utxos, [...to, changeAddress])
        const sent = Transaction.fromHex(raw)
        const real = sent.virtualSize()
        const fee = BigInt(count) * VALUE - sent.outs.reduce((sum, { value }) => sum + BigInt(value), 0n)
        // One base unit for each byte.
        expect(fee).toBeGreaterThanOrEqual(BigInt(real))
        expect(foretold).toBeGreaterThanOrEqual(real)
        expect(foretold - real).toBeLessThanOrEqual(2 * count + 1)
      }
    }
  })
})
