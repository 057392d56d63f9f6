/** The operations of Litecoin from end to end: a ledger, its chains over HTTP, and a real node. */
import type { Chains } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  faultOf,
  type OpenLedger,
  openLedger,
  pendingOf,
  refusalOf,
  txIdOf,
} from '../open-ledger.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, KINDS, keyOf, secretOf } from './paying.fixture.js'

const WALLETS = ['26d3883e-4e17-48b3-a0ee-09a3e484ac83', '7c21ed16-5b7f-4b2f-8f1c-1f0f5a1e6d1a'] as const

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let node: Litecoind
  let chains: Chains
  /** Of which the tests are paid. */
  let bank: OpenLedger
  let world: OpenLedger
  let calls: Calls
  let miner: Key
  let keys = 1_000

  beforeAll(async () => {
    node = await startLitecoind()
    chains = createChains(
      readChainsConfig({
        chains: { LTC: { testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url: node.url }] } } },
      }),
    )
    bank = openLedger(chains)
    miner = keyOf(node.chain, 1)
    await node.mine(150, miner.addressAs('p2pkh'))
  })
  afterAll(async () => {
    await bank?.close()
    await chains?.close()
    await node?.stop()
  })
  beforeEach(async () => {
    world = openLedger(chains)
    calls = await world.as('testnet')
  })
  afterEach(() => world.close())

  const grow = (blocks = 1): Promise<void> => node.mine(blocks, miner.addressAs('p2pkh'))

  /** A key that nobody was paid to, and the secret behind it. */
  function fresh(): Key & { readonly secret: Uint8Array } {
    keys += 1
    return { ...keyOf(node.chain, keys), secret: secretOf(keys) }
  }

  /** Outputs in a block, paid by the operations themselves. */
  async function fund(
    to: readonly { readonly address: string; readonly value: number | string }[],
  ): Promise<string> {
    const change = miner.addressAs('p2pkh')
    const txId = await txIdOf(
      (await bank.as('testnet')).ltcTransactionAddress({
        fromAddress: [{ address: change, privateKey: miner.privateKey }],
        to: [...to],
        fee: '0.01',
        changeAddress: change,
      }),
    )
    await grow()
    return txId
  }

  const balance = async (address: string): Promise<number> => {
    const { incoming, outgoing } = await calls.ltcGetBalanceOfAddress({ address })
    return Number(incoming) - Number(outgoing)
  }

  describe('reads', () => {
    it('the state, blocks and what waits', async () => {
      const info = await calls.ltcGetBlockChainInfo()
      expect(info).toMatchObject({ chain: 'regtest', headers: info.blocks })
      const height = info.blocks ?? 0
      expect(await calls.ltcGetBlockHash({ i: height })).toEqual({ hash: info.bestblockhash })
      const block = await calls.ltcGetBlock({ hash: String(height) })
      expect(block).toMatchObject({ hash: info.bestblockhash, blockNumber: height })
      expect(await calls.ltcGetBlock({ hash: info.bestblockhash ?? '' })).toEqual(block)
      expect(block.txs?.[0]).toMatchObject({ blockNumber: height, block: block.hash, index: 0, fee: '0' })
      const to = fresh().addressAs('p2wpkh')
      const fromAddress = [{ address: miner.addressAs('p2pkh'), privateKey: miner.privateKey }]
      const txId = await txIdOf(
        calls.ltcTransactionAddress({
          fromAddress,
          to: [{ address: to, value: 1 }],
          changeAddress: miner.addressAs('p2pkh'),
        }),
      )
      expect(await calls.ltcGetMempool()).toEqual([txId])
      const waits = await calls.ltcGetRawTransaction({ hash: txId.toUpperCase() })
      expect(waits).not.toHaveProperty('blockNumber')
      expect(waits).not.toHaveProperty('time')
      await grow()
      expect(await calls.ltcGetMempool()).toEqual([])
      // Five reads at 5 credits, two of what waits at 1, and a payment.
      expect(await calls.charged()).toBe(5 * 5 + 2 * 1 + 10)
    })

    it('an output until it is spent', async () => {
      const owner = fresh()
      const txId = await fund([{ address: owner.addressAs('p2wpkh'), value: '1.5' }])
      const info = await calls.ltcGetBlockChainInfo()
      expect(await calls.ltcGetUTXO({ hash: txId, index: 0 })).toEqual({
        version: 2,
        height: info.blocks,
        value: 150_000_000,
        script: node.chain.codec.scriptOf(owner.addressAs('p2wpkh')),
        address: owner.addressAs('p2wpkh'),
        coinbase: false,
        hash: txId,
        index: 0,
      })
      await txIdOf(
        calls.ltcTransactionUTXO({
          fromUTXO: [{ txHash: txId, index: 0, privateKey: owner.privateKey }],
          to: [{ address: fresh().addressAs('p2tr'), value: 1 }],
          fee: '0.001',
          changeAddress: owner.addressAs('p2pkh'),
        }),
      )
      // What waits in the mempool spends it already.
      const { code, status, message } = await refusalOf(calls.ltcGetUTXO({ hash: txId, index: 0 }))
      expect([code, status]).toEqual(['tx.not.found', 404])
      expect(message).toContain(`output 0 of ${txId} is spent, or never was`)
      for (const index of [7, 2 ** 31 - 1]) {
        expect(await codeOf(calls.ltcGetUTXO({ hash: txId, index }))).toBe('tx.not.found')
      }
      expect(await faultOf(calls.ltcGetUTXO({ hash: txId, index: 2 ** 31 }))).toBe('index')
      await grow()
      expect(await codeOf(calls.ltcGetUTXO({ hash: txId, index: 0 }))).toBe('tx.not.found')
    })

    it('what is not there, or is none, is refused and costs nothing', async () => {
      const table: readonly (readonly [() => Promise<unknown>, string])[] = [
        [() => calls.ltcGetBlock({ hash: '4000000' }), 'block.hash.not.exists'],
        [() => calls.ltcGetBlock({ hash: '9999999999' }), 'block.hash.not.exists'],
        [() => calls.ltcGetBlock({ hash: 'ab'.repeat(32) }), 'block.hash.not.exists'],
        [() => calls.ltcGetBlock({ hash: '-1' }), 'block.hash.not.exists'],
        [() => calls.ltcGetBlockHash({ i: 4_000_000 }), 'block.hash.not.exists'],
        [() => calls.ltcGetBlockHash({ i: Number.MAX_SAFE_INTEGER }), 'block.hash.not.exists'],
        [() => calls.ltcGetRawTransaction({ hash: 'ab'.repeat(32) }), 'tx.not.found'],
        [() => calls.ltcGetRawTransaction({ hash: 'x' }), 'tx.not.found'],
        [() => calls.ltcGetUTXO({ hash: 'x'.repeat(64), index: 0 }), 'tx.not.found'],
        [() => calls.ltcGetBalanceOfAddress({ address: 'nobody' }), 'validation.failed'],
        [
          () => calls.ltcGetTxByAddress({ address: miner.addressAs('p2pkh'), pageSize: 1 }),
          'chain.unsupported',
        ],
      ]
      for (const [call, code] of table) expect(await codeOf(call())).toBe(code)
      const { message } = await refusalOf(
        calls.ltcGetTxByAddress({ address: miner.addressAs('p2pkh'), pageSize: 1 }),
      )
      expect(message).toContain('Blockbook')
      expect(await calls.charged()).toBe(0)
    })

    it('scripts in the words of the node itself', async () => {
      const owner = fresh()
      const kinds = KINDS.map((kind) => ({ address: owner.addressAs(kind), value: 1 }))
      const txId = await fund(kinds)
      const told = (await node.rpc.call('getrawtransaction', [txId, true])) as {
        readonly vin: readonly { readonly scriptSig: { readonly asm: string; readonly hex: string } }[]
        readonly vout: readonly {
          readonly scriptPubKey: { readonly asm: string; readonly hex: string; readonly type: string }
        }[]
      }
      expect(told.vout).toHaveLength(5)
      for (const { scriptPubKey } of told.vout) {
        const { asm, type } = scriptPubKey
        expect(node.chain.codec.describe(scriptPubKey.hex)).toEqual({ asm, type })
      }
      for (const { scriptSig } of told.vin) expect(node.chain.codec.asm(scriptSig.hex)).toBe(scriptSig.asm)
      // Scripts that nobody pays to, as the node reads them.
      for (const hex of ODD_SCRIPTS) {
        const { asm, type } = (await node.rpc.call('decodescript', [hex])) as {
          readonly asm: string
          readonly type: string
        }
        expect([hex, node.chain.codec.describe(hex)]).toEqual([hex, { asm, type }])
      }
    })
  })

  describe('payments', () => {
    it('two inputs of two keys, three recipients, the fee that is named and the change exact', async () => {
      const [one, two, change] = [fresh(), fresh(), fresh()]
      await fund([
        { address: one.addressAs('p2wpkh'), value: '1.00000001' },
        { address: two.addressAs('p2pkh'), value: 2 },
      ])
      const to = [fresh(), fresh(), fresh()].map((key, index) => ({
        address: key.addressAs(KINDS[index] ?? 'p2pkh'),
        value: [0.3, '1.50000001', 1][index] ?? 0,
      }))
      const txId = await txIdOf(
        calls.ltcTransactionAddress({
          fromAddress: [
            { address: one.addressAs('p2wpkh'), privateKey: one.privateKey },
            { address: two.addressAs('p2pkh'), privateKey: two.privateKey },
          ],
          to,
          fee: '0.001',
          changeAddress: change.addressAs('p2wpkh'),
        }),
      )
      expect(await world.sends()).toMatchObject([{ txId, status: 'sent' }])
      await grow()
      const found = await calls.ltcGetRawTransaction({ hash: txId })
      expect(found.inputs?.map(({ coin }) => coin?.value).sort()).toEqual(['1.00000001', '2'])
      expect(found.outputs?.map(({ value, address }) => [address, value])).toEqual([
        [to[0]?.address, '0.3'],
        [to[1]?.address, '1.50000001'],
        [to[2]?.address, '1'],
        [change.addressAs('p2wpkh'), '0.199'],
      ])
      expect(found.fee).toBe('0.001')
      expect(await balance(change.addressAs('p2wpkh'))).toBe(0.199)
      expect(await calls.charged()).toBe(10 + 5 + 5)
    })

    it.each(KINDS)('an output of kind %s is spent, by its address and by itself', async (kind) => {
      const [owner, other] = [fresh(), fresh()]
      const { privateKey } = owner
      const txHash = await fund([
        { address: owner.addressAs(kind), value: 1 },
        { address: owner.addressAs(kind), value: 2 },
      ])
      const to = [{ address: other.addressAs(kind), value: 0.5 }]
      const rest = { to, changeAddress: fresh().addressAs('p2pkh') }
      const fromUTXO = [{ txHash, index: 1, privateKey, amount: 2, address: owner.addressAs(kind) }]
      await txIdOf(calls.ltcTransactionUTXO({ fromUTXO, ...rest }))
      await txIdOf(
        calls.ltcTransactionAddress({
          fromAddress: [{ address: owner.addressAs(kind), privateKey }],
          ...rest,
        }),
      )
      await grow()
      expect(await balance(owner.addressAs(kind))).toBe(0)
      expect(await balance(other.addressAs(kind))).toBe(1)
      expect(await codeOf(calls.ltcTransactionUTXO({ fromUTXO, ...rest }))).toBe('tx.hash.index.spent')
    })

    it('without changeAddress the difference is the fee, and one far too high is refused', async () => {
      const owner = fresh()
      const from = { address: owner.addressAs('p2wpkh'), privateKey: owner.privateKey }
      const txHash = await fund([{ address: from.address, value: 1 }])
      const fromUTXO = [{ txHash, index: 0, privateKey: owner.privateKey }]
      const pay = (value: number, fee?: string) => ({
        to: [{ address: fresh().addressAs('p2pkh'), value }],
        ...(fee === undefined ? {} : { fee }),
      })
      const before = await world.sends()
      for (const [value, fee, code] of [
        [0.5, undefined, 'fee.exceptional'],
        [0.5, '0.1', 'fee.exceptional'],
        [0.9995, '0.001', 'balance.insufficient'],
        [1, undefined, 'balance.insufficient'],
        [2, undefined, 'balance.insufficient'],
        [0.000001, undefined, 'amount.dust'],
      ] as const) {
        expect(await codeOf(calls.ltcTransactionUTXO({ fromUTXO, ...pay(value, fee) }))).toBe(code)
        expect(await codeOf(calls.ltcTransactionAddress({ fromAddress: [from], ...pay(value, fee) }))).toBe(
          code,
        )
      }
      expect(await world.sends()).toEqual(before)
      expect(await world.held()).toBe(0)
      // Named, it is what the caller wants: a hundred times the market.
      const txId = await txIdOf(calls.ltcTransactionUTXO({ fromUTXO, ...pay(0.99, '0.01') }))
      expect((await calls.ltcGetRawTransaction({ hash: txId })).fee).toBe('0.01')
    })

    it('what cannot be paid is told at its field, before anything is recorded', async () => {
      const [owner, other] = [fresh(), fresh()]
      const address = owner.addressAs('p2wpkh')
      const txHash = await fund([{ address, value: 1 }])
      const source = { txHash, index: 0, privateKey: owner.privateKey }
      const to = [{ address: other.addressAs('p2pkh'), value: 0.5 }]
      const before = await world.sends()
      const table: readonly (readonly [string, object, object?])[] = [
        ['fromUTXO.0.privateKey', { ...source, privateKey: other.privateKey }],
        ['fromUTXO.0.privateKey', { ...source, privateKey: `${owner.privateKey.slice(0, -1)}1` }],
        ['fromUTXO.0.amount', { ...source, amount: '0.99999999' }],
        ['fromUTXO.0.address', { ...source, address: other.addressAs('p2wpkh') }],
        ['fromUTXO.0.txHash', { ...source, txHash: 'x'.repeat(64) }],
        ['to.0.value', source, { to: [{ address: other.addressAs('p2pkh'), value: 0.123456789 }] }],
        ['to.0.value', source, { to: [{ address: other.addressAs('p2pkh'), value: '0.000000001' }] }],
        ['to.0.address', source, { to: [{ address: 'ltc1qnobody', value: 1 }] }],
        ['fee', source, { fee: '0.000000001' }],
        ['fee', source, { fee: '0' }],
        ['fee', source, { fee: '0.00', to: [{ address: other.addressAs('p2pkh'), value: 1 }] }],
        ['changeAddress', source, { changeAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }],
      ]
      for (const [property, from, rest] of table) {
        const call = calls.ltcTransactionUTXO({
          fromUTXO: [from as typeof source],
          to,
          changeAddress: address,
          ...rest,
        })
        expect(await faultOf(call)).toBe(property)
      }
      expect(
        await faultOf(
          calls.ltcTransactionAddress({
            fromAddress: [{ address, privateKey: other.privateKey }],
            to,
            changeAddress: address,
          }),
        ),
      ).toBe('fromAddress.0.privateKey')
      const mainnet = await world.as('mainnet')
      expect(await codeOf(mainnet.ltcTransactionUTXO({ fromUTXO: [source], to }))).toBe(
        'private.key.testnet.only',
      )
      expect(
        await codeOf(calls.ltcTransactionUTXO({ fromUTXO: [source, source], to, changeAddress: address })),
      ).toBe('transaction.invalid.body')
      expect(await world.sends()).toEqual(before)
      expect(await calls.charged()).toBe(0)
    })

    it('many at once from one address never spend the same output, in one process or in two', async () => {
      const owner = fresh()
      const address = owner.addressAs('p2wpkh')
      await fund(Array.from({ length: 24 }, () => ({ address, value: 1 })))
      const storage = memoryStorage()
      const [here, there] = [openLedger(chains, storage), openLedger(chains, storage)]
      const both = await Promise.all([here.as('testnet'), there.as('testnet')])
      const txIds = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          txIdOf(
            (both[index % 2] ?? calls).ltcTransactionAddress({
              fromAddress: [{ address, privateKey: owner.privateKey }],
              to: [{ address: fresh().addressAs('p2wpkh'), value: 0.5 }],
              changeAddress: owner.addressAs('p2pkh'),
            }),
          ),
        ),
      )
      expect(new Set(txIds).size).toBe(20)
      await grow()
      const spent = await Promise.all(
        txIds.map(async (hash) => (await calls.ltcGetRawTransaction({ hash })).inputs?.[0]?.prevout?.index),
      )
      expect(new Set(spent).size).toBe(20)
      expect(await balance(address)).toBe(4)
      expect((await here.sends()).every(({ status }) => status === 'sent')).toBe(true)
      await Promise.all([here.close(), there.close()])
    })

    it('an output that a transaction of ours uses is not named a second time', async () => {
      const owner = fresh()
      const txHash = await fund([{ address: owner.addressAs('p2wpkh'), value: 1 }])
      const pay = (value: number) => ({
        fromUTXO: [{ txHash, index: 0, privateKey: owner.privateKey }],
        to: [{ address: fresh().addressAs('p2wpkh'), value }],
        changeAddress: owner.addressAs('p2wpkh'),
      })
      const outcomes = await Promise.allSettled(
        [1, 2, 3].map((part) => calls.ltcTransactionUTXO(pay(part / 8))),
      )
      const refused = outcomes.filter(({ status }) => status === 'rejected')
      expect(refused).toHaveLength(2)
      for (const outcome of refused) {
        expect(outcome).toMatchObject({
          reason: { code: expect.stringMatching(/claim.taken|tx.hash.index.spent/) },
        })
      }
      expect(await calls.charged()).toBe(10)
    })
  })

  describe('with a key-management system', () => {
    /** Two addresses with an output each, and a payment that takes both. */
    async function waiting() {
      const [one, two, to] = [fresh(), fresh(), fresh()]
      const addresses = [one.addressAs('p2wpkh'), two.addressAs('p2wpkh')]
      await fund(addresses.map((address, index) => ({ address, value: index + 1 })))
      const secrets = new Map([
        [WALLETS[0], one.secret],
        [WALLETS[1], two.secret],
      ])
      const id = await pendingOf(
        calls.ltcTransactionAddressKMS({
          fromAddress: addresses.map((address, index) => ({
            address,
            signatureId: WALLETS[index] ?? '',
            index: index + 4,
          })),
          to: [{ address: to.addressAs('p2wpkh'), value: '2.5' }],
          fee: '0.001',
          changeAddress: one.addressAs('p2pkh'),
        }),
      )
      const received = await calls.receivePendingTransactionsToSign({
        chain: 'LTC',
        signatureIds: [...WALLETS],
      })
      const [pending] = received
      if (received.length !== 1 || pending === undefined) throw new TypeError('not received')
      expect(pending.id).toBe(id)
      const sign = (
        ...change: Parameters<typeof signAsDaemon> extends [unknown, unknown, ...infer Rest] ? Rest : never
      ) =>
        signAsDaemon(
          pending.serializedTransaction,
          pending.hashes.map((hash) => secrets.get(hash as (typeof WALLETS)[0]) ?? new Uint8Array(0)),
          ...change,
        )
      return { id, pending, sign, addresses, to: to.addressAs('p2wpkh') }
    }

    it('waits, is signed outside, broadcast with its id, and complete', async () => {
      const { id, pending, sign, to } = await waiting()
      expect([...pending.hashes].sort()).toEqual([...WALLETS].sort())
      expect(pending.signatures).toEqual(
        pending.hashes.map((hash) => ({ id: hash, index: hash === WALLETS[0] ? 4 : 5 })),
      )
      const txData = sign()
      const { txId } = await calls.ltcBroadcast({ txData, signatureId: id })
      expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId })
      expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toEqual([])
      const charged = await calls.charged()
      // A second time nothing changes, whoever says it.
      expect(await calls.ltcBroadcast({ txData, signatureId: id })).toEqual({ txId })
      await calls.completePendingSignature({ id, txId })
      expect(await codeOf(calls.completePendingSignature({ id, txId: 'ab'.repeat(32) }))).toBe(
        'kms.unexpected.state',
      )
      expect(await codeOf(calls.deletePendingTransactionToSign({ id }))).toBe('kms.unexpected.state')
      expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId })
      // Of these only the completion that was accepted costs, and having asked.
      expect(await calls.charged()).toBe(charged + 2 + 1)
      await grow()
      expect(await balance(to)).toBe(2.5)
    })

    it('what was signed must be what was asked for', async () => {
      const { id, sign, to } = await waiting()
      const thief = node.chain.codec.scriptOf(fresh().addressAs('p2wpkh'))
      const stolen = sign((outputs) => outputs.map((output) => ({ ...output, script: thief })))
      const held = await world.held()
      expect(await codeOf(calls.ltcBroadcast({ txData: stolen, signatureId: id }))).toBe(
        'transaction.invalid.body',
      )
      const foreign = { txData: sign(), signatureId: '00000000-0000-7000-8000-000000000000' }
      expect(await codeOf(calls.ltcBroadcast(foreign))).toBe('kms.missing')
      expect(
        await codeOf((await world.as('mainnet')).ltcBroadcast({ txData: sign(), signatureId: id })),
      ).toBe('chain.not.configured')
      // Without the id it would spend what the pending signature holds.
      expect(await codeOf(calls.ltcBroadcast({ txData: stolen }))).toBe('claim.taken')
      expect(await world.held()).toBe(held)
      expect(await calls.getPendingTransactionToSign({ id })).not.toHaveProperty('txId')
      await calls.ltcBroadcast({ txData: sign(), signatureId: id })
      await grow()
      expect(await balance(to)).toBe(2.5)
    })

    it('is complete by the id of what the system has sent itself, once a node has that', async () => {
      const { id, sign, to } = await waiting()
      const [txData, held] = [sign(), await world.held()]
      const { txId } = node.chain.codec.inspect(txData)
      const complete = (tx: string) => calls.completePendingSignature({ id, txId: tx })
      expect(await codeOf(complete(txId))).toBe('tx.not.found')
      expect(await codeOf(complete(await fund([{ address: to, value: 1 }])))).toBe('transaction.invalid.body')
      expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toHaveLength(1)
      expect([await world.held(), await world.sends()]).toEqual([held, []])
      await node.rpc.call('sendrawtransaction', [txData])
      expect(await complete(txId)).toBeNull()
      await grow()
      expect(await complete(txId.toUpperCase())).toBeNull()
      expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId })
      expect(await world.sends()).toMatchObject([{ txId, signature: id, due: 0 }])
      expect(await balance(to)).toBe(3.5)
    })

    it('holds its outputs until it is deleted', async () => {
      const { id, addresses, sign } = await waiting()
      const again = () =>
        calls.ltcTransactionAddressKMS({
          fromAddress: addresses.map((address) => ({ address, signatureId: WALLETS[0] })),
          to: [{ address: fresh().addressAs('p2wpkh'), value: 1 }],
          changeAddress: fresh().addressAs('p2wpkh'),
        })
      expect(await codeOf(again())).toBe('balance.insufficient')
      await calls.deletePendingTransactionToSign({ id })
      expect(await codeOf(calls.ltcBroadcast({ txData: sign(), signatureId: id }))).toBe('kms.missing')
      const second = await pendingOf(again())
      const pending = await calls.getPendingTransactionToSign({ id: second })
      // Wallets of one key each: no index is told.
      expect(pending).not.toHaveProperty('signatures')
      await calls.deletePendingTransactionToSign({ id: second })
      expect(await world.held()).toBe(0)
    })
  })

  it('a tampered transaction is refused, and nothing of it stays in use', async () => {
    const owner = fresh()
    const txHash = await fund([{ address: owner.addressAs('p2wpkh'), value: 1 }])
    const pay = {
      fromUTXO: [{ txHash, index: 0, signatureId: WALLETS[0] }],
      to: [{ address: fresh().addressAs('p2wpkh'), value: 0.5 }],
      changeAddress: owner.addressAs('p2wpkh'),
    }
    const id = await pendingOf(calls.ltcTransactionUTXOKMS(pay))
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    const good = signAsDaemon(serializedTransaction, [owner.secret])
    // A digit of the signature, behind the mark of its first half.
    const at = good.lastIndexOf('0220') + 20
    const txData = `${good.slice(0, at)}${good[at] === '0' ? '1' : '0'}${good.slice(at + 1)}`
    const charged = await calls.charged()
    const { code, message } = await refusalOf(calls.ltcBroadcast({ txData, signatureId: id }))
    expect(code).toBe('blockchain.broadcast.error')
    expect(message).toMatch(/script-verify|signature/i)
    expect(await calls.charged()).toBe(charged)
    expect(await calls.ltcGetMempool()).toEqual([])
    expect((await world.sends()).map(({ status }) => status)).not.toContain('sent')
    // The pending signature waits again, and holds its output again; what holds is sent.
    expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toEqual([])
    expect(await calls.getPendingTransactionToSign({ id })).not.toHaveProperty('txId')
    await world.round()
    expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toHaveLength(1)
    await calls.ltcBroadcast({ txData: good, signatureId: id })
    await grow()
    for (const broken of ['', 'zz', '00', good.slice(2), `${good}00`]) {
      expect(await codeOf(calls.ltcBroadcast({ txData: broken }))).toBe(
        broken === '' ? 'validation.failed' : 'transaction.invalid.body',
      )
    }
  })
})

/** Data, keys, several signatures, opcodes with and without names, pushes of each width, and such as break off. */
const ODD_SCRIPTS: readonly string[] = [
  '6a0548656c6c6f',
  '6a',
  `6a4c50${'11'.repeat(80)}`,
  `21${'02'.repeat(33)}ac`,
  `41${'04'.repeat(65)}ac`,
  `5121${'02'.repeat(33)}21${'03'.repeat(33)}52ae`,
  `5321${'02'.repeat(33)}51ae`,
  '00',
  '51',
  '4f60',
  '0100',
  '0180',
  '0181',
  '02ff00',
  '04ffffffff',
  '05ffffffffff',
  '4d0300aabbcc',
  '4e02000000aabb',
  '616263656768696b6c6d6e6f707172737475767778797a7b7c7d7e7f80',
  'b0b1b2b3b9babbff',
  '50',
  '76a914',
]
