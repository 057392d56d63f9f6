const EMPTY = /^$/

/**
 * JavaScript keeps the text of the last match of a regular expression (`RegExp.input`; TC39, "Legacy RegExp features in
 * JavaScript"). If that text was a private key, it would stay in memory until the next match, which an idle process does
 * not make. Call this after a key was parsed.
 */
export function forgetMatch(): void {
  EMPTY.exec('')
}
