/** Reads blocks before they are needed: while a group of them is committed, the next group is on its way. */
import type { Block } from '../ports/blocks.js'

export class ReadAhead {
  private readonly reads = new Map<number, Promise<Block | undefined>>()

  /** @param most Blocks that are read at once */
  constructor(
    private readonly read: (height: number) => Promise<Block | undefined>,
    private readonly most: number,
  ) {}

  /** Forgets what was read: another branch is followed, or other tokens count. */
  clear(): void {
    this.reads.clear()
  }

  /**
   * The next blocks in their order, at most `count`. Ends early where a block does not follow the one before it, cannot be
   * read or does not exist.
   * @param head The height of the node's head
   * @throws What the first read throws
   */
  async next(
    after: { readonly height: number; readonly hash: string },
    head: number,
    count: number,
  ): Promise<readonly Block[]> {
    for (const height of this.reads.keys()) if (height <= after.height) this.reads.delete(height)
    const last = Math.max(head, after.height + 1)
    for (let height = after.height + 1; height <= last && this.reads.size < this.most; height++)
      this.begin(height)
    const found: Block[] = []
    let at = after
    for (let height = after.height + 1; height <= last && found.length < count; height++) {
      const block = await this.taken(height, found.length === 0)
      if (block === undefined) break
      // On a chain with empty slots, several heights answer with the same block.
      if (block.height <= at.height) continue
      if (found.length > 0 && block.parent !== at.hash) break
      found.push(block)
      at = block
    }
    return found
  }

  private begin(height: number): void {
    if (this.reads.has(height)) return
    const read = this.read(height)
    // Nobody may wait for it, and then its error must not be an unhandled rejection.
    read.catch(() => undefined)
    this.reads.set(height, read)
  }

  /** A block is read again if it could not be read, or did not exist. */
  private async taken(height: number, isFirst: boolean): Promise<Block | undefined> {
    this.begin(height)
    try {
      const block = await this.reads.get(height)
      if (block === undefined) this.reads.delete(height)
      return block
    } catch (fault) {
      this.reads.delete(height)
      if (isFirst) throw fault
      return undefined
    }
  }
}
