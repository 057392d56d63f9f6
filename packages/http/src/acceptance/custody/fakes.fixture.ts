/** Rows of chains whose nodes are in memory, and check every transaction with the chain's own library. */

import type { Operations, Tallystick } from '@tallystick/operations'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { ApiServices } from '@tatumio/api-client'
import { KEY } from '../../service.fixture.js'
import { multiversxNode, tronNode } from '../nodes.fixture.js'
import { type FlowRow, unitsOf } from './flow.fixture.js'

const { blockchain } = ApiServices.virtualAccount

const amounts = { arrives: '40.5', paid: '20.6', leaves: '10.5' }

async function callsOf({ access, as }: Tallystick): Promise<Operations> {
  const caller = await (await access()).identify(KEY)
  if (caller === null) throw new TypeError('the key is not known')
  return as(caller)
}

const xrp: FlowRow = {
  name: 'XRP, by tag',
  chain: 'XRP',
  currency: 'XRP',
  decimals: 6,
  amounts,
  isReadWhenFinal: true,
  async start() {
    const server = await startXrpServer()
    const { ledger } = server
    return {
      testnet: { nodes: [{ kind: 'xrp', url: server.url }] },
      mine: () => Promise.resolve(ledger.close()),
      settle: () => Promise.resolve(ledger.close()),
      close: () => server.close(),
      async open(service) {
        const calls = await callsOf(service)
        const [outside, own] = [await calls.xrpWallet(), await calls.xrpWallet()]
        for (const { address } of [outside, own]) ledger.fund(String(address), 1_000_000_000n)
        return {
          xpub: String(own.address),
          recipient: String(outside.address),
          held: async (account) => BigInt(String((await calls.xrpGetAccountBalance({ account })).balance)),
          withdraw(order) {
            const body = { ...order, account: String(own.address), secret: String(own.secret), attr: '7' }
            return {
              client: () => blockchain.xrpTransfer(body),
              operation: (by) => by.transferXrp(body),
            }
          },
          async pay({ address, destinationTag }, amount) {
            await calls.transferXrpBlockchain({
              fromAccount: String(outside.address),
              fromSecret: String(outside.secret),
              to: address,
              amount,
              ...(destinationTag === undefined ? {} : { destinationTag }),
            })
          },
        }
      },
    }
  },
}

const stellar: FlowRow = {
  name: 'XLM, by memo',
  chain: 'XLM',
  currency: 'XLM',
  decimals: 7,
  amounts,
  isReadWhenFinal: true,
  async start() {
    const server = await startHorizon()
    const { ledger } = server
    return {
      testnet: { nodes: [{ kind: 'horizon', url: server.url }] },
      mine: () => Promise.resolve(ledger.close()),
      settle: () => Promise.resolve(ledger.close()),
      close: () => server.close(),
      async open(service) {
        const calls = await callsOf(service)
        const [outside, own] = [await calls.xlmWallet(), await calls.xlmWallet()]
        for (const { address } of [outside, own]) ledger.fund(address, 10_000_000_000n)
        return {
          xpub: own.address,
          recipient: outside.address,
          held: async (account) => ledger.account(account).balance,
          withdraw(order) {
            const body = { ...order, fromAccount: own.address, secret: own.secret, attr: 'rent' }
            return {
              client: () => blockchain.xlmTransfer(body),
              operation: (by) => by.transferXlm(body),
            }
          },
          async pay({ address, message }, amount) {
            const by = { fromAccount: outside.address, fromSecret: outside.secret }
            await calls.transferXlmBlockchain({ ...by, to: address, amount, message: message ?? '' })
          },
        }
      },
    }
  },
}

const tron: FlowRow = {
  name: 'TRX',
  chain: 'TRON',
  currency: 'TRON',
  decimals: 6,
  amounts,
  isReadWhenFinal: true,
  async start() {
    const { startTronServer } = await tronNode()
    const server = await startTronServer()
    const { ledger } = server
    return {
      testnet: { nodes: [{ kind: 'tron', url: server.url }] },
      mine: () => Promise.resolve(ledger.grow(1)),
      settle: () => Promise.resolve(ledger.grow(45)),
      close: () => server.close(),
      async open(service) {
        const calls = await callsOf(service)
        const [outside, own] = [await calls.generateTronwallet(), await calls.generateTronwallet()]
        const { address } = await calls.tronGenerateAddress({ xpub: outside.xpub, index: 0 })
        const { key } = await calls.tronGenerateAddressPrivateKey({ mnemonic: outside.mnemonic, index: 0 })
        ledger.fund(address, 10_000_000_000n)
        return {
          xpub: own.xpub,
          recipient: address,
          held: async (of) => ledger.account(of).balance,
          withdraw(order) {
            const body = { ...order, mnemonic: own.mnemonic, index: 1 }
            return {
              client: () => blockchain.tronTransferOffchain(body),
              operation: (by) => by.transferTronMnemonic(body),
            }
          },
          async pay({ address: to }, amount) {
            await calls.transferTronBlockchain({ fromPrivateKey: key, to, amount })
          },
        }
      },
    }
  },
}

const multiversx: FlowRow = {
  name: 'EGLD',
  chain: 'EGLD',
  currency: 'EGLD',
  decimals: 18,
  amounts,
  isReadWhenFinal: true,
  async start() {
    const { startGateway } = await multiversxNode()
    const server = await startGateway()
    const { ledger } = server
    return {
      testnet: { nodes: [{ kind: 'multiversx', url: server.url }] },
      mine: () => Promise.resolve(ledger.close()),
      settle: () => Promise.resolve(ledger.close(10)),
      close: () => server.close(),
      async open(service) {
        const calls = await callsOf(service)
        const { mnemonic } = await calls.egldGenerateWallet()
        const { address: from } = await calls.egldGenerateAddress({ mnemonic, index: 0 })
        const { address: own } = await calls.egldGenerateAddress({ mnemonic, index: 1 })
        const { key: fromPrivateKey } = await calls.egldGenerateAddressPrivateKey({ mnemonic, index: 0 })
        ledger.fund(from, 10n ** 20n)
        return {
          assigned: [own],
          recipient: from,
          held: async (address) => unitsOf((await calls.egldGetBalance({ address })).balance ?? '', 18),
          withdraw(order) {
            const body = { ...order, mnemonic, index: 1 }
            return {
              client: () => blockchain.egldTransfer(body),
              operation: (by) => by.offEglTransferEthMnemonic(body),
            }
          },
          async pay({ address: to }, amount) {
            await calls.transferEgldBlockchain({ from, fromPrivateKey, to, amount })
          },
        }
      },
    }
  },
}

export const FAKES: readonly FlowRow[] = [xrp, stellar, tron, multiversx]
