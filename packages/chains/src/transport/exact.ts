/**
 * JSON without the loss of a digit. `JSON.parse` makes a double of every number; a double holds neither all
 * amounts of DOGE in base units nor the eighth decimal of a large one. Here a number that a `number` cannot
 * stand for exactly keeps the characters it was written with. In everything else it equals `JSON.parse`
 * (RFC 8259), except that nesting is limited.
 */

/** A number of JSON as it was written: `0.00000001`, `18446744073709551615`, `1e-8`. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }

  /** `JSON.stringify` has no way to write it as a number in Node 20: as text no digit is lost. */
  toJSON(): string {
    return this.text
  }
}

/** JSON of what `parseExact` read: the numbers as they were written, each name once. */
export function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${writeExact(one)}`)
  return `{${members.join(',')}}`
}

/** Deeper nesting is no answer of a node, and would end in a stack overflow. */
const MAX_DEPTH = 256

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y

/** @throws SyntaxError the text is not JSON, or nests too deeply; the message does not quote it */
export function parseExact(text: string): unknown {
  return new Parser(text).document()
}

class Parser {
  private at = 0

  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.value(0)
    this.blank()
    if (this.at !== this.text.length) throw this.broken()
    return value
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH}`)
    this.blank()
    switch (this.text.charCodeAt(this.at)) {
      case 0x7b:
        return this.object(depth)
      case 0x5b:
        return this.array(depth)
      case 0x22:
        return this.string()
      case 0x74:
        return this.word('true', true)
      case 0x66:
        return this.word('false', false)
      case 0x6e:
        return this.word('null', null)
      default:
        return this.number()
    }
  }

  private object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    this.at += 1
    if (this.take('}')) return members
    do {
      this.blank()
      if (this.text[this.at] !== '"') throw this.broken()
      const name = this.string()
      if (!this.take(':')) throw this.broken()
      const value = this.value(depth + 1)
      if (name === '__proto__') {
        // A member like any other; an assignment would set the prototype.
        Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true })
      } else {
        members[name] = value
      }
    } while (this.take(','))
    if (!this.take('}')) throw this.broken()
    return members
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = []
    this.at += 1
    if (this.take(']')) return items
    do items.push(this.value(depth + 1))
    while (this.take(','))
    if (!this.take(']')) throw this.broken()
    return items
  }

  private string(): string {
    const start = this.at
    let end = this.text.indexOf('"', start + 1)
    while (end !== -1 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1)
    if (end === -1) throw this.broken()
    this.at = end + 1
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string
    } catch {
      throw this.broken()
    }
  }

  /** Whether an odd number of backslashes stands before it. */
  private isEscaped(quote: number): boolean {
    let at = quote
    while (this.text[at - 1] === '\\') at -= 1
    return (quote - at) % 2 === 1
  }

  private number(): number | ExactNumber {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) throw this.broken()
    const [text, fraction, exponent] = match
    this.at += text.length
    if (fraction === undefined && exponent === undefined) {
      const value = Number(text)
      if (Number.isSafeInteger(value)) return value
    }
    return new ExactNumber(text)
  }

  private word<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) throw this.broken()
    this.at += word.length
    return value
  }

  private take(character: string): boolean {
    this.blank()
    if (this.text[this.at] !== character) return false
    this.at += 1
    return true
  }

  private blank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.at += 1
    }
  }

  private broken(): SyntaxError {
    return new SyntaxError(`Not JSON at character ${this.at}`)
  }
}
