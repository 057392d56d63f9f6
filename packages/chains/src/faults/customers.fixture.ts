/**
 * Accounts under load, what their callers were told of each call, and what the books and the chain must say in the end.
 * A caller repeats its call where that has an idempotency key; where it has none, it repeats some of them all the same,
 * as the public clients do: then each of its calls may have come to pass.
 */
import type { SeededRandom } from '@tallystick/testing'
import type { Answer, Fleet } from './fleet.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'

const WALLETS = [0, 0, 1, 2]
/** Units of 10^-8 coins. */
const FIRST_DEPOSIT = 2_000_000_000
const UNIT = 100_000_000
const PAGE = 50
/** A caller without a key repeats its call so often when its connection breaks. */
const REPEATS = 2

export interface Account {
  readonly id: string
  readonly addresses: Set<string>
}

/** A call that changes something, and what is known of it. */
export interface Intent {
  readonly id: string
  readonly account: Account
  readonly units: number
  readonly path: string
  readonly body: object
  readonly key: string | undefined
  /** Calls that were answered with success; a keyed one counts once. */
  done: number
  /** Calls that were not answered. */
  open: number
}

interface Payment extends Intent {
  readonly recipient: Account
}

export const coins = (units: number | bigint): string => {
  const text = String(units).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}

/** Units of 10^-8 coins. @throws where there is a finer digit */
export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * BigInt(UNIT) + BigInt(fraction.padEnd(8, '0'))
  return text.startsWith('-') ? -units : units
}

export class Customers {
  readonly counts = new Map<string, number>()
  readonly found = { acknowledged: 0, lost: 0, doubled: 0 }
  readonly accounts: Account[] = []
  private readonly payments: Payment[] = []
  private intents = 0

  constructor(
    private readonly stage: KillStage,
    private readonly fleet: Fleet,
  ) {}

  async begin(): Promise<void> {
    const { currency } = this.stage
    for (const wallet of WALLETS) {
      const body = { currency, xpub: await this.stage.xpub(wallet) }
      const { id } = await this.fleet.must<{ id: string }>('POST', '/v3/ledger/account', body)
      const account = { id, addresses: new Set<string>() }
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
      if (lot < 5) await this.pay(luck, account)
      else if (lot < 6) await this.address(luck, account)
      else await this.deposit(luck, account)
    }
  }

  /** What is not at its end yet. */
  async waiting(): Promise<readonly string[]> {
    const waiting: string[] = []
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
    const add = (account: Account, units: bigint) => should.set(account, (should.get(account) ?? 0n) + units)
    for (const account of this.accounts) {
      await this.look(account)
      const received = await this.stage.received([...account.addresses])
      for (const units of received.values()) add(account, units)
    }
    const paid = await this.paid()
    for (const payment of this.payments) {
      const { id, account, recipient, units, done, open, key } = payment
      const times = paid.get(id) ?? 0
      this.found.acknowledged += done
      add(account, BigInt(-units * times))
      add(recipient, BigInt(units * times))
      const most = key === undefined ? done + open : done
      if (times < done) this.found.lost++
      if (times > most) this.found.doubled++
      if (times < done || times > most) {
        problems.push(`payment ${id} is made ${times} times: ${done} answered, ${open} not, key ${key}`)
      }
    }
    for (const account of this.accounts) {
      const { accountBalance } = await this.fleet.must<{ accountBalance: string }>(
        'GET',
        `/v3/ledger/account/${account.id}/balance`,
      )
      const units = should.get(account) ?? 0n
      if (unitsOf(accountBalance) === units) continue
      problems.push(`account ${account.id} has ${accountBalance}, and should have ${coins(units)}`)
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

/** With a key its caller repeats it until it knows. */
const isToRepeat = ({ key, open }: Intent): boolean => key !== undefined && open > 0
