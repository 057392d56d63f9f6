import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEFAULT_TENANT } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { readConfig, type Setting, type Sources, unknownVariables } from './config.js'
import { ConfigurationError } from './failure.js'
import { KNOWN_VARIABLES, SETTINGS } from './settings.js'

const KEY = 'canary-key-0123456789'
const SECRET = 'c0ffee'.repeat(12)

const folder = mkdtempSync(join(tmpdir(), 'tallystick-config-'))
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const prices = file(
  'prices.json',
  JSON.stringify({ source: 'house', timestamp: 1, base: 'EUR', rates: { USD: '0.9' } }),
)

const readServe = (sources: Partial<Sources>) =>
  readConfig(SETTINGS.serve, { flags: sources.flags ?? {}, env: sources.env ?? {} })

async function problemsOf(sources: Partial<Sources>): Promise<readonly string[]> {
  const error: unknown = await readServe(sources).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error === null) return []
  if (!(error instanceof ConfigurationError)) throw error
  expect(error.exitCode).toBe(2)
  for (const problem of error.problems) expect(error.message).toContain(problem)
  return error.problems
}

const nodes = file(
  'chains.json',
  JSON.stringify({ rpc: { 'eos-mainnet': { nodes: [{ url: 'http://n' }] } } }),
)

/** The variable, and the value that it is read as; `null` when it must be refused. */
const WALLET = 'b7d4f6a0-1111-4222-8333-444455556666'
const OTHER = 'b7d4f6a0-1111-4222-8333-444455556667'

