// Before vitest: the built programs that tests start, merged with the modules that they import. Node loads a module in
// about a millisecond, and `tallystick serve` has 1,400, so merged programs start in less than half the time. They do what
// the published ones do: nothing is minified, and each module keeps its own URL or folder. Native packages stay outside.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { hash, root } from './ensure.mjs'

const packages = join(root, 'packages')
const place = join(root, 'node_modules/.tallystick-merged')

/** Files that a process begins with or is told to import. They share one copy of all else. */
const programs = readdirSync(join(packages, 'harness/src/programs'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => !name.startsWith('broken'))
const entries = [
  'cli/dist/main',
  ...programs.map((name) => `harness/dist/programs/${name}`),
  ...['chains', 'storage-postgres', 'storage-sqlite', 'vault'].map((name) => `${name}/dist/index`),
]

/** Tells the tests where the merged programs are, once they are there. Without a build there are none. */
export async function setup() {
  if (!entries.every((name) => existsSync(join(packages, `${name}.js`)))) return
  const merged = join(place, stamp())
  if (!existsSync(merged)) {
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    const unfinished = `${merged}-${process.pid}`
    await merge(unfinished)
    // Another run of the tests may have been quicker.
    if (!existsSync(merged)) renameSync(unfinished, merged)
  }
  process.env.MERGED_PROGRAMS = merged
}

/** What the programs are made of: a build notes hashes of its sources. */
function stamp() {
  const builds = readdirSync(packages).map((name) => join('packages', name, 'dist/.tsbuildinfo'))
  return hash([
    ...builds.filter((file) => existsSync(join(root, file))),
    'pnpm-lock.yaml',
    'scripts/merged.mjs',
  ])
}

async function merge(dir) {
  const made = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(packages, `${name}.js`)])),
    platform: 'node',
    logLevel: 'silent',
    plugins: [{ name: 'modules', resolveId: { order: 'pre', handler: outside }, transform: inItsPlace }],
  })
  await made.write({ dir, format: 'esm', keepNames: true, entryFileNames: '[name].js' })
  await made.close()
  // Otherwise Node compiles each file as CommonJS first.
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
}

async function outside(source, importer, { kind }) {
  const found = await this.resolve(source, importer, { kind, skipSelf: true })
  return found && !found.external && isNative(found.id)
    ? { id: pathToFileURL(found.id).href, external: 'absolute' }
    : found
}

function inItsPlace(code, id) {
  const places = { 'import.meta.url': pathToFileURL(id).href, __dirname: dirname(id) }
  return Object.entries(places).reduce(
    (all, [name, place]) => all.replaceAll(name, JSON.stringify(place)),
    code,
  )
}

/** Whether its package was compiled for this machine. */
function isNative(file) {
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json'))) return existsSync(join(dir, 'binding.gyp'))
  }
  return false
}
