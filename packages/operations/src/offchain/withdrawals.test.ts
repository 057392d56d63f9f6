/** Withdrawals in process: real codecs, and nodes that follow instructions. */
import {
  type AccountId,
  ADMITTED,
  pendWithdrawal,
  SENDS,
  WITHDRAWALS,
  type WithdrawalId,
} from '@tallystick/core'
import type { Broadcast, Chain, Chains, EvmChain, Signed, TransactionStatus } from '@tallystick/custody'
import { DEFAULT_TENANT, embeddedCaller, verify } from '@tallystick/engine'
import { dumpStorage } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { nodelessChains } from '../chains.fixture.js'
import { fundedAccount, openLedger, refusal, refusalCode } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'
import { coin, fundWallet, POOL, RECIPIENT, signedBy } from './withdrawals.fixture.js'
import { storeWithdrawal } from './withdrawals.js'

/** Of the same words as `TPUB`, m/44'/60'/0'/0. */
const XPUB =
  'xpub6EBKwcCqVo4H8XxBX8cp1AHUSBodjAY9foi73btpZEy7LATnuNVSEk1zfbPtrKtePKG4c62zJShETGqGRVSA3tquGXvhL75eifcWKX3XLr5'

/** What all nodes of a test say. */
class Nodes {
  /** Of the next broadcasts; it takes what comes after them. */
  readonly answers: Broadcast['kind'][] = []
  readonly has = new Map<string, { readonly raw: string; readonly status: TransactionStatus }>()
  onBroadcast: (() => Promise<Broadcast>) | null = null
  height = 10
  balance = 0n

  async broadcast({ raw, txId }: Signed): Promise<Broadcast> {
    if (this.onBroadcast !== null) return this.onBroadcast()
    const kind = this.answers.shift() ?? 'accepted'
    if (kind === 'accepted') this.take({ raw, txId })
    return kind === 'accepted' || kind === 'known' ? { kind } : { kind, reason: 'so told' }
  }

  take({ raw, txId }: Signed, status: TransactionStatus = { kind: 'pending' }): void {
    this.has.set(txId, { raw, status })
  }

  chains(): Chains {
    const base = nodelessChains()
    const chain = async (id: string, network: 'mainnet' | 'testnet') => {
      const found: Chain = await base.chain(id, network)
      const node = Object.assign(Object.create(found.node), {
        broadcast: (signed: Signed) => this.broadcast(signed),
        status: async ({ txId }: Signed) => this.has.get(txId)?.status ?? { kind: 'absent' },
        raw: async (txId: string) => this.has.get(txId)?.raw,
        head: async () => ({ height: this.height, hash: `block ${this.height}` }),
        hashAt: async (height: number) => `block ${height}`,
        balance: async () => this.balance,
        tokenBalance: async () => this.balance,
      })
      return { ...found, node }
    }
    return { ...base, chain: chain as Chains['chain'] }
  }
}

async function open() {
  const nodes = new Nodes()
  const opened = openLedger({ chains: nodes.chains() })
  const { ledger, storage } = opened
  const account = await fundedAccount(ledger, '5')
  await fundWallet(ledger, [coin(1, 200_000_000n), coin(2, 100_000_000n), coin(3, 50_000_000n, 0)])
  const balance = async (id = account) => (await ledger.getAccountBalance({ id })).availableBalance
  const store = (over: object = {}, options?: { readonly idempotencyKey: string }) =>
    ledger.storeWithdrawal({ senderAccountId: account, ...BODY, ...over }, options)
  const stored = async (over: object = {}) => {
    const answer = await store(over)
    return { ...answer, id: answer.id ?? '' }
  }
  const shown = async () =>
    (await ledger.getWithdrawals({ pageSize: 50 })).map(({ status, txId }) => [status, txId])
  const sound = async () => expect((await verify(storage)).discrepancies).toEqual([])
  return { ...opened, nodes, account, balance, store, stored, shown, sound }
}

const BODY = { address: RECIPIENT, amount: '1', fee: '0.001' }

const paying = (txData: string, withdrawalId: string) => ({ currency: 'BTC', txData, withdrawalId })

