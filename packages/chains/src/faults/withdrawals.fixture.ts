/**
 * Withdrawals under load, in each way that a client has: one call with the key, one call whose transaction a
 * key-management system signs, and a stored withdrawal that is signed outside, then broadcast by the service or by a node
 * of the client's own. After any failed broadcast a client cancels, as the public ones do. Each withdrawal pays a
 * recipient of its own, so the chain tells how often it was paid.
 */
import type { SeededRandom } from '@tallystick/testing'
import type { Answer, Fleet } from './fleet.fixture.js'
import { type Account, coins, fineOf, type Intent, isToRepeat } from './intents.fixture.js'
import type { KillStage, PendingRow, StoredWithdrawal } from './kill-stage.fixture.js'

interface Withdrawal extends Intent {
  readonly way: 'by key' | 'by KMS' | 'stored'
  readonly recipient: string
  readonly wallet: number
  /** Of a stored one that its client has sent by itself. */
  own?: { readonly id: string; readonly raw: string }
}

/** As `getWithdrawals` lists it. */
interface Row {
  readonly id: string
  readonly status: 'InProgress' | 'Done' | 'Cancelled'
  readonly address: string
  readonly amount: string
  readonly fee: string
  readonly txId?: string
  readonly accountId: string
}

const LIST = '/v3/offchain/withdrawal'
const PAGE = 50

export class Withdrawals {
  readonly counts = new Map<string, number>()
  readonly found = { acknowledged: 0, lost: 0, doubled: 0 }
  private readonly all: Withdrawal[] = []
  /** Those that somebody is cancelling, or has: their clients do not send them by themselves any more. */
  private readonly cancelling = new Set<string>()
  private asked = 0

  constructor(
    private readonly stage: KillStage,
    private readonly fleet: Fleet,
  ) {}

  async act(luck: SeededRandom, account: Account): Promise<void> {
    const { withdrawals } = this.stage
    const lot = luck.below(10)
    const way = lot < 4 ? 'by key' : lot < 6 ? 'by KMS' : 'stored'
    const wallet = withdrawals.walletFor(account.wallet, luck.below(100))
    const units = 30_000 + luck.below(1_000_000)
    this.asked++
    const recipient = withdrawals.recipient(this.asked)
    const id = `withdrawal-${this.asked}`
    const named = {
      senderAccountId: account.id,
      address: recipient,
      amount: coins(units),
      paymentId: id,
    }
    const rest = { 'by key': withdrawals.byKey, 'by KMS': withdrawals.byKms, stored: withdrawals.stored }
    const withdrawal: Withdrawal = {
      id,
      way,
      account,
      wallet,
      recipient,
      units,
      path: way === 'stored' ? LIST : withdrawals.path,
      body: { ...named, ...(await rest[way](wallet)) },
      key: luck.below(3) > 0 ? `key of ${id}` : undefined,
      done: 0,
      open: 0,
    }
    this.all.push(withdrawal)
    this.count(`withdrawals ${way}`)
    const answer = await this.insist(withdrawal, luck)
    if (way === 'stored' && answer !== null && answer.status < 300) {
      await this.finish(withdrawal, answer.body as StoredWithdrawal, luck)
    }
  }

  /** The key-management system's turn; any number of them may have it at once. */
  async sign(luck: SeededRandom, mayDelete = true): Promise<void> {
    const { withdrawals, currency } = this.stage
    const answer = await this.fleet.call(luck.next(), 'GET', `/v3/kms/pending/${currency}`)
    if (answer?.status !== 200) return
    for (const pending of answer.body as readonly PendingRow[]) {
      if (mayDelete && luck.below(6) === 0) {
        await this.fleet.call(luck.next(), 'DELETE', `/v3/kms/${pending.id}?revert=true`)
        this.count('deleted signatures')
        continue
      }
      const txData = await withdrawals.signPending(pending, this.fleet).catch(() => undefined)
      if (txData === undefined) continue
      const signed = { txData, signatureId: pending.id }
      const sent = await (luck.below(2) === 0
        ? this.fleet.call(luck.next(), 'POST', withdrawals.broadcast, signed)
        : this.fleet.call(luck.next(), 'POST', `${LIST}/broadcast`, { ...signed, currency }))
      this.count(sent !== null && sent.status < 300 ? 'signed' : `signed: ${codeIn(sent)}`)
    }
  }

