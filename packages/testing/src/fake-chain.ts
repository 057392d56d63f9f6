/**
 * A chain of nonces whose node follows instructions: it loses answers, lies, refuses, forgets. It tests what is above
 * the chain port and must survive any node. It has no formats of a real chain, and proves nothing about a family:
 * `chainContract` does that, on real nodes.
 */
import {
  type Broadcast,
  type Chain,
  type ChainNode,
  type Chains,
  isChainId,
  type Reservation,
  records,
  type Signed,
} from '@tallystick/custody'

/**
 * What the node makes of one broadcast:
 *
 * - `take`: it takes it, unless its own rules are against it
 * - `refuse`: it refuses it, as what no node could ever take
 * - `decline`: it does not take it as things stand
 * - `lose`: it takes it, and its answer is lost
 * - `miss`: it never hears of it, and nobody answers
 * - `stray`: nobody answers, and a node that this one does not hear from takes it, and brings it to the next block
 * - `lie`: it says that it took it, and has not
 * - `throw`: it breaks the port's promise and throws
 */
export type FakeAnswer = 'take' | 'refuse' | 'decline' | 'lose' | 'miss' | 'stray' | 'lie' | 'throw'

export interface FakeTransaction extends Signed {
  readonly claims: readonly Reservation[]
}

interface Parsed {
  readonly owner: string
  readonly nonce: number
  /** The node prefers the higher of two with one nonce. */
  readonly fee: number
}

export class FakeNode implements ChainNode {
  /** Of the next broadcasts, in order; it takes what comes after them. */
  readonly answers: FakeAnswer[] = []
  /** Ids of all that was broadcast to it, in order. */
  readonly heard: string[] = []
  /** Set: whatever is asked of it fails with this. */
  fault: Error | null = null
  /** Blocks from which on one is final. */
  confirmations = 1
  private readonly pool = new Map<string, Parsed>()
  /** What other nodes have, and this one does not. */
  private readonly elsewhere = new Map<string, Parsed>()
  private readonly mined = new Map<string, number>()
  private readonly next = new Map<string, number>()
  private height = 0

  /** A transaction of `owner`; another fee makes it another one. */
  sign(owner: string, nonce: number, fee = 0): FakeTransaction {
    return {
      raw: JSON.stringify({ owner, nonce, fee }),
      txId: `${owner}:${nonce}:${fee}`,
      claims: [{ owner, index: BigInt(nonce) }],
    }
  }

  /** The owner's next nonce, after all that waits without a gap. */
  nextNonce(owner: string): number {
    if (this.fault !== null) throw this.fault
    let nonce = this.next.get(owner) ?? 0
    while (this.waiting(owner, nonce) !== undefined) nonce++
    return nonce
  }

  /** A block with everything that waits, as far as there is no gap before it. */
  mine(): void {
    this.height++
    for (const [txId, one] of this.elsewhere) {
      if (this.waiting(one.owner, one.nonce) === undefined) this.pool.set(txId, one)
    }
    this.elsewhere.clear()
    for (const { owner } of [...this.pool.values()]) {
      for (;;) {
        const nonce = this.next.get(owner) ?? 0
        const txId = this.waiting(owner, nonce)
        if (txId === undefined) break
        this.pool.delete(txId)
        this.mined.set(txId, this.height)
        this.next.set(owner, nonce + 1)
      }
    }
  }

  /** Undoes the last blocks: what they had waits again, or is nowhere. */
  undo(blocks: number, keeps = true): void {
    this.height -= blocks
    for (const [txId, height] of [...this.mined].reverse()) {
      if (height <= this.height) continue
      const [owner = '', nonce = '', fee = ''] = txId.split(':')
      this.mined.delete(txId)
      this.next.set(owner, Math.min(this.next.get(owner) ?? 0, Number(nonce)))
      if (keeps) this.pool.set(txId, { owner, nonce: Number(nonce), fee: Number(fee) })
    }
  }

  /** Of those that wait. */
  forget(txId: string): void {
    this.pool.delete(txId)
  }

  /** Ids of what blocks have, in the order of their nonces. */
  minedOf(owner: string): readonly string[] {
    const nonceOf = (txId: string): number => Number(txId.split(':')[1])
    return [...this.mined.keys()]
      .filter((txId) => txId.startsWith(`${owner}:`))
      .sort((a, b) => nonceOf(a) - nonceOf(b))
  }

