/**
 * The codec against what shares no code with it: OpenSSL, and transactions and addresses read anew from the reference
 * (`@tallystick/testing`, `simulated/beacon`).
 */
import { BadTransaction, type BeaconTransaction, BNB, claimAt, records } from '@tallystick/custody'
import { seededRandom } from '@tallystick/testing'
import { beaconOracle } from '@tallystick/testing/simulated'
import { describe, expect, it } from 'vitest'
import { addressBytes } from './address.js'
import { type StdTx, writeTx } from './amino.js'
import { accountOf, signed } from './chain.fixture.js'
import { beaconFamily } from './family.js'
import { digestOf } from './sign-doc.js'

const nobody = () => Promise.reject(new TypeError('nobody is asked'))
const on = (network: 'mainnet' | 'testnet') =>
  beaconFamily(records.BNB, network, { get: nobody, post: nobody })
const chain = on('testnet')
const { codec } = chain
const [alice, bob] = ['alice', 'bob'].map((name) => codec.signer(accountOf(name).privateKey)) as [
  ReturnType<typeof codec.signer>,
  ReturnType<typeof codec.signer>,
]
const MAX_INT64 = 2n ** 63n - 1n

const payment = (over: Partial<BeaconTransaction> = {}): BeaconTransaction => ({
  from: alice.address,
  to: bob.address,
  asset: BNB,
  amount: '1',
  memo: '',
  accountNumber: '12',
  sequence: '7',
  source: '0',
  ...over,
})
const raw = (over: Partial<BeaconTransaction> = {}): string =>
  signed(chain, codec.build(payment(over), 7_500n), alice).raw

describe('keys and addresses', () => {
  it('a thousand are those of OpenSSL, on each network', () => {
    const random = seededRandom(148)
    const secret = new Uint8Array(32)
    const { codec: main } = on('mainnet')
    for (let round = 0; round < 1_000; round += 1) {
      random.fill(secret)
      const key = codec.privateKeyText(secret)
      const publicKey = beaconOracle.publicKey(secret)
      const signer = codec.signer(key)
      const addresses = [signer.address, main.address(signer.publicKey)]
      const theirs = ['tbnb', 'bnb'].map((prefix) => beaconOracle.address(publicKey, prefix))
      if (addresses.join() !== theirs.join()) expect.fail(`${addresses} is not ${theirs}`)
      if (!Buffer.from(signer.publicKey).equals(publicKey)) expect.fail(key)
    }
  })
})

describe('transactions', () => {
  it('are read and signed as the reference says, at the edges of 64 bits and of text', () => {
    const memos = [
      '',
      '101192150',
      '<a href="x">&amp;</a>',
      'tab\tline\nback\b\f\\b quote" \u2028\u007f',
      '🙂ü'.repeat(21),
    ]
    for (const memo of memos) {
      for (const amount of [1n, 2n ** 53n + 1n, MAX_INT64]) {
        for (const asset of [BNB, 'BTCB-1DE', 'ABC.B-F0', 'XYZ-000M']) {
          const numbers = { accountNumber: MAX_INT64.toString(), sequence: MAX_INT64.toString(), source: '1' }
          const text = raw({ memo, amount: amount.toString(), asset, ...numbers })
          const read = beaconOracle.decode(text, 'tbnb')
          const [signature] = read.signatures
          const coins = [{ denom: asset, amount }]
          expect(read).toMatchObject({
            inputs: [{ address: alice.address, coins }],
            outputs: [{ address: bob.address, coins }],
            memo,
            source: 1n,
          })
          expect(signature).toMatchObject({ accountNumber: MAX_INT64, sequence: MAX_INT64 })
          expect(signature && beaconOracle.isSigned(read, signature, 'Binance-Chain-Ganges')).toBe(true)
          expect(signature && beaconOracle.isSigned(read, signature, 'Binance-Chain-Tigris')).toBe(false)
          expect(codec.inspect(text)).toEqual({
            txId: read.hash,
            claims: [claimAt(alice.address, MAX_INT64)],
            outputs: [
              {
                address: bob.address,
                amount,
                ...(asset === BNB ? {} : { asset }),
                ...(memo === '' ? {} : { tag: memo }),
              },
            ],
            from: alice.address,
          })
          expect(codec.outlay(text, alice.address)).toEqual({ paid: new Map([[asset, amount]]), entries: 1 })
          expect(codec.outlay(text, bob.address)).toEqual({ paid: new Map(), entries: 0 })
        }
      }
    }
    expect(() => on('mainnet').codec.inspect(raw())).toThrow(BadTransaction)
  })

  it('what the chain does not take is not built', () => {
    const wrong: readonly Partial<BeaconTransaction>[] = [
      { amount: '0' },
      { amount: '-1' },
      { amount: '1.5' },
      { amount: (MAX_INT64 + 1n).toString() },
      { sequence: (MAX_INT64 + 1n).toString() },
      { accountNumber: '-1' },
      { accountNumber: '' },
      { to: 'tbnb1' },
      { to: accountOf('bob').address.replace('tbnb', 'bnb') },
      { from: '0x00000000219ab540356cBB839Cbe05303d7705Fa' },
      { asset: '' },
      { asset: 'B' },
      { asset: 'BNB"' },
      { asset: 'ABCDEFGHIJKL-123' },
      { memo: 'x'.repeat(129) },
      { memo: 'ü'.repeat(65) },
      { memo: '\ud800' },
      { memo: null as never },
      { note: 'unseen' } as never,
    ]
    for (const over of wrong) {
      expect(() => codec.build(payment(over), 0n), JSON.stringify(over)).toThrow(BadTransaction)
    }
  })
})

