/** One-call transfers on litecoind: from the coins that customers paid in, with change to the wallet's address 0. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { Intent, SigningIntent } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
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
import { discrepanciesOf, withdrawalsOf } from '../transfers.fixture.js'
import { secretOfWif, signAsDaemon } from './daemon.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf } from './paying.fixture.js'

const DEEP = 12
const base58 = createBase58check(sha256)
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('a withdrawal in one call', () => {
  let node: Litecoind
  let world: OpenLedger
  let calls: Calls
  let words: { readonly mnemonic: string; readonly xpub: string }
  let account: string
  /** Of the account, and its key. */
  let pair: { readonly address: string; readonly privateKey: string }
  let pool: string
  /** What it was asked about withdrawals. */
  const intents: Intent[] = []
  /** What the policy was asked about managed wallets. */
  const asked: SigningIntent[] = []
  const miner = () => keyOf(node.chain, 60).addressAs('p2pkh')
  const bob = () => keyOf(node.chain, 70).addressAs('p2pkh')
  const mine = async (blocks: number) => {
    await node.mine(blocks, miner())
    await world.ledger.custody.follow()
  }
  const balance = async (id: string) => (await calls.getAccountByAccountId({ id })).balance.availableBalance
  /** Base units that the chain has for Bob. */
  const received = async () =>
    (await node.chain.node.utxos(bob())).reduce((sum, { value }) => sum + value, 0n)
  const newest = async () => (await withdrawalsOf(world)).at(-1)
  const one = () => ({ senderAccountId: account, address: bob(), amount: '0.5' })

  beforeAll(async () => {
    node = await startLitecoind()
    const spare = keyOf(node.chain, 1)
    await node.mine(120, spare.addressAs('p2pkh'))
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const LTC = { testnet: { parameters: 'regtest' as const, nodes, follow: { from: 121 } } }
    const vault = createVault(localKeys([Buffer.alloc(32, 1)]))
    world = openLedger(createChains(readChainsConfig({ chains: { LTC } })), memoryStorage(), {
      vault,
      policy: {
        check(intent) {
          intents.push(intent)
          return { verdict: 'allow', rules: [] }
        },
        checkSigning(intent) {
          asked.push(intent)
          return { verdict: 'allow', rules: [] }
        },
      },
    })
    calls = await world.as('testnet')
    const mnemonic = node.chain.keys?.mnemonic(new Uint8Array(32).fill(9)) ?? ''
    words = { mnemonic, xpub: (await node.chain.keys?.xpub(mnemonic)) ?? '' }
    account = (await calls.createAccountXpub({ currency: 'LTC', xpub: words.xpub })).id
    const [first] = await calls.getAllDepositAddresses({ id: account })
    pool = node.chain.keys?.address(words.xpub, 0) ?? ''
    const privateKey = (await node.chain.keys?.privateKey(mnemonic, 1)) ?? ''
    pair = { address: first?.address ?? '', privateKey }
    await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: spare.addressAs('p2pkh'), privateKey: spare.privateKey }],
        to: [
          { address: pair.address, value: 3 },
          { address: pool, value: 1 },
        ],
        changeAddress: spare.addressAs('p2pkh'),
      }),
    )
    await mine(1)
    await mine(DEEP)
  })
  afterAll(async () => {
    expect(await discrepanciesOf(world)).toEqual([])
    await world?.close()
    await node?.stop()
  })

  it('is estimated', async () => {
    const { fast, medium, slow } = await calls.offchainEstimateFee({ ...one(), xpub: words.xpub })
    for (const fee of [fast, medium, slow]) expect(Number(fee)).toBeGreaterThan(0)
    // The account names its wallet itself.
    expect(await calls.offchainEstimateFee(one())).toEqual({ fast, medium, slow })
    const other = node.chain.keys?.mnemonic(new Uint8Array(32).fill(4)) ?? ''
    const xpub = (await node.chain.keys?.xpub(other)) ?? ''
    expect(await codeOf(calls.offchainEstimateFee({ ...one(), xpub }))).toBe('transaction.amount.btc')
  })

  it('is refused, and changes nothing', async () => {
    const spend = { ...one(), ...words }
    const other = node.chain.keys?.mnemonic(new Uint8Array(32).fill(4)) ?? ''
    expect(await faultOf(calls.transferLtcMnemonic({ ...spend, mnemonic: other }))).toBe('xpub')
    expect(await codeOf(calls.transferLtcMnemonic({ ...spend, amount: '2.9999' }))).toBe(
      'balance.insufficient',
    )
    expect(await codeOf(calls.transferLtcMnemonic({ ...spend, amount: '4' }))).toBe('balance.insufficient')
    expect(await codeOf(calls.transferLtcMnemonic({ ...spend, fee: '0' }))).toBe('fee.format')
    const parts = { address: `${bob()},${bob()}`, multipleAmounts: ['0.2', '0.2'] }
    expect(await codeOf(calls.transferLtcMnemonic({ ...spend, ...parts }))).toBe('amount.format')
    // The change would be the customer's deposit.
    expect(await faultOf(calls.transferLtcKeyPair({ ...one(), keyPair: [pair], attr: pair.address }))).toBe(
      'attr',
    )
    // With a policy, a fee above the ceiling of the chain is nobody's to name; and the policy is told of such a change.
    const dear = { ...one(), keyPair: [pair], attr: miner(), fee: '0.02' }
    expect(await codeOf(calls.transferLtcKeyPair(dear))).toBe('fee.exceptional')
    expect(intents.at(-1)).toMatchObject({ changeTo: miner(), named: { fee: '0.02', attr: miner() } })
    expect(await codeOf(calls.transferLtcKeyPair({ ...dear, attr: pool }))).toBe('fee.exceptional')
    expect(intents.at(-1)).not.toHaveProperty('changeTo')
    expect([await balance(account), await withdrawalsOf(world)]).toEqual(['3', []])
  })

  it('waits for one that is not signed yet, which holds all that the wallet has', async () => {
    const left = () => calls.transferLtcKMS({ ...one(), xpub: words.xpub, signatureId: WALLET })
    const { signatureId } = await left()
    const [pending] = await calls.getPendingTransactionsToSign({ chain: 'LTC' })
    for (const next of [left, () => calls.transferLtcMnemonic({ ...one(), ...words })]) {
      const { code, rejection } = await refusalOf(next())
      expect([code, rejection.detail]).toEqual(['withdrawal.pending', pending?.withdrawalId])
    }
    // With the change elsewhere it is another wallet, of which the same address is held.
    const elsewhere = await refusalOf(calls.transferLtcKeyPair({ ...one(), keyPair: [pair], attr: miner() }))
    expect([elsewhere.code, elsewhere.rejection.detail]).toEqual([
      'transaction.amount.btc',
      expect.stringContaining('0 LTC to spend, besides 3 LTC that are held for transactions under way'),
    ])
    await calls.deletePendingTransactionToSign({ id: signatureId })
    expect(await balance(account)).toBe('3')
  })

  it('is signed with the words of the wallet', async () => {
    const parts = { address: `${bob()},${miner()}`, multipleAmounts: ['0.3', '0.2'] }
    const answer = await calls.transferLtcMnemonic({ ...one(), ...parts, ...words })
    expect(answer).toMatchObject({ completed: true })
    expect(await balance(account)).toBe('2.4995')
    expect(await newest()).toMatchObject({
      status: 'Done',
      txId: answer.txId,
      fee: '0.0005',
      change: 349_950_000n,
    })
    await mine(1)
    expect(await received()).toBe(30_000_000n)
  })

  it.each([
    ['p2sh-p2wpkh', 0x044a5262, 21],
    ['p2wpkh', 0x045f1cf6, 22],
  ])('is signed with the words of a wallet whose xpub names %s', async (_kind, version, seed) => {
    const mnemonic = node.chain.keys?.mnemonic(new Uint8Array(32).fill(seed)) ?? ''
    const key = base58.decode((await node.chain.keys?.xpub(mnemonic)) ?? '')
    new DataView(key.buffer).setUint32(0, version)
    const xpub = base58.encode(key)
    const { id } = await calls.createAccountXpub({ currency: 'LTC', xpub })
    const [first] = await calls.getAllDepositAddresses({ id })
    const spare = keyOf(node.chain, 1)
    await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: spare.addressAs('p2pkh'), privateKey: spare.privateKey }],
        to: [{ address: first?.address ?? '', value: 1 }],
        changeAddress: spare.addressAs('p2pkh'),
      }),
    )
    await mine(DEEP)
    const address = keyOf(node.chain, seed).addressAs('p2pkh')
    const body = { senderAccountId: id, address, amount: '0.25' }
    const wrong = { ...body, mnemonic: words.mnemonic, xpub }
    expect(await faultOf(calls.transferLtcMnemonic(wrong))).toBe('xpub')
    expect(await calls.transferLtcMnemonic({ ...wrong, mnemonic })).toMatchObject({ completed: true })
    await mine(DEEP)
    // The change is spent as well, and the keys of single addresses do it, too.
    const keyPair = [
      { address: first?.address ?? '', privateKey: (await node.chain.keys?.privateKey(mnemonic, 1)) ?? '' },
      {
        address: node.chain.keys?.address(xpub, 0) ?? '',
        privateKey: (await node.chain.keys?.privateKey(mnemonic, 0)) ?? '',
      },
    ]
    const change = { ...body, keyPair, attr: keyPair[1]?.address ?? '' }
    expect(await calls.transferLtcKeyPair(change)).toMatchObject({ completed: true })
    await mine(1)
    expect(await node.chain.node.utxos(address)).toMatchObject([
      { value: 25_000_000n },
      { value: 25_000_000n },
    ])
  })

  it('is signed by a key-management system with the keys that its inputs name', async () => {
    const { signatureId } = await calls.transferLtcKMS({ ...one(), xpub: words.xpub, signatureId: WALLET })
    const [pending] = await calls.getPendingTransactionsToSign({ chain: 'LTC' })
    expect(pending).toMatchObject({ id: signatureId, hashes: [WALLET] })
    const responses = pending?.withdrawalResponses ?? []
    // What the withdrawal before has left to the wallet, though no block is deep enough yet.
    expect(responses.map(({ vIn }) => vIn).at(-1)).toBe('-1')
    const inputs = responses.slice(0, -1)
    expect(inputs).toMatchObject([{ address: { derivationKey: 0 }, amount: 3.4995 }])
    const secrets = await Promise.all(
      inputs.map(async ({ address }) =>
        secretOfWif((await node.chain.keys?.privateKey(words.mnemonic, address?.derivationKey ?? 0)) ?? ''),
      ),
    )
    const txData = signAsDaemon(pending?.serializedTransaction ?? '', secrets)
    const { txId } = await calls.ltcBroadcast({ txData, signatureId })
    expect(await newest()).toMatchObject({ status: 'Done', txId, oneCall: false })
    expect(await balance(account)).toBe('1.999')
    await mine(1)
    expect(await received()).toBe(80_000_000n)
  })

  it('is signed with the keys of single addresses, which pay alone', async () => {
    const wrong = { ...pair, privateKey: keyOf(node.chain, 50).privateKey }
    await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [
          { address: keyOf(node.chain, 1).addressAs('p2pkh'), privateKey: keyOf(node.chain, 1).privateKey },
        ],
        to: [{ address: pair.address, value: 1 }],
        changeAddress: keyOf(node.chain, 1).addressAs('p2pkh'),
      }),
    )
    await mine(DEEP)
    const body = { ...one(), attr: pool }
    expect(await faultOf(calls.transferLtcKeyPair({ ...body, keyPair: [wrong] }))).toBe(
      'keyPair.0.privateKey',
    )
    const nobody = { address: miner(), privateKey: keyOf(node.chain, 60).privateKey }
    const nothing = calls.transferLtcKeyPair({ ...body, keyPair: [nobody] })
    expect(await codeOf(nothing)).toBe('transaction.amount.btc')
    expect(await calls.transferLtcKeyPair({ ...body, keyPair: [pair] })).toMatchObject({ completed: true })
    expect(await newest()).toMatchObject({ wallet: pool, change: 49_950_000n })
    await mine(1)
    expect(await received()).toBe(130_000_000n)
  })

  it('is signed as a managed wallet, which the change was paid to before', async () => {
    const { address: caller } = await calls.custodialCreateWallet({ chain: 'LTC' })
    const spare = keyOf(node.chain, 1)
    await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: spare.addressAs('p2pkh'), privateKey: spare.privateKey }],
        to: [{ address: pair.address, value: 1 }],
        changeAddress: spare.addressAs('p2pkh'),
      }),
    )
    await mine(DEEP)
    const own = { address: caller, caller }
    const first = { ...one(), amount: '0.2', keyPair: [pair, own], attr: caller }
    expect(await calls.transferLtcKeyPair(first)).toMatchObject({ completed: true })
    await mine(1)
    expect(asked).toEqual([])

    const body = { ...one(), address: `${bob()}, ${miner()}`, multipleAmounts: ['0.3', '0.2'], attr: pool }
    const tell = (pairs: readonly object[]) => calls.transferLtcKeyPair({ ...body, keyPair: pairs as never })
    const { address: other } = await calls.custodialCreateWallet({ chain: 'LTC' })
    expect(await faultOf(tell([{ ...own, caller: other }]))).toBe('keyPair.0.caller')
    expect(await faultOf(tell([{ ...own, privateKey: pair.privateKey }]))).toBe('keyPair.0.privateKey')
    expect(asked).toEqual([])
    expect(await tell([pair, own])).toMatchObject({ completed: true })
    await mine(1)
    expect(await received()).toBe(180_000_000n)
    expect(asked).toMatchObject([
      { wallet: caller, addresses: expect.arrayContaining([bob(), miner(), pool]) },
    ])
    expect(JSON.stringify(asked[0]?.request)).not.toContain(pair.privateKey)
  })
})
