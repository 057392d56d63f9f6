/**
 * A network of Solana in memory: litesvm, which is the chain's own machine, executes transactions; slots, block hashes,
 * commitments and the life of a transaction are kept here (agave, `bank.rs`: `check_transactions`, `status_cache.rs`).
 */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'

/** What is used of @solana/kit, which litesvm brings: it reads transactions apart from our own code. */
interface Kit {
  getTransactionDecoder(): { decode(bytes: Uint8Array): KitTransaction }
  getBase58Decoder(): { decode(bytes: Uint8Array): string }
  getBase58Encoder(): { encode(text: string): Uint8Array }
}
interface KitTransaction {
  readonly messageBytes: Uint8Array
  readonly signatures: Readonly<Record<string, Uint8Array | null>>
}

const require = createRequire(import.meta.url)
const { LiteSVM, FailedTransactionMetadata } = require('litesvm') as typeof import('litesvm')
const kit: Kit = createRequire(require.resolve('litesvm'))('@solana/kit')

export const base58 = (bytes: Uint8Array): string => kit.getBase58Decoder().decode(bytes)

/** Blocks that a transaction lives for. */
const MAX_AGE = 150
/** Blocks after which one is confirmed, and final: some 1 and 32 on public networks. */
const CONFIRMED = 1
const FINAL = 2
/** Some slots have no block, so that heights lag behind them. */
export const SKIPPED = 100

/** agave, `TransactionError`, by litesvm's numbers. */
const ERRORS: Readonly<Record<number, string>> = {
  2: 'AccountNotFound',
  4: 'InsufficientFundsForFee',
  5: 'InvalidAccountForFee',
  11: 'SignatureFailure',
  12: 'InvalidProgramForExecution',
  13: 'SanitizeFailure',
}

export interface Block {
  readonly height: number
  readonly slot: number
  readonly hash: string
}

interface Entry {
  readonly slot: number
  readonly err: unknown
  readonly bytes: Uint8Array
  readonly keys: readonly string[]
  /** Of each of the keys. */
  readonly before: readonly Account[]
  readonly after: readonly Account[]
}

/** What was executed at a time, and of what accounts then held the rest is read. */
interface Account {
  readonly slot: number
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
}

export type Verdict =
  | { readonly id: string }
  | { readonly code: number; readonly message: string; readonly err?: unknown }

export const blockAt = (height: number): Block => ({
  height,
  slot: height + SKIPPED,
  hash: base58(createHash('sha256').update(`block ${height}`).digest()),
})

export class SolanaLedger {
  readonly svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  readonly genesis: string
  readonly entries = new Map<string, Entry>()
  /** The bytes of all that was given to a node, in order. */
  readonly given: string[] = []
  /** Takes what it is given, and puts it into no block. */
  drops: (id: string) => boolean = () => false
  /** Blocks below were thrown away. */
  firstHeight = 0
  /** Of what a node lacks that was started again from a newer snapshot. */
  isMissing: (height: number) => boolean = () => false
  private tip = 1_000
  private readonly accounts = new Map<string, Account[]>()
  /** By block hash and message: what is executed once is not executed again, whatever its signatures. */
  private readonly executed = new Set<string>()

  constructor(genesis = base58(createHash('sha256').update('genesis').digest())) {
    this.genesis = genesis
    this.svm.warpToSlot(BigInt(this.block(0).slot))
  }

  /** The newest block, or one of so many before; of a node that is behind. */
  block(behind: number): Block {
    return blockAt(this.tip - behind)
  }

  at(commitment: unknown, lag: number): Block {
    return this.block(lag + (commitment === 'processed' ? 0 : commitment === 'confirmed' ? CONFIRMED : FINAL))
  }

  /** So many blocks more. */
  close(blocks = 1): void {
    this.tip += blocks
    this.svm.warpToSlot(BigInt(this.block(0).slot))
  }

  /** Until all that is in a block is final. */
  finalize(): void {
    this.close(FINAL)
  }

