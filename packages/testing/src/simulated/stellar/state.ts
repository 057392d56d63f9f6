/** What is on the simulated ledger of Stellar, and what each operation does to it ("List of Operations"). */
import { Asset, type Operation, StrKey, xdr } from '@stellar/stellar-base'

export interface Line {
  balance: bigint
  limit: bigint
  authorized: boolean
}

export interface Account {
  balance: bigint
  /** Of its last transaction. */
  sequence: bigint
  /** By code and issuer: `USD:G…`. */
  readonly lines: Map<string, Line>
  /** Beside its own key. */
  readonly signers: Map<string, number>
  /** Weight of its own key, and what a payment must have. */
  weight: number
  threshold: number
  readonly data: Map<string, string>
  /** Its assets may be held by whom it lets only. */
  authRequired: boolean
  /** The ledger that changed it last. */
  modified: number
}

export const BASE_FEE = 100n
/** Of the network today. */
export const BASE_RESERVE = 5_000_000n
const MAX_INT64 = 2n ** 63n - 1n

export type Accounts = Map<string, Account>

/** An account begins with the number of the ledger it is made in, 32 bits up ("Accounts", "Sequence number"). */
export const freshAccount = (balance: bigint, ledger: number): Account => ({
  balance,
  sequence: BigInt(ledger) << 32n,
  lines: new Map(),
  signers: new Map(),
  weight: 1,
  threshold: 0,
  data: new Map(),
  authRequired: false,
  modified: ledger,
})

export const entriesOf = ({ lines, signers, data }: Account): number => lines.size + signers.size + data.size

/** What it can spend, and keep its reserve. */
export const spendable = (account: Account): bigint =>
  account.balance - BigInt(2 + entriesOf(account)) * BASE_RESERVE

/** The code of an operation's result: `paymentUnderfunded`. */
class Failed extends Error {
  constructor(readonly result: xdr.OperationResultTr) {
    super(result.value().switch().name)
  }
}

const { OperationResultTr: Tr, PaymentResult, CreateAccountResult, ChangeTrustResult } = xdr
const noPayment = (result: xdr.PaymentResult): Failed => new Failed(Tr.payment(result))
const noAccount = (result: xdr.CreateAccountResult): Failed => new Failed(Tr.createAccount(result))
const noTrust = (result: xdr.ChangeTrustResult): Failed => new Failed(Tr.changeTrust(result))

/** What it does with a copy, which is thrown away when it fails. */
export function applied(
  accounts: Accounts,
  from: string,
  operation: Operation,
  ledger: number,
): xdr.OperationResult {
  try {
    return xdr.OperationResult.opInner(apply(accounts, from, operation, ledger))
  } catch (error) {
    if (error instanceof Failed) return xdr.OperationResult.opInner(error.result)
    throw error
  }
}

function apply(
  accounts: Accounts,
  from: string,
  operation: Operation,
  ledger: number,
): xdr.OperationResultTr {
  switch (operation.type) {
    case 'createAccount':
      create(accounts, from, operation, ledger)
      return Tr.createAccount(CreateAccountResult.createAccountSuccess())
    case 'payment':
      pay(accounts, from, operation, ledger)
      return Tr.payment(PaymentResult.paymentSuccess())
    case 'changeTrust':
      trust(accounts, from, operation, ledger)
      return Tr.changeTrust(ChangeTrustResult.changeTrustSuccess())
    default:
      throw new TypeError(`the simulated ledger has no ${operation.type}`)
  }
}

function create(accounts: Accounts, from: string, operation: Operation.CreateAccount, ledger: number): void {
  const amount = stroops(operation.startingBalance)
  const sender = at(accounts, from)
  if (accounts.has(operation.destination)) throw noAccount(CreateAccountResult.createAccountAlreadyExist())
  if (amount < 2n * BASE_RESERVE) throw noAccount(CreateAccountResult.createAccountLowReserve())
  if (spendable(sender) < amount) throw noAccount(CreateAccountResult.createAccountUnderfunded())
  sender.balance -= amount
  accounts.set(operation.destination, freshAccount(amount, ledger))
}

