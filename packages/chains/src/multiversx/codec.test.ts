/** The codec of MultiversX against the chain's own library, and what it refuses. */
import { Mnemonic, UserPublicKey, UserSecretKey, UserVerifier } from '@multiversx/sdk-wallet'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { BadKey, BadTransaction, type MultiversxTransaction } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { seedOf as seedOfWords } from '../keys/mnemonic.js'
import { ed25519Secret } from '../keys/slip10.js'
import { bytesIn, isContract, textOf } from './address.js'
import {
  accountOf,
  EGLD,
  FEE,
  offlineMultiversx,
  payment,
  signed,
  TOKEN,
  tokenPayment,
  tokenTransfer,
} from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { dataOf } from './payload.js'

/** Of a thousand keys, one in so many is derived. */
const STEP = quickOrFull(5, 1)

const chain = offlineMultiversx()
const { codec, accounts } = chain
const [alice, bob, carol] = [accountOf('alice'), accountOf('bob'), accountOf('carol')] as const
const signer = codec.signer(alice.key)
const MAX_UINT128 = 2n ** 128n - 1n

const sign = (transaction: MultiversxTransaction) => signed(chain, codec.build(transaction), signer)

const refusalOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof BadTransaction) return error.message
    throw error
  }
  throw new TypeError('not refused')
}

describe('accounts of a mnemonic', () => {
  it('are those of the chain’s own library, over many derivations', async () => {
    const words = accounts.secret(new Uint8Array(32).fill(9))
    const theirs = Mnemonic.fromString(words)
    for (const index of [0, 1, 2, 2 ** 31 - 1]) {
      const key = theirs.deriveKey(index)
      const { address, privateKey } = await accounts.account(words, index)
      expect([address, privateKey]).toEqual([key.generatePublicKey().toAddress().bech32(), key.hex()])
    }
    // The seed takes most of the time: of the others only the keys.
    const seed = await seedOfWords(words)
    const other = UserSecretKey.fromString
    for (let index = 0; index < 1_000; index += STEP) {
      const step = index * 2_147_483
      const own = Buffer.from(ed25519Secret(seed, `m/44'/508'/0'/0'/${step}'`)).toString('hex')
      expect(codec.signer(own).address).toBe(other(own).generatePublicKey().toAddress().bech32())
      if (index % 100 === 0) expect(own).toBe(theirs.deriveKey(step).hex())
    }
  })
})

describe('private keys', () => {
  it('are 64 hex digits in either case, and nothing else', () => {
    expect(codec.signer(alice.key.toUpperCase()).address).toBe(alice.address)
    for (const text of [`0x${alice.key}`, alice.key.slice(2), `${alice.key} `, alice.key + alice.key]) {
      expect(() => codec.signer(text)).toThrow(BadKey)
    }
  })
})