  /** Whether a node has the block of the slot. */
  has(slot: number): boolean {
    const height = slot - SKIPPED
    return height >= this.firstHeight && !this.isMissing(height)
  }

  heightOf(hash: string, lag: number): number | undefined {
    for (let age = 0; age <= MAX_AGE; age += 1) {
      const { height, hash: known } = this.block(lag + age)
      if (known === hash) return height
    }
    return undefined
  }

  /** As `getFeeForMessage`: what the machine takes of a message of which nobody has signed anything. */
  feeOf(message: Uint8Array): number {
    // 5,000 for each signature, whose number stands first, behind the version. Of a price, the limit of units times it.
    const { blockhash, keys } = layoutOf(message)
    const budget = addressesIn(message).indexOf('ComputeBudget111111111111111111111111111111')
    const view = Buffer.from(message)
    let at = blockhash + 33
    let [units, price] = [200_000n, 0n]
    for (let left = message[at - 1] ?? 0; left > 0; left -= 1) {
      const [program = 0, accounts = 0] = message.subarray(at)
      const data = at + 3 + accounts
      const length = message[data - 1] ?? 0
      if (program === budget && message[data] === 2) units = BigInt(view.readUInt32LE(data + 1))
      if (program === budget && message[data] === 3) price = view.readBigUInt64LE(data + 1)
      at = data + length
    }
    return 5_000 * (message[keys - 4] ?? 1) + Number((units * price + 999_999n) / 1_000_000n)
  }

  fund(address: string, lamports: bigint): void {
    this.svm.airdrop(address as never, lamports as never)
    this.note(address, this.tip - 10)
  }

  /** An account that is there from the beginning, a mint for instance. */
  place(address: string, owner: string, data: Uint8Array): void {
    const lamports = this.svm.minimumBalanceForRentExemption(BigInt(data.length))
    this.svm.setAccount({
      address,
      programAddress: owner,
      data,
      lamports,
      executable: false,
      space: BigInt(data.length),
    } as never)
    this.note(address, this.tip - 10)
  }

  account(address: string, slot: number): Account | undefined {
    const found = this.accounts.get(address)?.findLast((one) => one.slot <= slot)
    return found === undefined || found.lamports === 0n ? undefined : found
  }

  /** Token accounts of the owner that have tokens of this mint. */
  tokenAccounts(
    owner: string,
    mint: string,
    slot: number,
  ): readonly (Account & { readonly address: string })[] {
    return [...this.accounts.keys()].flatMap((address) => {
      const found = this.account(address, slot)
      const isOne =
        found?.owner.startsWith('Token') === true &&
        found.data.length >= 165 &&
        base58(found.data.slice(0, 32)) === mint &&
        base58(found.data.slice(32, 64)) === owner
      return found !== undefined && isOne ? [{ ...found, address }] : []
    })
  }

  entry(id: string, slot: number): Entry | undefined {
    const entry = this.entries.get(id)
    return entry !== undefined && entry.slot <= slot ? entry : undefined
  }

