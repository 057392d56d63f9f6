/** The node half over the verifying server of `rippled.fixture.ts`. It never met a live one. */
import { parseExact } from '@tallystick/core'
import { BadTransaction, NodeFault, records, type Signed, type XrpFunds } from '@tallystick/custody'
import type { Failure } from '@tallystick/testing/simulated'
import { LSF_DEFAULT_RIPPLE, LSF_REQUIRE_DEST } from '@tallystick/testing/simulated'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonRpc } from '../transport/transport.js'
import { DROPS, type XrpWorld, xrpWorld } from './chain.fixture.js'
import { xrpNode } from './node.js'
import { impatiently, patiently } from './patience.fixture.js'
import { rippled } from './rpc.js'

/** For predecessors that do not come. */

const TOKEN = '544F4B454E000000000000000000000000000000'

let world: XrpWorld
beforeEach(async () => {
  world = await xrpWorld()
})
afterEach(() => world.close())
afterEach(patiently)

const close = (ledgers = 1): void => world.server.ledger.close(ledgers)

/** Sends, closes, and says how it ended. */
async function settled(name: string, fields: Readonly<Record<string, unknown>>) {
  const { node } = world.chain
  const signed = await world.sign(world.signer(name), fields)
  const said = await node.broadcast(signed)
  close()
  return { said, status: await node.status(signed), signed }
}

const pay = (to: string, amount: unknown, more = {}) => ({
  TransactionType: 'Payment',
  Destination: world.signer(to).address,
  Amount: amount,
  ...more,
})
const trust = (issuer: string, value: string) => ({
  TransactionType: 'TrustSet',
  LimitAmount: { currency: TOKEN, issuer: world.signer(issuer).address, value },
})
const asset = (issuer: string, value: string) => ({
  currency: TOKEN,
  issuer: world.signer(issuer).address,
  value,
})

