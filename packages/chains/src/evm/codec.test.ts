import { mnemonicToSeedSync } from '@scure/bip39'
import { BadKey, BadTransaction, type EvmTransaction, records } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount } from 'viem/accounts'
import { serializeTransaction as serializeCelo } from 'viem/celo'
import { describe, expect, it } from 'vitest'
import { evm, payment, RECORDS, signed } from './chain.fixture.js'

const KEY = `0x${'46'.repeat(32)}` as const
const ABOUT = `${'abandon '.repeat(11)}about`
const THERE = '0x3535353535353535353535353535353535353535'
const TOKEN = '0x765DE816845861e75A25fCA122bb6898B8B1282a'

/** Of 125 keys, one in so many is derived. */
const STEP = quickOrFull(5, 1)

const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: (1n << bits) - 1n })
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

const transactions = fc.record({
  secret: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((secret) => secret[0] !== 255 && !!secret[9]),
  to: fc.option(fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex)),
  value: uint(128n),
  data: fc.uint8Array({ maxLength: 100 }).map(hex),
  nonce: fc.nat(),
  gasLimit: uint(30n),
  gas: fc.oneof(
    uint(90n).map((gasPrice) => ({ kind: 'legacy' as const, gasPrice })),
    fc.tuple(uint(80n), uint(80n)).map(([base, tip]) => ({
      kind: 'eip1559' as const,
      maxFeePerGas: base + tip,
      maxPriorityFeePerGas: tip,
    })),
  ),
})

/** Another library's, with the same fields. */
function request({ value, data, nonce, gasLimit, gas, to }: Omit<EvmTransaction, 'from'>, chainId: bigint) {
  const common = {
    value,
    data: data as Hex,
    nonce,
    gas: gasLimit,
    to: to as Hex | null,
    chainId: Number(chainId),
  }
  if (gas.kind === 'legacy') return { ...common, gasPrice: gas.gasPrice, type: 'legacy' } as const
  const { maxFeePerGas, maxPriorityFeePerGas } = gas
  return { ...common, maxFeePerGas, maxPriorityFeePerGas, type: 'eip1559' } as const
}

describe.each(RECORDS.map((record) => [record.id, record] as const))('codec of %s', (_id, record) => {
  const chain = evm(record)
  const { codec } = chain
  const chainId = record.networks.mainnet?.chainId ?? 0n

  it('signs as viem does, and reads what it signed', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async ({ secret, ...rest }) => {
        const signer = codec.signer(hex(secret))
        const { raw, txId } = signed(chain, codec.build({ ...rest, from: signer.address }), signer)
        const other = await privateKeyToAccount(hex(secret)).signTransaction(request(rest, chainId))
        expect(raw).toBe(other)
        expect(txId).toBe(keccak256(other))
        const read = codec.inspect(raw)
        expect(read.txId).toBe(txId)
        expect(read.claims).toEqual([{ owner: codec.canonical(signer.address), index: BigInt(rest.nonce) }])
        expect(read.outputs).toHaveLength(1)
        expect(read.outputs[0]?.amount).toBe(rest.value)
        const [paid] = read.outputs
        expect(paid?.address === null ? null : codec.canonical(paid?.address ?? '')).toBe(rest.to)
      }),
      { numRuns: quickOrFull(15, 40) },
    )
  })

  it('derives the addresses and keys that viem derives', async () => {
    const { keys } = chain
    if (keys === undefined || record.path === null) throw new TypeError('no HD wallets')
    const xpub = await keys.xpub(ABOUT)
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(ABOUT))
    const parent = HDKey.fromExtendedKey(xpub)
    for (let index = 0; index < 125; index += STEP) {
      const path = `${record.path}/${index}` as `m/44'/60'/${string}`
      const account = hdKeyToAccount(root, { path })
      expect(codec.canonical(keys.address(xpub, index))).toBe(account.address.toLowerCase())
      const child = parent.deriveChild(index).publicKey
      expect(codec.address(child ?? new Uint8Array(0))).toBe(keys.address(xpub, index))
      const secret = account.getHdKey().privateKey ?? new Uint8Array(0)
      if (index < 3 * STEP) expect(await keys.privateKey(ABOUT, index)).toBe(hex(secret))
    }
  }, 120_000)

  it('claims the nonce of the sender, whatever spelling named them', () => {
    const { address } = codec.signer(KEY)
    const claims = [{ owner: codec.canonical(address), index: 7n }]
    for (const from of [address, codec.canonical(address)]) {
      const unsigned = codec.build(payment(from, THERE, { nonce: 7 }))
      expect(unsigned).toMatchObject({ chain: record.id, network: 'mainnet', claims })
      expect(unsigned.fee).toBe(String(21_000n * 3_000_000_000n))
    }
  })

  it('signs nothing that is for another chain, network or chain id', () => {
    const { address } = codec.signer(KEY)
    const unsigned = codec.build(payment(address, THERE))
    const payload = JSON.stringify({ ...JSON.parse(unsigned.payload), chainId: '999' })
    for (const other of [{ chain: 'DOGE' }, { network: 'testnet' as const }, { payload }]) {
      expect(() => codec.signingRequests({ ...unsigned, ...other })).toThrow(BadTransaction)
      expect(() => codec.combine({ ...unsigned, ...other }, [])).toThrow(BadTransaction)
    }
  })

  it('reads no transaction of another chain, and none that is for every chain', async () => {
    const account = privateKeyToAccount(KEY)
    const to = THERE
    const fields = { to, nonce: 0, gas: 21_000n, gasPrice: 1n, type: 'legacy' } as const
    for (const raw of [
      await account.signTransaction({ ...fields, chainId: 999 }),
      await account.signTransaction(fields),
    ]) {
      expect(() => codec.inspect(raw)).toThrow(BadTransaction)
    }
  })

  it('reads a transfer of a token as one', () => {
    const data = codec.encodeErc20Transfer(THERE, 10n ** 30n)
    const args = [THERE, 10n ** 30n] as const
    expect(data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }))
    const signer = codec.signer(KEY)
    const read = (value: bigint) =>
      codec
        .inspect(signed(chain, codec.build(payment(signer.address, TOKEN, { data, value })), signer).raw)
        .outputs.map(({ address, amount, asset }) => [
          codec.canonical(address ?? ''),
          amount,
          asset === undefined ? asset : codec.canonical(asset),
        ])
    const token = [THERE, 10n ** 30n, TOKEN.toLowerCase()]
    expect(read(0n)).toEqual([token])
    expect(read(5n)).toEqual([[TOKEN.toLowerCase(), 5n, undefined], token])
  })
})

