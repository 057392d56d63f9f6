/** The finding of a run: the engine did something that the model does not predict. */
export class Difference extends Error {
  /**
   * @param what Where they differ, in a sentence.
   * @param expected By the model.
   * @param got From the engine or the storage.
   */
  constructor(
    readonly what: string,
    readonly expected: unknown,
    readonly got: unknown,
  ) {
    super(`${what}: expected ${show(expected)}, got ${show(got)}`)
    this.name = 'Difference'
  }
}

/** @throws Difference when the two do not print the same. */
export function same(what: string, expected: unknown, got: unknown): void {
  if (expected !== got && show(expected) !== show(got)) throw new Difference(what, expected, got)
}

/** One line, in which an amount looks like one. */
export function show(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ??
    String(value)
  )
}
