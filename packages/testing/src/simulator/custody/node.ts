/** A node of a chain with nonces and balances: its blocks, and pending transactions. Two nodes may disagree. */

export interface Transfer {
  /** Address of the sender. */
  readonly owner: string
  readonly nonce: number
  /** Address of the recipient. Each payment has one of its own. */
  readonly to: string
  readonly value: bigint
  /** Of a unit of gas. Of two with one nonce, a node prefers the dearer. */
  readonly price: bigint
  /** No node takes it, whatever the state of its chain. */
  readonly malformed: boolean
}

export const GAS = 21_000n

export function transferOf(raw: string): Transfer {
  const { value, price, ...rest } = JSON.parse(raw)
  return { ...rest, value: BigInt(value), price: BigInt(price) }
}

export const rawOf = ({ value, price, ...rest }: Transfer): string =>
  JSON.stringify({ ...rest, value: String(value), price: String(price) })

const short = (address: string): string => address.replace(/^0x0*/, '')

export const txIdOf = ({ owner, nonce, to, value, price }: Transfer): string =>
  `${short(owner)}:${nonce} ${value} to ${short(to)} at ${price}`

export const costOf = ({ value, price }: Transfer): bigint => value + GAS * price

export type Taken = 'taken' | 'known' | 'nonce too low' | 'underpriced' | 'insufficient funds' | 'malformed'

/** Whose coins never end. */
export const SOURCE = `0x${'5'.repeat(40)}`
const SUPPLY = 10n ** 30n

export class SimulatedNode {
  private blocks: (readonly Transfer[])[] = []
  private readonly pool = new Map<string, Transfer>()

  get height(): number {
    return this.blocks.length
  }

  take(transfer: Transfer): Taken {
    const txId = txIdOf(transfer)
    if (transfer.malformed) return 'malformed'
    if (this.pool.has(txId) || this.placeOf(txId) !== undefined) return 'known'
    if (transfer.nonce < this.nonceOf(transfer.owner)) return 'nonce too low'
    if (costOf(transfer) > this.balanceOf(transfer.owner)) return 'insufficient funds'
    for (const [other, { owner, nonce, price }] of this.pool) {
      if (owner !== transfer.owner || nonce !== transfer.nonce) continue
      if (price >= transfer.price) return 'underpriced'
      this.pool.delete(other)
    }
    this.pool.set(txId, transfer)
    return 'taken'
  }

  /** A block with all that waits, as far as there is no gap before it. What its sender cannot pay is dropped. */
  mine(): void {
    const block: Transfer[] = []
    this.blocks.push(block)
    for (const [txId, transfer] of [...this.pool].sort(([, a], [, b]) => a.nonce - b.nonce)) {
      if (transfer.nonce !== this.nonceOf(transfer.owner)) continue
      this.pool.delete(txId)
      if (costOf(transfer) <= this.balanceOf(transfer.owner)) block.push(transfer)
    }
  }

  /** Other blocks take the place of the last ones, and one more. What those had waits again, where it is kept. */
  reorganise(depth: number, keeps: () => boolean): void {
    const undone = this.blocks.splice(Math.max(0, this.height - depth), depth).flat()
    for (let block = 0; block <= depth; block++) this.blocks.push([])
    for (const transfer of undone) if (keeps()) this.take(transfer)
  }

  /** Forgets what waits. */
  drop(forgets: () => boolean): void {
    for (const txId of [...this.pool.keys()]) if (forgets()) this.pool.delete(txId)
  }

  /** Comes to know the blocks of the other, and they tell one another what waits. */
  meet(other: SimulatedNode): void {
    this.blocks = [...other.blocks]
    const waiting = [...this.pool.values()]
    this.pool.clear()
    for (const transfer of waiting) {
      this.take(transfer)
      other.take(transfer)
    }
    for (const transfer of other.pool.values()) this.take(transfer)
  }

  /** The height of the block that has it. */
  placeOf(txId: string): number | undefined {
    const place = this.blocks.findIndex((block) => block.some((transfer) => txIdOf(transfer) === txId))
    return place < 0 ? undefined : place + 1
  }

  /** The height of the block that has another with the same nonce. */
  rivalOf(transfer: Transfer): number | undefined {
    const { owner, nonce } = transfer
    const txId = txIdOf(transfer)
    const isRival = (one: Transfer) => one.owner === owner && one.nonce === nonce && txIdOf(one) !== txId
    const place = this.blocks.findIndex((block) => block.some(isRival))
    return place < 0 ? undefined : place + 1
  }

  isWaiting(txId: string): boolean {
    return this.pool.has(txId)
  }

  /** The bytes of one that it has, in a block or waiting. */
  rawOf(txId: string): string | undefined {
    const found = this.pool.get(txId) ?? this.blocks.flat().find((transfer) => txIdOf(transfer) === txId)
    return found && rawOf(found)
  }

  /** What came to it in blocks, less what it has paid. Only the source of all coins has less than nothing. */
  balanceOf(owner: string): bigint {
    if (owner === SOURCE) return SUPPLY
    let balance = 0n
    for (const block of this.blocks) {
      for (const transfer of block) {
        if (transfer.to === owner) balance += transfer.value
        if (transfer.owner === owner) balance -= costOf(transfer)
      }
    }
    return balance
  }

  /** The owner's next, by its blocks. */
  nonceOf(owner: string): number {
    let next = 0
    for (const block of this.blocks) {
      for (const transfer of block) if (transfer.owner === owner) next = transfer.nonce + 1
    }
    return next
  }

  /** The owner's next, after all that waits without a gap. */
  pendingNonceOf(owner: string): number {
    const waiting = new Set(
      [...this.pool.values()].filter((one) => one.owner === owner).map(({ nonce }) => nonce),
    )
    let next = this.nonceOf(owner)
    while (waiting.has(next)) next++
    return next
  }

  /** Of its blocks. */
  get transfers(): readonly Transfer[] {
    return this.blocks.flat()
  }

  /** How often a payment is in its blocks. */
  timesPaid(to: string): number {
    return this.transfers.filter((transfer) => transfer.to === to).length
  }
}