describe('what others have made', () => {
  const network = { chainId: 'Binance-Chain-Ganges', prefix: 'tbnb' }
  const half = (address: string) => ({ account: addressBytes('tbnb', 'address', address) })
  /** Of both, signed by both. */
  function multi(change: (tx: StdTx) => StdTx = (tx) => tx, received = 10n): string {
    const coins = [{ asset: BNB, amount: 5n }]
    const more = [...coins, { asset: 'BTCB-1DE', amount: 3n }]
    const carol = half(accountOf('carol').address)
    const transfer = {
      inputs: [
        { ...half(alice.address), coins: more },
        { ...half(bob.address), coins },
      ],
      outputs: [
        {
          ...carol,
          coins: [
            { asset: BNB, amount: received },
            { asset: 'BTCB-1DE', amount: 3n },
          ],
        },
      ],
    }
    const plain: StdTx = { transfer, memo: 'both', source: 0n, signatures: [] }
    const signatures = [alice, bob].map((signer, index) => {
      const own = { publicKey: signer.publicKey, accountNumber: BigInt(index), sequence: 4n }
      const bytes = digestOf(plain, own, network)
      const signature = signer.sign({ bytes, scheme: 'ecdsa', address: signer.address, accepts: () => true })
      return { ...own, signature }
    })
    return Buffer.from(writeTx(change({ ...plain, signatures }))).toString('hex')
  }

  it('of several senders each signs, and has a sequence; the first one pays the fee', () => {
    const text = multi()
    const read = beaconOracle.decode(text, 'tbnb')
    for (const one of read.signatures) expect(beaconOracle.isSigned(read, one, network.chainId)).toBe(true)
    const carol = accountOf('carol').address
    expect(codec.inspect(text)).toMatchObject({
      claims: [claimAt(alice.address, 4n), claimAt(bob.address, 4n)],
      outputs: [
        { address: carol, amount: 10n, tag: 'both' },
        { address: carol, amount: 3n, asset: 'BTCB-1DE' },
      ],
    })
    expect(codec.outlay(text, alice.address)).toEqual({
      paid: new Map([
        [BNB, 5n],
        ['BTCB-1DE', 3n],
      ]),
      entries: 3,
    })
    expect(codec.outlay(text, bob.address)).toEqual({ paid: new Map([[BNB, 5n]]), entries: 0 })
    expect(() => codec.difference(codec.serializeForKms(payment()), text)).toThrow(BadTransaction)
    const swapped = multi((tx) => ({ ...tx, signatures: tx.signatures.toReversed() }))
    const missing = multi((tx) => ({ ...tx, signatures: tx.signatures.slice(1) }))
    const poorer = multi((tx) => tx, 9n)
    for (const one of [swapped, missing, poorer]) expect(() => codec.inspect(one)).toThrow(BadTransaction)
  })

  it('unsigned, of another type, or spelled otherwise, it is refused', () => {
    const good = raw()
    const texts = [
      '',
      '00',
      'xyz',
      good.slice(2),
      good.slice(0, -2),
      `${good}00`,
      // A longer form of the length.
      `${(Number.parseInt(good.slice(0, 2), 16) | 0x80).toString(16)}8100${good.slice(4)}`,
      good.replace('2a2c87fa', 'ce6dc043'),
      good.replace('f0625dee', 'f0625def'),
      good.replace('eb5ae987', '1624de64'),
      'ff'.repeat(2_000_000),
    ]
    for (const text of texts) {
      expect(() => codec.inspect(text), text.slice(0, 80)).toThrow(BadTransaction)
    }
    expect(codec.inspect(good.toUpperCase())).toEqual(codec.inspect(good))
  })

  it('what a key-management system signs must be what it was asked for; the turn is the signer’s to choose', () => {
    const serialized = codec.serializeForKms(payment({ amount: MAX_INT64.toString(), memo: '7' }))
    const asked = { amount: MAX_INT64.toString(), memo: '7' }
    expect(codec.difference(serialized, raw(asked))).toBeNull()
    expect(
      codec.difference(serialized, raw({ ...asked, sequence: '9', accountNumber: '3', source: '2' })),
    ).toBeNull()
    expect(codec.outlay(serialized, alice.address).paid).toEqual(new Map([[BNB, MAX_INT64]]))
    const others: readonly (readonly [Partial<BeaconTransaction>, string])[] = [
      [{ amount: (MAX_INT64 - 1n).toString() }, 'amount'],
      [{ memo: '8' }, 'memo'],
      [{ to: accountOf('carol').address }, 'to'],
      [{ asset: 'BTCB-1DE' }, 'asset'],
    ]
    for (const [over, name] of others) {
      expect(codec.difference(serialized, raw({ ...asked, ...over }))).toContain(name)
    }
    const { raw: foreign } = signed(chain, codec.build(payment({ ...asked, from: bob.address }), 0n), bob)
    expect(codec.difference(serialized, foreign)).toContain('from')
  })
})
