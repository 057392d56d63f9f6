/** Files that must be there, and whole, after a power failure. */
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Flushes the file, and its name in its folder. */
export async function flush(file: string): Promise<void> {
  for (const path of [file, dirname(file)]) {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

const partOf = (file: string): string => `${file}.partial`

/** Rejects where `replace` could not begin. */
export async function requireReplaceable(file: string): Promise<void> {
  const partial = partOf(file)
  await writeFile(partial, '')
  await rm(partial)
}

/** Writes the whole file, or leaves the one before as it was. */
export async function replace(file: string, text: string): Promise<void> {
  const partial = partOf(file)
  await writeFile(partial, text, { flush: true })
  await rename(partial, file)
  await flush(file)
}
