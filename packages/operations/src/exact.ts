/**
 * Amounts that the wire writes as JSON numbers, though a double cannot hold all of them: ninety million DOGE to
 * the last base unit, wei. They come in as `exactAmount`, a number or its decimal text; a body's literal that a
 * double would round is read as an `ExactNumber` (`packages/http/src/body.ts`), and becomes its text where the
 * schema takes it. They go out as `exactDecimal`: a number where it is exact, else an `ExactNumber`, which the
 * transport writes digit by digit.
 */
import Type, { type TObject, type TSchema } from 'typebox'

/** Significant digits that every double keeps, whatever they are. */
const SAFE_DIGITS = 15

/** Digits and their place: 12.5 is 125 and -1. Without zeros at either end, so that equal numbers are equal. */
interface Decimal {
  readonly digits: string
  readonly exponent: number
}

const DECIMAL = /^[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/

function decimalOf(text: string): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return { digits: '', exponent: 0 }
  return { digits: kept, exponent: Number(exponent) - fraction.length + digits.length - kept.length }
}

/** Whether a JSON number means the decimal that it is written as: its shortest text is the same number. */
export function isExact(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return false
  const written = decimalOf(literal)
  const read = decimalOf(String(value))
  return written.digits === read.digits && written.exponent === read.exponent
}

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
  return plainText(String(written))
}

/** Writes an exponent out. */
function plainText(text: string): string {
  if (!text.includes('e')) return text
  const { digits, exponent } = decimalOf(text)
  const sign = text.startsWith('-') ? '-' : ''
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent)
  const padded = digits.padStart(1 - exponent, '0')
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`
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

/** A number that a double cannot hold. On the wire a JSON number, all of its digits. */
export class ExactNumber {
  /** @param text In an answer plain decimal digits, perhaps with a sign and a point. */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }

  /** Of JSON.stringify, which knows no exact numbers: the text, and never a rounded number. */
  toJSON(): string {
    return this.text
  }
}

/** A number of an answer, exact. @param text Plain decimal digits */
export function exactNumber(text: string): number | ExactNumber {
  return isExact(text) ? Number(text) : new ExactNumber(text)
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

/** JSON with exact numbers in it. */
export function exactJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map((item) => exactJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${exactJson(inner)}`)
  return `{${fields.join(',')}}`
}
