/** A chain whose node answers at once: blocks of 2,000 transfers between strangers, a few of which pay us. */
import type { Block, BlockHeader, Blocks, Movement } from '@tallystick/custody'
import { diceOf } from './traffic.js'

export const TRANSFERS = 2_000
/** Transfers of a block that pay to addresses of ours. */
export const OURS = 3
/** Different blocks of strangers, which return in a circle, because making one takes longer than following it. */
const CIRCLE = 32

/** Of addresses of ours: the same in every run, and in no order. */
export const addressOf = (index: number): string => text(Math.imul(index + 1, 0x9e3779b1) >>> 0, index)

/** In one piece, as out of the answer of a node, and not composed of others. */
const text = (...words: readonly number[]): string =>
  ['0x', ...words.map((word) => word.toString(16).padStart(20, '0'))].join('')
const hashOf = (height: number): string => `0x${height.toString(16).padStart(64, '0')}`
const headerOf = (height: number): BlockHeader => ({
  height,
  hash: hashOf(height),
  parent: hashOf(height - 1),
  time: 1_900_000_000_000 + height * 1_000,
})

export class MadeBlocks implements Blocks {
  /** The height up to which there are blocks. */
  height = 0
  private readonly circle: readonly (readonly Movement[])[]

  /** @param addresses How many are ours */
  constructor(
    private readonly addresses: number,
    seed: number,
  ) {
    const dice = diceOf(seed)
    const stranger = () => text(dice(2 ** 31), dice(2 ** 31))
    this.circle = Array.from({ length: CIRCLE }, (_, turn) =>
      Array.from({ length: TRANSFERS - OURS }, (_, index) => index).flatMap((index) =>
        transfer(`${hashOf(turn)}${index}`, stranger(), stranger(), 10n ** 15n),
      ),
    )
  }

  head() {
    return Promise.resolve({ height: this.height, hash: hashOf(this.height) })
  }

  header(height: number) {
    return Promise.resolve(height > this.height ? undefined : headerOf(height))
  }

  block(height: number): Promise<Block | undefined> {
    if (height > this.height) return Promise.resolve(undefined)
    const strangers = this.circle[height % CIRCLE] ?? []
    const ours = Array.from({ length: OURS }, (_, index) => {
      const place = Math.imul(height * OURS + index, 0x85ebca6b) >>> 0
      return transfer(
        `${hashOf(height)}${index}`,
        text(height, index),
        addressOf(place % this.addresses),
        10n ** 10n,
      )
    })
    return Promise.resolve({ ...headerOf(height), movements: [...strangers, ...ours.flat()], spends: [] })
  }
}

/** Both sides of it. */
function transfer(txId: string, from: string, to: string, amount: bigint): readonly Movement[] {
  const movement = { txId, position: 0, asset: null }
  return [
    { ...movement, address: to, amount, from },
    { ...movement, address: from, amount: -amount, from: null },
  ]
}
