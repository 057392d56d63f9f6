/**
 * Null if it is no absolute URL. Not by `URL.canParse`: once Node 20 has compiled it, it refuses every name that is not
 * ASCII (seen with 20.20, after some thousand calls).
 */
export function urlIn(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
