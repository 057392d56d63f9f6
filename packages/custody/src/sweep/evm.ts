/** Sweeps of EVM chains: the native coin less its fee, and ERC-20 tokens. */
import { BadTransaction } from '../ports/chain.js'
import type { EvmCall, EvmChain } from '../ports/evm.js'
import { type EvmPrice, type EvmRequest, planEvm, priceOf } from '../send/evm/plan.js'
import type { Order } from '../send/plan.js'
import type { Custodian } from '../send/turns.js'
import { lesser, type Mover, missingFor, type Quote, type Route } from './mover.js'

const ASKED = { gasLimit: null, gas: null } as const

const coinRequest = (to: string, value: bigint): EvmRequest => ({
  to,
  value,
  data: '0x',
  token: null,
  nonce: null,
  price: ASKED,
  feeToken: null,
})

const costOf = ({ gasLimit, gas }: EvmPrice): bigint =>
  gasLimit * (gas.kind === 'legacy' ? gas.gasPrice : gas.maxFeePerGas)

export function evmMover(custodian: Custodian, order: Order<EvmChain>): Mover {
  const { chain } = order
  const planned = (from: string, request: EvmRequest, price: EvmPrice) => () =>
    planEvm(custodian, order, from, { ...request, price })

  async function coins({ from, to }: Route, held: bigint, leave: bigint): Promise<Quote> {
    const { coins: has } = await chain.node.funds(from, [])
    const most = lesser(held, has) - leave
    if (most <= 0n) return nothing
    // Any value above zero takes the same gas; all of it would leave none for the fee.
    const price = await priceOf(chain, from, coinRequest(to, 1n))
    const fee = costOf(price)
    const amount = most - fee
    return { amount, fee, missing: 0n, doubt: null, plan: planned(from, coinRequest(to, amount), price) }
  }

  async function tokens({ from, to }: Route, token: string, held: bigint, leave: bigint): Promise<Quote> {
    const funds = await chain.node.funds(from, [token])
    const amount = lesser(held, funds.tokens[0] ?? 0n)
    if (amount <= 0n) return nothing
    const data = chain.codec.encodeErc20Transfer(to, amount)
    const request = { ...coinRequest(token, 0n), data, token: { address: token, amount } }
    const price = await priceOf(chain, from, request)
    const fee = costOf(price)
    const missing = missingFor(fee + leave, funds.coins)
    const doubt = await doubtOf(chain, { from, to: token, value: 0n, data })
    return { amount, fee, missing, doubt, plan: planned(from, request, price) }
  }

  return {
    quote: (route, asset, held, leave) =>
      asset === null ? coins(route, held, leave) : tokens(route, asset, held, leave),
    async ahead({ from, to }, amount) {
      const request = coinRequest(to, amount)
      const price = await priceOf(chain, from, { ...request, value: 1n })
      return { fee: costOf(price), plan: planned(from, request, price) }
    },
  }
}

const nothing: Quote = {
  amount: 0n,
  fee: 0n,
  missing: 0n,
  doubt: null,
  plan: () => Promise.reject(new BadTransaction('insufficient.funds', 'The address has nothing')),
}

/** Some tokens answer with nothing (USDT of Ethereum). Others answer false instead of failing. */
async function doubtOf({ node }: EvmChain, call: EvmCall): Promise<string | null> {
  const answer = await node.call(call)
  return /^0x0+$/.test(answer) ? 'the token answers false to the transfer' : null
}
