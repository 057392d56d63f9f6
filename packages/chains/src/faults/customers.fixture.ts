/**
 * Accounts under load, what their callers were told of each call, and what the books and the chain must say in the end.
 * A caller repeats its call where that has an idempotency key; where it has none, it repeats some of them all the same,
 * as the public clients do: then each of its calls may have come to pass.
 */
import type { SeededRandom } from '@tallystick/testing'
import type { Answer, Fleet } from './fleet.fixture.js'
import { type Account, coins, FINE, fineOf, type Intent, isToRepeat } from './intents.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'
import { Withdrawals } from './withdrawals.fixture.js'

const WALLETS = [0, 0, 1, 2]
/** Units of 10^-8 coins. */
const FIRST_DEPOSIT = 2_000_000_000
const PAGE = 50
/** A caller without a key repeats its call so often when its connection breaks. */
const REPEATS = 2

interface Payment extends Intent {
  readonly recipient: Account
}

export class Customers {
  readonly counts = new Map<string, number>()
  private readonly count = { acknowledged: 0, lost: 0, doubled: 0 }
  readonly accounts: Account[] = []
  private readonly payments: Payment[] = []
  private intents = 0

  readonly withdrawals: Withdrawals

  constructor(
    private readonly stage: KillStage,
    private readonly fleet: Fleet,
  ) {
    this.withdrawals = new Withdrawals(stage, fleet)
  }

  found() {
    const { acknowledged, lost, doubled } = this.withdrawals.found
    const { count } = this
    return {
      acknowledged: count.acknowledged + acknowledged,
      lost: count.lost + lost,
      doubled: count.doubled + doubled,
    }
  }

  async begin(): Promise<void> {
    const { currency } = this.stage
    for (const wallet of WALLETS) {
      const body = { currency, xpub: await this.stage.xpub(wallet) }
      const { id } = await this.fleet.must<{ id: string }>('POST', '/v3/ledger/account', body)
      const account = { id, wallet, addresses: new Set<string>() }
      this.accounts.push(account)
      await this.look(account)
      for (const address of account.addresses) await this.stage.deposit(address, FIRST_DEPOSIT)
    }
  }

