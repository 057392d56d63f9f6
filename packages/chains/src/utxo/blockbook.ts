/**
 * Blockbook (github.com/trezor/blockbook, docs/api.md, "API V2"): an index by address. Amounts are text of base units;
 * empty fields are absent. Its transactions contain their hex, from which everything is decoded except the spent
 * outputs.
 */
import {
  NodeFault,
  type Outpoint,
  type Utxo,
  type UtxoHistory,
  type UtxoInput,
  type UtxoTransaction,
  type Waiting,
} from '@tallystick/custody'
import { textIn, wholeIn } from '../answers.js'
import { boundsOf } from '../bounds.js'
import { eachOf } from '../each.js'
import { baseUnits, literal, type Rest, RpcError } from '../transport/transport.js'
import { addressOf } from './addresses.js'
import { approximate, type Fields, fields, list, optional, units } from './answers.js'
import type { Backend, Place, Setting, Spender, ToldBlock } from './backend.js'
import { scriptAt } from './build.js'
import { parse } from './codec.js'
import { fromHex, toHex } from './payload.js'
import { tokensOf } from './tokens.js'

/** Blockbook's largest page of an address's transactions. */
const PAGE = 1_000

export class BlockbookBackend implements Backend, UtxoHistory {
  constructor(
    private readonly rest: Rest,
    private readonly setting: Setting,
  ) {}

  async info(): ReturnType<Backend['info']> {
    const status = fields(await this.rest.get('/api/v2'), 'its state')
    const info = fields(status['backend'], 'its backend')
    return {
      chain: textIn(info, 'chain'),
      blocks: wholeIn(info, 'blocks'),
      headers: optional(info, 'headers') ?? wholeIn(info, 'blocks'),
      bestBlock: textIn(info, 'bestBlockHash'),
      difficulty: approximate(info, 'difficulty'),
    }
  }

  async blockHash(height: number): Promise<string | undefined> {
    const found = await this.find(`/api/v2/block-index/${height}`)
    // Of a height that it does not have, the hash is empty.
    return found === undefined || found['blockHash'] === '' ? undefined : textIn(found, 'blockHash')
  }

  async head(): ReturnType<Backend['head']> {
    const status = fields(await this.rest.get('/api/v2'), 'its state')
    const height = wholeIn(fields(status['blockbook'], 'the state of its index'), 'bestHeight')
    const hash = await this.blockHash(height)
    if (hash === undefined)
      throw new NodeFault('unreachable', `${this.setting.name}: the node has lost its newest block`)
    return { height, hash }
  }

  header(hash: string): Promise<Fields | undefined> {
    return this.find(`/api/v2/block/${hash}`)
  }

  /** Blocks list their transactions by pages, without the outputs that they spend: each is asked for by itself. */
  async told(hash: string): Promise<ToldBlock | undefined> {
    const header = await this.header(hash)
    if (header === undefined) return undefined
    const ids = idsIn(header)
    for (let page = 2; page <= (optional(header, 'totalPages') ?? 1); page += 1) {
      ids.push(
        ...idsIn(fields(await this.rest.get(`/api/v2/block/${hash}?page=${page}`), 'a page of a block')),
      )
    }
    const transactions = await eachOf(ids, async (txId) =>
      fields(await this.find(`/api/v2/tx/${txId}`), 'a transaction of a block'),
    )
    return { header, transactions }
  }

  block(): Promise<never> {
    return Promise.reject(this.unsupported('to read whole blocks'))
  }

  mempool(): Promise<never> {
    return Promise.reject(this.unsupported('to list the mempool'))
  }

  toldTransaction(txId: string): Promise<Fields | undefined> {
    return this.find(`/api/v2/tx/${txId}`)
  }

  async transaction(txId: string): Promise<UtxoTransaction | undefined> {
    const found = await this.find(`/api/v2/tx/${txId}`)
    return found === undefined ? undefined : this.read(found)
  }

  async place(txId: string): Promise<Place | undefined> {
    const found = await this.find(`/api/v2/tx/${txId}`)
    return found === undefined ? undefined : placeOf(found)
  }

  async spenders(outpoints: readonly Outpoint[]): Promise<readonly Spender[]> {
    const found = await eachOf(outpoints, async ({ txId, index }) => {
      const parent = await this.find(`/api/v2/tx/${txId}?spending=true`)
      const spender = parent === undefined ? undefined : outputOf(parent, index)?.['spentTxId']
      if (typeof spender !== 'string') return undefined
      const spending = await this.find(`/api/v2/tx/${spender}`)
      const place = spending === undefined ? undefined : placeOf(spending)
      if (spending === undefined || place === undefined || place.height === null) return undefined
      return { txId: spender, outputs: this.read(spending).outputs, ...place }
    })
    return found.filter((spender) => spender !== undefined)
  }

  async raw({ txId }: Pick<Utxo, 'txId'>): Promise<string | undefined> {
    const found = await this.find(`/api/v2/tx/${txId}`)
    return typeof found?.['hex'] === 'string' ? found['hex'] : undefined
  }

