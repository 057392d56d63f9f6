/**
 * Amounts that the wire writes as JSON numbers although a double cannot hold all of them: ninety million DOGE to the
 * last base unit, or wei. Requests have them as `exactAmount`, a number or its decimal text. A literal that a double
 * would round is parsed as an `ExactNumber` (`packages/http/src/body.ts`), and becomes text where the schema allows it.
 * Answers have them as `exactDecimal`: a number if it is exact, otherwise an `ExactNumber`, which the transport writes
 * digit by digit.
 */
import { ExactNumber, plainDecimal } from '@tallystick/core'
import Type, { type TObject, type TSchema } from 'typebox'
import { DECIMAL } from './forms.js'

/** The number of significant digits that every double keeps. */
const SAFE_DIGITS = 15

/** The value of an `exactAmount` field. Only `exactText` reads it: nothing computes with it. */
export type WrittenAmount = number | string

/** An amount on the wire: a number or its decimal text. `exactText` reads both. */
export function exactAmount(description: string, { min = 0 }: { readonly min?: number } = {}) {
  return Type.Union([Type.Number({ minimum: min }), Type.String({ maxLength: 40, ...DECIMAL })], {
    exact: true,
    title: `a number of ${min} or more, or its decimal text`,
    description,
  })
}

/**
 * The amount as decimal text in plain digits, without sign. For a number it is the shortest text, which equals what was
 * written.
 */
export function exactText(written: WrittenAmount): string {
  if (typeof written === 'string') return written.startsWith('+') ? written.slice(1) : written
  return plainDecimal(String(written))
}

/** Bodies that contain exact numbers. Nearly all others need no search. */
const exactBodies = new WeakSet<object>()

/** Marks a request body that contains exact numbers. */
export function noteExact(body: unknown): void {
  if (typeof body === 'object' && body !== null) exactBodies.add(body)
}

/** The body with its exact numbers as text where its schema allows them. Elsewhere they stay and are refused. */
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
      // Without a schema, JSON can have any form, and only text keeps every digit.
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
 * The path of an exact amount that was passed as a number with more digits than every double keeps: in process, nobody
 * can tell whether it was already rounded. Undefined if there is none.
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

/** Whether an answer of this schema may contain exact numbers. */
export function holdsExact(schema: TSchema | null): boolean {
  if (schema === null) return false
  return JSON.stringify(schema).includes('"exact":true')
}