describe('a stored withdrawal', () => {
  it('whose answer was lost is found in the list, and cancelled: the next one has its turn', async () => {
    const { ledger, balance, store, stored, shown, sound } = await open()
    await store()
    expect(await refusalCode(store({ amount: '2' }))).toBe('withdrawal.pending')
    expect(await ledger.custody.undecided()).toEqual({ count: 1, oldest: expect.any(Number) })
    const [lost] = await ledger.getWithdrawals({ pageSize: 10, status: 'InProgress' })
    await ledger.cancelInProgressWithdrawal({ id: lost?.id ?? '' })
    expect(await balance()).toBe('5')
    await stored({ amount: '2' })
    expect((await shown()).map(([status]) => status)).toEqual(['InProgress', 'Cancelled'])
    await sound()
  })

  it('is also cancelled by a process without chains', async () => {
    const { storage, stored, shown } = await open()
    const { id } = await stored()
    await openLedger({ storage }).ledger.cancelInProgressWithdrawal({ id })
    expect(await shown()).toEqual([['Cancelled', undefined]])
  })

  it('takes amount and fee, and says what its transaction spends', async () => {
    const { ledger, account, balance, stored, sound } = await open()
    const { id, data = [], reference } = await stored({ paymentId: 'p', senderNote: 'n' })
    expect(await balance()).toBe('3.999')
    const [change, ...spent] = [...data].reverse()
    const sum = spent.reduce((all, { amount }) => all + Number(amount), 0)
    expect(change).toEqual({ vIn: '-1', amount: Number((sum - 1.001).toFixed(8)) })
    for (const { vIn, vInIndex, scriptPubKey, address } of spent) {
      expect([vIn, vInIndex, scriptPubKey]).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.any(Number),
        expect.stringMatching(/^0014/),
      ])
      expect(address).toMatchObject({ currency: 'BTC', derivationKey: expect.any(Number) })
    }
    expect(await ledger.getWithdrawals({ pageSize: 1, currency: 'BTC', status: 'InProgress' })).toEqual([
      {
        id,
        accountId: account,
        currency: 'BTC',
        status: 'InProgress',
        address: RECIPIENT,
        reference,
        amount: '1',
        fee: '0.001',
        paymentId: 'p',
        senderNote: 'n',
        date: expect.any(Number),
      },
    ])
    expect(await ledger.getWithdrawals({ pageSize: 1, status: 'Done' })).toEqual([])
    await sound()
  })

  it('pays several recipients, each his own', async () => {
    const { ledger, stored, shown } = await open()
    const multipleAmounts = ['0.25', '0.75']
    const { id, data } = await stored({ address: `${RECIPIENT},${POOL}`, multipleAmounts })
    const { raw, txId } = await signedBy({ data }, [
      [RECIPIENT, '0.25'],
      [POOL, '0.75'],
    ])
    expect(await ledger.broadcastBlockchainTransaction(paying(raw, id))).toEqual({
      id,
      txId,
      completed: true,
    })
    expect(await shown()).toEqual([['Done', txId]])
  })

  it('drops what clients leave in the body, unread', async () => {
    const { ledger, account, storage } = await open()
    const secret = 'legal winner thank year'
    const call = (more: object, options = { idempotencyKey: 'one' }) => {
      const body = { senderAccountId: account, address: RECIPIENT, amount: '1', fee: '0.001', ...more }
      return ledger.request(storeWithdrawal, { params: {}, query: {}, body }, embeddedCaller(), options)
    }
    const leftovers = { mnemonic: secret, keyPair: [{ privateKey: secret }], gasPrice: 7, from: secret }
    const first = await call({ ...leftovers, xpub: secret, data: secret, signatureId: 7, sourceTag: 1 })
    expect(await call({ mnemonic: 'another' })).toEqual(first)
    expect(await call({})).toEqual(first)
    const all = await dumpStorage(storage, { tenants: [embeddedCaller().tenant], currencies: [] })
    expect(JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      'winner',
    )
    const refused = await refusal(call({ privateKey: secret }, { idempotencyKey: 'two' }))
    expect(refused.rejection.violations).toMatchObject([{ property: 'privateKey' }])
  })

  it.each([
    [{ senderAccountId: 'f'.repeat(24) }, 'senderAccount.not.exists'],
    [{ address: 'x' }, 'withdrawal.recipient.format'],
    [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'withdrawal.recipient.format'],
    [{ address: `${RECIPIENT},` }, 'withdrawal.recipient.format'],
    [{ address: `${RECIPIENT},${POOL}` }, 'amount.format'],
    [{ multipleAmounts: ['0.5'] }, 'amount.format'],
    [{ address: `${RECIPIENT},${POOL}`, multipleAmounts: ['0.5', '0.6'] }, 'amount.format'],
    [{ address: `${RECIPIENT},${POOL}`, multipleAmounts: ['1', '0'] }, 'amount.format'],
    [{ amount: '0' }, 'amount.format'],
    [{ amount: '0.000000001' }, 'amount.format'],
    [{ fee: '0' }, 'fee.format'],
    [{ fee: '0.000000001' }, 'fee.format'],
    [{ amount: '4.9995' }, 'balance.insufficient'],
    [{ amount: '4' }, 'transaction.amount.btc'],
    [{ amount: '0.00000001' }, 'amount.dust'],
    [{ fee: '1e-3' }, 'validation.failed'],
    [{ attr: 'a'.repeat(65) }, 'validation.failed'],
    [{ address: undefined, amount: undefined, receiver: RECIPIENT, value: '1' }, 'validation.failed'],
  ])('is refused, and changes nothing: %j', async (over, code) => {
    const { store, balance, shown } = await open()
    expect(await refusalCode(store(over))).toBe(code)
    expect(await balance()).toBe('5')
    expect(await shown()).toEqual([])
  })

  it('of an account of no chain, of a frozen one and of one without a wallet is refused', async () => {
    const { ledger, store, account } = await open()
    const { id: euro } = await ledger.createAccount({ currency: 'EUR' })
    const { id: gold } = await ledger.createCurrency({ name: 'VC_GOLD', supply: '9', basePair: 'EUR' })
    expect(await refusalCode(store({ senderAccountId: euro }))).toBe('offchain.not.supported')
    expect(await refusalCode(store({ senderAccountId: gold }))).toBe('withdrawal.account.virtual')
    await ledger.freezeAccount({ id: account })
    expect(await refusalCode(store())).toBe('senderAccount.frozen')
  })

  it('of an account whose currency has other decimals on its chain now is refused: it would pay something else', async () => {
    const { ledger, store, account, storage } = await open()
    const owned = await ledger.engine.query.account(DEFAULT_TENANT, account as AccountId)
    const other = { ...(owned?.account ?? expect.fail()), id: 'c'.repeat(24) as AccountId, scale: 6 }
    await storage.transact([], (view) => view.apply({ type: 'account.opened', account: other }))
    await expect(store({ senderAccountId: other.id })).rejects.toThrow(
      'of BTC has 6 decimals, and what it gets or pays has 8',
    )
  })

  it('keeps its turn until its transaction is recorded', async () => {
    const { ledger, store, stored } = await open()
    const { id, data } = await stored()
    const { code, rejection } = await refusal(store())
    expect([code, rejection.detail]).toEqual(['withdrawal.pending', id])
    const { raw } = await signedBy({ data }, [[RECIPIENT, '1']])
    await ledger.broadcastBlockchainTransaction(paying(raw, id))
    // It spends the change of the first.
    expect((await stored()).data?.length).toBeGreaterThan(1)
  })
})

