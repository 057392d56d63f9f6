/**
 * Who may choose an index of an owner next. Calls of one process wait for one another here; other processes are kept
 * out by the claims.
 */
import type { OnChain, RejectionCode } from '@tallystick/core'
import { type Engine, Rejected, reservedIndexes } from '@tallystick/engine'
import { NodeFault } from '../ports/chain.js'
import { SLOW_TURNS } from './late.js'

/**
 * Whose nonces, or sequences, or outputs are used up. Reservations belong to a tenant, and so do turns: a call may name any
 * account, also one of somebody else.
 */
export interface Owner extends OnChain {
  readonly owner: string
}

/** Times that a call builds anew because other processes were first. */
const MAX_TRIES = 64
/** Longest wait between two of them. Chance decides how long: processes in step would lose in step. */
const MAX_WAIT_MS = 100
/** Longest wait of a call for its turn: a node that is as slow as this serves nobody. */
const MAX_TURN_WAIT_MS = 60_000
/** Calls of one tenant for one owner that may wait for one another. */
const MAX_WAITING = 1_000
/** Another process took the index first. */
const LOST: ReadonlySet<string> = new Set<RejectionCode>(['claim.taken', 'address.busy', 'withdrawal.busy'])
/** Held indexes that are read at once. */
const PAGE = 500

/** What a plan needs to choose an index. */
export interface Custodian {
  readonly engine: Pick<Engine, 'query'>
  readonly turns: Turns
}

interface Turn {
  waiting: number
  /** Calls that ever came. */
  came: number
  last: Promise<unknown>
  /** Why the node did not answer, and the calls that waited by then: all before this one. */
  away: { readonly fault: NodeFault; readonly before: number } | null
}

export class Turns {
  private readonly turns = new Map<string, Turn>()

  constructor(private readonly engine: Pick<Engine, 'query' | 'random' | 'scheduler'>) {}

  /**
   * Runs `work`, from asking for the next index to recording the transaction, while no other call of this
   * process does so for the same owner. When another process was first (`claim.taken`, `address.busy`, `withdrawal.busy`), `work` runs again, on what
   * is left.
   *
   * When the node does not answer the one whose turn it is, all that wait behind it then end with it: they would find
   * the same, one after another.
   * @param tries How often it runs at most: once, where it wants one index and no other
   * @throws Rejected `overloaded` when too many wait already; NodeFault; and whatever `work` throws
   */
  async take<Result>(owner: Owner, work: () => Promise<Result>, tries = MAX_TRIES): Promise<Result> {
    const name = JSON.stringify([owner.tenant, owner.chain, owner.network, owner.owner])
    const turn = this.turns.get(name) ?? { waiting: 0, came: 0, last: Promise.resolve(), away: null }
    if (turn.waiting >= MAX_WAITING) throw new Rejected({ code: 'overloaded' })
    this.turns.set(name, turn)
    turn.waiting++
    const own = turn.came++
    let isLate = false
    let cancel = (): void => undefined
    const result = turn.last.then(async () => {
      if (isLate) throw SLOW_TURNS
      cancel()
      if (turn.away !== null && own < turn.away.before) throw turn.away.fault
      try {
        return await this.untilFirst(work, tries)
      } catch (fault) {
        const isAway = fault instanceof NodeFault && fault.code === 'unreachable'
        if (isAway) turn.away = { fault, before: turn.came }
        throw fault
      }
    })
    turn.last = result.catch(() => undefined)
    const late = new Promise<never>((_, reject) => {
      cancel = this.engine.scheduler.later(() => {
        isLate = true
        reject(SLOW_TURNS)
      }, MAX_TURN_WAIT_MS)
    })
    try {
      return await Promise.race([result, late])
    } finally {
      cancel()
      turn.waiting--
      if (turn.waiting === 0) this.turns.delete(name)
    }
  }

  /** The first index at or above `from`, the node's own next one, that no transaction of ours holds. */
  async nextIndex(owner: Owner, from: bigint): Promise<bigint> {
    let next = from
    for (;;) {
      const held = await reservedIndexes(this.engine.query, owner, owner.owner, next, PAGE)
      for (const index of held) {
        if (index > next) return next
        next = index + 1n
      }
      if (held.length < PAGE) return next
    }
  }

  private async untilFirst<Result>(work: () => Promise<Result>, most: number): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        const wasSecond = error instanceof Rejected && LOST.has(error.code)
        if (!wasSecond || tries === most) throw error
        await this.pause(Math.min(MAX_WAIT_MS, 2 ** tries))
      }
    }
  }

  /** For up to so many milliseconds: processes that were in step are not any more. */
  private pause(most: number): Promise<void> {
    const byte = new Uint8Array(1)
    this.engine.random.fill(byte)
    return new Promise((resolve) => {
      this.engine.scheduler.later(resolve, (most * ((byte[0] ?? 0) + 1)) / 256, true)
    })
  }
}
