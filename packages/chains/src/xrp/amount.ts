/**
 * Amounts of the XRP Ledger (xrpl.org, "Basic Data Types", "Specifying Currency Amounts"): drops of XRP as whole text;
 * issued assets as `{ currency, issuer, value }`, where `value` has at most 16 significant digits at an exponent
 * between -96 and 80. Any other amount is refused and never rounded.
 */
import { BadTransaction } from '@tallystick/custody'
import { isObject } from '../json.js'
import { isClassic } from './address.js'

/** The total XRP ever created, in drops. */
const MAX_DROPS = 10n ** 17n
const DIGITS = 16
const MIN_EXPONENT = -96
const MAX_EXPONENT = 80
/** Longer text cannot be an amount in range. */
const MAX_TEXT = 200

interface IssuedAmount {
  readonly currency: string
  readonly issuer: string
  readonly value: string
}

/** Drops, as text. @throws BadTransaction `malformed` */
export function dropsOf(field: string, value: unknown): string {
  if (typeof value === 'string' && /^\d{1,18}$/.test(value)) {
    const drops = BigInt(value)
    if (drops > 0n && drops <= MAX_DROPS) return drops.toString()
  }
  throw new BadTransaction('malformed', `${field} is not a positive whole number of drops (10^-6 XRP).`)
}

/** @throws BadTransaction `malformed` */
export function issuedOf(field: string, value: unknown, zero: 'zero' | 'positive'): IssuedAmount {
  const { currency, issuer, value: text, ...rest } = isObject(value) ? value : {}
  if (typeof currency !== 'string' || typeof issuer !== 'string' || typeof text !== 'string') {
    throw new BadTransaction('malformed', `${field} is not an amount of an issued asset.`)
  }
  if (Object.keys(rest).length > 0 || !isClassic(issuer)) {
    throw new BadTransaction('malformed', `The issuer in ${field} is not an address.`)
  }
  return { currency: currencyOf(field, currency), issuer, value: decimalOf(field, text, zero) }
}

/**
 * A code of three characters, or 40 hex digits. XRP is not an issued asset: nodes refuse its code, 40 zeros, and the
 * hex of the three letters.
 */
function currencyOf(field: string, text: string): string {
  const hex = text.toUpperCase()
  const isCode = /^[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}$/.test(text) && hex !== 'XRP'
  const isHex = /^[0-9A-F]{40}$/.test(hex) && !/^0{40}$|^0{24}5852500{10}$/.test(hex)
  if (isCode) return text
  if (isHex) return hex
  throw new BadTransaction('malformed', `The currency in ${field} is not the code of an issued asset.`)
}

function decimalOf(field: string, text: string, zero: 'zero' | 'positive'): string {
  const match = text.length > MAX_TEXT ? null : /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/.exec(text.replace(/^\+/, ''))
  if (match === null) throw new BadTransaction('malformed', `The value in ${field} is not a decimal amount.`)
  const whole = (match[1] ?? '').replace(/^0+/, '')
  const fraction = (match[2] ?? match[3] ?? '').replace(/0+$/, '')
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') {
    if (zero === 'zero') return '0'
    throw new BadTransaction('malformed', `The value in ${field} is zero.`)
  }
  // In the ledger's form: 16 digits, the first not zero, and an exponent.
  const exponent = digits.length - fraction.length - DIGITS
  if (digits.replace(/0+$/, '').length > DIGITS || exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {
    throw new BadTransaction(
      'malformed',
      `The value in ${field} does not fit the XRP Ledger: at most ${DIGITS} significant digits, between ` +
        `10^${MIN_EXPONENT + DIGITS - 1} and 10^${MAX_EXPONENT + DIGITS}.`,
    )
  }
  return fraction === '' ? whole : `${whole === '' ? '0' : whole}.${fraction}`
}