describe('transactions', () => {
  it('are signed as the chain’s own library verifies', () => {
    const json = JSON.parse(sign(payment({ data: dataOf('invoice 7'), gasLimit: 63_500 })).raw)
    const { signature, ...rest } = json
    const verifier = new UserVerifier(new UserPublicKey(bytesIn(alice.address) ?? new Uint8Array()))
    const bytes = Buffer.from(JSON.stringify(rest))
    expect(verifier.verify(bytes, Buffer.from(signature, 'hex'))).toBe(true)
    expect(Object.keys(rest)).toEqual([
      ...['nonce', 'value', 'receiver', 'sender', 'gasPrice', 'gasLimit', 'data', 'chainID', 'version'],
    ])
  })

  it('carry amounts at the edges of 128 bits exactly, of tokens too', () => {
    for (const amount of [
      1n,
      2n ** 53n,
      2n ** 53n + 1n,
      2n ** 64n,
      2n ** 127n,
      MAX_UINT128,
      MAX_UINT128 + 1n,
    ]) {
      const native = sign(payment({ value: amount.toString() }))
      expect(codec.inspect(native.raw).outputs).toEqual([{ address: bob.address, amount }])
      expect(codec.outlay(native.raw).coin).toBe(amount + FEE)
      const token = sign(tokenPayment(amount))
      expect(codec.inspect(token.raw).outputs).toEqual([{ address: bob.address, amount, asset: TOKEN }])
      expect(codec.outlay(token.raw).tokens).toEqual([{ address: TOKEN, amount }])
    }
  })

  it('pay tokens of a collection, and several at once, to whom their data names', () => {
    const hexOf = (text: string): string => Buffer.from(text).toString('hex')
    const to = Buffer.from(bytesIn(carol.address) ?? []).toString('hex')
    const outputs = (data: string, receiver = alice.address) =>
      codec.inspect(sign(payment({ value: '0', receiver, data: dataOf(data), gasLimit: 1_000_000 })).raw)
        .outputs
    expect(outputs(`ESDTNFTTransfer@${hexOf('ART-123abc')}@07@01@${to}`)).toEqual([
      { address: carol.address, amount: 1n, asset: 'ART-123abc', tokenId: '7' },
    ])
    const many = `MultiESDTNFTTransfer@${to}@02@${hexOf(TOKEN)}@@64@${hexOf('ART-123abc')}@0a@02`
    expect(outputs(many)).toEqual([
      { address: carol.address, amount: 100n, asset: TOKEN },
      { address: carol.address, amount: 2n, asset: 'ART-123abc', tokenId: '10' },
    ])
    // With a call of a contract behind it.
    expect(outputs(`${tokenTransfer(5n)}@${hexOf('swap')}@01`, bob.address)).toEqual([
      { address: bob.address, amount: 5n, asset: TOKEN },
    ])
    // What only looks like one moves nothing.
    expect(outputs('ESDTTransfers@00@01', bob.address)).toEqual([])
  })

  it.each([
    ['an odd digit', 'ESDTTransfer@555344432d633736663166@1'],
    ['no amount', 'ESDTTransfer@555344432d633736663166'],
    ['nothing', 'ESDTTransfer'],
    ['an amount of 0', 'ESDTTransfer@555344432d633736663166@00'],
    ['a name that is none', 'ESDTTransfer@ff@01'],
    ['a collection, to another', `ESDTNFTTransfer@4152542d313233616263@07@01@${'00'.repeat(32)}`],
    ['several, but fewer', `MultiESDTNFTTransfer@${'00'.repeat(32)}@02@4152542d313233616263@07@01`],
  ])('of a token that is written badly are refused: %s', (_what, data) => {
    expect(refusalOf(() => codec.build(payment({ value: '0', data: dataOf(data) })))).toMatch(/arguments of/)
  })

  it('tell what they take of their sender at most', () => {
    expect(codec.outlay(sign(payment()).raw)).toEqual({ coin: EGLD + FEE, tokens: [] })
    expect(codec.build(payment()).fee).toBe(FEE.toString())
    const { nonce: _, chainID: __, version: ___, ...asked } = tokenPayment(7n)
    const data = BigInt(tokenTransfer(7n).length)
    // Gas that is not for moving it costs a hundredth.
    const move = 50_000n + 1_500n * data
    const coin = (move + (500_000n - move) / 100n) * 1_000_000_000n
    expect(codec.outlay(codec.serializeForKms(asked))).toEqual({
      coin,
      tokens: [{ address: TOKEN, amount: 7n }],
    })
  })

  it.each([
    [{ nonce: -1 }, /nonce/],
    [{ nonce: 0.5 }, /nonce/],
    [{ nonce: 2 ** 53 }, /nonce/],
    [{ value: '01' }, /value/],
    [{ value: '-1' }, /value/],
    [{ value: '1'.repeat(78) }, /value/],
    [{ receiver: '' }, /receiver/],
    [{ receiver: alice.address.toUpperCase() }, /receiver/],
    [{ gasPrice: 1.5 }, /gasPrice/],
    [{ gasLimit: Number.NaN }, /gasLimit/],
    [{ data: 'no Base64!' }, /data/],
    [{ data: 'QQ=' }, /data/],
    [{ chainID: '1' }, /another network/],
    [{ chainID: 'T"' }, /chainID/],
    [{ version: 3 }, /version/],
    [{ memo: 'x' }, /no field memo/],
  ])('are refused when nodes would not take them: %j', (over, why) => {
    expect(refusalOf(() => codec.build(payment(over as Partial<MultiversxTransaction>)))).toMatch(why)
  })

  it('are of the networks of one name, and of no other', () => {
    expect(codec.inspect(sign(payment({ chainID: 'D' })).raw).claims).toEqual([
      { owner: alice.address, index: 7n },
    ])
    const { raw } = sign(payment())
    expect(refusalOf(() => offlineMultiversx('mainnet').codec.inspect(raw))).toMatch(/another network/)
  })
})

