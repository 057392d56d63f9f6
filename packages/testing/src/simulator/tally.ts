/** Counts the events of a run. */

/** How the calls of one rule ended, as their clients heard. */
export interface Ends {
  accepted: number
  refused: number
  /** Calls without an idempotency key whose client was told of a fault, or of nothing. */
  unknown: number
}

/** Every way in which the world misbehaves. */
export const FAULTS = [
  'request lost',
  'request delayed',
  'request duplicated',
  'answer lost',
  'answer delayed',
  'answer duplicated',
  'engine cut off',
  'unit of work delayed',
  'unit of work failed',
  'unit of work aborted',
  'unit of work run again',
  'commit answer delayed',
  'commit answer lost',
  'commit answer never sent',
  'crash before commit',
  'crash after commit',
  'crash at any time',
  'stop under load',
  'clock jumped ahead',
  'clock jumped back',
  'transaction dropped on its way',
  'transaction refused for the time being',
  'transaction repeated by a balancer',
  'transaction taken by the node behind',
  'answer of a node lost',
  'node silent',
  'answer of the node behind',
  'node that asks any price',
  'blocks undone',
  'waiting transactions forgotten',
  'signer that completes with something else',
] as const

export type Fault = (typeof FAULTS)[number]

export class Tally {
  readonly calls = new Map<string, Ends>()
  readonly faults = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]))
  /** Ledgers begun. */
  ledgers = 0
  /** Calls that clients have made, each once, however often it was sent. */
  commands = 0
  /** Requests that reached an engine. */
  requests = 0
  /** Events of the virtual world. */
  steps = 0
  /** Units of work that took effect. */
  commits = 0
  /** Calls decided by a rule, in units of work that took effect. */
  decided = 0
  restarts = 0
  /** Payments on a chain that callers have asked for, each once. */
  payments = 0
  /** Times that the touched accounts were read back and compared. */
  readBacks = 0
  /** Times that everything was compared. */
  fullComparisons = 0
  /** Answers given again from what was stored under an idempotency key. */
  replayed = 0
  /** Calls refused to their client, and carried out after that by a copy of the request that came late. */
  acceptedAfterRefusal = 0
  /** Flushes of metered reads given up because of a fault. */
  metersGivenUp = 0
  /** Virtual time, in microseconds. */
  elapsed = 0

  fault(fault: Fault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }

  end(type: string, how: keyof Ends): void {
    this.ends(type)[how]++
  }

  /** Adds the counts of another part of the run. */
  add(other: Tally): void {
    for (const [fault, times] of other.faults) this.faults.set(fault, (this.faults.get(fault) ?? 0) + times)
    for (const [type, { accepted, refused, unknown }] of other.calls) {
      const ends = this.ends(type)
      ends.accepted += accepted
      ends.refused += refused
      ends.unknown += unknown
    }
    for (const name of COUNTS) this[name] += other[name]
  }

  get faultCount(): number {
    let count = 0
    for (const number of this.faults.values()) count += number
    return count
  }

  total(how: keyof Ends): number {
    let count = 0
    for (const ends of this.calls.values()) count += ends[how]
    return count
  }

  private ends(type: string): Ends {
    let ends = this.calls.get(type)
    if (ends === undefined) {
      ends = { accepted: 0, refused: 0, unknown: 0 }
      this.calls.set(type, ends)
    }
    return ends
  }
}

/** Whatever is a number. */
const COUNTS = Object.entries(new Tally()).flatMap(([name, value]) =>
  typeof value === 'number' ? [name as CountName] : [],
)

type CountName = { [Name in keyof Tally]: Tally[Name] extends number ? Name : never }[Exclude<
  keyof Tally,
  'faultCount'
>]
