/**
 * A whole ledger with an EVM chain over anvil, through a server of the test's own in front of it that may die, hang
 * or lie; its time and rounds of work the test moves on.
 */
import { randomBytes } from 'node:crypto'
import type { Operations, TallystickOptions } from '@tallystick/operations'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { createChains } from '../chains.js'
import type { NetworkFile, TokenFile } from '../config/config.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { type Behaviour, LoopbackServer, text } from '../transport/server.fixture.js'
import { type Anvil, start } from './anvil.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }

/** Chains that have operations of their own, with the ids of both networks. */
export const WORLDS = [
  { id: 'ETH', mainnet: 1n, testnet: 11_155_111n, tokens: ['USDC', 'GOLD'] },
  { id: 'MATIC', mainnet: 137n, testnet: 80_002n, tokens: ['USDC_MATIC'] },
  { id: 'CELO', mainnet: 42_220n, testnet: 11_142_220n, tokens: ['CUSD', 'CEUR'] },
] as const

/** For what is done by the code that all chains of this family share. */
export const WORLDS_IN_TURN = partOf('EVM chains', WORLDS, { of: quickOrFull(3, 1), seed: chooseSeed() })

export type EvmWorldId = (typeof WORLDS)[number]['id']

export interface Account {
  readonly address: string
  readonly fromPrivateKey: string
}

export interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What the server in front of the node does with a request; undefined: passes it on. */
export type Interference = (asked: Asked, forward: () => Promise<string>) => Behaviour | undefined

export interface EvmWorld extends OpenLedger {
  readonly anvil: Anvil
  readonly server: LoopbackServer
  /** The name that calls know the contract `Token` by; it has six decimals. */
  readonly token: { readonly name: string; readonly address: string }
  /** The contract `Sample`. */
  readonly sample: string
  interfere: Interference
  rpc<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result>
  /** Of a random key. Funded with so many coins, and tokens' base units. */
  account(coins?: bigint, tokens?: bigint): Promise<Account>
  /** As `as`, by another process on the same storage and nodes. */
  beside(of: 'mainnet' | 'testnet'): Promise<Operations>
  /** A contract, by the bytes that make it. */
  deploy(data: string): Promise<string>
  /** Until the node has no transaction waiting. */
  mined(): Promise<void>
}

export interface WorldOptions {
  readonly id?: EvmWorldId
  readonly network?: 'mainnet' | 'testnet'
  /** False: blocks are made by `evm_mine` only. */
  readonly mines?: boolean
  readonly timeoutMs?: number
  /** Of a node that is of another chain than it should be, or of the testnet that is named. */
  readonly chainId?: bigint
  readonly testnet?: string
  /** A token that is configured, and that nobody deployed. */
  readonly absent?: string
  /** Of the network in the configuration, beside its nodes and tokens. */
  readonly settings?: Pick<NetworkFile, 'maxFee' | 'follow'>
  /** Of the contract `Token` in the configuration. */
  readonly token?: Partial<TokenFile>
  /** Of the ledger, beside its chains. */
  readonly ledger?: Partial<TallystickOptions>
}

/** Nobody's. */
const NOWHERE = `0x${'d'.repeat(40)}`

/** Of anvil's accounts, one that nobody else uses: the node signs for it. */
const DEPLOYER = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const SUPPLY = 10n ** 36n

export async function openEvmWorld(options: WorldOptions = {}): Promise<EvmWorld> {
  const { id = 'ETH', network = 'testnet', mines = true, timeoutMs = 20_000 } = options
  const definition = WORLDS.find((one) => one.id === id) ?? WORLDS[0]
  const anvil = await start(options.chainId ?? definition[network], mines)
  const rpc = <Result>(method: string, ...params: readonly unknown[]) =>
    anvil.rpc.call(method, params) as Promise<Result>
  const mine = async () => void (mines || (await rpc('evm_mine')))
  const deploy = async (data: string): Promise<string> => {
    const hash = await rpc('eth_sendTransaction', { from: DEPLOYER, data, gas: '0x2dc6c0' })
    await mine()
    for (;;) {
      const receipt = await rpc<{ contractAddress: string } | null>('eth_getTransactionReceipt', hash)
      if (receipt !== null) return receipt.contractAddress
      await new Promise((wake) => setTimeout(wake, 10))
    }
  }
  const address = await deploy(`${contracts.Token.bytecode}${SUPPLY.toString(16).padStart(64, '0')}`)
  const sample = await deploy(contracts.Sample.bytecode)

  const server = new LoopbackServer()
  server.behaviour = (asked, response) => {
    const forward = async () =>
      (await fetch(anvil.url, { method: 'POST', headers: JSON_TYPE, body: asked.body })).text()
    const behaviour = world.interfere(JSON.parse(asked.body), forward)
    if (behaviour !== undefined) return behaviour(asked, response)
    void forward().then(
      (body) => text(response, body),
      () => response.socket?.destroy(),
    )
  }
  await server.up()
  const nodes = [{ kind: 'evm' as const, url: server.url, timeoutMs }]
  const tokens = Object.fromEntries(
    // Fees may be paid in the first of Celo's.
    definition.tokens.map((name) => {
      const token = name === options.absent ? NOWHERE : address
      return [name, { address: token, decimals: 6, feeCurrency: name === 'CUSD', ...options.token }]
    }),
  )
  const config = readChainsConfig({
    chains: { [id]: { [options.testnet ?? network]: { nodes, tokens, ...options.settings } } },
  })
  const chains = createChains(config)
  const opened = openLedger(chains, undefined, options.ledger)
  const others: OpenLedger[] = []

  const world: EvmWorld = {
    ...opened,
    anvil,
    server,
    token: { name: definition.tokens[0], address },
    sample,
    interfere: () => undefined,
    rpc,
    deploy,
    async account(coins = 1_000n, units = 0n) {
      const fromPrivateKey = `0x${randomBytes(32).toString('hex')}`
      const { codec } = await chains.chain(id, network)
      const { address: owner } = codec.signer(fromPrivateKey)
      await rpc('anvil_setBalance', owner, `0x${(coins * 10n ** 18n).toString(16)}`)
      if (units > 0n) {
        const data = codec.encodeErc20Transfer(owner, units)
        await rpc('eth_sendTransaction', { from: DEPLOYER, to: address, data })
        await mine()
        await world.mined()
      }
      return { address: owner, fromPrivateKey }
    },
    beside(of) {
      const other = openLedger(createChains(config), opened.storage)
      others.push(other)
      return other.as(of)
    },
    async mined() {
      for (;;) {
        const { pending } = await rpc<{ pending: string }>('txpool_status')
        if (Number(pending) === 0) return
        await new Promise((wake) => setTimeout(wake, 10))
      }
    },
    async close() {
      // The storage is one, and closes with the first of them.
      for (const each of [...others, opened]) await each.close()
      await server.down()
      await anvil.kill()
    },
  }
  return world
}

const JSON_TYPE = { 'content-type': 'application/json' }
