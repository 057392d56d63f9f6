/** The codec against the chain's own library, which shares no code of keys, addresses and signatures with it. */
import {
  Asset,
  Account as BaseAccount,
  FeeBumpTransaction,
  Keypair,
  Memo,
  MuxedAccount,
  Networks,
  Operation,
  StrKey,
  Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base'
import {
  BadTransaction,
  claimAt,
  type KeySigner,
  records,
  type StellarChain,
  type StellarTransaction,
  XLM,
} from '@tallystick/custody'
import { seededRandom } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { written } from './address.js'
import { accountOf, signed } from './chain.fixture.js'
import { stellarFamily } from './family.js'

const nobody = () => Promise.reject(new TypeError('nobody is asked'))
const on = (network: 'mainnet' | 'testnet'): StellarChain =>
  stellarFamily(records.XLM, network, { get: nobody, post: nobody })
const chain = on('testnet')
const { codec } = chain

const alice = codec.signer(accountOf('alice').secret)
const bob = codec.signer(accountOf('bob').secret)
const own = Keypair.fromSecret(accountOf('alice').secret)
const MAX_INT64 = 2n ** 63n - 1n

const payment = (over: Partial<StellarTransaction> = {}): StellarTransaction => ({
  source: alice.address,
  sequence: '214748364800000001',
  fee: '100',
  since: '0',
  until: '1900000000',
  memo: null,
  operation: { type: 'payment', to: bob.address, asset: XLM, amount: '1' },
  ...over,
})
const raw = (over: Partial<StellarTransaction> = {}, by: KeySigner = alice): string =>
  signed(chain, codec.build(payment(over)), by).raw
const read = (text: string): Transaction => {
  const transaction = TransactionBuilder.fromXDR(text, Networks.TESTNET)
  if (transaction instanceof Transaction) return transaction
  throw new TypeError('a fee bump')
}

describe('keys and addresses', () => {
  it('a thousand are those of the chain’s library', () => {
    const random = seededRandom(148)
    const secret = new Uint8Array(32)
    for (let round = 0; round < 1_000; round += 1) {
      random.fill(secret)
      const pair = Keypair.fromRawEd25519Seed(Buffer.from(secret))
      const text = codec.privateKeyText(secret)
      const signer = codec.signer(text)
      if (text !== pair.secret() || signer.address !== pair.publicKey()) expect.fail(pair.publicKey())
      const id = BigInt(round) * 18_446_744_073_709_551n
      const muxed = new MuxedAccount(new BaseAccount(signer.address, '0'), id.toString()).accountId()
      if (!codec.isAddress(muxed) || codec.canonical(muxed) !== signer.address) expect.fail(muxed)
    }
  })

  it('what the library calls none is none', () => {
    const { address } = alice
    const contract = StrKey.encodeContract(Buffer.alloc(32, 7))
    const bare = written('M', Uint8Array.of(...alice.publicKey, 0, 0, 0, 0, 0, 0, 0, 1))
    for (const text of [contract, accountOf('alice').secret, `${address}=`, bare.slice(0, -1), `${bare}A`]) {
      expect(codec.isAddress(text), text).toBe(false)
    }
    // The last letter has bits that stand for nothing.
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567') {
      const text = bare.slice(0, -1) + last
      expect(codec.isAddress(text), text).toBe(text === bare)
    }
  })
})

