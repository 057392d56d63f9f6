/** The codec of Solana against a second library and the chain's own machine, and what it refuses. */

import { createRequire } from 'node:module'
import { ed25519 } from '@noble/curves/ed25519.js'
import { BadKey, BadTransaction, type SolanaIntent } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import { HDKey } from 'micro-key-producer/slip10.js'
import { describe, expect, it } from 'vitest'
import { seedOf } from '../keys/mnemonic.js'
import { ed25519Secret } from '../keys/slip10.js'
import { TOKEN, TOKEN_2022 } from './address.js'
import { accountOf, offlineSolana, secretOf, signed } from './chain.fixture.js'
import { SolanaLedger } from './ledger.fixture.js'
import { issue } from './token.fixture.js'

/** Of a thousand keys, one in so many is derived. */
const STEP = quickOrFull(5, 1)

const require = createRequire(import.meta.url)
/** @solana/kit, which litesvm brings. */
const kit = createRequire(require.resolve('litesvm'))('@solana/kit')

const chain = offlineSolana()
const { codec, accounts } = chain
const [alice, bob, carol] = [accountOf('alice'), accountOf('bob'), accountOf('carol')] as const
const SOL = 1_000_000_000n
const MOST = 2n ** 64n - 1n

const intent = (over: Partial<SolanaIntent> = {}): SolanaIntent => ({
  transfer: { from: alice.address, to: bob.address, amount: SOL },
  lifetime: { blockhash: accountOf('a block').address, last: 1_150n },
  fee: 5_000n,
  salt: 7,
  ...over,
})

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
  it('are those of another library, over many derivations', async () => {
    const words = accounts.secret(new Uint8Array(32).fill(9))
    const parent = HDKey.fromMasterSeed(await seedOf(words)).derive("m/44'/501'")
    for (let index = 0; index < 20; index += 1) {
      const { publicKeyRaw } = parent.derive(`m/${index}'/0'`)
      expect((await accounts.account(words, index)).address).toBe(codec.address(publicKeyRaw))
    }
    // The seed takes most of the time: of the others only the keys.
    const seed = await seedOf(words)
    for (let index = 0; index < 1_000; index += STEP) {
      const step = 2 ** 31 - 1 - index * 2_147_483
      const { publicKeyRaw } = parent.derive(`m/${step}'/0'`)
      const own = ed25519.getPublicKey(ed25519Secret(seed, `m/44'/501'/${step}'/0'`))
      expect(codec.address(own)).toBe(kit.getAddressDecoder().decode(publicKeyRaw))
    }
  })
})

describe('private keys', () => {
  it('are base 58 or hex of the secret and its public key, and nothing shorter', () => {
    const hex = Buffer.from([...secretOf('alice'), ...codec.signer(alice.secret).publicKey]).toString('hex')
    expect(codec.signer(hex).address).toBe(alice.address)
    const other = Buffer.from([...secretOf('alice'), ...codec.signer(bob.secret).publicKey]).toString('hex')
    for (const text of [
      other,
      hex.slice(0, 64),
      hex.slice(64),
      `0x${hex}`,
      Buffer.from(hex, 'hex').toString('base64'),
    ]) {
      expect(() => codec.signer(text)).toThrow(BadKey)
    }
  })
})

