/**
 * The text of a pending signature: JSON as the public daemon reads it, with the amount in EGLD and the data as
 * text. The daemon asks for the nonce, and for the network and its version (`GET /v3/egld/node/{key}/network/config`).
 */
import { formatDecimal, parseDecimal } from '@tallystick/core'
import type { MultiversxKmsTransaction } from '@tallystick/custody'
import { malformed } from './address.js'
import { dataOf, textIn } from './payload.js'
import type { SignedTransaction } from './transaction.js'

const DECIMALS = 18

export function serialized(transaction: MultiversxKmsTransaction): string {
  const { sender, receiver, value, data, gasPrice, gasLimit } = transaction
  return JSON.stringify({
    from: sender,
    to: receiver,
    value: formatDecimal(BigInt(value), DECIMALS),
    ...(data === undefined ? {} : { data: textIn(data) }),
    gasPrice,
    // The daemon reads `gas`; without it, the daemon would ask a node.
    gas: gasLimit,
  })
}

/** The transaction of such a text. @throws BadTransaction `malformed` */
export function readSerialized(text: string): MultiversxKmsTransaction {
  const { from, to, value, data, gasPrice, gas } = JSON.parse(text) as Record<string, unknown>
  const amount = typeof value === 'string' ? parseDecimal(value, DECIMALS) : undefined
  if (amount?.ok !== true) throw malformed('its value is not an amount of EGLD')
  return {
    sender: String(from),
    receiver: String(to),
    value: amount.amount.toString(),
    ...(typeof data === 'string' ? { data: dataOf(data) } : {}),
    gasPrice: Number(gasPrice),
    gasLimit: Number(gas),
  }
}

const FIELDS = ['sender', 'receiver', 'value', 'data', 'gasPrice', 'gasLimit'] as const

/** How a signed transaction differs; null if it does not. The signer chooses nonce and version. */
export function difference(asked: MultiversxKmsTransaction, signed: SignedTransaction): string | null {
  if (signed.relayer) return 'another account pays its fee'
  const changed = FIELDS.find((name) => (asked[name] ?? '') !== (signed[name] ?? ''))
  return changed === undefined ? null : `its ${changed} is not the same`
}
