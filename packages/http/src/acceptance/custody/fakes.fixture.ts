/** Rows of chains whose nodes are in memory, and check every transaction with the chain's own library. */

import { createChains, readChainsConfig } from '@tallystick/chains'
import type { UtxoChain } from '@tallystick/custody'
import type { Operations, Tallystick } from '@tallystick/operations'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { ApiServices } from '@tatumio/api-client'
import { KEY } from '../../service.fixture.js'
import {
  multiversxNode,
  startUtxoServer,
  stellarDaemon,
  tronNode,
  utxoDaemon,
  xrpDaemon,
} from '../nodes.fixture.js'
import { type FlowRow, type FlowStored, unitsOf } from './flow.fixture.js'
import { signedOutside } from './signing.fixture.js'

const { blockchain } = ApiServices.virtualAccount

const amounts = { arrives: '40.5', paid: '30.6', leaves: '5.5' }
/** A wallet of a key-management system. */
const KMS = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const described = { supply: '0', decimals: 6, description: 'of this test', basePair: 'USD' } as const

async function callsOf({ access, as }: Tallystick): Promise<Operations> {
  const caller = await (await access()).identify(KEY)
  if (caller === null) throw new TypeError('the key is not known')
  return as(caller)
}

const isToken = true

/** @param code In hex, of an asset that an account issues; absent: XRP */
const xrp = (name: string, code?: string): FlowRow => ({
  name,
  chain: 'XRP',
  currency: code ?? 'XRP',
  decimals: code === undefined ? 6 : 15,
  ...(code === undefined ? {} : { isToken }),
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
        const [outside, own, issuer] = [
          await calls.xrpWallet(),
          await calls.xrpWallet(),
          await calls.xrpWallet(),
        ]
        for (const { address } of [outside, own, issuer]) ledger.fund(String(address), 1_000_000_000n)
        const [address, secret] = [String(own.address), String(own.secret)]
        const issued = { issuerAccount: String(issuer.address), token: code ?? '' }
        if (code !== undefined) {
          const by = { fromAccount: issued.issuerAccount, fromSecret: String(issuer.secret) }
          await calls.accountSettingsXrpBlockchain({ ...by, rippling: true })
          ledger.close()
        }
        for (const holder of code === undefined ? [] : [outside, own]) {
          const by = { fromAccount: String(holder.address), fromSecret: String(holder.secret) }
          await calls.trustLineXrpBlockchain({ ...by, ...issued, limit: '1000000' })
          ledger.close()
        }
        const asset = { ...issued, basePair: 'USD' }
        const args = { account: address, attr: '7' }
        const token = { asset: `USD:${issuer.address}`, decimals: 15 }
        return {
          ...(code === undefined
            ? { xpub: address }
            : {
                assigned: { address, tag: 1 },
                register: [
                  {
                    client: () =>
                      blockchain.xrpAssetOffchain(asset as Parameters<typeof blockchain.xrpAssetOffchain>[0]),
                    operation: (by) => by.xrpAssetOffchain(asset),
                  },
                ],
              }),
          recipient: String(outside.address),
          async held(account) {
            const told = await calls.xrpGetAccountBalance({ account })
            if (code === undefined) return BigInt(String(told.balance))
            const [line] = told.assets ?? []
            return unitsOf(String(line?.balance), 15)
          },
          withdraw(order) {
            const body = { ...order, ...args, secret }
            return {
              client: () => blockchain.xrpTransfer(body),
              operation: (by) => by.transferXrp(body),
            }
          },
          leave(order) {
            const body = { ...order, ...args, signatureId: KMS }
            return {
              client: () => blockchain.xrpTransfer(body),
              operation: (by) => by.transferXrpKMS(body),
            }
          },
          stored: { fee: '0.00001', attr: '7' },
          sign: (order) =>
            signedOutside(service, 'XRP', order, {
              ...{ key: secret, args, tag: '7' },
              ...(code === undefined ? {} : { token }),
            }),
          signPending: async ({ serializedTransaction }) =>
            xrpDaemon.signAsDaemon(serializedTransaction, secret),
          async pay({ address: to, destinationTag }, amount) {
            const by = code === undefined ? outside : issuer
            const body = {
              fromAccount: String(by.address),
              fromSecret: String(by.secret),
              ...{ to, amount },
              ...(destinationTag === undefined ? {} : { destinationTag }),
            }
            if (code === undefined) await calls.transferXrpBlockchain(body)
            else await calls.transferXrpBlockchainAsset({ ...body, ...issued })
          },
        }
      },
    }
  },
})

