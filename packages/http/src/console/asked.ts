/** What a fact of the console is asked. */
import type { Caller, CurrencyTotal } from '@tallystick/engine'
import type { Service } from '../service.js'
import type { Sparing } from './sparing.js'

/** Rows of a page. */
export const PAGE = 50

export interface Asked {
  readonly service: Service
  readonly caller: Caller
  /** Of all tenants. */
  readonly totals: Sparing<readonly CurrencyTotal[]>
  readonly account: string | undefined
  readonly offset: number
}
