/**
 * The service pays fees of transactions on Solana: real ones on litesvm, and every attempt to make its signature worth
 * more than the fee.
 */
import { base58 } from '@scure/base'
import { KEY_USES, MANAGED_WALLETS } from '@tallystick/core'
import type { FeePayers, SolanaChain } from '@tallystick/custody'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  faultOf,
  type OpenLedger,
  openLedger,
  refusalOf,
  txIdOf,
} from '../open-ledger.fixture.js'
import { ASSOCIATED, COMPUTE_BUDGET, MEMOS, SIGNATURE_CHECKS, SYSTEM, TOKEN } from './address.js'
import { accountOf } from './chain.fixture.js'
import { advanceNonce, computeLimit, computePrice, tokenTransfer, transfer } from './instructions.js'
import { compile, type Deed, type Message, type Meta, writeMessage, writeTransaction } from './message.js'
import { SolanaServer } from './server.fixture.js'
import { issue } from './token.fixture.js'
import { transactionBytes } from './version-1.fixture.js'

const SOL = 1_000_000_000n
const FEE = 5_000n
const LIMITS = { perTransaction: 40_000n, perDay: 10_000_000n }
const vault = createVault(localKeys([Buffer.alloc(32, 1)]))
const external = accountOf('an external key')
const bob = accountOf('bob')
const mint = accountOf('a mint').address

let server: SolanaServer
let chain: SolanaChain
let world: OpenLedger
let calls: Calls
let payer: string
let payerId: string
let managed: { readonly id: string; readonly address: string }
const storage = memoryStorage()
const worlds: OpenLedger[] = []

/** Another process on the same database. */
async function opened(feePayers?: FeePayers): Promise<OpenLedger> {
  const nodes = [{ kind: 'solana' as const, url: server.url, timeoutMs: 5_000 }]
  const chains = createChains(
    readChainsConfig({ chains: { SOL: { testnet: { parameters: 'regtest', nodes } } } }),
  )
  const made = openLedger(chains, storage, {
    vault,
    ...(feePayers === undefined ? {} : { feePayers: [feePayers] }),
  })
  worlds.push(made)
  chain = await chains.chain('SOL', 'testnet')
  return made
}

beforeAll(async () => {
  server = await SolanaServer.start()
  // Its own tenant has the wallet that pays: nobody else sees it.
  const operator = await (await opened()).as('testnet', 'operator')
  const made = await operator.custodialCreateWallet({ chain: 'SOL' })
  payer = made.address
  payerId = made.walletId
  world = await opened({ wallets: [payerId], ...LIMITS })
  calls = await world.as('testnet')
  const { walletId: id, address } = await calls.custodialCreateWallet({ chain: 'SOL' })
  managed = { id, address }
  for (const owner of [address, external.address, payer]) server.ledger.fund(owner, 1_000n * SOL)
  const token = { mint, program: TOKEN, decimals: 6, supply: 1_000_000n }
  issue(server.ledger, chain, { ...token, holder: payer })
})
afterAll(async () => {
  for (const one of worlds) await one.close()
  await server.close()
})

const balance = (address: string): bigint =>
  server.ledger.account(address, server.ledger.block(0).slot)?.lamports ?? 0n
const paidToday = async (): Promise<bigint> => {
  const rows = await storage.query.list(MANAGED_WALLETS)
  return rows.find(({ address }) => address === payer)?.fees ?? 0n
}
const uses = async (): Promise<number> =>
  (await storage.query.list(KEY_USES)).filter(({ wallet }) => wallet === payerId).length

/** With the signatures of these keys, and of nobody else. */
function serialized(message: Message, secrets: readonly string[] = []): string {
  const signed = writeMessage(message, (address) => base58.decode(address))
  const { codec } = chain
  const signers = secrets.map((secret) => codec.signer(secret))
  const signatures = message.keys.slice(0, message.signers).map((address) => {
    const signer = signers.find((one) => one.address === address)
    if (signer === undefined) return new Uint8Array(64)
    return signer.sign({ bytes: signed, scheme: 'ed25519', address, accepts: () => true })
  })
  return Buffer.from(writeTransaction(signatures, signed)).toString('hex')
}
const compiled = (deeds: readonly Deed[], version: 'legacy' | 0 = 'legacy'): Message =>
  compile(payer, server.ledger.block(2).hash, deeds, version)
