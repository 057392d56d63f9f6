/**
 * Reads transactions of BNB Beacon Chain as a node does, and shares no code with the adapter: amino is read byte by byte
 * (docs.bnbchain.org, "Transaction Encoding"), what is signed is written anew, and OpenSSL checks the signature.
 */
import { createECDH, createHash, createPublicKey, ECDH, verify } from 'node:crypto'
import { bech32 } from './bech32.js'

export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

export interface Side {
  readonly address: string
  readonly coins: readonly Coin[]
}

export interface Signature {
  readonly publicKey: Buffer
  readonly signature: Buffer
  readonly accountNumber: bigint
  readonly sequence: bigint
}

export interface Decoded {
  /** Upper case hex. */
  readonly hash: string
  readonly inputs: readonly Side[]
  readonly outputs: readonly Side[]
  readonly signatures: readonly Signature[]
  readonly memo: string
  readonly source: bigint
}

type Field = readonly [number: number, value: bigint | Buffer]

class Reader {
  private at = 0
  constructor(private readonly bytes: Buffer) {}

  get rest(): Buffer {
    return this.bytes.subarray(this.at)
  }

  varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++]
      if (byte === undefined || shift > 63n) throw new TypeError('the bytes break off')
      value += BigInt(byte % 128) << shift
      if (byte < 128) return value
    }
  }

  take(count: number): Buffer {
    if (count > this.bytes.length - this.at) throw new TypeError('the bytes break off')
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  fields(): readonly Field[] {
    const found: Field[] = []
    while (this.at < this.bytes.length) {
      const key = this.varint()
      const isBytes = key % 8n === 2n
      if (!isBytes && key % 8n !== 0n) throw new TypeError('a field of another type')
      found.push([Number(key / 8n), isBytes ? this.take(Number(this.varint())) : this.varint()])
    }
    return found
  }
}

const fieldsOf = (bytes: Buffer): readonly Field[] => new Reader(bytes).fields()
const all = (fields: readonly Field[], number: number): readonly Buffer[] =>
  fields.flatMap(([own, value]) => (own === number && typeof value !== 'bigint' ? [value] : []))
const one = (fields: readonly Field[], number: number): Buffer => all(fields, number)[0] ?? Buffer.alloc(0)
const int = (fields: readonly Field[], number: number): bigint => {
  const value = fields.find(([own]) => own === number)?.[1] ?? 0n
  if (typeof value === 'bigint') return value
  throw new TypeError('not a number')
}

function after(bytes: Buffer, prefix: string): Buffer {
  const length = prefix.length / 2
  if (bytes.subarray(0, length).toString('hex') !== prefix) throw new TypeError('another type')
  return bytes.subarray(length)
}

const sideOf =
  (hrp: string) =>
  (bytes: Buffer): Side => {
    const fields = fieldsOf(bytes)
    return {
      address: bech32(hrp, one(fields, 1)),
      coins: all(fields, 2).map((coin) => {
        const own = fieldsOf(coin)
        return { denom: one(own, 1).toString(), amount: int(own, 2) }
      }),
    }
  }

/** @param hrp Of the network's addresses @throws TypeError when it is no transfer */
export function decode(raw: string, hrp: string): Decoded {
  const bytes = Buffer.from(raw, 'hex')
  const reader = new Reader(bytes)
  const length = reader.varint()
  if (raw.length % 2 !== 0 || Number(length) !== reader.rest.length) throw new TypeError('another length')
  const tx = fieldsOf(after(reader.rest, 'f0625dee'))
  const [message = Buffer.alloc(0), ...more] = all(tx, 1)
  if (more.length > 0) throw new TypeError('several messages')
  const send = fieldsOf(after(message, '2a2c87fa'))
  return {
    hash: createHash('sha256').update(bytes).digest('hex').toUpperCase(),
    inputs: all(send, 1).map(sideOf(hrp)),
    outputs: all(send, 2).map(sideOf(hrp)),
    signatures: all(tx, 2).map((signature) => {
      const fields = fieldsOf(signature)
      return {
        publicKey: after(one(fields, 1), 'eb5ae98721'),
        signature: one(fields, 2),
        accountNumber: int(fields, 3),
        sequence: int(fields, 4),
      }
    }),
    memo: one(tx, 3).toString(),
    source: int(tx, 4),
  }
}

/** @param secret 32 bytes @returns Compressed */
export function publicKey(secret: Uint8Array): Buffer {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(secret)
  return ecdh.getPublicKey(null, 'compressed')
}

export function address(publicKey: Buffer, hrp: string): string {
  const hash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest()
  return bech32(hrp, hash)
}

/** As Go writes it, in the order of the keys; the sum is what OpenSSL hashes (`StdSignBytes`). */
export function signBytes(
  { inputs, outputs, memo, source }: Decoded,
  own: Signature,
  chainId: string,
): Buffer {
  const sides = (these: readonly Side[]) =>
    these.map(({ address, coins }) => {
      const listed = coins.map(({ denom, amount }) => `{"amount":${amount},"denom":${text(denom)}}`)
      return `{"address":${text(address)},"coins":[${listed.join(',')}]}`
    })
  const numbers = {
    account_number: text(String(own.accountNumber)),
    chain_id: text(chainId),
    data: 'null',
    memo: text(memo),
    msgs: `[{"inputs":[${sides(inputs).join(',')}],"outputs":[${sides(outputs).join(',')}]}]`,
    sequence: text(String(own.sequence)),
    source: text(String(source)),
  }
  const fields = Object.entries(numbers).map(([name, value]) => `"${name}":${value}`)
  return Buffer.from(`{${fields.join(',')}}`)
}

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Go's `encodeState.string`, with HTML escaped. */
function text(value: string): string {
  const letters = [...value].map((letter) => {
    const code = letter.codePointAt(0) ?? 0
    const isHidden = code < 0x20 || code === 0x2028 || code === 0x2029 || '<>&'.includes(letter)
    return ESCAPED[letter] ?? (isHidden ? `\\u${code.toString(16).padStart(4, '0')}` : letter)
  })
  return `"${letters.join('')}"`
}

export function isSigned(tx: Decoded, own: Signature, chainId: string): boolean {
  const point = ECDH.convertKey(own.publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'secp256k1',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const data = signBytes(tx, own, chainId)
  // A signature whose second half is high is another spelling, which Tendermint refuses.
  const isLow = own.signature.length === 64 && BigInt(`0x${own.signature.toString('hex', 32)}`) <= HALF
  return isLow && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, own.signature)
}

/** Of the order of the curve. */
const HALF = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** What an adapter can be held against. */
export const beaconOracle = { decode, isSigned, address, publicKey } as const
