/**
 * Child process: makes, deletes, rotates and charges managed wallets. Writes `ready`; after a line from its parent,
 * `made <id> <private key>` once a wallet is acknowledged, `deleting <id>` and `deleted <id>` around each deletion, and
 * `rotated` after each round over all keys. It deletes only what it has made itself.
 */
import { createHash } from 'node:crypto'
import { embeddedCaller, type Storage } from '@tallystick/engine'
import { createTallystick, type TallystickOptions } from '@tallystick/operations'
import { hear, say } from './say.js'

export interface KeepOptions {
  /** The built module of a storage, and how it is opened. */
  readonly module: string
  readonly open: string
  readonly options: object
  /** The built modules of chains and of the vault. */
  readonly chains: string
  readonly vault: string
  /** Hex of the master keys; the first one encrypts. */
  readonly masterKeys: readonly string[]
  /** When the clock begins. */
  readonly start: number
}

const given = JSON.parse(process.argv[2] ?? '') as KeepOptions
const load = async (module: string) =>
  (await import(module)) as Record<string, (...args: unknown[]) => unknown>
const [stores, networks, vaults] = await Promise.all([given.module, given.chains, given.vault].map(load))
const keys = given.masterKeys.map((key) => Buffer.from(key, 'hex'))
const vault = vaults?.['createVault']?.(vaults['localKeys']?.(keys), {
  exports: true,
}) as Required<TallystickOptions>['vault']
const chains = networks?.['createChains']?.(
  networks['readChainsConfig']?.({}),
) as Required<TallystickOptions>['chains']
const storage = (await stores?.[given.open]?.(given.options)) as Storage
const begun = Date.now()
const ledger = createTallystick({
  storage,
  vault,
  chains,
  clock: { now: () => given.start + Date.now() - begun },
})
const { wallets } = ledger.custody
const caller = embeddedCaller()
const terms = { caller, price: () => 0, idempotency: null }
const chain = await chains.chain('ETH', caller.network)

async function make(): Promise<void> {
  for (;;) {
    const id = await wallets.create(caller, chain, terms, (wallet) => wallet.id)
    say('made', id, await wallets.export(caller, chain, id))
    const digest = createHash('sha256').update(id).digest()
    if ((digest[0] ?? 0) % 3 > 0) continue
    say('deleting', id)
    await wallets.destroy(caller, id, terms)
    say('deleted', id)
  }
}

async function again(name: string, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await work()
    say(name)
    // Else the rounds that find nothing to do would be all that happens.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

say('ready')
await hear()
await Promise.all([
  make(),
  again('rotated', () => wallets.rewrap()),
  again('charged', () => wallets.charge()),
])
