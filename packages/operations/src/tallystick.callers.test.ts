/** On whose behalf a call runs: another tenant sees nothing, a frozen key changes nothing. */
import { readFileSync } from 'node:fs'
import type { TenantId } from '@tallystick/core'
import { dumpStorage } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { fundedAccount, keyOf, openLedger, otherTenant, refusal, refusalCode } from './ledger.fixture.js'
import { VERSION } from './version.js'
import { callById, exampleOf, ledgerOperations, openWorld, type World } from './world.fixture.js'

const DEFAULT = 'default' as TenantId

describe('another tenant', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  it.each(ledgerOperations)('finds nothing of this one, and changes nothing: $id', async ({ id }) => {
    const { args, elsewhere } = exampleOf(id)
    const dump = () => dumpStorage(world.storage, { tenants: [DEFAULT], currencies: ['VC_GOLD', 'VC_NEW'] })
    const here = (all: Awaited<ReturnType<typeof dump>>) => ({
      ...all,
      entries: all.entries.filter(({ entry }) => entry.tenant === DEFAULT),
      accounts: all.accounts.filter(({ account }) => account.tenant === DEFAULT),
      customers: all.customers.filter(({ tenant }) => tenant === DEFAULT),
      depositAddresses: all.depositAddresses.filter(({ tenant }) => tenant === DEFAULT),
      addressPools: all.addressPools.filter(({ tenant }) => tenant === DEFAULT),
      homeNetworks: all.homeNetworks.filter(({ tenant }) => tenant === DEFAULT),
      tokens: all.tokens.filter(({ tenant }) => tenant === DEFAULT),
      apiKeys: all.apiKeys.filter(({ tenant }) => tenant === DEFAULT),
    })
    const { caller } = await keyOf(world.ledger, `other than for ${id}`)
    const before = here(await dump())
    const call = callById(world.ledger.as(caller), id, args(world))
    if (elsewhere === 'own') await expect(call).resolves.toBeDefined()
    else if ('code' in elsewhere) expect(await refusalCode(call)).toBe(elsewhere.code)
    else expect(await call).toEqual(elsewhere.answer)
    expect(here(await dump())).toEqual(before)
  })

  it('pays nobody here, and nobody here pays it', async () => {
    const { ledger } = openLedger()
    const there = ledger.as(otherTenant)
    const ours = await fundedAccount(ledger, '1')
    const { id: theirs } = await there.createAccountXpub({ currency: 'BTC', xpub: 'xpub' })
    const pay = { senderAccountId: ours, recipientAccountId: theirs, amount: '1' }
    expect(await refusalCode(ledger.sendTransaction(pay))).toBe('recipientAccount.not.exists')
    expect(await refusalCode(there.sendTransaction(pay))).toBe('senderAccount.not.exists')
    const { id: hold } = await ledger.blockAmount({ id: ours, amount: '1', type: 'HOLD' })
    const unblock = { id: hold, recipientAccountId: theirs, amount: '1' }
    expect(await refusalCode(ledger.unblockAmountWithTransaction(unblock))).toBe(
      'recipientAccount.not.exists',
    )
    expect(await refusalCode(there.unblockAmountWithTransaction(unblock))).toBe('blockage.not.exists')
  })

  it('has external ids, currency names and references of its own', async () => {
    const { ledger } = openLedger()
    const there = ledger.as(otherTenant)
    const currency = { name: 'VC_SAME', supply: '1', basePair: 'EUR', customer: { externalId: 'same' } }
    const ours = await ledger.createCurrency(currency)
    const theirs = await there.createCurrency({ ...currency, supply: '2' })
    expect(ours.customerId).not.toBe(theirs.customerId)
    expect(await ledger.getCurrency({ name: 'VC_SAME' })).toMatchObject({ supply: '1', accountId: ours.id })
    expect(await there.getCurrency({ name: 'VC_SAME' })).toMatchObject({ supply: '2', accountId: theirs.id })
    const reference = 'a reference of twenty'
    await ledger.mintCurrency({ accountId: ours.id, amount: '1', reference })
    expect(await ledger.getTransactionsByReference({ reference })).toHaveLength(1)
    expect(await there.getTransactionsByReference({ reference })).toEqual([])
    expect(await there.getTransactions({ counterAccount: ours.id })).toEqual([])
    expect(await refusalCode(there.getCustomerByExternalOrInternalId({ id: ours.customerId ?? '' }))).toBe(
      'customer.not.exists',
    )
  })

  it('is whoever the ledger was opened for', async () => {
    const { storage } = openLedger()
    const one = openLedger({ storage, tenant: 'one' }).ledger
    const two = openLedger({ storage, tenant: 'two' }).ledger
    const { id } = await one.createAccount({ currency: 'EUR' })
    expect(await one.getAccountByAccountId({ id })).toMatchObject({ id })
    expect(await refusalCode(two.getAccountByAccountId({ id }))).toBe('account.not.exists')
  })
})

