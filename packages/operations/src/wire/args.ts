/** Conversions from the wire format to the core that several operations share. */
import type {
  AccountId,
  Cross,
  EntryDetails,
  Metadata,
  NewAccount,
  NewCustomer,
  PaymentOrder,
  Reference,
  TenantId,
} from '@tallystick/core'
import { parseRate } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import { orderedMetadata } from '../ledger/metadata.js'

interface WireCustomer {
  externalId: string
  accountingCurrency?: string
  customerCountry?: string
  providerCountry?: string
  metadata?: Metadata
}

export function toNewCustomer(customer: WireCustomer | undefined): NewCustomer | null {
  if (customer === undefined) return null
  return {
    externalId: customer.externalId,
    accountingCurrency: customer.accountingCurrency ?? null,
    customerCountry: customer.customerCountry ?? null,
    providerCountry: customer.providerCountry ?? null,
    ...(customer.metadata === undefined ? {} : { metadata: customer.metadata }),
  }
}

interface WireAccount {
  currency: string
  xpub?: string
  customer?: WireCustomer
  accountingCurrency?: string
  accountCode?: string
  accountNumber?: string
  metadata?: Metadata
}

export function toNewAccount(account: WireAccount): NewAccount {
  return {
    currency: account.currency,
    xpub: account.xpub ?? null,
    customer: toNewCustomer(account.customer),
    accountingCurrency: account.accountingCurrency ?? null,
    accountCode: account.accountCode ?? null,
    accountNumber: account.accountNumber ?? null,
    ...(account.metadata === undefined ? {} : { metadata: account.metadata }),
  }
}

interface WireDetails {
  transactionCode?: string | undefined
  paymentId?: string | undefined
  senderNote?: string | undefined
  recipientNote?: string | undefined
}

interface WirePayment extends WireDetails {
  recipientAccountId: string
  amount: string
  anonymous?: boolean
  baseRate?: number
  metadata?: Metadata
}

export function toPaymentOrder(payment: WirePayment): PaymentOrder {
  return {
    recipient: payment.recipientAccountId as AccountId,
    amount: toAmountText(payment.amount),
    anonymous: payment.anonymous ?? false,
    baseRate: payment.baseRate === undefined ? null : toRateText(payment.baseRate),
    details: toDetails(
      payment,
      payment.metadata === undefined ? NOTHING : { metadata: orderedMetadata(payment.metadata) },
    ),
  }
}

type OwnDetails = {
  readonly [Name in 'customReference' | 'customCounterAccount' | 'metadata']?: EntryDetails[Name] | undefined
}

const NOTHING: OwnDetails = {}

interface WireCross extends WireDetails {
  amount: string
  reference?: string | undefined
  counterAccount?: string | undefined
  metadata?: Metadata | undefined
}

/** Of what comes to an account from elsewhere, or leaves it. */
export function toCross(tenant: TenantId, account: string, args: WireCross): Cross {
  return {
    tenant,
    account: account as AccountId,
    amount: toAmountText(args.amount),
    details: toDetails(args, {
      customReference: args.reference,
      customCounterAccount: args.counterAccount,
      metadata: orderedMetadata(args.metadata),
    }),
  }
}

/** Null if there are no details, as for most payments. */
export function toDetails(
  { transactionCode, paymentId, senderNote, recipientNote }: WireDetails,
  own = NOTHING,
): EntryDetails | null {
  if (own === NOTHING && (transactionCode ?? paymentId ?? senderNote ?? recipientNote) === undefined)
    return null
  const given = Object.entries({ transactionCode, paymentId, senderNote, recipientNote, ...own }).filter(
    ([, value]) => value !== undefined,
  )
  return given.length === 0 ? null : Object.fromEntries(given)
}

/** Shows the caller's reference if it gave one, as records do. */
export function showReference(reference: Reference, args: { readonly reference?: string }) {
  return { reference: args.reference ?? (reference as string) }
}

/** The wire allows a leading plus; the core knows no signs. */
export function toAmountText(amount: string): string {
  return amount.startsWith('+') ? amount.slice(1) : amount
}

/**
 * The decimal text of a JSON number, in plain digits: the shortest text that denotes the same number, without an
 * exponent.
 * @throws Rejected if it has more digits than a rate may have
 */
export function toRateText(rate: number): string {
  const [mantissa = '0', exponent] = String(rate).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent ?? 0)
  let text: string
  if (shift === 0) text = mantissa
  else if (shift > 0) text = whole + fraction.padEnd(shift, '0')
  else text = `0.${whole.padStart(-shift, '0')}${fraction}`
  if (parseRate(text) !== undefined) return text
  throw new Rejected({
    code: 'validation.failed',
    violations: [
      {
        target: 'body',
        property: 'baseRate',
        value: rate,
        constraints: { digits: 'baseRate has more than 40 digits' },
      },
    ],
  })
}
