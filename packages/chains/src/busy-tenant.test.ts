/** A tenant reads so much that its reads are refused: its payments are credited all the same, and so are those of others. */
import { Fault, memoryStorage, type Storage } from '@tallystick/engine'
import { startXrpServer } from '@tallystick/testing/simulated'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { openLedger } from './open-ledger.fixture.js'

/** @param isBusy Whether reads in the turns of tenants are refused */
function taking(inner: Storage, isBusy: () => boolean): Storage {
  const query = new Proxy(inner.query, {
    get: (queries, name) => (isBusy() ? refused : Reflect.get(queries, name)),
  })
  return { ...inner, query, own: inner.query }
}

const refused = () => Promise.reject(new Fault('A read waited for its turn', {}, { transient: true }))

it('a chain is followed although the reads of tenants wait', async () => {
  const server = await startXrpServer()
  const { ledger: chain } = server
  const nodes = [{ kind: 'xrp' as const, url: server.url }]
  let isBusy = false
  const storage = taking(memoryStorage(), () => isBusy)
  const config = readChainsConfig({ chains: { XRP: { testnet: { nodes, follow: true } } } })
  const opened = openLedger(createChains(config), storage)
  onTestFinished(async () => {
    await opened.close()
    await server.close()
  })
  const { custody } = opened.ledger
  await custody.follow()
  const calls = await opened.as('testnet')
  const [wallet, payer] = [await calls.xrpWallet(), await calls.xrpWallet()]
  for (const { address } of [wallet, payer]) chain.fund(String(address), 1_000_000_000n)
  const { id } = await calls.createAccountXpub({ currency: 'XRP', xpub: String(wallet.address), index: 7 })
  await calls.transferXrpBlockchain({
    ...{ fromAccount: String(payer.address), fromSecret: String(payer.secret), to: String(wallet.address) },
    ...{ amount: '5', destinationTag: 7 },
  })
  chain.close()
  chain.close()
  isBusy = true
  await custody.follow()
  isBusy = false
  expect(custody.following()).toMatchObject([{ problem: null, behind: 0 }])
  expect((await calls.getAccountBalance({ id })).accountBalance).toBe('5')
})
