/**
 * What a block shows of watched targets: which payments touch an address, which logs have a topic, which tokens with ids
 * have moved. Nothing is credited because of it, and anybody's contract may say what it likes.
 */
import type { LogTold, SubscriptionType, TokenMoveTold } from '@tallystick/core'
import type { Block, ContractLog, IdTransfer, Movement } from '../ports/blocks.js'
import type { ChainRecord } from '../ports/chain.js'
import { tokenTransferOf } from '../token-transfers.js'

/** A target that somebody watches, as one type of subscription means it. */
export interface Target {
  readonly kind: SubscriptionType
  readonly target: string
}

type IsWatched = (kind: SubscriptionType, target: string) => boolean

/** A payment that touches a watched address. */
export interface Touch {
  /** The watched one. */
  readonly address: string
  readonly txId: string
  readonly place: string
  /** Null: the native coin. */
  readonly asset: string | null
  /** Base units; below zero for what left the address, where both sides are not known. */
  readonly amount: bigint
  readonly decimals?: number
  readonly tokenId?: string
  /** Both sides, or the other one, where they are known. */
  readonly from?: string
  readonly to?: string
  readonly outputs: Readonly<Record<string, string>>
}

/** Outputs that watched addresses have, by `txId:index`. */
export type Held = ReadonlyMap<string, Output>

export interface Output {
  readonly address: string
  readonly amount: bigint
}

export const nameOfOutput = (txId: string, index: number): string => `${txId}:${index}`

/** Chains of which the documented API tells incoming payments only. */
const INCOMING_ONLY: ReadonlySet<string> = new Set(['BCH', 'DOGE'])

export const tellsOutgoing = ({ id }: Pick<ChainRecord, 'id'>): boolean => !INCOMING_ONLY.has(id)

/** What somebody may watch, in the form of the filter of addresses. */
interface Watchable {
  readonly address: string
}

/** All that a block has that somebody may watch. */
export function targetsOf({
  movements,
  others = [],
  logs = [],
  idTransfers = [],
}: Block): readonly Watchable[] {
  const targets: Watchable[] = [...movements, ...others]
  for (const log of logs) {
    const [topic] = log.topics
    if (topic !== undefined) targets.push({ address: topic })
    const transfer = tokenTransferOf(log)
    if (transfer !== undefined) targets.push({ address: transfer.from }, { address: transfer.to })
  }
  for (const { from, to, standard } of idTransfers) {
    targets.push({ address: from }, { address: to }, { address: standard })
  }
  return targets
}

/** @param held The outputs that watched addresses have had before the block */
export function touchesOf(
  { id, family }: Pick<ChainRecord, 'id' | 'family'>,
  block: Block,
  isWatched: (address: string) => boolean,
  held: Held,
): readonly Touch[] {
  if (family === 'utxo' && !tellsOutgoing({ id })) return madeIn(block, isWatched)
  if (family === 'utxo') return [...madeIn(block, isWatched), ...spentIn(block, isWatched, held)]
  if (family === 'evm') return movedIn(block, isWatched)
  return [...block.movements, ...(block.others ?? [])]
    .filter(({ address, returned }) => returned !== true && isWatched(address))
    .map(({ address, txId, position, asset, amount, decimals, from }) => ({
      ...{ address, txId, asset, amount, outputs: {} },
      place: `${txId}:${position}:${amount > 0n ? 'in' : 'out'}`,
      ...(decimals === undefined ? {} : { decimals }),
      ...(from === null ? {} : { from }),
    }))
}

/** One for each transaction and address. */
function madeIn({ movements }: Block, isWatched: (address: string) => boolean): readonly Touch[] {
  const made = new Map<string, Touch>()
  for (const { txId, position, address, amount } of movements) {
    if (!isWatched(address)) continue
    const name = `${txId} ${address}`
    const before = made.get(name)
    made.set(name, {
      ...{ address, txId, asset: null, place: `${txId}:in` },
      amount: (before?.amount ?? 0n) + amount,
      outputs: { ...before?.outputs, [position]: String(amount) },
    })
  }
  return [...made.values()]
}

/** One for each transaction and address, of the coins that are known. */
function spentIn(
  { spends, movements }: Block,
  isWatched: (address: string) => boolean,
  held: Held,
): readonly Touch[] {
  const made = new Map(
    movements
      .filter(({ address }) => isWatched(address))
      .map((movement) => [nameOfOutput(movement.txId, movement.position), movement] as const),
  )
  const spent = new Map<string, Touch>()
  for (const { txId: of, index, by: txId } of spends) {
    const known = held.get(nameOfOutput(of, index)) ?? made.get(nameOfOutput(of, index))
    if (known === undefined) continue
    const { address } = known
    const name = `${txId} ${address}`
    const amount = (spent.get(name)?.amount ?? 0n) - known.amount
    spent.set(name, { ...{ address, txId, asset: null, place: `${txId}:out` }, amount, outputs: {} })
  }
  return [...spent.values()]
}

interface Move extends Pick<Touch, 'txId' | 'asset' | 'amount' | 'tokenId'> {
  readonly position: string
  readonly from: string
  readonly to: string
}

