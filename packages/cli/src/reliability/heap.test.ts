/** After managed wallets have signed, no private key is in the heap of the process, in any text. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createChains, readChainsConfig, records } from '@tallystick/chains'
import { built, type ForgetOptions, Nursery } from '@tallystick/harness'
import { afterAll, expect, it } from 'vitest'

const nursery = new Nursery()
afterAll(() => nursery.clear())

/** More than the child fills. */
const MOST_CANARIES = 500
const moduleOf = (name: string): string => pathToFileURL(built(`${name}/dist/index.js`)).href

it('no private key is left in the heap after its use', { timeout: 120_000 }, async () => {
  const canary = 'a private key'
  const control = 'what the heap surely has'
  const file = nursery.path('forget.heapsnapshot')
  const options: ForgetOptions = {
    ...{ chainsModule: moduleOf('chains'), vaultModule: moduleOf('vault'), chains: Object.keys(records) },
    ...{ canary, control, file },
  }
  const child = nursery.start('forget', JSON.stringify(options))
  await child.line('done')
  await child.ended

  const heap = readFileSync(file, 'utf8')
  expect(heap.includes(Buffer.from(control).toString('hex'))).toBe(true)
  const secrets = Array.from({ length: MOST_CANARIES }, (_, index) =>
    createHash('sha256').update(`${canary} ${index}`).digest(),
  )
  const chains = createChains(readChainsConfig({}))
  const found: string[] = []
  for (const line of child.lines.filter((said) => said.startsWith('wallet '))) {
    const [, id = '', address = ''] = line.split(' ')
    const { codec } = await chains.chain(id, 'testnet')
    const secret = secrets.find(
      (one) => codec.canonical(codec.signer(codec.privateKeyText(one)).address) === address,
    )
    if (secret === undefined) throw new TypeError(`the key of ${id} is none of the canaries`)
    const texts = [codec.privateKeyText(secret), secret.toString('hex'), secret.toString('base64')]
    if (texts.some((text) => heap.includes(text.replace(/^0x/, '')))) found.push(id)
    if (heap.includes(BigInt(`0x${secret.toString('hex')}`).toString())) found.push(`${id} as a number`)
  }
  expect(child.lines.filter((said) => said.startsWith('wallet '))).toHaveLength(Object.keys(records).length)
  expect(found).toEqual([])
})
