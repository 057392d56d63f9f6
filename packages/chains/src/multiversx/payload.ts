/**
 * The tokens that the data of a transaction moves in addition to its value, by the calls of the protocol
 * (docs.multiversx.com, "Fungible tokens", "Non-fungible tokens"). Arguments are hex behind an `@`.
 */
import type { Paid } from '@tallystick/custody'
import { isAddress, malformed, textOf } from './address.js'

type Ends = { readonly sender: string; readonly receiver: string }

const CALLS = ['ESDTTransfer', 'ESDTNFTTransfer', 'MultiESDTNFTTransfer'] as const
/** A limit above the number of tokens that a transaction has gas for. */
const MAX_TRANSFERS = 1_000

/** The text in the Base64 of a transaction's data. */
export const textIn = (data = ''): string => Buffer.from(data, 'base64').toString()

export const dataOf = (text: string): string => Buffer.from(text).toString('base64')

/** The call that moves tokens, by its name. */
export const callIn = (text: string): (typeof CALLS)[number] | undefined =>
  CALLS.find((call) => text === call || text.startsWith(`${call}@`))

/** @throws BadTransaction `malformed` if a call that moves tokens is not well-formed */
export function mustBeCalled(ends: Ends, data: string | undefined): void {
  const call = callIn(textIn(data))
  if (call !== undefined && transfersIn(ends, data) === undefined) {
    throw malformed(`its data does not have the arguments of ${call}`)
  }
}

/** Tokens that the data moves; undefined when it moves none. */
export function transfersIn({ sender, receiver }: Ends, data?: string): readonly Paid[] | undefined {
  const text = textIn(data)
  const call = callIn(text)
  const args = call === undefined ? undefined : argumentsOf(text)
  if (call === undefined || args === undefined) return undefined
  switch (call) {
    case 'ESDTTransfer': {
      const [token, amount] = args
      return allOf([transferOf(receiver, token, null, amount)])
    }
    case 'ESDTNFTTransfer': {
      const [token, nonce, amount, to] = args
      return sender === receiver ? allOf([transferOf(addressIn(to), token, nonce, amount)]) : undefined
    }
    case 'MultiESDTNFTTransfer': {
      const [to, count, ...rest] = args
      const many = Number(numberIn(count))
      if (sender !== receiver || many < 1 || many > MAX_TRANSFERS || rest.length < 3 * many) return undefined
      return allOf(
        Array.from({ length: many }, (_, at) =>
          transferOf(addressIn(to), rest[3 * at], rest[3 * at + 1], rest[3 * at + 2]),
        ),
      )
    }
  }
}

function argumentsOf(text: string): readonly Buffer[] | undefined {
  const args = text.split('@').slice(1)
  return args.every((arg) => /^(?:[0-9a-fA-F]{2})*$/.test(arg))
    ? args.map((arg) => Buffer.from(arg, 'hex'))
    : undefined
}

/** @param nonce That of one token of a collection, or null for a fungible token */
function transferOf(
  address: string | undefined,
  token: Buffer | undefined,
  nonce: Buffer | null | undefined,
  amount: Buffer | undefined,
): Paid | undefined {
  const asset = token?.toString('latin1') ?? ''
  if (address === undefined || nonce === undefined || amount === undefined) return undefined
  // `TICKER-123abc`, perhaps with the name of its chain of origin in front.
  if (!/^[A-Za-z0-9-]{3,40}$/.test(asset) || amount.length > 32) return undefined
  const units = numberIn(amount)
  const one = nonce === null ? 0n : numberIn(nonce)
  if (units === 0n) return undefined
  return { address, amount: units, asset, ...(one === 0n ? {} : { tokenId: one.toString() }) }
}

const allOf = (transfers: readonly (Paid | undefined)[]): readonly Paid[] | undefined =>
  transfers.every((one) => one !== undefined) ? transfers : undefined

const numberIn = (bytes: Buffer | undefined): bigint =>
  bytes === undefined || bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`)

function addressIn(bytes: Buffer | undefined): string | undefined {
  const address = bytes?.length === 32 ? textOf(Uint8Array.from(bytes)) : ''
  return isAddress(address) ? address : undefined
}
