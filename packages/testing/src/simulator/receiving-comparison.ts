/** Deposit addresses, where they come from, and how far chains were followed: as stored, against the model. */
import { ADDRESS_POOLS, CURSORS, DEPOSIT_ADDRESSES, HOME_NETWORKS } from '@tallystick/core'
import type { Audit } from '@tallystick/engine'
import { everyItem } from '../dump.js'
import type { Labels } from '../labels.js'
import { chainName } from '../model/deposits.js'
import type { Model } from '../model/model.js'
import { addressName, poolName } from '../model/receiving.js'
import { sameLists } from './chain-comparison.js'

const ALL = 1_000_000

/** @throws Difference */
export async function compareReceiving(
  audit: Audit,
  { state, receiving: model }: Pick<Model, 'state' | 'receiving'>,
  labels: Labels,
): Promise<void> {
  const stored = {
    homes: await everyItem(audit, HOME_NETWORKS, ALL),
    pools: await everyItem(audit, ADDRESS_POOLS, ALL),
    addresses: await everyItem(audit, DEPOSIT_ADDRESSES, ALL),
    cursors: await everyItem(audit, CURSORS, ALL),
  }
  sameLists(
    'Networks of tenants',
    [...state.homes].map((home) => home.join(' ')),
    stored.homes.map(({ tenant, network }) => `${tenant} ${network}`),
  )
  sameLists(
    'Pools of addresses',
    [...model.pools].map(([name, { owner, lastIndex }]) => `${name} of ${owner} up to ${lastIndex}`),
    stored.pools.map((pool) => {
      const owner = pool.owner === null ? null : labels.label(pool.owner)
      return `${poolName(pool, pool.address)} of ${owner} up to ${pool.lastIndex}`
    }),
  )
  sameLists(
    'Deposit addresses',
    [...model.addresses].map(([name, { account, index, shown, removed }]) => {
      return [name, account, index, shown, removed].join(', ')
    }),
    stored.addresses.map((address) => {
      const { account, derivationKey, shown, removed } = address
      return [addressName(address), labels.label(account), derivationKey, shown, removed].join(', ')
    }),
  )
  sameLists(
    'Followed chains',
    [...model.chains].map(([name, { revision, blocks, unfinished }]) => {
      const { height, hash } = blocks.at(-1) ?? {}
      const kept = blocks.map((block) => `${block.height}:${block.hash}`)
      return [name, revision, height, hash, ...kept, unfinished].join(' ')
    }),
    stored.cursors.map((cursor) => {
      const { revision, height, hash, blocks, unfinished = false } = cursor
      return [chainName(cursor), revision, height, hash, ...blocks, unfinished].join(' ')
    }),
  )
}
