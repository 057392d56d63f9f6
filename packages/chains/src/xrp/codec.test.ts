import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { BadKey, BadTransaction, NodeFault, records, type XrpJson } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import fc from 'fast-check'
import { classicAddressToXAddress, encodeSeed } from 'ripple-address-codec'
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveKeypair, sign } from 'ripple-keypairs'
import { describe, expect, it } from 'vitest'
import { accountOf, seedOf, signed } from './chain.fixture.js'
import { xrpFamily } from './family.js'

const noNode = { call: () => Promise.reject(new NodeFault('unconfigured', 'none')) }
const chain = xrpFamily(records.XRP, 'testnet', noNode)
const { codec } = chain
const alice = accountOf('alice')
const bob = accountOf('bob')
const signer = codec.signer(alice.secret)
const key = Buffer.from(signer.publicKey).toString('hex').toUpperCase()
const TOKEN = '544F4B454E000000000000000000000000000000'

const payment: XrpJson = {
  TransactionType: 'Payment',
  Account: alice.address,
  Destination: bob.address,
  Amount: '1000001',
  Fee: '12',
  Flags: 0,
  Sequence: 7,
  LastLedgerSequence: 100,
  SigningPubKey: key,
}
const trust: XrpJson = {
  TransactionType: 'TrustSet',
  Account: alice.address,
  LimitAmount: { currency: TOKEN, issuer: bob.address, value: '1000' },
  Fee: '12',
  Flags: 0,
  Sequence: 7,
  SigningPubKey: key,
}
const issued = (value: string): XrpJson => ({
  ...payment,
  Amount: { currency: TOKEN, issuer: bob.address, value },
})
const built = (transaction: XrpJson): XrpJson => JSON.parse(codec.build(transaction).payload)

describe('addresses', () => {
  it('of many keys at a BIP-44 path are those of another library and hashes made here', () => {
    const words = 'test test test test test test test test test test test junk'
    const parent = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/144'/0'/0")
    const branch = HDKey.fromExtendedKey(parent.publicExtendedKey)
    for (let index = 0; index < quickOrFull(200, 1_000); index += 1) {
      const { privateKey } = parent.deriveChild(index)
      const { publicKey } = branch.deriveChild(index)
      if (privateKey === null || publicKey === null) throw new RangeError(`no key ${index}`)
      const body = Uint8Array.of(0, ...ripemd160(sha256(publicKey)))
      const address = base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).slice(0, 4)))
      const one = codec.signer(codec.privateKeyText(privateKey))
      expect(one.address).toBe(address)
      expect(codec.address(publicKey)).toBe(address)
      expect(Buffer.from(one.publicKey).equals(Buffer.from(publicKey))).toBe(true)
    }
  })

  it('of random seeds are those that ripple-keypairs derives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (entropy) => {
        const secret = chain.accounts.secret(entropy)
        const { publicKey } = deriveKeypair(secret)
        const one = codec.signer(secret)
        expect(Buffer.from(one.publicKey).toString('hex').toUpperCase()).toBe(publicKey.toUpperCase())
        expect(codec.privateKeyText(entropy)).toBe(secret)
        expect(secret).toMatch(/^s[1-9A-HJ-NP-Za-km-z]{26,28}$/)
      }),
      { numRuns: quickOrFull(60, 300) },
    )
  })

  it('with a tag in them are read, on their own network only', () => {
    const tagged = classicAddressToXAddress(bob.address, 42, true)
    const foreign = classicAddressToXAddress(bob.address, 42, false)
    expect(codec.isAddress(tagged)).toBe(true)
    expect(codec.canonical(tagged)).toBe(bob.address)
    expect(codec.isAddress(foreign)).toBe(false)
    expect(xrpFamily(records.XRP, 'mainnet', noNode).codec.isAddress(foreign)).toBe(true)
    expect(built({ ...payment, Destination: tagged })).toMatchObject({
      Destination: bob.address,
      DestinationTag: 42,
    })
    expect(built({ ...payment, Destination: tagged, DestinationTag: 42 })['DestinationTag']).toBe(42)
    for (const wrong of [
      { Destination: tagged, DestinationTag: 43 },
      { Destination: tagged, DestinationTag: 0 },
      { Destination: foreign },
    ]) {
      expect(() => codec.build({ ...payment, ...wrong })).toThrow(BadTransaction)
    }
    const sender = classicAddressToXAddress(alice.address, 9, true)
    expect(built({ ...payment, Account: sender })).toMatchObject({ Account: alice.address, SourceTag: 9 })
  })
})

