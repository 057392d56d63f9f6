// Brings a clone to the point where its code can run: dependencies installed, sources built.
//
// Each half leaves a stamp in node_modules: a hash of everything it was made from. While the stamp
// matches nothing is run, and the check takes a few milliseconds, because `npm start` waits for it.
// Needs only Node, npm and a C++ compiler. What is reported here goes to stderr: stdout belongs to the
// program that is started afterwards.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const installStamp = join(root, 'node_modules/.tallystick-installed')
const buildStamp = join(root, 'node_modules/.tallystick-built')

const projects = [
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
  'benchmarks',
  'examples',
].filter((dir) => existsSync(join(root, dir, 'package.json')))

/** A command ended badly. It has said why itself, so the message is enough and the stack is not. */
export class CommandFailed extends Error {}

/** Runs a program from the root of the repository; `stdout` may send its output elsewhere. */
export function run(command, args, { env = {}, stdout = 'inherit' } = {}) {
  const { error, status, signal } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', stdout, 'inherit'],
  })
  const line = [basename(command), ...args].join(' ')
  if (error) throw new CommandFailed(`${line} could not be started: ${error.message}`)
  if (status !== 0) throw new CommandFailed(`${line} ended with ${signal ?? status}`)
}

/** The path of a development tool, so that no npx stands between us and it. */
export const tool = (name) => join(root, 'node_modules/.bin', name)

/** Runs the pnpm that package.json pins. npx and not corepack, which rejects the current signing keys. */
export function pnpm(args, options) {
  run('npx', ['--yes', '--loglevel=error', pinnedPnpm(), ...args], options)
}

export function ensureInstalled() {
  const wanted = { dependencies: hash(dependencyFiles()), runtime: runtime() }
  const found = readInstallStamp()
  if (found?.dependencies === wanted.dependencies && found.runtime === wanted.runtime) return

  say(`Installing dependencies with ${pinnedPnpm()}.`)
  say('The first time takes one to three minutes: SQLite is compiled when no ready-made binary can be had.')
  // For node-gyp: on all processors.
  const options = { env: { ...nodeHeaders(), JOBS: 'max' }, stdout: 2 }
  const start = Date.now()
  pnpm(['install', '--frozen-lockfile'], options)
  // pnpm takes a module that was compiled for another Node for installed.
  if (found && found.runtime !== wanted.runtime) pnpm(['rebuild', '--recursive', 'better-sqlite3'], options)
  writeFileSync(installStamp, JSON.stringify(wanted))
  say(`Installed in ${seconds(Date.now() - start)}.`)
}

export function ensureBuilt() {
  const outputs = projects.map((dir) => join(root, dir, 'dist/.tsbuildinfo'))
  if (outputs.every(existsSync) && read(buildStamp) === hash(sourceFiles())) return

  say('Building.')
  const start = Date.now()
  build({ stdout: 2 })
  say(`Built in ${seconds(Date.now() - start)}.`)
}

export function build(options) {
  // Taken before the compiler reads, so that a file saved meanwhile makes the stamp stale.
  const built = hash(sourceFiles())
  run(tool('tsc'), ['-b'], options)
  writeFileSync(buildStamp, built)
}

/** Runs a built program with these arguments, in this process, which gets its signals and ends with it. */
export async function launch(program, args) {
  try {
    ensureInstalled()
    ensureBuilt()
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    say(error.message)
    process.exit(1)
  }
  const path = join(root, program)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

function say(line) {
  process.stderr.write(`${line}\n`)
}

function pinnedPnpm() {
  return JSON.parse(read(join(root, 'package.json'))).packageManager
}

/** A compiled module fits one of these and no other. */
function runtime() {
  return `${process.platform}-${process.arch}-${process.versions.modules}`
}

/** Node's own headers, where they are this Node's: without them node-gyp downloads them. */
function nodeHeaders() {
  const prefix = dirname(dirname(process.execPath))
  const header = read(join(prefix, 'include/node/node_version.h')) ?? ''
  const number = (name) => header.match(new RegExp(`#define NODE_${name}_VERSION (\\d+)`))?.[1]
  const version = [number('MAJOR'), number('MINOR'), number('PATCH')].join('.')
  return version === process.versions.node ? { npm_config_nodedir: prefix } : {}
}

function dependencyFiles() {
  return [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...['.', ...projects].map((dir) => join(dir, 'package.json')),
  ]
}

function sourceFiles() {
  const sources = projects.flatMap((dir) => [
    join(dir, 'tsconfig.json'),
    ...filesUnder(join(dir, 'src')).filter((file) => !file.endsWith('.test.ts')),
  ])
  return ['tsconfig.base.json', 'tsconfig.json', 'pnpm-lock.yaml', ...sources]
}

function filesUnder(dir) {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(dir, entry.name)) : [join(dir, entry.name)],
  )
}

/** Of the content of these files. */
export function hash(files) {
  const sum = createHash('sha256')
  for (const file of files.toSorted()) {
    const content = readFileSync(join(root, file))
    // The length keeps two neighbours from passing for two others whose seam lies elsewhere.
    sum.update(`${file}\0${content.length}\0`).update(content)
  }
  return sum.digest('hex')
}

function readInstallStamp() {
  const stamp = read(installStamp)
  return stamp === undefined ? undefined : JSON.parse(stamp)
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