  /** As `sendTransaction` of a node that is so many blocks behind. */
  submit(bytes: Uint8Array, lag: number): Verdict {
    this.given.push(Buffer.from(bytes).toString('base64'))
    let transaction: KitTransaction
    try {
      if (bytes.length > 1_232) throw new RangeError('too large')
      transaction = kit.getTransactionDecoder().decode(bytes)
    } catch {
      return {
        code: -32_602,
        message: 'failed to deserialize solana_transaction::versioned::VersionedTransaction',
      }
    }
    const [first] = Object.values(transaction.signatures)
    const id = base58(first ?? new Uint8Array(64))
    // A decoder reads what a node's sanitizer refuses; so does a blank signature.
    if (Object.values(transaction.signatures).some((one) => one === null)) {
      return { code: -32_003, message: 'Transaction signature verification failure' }
    }
    const failed = (err: unknown): Verdict => ({
      code: -32_002,
      message: `Transaction simulation failed: ${JSON.stringify(err)}`,
      err,
    })
    const simulated = this.failure(() => this.svm.simulateTransaction(transaction as never))
    if (simulated === 'SignatureFailure') {
      return { code: -32_003, message: 'Transaction signature verification failure' }
    }
    const { blockhash, nonce } = lifetimeOf(transaction.messageBytes)
    const isKnown =
      nonce === null ? this.heightOf(blockhash, lag) !== undefined : this.nonceOf(nonce) === blockhash
    const message = `${blockhash} ${createHash('sha256').update(transaction.messageBytes).digest('hex')}`
    if (this.executed.has(message)) return failed('AlreadyProcessed')
    if (!isKnown) return failed('BlockhashNotFound')
    if (simulated !== null) return failed(simulated)
    if (this.drops(id)) return { id }
    const keys = addressesIn(transaction.messageBytes)
    const before = keys.map((key) => this.now(key, this.tip))
    const err = this.failure(() => this.svm.sendTransaction(transaction as never))
    this.executed.add(message)
    const { slot } = this.block(0)
    const after = keys.map((key) => this.now(key, this.tip))
    this.entries.set(id, { slot, err, bytes, keys, before, after })
    for (const address of addressesIn(transaction.messageBytes)) this.note(address, this.tip)
    return { id }
  }

  /** What the network would answer to a simulation; null when it succeeds. */
  private failure(run: () => unknown): unknown {
    const outcome = run()
    if (!(outcome instanceof FailedTransactionMetadata)) return null
    const error: unknown = outcome.err()
    if (typeof error === 'number') return ERRORS[error] ?? `Error${error}`
    if (error?.constructor.name === 'TransactionErrorInsufficientFundsForRent') {
      return { InsufficientFundsForRent: { account_index: 0 } }
    }
    return { InstructionError: [0, { Custom: 1 }] }
  }

  private nonceOf(account: string): string | undefined {
    const found = this.svm.getAccount(account as never)
    // Version, state and authority stand before it (`nonce::state::Versions`).
    return found.exists ? base58(Uint8Array.from(found.data.slice(40, 72))) : undefined
  }

  private note(address: string, height: number): void {
    this.accounts.set(address, [...(this.accounts.get(address) ?? []), this.now(address, height)])
  }

  private now(address: string, height: number): Account {
    const found = this.svm.getAccount(address as never)
    return {
      slot: blockAt(height).slot,
      lamports: found.exists ? found.lamports : 0n,
      owner: found.exists ? found.programAddress : '',
      data: found.exists ? Uint8Array.from(found.data) : new Uint8Array(0),
    }
  }
}

/** Just enough of a message to know where its blockhash and its keys stand; lengths here are of one byte. */
function layoutOf(message: Uint8Array) {
  const start = (message[0] ?? 0) >= 0x80 ? 1 : 0
  const count = message[start + 3] ?? 0
  const keys = start + 4
  return { count, keys, blockhash: keys + 32 * count }
}

export function addressesIn(message: Uint8Array): readonly string[] {
  const { count, keys } = layoutOf(message)
  return Array.from({ length: count }, (_, at) => base58(message.slice(keys + 32 * at, keys + 32 * at + 32)))
}

function lifetimeOf(message: Uint8Array): { readonly blockhash: string; readonly nonce: string | null } {
  const { blockhash: at, keys } = layoutOf(message)
  const addresses = addressesIn(message)
  const [program = 0, accounts = 0, first = 0] = message.slice(at + 33, at + 36)
  const data = message.slice(at + 35 + accounts, at + 35 + accounts + 5)
  const isNonce =
    (message[at + 32] ?? 0) > 0 && addresses[program] === '1'.repeat(32) && data[0] === 4 && data[1] === 4
  const nonce = isNonce ? base58(message.slice(keys + 32 * first, keys + 32 * first + 32)) : null
  return { blockhash: base58(message.slice(at, at + 32)), nonce }
}
