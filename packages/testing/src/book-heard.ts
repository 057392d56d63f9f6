/** What rules of the order book decide, in the order in which their units of work take effect. */
import type { Storage } from '@tallystick/engine'
import { shared } from './contract/using.js'
import type { BookOrder } from './model/book-order.js'

/** What a rule has decided, in the order in which units of work take effect: each decides while it holds its locks. */
export type Decided = { readonly now: number; readonly accepted: boolean } & (
  | { readonly order: BookOrder }
  | { readonly cancelled: string }
  | { readonly expired: string }
  | { readonly settled: string }
)

export class Heard {
  /** One list for each unit of work; that of one that has failed is empty. */
  private units: Decided[][] = []

  /** The storage, each of whose units of work is heard. */
  on(storage: Storage): Storage {
    const transact: Storage['transact'] = async (keys, decide, patienceMs) => {
      let unit: Decided[] = []
      const hear: typeof decide = (view) => {
        // It may be run again.
        unit.length = 0
        unit = []
        this.units.push(unit)
        return decide(view)
      }
      try {
        return await storage.transact(keys, hear, patienceMs)
      } catch (error) {
        unit.length = 0
        throw error
      }
    }
    return { ...shared(storage), transact, close: () => storage.close() }
  }

  /** A rule of the unit of work under way has decided. */
  decided(what: Decided): void {
    this.units.at(-1)?.push(what)
  }

  /** All since it was asked last. */
  take(): readonly Decided[] {
    const all = this.units.flat()
    this.units = []
    return all
  }
}
