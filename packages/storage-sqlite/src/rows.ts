/** Rows to the core's objects and back. Column lists stand here once, in the order the readers expect. */
import type {
  Account,
  AccountId,
  Answer,
  ApiKey,
  ApiKeyId,
  Blockage,
  BlockageId,
  Customer,
  CustomerId,
  Deposit,
  DepositId,
  DepositStatus,
  Network,
  OperationType,
  PlanCode,
  Reference,
  Standing,
  SystemRole,
  TenantId,
  VirtualCurrency,
} from '@tallystick/core'
import type { Connection, Row } from './connection.js'
import type { Tenants } from './tenants.js'

/** Reads a row's columns one after another, each as the type its column has. */
export class Cells {
  private index = 0

  constructor(private readonly row: Row) {}

  text(): string {
    return this.row[this.index++] as string
  }

  textOrNull(): string | null {
    return this.row[this.index++] as string | null
  }

  number(): number {
    return this.row[this.index++] as number
  }

  numberOrNull(): number | null {
    return this.row[this.index++] as number | null
  }

  flag(): boolean {
    return this.row[this.index++] === 1
  }

  amount(): bigint {
    return BigInt(this.row[this.index++] as string)
  }
}

export const ACCOUNT_COLUMNS =
  'key, id, currency, scale, customer, role, balance, blocked, frozen_by, active, accounting_currency, account_code, account_number, xpub, created, head, records, tenant'

/** An account row: what it says of the account, and where its history ended when it was settled. */
export interface AccountRow {
  readonly key: number
  readonly account: Account
  readonly head: number
  readonly records: number
}

export function readAccount(row: Row, tenantOf: (key: number) => TenantId): AccountRow {
  const cells = new Cells(row)
  const key = cells.number()
  const account = {
    id: cells.text() as AccountId,
    currency: cells.text(),
    scale: cells.number(),
    customer: cells.textOrNull() as CustomerId | null,
    role: cells.textOrNull() as SystemRole | null,
    balance: cells.amount(),
    blocked: cells.amount(),
    frozenBy: cells.textOrNull() as BlockageId | null,
    active: cells.flag(),
    accountingCurrency: cells.text(),
    accountCode: cells.textOrNull(),
    accountNumber: cells.textOrNull(),
    xpub: cells.textOrNull(),
    created: cells.number(),
  }
  const head = cells.number()
  const records = cells.number()
  return { key, account: { ...account, tenant: tenantOf(cells.number()) }, head, records }
}

export const CUSTOMER_COLUMNS =
  'id, external_id, enabled, active, accounting_currency, customer_country, provider_country, active_accounts, created, tenant'

export function readCustomer(row: Row, tenantOf: (key: number) => TenantId): Customer {
  const cells = new Cells(row)
  return {
    id: cells.text() as CustomerId,
    externalId: cells.text(),
    enabled: cells.flag(),
    active: cells.flag(),
    accountingCurrency: cells.textOrNull(),
    customerCountry: cells.textOrNull(),
    providerCountry: cells.textOrNull(),
    activeAccounts: cells.number(),
    created: cells.number(),
    tenant: tenantOf(cells.number()),
  }
}

export const BLOCKAGE_COLUMNS = 'id, account, amount, type, description, freeze, created, tenant'

export function readBlockage(row: Row, tenantOf: (key: number) => TenantId): Blockage {
  const cells = new Cells(row)
  return {
    id: cells.text() as BlockageId,
    account: cells.text() as AccountId,
    amount: cells.amount(),
    type: cells.text(),
    description: cells.textOrNull(),
    freeze: cells.flag(),
    created: cells.number(),
    tenant: tenantOf(cells.number()),
  }
}

export const CURRENCY_COLUMNS = 'name, scale, base_rate, base_pair, description, account, customer, created'