const cases: readonly (readonly [variable: string, given: string, read: unknown])[] = [
  ['TALLYSTICK_TRUST_PROXY', '127.0.0.1', ['127.0.0.1']],
  ['TALLYSTICK_TRUST_PROXY', '10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  ['TALLYSTICK_TRUST_PROXY', 'true', null],
  ['TALLYSTICK_TRUST_PROXY', '10.0.0.0/8,', null],
  ['TALLYSTICK_DATABASE', 'x/y.db', { kind: 'sqlite', file: resolve('x/y.db') }],
  ['TALLYSTICK_DATABASE', '/x/a b.db', { kind: 'sqlite', file: '/x/a b.db' }],
  ['TALLYSTICK_DATABASE', 'sqlite:x.db', { kind: 'sqlite', file: resolve('x.db') }],
  ['TALLYSTICK_DATABASE', 'SQLite:///x/a%20b.db', { kind: 'sqlite', file: '/x/a b.db' }],
  ['TALLYSTICK_DATABASE', 'sqlite://x.db', null],
  ['TALLYSTICK_DATABASE', 'sqlite:x.db?mode=ro', null],
  [
    'TALLYSTICK_DATABASE',
    'sqlite:///x/a%20b.db?litestream=true',
    { kind: 'sqlite', file: '/x/a b.db', litestream: true },
  ],
  ['TALLYSTICK_DATABASE', 'sqlite:x.db?litestream=yes', null],
  ['TALLYSTICK_DATABASE', 'sqlite:x.db?litestream=true&mode=ro', null],
  ['TALLYSTICK_DATABASE', 'sqlite:?litestream=true', null],
  ['TALLYSTICK_DATABASE', 'x.db?litestream=true', null],
  ['TALLYSTICK_DATABASE', 'sqlite:%zz', null],
  ['TALLYSTICK_DATABASE', 'sqlite:', null],
  ['TALLYSTICK_DATABASE', ':memory:', null],
  ['TALLYSTICK_DATABASE', 'sqlite::memory:', null],
  ['TALLYSTICK_DATABASE', 'postgres://u:p@h/d', { kind: 'postgres', url: 'postgres://u:p@h/d' }],
  ['TALLYSTICK_DATABASE', 'postgresql://h:1/d?ssl=1', { kind: 'postgres', url: 'postgresql://h:1/d?ssl=1' }],
  ['TALLYSTICK_DATABASE', 'postgres://h:1/d?sslmod=require', null],
  ['TALLYSTICK_DATABASE', 'postgres:///d?host=/run', { kind: 'postgres', url: 'postgres:///d?host=/run' }],
  [
    'TALLYSTICK_DATABASE',
    'postgres://u:p@a,b:1/d?target_session_attrs=read-write',
    { kind: 'postgres', url: 'postgres://u:p@a,b:1/d?target_session_attrs=read-write' },
  ],
  ['TALLYSTICK_DATABASE', 'postgres://a,b/d?target_session_attrs=standby', null],
  ['TALLYSTICK_DATABASE', 'postgres://a,b:port/d', null],
  ['TALLYSTICK_DATABASE', 'postgres://h', null],
  ['TALLYSTICK_DATABASE', 'postgres://h/', null],
  ['TALLYSTICK_DATABASE', 'postgres://u:p#w@h/d', null],
  ['TALLYSTICK_DATABASE', 'postgres://u:p/w@h/d', null],
  ['TALLYSTICK_DATABASE', 'postgres://u:12/w@h/d', null],
  ['TALLYSTICK_DATABASE', '"postgres://u:p@h/d"', null],
  ['TALLYSTICK_DATABASE', ' postgres://u:p@h/d', null],
  ['TALLYSTICK_DATABASE', 'x.db ', null],
  ['TALLYSTICK_DATABASE', 'host=h dbname=d', null],
  ['TALLYSTICK_DATABASE', '://h/d', null],
  ['TALLYSTICK_DATABASE', 'mysql:d', null],
  ['TALLYSTICK_READ_DATABASE', 'postgres://u:p,@h/d', 'postgres://u:p,@h/d'],
  ['TALLYSTICK_READ_DATABASE', 'postgres://a,b/d', null],
  ['TALLYSTICK_READ_DATABASE', 'x/y.db', null],
  ['TALLYSTICK_READ_MAX_AGE', '100', 100],
  ['TALLYSTICK_READ_MAX_AGE', '99', null],
  ['TALLYSTICK_HOST', '0.0.0.0', '0.0.0.0'],
  ['TALLYSTICK_HOST', '::1', '::1'],
  ['TALLYSTICK_HOST', 'ledger.internal', 'ledger.internal'],
  ['TALLYSTICK_HOST', 'localhost:3000', null],
  ['TALLYSTICK_HOST', 'http://localhost', null],
  ['TALLYSTICK_HOST', 'two words', null],
  ['TALLYSTICK_PORT', '0', 0],
  ['TALLYSTICK_PORT', '65535', 65_535],
  ['TALLYSTICK_PORT', '65536', null],
  ['TALLYSTICK_PORT', '-1', null],
  ['TALLYSTICK_PORT', '3e3', null],
  ['TALLYSTICK_PORT', '80.0', null],
  ['TALLYSTICK_PORT', ' 80', null],
  ['TALLYSTICK_API_KEY', KEY, KEY],
  ['TALLYSTICK_API_KEY', 'k'.repeat(256), 'k'.repeat(256)],
  ['TALLYSTICK_API_KEY', 'k'.repeat(257), null],
  ['TALLYSTICK_API_KEY', 'fifteen-letters', null],
  ['TALLYSTICK_API_KEY', 'with a space in the middle', null],
  ['TALLYSTICK_API_KEY', 'nicht-nur-ascii-schlüssel', null],
  ['TALLYSTICK_API_KEY', `${KEY}\n`, null],
  ['TALLYSTICK_API_KEY_SECRET', SECRET, SECRET],
  ['TALLYSTICK_API_KEY_SECRET', 'ab'.repeat(31), null],
  ['TALLYSTICK_API_KEY_SECRET', `${'ab'.repeat(32)}c`, null],
  ['TALLYSTICK_API_KEY_SECRET', 'xy'.repeat(32), null],
  ['TALLYSTICK_LOG_LEVEL', 'silent', 'silent'],
  ['TALLYSTICK_LOG_LEVEL', 'INFO', null],
  ['TALLYSTICK_LOG_LEVEL', 'verbose', null],
  ['TALLYSTICK_RATES', prices, { kind: 'table', file: prices, prices: expect.anything() }],
  ['TALLYSTICK_RATES', 'https://h/p?key=k', { kind: 'url', url: 'https://h/p?key=k' }],
  ['TALLYSTICK_RATES', 'https://u:p@h/p', null],
  ['TALLYSTICK_RATES', 'https://', null],
  ['TALLYSTICK_RATES', 'ftp://h/p', null],
  ['TALLYSTICK_RATES', join(folder, 'none.json'), null],
  ['TALLYSTICK_RATES', folder, null],
  ['TALLYSTICK_RATES', file('text.json', 'canary-text'), null],
  ['TALLYSTICK_RATES', file('other.json', '{"base":1}'), null],
  [
    'TALLYSTICK_CONFIG',
    nodes,
    { records: [], networks: [], rpc: [expect.objectContaining({ name: 'eos-mainnet' })] },
  ],
  ['TALLYSTICK_CONFIG', join(folder, 'none.json'), null],
  ['TALLYSTICK_CONFIG', folder, null],
  ['TALLYSTICK_POLICY', file('policy.json', '{}'), expect.anything()],
  ['TALLYSTICK_POLICY', file('twice.json', '{"deny":{},"deny":{}}'), null],
  ['TALLYSTICK_POLICY', folder, null],
  ['TALLYSTICK_VAULT_KEYS', 'a'.repeat(64), 'a'.repeat(64)],
  ['TALLYSTICK_VAULT_KEYS', `${'a'.repeat(64)},${'B'.repeat(64)}`, expect.anything()],
  ['TALLYSTICK_VAULT_KEYS', 'a'.repeat(63), null],
  ['TALLYSTICK_VAULT_KEYS', 'g'.repeat(64), null],
  ['TALLYSTICK_VAULT_FILE', '/run/secrets/master.key', '/run/secrets/master.key'],
  ['TALLYSTICK_VAULT_FILE', 'a\nb', null],
  ['TALLYSTICK_VAULT_COMMAND', 'secret-get ledger', 'secret-get ledger'],
  ['TALLYSTICK_VAULT_COMMAND', 'a\u0007', null],
  ['TALLYSTICK_VAULT_EXPORT', 'yes', 'yes'],
  ['TALLYSTICK_VAULT_EXPORT', 'maybe', null],
  ['TALLYSTICK_FEE_PAYERS', ` ${WALLET.toUpperCase()}, ${OTHER}`, [WALLET, OTHER]],
  ['TALLYSTICK_FEE_PAYERS', `${WALLET},${WALLET}`, null],
  ['TALLYSTICK_FEE_PAYERS', 'a wallet', null],
  ['TALLYSTICK_FEE_PAYER_LIMIT', '0.000000001', 1n],
  ['TALLYSTICK_FEE_PAYER_LIMIT', '0.0000000001', null],
  ['TALLYSTICK_FEE_PAYER_DAILY', '2.5', 2_500_000_000n],
  ['TALLYSTICK_FEE_PAYER_DAILY', '0.0', null],
  [
    'TALLYSTICK_GAS_PAYERS',
    `${WALLET.toUpperCase()}:0.05:1, ${OTHER}:2:3.000000000000000001`,
    [
      { wallets: [WALLET], perTransaction: 50_000_000_000_000_000n, perDay: 10n ** 18n },
      { wallets: [OTHER], perTransaction: 2n * 10n ** 18n, perDay: 3n * 10n ** 18n + 1n },
    ],
  ],
  ['TALLYSTICK_GAS_PAYERS', WALLET, null],
  ['TALLYSTICK_GAS_PAYERS', `${WALLET}:1:0`, null],
  ['TALLYSTICK_GAS_PAYERS', `${WALLET}:1:1,${WALLET}:1:1`, null],
  ['TALLYSTICK_POLICY', join(folder, 'none.json'), null],
  ['TALLYSTICK_RECONCILE_EVERY', '1', 1],
  ['TALLYSTICK_RECONCILE_EVERY', '10081', null],
  ['TALLYSTICK_VERIFY_EVERY', '24', 24],
  ['TALLYSTICK_VERIFY_EVERY', '0', null],
  ['TALLYSTICK_CONSOLE', 'yes', 'yes'],
  ['TALLYSTICK_CONSOLE', 'true', null],
  ['TALLYSTICK_HOLD_UNEXPLAINED', 'yes', 'yes'],
  ['TALLYSTICK_HOLD_UNEXPLAINED', 'maybe', null],
  ['TALLYSTICK_WEBHOOKS', 'no', 'no'],
  ['TALLYSTICK_WEBHOOKS', 'on', null],
  ['TALLYSTICK_WEBHOOK_TARGETS', '10.0.0.0/8,fd00::1', ['10.0.0.0/8', 'fd00::1']],
  ['TALLYSTICK_WEBHOOK_TARGETS', '10.0.0.0/8, fd00::1', null],
  ['TALLYSTICK_WEBHOOK_TARGETS', 'localhost', null],
  ['TALLYSTICK_WEBHOOK_DAYS', '3650', 3_650],
  ['TALLYSTICK_WEBHOOK_DAYS', '0', null],
  ['TALLYSTICK_BODY_LIMIT', '1024', 1_024],
  ['TALLYSTICK_BODY_LIMIT', '1023', null],
  ['TALLYSTICK_BODY_LIMIT', '1mb', null],
  ['TALLYSTICK_MAX_QUEUE', '1', 1],
  ['TALLYSTICK_MAX_QUEUE', '0', null],
]

const nameOf = (variable: string): keyof typeof SETTINGS.serve => {
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS.serve)) {
    if (setting.env === variable) return name as keyof typeof SETTINGS.serve
  }
  throw new Error(`${variable} is no setting of serve`)
}

