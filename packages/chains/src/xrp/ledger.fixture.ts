/**
 * An XRP Ledger in memory, for tests: no node of it can be had where they run. It is written from xrpl.org and
 * not from the code it tests: transactions are decoded and their signatures checked by the chain's own
 * libraries, and what they do follows the reference of each transaction type (Payment, TrustSet, AccountSet) and
 * of the result codes. It stands for one server that is the whole network. Left out: paths, exchange, transfer
 * fees, freezing, tickets, multi-signing, and the merging of ledgers.
 */
import { createHash } from 'node:crypto'
import { decodeAccountID } from 'ripple-address-codec'
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, verify } from 'ripple-keypairs'

export type Json = Record<string, unknown>

export interface Account {
  balance: bigint
  sequence: number
  /** lsf… flags (xrpl.org, "AccountRoot"). */
  flags: number
  owned: number
  regularKey: string | null
  previous: { readonly hash: string; readonly ledger: number }
}

/** Seen from the holder's side; each side may hold. Values are scaled by 10^UNIT. */
export interface Line {
  readonly low: string
  readonly high: string
  readonly currency: string
  /** What the low account holds of the high one's issue; negative: what the high one holds. */
  balance: bigint
  lowLimit: bigint
  highLimit: bigint
  lowNoRipple: boolean
  highNoRipple: boolean
}

export interface Applied {
  readonly tx: Json
  readonly hash: string
  readonly blob: string
  readonly result: string
  readonly meta: Json
  ledger: number | null
}

export interface Closed {
  readonly index: number
  readonly hash: string
  readonly parent: string
  readonly time: number
  readonly transactions: readonly Applied[]
  readonly accounts: ReadonlyMap<string, Account>
  readonly lines: ReadonlyMap<string, Line>
}

/** What `submit` is told of a transaction. */
export interface Outcome {
  readonly result: string
  readonly hash: string
  readonly tx: Json
  readonly applied: boolean
  readonly queued: boolean
  readonly kept: boolean
}

export const LSF_REQUIRE_DEST = 0x0002_0000
export const LSF_DEFAULT_RIPPLE = 0x0080_0000
const ASF: Readonly<Record<number, number>> = { 1: LSF_REQUIRE_DEST, 8: LSF_DEFAULT_RIPPLE }
const UNIT = 40
const DIGITS = 16
const BASE_FEE = 10n
/** Of the network since December 2024: 1 XRP, and 0.2 for each object owned. */
const BASE_RESERVE = 1_000_000n
const OWNER_RESERVE = 200_000n
const FIRST_LEDGER = 1_000
const TOTAL = 100_000_000_000_000_000n

interface Read {
  readonly tx: Json
  readonly hash: string
  readonly key: string
}

/** A refusal on the way: the result code, before anything was changed. */
class Refusal extends Error {
  constructor(readonly result: string) {
    super(result)
  }
}

export class Ledger {
  accounts = new Map<string, Account>()
  lines = new Map<string, Line>()
  readonly closed: Closed[] = []
  readonly applied = new Map<string, Applied>()
  /** What a transaction must pay to get into the open ledger; less, down to the base fee, waits in the queue. */
  openLedgerFee = BASE_FEE
  private open: Applied[] = []
  private queue: string[] = []
  private held: string[] = []
  private readonly reads = new Map<string, Read>()
  /** Seconds since the Ripple Epoch, of the next close. */
  private time = 800_000_000

  constructor() {
    this.close()
  }

  get index(): number {
    return FIRST_LEDGER + this.closed.length
  }

  get last(): Closed {
    const last = this.closed.at(-1)
    if (last === undefined) throw new RangeError('no ledger has closed')
    return last
  }

  /** As the genesis account would: out of nothing. */
  fund(address: string, drops: bigint): void {
    const account = this.accounts.get(address)
    if (account === undefined) this.accounts.set(address, this.fresh(drops))
    else account.balance += drops
    this.close()
  }