export function readCurrency(row: Row, tenant: TenantId): VirtualCurrency {
  const cells = new Cells(row)
  return {
    tenant,
    name: cells.text(),
    scale: cells.number(),
    baseRate: cells.text(),
    basePair: cells.text(),
    description: cells.textOrNull(),
    account: cells.text() as AccountId,
    customer: cells.textOrNull() as CustomerId | null,
    created: cells.number(),
  }
}

export const DEPOSIT_COLUMNS =
  'id, account, currency, scale, amount, tx_id, vout, address, sender, xpub, derivation_key, block_height, block_hash, status, spent, reference, created'

export function readDeposit(row: Row, tenant: TenantId): Deposit {
  const cells = new Cells(row)
  return {
    tenant,
    id: cells.text() as DepositId,
    account: cells.text() as AccountId,
    currency: cells.text(),
    scale: cells.number(),
    amount: cells.amount(),
    txId: cells.text(),
    vout: cells.number(),
    address: cells.text(),
    from: cells.textOrNull(),
    xpub: cells.textOrNull(),
    derivationKey: cells.number(),
    blockHeight: cells.number(),
    blockHash: cells.textOrNull(),
    status: cells.text() as DepositStatus,
    spent: cells.flag(),
    reference: cells.text() as Reference,
    created: cells.number(),
  }
}

export const API_KEY_COLUMNS =
  'id, hash, hint, name, network, plan, addresses, frozen, revoked, created, tenant'

export function readApiKey(row: Row, tenantOf: (key: number) => TenantId): ApiKey {
  const cells = new Cells(row)
  return {
    id: cells.text() as ApiKeyId,
    hash: cells.text(),
    hint: cells.text(),
    name: cells.text(),
    network: cells.text() as Network,
    plan: cells.text() as PlanCode,
    addresses: cells.text().split(' ').filter(Boolean),
    frozen: cells.flag(),
    revoked: cells.flag(),
    created: cells.number(),
    tenant: tenantOf(cells.number()),
  }
}

export const STANDING_COLUMNS = 'subject, at, blocked, stopped'

export function readStanding(row: Row, tenant: TenantId): Standing {
  const cells = new Cells(row)
  return {
    tenant,
    subject: cells.text() as AccountId | CustomerId,
    at: cells.number(),
    blocked: cells.amount(),
    stopped: cells.flag(),
  }
}

/** The answer under an idempotency key. */
export function readAnswer(
  connection: Connection,
  tenants: Tenants,
  tenant: TenantId,
  key: string,
): Answer | undefined {
  const row = connection
    .prepare('select request_hash, body, created from answer where tenant = ? and key = ?')
    // No tenant has the key -1: nothing is found for one that has written nothing yet.
    .get(tenants.keyOf(tenant) ?? -1, key)
  if (row === undefined) return undefined
  const cells = new Cells(row)
  return { tenant, key, requestHash: cells.text(), body: cells.text(), created: cells.number() }
}

/** Stored by place: the order is part of the schema, new ones go to the end. */
export const OPERATION_CODES: readonly OperationType[] = [
  'PAYMENT',
  'WITHDRAWAL',
  'BLOCKCHAIN_TRANSACTION',
  'EXCHANGE',
  'DEPOSIT',
  'MINT',
  'REVOKE',
]

export function referenceBytes(reference: Reference): Buffer {
  return writeReference(Buffer.alloc(16), reference)
}

/** Into 16 bytes that are there already: the journal does this for every entry, without garbage. */
export function writeReference(bytes: Buffer, reference: Reference): Buffer {
  let high = -1
  let at = 0
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index)
    if (code === HYPHEN) continue
    // '0' to '9' are 48 to 57, 'a' to 'f' 97 to 102.
    const digit = code < 58 ? code - 48 : code - 87
    if (high === -1) {
      high = digit
    } else {
      bytes[at++] = (high << 4) | digit
      high = -1
    }
  }
  return bytes
}

const HYPHEN = 45

export function readReference(bytes: Buffer): Reference {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Reference
}
