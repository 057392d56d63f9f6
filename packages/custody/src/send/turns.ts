/**
 * Decides which call may choose an owner's next index. Calls of one process wait for one another here; reservations
 * protect against other processes.
 */
import type { OnChain } from '@tallystick/core'
import { type Engine, Rejected, reservedIndexes } from '@tallystick/engine'
import { NodeFault } from '../ports/chain.js'

/** The owner of nonces, sequences or outputs. */
export interface Owner extends OnChain {
  readonly owner: string
}

/** How often a call builds again because other processes were first. */
const MAX_TRIES = 64
/** Longest wait between two attempts. It is random: processes in step would keep colliding. */
const MAX_WAIT_MS = 100
/** Longest wait of a call for its turn. A slower node is of no use. */
const MAX_TURN_WAIT_MS = 60_000
const TOO_LATE = new NodeFault('unreachable', 'Those before it took too long: the node is slow')
/** Calls of one owner that may wait. */
const MAX_WAITING = 1_000
/** Reserved indexes per read. */
const PAGE = 500

interface Turn {
  waiting: number
  /** The number of calls so far. */
  came: number
  last: Promise<unknown>
  /** Why the node did not answer, and the calls that waited by then: all earlier ones. */
  away: { readonly fault: NodeFault; readonly before: number } | null
}

export class Turns {
  private readonly turns = new Map<string, Turn>()

  constructor(private readonly engine: Pick<Engine, 'query' | 'random' | 'scheduler'>) {}

  /**
   * Runs `work`, from choosing the next index to recording the transaction, while no other call of this process does so
   * for the same owner. If another process was first (`claim.taken`), `work` runs again on what is left.
   *
   * If the node does not answer the call whose turn it is, all calls that wait behind it end with it, because each
   * would get the same result in turn.
   * @param tries Largest number of attempts; 1 if the call accepts only one index
   * @throws Rejected `overloaded` if too many calls wait already; NodeFault; and any error of `work`
   */
  async take<Result>(owner: Owner, work: () => Promise<Result>, tries = MAX_TRIES): Promise<Result> {
    const name = JSON.stringify([owner.chain, owner.network, owner.owner])
    const turn = this.turns.get(name) ?? { waiting: 0, came: 0, last: Promise.resolve(), away: null }
    if (turn.waiting >= MAX_WAITING) throw new Rejected({ code: 'overloaded' })
    this.turns.set(name, turn)
    turn.waiting++
    const own = turn.came++
    let isLate = false
    let cancel = (): void => undefined
    const result = turn.last.then(async () => {
      if (isLate) throw TOO_LATE
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
        reject(TOO_LATE)
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

  /** The first index at or above `from` (the node's next one) that no transaction of ours has reserved. */
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
        const wasSecond = error instanceof Rejected && error.code === 'claim.taken'
        if (!wasSecond || tries === most) throw error
        await this.pause(Math.min(MAX_WAIT_MS, 2 ** tries))
      }
    }
  }

  /** Waits a random time of up to this many milliseconds, so that processes in step diverge. */
  private pause(most: number): Promise<void> {
    const byte = new Uint8Array(1)
    this.engine.random.fill(byte)
    return new Promise((resolve) => {
      this.engine.scheduler.later(resolve, (most * ((byte[0] ?? 0) + 1)) / 256)
    })
  }
}
