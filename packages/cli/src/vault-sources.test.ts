/** A vault is the same wherever its master keys come from: the environment, a file, a command. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Vault } from '@tallystick/custody'
import { type MasterKeys, vaultContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openVault } from './vault.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-vault-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NONE = { vaultKeys: null, vaultFile: null, vaultCommand: null, vaultExport: 'no' } as const
/** A key of its own for each name. */
const textOf = (names: MasterKeys): readonly string[] =>
  names.map((name) => createHash('sha256').update(name).digest('hex'))

function fileOf(names: MasterKeys): string {
  const path = join(folder, names.join('-'))
  writeFileSync(path, `# master keys\n${textOf(names).join('\n')}\n`, { mode: 0o600 })
  return path
}

async function opened(source: Partial<Parameters<typeof openVault>[0]>): Promise<Vault> {
  const vault = await openVault({ ...NONE, ...source })
  if (vault === null) throw new TypeError('no vault')
  return vault
}

vaultContract('keys of the environment', (names) => opened({ vaultKeys: textOf(names).join(',') }))
vaultContract('keys of a file', (names) => opened({ vaultFile: fileOf(names) }))
vaultContract('keys of a command', (names) => opened({ vaultCommand: `cat '${fileOf(names)}'` }))
