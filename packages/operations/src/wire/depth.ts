/** How deeply arguments nest. It matters where a schema takes any JSON: code that walks it recursively must be safe. */
import type { Violation } from '@tallystick/core'

/** No valid argument nests more deeply. */
const MAX_DEPTH = 100

/** What is wrong if one of these fields of the body nests too deeply; undefined if none does. */
export function tooDeep(fields: readonly string[], args: unknown): Violation | undefined {
  const property = fields.find((name) => isNested(Reflect.get(Object(args), name)))
  if (property === undefined) return undefined
  return { target: 'body', property, constraints: nestsTooDeep(property) }
}

export const nestsTooDeep = (name: string) => ({ depth: `${name} nests at most ${MAX_DEPTH} deep` })

/**
 * A copy of an argument. What says itself how it is written as JSON stays the same: such as an exact number.
 * @returns Null if it nests more deeply than any valid one: it may contain itself
 */
export function copied(value: object, levels = MAX_DEPTH): object | null {
  if (levels < 0) return null
  if (typeof Reflect.get(value, 'toJSON') === 'function') return value
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  for (const [name, inner] of Object.entries(copy)) {
    if (typeof inner !== 'object' || inner === null) continue
    const own = copied(inner, levels - 1)
    if (own === null) return null
    Reflect.set(copy, name, own)
  }
  return copy
}

/** Not recursive itself. */
function isNested(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    // Each once: what contains itself would be more on each level.
    level = [...new Set(level)].flatMap((one) =>
      one !== null && typeof one === 'object' ? Object.values(one) : [],
    )
    if (level.length === 0) return false
  }
  return true
}

/** Whether some value of the schema can nest more deeply than the schema itself. */
export function takesAnyDepth(schema: unknown): boolean {
  const { type, anyOf, items, properties, patternProperties, additionalProperties, ...rest } = (schema ??
    {}) as Readonly<Record<string, unknown>>
  if (Array.isArray(anyOf)) return anyOf.some(takesAnyDepth)
  if (type === 'array') return takesAnyDepth(items)
  if (type === 'object') {
    const members = [properties, patternProperties].flatMap((some) => Object.values(some ?? {}))
    return additionalProperties !== false || members.some(takesAnyDepth)
  }
  return type === undefined && !('enum' in rest || 'const' in rest)
}