describe('transactions', () => {
  it('are read by another library as they were meant', () => {
    for (const version of ['legacy', 0] as const) {
      const unsigned = codec.build(
        intent({
          version,
          transfer: { from: alice.address, to: bob.address, amount: MOST, payer: carol.address },
        }),
      )
      const signers = [alice, carol].map(({ secret }) => codec.signer(secret))
      const { raw, txId } = signed(chain, unsigned, signers)
      const bytes = Uint8Array.from(Buffer.from(raw.split(':')[1] ?? '', 'base64'))
      const read = kit.getTransactionDecoder().decode(bytes)
      expect(Object.keys(read.signatures)).toEqual([carol.address, alice.address])
      expect(kit.getSignatureFromTransaction(read)).toBe(txId)
      const message = kit.decompileTransactionMessage(
        kit.getCompiledTransactionMessageDecoder().decode(read.messageBytes),
      )
      expect(message.version).toBe(version)
      expect(message.feePayer.address).toBe(carol.address)
      const [limit, pay] = message.instructions
      expect(Buffer.from(limit.data).readUInt32LE(1)).toBe(10_007)
      expect(Buffer.from(pay.data).readBigUInt64LE(4)).toBe(MOST)
      expect(pay.accounts.map(({ address }: { address: string }) => address)).toEqual([
        alice.address,
        bob.address,
      ])
    }
  })

  it('carry amounts up to 2^64 - 1 exactly, of tokens too, and no others', () => {
    const token = { mint: accountOf('a mint').address, program: TOKEN, decimals: 6, opens: false }
    for (const amount of [1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, MOST]) {
      for (const more of [{}, { token }]) {
        const transfer = { from: alice.address, to: bob.address, amount, ...more }
        const { raw } = signed(chain, codec.build(intent({ transfer })), [codec.signer(alice.secret)])
        expect(codec.inspect(raw).outputs.map((paid) => paid.amount)).toEqual([amount])
      }
    }
    for (const amount of [0n, -1n, MOST + 1n]) {
      expect(refusalOf(() => codec.build(intent({ transfer: { ...intent().transfer, amount } })))).toMatch(
        /amount/,
      )
    }
  })

  it('pay into the account that the chain derives for the owner, of either token program', () => {
    // Known pairs: the wallet and USDC account of solana-program-library's documentation are not stable; the chain's own
    // program makes the account only where it derives the same address.
    for (const program of [TOKEN, TOKEN_2022]) {
      const ledger = new SolanaLedger()
      ledger.fund(alice.address, 10n * SOL)
      const mint = accountOf('a mint').address
      const token = { mint, program, decimals: 6, opens: true }
      issue(ledger, chain, { ...token, holder: alice.address, supply: 1_000n })
      const lifetime = { blockhash: ledger.block(2).hash, last: BigInt(ledger.block(2).height + 150) }
      const transfer = { from: alice.address, to: bob.address, amount: 400n, token }
      const { raw, txId } = signed(chain, codec.build(intent({ transfer, lifetime })), [
        codec.signer(alice.secret),
      ])
      const bytes = Uint8Array.from(Buffer.from(raw.split(':')[1] ?? '', 'base64'))
      expect(ledger.submit(bytes, 0)).toEqual({ id: txId })
      expect(ledger.entries.get(txId)?.err).toBeNull()
      const paid = ledger.account(codec.tokenAccount(bob.address, token), ledger.block(0).slot)
      expect(Buffer.from(paid?.data ?? []).readBigUInt64LE(64)).toBe(400n)
    }
  })

  it('tell what they take at most of who pays the fee', () => {
    const outlay = (over: Partial<SolanaIntent>) => {
      const unsigned = codec.build(intent(over))
      const signers = [alice, carol].map(({ secret }) => codec.signer(secret))
      const { raw } = signed(chain, unsigned, signers)
      const { txId, tokens, payer, ...lamports } = codec.outlay(raw)
      expect(codec.outlay(codec.serializeForKms(unsigned))).toEqual({
        ...lamports,
        payer,
        tokens,
        txId: null,
      })
      expect(txId).toBe(codec.inspect(raw).txId)
      return lamports
    }
    expect(outlay({})).toEqual({ amount: SOL, fee: 5_000n })
    const { transfer } = intent()
    // Another pays the fee: the amount is not that one's.
    expect(outlay({ transfer: { ...transfer, payer: carol.address } })).toEqual({ amount: 0n, fee: 10_000n })
    const token = { mint: accountOf('a mint').address, program: TOKEN, decimals: 6, opens: true }
    expect(outlay({ transfer: { ...transfer, token } })).toEqual({ amount: 2_039_280n, fee: 5_000n })
  })

  it('are recorded with the height of their last block, and claimed behind it', () => {
    const claimAt = (last: bigint, salt: number) =>
      codec.build(intent({ salt, lifetime: { ...intent().lifetime, last } })).claims[0]?.index ?? 0n
    expect(claimAt(2_000n, 1)).toBeGreaterThanOrEqual(2_000n * 2n ** 29n)
    expect(claimAt(2_000n, 1)).toBeLessThan(2_001n * 2n ** 29n)
    expect(claimAt(2_000n, 1)).not.toBe(claimAt(2_000n, 2))
    expect(claimAt(2n ** 33n - 1n, 1)).toBeLessThan(2n ** 63n)
    expect(refusalOf(() => claimAt(2n ** 34n, 1))).toMatch(/sequence/)
    const { raw } = signed(chain, codec.build(intent()), [codec.signer(alice.secret)])
    expect(raw).toMatch(/^1150:/)
    const { raw: plain, blockhash, isDurable } = codec.read(raw.slice(5))
    expect([plain, blockhash, isDurable]).toEqual([raw.slice(5), intent().lifetime.blockhash, false])
    expect(codec.read(Buffer.from(plain, 'base64').toString('hex')).raw).toBe(plain)
    expect(codec.bounded(plain, 1_150n)).toBe(raw)
  })
})

