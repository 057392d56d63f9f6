/** Sweeps of TRON: TRX less its fee, TRC-10 and TRC-20 tokens. */
import type { Engine } from '@tallystick/engine'
import type { TronChain, TronContract } from '../ports/tron.js'
import type { Order } from '../send/plan.js'
import { planTron, tronCost } from '../send/tron/plan.js'
import { lesser, type Mover, missingFor, type Route } from './mover.js'

/** TRC-10 tokens have numbers, TRC-20 tokens contracts. */
const isTrc10 = (asset: string): boolean => /^\d+$/.test(asset)

export function tronMover(engine: Pick<Engine, 'query' | 'now'>, order: Order<TronChain>): Mover {
  const { chain } = order
  const { codec, node } = chain

  const planned = (contract: TronContract) => () => planTron(engine, order, { contract, feeLimit: null })

  function contractOf({ from: owner, to }: Route, asset: string | null, amount: bigint): TronContract {
    if (asset === null) return { type: 'TransferContract', owner, to, amount }
    if (isTrc10(asset)) return { type: 'TransferAssetContract', owner, to, asset, amount }
    const data = codec.trc20Transfer(to, amount)
    return { type: 'TriggerSmartContract', owner, contract: asset, data, value: 0n }
  }

  return {
    async quote(route, asset, held, leave) {
      const { from } = route
      const funds = await node.funds(from, 'head')
      const has =
        asset === null
          ? funds.coins - leave
          : isTrc10(asset)
            ? (funds.assets.get(asset) ?? 0n)
            : await node.trc20Balance(asset, from, 'head')
      const most = lesser(held, has)
      const all = contractOf(route, asset, most > 0n ? most : 1n)
      const fee = most > 0n ? await tronCost(chain, all) : 0n
      const amount = asset === null ? most - fee : most
      return {
        amount,
        fee,
        missing: asset === null ? 0n : missingFor(fee + leave, funds.coins),
        // USDT, the token that matters here, answers false to transfers that it makes.
        doubt: null,
        plan: planned(contractOf(route, asset, amount)),
      }
    },
    async ahead(route, amount) {
      const contract = contractOf(route, null, amount)
      return { fee: await tronCost(chain, contract), plan: planned(contract) }
    },
  }
}
