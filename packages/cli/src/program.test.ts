import { writeFileSync } from 'node:fs'
import { Workplace } from '@tallystick/harness'
import { VERSION } from '@tallystick/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flagOfSecret, type Setting } from './config.js'
import { SETTINGS } from './settings.js'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const COMMANDS = [
  [['serve'], SETTINGS.serve],
  [['migrate'], SETTINGS.migrate],
  [['verify'], SETTINGS.verify],
  [['reconcile'], SETTINGS.reconcile],
  [['sweep'], SETTINGS.sweep],
  [['withdrawals', 'cancel'], SETTINGS.withdrawalsCancel],
  [['copy'], SETTINGS.copy],
  [['backup'], SETTINGS.backup],
  [['keys', 'create'], SETTINGS.keysCreate],
  [['keys', 'list'], SETTINGS.keysList],
  [['keys', 'revoke'], SETTINGS.keysRevoke],
  [['webhooks', 'list'], SETTINGS.webhooksList],
  [['webhooks', 'replay'], SETTINGS.webhooksReplay],
] as const satisfies readonly (readonly [readonly string[], Readonly<Record<string, Setting<unknown>>>])[]

describe('help', () => {
  it.each(COMMANDS)('%j tells every setting, its variable and its default', async (command, settings) => {
    const { code, stdout, stderr } = await place.run([...command, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    // As it reads before it is wrapped.
    const text = stdout.replace(/\s+/g, ' ')
    for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
      if (setting.flag === undefined) expect(text).not.toContain(`${flagOfSecret(name)} `)
      else expect(text).toContain(`--${setting.flag} ${setting.argument}`)
      expect(text).toContain(setting.about)
      if (setting.env !== undefined) expect(text).toContain(setting.env)
      if (setting.unsetText !== null) expect(text).toContain(`default: ${setting.unsetText}`)
    }
    expect(text).toContain('Examples: # ')
    expect(text).toContain('Exit codes: 0 done 1 ')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it.each([
    [['--help'], 'serve'],
    [['help'], 'verify'],
    [['keys', '--help'], 'revoke'],
    [['help', 'serve'], '--port'],
    [['contracts', 'deploy', '--help'], 'the network of the chain'],
  ])('%j names %s', async (args, part) => {
    const { code, stdout } = await place.run(args)
    expect(code).toBe(0)
    expect(stdout).toContain(part)
    expect(stdout).toContain('Exit codes:')
  })
})

describe('the command line', () => {
  it('tells the version', async () => {
    expect(await place.run(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
  })

  it.each([
    [[], 'Usage: tallystick'],
    [['keys'], 'Usage: tallystick keys'],
    [['verifi'], 'Did you mean verify?'],
    [['webhoks', 'replay'], 'Did you mean webhooks?'],
    [['vault', 'rotat'], 'Did you mean rotate?'],
    [['keys', 'rvoke'], 'Did you mean revoke?'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['serve', '--port'], "'--port <port>' argument missing"],
    [['verify', 'more'], 'too many arguments'],
    [['keys', 'revoke'], "missing required argument 'id'"],
  ])('%j is a usage error: %s', async (args, part) => {
    const { code, stdout, stderr } = await place.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(part)
  })

  it.each([
    [['reconcile'], 'no chain is configured: name the file of the nodes with --config'],
    [['reconcile', '--config', 'chains.json'], 'no chain is followed: set follow'],
    [['sweep'], '--currency is not given'],
    [['vault', 'status'], 'no master key is named: set TALLYSTICK_VAULT_FILE'],
    [['vault', 'rotate'], 'no master key is named: set TALLYSTICK_VAULT_FILE'],
  ])('%j lacks a setting, which is no finding: %s', async (args, part) => {
    writeFileSync(place.path('chains.json'), '{}')
    const { code, stdout, stderr } = await place.run(
      args.map((one) => one.replace('chains.json', place.path('chains.json'))),
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.replace(/\s+/g, ' ')).toContain(part)
  })

  it.each([
    [['serve', '--api-key', 'canary-canary-canary']],
    [['serve', '--api-key=canary-canary-canary']],
    [['serve', '--apikey=canary-canary-canary']],
    [['serve', '--api-key-secret', 'canary']],
    [['keys', 'create', '--api-key-secret=canary']],
  ])('%j does not repeat the secret', async (args) => {
    const { code, stdout, stderr } = await place.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toContain('canary')
  })

  it('reports every wrong setting and opens nothing', async () => {
    const { code, stdout, stderr } = await place.run(['serve', '--port', 'x', '--host', 'a b'], {
      TALLYSTICK_LOG_LEVEL: 'loud',
      TALLYSTICK_API_KEY: 'canary',
      TALLYSTICK_DATABASE: place.path('never.db'),
      TALLYSTICK_DATABSE: 'x',
    })
    expect([code, stdout]).toEqual([2, ''])
    // Nobody reads it on a terminal: the log has JSON lines and nothing else.
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ level: 'warn' }, { level: 'fatal', remedy: expect.any(String) }])
    expect(stderr).toContain('did you mean TALLYSTICK_DATABASE?')
    expect(stderr).toContain('The configuration has 4 problems; nothing was opened.')
    for (const name of ['--port', '--host', 'TALLYSTICK_LOG_LEVEL', 'TALLYSTICK_API_KEY']) {
      expect(stderr).toContain(`• ${name} is `)
    }
    expect(stderr).not.toContain('canary')
    expect((await place.run(['verify', '--database', place.path('never.db')])).stderr).toContain(
      'There is no database at',
    )
  })

  it('shows a stack only when TALLYSTICK_DEBUG=1 asks for it', async () => {
    const args = ['verify', '--database', place.folder]
    const plain = await place.run(args)
    expect(plain.code).toBe(1)
    expect(plain.stderr).not.toMatch(/^\s+at /m)
    const debug = await place.run(args, { TALLYSTICK_DEBUG: '1' })
    expect(debug.code).toBe(1)
    expect(debug.stderr).toMatch(/^\s+at /m)
  })
})
