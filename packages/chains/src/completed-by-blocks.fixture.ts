/** A ledger over a chain with tags, and its wallet; and those who know nothing of the ledger. */
import type { Storage } from '@tallystick/engine'
import type { Operations, TallystickOptions } from '@tallystick/operations'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { ChainsFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'
import { openLedger } from './open-ledger.fixture.js'

export interface Wallet {
  readonly address: string
  readonly secret: string
}

/** A chain with tags, and what somebody does on it who does not use the ledger. */
export interface Stage {
  readonly currency: 'XRP' | 'XLM'
  readonly chains: ChainsFile['chains']
  wallet(calls: Operations): Promise<Wallet>
  fund(address: string): void
  pay(calls: Operations, from: Wallet, to: string, amount: string, tag: string): Promise<string>
  /** A withdrawal whose transaction a key-management system is to sign; its pending signature. */
  pend(calls: Operations, sender: string, from: string, to: string): Promise<string>
  /** The chain has one more block, or several. */
  block(count?: number): unknown
  close(): Promise<unknown>
}

const txIdOf = (answer: object): string => ('txId' in answer ? String(answer.txId) : '')

const pendingOf = (answer: object): string => ('signatureId' in answer ? String(answer.signatureId) : '')
/** Of a key-management system. */
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

export const stages: readonly (() => Promise<Stage>)[] = [
  async () => {
    const server = await startXrpServer()
    return {
      currency: 'XRP',
      chains: { XRP: { testnet: { nodes: [{ kind: 'xrp', url: server.url }], follow: true } } },
      async wallet(calls) {
        const { address, secret } = await calls.xrpWallet()
        return { address: String(address), secret: String(secret) }
      },
      fund: (address) => server.ledger.fund(address, 1_000_000_000n),
      async pay(calls, { address: fromAccount, secret: fromSecret }, to, amount, tag) {
        // The tag of the source is free: anybody may write the one of a withdrawal.
        const tags = { destinationTag: Number(tag), sourceTag: 77 }
        const sent = await calls.transferXrpBlockchain({ fromAccount, fromSecret, to, amount, ...tags })
        server.ledger.close()
        return txIdOf(sent)
      },
      async pend(calls, senderAccountId, account, address) {
        const wish = { senderAccountId, account, address, amount: '5', attr: '9', signatureId: WALLET }
        return pendingOf(await calls.transferXrpKMS(wish))
      },
      block: (count) => server.ledger.close(count),
      close: () => server.close(),
    }
  },
  async () => {
    const server = await startHorizon()
    return {
      currency: 'XLM',
      chains: { XLM: { testnet: { nodes: [{ kind: 'horizon', url: server.url }], follow: true } } },
      wallet: (calls) => calls.xlmWallet(),
      fund: (address) => server.ledger.fund(address, 10_000_000_000n),
      async pay(calls, { address: fromAccount, secret: fromSecret }, to, amount, message) {
        const sent = await calls.transferXlmBlockchain({ fromAccount, fromSecret, to, amount, message })
        server.ledger.close()
        return txIdOf(sent)
      },
      async pend(calls, senderAccountId, fromAccount, address) {
        const wish = { senderAccountId, fromAccount, address, amount: '5', attr: '9', signatureId: WALLET }
        return pendingOf(await calls.transferXlmKMS(wish))
      },
      block: (count) => server.ledger.close(count),
      close: () => server.close(),
    }
  },
]

export const chainsOf = ({ chains = {} }: Stage) => createChains(readChainsConfig({ chains }))

/** A ledger that follows the chain, and another one for those who know nothing of it. */
export async function setting(stage: Stage, storage?: Storage, over: Partial<TallystickOptions> = {}) {
  const open = (...of: [Storage?, Partial<TallystickOptions>?]) => openLedger(chainsOf(stage), ...of)
  const [own, others] = [open(storage, over), open()]
  onTestFinished(async () => {
    await own.close()
    await others.close()
    await stage.close()
  })
  const { currency } = stage
  await own.ledger.custody.follow()
  const [calls, signer] = [await own.as('testnet'), await others.as('testnet')]
  const [wallet, mallory, bob, carol] = await Promise.all([0, 1, 2, 3].map(() => stage.wallet(signer)))
  if (wallet === undefined || mallory === undefined || bob === undefined || carol === undefined)
    throw new TypeError('no wallet')
  for (const { address } of [wallet, mallory, bob, carol]) stage.fund(address)
  const { id: account } = await calls.createAccountXpub({ currency, xpub: wallet.address })
  const { derivationKey } = await calls.generateDepositAddress({ id: account })
  await stage.pay(signer, mallory, wallet.address, '100', String(derivationKey))
  await own.ledger.custody.follow()
  const standing = async (id: string) => {
    await own.ledger.custody.follow()
    const all = await calls.getWithdrawals({ pageSize: 50 })
    const found = all.find((one) => one.id === id)
    return [found?.status, found?.txId]
  }
  const wish = { senderAccountId: account, address: bob.address, amount: '5', fee: '0.00001', attr: '9' }
  return { own, calls, signer, wallet, mallory, bob, carol, account, wish, standing }
}