describe('reads', () => {
  it('an account that is not there has no XRP, and no more is known of it', async () => {
    const { node } = world.chain
    const { address } = world.signer('nobody')
    expect(await node.accountInfo(address)).toBeUndefined()
    expect(await node.balance(address)).toBe(0n)
    for (const call of [
      node.nextSequence(address),
      node.balances(address),
      node.accountTransactions(address, {}),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'account.missing' })
    }
  })

  it('an account, its fee, and the ledgers', async () => {
    const { node } = world.chain
    const alice = await world.funded('alice', 50n)
    expect(await node.accountInfo(alice.address)).toMatchObject({
      account_data: { Account: alice.address, Balance: '50000000', OwnerCount: 0 },
      validated: false,
    })
    expect(await node.accountInfo(alice.address)).not.toHaveProperty('status')
    expect(await node.fee()).toMatchObject({ drops: { base_fee: '10' } })
    world.server.ledger.openLedgerFee = 5_020n
    expect(await node.openLedgerFee()).toBe(5_020n)
    const { last } = world.server.ledger
    expect(await node.head()).toEqual({ height: last.index, hash: last.hash })
    expect(await node.info()).toEqual({ ledger_index: last.index, ledger_hash: last.hash })
    expect(await node.ledger(last.index)).toMatchObject({ ledger_index: last.index, validated: true })
    expect(await node.ledger(last.index + 5)).toBeUndefined()
    expect(await node.transaction('0'.repeat(64))).toBeUndefined()
    expect(await node.transaction('no hash')).toBeUndefined()
  })

  it('the history by pages, from a ledger on', async () => {
    const { node } = world.chain
    const alice = await world.funded('alice', 1_000n)
    await world.funded('bob', 100n)
    for (let n = 0; n < 205; n += 1) {
      await node.broadcast(await world.sign(alice, pay('bob', '1')))
    }
    close()
    const before = world.server.ledger.index
    await settled('alice', pay('bob', '2'))
    const first = await node.accountTransactions(alice.address, {})
    expect((first['transactions'] as unknown[]).length).toBe(200)
    const rest = await node.accountTransactions(alice.address, { marker: first['marker'] })
    expect((rest['transactions'] as unknown[]).length).toBe(6)
    expect(rest['marker']).toBeUndefined()
    const late = await node.accountTransactions(alice.address, { min: before })
    expect(late['transactions']).toMatchObject([{ tx: { Amount: '2' }, validated: true }])
    for (const page of [{ marker: { ledger: 1, seq: 99 } }, { min: 99_999_999 }]) {
      await expect(node.accountTransactions(alice.address, page)).rejects.toThrow(BadTransaction)
    }
  })

  it('trust lines of every page', async () => {
    const { node } = world.chain
    const alice = await world.funded('alice', 1_000n)
    await world.funded('issuer', 1_000n)
    const { address } = world.signer('issuer')
    for (let n = 0; n < 401; n += 1) {
      const currency = `B${n.toString(16).toUpperCase().padStart(39, '0')}`
      world.server.ledger.addLine(alice.address, address, currency, 1n)
    }
    close()
    expect((await node.balances(alice.address)).assets.length).toBe(401)
  })

  /** Of a node that writes its reserves and fee like this, for an account that owns three objects. */
  const fundsOf = async (base: string, increment: string, fee = '1E-5'): Promise<XrpFunds> => {
    const told: Readonly<Record<string, string>> = {
      account_info: '{"account_data":{"Sequence":7,"Balance":"1","OwnerCount":3}}',
      server_info: `{"info":{"validated_ledger":{"base_fee_xrp":${fee},"reserve_base_xrp":${base},"reserve_inc_xrp":${increment}}}}`,
    }
    const call: JsonRpc['call'] = async (method, _params, read = (result) => result) =>
      read(parseExact(told[method] ?? '{}'))
    return xrpNode(records.XRP, rippled({ call }), 10n).funds('r')
  }

  it.each([
    ['1', '0.2', 1_600_000n],
    ['1E0', '2E-1', 1_600_000n],
    ['1E1', '2E0', 16_000_000n],
    ['1.0', '0.20', 1_600_000n],
    ['0', '1E-6', 3n],
  ])('reserves of %s and %s XRP', async (base, increment, drops) => {
    expect((await fundsOf(base, increment)).reserve).toBe(drops)
  })

  it.each(['1e-05', '1E-5', '0.00001'])('a base fee of %s XRP', async (fee) => {
    expect((await fundsOf('1', '0.2', fee)).baseFee).toBe(10n)
  })

  it.each(['-1', '"x"', '"1"', 'null', '1E-7'])('a reserve of %s is a fault', async (text) => {
    await expect(fundsOf(text, '1')).rejects.toThrow(/lacks reserve_base_xrp/)
    await expect(fundsOf('1', text)).rejects.toThrow(/lacks reserve_inc_xrp/)
    await expect(fundsOf('1', '1', text)).rejects.toThrow(/lacks base_fee_xrp/)
  })

  it('a node without a method, or without time, says which of them', async () => {
    const { node } = world.chain
    world.server.failing = () => 'busy'
    await expect(node.head()).rejects.toMatchObject({ code: 'unreachable' })
    await expect(node.head()).rejects.toBeInstanceOf(NodeFault)
  })
})

