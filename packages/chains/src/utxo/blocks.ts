/**
 * Reads the blocks of UTXO chains from Bitcoin Core and Blockbook. An output counts for an address only if its script is
 * exactly that of the address, because the service cannot spend anything else, such as bare multisig. A block proves that it
 * is complete: its header hashes to its id, and its transactions hash to the root in the header.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type InMempool,
  type Mempool,
  type Movement,
  NoBlock,
  NodeFault,
  type Spend,
  type UtxoParams,
} from '@tallystick/custody'
import { textIn, wholeIn } from '../answers.js'
import { eachOf, understood } from '../each.js'
import { addressOf } from './addresses.js'
import { coins, type Fields, fields, list, optional, units } from './answers.js'
import { maturity, type ToldBlock } from './backend.js'
import type { Ask } from './node.js'
import { fromHex, toHex } from './payload.js'
import { isHidden, payersOf, shownBy } from './spenders.js'
import { tokensOf } from './tokens.js'

/** @param looking A way to ask for one block or header */
export function utxoBlocks(params: UtxoParams, decimals: number, looking: () => Ask): Blocks {
  const plainly = <Result>(question: Parameters<typeof askPlainly<Result>>[1]): Promise<Result> =>
    askPlainly(looking(), question)
  return {
    head: () => plainly((backend) => backend.head()),
    header: (height) =>
      plainly(async (backend) => {
        const hash = await backend.blockHash(height)
        if (hash === undefined) return absent(height, await backend.head())
        const { root: _, ...header } = headerOf(known(await backend.header(hash)), height, hash)
        return header
      }),
    block: (height) =>
      plainly(async (backend) => {
        const hash = await backend.blockHash(height)
        if (hash === undefined) return absent(height, await backend.head())
        return blockOf(known(await backend.told(hash)), height, hash, { params, decimals })
      }),
    mempool: () => utxoMempool(params, decimals, looking),
    payers: {
      of: (shows) => payersOf(shows, params),
      isHidden: (address) => isHidden(address, params),
      outputs: (spends) => outputsFor(spends, { params, decimals }, looking()),
    },
  }
}

async function outputsFor(spends: readonly Spend[], { params, decimals }: Reading, ask: Ask) {
  const wanted = new Set(spends.map(({ txId, index }) => `${txId}:${index}`))
  const found = await eachOf([...new Set(spends.map(({ txId }) => txId))], async (txId) => {
    const told = await askPlainly(ask, (backend) => backend.toldTransaction(txId))
    return told === undefined ? [] : paymentsOf(txId, outputsOf(told, decimals), params)
  })
  return found.flat().filter(({ txId, position }) => wanted.has(`${txId}:${position}`))
}

/** What has entered is what was not there before: nodes tell of all that waits. */
function utxoMempool(params: UtxoParams, decimals: number, looking: () => Ask): Mempool {
  let known: ReadonlySet<string> = new Set()
  return {
    async entered() {
      const ids = await askPlainly(looking(), (backend) => backend.mempool())
      const fresh = ids.filter((id) => !known.has(id))
      known = new Set(ids)
      return fresh
    },
    async waiting(ids) {
      const ask = looking()
      const found = await eachOf(ids, async (id) => {
        const told = await toldOf(id, ask)
        const isWaiting = told !== undefined && (told['blockhash'] ?? told['blockHash'] ?? '') === ''
        return isWaiting ? [[id, understood(() => waitingOf(told, id, { params, decimals }))] as const] : []
      })
      return new Map(found.flat())
    },
  }
}

async function toldOf(id: string, ask: Ask): Promise<Fields | undefined> {
  try {
    return await askPlainly(ask, (backend) => backend.toldTransaction(id))
  } catch (fault) {
    // Without an index, a node knows what waits and nothing else.
    if (fault instanceof NodeFault && fault.code === 'unsupported') return undefined
    throw fault
  }
}

function waitingOf(told: Fields, id: string, { params, decimals }: Reading): InMempool {
  return {
    movements: paymentsOf(id, outputsOf(told, decimals), params),
    spends: spendsOf(told, id),
  }
}

interface Reading {
  readonly params: UtxoParams
  readonly decimals: number
}

const askPlainly = <Result>(ask: Ask, question: Parameters<typeof ask<Result>>[0]): Promise<Result> =>
  ask.plainly(() => ask(question))

