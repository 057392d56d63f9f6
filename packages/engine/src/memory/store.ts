/**
 * The reference storage: the storage port in memory, written as plainly as possible. It keeps nothing after the process
 * ends. Other storages are compared with it, and embedders can run their tests on it.
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
    // Each `decide` runs to its end before the next one begins, so units of work are isolated.
    transact: async (keys, decide) => {
      const view = new View()
      view.follows(state.latest)
      // Copies only what the keys load, so a rule that forgets a key fails.
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
