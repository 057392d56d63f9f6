/** Estimates the gas of a transaction on VeChain. */
import { vetGas } from '@tallystick/custody'
import type { CallContext } from '../context.js'
import { refused } from './faults.js'
import { unitsOf } from './units.js'

/** Decimals of VET. */
const DECIMALS = 18

interface Call {
  readonly from: string
  readonly to: string
  /** In VET. */
  readonly value: string
  readonly data?: string
}

/** @throws Rejected `validation.failed`; BadTransaction; NodeFault */
export async function estimateVetGas({ chains, caller }: CallContext, { from, to, value, data }: Call) {
  const clause = {
    to: addressOf('to', to),
    value: unitsOf('value', value, DECIMALS),
    data: dataOf(data),
  }
  return Number(await vetGas(chains, `vechain-${caller.network}`, addressOf('from', from), clause))
}

function addressOf(property: string, text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase()
  throw refused(property, { address: `${property} is not an address of VeChain: 0x and 40 hex digits` })
}

function dataOf(text = ''): string {
  const digits = text.replace(/^0x/, '')
  if (/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return `0x${digits.toLowerCase()}`
  throw refused('data', { hex: 'data is not hex' })
}
