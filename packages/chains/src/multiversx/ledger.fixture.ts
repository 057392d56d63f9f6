/**
 * A network of MultiversX in memory. It checks what nodes check before they take a transaction (mx-chain-go,
 * `node/external/transactionAPI`, `process/dataValidators/txValidator.go`, `process/transaction/interceptedTransaction.go`,
 * `process/economics/economicsData.go`) and does with it what they do (docs.multiversx.com, "Gas and Fees", "Fungible
 * tokens", "Transactions Status"): the fee is kept even if the rest fails. Signatures are checked by the chain's own
 * library. It can lose what waits, and undo hyperblocks.
 */
import { createHash } from 'node:crypto'
import { UserPublicKey, UserVerifier } from '@multiversx/sdk-wallet'
import { blake2b } from '@noble/hashes/blake2.js'
import { bech32 } from '@scure/base'

export interface Wire {
  readonly nonce: number
  readonly value: string
  readonly receiver: string
  readonly sender: string
  readonly gasPrice: number
  readonly gasLimit: number
  readonly data?: string
  readonly chainID: string
  readonly version: number
  readonly options?: number
  readonly signature: string
}

export interface Account {
  nonce: number
  balance: bigint
  readonly tokens: Map<string, bigint>
  /** A contract that takes no payments. */
  refuses: boolean
}

export interface Executed {
  readonly hash: string
  readonly wire: Wire
  /** What the shallow status says: `success` also of what failed. */
  readonly status: 'success' | 'invalid'
  readonly outcome: 'success' | 'fail'
  readonly hyperblock: number
  /** Its log, as a gateway answers it. */
  readonly events: readonly object[]
}

export interface Hyperblock {
  readonly nonce: number
  readonly hash: string
  readonly parent: string
  readonly accounts: ReadonlyMap<string, Account>
  readonly transactions: readonly Executed[]
}

const MIN_GAS_PRICE = 1_000_000_000n
export const MIN_GAS = 50_000n
export const GAS_PER_BYTE = 1_500n
export const MAX_GAS = 600_000_000n
/** What moving a token takes beside its data. */
export const TOKEN_GAS = 200_000n
/** Gas for execution costs a hundredth. */
const MODIFIER = 100n
/** How far ahead a nonce may be. */
const MAX_AHEAD = 30_000

/** Why a node does not take a transaction, in its words. */
export class Refusal extends Error {}

export class MultiversxLedger {
  /** Hyperblocks at the end that are not final. */
  unfinal = 0
  minGasPrice = MIN_GAS_PRICE
  /** What waits and is lost before the next hyperblock. */
  loses: (hash: string) => boolean = () => false
  readonly hyperblocks: Hyperblock[] = []
  readonly pool = new Map<string, Wire>()
  private accounts = new Map<string, Account>()
  private forks = 0

  constructor(
    readonly chainId = 'T',
    height = 20_000_000,
  ) {
    this.append(height, [])
  }

  get last(): Hyperblock {
    return this.hyperblocks.at(-1) as Hyperblock
  }

  /** As it will be in the next hyperblock, to be changed at will. */
  account(address: string): Account {
    const known = this.accounts.get(address) ?? { nonce: 0, balance: 0n, tokens: new Map(), refuses: false }
    this.accounts.set(address, known)
    return known
  }

  fund(address: string, units: bigint, token?: string): void {
    const account = this.account(address)
    if (token === undefined) account.balance += units
    else account.tokens.set(token, (account.tokens.get(token) ?? 0n) + units)
    this.settle()
  }

  /** What was changed by hand is in a hyperblock. */
  settle(): void {
    this.append(this.last.nonce + 1, [])
  }

  /** Hyperblocks with what waits for them. */
  close(blocks = 1): void {
    for (let left = blocks; left > 0; left -= 1) {
      const height = this.last.nonce + 1
      for (const hash of this.pool.keys()) if (this.loses(hash)) this.pool.delete(hash)
      const done: Executed[] = []
      for (let next = this.next(); next !== undefined; next = this.next()) {
        done.push(this.execute(next.hash, next.wire, height))
        this.pool.delete(next.hash)
      }
      for (const [hash, wire] of this.pool) {
        if (wire.nonce < this.account(wire.sender).nonce) this.pool.delete(hash)
      }
      this.append(height, done)
    }
  }

  /** The last hyperblocks are undone, and what they held waits again. */
  undo(blocks = 1): void {
    for (let left = blocks; left > 0; left -= 1) {
      const undone = this.hyperblocks.pop()
      for (const { hash, wire } of undone?.transactions ?? []) this.pool.set(hash, wire)
    }
    this.accounts = copyOf(this.last.accounts)
    this.forks += 1
  }

