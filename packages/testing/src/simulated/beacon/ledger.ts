/**
 * A BNB Beacon Chain in memory. It checks what nodes check before they keep a transaction for the next block
 * (bnb-chain/node, `common/tx/ante.go`: signature, account number, sequence, fee; bnb-chain/bnc-cosmos-sdk,
 * `x/bank`: coins; `plugins/account/scripts/transfer_memo.go`: memo), against the state with all that waits.
 */
import { createHash } from 'node:crypto'
import { type Decoded, decode, isSigned, address as writtenAddress } from './decode.js'

/** `bnb-chain/bnc-cosmos-sdk`, `types/errors.go`. */
export const CODES = {
  internal: 1,
  txDecode: 2,
  invalidSequence: 3,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownAddress: 9,
  insufficientCoins: 10,
  invalidCoins: 11,
  memoTooLarge: 12,
  invalidMemo: 16,
} as const

/** Of 2021 and later. */
const FEES = { single: 7_500n, multi: 6_000n, multiFrom: 2 }
const MAX_MEMO = 128
const NATIVE = 'BNB'

export interface Account {
  readonly number: bigint
  sequence: bigint
  /** By symbol, in base units. */
  readonly coins: Map<string, bigint>
  /** Bit 0: it takes no transfer whose memo is not a number. */
  flags: bigint
}

export interface InBlock {
  readonly tx: Decoded
  readonly raw: string
  readonly height: number
  /** Milliseconds since 1970. */
  readonly time: number
  /** 0, or that of its error, as Tendermint knows it. */
  readonly code: number
  readonly log: string
  readonly fee: bigint
}

export interface Block {
  readonly height: number
  readonly hash: string
  readonly time: number
  readonly transactions: readonly InBlock[]
  readonly accounts: ReadonlyMap<string, Account>
}

export interface Failure {
  readonly code: number
  readonly message: string
}

export const CACHED = 'cached'

interface Waiting {
  readonly tx: Decoded
  readonly raw: string
}

export class Ledger {
  readonly chainId: string
  readonly prefix: string
  fees = { ...FEES }
  /** Those that the node has taken and loses before the next block, by hash. */
  loses: (hash: string) => boolean = () => false
  readonly blocks: Block[] = []
  private accounts: Map<string, Account> = new Map()
  /** With what waits. */
  private checked: Map<string, Account> = new Map()
  private waiting: Waiting[] = []
  private readonly cache = new Set<string>()

  constructor(
    chainId = 'Binance-Chain-Ganges',
    prefix = 'tbnb',
    height = 1_000_000,
    time = 1_900_000_000_000,
  ) {
    this.chainId = chainId
    this.prefix = prefix
    this.append(height, time, [])
  }

  get last(): Block {
    return this.blocks.at(-1) as Block
  }

  /** Of the last block, to be changed at will. */
  account(address: string): Account {
    return at(this.accounts, address)
  }

  /** Gives an account so many base units more, in a block of its own. */
  fund(address: string, units: bigint, symbol = NATIVE): void {
    add(this.account(address).coins, symbol, units)
    this.settle()
  }

  /** What was changed by hand is in a block. */
  settle(): void {
    this.append(this.last.height + 1, this.last.time, [])
    this.recheck()
  }

  /** Blocks with what waits for them. */
  close(blocks = 1): void {
    for (let left = blocks; left > 0; left -= 1) {
      const [height, time] = [this.last.height + 1, this.last.time + 400]
      const lost = new Set(this.waiting.filter(({ tx }) => this.loses(tx.hash)))
      const taken = this.waiting.filter((one) => !lost.has(one))
      for (const { tx } of lost) this.cache.delete(tx.hash)
      this.waiting = []
      this.append(
        height,
        time,
        taken.map((one) => this.apply(one, height, time)),
      )
      this.recheck()
    }
  }

  /** A block with what a proposer has put in unasked: not checked before, it may fail there. */
  include(raw: string): void {
    const [height, time] = [this.last.height + 1, this.last.time + 400]
    this.append(height, time, [this.apply({ raw, tx: decode(raw, this.prefix) }, height, time)])
    this.recheck()
  }

  /** As Tendermint indexes them: the last one of this hash. */
  find(hash: string, upTo = this.last.height): InBlock | undefined {
    return this.blocks
      .filter(({ height }) => height <= upTo)
      .flatMap(({ transactions }) => transactions)
      .findLast(({ tx }) => tx.hash === hash)
  }

  /** Checked, and kept for the next block. */
  submit(raw: string): Failure | typeof CACHED | { readonly hash: string } {
    let tx: Decoded
    try {
      tx = decode(raw, this.prefix)
    } catch {
      return { code: CODES.txDecode, message: 'tx parse error' }
    }
    if (this.cache.has(tx.hash)) return CACHED
    const next = copyOf(this.checked)
    const failure = this.ante(tx, next) ?? this.send(tx, next)
    if (failure !== null) return failure
    this.checked = next
    this.cache.add(tx.hash)
    this.waiting.push({ tx, raw })
    return { hash: tx.hash }
  }

  feeOf({ inputs, outputs }: Decoded): bigint {
    const entries = Math.max(...[inputs, outputs].map((side) => side.flatMap(({ coins }) => coins).length))
    return entries >= this.fees.multiFrom ? this.fees.multi * BigInt(entries) : this.fees.single
  }

