/**
 * Reads an answer whose one list is longer than a text may be. Each item is parsed when it has arrived, and only what
 * `keep` returns of it stays. No more than one item is held, and nothing else waits while a long list is read.
 */
import { holdsLongNumber, parseExact } from '@tallystick/core'
import { ExchangeFault, type Incoming } from './exchange.js'

/** Of one item, and of everything around the list. */
const MOST_CHARACTERS = 32 * 1024 * 1024

export interface LongList<Kept> {
  /** The name of the list, which is a member of `result`. */
  readonly list: string
  /** A member with a number or null, which nobody needs: the exact parser would read it. */
  readonly without: string
  readonly keep: (item: unknown) => Kept
}

export interface Listed<Kept> {
  /** The list is empty. */
  readonly result: unknown
  /** What was kept of each item; undefined if there is no list. */
  readonly items: readonly Kept[] | undefined
}

/** @returns The text with an empty list, and what was kept of its items. @throws ExchangeFault, SyntaxError */
export async function readLongList<Kept>(incoming: Incoming, host: string, parts: LongList<Kept>) {
  const splitter = new Splitter(host, parts)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of incoming.body) splitter.add(decode(chunk))
  splitter.add(decode())
  return { text: splitter.around, items: splitter.items }

  function decode(chunk?: Uint8Array): string {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new ExchangeFault(`${host} answered something that is not text`, true)
    }
  }
}

/** `{"result":{"list":[` opens three. */
const DEPTH = 3

class Splitter<Kept> {
  /** Everything but the items. */
  around = ''
  items: Kept[] | undefined
  private item = ''
  private isInList = false
  private isInText = false
  private isEscaped = false
  private depth = 0
  private readonly opens: RegExp
  private readonly without: RegExp

  constructor(
    private readonly host: string,
    private readonly parts: LongList<Kept>,
  ) {
    this.opens = new RegExp(`"${parts.list}"\\s*:\\s*$`)
    // No text holds this: its quotes would be escaped.
    this.without = new RegExp(`"${parts.without}":[-+.\\deEnul]+,`, 'g')
  }

  add(text: string): void {
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (this.isInText) {
        if (this.isEscaped) this.isEscaped = false
        else if (code === 0x5c) this.isEscaped = true
        else if (code === 0x22) this.isInText = false
      } else if (code === 0x22) this.isInText = true
      else if (code === 0x7b || code === 0x5b) {
        this.depth += 1
        if (code !== 0x5b || this.depth !== DEPTH || !this.isOpening(text.slice(from, at))) continue
        this.hold(text.slice(from, at + 1))
        from = at + 1
        this.begin()
      } else if (code === 0x7d || code === 0x5d) {
        if (this.isInList && this.depth === DEPTH) {
          this.end(text.slice(from, at), true)
          from = at
        }
        this.depth -= 1
      } else if (code === 0x2c && this.isInList && this.depth === DEPTH) {
        this.end(text.slice(from, at), false)
        from = at + 1
      }
    }
    this.hold(text.slice(from))
  }

  private isOpening(before: string): boolean {
    return !this.isInList && this.opens.test((this.around.slice(-64) + before).slice(-64))
  }

  private begin(): void {
    if (this.items !== undefined) throw new SyntaxError('The list is there twice')
    this.items = []
    this.isInList = true
  }

  private end(text: string, isLast: boolean): void {
    this.hold(text)
    const { item, items = [] } = this
    this.item = ''
    this.isInList = !isLast
    if (isLast && items.length === 0 && item.trim() === '') return
    const told = item.replaceAll(this.without, '')
    items.push(this.parts.keep(holdsLongNumber(told) ? parseExact(told) : JSON.parse(told)))
  }

  private hold(text: string): void {
    if (this.isInList) this.item += text
    else this.around += text
    if (Math.max(this.item.length, this.around.length) > MOST_CHARACTERS)
      throw new ExchangeFault(`${this.host} answered a part of more than ${MOST_CHARACTERS} characters`, true)
  }
}
