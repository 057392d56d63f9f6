/**
 * Addresses: classic (`r…`), and X-addresses, which also contain a destination tag and a network (XLS-5). The tag of an
 * X-address must be used: money sent without it may belong to nobody.
 */
import { BadTransaction, type ChainNetwork } from '@tallystick/custody'
import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec'

export interface Party {
  /** The classic address. */
  readonly address: string
  /** 32 bits; null without one. */
  readonly tag: number | null
}

/** X-addresses have 47 characters. Longer text is not decoded, because base 58 takes quadratic time. */
const MAX_LENGTH = 48

export const isClassic = (text: string): boolean => text.length <= MAX_LENGTH && isValidClassicAddress(text)

/** Undefined if it is not an address, or an X-address of another network. */
export function readParty(text: string, network: ChainNetwork): Party | undefined {
  if (isClassic(text)) return { address: text, tag: null }
  if (text.length > MAX_LENGTH || !isValidXAddress(text)) return undefined
  const { classicAddress, tag, test } = xAddressToClassicAddress(text)
  if (test === (network === 'mainnet')) return undefined
  return { address: classicAddress, tag: tag === false ? null : tag }
}

/** @throws BadTransaction `malformed` */
export function partyOf(field: string, value: unknown, network: ChainNetwork): Party {
  const party = typeof value === 'string' ? readParty(value, network) : undefined
  if (party === undefined)
    throw new BadTransaction('malformed', `${field} is not an address of this network.`)
  return party
}