describe('what cannot be built is refused', () => {
  const { codec } = evm(records.ETH)
  const { address } = codec.signer(KEY)
  it.each<readonly [what: string, changes: Partial<EvmTransaction>]>([
    ['a recipient with a wrong checksum', { to: TOKEN.replace('DE', 'dE') }],
    ['a recipient of another chain', { to: 'xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['no sender', { from: '' }],
    ['a negative amount', { value: -1n }],
    ['an amount beyond 256 bits', { value: 1n << 256n }],
    ['a negative nonce', { nonce: -1 }],
    ['a nonce with a fraction', { nonce: 0.5 }],
    ['a nonce that no number holds', { nonce: 2 ** 53 }],
    ['a negative gas limit', { gasLimit: -1n }],
    ['a negative price', { gas: { kind: 'legacy', gasPrice: -1n } }],
    ['half a byte of data', { data: '0x123' }],
    ['data without 0x', { data: '12' }],
    ['data that is none', { data: 'canary' }],
    ['a tip above the limit', { gas: { kind: 'eip1559', maxFeePerGas: 1n, maxPriorityFeePerGas: 2n } }],
    ['a fee in a token', { feeCurrency: TOKEN }],
  ])('%s', (_what, changes) => {
    expect(() => codec.build(payment(address, THERE, changes))).toThrow(BadTransaction)
  })

  it.each(['', '{', 'null', '[]', '{}', '{"chainId":1}', '{"chainId":"1","from":"","value":"x"}'])(
    'a payload of %s',
    (payload) => {
      const unsigned = { ...codec.build(payment(address, THERE)), payload }
      expect(() => codec.signingRequests(unsigned)).toThrow(BadTransaction)
    },
  )

  it('an amount of a token that has no encoding', () => {
    for (const amount of [-1n, 1n << 256n]) {
      expect(() => codec.encodeErc20Transfer(THERE, amount)).toThrow(BadTransaction)
    }
  })

  it('a salt or a hash that is not 32 bytes', () => {
    const word = `0x${'00'.repeat(32)}`
    for (const bad of ['', '0x', `${word}00`, 'canary']) {
      expect(() => codec.create2(THERE, bad, word)).toThrow(BadTransaction)
      expect(() => codec.create2(THERE, word, bad)).toThrow(BadTransaction)
    }
  })
})

describe('private keys', () => {
  const { codec } = evm(records.ETH)
  it.each([`0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`, `0X${'1'.repeat(64)}`, '0x', 'canary'])(
    '%s is none, and is not repeated',
    (text) => {
      expect(() => codec.signer(text)).toThrow(new BadKey('Not a private key'))
    },
  )
  it('are read with and without 0x', () => {
    expect(codec.signer(KEY.slice(2)).address).toBe(codec.signer(KEY).address)
  })
  it('public keys that are no points have no address', () => {
    expect(() => codec.address(new Uint8Array(33))).toThrow(BadKey)
  })
})

describe('fees in tokens (CIP-64)', () => {
  const chain = evm(records.CELO)
  const { codec } = chain
  const signer = codec.signer(KEY)

  it('are signed as viem signs them', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async ({ secret, ...rest }) => {
        const signer = codec.signer(hex(secret))
        const unsigned = codec.build({ ...rest, from: signer.address, feeCurrency: TOKEN })
        const { raw, txId } = signed(chain, unsigned, signer)
        const { gas } = rest
        const price =
          gas.kind === 'legacy'
            ? { maxFeePerGas: gas.gasPrice, maxPriorityFeePerGas: gas.gasPrice }
            : { maxFeePerGas: gas.maxFeePerGas, maxPriorityFeePerGas: gas.maxPriorityFeePerGas }
        const { value, nonce, gasLimit, data, to } = rest
        const other = await privateKeyToAccount(hex(secret)).signTransaction<typeof serializeCelo>(
          {
            ...{ value, nonce, data, ...price, gas: gasLimit, chainId: 42_220, type: 'cip64' },
            ...{ to: to ?? undefined, feeCurrency: TOKEN },
          },
          { serializer: serializeCelo },
        )
        expect(raw).toBe(other)
        const read = codec.inspect(raw)
        expect(read).toMatchObject({
          txId,
          claims: [{ owner: codec.canonical(signer.address), index: BigInt(nonce) }],
        })
      }),
      { numRuns: 100 },
    )
  })

  it('written in another than the one way are refused', () => {
    const unsigned = codec.build(payment(signer.address, THERE, { feeCurrency: TOKEN }))
    const { raw } = signed(chain, unsigned, signer)
    // The chain id with a zero before it, the list one byte longer.
    const padded = raw.replace(/^0x7bf8(..)82a4ec/, (_, length: string) => {
      return `0x7bf8${(Number.parseInt(length, 16) + 1).toString(16)}8300a4ec`
    })
    expect(padded).not.toBe(raw)
    for (const text of [padded, raw.replace('0x7b', '0x7c'), '0x7b', '0x7bc0', `0x7bcd${'80'.repeat(13)}`]) {
      expect(() => codec.inspect(text), text).toThrow(BadTransaction)
    }
    expect(() => evm(records.ETH).codec.inspect(raw)).toThrow(BadTransaction)
  })
})

