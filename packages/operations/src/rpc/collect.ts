/** The whole answer of a node, for callers in process. */
import type { NodeAnswer } from '@tallystick/custody'
import { isExact } from '../exact.js'

/**
 * JSON as its value, anything else as text. A number that a double would round comes as the text it was written
 * as, as it does in the bodies of requests.
 */
export async function collect(answer: NodeAnswer): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return JSON.parse(keepDigits(text))
  } catch {
    return text
  }
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

function keepDigits(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  )
}
