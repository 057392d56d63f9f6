/** Outputs of wallets: what followers look up of a block across all tenants, and what a withdrawal chooses from. */
import { MAX_INDEX, OUTPUTS, type Output, outputKey } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { ALPHA, BETA, made, Samples, UNICODE, write } from './samples.js'
import { type OpenStorage, using } from './using.js'

const ON = { chain: 'BTC', network: 'mainnet' } as const

const named = (outputs: readonly Output[]): readonly string[] =>
  outputs.map(({ tenant, txId, index }) => `${tenant} ${txId} ${index}`).sort()

export function outputsContract(open: OpenStorage): void {
  describe('outputs', () => {
    it(
      'are found by key, of the own tenant only',
      using(open, async (storage) => {
        const samples = new Samples()
        const own = [0, 2, 10, 11].map((index) => samples.output({ txId: UNICODE, index }))
        const others = [
          samples.output({ txId: UNICODE, tenant: BETA }),
          samples.output({ txId: UNICODE, network: 'testnet' }),
        ]
        await write(storage, ...[...own, ...others].toReversed().map(made))
        const keys = own.map(outputKey)
        await storage.transact(keys, (view) => expect(keys.map((key) => view.find(key))).toEqual(own))
        const unknown = { ...outputKey(own[0] as Output), index: 1 }
        await storage.transact([unknown], (view) => expect(view.find(unknown)).toBeUndefined())
      }),
    )

    it(
      'are made, spent, unspent and gone',
      using(open, async (storage) => {
        const output = new Samples().output({ value: MAX_INDEX, derivationKey: null })
        await write(storage, made(output))
        const spent = {
          ...output,
          height: 7,
          hash: 'h',
          matures: 9,
          spentBy: 'x',
          spentHeight: 8,
          spentHash: 'i',
        }
        const change = (storage: Storage, type: 'output.updated' | 'output.gone', to: Output) =>
          storage.transact([outputKey(to)], (view) => view.apply({ type, output: to }))
        for (const next of [spent, output, spent]) {
          await change(storage, 'output.updated', next)
          expect(await storage.query.find(outputKey(output))).toEqual(next)
        }
        await change(storage, 'output.gone', spent)
        expect(await storage.query.list(OUTPUTS)).toEqual([])
      }),
    )

    it(
      'of a block are found at once, of all tenants',
      using(open, async (storage) => {
        const samples = new Samples()
        const own = [
          samples.output({ txId: 'a', index: 0, hash: 'made', height: 5 }),
          samples.output({ txId: 'a', index: 1, tenant: BETA, hash: 'made', height: 5 }),
          samples.output({ txId: 'b', hash: 'before', spentBy: 'x', spentHeight: 5, spentHash: 'made' }),
        ]
        const elsewhere = [
          samples.output({ txId: 'a', chain: 'LTC', hash: 'made', spentHash: 'made' }),
          samples.output({ txId: 'b', network: 'testnet', hash: 'made' }),
          samples.output({ txId: 'c' }),
        ]
        await write(storage, ...[...own, ...elsewhere].map(made))
        const list = (where: Parameters<typeof storage.query.list<Output>>[1]) =>
          storage.query.list(OUTPUTS, where)
        const strangers = Array.from({ length: 2_000 }, (_, index) => `stranger-${index}`)
        expect(named(await list({ where: { ...ON, txId: { in: [...strangers, 'a', 'b'] } } }))).toEqual(
          named(own),
        )
        expect(named(await list({ where: { ...ON, hash: 'made' } }))).toEqual(named(own.slice(0, 2)))
        expect(named(await list({ where: { ...ON, spentHash: 'made' } }))).toEqual(named(own.slice(2)))
      }),
    )

    it(
      'of a wallet that are unspent come by their value, the largest first, in pages',
      using(open, async (storage) => {
        const samples = new Samples()
        const values = [5n, 40n, MAX_INDEX, 1n, MAX_INDEX - 1n, 300n]
        const own = values.map((value) => samples.output({ value, wallet: UNICODE }))
        const others = [
          samples.output({ wallet: UNICODE, spentBy: 'x', spentHeight: 8, spentHash: 'h' }),
          samples.output({ wallet: 'another' }),
          samples.output({ wallet: UNICODE, tenant: BETA }),
        ]
        await write(storage, ...[...own, ...others].map(made))
        const where = { ...ON, tenant: ALPHA, wallet: UNICODE }
        const pages = [0, 2, 4, 6].map((offset) =>
          storage.query.list(OUTPUTS, {
            ...{ part: 'unspent', where, by: 'value', order: 'desc', offset, limit: 2 },
          }),
        )
        const found = (await Promise.all(pages)).map((page) => page.map(({ value }) => value))
        expect(found).toEqual([[MAX_INDEX, MAX_INDEX - 1n], [300n, 40n], [5n, 1n], []])
      }),
    )
  })
}
