/** Ledgers in which one rule of outputs is broken on purpose. Each is a way to spend a coin twice, or never. */
import { OUTPUTS, type Output, RESERVATIONS, SENDS, type View } from '@tallystick/core'
import { mutate, writes } from './breaking.fixture.js'
import type { Mutation } from './mutation.js'

/** Decides on outputs that were made to look otherwise. */
function outputsAs(name: string, look: (output: Output) => Output): Mutation {
  return mutate(name, (rule, view, command, env) => {
    const fork = view.fork()
    for (const output of [...view.all(OUTPUTS)]) fork.put(OUTPUTS, look(output))
    return rule.decide(fork, command, env)
  })
}

function withoutHolders(view: View): View {
  const fork = view.fork()
  for (const claim of [...view.all(RESERVATIONS)]) {
    if (!claim.owner.startsWith('turn ')) fork.drop(RESERVATIONS, claim)
  }
  return fork
}

export const COIN_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'an output that a block has spent can be spent again': writes('observeBlock', (change) =>
    change.type === 'output.updated' && change.output.spentBy !== null ? null : change,
  ),

  'an output is spent by the last block that says so': outputsAs('observeBlock', (output) => ({
    ...output,
    spentHeight: null,
  })),

  'an output stays spent when the block that spent it is undone': writes('undoBlock', (change) =>
    change.type === 'output.updated' && change.output.height !== null ? null : change,
  ),

  'an output outlives the block that made it': writes('undoBlock', (change) =>
    change.type === 'output.gone' ? null : change,
  ),

  'the change of a live transaction goes with its block': mutate('undoBlock', (rule, view, command, env) => {
    const fork = view.fork()
    for (const send of [...view.all(SENDS)]) fork.put(SENDS, { ...send, status: 'dead' })
    return rule.decide(fork, command, env)
  }),

  'change that a block has is still taken for what no block has': outputsAs('observeBlock', (output) => ({
    ...output,
    height: output.height ?? 0,
  })),

  'the change of a dead transaction can be spent': writes('settleSend', (change) =>
    change.type === 'output.gone' ? null : change,
  ),

  'a dead transaction takes its change along that a block has': outputsAs('settleSend', (output) => ({
    ...output,
    height: null,
  })),

  'a transaction leaves nothing to its wallet until a block has it': writes('recordSend', (change) =>
    change.type === 'output.made' ? null : change,
  ),

  'a deposit whose output is spent is not shown as spent': writes('observeBlock', (change) =>
    change.type === 'deposit.updated' && change.deposit.spent ? null : change,
  ),

  'two withdrawals hold one output': mutate('storeWithdrawal', (rule, view, command, env) =>
    rule.decide(withoutHolders(view), command, env),
  ),

  'a cancelled withdrawal keeps its outputs': writes('cancelWithdrawal', (change) =>
    change.type === 'claim.released' && !change.claim.owner.startsWith('turn ') ? null : change,
  ),
}
