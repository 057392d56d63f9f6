/** The blocks of code in README.md and docs, and how each is shown to be true. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export interface Block {
  /** `page: its first line` */
  readonly name: string
  readonly page: string
  readonly language: string
  readonly code: string
  /** The block of text right behind it, which is what it prints. */
  readonly printed: string | null
}

/** The reference is written from the catalogue, and a test compares it. */
const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/recipes', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`),
]

export const blocks: readonly Block[] = pages.flatMap((page) => {
  const found = [...read(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```\n(\s*)/gm)]
  return found.flatMap((match, index): readonly Block[] => {
    const [, indent = '', language = '', code = ''] = match
    if (language === 'text') return []
    const next = found[index + 1]
    const isPrinted = next?.[2] === 'text' && next.index === match.index + match[0].length
    const lines = code.split('\n').map((line) => line.slice(indent.length))
    return [
      {
        name: `${page}: ${lines[0]}`,
        page,
        language,
        code: lines.join('\n'),
        printed: isPrinted ? (next[3] ?? '') : null,
      },
    ]
  })
})

/** Blocks that `pages.test.ts` does not run, and why. By the page and the beginning of the block. */
export const NOT_RUN: readonly (readonly [name: string, why: string])[] = [
  ['README.md: npm start', 'CI runs npm test, and serve.test.ts the service'],
  ['README.md: call()', 'examples/src/examples.test.ts runs it'],
  ['README.md: kill -9', 'examples/src/examples.test.ts runs it'],
  ['CONTRIBUTING.md: npm test', 'CI runs it'],
  ['CONTRIBUTING.md: npx pnpm', 'it changes the repository'],
  ['docs/add-a-chain.md: ', 'packages/chains/src/add-a-chain.test.ts runs the whole page'],
  ['docs/architecture.md:   HTTP request', 'a drawing'],
  ['docs/architecture.md: flowchart', 'packages/testing/src/tidy compares it with the imports'],
  ['docs/custody.md:    customer', 'a drawing'],
  ['docs/custody.md:                     cancelled', 'a drawing'],
  ['docs/custody.md: export TALLYSTICK_CONFIG', 'asks nodes: sweep.test.ts runs these commands'],
  ['docs/custody.md: tallystick watch', 'asks nodes: sweep.test.ts runs this command'],
  ['docs/deploying.md: node packages', 'takes minutes: deploy.test.ts holds the files against the command'],
  ['docs/gas-pump.md: export TALLYSTICK_DEPLOYER_KEY', 'asks a node: contracts.test.ts runs these commands'],
  ['docs/kms.md: export TATUM_API_URL', 'the public daemon, which is no package of ours'],
  ['docs/own-storage.md: ', 'packages/testing/src/own-storage.test.ts runs the whole page'],
  ['docs/rates.md: import { Engine, httpRates', 'asks another host: packages/engine/src/rates has the tests'],
  ['docs/simulator.md: npm run simulate', 'takes minutes; the simulator has tests of its own'],
  ['docs/simulator.md: DIFFERENCE', 'what a broken rule prints'],
  ['docs/solana.md: spl-token', 'a program of Solana, which asks a node'],
  ['docs/webhooks.md: import { createHmac', 'packages/webhooks/src/page.test.ts runs it'],
  ['packages/storage-postgres/README.md: import', 'needs a server: the tests of that package start one'],
  ['packages/testing/README.md: ', 'is about a storage of your own'],
]

/** Blocks that are a part of a source, and of which. */
export const QUOTED: readonly (readonly [name: string, file: string])[] = [
  ['docs/architecture.md: export const deleteBlockAmount', 'packages/operations/src/ledger/blockages.ts'],
  ['docs/operations.md: dbs:', 'deploy/litestream.yaml'],
]

const MASTER_KEY = "import { writeFileSync } from 'node:fs'\nwriteFileSync('master.key', '07'.repeat(32))\n"

/** What a block takes from the text around it, and what ends it. */
export const AROUND: readonly (readonly [name: string, before: string, after: string])[] = [
  ['docs/vault.md: import', MASTER_KEY, 'await tallystick.close()\n'],
  ['docs/webhooks.md: import { createTallystick', '', 'await listening.forget()\nawait tallystick.close()\n'],
  [
    'packages/client/README.md: import',
    `import { buildApp } from '@tallystick/http'
import { createTallystick, DEFAULT_TENANT as tenant } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
const own = createTallystick({ storage: await openSqlite({ file: 'data/tallystick.db' }) })
const made = await (await own.access()).create({ tenant, name: 'page', network: 'testnet', plan: 'paid' })
const app = buildApp({ tallystick: own })
process.env['TALLYSTICK_URL'] = await app.listen({ host: '127.0.0.1', port: 0 })
process.env['TALLYSTICK_API_KEY'] = made.key
`,
    'await app.close()\n',
  ],
  ['packages/http/README.md: import', '', 'await app.close()\n'],
  ['packages/vault/README.md: import', MASTER_KEY, ''],
]

/** Names of places that are not here, and what stands for them. */
export const STANDS_FOR: readonly (readonly [there: string, here: string])[] = [
  ['{ port: 3000 }', '{ port: 0 }'],
  ['/backups/', ''],
  ['/tmp/', ''],
  ['postgres://ledger@db.internal:5432/ledger?sslmode=verify-full', 'migrated.db'],
  ['postgres://ledger@db.internal/ledger', 'copy.db'],
]

/** The id that pages show where a command wants one. */
export const SHOWN_ID = '5fb7bdf6e0c5ae0f3c8e1d02'
