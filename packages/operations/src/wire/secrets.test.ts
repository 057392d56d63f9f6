import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.js'
import { MNEMONIC } from '../chains.fixture.js'
import { type AnyOperation, empty, operation } from '../operation.js'
import { flat } from '../price.js'
import { isDiscreet, isSecretName, leakedSecret, looksSecret, secretsOf, shownName } from './secrets.js'
import { ArgumentCheck } from './validate.js'

const HEX_KEY = '9b936e12553973128861f3849c51918e6fc823f24d55d545281d6bf6820a941e'

describe('the secrets of an operation', () => {
  it.each([
    [catalogue.btcGenerateWallet, ['mnemonic']],
    [catalogue.ethGenerateAddressPrivateKey, ['mnemonic']],
    [catalogue.btcGenerateAddress, []],
    [catalogue.sendTransaction, []],
  ] as readonly (readonly [AnyOperation, readonly string[]])[])('are found in its schema', (own, secrets) => {
    expect(secretsOf(own)).toEqual(secrets)
    expect(isDiscreet(own)).toBe(secrets.length > 0)
  })

  it('are found wherever they stand', () => {
    const secret = Type.String({ secret: true })
    const own = operation({
      id: 'own',
      area: 'Bitcoin',
      method: 'POST',
      path: '/v3/own/{key}',
      summary: 'Own',
      price: flat(1),
      params: { key: secret },
      query: { asked: Type.Optional(secret) },
      body: Type.Object({
        from: Type.Array(Type.Object({ privateKey: secret, address: Type.String() })),
        either: Type.Union([Type.Object({ seed: secret }), Type.String()]),
        plain: Type.String({ secret: 'answered' }),
      }),
      output: null,
      errors: [],
    }).read(async () => empty())
    expect(secretsOf(own)).toEqual(['key', 'asked', 'from[].privateKey', 'either.seed'])
    expect(isDiscreet(own)).toBe(true)
  })

  it('make their overloads discreet', () => {
    const overload = { ...catalogue.btcGenerateAddress, method: 'POST', path: '/v3/bitcoin/wallet' } as const
    expect(isDiscreet(overload)).toBe(true)
  })
})

