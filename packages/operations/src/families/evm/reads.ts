/** Reads of the EVM chains. All chains share one implementation; an operation names its chain and its models. */
import { formatDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type ChainIdOf,
  type EvmChain,
  type EvmHistory,
  type EvmRecord,
  type EvmToken,
  NodeFault,
  paramsOf,
  placeOf,
  records,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../../chains/faults.js'
import { orderOf } from '../../chains/send.js'
import type { CallContext } from '../../context.js'
import {
  ETH_TX,
  presentBlock,
  presentInternal,
  presentTransaction,
  type TransactionModel,
} from './present.js'

export type EvmId = ChainIdOf<EvmChain>

export interface OnTestnet {
  /** Selects a testnet. Ethereum has several. */
  readonly testnetType?: string
}

interface OfAddress extends OnTestnet {
  readonly address: string
}

interface Page extends OfAddress {
  readonly pageSize: number
  readonly offset?: number
}

interface Range extends Page {
  readonly from?: number
  readonly to?: number
  readonly sort?: string
}

export const evmOf = (
  { chains, caller }: CallContext,
  { id }: Pick<EvmRecord, 'id'>,
  { testnetType }: OnTestnet,
): Promise<EvmChain> =>
  // A record of this family gives a chain of this family.
  chains.chain(id, caller.network, testnetType) as Promise<EvmChain>

/** The canonical spelling of an address. @throws Rejected `validation.failed` if it is not one of the chain */
export function addressOf(
  { codec, record }: EvmChain,
  property: string,
  address: string,
  target: 'body' | 'param' | 'query' = 'body',
): string {
  if (codec.isAddress(address)) return codec.canonical(address)
  throw refused(property, { address: `${property} is not an address of ${record.name}` }, target)
}

/**
 * A token by its name in the API. It checks the decimals with the contract: with 18 instead of 6, a payment would be
 * 10^12 times as large.
 * @throws Rejected `erc20.token.notFound` if the network has no token of this name; `erc20.decimals.different`
 */
export async function tokenOf(chain: EvmChain, name: string): Promise<EvmToken> {
  const { tokens } = paramsOf(chain)
  const token = Object.hasOwn(tokens, name) ? tokens[name] : undefined
  if (token === undefined) throw new Rejected({ code: 'erc20.token.notFound' })
  await mustHaveDecimals(chain, name, token)
  return token
}

/** @throws Rejected `erc20.decimals.different` */
export async function mustHaveDecimals(
  chain: EvmChain,
  name: string,
  token: Pick<EvmToken, 'address' | 'decimals'>,
): Promise<void> {
  const told = await decimalsOf(chain, token)
  if (told === token.decimals) return
  const detail = `${name} on ${chain.testnet ?? chain.network}: ${token.decimals} are configured, its contract has ${told}`
  throw new Rejected({ code: 'erc20.decimals.different', detail })
}

/** The decimals that its contract reports. ERC-20 makes this optional: without it, the configuration counts. */
async function decimalsOf(
  { node }: EvmChain,
  { address, decimals }: Pick<EvmToken, 'address' | 'decimals'>,
): Promise<number> {
  try {
    return await node.tokenDecimals(address)
  } catch (error) {
    if (error instanceof BadTransaction && error.code === 'execution.reverted') return decimals
    throw error
  }
}

/** The native coins of the address, without tokens. */
export const readBalance =
  (record: EvmRecord) =>
  async (context: CallContext, { address, ...args }: OfAddress) => {
    const chain = await evmOf(context, record, args)
    const balance = await chain.node.balance(addressOf(chain, 'address', address, 'param'))
    return { balance: formatDecimal(balance, chain.record.decimals) as string }
  }

/**
 * The address's amount of a token of the API; undefined if the network does not have it, or the configured address is
 * not a token, because a private chain need not have every token.
 */
async function tokensOf(chain: EvmChain, name: string, holder: string): Promise<string | undefined> {
  const token = paramsOf(chain).tokens[name]
  if (token === undefined) return undefined
  try {
    const [units, decimals] = await Promise.all([
      chain.node.tokenBalance(token.address, holder),
      decimalsOf(chain, token),
    ])
    return formatDecimal(units, decimals)
  } catch (error) {
    if (error instanceof BadTransaction) return undefined
    throw error
  }
}

/** Celo: includes the tokens that can pay fees. */
export async function readCeloBalance(context: CallContext, args: OfAddress) {
  const chain = await evmOf(context, records.CELO, args)
  const holder = addressOf(chain, 'address', args.address, 'param')
  const [{ balance: celo }, cUsd, cEur] = await Promise.all([
    readBalance(records.CELO)(context, args),
    tokensOf(chain, 'CUSD', holder),
    tokensOf(chain, 'CEUR', holder),
  ])
  return { celo, ...(cUsd === undefined ? {} : { cUsd }), ...(cEur === undefined ? {} : { cEur }) }
}

export const readBlock =
  (record: EvmRecord, model: TransactionModel) =>
  async (context: CallContext, { hash, ...args }: OnTestnet & { readonly hash: string }) => {
    const block = await (await evmOf(context, record, args)).node.block(hash)
    if (block === undefined) throw new Rejected({ code: 'block.hash.not.exists' })
    return presentBlock(block, model)
  }

export const readHeight = (record: EvmRecord) => async (context: CallContext, args: OnTestnet) =>
  (await (await evmOf(context, record, args)).node.head()).height

export const readTransaction =
  (record: EvmRecord, model: TransactionModel) =>
  async (context: CallContext, { hash, ...args }: OnTestnet & { readonly hash: string }) => {
    const transaction = await (await evmOf(context, record, args)).node.transaction(hash)
    if (transaction === undefined) throw new Rejected({ code: 'tx.not.found' })
    return presentTransaction(transaction, model)
  }

/**
 * The contract that a transaction created. Nodes also report an address for a failed transaction, which created none.
 */
export async function readContractAddress(
  context: CallContext,
  { chain, ...args }: OnTestnet & { readonly chain: EvmId; readonly hash: string },
) {
  const { status, contractAddress } = await readTransaction(records[chain], ETH_TX)(context, args)
  return status !== true || contractAddress === undefined ? {} : { contractAddress }
}

/**
 * The address's next nonce: the node's, and beyond it the nonces of our own transactions that the node does not show,
 * because it has lost them or does not know them yet.
 */
export const readCount = (record: EvmRecord) => async (context: CallContext, args: OfAddress) => {
  const chain = await evmOf(context, record, args)
  const owner = addressOf(chain, 'address', args.address, 'param')
  const place = placeOf(orderOf(context, chain))
  const next = BigInt(await chain.node.pendingNonce(owner))
  return Number(await context.custody.turns.nextIndex({ ...place, owner }, next))
}

function historyOf({ record, history }: EvmChain): EvmHistory {
  if (history !== undefined) return history
  throw new NodeFault(
    'unsupported',
    `${record.name} needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook`,
  )
}

export const readTransactions =
  (record: EvmRecord, model: TransactionModel) => async (context: CallContext, args: Range) => {
    const { address, pageSize, offset, from, to, sort } = args
    const chain = await evmOf(context, record, args)
    const found = await historyOf(chain).transactions(addressOf(chain, 'address', address, 'param'), {
      offset: offset ?? 0,
      limit: pageSize,
      order: sort === 'ASC' ? 'asc' : 'desc',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })
    return found.map((transaction) => presentTransaction(transaction, model))
  }

export const readInternal = (record: EvmRecord) => async (context: CallContext, args: Page) => {
  const chain = await evmOf(context, record, args)
  const owner = addressOf(chain, 'address', args.address, 'param')
  const page = { offset: args.offset ?? 0, limit: args.pageSize }
  return (await historyOf(chain).internal(owner, page)).map(presentInternal)
}
