/**
 * Families make their operations under the ids of each chain. A table contains these ids literally, so that a search
 * finds them.
 */

/**
 * The operations under the ids of a table, instead of the factory's names. Operations without an id in the table are
 * left out.
 */
export type Named<Ids extends Readonly<Record<string, string>>, Made> = {
  readonly [Role in keyof Ids & keyof Made as Ids[Role]]: Made[Role]
}

/** @param made Each operation under the name under which `ids` has its id */
export function named<const Ids extends Readonly<Record<string, string>>, Made extends object>(
  ids: Ids,
  made: Made,
): Named<Ids, Made> {
  const entries = Object.entries(made).map(([role, operation]) => [ids[role], operation])
  // `Named` describes the same types.
  return Object.fromEntries(entries) as Named<Ids, Made>
}

/**
 * A chain's models under the names of `Of`. TypeScript widens a property of `Models` to the type in `Of`; this type
 * keeps the chain's own.
 */
export type Own<Models extends Of, Of> = { readonly [Role in keyof Of]: Models[Role] }
