/**
 * CIP-64: Celo's transactions whose fee is paid in a token. It is EIP-1559 with one more field, under type 0x7b
 * (github.com/celo-org/celo-proposals, CIPs/cip-0064.md).
 */
import { Signature } from 'ethers/crypto'
import { decodeRlp, encodeRlp, getBytes, hexlify, toBeArray } from 'ethers/utils'

export const CIP64 = '0x7b'

export interface Cip64 {
  readonly chainId: bigint
  readonly nonce: number
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gasLimit: bigint
  readonly to: string | null
  readonly value: bigint
  readonly data: string
  readonly feeCurrency: string
}

type Rlp = string | Uint8Array | readonly Rlp[]

const integer = (value: bigint | number): Uint8Array => toBeArray(value)

/**
 * Whether it has one of the two earlier formats, with a currency, a gateway and the gateway's fee: without a type, and
 * 12 fields where Ethereum has 9; or CIP-42, type 0x7c. Celo refuses both since it became a layer 2 of Ethereum.
 */
export function isOldOfCelo(raw: string): boolean {
  if (raw.startsWith('0x7c')) return true
  try {
    const list = decodeRlp(raw)
    return Array.isArray(list) && list.length === 12
  } catch {
    return false
  }
}

/** With the signature: the transaction. Without: what is hashed for signing. */
export function encodeCip64(fields: Cip64, signature?: Signature): string {
  const list: Rlp[] = [
    integer(fields.chainId),
    integer(fields.nonce),
    integer(fields.maxPriorityFeePerGas),
    integer(fields.maxFeePerGas),
    integer(fields.gasLimit),
    fields.to ?? '0x',
    integer(fields.value),
    fields.data,
    // The access list, which ours leave empty.
    [],
    fields.feeCurrency,
  ]
  if (signature !== undefined) {
    list.push(integer(signature.yParity), integer(BigInt(signature.r)), integer(BigInt(signature.s)))
  }
  return `${CIP64}${encodeRlp(list as Parameters<typeof encodeRlp>[0]).slice(2)}`
}

/** Undefined if it is not a signed transaction of this type in its canonical encoding. */
export function decodeCip64(
  raw: string,
): { readonly fields: Cip64; readonly signature: Signature } | undefined {
  const list = decodeRlp(`0x${raw.slice(CIP64.length)}`)
  if (!Array.isArray(list) || list.length !== 13) return undefined
  const texts = list.map((item) => (typeof item === 'string' ? item : ''))
  const [chainId, nonce, priority, maximum, gasLimit, to, value, data, , feeCurrency, parity, r, s] = texts
  if (feeCurrency?.length !== 42 || (to !== '0x' && to?.length !== 42)) return undefined
  const quantity = (text: string | undefined): bigint =>
    text === undefined || text === '' || text === '0x' ? 0n : BigInt(text)
  const fields: Cip64 = {
    chainId: quantity(chainId),
    nonce: Number(quantity(nonce)),
    maxPriorityFeePerGas: quantity(priority),
    maxFeePerGas: quantity(maximum),
    gasLimit: quantity(gasLimit),
    to: to === '0x' ? null : to,
    value: quantity(value),
    data: data === '' || data === undefined ? '0x' : data,
    feeCurrency,
  }
  const signature = Signature.from({ r: word(r), s: word(s), yParity: parity === '0x01' ? 1 : 0 })
  // If it does not encode to the same bytes (a padded number, an access list), it would be misread.
  return encodeCip64(fields, signature) === hexlify(getBytes(raw)) ? { fields, signature } : undefined
}

const word = (text: string | undefined): string => `0x${(text ?? '').slice(2).padStart(64, '0')}`