describe('one setting', () => {
  it.each(cases)('%s=%j', async (variable, given, read) => {
    const sources = { env: { [variable]: given } }
    if (read !== null) {
      expect((await readServe(sources))[nameOf(variable)]).toEqual(read)
      return
    }
    const problems = await problemsOf(sources)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(variable)
    expect(problems[0]).toContain(`accepted is ${SETTINGS.serve[nameOf(variable)].accepts}`)
  })

  it('every setting of serve has a case that is read and one that is refused', () => {
    for (const { env } of Object.values<Setting<unknown>>(SETTINGS.serve)) {
      const read = cases.filter(([variable]) => variable === env).map(([, , value]) => value !== null)
      expect(new Set(read), env).toEqual(new Set([true, false]))
    }
  })
})

describe('readConfig', () => {
  it('has a value for everything when nothing is set', async () => {
    expect(await readServe({})).toEqual({
      database: { kind: 'sqlite', file: resolve('data/tallystick.db') },
      host: '127.0.0.1',
      port: 3000,
      readDatabase: null,
      readMaxAge: 1_000,
      apiKey: null,
      apiKeySecret: null,
      logLevel: 'info',
      rates: { kind: 'none' },
      config: null,
      policy: null,
      vaultKeys: null,
      vaultFile: null,
      vaultCommand: null,
      vaultExport: 'no',
      feePayers: [],
      gasPayers: [],
      feePayerLimit: 100_000n,
      feePayerDaily: 100_000_000n,
      console: 'no',
      trustProxy: [],
      verifyEvery: null,
      reconcileEvery: null,
      holdUnexplained: 'no',
      webhooks: 'yes',
      webhookTargets: [],
      webhookDays: 30,
      bodyLimit: 1_048_576,
      maxQueue: 16_384,
    })
  })

  it('knows the default tenant by the name that the engine gives it', () => {
    expect(SETTINGS.keysCreate.tenant.unset).toBe(DEFAULT_TENANT)
  })

  it('takes the flag where both are set, and names it when it is wrong', async () => {
    const env = { TALLYSTICK_PORT: '1' }
    expect((await readServe({ flags: { port: '2' }, env })).port).toBe(2)
    expect(await problemsOf({ flags: { port: 'x' }, env })).toEqual([
      '--port is "x"; accepted is a whole number from 0 to 65535',
    ])
  })

  it('does not look at a variable that a flag overrides', async () => {
    expect(await problemsOf({ flags: { port: '2' }, env: { TALLYSTICK_PORT: 'x' } })).toEqual([])
  })

  it('takes an empty variable for none, but not an empty flag', async () => {
    expect((await readServe({ env: { TALLYSTICK_PORT: '', TALLYSTICK_API_KEY: '' } })).port).toBe(3000)
    expect(await problemsOf({ flags: { port: '' } })).toHaveLength(1)
  })

  it('reports all problems at once', async () => {
    const refused = new Map(
      cases.filter(([, , read]) => read === null).map(([variable, given]) => [variable, given]),
    )
    const problems = await problemsOf({ env: Object.fromEntries(refused) })
    expect(problems).toHaveLength(Object.keys(SETTINGS.serve).length)
    for (const variable of refused.keys()) {
      expect(problems.filter((problem) => problem.startsWith(`${variable} `))).toHaveLength(1)
    }
  })
})

