/**
 * Which node of a chain is followed. A follower asks one node until that one fails or stands still, because two nodes that
 * are not of one state look like a chain that is reorganised.
 */
import type { Block, Blocks, BlocksAt } from '../ports/blocks.js'
import { NodeFault } from '../ports/chain.js'

/** The chain cannot be followed further by this node for now: the message says why. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** Without a new block for so long, the other nodes are asked whether they have one. */
export const STILL_MS = 60_000

/** Where a chain is followed. */
export interface Source {
  /** The node that is followed, by its place in the configuration; null if there is only one. */
  readonly node: string | null
  /** How often another node was chosen since the start. */
  readonly switches: number
}

export class Sources {
  /** The place of the node that is followed, and of the one that is asked now. */
  private at = 0
  private asked = 0
  private switches = 0
  /** By place: whether the node's blocks lack what contracts pay (`Block.untraced`). */
  private readonly untraced = new Map<number, boolean>()
  /** By place: nodes that have told what contracts pay. */
  private readonly traced = new Set<number>()
  private height: number | null = null
  private since = 0

  /** @param nodes At least one */
  constructor(
    private readonly nodes: readonly (Omit<BlocksAt, 'node'> & { readonly node: string | null })[],
    private readonly elapsed: () => number,
    private readonly inform: (line: string) => void,
  ) {}

  get source(): Source {
    return { node: this.nodes[this.at]?.node ?? null, switches: this.switches }
  }

  /**
   * Asks the node that is followed; if it does not serve, the others in turn.
   * @param follow Proceeds to the node's head. @returns The last observed block
   * @throws NodeFault, Stuck if none serves
   */
  async round(follow: (blocks: Blocks) => Promise<number | null>): Promise<void> {
    const faults: Error[] = []
    for (const [place, { blocks }] of this.inTurn(this.at)) {
      this.asked = place
      try {
        const height = await follow(blocks)
        if (place !== this.at) this.choose(place, faults[0]?.message ?? '')
        return await this.lookAround(height)
      } catch (fault) {
        if (!(fault instanceof NodeFault || fault instanceof Stuck)) throw fault
        faults.push(fault)
      }
    }
    const [first] = faults
    throw faults.length === 1
      ? first
      : new Stuck([...new Set(faults.map(({ message }) => message))].join('; '))
  }

  /** @throws Stuck if this node or another one may tell what these blocks lack */
  judge(blocks: readonly Block[]): void {
    const isUntraced = blocks.some(({ untraced }) => untraced === true)
    // A block without transactions tells nothing of the node.
    if (blocks.some(({ untraced, movements }) => untraced !== true && movements.length > 0)) {
      this.traced.add(this.asked)
    }
    if (isUntraced && this.traced.has(this.asked)) {
      throw new Stuck(
        'the node has traced calls and now says that it cannot: if it no longer does, start the process again to go on without what contracts pay',
      )
    }
    if (blocks.length > 0) this.untraced.set(this.asked, isUntraced)
    if (isUntraced && this.nodes.some((_, place) => this.untraced.get(place) !== true)) {
      throw new Stuck('the node does not trace calls, and another one may, so its blocks are not used')
    }
  }

  /** A node may stand still without an error, and say that its last block is the newest. */
  private async lookAround(height: number | null): Promise<void> {
    if (height !== this.height) {
      this.height = height
      this.since = this.elapsed()
    }
    if (this.nodes.length === 1 || height === null || this.elapsed() - this.since < STILL_MS) return
    for (const [place, { blocks }] of this.inTurn(this.at + 1)) {
      if (place === this.at) return
      const head = await blocks.head().catch((fault: unknown) => {
        if (fault instanceof NodeFault) return null
        throw fault
      })
      if (head === null || head.height <= height) continue
      this.since = this.elapsed()
      this.choose(place, `it has no block after ${height}, and another node has`)
      return
    }
  }

  private inTurn(first: number) {
    const { nodes } = this
    return nodes.map((_, turn) => {
      const place = (first + turn) % nodes.length
      return [place, nodes[place] as (typeof nodes)[number]] as const
    })
  }

  private choose(place: number, why: string): void {
    const { node: left } = this.nodes[this.at] as (typeof this.nodes)[number]
    this.at = place
    this.switches++
    this.inform(`followed by ${this.nodes[place]?.node} now. ${left} was left: ${why}`)
  }
}
