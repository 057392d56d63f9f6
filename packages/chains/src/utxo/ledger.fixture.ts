/**
 * A chain in memory for those whose node cannot be had here (Dogecoin, Bitcoin Cash), behind the two ways that nodes
 * are asked: Bitcoin Core's JSON-RPC (developer.bitcoin.org, "RPC API Reference") and Blockbook's API V2
 * (github.com/trezor/blockbook, docs/api.md). It takes only what spends known outputs with signatures that hold; they
 * are checked with @scure/btc-signer and noble, and not by our own code. p2pkh and p2wpkh only. It never met a live node.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { RawTx, Script } from '@scure/btc-signer'
import type { UtxoChain, UtxoCodec, UtxoParams } from '@tallystick/custody'
import { verifySchnorr } from './schnorr.fixture.js'

type Raw = ReturnType<typeof RawTx.decode>

interface Kept {
  readonly txId: string
  readonly hex: string
  readonly tx: Raw
  /** Null: in the mempool. */
  height: number | null
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const twice = (data: Uint8Array): Uint8Array => sha256(sha256(data))
/** Witnesses are no part of it. */
const idOf = (raw: Uint8Array): string =>
  hex(twice(RawTx.encode({ ...RawTx.decode(raw), segwitFlag: false, witnesses: [] })).reverse())
/** Bytes of a hash, as headers have them. */
const reversed = (text: string): Uint8Array => bytes(text).reverse()
/** Digit by digit: no double comes between. */
const coins = (units: bigint): string =>
  `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`

const timeOf = (height: number): number => 1_700_000_000 + height

class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export interface UtxoServer {
  /** Of Bitcoin Core's RPC; and of Blockbook. */
  readonly core: string
  readonly blockbook: string
  /** Pays an address out of nothing, in a block of its own. @param count Outputs of so much each */
  fund(address: string, units: bigint, count?: number): { readonly txId: string }
  /** From now on the outputs of a transaction carry tokens (Bitcoin Cash), as nodes that know of them tell. */
  lade(txId: string): void
  mine(): void
  close(): Promise<void>
}

export async function startUtxoServer({ codec, record, network }: UtxoChain): Promise<UtxoServer> {
  const params = record.networks[network]
  if (params === undefined) throw new TypeError(`no ${network}`)
  const chain = new FakeChain(codec, params)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const [status, body] = request.url?.startsWith('/api/')
        ? chain.blockbook(request.url, text)
        : chain.core(text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    core: url,
    blockbook: url,
    fund: (address, units, count = 1) => chain.fund(address, units, count),
    lade: (txId) => chain.laden.add(txId),
    mine: () => chain.mine(),
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

/** It pays nobody. */
function coinbaseOf(height: number): Kept {
  const input = { txid: new Uint8Array(32), index: 0xffffffff, sequence: 0xffffffff }
  const tx: Raw = {
    version: 1,
    segwitFlag: false,
    inputs: [{ ...input, finalScriptSig: little(BigInt(height), 4) }],
    outputs: [{ amount: 0n, script: bytes('6a') }],
    witnesses: [],
    lockTime: 0,
  }
  const raw = RawTx.encode(tx)
  return { txId: idOf(raw), hex: hex(raw), tx, height }
}

/** Blocks that were mined before a test begins. The one below them has a hash and nothing else. */
const EARLIER = 100

class FakeChain {
  /** Ids of those whose outputs carry tokens. */
  readonly laden = new Set<string>()
  private readonly kept: Kept[] = []
  /** From height 1 on. */
  private readonly hashes: string[] = []
  private readonly coinbases: Kept[] = []
  private funded = 0

  constructor(
    private readonly codec: UtxoCodec,
    private readonly params: UtxoParams,
  ) {
    while (this.height < EARLIER) this.mine()
  }

  private get height(): number {
    return this.hashes.length
  }

  /** Undefined: there is no such block. */
  private hashAt(height: number): string | undefined {
    const { landmark } = this.params
    if (height === landmark.height) return landmark.hashes[0]
    return height === 0 ? 'b'.repeat(64) : this.hashes[height - 1]
  }

  private heightOf(hash: string): number {
    return this.hashes.indexOf(hash) + 1
  }

  private inBlock(height: number): readonly Kept[] {
    const coinbase = this.coinbases[height - 1]
    return [
      ...(coinbase === undefined ? [] : [coinbase]),
      ...this.kept.filter((each) => each.height === height),
    ]
  }

  private rootAt(height: number): string {
    let level = this.inBlock(height).map(({ txId }) => reversed(txId))
    while (level.length > 1) {
      level = level.flatMap((left, at) => (at % 2 === 1 ? [] : [twice(join(left, level[at + 1] ?? left))]))
    }
    return hex(Uint8Array.from(level[0] ?? []).reverse())
  }

  fund(address: string, units: bigint, count: number): { readonly txId: string } {
    const script = bytes(this.codec.scriptOf(address))
    this.funded += 1
    const raw = RawTx.encode({
      version: 1,
      segwitFlag: false,
      inputs: [
        {
          txid: bytes(this.funded.toString(16).padStart(64, 'f')),
          index: 0,
          finalScriptSig: new Uint8Array(0),
          sequence: 0xffffffff,
        },
      ],
      outputs: Array.from({ length: count }, () => ({ amount: units, script })),
      witnesses: [],
      lockTime: 0,
    })
    const kept = this.keep(hex(raw))
    this.mine()
    return kept
  }

  mine(): void {
    const height = this.height + 1
    for (const each of this.kept) each.height ??= height
    this.coinbases.push(coinbaseOf(height))
    const header = join(
      little(2n, 4),
      reversed(this.hashAt(height - 1) ?? ''),
      reversed(this.rootAt(height)),
      little(BigInt(timeOf(height)), 4),
      little(0x1e0ffff0n, 4),
      little(7n, 4),
    )
    this.hashes.push(hex(twice(header).reverse()))
  }

  private keep(raw: string): Kept {
    const kept = { txId: idOf(bytes(raw)), hex: raw, tx: RawTx.decode(bytes(raw)), height: null }
    this.kept.push(kept)
    return kept
  }

  private find(txId: unknown): Kept | undefined {
    return this.kept.find((each) => each.txId === txId)
  }

  private spender(txId: string, index: number, mempool: boolean): Kept | undefined {
    return this.kept.find(
      ({ tx, height }) =>
        (mempool || height !== null) &&
        tx.inputs.some((input) => hex(input.txid) === txId && input.index === index),
    )
  }

  private send(raw: string): string {
    let tx: Raw
    try {
      tx = RawTx.decode(bytes(raw))
    } catch {
      throw new Refused(-22, 'TX decode failed')
    }
    const txId = idOf(bytes(raw))
    if (this.find(txId) !== undefined) throw new Refused(-27, 'Transaction already in block chain')
    let rest = 0n
    for (const [index, input] of tx.inputs.entries()) {
      const from = hex(input.txid)
      const output = this.find(from)?.tx.outputs[input.index]
      if (output === undefined || this.spender(from, input.index, true) !== undefined) {
        throw new Refused(-25, 'bad-txns-inputs-missingorspent')
      }
      if (!this.holds(tx, index, output)) {
        throw new Refused(-26, 'mandatory-script-verify-flag-failed')
      }
      rest += output.amount
    }
    for (const { amount } of tx.outputs) rest -= amount
    if (rest < 0n) throw new Refused(-26, 'bad-txns-in-belowout')
    return this.keep(raw).txId
  }

  /** Whether an input's signature is that of the key the output names. */
  private holds(tx: Raw, index: number, output: Raw['outputs'][number]): boolean {
    if (hex(output.script ?? new Uint8Array(0)).startsWith('0014')) return holdsWitness(tx, index, output)
    const [signature, key] = Script.decode(tx.inputs[index]?.finalScriptSig ?? new Uint8Array(0))
    if (!(signature instanceof Uint8Array) || !(key instanceof Uint8Array)) return false
    const script = Script.encode(['DUP', 'HASH160', ripemd160(sha256(key)), 'EQUALVERIFY', 'CHECKSIG'])
    if (hex(script) !== hex(output.script ?? new Uint8Array(0))) return false
    const type = signature.at(-1)
    const forkId = this.params.sighash === 'bip143-forkid'
    if (type !== (forkId ? 0x41 : 0x01)) return false
    const digest = forkId ? forkDigest(tx, index, script, output.amount) : digestOf(tx, index, script)
    const bare = signature.subarray(0, -1)
    // As Bitcoin Cash has it: 64 bytes are Schnorr's, since no DER signature is so long.
    if (forkId && bare.length === 64) return verifySchnorr(bare, digest, key)
    return secp256k1.verify(bare, digest, key, { format: 'der', prehash: false })
  }

  // ---- Bitcoin Core

  core(text: string): readonly [number, string] {
    const { method, params, id } = JSON.parse(text)
    try {
      return [200, `{"id":${JSON.stringify(id)},"error":null,"result":${this.result(method, params)}}`]
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, message } = error
      return [500, JSON.stringify({ id, result: null, error: { code, message } })]
    }
  }

  /** JSON, written by hand where there are amounts. */
  private result(method: string, [first, second, third]: readonly unknown[]): string {
    switch (method) {
      case 'getblockchaininfo':
        return `{"chain":"test","blocks":${this.height},"headers":${this.height},"bestblockhash":"${this.hashAt(this.height)}","difficulty":0.0002441371325370145}`
      case 'getblockhash': {
        const hash = this.hashAt(Number(first))
        if (hash === undefined) throw new Refused(-8, 'Block height out of range')
        return JSON.stringify(hash)
      }
      case 'getblock':
        return this.block(String(first))
      case 'getblockheader':
        return JSON.stringify(this.header(String(first)))
      case 'getrawtransaction': {
        const found = this.find(first)
        if (found === undefined) throw new Refused(-5, 'No such mempool or blockchain transaction')
        return second === false ? JSON.stringify(found.hex) : this.verbose(found)
      }
      case 'gettxout':
        return this.output(String(first), Number(second), third !== false)
      case 'getrawmempool':
        return JSON.stringify(this.kept.filter(({ height }) => height === null).map(({ txId }) => txId))
      case 'getmempoolentry':
        if (this.find(first)?.height !== null) throw new Refused(-5, 'Transaction not in mempool')
        return '{"vsize":1}'
      case 'estimatesmartfee':
        return '{"errors":["Insufficient data"],"blocks":0}'
      case 'sendrawtransaction':
        return JSON.stringify(this.send(String(first)))
      default:
        throw new Refused(-32601, 'Method not found')
    }
  }

  private header(hash: string): Readonly<Record<string, unknown>> {
    const height = this.heightOf(hash)
    if (this.hashAt(height) !== hash) throw new Refused(-5, 'Block not found')
    const next = height < this.height ? { nextblockhash: this.hashAt(height + 1) } : {}
    return {
      ...{ hash, height, confirmations: this.height - height + 1, version: 2 },
      ...{ merkleroot: this.rootAt(height), time: timeOf(height), bits: '1e0ffff0', nonce: 7 },
      ...{ difficulty: 0.00024, previousblockhash: this.hashAt(height - 1), ...next },
    }
  }

  private block(hash: string): string {
    const told = this.header(hash)
    const tx = this.inBlock(Number(told['height'])).map((each) => this.verbose(each))
    return `${JSON.stringify({ ...told, size: 300 }).slice(0, -1)},"tx":[${tx.join(',')}]}`
  }

  private verbose({ txId, hex: raw, tx, height }: Kept): string {
    const vin = tx.inputs.map((input) =>
      JSON.stringify({
        txid: hex(input.txid),
        vout: input.index,
        scriptSig: { hex: hex(input.finalScriptSig) },
        sequence: input.sequence,
      }),
    )
    const vout = tx.outputs.map(
      ({ amount, script }, n) =>
        `{"value":${coins(amount)},"n":${n},"scriptPubKey":{"hex":"${hex(script ?? new Uint8Array(0))}"}}`,
    )
    const place =
      height === null
        ? ''
        : `,"blockhash":"${this.hashAt(height)}","confirmations":${this.height - height + 1},"blocktime":${timeOf(height)}`
    const size = raw.length / 2
    return `{"txid":"${txId}","hash":"${txId}","hex":"${raw}","version":${tx.version},"locktime":${tx.lockTime},"size":${size},"vsize":${size},"vin":[${vin.join(',')}],"vout":[${vout.join(',')}]${place}}`
  }

  private output(txId: string, index: number, mempool: boolean): string {
    const found = this.find(txId)
    const output = found?.tx.outputs[index]
    const isSpent = this.spender(txId, index, mempool) !== undefined
    if (found === undefined || output === undefined || isSpent) return 'null'
    const confirmations = found.height === null ? 0 : this.height - found.height + 1
    return `{"bestblock":"${this.hashAt(this.height)}","confirmations":${confirmations},"value":${coins(output.amount)},"scriptPubKey":{"hex":"${hex(output.script ?? new Uint8Array(0))}"},"coinbase":false${this.laden.has(txId) ? `,"tokenData":{"category":"${'ab'.repeat(32)}","amount":"1"}` : ''}}`
  }

  // ---- Blockbook

  blockbook(url: string, body: string): readonly [number, string] {
    const { pathname, searchParams } = new URL(url, 'http://blockbook')
    const [, , , method, argument = ''] = pathname.split('/')
    try {
      return [200, JSON.stringify(this.answer(method, decodeURIComponent(argument), searchParams, body))]
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return [400, JSON.stringify({ error: `${error.code}: ${error.message}` })]
    }
  }

  private answer(method: string | undefined, subject: string, query: URLSearchParams, body: string): unknown {
    switch (method) {
      case 'tx': {
        const found = this.find(subject)
        if (found === undefined) throw new Refused(0, `Transaction '${subject}' not found`)
        return this.shown(found)
      }
      case 'utxo':
        return this.outputsOf(subject)
          .filter(({ of, n }) => this.spender(of.txId, n, true) === undefined)
          .map(({ of, n, amount }) => ({
            txid: of.txId,
            vout: n,
            value: String(amount),
            ...(of.height === null ? {} : { height: of.height }),
          }))
      case 'block-index':
        return { blockHash: this.hashAt(Number(subject)) ?? '' }
      case 'address':
        return this.address(subject, query)
      case 'sendtx':
        return { result: this.send(body) }
      case 'estimatefee':
        return { result: '-1' }
      default:
        return {
          blockbook: { bestHeight: this.height },
          backend: {
            chain: 'test',
            blocks: this.height,
            bestBlockHash: this.hashAt(this.height),
            difficulty: '1',
          },
        }
    }
  }

  private outputsOf(address: string) {
    const script = this.codec.scriptOf(address)
    return this.kept.flatMap((of) =>
      of.tx.outputs.flatMap((output, n) =>
        hex(output.script ?? new Uint8Array(0)) === script ? [{ of, n, amount: output.amount }] : [],
      ),
    )
  }

  private shown({ txId, hex: raw, tx, height }: Kept): unknown {
    return {
      txid: txId,
      vin: tx.inputs.map((input, n) => {
        const spent = this.find(hex(input.txid))?.tx.outputs[input.index]
        const address =
          spent && this.codec.inspect(this.find(hex(input.txid))?.hex ?? '').outputs[input.index]
        return {
          txid: hex(input.txid),
          ...(input.index === 0 ? {} : { vout: input.index }),
          n,
          ...(spent === undefined ? {} : { addresses: [address?.address], value: String(spent.amount) }),
        }
      }),
      vout: tx.outputs.map((output, n) => ({
        n,
        value: String(output.amount),
        // Its parser knows nothing of tokens: the prefix is a part of the script.
        hex: `${this.laden.has(txId) ? `ef${'ab'.repeat(32)}1001` : ''}${hex(output.script ?? new Uint8Array(0))}`,
        // Of its index of blocks: it tells nothing here of what waits (Blockbook, api/worker.go).
        ...(this.spender(txId, n, false) === undefined ? {} : { spent: true }),
      })),
      ...(height === null
        ? { blockHeight: -1 }
        : {
            blockHash: this.hashAt(height),
            blockHeight: height,
            confirmations: this.height - height + 1,
            blockTime: timeOf(height),
          }),
      hex: raw,
    }
  }

  private address(address: string, query: URLSearchParams): unknown {
    const received = this.outputsOf(address)
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.MAX_SAFE_INTEGER)]
    const isBounded = query.has('from') || query.has('to')
    const touching = this.kept
      .filter(
        (each) =>
          received.some(({ of }) => of === each) ||
          received.some(({ of, n }) => this.spender(of.txId, n, true) === each),
      )
      .filter(({ height }) => !isBounded || (height !== null && height >= from && height <= to))
      .toReversed()
    const size = Number(query.get('pageSize') ?? 1_000)
    const [waiting, mined] = [true, false].map((waits) =>
      touching.filter(({ height }) => (height === null) === waits),
    ) as [Kept[], Kept[]]
    const page = Math.min(Number(query.get('page') ?? 1), Math.max(1, Math.ceil(mined.length / size)))
    // What waits is on the first page, beside as many others as a page has (Blockbook, api/worker.go, `GetAddress`).
    const shown = [...(page === 1 ? waiting : []), ...mined.slice((page - 1) * size, page * size)]
    const inBlocks = received.filter(({ of }) => of.height !== null)
    const left = inBlocks.filter(({ of, n }) => this.spender(of.txId, n, false) !== undefined)
    const sum = (list: readonly { readonly amount: bigint }[]): bigint =>
      list.reduce((total, { amount }) => total + amount, 0n)
    return {
      page,
      address,
      balance: String(sum(inBlocks) - sum(left)),
      totalReceived: String(sum(inBlocks)),
      totalSent: String(sum(left)),
      unconfirmedTxs: waiting.length,
      txs: mined.length,
      ...(query.get('details') === 'txs' ? { transactions: shown.map((each) => this.shown(each)) } : {}),
    }
  }
}

