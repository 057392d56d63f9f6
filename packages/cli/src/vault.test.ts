/** The master keys of managed wallets, as an operator handles them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { call, Workplace } from '@tallystick/harness'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const KEY = 'a-key-of-the-vault-test'
const WALLET = '/v3/custodial/wallet'

async function newKey(name: string): Promise<{ readonly file: string; readonly key: string }> {
  const file = place.path(name)
  const made = await place.run(['vault', 'init', '--out', file])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const key = readFileSync(file, 'utf8').trim()
  expect(made.stdout).not.toContain(key)
  return { file, key }
}

/** As `vault init` writes it, which the first test looks at. */
function keyFile(name: string): { readonly file: string; readonly key: string } {
  const file = place.path(name)
  const key = randomBytes(32).toString('hex')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return { file, key }
}

describe('a master key', () => {
  it('is written for its owner alone, never over another, or printed', async () => {
    const { file, key } = await newKey('first.key')
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await place.run(['vault', 'init', '--out', file])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('may have the only copy')
    expect(readFileSync(file, 'utf8').trim()).toBe(key)
    expect((await place.run(['vault', 'init'])).stdout).toMatch(/^[0-9a-f]{64}\n$/)
  })

  it('is replaced beside a running server, and no wallet is lost', async () => {
    const old = await newKey('old.key')
    const next = keyFile('next.key')
    const both = place.path('both.keys')
    writeFileSync(both, `# new\n${next.key}\n# old\n${old.key}\n`, { mode: 0o600 })
    const env = {
      TALLYSTICK_DATABASE: place.path('vault.db'),
      TALLYSTICK_API_KEY: KEY,
      TALLYSTICK_VAULT_EXPORT: 'yes',
    }
    const before = await place.serve([], { ...env, TALLYSTICK_VAULT_KEYS: old.key })
    const made = await call(before.url, KEY, 'POST', WALLET, { chain: 'ETH' })
    expect(made).toMatchObject({ status: 200 })
    const { walletId } = made.body as { walletId: string }
    before.signal('SIGTERM')
    await before.ended

    const serving = await place.serve(['--vault-file', both], env)
    const status = async () =>
      JSON.parse((await place.run(['vault', 'status', '--json', '--vault-file', both], env)).stdout)
    expect(await status()).toMatchObject({ masterKeys: [{ wallets: 0 }, { wallets: 1 }], lost: 0 })
    const rotated = await place.run(['vault', 'rotate', '--vault-file', both], env)
    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    expect(rotated.stdout).toContain('1 key encrypted anew')
    const again = await place.run(['vault', 'rotate', '--vault-file', both], env)
    expect(again.stdout).toContain('0 keys encrypted anew')
    expect(await status()).toMatchObject({ masterKeys: [{ wallets: 1 }, { wallets: 0 }], lost: 0 })
    const shown = await call(serving.url, KEY, 'GET', `${WALLET}/${walletId}?export=true`)
    expect(shown.body).toMatchObject([{ walletId, privateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/) }])
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)

    // The old key alone opens nothing, and who has it is told at the start.
    const refused = await place.run(['serve', '--port', '0'], { ...env, TALLYSTICK_VAULT_FILE: old.file })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('1 managed wallet depends on a master key that is not at hand')
    const lost = await place.run(['vault', 'status'], { ...env, TALLYSTICK_VAULT_FILE: old.file })
    expect(lost.code).toBe(1)
    const [{ privateKey = '' } = {}] = shown.body as { privateKey?: string }[]
    for (const { stdout, stderr } of [rotated, refused, lost, await serving.ended]) {
      for (const secret of [privateKey.slice(2), old.key, next.key]) {
        expect(stdout + stderr).not.toContain(secret)
      }
    }
  })
})

