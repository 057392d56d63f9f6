/** A chain whose nodes do not answer leaves its own currency unexplained, and no other: the comparison does not end with it. */
import { NodeFault, type Signed } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import { type Stage, stages } from './completed-by-blocks.fixture.js'
import { readChainsConfig } from './config/read.js'
import { type OpenLedger, openLedger } from './open-ledger.fixture.js'

it('nodes that do not answer leave the currency of their chain alone unexplained', async () => {
  const both = await Promise.all(stages.map((start) => start()))
  onTestFinished(async () => {
    for (const { close } of both) await close()
  })
  let isSilent = false
  const open = () => {
    const chains = createChains(
      readChainsConfig({ chains: Object.assign({}, ...both.map((stage) => stage.chains)) }),
    )
    const chain = async (...of: Parameters<typeof chains.chain>) => {
      const found = await chains.chain(...of)
      const status = (signed: Signed) =>
        isSilent && found.record.id === 'XRP'
          ? Promise.reject(new NodeFault('unreachable', 'silence'))
          : found.node.status(signed)
      const node = Object.create(found.node, { status: { value: status } })
      return Object.create(found, { node: { value: node } })
    }
    const opened = openLedger(Object.create(chains, { chain: { value: chain } }))
    onTestFinished(() => opened.close())
    return opened
  }
  const [own, others] = [open(), open()]
  const [sendXrp] = await Promise.all(both.map((stage) => funded(stage, own, others)))
  // A node must tell what became of it.
  await sendXrp?.()
  expect(await own.ledger.reconcile()).toMatchObject({ isExplained: true, notCompared: [] })
  isSilent = true
  const { currencies, notCompared, isExplained } = await own.ledger.reconcile()
  expect(isExplained).toBe(false)
  expect(currencies.map((one) => [one.currency, one.isExplained])).toEqual([
    ['XRP', false],
    ['XLM', true],
  ])
  expect(notCompared).toEqual(['transactions on XRP testnet: silence'])
})

/** An account with money on a wallet of its own; answers how somebody sends without it. */
async function funded(stage: Stage, own: OpenLedger, others: OpenLedger) {
  const { currency } = stage
  const { custody } = own.ledger
  const [calls, signer] = [await own.as('testnet'), await others.as('testnet')]
  const [wallet, mallory] = [await stage.wallet(signer), await stage.wallet(signer)]
  await custody.follow()
  for (const { address } of [wallet, mallory]) stage.fund(address)
  stage.block()
  await custody.follow()
  await custody.watch(embeddedCaller(), currency, wallet.address)
  const { id } = await calls.createAccountXpub({ currency, xpub: wallet.address })
  const { derivationKey } = await calls.generateDepositAddress({ id })
  await stage.pay(signer, mallory, wallet.address, '100', String(derivationKey))
  await custody.follow()
  const from = { fromAccount: mallory.address, fromSecret: mallory.secret }
  return () => calls.transferXrpBlockchain({ ...from, to: wallet.address, amount: '1' })
}
