import { accountKey, heardBy, sendKey, signatureKey } from '../key.js'
import { sendOf, signatureOf } from '../send/reservation.js'
import { defineTable, type KeyLike } from '../table.js'
import type { Token } from './token.js'

const bringsAccount = ({ tenant, account }: Token): readonly KeyLike[] => [
  accountKey(tenant, account),
  ...heardBy(tenant, account),
]

function bringsDeployment(token: Token): readonly KeyLike[] {
  const { tenant, deployment } = token
  if (deployment === undefined) return []
  const [txId, signature] = [sendOf(deployment), signatureOf(deployment)]
  return [
    ...(txId === undefined ? [] : [sendKey(token, txId)]),
    ...(signature === undefined ? [] : [signatureKey(tenant, signature)]),
  ]
}

export const TOKENS = defineTable<Token>()({
  list: 'tokens',
  noun: 'token',
  table: 'token',
  fixed: {
    name: 'text',
    chain: 'text',
    network: 'text',
    scale: 'number',
    standard: 'text?',
    account: 'text',
    holder: 'text?',
    supply: 'amount',
    created: 'time',
  },
  changing: { asset: 'text?', since: 'number?' },
  optional: { deployment: 'text' },
  key: ['tenant', 'name'],
  keys: {
    // Brings its account, and with it the currency of the same name; and who hears of its supply.
    token: { by: ['name'], follow: bringsAccount },
    deployedToken: { by: ['name'], follow: (token) => [...bringsAccount(token), ...bringsDeployment(token)] },
    tokenOf: { by: ['chain', 'network', 'asset'] },
  },
  subject: 'token',
  changes: { 'token.registered': 'insert', 'token.linked': 'update', 'token.deployed': 'update' },
  // A pending signature or a transaction: see `Holder`.
  parts: { deploying: { asset: null, deployment: { from: 'kms:' } } },
})