describe('wallets that pay fees', () => {
  it('are told at the start by their address, and refused if they cannot pay', async () => {
    const { file } = keyFile('payers.key')
    const env = {
      TALLYSTICK_DATABASE: place.path('payers.db'),
      TALLYSTICK_API_KEY: KEY,
      TALLYSTICK_VAULT_FILE: file,
    }
    const before = await place.serve([], env)
    const make = async (chain: string) => {
      const { body } = await call(before.url, KEY, 'POST', WALLET, { chain })
      return body as { walletId: string; address: string }
    }
    const [one, two, eth] = [await make('SOL'), await make('SOL'), await make('ETH')]
    before.signal('SIGTERM')
    await before.ended
    const gas = ['--gas-payers', `${eth.walletId}:0.05:1.5`]
    const paying = await place.serve(['--fee-payers', one.walletId, '--fee-payer-daily', '0.5', ...gas], env)
    paying.signal('SIGTERM')
    const { stderr } = await paying.ended
    expect(stderr).toContain(`${one.address} pays fees on Solana testnet`)
    expect(stderr).toContain(`${eth.address} pays fees on ETH testnet of default`)

    const refused: readonly (readonly [payers: string, more: Record<string, string>, told: string])[] = [
      [eth.walletId, {}, 'is not a managed wallet of Solana'],
      [randomUUID(), {}, 'is not a managed wallet of Solana'],
      [`${one.walletId},${two.walletId}`, {}, 'are of one network'],
      [one.walletId, { TALLYSTICK_VAULT_FILE: '' }, 'no master key that opens them'],
      ['a wallet', {}, 'IDs of managed wallets'],
      [one.walletId, { TALLYSTICK_FEE_PAYER_DAILY: '0' }, 'above zero'],
      [one.walletId, { TALLYSTICK_FEE_PAYER_LIMIT: '0.0000000001' }, 'at most 9 decimals'],
      [one.walletId, { TALLYSTICK_GAS_PAYERS: `${two.walletId}:1:1` }, 'is not a managed wallet of a chain'],
      [one.walletId, { TALLYSTICK_GAS_PAYERS: eth.walletId }, 'two amounts above zero'],
      [one.walletId, { TALLYSTICK_GAS_PAYERS: `${eth.walletId}:0:1` }, 'two amounts above zero'],
    ]
    // Each is a process of its own.
    const share = { of: quickOrFull(3, 1), seed: chooseSeed() }
    for (const [payers, more, told] of partOf('wallets that cannot pay fees', refused, share)) {
      const ended = await place.run(['serve', '--port', '0', '--fee-payers', payers], { ...env, ...more })
      expect(ended.code).not.toBe(0)
      expect(ended.stderr).toContain(told)
    }
  })
})

describe('master keys that cannot be used are refused before anything is opened', () => {
  const A = 'a'.repeat(64)
  const cases: readonly (readonly [why: string, env: () => Record<string, string>, told: string])[] = [
    ['named twice', () => ({ TALLYSTICK_VAULT_KEYS: A, TALLYSTICK_VAULT_FILE: 'x' }), 'more than once'],
    ['no such file', () => ({ TALLYSTICK_VAULT_FILE: place.path('none') }), 'there is no such file'],
    [
      'a file that others may read',
      () => {
        const file = place.path('open.key')
        writeFileSync(file, A)
        chmodSync(file, 0o644)
        return { TALLYSTICK_VAULT_FILE: file }
      },
      'chmod 600',
    ],
    ['a command that fails', () => ({ TALLYSTICK_VAULT_COMMAND: `echo ${A}; exit 3` }), 'exit code 3'],
    ['no key in it', () => ({ TALLYSTICK_VAULT_COMMAND: 'echo hello' }), 'number 1 is not 32 bytes'],
  ]
  it.each(cases)('%s', async (_, env, told) => {
    const refused = await place.run(['serve', '--port', '0'], {
      ...env(),
      TALLYSTICK_DATABASE: place.path('never.db'),
    })
    // A program may work later.
    expect(refused.code).toBe(told === 'exit code 3' ? 1 : 2)
    expect(refused.stderr).toContain(told)
    expect(refused.stderr).not.toContain(A)
  })

  it('and a command that prints them is used', async () => {
    const env = { TALLYSTICK_DATABASE: place.path('command.db'), TALLYSTICK_VAULT_COMMAND: `echo ${A}` }
    expect((await place.run(['migrate'], env)).code).toBe(0)
    const status = await place.run(['vault', 'status'], env)
    expect(status).toMatchObject({ code: 0 })
    expect(status.stdout).toContain('All wallets depend on the first master key')
  })
})
