/**
 * The path that a caller of the RPC pass-through may append to the address of a node. It is checked when the call
 * arrives and again when it is sent.
 */

/** Longest path and query that are passed on. */
export const MAX_RPC_TARGET = 2_048

/** A path segment: RFC 3986 without characters that servers interpret differently (`;`, `@`, an escaped escape). */
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,=:-]|%[0-9A-Fa-f]{2})+$/
const QUERY = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?[\]-]|%[0-9A-Fa-f]{2})*$/
/**
 * Escapes that some decoders turn into a separator, an escape or no character. Overlong encodings, which lenient
 * decoders accept, begin with c0 and c1.
 */
const BAD_ESCAPE = /%(?:2f|5c|25|[01][0-9a-f]|7f|c[01])/i
const BAD_QUERY_ESCAPE = /%(?:[01][0-9a-f]|7f)/i

/**
 * The part of a call's path that may be appended to the address of a node: relative, and without any way to climb up.
 * It is passed on unchanged or not at all.
 * @param text Path and query as received, still escaped: `accounts/GA…/offers?limit=2`; empty for none
 * @returns The path with a leading `/`, or empty; undefined if the text is refused
 */
export function rpcTarget(text: string): string | undefined {
  if (text === '') return ''
  if (text.length > MAX_RPC_TARGET) return undefined
  const mark = text.indexOf('?')
  const path = mark === -1 ? text : text.slice(0, mark)
  const query = mark === -1 ? '' : text.slice(mark + 1)
  if (!QUERY.test(query) || BAD_QUERY_ESCAPE.test(query)) return undefined
  const segments = path === '' ? [] : path.split('/')
  // A colon in the first segment could make it a scheme, and an empty first segment (two slashes) a host.
  if (segments[0]?.includes(':') === true) return undefined
  // Some addresses end with a slash.
  const inner = segments.at(-1) === '' && segments.length > 1 ? segments.slice(0, -1) : segments
  if (!inner.every(isSegment)) return undefined
  return `${path === '' ? '' : `/${path}`}${mark === -1 ? '' : `?${query}`}`
}

function isSegment(segment: string): boolean {
  if (!SEGMENT.test(segment) || BAD_ESCAPE.test(segment)) return false
  return !/^(?:\.|%2e)+$/i.test(segment)
}
