/** Converts the core's objects to the wire format. Absent values are left out and never null. */
import {
  type Account,
  type Amount,
  available,
  availableThen,
  type Blockage,
  blockedAmount,
  type Customer,
  type Deposit,
  formatDecimal,
  isSystemAccount,
  type OwnedAccount,
  type PastBalance,
  type PendingSignature,
  recordType,
  type Token,
  VALUE_SCALE,
  type VirtualCurrency,
} from '@tallystick/core'
import type { JournalRecord } from '@tallystick/engine'

/** The object without fields that have no value. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined) shown[name] = value
  }
  // Only empty fields were left out, and those are optional on the wire.
  return shown as { [K in keyof T]: Exclude<T[K], null | undefined> }
}

/** In the format that a key-management system reads. */
export function presentSignature(pending: PendingSignature) {
  const { id, chain, hashes, serialized, withdrawalId, index, txId, signatures } = pending
  return present({
    id: id as string,
    chain,
    hashes: [...hashes],
    serializedTransaction: serialized,
    withdrawalId: withdrawalId as string | null,
    index,
    txId,
    signatures: signatures?.map((signature) => present(signature)),
  })
}

export function presentBalance({ account, customer }: OwnedAccount) {
  return {
    accountBalance: formatDecimal(account.balance, account.scale) as string,
    availableBalance: formatDecimal(available(account, customer), account.scale) as string,
  }
}

export function presentPastBalance(past: PastBalance, time: number) {
  return {
    accountBalance: formatDecimal(past.balance, past.scale) as string,
    availableBalance: formatDecimal(availableThen(past), past.scale) as string,
    time,
  }
}

export function presentAccount(owned: OwnedAccount) {
  const { account } = owned
  return present({
    id: account.id as string,
    balance: presentBalance(owned),
    currency: account.currency,
    frozen: account.frozenBy !== null,
    active: account.active,
    customerId: account.customer as string | null,
    accountNumber: account.accountNumber,
    accountCode: account.accountCode,
    accountingCurrency: account.accountingCurrency,
    xpub: account.xpub,
  })
}

export function presentCustomer(customer: Customer) {
  return present({
    externalId: customer.externalId,
    id: customer.id as string,
    enabled: customer.enabled,
    active: customer.active,
    accountingCurrency: customer.accountingCurrency,
    customerCountry: customer.customerCountry,
    providerCountry: customer.providerCountry,
  })
}

export function presentBlockage(blockage: Blockage, account: Account) {
  return present({
    id: blockage.id as string,
    accountId: blockage.account as string,
    amount: formatDecimal(blockedAmount(blockage, account), account.scale) as string,
    type: blockage.type,
    description: blockage.description,
  })
}

type SideOfEntry = Pick<JournalRecord, 'entry' | 'side'>

/**
 * A record as its own account may see it: the debit side has negative amounts and the sender's note; the credit side of
 * an anonymous payment does not show the sender.
 */
export function presentRecord({ entry, side }: SideOfEntry) {
  const own = entry[side]
  const details = entry.details ?? {}
  const sign = side === 'debit' ? -1n : 1n
  return present({
    accountId: own.account as string,
    counterAccountId: counterAccount({ entry, side }),
    currency: entry.currency,
    amount: formatDecimal(sign * entry.amount, entry.scale) as string,
    anonymous: entry.anonymous,
    created: entry.created,
    marketValue: presentValue(own.value, sign, own.valueCurrency, entry.pricing),
    operationType: entry.operation,
    transactionType: recordType(entry.operation, side),
    reference: details.customReference ?? (entry.reference as string),
    transactionCode: details.transactionCode,
    senderNote: side === 'debit' ? details.senderNote : undefined,
    recipientNote: details.recipientNote,
    paymentId: details.paymentId,
    attr: details.attr,
    address: details.address,
    txId: details.txId,
    metadata: details.metadata === undefined ? undefined : { ...details.metadata },
  })
}

/** The account of the other side, if this side may see it and it belongs to a customer. */
export function counterAccount({ entry, side }: SideOfEntry): string | undefined {
  if (side === 'credit' && entry.anonymous) return undefined
  const other = entry[side === 'debit' ? 'credit' : 'debit'].account
  return isSystemAccount(other) ? entry.details?.customCounterAccount : other
}

function presentValue(
  value: Amount | null,
  sign: bigint,
  currency: string,
  pricing: { readonly source: string; readonly timestamp: number },
) {
  return {
    amount: (value === null ? '0' : formatDecimal(sign * value, VALUE_SCALE)) as string,
    currency,
    sourceDate: pricing.timestamp,
    source: value === null ? 'none' : pricing.source,
  }
}

export function presentDeposit(deposit: Deposit) {
  return present({
    txId: deposit.txId,
    address: deposit.address,
    timestamp: deposit.created,
    xpub: deposit.xpub ?? '',
    derivationKey: deposit.derivationKey,
    amount: formatDecimal(deposit.amount, deposit.scale) as string,
    status: deposit.status,
    accountId: deposit.account as string,
    currency: deposit.currency,
    reference: deposit.reference as string,
    vout: deposit.vout,
    spent: deposit.spent,
    blockHeight: deposit.blockHeight,
    blockHash: deposit.blockHash,
    from: deposit.from,
  })
}

/** @param token What the currency stands for, if it is no virtual one */
export function presentCurrency(currency: VirtualCurrency, minted: Amount, token?: Token) {
  const issuer = token?.asset?.split(':')[1] ?? null
  return present({
    name: currency.name,
    supply: formatDecimal(token?.supply ?? minted, currency.scale) as string,
    accountId: currency.account as string,
    // On the wire a base rate is a number. Inside it stays the original text.
    baseRate: Number(currency.baseRate),
    precision: currency.scale,
    basePair: currency.basePair,
    customerId: currency.customer as string | null,
    description: currency.description,
    chain: token?.chain ?? null,
    trcType: (token?.standard ?? null) as 'TRC10' | 'TRC20' | null,
    erc20Address: issuer === null ? (token?.asset ?? null) : null,
    issuerAccount: issuer,
    initialAddress: token?.holder ?? null,
  })
}