describe('private keys', () => {
  const ed25519 = encodeSeed(seedOf('alice'), 'ed25519')
  const order = 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141'
  const table: readonly (readonly [what: string, text: string])[] = [
    ['nothing', ''],
    ['a seed of Ed25519', ed25519],
    ['a seed with its end changed', `${alice.secret.slice(0, -1)}${alice.secret.endsWith('z') ? 'y' : 'z'}`],
    ['an address', alice.address],
    ['zero', '0'.repeat(64)],
    ['the order of the curve', order],
    ['63 digits', 'a'.repeat(63)],
    ['a very long text', 's'.repeat(100_000)],
  ]
  it.each(table)('%s is none, and is not repeated', (_, text) => {
    let message = ''
    try {
      codec.signer(text)
    } catch (error) {
      expect(error).toBeInstanceOf(BadKey)
      message = String(error)
    }
    expect(message).not.toBe('')
    if (text !== '') expect(message).not.toContain(text)
  })

  it('are of 16 or 32 bytes', () => {
    expect(() => codec.privateKeyText(new Uint8Array(20))).toThrow(BadKey)
    expect(() => codec.privateKeyText(new Uint8Array(32))).toThrow(BadKey)
    expect(() => chain.accounts.secret(new Uint8Array(15))).toThrow(RangeError)
  })
})

describe('amounts', () => {
  const kept: readonly (readonly [value: string, as: string])[] = [
    ['1', '1'],
    ['+1', '1'],
    ['001.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1234567890123456', '1234567890123456'],
    ['12345678901234560000', '12345678901234560000'],
    ['0.000001234567890123456', '0.000001234567890123456'],
    [`0.${'0'.repeat(80)}1`, `0.${'0'.repeat(80)}1`],
    [`9999999999999999${'0'.repeat(80)}`, `9999999999999999${'0'.repeat(80)}`],
  ]
  it.each(kept)('%s of an issued asset is kept to the last digit', (value, as) => {
    expect(built(issued(value))['Amount']).toMatchObject({ value: as })
    const raw = signed(chain, codec.build(issued(value)), signer).raw
    const back = String((decode(raw)['Amount'] as XrpJson)['value'])
    expect(fraction(back)).toEqual(fraction(as))
  })

  const refused = [
    '0',
    '0.0',
    '-1',
    '1e3',
    '12345678901234567',
    '0.12345678901234567',
    '1.0000000000000001',
    `0.${'0'.repeat(81)}1`,
    `1${'0'.repeat(96)}`,
    '1'.repeat(300),
    '',
    '.',
    '1,5',
    ' 1',
    'NaN',
  ]
  it.each(refused)('%s of an issued asset is refused', (value) => {
    expect(() => codec.build(issued(value))).toThrow(BadTransaction)
  })

  it('any value of 16 digits survives signing', () => {
    const value = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), fc.integer({ min: -60, max: 60 }))
      .map(([digits, exponent]) =>
        exponent >= 0
          ? `${digits}${'0'.repeat(exponent)}`
          : `${digits
              .toString()
              .padStart(1 - exponent, '0')
              .slice(0, exponent)}.${digits
              .toString()
              .padStart(1 - exponent, '0')
              .slice(exponent)}`,
      )
    fc.assert(
      fc.property(value, (text) => {
        const { raw } = signed(chain, codec.build(issued(text)), signer)
        expect(fraction(String((decode(raw)['Amount'] as XrpJson)['value']))).toEqual(fraction(text))
      }),
      { numRuns: quickOrFull(60, 300) },
    )
  })

  const currencies: readonly (readonly [currency: string, isOne: boolean])[] = [
    ['USD', true],
    ['usd', true],
    [TOKEN, true],
    ['XRP', false],
    ['0'.repeat(40), false],
    ['0000000000000000000000005852500000000000', false],
    ['US', false],
    ['U D', false],
    [TOKEN.slice(1), false],
    [`${TOKEN.slice(1)}G`, false],
  ]
  it.each(currencies)('the currency %s: %s', (currency, isOne) => {
    const build = () => codec.build({ ...trust, LimitAmount: { currency, issuer: bob.address, value: '1' } })
    if (isOne) expect(signed(chain, build(), signer).txId).toMatch(/^[0-9A-F]{64}$/)
    else expect(build).toThrow(BadTransaction)
  })
})