  /** An operator who cancels whatever hangs, at the wrong moment too. */
  async sweep(luck: SeededRandom): Promise<void> {
    const answer = await this.fleet.call(luck.next(), 'GET', `${LIST}?pageSize=${PAGE}&status=InProgress`)
    if (answer?.status !== 200) return
    for (const { id } of answer.body as readonly Row[]) {
      if (luck.below(3) === 0 && this.ownOf(id) === undefined) await this.cancel(id, luck.next())
    }
  }

  /** What is not at its end yet. */
  async waiting(luck: SeededRandom): Promise<readonly string[]> {
    const waiting: string[] = []
    for (const withdrawal of this.all.filter(isToRepeat)) {
      await this.ask(withdrawal, luck.next())
      if (isToRepeat(withdrawal)) waiting.push(`${withdrawal.id} is not answered`)
    }
    await this.sign(luck, false)
    for (const { id, status, txId, recipient } of await this.rows()) {
      if (status !== 'InProgress') continue
      waiting.push(`withdrawal ${id} (${recipient?.id}) is in progress, with ${txId ?? 'no transaction'}`)
      const own = this.ownOf(id)
      if (own?.own !== undefined) {
        const isKnown = await this.complete(own, luck)
        // Its client looks into the blocks, now that none is undone any more.
        if (!isKnown && (await this.stage.withdrawals.isDead(own.own.raw))) await this.cancel(id, luck.next())
      } else if (txId === undefined) await this.cancel(id, luck.next())
    }
    return waiting
  }

  /** What is wrong at the end, and what accounts have paid. */
  async judge(pay: (account: Account, fine: bigint) => void): Promise<readonly string[]> {
    const problems: string[] = []
    const rows = await this.rows()
    const received = await this.stage.received(this.all.map(({ recipient }) => recipient))
    const seen = new Set<string>()
    for (const row of rows) {
      const { id, status, txId, recipient, amount, fee } = row
      this.count(`${status}`)
      if (recipient === undefined) problems.push(`nobody asked for withdrawal ${id}`)
      else if (status === 'Done') pay(recipient.account, fineOf(amount) + fineOf(fee))
      if (status !== 'Done') continue
      if (txId === undefined) problems.push(`${id} is done without a transaction`)
      else if (seen.has(txId)) problems.push(`${txId} completes two withdrawals`)
      seen.add(txId ?? '')
    }
    for (const withdrawal of this.all) {
      const { id, way, done, open, key, units, recipient } = withdrawal
      const own = rows.filter((row) => row.recipient === withdrawal)
      const paid = received.get(recipient) ?? 0n
      const finished = own.filter(({ status }) => status === 'Done').length
      const words = `${id} (${way}, ${own.map((row) => `${row.id} ${row.status} ${row.txId}`)}; ${done} answered, ${open} not, key ${key})`
      this.found.acknowledged += done
      if (paid !== BigInt(units) * BigInt(finished)) {
        if (paid > BigInt(units) * BigInt(finished)) this.found.doubled++
        else this.found.lost++
        problems.push(`${words} is done ${finished} times, and the chain has paid ${paid} units of ${units}`)
      }
      const most = key === undefined ? done + open : 1
      if (own.length < done) problems.push(`lost: ${words} is stored ${own.length} times`)
      if (own.length > most) problems.push(`doubled: ${words} is stored ${own.length} times`)
    }
    return problems
  }

  /** Signs a stored one, and has it broadcast, or sends it and says so. */
  private async finish(withdrawal: Withdrawal, stored: StoredWithdrawal, luck: SeededRandom): Promise<void> {
    const { currency, withdrawals } = this.stage
    const { wallet, recipient, units } = withdrawal
    const order = { wallet, recipient, units, stored }
    const raw = await withdrawals.sign(order, this.fleet).catch(() => undefined)
    if (raw === undefined) return this.cancel(stored.id, luck.next())
    if (luck.below(4) === 0 && !this.cancelling.has(stored.id)) {
      // From now on nobody cancels it: the service could not know that it is sent.
      withdrawal.own = { id: stored.id, raw }
      await withdrawals.send(raw)
      this.count('sent by their client')
      await this.complete(withdrawal, luck)
      return
    }
    const body = { currency, txData: raw, withdrawalId: stored.id }
    for (let times = luck.below(3); times >= 0; times--) {
      const answer = await this.fleet.call(luck.next(), 'POST', `${LIST}/broadcast`, body)
      this.count(`broadcast: ${codeIn(answer)}`)
      if (answer !== null && answer.status < 300) return
      if (answer !== null) break
    }
    await this.cancel(stored.id, luck.next())
  }

