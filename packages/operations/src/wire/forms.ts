/**
 * Forms of text that several fields have: a pattern, and as `title` what a refusal says in its place, `amount must be …`.
 * A pattern of a single field has its title there.
 */

export const DECIMAL = {
  pattern: '^[+]?((\\d+(\\.\\d*)?)|(\\.\\d+))$',
  title: 'decimal text of 0 or more, such as "12.5"',
} as const

export const SIGNED_DECIMAL = {
  pattern: '^[+-]?((\\d+(\\.\\d*)?)|(\\.\\d+))$',
  title: 'decimal text, such as "12.5"',
} as const

export const WHOLE = { pattern: '^[+]?\\d+$', title: 'a whole number as text, such as "21000"' } as const

export const TOKEN_ID = { pattern: '^\\d{1,78}$', title: 'text of 1 to 78 digits' } as const

export const CURRENCY_NAME = {
  pattern: '^[a-zA-Z0-9_]+$',
  title: 'text of letters, digits and "_"',
} as const

/** Of an asset of XRP. */
export const HEX_CODE = {
  pattern: '^[A-F0-9]{40}$',
  title: 'text of 40 hex digits, with capital letters',
} as const

/** Of an asset of Stellar. */
export const ASSET_CODE = {
  pattern: '^[a-zA-Z0-9]{1,12}$',
  title: 'text of 1 to 12 letters and digits',
} as const

export const ASCII_64 = { pattern: '^[ -~]{0,64}$', title: 'text of up to 64 characters of ASCII' } as const
