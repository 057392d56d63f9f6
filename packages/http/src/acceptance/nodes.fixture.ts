/**
 * Nodes of private chains, and key-management systems that sign with libraries that are not ours. They are fixtures
 * of `@tallystick/chains`, which are no part of what is published: found by their place.
 */
import type { SolanaChain, UtxoChain } from '@tallystick/custody'
import type { Clock, Scheduler } from '@tallystick/engine'

export interface Anvil {
  readonly url: string
  readonly rpc: { call(method: string, params: readonly unknown[]): Promise<unknown> }
  kill(): Promise<void>
}
interface Anvils {
  start(chainId: bigint, mines?: boolean, hardfork?: string): Promise<Anvil>
}

export interface Litecoind {
  /** For a configuration: with user name and password. */
  readonly url: string
  readonly rpc: { call(method: string, params: readonly unknown[]): Promise<unknown> }
  readonly chain: UtxoChain
  mine(blocks: number, address: string): Promise<void>
  stop(): Promise<void>
}
interface Litecoins {
  findLitecoind(): string | undefined
  startLitecoind(): Promise<Litecoind>
}

/** In memory, and never compared with a live node; it checks every signature with another library. */
export interface UtxoServer {
  readonly core: string
  readonly blockbook: string
  /** @param count Outputs of so much each */
  fund(address: string, units: bigint, count?: number): { readonly txId: string }
  mine(): void
  close(): Promise<void>
}
interface UtxoServers {
  startUtxoServer(chain: UtxoChain): Promise<UtxoServer>
}

export interface XrpServer {
  readonly url: string
  readonly ledger: { fund(address: string, drops: bigint): void; close(): void }
  close(): Promise<void>
}

export interface TronServer {
  readonly url: string
  readonly ledger: {
    fund(address: string, units: bigint, more?: { readonly asset?: string; readonly token?: string }): void
    account(address: string): { readonly balance: bigint }
    addToken(address: string, token: { name: string; symbol: string; decimals: number }): void
    addFactory(address: string): void
    addAsset(id: string, asset: Readonly<Record<string, unknown>>): void
    find(txId: string): { readonly tx: { readonly info?: Readonly<Record<string, unknown>> } } | undefined
    grow(blocks?: number): void
  }
  close(): Promise<void>
}
interface TronServers {
  startTronServer(): Promise<TronServer>
}

/** In memory; it checks every signature with the chain's own library. */
export interface GatewayServer {
  readonly url: string
  readonly ledger: {
    readonly last: {
      readonly nonce: number
      readonly accounts: ReadonlyMap<string, { readonly tokens: ReadonlyMap<string, bigint> }>
    }
    fund(address: string, units: bigint, token?: string): void
    find(txId: string): { readonly outcome: string } | undefined
    close(blocks?: number): void
  }
  close(): Promise<void>
}
interface GatewayServers {
  startGateway(): Promise<GatewayServer>
}
interface MultiversxDaemon {
  signAsDaemon(
    serialized: string,
    privateKey: string,
    advice: { readonly nonce: number; readonly chainID: string; readonly version: number },
  ): string
}

/** Over litesvm, which is the chain's own machine. */
export interface SolanaServer {
  readonly url: string
  readonly ledger: SolanaLedger
  close(): Promise<void>
}
interface SolanaLedger {
  fund(address: string, lamports: bigint): void
  account(address: string, slot: number): { readonly lamports: bigint; readonly data: Uint8Array } | undefined
  block(behind: number): { readonly slot: number; readonly hash: string }
  submit(bytes: Uint8Array, lag: number): { readonly id: string } | { readonly message: string }
  close(blocks?: number): void
  finalize(): void
}
interface SolanaServers {
  SolanaServer: { start(ledger: SolanaLedger): Promise<SolanaServer> }
}
interface SolanaLedgers {
  SolanaLedger: new (genesis: string) => SolanaLedger
}
interface SolanaTokens {
  issue(
    ledger: SolanaLedger,
    chain: SolanaChain,
    token: {
      readonly mint: string
      readonly program: string
      readonly decimals: number
      readonly holder: string
      readonly supply: bigint
    },
  ): void
}

interface UtxoDaemon {
  signAsDaemon(serialized: string, secrets: readonly Uint8Array[]): string
  signAsCashDaemon(serialized: string, secrets: readonly Uint8Array[]): string
  signAsDogeDaemon(serialized: string, secrets: readonly Uint8Array[]): string
  secretOfWif(text: string): Uint8Array
}
interface EvmDaemon {
  signAsDaemon(
    serialized: string,
    privateKey: string,
    advised: {
      gas(call: object): Promise<bigint>
      nonce(): Promise<bigint>
      gasPrice(): Promise<bigint>
    },
  ): Promise<string>
}
interface KeyDaemon {
  signAsDaemon(serialized: string, secret: string): string
}
interface BeaconDaemon {
  /** @param account As the service tells it */
  signAsDaemon(
    serialized: string,
    secret: string,
    account: { readonly account_number?: unknown; readonly sequence?: unknown },
  ): string
}
interface SolanaDaemon {
  signAsDaemon(serialized: string, secret: string, blockhash: string): Promise<string>
}

