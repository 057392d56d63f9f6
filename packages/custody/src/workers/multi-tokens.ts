/** What blocks tell of multi tokens whose contracts were created by transactions of this service. */
import {
  CHAINS_TENANT,
  type Cursor,
  type FollowedChain,
  MULTI_TOKENS,
  MULTI_TRANSFERS,
  type MultiCreated,
  type MultiObserved,
  type MultiTransferred,
  type MultiUndone,
  multiTokenKey,
  placeOfTransfer,
  SENDS,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Block, IdTransfer } from '../ports/blocks.js'
import { pages } from './watched.js'

/**
 * Transfers of a block. Above that, those of one log and one token are one: to repeat an id costs next to no gas, and an id
 * of its own costs some thousands.
 */
const MOST_APART = 1_000

const NOTHING: MultiObserved = { created: [], transfers: [] }

export class MultiTokens {
  constructor(
    private readonly query: Queries,
    private readonly on: FollowedChain,
  ) {}

  /** For each block what it tells. */
  async of(blocks: readonly Block[]): Promise<readonly MultiObserved[]> {
    if (blocks.every(({ created, idTransfers }) => !created?.length && !idTransfers?.length)) {
      return blocks.map(() => NOTHING)
    }
    const own = await this.ours(blocks)
    const moved = blocks.flatMap(({ idTransfers = [] }) => idTransfers.filter(isMulti))
    const known = await this.known(moved.map(({ contract }) => contract))
    for (const { contract } of own.values()) known.add(contract)
    return blocks.map((block) => ({
      created: (block.created ?? []).flatMap(({ txId }) => own.get(txId) ?? []),
      transfers: bounded(
        (block.idTransfers ?? []).filter((one) => isMulti(one) && known.has(one.contract)),
      ).map((transfer) => transferred(block, transfer)),
    }))
  }

  /** What the index has of the cursor's block. */
  async undone({ height }: Cursor): Promise<MultiUndone> {
    const where = { tenant: CHAINS_TENANT, ...this.on, height }
    const [created, transfers] = await Promise.all([
      this.query.list(MULTI_TOKENS, { where }),
      this.query.list(MULTI_TRANSFERS, { where }),
    ])
    // One address after the other, and each in its order.
    return { created, transfers }
  }

  /** The contracts that transactions of ours create, by transaction. */
  private async ours(blocks: readonly Block[]): Promise<ReadonlyMap<string, MultiCreated>> {
    const created = new Map(blocks.flatMap((block) => block.created ?? []).map((one) => [one.txId, one]))
    const own = new Map<string, MultiCreated>()
    for await (const txIds of pages([...created.keys()])) {
      for (const { txId } of await this.query.list(SENDS, { where: { ...this.on, txId: { in: txIds } } })) {
        const one = created.get(txId)
        if (one !== undefined) own.set(txId, one)
      }
    }
    return own
  }

  /** Those of the contracts that are indexed. */
  private async known(contracts: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>()
    for await (const page of pages([...new Set(contracts)])) {
      const keys = page.map((contract) => multiTokenKey(this.on, contract))
      for (const { contract } of await this.query.findAll(keys)) known.add(contract)
    }
    return known
  }
}

const isMulti = ({ standard }: IdTransfer): boolean => standard === 'erc1155'

function bounded(transfers: readonly IdTransfer[]): readonly IdTransfer[] {
  if (transfers.length <= MOST_APART) return transfers
  const sums = new Map<string, IdTransfer>()
  for (const transfer of transfers) {
    const name = `${transfer.index} ${transfer.tokenId}`
    const known = sums.get(name)
    sums.set(name, known === undefined ? transfer : { ...known, amount: known.amount + transfer.amount })
  }
  return [...sums.values()]
}

function transferred(block: Block, { index, part, operator, ...transfer }: IdTransfer): MultiTransferred {
  const { contract, txId, tokenId, amount, from, to } = transfer
  const place = placeOfTransfer(block, index, part)
  return { contract, txId, place, tokenId: String(tokenId), amount, from, to, operator: operator ?? from }
}