const send = (txData: string, wallets: readonly string[] = [managed.id], by: Calls = calls) =>
  by.custodialTransferManagedAddress({
    chain: 'SOL',
    txData,
    walletIds: wallets.map((key) => ({ key, type: 'MANAGED' as const })),
  })
const fromManaged = (amount: bigint): Deed => transfer(managed.address, bob.address, amount)

describe('a transaction whose fee the service pays', () => {
  it.each(['legacy', 0] as const)(
    'of version %s is signed by its managed wallet, then by the service',
    async (version) => {
      const before = [balance(managed.address), balance(payer), await paidToday(), await uses()] as const
      const amount = version === 0 ? SOL : 2n * SOL
      await txIdOf(send(serialized(compiled([fromManaged(amount)], version))))
      server.ledger.close()
      expect(before[0] - balance(managed.address)).toBe(amount)
      expect(before[1] - balance(payer)).toBe(2n * FEE)
      expect((await paidToday()) - before[2]).toBe(2n * FEE)
      expect((await uses()) - before[3]).toBe(1)
    },
  )

  it('that an external key has signed first needs no wallet, also with a price and a text', async () => {
    const before = balance(payer)
    const message = compiled([
      computeLimit('native', 7),
      computePrice(100_000n),
      transfer(external.address, bob.address, 3n * SOL),
      { program: MEMOS[0] ?? '', accounts: [], data: Buffer.from('rent') },
    ])
    await txIdOf(send(serialized(message, [external.secret]), []))
    server.ledger.close()
    // 10,007 units at 0.1 lamports.
    expect(before - balance(payer)).toBe(2n * FEE + 1_001n)
  })

  it('is refused when somebody changed it after a signature, or a signature is missing', async () => {
    const signed = serialized(compiled([transfer(external.address, bob.address, 4n * SOL)]), [
      external.secret,
    ])
    // The last bytes are the amount.
    const changed = `${signed.slice(0, -2)}${signed.endsWith('00') ? '01' : '00'}`
    const before = await uses()
    expect(await codeOf(send(changed, []))).toBe('transaction.invalid.body')
    expect(await faultOf(send(serialized(compiled([fromManaged(SOL)])), []))).toBe('walletIds')
    expect(await uses()).toBe(before)
  })

  it('is not signed where the service pays no fees, on another account, or once its block is too old', async () => {
    const plain = await opened()
    const { walletId } = await calls.custodialCreateWallet({ chain: 'SOL' })
    const without = await plain.as('testnet')
    const txData = serialized(compiled([fromManaged(5n * SOL)]))
    expect(await faultOf(send(txData, [managed.id], without))).toBe('walletIds')
    expect(await faultOf(send(txData, [walletId]))).toBe('walletIds')
    const stale = compile(payer, bob.address, [fromManaged(SOL)], 'legacy')
    const { code, rejection } = await refusalOf(send(serialized(stale)))
    expect(code).toBe('blockchain.broadcast.error')
    expect(rejection.detail).toContain('it has expired, and is not signed')
  })
})

