/**
 * Custody on top of an engine: delivers the transactions of chains, and follows those that are not settled. It uses the
 * engine's clock, random source and scheduler.
 */
import type { Engine } from '@tallystick/engine'
import type { Chains } from './ports/chains.js'
import { Pipeline } from './send/pipeline.js'
import { Sends } from './send/sends.js'
import { SendsWorker } from './workers/sends.js'

export class Custody {
  /** Delivers the transactions of chains. */
  readonly sends: Sends
  /** Builds and records them before delivery. */
  readonly pipeline: Pipeline
  private readonly worker: SendsWorker | null

  /** @param chains Custody asks their nodes about the transactions that were sent. Without chains it follows none */
  constructor(
    readonly engine: Engine,
    chains?: Chains,
  ) {
    const { scheduler, warn } = engine
    this.sends = new Sends(engine)
    this.pipeline = new Pipeline(engine, this.sends)
    this.worker =
      chains === undefined
        ? null
        : new SendsWorker({
            chains,
            sends: this.sends,
            scheduler,
            warn,
            query: () => engine.query,
          })
    this.worker?.start()
  }

  /** Stops following transactions. */
  stop(): void {
    this.worker?.stop()
  }

  /** Stops following transactions, and closes the engine. */
  close(): Promise<void> {
    this.stop()
    return this.engine.close()
  }
}
