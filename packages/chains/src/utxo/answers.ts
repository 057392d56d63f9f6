/** Reads answers of nodes: required fields, and amounts without a double in between. */
import { NodeFault } from '@tallystick/custody'
import { baseUnits, literal } from '../transport/transport.js'

export type Fields = Readonly<Record<string, unknown>>

const broken = (what: string): NodeFault => new NodeFault('unreachable', `The node's answer lacks ${what}`)

export function fields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw broken(what)
  return value as Fields
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw broken(what)
  return value
}

export function text(of: Fields, name: string): string {
  const value = of[name]
  if (typeof value !== 'string') throw broken(name)
  return value
}

/** Heights, counts, times: values that a double holds. */
export function whole(of: Fields, name: string): number {
  const value = of[name]
  if (typeof value !== 'number') throw broken(name)
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
  if (amount === undefined) throw broken(name)
  return amount
}

/** Blockbook's text of base units. It leaves out empty fields. */
export function units(of: Fields, name: string): bigint {
  const value = of[name] ?? '0'
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw broken(name)
  return BigInt(value)
}
