/**
 * A node of the family: Bitcoin Core's RPC for what it can answer, and Blockbook for the rest, and first for outputs by
 * address. Either may be missing.
 */
import {
  BadTransaction,
  NodeFault,
  type Outpoint,
  type Unsigned,
  type Utxo,
  type UtxoNode,
} from '@tallystick/custody'
import { eachOf } from '../each.js'
import { type NodeAccess, pinned, RpcError } from '../transport/transport.js'
import { type Backend, maturity, type Setting } from './backend.js'
import { BlockbookBackend } from './blockbook.js'
import { broadcast, type Looking, status } from './broadcast.js'
import { parse } from './codec.js'
import { CoreBackend } from './core.js'
import { fromHex, malformed, type Payload, type PayloadInput, toHex } from './payload.js'
import { readScript } from './script.js'

/** The number of blocks for each rate: fast, medium and slow. */
const FAST = 2
const MEDIUM = 6
const SLOW = 24

/** @param confirmations Of the chain's record */
export function utxoNode(
  setting: Setting,
  confirmations: number,
  access: NodeAccess,
  payloadOf: (unsigned: Unsigned) => Payload,
): UtxoNode {
  const { core, ask: told, askIndex: byAddress } = asking(setting, access)
  /** For one decision. */
  const looking = (): Looking => {
    const own = asking(setting, pinnedAccess(access))
    return {
      name: setting.name,
      confirmations,
      ask: own.ask,
      askIndex: own.askIndex,
      wouldTake: async (raw) => await own.core[0]?.wouldTake(raw),
    }
  }

  /** Converts errors in an answer that callers do not interpret. */
  const plain =
    (ask: Ask) =>
    <Result>(question: (backend: Backend) => Promise<Result>): Promise<Result> =>
      ask.plainly(() => ask(question))
  const [asked, askedByAddress] = [plain(told), plain(byAddress)]

  return {
    broadcast: (signed) => broadcast(looking, signed),
    status: (signed) => told.plainly(() => status(looking(), signed)),
    raw: async (text) => {
      const txId = text.toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(txId)) return undefined
      return asked(async (backend) => {
        const place = await backend.place(txId)
        return place && backend.raw({ txId, ...place })
      })
    },
    head: () => asked((backend) => backend.head()),
    balance: (address) => askedByAddress((backend) => backend.balance(address)),
    info: () => asked((backend) => backend.info()),
    blockHash: (height) => asked((backend) => backend.blockHash(height)),
    block: (ref) => asked((backend) => backend.block(ref)),
    transaction: (txId) => asked((backend) => backend.transaction(txId)),
    utxo: async (outpoint) => withoutDepth(await asked((backend) => backend.utxo(outpoint, true))),
    made: async (outpoint) => withoutDepth(await asked((backend) => madeBy(backend, outpoint))),
    waiting: (txId) => asked((backend) => backend.waiting(txId)),
    wouldTake: async (raw) => await core[0]?.wouldTake(raw),
    utxos: async (address) => {
      const found = await askedByAddress((backend) => backend.utxos(address))
      const { blocks } = await asked((backend) => backend.info())
      return found.filter((utxo) => isMature(utxo, blocks, maturity(setting.params))).sort(byAge)
    },
    spent: (unsigned, replaced = []) =>
      told.plainly(() => spentOf(payloadOf(unsigned), setting, told, new Set(replaced.map(nameOf)))),
    mempool: () => asked((backend) => backend.mempool()),
    feeRates: () => feeRates(setting, (blocks) => asked((backend) => backend.feeRate(blocks))),
  }
}

/** @param rateFor The estimate for a transaction that is to be confirmed within so many blocks; undefined if there is none */
async function feeRates(
  { params: { fallbackFee, leastRate } }: Setting,
  rateFor: (blocks: number) => ReturnType<Backend['feeRate']>,
): ReturnType<UtxoNode['feeRates']> {
  const [fast, medium, slow] = await eachOf([FAST, MEDIUM, SLOW], rateFor)
  // If the node knows one of the rates, it also serves for the missing ones; estimates may cross each other.
  const rates = [fast ?? medium ?? slow, medium ?? slow ?? fast, slow ?? medium ?? fast]
  const [first = fallbackFee, second = fallbackFee, third = fallbackFee] = rates
    .map((rate) => rate ?? fallbackFee)
    .map((rate) => (leastRate === undefined || rate > leastRate ? rate : leastRate))
    .sort((one, other) => (one > other ? -1 : one < other ? 1 : 0))
  return { fast: first, medium: second, slow: third }
}

