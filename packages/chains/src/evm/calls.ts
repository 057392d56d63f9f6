/**
 * What contracts pay in the native coin while they run, which leaves no log: from traces of calls, as Geth's
 * `callTracer` and OpenEthereum's `trace_block` tell them. Only `CALL`, `CREATE` and `SELFDESTRUCT` move value; the others
 * show a value that stays where it is. What failed, or has been called by what failed, moves nothing.
 */
import { NodeFault } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { idOf } from './logs.js'
import { count, type EvmRpc, type Fields, fieldsOf, hex, listOf, quantity } from './rpc.js'

/** A payment within a transaction, as the node spells its addresses. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** A contract that ended and gave what it had. Not every node tells them, so they are counted apart. */
  readonly isEnd: boolean
}

/** By the transaction's id; its own payment is not among them. Null: no node has traces. */
export type Transfers = ReadonlyMap<string, readonly Transfer[]> | null

interface Traced {
  readonly hash: string
  readonly height: number
  /** Of its transactions, in order. */
  readonly ids: readonly string[]
}

const CALLS = { tracer: 'callTracer' }

/** @param rpc Any node that has traces will do: they are of one hash */
export async function transfersIn(rpc: EvmRpc, block: Traced): Promise<Transfers> {
  if (block.ids.length === 0) return new Map()
  const ofGeth = await ask(rpc, 'debug_traceBlockByHash', [block.hash, CALLS])
  if (ofGeth !== undefined && isOfCalls(ofGeth)) return readGeth(ofGeth, block)
  const flat = await ask(rpc, 'trace_block', [hex(block.height)])
  return flat === undefined ? null : readFlat(flat, block)
}

/** Of one transaction. */
async function transfersOf(rpc: EvmRpc, id: string, block: Omit<Traced, 'ids'>) {
  const one = { ...block, ids: [id] }
  const result = await ask(rpc, 'debug_traceTransaction', [id, CALLS])
  if (result !== undefined && isOfCalls([{ result }])) return readGeth([{ result }], one)?.get(id)
  const flat = await ask(rpc, 'trace_transaction', [id])
  return flat === undefined ? undefined : readFlat(flat, one)?.get(id)
}

/**
 * Of the payments within a transaction that an index has listed, those that took place: indexes also list what calls would
 * have paid that failed, which anybody can have made for nothing.
 * @param transaction As nodes tell it
 * @throws NodeFault `unsupported` if no node has traces
 */
export async function thosePaid(
  rpc: EvmRpc,
  { hash, blockHash, blockNumber }: Fields,
  listed: readonly Fields[],
): Promise<readonly Fields[]> {
  const wei = ({ value }: Fields): bigint => quantity(value)
  if (listed.every((one) => wei(one) === 0n)) return listed
  const paid = await transfersOf(rpc, idOf(hash), { hash: idOf(blockHash), height: count(blockNumber) })
  if (paid === undefined) {
    const needs = 'a node that traces calls: one with debug_traceTransaction or trace_transaction'
    throw new NodeFault('unsupported', `To tell which payments by contracts have failed, this needs ${needs}`)
  }
  const left = paid.map((one) => nameOf(one, one.value))
  return listed.filter((one) => {
    const value = wei(one)
    const at = left.indexOf(nameOf(one, value))
    return value === 0n || (at >= 0 && left.splice(at, 1).length > 0)
  })
}

const nameOf = ({ from, to }: Fields | Transfer, value: bigint): string =>
  `${from} ${to} ${value}`.toLowerCase()

/** Hosted nodes say in various ways that they have no traces. A state that was pruned, or a time that ran out, is a fault. */
const NO_TRACES = /method|namespace|module|tracer|unsupported|not (?:supported|allowed|enabled|whitelisted)/i

/** Undefined if no node has the method. */
async function ask(rpc: EvmRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc.raw(method, params)
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    if (!(error instanceof RpcError)) throw error
    if (NO_TRACES.test(error.message)) return undefined
    throw new NodeFault('unreachable', `${method}: the node's error ${error.code}`)
  }
}