  /** Consensus: the open ledger becomes a validated one; what waits is tried in the next. */
  close(ledgers = 1): void {
    for (let n = 0; n < ledgers; n += 1) {
      const { index } = this
      for (const one of this.open) one.ledger = index
      const parent = this.closed.at(-1)?.hash ?? '0'.repeat(64)
      this.closed.push({
        index,
        hash: half(Buffer.from(`${parent}${index}${this.open.map(({ hash }) => hash).join()}`)),
        parent,
        time: this.time,
        transactions: this.open,
        accounts: structuredClone(this.accounts),
        lines: structuredClone(this.lines),
      })
      this.time += 4
      this.open = []
      const waiting = this.queue
      this.queue = []
      for (const blob of waiting) this.take(blob, { failHard: false, mayQueue: false })
      this.retryHeld()
    }
  }

  /** Of one account, in the order of their sequences. */
  queued(address: string): readonly Json[] {
    return this.queue.map((blob) => this.read(blob).tx).filter((tx) => tx['Account'] === address)
  }

  /** A transaction that waits to be in a ledger: queued, or held for its predecessor. */
  waiting(hash: string): Json | undefined {
    return [...this.queue, ...this.held].map((blob) => this.read(blob)).find((one) => one.hash === hash)?.tx
  }

  /** @throws TypeError when the blob is no transaction, or its signature is not of its key */
  submit(blob: string, failHard: boolean): Outcome {
    const outcome = this.take(blob, { failHard, mayQueue: true })
    if (outcome.applied) this.retryHeld()
    return outcome
  }

  private take(blob: string, how: { readonly failHard: boolean; readonly mayQueue: boolean }): Outcome {
    const { tx, hash, key } = this.read(blob)
    const outcome = { hash, tx, applied: false, queued: false, kept: false }
    const result = this.preclaim(tx, key, how.mayQueue)
    if (result === 'terQUEUED') {
      this.queue.push(blob)
      return { ...outcome, result, queued: true, kept: true }
    }
    if (result === 'terPRE_SEQ') {
      if (!how.failHard && !this.held.includes(blob)) this.held.push(blob)
      return { ...outcome, result, kept: !how.failHard }
    }
    if (result !== null) return { ...outcome, result }
    const final = this.apply(tx, hash, blob, how.failHard)
    return { ...outcome, result: final, applied: final === 'tesSUCCESS' || !how.failHard }
  }

  /** Once for each blob: a signature takes longer to check than all else together. */
  private read(blob: string): Read {
    const known = this.reads.get(blob)
    if (known !== undefined) return known
    const tx = decode(blob) as Json
    if (encode(tx) !== blob.toUpperCase()) throw new TypeError('not canonical')
    const key = String(tx['SigningPubKey'])
    if (!verify(encodeForSigning(tx), String(tx['TxnSignature']), key)) {
      throw new TypeError('Invalid signature.')
    }
    const read = { tx, key, hash: hashOf(blob) }
    this.reads.set(blob, read)
    return read
  }

  private retryHeld(): void {
    for (let again = true; again; ) {
      const waiting = this.held
      this.held = []
      again = false
      for (const blob of waiting) {
        if (this.take(blob, { failHard: false, mayQueue: true }).applied) again = true
      }
    }
  }

  /** The checks that need the account, in rippled's order (Transactor, "invokePreclaim"). Null: it may be applied. */
  private preclaim(tx: Json, key: string, mayQueue: boolean): string | null {
    const malformed = preflight(tx)
    if (malformed !== null) return malformed
    const account = this.accounts.get(String(tx['Account']))
    if (account === undefined) return 'terNO_ACCOUNT'
    const sequence = Number(tx['Sequence'])
    const queued = this.queued(String(tx['Account'])).length
    if (sequence < account.sequence) return 'tefPAST_SEQ'
    if (sequence > account.sequence + queued) return 'terPRE_SEQ'
    const last = tx['LastLedgerSequence']
    if (typeof last === 'number' && last < this.index) return 'tefMAX_LEDGER'
    const fee = BigInt(String(tx['Fee']))
    if (fee < BASE_FEE) return 'telINSUF_FEE_P'
    if (account.balance < fee) return 'terINSUF_FEE_B'
    const signer = deriveAddress(key)
    if (signer !== tx['Account'] && signer !== account.regularKey) return 'tefBAD_AUTH'
    if (queued > 0 || (mayQueue && fee < this.openLedgerFee)) {
      return queued >= 10 ? 'telCAN_NOT_QUEUE_FULL' : 'terQUEUED'
    }
    return null
  }

