import { apiKeyKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import type { KeyUse, ManagedWallet } from './managed-wallet.js'

export const MANAGED_WALLETS = defineTable<ManagedWallet>()({
  list: 'managedWallets',
  noun: 'managed wallet',
  table: 'managed_wallet',
  fixed: {
    id: 'text',
    apiKey: 'text',
    chain: 'text',
    network: 'text',
    address: 'text',
    publicKey: 'text',
    created: 'time',
  },
  changing: { masterKey: 'text', wrapped: 'text', chargedDay: 'text' },
  optional: { feesDay: 'text', fees: 'amount' },
  key: ['id'],
  keys: {
    managedWallet: { by: ['id'] },
    // The row of the API key is locked, so that two calls at once do not both take the last place.
    managedWalletsOf: { by: ['apiKey'], many: true, beside: (key) => [makerKey(key)] },
  },
  subject: 'wallet',
  changes: {
    'managedWallet.created': 'insert',
    'managedWallet.updated': 'update',
    'managedWallet.destroyed': 'delete',
  },
  indexes: { managed_wallet_by_api_key: ['apiKey'] },
})

export const KEY_USES = defineTable<KeyUse>()({
  list: 'keyUses',
  noun: 'use of a managed key',
  table: 'key_use',
  fixed: {
    id: 'text',
    wallet: 'text',
    chain: 'text',
    network: 'text',
    address: 'text',
    apiKey: 'text',
    purpose: 'text',
    digest: 'text?',
    verdict: 'text?',
    at: 'time',
  },
  changing: {},
  key: ['id'],
  keys: { keyUse: { by: ['id'] } },
  subject: 'use',
  changes: { 'key.used': 'insert' },
  indexes: { key_use_by_wallet: ['wallet'] },
})

function makerKey(key: KeyLike): KeyLike {
  return apiKeyKey(key.tenant, (key as KeyLike & Pick<ManagedWallet, 'apiKey'>).apiKey)
}