function pay(
  accounts: Accounts,
  from: string,
  { destination, asset, amount }: Operation.Payment,
  ledger: number,
): void {
  const to = baseOf(destination)
  const value = stroops(amount)
  const sender = at(accounts, from)
  const recipient = accounts.get(to)
  if (recipient === undefined) throw noPayment(PaymentResult.paymentNoDestination())
  recipient.modified = ledger
  if (asset.isNative()) {
    if (spendable(sender) < value) throw noPayment(PaymentResult.paymentUnderfunded())
    if (recipient.balance + value > MAX_INT64) throw noPayment(PaymentResult.paymentLineFull())
    sender.balance -= value
    recipient.balance += value
    return
  }
  const name = nameOf(asset)
  const issuer = asset.getIssuer()
  if (from !== issuer) {
    const line = sender.lines.get(name)
    if (line === undefined) throw noPayment(PaymentResult.paymentSrcNoTrust())
    if (!line.authorized) throw noPayment(PaymentResult.paymentSrcNotAuthorized())
    if (line.balance < value) throw noPayment(PaymentResult.paymentUnderfunded())
    line.balance -= value
  }
  if (to === issuer) return
  const line = recipient.lines.get(name)
  if (line === undefined) throw noPayment(PaymentResult.paymentNoTrust())
  if (!line.authorized) throw noPayment(PaymentResult.paymentNotAuthorized())
  if (line.balance + value > line.limit) throw noPayment(PaymentResult.paymentLineFull())
  line.balance += value
}

function trust(
  accounts: Accounts,
  from: string,
  { line: asset, limit }: Operation.ChangeTrust,
  ledger: number,
): void {
  if (!(asset instanceof Asset)) throw new TypeError('the simulated ledger has no liquidity pools')
  const name = nameOf(asset)
  const most = stroops(limit)
  const holder = at(accounts, from)
  const issuer = accounts.get(asset.getIssuer())
  if (asset.getIssuer() === from) throw noTrust(ChangeTrustResult.changeTrustMalformed())
  if (issuer === undefined) throw noTrust(ChangeTrustResult.changeTrustNoIssuer())
  const line = holder.lines.get(name)
  if (line === undefined ? most === 0n : most < line.balance) {
    throw noTrust(ChangeTrustResult.changeTrustInvalidLimit())
  }
  holder.modified = ledger
  if (line === undefined) {
    if (spendable(holder) < BASE_RESERVE) throw noTrust(ChangeTrustResult.changeTrustLowReserve())
    holder.lines.set(name, { balance: 0n, limit: most, authorized: !issuer.authRequired })
  } else if (most === 0n) holder.lines.delete(name)
  else line.limit = most
}

function at(accounts: Accounts, address: string): Account {
  const account = accounts.get(address)
  if (account === undefined) throw new TypeError(`no account ${address}`)
  return account
}

/** The account of a customer `M…`. */
export const baseOf = (address: string): string =>
  address.startsWith('M')
    ? StrKey.encodeEd25519PublicKey(Buffer.from(StrKey.decodeMed25519PublicKey(address).subarray(0, 32)))
    : address

const nameOf = (asset: Asset): string => `${asset.getCode()}:${asset.getIssuer()}`

export function stroops(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(7, '0'))
}

export function decimal(units: bigint): string {
  const digits = units.toString().padStart(8, '0')
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`
}

export const copyOf = (accounts: Accounts): Accounts =>
  new Map(
    [...accounts].map(([address, account]) => [
      address,
      {
        ...account,
        lines: new Map([...account.lines].map(([name, line]) => [name, { ...line }])),
        signers: new Map(account.signers),
        data: new Map(account.data),
      },
    ]),
  )