export interface Ask {
  <Result>(question: (backend: Backend) => Promise<Result>): Promise<Result>
  /** A refusal of the node for reasons of its own is a fault too. */
  plainly<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The backends of the configured nodes, in the order in which they are asked. */
function asking(setting: Setting, { rpc, rest }: NodeAccess) {
  const core = rpc === undefined ? [] : [new CoreBackend(rpc, setting)]
  const blockbook = rest === undefined ? [] : [new BlockbookBackend(rest, setting)]
  return { core, ask: inTurn([...core, ...blockbook]), askIndex: inTurn([...blockbook, ...core]) }
}

const pinnedAccess = ({ rpc, rest }: NodeAccess): NodeAccess => ({
  ...(rpc === undefined ? {} : { rpc: pinned(rpc) }),
  ...(rest === undefined ? {} : { rest: pinned(rest) }),
})

/** For answers that must agree: each kind of backend is one endpoint. */
export const askingOne = (setting: Setting, access: NodeAccess): Ask =>
  asking(setting, pinnedAccess(access)).ask

/** Asks the first backend that can answer. */
function inTurn(backends: readonly Backend[]): Ask {
  const ask = async <Result>(question: (backend: Backend) => Promise<Result>): Promise<Result> => {
    let fault: unknown = new NodeFault('unconfigured', 'The chain has no node in the configuration')
    for (const backend of backends) {
      try {
        return await question(backend)
      } catch (error) {
        if (!(error instanceof NodeFault) || error.code !== 'unsupported') throw error
        fault = error
      }
    }
    throw fault
  }
  const plainly = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }
  return Object.assign(ask, { plainly })
}

const isMature = ({ coinbase, height }: Utxo, tip: number, blocks: number): boolean =>
  !coinbase || (height !== null && tip - height + 1 >= blocks)

/** Oldest first, the mempool's last; always the same order. */
function byAge(one: Utxo, other: Utxo): number {
  const [first, second] = [one.height ?? Number.MAX_SAFE_INTEGER, other.height ?? Number.MAX_SAFE_INTEGER]
  if (first !== second) return first - second
  if (one.txId !== other.txId) return one.txId < other.txId ? -1 : 1
  return one.index - other.index
}

const nameOf = ({ txId, index }: Outpoint): string => `${txId}:${index}`

function withoutDepth(found: (Utxo & { readonly depth: number }) | undefined): Utxo | undefined {
  if (found === undefined) return undefined
  const { depth: _, ...utxo } = found
  return utxo
}

/** In a block or in the mempool, even if the mempool spends it. */
async function madeBy(
  backend: Backend,
  outpoint: Outpoint,
): Promise<(Utxo & { readonly depth: number }) | undefined> {
  const confirmed = await backend.utxo(outpoint, false)
  if (confirmed !== undefined) return confirmed
  const waits = await backend.isPending(outpoint.txId)
  const output = waits ? (await backend.transaction(outpoint.txId))?.outputs[outpoint.index] : undefined
  return output && { ...outpoint, ...output, height: null, depth: 0, coinbase: false }
}

async function spentOf(
  { inputs }: Payload,
  setting: Setting,
  ask: Ask,
  replaced: ReadonlySet<string>,
): Promise<readonly Outpoint[]> {
  const found = await eachOf(inputs, async (input) => {
    const utxo = await ask((backend) =>
      replaced.has(nameOf(input)) ? madeBy(backend, input) : backend.utxo(input, true),
    )
    // Some lists of an address do not report tokens, and Blockbook's has outputs to the bare public key, which anybody can
    // make. Neither is available.
    const isOther = utxo === undefined || utxo.tokens === true || utxo.script !== input.script
    if (isOther) return { txId: input.txId, index: input.index }
    if (String(utxo.value) !== input.value) throw untrue(input)
    if (isUncovered(input, setting)) await checkMade(input, await ask((backend) => backend.raw(utxo)))
    return undefined
  })
  return found.filter((outpoint) => outpoint !== undefined)
}

/** Whether signatures do not cover the amount (BIP-143 and FORKID cover it). */
const isUncovered = ({ script }: PayloadInput, { params }: Setting): boolean =>
  params.sighash === 'legacy' && readScript(fromHex(script))?.kind === 'p2pkh'

/** Only the bytes that hash to the transaction's id prove the value of its output. */
async function checkMade(input: PayloadInput, raw: string | undefined): Promise<void> {
  if (raw === undefined) return
  let made: ReturnType<typeof parse>
  try {
    made = parse(raw)
  } catch (error) {
    // It contains something that the family does not decode, such as Litecoin's extension blocks.
    if (error instanceof BadTransaction) return
    throw error
  }
  const output = made.outs[input.index]
  const isSame =
    output !== undefined && String(output.value) === input.value && toHex(output.script) === input.script
  if (made.getId() !== input.txId || !isSame) throw untrue(input)
}

const untrue = ({ txId, index }: PayloadInput): BadTransaction =>
  malformed(`Output ${index} of ${txId} is not what it is said to be`)
