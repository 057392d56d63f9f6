import type { Storage } from '@tallystick/engine'

export type OpenStorage = () => Promise<Storage> | Storage

/** The storage as another process has it: it stays open when the engine on it closes. */
export const shared = (storage: Storage): Storage => ({
  name: storage.name,
  query: storage.query,
  ...(storage.own === undefined ? {} : { own: storage.own }),
  transact: (keys, decide) => storage.transact(keys, decide),
  audit: (work) => storage.audit(work),
  constant: (name, create) => storage.constant(name, create),
  ping: () => storage.ping(),
  close: () => Promise.resolve(),
})

/** Runs a test with its own empty storage, which is closed even if the test fails. */
export function using(open: OpenStorage, test: (storage: Storage) => Promise<void>): () => Promise<void> {
  return async () => {
    const storage = await open()
    try {
      await test(storage)
    } finally {
      await storage.close()
    }
  }
}
