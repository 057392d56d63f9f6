/** What is on the simulated ledger, and what each type of transaction does to it. */

import { accountIndex, half } from './hashes.js'
import {
  balanceOf,
  credit,
  decimal,
  inOrder,
  type Line,
  limitOf,
  lineKey,
  noRipple,
  scaled,
} from './lines.js'

export type Json = Record<string, unknown>

export interface Account {
  balance: bigint
  sequence: number
  /** lsf… flags (xrpl.org, "AccountRoot"). */
  flags: number
  owned: number
  regularKey: string | null
  /** What a sender of its assets pays for a billion (xrpl.org, "Transfer Fees"); 0: a billion. */
  transferRate: number
  previous: { readonly hash: string; readonly ledger: number }
}

/** What a transaction is compared with. */
export interface Entries {
  readonly accounts: ReadonlyMap<string, Account>
  readonly lines: ReadonlyMap<string, Line>
}

/** "ACCOUNT_ONE". */
const NO_ACCOUNT = 'rrrrrrrrrrrrrrrrrrrrBZbvji'

export const LSF_REQUIRE_DEST = 0x0002_0000
export const LSF_DEFAULT_RIPPLE = 0x0080_0000
const ASF: Readonly<Record<number, number>> = { 1: LSF_REQUIRE_DEST, 8: LSF_DEFAULT_RIPPLE }
const BASE_FEE = 10n
/** Of the network since December 2024: 1 XRP, and 0.2 for each object owned. */
const BASE_RESERVE = 1_000_000n
const OWNER_RESERVE = 200_000n

/** A refusal on the way: the result code, before anything was changed. */
class Refusal extends Error {
  constructor(readonly result: string) {
    super(result)
  }
}

export abstract class State {
  accounts = new Map<string, Account>()
  lines = new Map<string, Line>()

  /** Of the ledger that is open. */
  abstract get index(): number

  protected attempt(tx: Json, fee: bigint): string {
    try {
      if (tx['TransactionType'] === 'Payment') this.pay(tx, fee)
      else if (tx['TransactionType'] === 'TrustSet') this.trust(tx, fee)
      else this.set(tx)
      return 'tesSUCCESS'
    } catch (error) {
      if (error instanceof Refusal) return error.result
      throw error
    }
  }

  private pay(tx: Json, fee: bigint): void {
    const sender = this.at(String(tx['Account']))
    const to = this.accounts.get(String(tx['Destination']))
    const amount = tx['Amount']
    if (to !== undefined && (to.flags & LSF_REQUIRE_DEST) !== 0 && tx['DestinationTag'] === undefined) {
      throw new Refusal('tecDST_TAG_NEEDED')
    }
    if (typeof amount !== 'string') {
      if (to === undefined) throw new Refusal('tecNO_DST')
      this.payIssued(String(tx['Account']), String(tx['Destination']), amount as Json)
      return
    }
    const drops = BigInt(amount)
    if (to === undefined && drops < BASE_RESERVE) throw new Refusal('tecNO_DST_INSUF_XRP')
    const kept = reserve(sender.owned) > fee ? reserve(sender.owned) : fee
    if (sender.balance < drops + kept) throw new Refusal('tecUNFUNDED_PAYMENT')
    sender.balance -= drops
    if (to === undefined) this.accounts.set(String(tx['Destination']), this.fresh(drops))
    else to.balance += drops
  }

  private payIssued(from: string, to: string, amount: Json): void {
    const issuer = String(amount['issuer'])
    const currency = String(amount['currency'])
    const value = scaled(String(amount['value']))
    if (from !== issuer) {
      const line = this.line(from, issuer, currency)
      const holds = line === undefined ? 0n : balanceOf(line, from)
      if (line === undefined || holds <= 0n) throw new Refusal('tecPATH_DRY')
      if (to !== issuer && noRipple(line, issuer) && this.linesBlock(to, issuer, currency)) {
        throw new Refusal('tecPATH_DRY')
      }
      // Without SendMax, a payment takes no more than its amount.
      const isCharged = to !== issuer && this.at(issuer).transferRate > 1_000_000_000
      if (holds < value || isCharged) throw new Refusal('tecPATH_PARTIAL')
      credit(line, from, -value)
    }
    if (to === issuer) return
    const line = this.line(to, issuer, currency)
    if (line === undefined || limitOf(line, to) <= balanceOf(line, to)) throw new Refusal('tecPATH_DRY')
    if (balanceOf(line, to) + value > limitOf(line, to)) throw new Refusal('tecPATH_PARTIAL')
    credit(line, to, value)
  }

  /** A payment passes through an issuer unless both of its trust lines are set not to ripple. */
  private linesBlock(holder: string, issuer: string, currency: string): boolean {
    const line = this.line(holder, issuer, currency)
    return line !== undefined && noRipple(line, issuer)
  }

  private trust(tx: Json, fee: bigint): void {
    const limit = tx['LimitAmount'] as Json
    const holder = String(tx['Account'])
    const issuer = String(limit['issuer'])
    const currency = String(limit['currency'])
    const value = scaled(String(limit['value']))
    const account = this.at(holder)
    const peer = this.accounts.get(issuer)
    if (peer === undefined) throw new Refusal('tecNO_DST')
    const line = this.line(holder, issuer, currency)
    if (line === undefined) {
      if (value === 0n) throw new Refusal('tecNO_LINE_REDUNDANT')
      // The first two objects are free of the owner's reserve (xrpl.org, "Trust Lines").
      const needed = account.owned < 2 ? 0n : reserve(account.owned + 1)
      if (account.balance - fee < needed) throw new Refusal('tecNO_LINE_INSUF_RESERVE')
      this.addLine(holder, issuer, currency, value)
      account.owned += 1
      return
    }
    if (line.low === holder) line.lowLimit = value
    else line.highLimit = value
    if (line.lowLimit === 0n && line.highLimit === 0n && line.balance === 0n) {
      this.lines.delete(lineKey(holder, issuer, currency))
      account.owned -= 1
    }
  }

