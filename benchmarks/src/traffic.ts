/** Who pays whom how much: made beforehand from a seed, the same for the engine and its floor. */

/** One payment, in the words of the library and in minor units. */
export interface Payment {
  readonly args: {
    readonly senderAccountId: string
    readonly recipientAccountId: string
    readonly amount: string
  }
  readonly amount: bigint
}

/** Numbers in [0, below), repeatable. */
export type Dice = (below: number) => number

/** Mulberry32. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Between two accounts that are picked at random. */
export function spreadPayment(dice: Dice, accounts: readonly string[]): Payment {
  const sender = dice(accounts.length)
  const recipient = (sender + 1 + dice(accounts.length - 1)) % accounts.length
  return payment(dice, accounts[sender], accounts[recipient])
}

/** Between an account that is picked at random and the hot one, half of them each way. */
export function hotPayment(dice: Dice, accounts: readonly string[], hot: string): Payment {
  const other = accounts[dice(accounts.length)]
  return dice(2) === 0 ? payment(dice, other, hot) : payment(dice, hot, other)
}

/** From 0.01 to 999.99. */
export function payment(dice: Dice, sender: string | undefined, recipient: string | undefined): Payment {
  if (sender === undefined || recipient === undefined) throw new Error('A payment needs two accounts')
  const cents = 1 + dice(99_999)
  return {
    args: {
      senderAccountId: sender,
      recipientAccountId: recipient,
      amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    },
    amount: BigInt(cents),
  }
}

/** A list that is gone through in a circle. */
export class Cycle<Item> {
  private next = 0

  constructor(private readonly items: readonly Item[]) {}

  static of<Item>(length: number, make: (index: number) => Item): Cycle<Item> {
    return new Cycle(Array.from({ length }, (_, index) => make(index)))
  }

  take(): Item {
    const item = this.items[this.next]
    if (item === undefined) throw new Error('Nothing to go through')
    this.next = this.next + 1 === this.items.length ? 0 : this.next + 1
    return item
  }
}
