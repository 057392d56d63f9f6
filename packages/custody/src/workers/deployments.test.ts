/** Tokens that were deployed and cannot be stored: how often they are looked at, and whom they hold up. */
import {
  type AccountId,
  heldBySend,
  type Send,
  type SendId,
  type TenantId,
  type Token,
} from '@tallystick/core'
import { Engine, memoryStorage, Rejected } from '@tallystick/engine'
import { FakeNode, fakeChains } from '@tallystick/testing'
import { beforeEach, expect, it } from 'vitest'
import { NodeFault } from '../ports/chain.js'
import { Deployments } from './deployments.js'

const ON = { tenant: 'tenant' as TenantId, chain: 'ETH', network: 'testnet' }

let now: number
let warnings: string[]
let asked: string[]
/** What comes of storing one of this name. */
let outcome: (name: string) => Promise<void>
let deployments: Deployments
let register: (names: readonly string[], chain?: string) => Promise<void>
let link: (name: string) => Promise<void>

beforeEach(() => {
  now = 0
  warnings = []
  asked = []
  outcome = async () => undefined
  const storage = memoryStorage()
  const scheduler = { soon: () => undefined, later: () => () => undefined, elapsed: () => now }
  const engine = new Engine({ storage, scheduler, warn: (line) => void warnings.push(line) })
  const tokens = new Map<string, Token>()
  deployments = new Deployments({
    engine,
    chains: fakeChains(new FakeNode()),
    tokens: {
      linkDeployed(_chain, { name }) {
        asked.push(name)
        return outcome(name)
      },
    },
  })
  register = async (names, chain = ON.chain) => {
    await storage.transact([], (view) => {
      for (const name of names) {
        const [token, send] = deployed(name, chain)
        tokens.set(name, token)
        view.apply({ type: 'token.registered', token })
        view.apply({ type: 'send.recorded', send })
      }
    })
  }
  link = async (name) => {
    const token = tokens.get(name) as Token
    await storage.transact([{ type: 'token', tenant: token.tenant, name }], (view) =>
      view.apply({ type: 'token.linked', token: { ...token, asset: name, since: 1 } }),
    )
  }
})

function deployed(name: string, chain: string): readonly [Token, Send] {
  const on = { ...ON, chain, created: 1 as Token['created'] }
  return [
    {
      ...{ ...on, name, scale: 18, standard: null, asset: null, since: null, holder: null, supply: 1n },
      ...{ account: `account-${name}` as AccountId, deployment: heldBySend(name) },
    },
    {
      ...{ ...on, id: name as SendId, txId: name, raw: '', claims: [], status: 'final', reason: null },
      ...{ signature: null, replaces: null, apiKey: '' as Send['apiKey'], due: 0, updated: on.created },
    },
  ]
}

const names = (count: number, letter = 'a') =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(4, '0')}`)
const refuses = () => Promise.reject(new Rejected({ code: 'erc20.contract.missing' }))

/** Milliseconds at which one was asked about, in rounds of five seconds. */
async function timesUntil(end: number): Promise<readonly number[]> {
  const times: number[] = []
  for (; now <= end; now += 5_000) {
    const before = asked.length
    await deployments.look()
    if (asked.length > before) times.push(now)
  }
  return times
}

it.each([
  ['is refused', refuses],
  ['no node answers for', () => Promise.reject(new NodeFault('unreachable', 'away'))],
])(
  'one that %s is looked at after twice as long each time, up to an hour, and told once',
  async (_, fails) => {
    await register(['stuck'])
    outcome = fails
    const times = await timesUntil(4 * 3_600_000)
    const waits = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1_000)
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600])
    expect(warnings).toHaveLength(1)
  },
)

it('each is looked at once, although those that are stored leave the list meanwhile', async () => {
  await register(names(350))
  outcome = link
  await deployments.look()
  expect(asked).toEqual(names(350))
})

it('a thousand and more are looked at in several looks', async () => {
  await register(names(1_050))
  outcome = refuses
  await deployments.look()
  expect(asked).toEqual(names(1_000))
  await deployments.look()
  expect(asked).toEqual(names(1_050))
})

it('a node that does not answer is asked about one token in a look, and other chains go on', async () => {
  await register(names(3))
  await register(names(2, 'b'), 'BSC')
  outcome = async (name) => {
    if (name.startsWith('a')) throw new NodeFault('unreachable', 'away')
  }
  await deployments.look()
  expect(asked).toEqual(['a0000', 'b0000', 'b0001'])
  asked = []
  await deployments.look()
  expect(asked[0]).toBe('a0001')
})

it('never looks twice at once, and not on once it is stopped', async () => {
  await register(names(3))
  let go = (): void => undefined
  outcome = () =>
    new Promise((resolve) => {
      go = resolve
    })
  const first = deployments.look()
  await expect.poll(() => asked).toHaveLength(1)
  await deployments.look()
  expect(asked).toHaveLength(1)
  deployments.stop()
  go()
  await first
  expect(asked).toHaveLength(1)
})