/** @param code Of an asset that an account issues; absent: XLM */
const stellar = (name: string, code?: string): FlowRow => ({
  name,
  chain: 'XLM',
  currency: code ?? 'XLM',
  decimals: 7,
  ...(code === undefined ? {} : { isToken }),
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
        const [outside, own, issuer] = [
          await calls.xlmWallet(),
          await calls.xlmWallet(),
          await calls.xlmWallet(),
        ]
        for (const { address } of [outside, own, issuer]) ledger.fund(address, 10_000_000_000n)
        const { address, secret } = own
        const issued = { issuerAccount: issuer.address, token: code ?? '' }
        for (const holder of code === undefined ? [] : [outside, own]) {
          const by = { fromAccount: holder.address, fromSecret: holder.secret, limit: '1000000' }
          await calls.trustLineXlmBlockchain({ ...by, ...issued })
          ledger.close()
        }
        const asset = { ...issued, basePair: 'USD' }
        const args = { fromAccount: address, attr: 'rent' }
        const token = { asset: `${code}:${issuer.address}`, decimals: 7 }
        return {
          ...(code === undefined
            ? { xpub: address }
            : {
                assigned: { address, tag: 1 },
                register: [
                  {
                    client: () =>
                      blockchain.xlmAssetOffchain(asset as Parameters<typeof blockchain.xlmAssetOffchain>[0]),
                    operation: (by) => by.xlmAssetOffchain(asset),
                  },
                ],
              }),
          recipient: outside.address,
          async held(account) {
            if (code === undefined) return ledger.account(account).balance
            const { balances } = await calls.xlmGetAccountInfo({ account })
            const lines = balances as readonly { readonly asset_code?: string; readonly balance: string }[]
            return unitsOf(lines.find((one) => one.asset_code === code)?.balance ?? '', 7)
          },
          withdraw(order) {
            const body = { ...order, ...args, secret }
            return {
              client: () => blockchain.xlmTransfer(body),
              operation: (by) => by.transferXlm(body),
            }
          },
          leave(order) {
            const body = { ...order, ...args, signatureId: KMS }
            return {
              client: () => blockchain.xlmTransfer(body),
              operation: (by) => by.transferXlmKMS(body),
            }
          },
          stored: { fee: '0.00001', attr: 'rent' },
          sign: (order) =>
            signedOutside(service, 'XLM', order, {
              ...{ key: secret, args, tag: 'text:rent' },
              ...(code === undefined ? {} : { token }),
            }),
          signPending: async ({ serializedTransaction }) =>
            stellarDaemon.signAsDaemon(serializedTransaction, secret),
          async pay({ address: to, message = '' }, amount) {
            const by = code === undefined ? outside : issuer
            const body = { fromAccount: by.address, fromSecret: by.secret, to, amount, message }
            if (code === undefined) await calls.transferXlmBlockchain(body)
            else await calls.transferXlmBlockchainAsset({ ...body, ...issued })
          },
        }
      },
    }
  },
})

interface TronAccount {
  readonly trc10?: readonly { readonly key: string; readonly value: number }[]
  readonly trc20?: readonly Readonly<Record<string, string>>[]
}

/** The number of a TRC-10 token. */
const NUMBER = '1000001'