  private apply({ tx, raw }: Waiting, height: number, time: number): InBlock {
    const failure = this.ante(tx, this.accounts)
    const own = { tx, raw, height, time }
    // What fails may be given to a node again (Tendermint, `mempool.Update`).
    this.cache.delete(tx.hash)
    // Nothing of it has happened: its sequence is not used either.
    if (failure !== null) return { ...own, code: abci(failure.code), log: logOf(failure), fee: 0n }
    const unsent = this.send(tx, this.accounts)
    const fee = this.feeOf(tx)
    if (unsent === null) this.cache.add(tx.hash)
    return unsent === null
      ? { ...own, code: 0, log: 'Msg 0: ', fee }
      : { ...own, code: abci(unsent.code), log: logOf(unsent), fee }
  }

  /** What is checked before the message; it takes the fee, and uses up the sequences. */
  private ante(tx: Decoded, accounts: Map<string, Account>): Failure | null {
    const failed = (code: number, message: string): Failure => ({ code, message })
    const senders = [...new Set(tx.inputs.map(({ address }) => address))]
    if (tx.signatures.length === 0) return failed(CODES.unauthorized, 'no signers')
    if (tx.signatures.length !== senders.length) return failed(CODES.unauthorized, 'wrong number of signers')
    if (Buffer.byteLength(tx.memo) > MAX_MEMO)
      return failed(CODES.memoTooLarge, 'maximum number of characters is 128')
    if (!isBalanced(tx)) return failed(CODES.invalidCoins, 'inputs and outputs don’t match')
    for (const [index, signature] of tx.signatures.entries()) {
      const address = senders[index] ?? ''
      const account = accounts.get(address)
      if (account === undefined) return failed(CODES.unknownAddress, address)
      if (signature.accountNumber !== account.number) {
        const text = `Invalid account number. Got ${signature.accountNumber}, expected ${account.number}`
        return failed(CODES.invalidSequence, text)
      }
      if (signature.sequence !== account.sequence) {
        const text = `Invalid sequence. Got ${signature.sequence}, expected ${account.sequence}`
        return failed(CODES.invalidSequence, text)
      }
      if (
        writtenAddress(signature.publicKey, this.prefix) !== address ||
        !isSigned(tx, signature, this.chainId)
      ) {
        return failed(CODES.unauthorized, 'signature verification failed')
      }
    }
    const payer = accounts.get(senders[0] ?? '')
    const fee = this.feeOf(tx)
    const owned = payer?.coins.get(NATIVE) ?? 0n
    if (payer === undefined || owned < fee) {
      return failed(
        CODES.insufficientFunds,
        `insufficient fund. you got ${owned}BNB, but ${fee}BNB fee needed.`,
      )
    }
    add(payer.coins, NATIVE, -fee)
    for (const address of senders) {
      const account = accounts.get(address)
      if (account !== undefined) account.sequence += 1n
    }
    return null
  }

  private send({ inputs, outputs, memo }: Decoded, accounts: Map<string, Account>): Failure | null {
    for (const { address } of outputs) {
      const needs = ((accounts.get(address)?.flags ?? 0n) & 1n) === 1n
      if (needs && !/^\d+$/.test(memo)) {
        return { code: CODES.invalidMemo, message: 'The receiver requires the memo contains only digits.' }
      }
    }
    for (const { address, coins } of inputs) {
      for (const { denom, amount } of coins) {
        const owned = accounts.get(address)?.coins.get(denom) ?? 0n
        if (owned < amount)
          return { code: CODES.insufficientCoins, message: `${owned}${denom} < ${amount}${denom}` }
      }
    }
    for (const { address, coins } of inputs) {
      for (const { denom, amount } of coins) add(at(accounts, address).coins, denom, -amount)
    }
    for (const { address, coins } of outputs) {
      for (const { denom, amount } of coins) add(at(accounts, address).coins, denom, amount)
    }
    return null
  }

  /** After a block what waits is checked anew. */
  private recheck(): void {
    this.checked = copyOf(this.accounts)
    const kept = this.waiting
    this.waiting = []
    for (const { raw, tx } of kept) {
      this.cache.delete(tx.hash)
      this.submit(raw)
    }
  }

  private append(height: number, time: number, transactions: readonly InBlock[]): void {
    const content = JSON.stringify([this.chainId, height, time, transactions.map(({ tx }) => tx.hash)])
    const hash = createHash('sha256').update(content).digest('hex').toUpperCase()
    this.blocks.push({ height, hash, time, transactions, accounts: copyOf(this.accounts) })
  }
}

/** An account; the first transfer to it makes it. */
function at(accounts: Map<string, Account>, address: string): Account {
  const known = accounts.get(address)
  if (known !== undefined) return known
  const fresh = { number: BigInt(accounts.size + 10), sequence: 0n, coins: new Map(), flags: 0n }
  accounts.set(address, fresh)
  return fresh
}

const abci = (code: number): number => 65_536 + code

export const logOf = ({ code, message }: Failure): string =>
  JSON.stringify({ codespace: 1, code, abci_code: abci(code), message })

function add(coins: Map<string, bigint>, symbol: string, units: bigint): void {
  coins.set(symbol, (coins.get(symbol) ?? 0n) + units)
}

function isBalanced({ inputs, outputs }: Decoded): boolean {
  const sum = new Map<string, bigint>()
  for (const { denom, amount } of inputs.flatMap(({ coins }) => coins)) add(sum, denom, amount)
  for (const { denom, amount } of outputs.flatMap(({ coins }) => coins)) add(sum, denom, -amount)
  const amounts = [...inputs, ...outputs].flatMap(({ coins }) => coins).map(({ amount }) => amount)
  return (
    amounts.length > 1 &&
    amounts.every((amount) => amount > 0n && amount < 2n ** 63n) &&
    [...sum.values()].every((left) => left === 0n)
  )
}

const copyOf = (accounts: ReadonlyMap<string, Account>): Map<string, Account> =>
  new Map([...accounts].map(([address, one]) => [address, { ...one, coins: new Map(one.coins) }]))
