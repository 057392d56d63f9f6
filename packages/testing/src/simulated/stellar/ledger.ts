/**
 * A ledger of Stellar in memory. It checks what stellar-core checks before it takes a transaction
 * (developers.stellar.org, "Operations and Transactions", "Result Codes"): signatures, by the chain's own library, and
 * their weight; sequence, time bounds, fee and balance. It keeps one transaction of each account for the next ledger.
 */
import { createHash } from 'node:crypto'
import { FeeBumpTransaction, Keypair, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-base'
import {
  type Account,
  type Accounts,
  applied,
  BASE_FEE,
  baseOf,
  copyOf,
  freshAccount,
  spendable,
} from './state.js'

/** Of the public test network; of the simulated ones too, unless told otherwise. */
const TEST_NETWORK = 'Test SDF Network ; September 2015'

/** Between two ledgers. */
const CLOSE_SECONDS = 5

export interface Applied {
  readonly hash: string
  readonly transaction: Transaction
  readonly raw: string
  readonly ledger: number
  /** In its ledger, from 1. */
  readonly order: number
  readonly successful: boolean
  /** XDR, Base64. */
  readonly result: string
}

export interface Closed {
  readonly sequence: number
  readonly hash: string
  readonly parent: string
  /** Seconds since 1970. */
  readonly closed: number
  readonly accounts: Accounts
  readonly transactions: readonly Applied[]
}

export type Outcome =
  | { readonly status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER'; readonly hash: string }
  | { readonly status: 'ERROR'; readonly hash: string; readonly result: string }
  | { readonly status: 'malformed' }

interface Queued {
  readonly hash: string
  readonly transaction: Transaction
  readonly raw: string
}

export class Ledger {
  readonly passphrase: string
  /** What the market offers, in stroops. */
  fee = BASE_FEE
  /** Those that the queue has taken and loses before the next ledger, by hash. */
  loses: (hash: string) => boolean = () => false
  readonly closed: Closed[] = []
  private accounts: Accounts = new Map()
  /** By account. */
  private queue = new Map<string, Queued>()

  constructor(passphrase = TEST_NETWORK, sequence = 50_000_000, closed = 1_900_000_000) {
    this.passphrase = passphrase
    this.append(sequence, closed, [])
  }

  get last(): Closed {
    return this.closed.at(-1) as Closed
  }

  /** Of an account as it will be in the next ledger, to be changed at will. */
  account(address: string): Account {
    const known = this.accounts.get(address) ?? freshAccount(0n, this.last.sequence)
    this.accounts.set(address, known)
    return known
  }

  /** Gives an account so many stroops more, in a ledger of its own. */
  fund(address: string, stroops: bigint): void {
    this.account(address).balance += stroops
    this.settle()
  }

  /** What was changed by hand is in a ledger. */
  settle(): void {
    this.append(this.last.sequence + 1, this.last.closed, [])
  }

  /** Ledgers with what waits for them. */
  close(ledgers = 1): void {
    for (let left = ledgers; left > 0; left -= 1) {
      const [sequence, time] = [this.last.sequence + 1, this.last.closed + CLOSE_SECONDS]
      const taken = [...this.queue.values()].filter(
        ({ hash, transaction }) => !this.loses(hash) && this.reject(transaction, time) === null,
      )
      this.queue.clear()
      this.append(
        sequence,
        time,
        taken.map((queued, index) => this.apply(queued, sequence, index + 1)),
      )
    }
  }

  /** Time passes, and ledgers with it. */
  pass(seconds: number): void {
    this.close(Math.ceil(seconds / CLOSE_SECONDS))
  }

  /** No ledger closes for so long, and then one that is empty. */
  stall(seconds: number): void {
    this.append(this.last.sequence + 1, this.last.closed + seconds, [])
  }

  find(hash: string, upTo = this.last.sequence): Applied | undefined {
    return this.closed
      .filter(({ sequence }) => sequence <= upTo)
      .flatMap(({ transactions }) => transactions)
      .find((one) => one.hash === hash)
  }

  submit(raw: string): Outcome {
    let transaction: Transaction | FeeBumpTransaction
    try {
      transaction = TransactionBuilder.fromXDR(raw, this.passphrase)
    } catch {
      return { status: 'malformed' }
    }
    if (transaction instanceof FeeBumpTransaction) return { status: 'malformed' }
    const hash = transaction.hash().toString('hex')
    const waits = this.queue.get(baseOf(transaction.source))
    if (waits !== undefined) return { status: waits.hash === hash ? 'DUPLICATE' : 'TRY_AGAIN_LATER', hash }
    const error = this.reject(transaction, this.last.closed)
    if (error !== null) return { status: 'ERROR', hash, result: resultOf(error, 0n) }
    this.queue.set(baseOf(transaction.source), { hash, transaction, raw })
    return { status: 'PENDING', hash }
  }

  /** Why it cannot be in a ledger that closes at this time. */
  private reject(transaction: Transaction, time: number): xdr.TransactionResultResult | null {
    const Result = xdr.TransactionResultResult
    const { minTime = '0', maxTime = '0' } = transaction.timeBounds ?? {}
    if (transaction.operations.length === 0) return Result.txMissingOperation()
    if (BigInt(minTime) > BigInt(time)) return Result.txTooEarly()
    if (maxTime !== '0' && BigInt(maxTime) < BigInt(time)) return Result.txTooLate()
    if (BigInt(transaction.fee) < BASE_FEE * BigInt(transaction.operations.length)) {
      return Result.txInsufficientFee()
    }
    const source = baseOf(transaction.source)
    const account = this.accounts.get(source)
    if (account === undefined) return Result.txNoAccount()
    if (BigInt(transaction.sequence) !== account.sequence + 1n) return Result.txBadSeq()
    const weights = transaction.signatures.map((signature) =>
      weightOf(source, account, transaction.hash(), signature),
    )
    const weight = weights.reduce((sum, each) => sum + each, 0)
    if (weight === 0 || weight < account.threshold) return Result.txBadAuth()
    if (weights.includes(0)) return Result.txBadAuthExtra()
    return spendable(account) < BigInt(transaction.fee) ? Result.txInsufficientBalance() : null
  }

  private apply({ hash, transaction, raw }: Queued, ledger: number, order: number): Applied {
    const source = baseOf(transaction.source)
    const account = this.account(source)
    const offered = BigInt(transaction.fee)
    const fee = offered < this.fee ? offered : this.fee
    account.balance -= fee
    account.sequence = BigInt(transaction.sequence)
    account.modified = ledger
    const next = copyOf(this.accounts)
    const results = transaction.operations.map((one) =>
      applied(next, one.source === undefined ? source : baseOf(one.source), one, ledger),
    )
    const successful = results.every((one) => one.tr().value().switch().value === 0)
    if (successful) this.accounts = next
    const { txSuccess, txFailed } = xdr.TransactionResultResult
    const result = resultOf(successful ? txSuccess(results) : txFailed(results), fee)
    return { hash, transaction, raw, ledger, order, successful, result }
  }

  private append(sequence: number, closed: number, transactions: readonly Applied[]): void {
    const parent = this.closed.at(-1)?.hash ?? '0'.repeat(64)
    const content = JSON.stringify([
      this.passphrase,
      sequence,
      closed,
      parent,
      transactions.map(({ hash }) => hash),
    ])
    const hash = createHash('sha256').update(content).digest('hex')
    this.closed.push({ sequence, hash, parent, closed, accounts: copyOf(this.accounts), transactions })
  }
}

function weightOf(source: string, account: Account, hash: Buffer, signature: xdr.DecoratedSignature): number {
  const keys = [[source, account.weight] as const, ...account.signers]
  const signer = keys.find(([address]) => {
    const key = Keypair.fromPublicKey(address)
    return key.signatureHint().equals(signature.hint()) && key.verify(hash, signature.signature())
  })
  return signer?.[1] ?? 0
}

function resultOf(result: xdr.TransactionResultResult, fee: bigint): string {
  const feeCharged = xdr.Int64.fromString(fee.toString())
  return new xdr.TransactionResult({ feeCharged, result, ext: new xdr.TransactionResultExt(0) }).toXDR(
    'base64',
  )
}
