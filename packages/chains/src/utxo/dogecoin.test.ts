/**
 * What the service chooses on Dogecoin, fees and change, the key-management daemon's library signs: it refuses fees that it
 * finds too small or too large, and outputs below 1 DOGE.
 */
import { type Chains, NodeFault, records } from '@tallystick/custody'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger, pendingOf, txIdOf } from '../open-ledger.fixture.js'
import type { JsonRpc } from '../transport/transport.js'
import { signAsDogeDaemon } from './daemon.fixture.js'
import { utxoFamily } from './family.js'
import { startUtxoServer, type UtxoServer } from './ledger.fixture.js'
import { keyOf, secretOf } from './paying.fixture.js'
import { offlineChain } from './subject.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const DOGE = 100_000_000n

describe('a payment whose fee and change the service chooses', () => {
  const [mine, theirs, change] = [1, 2, 3].map((number) =>
    keyOf(offlineChain('DOGE', 'testnet'), number).addressAs('p2pkh'),
  ) as [string, string, string]
  let server: UtxoServer
  let chains: Chains
  let world: OpenLedger
  let calls: Calls

  beforeEach(async () => {
    server = await startUtxoServer(offlineChain('DOGE', 'testnet'))
    const nodes = [{ kind: 'core' as const, url: server.core }]
    chains = createChains(readChainsConfig({ chains: { DOGE: { testnet: { nodes } } } }))
    world = openLedger(chains)
    calls = await world.as('testnet')
  })
  afterEach(async () => {
    await world.close()
    await chains.close()
    await server.close()
  })

  it.each([
    ['one output, and change', 1, '50', 2],
    ['change of a little more than 1 DOGE', 1, '98.9', 2],
    ['change of less than 1 DOGE, which is fee', 1, '99.5', 1],
    ['many outputs', 40, '3999.2', 1],
  ])('%s: the daemon signs it, and the node takes it', async (_what, count, value, outputs) => {
    const { txId: txHash } = server.fund(mine, 100n * DOGE, count)
    const fromUTXO = Array.from({ length: count }, (_, index) => ({
      txHash,
      index,
      signatureId: WALLET,
      address: mine,
      value: '100',
    }))
    const id = await pendingOf(
      calls.dogeTransactionUTXOKMS({ fromUTXO, to: [{ address: theirs, value }], changeAddress: change }),
    )
    const { serializedTransaction = '' } = await calls.getPendingTransactionToSign({ id })
    const txData = signAsDogeDaemon(
      serializedTransaction,
      fromUTXO.map(() => secretOf(1)),
    )
    const txId = await txIdOf(calls.dogeBroadcast({ txData, signatureId: id }))
    expect((await calls.dogeGetRawTransaction({ hash: txId })).vout).toHaveLength(outputs)
  })
})

it('a node that advises less than signers accept does not lower the fee', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    // 0.01 DOGE per 1,000 bytes, as Dogecoin Core recommends.
    estimatesmartfee: { feerate: 0.01, blocks: 2 },
  }
  const rpc: JsonRpc = {
    call: (method) =>
      method in answers
        ? Promise.resolve(answers[method])
        : Promise.reject(new NodeFault('unsupported', method)),
  }
  const rates = await utxoFamily(records.DOGE, 'testnet', { rpc }).node.feeRates()
  for (const rate of Object.values(rates)) expect(rate).toBe(7_500_000n)
})
