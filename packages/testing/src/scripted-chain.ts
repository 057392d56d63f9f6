/** A chain in memory, for followers: it makes blocks, and makes others in their place. */
import type { Block, BlockHeader, Blocks } from '@tallystick/custody'

/** A payment that a block of the chain may contain. */
export interface ScriptedPayment {
  readonly txId: string
  readonly address: string
  readonly amount: bigint
  /** Absent: the coin of the chain. */
  readonly asset?: string
  readonly tag?: string
  /** Absent: it cannot be told. */
  readonly from?: string
  /** The transactions whose outputs it spends; each has one. Absent: nothing that the chain has made. */
  readonly spends?: readonly string[]
}

interface Made {
  readonly hash: string
  readonly payments: readonly ScriptedPayment[]
}

export class ScriptedChain {
  private readonly made: Made[] = [{ hash: 'block-0', payments: [] }]
  private count = 0

  get height(): number {
    return this.made.length - 1
  }

  /** Of the blocks from this height on. */
  paid(from = 0, to = this.height): readonly ScriptedPayment[] {
    return this.made.slice(from, to + 1).flatMap(({ payments }) => payments)
  }

  /** Payments that no other one has spent, by their transaction. */
  unspent(): Map<string, ScriptedPayment> {
    const unspent = new Map<string, ScriptedPayment>()
    for (const payment of this.paid()) {
      for (const txId of payment.spends ?? []) unspent.delete(txId)
      unspent.set(payment.txId, payment)
    }
    return unspent
  }

  mine(payments: readonly ScriptedPayment[] = []): void {
    this.made.push({ hash: `block-${++this.count}`, payments })
  }

  /** Undoes the last blocks. @returns What they paid */
  undo(depth: number): readonly ScriptedPayment[] {
    return this.made.splice(Math.max(1, this.made.length - depth)).flatMap(({ payments }) => payments)
  }

  /** @returns Makes the chain what it is now */
  saved(): () => void {
    const made = [...this.made]
    return () => void this.made.splice(0, this.made.length, ...made)
  }

  /**
   * What a node of the chain says.
   * @param lag So many of the newest blocks it does not have yet
   */
  blocks(lag = 0): Blocks {
    const header = (height: number): BlockHeader | undefined => {
      const block = height > this.height - lag ? undefined : this.made[height]
      if (block === undefined) return undefined
      return { height, hash: block.hash, parent: this.made[height - 1]?.hash ?? '', time: height * 1_000 }
    }
    return {
      head: async () => {
        const height = Math.max(0, this.height - lag)
        return { height, hash: this.made[height]?.hash ?? '' }
      },
      header: async (height) => header(height),
      block: async (height): Promise<Block | undefined> => {
        const at = header(height)
        const payments = this.made[height]?.payments ?? []
        if (at === undefined) return undefined
        const movements = payments.map(({ txId, address, amount, asset = null, tag, from = null }) => ({
          ...{ txId, address, amount, asset, from, position: 0 },
          ...(tag === undefined ? {} : { tag }),
        }))
        const spends = payments.flatMap(({ txId: by, spends: spent = [] }) =>
          spent.map((txId) => ({ txId, index: 0, by })),
        )
        return { ...at, movements, spends }
      },
    }
  }
}
