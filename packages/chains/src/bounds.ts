/** Bounds of a history in Blockbook. */

/** It reads them as numbers of 32 bits, and 0 as none (server/public.go, `getAddressQueryParams`). */
const LAST = 2 ** 32 - 1

interface Bounds {
  readonly from?: number
  readonly to?: number
}

/** For its query; undefined if no block is within them. What waits for a block is left out only where there is a last height. */
export function boundsOf({ from, to }: Bounds): string | undefined {
  if (from === undefined && to === undefined) return ''
  const [least, last] = [from ?? 0, Math.min(to ?? LAST, LAST)]
  // What the first block of a chain pays is in no history.
  return least > last || last === 0 ? undefined : `&from=${least}&to=${last}`
}
