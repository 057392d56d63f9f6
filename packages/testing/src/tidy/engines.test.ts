/** What our packages install runs on the Node that they promise. */
import { satisfies } from 'semver'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { read } from './source.fixture.js'

interface Lock {
  readonly importers: Readonly<Record<string, Dependencies<{ readonly version: string }>>>
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
  readonly snapshots: Readonly<Record<string, Dependencies<string>>>
}
type Dependencies<Of> = Readonly<
  Partial<Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, Of>>>>
>

const PROMISED = '20.19.0'
/** What asks for more than it needs. A line that is no longer needed fails. */
const KNOWN = [
  // Of Fastify's `inject`. It asks for Node 22 because it is an ES module, which Node loads from 20.19 on.
  'cookie@2.0.2',
]

it('every package that ours install, and that those install, takes the oldest Node that ours take', () => {
  const lock: Lock = parse(read('pnpm-lock.yaml'))
  const found = new Set<string>()
  const walk = (name: string, version: string): void => {
    if (version.startsWith('link:')) return
    const id = Object.hasOwn(lock.snapshots, `${name}@${version}`) ? `${name}@${version}` : version
    if (found.has(id)) return
    found.add(id)
    const { dependencies, optionalDependencies } = lock.snapshots[id] ?? {}
    for (const [next, one] of Object.entries({ ...dependencies, ...optionalDependencies })) walk(next, one)
  }
  for (const [path, { dependencies, optionalDependencies }] of Object.entries(lock.importers)) {
    if (!/^packages\/(?!harness$)/.test(path)) continue
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies }))
      walk(name, version)
  }
  expect(found.size).toBeGreaterThan(100)
  const refusing = [...found]
    .map((id) => id.replace(/\(.*/, ''))
    .filter((id) => !satisfies(PROMISED, lock.packages[id]?.engines?.node ?? '*'))
  expect([...new Set(refusing)].sort()).toEqual(KNOWN)
})