describe('transactions', () => {
  it('are signed as the library signs, on each network', () => {
    for (const network of ['mainnet', 'testnet'] as const) {
      const here = on(network)
      const { raw: text, txId } = signed(here, here.codec.build(payment()), alice)
      const passphrase = network === 'mainnet' ? Networks.PUBLIC : Networks.TESTNET
      const transaction = TransactionBuilder.fromXDR(text, passphrase)
      expect(txId).toBe(transaction.hash().toString('hex'))
      expect(own.verify(transaction.hash(), transaction.signatures[0]?.signature() ?? Buffer.of())).toBe(true)
      const again = new TransactionBuilder(new BaseAccount(alice.address, '214748364800000000'), {
        fee: '100',
        networkPassphrase: passphrase,
        timebounds: { minTime: 0, maxTime: 1_900_000_000 },
      })
        .addOperation(
          Operation.payment({ destination: bob.address, asset: Asset.native(), amount: '0.0000001' }),
        )
        .build()
      again.sign(own)
      expect(again.toEnvelope().toXDR('base64')).toBe(text)
    }
    expect(() => on('mainnet').codec.inspect(raw())).toThrow(BadTransaction)
  })

  it('amounts and numbers at the edges of 64 bits survive exactly', () => {
    const asset = `TWELVELETTER:${bob.address}`
    for (const amount of [1n, 10_000_000n, 2n ** 53n + 1n, MAX_INT64]) {
      const text = raw({ operation: { type: 'payment', to: bob.address, asset, amount: amount.toString() } })
      expect(codec.inspect(text).outputs).toEqual([{ address: bob.address, amount, asset }])
      expect(codec.outlay(text)).toEqual({ fee: 100n, paid: new Map([[asset, amount]]) })
      const [operation] = read(text).operations
      expect(operation).toMatchObject({
        amount: `${amount / 10_000_000n}.${String(amount % 10_000_000n).padStart(7, '0')}`,
      })
    }
    const text = raw({
      sequence: MAX_INT64.toString(),
      fee: String(2 ** 32 - 1),
      memo: { type: 'id', value: String(2n ** 64n - 1n) },
    })
    expect(codec.inspect(text)).toMatchObject({
      claims: [claimAt(alice.address, MAX_INT64)],
      outputs: [{ amount: 1n, tag: 'id:18446744073709551615' }],
    })
    expect(codec.outlay(text).fee).toBe(4_294_967_295n)
  })

  it('memos keep their type: the same text is another memo as an id', () => {
    const tag = (memo: StellarTransaction['memo']) => codec.inspect(raw({ memo })).outputs[0]?.tag
    expect(tag(null)).toBeUndefined()
    expect(tag({ type: 'text', value: '007' })).toBe('text:007')
    expect(tag({ type: 'id', value: '7' })).toBe('id:7')
    expect(tag({ type: 'text', value: 'ü'.repeat(14) })).toBe(`text:${'ü'.repeat(14)}`)
    expect(tag({ type: 'hash', value: 'AB'.repeat(32) })).toBe(`hash:${'ab'.repeat(32)}`)
    // A customer's address is its account, and the number that the account knows it by.
    const to = written('M', Uint8Array.of(...bob.publicKey, 0, 0, 0, 0, 0, 0, 0, 9))
    const { outputs } = codec.inspect(raw({ operation: { type: 'payment', to, asset: XLM, amount: '5' } }))
    expect(outputs).toEqual([{ address: bob.address, amount: 5n, tag: 'id:9' }])
  })

  it('what Stellar does not take is not built', () => {
    const op = (operation: object): Partial<StellarTransaction> => ({ operation: operation as never })
    const pay = { type: 'payment', to: bob.address, asset: XLM, amount: '1' }
    const wrong: readonly Partial<StellarTransaction>[] = [
      op({ ...pay, amount: '0' }),
      op({ ...pay, amount: (MAX_INT64 + 1n).toString() }),
      op({ ...pay, amount: '1.5' }),
      op({ ...pay, amount: '-1' }),
      op({ ...pay, to: 'GBOB' }),
      op({ ...pay, asset: 'USD' }),
      op({ ...pay, asset: `USD-:${bob.address}` }),
      op({ ...pay, asset: `THIRTEENCHARS:${bob.address}` }),
      op({ type: 'create', to: written('M', new Uint8Array(40)), amount: '1' }),
      op({ type: 'trust', asset: XLM, limit: '1' }),
      op({ type: 'trust', asset: `USD:${alice.address}`, limit: '1' }),
      op({ type: 'merge' }),
      { source: bob.address.toLowerCase() },
      { sequence: '0' },
      { sequence: (MAX_INT64 + 1n).toString() },
      { fee: '0' },
      { fee: '4294967296' },
      { until: '-1' },
      { memo: { type: 'text', value: 'ü'.repeat(15) } },
      { memo: { type: 'text', value: 'x'.repeat(29) } },
      { memo: { type: 'id', value: '18446744073709551616' } },
      { memo: { type: 'id', value: 'seven' } },
      { memo: { type: 'hash', value: 'ab'.repeat(31) } },
      { memo: { type: 'return' as never, value: 'ab'.repeat(32) } },
      { note: 'unseen' } as never,
    ]
    for (const over of wrong)
      expect(() => codec.build(payment(over)), JSON.stringify(over)).toThrow(BadTransaction)
  })

  it('another key may sign, if the transaction names it, and no other', () => {
    const unsigned = codec.build(payment({ signer: bob.address }))
    expect(codec.signingRequests(unsigned)[0]?.address).toBe(bob.address)
    expect(codec.inspect(signed(chain, unsigned, bob).raw).claims).toHaveLength(1)
    expect(() => signed(chain, unsigned, alice)).toThrow(BadTransaction)
  })
})

