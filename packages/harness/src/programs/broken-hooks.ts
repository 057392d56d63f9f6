/** Breaks one rule of the built packages while they are loaded: what is on disk stays as it is. */
import type { LoadHook } from 'node:module'

const { BROKEN_FIND: find = '', BROKEN_REPLACE: replace = '' } = process.env

/** What is published: not what serves tests. */
const BUILT = /\/packages\/(?!testing\/|harness\/)[^/]+\/dist\/.+\.js$/

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  const { source } = loaded
  if (source === null || source === undefined || !BUILT.test(url)) return loaded
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8')
  return text.includes(find) ? { ...loaded, source: text.replace(find, () => replace) } : loaded
}