describe('for the key-management daemon', () => {
  const from = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const one = {
    ...payment(from, TOKEN, { value: 10n ** 21n, data: '0xAB', gasLimit: 50_000n }),
    nonce: 0,
  }
  const common = { from: from.toLowerCase(), to: TOKEN.toLowerCase(), data: '0xab' }

  it('quantities are decimal text, the nonce too: the daemon takes the number 0 for none', () => {
    expect(JSON.parse(evm(records.ETH).codec.serializeForKms(one))).toEqual({
      ...common,
      value: '1000000000000000000000',
      gas: '50000',
      gasPrice: '3000000000',
      nonce: '0',
      chainId: 1,
    })
  })

  it('Celo’s are hex, under the names of ethers, with the token that pays', () => {
    const feeCurrency = TOKEN
    expect(JSON.parse(evm(records.CELO).codec.serializeForKms({ ...one, feeCurrency }))).toEqual({
      ...common,
      value: '0x3635c9adc5dea00000',
      gasLimit: '0xc350',
      gasPrice: '0xb2d05e00',
      nonce: '0x0',
      chainId: 42_220,
      feeCurrency: TOKEN.toLowerCase(),
    })
  })

  it('a nonce that the daemon is to find, and the recipient of a deployment, are left out', () => {
    for (const record of RECORDS) {
      const { codec } = evm(record)
      const written = JSON.parse(codec.serializeForKms({ ...one, to: null, nonce: null }))
      expect(written).not.toHaveProperty('nonce')
      expect(written).not.toHaveProperty('to')
    }
  })

  it('so are the sender, the limit and the price, where nobody has named them', () => {
    const asked = { ...one, from: null, nonce: null, gasLimit: null, gas: null }
    for (const record of RECORDS) {
      const { codec } = evm(record)
      const { value, chainId, ...rest } = JSON.parse(codec.serializeForKms(asked))
      expect(rest).toEqual({ to: TOKEN.toLowerCase(), data: '0xab' })
      expect([BigInt(value), BigInt(chainId)]).toEqual([10n ** 21n, record.networks.mainnet?.chainId])
    }
  })

  it('every chain’s addresses are hex: the daemon’s libraries know no other', () => {
    for (const record of [records.ONE, records.XDC]) {
      const { codec } = evm(record)
      const { address } = codec.signer(KEY)
      const written = JSON.parse(codec.serializeForKms({ ...one, from: address, to: address }))
      expect(written).toMatchObject({ from: codec.canonical(address), to: codec.canonical(address) })
    }
  })

  it('two prices are refused: the daemon would add a third', () => {
    const gas = { kind: 'eip1559', maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const
    expect(() => evm(records.ETH).codec.serializeForKms({ ...one, gas })).toThrow(BadTransaction)
  })
})
