/** Takes down what a storage keeps a second time and does not agree with the first. */
import { type Deposit, depositOutput } from '@tallystick/core'
import type { Stray } from './ports/storage.js'

/** Of thousands of the same kind, the first ones tell enough. */
const MOST = 100

export class Strays {
  readonly list: Stray[] = []

  compare(subject: string, stored: unknown, computed: unknown): void {
    if (stored === computed || this.list.length >= MOST) return
    this.list.push({ subject, stored: String(stored), computed: String(computed) })
  }

  /** By its output a deposit is known, so that it is credited once. Earlier releases kept the caller's spelling. */
  deposit(deposit: Deposit, output: string): void {
    const { id, currency, txId, vout, address } = deposit
    if (output === JSON.stringify([currency, txId, vout, address])) return
    this.compare(`output of deposit ${id}`, output, depositOutput(deposit))
  }
}
