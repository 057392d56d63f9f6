/** Two engines on one storage, and a chain of each family with a node. The accounts of the examples have coins. */
import { type ChainsFile, createChains, type NetworkFile, readChainsConfig } from '@tallystick/chains'
import { SENDS, type Send, SIGNATURES } from '@tallystick/core'
import { type Chain, records } from '@tallystick/custody'
import type { Storage } from '@tallystick/engine'
import { type AnyOperation, createTallystick, type Tallystick } from '@tallystick/operations'
import { createVault, localKeys } from '@tallystick/vault'
import { chainExampleOf } from '../examples.fixture.js'
import { KEY, registerKeys } from '../service.fixture.js'
import { FAMILIES } from './families/rows.fixture.js'
import {
  contracts,
  DEPLOYER,
  deploy,
  deployFactory,
  minedBy,
  startAnvil,
  startUtxoServer,
} from './nodes.fixture.js'
import { PREPARED, type Stage } from './repeats.prepared.fixture.js'

export type Args = Readonly<Record<string, unknown>>
export type Calls = Readonly<Record<string, (args: Args, options: object) => Promise<unknown>>>

interface Node {
  readonly testnet: NetworkFile
  fund(address: string): unknown
  stock?(address: string): unknown
  /** One output of its own. @returns The id of its transaction */
  output?(address: string): string
  /** A contract of tokens: `stock` gives them. */
  readonly token?: string
  settle(): unknown
  close(): Promise<unknown>
}

/** The words of the examples. */
const MNEMONIC =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless'
const ETHER = 10n ** 18n
const DEEP = 7

/** Those that `startNodes` starts. The chains of a family are alike, so there is one of each. */
export const CHAINS: ReadonlySet<string> = new Set([...FAMILIES.map(({ chain }) => chain), 'ETH', 'BTC'])

/** By chain. */
export async function startNodes(): Promise<ReadonlyMap<string, Node>> {
  const nodes = new Map<string, Node>()
  for (const { chain, start } of FAMILIES) nodes.set(chain, await start())
  const anvil = await startAnvil(31_337n)
  await deployFactory(anvil)
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const token = await deploy(anvil, `${contracts.Token.bytecode}${word(10n ** 30n)}`)
  nodes.set('ETH', {
    token,
    stock: (address) => {
      const data = `0xa9059cbb${word(BigInt(address))}${word(10n ** 12n)}`
      return minedBy(anvil, { from: DEPLOYER, to: token, data })
    },
    testnet: { chainId: 31_337, nodes: [{ kind: 'evm', url: anvil.url }] },
    fund: (address) => anvil.rpc.call('anvil_setBalance', [address, `0x${(1_000n * ETHER).toString(16)}`]),
    settle: () => anvil.rpc.call('anvil_mine', ['0x60']),
    close: () => anvil.kill(),
  })
  const utxo = await startUtxoServer(await createChains(readChainsConfig({})).chain('BTC', 'testnet'))
  const { core, blockbook } = utxo
  nodes.set('BTC', {
    testnet: {
      nodes: [
        { kind: 'core', url: core },
        { kind: 'blockbook', url: blockbook },
      ],
      follow: true,
    },
    fund: (address) => utxo.fund(address, 200_000_000n, 20),
    output: (address) => utxo.fund(address, 200_000_000n).txId,
    settle: () => Array.from({ length: DEEP }, () => utxo.mine()),
    close: () => utxo.close(),
  })
  return nodes
}

/** The chain that the operation works on in its example. */
export function chainOf({ id, path }: AnyOperation): string {
  const { chain } = chainExampleOf(id).args
  if (typeof chain === 'string') return chain
  const parts = path.split('/')
  const found = Object.entries(records).find(
    ([own, { name }]) => parts.includes(own.toLowerCase()) || parts.includes(name.toLowerCase()),
  )
  return found?.[0] ?? 'none'
}

/** A storage whose process freezes after a commit, before it knows of it; and goes on later. */
function freezing(storage: Storage) {
  let thaw: (() => void) | null = null
  let frozen = Promise.resolve()
  let froze: () => void = () => undefined
  const frozenStorage: Storage = Object.create(storage, {
    transact: {
      value: async (...given: Parameters<Storage['transact']>) => {
        const done = await storage.transact(...given)
        if (thaw !== null) froze()
        await frozen
        return done
      },
    },
  })
  return {
    storage: frozenStorage,
    /** @returns Resolves after the next commit */
    freeze(): Promise<void> {
      frozen = new Promise((resolve) => {
        thaw = resolve
      })
      return new Promise((resolve) => {
        froze = resolve
      })
    },
    thaw(): void {
      thaw?.()
      thaw = null
    },
  }
}

export interface Site {
  readonly first: Calls
  readonly second: Calls
  /** The process of `first`. */
  readonly process: ReturnType<typeof freezing>
  /** A call of the operation, like its example: its accounts have what it pays. */
  argsOf(operation: AnyOperation): Promise<Args>
  sends(): Promise<readonly Send[]>
  /** Ids of all transactions and pending signatures. */
  made(): Promise<ReadonlySet<string>>
  settle(chain: string): Promise<void>
  chain(id: string): Promise<Chain>
  close(): Promise<void>
}