  async utxo({ txId, index }: Outpoint, mempool: boolean): Promise<(Utxo & Place) | undefined> {
    const found = await this.find(`/api/v2/tx/${txId}?spending=true`)
    const place = found === undefined ? undefined : placeOf(found)
    if (found === undefined || place === undefined) return undefined
    const output = outputOf(found, index)
    if (output === undefined || (place.height === null && !mempool)) return undefined
    // A spent output counts at once; without the mempool, only if a block spends it.
    if (output['spent'] === true && (mempool || (optional(output, 'spentHeight') ?? 0) > 0)) return undefined
    const script = textIn(output, 'hex')
    const coinbase = list(found['vin'], 'inputs').some((input) => 'coinbase' in fields(input, 'an input'))
    const address = addressOf(fromHex(script), this.setting.params)
    if (mempool && (await this.isTaken({ txId, index }, address))) return undefined
    const value = units(output, 'value')
    return { txId, index, value, script, address, ...place, coinbase, ...tokensOf(output, script) }
  }

  async utxos(address: string): Promise<readonly Utxo[]> {
    const script = toHex(scriptAt(address, this.setting.params))
    const canonical = addressOf(fromHex(script), this.setting.params)
    const found = await this.rest.get(`/api/v2/utxo/${encodeURIComponent(canonical ?? address)}`)
    return list(found, 'outputs').map((each): Utxo => {
      const output = fields(each, 'an output')
      const height = optional(output, 'height') ?? 0
      return {
        txId: textIn(output, 'txid'),
        index: optional(output, 'vout') ?? 0,
        value: units(output, 'value'),
        script,
        address: canonical,
        height: height > 0 ? height : null,
        coinbase: output['coinbase'] === true,
        ...tokensOf(output, script),
      }
    })
  }

  async balance(address: string): Promise<bigint> {
    return units(await this.address(address, 'details=basic'), 'balance')
  }

  async isPending(txId: string): Promise<boolean> {
    const place = await this.place(txId)
    return place !== undefined && place.height === null
  }

  async waiting(txId: string): Promise<Waiting | undefined> {
    const found = await this.find(`/api/v2/tx/${txId}`)
    if (found === undefined || heightOf(found) !== null) return undefined
    const taken = await eachOf(list(found['vout'], 'outputs'), (each) => {
      const output = fields(each, 'an output')
      const address = addressOf(fromHex(textIn(output, 'hex')), this.setting.params)
      return this.isTaken({ txId, index: optional(output, 'n') ?? 0 }, address)
    })
    return {
      fee: units(found, 'fees'),
      virtualSize: optional(found, 'vsize') ?? parse(textIn(found, 'hex')).virtualSize(),
      descendants: taken.filter(Boolean).length,
    }
  }

  async feeRate(blocks: number): Promise<bigint | undefined> {
    const estimate = fields(await this.rest.get(`/api/v2/estimatefee/${blocks}`), 'an estimate')
    const { result } = estimate
    const coins = typeof result === 'string' ? result : literal(result)
    const rate = coins === undefined ? undefined : baseUnits(coins, this.setting.decimals)
    return rate !== undefined && rate > 0n ? rate : undefined
  }

  async send(raw: string): Promise<void> {
    await this.rest.post('/api/v2/sendtx/', raw)
  }

  async transactions(
    address: string,
    page: { readonly offset: number; readonly limit: number; readonly from?: number; readonly to?: number },
  ): Promise<readonly UtxoTransaction[]> {
    const { offset, limit } = page
    const bounds = boundsOf(page)
    if (limit < 1 || bounds === undefined) return []
    // What waits for a block is on the first page, beside as many others as a page has: only those have pages.
    const waiting = offset === 0 || bounds !== '' ? 0 : await this.waitingOf(address)
    const begin = Math.max(0, offset - waiting)
    // Pages begin at multiples of their size. An offset in between needs two.
    const size = Math.min(limit, PAGE)
    const first = Math.floor(begin / size)
    const last = Math.floor((begin + limit - 1) / size)
    const found: UtxoTransaction[] = []
    for (let number = first; number <= last; number += 1) {
      const answer = await this.address(address, `details=txs&pageSize=${size}&page=${number + 1}${bounds}`)
      // Blockbook repeats its last page for any later one.
      if ((optional(answer, 'page') ?? 1) !== number + 1) break
      const transactions =
        answer['transactions'] === undefined ? [] : list(answer['transactions'], 'transactions')
      found.push(...transactions.map((each) => this.read(fields(each, 'a transaction'))))
      if (transactions.length < size) break
    }
    const start = first === 0 ? offset : begin - first * size
    return found.slice(start, start + limit)
  }

  private async waitingOf(address: string): Promise<number> {
    return optional(await this.address(address, 'details=basic'), 'unconfirmedTxs') ?? 0
  }

