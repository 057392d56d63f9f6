/** Payments that take the place of others (BIP-125), on a real node: only one of the two is ever paid. */
import type { Chains } from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  type OpenLedger,
  openLedger,
  pendingOf,
  refusalOf,
  txIdOf,
} from '../open-ledger.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, keyOf, secretOf } from './paying.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined).each([true, false])(
  'on litecoind, replacing: %s',
  (replaces) => {
    let node: Litecoind
    let chains: Chains
    let bank: OpenLedger
    let world: OpenLedger
    let calls: Calls
    let miner: Key
    let keys = 9_000

    beforeAll(async () => {
      node = await startLitecoind({ replaces })
      const nodes = [{ kind: 'core' as const, url: node.url }]
      chains = createChains(
        readChainsConfig({ chains: { LTC: { testnet: { parameters: 'regtest', nodes } } } }),
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
    function fresh(): Key & { readonly secret: Uint8Array; readonly address: string } {
      keys += 1
      const key = keyOf(node.chain, keys)
      return { ...key, secret: secretOf(keys), address: key.addressAs('p2wpkh') }
    }
    async function fund(...addresses: readonly string[]): Promise<string> {
      const change = miner.addressAs('p2pkh')
      const txId = await txIdOf(
        (await bank.as('testnet')).ltcTransactionAddress({
          fromAddress: [{ address: change, privateKey: miner.privateKey }],
          to: addresses.map((address) => ({ address, value: 1 })),
          fee: '0.001',
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
    const statuses = async () =>
      Object.fromEntries((await world.sends()).map((one) => [one.txId, one.status]))

    /** One coin of an owner, and payments of it. */
    async function coin(outputs = 1) {
      const owner = fresh()
      const [first, second] = [fresh(), fresh()]
      const txHash = await fund(...Array.from({ length: outputs }, () => owner.address))
      const body = (to: string, value: number, fee: string, indexes = [0]) => ({
        to: [{ address: to, value }],
        fee,
        changeAddress: owner.addressAs('p2pkh'),
        indexes,
      })
      const pay = (to: string, value: number, fee: string, indexes = [0]) => {
        const { indexes: _, ...rest } = body(to, value, fee)
        const fromUTXO = indexes.map((index) => ({ txHash, index, privateKey: owner.privateKey }))
        return txIdOf(calls.ltcTransactionUTXO({ fromUTXO, ...rest }))
      }
      const ask = (to: string, value: number, fee: string) => {
        const { indexes: _, ...rest } = body(to, value, fee)
        return pendingOf(
          calls.ltcTransactionUTXOKMS({ fromUTXO: [{ txHash, index: 0, signatureId: WALLET }], ...rest }),
        )
      }
      const sign = async (id: string) => {
        const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
        return signAsDaemon(serializedTransaction, [owner.secret])
      }
      return { owner, first: first.address, second: second.address, txHash, pay, ask, sign }
    }

    it('each payment signals that it may be replaced', async () => {
      const { first, pay } = await coin()
      const hex = String(await node.rpc.call('getrawtransaction', [await pay(first, 0.5, '0.0001')]))
      expect(Transaction.fromHex(hex).ins.map(({ sequence }) => sequence)).toEqual([0xfffffffd])
      await grow()
    })

    if (!replaces) {
      it('is refused before anything is recorded, where the node keeps the first that it sees', async () => {
        const { first, second, pay } = await coin()
        const txId = await pay(first, 0.5, '0.0001')
        const refusal = await refusalOf(pay(second, 0.5, '0.01'))
        expect([refusal.code, refusal.message]).toEqual([
          'tx.hash.index.spent',
          expect.stringContaining(
            `${txId}, of yours and in no block yet, spends an output: the node takes no other`,
          ),
        ])
        await grow()
        expect(await balance(first)).toBe(0.5)
        expect(await statuses()).toEqual({ [txId]: 'sent' })
      })
      return
    }

    it('naming the output once more with a higher fee replaces the payment; one is paid', async () => {
      const { first, second, pay } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      const held = await world.held()
      const two = await pay(second, 0.4, '0.0003')
      expect(await calls.ltcGetMempool()).toEqual([two])
      expect(await world.held()).toBe(held)
      expect(await statuses()).toEqual({ [one]: 'replaced', [two]: 'sent' })
      const three = await pay(second, 0.4, '0.0006')
      expect(await calls.ltcGetMempool()).toEqual([three])
      await grow()
      await world.round()
      expect([await balance(first), await balance(second)]).toEqual([0, 0.4])
      expect((await statuses())[three]).toBe('confirmed')
      // In a block nothing can be replaced any more.
      expect(await codeOf(pay(first, 0.5, '0.01'))).toBe('tx.hash.index.spent')
    })

    it('what nodes would refuse is refused, with the fee that would do, and changes nothing', async () => {
      const { first, second, pay } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      const sends = await world.sends()
      for (const fee of ['0.00005', '0.0001', '0.000101']) {
        const { code, message } = await refusalOf(pay(second, 0.5, fee))
        expect(code).toBe('tx.hash.index.spent')
        const [, least = ''] =
          /with a fee of ([\d.]+) LTC or more another takes its place/.exec(message) ?? []
        expect(Number(least)).toBeGreaterThan(0.0001)
        expect(Number(least)).toBeLessThan(0.000103)
      }
      expect(await calls.ltcGetMempool()).toEqual([one])
      expect(await world.sends()).toEqual(sends)
      const { message } = await refusalOf(pay(second, 0.5, '0.000101'))
      const [, least = ''] = /a fee of ([\d.]+)/.exec(message) ?? []
      const two = await pay(second, 0.5, least)
      expect(await calls.ltcGetMempool()).toEqual([two])
      await grow()
      expect([await balance(first), await balance(second)]).toEqual([0, 0.5])
    })

    it('one payment takes the place of one other, and of none that others build upon', async () => {
      const { owner, first, second, pay } = await coin(3)
      const one = await pay(first, 0.5, '0.0001', [0])
      const two = await pay(first, 0.5, '0.0001', [1])
      const both = await refusalOf(pay(second, 1.5, '0.01', [0, 1]))
      expect([both.code, both.message]).toEqual([
        'tx.hash.index.spent',
        expect.stringContaining('one can be replaced at a time'),
      ])
      // The change of the first is spent before it is in a block.
      const change = (await calls.ltcGetRawTransaction({ hash: one })).outputs?.findIndex(
        ({ address }) => address === owner.addressAs('p2pkh'),
      )
      await txIdOf(
        calls.ltcTransactionUTXO({
          fromUTXO: [{ txHash: one, index: change ?? 0, privateKey: owner.privateKey }],
          to: [{ address: second, value: 0.3 }],
          fee: '0.0001',
          changeAddress: owner.address,
        }),
      )
      expect((await refusalOf(pay(second, 0.5, '0.01', [0]))).message).toContain('would be dropped with it')
      // Together with an output that nobody has claimed, the other one is replaced.
      const three = await pay(second, 1.5, '0.0005', [1, 2])
      expect(await calls.ltcGetMempool()).toContain(three)
      expect(await calls.ltcGetMempool()).not.toContain(two)
      await grow()
      expect([await balance(first), await balance(second)]).toEqual([0.5, 1.8])
    })

    it.each(['one process', 'two processes'])('two bumps at once, of %s: one is made', async (of) => {
      const { owner, first, second, txHash, pay } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      const beside = of === 'one process' ? world : openLedger(chains, world.storage)
      const others = await beside.as('testnet')
      const bump = (own: Calls, to: string, fee: string) =>
        txIdOf(
          own.ltcTransactionUTXO({
            fromUTXO: [{ txHash, index: 0, privateKey: owner.privateKey }],
            to: [{ address: to, value: 0.4 }],
            fee,
            changeAddress: owner.addressAs('p2pkh'),
          }),
        )
      // Each of them is worth replacing the payment, and neither of them the other.
      const told = await Promise.allSettled([bump(calls, second, '0.0003'), bump(others, first, '0.0003005')])
      const [made, ...more] = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(more).toEqual([])
      const refused = told.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      expect(refused.reason.code).toBe('tx.hash.index.spent')
      expect(await calls.ltcGetMempool()).toEqual([made])
      expect(await statuses()).toEqual({ [one]: 'replaced', [made ?? '']: 'sent' })
      await grow()
    })

    it('two bumps that were signed elsewhere at once: one is made', async () => {
      const { first, second, pay, ask, sign } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      const ids = [await ask(second, 0.4, '0.0003'), await ask(first, 0.4, '0.0003005')]
      const signed = await Promise.all(ids.map(sign))
      const told = await Promise.allSettled(
        ids.map((signatureId, at) => calls.ltcBroadcast({ txData: signed[at] ?? '', signatureId })),
      )
      const [made, ...more] = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value.txId] : []))
      expect(more).toEqual([])
      expect(await calls.ltcGetMempool()).toEqual([made])
      expect(await statuses()).toEqual({ [one]: 'replaced', [made ?? '']: 'sent' })
      // The other one waits as before, for a fee that is high enough, or to be deleted.
      expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toHaveLength(1)
      await grow()
    })

    it('payments of one output at once: one is made, the others are refused', async () => {
      const { first, pay } = await coin()
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map((part) => pay(first, part / 8, '0.0001')))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await grow()
      expect(await world.sends()).toHaveLength(1)
    })

    it('a pending signature takes the place of a payment once it is signed', async () => {
      const { first, second, pay, ask, sign } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      expect(await codeOf(ask(second, 0.4, '0.0001'))).toBe('tx.hash.index.spent')
      const id = await ask(second, 0.4, '0.0003')
      expect(await calls.ltcGetMempool()).toEqual([one])
      const { txId: two } = await calls.ltcBroadcast({ txData: await sign(id), signatureId: id })
      expect(await calls.ltcGetMempool()).toEqual([two])
      expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId: two })
      // What takes its place in turn is pending, too, and another bump comes first: then it has too low a fee.
      const late = await ask(first, 0.4, '0.0005')
      const three = await pay(second, 0.4, '0.001')
      const refusal = await refusalOf(calls.ltcBroadcast({ txData: await sign(late), signatureId: late }))
      expect([refusal.code, refusal.message]).toEqual([
        'tx.hash.index.spent',
        expect.stringContaining(`${three}, of yours`),
      ])
      expect(await calls.getPendingTransactionsToSign({ chain: 'LTC' })).toMatchObject([{ id: late }])
      await grow()
      await world.round()
      expect([await balance(first), await balance(second)]).toEqual([0, 0.4])
      const { [one]: oneIs, [two]: twoIs, [three]: threeIs } = await statuses()
      // Whether the other two are proven to be dead by now, the depth of the block decides.
      expect([oneIs, twoIs].every((status) => status === 'replaced' || status === 'dead')).toBe(true)
      expect(threeIs).toBe('confirmed')
      expect(await codeOf(calls.ltcBroadcast({ txData: await sign(late), signatureId: late }))).toBe(
        'claim.taken',
      )
      await calls.deletePendingTransactionToSign({ id: late })
    })

    it('a transaction signed elsewhere takes the place of a payment, if its fee is high enough', async () => {
      const { owner, first, second, txHash, pay } = await coin()
      const one = await pay(first, 0.5, '0.0001')
      const signed = (fee: bigint, value = 50_000_000n) => {
        const utxo = {
          txId: txHash,
          index: 0,
          value: 100_000_000n,
          script: node.chain.codec.scriptOf(owner.address),
          address: owner.address,
          height: 1,
          coinbase: false,
        }
        const unsigned = node.chain.codec.build({
          required: [utxo],
          available: [],
          to: [{ address: second, value }],
          fee,
          changeAddress: owner.address,
          marketRate: 1_000n,
          fastRate: null,
        })
        const signer = node.chain.codec.signer(owner.privateKey)
        const signatures = node.chain.codec
          .signingRequests(unsigned)
          .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
        return node.chain.codec.combine(unsigned, signatures).raw
      }
      expect(await codeOf(calls.ltcBroadcast({ txData: signed(10_000n) }))).toBe('tx.hash.index.spent')
      const txData = signed(30_000n)
      const { txId: two } = await calls.ltcBroadcast({ txData })
      expect(await calls.ltcBroadcast({ txData })).toEqual({ txId: two })
      expect(await calls.ltcGetMempool()).toEqual([two])
      expect(await statuses()).toEqual({ [one]: 'replaced', [two]: 'sent' })
      await grow()
      expect([await balance(first), await balance(second)]).toEqual([0, 0.5])
    })
  },
)
