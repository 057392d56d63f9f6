/** A node of a chain of nonces: its blocks and what waits for one. Two of them may be of different minds. */

export interface Transfer {
  readonly owner: string
  readonly nonce: number
  /** The payment that it is. */
  readonly to: string
  /** Of two with one nonce, a node prefers the dearer. */
  readonly fee: number
  /** No node takes it, whatever the state of its chain. */
  readonly malformed: boolean
}

export const transferOf = (raw: string): Transfer => JSON.parse(raw)
export const txIdOf = ({ owner, nonce, to, fee }: Transfer): string => `${owner}:${nonce}:${to}:${fee}`

export type Taken = 'taken' | 'known' | 'nonce too low' | 'underpriced' | 'malformed'

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
    for (const [other, { owner, nonce, fee }] of this.pool) {
      if (owner !== transfer.owner || nonce !== transfer.nonce) continue
      if (fee >= transfer.fee) return 'underpriced'
      this.pool.delete(other)
    }
    this.pool.set(txId, transfer)
    return 'taken'
  }

  /** A block with all that waits, as far as there is no gap before it. */
  mine(): void {
    const block: Transfer[] = []
    const next = new Map<string, number>()
    for (const [txId, transfer] of [...this.pool].sort(([, a], [, b]) => a.nonce - b.nonce)) {
      const { owner, nonce } = transfer
      if (nonce !== (next.get(owner) ?? this.nonceOf(owner))) continue
      next.set(owner, nonce + 1)
      this.pool.delete(txId)
      block.push(transfer)
    }
    this.blocks.push(block)
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

  /** How often a payment is in its blocks. */
  timesPaid(to: string): number {
    return this.blocks.flat().filter((transfer) => transfer.to === to).length
  }
}
