import type { Storage } from '@tallystick/engine'

export type OpenStorage = () => Promise<Storage> | Storage

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