  private apply(tx: Json, hash: string, blob: string, failHard: boolean): string {
    const before = { accounts: structuredClone(this.accounts), lines: structuredClone(this.lines) }
    const fee = BigInt(String(tx['Fee']))
    const sender = String(tx['Account'])
    const result = this.attempt(tx, fee)
    if (result !== 'tesSUCCESS') {
      this.accounts = structuredClone(before.accounts)
      this.lines = before.lines
      if (failHard) return result
    }
    const account = this.at(sender)
    account.balance -= fee
    account.sequence += 1
    for (const [address, now] of this.accounts) {
      const was = before.accounts.get(address)
      if (was === undefined || was.balance !== now.balance || was.sequence !== now.sequence) {
        now.previous = { hash, ledger: this.index }
      }
    }
    const delivered =
      result === 'tesSUCCESS' && tx['TransactionType'] === 'Payment' ? tx['Amount'] : undefined
    const meta = {
      AffectedNodes: this.affected(before.accounts),
      TransactionIndex: this.open.length,
      TransactionResult: result,
      ...(delivered === undefined ? {} : { delivered_amount: delivered }),
    }
    const entry: Applied = { tx, hash, blob, result, meta, ledger: null }
    this.open.push(entry)
    this.applied.set(hash, entry)
    return result
  }

  private attempt(tx: Json, fee: bigint): string {
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
      if (holds < value) throw new Refusal('tecPATH_PARTIAL')
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

  private affected(before: ReadonlyMap<string, Account>): readonly Json[] {
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

  private fresh(balance: bigint): Account {
    const previous = { hash: '0'.repeat(64), ledger: this.index }
    // An account begins with the number of the ledger it is made in (xrpl.org, "Accounts").
    return { balance, sequence: this.index, flags: 0, owned: 0, regularKey: null, previous }
  }

  private at(address: string): Account {
    const account = this.accounts.get(address)
    if (account === undefined) throw new Refusal('tecNO_DST')
    return account
  }

  private line(one: string, other: string, currency: string): Line | undefined {
    return this.lines.get(lineKey(one, other, currency))
  }

  /** All XRP that is in accounts. */
  total(): bigint {
    return [...this.accounts.values()].reduce((sum, { balance }) => sum + balance, 0n)
  }
}

export const totalCoins = (): string => String(TOTAL)
export const reserves = { base: BASE_RESERVE, owner: OWNER_RESERVE, fee: BASE_FEE }

function preflight(tx: Json): string | null {
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

const half = (bytes: Uint8Array): string =>
  createHash('sha512').update(bytes).digest().subarray(0, 32).toString('hex').toUpperCase()

/** xrpl.org, "Transaction hashes": behind the prefix TXN and a zero. */
export const hashOf = (blob: string): string => half(Buffer.from(`54584E00${blob}`, 'hex'))

/** xrpl.org, "AccountRoot ID format". */
export const accountIndex = (address: string): string =>
  half(Buffer.concat([Buffer.from('0061', 'hex'), decodeAccountID(address)]))

const inOrder = (one: string, other: string): readonly [string, string] =>
  Buffer.compare(decodeAccountID(one), decodeAccountID(other)) < 0 ? [one, other] : [other, one]

const lineKey = (one: string, other: string, currency: string): string =>
  [...inOrder(one, other), currency].join(' ')

export const balanceOf = (line: Line, address: string): bigint =>
  line.low === address ? line.balance : -line.balance

export const limitOf = (line: Line, address: string): bigint =>
  line.low === address ? line.lowLimit : line.highLimit

export const noRipple = (line: Line, address: string): boolean =>
  line.low === address ? line.lowNoRipple : line.highNoRipple

function credit(line: Line, address: string, value: bigint): void {
  line.balance = rounded(line.balance + (line.low === address ? value : -value))
}

/** As the ledger keeps values: 16 digits. */
function rounded(value: bigint): bigint {
  const cut = 10n ** BigInt(Math.max(0, String(value).replace('-', '').length - DIGITS))
  return (value / cut) * cut
}

function scaled(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const zeros = UNIT + Number(exponent) - fraction.length
  if (whole === '' || zeros < 0) throw new RangeError(`${text} is beyond this ledger`)
  return BigInt(whole + fraction + '0'.repeat(zeros))
}

export function decimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(UNIT + 1, '0')
  const text = `${digits.slice(0, -UNIT)}.${digits.slice(-UNIT)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}
