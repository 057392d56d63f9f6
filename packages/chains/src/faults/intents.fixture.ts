/** What callers mean to do, and what they know of it. Amounts are units of 10^-8 coins. */

const UNIT = 100_000_000n

export interface Account {
  readonly id: string
  readonly wallet: number
  readonly addresses: Set<string>
}

/** A call that changes something, and what is known of it. */
export interface Intent {
  readonly id: string
  readonly account: Account
  readonly units: number
  readonly path: string
  readonly body: object
  readonly key: string | undefined
  /** Calls that were answered with success; a keyed one counts once. */
  done: number
  /** Calls that were not answered. */
  open: number
}

export const coins = (units: number): string => {
  const text = String(units).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}

/** Fine units, of 10^-18 coins, in a unit: fees of some chains have as many digits. */
export const FINE = 10n ** 10n

/** Fine units. */
export function fineOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * FINE * UNIT + BigInt(fraction.padEnd(18, '0'))
  return text.startsWith('-') ? -units : units
}

/** With a key its caller repeats it until it knows. */
export const isToRepeat = ({ key, open }: Intent): boolean => key !== undefined && open > 0
