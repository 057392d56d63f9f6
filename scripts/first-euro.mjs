// `node scripts/first-euro.mjs [commit]`: how long it takes from `git clone` to a paid euro, and how large an install is.
// It does what README.md says, in an empty folder, with what is committed, or with an earlier commit. Needs the package
// registry.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandFailed, pnpm, root, seconds } from './ensure.mjs'

const KEY = 'key-of-the-first-euro'
const LIBRARY = ['api', 'core', 'custody', 'engine', 'operations', 'storage-sqlite', 'webhooks']
const CLIENT = ['api', 'client', 'core']
const [commit] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'tallystick-first-euro-'))
const clone = join(folder, 'clone')
let service
try {
  const steps = []
  const timed = async (name, work) => {
    const start = performance.now()
    const result = await work()
    steps.push([name, performance.now() - start])
    return result
  }
  await timed('git clone', () => run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], folder))
  if (commit !== undefined) run('git', ['checkout', '--quiet', commit], clone)
  const url = await timed('npm start: install, build, answer', start)
  const refusal = await timed('two accounts, 100 in, 12.5 paid', () => pay(url))
  const end = refusal === null ? 'to a paid euro' : 'until no euro is paid'
  steps.push([`from git clone ${end}`, steps.reduce((sum, [, duration]) => sum + duration, 0)])
  await stop()

  const sizes = [
    ['the clone, with its tools and tests', sizeOf(join(clone, 'node_modules'))],
    ['npm install operations, storage-sqlite', installed(LIBRARY)],
    ...(existsSync(join(clone, 'packages/client')) ? [['npm install client', installed(CLIENT)]] : []),
  ]
  console.log(`\nNode ${process.versions.node}, ${process.platform} ${process.arch}\n`)
  for (const [name, duration] of steps) console.log(`${name.padEnd(40)} ${seconds(duration).padStart(9)}`)
  if (refusal !== null) console.log(`Not paid: ${refusal}`)
  console.log('')
  for (const [name, bytes] of sizes) {
    console.log(`${name.padEnd(40)} ${`${(bytes / 1e6).toFixed(1)} MB`.padStart(9)}`)
  }
} catch (error) {
  console.error(error instanceof CommandFailed ? error.message : error)
  process.exitCode = 1
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

function run(command, args, cwd) {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 600_000 })
  if (status === 0) return
  throw new CommandFailed(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** @returns The URL of the service, once it answers. */
function start() {
  const env = { ...process.env, TALLYSTICK_API_KEY: KEY }
  service = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    env,
    // A group of its own, so that all of it ends.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new CommandFailed('npm start has ended')))
    createInterface(service.stdout).on('line', (line) => {
      if (line.startsWith('Service: ')) resolve(line.slice('Service: '.length))
    })
  })
}

async function stop() {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return
  const ended = new Promise((resolve) => service.once('exit', resolve))
  process.kill(-service.pid, 'SIGTERM')
  await ended
}

/** @returns Why an earlier commit does not; null if it is paid */
async function pay(url) {
  const call = async (path, body) => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(`${url}/v3/ledger/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new CommandFailed(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  try {
    const [alice, bob] = [
      await call('account', { currency: 'EUR' }),
      await call('account', { currency: 'EUR' }),
    ]
    await call(`account/${alice.id}/fund`, { amount: '100', reference: 'bank-17' })
    await call('transaction', { senderAccountId: alice.id, recipientAccountId: bob.id, amount: '12.5' })
    const { accountBalance } = await call(`account/${bob.id}/balance`)
    if (accountBalance !== '12.5') throw new CommandFailed(`Bob has ${accountBalance}`)
    return null
  } catch (error) {
    if (commit === undefined || !(error instanceof CommandFailed)) throw error
    return error.message
  }
}

/** The size of what npm installs in an empty folder: our packages as they would be published, others from the registry. */
function installed(packages) {
  const place = mkdtempSync(join(folder, 'install-'))
  const tarballs = join(place, 'tarballs')
  mkdirSync(tarballs)
  const here = packages.filter((name) => existsSync(join(clone, 'packages', name)))
  const filters = here.map((name) => `--filter=./packages/${name}`)
  pnpm(['--dir', clone, ...filters, '--recursive', 'pack', '--pack-destination', tarballs], {
    stdout: 'ignore',
  })
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  run('npm', ['install', '--no-audit', '--no-fund', ...files], place)
  return sizeOf(join(place, 'node_modules'))
}

/** Of all files below, each counted once. */
function sizeOf(top) {
  const seen = new Set()
  const sum = (path) => {
    const found = lstatSync(path)
    if (found.isDirectory()) {
      return readdirSync(path).reduce((total, name) => total + sum(join(path, name)), 0)
    }
    if (seen.has(found.ino)) return 0
    seen.add(found.ino)
    return found.size
  }
  return sum(top)
}
