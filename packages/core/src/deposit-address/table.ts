import { accountKey, heardBy } from '../key.js'
import { defineTable } from '../table.js'
import type { AddressPool, DepositAddress, HomeNetwork } from './deposit-address.js'

const PLACE = ['chain', 'network', 'address', 'tag', 'currency'] as const

export const DEPOSIT_ADDRESSES = defineTable<DepositAddress>()({
  list: 'depositAddresses',
  noun: 'deposit address',
  table: 'deposit_address',
  fixed: {
    chain: 'text',
    network: 'text',
    address: 'text',
    tag: 'text',
    currency: 'text',
    xpub: 'text?',
    derivationKey: 'number?',
    shown: 'text',
    created: 'time',
  },
  changing: { account: 'text', removed: 'flag' },
  key: ['tenant', ...PLACE],
  keys: {
    // Brings its account, and who hears of its deposits.
    depositAddress: {
      by: PLACE,
      follow: ({ tenant, account }) => [accountKey(tenant, account), ...heardBy(tenant, account)],
    },
  },
  subject: 'depositAddress',
  changes: { 'depositAddress.added': 'insert', 'depositAddress.updated': 'update' },
})

const POOL = ['chain', 'network', 'address'] as const

export const ADDRESS_POOLS = defineTable<AddressPool>()({
  list: 'addressPools',
  noun: 'pool of addresses',
  table: 'address_pool',
  fixed: { chain: 'text', network: 'text', address: 'text', xpub: 'text', owner: 'text?' },
  changing: { lastIndex: 'number' },
  key: ['tenant', ...POOL],
  keys: { addressPool: { by: POOL } },
  subject: 'pool',
  changes: { 'addressPool.opened': 'insert', 'addressPool.advanced': 'update' },
})

export const HOME_NETWORKS = defineTable<HomeNetwork>()({
  list: 'homeNetworks',
  noun: 'network of a tenant',
  table: 'home_network',
  fixed: { network: 'text' },
  changing: {},
  key: ['tenant'],
  keys: { homeNetwork: { by: [] } },
  subject: 'home',
  changes: { 'homeNetwork.chosen': 'insert' },
})
