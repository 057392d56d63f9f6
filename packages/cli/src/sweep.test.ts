/** `tallystick sweep` over anvil, from what it would do to coins at the master; and `tallystick watch`. */
import { writeFileSync } from 'node:fs'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describe as report } from './sweep.js'
import { paintFor } from './terminal.js'

interface Anvil {
  readonly url: string
  readonly rpc: { call(method: string, params: readonly unknown[]): Promise<unknown> }
  kill(): Promise<void>
}
interface Anvils {
  start(chainId: bigint): Promise<Anvil>
}

// A fixture of another package, which is no part of what is published: found by its place.
const fixture = new URL('../../chains/src/evm/anvil.fixture.ts', import.meta.url)
const { start } = (await import(fixture.href)) as Anvils

const WORDS = `${'abandon '.repeat(23)}art`
const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let place: Workplace
let anvil: Anvil
let master: string
beforeAll(async () => {
  place = new Workplace()
  anvil = await start(11_155_111n)
  writeFileSync(place.path('words.txt'), `${WORDS}\n`)
  const nodes = [{ kind: 'evm' as const, url: anvil.url }]
  const file = { chains: { ETH: { testnet: { nodes, follow: true } } } }
  writeFileSync(place.path('chains.json'), JSON.stringify(file))
  const storage = await openSqlite({ file: place.path('a.db') })
  const ledger = createTallystick({ storage, chains: createChains(readChainsConfig(file)) })
  const { keys } = await ledger.chains.chain('ETH', 'testnet')
  const xpub = (await keys?.xpub(WORDS)) ?? ''
  master = keys?.address(xpub, 0).toLowerCase() ?? ''
  await ledger.custody.follow()
  const { id } = await ledger.createAccountXpub({ currency: 'ETH', xpub })
  const [deposit] = await ledger.getAllDepositAddresses({ id })
  const payment = { from: RICH, to: deposit?.address, value: '0xde0b6b3a7640000' }
  await anvil.rpc.call('eth_sendTransaction', [payment])
  await anvil.rpc.call('anvil_mine', ['0x46'])
  await ledger.close()
})
afterAll(async () => {
  await anvil.kill()
  place.clear()
})

const sweep = (...more: readonly string[]) =>
  place.run([
    ...['sweep', '--database', place.path('a.db'), '--config', place.path('chains.json')],
    ...['--currency', 'ETH', '--minimum', '0.1', '--mnemonic-file', place.path('words.txt')],
    ...more,
  ])

it('tells what is missing, and what cannot be', async () => {
  const bare = await place.run(['sweep', '--currency', 'ETH'])
  expect(bare.code).toBe(2)
  for (const flag of ['--minimum', '--max-fee', '--config']) expect(bare.stderr).toContain(flag)
  expect(bare.stderr).not.toContain('--currency is not')
  const unknown = await sweep('--max-fee', '0.1', '--currency', 'NONE')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no deposit address of NONE')])
})

it('tells what it would do, and does it', async () => {
  const planned = await sweep('--max-fee', '0.1')
  expect([planned.code, planned.stderr]).toEqual([0, ''])
  expect(planned.stdout).toContain('1 address could be swept now. Nothing was sent')
  expect(await anvil.rpc.call('eth_getBalance', [master, 'latest'])).toBe('0x0')
  const { code, stdout, stderr } = await sweep('--max-fee', '0.1', '--send', '--json')
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ currency: 'ETH', chain: 'ETH', network: 'testnet', coin: 'ETH', to: master, isSent: true },
    addresses: [{ kind: 'swept', amount: expect.stringMatching(/^0\.999/), why: null }],
  })
  expect(stdout + stderr).not.toContain('abandon')
  expect(BigInt(String(await anvil.rpc.call('eth_getBalance', [master, 'latest'])))).toBeGreaterThan(
    999n * 10n ** 15n,
  )
})

describe('tallystick watch', () => {
  const watch = (address: string, ...more: readonly string[]) =>
    place.run(['watch', address, '--database', place.path('a.db'), ...more])
  const nodes = () => ['--config', place.path('chains.json')]

  it('has a wallet compared with the chain, once or again', async () => {
    for (const time of ['first', 'second']) {
      const { code, stdout, stderr } = await watch(RICH, '--chain', 'ETH', ...nodes())
      expect([time, code, stderr]).toEqual([time, 0, ''])
      expect(stdout).toMatch(
        new RegExp(`^${RICH} is watched for the tenant default. It has 9998\\.9\\d+ ETH.\\n$`),
      )
    }
    const { stdout } = await place.run(['reconcile', '--json', '--database', place.path('a.db'), ...nodes()])
    const [found] = JSON.parse(stdout).currencies
    const before = { what: 'there before it was watched', amount: expect.stringMatching(/^9998\.9/) }
    expect(found).toMatchObject({
      isExplained: true,
      lines: expect.arrayContaining([expect.objectContaining(before)]),
    })
  })

  it('tells what is missing, and what cannot be', async () => {
    const bare = await watch(RICH)
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--chain is not given')])
    expect(bare.stderr).toContain('--config is not given')
    const wrong = await watch('0x12', '--chain', 'ETH', ...nodes())
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('"0x12" is no address of ETH testnet'),
    ])
    const other = await watch(RICH, '--chain', 'ETH', '--network', 'mainnet', ...nodes())
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('cannot be watched')])
    expect(other.stderr).toContain('ETH')
  })
})

it('shows what waits and why', () => {
  const shared = { amount: 5n, fee: 21n, txId: null }
  const text = report(
    {
      ...{
        currency: 'USDT',
        scale: 1,
        chain: 'ETH',
        network: 'mainnet',
        coin: { currency: 'ETH', scale: 2 },
      },
      ...{ to: '0xmaster', payer: '0xmaster', isSent: true, isStopped: true },
      addresses: [
        { ...shared, address: '0x1', kind: 'ahead', ahead: 30n, txId: '0xab', why: null },
        { ...shared, address: '0x2', kind: 'waits', ahead: 0n, why: 'for a reason' },
      ],
    },
    paintFor(process.stdout),
  )
  expect(text).toMatch(/0x1 +sent ahead +0\.5 +0\.3 +0\.21 +0xab\n/)
  expect(text).toMatch(/0x2 +waits +0\.5 +0\.21 +for a reason\n/)
  expect(text).toContain('Stopped before the end: 0 addresses swept; 2 addresses to be swept by a later run')
})
