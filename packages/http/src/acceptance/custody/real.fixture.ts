/** Rows of chains whose real nodes run here: Litecoin Core, anvil, and litesvm. */
import type { EvmChain, SolanaChain, UtxoChain } from '@tallystick/custody'
import { ApiServices } from '@tatumio/api-client'
import {
  type Anvil,
  contracts,
  deploy,
  evmDaemon,
  findLitecoind,
  minedBy,
  solanaNode,
  startAnvil,
  startLitecoind,
  utxoDaemon,
} from '../nodes.fixture.js'
import { type FlowRow, type FlowStored, unitsOf } from './flow.fixture.js'
import { signedOutside } from './signing.fixture.js'

const { blockchain } = ApiServices.virtualAccount

const CHAIN_ID = 11_155_111n
const DEEP = 70
/** The first block of devnet, which the ledger says is its own. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const WORDS = `${'abandon '.repeat(11)}about`
const amounts = { arrives: '1.5', paid: '0.6', leaves: '0.15' }
/** A wallet of a key-management system. */
const KMS = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

/** Nobody's. */
const OUTSIDE = `0x${'9'.repeat(40)}`

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`
const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

const litecoind: FlowRow = {
  name: 'LTC on litecoind',
  chain: 'LTC',
  currency: 'LTC',
  decimals: 8,
  amounts,
  isReadWhenFinal: false,
  ...(findLitecoind() === undefined ? { missing: 'litecoind is not installed' } : {}),
  async start() {
    const node = await startLitecoind()
    const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
      node.rpc.call(method, params) as Promise<Result>
    const { codec } = node.chain
    const privateKey = codec.privateKeyText(new Uint8Array(32).fill(7))
    const { address: own } = codec.signer(privateKey)
    const rewards = [...(await rpc<readonly string[]>('generatetoaddress', 10, own))]
    let wallets = 0
    const mine = (blocks: number) => rpc('generatetoaddress', blocks, own)
    await mine(100)
    return {
      testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url: node.url }] },
      mine: async () => void (await mine(1)),
      settle: async () => void (await mine(14)),
      close: () => node.stop(),
      async open({ chains }) {
        const { keys }: UtxoChain = await chains.chain('LTC', 'testnet')
        // A service knows nothing of coins that another one has left in the wallet.
        const words = keys?.mnemonic(new Uint8Array(32).fill(++wallets)) ?? ''
        const xpub = (await keys?.xpub(words)) ?? ''
        const keysOf = (data: FlowStored['data'] = []) =>
          Promise.all(
            data
              .filter(({ vIn }) => vIn !== '-1')
              .map(({ address }) => keys?.privateKey(words, address?.derivationKey ?? 0) ?? ''),
          )
        return {
          xpub,
          recipient: codec.canonical(keys?.address(xpub, 1_000_000) ?? ''),
          async held(address) {
            const told = await rpc<{ total_amount: number }>('scantxoutset', 'start', [`addr(${address})`])
            return unitsOf(Number(told.total_amount).toFixed(8), 8)
          },
          withdraw(order) {
            const body = { ...order, mnemonic: words, xpub }
            return {
              client: () => blockchain.ltcTransfer(body),
              operation: (calls) => calls.transferLtcMnemonic(body),
            }
          },
          leave(order) {
            const body = { ...order, signatureId: KMS, xpub }
            return {
              client: () => blockchain.ltcTransfer(body),
              operation: (calls) => calls.transferLtcKMS(body),
            }
          },
          stored: { fee: '0.0005' },
          async sign({ address, amount }, data = []) {
            const inputs = data.slice(0, -1).map(({ vIn: txid, vInIndex: vout }) => ({ txid, vout }))
            const raw = await rpc('createrawtransaction', inputs, [
              { [address]: amount },
              { [codec.canonical(keys?.address(xpub, 0) ?? '')]: data.at(-1)?.amount.toFixed(8) },
            ])
            const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, await keysOf(data))
            return { raw: hex, txId: codec.inspect(hex).txId }
          },
          async signPending({ serializedTransaction, withdrawalResponses }) {
            const secrets = (await keysOf(withdrawalResponses)).map(utxoDaemon.secretOfWif)
            return utxoDaemon.signAsDaemon(serializedTransaction, secrets)
          },
          async pay({ address }, coins) {
            const { tx } = await rpc<{ tx: readonly { txid: string }[] }>(
              'getblock',
              rewards.shift() ?? '',
              2,
            )
            const inputs = [{ txid: tx[0]?.txid, vout: 0 }]
            // A reward is 50 coins.
            const rest = unitsOf('49.999', 8) - unitsOf(coins, 8)
            const raw = await rpc('createrawtransaction', inputs, {
              [address]: coins,
              [own]: `${rest / 10n ** 8n}.${String(rest % 10n ** 8n).padStart(8, '0')}`,
            })
            const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [privateKey])
            await rpc('sendrawtransaction', hex)
          },
          async take(from, index) {
            const key = (await keys?.privateKey(words, index)) ?? ''
            const { unspents } = await rpc<{
              unspents: readonly { txid: string; vout: number; amount: unknown }[]
            }>('scantxoutset', 'start', [`addr(${from})`])
            const [coin] = unspents
            const raw = await rpc('createrawtransaction', [{ txid: coin?.txid, vout: coin?.vout }], {
              [own]: '0.01',
            })
            const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [key])
            await rpc('sendrawtransaction', hex, 0)
          },
        }
      },
    }
  },
}

/** @param token Units of 10^-6 that the deployer begins with; undefined for the native coin */
const anvil = (name: string, currency: string, token?: bigint): FlowRow => ({
  name,
  chain: 'ETH',
  currency,
  decimals: token === undefined ? 18 : 6,
  ...(token === undefined ? {} : { isToken: true }),
  amounts,
  isReadWhenFinal: false,
  async start() {
    const node: Anvil = await startAnvil(CHAIN_ID)
    const contract =
      token === undefined ? '' : await deploy(node, `${contracts.Token.bytecode}${word(token)}`)
    const tokens = token === undefined ? {} : { tokens: { [currency]: { address: contract, decimals: 6 } } }
    return {
      testnet: { ...tokens, nodes: [{ kind: 'evm', url: node.url }] },
      // It makes a block of each transaction.
      mine: () => Promise.resolve(),
      settle: async () => void (await node.rpc.call('anvil_mine', [hexOf(DEEP)])),
      close: () => node.kill(),
      async open(service) {
        const { keys, node: asked }: EvmChain = await service.chains.chain('ETH', 'testnet')
        const xpub = (await keys?.xpub(WORDS)) ?? ''
        const key = (await keys?.privateKey(WORDS, 1)) ?? ''
        // What pays the gas of a token.
        const own = keys?.address(xpub, 1) ?? ''
        const gas = () => minedBy(node, { to: own, value: hexOf(10n ** 18n) })
        return {
          xpub,
          recipient: `0x${'cafe'.repeat(10)}`,
          async held(address) {
            const call = { to: contract, data: `0x70a08231${word(address)}` }
            return BigInt(
              String(
                token === undefined
                  ? await node.rpc.call('eth_getBalance', [address, 'latest'])
                  : await node.rpc.call('eth_call', [call, 'latest']),
              ),
            )
          },
          withdraw(order) {
            const body = { ...order, mnemonic: WORDS, index: 1 }
            return token === undefined
              ? {
                  client: () => blockchain.ethTransfer(body),
                  operation: (calls) => calls.transferEthMnemonic(body),
                }
              : {
                  client: () => gas().then(() => blockchain.ethTransferErc20(body)),
                  operation: (calls) => gas().then(() => calls.transferErc20Mnemonic(body)),
                }
          },
          leave(order) {
            const body = { ...order, signatureId: KMS }
            return token === undefined
              ? {
                  client: () => blockchain.ethTransfer(body),
                  operation: (calls) => calls.transferEthKMS(body),
                }
              : {
                  client: () => blockchain.ethTransferErc20(body),
                  operation: (calls) => calls.transferErc20KMS(body),
                }
          },
          stored: { fee: '0.001', sourceAddress: own },
          sign: (order) =>
            signedOutside(service, 'ETH', order, {
              key,
              ...(token === undefined ? {} : { token: { asset: contract.toLowerCase(), decimals: 6 } }),
            }),
          signPending: ({ serializedTransaction }) =>
            evmDaemon.signAsDaemon(serializedTransaction, key, {
              gas: async () => 100_000n,
              gasPrice: () => asked.gasPrice(),
              nonce: async () => BigInt(await asked.pendingNonce(own)),
            }),
          async pay({ address }, coins) {
            await minedBy(
              node,
              token === undefined
                ? { to: address, value: hexOf(unitsOf(coins, 18)) }
                : { to: contract, data: `0xa9059cbb${word(address)}${word(unitsOf(coins, 6))}` },
            )
          },
          async take(from) {
            await node.rpc.call('anvil_impersonateAccount', [from])
            if (token !== undefined) await minedBy(node, { to: from, value: hexOf(10n ** 17n) })
            await minedBy(node, {
              from,
              ...(token === undefined
                ? { to: OUTSIDE, value: hexOf(10n ** 16n) }
                : { to: contract, data: `0xa9059cbb${word(OUTSIDE)}${word(unitsOf('0.1', 6))}` }),
            })
          },
        }
      },
    }
  },
})

/** @param isToken Whether a token of the SPL programs is paid, and not SOL */
const litesvm = (name: string, isToken: boolean): FlowRow => ({
  name,
  chain: 'SOL',
  currency: isToken ? 'GOLD' : 'SOL',
  decimals: isToken ? 6 : 9,
  ...(isToken ? { isToken } : {}),
  amounts,
  isReadWhenFinal: true,
  async start() {
    const { issue, SolanaLedger, SolanaServer, signAsDaemon } = await solanaNode()
    const ledger = new SolanaLedger(DEVNET)
    const server = await SolanaServer.start(ledger)
    let mints = 100
    return {
      testnet: { nodes: [{ kind: 'solana', url: server.url }] },
      mine: () => Promise.resolve(ledger.close()),
      settle: () => Promise.resolve(ledger.finalize()),
      close: () => server.close(),
      async open(service) {
        const chain: SolanaChain = await service.chains.chain('SOL', 'testnet')
        const { accounts, codec } = chain
        const [outside, own] = [await accounts.account(WORDS, 0), await accounts.account(WORDS, 1)]
        for (const { address } of [outside, own]) ledger.fund(address, 10n ** 11n)
        // Each service has its own.
        const mint = (await accounts.account(WORDS, ++mints)).address
        const holder = outside.address
        if (isToken) issue(ledger, chain, { mint, program: TOKEN, decimals: 6, holder, supply: 10n ** 12n })
        ledger.finalize()
        const named = {
          symbol: 'GOLD',
          supply: '0',
          decimals: 6,
          description: 'gold',
          basePair: 'USD',
        } as const
        const supplier = (await accounts.account(WORDS, ++mints)).address
        const made = { ...named, address: supplier }
        const token = isToken ? { token: { asset: mint, decimals: 6 } } : {}
        const args = { from: own.address }
        return {
          assigned: { address: own.address },
          ...(isToken
            ? {
                register: [
                  {
                    client: () => blockchain.registerErc20Token('SOL', made as never),
                    operation: (calls) => calls.erc20Address({ ...made, chain: 'SOL' }),
                  },
                  {
                    client: () => blockchain.storeTokenAddress(mint, 'GOLD'),
                    operation: (calls) => calls.storeTokenAddress({ name: 'GOLD', address: mint }),
                  },
                ],
              }
            : {}),
          recipient: outside.address,
          async held(address) {
            const at = isToken ? codec.tokenAccount(address, { mint, program: TOKEN }) : address
            const found = ledger.account(at, ledger.block(0).slot)
            if (!isToken) return found?.lamports ?? 0n
            return Buffer.from(found?.data ?? []).readBigUInt64LE(64)
          },
          withdraw(order) {
            const body = { ...order, ...args, privateKey: own.privateKey }
            return {
              client: () => blockchain.solTransfer(body),
              operation: (calls) => calls.transferSol(body),
            }
          },
          leave(order) {
            const body = { ...order, ...args, signatureId: KMS }
            return {
              client: () => blockchain.solTransfer(body),
              operation: (calls) => calls.transferSolKMS(body),
            }
          },
          stored: { fee: '0.00001', sourceAddress: own.address },
          sign: (order) => signedOutside(service, 'SOL', order, { key: own.privateKey, args, ...token }),
          signPending: ({ serializedTransaction }) =>
            signAsDaemon(serializedTransaction, own.privateKey, ledger.block(2).hash),
          async pay({ address }, amount) {
            const order = { senderAccountId: '', address, amount }
            const by = { key: outside.privateKey, args: { from: outside.address }, ...token }
            const { raw } = await signedOutside(service, 'SOL', order, by)
            const verdict = ledger.submit(Buffer.from(raw.replace(/^\d+:/, ''), 'base64'), 0)
            if ('message' in verdict) throw new TypeError(verdict.message)
          },
        }
      },
    }
  },
})

/** The deployer gets 9 · 10^12 units of the token, of which nothing else is asked. */
export const REAL: readonly FlowRow[] = [
  litecoind,
  anvil('ETH on anvil', 'ETH'),
  anvil('ERC-20 on anvil', 'USDC', 9n * 10n ** 12n),
  litesvm('SOL on litesvm', false),
  litesvm('a token on litesvm', true),
]
