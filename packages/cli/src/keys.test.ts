import { call, Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const COUNT = '/v3/ledger/account/count?pageSize=10'

describe('keys', () => {
  it('are made, listed and revoked beside a running server', async () => {
    const env = { TALLYSTICK_DATABASE: place.path('keys.db') }
    const serving = await place.serve([], env)

    const made = await place.run(
      [
        'keys',
        'create',
        '--quiet',
        '--name',
        'shop',
        '--network',
        'mainnet',
        '--plan',
        'free',
        '--tenant',
        'acme',
        '--ip',
        '192.0.2.7,2001:DB8::/32',
      ],
      env,
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^tally_live_[\w-]{43}\n$/)
    const key = made.stdout.trim()
    expect(await call(serving.url, key, 'GET', COUNT)).toMatchObject({ status: 200 })

    const json = await place.run(['keys', 'list', '--json', '--tenant', 'acme'], env)
    expect(json.stdout).not.toContain(key)
    expect(json.stdout).not.toContain('"hash"')
    const listed = JSON.parse(json.stdout) as { id: string }[]
    expect(listed).toEqual([
      expect.objectContaining({
        name: 'shop',
        tenant: 'acme',
        network: 'mainnet',
        plan: 'free',
        frozen: false,
        revoked: false,
        hint: expect.stringMatching(/…$/),
        addresses: ['192.0.2.7', '2001:db8::/32'],
      }),
    ])
    const id = listed[0]?.id ?? ''
    const rowOf = async () =>
      (await place.run(['keys', 'list'], env)).stdout.split('\n').find((line) => line.includes(id))
    expect(await rowOf()).toMatch(
      / shop +acme +mainnet +free +operator +valid +tally_live_\S*… +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    )
    expect((await place.run(['keys', 'list'], env)).stdout).toContain('first start')

    const missed = await place.run(['keys', 'revoke', id], env)
    expect(missed.code).toBe(1)
    expect(missed.stderr).toContain(`no API key with the id "${id}" in the tenant default`)
    expect(await place.run(['keys', 'revoke', id, '--tenant', 'acme'], env)).toMatchObject({ code: 0 })
    expect((await place.run(['keys', 'revoke', id, '--tenant', 'acme'], env)).stdout).toContain('before')
    expect(await rowOf()).toContain('revoked')
    await expect
      .poll(async () => (await call(serving.url, key, 'GET', COUNT)).status, { timeout: 5_000 })
      .toBe(401)

    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  it('have one secret: neither a server nor a command takes another, unless it is replaced deliberately', async () => {
    const args = ['--database', place.path('secret.db')]
    const key = 'canary-key-of-my-own-choice'
    const [old, other] = ['ab', 'cd'].map((byte) => ({ TALLYSTICK_API_KEY_SECRET: byte.repeat(32) }))
    const serving = await place.serve(args, { ...old, TALLYSTICK_API_KEY: key })
    expect(await call(serving.url, key, 'GET', COUNT)).toMatchObject({ status: 200 })
    const [listed] = JSON.parse((await place.run(['keys', 'list', '--json', ...args])).stdout)
    // It needs no secret.
    expect(await place.run(['keys', 'revoke', listed.id, ...args])).toMatchObject({ code: 0 })
    serving.signal('SIGTERM')
    await serving.ended

    for (const [command, env] of [
      ['serve', {}],
      ['serve', { ...other, TALLYSTICK_API_KEY: key }],
      ['keys create', {}],
    ] as const) {
      const { code, stderr, stdout } = await place.run([...command.split(' '), ...args], env)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('have another secret')
      expect(stderr).toContain('--replace-secret')
    }
    expect(JSON.parse((await place.run(['keys', 'list', '--json', ...args])).stdout)).toHaveLength(1)

    const replaced = await place.run(['keys', 'create', '--replace-secret', ...args], other)
    expect(replaced).toMatchObject({ code: 0, stdout: expect.stringContaining('Revoke these') })
    expect((await place.run(['keys', 'create', ...args], old)).code).toBe(1)
    const again = await place.serve(args, other)
    const [, made = ''] = /(tally_test_\S+)/.exec(replaced.stdout) ?? []
    expect(await call(again.url, made, 'GET', COUNT)).toMatchObject({ status: 200 })
    again.signal('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  it('may be made to read only', async () => {
    const env = { TALLYSTICK_DATABASE: place.path('read-only.db') }
    const serving = await place.serve([], env)
    const made = await place.run(['keys', 'create', '--quiet', '--name', 'audit', '--read-only'], env)
    const key = made.stdout.trim()
    expect(await call(serving.url, key, 'GET', COUNT)).toMatchObject({ status: 200 })
    expect(await call(serving.url, key, 'POST', '/v3/ledger/account', { currency: 'EUR' })).toMatchObject({
      status: 403,
      body: { errorCode: 'key.not.allowed' },
    })
    expect((await place.run(['keys', 'list'], env)).stdout).toMatch(
      / audit +default +testnet +paid +read-only /,
    )
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  it.each(['0.0.0.0/0', '192.0.2.7/24', 'localhost', '192.0.2.7,', Array(33).fill('192.0.2.7').join()])(
    'are tied to no such address: %s',
    async (ip) => {
      const made = await place.run(['keys', 'create', '--ip', ip])
      expect(made).toMatchObject({ code: 2, stdout: '' })
      expect(made.stderr).toContain('accepted is IP addresses and networks')
    },
  )

  it('tells how to withdraw the key it has made', async () => {
    const env = { TALLYSTICK_DATABASE: place.path('told.db') }
    expect((await place.run(['migrate'], env)).code).toBe(0)
    expect((await place.run(['keys', 'list'], env)).stdout).toContain('There are no API keys')
    const { stdout } = await place.run(['keys', 'create'], env)
    const command = /tallystick (keys revoke \S+)/.exec(stdout)?.[1]?.split(' ') ?? []
    expect(await place.run(command, env)).toMatchObject({ code: 0, stderr: '' })
  })

  it('does not make a ledger to put a key into', async () => {
    const env = { TALLYSTICK_DATABASE: place.path('nowhere.db') }
    for (const args of [['create'], ['list'], ['revoke', 'x']]) {
      const { code, stderr } = await place.run(['keys', ...args], env)
      expect(code).toBe(1)
      expect(stderr).toContain('There is no database at')
    }
  })

  it('reports every wrong flag', async () => {
    const { code, stderr } = await place.run([
      'keys',
      'create',
      ...['--name', '', '--network', 'moon', '--plan', 'gold', '--tenant', 'a b'],
    ])
    expect(code).toBe(2)
    for (const flag of ['--name', '--network', '--plan', '--tenant'])
      expect(stderr).toContain(`• ${flag} is `)
  })
})

describe('migrate', () => {
  it('makes a database, and then has nothing to do', async () => {
    const args = ['migrate', '--database', `sqlite:${place.path('made/here.db')}`]
    const first = await place.run(args)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('applied  001_')
    const second = await place.run(args)
    expect(second).toEqual({ code: 0, stdout: `${place.path('made/here.db')} is up to date\n`, stderr: '' })
  })
})