describe('a file', () => {
  it('has each of its problems told, with the setting that named it and the place in it', async () => {
    const two = file('two.json', '{"rpc":{"nowhere":{}},"more":1}')
    expect(await problemsOf({ env: { TALLYSTICK_CONFIG: two, TALLYSTICK_PORT: 'x' } })).toEqual([
      'TALLYSTICK_PORT is "x"; accepted is a whole number from 0 to 65535',
      'TALLYSTICK_CONFIG: more is not known here; accepted is chains or rpc',
      'TALLYSTICK_CONFIG: rpc.nowhere is not the name of a node; docs/chains.md lists them',
    ])
    expect(await problemsOf({ flags: { config: two } })).toContainEqual(expect.stringMatching(/^--config: /))
  })

  it('refers to variables', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the environment
    const named = file('named.json', '{"rpc":{"eos-mainnet":{"nodes":[{"url":"http://h/${NODE_KEY}"}]}}}')
    expect(await problemsOf({ env: { TALLYSTICK_CONFIG: named } })).toEqual([
      'TALLYSTICK_CONFIG: rpc.eos-mainnet.nodes[0].url needs the variable NODE_KEY, which is not set',
    ])
    const { config } = await readServe({ env: { TALLYSTICK_CONFIG: named, NODE_KEY: 'k' } })
    expect(config?.rpc[0]?.targets[0]?.url.href).toBe('http://h/k')
  })
})