/** @param type Of a token; absent: TRX */
const tron = (name: string, type?: 'TRC10' | 'TRC20'): FlowRow => ({
  name,
  chain: 'TRON',
  currency: type === undefined ? 'TRON' : `GOLD_${type}`,
  decimals: 6,
  ...(type === undefined ? {} : { isToken }),
  amounts,
  isReadWhenFinal: true,
  async start() {
    const { startTronServer, signAsDaemon } = await tronNode()
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
        const at = ({ xpub, mnemonic }: typeof own, index: number) =>
          Promise.all([
            calls.tronGenerateAddress({ xpub, index }).then(({ address }) => address),
            calls.tronGenerateAddressPrivateKey({ mnemonic, index }).then(({ key }) => key),
          ])
        const [[recipient, key], [contract], [payer, payerKey]] = await Promise.all([
          at(outside, 0),
          at(outside, 1),
          at(own, 1),
        ])
        for (const address of [recipient, payer]) ledger.fund(address, 10_000_000_000n)
        if (type === 'TRC20') {
          ledger.addToken(contract, { name: 'Gold', symbol: 'GOLD', decimals: 6 })
          ledger.fund(recipient, 10n ** 12n, { token: contract })
        }
        if (type === 'TRC10') {
          ledger.addAsset(NUMBER, { id: NUMBER, name: 'Gold', precision: 6 })
          ledger.fund(recipient, 10n ** 12n, { asset: NUMBER })
        }
        ledger.grow(45)
        const symbol = `GOLD_${type}`
        const token = type === 'TRC20' ? contract : NUMBER
        const made = { ...described, symbol, type: type ?? 'TRC10', address: contract }
        return {
          xpub: own.xpub,
          ...(type === undefined
            ? {}
            : {
                register: [
                  {
                    client: () => blockchain.createTrc(made as Parameters<typeof blockchain.createTrc>[0]),
                    operation: (by) => by.trcAddress(made),
                  },
                  {
                    client: () => blockchain.storeTokenAddress(token, symbol),
                    operation: (by) => by.storeTokenAddress({ name: symbol, address: token }),
                  },
                ],
              }),
          recipient,
          async held(address) {
            if (type === undefined) return ledger.account(address).balance
            const told = (await calls.tronGetAccount({ address })) as TronAccount
            if (type === 'TRC10') return BigInt(told.trc10?.find(({ key }) => key === NUMBER)?.value ?? 0)
            return BigInt(told.trc20?.find((one) => Object.hasOwn(one, contract))?.[contract] ?? 0)
          },
          withdraw(order) {
            const body = { ...order, mnemonic: own.mnemonic, index: 1 }
            return {
              client: () => blockchain.tronTransferOffchain(body),
              operation: (by) => by.transferTronMnemonic(body),
            }
          },
          leave(order) {
            const body = { ...order, from: payer, signatureId: KMS }
            return {
              client: () => blockchain.tronTransferOffchain(body),
              operation: (by) => by.transferTronKMS(body),
            }
          },
          stored: { fee: '2.5', sourceAddress: payer },
          sign: (order) =>
            signedOutside(service, 'TRON', order, {
              key: payerKey,
              ...(type === undefined ? {} : { token: { asset: token, decimals: 6 } }),
            }),
          signPending: async ({ serializedTransaction }) => signAsDaemon(serializedTransaction, payerKey),
          async pay({ address: to }, amount) {
            const by = { fromPrivateKey: key, to, amount }
            if (type === undefined) await calls.transferTronBlockchain(by)
            if (type === 'TRC10') await calls.transferTronTrc10Blockchain({ ...by, tokenId: NUMBER })
            if (type !== 'TRC20') return
            await calls.transferTronTrc20Blockchain({ ...by, tokenAddress: contract, feeLimit: 100 })
          },
        }
      },
    }
  },
})

const multiversx: FlowRow = {
  name: 'EGLD',
  chain: 'EGLD',
  currency: 'EGLD',
  decimals: 18,
  amounts,
  isReadWhenFinal: true,
  async start() {
    const { startGateway, signAsDaemon } = await multiversxNode()
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
        const { key } = await calls.egldGenerateAddressPrivateKey({ mnemonic, index: 1 })
        ledger.fund(from, 10n ** 20n)
        return {
          assigned: { address: own },
          recipient: from,
          held: async (address) => unitsOf((await calls.egldGetBalance({ address })).balance ?? '', 18),
          withdraw(order) {
            const body = { ...order, mnemonic, index: 1 }
            return {
              client: () => blockchain.egldTransfer(body),
              operation: (by) => by.offEglTransferEthMnemonic(body),
            }
          },
          leave(order) {
            const body = { ...order, from: own, signatureId: KMS }
            return {
              client: () => blockchain.egldTransfer(body),
              operation: (by) => by.offEglTransferEthKMS(body),
            }
          },
          stored: { fee: '0.001', sourceAddress: own },
          sign: (order) => signedOutside(service, 'EGLD', order, { key }),
          async signPending({ serializedTransaction }) {
            const nonce = await calls.egldGetTransactionCount({ address: own })
            return signAsDaemon(serializedTransaction, key, { nonce, chainID: 'T', version: 1 })
          },
          async pay({ address: to }, amount) {
            await calls.transferEgldBlockchain({ from, fromPrivateKey, to, amount })
          },
        }
      },
    }
  },
}

/** `USD`, as XRP writes a code of three letters in hex. */
const USD = '0000000000000000000000005553440000000000'

