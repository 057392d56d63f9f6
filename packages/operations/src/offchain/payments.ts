/** What every withdrawal asks for: whom it pays, and how much, in the chain's spelling and base units. */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import { type Chain, type IntendedPayment, tagIn } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'

export interface PaymentArgs {
  readonly address: string
  readonly amount: string
  readonly multipleAmounts?: readonly string[]
  readonly attr?: string
}

/**
 * @param isMany Whether a transaction may pay several recipients
 * @throws Rejected `withdrawal.recipient.format`, `amount.format`, `attr.wrong.format`
 */
export function paymentsOf(
  { codec, record }: Pick<Chain, 'codec' | 'record'>,
  isMany: boolean,
  scale: number,
  { address, amount, multipleAmounts, attr }: PaymentArgs,
): readonly IntendedPayment[] {
  const addresses = isMany ? address.split(',').map((one) => one.trim()) : [address]
  // An address that holds a tag itself, where `attr` has it, would be two places for one thing.
  const isPlain = (one: string) =>
    codec.isAddress(one) && (record.tag === undefined || codec.canonical(one) === one)
  // Not repeated: it may be a key in the wrong field.
  const wrong = addresses.findIndex((one) => !isPlain(one))
  if (wrong !== -1) throw refused('withdrawal.recipient.format', `recipient ${wrong + 1}`)
  const amounts = multipleAmounts ?? [amount]
  if (amounts.length !== addresses.length) {
    throw refused('amount.format', `${addresses.length} recipients, and ${amounts.length} amounts`)
  }
  const tag = tagIn(record, attr ?? null)
  const payments = addresses.map((one, place) => ({
    address: codec.canonical(one),
    amount: unitsIn(amounts[place] ?? '', scale, 'amount.format'),
    ...(tag === undefined ? {} : { tag }),
  }))
  if (payments.reduce((sum, one) => sum + one.amount, 0n) !== unitsIn(amount, scale, 'amount.format')) {
    throw refused('amount.format', 'multipleAmounts do not add up to amount')
  }
  return payments
}

/** Above zero. @throws Rejected with the code */
export function unitsIn(text: string, scale: number, code: 'amount.format' | 'fee.format'): bigint {
  const parsed = parseDecimal(text.replace('+', ''), scale)
  if (parsed.ok && parsed.amount > 0n) return parsed.amount
  throw refused(code, `it is above zero, with ${scale} decimals at most`)
}

export const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })
