/**
 * Bitcoin Core's JSON-RPC, and that of its descendants (Litecoin, Dogecoin, Bitcoin Cash Node): developer.bitcoin.org,
 * "RPC API Reference". Its amounts are decimal numbers of coins.
 */
import {
  NodeFault,
  type Outpoint,
  type Utxo,
  type UtxoBlock,
  type UtxoInput,
  type UtxoTransaction,
} from '@tallystick/custody'
import { textIn, wholeIn } from '../answers.js'
import { eachOf } from '../each.js'
import { type JsonRpc, RpcError } from '../transport/transport.js'
import { addressOf } from './addresses.js'
import { approximate, coins, type Fields, fields, list, optional } from './answers.js'
import { type Backend, maturity, type Place, type Setting, type Spender, type ToldBlock } from './backend.js'
import { scriptAt } from './build.js'
import { isNotThere, isWrongType, lacksIndex } from './core-errors.js'
import { entryOf } from './entry.js'
import { fromHex, toHex } from './payload.js'
import { tokensOf } from './tokens.js'

/** Blocks that are searched for the spender of an output: a day of Bitcoin's, and as many on other chains. */
const MAX_SCANNED = 144

/** Transactions that are looked up for the input values of one transaction. */
const MAX_PARENTS = 500

export class CoreBackend implements Backend {
  /** A node runs only one scan at a time. */
  private scanning: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly rpc: JsonRpc,
    private readonly setting: Setting,
  ) {}

  async info(): ReturnType<Backend['info']> {
    const info = fields(await this.rpc.call('getblockchaininfo', []), 'its state')
    return {
      chain: textIn(info, 'chain'),
      blocks: wholeIn(info, 'blocks'),
      headers: wholeIn(info, 'headers'),
      bestBlock: textIn(info, 'bestblockhash'),
      difficulty: approximate(info, 'difficulty'),
    }
  }

  async blockHash(height: number): Promise<string | undefined> {
    const hash = await this.find('getblockhash', [height])
    return typeof hash === 'string' ? hash : undefined
  }

  async block(ref: string | number): Promise<UtxoBlock | undefined> {
    const hash = typeof ref === 'number' ? await this.blockHash(ref) : ref
    if (hash === undefined) return undefined
    // 3: with spent outputs (since 23.0). Older nodes treat it as 2, with transactions.
    const found = await this.told(hash, 3)
    if (found === undefined) return undefined
    const { header: block, transactions } = found
    const height = wholeIn(block, 'height')
    const time = wholeIn(block, 'time')
    const place = { blockHash: textIn(block, 'hash'), height, time }
    return {
      hash: place.blockHash,
      height,
      size: wholeIn(block, 'size'),
      weight: optional(block, 'weight') ?? null,
      difficulty: approximate(block, 'difficulty'),
      version: wholeIn(block, 'version'),
      previous: typeof block['previousblockhash'] === 'string' ? block['previousblockhash'] : null,
      next: typeof block['nextblockhash'] === 'string' ? block['nextblockhash'] : null,
      merkleRoot: textIn(block, 'merkleroot'),
      time,
      // As hex; from bcoin as a number.
      bits: optional(block, 'bits') ?? Number.parseInt(textIn(block, 'bits'), 16),
      nonce: wholeIn(block, 'nonce'),
      depth: wholeIn(block, 'confirmations'),
      transactions: transactions.map((each, indexInBlock) => this.read(each, { ...place, indexInBlock })),
    }
  }

  async head(): ReturnType<Backend['head']> {
    const { blocks, bestBlock } = await this.info()
    return { height: blocks, hash: bestBlock }
  }

  async header(hash: string): Promise<Fields | undefined> {
    const found = await this.find('getblockheader', [hash])
    return found === undefined ? undefined : fields(found, 'a header')
  }

  async told(hash: string, verbosity = 2): Promise<ToldBlock | undefined> {
    const found = (await this.ofType('getblock', hash, verbosity)) ?? undefined
    if (found === undefined) return undefined
    const header = fields(found, 'a block')
    const transactions = await eachOf(list(header['tx'], 'transactions'), async (each) =>
      // Nodes without verbosity return ids.
      fields(typeof each === 'string' ? await this.toldTransaction(each) : each, 'a transaction of a block'),
    )
    return { header, transactions }
  }

  async transaction(txId: string): Promise<UtxoTransaction | undefined> {
    const found = await this.toldTransaction(txId)
    if (found === undefined) return undefined
    const transaction = this.read(found, await this.placeOf(found))
    const unknown = transaction.inputs.filter(
      ({ spent, txId: parent }) => spent === null && parent !== COINBASE,
    )
    const parents = [...new Set(unknown.map((input) => input.txId))]
    if (parents.length === 0 || parents.length > MAX_PARENTS) return transaction
    const known = new Map(
      await eachOf(parents, async (parent) => [parent, await this.parent(parent)] as const),
    )
    const inputs = transaction.inputs.map((input): UtxoInput => {
      const parent = known.get(input.txId)
      const output = parent?.outputs[input.index]
      if (parent === undefined || output === undefined) return input
      const coinbase = parent.inputs[0]?.txId === COINBASE
      return { ...input, spent: input.spent ?? { ...output, height: parent.height, coinbase } }
    })
    return { ...transaction, inputs }
  }

  async place(txId: string): Promise<Place | undefined> {
    const found = await this.toldTransaction(txId)
    if (found === undefined) return undefined
    const { height } = await this.placeOf(found)
    if (height !== null) return { height, depth: optional(found, 'confirmations') ?? 0 }
    return found['blockhash'] === undefined ? { height, depth: 0 } : undefined
  }

  /** Core has no index of spent outputs: this reads block after block from the newest on, each by its hash. */
  async spenders(outpoints: readonly Outpoint[]): Promise<readonly Spender[]> {
    const left = new Map(outpoints.map(({ txId, index }) => [`${txId} ${index}`, true]))
    const found: Spender[] = []
    let hash: unknown = (await this.info()).bestBlock
    for (let depth = 1; depth <= MAX_SCANNED && left.size > 0 && typeof hash === 'string'; depth += 1) {
      const read = await this.told(hash)
      if (read === undefined) break
      const { header: block, transactions } = read
      for (const tx of transactions) {
        const inputs = list(tx['vin'], 'inputs').map((input) => fields(input, 'an input'))
        const spends = inputs.filter((input) => left.delete(`${input['txid']} ${input['vout']}`))
        if (spends.length === 0) continue
        const outputs = this.readOutputs(tx)
        found.push({ txId: textIn(tx, 'txid'), outputs, height: wholeIn(block, 'height'), depth })
      }
      hash = block['previousblockhash']
    }
    return found
  }

  async raw({ txId, height }: Pick<Utxo, 'txId' | 'height'>): Promise<string | undefined> {
    // With the block, a node finds it without a transaction index.
    const hash = height === null ? undefined : await this.blockHash(height)
    try {
      const raw = await this.rpc.call(
        'getrawtransaction',
        hash === undefined ? [txId, false] : [txId, false, hash],
      )
      return typeof raw === 'string' ? raw : undefined
    } catch (error) {
      if (error instanceof RpcError) return undefined
      throw error
    }
  }

  async utxo({ txId, index }: Outpoint, mempool: boolean): Promise<(Utxo & Place) | undefined> {
    const found = await this.find('gettxout', [txId, index, mempool])
    if (found === undefined || found === null) return undefined
    const output = fields(found, 'an output')
    const confirmations = wholeIn(output, 'confirmations')
    const script = textIn(fields(output['scriptPubKey'], 'a script'), 'hex')
    return {
      txId,
      index,
      value: coins(output, 'value', this.setting.decimals),
      script,
      address: addressOf(fromHex(script), this.setting.params),
      height:
        confirmations < 1 ? null : (await this.heightOf(textIn(output, 'bestblock'))) - confirmations + 1,
      depth: Math.max(confirmations, 0),
      coinbase: output['coinbase'] === true,
      ...tokensOf(output, script),
    }
  }

  /** Only what is in blocks: it does not know the mempool (`UtxoNode.spent` checks the chosen ones). */
  async utxos(address: string): Promise<readonly Utxo[]> {
    const { decimals, params } = this.setting
    const script = toHex(scriptAt(address, params))
    const canonical = addressOf(fromHex(script), params)
    const scan = fields(await this.scan(`raw(${script})`), 'a scan')
    const tip = wholeIn(scan, 'height')
    return await eachOf(list(scan['unspents'], 'unspents'), async (each): Promise<Utxo> => {
      const found = fields(each, 'an output')
      const outpoint = { txId: textIn(found, 'txid'), index: wholeIn(found, 'vout') }
      const height = wholeIn(found, 'height')
      // Nodes before 25.0 do not report whether it is a coinbase. It matters while that cannot be spent.
      const isYoung = found['coinbase'] === undefined && tip - height + 1 < maturity(params)
      const coinbase = isYoung
        ? (await this.utxo(outpoint, false))?.coinbase === true
        : found['coinbase'] === true
      const value = coins(found, 'amount', decimals)
      return { ...outpoint, value, script, address: canonical, height, coinbase, ...tokensOf(found, script) }
    })
  }

  async balance(address: string): Promise<bigint> {
    return (await this.utxos(address)).reduce((sum, { value }) => sum + value, 0n)
  }

  async mempool(): Promise<readonly string[]> {
    const ids = list(await this.rpc.call('getrawmempool', []), 'its mempool')
    return ids.filter((id) => typeof id === 'string')
  }

  async isPending(txId: string): Promise<boolean> {
    return ((await this.find('getmempoolentry', [txId])) ?? undefined) !== undefined
  }

  async waiting(txId: string): ReturnType<Backend['waiting']> {
    return entryOf(await this.find('getmempoolentry', [txId]), this.setting.decimals)
  }

  async feeRate(blocks: number): Promise<bigint | undefined> {
    const { decimals } = this.setting
    try {
      const estimate = fields(await this.rpc.call('estimatesmartfee', [blocks]), 'an estimate')
      // Without data there is no `feerate`, or -1 (bcoin, Dogecoin).
      const rate = estimate['feerate'] === undefined ? 0n : coins(estimate, 'feerate', decimals)
      return rate > 0n ? rate : undefined
    } catch (error) {
      if (error instanceof RpcError) return undefined
      if (!(error instanceof NodeFault) || error.code !== 'unsupported') throw error
    }
    // Bitcoin Cash Node has only one estimate, for the next block.
    const rate = coins({ rate: await this.rpc.call('estimatefee', []) }, 'rate', decimals)
    return rate > 0n ? rate : undefined
  }

  async send(raw: string): Promise<void> {
    await this.rpc.call('sendrawtransaction', [raw])
  }

  /** Whether the node would accept a transaction; undefined if it cannot say. */
  async wouldTake(raw: string): Promise<boolean | undefined> {
    try {
      const [answer] = list(await this.rpc.call('testmempoolaccept', [[raw]]), 'an opinion')
      return fields(answer, 'an opinion')['allowed'] === true
    } catch {
      return undefined
    }
  }

  /** Undefined if the node does not have it. */
  private async find(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.rpc.call(method, params)
    } catch (error) {
      if (error instanceof RpcError && isNotThere(error)) return undefined
      throw error
    }
  }

  /** In full, at a verbosity that some nodes do not know; then at `true`. */
  private async ofType(method: string, id: string, verbosity: number): Promise<unknown> {
    try {
      return await this.find(method, [id, verbosity])
    } catch (error) {
      if (!(error instanceof RpcError) || !isWrongType(error)) throw error
      return await this.find(method, [id, true])
    }
  }

  async toldTransaction(txId: string): Promise<Fields | undefined> {
    try {
      // 2: with spent outputs (since 24.0). Older nodes treat it as 1.
      const found = (await this.ofType('getrawtransaction', txId, 2)) ?? undefined
      return found === undefined ? undefined : fields(found, 'a transaction')
    } catch (error) {
      // Without its index, or before the index is complete, a node knows only the mempool, and says so.
      if (!(error instanceof RpcError) || !lacksIndex(error)) throw error
      const needs = 'needs a node with -txindex, or Blockbook'
      throw new NodeFault('unsupported', `${this.setting.name}: to look up any transaction ${needs}`)
    }
  }

  private async parent(txId: string): Promise<UtxoTransaction | undefined> {
    try {
      const found = await this.toldTransaction(txId)
      return found === undefined ? undefined : this.read(found, await this.placeOf(found))
    } catch (error) {
      if (error instanceof NodeFault && error.code === 'unsupported') return undefined
      throw error
    }
  }

  private async placeOf(found: Fields): Promise<InBlock> {
    const hash = found['blockhash']
    // Below 1: in a block that has left the chain.
    if (typeof hash !== 'string' || (optional(found, 'confirmations') ?? 0) < 1) return NOWHERE
    const height = optional(found, 'height') ?? (await this.heightOf(hash))
    return { blockHash: hash, height, time: optional(found, 'blocktime') ?? null, indexInBlock: null }
  }

  private async heightOf(hash: string): Promise<number> {
    return wholeIn(fields(await this.header(hash), 'a header'), 'height')
  }

  private scan(descriptor: string): Promise<unknown> {
    const scan = this.scanning.then(async () => {
      try {
        return await this.rpc.call('scantxoutset', ['start', [descriptor]])
      } catch (error) {
        const { name } = this.setting
        if (error instanceof NodeFault && error.code === 'unsupported') {
          const needs = 'needs Blockbook, or Bitcoin Core 0.17 (scantxoutset) or later'
          throw new NodeFault('unsupported', `${name}: to find the outputs of an address ${needs}`)
        }
        // Another process is running one.
        if (error instanceof RpcError && /already in progress/i.test(error.message)) {
          throw new NodeFault('unreachable', `${name}: the node is busy with another scan`)
        }
        throw error
      }
    })
    this.scanning = scan.catch(() => undefined)
    return scan
  }

  private read(found: Fields, place: InBlock): UtxoTransaction {
    return {
      txId: textIn(found, 'txid'),
      witnessHash: typeof found['hash'] === 'string' ? found['hash'] : textIn(found, 'txid'),
      hex: typeof found['hex'] === 'string' ? found['hex'] : '',
      version: wholeIn(found, 'version'),
      locktime: wholeIn(found, 'locktime'),
      size: wholeIn(found, 'size'),
      virtualSize: optional(found, 'vsize') ?? wholeIn(found, 'size'),
      // Those of Litecoin's extension blocks have no outpoint and no value.
      inputs: list(found['vin'], 'inputs')
        .map((each) => fields(each, 'an input'))
        .filter((input) => input['txid'] !== undefined || input['coinbase'] !== undefined)
        .map((input) => this.readInput(input)),
      outputs: this.readOutputs(found),
      ...place,
    }
  }

  private readOutputs(found: Fields): UtxoTransaction['outputs'] {
    return list(found['vout'], 'outputs')
      .map((each) => fields(each, 'an output'))
      .filter((output) => output['value'] !== undefined)
      .map((output) => this.readOutput(output))
  }

  private readInput(input: Fields): UtxoInput {
    const sequence = wholeIn(input, 'sequence')
    const witness =
      input['txinwitness'] === undefined ? [] : list(input['txinwitness'], 'a witness').map(String)
    if (typeof input['coinbase'] === 'string') {
      return { txId: COINBASE, index: 0xffffffff, script: input['coinbase'], witness, sequence, spent: null }
    }
    const prevout =
      input['prevout'] === undefined ? undefined : fields(input['prevout'], 'what an input spends')
    return {
      txId: textIn(input, 'txid'),
      index: wholeIn(input, 'vout'),
      script: textIn(fields(input['scriptSig'], 'a script'), 'hex'),
      witness,
      sequence,
      spent:
        prevout === undefined
          ? null
          : {
              ...this.readOutput(prevout),
              height: optional(prevout, 'height') ?? null,
              coinbase: prevout['generated'] === true,
            },
    }
  }

  private readOutput(output: Fields): UtxoTransaction['outputs'][number] {
    const script = textIn(fields(output['scriptPubKey'], 'a script'), 'hex')
    const { decimals, params } = this.setting
    return { value: coins(output, 'value', decimals), script, address: addressOf(fromHex(script), params) }
  }
}

type InBlock = Pick<UtxoTransaction, 'blockHash' | 'height' | 'time' | 'indexInBlock'>

const NOWHERE: InBlock = { blockHash: null, height: null, time: null, indexInBlock: null }

/** The id in the input of a coinbase. */
const COINBASE = '0'.repeat(64)