describe('bytes of others', () => {
  const json = (over: object, keyed = alice.key) => {
    const { key } = { key: UserSecretKey.fromString(keyed) }
    const whole = { ...payment(), ...over }
    const message = Buffer.from(JSON.stringify(whole))
    return { ...whole, signature: key.sign(message).toString('hex') }
  }

  it('may have their fields in any order, and empty ones', () => {
    const { data: _, ...good } = { ...json({}), data: '' }
    const { signature, ...rest } = good
    const turned = JSON.stringify({ signature, ...rest, options: 0, data: '', guardian: '' })
    expect(codec.inspect(turned).txId).toBe(codec.inspect(JSON.stringify(good)).txId)
  })

  it('may have a guardian or a relayer, who sign too; a relayer pays the fee', () => {
    const more = { version: 2, options: 2, guardian: bob.address, relayer: carol.address }
    const whole = json(more)
    const { signature: _, ...message } = whole
    const by = (key: string) =>
      UserSecretKey.fromString(key)
        .sign(Buffer.from(JSON.stringify(message)))
        .toString('hex')
    const all = { ...whole, guardianSignature: by(bob.key), relayerSignature: by(carol.key) }
    expect(codec.outlay(JSON.stringify(all))).toMatchObject({ coin: EGLD })
    const { guardianSignature: __, ...unguarded } = all
    for (const bad of [unguarded, { ...all, relayerSignature: by(bob.key) }]) {
      expect(refusalOf(() => codec.inspect(JSON.stringify(bad)))).toMatch(/signature/)
    }
  })

  it('may be signed by their hash', () => {
    const whole = { ...payment(), version: 2, options: 1 }
    const hash = Buffer.from(keccak_256(Uint8Array.from(Buffer.from(JSON.stringify(whole)))))
    const signature = UserSecretKey.fromString(alice.key).sign(hash).toString('hex')
    expect(codec.inspect(JSON.stringify({ ...whole, signature })).outputs).toHaveLength(1)
  })

  it('are refused with blanks, twice the same field, an unknown one, or the signature of another', () => {
    const good = json({})
    const raw = JSON.stringify(good)
    for (const [text, why] of [
      [JSON.stringify(good, null, 1), /without blanks/],
      [raw.replace('{', '{"nonce":7,'), /without blanks/],
      [raw.replace('"nonce":7', '"nonce":7.0'), /without blanks/],
      [JSON.stringify({ ...good, note: 'x' }), /no field note/],
      [JSON.stringify({ ...good, signature: good.signature.toUpperCase() }), /signature/],
      [JSON.stringify(json({}, bob.key)), /signature/],
      ['null', /without blanks/],
      ['[]', /sender|nonce/],
    ] as const) {
      expect(
        refusalOf(() => codec.inspect(text)),
        text.slice(0, 40),
      ).toMatch(why)
    }
  })
})

describe('what a key-management system signs', () => {
  const asked = (over: Partial<MultiversxTransaction> = {}) => {
    const { nonce: _, chainID: __, version: ___, ...rest } = payment(over)
    return codec.serializeForKms(rest)
  }
  const advised = { nonce: 12, chainID: 'T', version: 1 }

  it('is what the public daemon reads, in EGLD', () => {
    const value = (10n ** 20n + 1n).toString()
    const text = asked({ value, data: dataOf('für das Buch'), gasLimit: 80_000 })
    expect(JSON.parse(text)).toEqual({
      from: alice.address,
      to: bob.address,
      value: '100.000000000000000001',
      data: 'für das Buch',
      gasPrice: 1_000_000_000,
      gas: 80_000,
    })
    const raw = signAsDaemon(text, alice.key, advised)
    expect(codec.difference(text, raw)).toBeNull()
    expect(codec.inspect(raw)).toMatchObject({
      claims: [{ owner: alice.address, index: 12n }],
      outputs: [{ address: bob.address, amount: BigInt(value) }],
    })
  })

  it.each([
    [{ value: '2' }, 'its value'],
    [{ receiver: carol.address }, 'its receiver'],
    [{ data: dataOf('x') }, 'its data'],
    [{ gasPrice: 2_000_000_000 }, 'its gasPrice'],
    [{ gasLimit: 60_000 }, 'its gasLimit'],
  ])('is told from what does otherwise: %j', (over, what) => {
    const { raw } = sign(payment(over))
    expect(codec.difference(asked(), raw)).toBe(`${what} is not the same`)
  })
})

it('addresses of contracts are told', () => {
  const contract = textOf(Uint8Array.from([...new Uint8Array(8), 5, ...new Uint8Array(23)]))
  expect([alice.address, contract].map(isContract)).toEqual([false, true])
})
