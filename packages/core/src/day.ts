/** UTC days. The core has no clock, and its tidy test allows no `Date`, so this computes the calendar. */
import type { Timestamp } from './ids.js'

const DAY_MS = 86_400_000

const digits = (whole: number, length: number): string => String(whole).padStart(length, '0')

/**
 * The UTC day, `YYYY-MM-DD`: "civil_from_days" of howardhinnant.github.io/date_algorithms.html. Its years begin on
 * 1 March, so that leap days end them.
 */
export function dayOf(at: Timestamp): string {
  const days = Math.floor(at / DAY_MS) + 719_468
  const era = Math.floor(days / 146_097)
  const ofEra = days - era * 146_097
  const leaps = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096)
  const yearOfEra = Math.floor((ofEra - leaps) / 365)
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

/** The UTC month, `YYYY-MM`. */
export const monthOf = (at: Timestamp): string => dayOf(at).slice(0, 7)