  /** So many things that a caller does, one after the other. */
  async act(luck: SeededRandom, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const account = this.one(luck)
      const lot = luck.below(10)
      if (lot < 3) await this.pay(luck, account)
      else if (lot < 4) await this.address(luck, account)
      else if (lot < 6) await this.deposit(luck, account)
      else await this.withdrawals.act(luck, account)
      if (lot === 0) await this.withdrawals.sweep(luck)
      if (lot % 3 === 0) await this.withdrawals.sign(luck)
    }
  }

  /** What is not at its end yet. */
  async waiting(luck: SeededRandom): Promise<readonly string[]> {
    const waiting: string[] = [...(await this.withdrawals.waiting(luck))]
    for (const { id } of this.accounts) {
      const path = `/v3/ledger/deposits/count?accountId=${id}&status=InProgress`
      const { total } = await this.fleet.must<{ total: number }>('GET', path)
      if (total > 0) waiting.push(`${total} deposits of ${id} in progress`)
    }
    for (const payment of this.payments.filter(isToRepeat)) {
      await this.ask(payment, payment.open)
      if (isToRepeat(payment)) waiting.push(`payment ${payment.id} is not answered`)
    }
    return waiting
  }

  /** What is wrong, when nothing waits for anything any more. */
  async judge(): Promise<readonly string[]> {
    const problems: string[] = []
    const should = new Map<Account, bigint>()
    const add = (account: Account, fine: bigint) => should.set(account, (should.get(account) ?? 0n) + fine)
    for (const account of this.accounts) {
      await this.look(account)
      const received = await this.stage.received([...account.addresses])
      for (const units of received.values()) add(account, units * FINE)
    }
    problems.push(...(await this.withdrawals.judge((account, fine) => add(account, -fine))))
    const paid = await this.paid()
    for (const payment of this.payments) {
      const { id, account, recipient, units, done, open, key } = payment
      const times = paid.get(id) ?? 0
      this.count.acknowledged += done
      add(account, BigInt(-units * times) * FINE)
      add(recipient, BigInt(units * times) * FINE)
      const most = key === undefined ? done + open : done
      if (times < done) this.count.lost++
      if (times > most) this.count.doubled++
      if (times < done || times > most) {
        problems.push(`payment ${id} is made ${times} times: ${done} answered, ${open} not, key ${key}`)
      }
    }
    for (const account of this.accounts) {
      const { accountBalance } = await this.fleet.must<{ accountBalance: string }>(
        'GET',
        `/v3/ledger/account/${account.id}/balance`,
      )
      const fine = should.get(account) ?? 0n
      if (fineOf(accountBalance) === fine) continue
      problems.push(`account ${account.id} has ${fineOf(accountBalance)}, and should have ${fine}`)
    }
    return problems
  }

  private async pay(luck: SeededRandom, account: Account): Promise<void> {
    const recipient = this.one(luck)
    if (recipient === account) return
    const id = this.name('payment')
    const units = 1 + luck.below(10_000)
    const payment: Payment = {
      id,
      account,
      recipient,
      units,
      path: '/v3/ledger/transaction',
      body: {
        senderAccountId: account.id,
        recipientAccountId: recipient.id,
        amount: coins(units),
        paymentId: id,
      },
      key: luck.below(2) === 0 ? `key of ${id}` : undefined,
      done: 0,
      open: 0,
    }
    this.payments.push(payment)
    await this.insist(payment, luck)
  }

  private async address(luck: SeededRandom, { id }: Account): Promise<void> {
    this.name('addresses')
    await this.fleet.call(luck.next(), 'POST', `/v3/offchain/account/${id}/address`)
  }

  private async deposit(luck: SeededRandom, { addresses }: Account): Promise<void> {
    const known = [...addresses]
    const address = known[luck.below(known.length)]
    if (address === undefined) return
    this.name('deposits')
    await this.stage.deposit(address, 20_000 + luck.below(1_000_000))
  }

  /** Asks, and again where nothing is answered: with a key in the end always, see `waiting`. */
  private async insist(intent: Intent, luck: SeededRandom): Promise<void> {
    for (let times = luck.below(2) * REPEATS; times >= 0; times--) {
      const answer = await this.ask(intent, luck.next())
      if (answer !== null) return
    }
  }

  private async ask(intent: Intent, luck: number): Promise<Answer> {
    intent.open++
    const answer = await this.fleet.call(luck, 'POST', intent.path, intent.body, intent.key)
    if (answer === null) return null
    const isBusy = answer.status === 429 || answer.status >= 500
    if (isBusy) return null
    // With a key, an answer is that of every call before it too.
    intent.open = intent.key === undefined ? intent.open - 1 : 0
    if (answer.status < 300) intent.done++
    return answer
  }

  /** How often each payment is in the books, counted where it leaves. */
  private async paid(): Promise<ReadonlyMap<string, number>> {
    const paid = new Map<string, number>()
    for (const { id } of this.accounts) {
      for (let offset = 0; ; offset += PAGE) {
        const path = `/v3/ledger/transaction/account?pageSize=${PAGE}&offset=${offset}`
        const records = await this.fleet.must<readonly { paymentId?: string; amount: string }[]>(
          'POST',
          path,
          {
            id,
          },
        )
        for (const { paymentId, amount } of records) {
          if (paymentId === undefined || !amount.startsWith('-')) continue
          paid.set(paymentId, (paid.get(paymentId) ?? 0) + 1)
        }
        if (records.length < PAGE) break
      }
    }
    return paid
  }

  /** The addresses that it has: also those of calls that were not answered. */
  private async look({ id, addresses }: Account): Promise<void> {
    const path = `/v3/offchain/account/${id}/address`
    const known = await this.fleet.must<readonly { address: string }[]>('GET', path)
    for (const { address } of known) addresses.add(address)
  }

  private one(luck: SeededRandom): Account {
    const account = this.accounts[luck.below(this.accounts.length)]
    if (account === undefined) throw new TypeError('there is no account')
    return account
  }

  private name(kind: string): string {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.intents++
    return `${kind}-${this.intents}`
  }
}
