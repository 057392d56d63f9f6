/**
 * What of a call's arguments is more than its schema allows: items of a list, names of an object. It is looked for
 * first, because the search for violations visits every item and every name, however many there are.
 */

/** Up to so many names, unknown ones are reported together with all else that is wrong. */
const MOST_NAMES = 50

/** The first place that holds too much. What is in it is not checked. */
export interface Excess {
  readonly place: readonly string[]
  /** `unknown`: the last step of the place is a name that the object may not have. */
  readonly of: 'items' | 'names' | 'unknown'
  readonly limit: number
  readonly length: number
}

interface Node {
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: object
  readonly additionalProperties?: unknown
  readonly maxProperties?: number
}

export function firstExcess(schema: unknown, value: unknown, place: readonly string[] = []): Excess | null {
  if (!isObject(schema) || !isObject(value)) return null
  const { anyOf, items, maxItems, properties = {}, maxProperties, ...rest }: Node = schema
  if (anyOf !== undefined) {
    // It may be any of those that are of its kind.
    const found = anyOf
      .filter((one) => Array.isArray(value) === 'items' in one)
      .map((one) => firstExcess(one, value, place))
    return found.every((one) => one !== null) ? (found[0] ?? null) : null
  }
  if (Array.isArray(value)) {
    const { length } = value
    if (maxItems !== undefined && length > maxItems) return { place, of: 'items', limit: maxItems, length }
    return firstOf(items === undefined ? [] : value.entries(), ([index, item]) =>
      firstExcess(items, item, [...place, String(index)]),
    )
  }
  const { length } = Object.keys(value)
  if (maxProperties !== undefined && length > maxProperties)
    return { place, of: 'names', limit: maxProperties, length }
  if (length > MOST_NAMES && rest.additionalProperties === false && rest.patternProperties === undefined) {
    for (const name in value) {
      if (!Object.hasOwn(properties, name))
        return { place: [...place, name], of: 'unknown', limit: 0, length }
    }
  }
  return firstOf(Object.entries(properties), ([name, inner]) =>
    firstExcess(inner, Reflect.get(value, name), [...place, name]),
  )
}

/** Where a schema limits the names of an object. A number is a step to each item of a list that has at most so many. */
export function limitsOfNames(schema: unknown): readonly NameLimit[] {
  if (!isObject(schema)) return []
  const { anyOf = [], items, properties = {}, maxItems, maxProperties }: Node = schema
  const below = (step: string | number, inner: unknown) =>
    limitsOfNames(inner).map(({ path, limit }) => ({ path: [step, ...path], limit }))
  return [
    ...(maxProperties === undefined ? [] : [{ path: [], limit: maxProperties }]),
    ...anyOf.flatMap(limitsOfNames),
    ...below(maxItems ?? Number.POSITIVE_INFINITY, items),
    ...Object.entries(properties).flatMap(([name, inner]) => below(name, inner)),
  ]
}

export interface NameLimit {
  readonly path: readonly (string | number)[]
  readonly limit: number
}

/** Whether the object there has more names than it may, or a list on the way more items. */
export function isOver(value: unknown, { path: [step, ...rest], limit }: NameLimit): boolean {
  if (!isObject(value)) return false
  if (step === undefined) return Object.keys(value).length > limit
  const inner = { path: rest, limit }
  if (typeof step === 'number') {
    return Array.isArray(value) && (value.length > step || value.some((item) => isOver(item, inner)))
  }
  return isOver(Reflect.get(value, step), inner)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => Excess | null): Excess | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
