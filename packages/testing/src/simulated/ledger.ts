/**
 * An XRP Ledger in memory, to try and test with: no node of it can be had everywhere. It is written from xrpl.org and
 * not from the code it tests: transactions are decoded and their signatures checked by the chain's own
 * libraries, and what they do follows the reference of each transaction type (Payment, TrustSet, AccountSet) and
 * of the result codes. It stands for one server that is the whole network. Left out: paths, exchange,
 * freezing, tickets, multi-signing, and the merging of ledgers.
 */
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, verify } from 'ripple-keypairs'
import { half, hashOf } from './hashes.js'
import type { Line } from './lines.js'
import { type Account, type Json, preflight, reserves, State } from './state.js'

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

const FIRST_LEDGER = 1_000

interface Read {
  readonly tx: Json
  readonly hash: string
  readonly key: string
}

export class Ledger extends State {
  readonly closed: Closed[] = []
  readonly applied = new Map<string, Applied>()
  /** What a transaction must pay to get into the open ledger; less, down to the base fee, waits in the queue. */
  openLedgerFee = reserves.fee
  private open: Applied[] = []
  private queue: string[] = []
  private held: string[] = []
  private readonly reads = new Map<string, Read>()
  /** Seconds since the Ripple Epoch, of the next close. */
  private time = 800_000_000

  constructor() {
    super()
    this.close()
  }

  override get index(): number {
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
    if (fee < reserves.fee) return 'telINSUF_FEE_P'
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
      AffectedNodes: this.affected(before),
      TransactionIndex: this.open.length,
      TransactionResult: result,
      ...(delivered === undefined ? {} : { delivered_amount: delivered }),
    }
    const entry: Applied = { tx, hash, blob, result, meta, ledger: null }
    this.open.push(entry)
    this.applied.set(hash, entry)
    return result
  }
}