/** EVM: what each payment says of both of its sides. */
function movedIn(block: Block, isWatched: (address: string) => boolean): readonly Touch[] {
  return movesOf(block, isWatched).flatMap(({ position, from, to, ...move }) =>
    (
      [
        [to, 'in'],
        [from, 'out'],
      ] as const
    )
      .filter(([address]) => isWatched(address))
      .map(([address, way]) => ({
        ...{ ...move, address, from, to, outputs: {} },
        place: `${move.txId}:${position}:${way}`,
      })),
  )
}

function movesOf(
  { movements, logs = [], idTransfers = [] }: Block,
  isWatched: (address: string) => boolean,
): readonly Move[] {
  // What somebody pays himself moves nothing, and would be told as a payment from him and as one to him.
  const concerns = ({ from, to }: Pick<Move, 'from' | 'to'>) =>
    from !== to && (isWatched(from) || isWatched(to))
  const coins = movements.flatMap((movement) => coinOf(movement) ?? []).filter(concerns)
  // The contract of a native coin logs its payments too. Of nothing anybody can write a transfer in anybody's name.
  const ofCoins = new Set(coins.map(({ txId, position }) => `${txId}:${position}`))
  const tokens = logs
    .flatMap((log) => tokenOf(log) ?? [])
    .filter((move) => move.amount > 0n && concerns(move) && !ofCoins.has(`${move.txId}:${move.position}`))
  const ids = idTransfers
    .filter((one) => one.amount > 0n && concerns(one))
    .map(({ txId, place, part, contract, tokenId, amount, from, to }) => ({
      ...{ txId, amount, from, to, asset: contract, tokenId: String(tokenId) },
      position: `${place + 1}.${part}`,
    }))
  return [...coins, ...tokens, ...ids]
}

function coinOf({ txId, position, address, asset, amount, from, returned }: Movement): Move | undefined {
  if (asset !== null || amount <= 0n || from === null || returned === true) return undefined
  return { txId, asset, amount, from, to: address, position: String(position) }
}

/** In its name chains log what their own coin pays (EIP-7708), which movements tell. It has no code, and so no decimals. */
const OF_CHAINS = `0x${'f'.repeat(39)}e`

function tokenOf(log: ContractLog): Move | undefined {
  if (log.address === OF_CHAINS) return undefined
  const transfer = tokenTransferOf(log)
  // Its place among the positions of movements: 0 is the payment of the transaction itself.
  return transfer && { ...transfer, txId: log.txId, asset: log.address, position: String(log.place + 1) }
}

/** A batch of a block. */
export interface Batch extends Target {
  /** The first one is 0. */
  readonly part: number
  readonly events: readonly object[]
}

/** Events of one webhook, and characters of them: anybody can put tens of thousands into a block, or megabytes of data. */
const EVENTS = 1_000
const CHARACTERS = 262_144

export function batchesOf(
  { time, logs = [], idTransfers = [] }: Block,
  isWatched: IsWatched,
): readonly Batch[] {
  const events = new Map<string, Target & { readonly events: object[] }>()
  const add = (kind: SubscriptionType, target: string, event: () => object): void => {
    if (!isWatched(kind, target)) return
    const known = events.get(target) ?? { kind, target, events: [] }
    events.set(target, known)
    known.events.push(event())
  }
  for (const transfer of idTransfers) {
    const kind =
      transfer.standard === 'erc721' ? 'CONTRACT_NFT_TXS_PER_BLOCK' : 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK'
    add(kind, transfer.standard, () => tokenEvent(time, transfer))
  }
  for (const log of logs) add('CONTRACT_LOG_EVENT', log.topics[0] ?? '', () => logEvent(time, log))
  return [...events.values()].flatMap(({ events: all, ...of }) => {
    const size = (event: object): number => JSON.stringify(event).length
    return slicesOf(all, { count: EVENTS, size: CHARACTERS }, size).map((slice, part) => ({
      ...of,
      part,
      events: slice,
    }))
  })
}

/** At most so many items, of at most this size together: only one that is larger by itself exceeds it. */
export function slicesOf<Item>(
  items: readonly Item[],
  most: { readonly count: number; readonly size: number },
  sizeOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const slices: Item[][] = []
  let room = 0
  for (const item of items) {
    const size = sizeOf(item)
    const last = slices.at(-1)
    if (last === undefined || last.length >= most.count || size > room) {
      slices.push([item])
      room = most.size - size
    } else {
      last.push(item)
      room -= size
    }
  }
  return slices
}

const tokenEvent = (timestamp: number, transfer: IdTransfer): TokenMoveTold => ({
  timestamp,
  from: transfer.from,
  to: transfer.to,
  tokenId: String(transfer.tokenId),
  txId: transfer.txId,
  contractAddress: transfer.contract,
  type: transfer.standard,
  amount: String(transfer.amount),
  logIndex: transfer.index,
})

const logEvent = (timestamp: number, { txId, index, address, topics, data }: ContractLog): LogTold => ({
  txId,
  logIndex: index,
  timestamp,
  address,
  ...Object.fromEntries(topics.map((topic, place) => [`topic_${place}`, topic])),
  data,
})
