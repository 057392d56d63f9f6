/**
 * Reads final hyperblocks. A hyperblock has the transactions, and the results of contracts, that its shards have executed
 * (docs.multiversx.com, "REST API", "Blocks"; mx-chain-proxy-go, `process/hyperblockBuilder.go`). The status `success` only
 * means that a transaction was executed; the events in its log tell whether it failed, as they do for the gateway's process
 * status. Which entries and events move a balance is what mx-chain-rosetta reads from them
 * (`server/services/transactionsTransformer.go`). A token counts if the protocol's own event says so; contracts cannot write
 * one. A final hyperblock is never undone.
 *
 * Positions: 0 is the value of the transaction or contract result, with the fee. The transfers of its events follow, each with
 * one more.
 */
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type Movement,
  type MultiversxJson,
  NoBlock,
  NodeFault,
} from '@tallystick/custody'
import { amountIn, objectIn, textIn, wholeIn } from '../answers.js'
import { isObject } from '../json.js'
import { isContract } from './address.js'
import {
  type BlockEvent,
  eventsIn,
  failed,
  type ShardOf,
  shards,
  type Transfer,
  transfersOf,
} from './events.js'
import type { Gateway } from './gateway.js'
import { transfersIn as calledIn, callIn, textIn as plain } from './payload.js'
import { finalHeight, METACHAIN } from './standing.js'

