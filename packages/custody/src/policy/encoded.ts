/** What of a call may hide an address: encoded data, and numbers that are too large for an amount. What token calls pay. */
import { parseExact } from '@tallystick/core'
import type { Chain } from '../ports/chain.js'

/** Bytes of the shortest address: fewer cannot hide one. */
const DIGITS_OF_ADDRESS = 40
/** No amount has so many bits, in any unit. */
const MOST = 1n << 128n

const HEX = new RegExp(`[0-9a-f]{${DIGITS_OF_ADDRESS}}`, 'i')
/** As contracts take integers; with more hex digits it is `HEX`. */
const WHOLE = /^[+-]?(?:\d{30,}|0x[0-9a-f]{33,39})$/i
const LIST = /^\s*[[{]/
/** Twice as deep as the parameters of a contract may be. */
const MAX_DEPTH = 32

/**
 * The first field that a list of denied addresses cannot look into.
 * @returns Its place in the call, such as `params.1`; null if the whole call can be read
 */
export function encodedIn(
  { codec, record }: Pick<Chain, 'codec' | 'record'>,
  value: unknown,
  place: readonly string[] = [],
): string | null {
  // Transactions that are spent there have ids of 32 bytes, and no call is encoded.
  if (record.family === 'utxo') return null
  if (typeof value === 'string') {
    const list = listIn(value)
    if (list === undefined) return isReadable(codec, value) ? null : place.join('.')
    return list === null ? place.join('.') : encodedIn({ codec, record }, list, place)
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = encodedIn({ codec, record }, inner, [...place, name])
    if (found !== null) return found
  }
  return null
}

function isReadable(codec: Chain['codec'], text: string): boolean {
  if (codec.isAddress(text)) return true
  if (WHOLE.test(text)) return BigInt(text.replace(/^[+-]/, '')) < MOST
  return !HEX.test(text)
}

/**
 * The list or object that a text is as JSON: clients whose parameters are all text write them so, and an escape in it
 * would hide an address.
 * @returns Undefined if it is none; null if it is too deep to be looked into
 */
export function listIn(text: string): object | null | undefined {
  if (!LIST.test(text)) return undefined
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  try {
    return parseExact(text, undefined, MAX_DEPTH) as object
  } catch {
    return null
  }
}

/** Calls of ERC-20, ERC-721 and ERC-1155 by selector: which argument gets tokens, or rights to them. */
const TOKEN_CALLS: Readonly<Record<string, 0 | 1>> = {
  a9059cbb: 0, // transfer(address,uint256)
  '095ea7b3': 0, // approve(address,uint256)
  '39509351': 0, // increaseAllowance(address,uint256)
  a22cb465: 0, // setApprovalForAll(address,bool)
  '23b872dd': 1, // transferFrom(address,address,uint256)
  '42842e0e': 1, // safeTransferFrom(address,address,uint256)
  b88d4fde: 1, // safeTransferFrom(address,address,uint256,bytes)
  f242432a: 1, // safeTransferFrom(address,address,uint256,uint256,bytes)
  '2eb2c2d6': 1, // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
}

/** The address that gets tokens by a call, or rights to them, as `0x` and hex; null if the text is no such call. */
export function receiverIn(text: string): string | null {
  const [, selector = '', args = ''] = /^(?:0x)?([0-9a-f]{8})([0-9a-f]*)$/.exec(text.toLowerCase()) ?? []
  const place = TOKEN_CALLS[selector]
  if (place === undefined) return null
  // Contracts read what is missing as zeros, and old ones ignore the first 12 bytes.
  const start = place * 64 + 24
  return `0x${args.slice(start, start + DIGITS_OF_ADDRESS).padEnd(DIGITS_OF_ADDRESS, '0')}`
}
