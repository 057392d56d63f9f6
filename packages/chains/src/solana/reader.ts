/** Reads the bytes of a transaction, one field after another. */
import { BadTransaction } from '@tallystick/custody'
import { textOf } from './address.js'

const KEY_BYTES = 32

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `Solana does not accept this transaction: ${why}.`)

/** The bytes of a number begin with the lowest. */
export function numberIn(data: Uint8Array, at: number, size: number): bigint {
  let value = 0n
  for (let byte = size - 1; byte >= 0; byte -= 1) value = (value << 8n) | BigInt(data[at + byte] ?? 0)
  return value
}

export class Reader {
  private at = 0
  constructor(private readonly bytes: Uint8Array) {}

  get rest(): Uint8Array {
    return this.bytes.slice(this.at)
  }

  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) throw malformed('its bytes end too early')
    this.at += 1
    return value
  }

  take(count: number): Uint8Array {
    const part = this.bytes.slice(this.at, this.at + count)
    if (part.length !== count) throw malformed('its bytes end too early')
    this.at += count
    return part
  }

  key(): string {
    return textOf(this.take(KEY_BYTES))
  }

  /** A length in seven bits a byte, the lowest first, written as short as it can be. */
  length(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || value > 0xffff)
          throw malformed('a length is not written as nodes do')
        return value
      }
      if (shift === 14) throw malformed('a length is not written as nodes do')
    }
  }

  /** Bytes of a number, the lowest first. */
  number(size: number): bigint {
    return numberIn(this.take(size), 0, size)
  }

  list<Item>(read: () => Item): readonly Item[] {
    return Array.from({ length: this.length() }, read)
  }
}
