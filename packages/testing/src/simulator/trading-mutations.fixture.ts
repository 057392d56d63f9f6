/** Rules of the order book that are broken: only every second ledger has orders. */
import { AGREEMENTS, TRADES } from '@tallystick/core'
import { mutate, seenAs, writes } from './breaking.fixture.js'
import type { Mutation } from './mutation.js'

const NO_FEE = { fee: { value: null }, feeAccount: { value: null } }
const DAY_MS = 86_400_000

export const TRADING_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'somebody trades with himself': mutate('placeTrade', (rule, view, command, env) => {
    const strangers = view.fork()
    for (const trade of [...view.all(TRADES)])
      strangers.put(TRADES, { ...trade, customer1: null, customer2: null })
    return rule.decide(strangers, command, env)
  }),

  'an order trades for an account that is frozen': seenAs('placeTrade', (account) => ({
    ...account,
    frozenBy: null,
  })),

  'an order pays no fee': mutate('placeTrade', (rule, view, command, env) =>
    rule.decide(view, Object.create(Object(command), NO_FEE), env),
  ),

  'what an order needs no more stays blocked': writes('placeTrade', (change) =>
    change.type === 'blockage.released' && change.blockage.trade !== undefined ? null : change,
  ),

  'a fill is not written down': writes('placeTrade', (change) =>
    change.type === 'fill.made' ? null : change,
  ),

  'an order is cancelled again': mutate('cancelTrade', (rule, view, command, env) => {
    const open = view.fork()
    for (const trade of [...view.all(TRADES)]) open.put(TRADES, { ...trade, state: 'open', ended: null })
    return rule.decide(open, command, env)
  }),

  'of all orders of an account, one is not cancelled': mutate('cancelTrades', (rule, view, command, env) => {
    const fewer = view.fork()
    const [first] = view.all(TRADES)
    if (first !== undefined) fewer.put(TRADES, { ...first, state: 'ended' })
    return rule.decide(fewer, command, env)
  }),

  'a future is settled before its seal date': mutate('settleAgreement', (rule, view, command, env) =>
    rule.decide(view, command, { ...env, now: env.now + DAY_MS }),
  ),

  'a future is settled again': mutate('settleAgreement', (rule, view, command, env) => {
    const open = view.fork()
    for (const one of [...view.all(AGREEMENTS)]) open.put(AGREEMENTS, { ...one, state: 'open' })
    return rule.decide(open, command, env)
  }),

  'a future stays in the book after its seal date': mutate('expireTrade', (rule, view, command, env) =>
    rule.decide(view, command, { ...env, now: env.now - DAY_MS }),
  ),

  'what a future blocks is not released when it is settled': writes('settleAgreement', (change) =>
    change.type === 'blockage.released' ? null : change,
  ),
}
