/**
 * Encoding of EVM transactions: legacy with EIP-155, EIP-2930, EIP-1559, and CIP-64 if the chain has it. It works only
 * on canonical addresses; `codec.ts` converts the chain's own spelling.
 */
import type { EvmTransaction, Signed } from '@tallystick/custody'
import { keccak256, Signature } from 'ethers/crypto'
import { recoverAddress, Transaction } from 'ethers/transaction'
import { getBytes } from 'ethers/utils'
import { CIP64, type Cip64, decodeCip64, encodeCip64, isOldOfCelo } from './cip64.js'
import { attempt, malformed } from './faults.js'

/** A transaction of one chain, complete except for its signature. */
export interface Envelope extends EvmTransaction {
  readonly chainId: bigint
}

/** The format of `Unsigned.payload`: integers as text. */
export function toPayload({ gas, ...rest }: Envelope): string {
  const price =
    gas.kind === 'legacy'
      ? { gasPrice: String(gas.gasPrice) }
      : { maxFeePerGas: String(gas.maxFeePerGas), maxPriorityFeePerGas: String(gas.maxPriorityFeePerGas) }
  return JSON.stringify({
    ...rest,
    ...price,
    chainId: String(rest.chainId),
    value: String(rest.value),
    gasLimit: String(rest.gasLimit),
  })
}

/** @throws BadTransaction `malformed` if `toPayload` did not write it */
export function fromPayload(payload: string): Envelope {
  const parsed: unknown = attempt(() => JSON.parse(payload))
  if (typeof parsed !== 'object' || parsed === null)
    throw malformed('The unsigned transaction is not an object')
  const fields: Readonly<Record<string, unknown>> = { ...parsed }
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value !== 'string') throw malformed(`The unsigned transaction has no ${name}`)
    return value
  }
  const integer = (name: string): bigint => {
    const digits = text(name)
    if (!/^\d{1,78}$/.test(digits)) throw malformed(`${name} of the unsigned transaction is no integer`)
    return BigInt(digits)
  }
  const nonce = fields['nonce']
  if (typeof nonce !== 'number') throw malformed('The unsigned transaction has no nonce')
  return {
    chainId: integer('chainId'),
    from: text('from'),
    to: fields['to'] === null ? null : text('to'),
    value: integer('value'),
    data: text('data'),
    nonce,
    gasLimit: integer('gasLimit'),
    gas:
      'gasPrice' in fields
        ? { kind: 'legacy', gasPrice: integer('gasPrice') }
        : {
            kind: 'eip1559',
            maxFeePerGas: integer('maxFeePerGas'),
            maxPriorityFeePerGas: integer('maxPriorityFeePerGas'),
          },
    ...('feeCurrency' in fields ? { feeCurrency: text('feeCurrency') } : {}),
  }
}

/** The most that it can cost, in base units of the fee's coin. */
export const highestFee = ({ gasLimit, gas }: Envelope): bigint =>
  gasLimit * (gas.kind === 'legacy' ? gas.gasPrice : gas.maxFeePerGas)

const WORD = 1n << 256n

/** No value below zero or above 256 bits, and no tip above the price limit. @throws BadTransaction `malformed` */
function checked(envelope: Envelope): Envelope {
  const { value, gasLimit, gas, nonce } = envelope
  const [limit, tip] =
    gas.kind === 'legacy' ? [gas.gasPrice, 0n] : [gas.maxFeePerGas, gas.maxPriorityFeePerGas]
  if ([value, gasLimit, limit, tip].some((quantity) => quantity < 0n || quantity >= WORD)) {
    throw malformed('An amount, a price or a limit is below zero or beyond 256 bits')
  }
  if (tip > limit) throw malformed('The tip is above the price limit of a unit of gas')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw malformed('No such nonce')
  return envelope
}

/** 32 bytes: what the sender signs. @throws BadTransaction `malformed` if it cannot be encoded */
export function digestOf(envelope: Envelope): Uint8Array {
  const valid = checked(envelope)
  return attempt(() =>
    getBytes(
      valid.feeCurrency === undefined ? plain(valid).unsignedHash : keccak256(encodeCip64(cip64(valid))),
    ),
  )
}