describe('its transaction', () => {
  it('is another one unless it pays the same, and changes nothing then', async () => {
    const { ledger, stored, shown, nodes } = await open()
    const { id, data } = await stored()
    const { raw } = await signedBy({ data }, [[POOL, '1']])
    const { code, message } = await refusal(ledger.broadcastBlockchainTransaction(paying(raw, id)))
    expect([code, message]).toEqual([
      'transaction.invalid.body',
      expect.stringContaining('it pays 100000000'),
    ])
    expect(await refusalCode(ledger.broadcastBlockchainTransaction(paying('00', id)))).toBe(
      'transaction.invalid.body',
    )
    expect(
      await refusalCode(ledger.broadcastBlockchainTransaction({ ...paying(raw, id), currency: 'LTC' })),
    ).toBe('validation.failed')
    for (const [named, refused] of [
      [{}, 'broadcast.failed.withdrawalId'],
      [{ withdrawalId: 'f'.repeat(24) }, 'withdrawal.missing'],
      [{ signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }, 'kms.missing'],
    ] as const) {
      const call = ledger.broadcastBlockchainTransaction({ currency: 'BTC', txData: raw, ...named })
      expect(await refusalCode(call)).toBe(refused)
    }
    expect(await shown()).toEqual([['InProgress', undefined]])
    expect(nodes.has.size).toBe(0)
  })

  it('completes the withdrawal once, however often it is broadcast', async () => {
    const { ledger, stored, shown, balance, sound } = await open()
    const { id, data } = await stored()
    const { raw, txId } = await signedBy({ data }, [[RECIPIENT, '1']])
    for (let times = 0; times < 3; times++) {
      expect(await ledger.broadcastBlockchainTransaction(paying(raw, id))).toEqual({
        id,
        txId,
        completed: true,
      })
    }
    await ledger.completeWithdrawal({ id, txId })
    expect(await refusalCode(ledger.completeWithdrawal({ id, txId: 'f'.repeat(64) }))).toBe(
      'withdrawal.unexpected.state',
    )
    expect(await refusalCode(ledger.cancelInProgressWithdrawal({ id }))).toBe(
      'withdrawal.not.cancelled.transaction.failed',
    )
    expect(await shown()).toEqual([['Done', txId]])
    expect(await balance()).toBe('3.999')
    await sound()
  })

  it('of which nobody knows is no error, and cannot be cancelled', async () => {
    const { ledger, stored, shown, nodes, sound } = await open()
    const { id, data } = await stored()
    const { raw, txId } = await signedBy({ data }, [[RECIPIENT, '1']])
    nodes.answers.push('unknown')
    const once = { idempotencyKey: 'broadcast' }
    expect(await ledger.broadcastBlockchainTransaction(paying(raw, id), once)).toMatchObject({
      id,
      txId,
      completed: false,
      statusCode: 200,
      errorCode: 'withdrawal.not.completed',
    })
    expect(await refusalCode(ledger.cancelInProgressWithdrawal({ id }))).toBe(
      'withdrawal.not.cancelled.transaction.failed',
    )
    expect(await shown()).toEqual([['InProgress', txId]])
    // The same call again: another node takes it.
    expect(await ledger.broadcastBlockchainTransaction(paying(raw, id), once)).toMatchObject({
      completed: true,
    })
    expect(await shown()).toEqual([['Done', txId]])
    await sound()
  })

  it('that the network refuses leaves a withdrawal that can be cancelled, as clients do', async () => {
    const { ledger, stored, shown, nodes, balance, sound } = await open()
    const { id, data } = await stored()
    const { raw } = await signedBy({ data }, [[RECIPIENT, '1']])
    nodes.answers.push('refused')
    expect(await refusalCode(ledger.broadcastBlockchainTransaction(paying(raw, id)))).toBe(
      'blockchain.broadcast.error',
    )
    expect(await shown()).toEqual([['InProgress', undefined]])
    await ledger.cancelInProgressWithdrawal({ id })
    await ledger.cancelInProgressWithdrawal({ id, revert: true })
    expect([await balance(), await shown()]).toEqual(['5', [['Cancelled', undefined]]])
    expect(await refusalCode(ledger.broadcastBlockchainTransaction(paying(raw, id)))).toBe(
      'withdrawal.unexpected.state',
    )
    await sound()
  })

  it('is on its way even if the process ends before a node hears of it', async () => {
    const { ledger, stored, nodes, storage, shown } = await open()
    const { id, data } = await stored()
    const { raw, txId } = await signedBy({ data }, [[RECIPIENT, '1']])
    const heard = new Promise<void>((resolve) => {
      nodes.onBroadcast = () => {
        resolve()
        // The process is gone: nobody gets this answer.
        return new Promise(() => undefined)
      }
    })
    void ledger.broadcastBlockchainTransaction(paying(raw, id), { idempotencyKey: 'one' })
    await heard
    nodes.onBroadcast = null
    const next = openLedger({ chains: nodes.chains(), storage }).ledger
    expect(await refusalCode(next.cancelInProgressWithdrawal({ id }))).toBe(
      'withdrawal.not.cancelled.transaction.failed',
    )
    expect(await shown()).toEqual([['InProgress', txId]])
    const again = next.broadcastBlockchainTransaction(paying(raw, id), { idempotencyKey: 'one' })
    expect(await again).toEqual({ id, txId, completed: true })
    expect(await shown()).toEqual([['Done', txId]])
    expect([...nodes.has.keys()]).toEqual([txId])
  })

  it('is given up only by an operator, who says why', async () => {
    const { ledger, stored, nodes, balance, storage, sound } = await open()
    const { id, data } = await stored()
    const { raw } = await signedBy({ data }, [[RECIPIENT, '1']])
    nodes.answers.push('unknown')
    await ledger.broadcastBlockchainTransaction(paying(raw, id))
    const terms = { caller: embeddedCaller(), price: () => 0, idempotency: null }
    const forced = 'ops: the key is destroyed'
    const command = {
      tenant: terms.caller.tenant,
      network: terms.caller.network,
      revert: true,
      forced,
    } as const
    await ledger.custody.withdrawals.cancel(terms, { ...command, id: id as WithdrawalId })
    expect(await balance()).toBe('5')
    const [kept] = await storage.query.list(WITHDRAWALS, {})
    expect(kept).toMatchObject({ status: 'Cancelled', reverted: 'all', reason: forced })
    // The service does not send it any more.
    nodes.onBroadcast = () => expect.fail('it was sent')
    const [send] = await storage.query.list(SENDS, {})
    const chain = await nodes.chains().chain('BTC', 'testnet')
    if (send !== undefined) await ledger.custody.sends.look(chain, send)
    const late = ledger.broadcastBlockchainTransaction(paying(raw, id))
    expect(await refusalCode(late)).toBe('withdrawal.unexpected.state')
    await sound()
  })

  it('sent by somebody else completes it, if a node has it', async () => {
    const { ledger, stored, shown, nodes } = await open()
    const { id, data } = await stored()
    const signed = await signedBy({ data }, [[RECIPIENT, '1']])
    const complete = (txId = signed.txId) => ledger.completeWithdrawal({ id, txId })
    expect(await refusalCode(complete())).toBe('tx.not.found')
    const other = await signedBy({ data }, [[POOL, '1']])
    nodes.take(other)
    expect(await refusalCode(complete(other.txId))).toBe('transaction.invalid.body')
    nodes.take(signed)
    await complete()
    await complete()
    expect(await shown()).toEqual([['Done', signed.txId]])
  })

  it('is not wanted: the fee stays paid where the caller says so', async () => {
    const { ledger, stored, balance, sound } = await open()
    const { id } = await stored()
    await ledger.cancelInProgressWithdrawal({ id, revert: false })
    expect(await balance()).toBe('4.999')
    await sound()
  })
})

