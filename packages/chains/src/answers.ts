/** Fields of nodes' answers. If an answer lacks something that the documentation promises, the node is at fault. */
import { NodeFault } from '@tallystick/custody'
import { isObject, type Json } from './json.js'
import { ExchangeFault } from './transport/exchange.js'
import { integer } from './transport/transport.js'

export const missing = (field: string): NodeFault =>
  new NodeFault('unreachable', `The node's answer lacks ${field}`)

/** A whole answer, while it is the endpoint's turn. @throws ExchangeFault: another endpoint is asked */
export function objectOf(value: unknown): Json {
  if (isObject(value)) return value
  throw new ExchangeFault('the node answered no object', true)
}

/** @throws NodeFault, as all below */
export function objectIn(from: Json, field: string, otherwise?: Json): Json {
  const value = from[field] ?? otherwise
  if (isObject(value)) return value
  throw missing(field)
}

/** A list of objects. */
export function listIn(from: Json, field: string): readonly Json[] {
  const value = from[field]
  if (Array.isArray(value) && value.every(isObject)) return value
  throw missing(field)
}

export function textIn(from: Json, field: string): string {
  const value = from[field]
  if (typeof value === 'string') return value
  throw missing(field)
}

/** Heights, counts, times: whole numbers that a double holds. */
export function wholeIn(from: Json, field: string): number {
  const value = from[field]
  if (typeof value === 'number') return value
  throw missing(field)
}

/** An amount as text, or a whole number. It is never negative. */
export function amountIn(from: Json, field: string): bigint {
  const value = from[field]
  const amount = typeof value === 'string' && /^\d{1,80}$/.test(value) ? BigInt(value) : integer(value)
  if (amount === undefined || amount < 0n) throw missing(field)
  return amount
}
