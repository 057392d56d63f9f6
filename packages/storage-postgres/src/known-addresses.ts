/**
 * Which addresses deposit addresses may have, without asking the server for each: see `AddressFilter`.
 *
 * Transactions commit in another order than they began, so the numbers of a sequence alone would not show which rows are
 * new: a lower number could appear after a higher one was read. Therefore a transaction takes a lock before its first
 * number and holds it until it ends (`next_deposit_address_number`). What it stores gets numbers above all that are
 * committed, whichever process stores it, and it makes no difference which release that process has.
 */
import { type Addressed, AddressFilter, FILTER_WINDOW } from '@tallystick/engine'
import type { Connection } from './connection.js'

export class KnownAddresses {
  private readonly filter = new AddressFilter()
  /** One reads at a time. */
  private turn: Promise<void> = Promise.resolve()

  constructor(private readonly connection: Connection) {}

  async among<Item extends Addressed>(
    lists: readonly (readonly Item[])[],
  ): Promise<readonly (readonly Item[])[]> {
    const done = this.turn.then(() => this.complete())
    this.turn = done.catch(() => undefined)
    await done
    return this.filter.among(lists)
  }

  private async complete(): Promise<void> {
    for (let isComplete = false; !isComplete; ) {
      const rows = await this.connection.query(
        'select number, address from deposit_address where number >= $1 order by number limit $2',
        [this.filter.from, FILTER_WINDOW],
      )
      isComplete = this.filter.take(
        rows.map(([number, address]) => ({ number: number as number, address: address as string })),
      )
    }
  }
}
