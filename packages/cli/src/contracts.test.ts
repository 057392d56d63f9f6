/** `tallystick contracts deploy` over anvil: from what it would do to a factory, once. */
import { writeFileSync } from 'node:fs'
import { GAS_PUMP_FACTORY } from '@tallystick/custody'
import { Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Anvil {
  readonly url: string
  readonly rpc: { call(method: string, params: readonly unknown[]): Promise<unknown> }
  kill(): Promise<void>
}
interface Anvils {
  readonly RICH_KEY: string
  start(chainId: bigint): Promise<Anvil>
}

// A fixture of another package, which is no part of what is published: found by its place.
const fixture = new URL('../../chains/src/evm/anvil.fixture.ts', import.meta.url)
const { start, RICH_KEY } = (await import(fixture.href)) as Anvils
const PROXY = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

let place: Workplace
let anvil: Anvil
beforeAll(async () => {
  place = new Workplace()
  anvil = await start(80_002n)
  const nodes = [{ kind: 'evm', url: anvil.url }]
  writeFileSync(place.path('chains.json'), JSON.stringify({ chains: { MATIC: { testnet: { nodes } } } }))
})
afterAll(async () => {
  await anvil.kill()
  place.clear()
})

const deploy = (key: string | null, ...more: readonly string[]) =>
  place.run(['contracts', 'deploy', '--config', place.path('chains.json'), ...more], {
    ...(key === null ? {} : { TALLYSTICK_DEPLOYER_KEY: key }),
  })
const blocks = async () => Number(await anvil.rpc.call('eth_blockNumber', []))

it('without --send it tells what it would do; with it, it deploys; again, nothing', async () => {
  const would = await deploy(RICH_KEY, '--chain', 'MATIC')
  expect(would).toMatchObject({ code: 0, stdout: expect.stringContaining('--send does it') })
  expect(await blocks()).toBe(0)
  const done = await deploy(RICH_KEY, '--chain', 'MATIC', '--send', '--json')
  expect(JSON.parse(done.stdout)).toMatchObject({
    address: GAS_PUMP_FACTORY,
    isThere: true,
    txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
  expect(await blocks()).toBe(1)
  const again = await deploy(RICH_KEY, '--chain', 'MATIC', '--send')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was sent') })
  expect(await blocks()).toBe(1)
})

it('without the proxy, without coins, without a key, and on other chains it says so', async () => {
  await anvil.rpc.call('anvil_setCode', [GAS_PUMP_FACTORY, '0x'])
  const poor = await deploy(`0x${'46'.repeat(32)}`, '--chain', 'MATIC', '--send')
  expect(poor).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was deployed') })
  await anvil.rpc.call('anvil_setCode', [PROXY, '0x'])
  const bare = await deploy(RICH_KEY, '--chain', 'MATIC', '--send')
  expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('deployment proxy') })
  expect(await deploy(RICH_KEY, '--chain', 'BTC')).toMatchObject({ code: 1 })
  expect(await deploy(null, '--chain', 'MATIC')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('TALLYSTICK_DEPLOYER_KEY is not given'),
  })
  expect(await blocks()).toBe(1)
})
