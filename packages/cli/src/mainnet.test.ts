/** With nodes of mainnet alone, as a service in use has them: no command needs to be told a network. */
import { writeFileSync } from 'node:fs'
import { call, Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: Workplace
let file: readonly string[]
beforeAll(() => {
  place = new Workplace()
  const nodes = [{ kind: 'evm', url: 'http://127.0.0.1:1' }]
  const config = place.path('chains.json')
  writeFileSync(config, JSON.stringify({ chains: { ETH: { mainnet: { nodes, follow: true } } } }))
  file = ['--database', place.path('a.db'), '--config', config]
})
afterAll(() => place.clear())

it('the service starts, and the commands ask the node', async () => {
  const serving = await place.serve(file, { TALLYSTICK_LOG_LEVEL: 'fatal' })
  expect(await call(serving.url, serving.key ?? '', 'GET', '/v3/ledger/account/count')).toMatchObject({
    status: 200,
  })
  serving.signal('SIGTERM')
  await serving.ended
  const words = place.path('words.txt')
  writeFileSync(words, 'test test test test test test test test test test test junk')
  const sweep = ['sweep', '--currency', 'ETH', '--minimum', '1', '--max-fee', '1', '--mnemonic-file', words]
  for (const command of [sweep, ['reconcile']]) {
    const { stderr } = await place.run([...command, ...file])
    expect(stderr).toContain('ETH')
    expect(stderr).not.toContain('createTallystick')
  }
})
