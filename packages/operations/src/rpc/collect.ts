/** Collects the whole answer of a node, for callers in process. */
import { holdsLongNumber, isExact, parseExact } from '@tallystick/core'
import type { NodeAnswer } from '@tallystick/custody'

/** A trace of an EVM call nests as its calls do, up to 1,024 deep, each within two brackets. */
const MAX_DEPTH = 2_500

/** JSON as its value, anything else as text. A number that a double would round becomes text, as in request bodies. */
export async function collect(answer: NodeAnswer): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return holdsLongNumber(text) ? parseExact(text, numberOrText, MAX_DEPTH) : JSON.parse(text)
  } catch {
    return text
  }
}

const numberOrText = (literal: string): number | string => (isExact(literal) ? Number(literal) : literal)
