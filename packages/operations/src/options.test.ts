/** What createTallystick refuses at once, with cause and remedy, instead of failing somewhere else later. */
import { CHAINS_TENANT } from '@tallystick/core'
import { embeddedCaller, memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { noChains } from './chains/none.js'
import { createTallystick, type TallystickOptions } from './tallystick.js'

/** As a program without types may call it. */
const open = (options: object) =>
  createTallystick({ storage: memoryStorage(), ...options } as TallystickOptions)

it.each([
  ['a promise', Promise.resolve(memoryStorage()), 'storage is a promise: await openSqlite(…)'],
  ['missing', undefined, 'storage is missing: give createTallystick what memoryStorage()'],
  ['null', null, 'storage is missing'],
  ['the name of a file', 'data/ledger.db', 'storage is missing'],
])('a storage that is %s is refused', (_what, storage, message) => {
  expect(() => open({ storage })).toThrow(message)
})

const TOLD = "give it network: 'mainnet'"

it.each<[nodes: readonly string[], network: unknown, message: string]>([
  [['mainnet'], undefined, TOLD],
  [['mainnet', 'mainnet'], undefined, TOLD],
  [[], 'Mainnet', "network is 'mainnet' or 'testnet', and not \"Mainnet\""],
  [[], null, "network is 'mainnet' or 'testnet', and not null"],
])('with nodes of %j, the network %j is refused', (networks, network, message) => {
  expect(() => open({ network, chains: { ...noChains, networks } })).toThrow(message)
})

it.each<[nodes: readonly string[] | undefined, network: unknown]>([
  [['mainnet'], 'mainnet'],
  [['mainnet'], 'testnet'],
  [['mainnet', 'testnet'], undefined],
  [['mainnet', 'ethereum-holesky'], undefined],
  [['testnet'], 'mainnet'],
  [[], undefined],
  [undefined, undefined],
])('with nodes of %j, the network %j is taken', async (networks, network) => {
  await open({ network, chains: { ...noChains, ...(networks && { networks }) } }).close()
})

const NO_SECRET = 'apiKeySecret is 32 bytes or more in hex'

it.each<[options: object, message: string]>([
  [{ maxBatch: 0 }, 'maxBatch is a whole number from 1, and not 0'],
  [{ maxBatch: Number.NaN }, 'and not NaN'],
  [{ maxQueued: 1.5 }, 'maxQueued is a whole number'],
  [{ maxQueued: '100' }, 'maxQueued is a whole number'],
  [{ maxQueued: null }, 'and not null'],
  [{ apiKeySecret: 'a secret that is a sentence' }, NO_SECRET],
  [{ apiKeySecret: `${'ab'.repeat(32)}c` }, NO_SECRET],
  [{ apiKeySecret: '' }, NO_SECRET],
  [{ apiKeySecret: null }, NO_SECRET],
])('%j is refused', (options, message) => {
  expect(() => open(options)).toThrow(message)
})

it('a tenant that is named as the service names its own work is refused', async () => {
  expect(() => open({ tenant: CHAINS_TENANT })).toThrow('ends with no colon')
  const ledger = open({ tenant: 'a:b' })
  expect(() => ledger.as(embeddedCaller(CHAINS_TENANT))).toThrow('ends with no colon')
  await ledger.close()
})
