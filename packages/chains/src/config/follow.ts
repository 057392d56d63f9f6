/** Reads whether a chain is followed, and when its deposits are credited. */
import { parseDecimal } from '@tallystick/core'
import { type DepositTerms, TERMS_DECIMALS } from '@tallystick/custody'
import type { NetworkConfig } from './config.js'
import { type Fields, quote } from './fields.js'
import { MAX_CONFIRMATIONS } from './kinds.js'

/** More than anybody tells apart. */
const MAX_STEPS = 16

/**
 * @param least The confirmations of the network
 * @param unfollowed See `ChainRecord`
 */
export function readFollow(
  network: Fields,
  least: number,
  unfollowed: string | undefined,
): NetworkConfig['follow'] {
  if (unfollowed !== undefined && network.value('follow')) {
    network.problem('follow', `is not possible on this chain: ${unfollowed}`)
    return null
  }
  if (typeof network.value('follow') !== 'object') {
    return network.flag('follow') ? { from: null, mempool: true, terms: {} } : null
  }
  const follow = network.fieldsOf('follow')
  follow?.allowOnly(['from', 'deposits', 'mempool'])
  if (follow?.names().length === 0) {
    follow.problem('from', 'is missing; accepted is the height of a block. Without one, write true')
  }
  return {
    from: follow?.count('from', 1, Number.MAX_SAFE_INTEGER) ?? null,
    mempool: follow?.has('mempool') !== true || follow.flag('mempool'),
    terms: readTerms(follow?.fieldsOf('deposits'), least),
  }
}

function readTerms(deposits: Fields | undefined, least: number): Readonly<Record<string, DepositTerms>> {
  const terms: [string, DepositTerms][] = []
  for (const currency of deposits?.names() ?? []) {
    if (!/^[A-Za-z0-9_-]{1,40}$/.test(currency)) {
      deposits?.problem(currency, 'is not the name of a currency')
      continue
    }
    const fields = deposits?.fieldsOf(currency)
    if (fields === undefined) continue
    fields.allowOnly(['confirmations', 'above', 'minimum'])
    const confirmations = fields.count('confirmations', least, MAX_CONFIRMATIONS) ?? null
    const steps = fields.has('above') ? fields.list('above', MAX_STEPS) : []
    const above = steps.map((step) => readStep(step, confirmations ?? least))
    const minimum = fields.has('minimum') ? readAmount(fields, 'minimum') : null
    terms.push([currency, { confirmations, above, minimum }])
  }
  return Object.fromEntries(terms)
}

function readStep(step: Fields, least: number): DepositTerms['above'][number] {
  step.allowOnly(['amount', 'confirmations'])
  if (!step.has('confirmations')) step.problem('confirmations', 'is missing; accepted is a whole number')
  const confirmations = step.count('confirmations', least, MAX_CONFIRMATIONS) ?? least
  return { amount: readAmount(step, 'amount'), confirmations }
}

/** 0 if a problem has been reported. */
function readAmount(fields: Fields, name: string): bigint {
  const given = fields.value(name)
  const read = typeof given === 'string' ? parseDecimal(given, TERMS_DECIMALS) : undefined
  if (read?.ok === true && read.amount > 0n) return read.amount
  const accepted = `an amount above 0 as text, "0.1", of ${TERMS_DECIMALS} decimals at most`
  fields.problem(name, `is ${fields.has(name) ? quote(given) : 'missing'}; accepted is ${accepted}`)
  return 0n
}