  find(hash: string, upTo = this.last.nonce): Executed | undefined {
    return this.hyperblocks
      .filter(({ nonce }) => nonce <= upTo)
      .flatMap(({ transactions }) => transactions)
      .find((one) => one.hash === hash)
  }

  /** @returns Its hash @throws Refusal */
  submit(wire: Wire): string {
    mustBeValid(wire, this.chainId, this.minGasPrice)
    const { nonce, balance } = this.account(wire.sender)
    const [isLow, isHigh] = [wire.nonce < nonce, wire.nonce > nonce + MAX_AHEAD]
    if (isLow || isHigh) {
      throw new Refusal(`wrong transaction lowerNonceInTx: ${isLow}, veryHighNonceInTx: ${isHigh}`)
    }
    const fee = feeOf(wire)
    if (balance < fee) {
      throw new Refusal(`insufficient funds for address ${wire.sender}, wanted ${fee}, got ${balance}`)
    }
    const hash = hashOf(wire)
    this.pool.set(hash, wire)
    return hash
  }

  /** Units of gas; with a reason, none. */
  cost(wire: Omit<Wire, 'gasLimit' | 'signature'>): { readonly units: bigint; readonly why: string } {
    const units = moveGas(wire)
    const call = tokenCall(wire)
    const sender = this.account(wire.sender)
    if (call === undefined) {
      return this.account(wire.receiver).refuses
        ? { units: 0n, why: 'sending value to non payable contract' }
        : { units, why: '' }
    }
    return (sender.tokens.get(call.token) ?? 0n) < call.amount
      ? { units: 0n, why: 'insufficient funds for token' }
      : { units: units + TOKEN_GAS, why: '' }
  }

  /** The one of the pool that comes next: of each sender its next nonce, of several the dearest. */
  private next(): { readonly hash: string; readonly wire: Wire } | undefined {
    const able = [...this.pool].filter(([, wire]) => {
      const { nonce, balance } = this.account(wire.sender)
      return wire.nonce === nonce && balance >= feeOf(wire)
    })
    const [hash, wire] = able.sort(([, one], [, other]) => other.gasPrice - one.gasPrice)[0] ?? []
    return hash === undefined || wire === undefined ? undefined : { hash, wire }
  }

  private execute(hash: string, wire: Wire, hyperblock: number): Executed {
    const sender = this.account(wire.sender)
    const value = BigInt(wire.value)
    const done = (
      status: Executed['status'],
      outcome: Executed['outcome'],
      events: readonly object[] = [],
    ): Executed => ({ hash, wire, status, outcome, hyperblock, events })
    sender.nonce += 1
    sender.balance -= feeOf(wire)
    if (sender.balance < value) return done('invalid', 'fail')
    const call = tokenCall(wire)
    const receiver = this.account(wire.receiver)
    const held = sender.tokens.get(call?.token ?? '') ?? 0n
    if (receiver.refuses || (call !== undefined && held < call.amount)) {
      return done('success', 'fail', [eventOf(wire, 'signalError', [])])
    }
    sender.balance -= value
    receiver.balance += value
    if (call !== undefined) {
      sender.tokens.set(call.token, held - call.amount)
      receiver.tokens.set(call.token, (receiver.tokens.get(call.token) ?? 0n) + call.amount)
    }
    return done('success', 'success', call === undefined ? [] : [transferEvent(wire, call)])
  }

  private append(nonce: number, transactions: readonly Executed[]): void {
    const parent = this.hyperblocks.at(-1)?.hash ?? '0'.repeat(64)
    const content = JSON.stringify([
      this.chainId,
      nonce,
      parent,
      this.forks,
      transactions.map(({ hash }) => hash),
    ])
    const hash = createHash('sha256').update(content).digest('hex')
    this.hyperblocks.push({ nonce, hash, parent, accounts: copyOf(this.accounts), transactions })
  }
}

const copyOf = (accounts: ReadonlyMap<string, Account>): Map<string, Account> =>
  new Map([...accounts].map(([address, one]) => [address, { ...one, tokens: new Map(one.tokens) }]))

const bytesOf = (data = ''): Buffer => Buffer.from(data, 'base64')

const moveGas = ({ data }: Pick<Wire, 'data'>): bigint =>
  MIN_GAS + GAS_PER_BYTE * BigInt(bytesOf(data).length)

export function feeOf(wire: Wire): bigint {
  const [limit, price, move] = [BigInt(wire.gasLimit), BigInt(wire.gasPrice), moveGas(wire)]
  return move * price + ((limit - move) * price) / MODIFIER
}

