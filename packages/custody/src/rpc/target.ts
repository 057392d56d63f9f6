/**
 * What a caller of the RPC pass-through may append to the address of a node. Checked where the call comes in,
 * and again where it goes out.
 */

/** Longest path and query of a call that are passed on. */
export const MAX_RPC_TARGET = 2_048

/** A segment of a path: RFC 3986 without what servers read in different ways (`;`, `@`, an escaped escape). */
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,=:-]|%[0-9A-Fa-f]{2})+$/
const QUERY = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?[\]-]|%[0-9A-Fa-f]{2})*$/
/**
 * Escapes that are a separator, an escape or no character to whoever decodes them; with c0 and c1 begin the
 * overlong spellings of such that lenient decoders read.
 */
const BAD_ESCAPE = /%(?:2f|5c|25|[01][0-9a-f]|7f|c[01])/i
const BAD_QUERY_ESCAPE = /%(?:[01][0-9a-f]|7f)/i

/**
 * What of a call's own path may be appended to the address of a node: relative, and not climbing in any
 * reading of it. The text is passed on as it is or not at all.
 * @param text Path and query as they came, still escaped: `accounts/GA…/offers?limit=2`; empty for none
 * @returns The path with a leading `/`, or empty; undefined when the text is refused
 */
export function rpcTarget(text: string): string | undefined {
  if (text === '') return ''
  if (text.length > MAX_RPC_TARGET) return undefined
  const mark = text.indexOf('?')
  const path = mark === -1 ? text : text.slice(0, mark)
  const query = mark === -1 ? '' : text.slice(mark + 1)
  if (!QUERY.test(query) || BAD_QUERY_ESCAPE.test(query)) return undefined
  const segments = path === '' ? [] : path.split('/')
  // A scheme would stand in the first segment, and a host behind two slashes: an empty one.
  if (segments[0]?.includes(':') === true) return undefined
  // A slash at the end is part of some addresses.
  const inner = segments.at(-1) === '' && segments.length > 1 ? segments.slice(0, -1) : segments
  if (!inner.every(isSegment)) return undefined
  return `${path === '' ? '' : `/${path}`}${mark === -1 ? '' : `?${query}`}`
}

function isSegment(segment: string): boolean {
  if (!SEGMENT.test(segment) || BAD_ESCAPE.test(segment)) return false
  return !/^(?:\.|%2e)+$/i.test(segment)
}
