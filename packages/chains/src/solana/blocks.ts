/**
 * Final slots as blocks. What a transaction moved is what its accounts had after it, less what they had before: no logs, no
 * instructions. Tokens count for the owner of a token account. One that comes with an account that was somebody else's
 * counts for nobody, because what else was arranged for that account is not told. A height is a slot; not every slot has a
 * block.
 *
 * Positions: the place of the account in the transaction; of tokens, `TOKENS` more, and the first account of the owner.
 */
import { type Block, type BlockHeader, type Blocks, type Movement, NodeFault } from '@tallystick/custody'
import { FINAL, latest } from './reads.js'
import { amountOf, objectOf, type Solana, textIn, wholeIn } from './rpc.js'

/** More accounts than a transaction names. */
const TOKENS = 1_000

type Json = Readonly<Record<string, unknown>>

export function solanaBlocks(node: Solana): Blocks {
  return {
    head: () => headOf(node),
    header: async (height) => {
      const found = await madeFrom(node.pinned(), height, 'none')
      return found && headerOf(found.block, found.slot, height)
    },
    block: async (height, assets) => {
      const found = await madeFrom(node.pinned(), height, 'accounts')
      return found && blockOf(found.block, found.slot, height, assets)
    },
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

export async function headOf(node: Solana): Promise<{ readonly height: number; readonly hash: string }> {
  const { blockhash, slot } = await latest(node)
  return { height: Number(slot), hash: blockhash }
}

/** The first block at this slot or above it; undefined above the last final one. */
async function madeFrom(node: Solana, height: number, transactionDetails: 'none' | 'accounts') {
  const found = await node.ask('getBlocksWithLimit', [height, 1, FINAL])
  const [first] = Array.isArray(found) ? found : []
  if (first === undefined) {
    if ((await headOf(node)).height < height) return undefined
    throw broken(`The node does not have slot ${height}, which is below its head`)
  }
  const slot = Number(amountOf(first, 'a slot'))
  const how = { ...FINAL, transactionDetails, rewards: false, maxSupportedTransactionVersion: 0 }
  return { slot, block: objectOf(await node.ask('getBlock', [slot, { ...how, encoding: 'json' }])) }
}

/** @param height That was asked for: nothing was made from it on up to the slot */
function headerOf(block: Json, slot: number, height: number): BlockHeader {
  const before = Number(wholeIn(block, 'parentSlot'))
  // A node that has lost a block goes on with the next one.
  if (slot < height || (before >= height && slot > 0))
    throw broken(`The node left out a block from slot ${height} on`)
  return {
    height: slot,
    hash: textIn(block, 'blockhash'),
    parent: textIn(block, 'previousBlockhash'),
    time: Number(wholeIn(block, 'blockTime')) * 1_000,
  }
}

/** @throws NodeFault if it is not the next block from the height on, or not all of it */
export function blockOf(block: Json, slot: number, height: number, assets: ReadonlySet<string>): Block {
  const header = headerOf(block, slot, height)
  const { transactions } = block
  if (!Array.isArray(transactions)) throw broken(`The node did not tell all of slot ${slot}`)
  const movements = transactions.flatMap((one) => movementsOf(objectOf(one), assets))
  return { ...header, movements, spends: [] }
}

interface Change {
  readonly address: string
  readonly asset: string | null
  readonly position: number
  readonly amount: bigint
}

function movementsOf({ transaction, meta }: Json, assets: ReadonlySet<string>): readonly Movement[] {
  const { signatures, accountKeys } = objectOf(transaction)
  const told = objectOf(meta)
  if (!Array.isArray(signatures) || !Array.isArray(accountKeys) || !('err' in told)) {
    throw broken('The node told of a transaction without its accounts')
  }
  const txId = textIn({ id: signatures[0] }, 'id')
  const keys = accountKeys.map((key) => textIn(objectOf(key), 'pubkey'))
  const [payer = ''] = keys
  const failed = told['err'] !== null
  return (
    [...coinsOf(told, keys), ...tokensOf(told, keys.length, assets)]
      // One that failed takes its fee, and nothing else.
      .filter(({ amount }) => amount < 0n || (amount > 0n && !failed))
      .map(({ address, asset, position, amount }) => ({
        txId,
        position,
        address,
        asset,
        amount,
        from: amount > 0n && address !== payer ? payer : null,
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
    throw broken('The node told of a transaction without its balances')
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
}

/** By the place of the token account. */
function heldIn(meta: Json, field: string, count: number): ReadonlyMap<number, Held> {
  const list = meta[field] ?? []
  if (!Array.isArray(list)) throw broken('The node told of a transaction without its tokens')
  return new Map(
    list.map((one) => {
      const held = objectOf(one)
      const place = Number(wholeIn(held, 'accountIndex'))
      const text = textIn(objectOf(held['uiTokenAmount']), 'amount')
      if (place >= count || !/^\d{1,20}$/.test(text)) throw broken('The node told of tokens that nobody has')
      return [
        place,
        { owner: textIn(held, 'owner'), mint: textIn(held, 'mint'), amount: BigInt(text) },
      ] as const
    }),
  )
}

function tokensOf(meta: Json, count: number, assets: ReadonlySet<string>): readonly Change[] {
  const before = heldIn(meta, 'preTokenBalances', count)
  const after = heldIn(meta, 'postTokenBalances', count)
  const changes = new Map<string, Change>()
  const add = (place: number, { owner, mint }: Held, amount: bigint): void => {
    if (!assets.has(mint)) return
    const known = changes.get(`${owner} ${mint}`)
    const change = known ?? { address: owner, asset: mint, position: TOKENS + place, amount: 0n }
    changes.set(`${owner} ${mint}`, { ...change, amount: change.amount + amount })
  }
  for (let place = 0; place < count; place += 1) {
    const [was, is] = [before.get(place), after.get(place)]
    if (was !== undefined) add(place, was, -was.amount)
    const isNew = was === undefined || (was.owner === is?.owner && was.mint === is.mint)
    if (is !== undefined && isNew) add(place, is, is.amount)
  }
  return [...changes.values()]
}