/** What SIGHASH_ALL signs: the transaction with the script in place of this input's, and of no other. */
function digestOf(tx: Raw, index: number, script: Uint8Array): Uint8Array {
  const inputs = tx.inputs.map((input, at) => ({
    ...input,
    finalScriptSig: at === index ? script : new Uint8Array(0),
  }))
  const raw = RawTx.encode({ ...tx, inputs, segwitFlag: false, witnesses: [] })
  return twice(Uint8Array.of(...raw, ...little(1n, 4)))
}

/** p2wpkh, of BIP-141 and BIP-143. */
function holdsWitness(tx: Raw, index: number, { script, amount }: Raw['outputs'][number]): boolean {
  const [signature, key] = tx.witnesses?.[index] ?? []
  if (signature === undefined || key === undefined || signature.at(-1) !== 0x01) return false
  const hash = ripemd160(sha256(key))
  if (hex(script ?? new Uint8Array(0)) !== `0014${hex(hash)}`) return false
  const code = Script.encode(['DUP', 'HASH160', hash, 'EQUALVERIFY', 'CHECKSIG'])
  const digest = forkDigest(tx, index, code, amount, 0x01n)
  return secp256k1.verify(signature.subarray(0, -1), digest, key, { format: 'der', prehash: false })
}

/** BIP-143's; Bitcoin Cash has a hash type of its own (its "replay-protected-sighash.md"). */
function forkDigest(tx: Raw, index: number, script: Uint8Array, amount: bigint, type = 0x41n): Uint8Array {
  const outpoint = (input: Raw['inputs'][number]): Uint8Array =>
    Uint8Array.of(...Uint8Array.from(input.txid).reverse(), ...little(BigInt(input.index), 4))
  const input = tx.inputs[index]
  if (input === undefined) throw new RangeError('no such input')
  const outputs = tx.outputs.map((output) => {
    const own = output.script ?? new Uint8Array(0)
    return Uint8Array.of(...little(output.amount, 8), own.length, ...own)
  })
  return twice(
    join(
      little(BigInt(tx.version), 4),
      twice(join(...tx.inputs.map(outpoint))),
      twice(join(...tx.inputs.map(({ sequence }) => little(BigInt(sequence), 4)))),
      outpoint(input),
      Uint8Array.of(script.length, ...script),
      little(amount, 8),
      little(BigInt(input.sequence), 4),
      twice(join(...outputs)),
      little(BigInt(tx.lockTime), 4),
      little(type, 4),
    ),
  )
}

const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/** The lowest byte first. */
const little = (value: bigint, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
