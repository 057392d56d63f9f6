/** What the index of multi tokens has, which the followers of chains make from blocks. */
import { CHAINS_TENANT, MULTI_BALANCES, MULTI_TRANSFERS, multiTokenKey, placeFrom } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'
import { followed } from '../chains/followed.js'
import type { CallContext } from '../context.js'
import { addressOf } from '../families/evm/reads.js'
import { chainOf, type OnChain } from './reads.js'

/** Tokens that one answer has: a stranger can send an address as many as he likes. */
export const MOST_BALANCES = 5_000

const INDEX = 'index of multi tokens (docs/contracts.md)'

export async function readAddressBalance(context: CallContext, args: OnChain & { readonly address: string }) {
  const chain = await chainOf(context, args)
  const address = addressOf(chain, 'address', args.address, 'param')
  const on = await followed(context, chain, INDEX)
  const found = await context.engine.query.list(MULTI_BALANCES, {
    where: { tenant: CHAINS_TENANT, ...on, address },
    limit: MOST_BALANCES,
  })
  const contracts = new Map<string, { tokenId: string; amount: string; blockNumber: number }[]>()
  for (const { contract, tokenId, amount, height } of found) {
    const balances = contracts.get(contract) ?? []
    contracts.set(contract, balances)
    balances.push({ tokenId, amount: String(amount), blockNumber: height })
  }
  return [...contracts].map(([contractAddress, balances]) => ({ contractAddress, balances }))
}

interface Range extends OnChain {
  readonly address: string
  readonly tokenAddress: string
  readonly pageSize: number
  readonly offset?: number
  readonly from?: number
  readonly to?: number
}

/** The newest first. */
export async function readTransfers(context: CallContext, args: Range) {
  const chain = await chainOf(context, args)
  const address = addressOf(chain, 'address', args.address, 'param')
  const contract = addressOf(chain, 'tokenAddress', args.tokenAddress, 'param')
  const on = await followed(context, chain, INDEX)
  const { query } = context.engine
  if ((await query.find(multiTokenKey(on, contract))) === undefined) {
    throw new NodeFault(
      'unsupported',
      `${contract} is not in the index: it has our own contracts that transactions of this service have created since the chain is followed`,
    )
  }
  const { pageSize, offset = 0, from, to } = args
  const found = await query.list(MULTI_TRANSFERS, {
    where: {
      ...{ tenant: CHAINS_TENANT, ...on, address, contract },
      ...(from === undefined ? {} : { place: { from: placeFrom(from) } }),
      ...(to === undefined ? {} : { height: { to } }),
    },
    order: 'desc',
    offset,
    limit: pageSize,
  })
  return found.map((transfer) => ({
    blockNumber: transfer.height,
    txId: transfer.txId,
    contractAddress: transfer.contract,
    tokenId: transfer.tokenId,
    amount: String(transfer.amount),
    from: transfer.from,
    operator: transfer.operator,
    to: transfer.to,
  }))
}
