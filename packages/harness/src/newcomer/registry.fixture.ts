/**
 * A package registry on this machine. Of our packages it has the tarballs that would be published; of all others, what is
 * installed here. So a package manager installs ours by name, as for everybody, and asks no other host.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const INSTALLED = join(ROOT, 'node_modules/.pnpm')
const OURS = '@tallystick/'
/** What the compiler of SQLite's binding leaves beside it. */
const LEFT_OUT: readonly string[] = ['node_modules', 'obj', 'obj.target']

interface Manifest {
  readonly name: string
  readonly version: string
}

export interface Registry {
  readonly url: string
  close(): Promise<void>
}

/** The pnpm that package.json names: what npx has stored, or else fetches. Fails within two minutes if it cannot. */
export async function pnpm(folder: string, args: readonly string[]): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const npx = ['--yes', '--prefer-offline', packageManager, '--dir', folder, ...args]
  // From the repository, so that npx does not ask the registry of the folder.
  await run('npx', npx, { cwd: ROOT, timeout: 1_800_000, maxBuffer: 1e8 }).catch((error) => {
    const unreached = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(error.stderr)
    throw unreached ? new Error(`npx has no ${packageManager}, and reaches no registry to fetch it`) : error
  })
}

/** @param packages Those of ours to pack: names of folders. Each must have been built. */
export async function startRegistry(folder: string, packages: readonly string[]): Promise<Registry> {
  const filters = packages.map((name) => `--filter=./packages/${name}`)
  await pnpm(ROOT, [...filters, '--recursive', 'pack', '--pack-destination', folder])
  const packed = new Map<string, readonly [Manifest, string]>()
  for (const file of readdirSync(folder)) {
    const { stdout } = await run('tar', ['-xOzf', join(folder, file), 'package/package.json'])
    const manifest: Manifest = JSON.parse(stdout)
    packed.set(manifest.name, [manifest, join(folder, file)])
  }
  const known = new Map<string, Promise<string | null>>()
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1))
    if (path.endsWith('.tgz')) {
      response.end(readFileSync(join(folder, path)))
      return
    }
    if (!known.has(path)) known.set(path, describe(path))
    const answer = await known.get(path)
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(answer ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function describe(name: string): Promise<string | null> {
    const own = packed.get(name)
    const found = own === undefined ? await pack(folder, name) : [own]
    const versions = found.map(([manifest, file]) => {
      const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
      const shasum = createHash('sha1').update(readFileSync(file)).digest('hex')
      const tarball = `${registry}/${relative(folder, file)}`
      // What is installed here is compiled.
      return [manifest.version, { ...manifest, scripts: {}, dist: { tarball, integrity, shasum } }]
    })
    const latest = versions.at(-1)?.[0]
    if (latest === undefined) return null
    // Yarn 4 takes no version of the last days.
    const time = Object.fromEntries(versions.map(([version]) => [version, '2020-01-01T00:00:00.000Z']))
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions), time })
  }
  return {
    url: registry,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Tarballs of all versions of a package that are installed here. */
async function pack(folder: string, name: string): Promise<readonly (readonly [Manifest, string])[]> {
  // Ours are installed as links to their sources, which nobody else has.
  if (name.startsWith(OURS)) return []
  const places = readdirSync(INSTALLED)
    .filter((entry) => entry.startsWith(`${name.replace('/', '+')}@`))
    .map((entry) => join(INSTALLED, entry, 'node_modules', name))
    .filter((place) => existsSync(place))
  const made = await mkdtemp(join(folder, 'installed-'))
  return Promise.all(
    places.map(async (place, index) => {
      // Installed files of the same content are links to one, and package managers skip links of a tarball.
      const copy = join(made, String(index))
      const filter = (path: string) => path === place || !LEFT_OUT.includes(basename(path))
      await cp(place, copy, { recursive: true, filter })
      const file = `${copy}.tgz`
      await run('tar', ['-czf', file, '-C', made, basename(copy)])
      return [JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')), file] as const
    }),
  )
}