function tokenCall({ data }: Pick<Wire, 'data'>) {
  const [call, token = '', amount = ''] = bytesOf(data).toString().split('@')
  if (call !== 'ESDTTransfer') return undefined
  return { token: Buffer.from(token, 'hex').toString(), amount: BigInt(`0x0${amount}`) }
}

/** docs.multiversx.com, "ESDT Operations Events". */
function transferEvent(
  wire: Wire,
  { token, amount }: { readonly token: string; readonly amount: bigint },
): object {
  const digits = amount.toString(16)
  return eventOf(wire, 'ESDTTransfer', [
    Buffer.from(token),
    Buffer.alloc(0),
    Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'),
    Buffer.from(publicKeyOf(wire.receiver)),
  ])
}

const eventOf = ({ sender }: Wire, identifier: string, topics: readonly Buffer[]): object => ({
  address: sender,
  identifier,
  topics: topics.map((topic) => topic.toString('base64')),
  data: null,
})

/** Of three shards. */
export function shardOf(address: string): number {
  const last = publicKeyOf(address).at(-1) ?? 0
  return last % 4 < 3 ? last % 4 : last % 2
}

/** @throws Error for what is no address */
function publicKeyOf(address: string): Uint8Array {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`)
  const bytes = bech32.fromWords(words)
  if (prefix !== 'erd' || bytes.length !== 32) throw new TypeError('it is of another chain')
  return bytes
}

function mustBeValid(wire: Wire, chainId: string, minGasPrice: bigint): void {
  const { sender, receiver, signature, gasLimit, gasPrice, version, chainID, value } = wire
  for (const address of [sender, receiver]) {
    try {
      publicKeyOf(address)
    } catch {
      throw new Refusal('could not create address from provided param')
    }
  }
  if (!/^\d+$/.test(value)) throw new Refusal('invalid value')
  if (chainID !== chainId) throw new Refusal('invalid chain ID')
  if (version < 1) throw new Refusal('invalid transaction version')
  const verifier = new UserVerifier(new UserPublicKey(publicKeyOf(sender)))
  if (!verifier.verify(signedBytes(wire), Buffer.from(signature, 'hex'))) {
    throw new Refusal('ed25519: invalid signature')
  }
  if (BigInt(gasPrice) < minGasPrice) throw new Refusal('insufficient gas price in tx')
  if (BigInt(gasLimit) < moveGas(wire)) throw new Refusal('insufficient gas limit in tx')
  if (BigInt(gasLimit) > MAX_GAS) throw new Refusal('tx gas limit is higher than max gas limit')
}

/** docs.multiversx.com, "Signing Transactions", "Serialization for signing". */
function signedBytes(wire: Wire): Buffer {
  const { nonce, value, receiver, sender, gasPrice, gasLimit, data, chainID, version, options } = wire
  const written = [
    `"nonce":${nonce}`,
    `"value":"${value}"`,
    `"receiver":"${receiver}"`,
    `"sender":"${sender}"`,
    `"gasPrice":${gasPrice}`,
    `"gasLimit":${gasLimit}`,
    ...(data ? [`"data":"${data}"`] : []),
    `"chainID":"${chainID}"`,
    `"version":${version}`,
    ...(options ? [`"options":${options}`] : []),
  ]
  return Buffer.from(`{${written.join(',')}}`)
}

/** mx-chain-core-go, `data/transaction/proto/transaction.proto`. */
function hashOf(wire: Wire): string {
  const varint = (value: number): number[] => {
    const bytes: number[] = []
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    return [...bytes, rest]
  }
  const whole = (field: number, value: number) => (value === 0 ? [] : [field * 8, ...varint(value)])
  const bytes = (field: number, value: Uint8Array) =>
    value.length === 0 ? [] : [field * 8 + 2, ...varint(value.length), ...value]
  const digits = BigInt(wire.value).toString(16)
  const amount = Buffer.from(`00${digits.length % 2 === 0 ? '' : '0'}${digits}`, 'hex')
  const message = [
    ...whole(1, wire.nonce),
    ...bytes(2, amount),
    ...bytes(3, publicKeyOf(wire.receiver)),
    ...bytes(5, publicKeyOf(wire.sender)),
    ...whole(7, wire.gasPrice),
    ...whole(8, wire.gasLimit),
    ...bytes(9, bytesOf(wire.data)),
    ...bytes(10, Buffer.from(wire.chainID)),
    ...whole(11, wire.version),
    ...bytes(12, Buffer.from(wire.signature, 'hex')),
    ...whole(13, wire.options ?? 0),
  ]
  return Buffer.from(blake2b(Uint8Array.from(message), { dkLen: 32 })).toString('hex')
}
