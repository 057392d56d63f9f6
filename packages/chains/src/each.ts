/** Runs `work` for each item, at most eight at a time, in order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += 8) {
    results.push(...(await Promise.all(items.slice(start, start + 8).map(work))))
  }
  return results
}

/** Null: what was told cannot be read. For what strangers write, which must not keep the others from being read. */
export function understood<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}
