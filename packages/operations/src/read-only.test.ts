/** What a key that may only read is refused: of every operation, whether it changes something. */
import { dumpStorage } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { ledgerCatalogue } from './catalogue/index.js'
import { type AnyOperation, operations } from './index.js'
import { refusal } from './ledger.fixture.js'
import { callById, exampleOf, openWorld, type World } from './world.fixture.js'

/** Calls by POST that change nothing, by their ids: what is found, estimated, or derived from what the call brings. */
const READING = [
  /^getTransactions(By(Account|Customer)Id)?$/,
  /^get((Buy|Sell|Historical)TradesBody|MatchedTrades)$/,
  /^(chartRequest|btcGetTxByAddressBatch|receivePendingTransactionsToSign)$/,
  /EstimateGas(Batch)?$/,
  /^(offchainE|e)stimateFee/,
  /Generate(Wallet|Address)FromMnemonic$/,
  /GenerateAddressPrivateKey$/,
  /^call(Polygon|Celo)?(SmartContract)?Read(SmartContract)?Method$/,
  /^precalculateGasPumpAddresses$/,
]

const reads = ({ id, method }: AnyOperation): boolean =>
  method === 'GET' || (method === 'POST' && READING.some((pattern) => pattern.test(id)))

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const calls = () => world.ledger.as({ ...world.caller, readOnly: true })
const dump = () => dumpStorage(world.storage, { tenants: [world.caller.tenant] })

describe('a key that may only read', () => {
  it('is refused exactly where something may change, whatever is sent', async () => {
    const before = await dump()
    const refused: string[] = []
    for (const { id } of operations) {
      const error = await callById(calls(), id, {}).then(
        () => null,
        (cause: unknown) => cause,
      )
      if (Reflect.get(error ?? {}, 'code') === 'key.not.allowed') refused.push(id)
    }
    expect(refused).toEqual(operations.filter((operation) => !reads(operation)).map(({ id }) => id))
    expect({ ...(await dump()), charges: [] }).toEqual({ ...before, charges: [] })
  })

  it('has what it asks for, and changes nothing by what is right', async () => {
    const before = await dump()
    for (const operation of Object.values<AnyOperation>(ledgerCatalogue)) {
      const call = callById(calls(), operation.id, exampleOf(operation.id).args(world))
      if (reads(operation)) await expect(call, operation.id).resolves.toBeDefined()
      else expect(await refusal(call), operation.id).toMatchObject({ code: 'key.not.allowed', status: 403 })
    }
    expect({ ...(await dump()), charges: [] }).toEqual({ ...before, charges: [] })
  })

  it('does not become another one', async () => {
    const access = await world.ledger.access()
    const { tenant, network, plan } = world.caller
    const wanted = { tenant, network, plan, name: 'audit' }
    await access.register('a key that may only read', { ...wanted, readOnly: true })
    await access.register('a key that may only read', wanted)
    expect(await access.identify('a key that may only read')).toMatchObject({ readOnly: true })
  })
})