/** @param storages Two of one ledger */
export async function openSite(
  nodes: ReadonlyMap<string, Node>,
  storages: readonly [Storage, Storage],
): Promise<Site> {
  const networks = [...nodes].map(([chain, { testnet }]) => [chain, { testnet }] as const)
  const chains: ChainsFile['chains'] = Object.fromEntries(networks)
  const frozen = freezing(storages[0])
  const payers: string[] = []
  const open = (storage: Storage): Tallystick =>
    createTallystick({
      storage,
      chains: createChains(readChainsConfig({ chains })),
      vault: createVault(localKeys([Buffer.alloc(32, 7)])),
      feePayers: [{ wallets: payers, perTransaction: ETHER, perDay: 100n * ETHER }],
      warn: () => undefined,
    })
  const [one, two] = [open(frozen.storage), open(storages[1])]
  await registerKeys(one)
  const callsOf = async (tallystick: Tallystick): Promise<Calls> => {
    const caller = await (await tallystick.access()).identify(KEY)
    if (caller === null) throw new TypeError('the key of the tests is a known key')
    return tallystick.as(caller) as unknown as Calls
  }
  const [first, second] = [await callsOf(one), await callsOf(two)]
  const { query } = two.engine
  const accounts = new Map<string, string>()
  const funded = new Set<string>()
  let times = 0
  const stage: Omit<Stage, 'place'> = {
    ask: async (id, args = {}) => Object(await call(first, id, args)),
    chain: (id) => two.chains.chain(id, 'testnet'),
    async fund(id, address) {
      await nodes.get(id)?.fund(address)
      await nodes.get(id)?.stock?.(address)
      await nodes.get(id)?.settle()
    },
    settle: async (id) => void (await nodes.get(id)?.settle()),
    output: (address) => nodes.get('BTC')?.output?.(address) ?? '',
    token: nodes.get('ETH')?.token ?? '',
    mnemonic: MNEMONIC,
  }
  const payer = await stage.ask('custodialCreateWallet', { chain: 'ETH' })
  payers.push(String(payer['walletId']))
  await stage.fund('ETH', String(payer['address']))
  const site = {
    first,
    second,
    process: frozen,
    chain: stage.chain,
    sends: () => query.list(SENDS),
    async made() {
      const [sends, signatures] = [await query.list(SENDS), await query.list(SIGNATURES)]
      return new Set([...sends, ...signatures].map(({ id }) => id as string))
    },
    settle: stage.settle,
    async argsOf(operation: AnyOperation) {
      const id = chainOf(operation)
      const { nonce: _, ...args }: Args = chainExampleOf(operation.id).args
      await fundAll(id, args)
      const place = ++times
      const common = {
        ...args,
        ...('senderAccountId' in args && {
          senderAccountId: await accountOf(id, args, operation.id.startsWith('transferErc20') ? 'TEA' : id),
        }),
        // Not the account that pays.
        ...(id === 'ETH' &&
          'senderAccountId' in args && { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
        // Each names another token, and another address.
        ...('symbol' in args && { symbol: `GOLD_${place}` }),
        ...('derivationIndex' in args && { derivationIndex: 100 + place }),
        ...('fromAddress' in args &&
          'to' in args &&
          Array.isArray(args['to']) && {
            fee: '0.0001',
            changeAddress: Reflect.get(Object(args['to'][0]), 'address'),
          }),
      }
      return { ...common, ...(await PREPARED[operation.id]?.({ ...stage, place }, common)) }
    },
    async close() {
      await one.close()
      await two.close()
    },
  }

  /** A token of Ethereum. */
  async function register(symbol: string): Promise<void> {
    const { token: address } = nodes.get('ETH') ?? {}
    const named = { chain: 'ETH', symbol, supply: '0', decimals: 6, description: symbol, basePair: 'EUR' }
    await call(first, 'erc20Address', { ...named, address })
    await call(first, 'storeTokenAddress', { name: symbol, address })
  }

  async function accountOf(id: string, args: Args, currency: string): Promise<string> {
    const known = accounts.get(currency)
    if (known !== undefined) return known
    if (currency !== id) await register(currency)
    const { keys } = await site.chain(id)
    const xpub = keys === undefined ? (args['account'] ?? args['fromAccount']) : await keys.xpub(MNEMONIC)
    const opened = await (xpub === undefined
      ? call(first, 'createAccount', { currency })
      : call(first, 'createAccountXpub', { currency, xpub }))
    const account = String(Reflect.get(Object(opened), 'id'))
    await call(first, 'fund', { id: account, amount: '100000' })
    accounts.set(currency, account)
    if (id === 'BTC') {
      const [own] = Object(await call(first, 'getAllDepositAddresses', { id: account }))
      await nodes.get(id)?.fund(String(Reflect.get(Object(own), 'address')))
      await site.settle(id)
      for (const tallystick of [one, two, one]) await tallystick.custody.follow()
    }
    return account
  }

  /** Every account that the call names, and every one whose key it has. */
  async function fundAll(id: string, args: Args): Promise<void> {
    const chain = await site.chain(id)
    const texts = textsIn(args)
    const [words, index] = [args['mnemonic'], Number(args['index'] ?? 0)]
    if (typeof words === 'string') {
      texts.push((await chain.accounts?.account(words, index))?.address ?? '')
      if (chain.keys !== undefined) texts.push(await chain.keys.privateKey(words, index))
    }
    const addresses = new Set(texts.flatMap((text) => addressOf(chain, text)))
    for (const address of addresses) {
      if (funded.has(`${id} ${address}`)) continue
      funded.add(`${id} ${address}`)
      await nodes.get(id)?.fund(address)
      await nodes.get(id)?.stock?.(address)
    }
    await site.settle(id)
  }
  return site
}

const call = (calls: Calls, id: string, args: Args): Promise<unknown> =>
  calls[id]?.(args, {}) ?? Promise.reject(new TypeError(`no operation ${id}`))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Of an address, or of a private key. */
function addressOf({ codec }: Chain, text: string): readonly string[] {
  if (codec.isAddress(text)) return [codec.canonical(text)]
  try {
    return [codec.canonical(codec.signer(text).address)]
  } catch {
    return []
  }
}
