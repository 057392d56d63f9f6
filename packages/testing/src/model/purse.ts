/** What the model of the order book knows of accounts. */
import type { BookOrder } from './book-order.js'

export interface BookMoney {
  balance(account: string): bigint
  available(account: string): bigint
  move(from: string, into: string, amount: bigint): void
  /** Holds more, or less. */
  hold(account: string, change: bigint): void
  /** Whether nobody has stopped the accounts and customers of the order. */
  mayTrade(order: BookOrder): boolean
  /** Whether the account can take so much more. */
  fits(account: string, amount: bigint): boolean
}

/** Accounts that nobody stops, with less than the most there can be. */
export class Purse implements BookMoney {
  private readonly balances = new Map<string, bigint>()
  private readonly holds = new Map<string, bigint>()

  fund(account: string, amount: bigint): void {
    this.balances.set(account, this.balance(account) + amount)
  }

  balance(account: string): bigint {
    return this.balances.get(account) ?? 0n
  }

  held(account: string): bigint {
    return this.holds.get(account) ?? 0n
  }

  available(account: string): bigint {
    return this.balance(account) - this.held(account)
  }

  move(from: string, into: string, amount: bigint): void {
    this.fund(from, -amount)
    this.fund(into, amount)
  }

  hold(account: string, change: bigint): void {
    this.holds.set(account, this.held(account) + change)
  }

  mayTrade(): boolean {
    return true
  }

  fits(): boolean {
    return true
  }
}