/** @param id Of a chain whose real node cannot be had here */
const outputs = (id: 'DOGE' | 'BCH', deep: number, fee: string): FlowRow => ({
  name: id,
  chain: id,
  currency: id,
  decimals: 8,
  amounts,
  isReadWhenFinal: false,
  async start() {
    const chain: UtxoChain = await createChains(readChainsConfig({})).chain(id, 'testnet')
    const server = await startUtxoServer(chain)
    const mine = (blocks: number) => {
      for (let block = 0; block < blocks; block++) server.mine()
      return Promise.resolve()
    }
    const { codec, keys } = chain
    if (keys === undefined) throw new TypeError('no keys')
    let wallets = 0
    return {
      testnet: {
        nodes: [
          { kind: 'core', url: server.core },
          { kind: 'blockbook', url: server.blockbook },
        ],
      },
      mine: () => mine(1),
      settle: () => mine(deep),
      close: () => server.close(),
      async open(service) {
        const { node }: UtxoChain = await service.chains.chain(id, 'testnet')
        const words = keys.mnemonic(new Uint8Array(32).fill(++wallets))
        const xpub = await keys.xpub(words)
        const recipient = keys.address(xpub, 1_000_000)
        const secretsOf = (data: FlowStored['data'] = []) =>
          Promise.all(
            data
              .filter(({ vIn }) => vIn !== '-1')
              .map(async ({ address }) => {
                const key = await keys.privateKey(words, address?.derivationKey ?? 0)
                return utxoDaemon.secretOfWif(key)
              }),
          )
        const daemon = id === 'BCH' ? utxoDaemon.signAsCashDaemon : utxoDaemon.signAsDogeDaemon
        return {
          xpub,
          recipient,
          held: (address) => node.balance(address),
          withdraw(order) {
            const body = { ...order, mnemonic: words, xpub }
            return id === 'DOGE'
              ? {
                  client: () => blockchain.dogeTransfer(body),
                  operation: (by) => by.transferDogeMnemonic(body),
                }
              : {
                  client: () => blockchain.bchTransfer(body),
                  operation: (by) => by.transferBchMnemonic(body),
                }
          },
          leave(order) {
            const body = { ...order, signatureId: KMS, xpub }
            return id === 'DOGE'
              ? { client: () => blockchain.dogeTransfer(body), operation: (by) => by.transferDogeKMS(body) }
              : { client: () => blockchain.bchTransfer(body), operation: (by) => by.transferBchKMS(body) }
          },
          stored: { fee },
          async sign({ address, amount }, data = []) {
            const change = unitsOf((data.at(-1)?.amount ?? 0).toFixed(8), 8)
            const to = [
              { address, value: unitsOf(amount, 8) },
              { address: keys.address(xpub, 0), value: change },
            ]
            const required = data.slice(0, -1).map((one) => ({
              txId: one.vIn ?? '',
              index: one.vInIndex ?? 0,
              value: unitsOf(one.amount.toFixed(8), 8),
              script: codec.scriptOf(one.address?.address ?? ''),
              address: one.address?.address ?? '',
              height: 1,
              coinbase: false,
            }))
            const none = { available: [], fee: null, changeAddress: null, marketRate: 1_000n, fastRate: null }
            const unsigned = codec.build({ required, to, ...none })
            const keysOf = await Promise.all(
              required.map((_, at) => keys.privateKey(words, data[at]?.address?.derivationKey ?? 0)),
            )
            const signers = keysOf.map((key) => codec.signer(key))
            const signatures = codec.signingRequests(unsigned).map((request, at) => {
              const signer = signers[at] ?? codec.signer('')
              return { publicKey: signer.publicKey, signature: signer.sign(request) }
            })
            return codec.combine(unsigned, signatures)
          },
          async signPending({ serializedTransaction, withdrawalResponses }) {
            return daemon(serializedTransaction, await secretsOf(withdrawalResponses))
          },
          pay: async ({ address }, coins) => void server.fund(address, unitsOf(coins, 8)),
        }
      },
    }
  },
})

export const FAKES: readonly FlowRow[] = [
  xrp('XRP, by tag'),
  xrp('an asset on XRP, by tag', USD),
  stellar('XLM, by memo'),
  stellar('an asset on Stellar, by memo', 'GOLD'),
  tron('TRX'),
  tron('TRC-20', 'TRC20'),
  tron('TRC-10', 'TRC10'),
  multiversx,
  outputs('DOGE', 42, '1'),
  outputs('BCH', 17, '0.00005'),
]
