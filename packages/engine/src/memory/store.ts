/**
 * The reference store: the storage port in memory, as plainly as it can be said. It keeps nothing when the
 * process ends; it is what the other adapters are compared with, and what an embedder's tests run on.
 */
import { loadInto, View } from '@tallystick/core'
import type { Storage } from '../ports/storage.js'
import { MemoryAudit } from './audit.js'
import { MemoryQueries } from './queries.js'
import { MemoryState } from './state.js'

export function memoryStorage(): Storage {
  const state = new MemoryState()
  return {
    name: 'memory',
    // One decide runs to its end before the next begins, so every unit of work is alone by itself.
    transact: async (keys, decide) => {
      const view = new View()
      view.follows(state.latest)
      // Copies what the keys bring and nothing else: a rule that forgets a key shows.
      loadInto(view, keys, (table, lookup, key) => state.find(table, lookup, key))
      const result = decide(view)
      state.commit(view)
      return result
    },
    query: new MemoryQueries(state),
    audit: (work) => work(new MemoryAudit(state)),
    constant: async (name, create) => {
      const known = state.constants.get(name)
      if (known !== undefined) return known
      const value = create()
      state.keep({ name, value })
      return value
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
