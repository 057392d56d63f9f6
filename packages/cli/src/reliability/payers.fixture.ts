/** Clients that pay over HTTP, each payment under its own idempotency key, and remember what they were told, and when. */
import { Agent, request } from 'node:http'
import type { AccountId } from '@tallystick/core'
import { DEFAULT_TENANT, type Discrepancy, verify } from '@tallystick/engine'
import { call } from '@tallystick/harness'
import { openSqlite } from '@tallystick/storage-sqlite'
import { expect } from 'vitest'

export interface Payment {
  /** By `performance.now()`. */
  readonly begun: number
  /** Null for one that got no answer. */
  readonly answer: { readonly text: string; readonly at: number } | null
}

const CURRENCY = 'VC_PAYERS'
const SUPPLY = 1_000_000

export class Payers {
  readonly sent = new Map<string, Payment>()
  /** Payments that were answered twice, and not the same. */
  doubled = 0

  private constructor(
    private readonly key: string,
    private readonly sender: string,
    private readonly recipient: string,
  ) {}

  static async of(url: string, key: string): Promise<Payers> {
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await call(url, key, 'POST', path, body)
      expect(answer).toMatchObject({ status: 200 })
      return (answer.body as { readonly id: string }).id
    }
    const currency = { name: CURRENCY, supply: String(SUPPLY), basePair: 'EUR' }
    const sender = await made('/v3/ledger/virtualCurrency', currency)
    return new Payers(key, sender, await made('/v3/ledger/account', { currency: CURRENCY }))
  }

  /** So many clients pay, one payment after the other, until the returned function is called. */
  pay(url: string, clients: number, name: string): () => Promise<void> {
    const agent = new Agent({ keepAlive: true })
    let goesOn = true
    const ended = Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; goesOn; turn++) await this.send(url, agent, `${name}/${client}/${turn}`)
    })
    return async () => {
      goesOn = false
      await Promise.all(ended)
      agent.destroy()
    }
  }

  /** Sends payments again, each under the key that it had. */
  async repeat(url: string, ids: Iterable<string>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    await Promise.all([...ids].map((id) => this.send(url, agent, id)))
    agent.destroy()
  }

  get unanswered(): readonly string[] {
    return [...this.sent].flatMap(([id, { answer }]) => (answer === null ? [id] : []))
  }

  /**
   * The books have lost these payments, all of which were answered: they count as sent and not answered.
   * @param at When they were lost. Returns how many milliseconds before that the first of them was answered
   */
  forget(ids: readonly string[], at: number): number {
    const gone = new Set(ids)
    let answered = at
    for (const id of ids) {
      const { begun, answer } = this.sent.get(id) ?? { begun: 0, answer: null }
      answered = Math.min(answered, answer?.at ?? at)
      this.sent.set(id, { begun, answer: null })
    }
    // What was lost is an end of what there was: nothing that came after a lost answer is there.
    const later = [...this.sent].filter(
      ([id, { begun, answer }]) => answer !== null && !gone.has(id) && begun > answered,
    )
    expect(later).toEqual([])
    return at - answered
  }

  /** What the books say when all has been answered: each payment is there once, as answered, and nothing else. */
  async compareWith(file: string): Promise<{
    readonly acknowledged: number
    readonly lost: number
    readonly doubled: number
    readonly discrepancies: readonly Discrepancy[]
  }> {
    const entries = await this.entriesIn(file)
    let lost = 0
    let { doubled } = this
    for (const [id, { answer }] of this.sent) {
      const references = entries.get(id) ?? []
      if (references.length > 1) doubled++
      if (answer === null || JSON.stringify({ reference: references[0] }) !== answer.text) lost++
    }
    const storage = await openSqlite({ file })
    const { discrepancies } = await verify(storage)
    const { account } = (await storage.query.account(DEFAULT_TENANT, this.sender as AccountId)) ?? {}
    await storage.close()
    expect(entries.size).toBe(this.sent.size)
    expect(account?.balance).toBe(BigInt(SUPPLY - this.sent.size) * 10n ** 18n)
    return { acknowledged: this.sent.size, lost, doubled, discrepancies }
  }

  /** The references of the entries that a file has, by payment. */
  async entriesIn(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
    // Whatever is done to the file afterwards finds its log as it was.
    const storage = await openSqlite({ file, checkpointEvery: 0 })
    const entries = new Map<string, string[]>()
    for (const { entry } of await storage.query.journal(DEFAULT_TENANT, {}, SUPPLY)) {
      const id = entry.details?.paymentId
      if (id !== undefined) entries.set(id, [...(entries.get(id) ?? []), entry.reference])
    }
    await storage.close()
    return entries
  }

  private async send(url: string, agent: Agent, id: string): Promise<void> {
    const known = this.sent.get(id)?.answer ?? null
    this.sent.set(id, { begun: performance.now(), answer: known })
    const body = JSON.stringify({
      senderAccountId: this.sender,
      recipientAccountId: this.recipient,
      amount: '1',
      paymentId: id,
    })
    const headers = {
      'x-api-key': this.key,
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': id,
    }
    const answer = await post(`${url}/v3/ledger/transaction`, agent, headers, body)
    if (answer === null) return
    expect(answer.status, answer.text).toBe(200)
    if (known !== null && known.text !== answer.text) this.doubled++
    const { begun } = this.sent.get(id) ?? { begun: 0 }
    this.sent.set(id, { begun, answer: { text: answer.text, at: performance.now() } })
  }
}

/** Null when the connection ended before the answer did. */
function post(
  url: string,
  agent: Agent,
  headers: Readonly<Record<string, string | number>>,
  body: string,
): Promise<{ readonly status: number | undefined; readonly text: string } | null> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.once('error', () => resolve(null))
      response.once('end', () => resolve(response.complete ? { status: response.statusCode, text } : null))
    })
    sending.once('error', () => resolve(null))
    sending.end(body)
  })
}