describe('what others have made', () => {
  const builder = (operations: readonly Parameters<TransactionBuilder['addOperation']>[0][]): Transaction => {
    const made = new TransactionBuilder(new BaseAccount(alice.address, '41'), {
      fee: '100',
      networkPassphrase: Networks.TESTNET,
      timebounds: { minTime: 0, maxTime: 0 },
      memo: Memo.return('cd'.repeat(32)),
    })
    for (const operation of operations) made.addOperation(operation)
    return made.build()
  }

  it('several payments are told one by one, and what they take of their account', () => {
    const asset = new Asset('EUR', bob.address)
    const transaction = builder([
      Operation.payment({ destination: bob.address, asset: Asset.native(), amount: '1' }),
      Operation.payment({ destination: bob.address, asset, amount: '2.5' }),
      Operation.pathPaymentStrictReceive({
        sendAsset: Asset.native(),
        sendMax: '9',
        destination: bob.address,
        destAsset: asset,
        destAmount: '3',
        path: [],
      }),
      // Of another account's money.
      Operation.payment({
        source: bob.address,
        destination: alice.address,
        asset: Asset.native(),
        amount: '4',
      }),
      Operation.bumpSequence({ bumpTo: '0' }),
    ])
    transaction.sign(own)
    const text = transaction.toEnvelope().toXDR('base64')
    const eur = `EUR:${bob.address}`
    const tag = `return:${'cd'.repeat(32)}`
    expect(codec.inspect(text)).toEqual({
      txId: transaction.hash().toString('hex'),
      claims: [claimAt(alice.address, 42n)],
      outputs: [
        { address: bob.address, amount: 10_000_000n, tag },
        { address: bob.address, amount: 25_000_000n, asset: eur, tag },
        { address: bob.address, amount: 30_000_000n, asset: eur, tag },
        { address: alice.address, amount: 40_000_000n, tag },
      ],
      from: null,
      besides: 'it has the operation pathPaymentStrictReceive',
    })
    expect(codec.outlay(text)).toEqual({
      fee: 500n,
      paid: new Map([
        [XLM, 100_000_000n],
        [eur, 25_000_000n],
      ]),
    })
  })

  it('a fee bump uses up what the transaction in it does', () => {
    const inner = builder([
      Operation.payment({ destination: bob.address, asset: Asset.native(), amount: '1' }),
    ])
    inner.sign(own)
    const payer = Keypair.fromSecret(accountOf('bob').secret)
    const bump = TransactionBuilder.buildFeeBumpTransaction(payer, '200', inner, Networks.TESTNET)
    bump.sign(payer)
    expect(bump).toBeInstanceOf(FeeBumpTransaction)
    const text = bump.toEnvelope().toXDR('base64')
    expect(codec.inspect(text)).toMatchObject({
      txId: bump.hash().toString('hex'),
      claims: [claimAt(alice.address, 42n)],
    })
    expect(codec.outlay(text).fee).toBe(0n)
    expect(codec.difference(inner.toEnvelope().toXDR('base64'), text)).toMatch(/wrapped/)
  })

  it('unsigned, signed by another under the own hint, or spelled otherwise, it is refused', () => {
    const good = raw()
    const unsigned = codec.serializeForKms(payment())
    const forged = read(good)
    forged.signatures[0]?.signature().fill(0)
    const bytes = Buffer.from(good, 'base64')
    const texts = [
      '',
      'AAAA',
      unsigned,
      forged.toEnvelope().toXDR('base64'),
      `${good}=`,
      good.replace(/=*$/, ''),
      Buffer.concat([bytes, Buffer.alloc(4)]).toString('base64'),
      bytes.toString('hex'),
      'A'.repeat(200_000),
    ]
    for (const text of texts) {
      if (text === good) continue
      expect(() => codec.inspect(text), text.slice(0, 80)).toThrow(BadTransaction)
    }
  })

  it('what a key-management system signs must be what it was asked for', () => {
    const serialized = codec.serializeForKms(payment())
    const transaction = read(serialized)
    transaction.sign(own)
    expect(codec.difference(serialized, transaction.toEnvelope().toXDR('base64'))).toBeNull()
    const others: readonly (readonly [Partial<StellarTransaction>, string])[] = [
      [{ sequence: '1' }, 'its sequence'],
      [{ fee: '101' }, 'its fee'],
      [{ until: '0' }, 'its time bounds'],
      [{ memo: { type: 'text', value: 'x' } }, 'its memo'],
      [{ operation: { type: 'payment', to: bob.address, asset: XLM, amount: '2' } }, 'what it does'],
    ]
    for (const [over, name] of others) expect(codec.difference(serialized, raw(over))).toContain(name)
    const { raw: foreign } = signed(chain, codec.build(payment({ source: bob.address })), bob)
    expect(codec.difference(serialized, foreign)).toContain('its account')
  })
})
