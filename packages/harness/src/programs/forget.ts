/**
 * Child process: makes a managed wallet on each chain, signs with it, and exports its key. Then it writes a
 * snapshot of its heap. Writes `wallet <chain> <address>` for each, and `done`.
 */
import { createHash } from 'node:crypto'
import { writeHeapSnapshot } from 'node:v8'
import { embeddedCaller, memoryStorage } from '@tallystick/engine'
import { createTallystick, type TallystickOptions } from '@tallystick/operations'
import { say } from './say.js'

export interface ForgetOptions {
  /** The built modules of chains and of the vault. */
  readonly chainsModule: string
  readonly vaultModule: string
  readonly chains: readonly string[]
  /** The words that private keys are hashes of, each with a number behind it. */
  readonly canary: string
  /** Its hex is kept in the heap, so that the reader of the snapshot sees that it finds what is there. */
  readonly control: string
  readonly file: string
}

const given = JSON.parse(process.argv[2] ?? '') as ForgetOptions
const load = async (module: string) =>
  (await import(module)) as Record<string, (...args: unknown[]) => unknown>
const [networks, vaults] = await Promise.all([given.chainsModule, given.vaultModule].map(load))
const vault = vaults?.['createVault']?.(vaults['localKeys']?.([Buffer.alloc(32, 1)]), { exports: true })
const chains = networks?.['createChains']?.(
  networks['readChainsConfig']?.({}),
) as Required<TallystickOptions>['chains']

let filled = 0
const random = {
  fill(bytes: Uint8Array): void {
    const hash = createHash('sha256').update(`${given.canary} ${filled++}`).digest()
    for (let at = 0; at < bytes.length; at += hash.length) bytes.set(hash.subarray(0, bytes.length - at), at)
    hash.fill(0)
  },
}
const ledger = createTallystick({
  storage: memoryStorage(),
  vault: vault as Required<TallystickOptions>['vault'],
  chains,
  random,
})
const { wallets } = ledger.custody
const caller = embeddedCaller()

for (const id of given.chains) {
  const { walletId, address } = await ledger.custodialCreateWallet({ chain: id })
  const chain = await chains.chain(id, caller.network)
  const signer = await wallets.signerOf(caller, chain, walletId, {})
  const scheme = ['SOL', 'XLM', 'EGLD'].includes(id) ? 'ed25519' : 'ecdsa'
  await signer.sign({ bytes: createHash('sha256').update(id).digest(), scheme, address, accepts: () => true })
  await wallets.export(caller, chain, walletId)
  say('wallet', id, address)
}
// The last answer is this program's own: it is on the stack until something else is awaited.
await new Promise((resolve) => setTimeout(resolve, 10))
Reflect.set(globalThis, 'control', Buffer.from(given.control).toString('hex'))
writeHeapSnapshot(given.file)
say('done')
process.exit(0)
