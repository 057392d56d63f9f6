/** Managed wallets in process: their keys are kept, used and destroyed, and never anywhere in the open. */
import { createHash } from 'node:crypto'
import { KEY_USES, MANAGED_WALLETS } from '@tallystick/core'
import { records } from '@tallystick/custody'
import { chargesFrom, Fault } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { describe, expect, it } from 'vitest'
import { nodelessChains } from '../chains.fixture.js'
import { DAY_MS, keyOf, openLedger, otherTenant, refusalCode } from '../ledger.fixture.js'
import type { TallystickOptions } from '../tallystick.js'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const vaultOf = (keys: readonly Uint8Array[], exports = true) => createVault(localKeys(keys), { exports })

async function open(over: Partial<TallystickOptions> = {}) {
  const opened = openLedger({ chains: nodelessChains(), vault: vaultOf([OLD]), ...over })
  const { caller } = await keyOf(opened.ledger)
  const { query } = opened.storage
  return {
    ...opened,
    caller,
    calls: opened.ledger.as(caller),
    wallets: opened.ledger.custody.wallets,
    rows: () => query.list(MANAGED_WALLETS),
    uses: async () => (await query.list(KEY_USES)).map(({ purpose }) => purpose),
  }
}

describe('a managed wallet', () => {
  it.each(Object.keys(records))('of %s has the address of its key, and signs with it', async (chain) => {
    const { calls, caller, ledger, wallets, rows, uses } = await open()
    const { walletId, address } = await calls.custodialCreateWallet({ chain })
    expect(await calls.custodialGetWallets()).toEqual([{ walletId, address, chain }])
    expect(await calls.custodialGetWallet({ id: walletId })).toEqual([{ walletId, address, chain }])
    const [{ privateKey = '' } = {}] = await calls.custodialGetWallet({ id: walletId, export: true })
    const { codec, record } = await ledger.chains.chain(chain, caller.network)
    const own = codec.signer(privateKey)
    expect(codec.canonical(own.address)).toBe(address)
    const managed = await wallets.signerAt(caller, { codec, record, network: 'testnet' }, address, {})
    expect(Buffer.from(managed.publicKey)).toEqual(Buffer.from(own.publicKey))
    const request = {
      bytes: createHash('sha256').update(chain).digest(),
      scheme: ['SOL', 'XLM', 'EGLD'].includes(chain) ? 'ed25519' : 'ecdsa',
      address,
      accepts: () => true,
    } as const
    expect(Buffer.from(await managed.sign(request))).toEqual(Buffer.from(own.sign(request)))
    expect(Reflect.get(RegExp, 'input')).not.toContain(privateKey.replace(/^0x/, ''))
    expect(await uses()).toEqual(['created', 'exported', 'signed'])
    const stored = JSON.stringify(await rows())
    expect(stored).not.toContain(privateKey)
    expect(stored).not.toContain(privateKey.replace(/^0x/, ''))
  })

  it('signs nothing and is not shown once it is deleted', async () => {
    const { calls, caller, ledger, wallets, rows, uses } = await open()
    const { walletId: id, address } = await calls.custodialCreateWallet({ chain: 'ETH' })
    const chain = await ledger.chains.chain('ETH', caller.network)
    const signer = await wallets.signerOf(caller, chain, id, {})
    expect(await calls.custodialDeleteWallet({ id })).toBeNull()
    const request = { bytes: Buffer.alloc(32, 1), scheme: 'ecdsa', address, accepts: () => true } as const
    expect(await refusalCode(Promise.resolve(signer.sign(request)))).toBe('managed.wallet.missing')
    expect(await refusalCode(wallets.signerOf(caller, chain, id, {}))).toBe('managed.wallet.missing')
    expect(await refusalCode(wallets.signerAt(caller, chain, address, {}))).toBe('managed.wallet.owner')
    expect(await refusalCode(calls.custodialGetWallet({ id, export: true }))).toBe('managed.wallet.missing')
    expect(await refusalCode(calls.custodialDeleteWallet({ id }))).toBe('managed.wallet.missing')
    expect(await calls.custodialGetWallets()).toEqual([])
    expect(await rows()).toEqual([])
    expect(await uses()).toEqual(['created', 'destroyed'])
  })

  it('is of one tenant, network and chain', async () => {
    const { calls, caller, ledger, wallets } = await open()
    const { walletId: id } = await calls.custodialCreateWallet({ chain: 'ETH' })
    const { caller: mainnet } = await keyOf(ledger, 'default', { network: 'mainnet' })
    for (const by of [mainnet, otherTenant]) {
      const elsewhere = ledger.as(by)
      expect(await elsewhere.custodialGetWallets()).toEqual([])
      expect(await refusalCode(elsewhere.custodialGetWallet({ id, export: true }))).toBe(
        'managed.wallet.missing',
      )
      expect(await refusalCode(elsewhere.custodialDeleteWallet({ id }))).toBe('managed.wallet.missing')
    }
    const polygon = await ledger.chains.chain('MATIC', caller.network)
    expect(await refusalCode(wallets.signerOf(caller, polygon, id, {}))).toBe('managed.wallet.missing')
  })

  it('is made once by a call that is repeated with its key, also at the same time', async () => {
    const { calls } = await open()
    const create = () => calls.custodialCreateWallet({ chain: 'BTC' }, { idempotencyKey: 'one' })
    const [first, ...others] = await Promise.all([create(), create(), create()])
    for (const other of [...others, await create()]) expect(other).toEqual(first)
    expect(await calls.custodialGetWallets()).toEqual([first])
  })

  it('is refused beyond ten of a free API key, also to calls at the same time', async () => {
    const { calls, rows } = await open()
    const made = await Promise.allSettled(
      Array.from({ length: 15 }, () => calls.custodialCreateWallet({ chain: 'SOL' })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await refusalCode(calls.custodialCreateWallet({ chain: 'SOL' }))).toBe('managed.wallet.limit')
    expect(await rows()).toHaveLength(10)
  })
})

it('each wallet is charged once a day, by any number of engines, whatever the clock does', async () => {
  const { calls, caller, ledger, storage, pass, wallets } = await open()
  const { walletId } = await calls.custodialCreateWallet({ chain: 'ETH' })
  const other = openLedger({ chains: nodelessChains(), storage, vault: vaultOf([OLD]) })
  other.pass(3 * DAY_MS)
  pass(3 * DAY_MS)
  const days = async () =>
    (await chargesFrom(storage.query, caller.tenant, caller.apiKey, '0000-01-01')).map(
      ({ credits }) => credits,
    )
  await Promise.all([wallets.charge(), other.ledger.custody.wallets.charge(), wallets.charge()])
  expect(await days()).toEqual([12, 10, 10, 10])
  pass(-2 * DAY_MS)
  await wallets.charge()
  pass(3 * DAY_MS)
  await calls.custodialDeleteWallet({ id: walletId })
  await wallets.charge()
  // Only the call itself: what is deleted costs nothing more.
  expect(await days()).toEqual([12, 10, 10, 10, 1])
  await ledger.engine.settleMeter()
})

describe('the service', () => {
  it('exports no key unless it may, and none to an API key that can only read', async () => {
    const closed = await open({ vault: vaultOf([OLD], false) })
    const { walletId: id } = await closed.calls.custodialCreateWallet({ chain: 'ETH' })
    expect(await refusalCode(closed.calls.custodialGetWallet({ id, export: true }))).toBe(
      'managed.wallet.export',
    )
    expect(await closed.uses()).toEqual(['created'])

    const { ledger, calls, caller, uses } = await open()
    const { walletId } = await calls.custodialCreateWallet({ chain: 'ETH' })
    const frozen = ledger.as({ ...caller, frozen: true })
    expect(await frozen.custodialGetWallet({ id: walletId })).toHaveLength(1)
    expect(await refusalCode(frozen.custodialGetWallet({ id: walletId, export: true }))).toBe(
      'subscription.not.active',
    )
    const reading = ledger.as({ ...caller, readOnly: true })
    expect(await refusalCode(reading.custodialGetWallet({ id: walletId, export: true }))).toBe(
      'key.not.allowed',
    )
    expect(await uses()).toEqual(['created'])
  })

  it('says so where it keeps no keys', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    expect(await ledger.custodialGetWallets()).toEqual([])
    expect(await refusalCode(ledger.custodialCreateWallet({ chain: 'ETH' }))).toBe('vault.not.configured')
  })

  it('opens no row that was moved to another wallet', async () => {
    const { calls, ledger, caller, storage, wallets, rows } = await open()
    const { walletId } = await calls.custodialCreateWallet({ chain: 'ETH' })
    await calls.custodialCreateWallet({ chain: 'ETH' })
    const [mine, other] = (await rows()).toSorted((a) => (a.id === walletId ? -1 : 1))
    if (mine === undefined || other === undefined) throw new Error('two wallets were made')
    await storage.transact([{ type: 'managedWallet', tenant: mine.tenant, id: mine.id }], (view) =>
      view.apply({ type: 'managedWallet.updated', wallet: { ...mine, wrapped: other.wrapped } }),
    )
    const chain = await ledger.chains.chain('ETH', caller.network)
    const opening = wallets.export(caller, chain, walletId)
    await expect(opening).rejects.toThrow(Fault)
    await expect(opening).rejects.toThrow('does not open')
  })

  it('replaces its master key while wallets are used', async () => {
    const old = await open()
    const made = await Promise.all(
      ['ETH', 'BTC', 'SOL'].map((chain) => old.calls.custodialCreateWallet({ chain })),
    )
    const keysOf = ({ ledger, caller }: Pick<typeof old, 'ledger' | 'caller'>) =>
      Promise.all(
        made.map(({ walletId }) => ledger.as(caller).custodialGetWallet({ id: walletId, export: true })),
      )
    const before = await keysOf(old)
    const { storage, caller } = old
    const next = openLedger({ chains: nodelessChains(), storage, vault: vaultOf([NEW, OLD]) })
    const { wallets } = next.ledger.custody
    expect(await wallets.status()).toMatchObject({ masterKeys: [{ wallets: 0 }, { wallets: 3 }], lost: 0 })
    const [rewrapped, during] = await Promise.all([wallets.rewrap(), keysOf({ ...next, caller })])
    expect(rewrapped).toBe(3)
    expect(during).toEqual(before)
    expect(await wallets.rewrap()).toBe(0)
    const last = openLedger({ chains: nodelessChains(), storage, vault: vaultOf([NEW]) })
    expect(await last.ledger.custody.wallets.status()).toMatchObject({
      masterKeys: [{ wallets: 3 }],
      lost: 0,
    })
    expect(await keysOf({ ...last, caller })).toEqual(before)
    // Whoever has lost the new key is told at the start.
    expect(await wallets.status()).toMatchObject({ lost: 0 })
    expect(await old.wallets.status()).toMatchObject({ lost: 3 })
  })
})
