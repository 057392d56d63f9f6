/**
 * The next blocks of a cursor, together with which of their addresses are ours. While a group of blocks is committed, the
 * next one is looked through: looking through thousands of addresses takes about as long as the database takes to commit.
 *
 * Looking early misses no payment, because the service stores an address before anybody can pay to it, and the blocks that
 * were read before are older. It is an early look at one revision of the cursor only: whoever changes what counts in
 * blocks that are not observed yet, moves the revision (`openHoldings`), and then the group is looked through again.
 */
import type { Cursor } from '@tallystick/core'
import type { Block } from '../ports/blocks.js'
import type { ReadAhead } from './ahead.js'
import type { Watched } from './watched.js'

type Place = Pick<Cursor, 'height' | 'hash' | 'revision'>

export interface Group {
  /** Each the parent of the one after it. None: there is no next block. */
  readonly blocks: readonly Block[]
  readonly watched: Watched
}

/** Blocks that are observed together while the follower is behind. */
export const TOGETHER = 16

export class Groups {
  /** At most one group is prepared. Null: it could not be. */
  private begun: { readonly after: Place; readonly group: Promise<Group | null> } | undefined
  private isStale = false

  constructor(
    private readonly ahead: ReadAhead,
    private readonly look: (blocks: readonly Block[]) => Promise<Watched>,
  ) {}

  /** Forgets what was read: another branch is followed, or other tokens count. */
  clear(): void {
    this.isStale = true
  }

  /** Begins to look through the group after a place where the cursor is not yet. @param head The height of the node's head */
  prepare(after: Place, head: number): void {
    if (head <= after.height) return
    // Nobody may wait for it. Whoever needs it reads again, and then hears of the fault.
    this.begun = { after, group: this.read(after, head).catch(() => null) }
  }

  /** @throws What reading the first block throws */
  async next(after: Place, head: number): Promise<Group> {
    const { begun } = this
    this.begun = undefined
    // Only one reads at a time.
    const prepared = await begun?.group
    if (this.isStale) this.ahead.clear()
    const isUsed =
      !this.isStale && begun?.after.revision === after.revision && begun.after.hash === after.hash
    this.isStale = false
    return isUsed && prepared != null && prepared.blocks.length > 0 ? prepared : this.read(after, head)
  }

  private async read(after: Place, head: number): Promise<Group> {
    const blocks = await this.ahead.next(after, head, TOGETHER)
    return { blocks, watched: await this.look(blocks) }
  }
}