describe('signatures that are missing', () => {
  it('are added by managed keys and by who pays the fee, one after another, and verified', () => {
    const transfer = { ...intent().transfer, payer: carol.address }
    const whole = codec.build(intent({ transfer }))
    const none = codec.withSignatures(whole, [])
    const asked = codec.unsigned(Buffer.from(none, 'base64').toString('hex'))
    expect(codec.signingRequests(asked).map(({ address }) => address)).toEqual([carol.address, alice.address])
    const by = (unsigned: typeof asked, who: typeof alice) =>
      codec.signingRequests(unsigned).flatMap((request) => {
        const signer = codec.signer(who.secret)
        return request.accepts(signer.publicKey)
          ? [{ publicKey: signer.publicKey, signature: signer.sign(request) }]
          : []
      })
    const half = codec.unsigned(codec.withSignatures(asked, by(asked, alice)))
    expect(codec.signingRequests(half).map(({ address }) => address)).toEqual([carol.address])
    const { raw, txId } = codec.combine(half, by(half, carol))
    const signers = [alice, carol].map(({ secret }) => codec.signer(secret))
    expect(`1150:${raw}`).toBe(signed(chain, whole, signers).raw)
    expect(codec.inspect(raw).txId).toBe(txId)
    const stranger = codec.signer(bob.secret)
    const [request] = codec.signingRequests(half)
    const wrong = stranger.sign({ ...request, bytes: request?.bytes ?? new Uint8Array(0) } as never)
    expect(
      refusalOf(() => codec.withSignatures(half, [{ publicKey: stranger.publicKey, signature: wrong }])),
    ).toMatch(/not asked/)
    const bytes = Buffer.from(codec.withSignatures(asked, by(asked, alice)), 'base64')
    bytes[70] = (bytes[70] ?? 0) ^ 1
    expect(refusalOf(() => codec.unsigned(bytes.toString('base64')))).toMatch(/does not hold/)
  })
})

describe('what a key-management system signs', () => {
  const asked = codec.serializeForKms(codec.build(intent()))
  const difference = (over: Partial<SolanaIntent>) =>
    codec.difference(asked, signed(chain, codec.build(intent(over)), [codec.signer(alice.secret)]).raw)
  const { transfer } = intent()

  it('is the message in hex, under a block of its own', () => {
    expect(JSON.parse(asked)).toEqual({
      txData: Buffer.from(codec.message(codec.build(intent())), 'base64').toString('hex'),
    })
    expect(difference({})).toBeNull()
    expect(difference({ lifetime: { blockhash: accountOf('another block').address, last: 9n } })).toBeNull()
  })

  it('pays nobody else, and nothing else', () => {
    expect(difference({ transfer: { ...transfer, amount: SOL + 1n } })).toMatch(/instruction 2/)
    expect(difference({ transfer: { ...transfer, to: carol.address } })).toMatch(/instruction 2/)
    expect(difference({ salt: 8 })).toMatch(/instruction 1/)
    expect(difference({ salt: null })).toMatch(/other instructions/)
    expect(difference({ version: 0 })).toMatch(/version/)
  })
})

describe('bytes', () => {
  const { raw } = signed(chain, codec.build(intent()), [codec.signer(alice.secret)])
  const bytes = Buffer.from(raw.slice(5), 'base64')
  const read = (changed: Uint8Array) => codec.read(Buffer.from(changed).toString('base64'))
  const with1 = (at: number, value: number) => {
    const changed = Uint8Array.from(bytes)
    changed[at] = value
    return changed
  }

  it('are refused when nodes would not take them, whatever the state of the chain', () => {
    // After one signature: the header, then the number of keys.
    for (const [at, value] of [
      [0, 2],
      [65, 0],
      [65, 2],
      [66, 1],
      [67, 9],
      [68, 200],
      [65, 0x81],
    ] as const) {
      expect(
        refusalOf(() => read(with1(at, value))),
        `byte ${at}`,
      ).toMatch(/^Solana does not accept this transaction/)
    }
    expect(refusalOf(() => read(Uint8Array.from([...bytes, 0])))).toMatch(/behind it/)
    expect(refusalOf(() => read(bytes.subarray(0, -1)))).toMatch(/too early/)
    expect(refusalOf(() => read(new Uint8Array(1_233).fill(0xfb)))).toMatch(/1232/)
    // The number of keys in two bytes, where one is enough.
    const long = [...bytes.subarray(0, 68), 0x80 | (bytes[68] ?? 0), 0, ...bytes.subarray(69)]
    expect(refusalOf(() => read(Uint8Array.from(long)))).toMatch(/length/)
  })

  it('never break the reader, whatever was changed', () => {
    for (let change = 0; change < 1_500; change += 1) {
      const at = (change * 7_919) % bytes.length
      const changed = with1(at, (change * 104_729) % 256)
      try {
        codec.unsigned(Buffer.from(changed).toString('hex'))
      } catch (error) {
        if (!(error instanceof BadTransaction)) throw error
      }
    }
  })
})
