/**
 * Amounts that the wire writes as JSON numbers, though a double cannot hold all of them: ninety million DOGE to
 * the last base unit, wei. They come in as `exactAmount`, a number or its decimal text; a body's literal that a
 * double would round is read as an `ExactNumber` (`packages/http/src/body.ts`), and becomes its text where the
 * schema takes it. They go out as `exactDecimal`: a number where it is exact, else an `ExactNumber`, which the
 * transport writes digit by digit.
 */
import { ExactNumber, plainDecimal } from '@tallystick/core'
import Type, { type TObject, type TSchema } from 'typebox'

/** Significant digits that every double keeps, whatever they are. */
const SAFE_DIGITS = 15

/** What a field of `exactAmount` holds. Only `exactText` reads it: nobody computes with it. */
export type WrittenAmount = number | string

/** An amount as the wire takes it: a number, or its decimal text. `exactText` reads either. */
export function exactAmount(description: string, { min = 0 }: { readonly min?: number } = {}) {
  return Type.Union(
    [
      Type.Number({ minimum: min }),
      Type.String({ maxLength: 40, pattern: '^[+]?((\\d+(\\.\\d*)?)|(\\.\\d+))$' }),
    ],
    { exact: true, description },
  )
}

/**
 * The amount as decimal text in plain digits, without sign: of a number its shortest text, which is what was
 * written where it came from.
 */
export function exactText(written: WrittenAmount): string {
  if (typeof written === 'string') return written.startsWith('+') ? written.slice(1) : written
  return plainDecimal(String(written))
}

/** Bodies in which there is one: nearly all others are then spared the search. */
const exactBodies = new WeakSet<object>()

/** Says of a request's body that there are exact numbers in it. */
export function noteExact(body: unknown): void {
  if (typeof body === 'object' && body !== null) exactBodies.add(body)
}

/** The body with its exact numbers as text, where its schema takes them; elsewhere they stay, to be refused. */
export function withExactText(schema: TObject, body: object): object {
  return exactBodies.has(body) ? (resolve(schema, body) as object) : body
}

function resolve(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const {
    type,
    exact,
    enum: members,
    anyOf,
    properties,
    items,
  } = (schema ?? {}) as Readonly<Record<string, unknown>>
  const isAnything = [type, members, anyOf, properties].every((keyword) => keyword === undefined)
  if (value instanceof ExactNumber) return exact === true || isAnything ? value.text : value
  if (Array.isArray(value)) return value.map((item) => resolve(items, item))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // Where no schema says anything, JSON is free, and text is the only form that keeps every digit.
      resolve(fieldOf(properties, name), inner),
    ]),
  )
}

function fieldOf(properties: unknown, name: string): unknown {
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
    ? Reflect.get(properties, name)
    : undefined
}

/**
 * The path of an exact amount that came as a number with more digits than every double keeps: in process nobody
 * can tell whether it has been rounded before it was given. Undefined when there is none.
 */
export function inexact(body: TObject | null, args: Readonly<Record<string, unknown>>): string | undefined {
  if (body === null) return undefined
  for (const path of exactPaths(body)) {
    const found = firstRounded(args, path, [])
    if (found !== undefined) return found.join('.')
  }
  return undefined
}

const known = new WeakMap<TObject, readonly (readonly string[])[]>()

function exactPaths(body: TObject): readonly (readonly string[])[] {
  let paths = known.get(body)
  if (paths === undefined) {
    paths = pathsIn(body, [])
    known.set(body, paths)
  }
  return paths
}

function pathsIn(schema: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { exact, properties, items } = schema as Readonly<Record<string, unknown>>
  if (exact === true) return [path]
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => pathsIn(inner, [...path, name])),
    ...pathsIn(items, [...path, '[]']),
  ]
}

function firstRounded(
  value: unknown,
  [step, ...rest]: readonly string[],
  place: readonly string[],
): readonly string[] | undefined {
  if (step === undefined) {
    const isLong = typeof value === 'number' && Number(value.toPrecision(SAFE_DIGITS)) !== value
    return isLong ? place : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (step !== '[]') return firstRounded(Reflect.get(value, step), rest, [...place, step])
  for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
    const found = firstRounded(item, rest, [...place, String(index)])
    if (found !== undefined) return found
  }
  return undefined
}

/** A field of an answer that `exactNumber` makes. */
export function exactDecimal(description: string) {
  return Type.Unsafe<number | ExactNumber>({ type: 'number', exact: true, description })
}

/** Whether an answer of this schema may hold exact numbers. */
export function holdsExact(schema: TSchema | null): boolean {
  if (schema === null) return false
  return JSON.stringify(schema).includes('"exact":true')
}
