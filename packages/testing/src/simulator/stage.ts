/** What all parts of one simulated world share. */
import type { SeededRandom } from '../seeded.js'
import { happens, type Rate } from './chance.js'
import type { Fault, Tally } from './tally.js'
import type { Timeline } from './timeline.js'
import type { Trace } from './trace.js'
import type { Weather } from './weather.js'

export class Stage {
  constructor(
    readonly timeline: Timeline,
    readonly random: SeededRandom,
    readonly trace: Trace,
    readonly tally: Tally,
    public weather: Weather,
  ) {}

  /** Whether a fault strikes now; one that does is counted and told. */
  strikes(rate: Rate, fault: Fault, subject: number): boolean {
    if (!happens(this.random, rate)) return false
    this.tally.fault(fault)
    this.note(fault, subject)
    return true
  }

  note(what: string, subject: number, detail = ''): void {
    this.trace.note(this.timeline.now, this.timeline.steps, what, subject, detail)
  }
}
