/** What has used the sequence of another transaction, as nodes of chains without outputs tell it: what it pays, if it succeeded. */
import { Account, MuxedAccount, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-base'
import type { Signed, TransactionStatus } from '@tallystick/custody'
import { decode, encode } from 'ripple-binary-codec'
import { describe, expect, it } from 'vitest'
import * as multiversx from './multiversx/chain.fixture.js'
import type { Gateway } from './multiversx/gateway.js'
import { METACHAIN, statusOf as multiversxStatus } from './multiversx/standing.js'
import * as stellar from './stellar/chain.fixture.js'
import type { Horizon } from './stellar/horizon.js'
import { statusOf as stellarStatus } from './stellar/standing.js'
import * as xrp from './xrp/chain.fixture.js'
import { signedOf } from './xrp/codec.js'
import type { Rippled } from './xrp/rpc.js'
import { status as xrpStatus } from './xrp/standing.js'

/** Nodes by what they answer to a method or path. */
type Answers = Readonly<Record<string, unknown>>
const answering = (answers: Answers) => async (asked: string) => answers[asked] as never

async function onXrp(isOk: boolean, more: object = {}): Promise<TransactionStatus> {
  const world = await xrp.xrpWorld()
  const [alice, bob] = [await world.funded('alice', 100n), world.signer('bob')]
  const pays = { TransactionType: 'Payment', Destination: bob.address, Amount: '25' }
  const own = await world.sign(alice, { ...pays, Sequence: 5 })
  await world.close()
  const tx = { ...pays, Account: alice.address, Sequence: 5, hash: 'OTHER', ledger_index: 9 }
  const meta = { TransactionResult: isOk ? 'tesSUCCESS' : 'tecUNFUNDED_PAYMENT', ...more }
  const find = answering({ account_info: { account_data: { Sequence: 6 } } })
  const ask = answering({
    ledger: { ledger_index: 9 },
    account_tx: { transactions: [{ tx, meta, validated: true }] },
  })
  return xrpStatus({ find, ask } as Partial<Rippled> as Rippled, own)
}

/** An account that is not there any more, by a node that has these transactions of it. */
async function onDeleted(...transactions: readonly object[]): Promise<TransactionStatus> {
  const world = await xrp.xrpWorld()
  const alice = await world.funded('alice', 100n)
  const pays = { TransactionType: 'Payment', Destination: world.signer('bob').address, Amount: '25' }
  const own = await world.sign(alice, { ...pays, Sequence: 300, LastLedgerSequence: 9 })
  await world.close()
  const find = async () => undefined
  const shown = transactions.map((tx) => ({
    tx: { Account: alice.address, hash: 'OTHER', ledger_index: 9, TransactionType: 'AccountDelete', ...tx },
    meta: { TransactionResult: 'tesSUCCESS' },
    validated: true,
  }))
  const ask = answering({ ledger: { ledger_index: 9_000 }, account_tx: { transactions: shown } })
  return xrpStatus({ find, ask } as Partial<Rippled> as Rippled, own)
}

// xrpl.org, "AccountDelete": 256 ledgers pass before, and who is funded again begins with the number of the ledger.
it.each([
  ['by a node without its history', [], 'absent'],
  ['where it had paid before', [{ Sequence: 301 }, { Sequence: 300, TransactionType: 'Payment' }], 'dead'],
  ['where the node shows only its deletion afterwards', [{ Sequence: 301 }], 'absent'],
  ['where it was deleted before the payment', [{ Sequence: 299 }], 'dead'],
  ['where it was deleted before it was there last', [{ Sequence: 44 }], 'absent'],
  ['where it only paid before', [{ Sequence: 299, TransactionType: 'Payment' }], 'absent'],
] as const)(
  'a payment of a deleted account is dead only if its history proves it: %s',
  async (_what, shown, kind) => {
    expect((await onDeleted(...shown)).kind).toBe(kind)
  },
)

/** Where another transaction of the account has made tickets: it has changed these fields of the account. */
async function afterTickets(
  Sequence: number,
  before: object,
  after: object,
  Account = ALICE,
): Promise<TransactionStatus> {
  const world = await xrp.xrpWorld()
  const alice = await world.funded('alice', 100n)
  const pays = { TransactionType: 'Payment', Destination: world.signer('bob').address, Amount: '25' }
  const own = await world.sign(alice, { ...pays, Sequence: 300, LastLedgerSequence: 9 })
  await world.close()
  const changed = {
    LedgerEntryType: 'AccountRoot',
    FinalFields: { Account, ...after },
    PreviousFields: before,
  }
  const shown = {
    tx: { Account: ALICE, Sequence, hash: 'OTHER', ledger_index: 9, TransactionType: 'TicketCreate' },
    meta: {
      TransactionResult: 'tesSUCCESS',
      AffectedNodes: [{ CreatedNode: {} }, { ModifiedNode: changed }],
    },
    validated: true,
  }
  const find = async (method: string) =>
    method === 'account_info' ? ({ account_data: { Sequence: 310 } } as never) : undefined
  const ask = answering({ ledger: { ledger_index: 9_000 }, account_tx: { transactions: [shown] } })
  return xrpStatus({ find, ask } as Partial<Rippled> as Rippled, own)
}

const ALICE = xrp.accountOf('alice').address

it.each([
  ['its sequence', 299, { Sequence: 299 }, { Sequence: 301 }, ALICE, 'dead'],
  ['its sequence and others', 295, { Sequence: 295 }, { Sequence: 310 }, ALICE, 'dead'],
  ['its sequence, by a ticket', 0, { Sequence: 300 }, { Sequence: 302 }, ALICE, 'dead'],
  ['earlier sequences', 290, { Sequence: 290 }, { Sequence: 300 }, ALICE, 'absent'],
  ['none', 299, { Balance: '1' }, { Sequence: 301 }, ALICE, 'absent'],
  ['none of its own', 299, { Sequence: 299 }, { Sequence: 301 }, xrp.accountOf('bob').address, 'absent'],
] as const)(
  'a payment of XRP is dead once its account has made tickets of %s',
  async (_what, sequence, before, after, account, kind) => {
    expect((await afterTickets(sequence, before, after, account)).kind).toBe(kind)
  },
)

/** A payment by ticket 300, where the account has these transactions. */
async function onTicket(...shown: readonly object[]): Promise<TransactionStatus> {
  const world = await xrp.xrpWorld()
  const alice = await world.funded('alice', 100n)
  const bob = world.signer('bob').address
  const { raw } = await world.sign(alice, {
    ...{ TransactionType: 'Payment', Destination: bob, Amount: '25', Sequence: 5, Fee: '12' },
  })
  await world.close()
  const { LastLedgerSequence: _, ...fields } = decode(raw)
  const own = signedOf(encode({ ...fields, Sequence: 0, TicketSequence: 300 }))
  const transactions = shown.map((tx) => ({
    tx: {
      TransactionType: 'Payment',
      Account: ALICE,
      Destination: bob,
      Amount: '25',
      hash: 'OTHER',
      ledger_index: 9,
      ...tx,
    },
    meta: {
      TransactionResult: 'tesSUCCESS',
      AffectedNodes: [
        {
          ModifiedNode: {
            LedgerEntryType: 'AccountRoot',
            FinalFields: { Account: ALICE, Sequence: 310 },
            PreviousFields: { Sequence: 299 },
          },
        },
      ],
    },
    validated: true,
  }))
  const find = async () => undefined
  const ask = answering({ ledger: { ledger_index: 9_000 }, account_tx: { transactions } })
  return xrpStatus({ find, ask } as Partial<Rippled> as Rippled, own)
}

const MADE = { TransactionType: 'TicketCreate', Sequence: 299 }

it.each([
  ['while its ticket is there', [{ Sequence: 311 }, MADE], 'absent'],
  ['while another ticket is used', [{ Sequence: 0, TicketSequence: 301 }, MADE], 'absent'],
  ['once another has used its ticket', [{ Sequence: 0, TicketSequence: 300 }, MADE], 'dead'],
  [
    'by what was there before its ticket',
    [{ Sequence: 298 }, { Sequence: 0, TicketSequence: 300 }],
    'absent',
  ],
] as const)(
  'a payment of XRP by a ticket is dead only once another has used that: %s',
  async (_what, shown, kind) => {
    const status = await onTicket(...shown)
    expect(status.kind).toBe(kind)
    const outputs = [{ address: xrp.accountOf('bob').address, amount: 25n }]
    if (kind === 'dead') expect(status).toMatchObject({ instead: { txId: 'OTHER', outputs } })
  },
)

async function onStellar(isOk: boolean, more: object = {}): Promise<TransactionStatus> {
  const world = await stellar.stellarWorld()
  await world.close()
  const { codec } = world.chain
  const [alice, bob] = [world.signer('alice'), world.signer('bob')]
  const [own, other] = ['100', '200'].map((fee): Signed => {
    const operation = { type: 'payment', to: bob.address, asset: 'XLM', amount: '25' } as const
    const common = { source: alice.address, sequence: '5', since: '0', until: '0', memo: null }
    return stellar.signed(world.chain, codec.build({ ...common, fee, operation }), alice)
  })
  const entry = {
    hash: 'OTHER',
    source_account: alice.address,
    source_account_sequence: '5',
    successful: isOk,
    envelope_xdr: other?.raw,
    ledger: 9,
    ...more,
  }
  const node: Partial<Horizon> = {
    find: async () => undefined,
    accountAt: async () => ({ found: { sequence: '5' }, ledger: 9 }),
    list: async () => [entry],
  }
  return stellarStatus(node as Horizon, own ?? expect.fail(), 'Test SDF Network ; September 2015')
}

const PASSPHRASE = 'Test SDF Network ; September 2015'

/** Where another transaction of the account, with an earlier sequence, has these operations. */
async function afterBump(
  sequence: string,
  successful: boolean,
  operation: xdr.Operation,
  { found = { sequence: '21' }, ledger = 9 }: { found?: { sequence: string } | null; ledger?: number } = {},
) {
  const world = await stellar.stellarWorld()
  await world.close()
  const [alice, bob] = [world.signer('alice'), world.signer('bob')]
  const payment = { type: 'payment', to: bob.address, asset: 'XLM', amount: '25' } as const
  const common = { source: alice.address, sequence: '9', since: '0', until: '0', memo: null, fee: '100' }
  const own = stellar.signed(world.chain, world.chain.codec.build({ ...common, operation: payment }), alice)
  const before = String(BigInt(sequence) - 1n)
  const built = new TransactionBuilder(new Account(alice.address, before), {
    fee: '100',
    networkPassphrase: PASSPHRASE,
  })
  const envelope_xdr = built.addOperation(operation).setTimeout(0).build().toXDR()
  const shown = { source_account: alice.address, successful, ledger, hash: 'BUMP' }
  const later = { ...shown, hash: 'LATER', source_account_sequence: '21', envelope_xdr }
  const node: Partial<Horizon> = {
    find: async () => undefined,
    accountAt: async () => ({ found: found ?? undefined, ledger: 9 }),
    list: async () => [later, { ...shown, source_account_sequence: sequence, envelope_xdr }],
  }
  return stellarStatus(node as Horizon, own, PASSPHRASE)
}

const [BOB, CAROL] = [stellar.accountOf('bob').address, stellar.accountOf('carol').address]

const bump = (bumpTo: string, source?: string) =>
  Operation.bumpSequence({ bumpTo, ...(source === undefined ? {} : { source }) })
const mergeOf = (source?: string) =>
  Operation.accountMerge({ destination: BOB, ...(source === undefined ? {} : { source }) })
/** A customer of the account. */
const OWN = new MuxedAccount(new Account(stellar.accountOf('alice').address, '0'), '7').accountId()

it.each([
  ['raised to it', '5', true, bump('9'), 'dead'],
  ['raised beyond it', '5', true, bump('20'), 'dead'],
  ['raised beyond it in the name of a customer', '5', true, bump('20', OWN), 'dead'],
  ['raised to less', '5', true, bump('8'), 'absent'],
  ['raised by what failed', '5', false, bump('20'), 'absent'],
  ['raised of another account', '5', true, bump('20', CAROL), 'absent'],
] as const)(
  'a payment of Stellar is dead once the sequence of its account was %s',
  async (_what, sequence, successful, operation, kind) => {
    expect((await afterBump(sequence, successful, operation)).kind).toBe(kind)
  },
)

// stellar.org, CAP-19: one that is made again begins with the number of its ledger, in the upper half of its sequence.
it.each([
  ['merged', true, mergeOf(), 9, 'dead'],
  ['merged in the name of a customer', true, mergeOf(OWN), 9, 'dead'],
  ['merged, unless a new one may come to its sequence', true, mergeOf(), 0, 'absent'],
  ['merged, and not by what failed', false, mergeOf(), 9, 'absent'],
  ['merged, and not another one', true, mergeOf(CAROL), 9, 'absent'],
] as const)(
  'a payment of Stellar is dead once its account was %s',
  async (_what, successful, operation, ledger, kind) => {
    for (const found of [null, { sequence: '21' }])
      expect((await afterBump('5', successful, operation, { found, ledger })).kind).toBe(kind)
  },
)

async function onMultiversx(isOk: boolean): Promise<TransactionStatus> {
  const { nonce, sender, receiver } = multiversx.payment()
  const other = { nonce, sender, receiver, value: '25', hyperblockNonce: 9 }
  const answers: Answers = {
    [`/network/status/${METACHAIN}`]: { status: { erd_highest_final_nonce: 9 } },
    [`/address/${sender}`]: { account: { nonce: nonce + 1 } },
    '/transaction/OTHER?withResults=true': { transaction: other },
    '/transaction/OTHER/process-status': { status: isOk ? 'success' : 'fail' },
  }
  const get = answering(answers)
  const list = async () => [{ ...other, txHash: 'OTHER' }]
  const own = { raw: '', txId: 'own' }
  return multiversxStatus({ get, find: get, list } as Partial<Gateway> as Gateway, own, { nonce, sender })
}

describe.each([
  ['XRP', onXrp, xrp.accountOf('bob').address],
  ['Stellar', onStellar, stellar.accountOf('bob').address],
  ['MultiversX', onMultiversx, multiversx.payment().receiver],
] as const)('on %s', (_what, told, address) => {
  it('what has succeeded is told with what it pays', async () => {
    const instead = { txId: 'OTHER', height: 9, outputs: [{ address, amount: 25n }] }
    expect(await told(true)).toMatchObject({ kind: 'dead', instead })
  })

  it('what has failed pays nothing', async () => {
    const status = await told(false)
    expect(status.kind).toBe('dead')
    expect(status).not.toHaveProperty('instead')
  })
})

it('a partial payment of XRP pays what it has delivered', async () => {
  const status = await onXrp(true, { delivered_amount: '7' })
  expect(status).toMatchObject({ instead: { outputs: [{ amount: 7n }] } })
})

it('what has used a sequence of Stellar and cannot be read was no payment', async () => {
  const status = await onStellar(true, { envelope_xdr: 'A'.repeat(120_000) })
  expect(status.kind).toBe('dead')
  expect(status).not.toHaveProperty('instead')
})