const incomplete = ({ height }: Traced): NodeFault =>
  new NodeFault('unreachable', `The node did not trace all of block ${height}`)

/**
 * Besu took no tracer for long: it told the steps of each transaction, at first without a `result`, and later that it has not
 * got the tracer. In neither anything is called, as if no contract had paid.
 */
const isOfCalls = (answer: unknown): boolean =>
  listOf(answer).every((one) => {
    const trace = fieldsOf(one) ?? {}
    const call = fieldsOf(trace['result']) ?? {}
    const isError = call['error'] !== undefined && call['type'] === undefined
    return !('structLogs' in trace || 'structLogs' in call || isError)
  })

/** A trace for each transaction, each a tree of calls. */
function readGeth(answer: unknown, block: Traced): Transfers {
  const traces = listOf(answer).map(fieldsOf)
  const { ids } = block
  if (traces.length !== ids.length) throw incomplete(block)
  return new Map(
    traces.map((trace, place) => {
      const id = ids[place] ?? ''
      const call = fieldsOf(trace?.['result'])
      // Nodes before Geth 1.12 do not name the transaction.
      const named = trace?.['txHash'] ?? id
      if (call === undefined || String(named).toLowerCase() !== id) throw incomplete(block)
      return [id, call['error'] === undefined ? childrenOf(call) : []] as const
    }),
  )
}

const MOVING: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

const childrenOf = ({ calls }: Fields): readonly Transfer[] =>
  listOf(calls).flatMap((one) => {
    const call = fieldsOf(one) ?? {}
    if (call['error'] !== undefined) return []
    const kind = String(call['type'])
    const own = MOVING.has(kind)
      ? transfer(call['from'], call['to'], call['value'], kind === 'SELFDESTRUCT')
      : []
    return [...own, ...childrenOf(call)]
  })

/** One list of calls in the order in which they began, each with its path in the tree of its transaction. */
function readFlat(answer: unknown, block: Traced): Transfers {
  const found = new Map(
    block.ids.map((id) => [id, { transfers: [] as Transfer[], failed: [] as string[], own: 0 }]),
  )
  for (const one of listOf(answer)) {
    const call = fieldsOf(one) ?? {}
    if (String(call['blockHash']).toLowerCase() !== block.hash) throw incomplete(block)
    // What the chain pays to whom makes blocks.
    if (call['type'] === 'reward') continue
    const of = found.get(String(call['transactionHash']).toLowerCase())
    if (of === undefined) throw incomplete(block)
    const path = listOf(call['traceAddress']).map((step) => `${step}/`)
    const at = path.join('')
    if (path.length === 0) of.own += 1
    if (call['error'] !== undefined) of.failed.push(at)
    if (path.length === 0 || of.failed.some((failed) => at.startsWith(failed))) continue
    of.transfers.push(
      ...readAction(String(call['type']), fieldsOf(call['action']) ?? {}, fieldsOf(call['result'])),
    )
  }
  if ([...found.values()].some(({ own }) => own !== 1)) throw incomplete(block)
  return new Map([...found].map(([id, { transfers }]) => [id, transfers]))
}

function readAction(type: string, action: Fields, result: Fields | undefined): readonly Transfer[] {
  switch (type) {
    case 'call':
      return action['callType'] === 'call'
        ? transfer(action['from'], action['to'], action['value'], false)
        : []
    case 'create':
      return transfer(action['from'], result?.['address'], action['value'], false)
    case 'suicide':
    case 'selfdestruct':
      return transfer(action['address'], action['refundAddress'], action['balance'], true)
    default:
      return []
  }
}

function transfer(from: unknown, to: unknown, value: unknown, isEnd: boolean): readonly Transfer[] {
  const amount = value === undefined || value === null ? 0n : quantity(value)
  return amount === 0n ? [] : [{ from: String(from), to: String(to), value: amount, isEnd }]
}
