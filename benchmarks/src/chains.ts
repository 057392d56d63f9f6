/**
 * Chains: addresses of one xpub beside the library that derives them one by one, a payment chosen out of many
 * outputs, and what it costs a service to start with every chain configured.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { createChains, readChainsConfig, records } from '@tallystick/chains'
import type { KeySigner, UtxoChain } from '@tallystick/custody'
import { median, rounds } from './measure.js'
import type { Effort } from './options.js'
import { atLeast, atMost, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'
import type { Workspace } from './workspace.js'

const ADDRESSES = 1_000
const ADDRESS_TARGET = 2
const OUTPUTS = 50_000
const COLD_TARGET_MS = 15
const WARM_TARGET_MS = 1
const START_TARGET = 1.5

/** Longest wait for a service that starts. */
const START_PATIENCE_MS = 60_000

const MNEMONIC = `${'abandon '.repeat(11)}about`

export async function measureChains(
  workspace: Workspace,
  { chainRounds }: Effort,
  progress: Progress,
): Promise<readonly Section[]> {
  const chains = createChains(readChainsConfig({}))
  try {
    const bitcoin = await chains.chain('BTC', 'mainnet')
    const rows = [
      await addressRow(bitcoin, chainRounds, progress),
      ...(await paymentRows(bitcoin, chainRounds, progress)),
    ]
    return [
      {
        title: 'Chains',
        columns: ['library', 'Tallystick', 'ratio'],
        rows,
        notes: [
          'Library: each address with @scure/bip32, from the text of the xpub.',
          'Payments: to choose and to build. Again: out of a list that was chosen of before.',
        ],
      },
      await startSection(workspace, chainRounds, progress),
    ]
  } finally {
    await chains.close()
  }
}

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

async function addressRow({ keys }: UtxoChain, wanted: number, progress: Progress): Promise<Row> {
  if (keys === undefined) throw new Error('Bitcoin has HD wallets')
  const xpub = await keys.xpub(MNEMONIC)
  const byLibrary = (index: number): string => {
    const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(index)
    const program = ripemd160(sha256(publicKey ?? new Uint8Array(33)))
    return bech32.encode('bc', [0, ...bech32.toWords(program)])
  }
  const library: number[] = []
  const ours: number[] = []
  // Never the same addresses twice: nothing that was remembered of one helps with another.
  let from = 0
  const pass = (): void => {
    const indexes = Array.from({ length: ADDRESSES }, (_, index) => from + index)
    from += ADDRESSES
    const made: string[] = []
    ours.push(timed(() => made.push(...indexes.map((index) => keys.address(xpub, index)))))
    const expected: string[] = []
    library.push(timed(() => expected.push(...indexes.map(byLibrary))))
    if (made.join() !== expected.join()) throw new Error('Tallystick and @scure/bip32 derive other addresses')
  }
  pass()
  library.length = 0
  ours.length = 0
  await rounds(wanted, wanted * 5_000, async (round) => {
    progress.tell('addresses of one xpub', `round ${round + 1} of ${wanted}`)
    pass()
  })
  const ratio = median(ours.map((ms, round) => (library[round] ?? Number.NaN) / ms))
  return {
    name: `${ADDRESSES.toLocaleString('en-US')} addresses of one xpub`,
    cells: [
      figure('milliseconds', median(library)),
      figure('milliseconds', median(ours)),
      figure('ratio', ratio),
    ],
    target: atLeast(ADDRESS_TARGET, ratio),
  }
}

const KINDS = ['of many values', 'all of one value', 'with nowhere for change to go'] as const