describe('transactions', () => {
  const refused: readonly (readonly [what: string, transaction: XrpJson])[] = [
    ['of another type', { ...payment, TransactionType: 'AccountDelete' }],
    ['of a type that every object has', { ...payment, TransactionType: 'constructor' }],
    ['with a field that we do not know', { ...payment, SendMax: '1' }],
    ['to oneself', { ...payment, Destination: alice.address }],
    ['to nobody', { ...payment, Destination: undefined }],
    ['of nothing', { ...payment, Amount: '0' }],
    ['of a fraction of a drop', { ...payment, Amount: '0.5' }],
    ['of a number', { ...payment, Amount: 5 }],
    ['of more than there is', { ...payment, Amount: '100000000000000001' }],
    ['without a fee', { ...payment, Fee: undefined }],
    ['with a fee of nothing', { ...payment, Fee: '0' }],
    ['without flags', { ...payment, Flags: undefined }],
    ['without a sequence', { ...payment, Sequence: undefined }],
    ['with sequence 0', { ...payment, Sequence: 0 }],
    ['with a sequence beyond 32 bits', { ...payment, Sequence: 2 ** 32 }],
    ['with a tag beyond 32 bits', { ...payment, DestinationTag: 2 ** 32 }],
    ['with a negative tag', { ...payment, DestinationTag: -1 }],
    ['with half a tag', { ...payment, DestinationTag: 0.5 }],
    ['with a tag as text', { ...payment, SourceTag: '5' }],
    ['with a key that is none', { ...payment, SigningPubKey: 'AA' }],
    ['trusting oneself', { ...trust, LimitAmount: { currency: 'USD', issuer: alice.address, value: '1' } }],
    ['trusting in XRP', { ...trust, LimitAmount: '5' }],
    ['of an issuer that is none', { ...trust, LimitAmount: { currency: 'USD', issuer: 'r', value: '1' } }],
    [
      'of an amount with more in it',
      { ...trust, LimitAmount: { currency: 'USD', issuer: bob.address, value: '1', more: 1 } },
    ],
  ]
  it.each(refused)('%s: refused', (_, transaction) => {
    expect(() => codec.build(transaction)).toThrow(BadTransaction)
    expect(() => codec.serializeForKms(transaction)).toThrow(BadTransaction)
  })

  it('claim the sequence of their account, and cost what they name', () => {
    const unsigned = codec.build(payment)
    expect(unsigned).toMatchObject({
      chain: 'XRP',
      network: 'testnet',
      fee: '12',
      claims: [{ owner: alice.address, index: 7n }],
    })
  })

  it('of a trust line may take back all trust', () => {
    const none = { ...trust, LimitAmount: { currency: 'USD', issuer: bob.address, value: '0' } }
    expect(built(none)['LimitAmount']).toEqual({ currency: 'USD', issuer: bob.address, value: '0' })
  })

  it('are signed in the form that the chain’s own library signs', () => {
    const { SigningPubKey: _, ...bare } = payment
    const pair = deriveKeypair(alice.secret)
    const json = { ...bare, SigningPubKey: pair.publicKey }
    const expected = encode({ ...json, TxnSignature: sign(encodeForSigning(json), pair.privateKey) })
    expect(signed(chain, codec.build(payment), signer).raw).toBe(expected)
    expect(codec.inspect(expected).outputs).toEqual([{ address: bob.address, amount: 1_000_001n }])
    const tagged = signed(chain, codec.build({ ...payment, DestinationTag: 0 }), signer)
    expect(codec.inspect(tagged.raw).outputs).toEqual([
      { address: bob.address, amount: 1_000_001n, tag: '0' },
    ])
    // What an external system signs is the JSON that was stored for it.
    expect(JSON.parse(codec.serializeForKms(bare))).toEqual(bare)
  })

  it.each([
    ['USD', 'USD'],
    ['A<B', 'A<B'],
    ['000000000000000000000000413C420000000000', 'A<B'],
    [TOKEN, TOKEN],
  ])('name an asset as nodes and accounts do: %s is %s', (currency, code) => {
    const Amount = { currency, issuer: bob.address, value: '1' }
    const { raw } = signed(chain, codec.build({ ...payment, Amount }), signer)
    expect(codec.inspect(raw).outputs).toMatchObject([{ asset: `${code}:${bob.address}` }])
  })

  it('want the public key before they are signed', () => {
    const { SigningPubKey: _, ...bare } = payment
    expect(() => codec.signingRequests(codec.build(bare))).toThrow(BadTransaction)
  })

  it('of another network or changed on the way are refused', () => {
    const unsigned = codec.build(payment)
    expect(() => codec.signingRequests({ ...unsigned, network: 'mainnet' })).toThrow(BadTransaction)
    const changed = { ...unsigned, payload: unsigned.payload.replace('1000001', '2000001') }
    const [request] = codec.signingRequests(unsigned)
    if (request === undefined) throw new TypeError('no request')
    const signatures = [{ publicKey: signer.publicKey, signature: signer.sign(request) }]
    expect(() => codec.combine(changed, signatures)).toThrow(BadTransaction)
  })

  it('signed with Ed25519 elsewhere are read', () => {
    const pair = deriveKeypair(encodeSeed(seedOf('carol'), 'ed25519'))
    const json = { ...payment, SigningPubKey: pair.publicKey }
    const raw = encode({ ...json, TxnSignature: sign(encodeForSigning(json), pair.privateKey) })
    expect(codec.inspect(raw).claims).toEqual([{ owner: alice.address, index: 7n }])
    const broken = raw.replace(/.(?=.{60}$)/, (digit) => (digit === '0' ? '1' : '0'))
    expect(() => codec.inspect(broken)).toThrow(BadTransaction)
  })

  it('with a signature in its other form are refused: the hash would be another', () => {
    const { raw } = signed(chain, codec.build(payment), signer)
    const { TxnSignature: der, ...rest } = decode(raw)
    expect(() => codec.inspect(encode({ ...rest, TxnSignature: highS(String(der)) }))).toThrow(BadTransaction)
  })
})

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The same signature with n - s in the place of s. */
function highS(der: string): string {
  const length = Number.parseInt(der.slice(6, 8), 16)
  const r = der.slice(4, 8 + 2 * length)
  const s = (ORDER - BigInt(`0x${der.slice(12 + 2 * length)}`)).toString(16)
  const even = (s.length % 2 === 1 ? '0' : '') + s
  const positive = Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even
  const body = `${r}02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`.toUpperCase()
}

/** A decimal text as its digits and where the point is, however it is written. */
function fraction(text: string): readonly [digits: bigint, exponent: number] {
  const [, whole = '', rest = '', shift = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? []
  let digits = BigInt(whole + rest)
  let exponent = Number(shift) - rest.length
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n
    exponent += 1
  }
  return [digits, exponent]
}