  /** Without a transaction, and without its costs. */
  addLine(holder: string, issuer: string, currency: string, limit: bigint): void {
    const [low, high] = inOrder(holder, issuer)
    const ripples = (address: string) => (this.at(address).flags & LSF_DEFAULT_RIPPLE) !== 0
    this.lines.set(lineKey(holder, issuer, currency), {
      low,
      high,
      currency,
      balance: 0n,
      lowLimit: low === holder ? limit : 0n,
      highLimit: low === holder ? 0n : limit,
      lowNoRipple: !ripples(low),
      highNoRipple: !ripples(high),
    })
  }

  private set(tx: Json): void {
    const account = this.at(String(tx['Account']))
    account.flags |= ASF[Number(tx['SetFlag'])] ?? 0
    account.flags &= ~(ASF[Number(tx['ClearFlag'])] ?? 0)
  }

  protected affected(before: Entries): readonly Json[] {
    return [...this.affectedAccounts(before.accounts), ...this.affectedLines(before.lines)]
  }

  /** xrpl.org, "RippleState": the balance is told of the low account's side, and its issuer is nobody. */
  private affectedLines(before: Entries['lines']): readonly Json[] {
    const amount = (value: bigint, { currency }: Line, issuer: string): Json => ({
      currency,
      issuer,
      value: decimal(value),
    })
    const nodes: Json[] = []
    for (const key of new Set([...before.keys(), ...this.lines.keys()])) {
      const [was, now] = [before.get(key), this.lines.get(key)]
      const line = now ?? was
      if (line === undefined || (was?.balance === now?.balance && was !== undefined && now !== undefined))
        continue
      const entry = { LedgerEntryType: 'RippleState', LedgerIndex: half(Buffer.from(key)) }
      const fields = {
        Balance: amount(line.balance, line, NO_ACCOUNT),
        HighLimit: amount(line.highLimit, line, line.high),
        LowLimit: amount(line.lowLimit, line, line.low),
      }
      if (was === undefined) nodes.push({ CreatedNode: { ...entry, NewFields: fields } })
      else {
        const previous = now === undefined ? {} : { Balance: amount(was.balance, was, NO_ACCOUNT) }
        const change = { ...entry, FinalFields: fields, PreviousFields: previous }
        nodes.push(now === undefined ? { DeletedNode: change } : { ModifiedNode: change })
      }
    }
    return nodes
  }

  private affectedAccounts(before: Entries['accounts']): readonly Json[] {
    const nodes: Json[] = []
    for (const [address, account] of this.accounts) {
      const was = before.get(address)
      const entry = { LedgerEntryType: 'AccountRoot', LedgerIndex: accountIndex(address) }
      const fields = { Account: address, Balance: String(account.balance), Sequence: account.sequence }
      if (was === undefined) nodes.push({ CreatedNode: { ...entry, NewFields: fields } })
      else if (was.balance !== account.balance || was.sequence !== account.sequence) {
        const FinalFields = { ...fields, Flags: account.flags, OwnerCount: account.owned }
        const PreviousFields = { Balance: String(was.balance), Sequence: was.sequence }
        nodes.push({ ModifiedNode: { ...entry, FinalFields, PreviousFields } })
      }
    }
    return nodes
  }

  protected fresh(balance: bigint): Account {
    const previous = { hash: '0'.repeat(64), ledger: this.index }
    // An account begins with the number of the ledger it is made in (xrpl.org, "Accounts").
    return { balance, sequence: this.index, flags: 0, owned: 0, regularKey: null, transferRate: 0, previous }
  }

  protected at(address: string): Account {
    const account = this.accounts.get(address)
    if (account === undefined) throw new Refusal('tecNO_DST')
    return account
  }

  private line(one: string, other: string, currency: string): Line | undefined {
    return this.lines.get(lineKey(one, other, currency))
  }
}

export const reserves = { base: BASE_RESERVE, owner: OWNER_RESERVE, fee: BASE_FEE }

/** What is wrong with it whatever the ledger holds; null: nothing. */
export function preflight(tx: Json): string | null {
  const fee = BigInt(String(tx['Fee']))
  if (fee <= 0n) return 'temBAD_FEE'
  if (tx['TransactionType'] === 'Payment') {
    const amount = tx['Amount']
    const value = typeof amount === 'string' ? BigInt(amount) : scaled(String((amount as Json)['value']))
    if (value <= 0n) return 'temBAD_AMOUNT'
    if (tx['Account'] === tx['Destination']) return 'temREDUNDANT'
    return null
  }
  if (tx['TransactionType'] === 'TrustSet') {
    return (tx['LimitAmount'] as Json)['issuer'] === tx['Account'] ? 'temDST_IS_SRC' : null
  }
  if (tx['TransactionType'] !== 'AccountSet') return 'temUNKNOWN'
  const set = tx['SetFlag']
  return set !== undefined && set === tx['ClearFlag'] ? 'temINVALID_FLAG' : null
}

const reserve = (owned: number): bigint => BASE_RESERVE + BigInt(owned) * OWNER_RESERVE