async function paymentRows(bitcoin: UtxoChain, wanted: number, progress: Progress): Promise<readonly Row[]> {
  const { codec } = bitcoin
  const signerOf = (number: number): KeySigner =>
    codec.signer(codec.privateKeyText(new Uint8Array(32).fill(number)))
  const signer = signerOf(1)
  const recipient = signerOf(2).address
  const script = codec.scriptOf(signer.address)
  const rows: Row[] = []
  for (const kind of KINDS) {
    const available = Array.from({ length: OUTPUTS }, (_, index) => {
      // Spread without order, the same in every run.
      const txId = Buffer.from(sha256(Uint8Array.of(index, index >>> 8, index >>> 16))).toString('hex')
      const value = kind === 'all of one value' ? 500_000n : 20_000n + BigInt(`0x${txId.slice(0, 6)}`)
      return { txId, index: 0, value, script, address: signer.address, height: 1, coinbase: false }
    })
    const intent = {
      required: [],
      available,
      to: [{ address: recipient, value: 12_345_678n }],
      fee: null,
      changeAddress: kind === 'with nowhere for change to go' ? null : signer.address,
      marketRate: 10_000n,
      fastRate: 10_000n,
    }
    const cold: number[] = []
    const warm: number[] = []
    await rounds(wanted + 1, wanted * 5_000, async (round) => {
      progress.tell(`a payment out of ${OUTPUTS.toLocaleString('en-US')} outputs`, kind)
      // A list that is new has no order yet.
      const fresh = { ...intent, available: [...available] }
      const first = timed(() => codec.build(fresh))
      const again = timed(() => codec.build(fresh))
      // The first loads and compiles.
      if (round === 0) return
      cold.push(first)
      warm.push(again)
    })
    for (const [when, taken, target] of [
      ['the first time', cold, COLD_TARGET_MS],
      ['again', warm, WARM_TARGET_MS],
    ] as const) {
      const ms = median(taken)
      rows.push({
        name: `payment out of ${OUTPUTS.toLocaleString('en-US')} outputs ${kind}, ${when}`,
        cells: [null, figure('milliseconds', ms), null],
        target: atMost(target, ms),
      })
    }
  }
  return rows
}

async function startSection(workspace: Workspace, wanted: number, progress: Progress): Promise<Section> {
  const config = join(workspace.folder, 'chains.json')
  writeFileSync(config, JSON.stringify(everyChain()))
  const without: number[] = []
  const configured: number[] = []
  await rounds(wanted + 1, wanted * 10_000, async (round) => {
    progress.tell('starting the service', `round ${round + 1} of ${wanted + 1}`)
    const bare = await start(workspace, null)
    const full = await start(workspace, config)
    // The first makes the database and fills the caches of files.
    if (round === 0) return
    without.push(bare)
    configured.push(full)
  })
  const ratio = median(configured.map((ms, round) => ms / (without[round] ?? Number.NaN)))
  return {
    title: 'Cold start',
    columns: ['no chains', 'every chain', 'ratio'],
    rows: [
      {
        name: 'tallystick serve, until it answers',
        cells: [
          figure('milliseconds', median(without)),
          figure('milliseconds', median(configured)),
          figure('ratio', ratio),
        ],
        target: atMost(START_TARGET, ratio),
      },
    ],
    notes: [],
  }
}

/** Nodes that nobody runs: a start asks none. */
function everyChain(): object {
  const kinds = {
    utxo: 'core',
    evm: 'evm',
    xrp: 'xrp',
    tron: 'tron',
    stellar: 'horizon',
    solana: 'solana',
    multiversx: 'multiversx',
    beacon: 'beacon',
  } as const
  const chains = Object.values(records).map(({ id, family }) => {
    const nodes = [{ kind: kinds[family], url: 'http://127.0.0.1:9' }]
    return [id, { mainnet: { nodes }, testnet: { nodes } }]
  })
  return { chains: Object.fromEntries(chains) }
}

const CLI = fileURLToPath(new URL('./dist/main.js', import.meta.resolve('@tallystick/cli/package.json')))

/** Milliseconds from nothing to the first answer. */
async function start(workspace: Workspace, config: string | null): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    env: {
      ...process.env,
      TALLYSTICK_DATABASE: join(workspace.folder, 'start.db'),
      TALLYSTICK_API_KEY: 'a-key-for-the-benchmark-of-starts',
      ...(config === null ? {} : { TALLYSTICK_CONFIG: config }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let told = ''
      const listen = (chunk: Buffer): void => {
        told += chunk.toString()
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(told)
        if (found !== null) resolve(found[0])
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${told}`)))
      setTimeout(() => reject(new Error(`The service did not start: ${told}`)), START_PATIENCE_MS).unref()
    })
    const answer = await fetch(`${url}/livez`)
    if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
    return performance.now() - begun
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await ended
    }
  }
}