describe('the fee payer', () => {
  const writes = (address: string): Meta => ({ address, writes: true })
  const signs = (address: string): Meta => ({ address, signs: true })
  const both = (address: string): Meta => ({ address, signs: true, writes: true })
  const little = (value: number | bigint, bytes: number): number[] =>
    Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn))
  const system = (kind: number, accounts: readonly Meta[], ...data: number[]): Deed => ({
    program: SYSTEM,
    accounts,
    data: Uint8Array.from([...little(kind, 4), ...data]),
  })
  const token = (accounts: readonly Meta[], ...data: number[]): Deed => ({
    program: TOKEN,
    accounts,
    data: Uint8Array.from(data),
  })
  const thief = external.address
  const thiefKey = [...base58.decode(external.address)]
  const pocket = () => chain.codec.tokenAccount(payer, { mint, program: TOKEN })
  const theirs = () => chain.codec.tokenAccount(thief, { mint, program: TOKEN })
  const nonce = accountOf('a nonce').address

  /** Deeds that would take from the fee payer, or give away what it may do. */
  const attacks: Readonly<Record<string, () => readonly Deed[]>> = {
    'a transfer of its coins': () => [transfer(payer, thief, SOL)],
    'a transfer behind an honest one': () => [fromManaged(SOL), transfer(payer, thief, 1n)],
    'its assignment to a program': () => [system(1, [both(payer)], ...thiefKey)],
    'an account that it pays for': () => [
      system(0, [both(payer), both(thief)], ...little(SOL, 8), ...little(0, 8), ...thiefKey),
    ],
    'an account with a seed, in its name': () => [
      system(
        3,
        [both(payer), writes(thief)],
        ...base58.decode(payer),
        ...little(1, 8),
        97,
        ...little(SOL, 8),
        ...little(0, 8),
        ...thiefKey,
      ),
    ],
    'a transfer by a seed of it': () => [
      system(
        11,
        [writes(thief), signs(payer), writes(bob.address)],
        ...little(SOL, 8),
        ...little(1, 8),
        97,
        ...thiefKey,
      ),
    ],
    'space that is allocated in it': () => [system(8, [both(payer)], ...little(80, 8))],
    'the authority of a nonce': () => [system(7, [writes(nonce), signs(payer)], ...thiefKey)],
    'a token account that it pays for': () => [
      {
        program: ASSOCIATED,
        accounts: [
          both(payer),
          writes(theirs()),
          { address: thief },
          { address: mint },
          { address: SYSTEM },
          { address: TOKEN },
        ],
        data: Uint8Array.of(1),
      },
    ],
    'its tokens': () =>
      tokenTransfer(
        { from: payer, to: thief, amount: 5n },
        { mint, program: TOKEN, decimals: 6, opens: false },
        (owner) => chain.codec.tokenAccount(owner, { mint, program: TOKEN }),
      ),
    'a delegate of its tokens': () => [
      token([writes(pocket()), { address: thief }, signs(payer)], 4, ...little(9, 8)),
    ],
    'the owner of its tokens': () => [token([writes(pocket()), signs(payer)], 6, 2, 1, ...thiefKey)],
    'the end of its token account': () => [token([writes(pocket()), writes(thief), signs(payer)], 9)],
    'its signature for a program that may use it': () => [
      { program: mint, accounts: [both(payer), { address: SYSTEM }], data: Uint8Array.of(1) },
    ],
    'its signature, read only, for a text': () => [
      { program: MEMOS[0] ?? '', accounts: [signs(payer)], data: Buffer.from('I owe you') },
    ],
    'a payment to it': () => [transfer(managed.address, payer, SOL)],
    'a durable nonce, with which it never expires': () => [
      advanceNonce(nonce, managed.address),
      fromManaged(SOL),
    ],
    'two prices, of which one is read': () => [computePrice(1_000_000n), computePrice(1n), fromManaged(SOL)],
    'a compute budget that nobody knows': () => [
      { program: COMPUTE_BUDGET, accounts: [], data: Uint8Array.of(0, ...little(1, 4), ...little(SOL, 4)) },
      fromManaged(SOL),
    ],
    'a price above the limit': () => [computeLimit('native', 0), computePrice(10_000_000n), fromManaged(SOL)],
    'signatures that a program checks, each for a fee': () => [
      { program: SIGNATURE_CHECKS[0] ?? '', accounts: [], data: Uint8Array.of(9, 0) },
      fromManaged(SOL),
    ],
  }

  for (const version of ['legacy', 0] as const) {
    it.each(Object.entries(attacks))(`does not sign for %s (version ${version})`, async (_, deeds) => {
      const before = [balance(payer), await uses(), await paidToday(), server.ledger.given.length]
      const txData = serialized(compiled(deeds(), version), [external.secret])
      expect(await codeOf(send(txData))).toBe('fee.payer.denied')
      expect([balance(payer), await uses(), await paidToday(), server.ledger.given.length]).toEqual(before)
    })
  }

  it('does not sign for accounts from a table, which may name it again', async () => {
    const before = await uses()
    const message = compiled([fromManaged(SOL)], 0)
    const [own] = message.instructions
    if (own === undefined) throw new TypeError('no instruction')
    const withTable: Message = {
      ...message,
      instructions: [{ ...own, accounts: [...own.accounts, message.keys.length] }],
      tables: [{ table: bob.address, writable: [0], readonly: [] }],
    }
    const { code, rejection } = await refusalOf(send(serialized(withTable)))
    expect([code, rejection.detail]).toEqual([
      'fee.payer.denied',
      'it takes accounts from a table, where they cannot be seen',
    ])
    expect(await uses()).toBe(before)
  })

  it('does not sign for version 1, whose priority fee stands beside its instructions', async () => {
    const { keys, ...legacy } = compiled([fromManaged(SOL)])
    const written = {
      header: [legacy.signers, legacy.readonlySigners, legacy.readonlyOthers] as const,
      keys,
      blockhash: legacy.blockhash,
      mask: 0b11,
      values: little(SOL, 8),
      instructions: legacy.instructions.map((one) => ({ ...one, data: [...one.data] })),
    }
    const before = await uses()
    const txData = Buffer.from(transactionBytes(written, [null, null])).toString('hex')
    const { code, rejection } = await refusalOf(send(txData))
    expect([code, rejection.detail]).toEqual([
      'fee.payer.denied',
      'it is of version 1, which names a priority fee of its own',
    ])
    expect(await uses()).toBe(before)
  })

  it('signs for no transaction that another one pays for', async () => {
    const message = compile(
      managed.address,
      server.ledger.block(2).hash,
      [transfer(payer, bob.address, SOL)],
      'legacy',
    )
    expect(await faultOf(send(serialized(message)))).toBe('walletIds')
    const walletIds = [{ key: payerId, type: 'MANAGED' as const }]
    const own = { chain: 'SOL' as const, txData: serialized(message), walletIds }
    // Neither for a stranger, nor for the tenant that it belongs to.
    expect(await codeOf(calls.custodialTransferManagedAddress(own))).toBe('managed.wallet.missing')
    const operator = await world.as('testnet', 'operator')
    const { code, rejection } = await refusalOf(operator.custodialTransferManagedAddress(own))
    expect([code, rejection.detail]).toEqual([
      'managed.wallet.denied',
      'the wallet pays fees, and signs for nothing else',
    ])
    // Its coins are the operator's, and no server would start without it.
    expect(await codeOf(calls.custodialDeleteWallet({ id: payerId }))).toBe('managed.wallet.missing')
    expect(await codeOf(operator.custodialDeleteWallet({ id: payerId }))).toBe('managed.wallet.denied')
    const user = { tenant: 'operator' as never, apiKey: 'key' as never, network: 'testnet' } as const
    const { wallets } = world.ledger.custody
    expect(await codeOf(wallets.signerAt(user, chain, payer, {}))).toBe('managed.wallet.denied')
  })

  it('pays no more in a day than its operator allows, by two engines at once', async () => {
    const spent = await paidToday()
    const limits = { wallets: [payerId], perTransaction: 40_000n, perDay: spent + 5n * 2n * FEE }
    const two = await Promise.all([opened(limits), opened(limits)])
    const asked = await Promise.all(two.map((one) => one.as('testnet')))
    const before = balance(payer)
    const sent = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => {
        const message = compiled([transfer(external.address, bob.address, BigInt(at + 1) * 1_000_000n)])
        return send(serialized(message, [external.secret]), [], asked[at % 2] ?? calls)
      }),
    )
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array(7).fill('fee.payer.limit'))
    server.ledger.close()
    expect(before - balance(payer)).toBe(5n * 2n * FEE)
    expect(await paidToday()).toBe(limits.perDay)
  })

  it('has counted what it signs before it signs: an answer that is lost signs nothing more', async () => {
    const spent = await paidToday()
    const dying: Storage = {
      ...storage,
      query: storage.query,
      async transact(keys, decide, patienceMs) {
        const result = await storage.transact(keys, decide, patienceMs)
        if ((await paidToday()) > spent) throw new Error('the process is dead')
        return result
      },
    }
    const nodes = [{ kind: 'solana' as const, url: server.url, timeoutMs: 5_000 }]
    const chains = createChains(
      readChainsConfig({ chains: { SOL: { testnet: { parameters: 'regtest', nodes } } } }),
    )
    const killed = openLedger(chains, dying, { vault, feePayers: [{ wallets: [payerId], ...LIMITS }] })
    worlds.push(killed)
    const given = server.ledger.given.length
    const dead = await killed.as('testnet')
    await expect(
      send(serialized(compiled([transfer(external.address, bob.address, 7n)]), [external.secret]), [], dead),
    ).rejects.toThrow('the process is dead')
    expect((await paidToday()) - spent).toBe(2n * FEE)
    expect(server.ledger.given).toHaveLength(given)
  })
})
