import { expect, it } from 'vitest'
import type { AccountId, CustomerId } from '../ids.js'
import { isSameOwner, ownersOf, type Trade } from './trade.js'

type Owners = Pick<Trade, 'account1' | 'account2' | 'customer1' | 'customer2'>

/** As `account1 account2 customer1 customer2`; `-` is no customer. */
function owners(text: string): Owners {
  const [account1, account2, customer1, customer2] = text.split(' ')
  const customer = (id: string | undefined) => (id === '-' ? null : (id as CustomerId))
  return {
    account1: account1 as AccountId,
    account2: account2 as AccountId,
    customer1: customer(customer1),
    customer2: customer(customer2),
  }
}

it.each([
  ['the first account', 'a b - -', 'a c - -', true],
  ['the second account', 'a b - -', 'c b - -', true],
  ['the first customer', 'a b x -', 'c d x -', true],
  ['the second customer', 'a b - x', 'c d - x', true],
  ['a customer in another place', 'a b x -', 'c d - x', true],
  ['a customer in the other place', 'a b y x', 'c d x z', true],
  ['nobody: accounts without customers', 'a b - -', 'c d - -', false],
  ['nobody: other customers', 'a b x x', 'c d y z', false],
])('orders have one owner: %s', (_, one, other, isSame) => {
  expect(isSameOwner(owners(one), owners(other))).toBe(isSame)
})

it.each([
  ['a b - -', []],
  ['a b x -', ['x']],
  ['a b - x', ['x']],
  ['a b x x', ['x']],
  ['a b x y', ['x', 'y']],
])('the customers of %s, each once', (order, customers) => {
  expect(ownersOf(owners(order))).toEqual(customers)
})
