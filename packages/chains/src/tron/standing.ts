/**
 * The status of a transaction. Nodes report their solidified block, which is never undone, nor is any block before it.
 * A transaction is dead if that block is later than its expiration, and no block up to it has the transaction: every
 * later block is built on a head that late, and may not contain it (java-tron, `Manager.validateCommon`). That no block
 * has it, only a node proves that would show it.
 */
import {
  NodeFault,
  type Signed,
  type TransactionStatus,
  type TronHead,
  type TronJson,
  type TronState,
} from '@tallystick/custody'
import { objectIn, textIn } from '../answers.js'
import { isObject } from '../json.js'
import { integer } from '../transport/transport.js'
import { hexAddress, trc20In } from './codec.js'
import { type TronHttp, wholeIn } from './http.js'
import { wouldShow } from './receipts.js'
import { type RawData, readSigned } from './transaction.js'

/** `Transfer(address,address,uint256)` */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Paths of the states that a node tells. */
export const ROOTS = { head: 'wallet', solid: 'walletsolidity' } as const satisfies Readonly<
  Record<TronState, string>
>

/** Behind one address there may be several nodes, of which one answers a little later than another. */
const MARGIN_MS = 60_000

type Chain = (typeof ROOTS)[TronState]

/** @param chain With the blocks that may be undone, or without */
export async function headOf(node: TronHttp, chain: Chain): Promise<TronHead> {
  const block = await node.ask(`/${chain}/getblock`, { detail: false })
  const raw = objectIn(objectIn(block, 'block_header'), 'raw_data')
  return {
    height: wholeIn(raw, 'number'),
    hash: textIn(block, 'blockID'),
    time: wholeIn(raw, 'timestamp'),
  }
}

/** What it came to, where a block has it. */
export const infoOf = (
  node: TronHttp,
  txId: string,
  chain: Chain = 'wallet',
): Promise<TronJson | undefined> => node.find(`/${chain}/gettransactioninfobyid`, { value: txId })

/** In a block, or waiting for one. Nodes that cannot tell what waits are taken at their word. */
export async function isShown(node: TronHttp, txId: string): Promise<boolean> {
  const waits = await isWaiting(node, txId)
  return waits !== false || (await infoOf(node, txId)) !== undefined
}

/** Undefined when the node cannot tell. */
async function isWaiting(node: TronHttp, txId: string): Promise<boolean | undefined> {
  try {
    return (await node.find('/wallet/gettransactionfrompending', { value: txId })) !== undefined
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  }
}

/** @param node One endpoint */
export async function status(
  node: TronHttp,
  signed: Signed,
  confirmations: number,
): Promise<TransactionStatus> {
  // Before anything is looked for: what is not found then is in no block up to this one.
  const solid = await headOf(node, 'walletsolidity')
  const info = await infoOf(node, signed.txId)
  const { raw } = readSigned(signed.raw)
  if (info !== undefined) {
    const height = wholeIn(info, 'blockNumber')
    const final = height <= solid.height && (await isDeep(node, height, confirmations))
    return {
      kind: 'confirmed',
      height,
      ok: isOk(info),
      final,
      ...(movesTokens(info, raw) ? {} : { inVain: true }),
    }
  }
  if (solid.time > raw.expiration + MARGIN_MS) {
    const late = await infoOf(node, signed.txId, 'walletsolidity')
    if (late === undefined) return deadBy(node, signed.txId, raw, solid)
  }
  return { kind: (await isWaiting(node, signed.txId)) === true ? 'pending' : 'absent' }
}

/** @throws NodeFault `unsupported`, for the operator: nothing is given back by what this node does not know */
async function deadBy(
  node: TronHttp,
  txId: string,
  raw: RawData,
  solid: TronHead,
): Promise<TransactionStatus> {
  const body = await node.find('/walletsolidity/gettransactionbyid', { value: txId })
  if (body === undefined && (await wouldShow(node, raw, solid)))
    return { kind: 'dead', reason: 'It has expired, and no block has it.' }
  const what = body === undefined ? 'may be in a block' : 'is in a block'
  throw new NodeFault(
    'unsupported',
    `${txId} has expired, and ${what} of which the node has no receipts: it needs storage.transHistory.switch = "on", ` +
      'and the blocks and receipts since before the transaction was made',
  )
}

async function isDeep(node: TronHttp, height: number, confirmations: number): Promise<boolean> {
  return (await headOf(node, 'wallet')).height - height + 1 >= confirmations
}

/** Changing what one holder has takes as much energy at least (java-tron, `EnergyCost`, `RESET_SSTORE`). */
const WRITING = 5_000n

/**
 * False if it calls a transfer of TRC-20, and no contract has told of tokens that have left its owner. What the call returned says
 * nothing: the official USDT returns false. Nor does a missing log of one that has used the energy of a transfer: there are
 * tokens that write none, and nodes that lose them.
 */
function movesTokens({ log, receipt }: TronJson, { contract, owner }: RawData): boolean {
  if ((trc20In(contract)?.amount ?? 0n) === 0n) return true
  const energy = isObject(receipt) ? integer(receipt['energy_usage_total']) : undefined
  if (energy === undefined || energy >= WRITING) return true
  const digits = hexAddress(owner).slice(2)
  return (Array.isArray(log) ? log : []).some((one: unknown) => {
    const topics: unknown = isObject(one) ? one['topics'] : undefined
    if (!Array.isArray(topics) || topics[0] !== TRANSFER) return false
    // Old tokens do not index the sender: whose tokens have moved is then not looked at.
    return topics[1] === undefined || String(topics[1]).endsWith(digits)
  })
}

/** The receipt of a contract says what it came to; what is no contract's has none, and succeeded. */
export function isOk(info: TronJson): boolean {
  const { result, receipt } = info
  const told = isObject(receipt) ? (receipt['result'] ?? 'SUCCESS') : 'SUCCESS'
  return result !== 'FAILED' && told === 'SUCCESS'
}
