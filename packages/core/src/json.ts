/**
 * Exact JSON, in one place for everything that reads or writes it: answers of nodes, request bodies, our answers.
 * `JSON.parse` makes every number a double, and a double cannot hold all amounts of DOGE in base units, nor the eighth
 * decimal of a large amount. Here each reader decides what becomes of a number, and an `ExactNumber` keeps the
 * characters of the text. In everything else `parseExact` behaves like `JSON.parse` (RFC 8259), except that it limits
 * nesting. docs/decisions/031-exact-json.md explains why no library is used.
 */

import { BigNumber } from './decimal.js'

/**
 * A JSON number that a double cannot hold, with the characters of the text: `0.00000001`, `18446744073709551615`,
 * `1e-8`.
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }

  /** JSON.stringify cannot write it as a number. As text it keeps all digits. */
  toJSON(): string {
    return this.text
  }
}

/** Decides what becomes of a number, from the characters of the text. */
export type NumberReader = (literal: string) => unknown

/** A safe integer that is written as an integer becomes a `number`. Every other number keeps its characters. */
export function asWritten(literal: string): number | ExactNumber {
  const value = Number(literal)
  return Number.isSafeInteger(value) && !/[.eE]/.test(literal) ? value : new ExactNumber(literal)
}

/** A `number` if it equals the written decimal, otherwise an `ExactNumber`. */
export function exactNumber(literal: string): number | ExactNumber {
  return isExact(literal) ? Number(literal) : new ExactNumber(literal)
}

/** A double keeps fifteen digits, and any exponent of two digits with that many digits. */
const LONG_NUMBER = /[:,[\s]-?\d(?:[\d.]{15}|[\d.]*[eE][-+]?\d{3})/

const NUMBER_ALONE = /^-?\d/

/**
 * Whether a double may round a number of this JSON. It is false for nearly all texts, and `JSON.parse` then suffices.
 */
export function holdsLongNumber(json: string): boolean {
  return LONG_NUMBER.test(json) || NUMBER_ALONE.test(json)
}

const SHORT_NUMBER = /^[-\d.]{1,15}$/

/** Whether the number has so few digits that any double keeps them. */
export function isShort(literal: string): boolean {
  return SHORT_NUMBER.test(literal)
}

/** Whether the double of a JSON number equals the written decimal: its shortest text denotes the same number. */
export function isExact(literal: string): boolean {
  if (isShort(literal)) return true
  const value = Number(literal)
  // A number that is too small for a double becomes zero, and may also be too small for a BigNumber.
  if (value === 0) return !/^[^eE]*[1-9]/.test(literal)
  return Number.isFinite(value) && new BigNumber(literal).eq(String(value))
}

/** Writes a number as plain decimal text without an exponent. */
export function plainDecimal(text: string): string {
  return text.includes('e') ? new BigNumber(text).toFixed() : text
}

/** Works like `JSON.stringify`, but writes an `ExactNumber` as a number. */
export function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map((item) => writeExact(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${JSON.stringify(name)}:${writeExact(one)}`)
  return `{${members.join(',')}}`
}

/** No answer of a node nests deeper, and code that walks it recursively would overflow the stack. */
const MAX_DEPTH = 256

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** @throws SyntaxError if the text is not JSON, or nests too deeply. The message does not quote the text */
export function parseExact(text: string, read: NumberReader = asWritten, maxDepth = MAX_DEPTH): unknown {
  return new Parser(text, read, maxDepth).document()
}

/**
 * For files that people write: of a name that an object has twice, one would be ignored. Numbers are not amounts.
 * @throws SyntaxError as `parseExact` does, and for such a name
 */
export function parseWritten(text: string): unknown {
  return new Parser(text, Number, MAX_DEPTH, true).document()
}

class Parser {
  private at = 0

  constructor(
    private readonly text: string,
    private readonly read: NumberReader,
    private readonly maxDepth: number,
    private readonly isOnce = false,
  ) {}

  document(): unknown {
    const value = this.value(0)
    this.blank()
    if (this.at !== this.text.length) throw this.broken()
    return value
  }

  private value(depth: number): unknown {
    if (depth > this.maxDepth) throw new SyntaxError(`JSON nests deeper than ${this.maxDepth}`)
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
      if (this.isOnce && Object.hasOwn(members, name))
        throw new SyntaxError(`An object has the same name twice, before character ${this.at}`)
      if (!this.take(':')) throw this.broken()
      const value = this.value(depth + 1)
      if (name === '__proto__') {
        // Defines a member like any other; an assignment to `__proto__` would set the prototype.
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

  /** Whether an odd number of backslashes precedes the quote. */
  private isEscaped(quote: number): boolean {
    let at = quote
    while (this.text[at - 1] === '\\') at -= 1
    return (quote - at) % 2 === 1
  }

  private number(): unknown {
    NUMBER.lastIndex = this.at
    const [literal] = NUMBER.exec(this.text) ?? []
    if (literal === undefined) throw this.broken()
    this.at += literal.length
    return this.read(literal)
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
