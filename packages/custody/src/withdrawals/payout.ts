/** The transaction of a withdrawal on a UTXO chain, built in the wallet's turn on what is free then. */
import type { Output, Reservation } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { BadTransaction, type Unsigned } from '../ports/chain.js'
import type { UtxoChain } from '../ports/utxo.js'
import type { Order, Plan, ToSign } from '../send/plan.js'
import { nameOf, outpointOf, spentOutput } from '../send/utxo/replace.js'
import { chooseOutputs, type Payout, utxosOf } from './outputs.js'
import type { Selection } from './select.js'

/** A plan, and what it has chosen once it is built. */
export interface PayoutPlan extends Plan<ToSign> {
  selection(): Selection
  /** The output of an input. @throws BadTransaction `malformed` if none was chosen */
  outputOf(claim: Reservation): Output
}

/** @param publicKeyOf The key of an output of which the script does not tell it, hex */
export function planPayout(
  engine: Pick<Engine, 'query'>,
  order: Order<UtxoChain>,
  payout: Payout,
  publicKeyOf: (output: Output) => string | undefined,
): PayoutPlan {
  const { chain } = order
  let chosen: Selection = { inputs: [], change: 0n, fee: 0n }
  return {
    turn: chain.codec.canonical(payout.changeAddress),
    async build() {
      chosen = await chooseOutputs(engine, order, payout)
      const unsigned = built(chain, payout, chosen, publicKeyOf)
      const [spent] = await chain.node.spent(unsigned)
      if (spent !== undefined) throw spentOutput(spent)
      return { unsigned, replaces: false }
    },
    selection: () => chosen,
    outputOf(claim) {
      const name = nameOf(outpointOf(claim))
      const output = chosen.inputs.find((one) => nameOf(one) === name)
      if (output === undefined) throw new BadTransaction('malformed', 'An input was not chosen')
      return output
    },
  }
}

/** All of what was chosen is spent. */
const built = (
  chain: UtxoChain,
  { to, fee, changeAddress }: Payout,
  { inputs }: Selection,
  publicKeyOf: (output: Output) => string | undefined,
): Unsigned =>
  chain.codec.build({
    required: utxosOf(chain, inputs, publicKeyOf),
    available: [],
    to,
    fee,
    changeAddress,
    // The fee is named: the market matters to nothing.
    marketRate: 0n,
    fastRate: null,
  })
