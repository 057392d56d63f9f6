/**
 * Reads final slots as blocks. The amounts are the balances after a transaction minus those before it; logs and
 * instructions are not used. Tokens count for the owner of the token account. If the owner changed in the transaction, the
 * tokens count for nobody, because the node does not report who else may use that account. A height is a slot, and not every
 * slot has a block.
 *
 * Positions: the index of the account in the transaction. For tokens, the index of the owner's first account plus `TOKENS`.
 */
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type Movement,
  NoBlock,
  NodeFault,
} from '@tallystick/custody'
import { textIn } from '../answers.js'
import type { Json } from '../json.js'
import { parted } from '../parted.js'
import type { LongList } from '../transport/long-list.js'
import { balanceOf, FINAL, heldOf, latest } from './reads.js'
import { amountOf, EVERY_VERSION, objectOf, type Solana, wholeIn } from './rpc.js'

/** More than the number of accounts in a transaction. */
const TOKENS = 1_000
/** Of one byte. */
const MAX_DECIMALS = 255

export function solanaBlocks(node: Solana): Blocks {
  return {
    head: () => headOf(node),
    header: async (height) => {
      const pinned = node.pinned()
      const slot = await slotFrom(pinned, height)
      if (slot === undefined) return undefined
      return headerOf(objectOf(await pinned.ask('getBlock', asked(slot, 'none'))), slot, height)
    },
    block: async (height, assets) => {
      const pinned = node.pinned()
      const slot = await slotFrom(pinned, height)
      if (slot === undefined) return undefined
      const { result, items } = await pinned.listed('getBlock', asked(slot, 'accounts'), TRANSACTIONS)
      return blockOf(objectOf(result), items, { slot, height, assets })
    },
    balance: (address, asset) => (asset === null ? balanceOf(node, address) : heldOf(node, address, asset)),
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

export async function headOf(node: Solana): Promise<{ readonly height: number; readonly hash: string }> {
  const { blockhash, slot } = await latest(node)
  return { height: Number(slot), hash: blockhash }
}

/** Of the first block at this height or above it; undefined above the last final one. */
async function slotFrom(node: Solana, height: number): Promise<number | undefined> {
  const found = await node.ask('getBlocksWithLimit', [height, 1, FINAL])
  const [first] = Array.isArray(found) ? found : []
  if (first !== undefined) return Number(amountOf(first, 'a slot'))
  if ((await headOf(node)).height < height) return undefined
  throw new NoBlock(`slot ${height}`)
}

const asked = (slot: number, transactionDetails: 'none' | 'accounts') => [
  slot,
  { ...FINAL, transactionDetails, rewards: false, ...EVERY_VERSION, encoding: 'json' },
]

/**
 * Whoever names many token accounts makes an answer of 45 KiB from a transaction of some hundred bytes, and all of a block
 * together are longer than a text may be. Nobody needs `uiAmount`, a number with a fraction.
 */
const TRANSACTIONS: LongList<readonly Movement[]> = {
  list: 'transactions',
  without: 'uiAmount',
  keep: (one) => movementsOf(objectOf(one)),
}

/** @param height The height in the request: there are no blocks from it up to the slot */
function headerOf(block: Json, slot: number, height: number): BlockHeader {
  const before = Number(wholeIn(block, 'parentSlot'))
  if (slot < height) throw broken(`The node answered for slot ${height} with an earlier one`)
  // A node that has lost a block answers with the next one.
  if (before >= height && slot > 0) throw new NoBlock(`slot ${before}`)
  return {
    height: slot,
    hash: textIn(block, 'blockhash'),
    parent: textIn(block, 'previousBlockhash'),
    time: Number(wholeIn(block, 'blockTime')) * 1_000,
  }
}

interface Asked {
  readonly slot: number
  readonly height: number
  readonly assets: ReadonlySet<string>
}

/** @throws NodeFault if it is not the next block from the height on, or not all of it */
export function blockOf(
  block: Json,
  transactions: readonly (readonly Movement[])[] | undefined,
  { slot, height, assets }: Asked,
): Block {
  const header = headerOf(block, slot, height)
  if (transactions === undefined) {
    throw broken(`The node's answer lacks the transactions of slot ${slot}`)
  }
  return { ...header, ...parted(transactions.flat(), assets), spends: [] }
}

interface Change {
  readonly address: string
  readonly asset: string | null
  readonly position: number
  readonly amount: bigint
  readonly decimals?: number
}

export function movementsOf({ transaction, meta }: Json): readonly Movement[] {
  const { signatures, accountKeys } = objectOf(transaction)
  const told = objectOf(meta)
  if (!Array.isArray(signatures) || !Array.isArray(accountKeys) || !('err' in told)) {
    throw broken('The node answered with a transaction without its accounts')
  }
  const txId = textIn({ id: signatures[0] }, 'id')
  const keys = accountKeys.map((key) => textIn(objectOf(key), 'pubkey'))
  const [payer = ''] = keys
  const failed = told['err'] !== null
  return (
    [...coinsOf(told, keys), ...tokensOf(told, keys.length)]
      // A failed transaction costs its fee and moves nothing else.
      .filter(({ amount }) => amount < 0n || (amount > 0n && !failed))
      .map((change) => ({
        txId,
        ...change,
        from: change.amount > 0n && change.address !== payer ? payer : null,
      }))
  )
}

function coinsOf(meta: Json, keys: readonly string[]): readonly Change[] {
  const { preBalances: before, postBalances: after } = meta
  if (
    !Array.isArray(before) ||
    !Array.isArray(after) ||
    before.length !== keys.length ||
    after.length !== keys.length
  ) {
    throw broken('The node answered with a transaction without its balances')
  }
  return keys.map((address, position) => {
    const amount = amountOf(after[position], 'a balance') - amountOf(before[position], 'a balance')
    return { address, asset: null, position, amount }
  })
}

interface Held {
  readonly owner: string
  readonly mint: string
  readonly amount: bigint
  readonly decimals: number
}

/** By the place of the token account. */
function heldIn(meta: Json, field: string, count: number): ReadonlyMap<number, Held> {
  const list = meta[field] ?? []
  if (!Array.isArray(list)) throw broken('The node answered with a transaction without its token balances')
  return new Map(
    list.map((one) => {
      const held = objectOf(one)
      const place = Number(wholeIn(held, 'accountIndex'))
      const told = objectOf(held['uiTokenAmount'])
      const text = textIn(told, 'amount')
      const decimals = Number(wholeIn(told, 'decimals'))
      if (place >= count || !/^\d{1,20}$/.test(text) || decimals > MAX_DECIMALS)
        throw broken('The node answered with an invalid token balance')
      return [
        place,
        { owner: textIn(held, 'owner'), mint: textIn(held, 'mint'), amount: BigInt(text), decimals },
      ] as const
    }),
  )
}

function tokensOf(meta: Json, count: number): readonly Change[] {
  const before = heldIn(meta, 'preTokenBalances', count)
  const after = heldIn(meta, 'postTokenBalances', count)
  const changes = new Map<string, Change>()
  const add = (place: number, { owner, mint, decimals }: Held, amount: bigint): void => {
    const name = `${owner} ${mint}`
    const known = changes.get(name)
    const change = known ?? { address: owner, asset: mint, position: TOKENS + place, amount: 0n, decimals }
    changes.set(name, { ...change, amount: change.amount + amount })
  }
  for (let place = 0; place < count; place += 1) {
    const [was, is] = [before.get(place), after.get(place)]
    if (was !== undefined) add(place, was, -was.amount)
    const isNew = was === undefined || (was.owner === is?.owner && was.mint === is.mint)
    if (is !== undefined && isNew) add(place, is, is.amount)
  }
  return [...changes.values()]
}
