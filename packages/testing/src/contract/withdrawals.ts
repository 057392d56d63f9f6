/** Withdrawals on a storage: what each rule writes in one unit of work, read again by the next one. */
import {
  type AccountId,
  ADMITTED,
  type ApiKeyId,
  type CancelWithdrawal,
  cancelWithdrawal,
  deletePendingSignature,
  formatDecimal,
  openAccount,
  pendWithdrawal,
  RESERVATIONS,
  type Rule,
  recordDeposit,
  recordSend,
  type SendEvent,
  type StoreWithdrawal,
  sendOf,
  sendWithdrawal,
  settleSend,
  storeWithdrawal,
  systemAccountId,
  type TenantId,
  type Withdrawal,
  withdrawalKey,
} from '@tallystick/core'
import { Engine, embeddedCaller, Rejected, type Storage, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { opened, Samples, withdrawn, write } from './samples.js'
import { type OpenStorage, using } from './using.js'

const TENANT = 'alpha' as TenantId
const ON = { tenant: TENANT, chain: 'BTC', network: 'testnet' }
const SCALE = 8
/** Units of 4 coins. */
const FOUR = '400000000'

/** An account with ten coins on a storage, and an engine. */
class Teller {
  private constructor(
    readonly storage: Storage,
    private readonly engine: Engine,
    readonly account: AccountId,
  ) {}

  static async open(storage: Storage): Promise<Teller> {
    const engine = new Engine({ storage, warn: () => undefined })
    const { account } = await run(engine, openAccount, {
      tenant: TENANT,
      account: {
        currency: 'BTC',
        xpub: 'xpub',
        customer: null,
        accountingCurrency: null,
        accountCode: null,
        accountNumber: null,
      },
    })
    await run(engine, recordDeposit, {
      tenant: TENANT,
      account: account.id,
      currency: 'BTC',
      amount: '10',
      txId: 'deposit',
      vout: 0,
      address: 'address',
      from: null,
      derivationKey: 1,
      blockHeight: 1,
      blockHash: null,
      status: 'Done',
    })
    return new Teller(storage, engine, account.id)
  }

  run<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
    return run(this.engine, rule, command)
  }

  asked(over: Partial<StoreWithdrawal> = {}): StoreWithdrawal {
    return {
      ...ON,
      account: this.account,
      currency: 'BTC',
      amount: '4',
      fee: '1',
      isFeeIncluded: true,
      payments: [{ address: 'recipient', amount: FOUR }],
      address: 'Recipient',
      multipleAmounts: null,
      attr: null,
      paymentId: null,
      senderNote: null,
      wallet: 'pool',
      inputs: [{ owner: 'tx', index: 0n }],
      change: 3n,
      admission: ADMITTED,
      ...over,
    }
  }

  send(txId: string) {
    const claims = [{ owner: 'tx', index: 0n }]
    const apiKey = 'key' as ApiKeyId
    return { ...ON, txId, raw: '00', claims, signature: null, replaces: false, apiKey, credits: 0 }
  }

  async settle(txId: string, ...events: readonly SendEvent[]): Promise<void> {
    for (const event of events) await this.run(settleSend, { ...ON, txId, event, reason: event })
  }

  cancel({ id }: Withdrawal, over: Partial<CancelWithdrawal> = {}): Promise<Withdrawal> {
    const asked = { tenant: TENANT, id, network: 'testnet', revert: true, sentBySigner: [], ...over } as const
    return this.run(cancelWithdrawal, asked)
  }

  /** Account, clearing and world, in coins; then what is held, and by what. */
  async state(): Promise<string> {
    const ids = [
      this.account,
      ...(['clearing', 'world'] as const).map((role) => systemAccountId(TENANT, role, 'BTC')),
    ]
    const { query } = this.storage
    const balances = await Promise.all(ids.map((id) => query.find({ type: 'account', tenant: TENANT, id })))
    const held = await query.list(RESERVATIONS, { where: { tenant: TENANT } })
    return [
      ...balances.map((account) => formatDecimal(account?.balance ?? 0n, SCALE)),
      ...held.map(
        ({ owner, holder }) => `${owner}:${sendOf(holder) ?? holder.slice(0, holder.indexOf(':'))}`,
      ),
    ].join(' ')
  }

  async read({ id }: Withdrawal): Promise<Withdrawal> {
    return (await this.storage.query.find(withdrawalKey(TENANT, id))) ?? expect.fail('no withdrawal')
  }

  async end(): Promise<void> {
    expect((await verify(this.storage)).discrepancies).toEqual([])
    await this.engine.close()
  }
}

function run<Command, Output>(
  engine: Engine,
  rule: Rule<Command, Output>,
  command: Command,
): Promise<Output> {
  return engine.execute({
    caller: embeddedCaller(TENANT),
    rule,
    command,
    price: () => 0,
    present: (output) => output,
    idempotency: null,
  })
}

