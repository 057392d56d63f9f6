/** A storage that the parent of a process names. */
import type { Storage } from '@tallystick/engine'

export interface StoragePlace {
  /** The built module of a storage, and how it is opened. */
  readonly module: string
  readonly open: string
  readonly options: object
}

export async function openStorage({ module, open, options }: StoragePlace): Promise<Storage> {
  const opened = (await import(module)) as Record<string, (options: object) => Promise<Storage>>
  const storage = await opened[open]?.(options)
  if (storage === undefined) throw new TypeError(`no ${open}`)
  return storage
}
