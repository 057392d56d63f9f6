/**
 * Payments under faults: compares what was promised with what is stored. It knows of every payment whether it was
 * sent, acknowledged or certainly refused.
 */
import { appendFileSync } from 'node:fs'
import {
  type AccountId,
  createCurrency,
  openAccounts,
  pay,
  type Reference,
  type TenantId,
} from '@tallystick/core'
import {
  type Engine,
  embeddedCaller,
  Fault,
  idempotencyOf,
  Rejected,
  type Storage,
  verify,
} from '@tallystick/engine'

export interface FaultCounts {
  /** Faults injected. */
  readonly faults: number
  readonly acknowledged: number
  /** Acknowledged, and not there. */
  readonly lost: number
  /** There more than once. */
  readonly doubled: number
  /** What `verify` found. */
  readonly discrepancies: number
}

/** What a caller may know of a payment. */
type Fate = 'open' | 'acknowledged' | 'nothing written'

interface Intent {
  fate: Fate
  reference: string | null
}

export interface PayOptions {
  readonly sender?: number
  readonly recipient?: number
  readonly key?: string
}

const TENANT = 'default' as TenantId
const CURRENCY = 'VC_FAULT'
const PAGE = 5_000

/** Payments of 1 between a few accounts of one currency; the first account holds all of it at the start. */
export class Payments {
  /** What is not as promised, in words; empty when all is well. */
  readonly problems: string[] = []
  private readonly intents = new Map<string, Intent>()

  /** @param accounts The first is the one that pays, unless told. */
  constructor(readonly accounts: readonly AccountId[]) {}

  /** Opens the accounts. */
  static async prepare(engine: Engine, options: { readonly supply: number; readonly accounts: number }) {
    const call = { caller: embeddedCaller(), price: () => 0, idempotency: null }
    const { account } = await engine.execute({
      ...call,
      rule: createCurrency,
      command: {
        tenant: TENANT,
        name: CURRENCY,
        supply: String(options.supply),
        basePair: 'EUR',
        baseRate: '1',
        description: null,
        customer: null,
        accountCode: null,
        accountNumber: null,
        accountingCurrency: null,
      },
      present: (owned) => owned,
    })
    const fresh = {
      currency: CURRENCY,
      xpub: null,
      customer: null,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    }
    const others = await engine.execute({
      ...call,
      rule: openAccounts,
      command: { tenant: TENANT, accounts: Array.from({ length: options.accounts - 1 }, () => fresh) },
      present: (list) => list,
    })
    return new Payments([account.id, ...others.map((owned) => owned.account.id)])
  }

  /** Those whose fate their caller does not know. */
  get open(): readonly string[] {
    return [...this.intents].filter(([, { fate }]) => fate === 'open').map(([id]) => id)
  }

  /** Pays 1, and remembers what came of it; throws what the engine threw. */
  async pay(engine: Engine, id: string, options: PayOptions = {}): Promise<Reference> {
    const { sender = 0, recipient = 1, key } = options
    const command = {
      tenant: TENANT,
      sender: this.accounts[sender] ?? ('' as AccountId),
      order: {
        recipient: this.accounts[recipient] ?? ('' as AccountId),
        amount: '1',
        anonymous: false,
        baseRate: null,
        details: { paymentId: id },
      },
    }
    this.begin(id)
    try {
      const reference = await engine.execute({
        caller: embeddedCaller(),
        rule: pay,
        command,
        price: () => 1,
        present: (made) => made,
        idempotency: key === undefined ? null : idempotencyOf(command.tenant, key, 'pay', command),
      })
      this.acknowledge(id, reference)
      return reference
    } catch (error) {
      // Any other failure leaves the caller not knowing.
      const surely = error instanceof Fault && error.transient
      if (surely || error instanceof Rejected) this.nothing(id)
      throw error
    }
  }

  begin(id: string): void {
    if (!this.intents.has(id)) this.intents.set(id, { fate: 'open', reference: null })
  }