describe('a secret that is sent in the wrong field, too', () => {
  const secrets = ['mnemonic', 'from[].privateKey']
  it.each([
    [{ mnemonic: MNEMONIC, note: `words: ${MNEMONIC.toUpperCase()}` }, 'note'],
    [
      { from: [{ privateKey: HEX_KEY }, { privateKey: `0x${HEX_KEY}`, address: 'a' }], data: HEX_KEY },
      'data',
    ],
    [{ from: [{ privateKey: ` 0X${HEX_KEY.toUpperCase()}`, data: `0xa9059cbb${HEX_KEY}` }] }, 'from[].data'],
    [{ from: [{ privateKey: HEX_KEY }], fee: { gas: [{ price: HEX_KEY }] } }, 'fee.gas[].price'],
    [{ from: [{ privateKey: HEX_KEY }, { privateKey: HEX_KEY }], data: HEX_KEY.slice(1) }, undefined],
    [{ mnemonic: 'short', note: 'a short one' }, undefined],
    [{ data: HEX_KEY, amount: 1, flag: true, none: null }, undefined],
  ])('is found', (args, field) => {
    expect(leakedSecret(secrets, args)).toBe(field)
  })

  it('is refused, and not repeated', () => {
    const check = new ArgumentCheck(catalogue.transferEthBlockchain, true)
    const args = { to: `0x${'ab'.repeat(20)}`, amount: '1', currency: 'ETH', fromPrivateKey: `0x${HEX_KEY}` }
    expect(check.flat({ ...args, data: 'hello' })).toMatchObject({ ok: true })
    expect(check.flat({ ...args, data: HEX_KEY })).toEqual({
      ok: false,
      violations: [
        { target: 'body', property: 'data', constraints: { secret: 'data holds a secret of this call' } },
      ],
    })
  })

  it('is refused by the field of the call alone: what stands within is named by the caller', () => {
    const check = new ArgumentCheck(catalogue.callSmartContractMethod, true)
    const args = {
      contractAddress: `0x${'ab'.repeat(20)}`,
      methodName: 'set',
      methodABI: {},
      fromPrivateKey: `0x${HEX_KEY}`,
    }
    expect(check.flat({ ...args, params: [{ [HEX_KEY]: HEX_KEY }] })).toEqual({
      ok: false,
      violations: [
        { target: 'body', property: 'params', constraints: { secret: 'params holds a secret of this call' } },
      ],
    })
  })

  it.each([
    ['fromUTXO[].privateKey', 1_000, () => 52],
    ['fromAddress[].privateKey', 100, (place: number) => 16 + Math.floor(place * 0.8)],
  ])('is looked for in the largest calls without holding up the others: %s', (path, count, lengthOf) => {
    const [list = ''] = path.split('[')
    // Texts and keys that agree for as long as they can.
    const from = Array.from({ length: count }, (_, place) => ({
      privateKey: String(place).padStart(lengthOf(place), 'a'),
      txHash: 'a'.repeat(64),
    }))
    const to = Array.from({ length: 3_000 }, () => ({ address: 'a'.repeat(100) }))
    const began = performance.now()
    expect(leakedSecret([path], { [list]: from, to })).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(1_000)
    const address = `a${String(count - 1).padStart(lengthOf(count - 1), 'a')}a`
    expect(leakedSecret([path], { [list]: from, to: [...to, { address }] })).toBe('to[].address')
  })

  it('is looked for however deep a call nests', () => {
    const nest: unknown = JSON.parse(`${'['.repeat(100_000)}"${HEX_KEY}"${']'.repeat(100_000)}`)
    expect(leakedSecret(['key'], { key: HEX_KEY, nest })).toMatch(/^nest\[/)
  })
})

describe('what looks like a key', () => {
  it.each([
    MNEMONIC,
    MNEMONIC.split(' ').slice(0, 12).join(' '),
    MNEMONIC.replaceAll(' ', ','),
    `my words: ${MNEMONIC.replaceAll(' ', '\n')}.`,
    HEX_KEY,
    `0x${HEX_KEY.toUpperCase()}`,
    // BIP-32's second test vector, the examples of the WIF page of the Bitcoin wiki, and of XRPL's "Cryptographic keys".
    'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
    'sEdTM1uX8pu2do5XvTnutH6HsouMaM2',
  ])('%s', (text) => {
    expect(looksSecret(text)).toBe(true)
    expect(shownName(text, false)).toBeNull()
    expect(shownName(text, true)).toBeNull()
  })

  it.each([
    'EUR',
    'a'.repeat(24),
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
    'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
    '0x1e6E3708a059aEa1241a81c7aAe84b6CDbC54d59',
    '1JAd7XCBzGudGpJQSDSfpmJhiygtLQWaGL',
    'Payment for the order of the last month',
  ])('is not %s', (text) => {
    expect(looksSecret(text)).toBe(false)
  })

  it.each([
    'privateKey',
    'fromPrivateKey',
    'mnemonic',
    'Mnemonics',
    'fromSecret',
    'seed',
    'x-api-key',
    'passphrase',
    'wif',
  ])('may be in a field called %s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each(['amount', 'to', 'signatureId', 'currency', 'pageSize'])('is in none called %s', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

describe('a call that carries a secret', () => {
  const check = new ArgumentCheck(catalogue.btcGenerateAddressPrivateKey, true)
  const CANARY = 'canary'

  /** Where a secret may have got to, in any shape. */
  const leaked: readonly unknown[] = [
    { mnemonic: CANARY },
    { mnemonic: [CANARY], index: 0 },
    { mnemonic: { words: CANARY }, index: 0 },
    { mnemonic: `${CANARY}${'x'.repeat(500)}`, index: 0 },
    { mnemonic: '', index: CANARY },
    { mnemonic: 7, index: { [CANARY]: CANARY } },
    { mnemonics: CANARY, index: 0 },
    { mnemonic: 'm', index: 0, note: CANARY },
    { mnemonic: 'm', index: 0, [`${CANARY} ${'of many words '.repeat(12)}`]: CANARY },
    { mnemonic: 'm', index: 0, [`${CANARY}${'0'.repeat(40)}`]: { deep: [CANARY] } },
    [CANARY],
    CANARY,
    { 0: CANARY, length: CANARY },
  ]

  it.each(leaked)('never hears it again: %j', (given) => {
    for (const checked of [check.flat(given), check.parts({ params: {}, query: {}, body: given })]) {
      expect(checked.ok).toBe(false)
      expect(JSON.stringify(checked)).not.toContain(CANARY)
    }
  })

  it('never hears again what cannot be stored', () => {
    const checked = check.flat({ mnemonic: `${CANARY}\0`, index: 0 })
    expect(checked).toMatchObject({ ok: false, violations: [{ target: 'body', property: 'mnemonic' }] })
    expect(JSON.stringify(checked)).not.toContain(CANARY)
  })

  it('still hears which field is wrong', () => {
    expect(check.flat({ mnemonic: 7, index: 'x', unheard: 1 })).toEqual({
      ok: false,
      violations: expect.arrayContaining([
        expect.objectContaining({ property: 'mnemonic' }),
        expect.objectContaining({ property: 'index' }),
        {
          target: 'body',
          property: 'unheard',
          constraints: { additionalProperties: 'unheard is not a field of this call' },
        },
      ]),
    })
  })
})

describe('a call that carries none', () => {
  const check = new ArgumentCheck(catalogue.createAccount, isDiscreet(catalogue.createAccount))

  it.each([
    ['in a field of its name', { currency: 'EUR', privateKey: 'canary' }],
    ['within a field of its name', { currency: 'EUR', customer: { externalId: 'x', mySecret: 'canary' } }],
    ['in any other field', { currency: [`0x${HEX_KEY}`], note: HEX_KEY }],
    ['as the name of a field', { currency: 'EUR', [HEX_KEY]: 1, [MNEMONIC]: 'x' }],
    ['as text that cannot be stored', { currency: 'EUR', [HEX_KEY]: 'x\0' }],
  ])('does not hear a secret again: %s', (_, given) => {
    const text = JSON.stringify(check.flat(given))
    expect(text).toContain('"ok":false')
    for (const secret of ['canary', HEX_KEY, 'letter advice']) expect(text).not.toContain(secret)
  })

  it('hears everything else', () => {
    expect(check.flat({ currency: 'EUR', note: 'n', customer: { externalId: 'x', more: 1 } })).toMatchObject({
      violations: [
        { property: 'note', value: 'n' },
        { property: 'customer.more', value: 1 },
      ],
    })
  })
})

it('a long text is looked through in a time that grows with it', () => {
  const length = 1_000_000
  const began = performance.now()
  for (const piece of ['a', 'a ', 'word-', ' ', '0', 'prv', 's', '5', 'Q1']) {
    looksSecret(piece.repeat(length / piece.length))
    looksSecret(`${'word '.repeat(10)}${piece.repeat(length / piece.length)}`)
  }
  // From every letter anew it would be 10^12 steps.
  expect(performance.now() - began).toBeLessThan(5_000)
})