describe('payments', () => {
  beforeEach(async () => {
    await world.funded('alice', 100n)
    await world.funded('bob', 100n)
  })

  it('with tags arrive with them', async () => {
    const {
      said,
      status: standing,
      signed,
    } = await settled('alice', pay('bob', '2500000', { DestinationTag: 77, SourceTag: 4_294_967_295 }))
    expect(said).toEqual({ kind: 'accepted' })
    expect(standing).toMatchObject({ kind: 'confirmed', ok: true })
    expect(await world.chain.node.transaction(signed.txId)).toMatchObject({
      DestinationTag: 77,
      SourceTag: 4_294_967_295,
      Amount: '2500000',
      hash: signed.txId,
      validated: true,
      meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '2500000' },
    })
    expect(await world.chain.node.balance(world.signer('bob').address)).toBe(102_500_000n)
    expect(await world.chain.node.balance(world.signer('alice').address)).toBe(97_499_990n)
  })

  const refusals: readonly (readonly [result: string, fields: () => object])[] = [
    ['tecUNFUNDED_PAYMENT', () => pay('bob', '99999999')],
    ['tecNO_DST_INSUF_XRP', () => pay('nobody', '999999')],
    ['tecNO_DST', () => pay('nobody', asset('bob', '1'))],
    ['tecPATH_DRY', () => pay('bob', asset('issuer', '1'))],
    ['tecNO_LINE_REDUNDANT', () => trust('bob', '0')],
    ['temINVALID_FLAG', () => ({ TransactionType: 'AccountSet', SetFlag: 8, ClearFlag: 8 })],
    ['telINSUF_FEE_P', () => pay('bob', '1', { Fee: '9' })],
    ['terINSUF_FEE_B', () => pay('bob', '1', { Fee: '100000001' })],
  ]
  it.each(refusals)('%s costs nothing', async (result, fields) => {
    const before = await world.chain.node.balance(world.signer('alice').address)
    const { said, status: standing } = await settled('alice', { ...fields() })
    // As one server sees things now: also other flags may be valid by an amendment.
    const inPlace = result.startsWith('tec') ? { inPlace: true } : {}
    expect(said).toEqual({ kind: 'declined', reason: result, ...inPlace })
    expect(standing).toEqual({ kind: 'absent' })
    expect(await world.chain.node.balance(world.signer('alice').address)).toBe(before)
  })

  it('of an account that is not there, or by a key that is not its own, are not taken', async () => {
    const stranger = world.signer('nobody')
    const unfunded = await world.sign(stranger, { ...pay('bob', '1'), Sequence: 1 })
    expect(await world.chain.node.broadcast(unfunded)).toMatchObject({ reason: 'terNO_ACCOUNT' })
    const other = await world.sign(stranger, {
      ...pay('bob', '1'),
      Account: world.signer('alice').address,
      Sequence: await world.chain.node.nextSequence(world.signer('alice').address),
    })
    expect(await world.chain.node.broadcast(other)).toEqual({ kind: 'declined', reason: 'tefBAD_AUTH' })
  })

  it('by a regular key are taken', async () => {
    const alice = world.signer('alice')
    const account = world.server.ledger.accounts.get(alice.address)
    if (account === undefined) throw new TypeError('no alice')
    account.regularKey = world.signer('deputy').address
    const Sequence = await world.chain.node.nextSequence(alice.address)
    const signed = await world.sign(world.signer('deputy'), {
      ...pay('bob', '5'),
      Account: alice.address,
      Sequence,
    })
    expect(await world.chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
    expect(world.chain.codec.inspect(signed.raw).claims).toEqual([
      { owner: alice.address, index: BigInt(Sequence) },
    ])
  })
})

describe('issued assets', () => {
  it('from the issuer’s settings to a payment between holders, and back', async () => {
    const { node } = world.chain
    for (const name of ['issuer', 'alice', 'bob']) await world.funded(name, 100n)
    const ok = { said: { kind: 'accepted' }, status: { kind: 'confirmed', ok: true } }
    const flags = () => world.server.ledger.accounts.get(world.signer('issuer').address)?.flags
    expect(await settled('issuer', { TransactionType: 'AccountSet', SetFlag: 8 })).toMatchObject(ok)
    expect(flags()).toBe(LSF_DEFAULT_RIPPLE)
    expect(await settled('alice', trust('issuer', '1000'))).toMatchObject(ok)
    expect(await settled('bob', trust('issuer', '10.5'))).toMatchObject(ok)
    expect(await settled('issuer', pay('alice', asset('issuer', '100.25')))).toMatchObject(ok)
    expect(await settled('alice', pay('bob', asset('issuer', '10.5')))).toMatchObject(ok)
    const issuer = world.signer('issuer').address
    expect(await node.balances(world.signer('alice').address)).toEqual({
      drops: 99_999_980n,
      assets: [{ value: '89.75', currency: TOKEN, issuer }],
    })
    expect((await node.balances(issuer)).assets).toEqual(
      expect.arrayContaining([{ value: '-10.5', currency: TOKEN, issuer: world.signer('bob').address }]),
    )
    // Bob trusts the issuer for 10.5 and no more.
    const over = await settled('alice', pay('bob', asset('issuer', '0.0000000000000001')))
    expect(over.said).toMatchObject({ kind: 'declined', reason: 'tecPATH_DRY' })
    expect(await settled('bob', pay('issuer', asset('issuer', '10.5')))).toMatchObject(ok)
    expect(await settled('bob', trust('issuer', '0'))).toMatchObject(ok)
    expect((await node.balances(world.signer('bob').address)).assets).toEqual([])
  })

  it('do not pass through an issuer who does not allow rippling', async () => {
    for (const name of ['issuer', 'alice', 'bob']) await world.funded(name, 100n)
    await settled('alice', trust('issuer', '1000'))
    await settled('bob', trust('issuer', '1000'))
    await settled('issuer', pay('alice', asset('issuer', '100')))
    const { said } = await settled('alice', pay('bob', asset('issuer', '1')))
    expect(said).toMatchObject({ kind: 'declined', reason: 'tecPATH_DRY' })
  })

  it('a destination tag that an account requires', async () => {
    for (const name of ['alice', 'shop']) await world.funded(name, 100n)
    await settled('shop', { TransactionType: 'AccountSet', SetFlag: 1 })
    expect(world.server.ledger.accounts.get(world.signer('shop').address)?.flags).toBe(LSF_REQUIRE_DEST)
    expect((await settled('alice', pay('shop', '1'))).said).toMatchObject({ reason: 'tecDST_TAG_NEEDED' })
    expect((await settled('alice', pay('shop', '1', { DestinationTag: 0 }))).said.kind).toBe('accepted')
    await settled('shop', { TransactionType: 'AccountSet', ClearFlag: 1 })
    expect((await settled('alice', pay('shop', '1'))).said.kind).toBe('accepted')
  })
})