export function multiversxBlocks(node: Gateway): Blocks {
  let known: ShardOf | undefined
  const shardOf = async (): Promise<ShardOf> => {
    if (known === undefined) {
      const config = objectIn(await node.get('/network/config'), 'config')
      known = shards(wholeIn(config, 'erd_num_shards_without_meta'))
    }
    return known
  }
  return {
    head: async () => {
      const one = node.pinned()
      const { height, hash } = await headerAt(one, await finalHeight(one))
      return { height, hash }
    },
    header: async (height) => {
      const one = node.pinned()
      return (await finalHeight(one)) < height ? undefined : headerAt(one, height)
    },
    block: async (height, assets) => {
      const one = node.pinned()
      if ((await finalHeight(one)) < height) return undefined
      const found = await one.find(`/hyperblock/by-nonce/${height}?withLogs=true`)
      if (found === undefined) throw new NoBlock(`hyperblock ${height}`)
      return blockOf(objectIn(found, 'hyperblock'), height, assets, await shardOf())
    },
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

/** A hyperblock has the nonce and the hash of the metachain's block. */
async function headerAt(node: Gateway, height: number): Promise<BlockHeader> {
  const found = await node.find(`/block/${METACHAIN}/by-nonce/${height}`)
  if (found === undefined) throw new NoBlock(`hyperblock ${height}`)
  return headerOf(objectIn(found, 'block'), height)
}

function headerOf(block: MultiversxJson, height: number): BlockHeader {
  if (wholeIn(block, 'nonce') !== height)
    throw broken(`The node answered for hyperblock ${height} with another one`)
  const time = wholeIn(block, 'timestamp') * 1_000
  return { height, hash: textIn(block, 'hash'), parent: textIn(block, 'prevBlockHash'), time }
}

/** @throws NodeFault if it is not this hyperblock, or not all of it */
export function blockOf(
  block: MultiversxJson,
  height: number,
  assets: ReadonlySet<string>,
  shardOf: ShardOf,
): Block {
  const header = headerOf(block, height)
  const { transactions } = block
  const entries = (Array.isArray(transactions) ? transactions : []).filter(isObject)
  const hashes = new Set(entries.map((entry) => textIn(entry, 'hash')))
  if (entries.length !== wholeIn(block, 'numTxs') || hashes.size !== entries.length) {
    throw broken(`The node's answer lacks a part of hyperblock ${height}`)
  }
  const invalid = new Set(entries.filter(({ type }) => type === 'invalid').map(({ hash }) => hash))
  return {
    ...header,
    // A transaction that is invalid has moved nothing, and no contract has worked for it.
    movements: entries
      .filter((entry) => entry['type'] !== 'unsigned' || !invalid.has(entry['originalTransactionHash']))
      .flatMap((entry) => movementsOf(entry, assets, shardOf)),
    spends: [],
  }
}

function movementsOf(
  entry: MultiversxJson,
  assets: ReadonlySet<string>,
  shardOf: ShardOf,
): readonly Movement[] {
  const txId = textIn(entry, 'hash')
  const events = eventsIn(entry)
  mustHaveLog(entry, events)
  const returned = isReturned(entry) ? { returned: true as const } : {}
  const own = sum(ownOf(entry, events)).map((side) => ({ txId, position: 0, ...returned, ...side }))
  const more = [...lostOf(entry, events), ...transfersOf(events)].flatMap((transfer, index) =>
    sum([transfer])
      .filter((side) => side.asset === null || assets.has(side.asset))
      .filter((side) => isHere(entry, side, shardOf))
      .map((side) => ({ txId, position: index + 1, ...returned, ...side })),
  )
  return [...own, ...more]
}

/**
 * Tokens that a transaction took to a contract in another shard, whose call failed there. The log tells only of the failure;
 * a result brings the tokens back.
 */
function lostOf(entry: MultiversxJson, events: readonly BlockEvent[]): readonly Transfer[] {
  if (entry['type'] !== 'normal' || !EXECUTED.has(entry['status']) || !failed(events) || !isRemote(entry))
    return []
  const sender = textIn(entry, 'sender')
  if (!isContract(textIn(entry, 'receiver'))) return []
  return (namedBy(entry) ?? []).map(({ asset = null, amount }) => ({ from: sender, to: null, asset, amount }))
}

const dataOf = ({ data }: MultiversxJson): string => (typeof data === 'string' ? data : '')

/** Tokens that its data moves. */
const namedBy = (entry: MultiversxJson) =>
  calledIn({ sender: textIn(entry, 'sender'), receiver: textIn(entry, 'receiver') }, dataOf(entry))

/** Without its log, a transfer of tokens would seem to have failed. */
function mustHaveLog(entry: MultiversxJson, events: readonly BlockEvent[]): void {
  const { type, status } = entry
  if (type !== 'normal' || !EXECUTED.has(status) || events.length > 0 || !callsTransfer(entry)) return
  throw broken(
    "The node's answer lacks the logs of transactions: enable `db-lookup-extensions` on the observers",
  )
}

/**
 * Whether it was executed as a transfer of tokens. Anybody may write the name of one into the data of a plain payment:
 * with arguments that are not hex, nodes move its value and write no log (mx-chain-go, `computeTransactionType`).
 */
function callsTransfer(entry: MultiversxJson): boolean {
  const { processingTypeOnSource: how } = entry
  if (how === undefined) return namedBy(entry) !== undefined
  return how === 'BuiltInFunctionCall' && callIn(plain(dataOf(entry))) !== undefined
}

/** Nodes before 1.1.6 said `executed`. */
const EXECUTED: ReadonlySet<unknown> = new Set(['success', 'executed'])

/** The value of an entry and its fee. */
function ownOf(entry: MultiversxJson, events: readonly BlockEvent[]): readonly Transfer[] {
  const value = amountIn(entry, 'value')
  const receiver = textIn(entry, 'receiver')
  switch (entry['type']) {
    case 'normal':
    case 'invalid': {
      const sender = textIn(entry, 'sender')
      const { relayer } = entry
      const payer = typeof relayer === 'string' && relayer !== '' ? relayer : sender
      const fee = { from: payer, to: null, asset: null, amount: amountIn(entry, 'initiallyPaidFee') }
      return movesValue(entry, events)
        ? [{ from: sender, to: receiver, asset: null, amount: value }, fee]
        : [fee]
    }
    case 'unsigned': {
      const sender = textIn(entry, 'sender')
      // Gas comes back from the network and not from the contract.
      const isGas = entry['isRefund'] === true
      if (isGas && isContract(receiver) && sender === receiver) return []
      return [{ from: isGas ? null : sender, to: receiver, asset: null, amount: value }]
    }
    case 'reward':
      return [{ from: null, to: receiver, asset: null, amount: value }]
    default:
      throw broken('The node answered with a transaction of an unknown type')
  }
}

/**
 * Whether the value has left the sender. If a call fails in the sender's own shard, it stays there. If it fails in another
 * shard, it arrives at the contract, and a result brings it back.
 */
function movesValue(entry: MultiversxJson, events: readonly BlockEvent[]): boolean {
  if (entry['type'] !== 'normal' || !EXECUTED.has(entry['status'])) return false
  if (!failed(events)) return true
  return isRemote(entry) && entry['processingTypeOnSource'] === 'SCInvoking'
}

const isRemote = (entry: MultiversxJson): boolean =>
  wholeIn(entry, 'sourceShard') !== wholeIn(entry, 'destinationShard')

/** A result that gives back gas, or the value of a call that has failed. */
function isReturned({ type, isRefund, returnMessage }: MultiversxJson): boolean {
  return (
    type === 'unsigned' && (isRefund === true || (typeof returnMessage === 'string' && returnMessage !== ''))
  )
}

/**
 * Whether the entry has moved this account. Each shard writes the event, and a hyperblock has the log of the shard where the
 * entry ended. It moves the accounts of that shard, and the account that has sent the transaction from another one.
 */
const isHere = (
  entry: MultiversxJson,
  { address, amount }: Pick<Movement, 'address' | 'amount'>,
  shardOf: ShardOf,
): boolean =>
  shardOf(address) === wholeIn(entry, 'destinationShard') ||
  (amount < 0n && entry['type'] === 'normal' && address === entry['sender'])

/** What transfers of one position change, by address. */
function sum(
  transfers: readonly Transfer[],
): readonly Pick<Movement, 'address' | 'asset' | 'amount' | 'from'>[] {
  const changes = new Map<string, { asset: string | null; amount: bigint; from: string | null }>()
  const add = (address: string | null, asset: string | null, amount: bigint, from: string | null): void => {
    if (address === null) return
    const before = changes.get(address)
    changes.set(address, { asset, amount: (before?.amount ?? 0n) + amount, from: before?.from ?? from })
  }
  for (const { from, to, asset, amount } of transfers) {
    add(to, asset, amount, from === to ? null : from)
    add(from, asset, -amount, null)
  }
  return [...changes]
    .filter(([, { amount }]) => amount !== 0n)
    .map(([address, change]) => ({ address, ...change, from: change.amount > 0n ? change.from : null }))
}
