/** Ledgers in which one rule of withdrawals is broken on purpose. Each is a way to lose money. */
import { RESERVATIONS, type View, WITHDRAWALS, type Withdrawal } from '@tallystick/core'
import { ALWAYS_ENOUGH, mutate, seenAs, writes } from './breaking.fixture.js'
import type { Mutation } from './mutation.js'

/** Decides on withdrawals that were made to look otherwise. */
function withdrawalsAs(name: string, look: (withdrawal: Withdrawal) => Withdrawal): Mutation {
  return mutate(name, (rule, view, command, env) => {
    const fork = view.fork()
    for (const withdrawal of [...view.all(WITHDRAWALS)]) fork.put(WITHDRAWALS, look(withdrawal))
    return rule.decide(fork, command, env)
  })
}

const unseen = ({ sighted: _, ...withdrawal }: Withdrawal): Withdrawal => withdrawal

/** Asks something else than the caller. */
function asking(name: string, other: object): Mutation {
  return mutate(name, (rule, view, command, env) => rule.decide(view, Object.assign({}, command, other), env))
}

function withoutTurns(view: View): View {
  const fork = view.fork()
  for (const claim of [...view.all(RESERVATIONS)]) {
    if (claim.owner.startsWith('turn ')) fork.drop(RESERVATIONS, claim)
  }
  return fork
}

export const WITHDRAWAL_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a withdrawal is not held against the available balance': seenAs('storeWithdrawal', (account) => ({
    ...account,
    blocked: ALWAYS_ENOUGH,
  })),

  'two withdrawals of one wallet have their turn at once': mutate(
    'storeWithdrawal',
    (rule, view, command, env) => rule.decide(withoutTurns(view), command, env),
  ),

  'a withdrawal is cancelled while its transaction may be confirmed': asking('cancelWithdrawal', {
    forced: 'nobody',
  }),

  'a withdrawal that is cancelled again gives back again': withdrawalsAs('cancelWithdrawal', (withdrawal) =>
    withdrawal.status === 'Cancelled' ? { ...withdrawal, status: 'InProgress' } : withdrawal,
  ),

  'a cancellation gives back the fee that was spent': asking('cancelWithdrawal', { revert: true }),

  'a cancelled withdrawal takes a transaction': withdrawalsAs('recordSend', (withdrawal) =>
    withdrawal.status === 'Cancelled' ? { ...withdrawal, status: 'InProgress' } : withdrawal,
  ),

  'the turn stays taken when the transaction is recorded': writes('recordSend', (change) =>
    change.type === 'claim.released' ? null : change,
  ),

  'a transaction that dies leaves its withdrawal paid': writes('settleSend', (change) =>
    change.type === 'withdrawal.updated' && change.withdrawal.status === 'Cancelled' ? null : change,
  ),

  'a transaction that dies gives the account nothing back': writes('settleSend', (change) =>
    change.type === 'entry.posted' && !change.entry.credit.account.includes(':') ? null : change,
  ),

  'a node that has the transaction completes nothing': writes('settleSend', (change) =>
    change.type === 'withdrawal.updated' && change.withdrawal.status === 'Done' ? null : change,
  ),

  'what was stored with its transaction waits for another one': withdrawalsAs('settleSend', (withdrawal) => ({
    ...withdrawal,
    oneCall: false,
  })),

  'a deleted pending signature keeps its withdrawal': writes('deletePendingSignature', (change) =>
    change.type === 'withdrawal.updated' || change.type === 'entry.posted' ? null : change,
  ),

  'a withdrawal is cancelled while a block may have paid it': writes('sightWithdrawal', () => null),

  'a dead transaction gives back what a block may have paid': withdrawalsAs('settleSend', unseen),

  'a dead transaction gives back what a block may have paid that nobody has looked at': asking('settleSend', {
    isBehind: false,
  }),

  'a withdrawal that a block may have paid is paid again': withdrawalsAs('recordSend', unseen),

  'a pending signature takes a withdrawal with it that a block may have paid': withdrawalsAs(
    'deletePendingSignature',
    unseen,
  ),

  'a withdrawal is completed by a word': withdrawalsAs('completeWithdrawal', (withdrawal) => ({
    ...withdrawal,
    status: 'Done',
  })),
}
