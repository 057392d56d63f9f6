/** Blocks that are recorded in parts, deposits that are credited by themselves, and tokens that transactions deploy. */
import {
  accept,
  CURSORS,
  DEPOSITS,
  depositOutput,
  MULTI_TRANSFERS,
  RESERVATIONS,
  SENDS,
} from '@tallystick/core'
import { mutate, writes } from './breaking.fixture.js'
import type { Mutation } from './mutation.js'

export const PART_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the rest of a block is recorded twice': mutate('observeMore', (rule, view, command, env) => {
    const open = view.fork()
    for (const cursor of [...view.all(CURSORS)]) open.put(CURSORS, { ...cursor, unfinished: true })
    return rule.decide(open, command, env)
  }),

  'a block is observed before all of the one before it is recorded': mutate(
    'observeBlock',
    (rule, view, command, env) => {
      const whole = view.fork()
      for (const { unfinished: _, ...cursor } of [...view.all(CURSORS)]) whole.put(CURSORS, cursor)
      return rule.decide(whole, command, env)
    },
  ),

  'the rest of a block is recorded by who has read an older cursor': mutate(
    'observeMore',
    (rule, view, command, env) => {
      const older = view.fork()
      const { revision }: { readonly revision: number } = Object(command)
      for (const cursor of [...view.all(CURSORS)]) older.put(CURSORS, { ...cursor, revision })
      return rule.decide(older, command, env)
    },
  ),

  'the rest of a block pays nobody': writes('observeMore', (change) =>
    change.type === 'deposit.recorded' ? null : change,
  ),

  'a deposit is credited before it is deep enough': mutate('creditDeposits', (rule, view, command, env) => {
    const deep = view.fork()
    for (const deposit of [...view.all(DEPOSITS)]) {
      if (deposit.matures === undefined) continue
      deep.put(DEPOSITS, { ...deposit, matures: 0 }, { output: depositOutput(deposit) })
    }
    return rule.decide(deep, command, env)
  }),

  'a deposit is credited by each who finds it deep enough': mutate(
    'creditDeposits',
    (rule, view, command, env) => {
      const again = view.fork()
      for (const deposit of [...view.all(DEPOSITS)]) {
        if (deposit.status !== 'Done') continue
        again.put(DEPOSITS, { ...deposit, status: 'InProgress' }, { output: depositOutput(deposit) })
      }
      return rule.decide(again, command, env)
    },
  ),

  'a transfer of multi tokens outlives its block': writes('undoBlock', (change) =>
    change.type === 'multiTransfer.undone' ? null : change,
  ),

  'a transfer of multi tokens that comes again counts again': mutate(
    'observeBlock',
    (rule, view, command, env) => {
      const fresh = view.fork()
      for (const transfer of [...view.all(MULTI_TRANSFERS)]) fresh.drop(MULTI_TRANSFERS, transfer)
      return rule.decide(fresh, command, env)
    },
  ),

  'a token is deployed by a transaction whose nonce another has': mutate(
    'deployToken',
    (rule, view, command, env) => {
      const free = view.fork()
      for (const claim of [...view.all(RESERVATIONS)]) free.drop(RESERVATIONS, claim)
      return rule.decide(free, command, env)
    },
  ),

  'a token is kept whose transaction cannot be recorded': mutate(
    'deployToken',
    (rule, view, command, env) => {
      const decision = rule.decide(view, command, env)
      if (!decision.accepted) return decision
      return accept(
        decision.output,
        decision.changes.filter(({ type }) => type !== 'send.recorded'),
      )
    },
  ),

  'a token whose deployment may yet succeed is deployed again': mutate(
    'deployToken',
    (rule, view, command, env) => {
      const dead = view.fork()
      for (const send of [...view.all(SENDS)]) dead.put(SENDS, { ...send, status: 'dead' })
      return rule.decide(dead, command, env)
    },
  ),

  'nobody knows which signature a token waits for': writes('pendToken', (change) =>
    change.type === 'token.deployed' ? null : change,
  ),
}