  async broadcast({ raw, txId }: Signed): Promise<Broadcast> {
    this.heard.push(txId)
    if (this.fault !== null) return { kind: 'unknown', reason: this.fault.message }
    switch (this.answers.shift() ?? 'take') {
      case 'take':
        return this.take(raw, txId)
      case 'refuse':
        return { kind: 'refused', reason: 'a bad signature' }
      case 'decline':
        return { kind: 'declined', reason: 'insufficient funds' }
      case 'lose':
        this.take(raw, txId)
        return { kind: 'unknown', reason: 'the connection ended' }
      case 'miss':
        return { kind: 'unknown', reason: 'timed out' }
      case 'stray':
        this.elsewhere.set(txId, JSON.parse(raw) as Parsed)
        return { kind: 'unknown', reason: 'timed out' }
      case 'lie':
        return { kind: 'accepted' }
      case 'throw':
        throw new TypeError('a fault of the adapter')
    }
  }

  async status({ raw, txId }: Signed): ReturnType<ChainNode['status']> {
    if (this.fault !== null) throw this.fault
    const height = this.mined.get(txId)
    if (height !== undefined) return { kind: 'confirmed', height, ok: true, final: this.isFinal(height) }
    if (this.pool.has(txId)) return { kind: 'pending' }
    const { owner, nonce } = JSON.parse(raw) as Parsed
    const rival = this.minedOf(owner)[nonce]
    if (rival !== undefined && this.isFinal(this.mined.get(rival) ?? this.height)) {
      return { kind: 'dead', reason: 'its nonce was used by another' }
    }
    return { kind: 'absent' }
  }

  /** What its chain is asked for by id was made by `sign`. */
  async raw(txId: string): Promise<string | undefined> {
    const [owner, nonce, fee] = txId.split(':')
    if (!(this.mined.has(txId) || this.pool.has(txId))) return undefined
    return JSON.stringify({ owner, nonce: Number(nonce), fee: Number(fee) })
  }

  async head() {
    return { height: this.height, hash: `block ${this.height}` }
  }

  async balance() {
    return 0n
  }

  private take(raw: string, txId: string): Broadcast {
    if (this.mined.has(txId) || this.pool.has(txId)) return { kind: 'known' }
    const parsed = JSON.parse(raw) as Parsed
    const { owner, nonce, fee } = parsed
    if (nonce < (this.next.get(owner) ?? 0)) return { kind: 'declined', reason: 'nonce too low' }
    const other = this.waiting(owner, nonce)
    if (other !== undefined) {
      if ((this.pool.get(other)?.fee ?? 0) >= fee) return { kind: 'declined', reason: 'underpriced' }
      this.pool.delete(other)
    }
    this.pool.set(txId, parsed)
    return { kind: 'accepted' }
  }

  private isFinal(height: number): boolean {
    return this.height - height + 1 >= this.confirmations
  }

  private waiting(owner: string, nonce: number): string | undefined {
    for (const [txId, one] of this.pool) if (one.owner === owner && one.nonce === nonce) return txId
    return undefined
  }
}

/** As much of a chain as delivering needs: there is nothing to be derived, built or read. */
export function fakeChain(node: ChainNode & Pick<FakeNode, 'confirmations'>, id = 'ETH'): Chain {
  const chain: Pick<Chain, 'record' | 'network' | 'node'> = {
    record: { ...(isChainId(id) ? records[id] : records.ETH), id, confirmations: node.confirmations },
    network: 'testnet',
    node,
  }
  // What asks for its codec finds none, and fails the test.
  return chain as Chain
}

/** Every chain is `node`'s; `asked` counts the askings by chain and network. */
export function fakeChains(
  node: Parameters<typeof fakeChain>[0],
): Chains & { readonly asked: Map<string, number> } {
  const asked = new Map<string, number>()
  return {
    asked,
    chain: async (id, network, testnet) => {
      const name = [id, network, ...(testnet === undefined ? [] : [testnet])].join(' ')
      asked.set(name, (asked.get(name) ?? 0) + 1)
      return fakeChain(node, id) as never
    },
    health: () => [],
    passThrough: () => undefined,
    close: () => Promise.resolve(),
  }
}
