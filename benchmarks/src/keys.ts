/** Idempotency keys of payments, as callers make them. */
import { randomUUID } from 'node:crypto'

/** Ordered keys rise, like UUIDv7 or the numbers of invoices; both kinds have 36 characters. */
export const KEYS = ['no', 'ordered', 'random'] as const
export type Keys = (typeof KEYS)[number]

const PREFIX = Date.now().toString(16).padStart(12, '0')
let made = 0

const MAKE: Readonly<Record<Exclude<Keys, 'no'>, () => string>> = {
  ordered: () =>
    `${PREFIX.slice(0, 8)}-${PREFIX.slice(8)}-7000-8000-${(++made).toString(16).padStart(12, '0')}`,
  random: randomUUID,
}

export const makeKey = (keys: Exclude<Keys, 'no'>): string => MAKE[keys]()

/** Keys for so many payments, made before the clock runs: whoever sends a payment has its key already. */
export function keysFor(keys: Keys, count: number): (() => string) | null {
  if (keys === 'no') return null
  const list = Array.from({ length: count }, MAKE[keys])
  let next = 0
  return () => {
    const key = list[next++]
    if (key === undefined) throw new Error(`More than ${count} keys were needed`)
    return key
  }
}