describe('secrets', () => {
  const canaries: readonly (readonly [string, Partial<Sources>])[] = [
    ['a key with a space', { env: { TALLYSTICK_API_KEY: 'canary canary canary' } }],
    ['a secret that is not hex', { env: { TALLYSTICK_API_KEY_SECRET: 'canary' } }],
    ['the password of a database', { env: { TALLYSTICK_DATABASE: 'postgres://canary:canary#@h/canary' } }],
    ['a password in quotes', { env: { TALLYSTICK_DATABASE: '"postgres://canary:canary@h/canary"' } }],
    ['a password as libpq reads it', { env: { TALLYSTICK_DATABASE: 'host=h password=canary' } }],
    ['a password that looks like a port', { env: { TALLYSTICK_DATABASE: 'postgres://u:1/canary@h/d' } }],
    ['a password without slashes', { flags: { database: 'redis:canary' } }],
    ['the password of a price source', { env: { TALLYSTICK_RATES: 'https://canary:canary@h/' } }],
    ['a file that is not JSON', { flags: { config: file('torn.json', '{"canary') } }],
    [
      'the address of a node',
      { flags: { config: file('node.json', '{"rpc":{"eos-mainnet":{"nodes":[{"url":"canary:"}]}}}') } },
    ],
    ['a file that is not a price table', { flags: { rates: file('key', 'canary') } }],
    ['a key as a flag', { flags: { apiKey: 'canary-canary-canary' } }],
    ['a secret as a flag', { flags: { apiKeySecret: 'canary' } }],
  ]

  it.each(canaries)('%s is not repeated', async (_, sources) => {
    const problems = await problemsOf(sources)
    expect(problems).toHaveLength(1)
    expect(problems.join()).not.toContain('canary')
  })

  it('are not taken as flags, even good ones', async () => {
    expect(await problemsOf({ flags: { apiKey: KEY } })).toEqual([
      expect.stringMatching(/^--api-key is not accepted: .* Set TALLYSTICK_API_KEY instead$/),
    ])
    expect(await problemsOf({ flags: { apiKeySecret: true } })).toEqual([
      expect.stringMatching(/^--api-key-secret is not accepted/),
    ])
  })
})

describe('unknownVariables', () => {
  it.each([
    ['TALLYSTICK_DATABSE', 'TALLYSTICK_DATABASE'],
    ['TALLYSTICK_PROT', 'TALLYSTICK_PORT'],
    ['tallystick_port', 'TALLYSTICK_PORT'],
    ['TALLYSTICK_APIKEY', 'TALLYSTICK_API_KEY'],
    ['TALLYSTICK_LOGLEVEL', 'TALLYSTICK_LOG_LEVEL'],
  ])('%s was meant to be %s', async (name, meant) => {
    expect(await unknownVariables({ [name]: 'canary' }, KNOWN_VARIABLES)).toEqual([
      `${name} is not a variable of tallystick and is ignored; did you mean ${meant}?`,
    ])
  })

  it('does not guess wildly, and leaves what is known or not ours alone', async () => {
    expect(
      await unknownVariables(
        { TALLYSTICK_SOMETHING_ELSE: '', TALLYSTICK_PORT: '1', TALLYSTICK_DEBUG: '1', PORT: '1' },
        KNOWN_VARIABLES,
      ),
    ).toEqual(['TALLYSTICK_SOMETHING_ELSE is not a variable of tallystick and is ignored'])
  })
})