interface Contract {
  readonly abi: readonly { readonly name?: string }[]
  readonly bytecode: string
}
interface Contracts {
  readonly default: { readonly Sample: Contract; readonly Token: Contract }
}

const from = async <Module>(path: string): Promise<Module> =>
  (await import(new URL(`../../../chains/src/${path}`, import.meta.url).href)) as Module

export const { start: startAnvil } = await from<Anvils>('evm/anvil.fixture.ts')
export const { findLitecoind, startLitecoind } = await from<Litecoins>('utxo/litecoind.fixture.ts')
export const { startUtxoServer } = await from<UtxoServers>('utxo/ledger.fixture.ts')

export const utxoDaemon = await from<UtxoDaemon>('utxo/daemon.fixture.ts')
export const evmDaemon = await from<EvmDaemon>('evm/daemon.fixture.ts')
export const xrpDaemon = await from<KeyDaemon>('xrp/daemon.fixture.ts')
export const beaconDaemon = await from<BeaconDaemon>('beacon/daemon.fixture.ts')
export const stellarDaemon = await from<KeyDaemon>('stellar/daemon.fixture.ts')

/** Loaded by whoever needs them: the libraries that they check with are large. */
export const tronNode = async () => ({
  ...(await from<TronServers>('tron/server.fixture.ts')),
  ...(await from<KeyDaemon>('tron/daemon.fixture.ts')),
})
export const multiversxNode = async () => ({
  ...(await from<GatewayServers>('multiversx/server.fixture.ts')),
  ...(await from<MultiversxDaemon>('multiversx/daemon.fixture.ts')),
})
export const solanaNode = async () => ({
  ...(await from<SolanaServers>('solana/server.fixture.ts')),
  ...(await from<SolanaLedgers>('solana/ledger.fixture.ts')),
  ...(await from<SolanaTokens>('solana/token.fixture.ts')),
  ...(await from<SolanaDaemon>('solana/daemon.fixture.ts')),
})

interface Rounds {
  readonly rounds: () => {
    readonly clock: Clock
    readonly scheduler: Scheduler
    /** The worker's next round, after so many milliseconds, and what it brings about. */
    round(milliseconds?: number): Promise<void>
  }
}
export const { rounds } = await from<Rounds>('rounds.fixture.ts')

export const { default: contracts } = await from<Contracts>('evm/contracts.fixture.json')

const SHASTA = '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e'

/**
 * What a node that means no good says when it is asked of which network it is, so that it is asked anything else: of a
 * private chain of Litecoin, of chain 31337, of the testnets of XRP, TRON, Stellar, MultiversX, BNB and Solana. Undefined
 * for any other question.
 */
export function identityOf(body: string, path = ''): string | undefined {
  if (body === '' && path === '/') {
    return JSON.stringify({ network_passphrase: 'Test SDF Network ; September 2015' })
  }
  if (path === '/network/config') {
    return JSON.stringify({ data: { config: { erd_chain_id: 'T' } }, error: '', code: 'successful' })
  }
  if (path === '/api/v1/node-info') {
    return JSON.stringify({ node_info: { network: 'Binance-Chain-Ganges' }, sync_info: {} })
  }
  const answers: Readonly<Record<string, unknown>> = {
    'getblockhash[0]': '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    'eth_chainId[]': '0x7a69',
    'server_info[{"api_version":1}]': { info: { network_id: 1 }, status: 'success' },
    'getGenesisHash[]': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  }
  if (!body.startsWith('{')) return undefined
  if (body === '{"num":0}') return JSON.stringify({ blockID: SHASTA })
  const { id, method, params } = JSON.parse(body)
  const result = answers[`${method}${JSON.stringify(params)}`]
  return result === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, result })
}

/** Of anvil's accounts, one that nobody else uses: the node signs for it. */
export const DEPLOYER = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'

interface GasPumpFixture {
  factoryDeployment(): string
  readonly DEPLOYMENT_PROXY: string
}
const { factoryDeployment, DEPLOYMENT_PROXY } = await from<GasPumpFixture>('evm/gas-pumps.ts')

/** Deploys the factory of gas pumps. */
export const deployFactory = (anvil: Anvil): Promise<object> =>
  minedBy(anvil, { to: DEPLOYMENT_PROXY, data: factoryDeployment(), gas: '0x989680' })

/** @param data Bytecode, and behind it what its constructor takes @returns The address of the contract */
export async function deploy(anvil: Anvil, data: string): Promise<string> {
  const receipt = await minedBy(anvil, { data, gas: '0x2dc6c0' })
  return String(Reflect.get(receipt, 'contractAddress'))
}

/** Sends from the account that anvil signs for; answers the receipt once it is in a block. */
export async function minedBy(
  { rpc }: Anvil,
  transaction: Readonly<Record<string, string>>,
): Promise<object> {
  const hash = await rpc.call('eth_sendTransaction', [{ from: DEPLOYER, ...transaction }])
  for (;;) {
    const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return Object(receipt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