  /** Its client sends it again, for a branch may have lost it, and says that it is there. @returns Whether a node has it */
  private async complete({ own }: Pick<Withdrawal, 'own'>, luck: SeededRandom): Promise<boolean> {
    const { withdrawals } = this.stage
    if (own === undefined) return false
    const isKnown = await withdrawals.send(own.raw)
    const path = `${LIST}/${own.id}/${withdrawals.txIdOf(own.raw)}`
    const answer = await this.fleet.call(luck.next(), 'PUT', path)
    this.count(`completed: ${codeIn(answer)}`)
    return isKnown
  }

  /**
   * What clients have sent by themselves, and could not say yet. @returns Whether the service knows all of it now. It does not
   * where a transaction of its own has the same nonce, until that is proven dead.
   */
  async report(luck: SeededRandom): Promise<boolean> {
    const unsaid = async () =>
      (await this.rows()).flatMap(({ id, status }) => {
        const own = this.ownOf(id)
        return status === 'InProgress' && own !== undefined ? [own] : []
      })
    for (const own of await unsaid()) await this.complete(own, luck)
    return (await unsaid()).length === 0
  }

  private async cancel(id: string, luck: number): Promise<void> {
    this.cancelling.add(id)
    const answer = await this.fleet.call(luck, 'DELETE', `${LIST}/${id}?revert=true`)
    this.count(`cancel: ${codeIn(answer)}`)
  }

  private async insist(withdrawal: Withdrawal, luck: SeededRandom): Promise<Answer> {
    let answer: Answer = null
    for (let times = luck.below(3); times >= 0 && answer === null; times--) {
      // Two at once, as behind a balancer that repeats.
      const both = [this.ask(withdrawal, luck.next())]
      if (withdrawal.key !== undefined && luck.below(4) === 0) both.push(this.ask(withdrawal, luck.next()))
      for (const one of await Promise.all(both)) answer ??= one
    }
    return answer
  }

  private async ask(withdrawal: Withdrawal, luck: number): Promise<Answer> {
    const { path, body, key } = withdrawal
    withdrawal.open++
    const answer = await this.fleet.call(luck, 'POST', path, body, key)
    this.count(`${withdrawal.way}: ${codeIn(answer)}`)
    if (answer === null || isUndecided(answer)) return null
    if (answer.status >= 300) {
      withdrawal.open = key === undefined ? withdrawal.open - 1 : 0
      return answer
    }
    withdrawal.open = key === undefined ? withdrawal.open - 1 : 0
    withdrawal.done = key === undefined ? withdrawal.done + 1 : 1
    return answer
  }

  private async rows(): Promise<readonly (Row & { readonly recipient: Withdrawal | undefined })[]> {
    const asked = new Map(this.all.map((withdrawal) => [withdrawal.recipient, withdrawal]))
    const rows: Row[] = []
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.fleet.must<readonly Row[]>('GET', `${LIST}?pageSize=${PAGE}&offset=${offset}`)
      rows.push(...page)
      if (page.length < PAGE) break
    }
    return rows.map((row) => ({ ...row, recipient: asked.get(row.address) }))
  }

  private ownOf(id: string): Withdrawal | undefined {
    return this.all.find(({ own }) => own?.id === id)
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}

/** Codes that leave open whether something was sent. */
const LEAVES_OPEN = new Set(['broadcast.unknown'])

const isUndecided = (answer: NonNullable<Answer>): boolean =>
  answer.status === 429 || answer.status >= 500 || LEAVES_OPEN.has(codeIn(answer))

function codeIn(answer: Answer): string {
  if (answer === null) return 'no answer'
  const { body, status } = answer
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'errorCode') : undefined
  return typeof code === 'string' ? code : String(status)
}
