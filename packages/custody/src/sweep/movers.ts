/** The families whose deposit addresses are swept. */
import type { Engine } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import { isEvm } from '../ports/evm.js'
import type { TronChain } from '../ports/tron.js'
import type { Order } from '../send/plan.js'
import type { Custodian } from '../send/turns.js'
import { evmMover } from './evm.js'
import type { Mover } from './mover.js'
import { tronMover } from './tron.js'

export type Moving = Custodian & { readonly engine: Pick<Engine, 'query' | 'now'> }

/** @throws NodeFault `unsupported` for chains of other families */
export function moverOf(moving: Moving, order: Order): Mover {
  const { chain } = order
  if (isEvm(chain)) return evmMover(moving, { ...order, chain })
  if (isTron(chain)) return tronMover(moving.engine, { ...order, chain })
  const { id } = chain.record
  throw new NodeFault('unsupported', `${id} is not swept: only deposit addresses of EVM chains and TRON are`)
}

const isTron = (chain: Chain): chain is TronChain => chain.record.family === 'tron'