  acknowledge(id: string, reference: string): void {
    const intent = this.of(id)
    if (intent.reference !== null && intent.reference !== reference) {
      this.problems.push(`${id} was answered ${intent.reference}, and then ${reference}`)
    }
    this.intents.set(id, { fate: 'acknowledged', reference })
  }

  /** The caller was told that nothing was written. */
  nothing(id: string): void {
    if (this.of(id).fate === 'open') this.intents.set(id, { fate: 'nothing written', reference: null })
  }

  /** Holds the books against all that was promised. */
  async judge(storage: Storage, faults: number): Promise<FaultCounts> {
    const written = await this.read(storage)
    let acknowledged = 0
    let lost = 0
    let doubled = 0
    for (const [id, { fate, reference }] of this.intents) {
      const found = written.get(id) ?? []
      written.delete(id)
      if (fate === 'acknowledged') acknowledged++
      if (fate === 'acknowledged' && !found.some((one) => one === reference)) {
        lost++
        this.problems.push(`${id} was acknowledged as ${reference}, and is there as [${found}]`)
      }
      if (fate === 'nothing written' && found.length > 0) {
        this.problems.push(`${id}: the caller was told that nothing was written, and there is ${found}`)
      }
      if (found.length > 1) {
        doubled++
        this.problems.push(`${id} is there as ${found}`)
      }
    }
    for (const [id, found] of written)
      this.problems.push(`${id} was never asked for, and is there as ${found}`)
    const { discrepancies } = await verify(storage)
    for (const one of discrepancies) this.problems.push(`discrepancies: ${JSON.stringify(one)}`)
    return { faults, acknowledged, lost, doubled, discrepancies: discrepancies.length }
  }

  private of(id: string): Intent {
    const intent = this.intents.get(id)
    if (intent === undefined) throw new TypeError(`${id} was never begun`)
    return intent
  }

  /** References of the entries that carry each payment's id. */
  private read(storage: Storage): Promise<Map<string, Reference[]>> {
    const written = new Map<string, Reference[]>()
    return storage.audit(async (books) => {
      let after: Parameters<typeof books.entries>[0]
      for (;;) {
        const page = await books.entries(after, PAGE)
        for (const { entry } of page) {
          const id = entry.details?.paymentId
          if (id === undefined) continue
          const found = written.get(id)
          if (found === undefined) written.set(id, [entry.reference])
          else found.push(entry.reference)
        }
        after = page.at(-1)?.position
        if (page.length < PAGE) return written
      }
    })
  }
}

/** Adds up what several looks found. */
export function sumFaults(counts: readonly FaultCounts[]): FaultCounts {
  const sum = (of: (one: FaultCounts) => number): number => counts.reduce((total, one) => total + of(one), 0)
  return {
    faults: sum((one) => one.faults),
    acknowledged: sum((one) => one.acknowledged),
    lost: sum((one) => one.lost),
    doubled: sum((one) => one.doubled),
    discrepancies: sum((one) => one.discrepancies),
  }
}

/** Prints the line of a suite; and adds it to the file that `FAULT_REPORT` names, for the table at the end. */
export function reportFaults(suite: string, counts: FaultCounts, note = ''): void {
  const words = Object.entries(counts).map(([word, count]) => `${count} ${word}`)
  console.info(`${suite}: ${words.join(', ')}${note === '' ? '' : ` (${note})`}`)
  const file = process.env['FAULT_REPORT']
  if (file !== undefined && file !== '') {
    appendFileSync(file, `${JSON.stringify({ suite, ...counts, note })}\n`)
  }
}

/**
 * How long a suite goes on: `small` rounds, or, when `FAULT_MINUTES` is set, as many as fit into its share.
 *
 * @param share Its part of `FAULT_MINUTES`.
 */
export function dose(small: number, share: number): { more(): boolean; readonly timeout: number } {
  const minutes = Number(process.env['FAULT_MINUTES'] ?? 0)
  const duration = minutes * 60_000 * share
  let rounds = 0
  let end = 0
  return {
    more() {
      if (rounds === 0) end = performance.now() + duration
      return rounds++ < small || performance.now() < end
    },
    timeout: duration + 120_000,
  }
}