/** @throws NoBlock if the chain must have the block */
function absent(height: number, head: { readonly height: number }): undefined {
  if (height <= head.height) throw new NoBlock(`block ${height}`)
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw broken('The node does not have a block that it named')
  return found
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

const NO_HASH = '0'.repeat(64)

/** @throws NodeFault if it is not the header of this block, or the block has left the chain */
function headerOf(told: Fields, height: number, hash: string): BlockHeader & { readonly root: string } {
  const { parent, root, time } = linksOf(told)
  if (hashOf(told) !== hash || textIn(told, 'hash') !== hash || wholeIn(told, 'height') !== height) {
    throw broken(`The node answered for block ${height} with another one`)
  }
  if (wholeIn(told, 'confirmations') < 1) throw broken(`Block ${height} has just left the node's chain`)
  return { height, hash, parent, time: time * 1_000, root }
}

/** Blockbook writes names in camel case, and the nonce as text. */
const linksOf = (told: Fields) => ({
  parent: String(told['previousblockhash'] ?? told['previousBlockHash'] ?? NO_HASH),
  root: textIn(told, told['merkleRoot'] === undefined ? 'merkleroot' : 'merkleRoot'),
  time: wholeIn(told, 'time'),
})

/** The id that follows from the fields of a header (developer.bitcoin.org, "Block Headers"). */
export function hashOf(told: Fields): string {
  const { parent, root, time } = linksOf(told)
  const bytes = new DataView(new ArrayBuffer(80))
  bytes.setUint32(0, wholeIn(told, 'version'), true)
  place(bytes, 4, parent)
  place(bytes, 36, root)
  bytes.setUint32(68, time, true)
  bytes.setUint32(72, optional(told, 'bits') ?? Number.parseInt(textIn(told, 'bits'), 16), true)
  bytes.setUint32(76, Number(told['nonce']), true)
  return reversed(sha256(sha256(new Uint8Array(bytes.buffer))))
}

/** @throws NodeFault if it is not this block, or not all of it */
export function blockOf(told: ToldBlock, height: number, hash: string, { params, decimals }: Reading): Block {
  const { root, ...header } = headerOf(told.header, height, hash)
  const ids = told.transactions.map((transaction) => textIn(transaction, 'txid'))
  // Repeating the last transactions does not change the root (CVE-2012-2459).
  if (new Set(ids).size !== ids.length || rootOf(ids) !== root) {
    throw broken(`The node left out a part of block ${height}`)
  }
  return {
    ...header,
    movements: told.transactions.flatMap((transaction, index) => {
      const outputs = outputsOf(transaction, decimals)
      const matures = maturesAt(outputs, height, index === 0, params)
      const movements = paymentsOf(ids[index] ?? '', outputs, params)
      return matures === undefined ? movements : movements.map((movement) => ({ ...movement, matures }))
    }),
    // A coinbase spends nothing.
    spends: told.transactions.flatMap((transaction, index) =>
      index === 0 ? [] : spendsOf(transaction, ids[index] ?? ''),
    ),
  }
}

const paymentsOf = (txId: string, outputs: readonly Output[], params: UtxoParams): readonly Movement[] =>
  outputs.flatMap(({ position, value, script, carriesTokens }) => {
    const address = value > 0n && !carriesTokens ? addressOf(fromHex(script), params) : null
    return address === null ? [] : [{ txId, position, address, asset: null, amount: value, from: null }]
  })

const spendsOf = (transaction: Fields, by: string): Block['spends'] =>
  list(transaction['vin'], 'inputs').flatMap((each) => {
    const input = fields(each, 'an input')
    // An input from Litecoin's extension blocks spends no output.
    if (input['txid'] === undefined) return []
    // Blockbook leaves out a zero.
    const spend = { txId: textIn(input, 'txid'), index: optional(input, 'vout') ?? 0, by }
    const shows = shownBy(input)
    return [shows === undefined ? spend : { ...spend, shows }]
  })

interface Output {
  readonly position: number
  readonly value: bigint
  readonly script: string
  readonly carriesTokens: boolean
}

/** Blocks hold amounts as signed numbers of 64 bits, and each chain allows less (Bitcoin Core, MAX_MONEY). */
const MOST = 2n ** 63n - 1n

function outputsOf(transaction: Fields, decimals: number): readonly Output[] {
  return list(transaction['vout'], 'outputs').flatMap((each): readonly Output[] => {
    const output = fields(each, 'an output')
    const inCore = output['scriptPubKey']
    // An output in Litecoin's extension blocks: its owner and its amount are secret.
    if (inCore === undefined && output['value'] === undefined) return []
    const script = textIn(inCore === undefined ? output : fields(inCore, 'a script'), 'hex')
    const value = inCore === undefined ? units(output, 'value') : coins(output, 'value', decimals)
    if (value > MOST) throw broken(`The node told of an output of ${value}, which no block can have`)
    return [
      {
        position: wholeIn(output, 'n'),
        value,
        script,
        carriesTokens: tokensOf(output, script).tokens === true,
      },
    ]
  })
}

/**
 * The transaction that moves coins between Litecoin's blocks and its extension blocks. Its first output holds the coins of
 * the extension blocks, locked by a witness program of version 8 (LIP-0002, "Integrating transaction"). All other outputs
 * leave the extension blocks.
 */
const HOLDS_EXTENSION_BLOCKS = /^5820[0-9a-f]{64}$/

function maturesAt(
  [first]: readonly Output[],
  height: number,
  isCoinbase: boolean,
  params: UtxoParams,
): number | undefined {
  if (isCoinbase) return height + maturity(params)
  const { pegOutMaturity } = params
  if (pegOutMaturity === undefined || !HOLDS_EXTENSION_BLOCKS.test(first?.script ?? '')) return undefined
  return height + pegOutMaturity
}

/** The Merkle root of transaction ids: hashes pairs until one hash is left, and pairs an odd last one with itself. */
export function rootOf(ids: readonly string[]): string {
  let row = ids.map((id) => fromHex(id).reverse())
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, at) => {
      const left = row[at * 2] ?? new Uint8Array(0)
      return sha256(sha256(Uint8Array.of(...left, ...(row[at * 2 + 1] ?? left))))
    })
  }
  return reversed(row[0] ?? new Uint8Array(0))
}

const reversed = (bytes: Uint8Array): string => toHex(Uint8Array.from(bytes).reverse())

/** Text shows the bytes of ids in reverse order. */
const place = (into: DataView, offset: number, id: string): void =>
  new Uint8Array(into.buffer).set(fromHex(id.padStart(64, '0')).reverse().subarray(0, 32), offset)