  async totals(address: string): ReturnType<UtxoHistory['totals']> {
    const answer = await this.address(address, 'details=basic')
    const waiting = (optional(answer, 'unconfirmedTxs') ?? 0) > 0
    const canonical = addressOf(scriptAt(address, this.setting.params), this.setting.params)
    const pending = waiting ? (await this.pending(address)).map((each) => this.read(each)) : []
    const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
    const isOwn = (output: { readonly address: string | null }): boolean => output.address === canonical
    return {
      incoming: units(answer, 'totalReceived'),
      outgoing: units(answer, 'totalSent'),
      incomingPending: sum(pending.flatMap(({ outputs }) => outputs.filter(isOwn).map(({ value }) => value))),
      outgoingPending: sum(
        pending.flatMap(({ inputs }) =>
          inputs.flatMap(({ spent }) => (spent !== null && isOwn(spent) ? [spent.value] : [])),
        ),
      ),
    }
  }

  /** Whether a transaction in the mempool spends the output: of a transaction itself, only what blocks spend is told. */
  private async isTaken({ txId, index }: Outpoint, address: string | null): Promise<boolean> {
    if (address === null) return false
    const inputs = (await this.pending(address)).flatMap((each) => list(each['vin'], 'inputs'))
    return inputs
      .map((each) => fields(each, 'an input'))
      .some((input) => input['txid'] === txId && (optional(input, 'vout') ?? 0) === index)
  }

  /** The address's transactions in the mempool: all of them are on the first page, whatever its size. */
  private async pending(address: string): Promise<readonly Fields[]> {
    const { transactions = [] } = await this.address(address, 'details=txs&pageSize=1')
    return list(transactions, 'transactions')
      .map((each) => fields(each, 'a transaction'))
      .filter((each) => heightOf(each) === null)
  }

  private async address(address: string, query: string): Promise<Fields> {
    const { params } = this.setting
    const canonical = addressOf(scriptAt(address, params), params) ?? address
    return fields(
      await this.rest.get(`/api/v2/address/${encodeURIComponent(canonical)}?${query}`),
      'an address',
    )
  }

  private unsupported(what: string): NodeFault {
    return new NodeFault('unsupported', `${this.setting.name}: ${what} needs a node with Bitcoin Core's RPC`)
  }

  /** 400 or 404 with a message: the object does not exist. */
  private async find(path: string): Promise<Fields | undefined> {
    try {
      return fields(await this.rest.get(path), 'an answer')
    } catch (error) {
      if (error instanceof RpcError && /not found|no such|out of range/i.test(error.message)) return undefined
      throw error
    }
  }

  private read(found: Fields): UtxoTransaction {
    const hex = textIn(found, 'hex')
    const transaction = parse(hex)
    const height = heightOf(found)
    const spent = new Map(
      list(found['vin'], 'inputs').map((each) => {
        const input = fields(each, 'an input')
        return [optional(input, 'n') ?? 0, input] as const
      }),
    )
    const inputs = transaction.ins.map(({ hash, index, script, sequence, witness }, at): UtxoInput => {
      const input = spent.get(at) ?? {}
      return {
        txId: toHex(Uint8Array.from(hash).reverse()),
        index,
        script: toHex(script),
        witness: witness.map(toHex),
        sequence,
        spent: this.spentBy(input),
      }
    })
    return {
      txId: transaction.getId(),
      witnessHash: toHex(transaction.getHash(true).reverse()),
      hex,
      version: transaction.version,
      locktime: transaction.locktime,
      size: transaction.byteLength(),
      virtualSize: transaction.virtualSize(),
      inputs,
      outputs: transaction.outs.map(({ script, value }) => ({
        value,
        script: toHex(script),
        address: addressOf(script, this.setting.params),
      })),
      blockHash: height === null ? null : textIn(found, 'blockHash'),
      height,
      time: height === null ? null : (optional(found, 'blockTime') ?? null),
      indexInBlock: null,
    }
  }

  /** Blockbook does not report the output's height, and whether it was a coinbase. */
  private spentBy(input: Fields): UtxoInput['spent'] {
    const [address] = Array.isArray(input['addresses']) ? input['addresses'] : []
    if (typeof address !== 'string' || input['value'] === undefined) return null
    let script: string
    try {
      script = toHex(scriptAt(address, this.setting.params))
    } catch {
      // For a script without an address, Blockbook shows words.
      return { value: units(input, 'value'), script: '', address: null, height: null, coinbase: false }
    }
    const canonical = addressOf(fromHex(script), this.setting.params)
    return { value: units(input, 'value'), script, address: canonical, height: null, coinbase: false }
  }
}

/** Undefined if its block is not on the chain: it is in none, which does not mean that it is in the mempool. */
function placeOf(found: Fields): Place | undefined {
  const height = heightOf(found)
  const depth = optional(found, 'confirmations') ?? 0
  if (height === null) return found['blockHash'] === undefined ? { height, depth: 0 } : undefined
  return depth < 1 ? undefined : { height, depth }
}

const idsIn = (block: Fields): string[] =>
  list(block['txs'], 'transactions').map((each) => textIn(fields(each, 'a transaction'), 'txid'))

const outputOf = (found: Fields, index: number): Fields | undefined =>
  list(found['vout'], 'outputs')
    .map((each) => fields(each, 'an output'))
    .find((each) => (optional(each, 'n') ?? 0) === index)

/** -1 and absence both mean the mempool. */
function heightOf(found: Fields): number | null {
  const height = optional(found, 'blockHeight') ?? -1
  return height > 0 ? height : null
}