describe('the ledger’s own accounts', () => {
  it('are named by nobody', async () => {
    const { ledger } = openLedger()
    // Of 24 characters, as an id in a body has to be.
    const name = 'VC_OWNMINTS'
    const { id: holder } = await ledger.createCurrency({ name, supply: '10', basePair: 'EUR' })
    const mint = `mint:${name}:default`
    expect(mint).toHaveLength(24)
    expect(await refusalCode(ledger.getAccountByAccountId({ id: mint }))).toBe('account.not.exists')
    expect(await refusalCode(ledger.getAccountBalance({ id: mint }))).toBe('account.not.exists')
    expect(await refusalCode(ledger.freezeAccount({ id: mint }))).toBe('account.not.exists')
    const pay = { senderAccountId: mint, recipientAccountId: holder, amount: '1' }
    expect(await refusalCode(ledger.sendTransaction(pay))).toBe('senderAccount.not.exists')
    const back = { senderAccountId: holder, recipientAccountId: mint, amount: '1' }
    expect(await refusalCode(ledger.sendTransaction(back))).toBe('recipientAccount.not.exists')
    expect(await refusalCode(ledger.mintCurrency({ accountId: mint, amount: '1' }))).toBe(
      'account.not.exists',
    )
    expect(await ledger.getTransactionsByAccountId({ id: mint })).toEqual([])
    expect(await ledger.getTransactions({ account: mint, count: true })).toBe(0)
    expect(await ledger.getTransactions({ counterAccount: mint })).toEqual([])
    expect(await ledger.getAccounts()).toHaveLength(1)
  })
})

describe('a frozen key', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await world.calls.freezeApiKey()
  })

  // What unfreezes it comes last.
  const last = ({ id }: { readonly id: string }) => Number(id === 'unfreezeApiKey')
  it.each(ledgerOperations.toSorted((one, other) => last(one) - last(other)))(
    'only reads, and may be unfrozen: $id',
    async ({ id, kind }) => {
      const access = await world.ledger.access()
      const caller = await access.identify(world.key)
      expect(caller).toMatchObject({ frozen: true })
      if (caller === null) return
      const call = callById(world.ledger.as(caller), id, exampleOf(id).args(world))
      if (kind === 'read' || id === 'unfreezeApiKey') {
        await expect(call).resolves.toBeDefined()
      } else {
        const { code, status } = await refusal(call)
        expect([code, status]).toEqual(['subscription.not.active', 401])
      }
      expect(await access.identify(world.key)).toMatchObject({ frozen: id !== 'unfreezeApiKey' })
    },
  )

  it('shows as such, and stops nobody else', async () => {
    const { ledger } = openLedger()
    const { key, caller } = await keyOf(ledger)
    const other = (await keyOf(ledger, 'default', { name: 'other' })).caller
    await ledger.as(caller).freezeApiKey()
    const access = await ledger.access()
    const frozen = await access.identify(key)
    if (frozen === null) throw new Error('a frozen key is a known key')
    expect(await ledger.as(frozen).getVersion()).toMatchObject({ status: 'FROZEN' })
    expect(await ledger.as(other).createAccount({ currency: 'EUR' })).toMatchObject({ active: true })
    await ledger.as(frozen).unfreezeApiKey()
    const thawed = await access.identify(key)
    expect(thawed).toMatchObject({ frozen: false })
    if (thawed === null) return
    expect(await ledger.as(thawed).createAccount({ currency: 'EUR' })).toMatchObject({ active: true })
  })

  it('cannot be the embedding process: it has none', async () => {
    const { ledger } = openLedger()
    expect(await refusalCode(ledger.freezeApiKey())).toBe('subscription.invalid')
    expect(await refusalCode(ledger.unfreezeApiKey())).toBe('subscription.invalid')
  })
})

it('the version is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: VERSION })
})