/** @param signature r and s, 64 bytes, with the parity that recovers the sender's key */
export function sign(envelope: Envelope, signature: Uint8Array, yParity: 0 | 1): Signed {
  const part = (from: number): string =>
    `0x${Buffer.from(signature.subarray(from, from + 32)).toString('hex')}`
  const raw = attempt(() => {
    const parsed = Signature.from({ r: part(0), s: part(32), yParity })
    if (envelope.feeCurrency !== undefined) return encodeCip64(cip64(envelope), parsed)
    const transaction = plain(envelope)
    transaction.signature = parsed
    return transaction.serialized
  })
  return { raw, txId: keccak256(raw) }
}

/** The content and sender of a signed transaction. */
export interface Opened {
  readonly txId: string
  /** Zero: signed without a chain id (before EIP-155). */
  readonly chainId: bigint
  /** Canonical, recovered from the signature. */
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly data: string
  readonly nonce: number
  readonly gasLimit: bigint
  /** The highest price per unit of gas. */
  readonly highestPrice: bigint
  /** CIP-64: the token of the fee, canonical. */
  readonly feeCurrency?: string
}

/**
 * @param raw 0x-hex
 * @throws BadTransaction `malformed` if it is not a signed transaction in its canonical encoding
 */
export function open(raw: string, withCip64: boolean): Opened {
  if (withCip64 && isOldOfCelo(raw)) {
    throw malformed(
      "This is one of Celo's old transactions, with fields for a gateway, which the network takes no more. Send a " +
        'plain one or one of EIP-1559 to pay the fee in CELO, and one of CIP-64 (type 0x7b) to pay it in a token',
    )
  }
  return withCip64 && raw.startsWith(CIP64) ? openCip64(raw) : openPlain(raw)
}

/** Legacy, EIP-2930, EIP-1559. Blobs and delegations (types 3 and 4) contain more than this service checks. */
const KINDS = new Set<number | null>([0, 1, 2])

function openPlain(raw: string): Opened {
  const transaction = attempt(() => Transaction.from(raw))
  const from = attempt(() => transaction.from)
  if (!KINDS.has(transaction.type) || from === null)
    throw malformed('Not a signed transaction of a known type')
  if (attempt(() => transaction.serialized) !== raw)
    throw malformed('The transaction is not written canonically')
  const { chainId, to, value, data, nonce, gasLimit } = transaction
  return {
    txId: keccak256(raw),
    chainId,
    from: from.toLowerCase(),
    to: to?.toLowerCase() ?? null,
    value,
    data,
    nonce,
    gasLimit,
    highestPrice: transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n,
  }
}

function openCip64(raw: string): Opened {
  const opened = attempt(() => decodeCip64(raw))
  if (opened === undefined) throw malformed('Not a signed transaction of CIP-64')
  const { fields, signature } = opened
  const from = attempt(() => recoverAddress(keccak256(encodeCip64(fields)), signature).toLowerCase())
  const { maxFeePerGas: highestPrice, maxPriorityFeePerGas: _tip, ...rest } = fields
  return { txId: keccak256(raw), from, ...rest, highestPrice }
}

function plain(envelope: Envelope): Transaction {
  const { chainId, nonce, gasLimit, to, value, data, gas } = envelope
  const price =
    gas.kind === 'legacy'
      ? { type: 0, gasPrice: gas.gasPrice }
      : { type: 2, maxFeePerGas: gas.maxFeePerGas, maxPriorityFeePerGas: gas.maxPriorityFeePerGas }
  return Transaction.from({ chainId, nonce, gasLimit, to, value, data, ...price })
}

function cip64(envelope: Envelope): Cip64 {
  const { chainId, nonce, gasLimit, to, value, data, gas, feeCurrency = '' } = envelope
  // The type has no plain price. With both limits at the price, it pays at most the given price.
  const [maxFeePerGas, maxPriorityFeePerGas] =
    gas.kind === 'legacy' ? [gas.gasPrice, gas.gasPrice] : [gas.maxFeePerGas, gas.maxPriorityFeePerGas]
  return { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to, value, data, feeCurrency }
}
