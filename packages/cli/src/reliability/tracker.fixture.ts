/**
 * What was promised, against what is there. Knows of every call of `calls.ts` whether it began and whether it
 * was acknowledged, and looks at the books for each: entry by entry, and record by record of both accounts.
 */
import { type AccountId, type BlockageId, isSystemAccount, type Reference } from '@tallystick/core'
import { DEFAULT_TENANT, type Storage, verify } from '@tallystick/engine'
import { type Call, callOf, type Stage } from '@tallystick/harness'

export interface Found {
  readonly acknowledged: number
  /** Acknowledged, and not there. */
  readonly lost: number
  /** There more than once. */
  readonly doubled: number
  /** There in part: some payments of a batch, a payment without the end of its blockage, one record of two. */
  readonly half: number
  /** What `verify` found, over all the looks. */
  readonly discrepancies: number
}

interface Fate {
  readonly call: Call
  /** Null until it is acknowledged. */
  references: readonly string[] | null
  /** What was seen of an unacknowledged one: it must not change behind our back. */
  settled: boolean | null
}

export class Tracker {
  readonly problems: string[] = []
  private readonly fates = new Map<string, Fate>()
  /** Calls that were acknowledged or tried since they were looked at. */
  private readonly open = new Set<Fate>()
  private readonly written = new Map<string, Reference[]>()
  private readonly records = new Map<string, number>()
  private readonly seenRecords = new Map<AccountId, number>()
  private position: Parameters<Parameters<Parameters<Storage['audit']>[0]>[0]['entries']>[0]
  private acknowledged = 0
  private lost = 0
  private doubled = 0
  private half = 0
  private discrepancies = 0

  constructor(
    private readonly seed: number,
    private readonly stage: Stage,
  ) {}

  begin(place: string): void {
    if (this.fates.has(place)) return
    const [round = 0, index = 0] = place.split('/').map(Number)
    const fate: Fate = { call: callOf(this.seed, round, index), references: null, settled: null }
    this.fates.set(place, fate)
    this.open.add(fate)
  }

  ack(place: string, references: readonly string[]): void {
    const fate = this.fates.get(place)
    if (fate === undefined) throw new Error(`An acknowledgement of ${place}, which never began`)
    this.open.add(fate)
    if (fate.references === null) {
      this.acknowledged++
      fate.references = references
    } else if (String(fate.references) !== String(references)) {
      this.problem(fate, 'doubled', `was answered ${fate.references} before, and now ${references}`)
    }
  }

  /** Reads what a child has said. */
  hear(lines: readonly string[]): void {
    for (const line of lines) {
      const [word, place = '', rest = ''] = line.split(' ')
      if (word === 'begin') this.begin(place)
      else if (word === 'ack') this.ack(place, rest.split(','))
      else if (word === 'failed') this.problems.push(line)
      else if (word === 'discrepancies') {
        this.discrepancies++
        this.problems.push(line)
      }
    }
  }

  /** Places of calls with a key: those without an answer, and the last so many of those with one. */
  toRepeat(answered: number): readonly string[] {
    const withKey = [...this.fates].filter(([, { call }]) => call.key !== null)
    const unanswered = withKey.filter(([, { references }]) => references === null)
    const others = withKey.filter(([, { references }]) => references !== null)
    return [...unanswered, ...others.slice(-answered)].map(([place]) => place)
  }

  /** Compares everything that happened since the last look with the books, and lets `verify` look too. */
  async look(storage: Storage): Promise<void> {
    await this.readEntries(storage)
    await this.readRecords(storage)
    for (const fate of this.open) await this.judge(storage, fate)
    this.open.clear()
    const { discrepancies } = await verify(storage)
    this.discrepancies += discrepancies.length
    for (const found of discrepancies) this.problems.push(`discrepancies ${JSON.stringify(found)}`)
  }

  found(): Found {
    const { acknowledged, lost, doubled, half, discrepancies } = this
    return { acknowledged, lost, doubled, half, discrepancies: discrepancies }
  }

  private async judge(storage: Storage, fate: Fate): Promise<void> {
    const { call, references } = fate
    const written = this.written.get(call.id) ?? []
    const whole = call.payments.length
    const done = written.length > 0
    if (references !== null && !done) this.problem(fate, 'lost', 'left nothing')
    else if (written.length > whole) this.problem(fate, 'doubled', `left ${written}`)
    else if (done && written.length < whole) this.problem(fate, 'half', `left ${written.length} of ${whole}`)
    else if (references !== null && String(references) !== String(written)) {
      this.problem(fate, 'lost', `was acknowledged as ${references}, and is there as ${written}`)
    }
    if (call.kind === 'hold') {
      const id = this.stage.holds[call.hold] as BlockageId
      const stands = (await storage.query.blockage(DEFAULT_TENANT, id)) !== undefined
      if (stands === done) this.problem(fate, 'half', `its blockage ${stands ? 'stands' : 'has ended'}`)
    }
    for (const reference of written) {
      const sides = call.kind === 'mint' ? ['credit'] : ['credit', 'debit']
      for (const side of sides) {
        const count = this.records.get(`${reference} ${side}`) ?? 0
        if (count === 0) this.problem(fate, 'half', `has no ${side} record of ${reference}`)
        if (count > 1) this.problem(fate, 'doubled', `has ${count} ${side} records of ${reference}`)
      }
    }
    if (references === null) {
      if (fate.settled !== null && fate.settled !== done)
        this.problem(fate, 'half', 'changed after the process was dead')
      fate.settled = done
    }
  }

  private async readEntries(storage: Storage): Promise<void> {
    const limit = 2_000
    await storage.audit(async (books) => {
      for (;;) {
        const page = await books.entries(this.position, limit)
        for (const { entry } of page) {
          const id = entry.details?.paymentId
          if (id === undefined) continue
          const written = this.written.get(id)
          if (written === undefined) this.written.set(id, [entry.reference])
          else written.push(entry.reference)
        }
        this.position = page.at(-1)?.position ?? this.position
        if (page.length < limit) return
      }
    })
  }

  /** Walks the chains of all customers' accounts back to where the last look began. */
  private async readRecords(storage: Storage): Promise<void> {
    const { query } = storage
    for (const id of [this.stage.sender, this.stage.mint, ...this.stage.recipients] as AccountId[]) {
      if (isSystemAccount(id)) throw new Error(`${id} is the ledger's own`)
      const seen = this.seenRecords.get(id) ?? 0
      const last = await query.lastRecord(DEFAULT_TENANT, id)
      const records = last > seen ? await query.records(DEFAULT_TENANT, id, last, last - seen) : []
      if (last < seen) this.problems.push(`${id} had ${seen} records, and has ${last}`)
      let expected = last
      for (const { entry, side, number } of records) {
        if (number !== expected--) this.problems.push(`${id} has a record ${number} out of its place`)
        const key = `${entry.reference} ${side}`
        this.records.set(key, (this.records.get(key) ?? 0) + 1)
      }
      if (expected !== Math.min(seen, last)) this.problems.push(`${id} lacks records below ${expected + 1}`)
      this.seenRecords.set(id, last)
    }
  }

  private problem(fate: Fate, kind: 'lost' | 'doubled' | 'half', what: string): void {
    this[kind]++
    this.problems.push(`${kind}: ${fate.call.kind} ${fate.call.id} ${what}`)
  }
}