describe('what becomes of a transaction', () => {
  let one: Signed
  beforeEach(async () => {
    const alice = await world.funded('alice', 100n)
    await world.funded('bob', 100n)
    one = await world.sign(alice, pay('bob', '1000000'))
  })
  const bobs = () => world.chain.node.balance(world.signer('bob').address)

  it('its last ledger has passed: dead, and not taken from then on', async () => {
    close(19)
    expect(await world.chain.node.status(one)).toEqual({ kind: 'absent' })
    close(1)
    expect((await world.chain.node.status(one)).kind).toBe('absent')
    close(1)
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'dead' })
    expect(await world.chain.node.broadcast(one)).toMatchObject({ kind: 'declined' })
    expect(await bobs()).toBe(100n * DROPS)
  })

  it('without a last ledger it lives until its sequence is used', async () => {
    const alice = world.signer('alice')
    const forever = await world.sign(alice, { ...pay('bob', '7'), LastLedgerSequence: undefined })
    close(500)
    expect(await world.chain.node.status(forever)).toEqual({ kind: 'absent' })
    await settled('alice', pay('bob', '8'))
    expect(await world.chain.node.status(forever)).toMatchObject({ kind: 'dead' })
    expect(await world.chain.node.broadcast(forever)).toMatchObject({ kind: 'declined' })
  })

  it('failed in a ledger: its fee and its sequence are gone', async () => {
    const alice = world.signer('alice')
    const failing = await world.sign(alice, pay('bob', '99999999'))
    // Somebody else's server took it without `fail_hard`.
    world.server.ledger.submit(failing.raw, false)
    expect(await world.chain.node.broadcast(failing)).toEqual({ kind: 'known' })
    close()
    expect(await world.chain.node.status(failing)).toMatchObject({ kind: 'confirmed', ok: false })
    expect(await world.chain.node.broadcast(failing)).toEqual({ kind: 'known' })
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'dead' })
  })

  it('waits in the queue while the ledger is full', async () => {
    world.server.ledger.openLedgerFee = 1_000n
    expect(await world.chain.node.broadcast(one)).toEqual({ kind: 'accepted' })
    expect(await world.chain.node.status(one)).toEqual({ kind: 'pending' })
    const { address } = world.signer('alice')
    const info = world.server.ledger.accounts.get(address)
    expect(await world.chain.node.nextSequence(address)).toBe((info?.sequence ?? 0) + 1)
    world.server.ledger.openLedgerFee = 10n
    close(2)
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'confirmed', ok: true })
  })

  it('before its turn it is kept, and is not told as sent until its predecessor has come', async () => {
    impatiently()
    const alice = world.signer('alice')
    const Sequence = (await world.chain.node.nextSequence(alice.address)) + 1
    const second = await world.sign(alice, { ...pay('bob', '2000000'), Sequence })
    const waits = { kind: 'declined', reason: 'It waits for an earlier sequence' }
    expect(await world.chain.node.broadcast(second)).toEqual(waits)
    expect(await world.chain.node.status(second)).toEqual({ kind: 'absent' })
    patiently()
    const again = world.chain.node.broadcast(second)
    expect(await world.chain.node.broadcast(one)).toEqual({ kind: 'accepted' })
    expect((await again).kind).toMatch(/^(accepted|known)$/)
    expect(await world.chain.node.status(second)).toEqual({ kind: 'pending' })
    close()
    expect(await world.chain.node.status(second)).toMatchObject({ kind: 'confirmed', ok: true })
    expect(await bobs()).toBe(103n * DROPS)
  }, 20_000)

  it('a server that shows validated transactions only is believed by the sequence', async () => {
    world.server.isClio = true
    expect(await world.chain.node.broadcast(one)).toEqual({ kind: 'accepted' })
    expect(await world.chain.node.broadcast(one)).toMatchObject({ kind: 'declined' })
    expect(await world.chain.node.status(one)).toEqual({ kind: 'absent' })
    close()
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'confirmed', ok: true })
    expect(await world.chain.node.broadcast(one)).toEqual({ kind: 'known' })
  })

  const failures: readonly (readonly [failure: Failure, takes: boolean])[] = [
    ['die', false],
    ['drop', true],
    ['hang', false],
    ['late', true],
    ['busy', false],
  ]
  it.each(failures)('a server that fails (%s): unknown, then told what is true', async (failure, takes) => {
    world.server.failing = (method) => (method === 'submit' ? failure : undefined)
    expect(await world.chain.node.broadcast(one)).toMatchObject({ kind: 'unknown' })
    world.server.failing = () => undefined
    // An answer that is late still has its effect.
    await expect.poll(() => world.server.ledger.applied.has(one.txId)).toBe(takes)
    expect(await world.chain.node.broadcast(one)).toEqual({ kind: takes ? 'known' : 'accepted' })
    close()
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'confirmed', ok: true })
    expect(await bobs()).toBe(101n * DROPS)
  })

  it('a server that lies about having taken it is not believed', async () => {
    world.server.failing = (method) => (method === 'submit' ? 'lie' : undefined)
    world.server.ledger.openLedgerFee = 10n
    expect(await world.chain.node.broadcast(one)).toMatchObject({ kind: 'unknown' })
    expect(await world.chain.node.status(one)).toEqual({ kind: 'absent' })
    close(21)
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'dead' })
  })

  it('when the first server hangs no second one is asked: it would refuse what the first has', async () => {
    await world.close()
    world = await xrpWorld(2)
    await world.funded('alice', 100n)
    await world.funded('bob', 100n)
    const tooMuch = await world.sign(world.signer('alice'), pay('bob', '99900000'))
    world.server.failing = (method) => (method === 'submit' ? 'hang' : undefined)
    expect(await world.chain.node.broadcast(tooMuch)).toMatchObject({ kind: 'unknown' })
    expect(world.servers[1]?.asked).not.toContain('submit')
  })

  it('reading back fails: unknown, and nothing is lost', async () => {
    world.server.failing = (method) => (method === 'submit' ? undefined : 'die')
    expect(await world.chain.node.broadcast(one)).toMatchObject({ kind: 'unknown' })
    world.server.failing = () => undefined
    close()
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'confirmed', ok: true })
  })

  it('found in the history when the server does not find it by its hash', async () => {
    await world.chain.node.broadcast(one)
    close()
    world.server.ledger.applied.delete(one.txId)
    expect(await world.chain.node.status(one)).toMatchObject({ kind: 'confirmed', ok: true })
  })
})

it('a hundred at once from one account all arrive, in the order of their sequences', async () => {
  await world.close()
  world = await xrpWorld(1, 20_000)
  const { chain, server } = world
  const alice = await world.funded('alice', 1_000n)
  await world.funded('bob', 100n)
  const start = await chain.node.nextSequence(alice.address)
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, n) => world.sign(alice, { ...pay('bob', '1'), Sequence: start + n })),
  )
  const said = await Promise.all(all.toReversed().map((signed) => chain.node.broadcast(signed)))
  expect(new Set(said.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
  server.ledger.close()
  const standings = await Promise.all(all.map((signed) => chain.node.status(signed)))
  expect(new Set(standings.map((one) => one.kind === 'confirmed' && one.ok))).toEqual(new Set([true]))
})
