/** Players in processes of their own: as many ledgers at a time as there are processors. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Played, Player } from './simulate.js'
import { Tally } from './tally.js'

/** What a process is told once, as its argument. */
export interface PlayerOptions {
  readonly seed: number
  readonly commands?: number
  readonly ledger?: number
}

/** What it tells: counts now and then, and at the end what became of the ledger. */
export interface Message {
  readonly tally: Tally
  readonly played: Omit<Played, 'tally'> | null
  /** Seconds of processor time since its start. */
  readonly processor: number
}

const PLAYER = fileURLToPath(new URL('./player.js', import.meta.url))

export class Processes {
  readonly players: readonly Player[]
  private readonly children: readonly ChildProcess[]
  private readonly used = new Map<ChildProcess, number>()

  constructor(jobs: number, options: PlayerOptions) {
    this.children = Array.from({ length: jobs }, () =>
      fork(PLAYER, [JSON.stringify(options)], { serialization: 'advanced' }),
    )
    this.players = this.children.map((child) => (number, progress) => this.play(child, number, progress))
  }

  /** Seconds of processor time of all of them. */
  get processor(): number {
    return [...this.used.values()].reduce((sum, seconds) => sum + seconds, 0)
  }

  close(): void {
    for (const child of this.children) child.kill()
  }

  private play(child: ChildProcess, number: number, progress: (tally: Tally) => void): Promise<Played> {
    return new Promise((resolve, reject) => {
      const hear = (message: Message): void => {
        this.used.set(child, message.processor)
        // A class arrives as a plain object.
        const tally = Object.assign(new Tally(), message.tally)
        if (message.played === null) {
          progress(tally)
          return
        }
        child.off('message', hear)
        child.off('exit', exit)
        resolve({ ...message.played, tally })
      }
      const exit = (code: number | null, signal: string | null): void =>
        reject(new Error(`The process of ledger ${number} ended with ${code ?? signal}`))
      child.on('message', hear)
      child.once('exit', exit)
      child.send(number)
    })
  }
}
