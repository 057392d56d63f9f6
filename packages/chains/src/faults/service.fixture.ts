/** A process of the service, that may die between any two things it does: what it had begun then never ends. */
import type { Chains } from '@tallystick/custody'
import { type Clock, memoryStorage, type Scheduler, type Storage } from '@tallystick/engine'
import { createTallystick, type Operations, type Tallystick } from '@tallystick/operations'

/** A minute of the service takes 120 milliseconds: its rounds of work come every ten. */
const HASTE = 500

/** Time that runs faster, the same for all processes. */
export function fastTime(): Clock {
  const began = performance.now()
  const start = Date.UTC(2030, 0, 15, 12)
  return { now: () => Math.floor(start + (performance.now() - began) * HASTE) }
}

export interface ServiceOptions {
  readonly storage: Storage
  readonly chains: Chains
  readonly clock: Clock
}

export class Crashed extends Error {
  override readonly name = 'Crashed'
}

export class Service {
  readonly ledger: Tallystick
  private isAlive = true
  private crashed: () => void = () => undefined
  private readonly end = new Promise<void>((resolve) => {
    this.crashed = resolve
  })

  constructor(private readonly options: ServiceOptions) {
    this.ledger = createTallystick({
      storage: this.mortal(),
      chains: options.chains,
      clock: options.clock,
      scheduler: this.scheduler(),
      warn: () => undefined,
    })
  }

  /** On behalf of an API key of the test network; of the one that is named, or of a fresh one. */
  async as(key?: string): Promise<{ readonly key: string; readonly calls: Operations }> {
    const access = await this.ledger.access()
    const known =
      key ??
      (
        await access.create({
          tenant: 'default' as never,
          name: 'faults',
          network: 'testnet',
          plan: 'free',
        })
      ).key
    const caller = await access.identify(known)
    if (caller === null) throw new TypeError('the key is not known')
    return { key: known, calls: this.ledger.as(caller) }
  }

  /** @throws Crashed when the process dies meanwhile */
  async call<Result>(work: Promise<Result>): Promise<Result> {
    work.catch(() => undefined)
    const outcome = await Promise.race([work.then((result) => ({ result })), this.end])
    if (outcome === undefined) throw new Crashed()
    return outcome.result
  }

  /** Ends it, whatever it is doing. */
  async crash(): Promise<void> {
    this.isAlive = false
    this.crashed()
    await this.options.chains.close()
  }

  async close(): Promise<void> {
    await this.ledger.close()
  }

  private scheduler(): Scheduler {
    const run = (work: () => void) => () => {
      if (this.isAlive) work()
    }
    return {
      soon: (work) => void setImmediate(run(work)),
      later: (work, ms) => {
        const timer = setTimeout(run(work), ms / HASTE)
        return () => clearTimeout(timer)
      },
      elapsed: () => performance.now() * HASTE,
    }
  }

  /** A dead process hears of nothing that it had asked for, and writes nothing more. */
  private mortal(): Storage {
    const { storage } = this.options
    const never = new Promise<never>(() => undefined)
    const mortal = <Host extends object>(host: Host): Host =>
      new Proxy(host, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            if (!this.isAlive) return never
            const answer: unknown = member.apply(target, args)
            if (!(answer instanceof Promise)) return answer
            return answer.then(
              (result: unknown) => (this.isAlive ? result : never),
              (error: unknown) => (this.isAlive ? Promise.reject(error) : never),
            )
          }
        },
      })
    return { ...mortal(storage), query: mortal(storage.query), close: () => Promise.resolve() }
  }
}

export const freshStorage = (): Storage => memoryStorage()
