/** Reads answers of nodes: required fields, and amounts without a double in between. */
import { missing } from '../answers.js'
import { isObject, type Json } from '../json.js'
import { baseUnits, literal } from '../transport/transport.js'

export type Fields = Json

export function fields(value: unknown, what: string): Fields {
  if (!isObject(value)) throw missing(what)
  return value
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw missing(what)
  return value
}

export const optional = (of: Fields, name: string): number | undefined =>
  typeof of[name] === 'number' ? (of[name] as number) : undefined

/** A number with a fraction that nothing computes with, such as the difficulty. */
export const approximate = (of: Fields, name: string): number => Number(literal(of[name]) ?? of[name] ?? 0)

/** A JSON number of coins, as base units. */
export function coins(of: Fields, name: string, decimals: number): bigint {
  const number = literal(of[name])
  const amount = number === undefined ? undefined : baseUnits(number, decimals)
  if (amount === undefined) throw missing(name)
  return amount
}

/** Blockbook's text of base units. It leaves out empty fields. */
export function units(of: Fields, name: string): bigint {
  const value = of[name] ?? '0'
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw missing(name)
  return BigInt(value)
}