describe('on Ethereum', () => {
  const KEY = `0x${'7'.repeat(64)}`
  const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  let chain: EvmChain
  beforeAll(async () => {
    chain = await nodelessChains().chain('ETH', 'testnet')
  })

  async function world() {
    const opened = await open()
    const { ledger } = opened
    const { id: account } = await ledger.createAccountXpub({ currency: 'ETH', xpub: XPUB })
    await ledger.recordDeposit({
      account: account as AccountId,
      currency: 'ETH',
      amount: '5',
      txId: '1'.repeat(64),
      vout: 0,
      address: TO,
      from: null,
      derivationKey: 0,
      blockHeight: 1,
      blockHash: null,
      status: 'Done',
    })
    const store = async (over: object = {}) => {
      const body = { senderAccountId: account, address: TO, amount: '1', fee: '0.001', ...over }
      return (await ledger.storeWithdrawal(body)).id ?? ''
    }
    return { ...opened, account, store }
  }

  const signer = () => chain.codec.signer(KEY)
  function sign(nonce: number, value = 10n ** 18n): Signed {
    const unsigned = chain.codec.build({
      from: signer().address,
      to: TO,
      value,
      data: '0x',
      nonce,
      gasLimit: 21_000n,
      gas: { kind: 'legacy', gasPrice: 10n ** 9n },
    })
    const signatures = chain.codec
      .signingRequests(unsigned)
      .map((request) => ({ publicKey: signer().publicKey, signature: signer().sign(request) }))
    return chain.codec.combine(unsigned, signatures)
  }

  it('one address pays, and must have the amount', async () => {
    const { ledger, nodes, store } = await world()
    const sourceAddress = signer().address
    nodes.balance = 10n ** 18n - 1n
    expect(await refusalCode(store({ sourceAddress }))).toBe('transaction.amount.eth')
    expect(await refusalCode(store({ sourceAddress: 'x' }))).toBe('validation.failed')
    nodes.balance = 10n ** 18n
    const id = await store({ sourceAddress: '0x52908400098527886E0F7030069857D2E4169EE7' })
    const { raw } = sign(0)
    const { message } = await refusal(
      ledger.broadcastBlockchainTransaction({ currency: 'ETH', txData: raw, withdrawalId: id }),
    )
    expect(message).toContain('it pays from')
  })

  it('a payment of before does not complete it', async () => {
    const { ledger, nodes, store, shown } = await world()
    const before = sign(0)
    nodes.take(before, { kind: 'confirmed', height: 10, ok: true, final: true })
    const id = await store()
    expect(await refusalCode(ledger.completeWithdrawal({ id, txId: before.txId }))).toBe(
      'withdrawal.unexpected.state',
    )
    const own = sign(1)
    nodes.take(own, { kind: 'confirmed', height: 11, ok: true, final: false })
    await ledger.completeWithdrawal({ id, txId: own.txId })
    // Nor does a transaction of another withdrawal.
    const other = await store()
    expect(await refusalCode(ledger.completeWithdrawal({ id: other, txId: own.txId }))).toBe(
      'withdrawal.unexpected.state',
    )
    expect(await shown()).toEqual([
      ['InProgress', undefined],
      ['Done', own.txId],
    ])
  })

  type Step = (ledger: Tallystick, ids: { id: string; signature: string }, signed: Signed) => Promise<unknown>
  const STEPS: Readonly<Record<string, Step>> = {
    'the broadcast of the chain': (ledger, { signature }, { raw }) =>
      ledger.ethBroadcast({ txData: raw, signatureId: signature }),
    'the broadcast of withdrawals': (ledger, { id, signature }, { raw }) =>
      ledger.broadcastBlockchainTransaction({
        currency: 'ETH',
        txData: raw,
        withdrawalId: id,
        signatureId: signature,
      }),
    'the completed signature': (ledger, { signature }, { txId }) =>
      ledger.completePendingSignature({ id: signature, txId }),
    'the completed withdrawal': (ledger, { id }, { txId }) => ledger.completeWithdrawal({ id, txId }),
  }

  it.each(Object.keys(STEPS))(
    'a key-management system completes it first by %s, then by all others',
    async (first) => {
      const { ledger, nodes, account, shown, sound } = await world()
      const caller = embeddedCaller()
      const serialized = chain.codec.serializeForKms({
        from: null,
        to: TO,
        value: 10n ** 18n,
        data: '0x',
        nonce: 3,
        gasLimit: 21_000n,
        gas: { kind: 'legacy', gasPrice: 10n ** 9n },
      })
      const on = { tenant: caller.tenant, chain: 'ETH', network: 'testnet' }
      const ids = await ledger.engine.execute({
        caller,
        price: () => 0,
        idempotency: null,
        rule: pendWithdrawal,
        command: {
          withdrawal: {
            ...on,
            account: account as AccountId,
            currency: 'ETH',
            amount: '1',
            fee: '0.001',
            isFeeIncluded: true,
            payments: [{ address: TO.toLowerCase(), amount: `${10n ** 18n}` }],
            address: TO,
            multipleAmounts: null,
            attr: null,
            paymentId: null,
            senderNote: null,
            wallet: 'kms:wallet:0',
            inputs: [],
            change: 0n,
            admission: ADMITTED,
          },
          signature: {
            ...on,
            hashes: ['wallet'],
            serialized,
            index: 0,
            signatures: null,
            claims: [],
            replaces: false,
          },
        },
        present: ({ withdrawal, signature }) => ({
          id: withdrawal.id as string,
          signature: signature.id as string,
        }),
      })
      const signed = sign(3)
      if (first.startsWith('the completed')) nodes.take(signed)
      const others = Object.keys(STEPS).filter((name) => name !== first)
      for (const name of [first, ...others, first]) {
        await STEPS[name]?.(ledger, ids, signed)
        expect(await shown()).toEqual([['Done', signed.txId]])
      }
      expect(await ledger.getPendingTransactionToSign({ id: ids.signature })).toMatchObject({
        txId: signed.txId,
        withdrawalId: ids.id,
      })
      expect(await refusalCode(ledger.deletePendingTransactionToSign({ id: ids.signature }))).toBe(
        'kms.unexpected.state',
      )
      await sound()
    },
  )
})

it('on XRP the tag is a number, and the wallet the account', async () => {
  const { ledger, store, shown } = await open()
  const { id: account } = await ledger.createAccount({ currency: 'XRP' })
  await ledger.recordDeposit({
    account: account as AccountId,
    currency: 'XRP',
    amount: '5',
    txId: 'A'.repeat(64),
    vout: 0,
    address: 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
    from: null,
    derivationKey: 0,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
  })
  const body = { senderAccountId: account, address: 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1', fee: '0.00001' }
  for (const attr of ['abc', '12abc', '4294967296', '-1', ' 7']) {
    expect(await refusalCode(store({ ...body, attr }))).toBe('attr.wrong.format')
  }
  expect(await refusalCode(store({ ...body, address: `${body.address},${body.address}` }))).toBe(
    'withdrawal.recipient.format',
  )
  expect((await store({ ...body, attr: '007' })).data).toBeUndefined()
  expect(await shown()).toEqual([['InProgress', undefined]])
})
