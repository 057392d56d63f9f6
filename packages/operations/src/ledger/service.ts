import {
  convert,
  formatDecimal,
  freezeApiKey as freezeApiKeyRule,
  PAR,
  PLANS,
  type RateTable,
  unfreezeApiKey as unfreezeApiKeyRule,
} from '@tallystick/core'
import { type Caller, chargesFrom, Rejected } from '@tallystick/engine'
import Type from 'typebox'
import type { CallContext } from '../context.js'
import { empty, operation } from '../operation.js'
import { unstated } from '../price.js'
import { VERSION } from '../version.js'
import { BasePair, BasePairOrEur, optional } from '../wire/fields.js'
import { Consumption, ExchangeRate, Version } from './models/service.js'

const DAY_MS = 86_400_000

export const getCredits = operation({
  id: 'getCredits',
  area: 'Service utils',
  method: 'GET',
  path: '/v3/tatum/usage',
  summary: 'Returns the credits used per day in the last 30 days',
  price: unstated(1),
  output: Type.Array(Consumption),
  errors: [],
}).read(async (context) => {
  const charges = await chargesSince(context, dayOf(context.engine.now() - 29 * DAY_MS))
  return charges.map(({ day, credits }) => ({
    day: `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`,
    usage: credits,
  }))
})

export const getVersion = operation({
  id: 'getVersion',
  area: 'Service utils',
  method: 'GET',
  path: '/v3/tatum/version',
  summary: "Returns the version of the service, and the plan and this month's usage of the API key",
  price: unstated(1),
  output: Version,
  errors: [],
}).read(async (context) => {
  const charges = await chargesSince(context, `${dayOf(context.engine.now()).slice(0, 8)}01`)
  const plan = PLANS[context.caller.plan]
  return {
    version: VERSION,
    status: context.caller.frozen ? 'FROZEN' : 'ACTIVE',
    testnet: context.caller.network === 'testnet',
    planName: plan.name,
    planCode: plan.code,
    usage: charges.reduce((sum, charge) => sum + charge.credits, 0),
    rolloverDay: 1,
  }
})

/** The usage of the calling key. It first writes charges of reads that are not written yet. */
async function chargesSince({ engine, caller }: CallContext, day: string) {
  await engine.settleMeter()
  return chargesFrom(engine.query, caller.tenant, caller.apiKey, day)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const callingKey = (_args: unknown, caller: Caller) => ({ tenant: caller.tenant, apiKey: caller.apiKey })

/** The key's new state takes effect in this process at once, in others within a second. */
async function forgetKeys(context: CallContext): Promise<void> {
  const access = await context.access()
  access.forget()
}

export const freezeApiKey = operation({
  id: 'freezeApiKey',
  area: 'Service utils',
  method: 'PUT',
  path: '/v3/tatum/freeze',
  summary: 'Freezes the calling API key',
  description: 'A frozen key can only read, and unfreeze itself.',
  price: unstated(2),
  output: null,
  errors: [],
  onCaller: true,
}).command(freezeApiKeyRule, callingKey, empty, { afterwards: forgetKeys })

export const unfreezeApiKey = operation({
  id: 'unfreezeApiKey',
  area: 'Service utils',
  method: 'DELETE',
  path: '/v3/tatum/freeze',
  summary: 'Unfreezes the calling API key',
  price: unstated(2),
  output: null,
  errors: [],
  whenFrozen: true,
  onCaller: true,
}).command(unfreezeApiKeyRule, callingKey, empty, { afterwards: forgetKeys })

/** Decimals of a rate on the wire. */
const RATE_SCALE = 18

export const getExchangeRate = operation({
  id: 'getExchangeRate',
  area: 'Exchange rate',
  method: 'GET',
  path: '/v3/tatum/rate/{currency}',
  summary: 'Returns the price of a currency in a base pair',
  price: unstated(1),
  params: { currency: BasePair },
  query: { basePair: optional(BasePairOrEur) },
  output: ExchangeRate,
  errors: ['rate.not.found'],
}).read(async ({ engine }, args) => {
  const basePair = args.basePair ?? 'EUR'
  const table: RateTable = engine.rates.table()
  const rate = args.currency === basePair ? PAR : table.rate(args.currency, basePair)
  if (rate === undefined)
    throw new Rejected({ code: 'rate.not.found', detail: `${args.currency} in ${basePair}` })
  return {
    id: args.currency,
    value: formatDecimal(convert(1n, 0, RATE_SCALE, [rate]), RATE_SCALE) as string,
    basePair,
    timestamp: table.timestamp ?? engine.now(),
    source: table.source,
  }
})
