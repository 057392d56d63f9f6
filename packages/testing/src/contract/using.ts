import type { Storage } from '@tallystick/engine'

export type OpenStorage = () => Promise<Storage> | Storage

/** A test that has an empty storage of its own, closed when the test ends, however it ends. */
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
