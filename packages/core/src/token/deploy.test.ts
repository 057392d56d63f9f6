import { expect, it } from 'vitest'
import type { ApiKeyId } from '../ids.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { recordSend, settleSend } from '../send/decide.js'
import { deletePendingSignature } from '../signature/decide.js'
import type { RegisterToken } from './decide.js'
import { type DeployToken, deployToken, type PendToken, pendToken } from './deploy.js'
import { tokenKey } from './token.js'

const ON = { chain: 'ETH', network: 'mainnet' } as const

const token = (over: Partial<RegisterToken> = {}): RegisterToken => ({
  ...ON,
  tenant: TENANT,
  home: 'mainnet',
  name: 'GOLD',
  scale: 18,
  standard: null,
  found: null,
  supply: '1000.5',
  basePair: 'EUR',
  baseRate: '2',
  description: 'gold',
  customer: null,
  accountingCurrency: null,
  xpub: null,
  holder: '0xholder',
  first: null,
  ...over,
})

const claims = (nonce: bigint) => [{ owner: '0xsender', index: nonce }]
const send = (txId: string, nonce = 0n): DeployToken['send'] => ({
  ...ON,
  tenant: TENANT,
  txId,
  raw: txId,
  claims: claims(nonce),
  signature: null,
  replaces: false,
  apiKey: 'key' as ApiKeyId,
  credits: 4,
})
const deploy = (txId: string, over: Partial<RegisterToken> = {}, before: string | null = null) => ({
  token: token(over),
  before,
  send: { ...send(txId), tenant: over.tenant ?? TENANT },
})
const pend = (before: string | null = null): PendToken => ({
  token: token(),
  before,
  signature: {
    ...ON,
    tenant: TENANT,
    hashes: ['wallet'],
    serialized: '{}',
    index: null,
    signatures: null,
    claims: [],
    replaces: false,
  },
})

function settled(
  ledger: TestLedger,
  txId: string,
  ...events: readonly ('offered' | 'refused' | 'dead' | 'final')[]
) {
  for (const event of events) {
    ledger.must(settleSend, { ...ON, tenant: TENANT, txId, event, reason: null })
  }
}

it('registers a token together with its transaction; neither without the other', () => {
  const ledger = new TestLedger()
  const made = ledger.must(deployToken, deploy('tx'))
  expect(made.account).toMatchObject({ currency: 'GOLD', balance: 0n })
  expect(made.send).toMatchObject({ txId: 'tx', status: 'signed', due: 4 })
  expect(ledger.kept.find(tokenKey(TENANT, 'GOLD'))).toMatchObject({ asset: null, deployment: 'send:tx' })
  // Its nonce is taken, and its bytes are known: nothing is registered.
  expect(ledger.refusal(deployToken, deploy('other', { name: 'SILVER' }))).toBe('claim.taken')
  expect(ledger.refusal(deployToken, deploy('tx', { name: 'SILVER' }))).toBe('claim.taken')
  expect(ledger.kept.find(tokenKey(TENANT, 'SILVER'))).toBeUndefined()
  ledger.must(deployToken, deploy('tx', { tenant: OTHER_TENANT }))
})

it.each([
  ['that may still be confirmed', [] as const],
  ['that is final', ['final'] as const],
])('refuses the name while there is a deployment %s', (_, events) => {
  const ledger = new TestLedger()
  ledger.must(deployToken, deploy('tx'))
  settled(ledger, 'tx', ...events)
  for (const before of [null, 'tx', 'another']) {
    const again = { ...deploy('next', {}, before), send: send('next', 1n) }
    expect(ledger.refusal(deployToken, again)).toBe('erc20.duplicate.name')
    expect(ledger.refusal(pendToken, pend(before))).toBe('erc20.duplicate.name')
  }
})

it.each([
  ['was refused', ['offered', 'refused'] as const],
  ['is dead', ['dead'] as const],
])('takes the same registration again if its transaction %s', (_, events) => {
  const ledger = new TestLedger()
  const { account } = ledger.must(deployToken, deploy('tx'))
  settled(ledger, 'tx', ...events)
  for (const over of [
    { supply: '1' },
    { holder: '0xother' },
    { scale: 6 },
    { xpub: 'xpub' },
    { standard: 'TRC20' },
  ]) {
    expect(ledger.refusal(deployToken, deploy('next', over))).toBe('erc20.duplicate.name')
  }
  expect(ledger.refusal(deployToken, deploy('next', { accountingCurrency: 'USD' }))).toBe(
    'erc20.duplicate.name',
  )
  const customer = {
    externalId: 'one',
    accountingCurrency: null,
    customerCountry: null,
    providerCountry: null,
  }
  expect(ledger.refusal(deployToken, deploy('next', { customer }))).toBe('erc20.duplicate.name')
  const again = ledger.must(deployToken, deploy('next', { baseRate: '3' }))
  expect(again.account.id).toBe(account.id)
  expect(ledger.kept.find(tokenKey(TENANT, 'GOLD'))).toMatchObject({ deployment: 'send:next' })
})

it('takes it again if the chain has executed its transaction without effect', () => {
  const ledger = new TestLedger()
  ledger.must(deployToken, deploy('tx'))
  const place = { ...ON, tenant: TENANT, txId: 'tx' }
  ledger.must(settleSend, { ...place, event: 'final', reason: 'its execution failed', failed: true })
  ledger.must(deployToken, { ...deploy('next'), send: send('next', 1n) })
})

it('waits for what its pending signature becomes', () => {
  const ledger = new TestLedger()
  const { signature, account } = ledger.must(pendToken, pend())
  expect(ledger.kept.find(tokenKey(TENANT, 'GOLD'))).toMatchObject({ deployment: `kms:${signature.id}` })
  expect(ledger.refusal(pendToken, pend())).toBe('erc20.duplicate.name')
  const on = { tenant: TENANT, network: 'mainnet', id: signature.id, sentBySigner: [] } as const
  ledger.must(deletePendingSignature, on)
  const next = ledger.must(pendToken, pend())
  expect(next.account.id).toBe(account.id)
  ledger.must(recordSend, { ...send('signed'), signature: next.signature.id, fresh: false })
  expect(ledger.refusal(pendToken, pend('signed'))).toBe('erc20.duplicate.name')
  const place = { ...ON, tenant: TENANT, txId: 'signed' }
  ledger.must(settleSend, { ...place, event: 'final', reason: 'its execution failed', failed: true })
  // Only the transaction that is named is loaded.
  expect(ledger.refusal(pendToken, pend())).toBe('erc20.duplicate.name')
  ledger.must(pendToken, pend('signed'))
})