export function withdrawalsContract(open: OpenStorage): void {
  describe('withdrawals', () => {
    it(
      'are stored, paid, and given back when their transaction dies',
      using(open, async (storage) => {
        const teller = await Teller.open(storage)
        const stored = await teller.run(storeWithdrawal, teller.asked())
        expect(await teller.read(stored)).toEqual(stored)
        expect(await teller.state()).toBe('5 5 -10 turn BTC pool:withdrawal tx:withdrawal')
        const link = { ...teller.send('A'), fresh: false, withdrawal: stored.id }
        await teller.run(recordSend, link)
        expect(await teller.state()).toBe('5 5 -10 tx:A')
        await teller.settle('A', 'offered', 'refused')
        expect(await teller.state()).toBe('5 5 -10 turn BTC pool:withdrawal tx:withdrawal')
        await teller.run(recordSend, link)
        await teller.settle('A', 'sent')
        expect(await teller.state()).toBe('5 0 -5 tx:A')
        expect(await teller.read(stored)).toMatchObject({ status: 'Done', txId: 'A' })
        await expect(teller.cancel(stored, { forced: 'operator' })).rejects.toThrow(Rejected)
        await teller.settle('A', 'dead')
        expect(await teller.state()).toBe('10 0 -10')
        expect(await teller.read(stored)).toMatchObject({ status: 'Cancelled', reverted: 'all' })
        await teller.end()
      }),
    )

    it(
      'are stored with their transaction or pending signature in one unit of work',
      using(open, async (storage) => {
        const teller = await Teller.open(storage)
        const { withdrawal } = await teller.run(sendWithdrawal, {
          withdrawal: teller.asked(),
          send: teller.send('A'),
        })
        expect(await teller.read(withdrawal)).toEqual(withdrawal)
        expect(withdrawal).toMatchObject({ oneCall: true, txId: 'A' })
        expect(await teller.state()).toBe('5 5 -10 tx:A')
        await teller.settle('A', 'offered', 'refused')
        expect(await teller.state()).toBe('10 0 -10')
        const { claims, replaces } = teller.send('B')
        const waiting = await teller.run(pendWithdrawal, {
          withdrawal: teller.asked(),
          signature: {
            ...ON,
            claims,
            replaces,
            hashes: ['wallet'],
            serialized: '{}',
            index: null,
            signatures: null,
          },
        })
        expect(await teller.read(waiting.withdrawal)).toEqual(waiting.withdrawal)
        expect(await teller.state()).toBe('5 5 -10 turn BTC pool:withdrawal tx:kms')
        const { id } = waiting.signature
        const asked = { tenant: TENANT, id, network: 'testnet', revert: false, sentBySigner: [] } as const
        await teller.run(deletePendingSignature, asked)
        expect(await teller.read(waiting.withdrawal)).toMatchObject({ reverted: 'amount' })
        expect(await teller.state()).toBe('9 0 -9')
        await teller.end()
      }),
    )

    it(
      'at once from one wallet, by two engines: one is stored, the others wait for their turn',
      using(open, async (storage) => {
        const teller = await Teller.open(storage)
        const other = new Engine({ storage, warn: () => undefined })
        const answers = await Promise.allSettled(
          Array.from({ length: 12 }, (_, index) => {
            const command = teller.asked({ amount: '0.5', fee: '0', payments: HALF, inputs: [] })
            return index % 2 === 0
              ? teller.run(storeWithdrawal, command)
              : run(other, storeWithdrawal, command)
          }),
        )
        const refused = answers.flatMap((answer) =>
          answer.status === 'rejected' ? [(answer.reason as Rejected).rejection.code] : [],
        )
        expect(refused).toEqual(Array(11).fill('withdrawal.pending'))
        expect(await teller.state()).toBe('9.5 0.5 -10 turn BTC pool:withdrawal')
        await teller.end()
      }),
    )

    it(
      'in progress are what clearing has: verify finds it if they are not',
      using(open, async (storage) => {
        const samples = new Samples()
        const clearing = samples.system('clearing', { currency: 'BTC', scale: SCALE })
        const found = async () =>
          (await verify(storage)).discrepancies.map(({ check, subject, computed }) => [
            check,
            subject,
            computed,
          ])
        await write(storage, withdrawn(samples.withdrawal({ currency: 'LTC', charged: 7n })))
        const lost = ['clearing', systemAccountId(TENANT, 'clearing', 'LTC'), '7']
        expect(await found()).toEqual([lost])
        await write(storage, opened(clearing), withdrawn(samples.withdrawal({ charged: 6n })))
        await write(storage, withdrawn(samples.withdrawal({ charged: 9n, status: 'Done' })))
        expect(await found()).toEqual([['clearing', clearing.id, '0.00000006 BTC'], lost])
      }),
    )
  })
}

const HALF = [{ address: 'recipient', amount: '50000000' }]
