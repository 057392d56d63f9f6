/**
 * An engine's connection to the storage, and everything that can go wrong on it. A unit of work takes effect at one
 * instant, whole or not at all. The model is asked in that order, whether or not the engine gets an answer. A dead
 * engine has a dead connection: what it had not committed never happens.
 */
import type { Change, Key, View } from '@tallystick/core'
import { type Audit, Fault, type Queries, type Storage } from '@tallystick/engine'
import type { Decided, Recorder } from './call.js'
import { between } from './chance.js'
import { Difference } from './difference.js'
import type { Stage } from './stage.js'
import { everyoneHasHeard } from './timeline.js'

/** The only fault that an engine may tell its callers of. */
export class SimulatedFault extends Fault {}

const BROKEN = new SimulatedFault('The connection to the storage broke')

/** Thrown inside a unit of work, so that nothing of it is written. */
const DISCARDED = new SimulatedFault('The unit of work was given up')

/** What a storage may know of the moment in which it works, so that a broken one can be made for a test. */
export interface Moment {
  /** The engine dies as this unit of work is committed. */
  crashing: boolean
}

export interface Host {
  readonly number: number
  /** Of this connection's engine: false once it was killed. */
  alive(): boolean
  kill(): void
}

/** Called when a unit of work has taken effect, before anything else happens. */
export type Committed = (
  machine: number,
  decided: readonly Decided[],
  changes: readonly Change[],
) => Promise<void>

type Fate = 'commits' | 'fails' | 'aborts' | 'runs again' | 'crashes before' | 'crashes after'

/** A supervisor kills an engine that has waited so long for its storage, in microseconds. */
const PATIENCE = 2_000_000

export class Connection implements Storage {
  readonly name = 'simulated'
  readonly query: Queries

  constructor(
    private readonly stage: Stage,
    private readonly host: Host,
    private readonly storage: Storage,
    private readonly moment: Moment,
    private readonly recorder: Recorder,
    private readonly committed: Committed,
  ) {
    this.query = storage.query
  }

  transact<Result>(keys: readonly Key[], decide: (view: View) => Result): Promise<Result> {
    const { stage, host } = this
    return new Promise((resolve, reject) => {
      const delayed = stage.strikes(stage.weather.unitDelayed, 'unit of work delayed', host.number)
      const work = () => this.work(keys, decide, resolve, reject)
      stage.timeline.after(
        delayed ? between(stage.random, 5_000, 150_000) : between(stage.random, 100, 3_000),
        work,
      )
    })
  }

  audit<Result>(work: (books: Audit) => Promise<Result>): Promise<Result> {
    return this.storage.audit(work)
  }

  constant(name: string, create: () => string): Promise<string> {
    return this.storage.constant(name, create)
  }

  ping(): Promise<void> {
    return this.storage.ping()
  }

  /** The storage itself is closed when the ledger ends, not when one of its engines does. */
  close(): Promise<void> {
    return Promise.resolve()
  }

  private async work<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    resolve: (result: Result) => void,
    reject: (fault: unknown) => void,
  ): Promise<void> {
    const { stage, host, recorder, moment } = this
    if (!host.alive()) return
    const fate = this.fate()
    if (fate === 'fails') return this.answer(() => reject(BROKEN))

    let changes: readonly Change[] = []
    let result: Result
    moment.crashing = fate === 'crashes after'
    try {
      result = await this.storage.transact(keys, (view) => {
        recorder.restart()
        const decided = decide(view)
        changes = view.changes
        if (fate === 'commits' || fate === 'crashes after') return decided
        throw DISCARDED
      })
    } catch (error) {
      if (error !== DISCARDED)
        throw new Difference('A unit of work broke', 'it is decided and written', error)
      if (fate === 'runs again') {
        stage.timeline.after(between(stage.random, 50, 2_000), () => this.work(keys, decide, resolve, reject))
      } else if (fate === 'crashes before') host.kill()
      else this.answer(() => reject(BROKEN))
      return
    } finally {
      moment.crashing = false
    }
    stage.tally.commits++
    await this.committed(host.number, recorder.decided, changes)

    const { weather } = stage
    if (fate === 'crashes after') host.kill()
    else if (stage.strikes(weather.commitAnswerNever, 'commit answer never sent', host.number)) {
      stage.timeline.after(PATIENCE, () => {
        if (host.alive()) host.kill()
      })
    } else if (stage.strikes(weather.commitAnswerLost, 'commit answer lost', host.number)) {
      this.answer(() => reject(BROKEN))
    } else this.answer(() => resolve(result))
  }

  private fate(): Fate {
    const { stage, host } = this
    const { weather } = stage
    if (stage.strikes(weather.unitFailed, 'unit of work failed', host.number)) return 'fails'
    if (stage.strikes(weather.unitAborted, 'unit of work aborted', host.number)) return 'aborts'
    if (stage.strikes(weather.unitRunAgain, 'unit of work run again', host.number)) return 'runs again'
    if (stage.strikes(weather.crashBeforeCommit, 'crash before commit', host.number)) return 'crashes before'
    if (stage.strikes(weather.crashAfterCommit, 'crash after commit', host.number)) return 'crashes after'
    return 'commits'
  }

  private answer(say: () => void): void {
    const { stage, host } = this
    const delayed = stage.strikes(stage.weather.commitAnswerDelayed, 'commit answer delayed', host.number)
    const delay = delayed ? between(stage.random, 5_000, 150_000) : between(stage.random, 50, 1_000)
    stage.timeline.after(delay, () => {
      if (!host.alive()) return
      say()
      return everyoneHasHeard()
    })
  }
}
