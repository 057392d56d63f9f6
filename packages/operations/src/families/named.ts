/** Families make their operations under the ids of each chain, which a table has as they are: a search finds them. */

/** A table's ids in place of what the factory calls its operations; what the table has no id for is left out. */
export type Named<Ids extends Readonly<Record<string, string>>, Made> = {
  readonly [Role in keyof Ids & keyof Made as Ids[Role]]: Made[Role]
}

/** @param made Each operation under the role that `ids` has its id under */
export function named<const Ids extends Readonly<Record<string, string>>, Made extends object>(
  ids: Ids,
  made: Made,
): Named<Ids, Made> {
  const entries = Object.entries(made).map(([role, operation]) => [ids[role], operation])
  // `Named` says the same of the types.
  return Object.fromEntries(entries) as Named<Ids, Made>
}

/**
 * A chain's models under the names of `Of`. TypeScript takes a property of a `Models` for what `Of` says of it; so
 * typed it remains the chain's own.
 */
export type Own<Models extends Of, Of> = { readonly [Role in keyof Of]: Models[Role] }
