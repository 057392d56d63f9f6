// What would be published, as npm would have it: whether each entry is found, with its types, as a module.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { pnpm, root } from './ensure.mjs'

/** Ways to resolve that a package without CommonJS has no part in. */
const IGNORED = ['node10', 'node16-cjs']

const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const published = readdirSync(join(root, 'packages')).filter(
  (name) => read(join(root, 'packages', name)).private !== true,
)
const place = mkdtempSync(join(tmpdir(), 'tallystick-shape-'))
try {
  const filters = published.map((name) => `--filter=./packages/${name}`)
  pnpm([...filters, '--recursive', 'pack', '--pack-destination', place], { stdout: 'ignore' })
  const packed = readdirSync(place)
  if (packed.length !== published.length)
    throw new Error(`${packed.length} of ${published.length} are packed`)
  for (const file of packed) {
    const problems = await problemsOf(new Uint8Array(readFileSync(join(place, file))))
    for (const problem of problems) console.error(`${file}: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(place, { recursive: true })
}

async function problemsOf(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(tarball))
  const ofTypes = types ? problems.filter(({ resolutionKind }) => !IGNORED.includes(resolutionKind)) : []
  return [
    ...messages.map((message) => formatMessage(message, pkg)),
    ...ofTypes.map((one) => JSON.stringify(one)),
  ]
}
