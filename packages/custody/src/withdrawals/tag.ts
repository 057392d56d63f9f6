/** The tag or memo that a withdrawal asks for in `attr`, as the codec of its chain spells it (`Paid.tag`). */
import { Rejected } from '@tallystick/engine'
import type { ChainRecord } from '../ports/chain.js'

/** xrpl.org, "Source and Destination Tags": 32 bits. */
const MAX_XRP_TAG = 2n ** 32n - 1n
/** developers.stellar.org, "Memos": a text has 28 bytes; clients send what is longer as a hash of 32 bytes. */
const MAX_TEXT = 28
const HASH = /^[0-9a-f]{64}$/i
/** docs.bnbchain.org, "Transfer": bytes of a memo. */
const MAX_BNB_MEMO = 128

/**
 * Undefined where the chain has no tags, or none is asked for.
 * @throws Rejected `attr.wrong.format`
 */
export function tagIn(
  { tag: field, id }: Pick<ChainRecord, 'tag' | 'id'>,
  attr: string | null,
): string | undefined {
  if (attr === null) return undefined
  switch (field) {
    case undefined:
      return undefined
    case 'destinationTag':
      if (/^\d{1,10}$/.test(attr) && BigInt(attr) <= MAX_XRP_TAG) return BigInt(attr).toString()
      break
    case 'message':
      if (attr.length > MAX_TEXT && HASH.test(attr)) return `hash:${attr.toLowerCase()}`
      if (Buffer.byteLength(attr) <= MAX_TEXT) return `text:${attr}`
      break
    case 'memo':
      if (Buffer.byteLength(attr) <= MAX_BNB_MEMO) return attr
  }
  throw new Rejected({ code: 'attr.wrong.format', detail: id })
}
