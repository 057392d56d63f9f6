import { heldBySend, type Token } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { Deployments } from './deployments.js'

const ON = { tenant: 'tenant', network: 'mainnet', asset: null }
const token = (name: string, chain: string) =>
  ({ ...ON, name, chain, deployment: heldBySend(name) }) as unknown as Token

function world(tokens: readonly Token[], link: (name: string) => Promise<void>) {
  let now = 0
  const tried: string[] = []
  const warned: string[] = []
  const query = {
    list: async (_table: unknown, { offset = 0, limit = 0 }) => tokens.slice(offset, offset + limit),
    find: async ({ txId = '' }) => ({
      txId,
      status: txId === 'OPEN' ? 'sent' : 'final',
      reason: txId === 'FAILED' ? 'why' : null,
    }),
  }
  const worker = new Deployments({
    chains: { chain: async () => ({}) } as unknown as Chains,
    engine: {
      query: query as never,
      warn: (line) => warned.push(line),
      scheduler: { elapsed: () => now } as never,
    },
    tokens: {
      linkDeployed: async (_chain, { name }) => {
        tried.push(name)
        await link(name)
      },
    },
  })
  return {
    warned,
    /** What is tried in the rounds until then. */
    async until(time: number) {
      for (; now <= time; now += 5_000) await worker.look()
      return tried.splice(0).join(' ')
    },
  }
}

it('stores only what is final, and was executed', async () => {
  const tokens = ['OPEN', 'FAILED', 'GOLD'].map((name) => token(name, 'ETH'))
  expect(await world(tokens, async () => undefined).until(0)).toBe('GOLD')
})

it('asks a node that does not answer once in a round, and the nodes of other chains all the same', async () => {
  const tokens = [token('ONE', 'ETH'), token('TWO', 'ETH'), token('THREE', 'BSC')]
  const { until } = world(tokens, async (name) => {
    if (name !== 'THREE') throw new NodeFault('unreachable', 'away')
  })
  expect(await until(0)).toBe('ONE THREE')
})

it('tries again what is refused, less and less often, and says so once', async () => {
  const { until, warned } = world([token('GOLD', 'ETH')], async () => {
    throw new Rejected({ code: 'erc20.supply.missing' })
  })
  expect(await until(0)).toBe('GOLD')
  expect(await until(5_000)).toBe('GOLD')
  expect(await until(10_000)).toBe('')
  expect((await until(3_600_000)).split(' ').length).toBeLessThan(15)
  expect(warned).toEqual([expect.stringContaining('erc20.supply.missing')])
})

it('many tokens are looked at page by page', async () => {
  const tokens = Array.from({ length: 250 }, (_, index) => token(`T${index}`, 'ETH'))
  expect((await world(tokens, async () => undefined).until(0)).split(' ')).toHaveLength(250)
})
