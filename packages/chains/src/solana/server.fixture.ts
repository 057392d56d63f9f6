/**
 * A node of Solana over the ledger of ledger.fixture.ts: JSON-RPC as agave answers it (rpc/src/rpc.rs; its errors are
 * those of rpc-client-api/src/custom_error.rs), which may be behind, lose requests and answers, or repeat them.
 */
import { type Behaviour, json, LoopbackServer } from '../transport/server.fixture.js'
import { base58, blockAt, SKIPPED, SolanaLedger } from './ledger.fixture.js'
import { wrongOption } from './options.fixture.js'

export class SolanaServer {
  /** Blocks that this node is behind. */
  lag = 0
  /** By method, of nodes that are behind. */
  readonly lags = new Map<string, number>()
  /** Seconds since 1970 of slot 0: each slot takes one. */
  epoch = 1_700_000_000
  /** Transactions of an account that it lists at once, at most. */
  page = 1_000
  /** Of each method: whether this request, or its answer, is lost. */
  loses: (method: string) => 'request' | 'answer' | null = () => null
  /** It is older than the format of what it is given. */
  isOld = false
  /** Times that each sending reaches the node: a proxy that repeats. */
  repeats = 1
  /** Of a compute unit, in each of the last blocks, in millionths of a lamport. */
  prices: readonly number[] = [0]
  private constructor(
    readonly ledger: SolanaLedger,
    private readonly server: LoopbackServer,
  ) {}

  static async start(ledger = new SolanaLedger()): Promise<SolanaServer> {
    const server = new LoopbackServer()
    const node = new SolanaServer(ledger, server)
    server.behaviour = node.answer
    await server.up()
    return node
  }

  get url(): string {
    return this.server.url
  }

  get target(): LoopbackServer['target'] {
    return (changes) => this.server.target({ timeoutMs: 400, maxBytes: 1_000_000, ...changes })
  }

  /** Methods that it was asked for, in order. */
  get asked(): readonly string[] {
    return this.server.asked.map(({ body }) => String(JSON.parse(body).method))
  }

  close(): Promise<void> {
    return this.server.down()
  }

  private readonly answer: Behaviour = ({ body }, response) => {
    const { id, method, params = [] } = JSON.parse(body)
    const lost = this.loses(method)
    if (lost === 'request') return void response.destroy()
    let outcome = this.call(method, params)
    if (method === 'sendTransaction') {
      for (let more = 1; more < this.repeats; more += 1) outcome = this.call(method, params)
    }
    if (lost === 'answer') return void response.destroy()
    json(response, { jsonrpc: '2.0', id, ...outcome })
  }

  private call(method: string, params: readonly never[]): object {
    const { ledger } = this
    const wrong = wrongOption(method, params)
    if (wrong !== undefined) return { error: { code: -32_602, message: `Invalid params: ${wrong}` } }
    // Several nodes behind one address: this method is answered by another one.
    const lag = this.lags.get(method) ?? this.lag
    const [first, options] = params as readonly unknown[]
    const commitmentIn = (value: unknown): unknown =>
      (typeof value === 'object' && value !== null ? Reflect.get(value, 'commitment') : undefined) ??
      'finalized'
    const block = ledger.at(commitmentIn(options ?? first), lag)
    const least: unknown = Reflect.get(Object(options ?? first), 'minContextSlot')
    if (typeof least === 'number' && least > block.slot) {
      return { error: { code: -32_016, message: 'Minimum context slot has not been reached' } }
    }
    const told = (value: unknown) => ({
      result: { context: { slot: block.slot, apiVersion: '2.2.0' }, value },
    })
    const text = String(first)
    switch (method) {
      case 'getGenesisHash':
        return { result: ledger.genesis }
      case 'getHealth':
        return { result: 'ok' }
      case 'getBlockHeight':
        return { result: block.height }
      case 'getEpochInfo':
        return {
          result: {
            absoluteSlot: block.slot,
            blockHeight: block.height,
            epoch: 1,
            slotIndex: 1,
            slotsInEpoch: 432_000,
          },
        }
      case 'getLatestBlockhash':
        return told({ blockhash: block.hash, lastValidBlockHeight: block.height + 150 })
      case 'isBlockhashValid':
        return told(
          ledger.heightOf(text, lag) !== undefined && (ledger.heightOf(text, lag) ?? 0) <= block.height,
        )
      case 'getBlocks':
        return { result: this.slots(Number(first), Number(options), lag) }
      case 'getBlock': {
        const inIt = [...ledger.entries.values()].filter(({ slot }) => slot === Number(first))
        const versions = inIt.map(({ bytes }) => versionOf(bytes))
        return (
          unsupported(versions, options) ?? {
            result: { ...blockJson(ledger, Number(first)), blockTime: this.epoch + Number(first) },
          }
        )
      }
      case 'getBlocksWithLimit':
        return { result: this.slots(Number(first), Number.POSITIVE_INFINITY, lag).slice(0, Number(options)) }
      case 'getMinimumBalanceForRentExemption':
        return { result: Number(ledger.svm.minimumBalanceForRentExemption(BigInt(text))) }
      case 'getFeeForMessage':
        return told(ledger.feeOf(Uint8Array.from(Buffer.from(text, 'base64'))))
      case 'getRecentPrioritizationFees':
        return {
          result: this.prices.map((prioritizationFee, at) => ({ slot: block.slot - at, prioritizationFee })),
        }
      case 'getBalance':
        return told(Number(ledger.account(text, block.slot)?.lamports ?? 0n))
      case 'getAccountInfo': {
        const found = ledger.account(text, block.slot)
        if (found === undefined) return told(null)
        const { owner, data, lamports } = found
        return told({
          owner,
          lamports: Number(lamports),
          data: [Buffer.from(data).toString('base64'), 'base64'],
          executable: false,
          rentEpoch: 0,
          space: data.length,
        })
      }
      case 'getTokenAccountsByOwner': {
        const [, { mint }, how] = params as unknown as readonly [string, { mint: string }, unknown]
        const found = ledger.tokenAccounts(text, mint, ledger.at(commitmentIn(how), lag).slot)
        return told(
          found.map(({ address, owner, data }) => ({
            pubkey: address,
            account: { owner, data: [Buffer.from(data).toString('base64'), 'base64'] },
          })),
        )
      }
      case 'getSignatureStatuses': {
        const newest = ledger.at('processed', lag)
        const value = (first as readonly string[]).map((id) => this.status(id, newest.slot))
        return { result: { context: { slot: newest.slot }, value } }
      }
      case 'getSignaturesForAddress': {
        const [, { before, limit }] = params as unknown as readonly [
          string,
          { before?: string; limit: number },
        ]
        const signed = [...ledger.entries]
          .filter(([, { slot, keys }]) => slot <= block.slot && keys.includes(text))
          .filter(([, { slot }]) => ledger.has(slot))
          .sort(([, one], [, other]) => other.slot - one.slot)
        const known = signed.findIndex(([id]) => id === before)
        // Agave lists nothing behind a transaction that it does not know.
        const from = before !== undefined && known === -1 ? signed.length : known + 1
        return {
          result: signed.slice(from, from + Math.min(limit, this.page)).map(([signature, { slot, err }]) => ({
            signature,
            slot,
            err,
            memo: null,
            blockTime: this.epoch + slot,
          })),
        }
      }
      case 'getTransaction': {
        const entry = ledger.entry(text, block.slot)
        if (entry === undefined) return { result: null }
        const transaction = [Buffer.from(entry.bytes).toString('base64'), 'base64']
        const version = versionOf(entry.bytes)
        return (
          unsupported([version], options) ?? {
            result: { slot: entry.slot, transaction, version, meta: { err: entry.err } },
          }
        )
      }
      case 'sendTransaction': {
        const unread = { code: -32_602, message: 'failed to deserialize VersionedTransaction' }
        if (this.isOld) return { error: unread }
        const verdict = ledger.submit(Uint8Array.from(Buffer.from(text, 'base64')), lag)
        if ('id' in verdict) return { result: verdict.id }
        const { code, message, err } = verdict
        const data = err === undefined ? {} : { data: { err, logs: [], unitsConsumed: 0 } }
        return { error: { code, message, ...data } }
      }
      default:
        return { error: { code: -32_601, message: 'Method not found' } }
    }
  }

  /** Of the final blocks that it has. */
  private slots(from: number, to: number, lag: number): readonly number[] {
    const { ledger } = this
    const slots: number[] = []
    for (
      let slot = Math.max(from, SKIPPED);
      slot <= Math.min(to, ledger.at('finalized', lag).slot);
      slot += 1
    )
      if (ledger.has(slot)) slots.push(slot)
    return slots
  }

  private status(id: string, newest: number): object | null {
    const { ledger, lag } = this
    const entry = ledger.entry(id, newest)
    if (entry === undefined || !ledger.has(entry.slot)) return null
    const { slot, err } = entry
    const isAt = (commitment: string): boolean => slot <= ledger.at(commitment, lag).slot
    const confirmationStatus = isAt('finalized') ? 'finalized' : isAt('confirmed') ? 'confirmed' : 'processed'
    return {
      slot,
      confirmations: confirmationStatus === 'finalized' ? null : 0,
      err,
      status: err === null ? { Ok: null } : { Err: err },
      confirmationStatus,
    }
  }
}

type Version = 'legacy' | number

/** Signatures are in front, but for version 1; a message without a version begins with how many sign. */
export function versionOf(bytes: Uint8Array): Version {
  const first = bytes[0] ?? 0
  const mark = first > 0x80 ? first : (bytes[1 + 64 * first] ?? 0)
  return mark >= 0x80 ? mark - 0x80 : 'legacy'
}

/** agave, `EncodedTransactionWithStatusMeta`: for any version above the one that was asked for. */
function unsupported(versions: readonly Version[], options: unknown): object | undefined {
  const most: unknown = Reflect.get(Object(options), 'maxSupportedTransactionVersion')
  const version = versions.find((one) => one !== 'legacy' && one > Number(most ?? -1))
  if (version === undefined) return undefined
  const message = `Transaction version (${version}) is not supported by the requesting client.`
  return { error: { code: -32_015, message } }
}

const blockOfSlot = (slot: number) => blockAt(slot - SKIPPED)

/** With `transactionDetails: accounts`; every slot has a block. */
function blockJson(ledger: SolanaLedger, slot: number): object {
  const { hash, height } = blockOfSlot(slot)
  const inIt = [...ledger.entries].filter(([, entry]) => entry.slot === slot)
  const decimalsOf = (mint: string): number => ledger.account(mint, slot)?.data[44] ?? 0
  const tokens = (accounts: readonly Held[]) =>
    accounts.flatMap((one, place) => tokenBalance(one, place, decimalsOf))
  return {
    blockHeight: height,
    blockhash: hash,
    previousBlockhash: blockOfSlot(slot - 1).hash,
    parentSlot: slot - 1,
    blockTime: 1_700_000_000 + slot,
    transactions: inIt.map(([id, { err, keys, before, after }]) => ({
      transaction: {
        signatures: [id],
        accountKeys: keys.map((pubkey) => ({ pubkey, signer: false, writable: true, source: 'transaction' })),
      },
      meta: {
        err,
        preBalances: before.map(({ lamports }) => Number(lamports)),
        postBalances: after.map(({ lamports }) => Number(lamports)),
        preTokenBalances: tokens(before),
        postTokenBalances: tokens(after),
      },
    })),
  }
}

interface Held {
  readonly owner: string
  readonly data: Uint8Array
}

/** Of a token account: its mint, its owner and its amount (spl-token, `state.rs`). */
function tokenBalance(
  { owner: program, data }: Held,
  accountIndex: number,
  decimalsOf: (mint: string) => number,
) {
  if (!program.startsWith('Token') || data.length < 165) return []
  const amount = Buffer.from(data).readBigUInt64LE(64).toString()
  const [mint, owner] = [base58(data.slice(0, 32)), base58(data.slice(32, 64))]
  const uiTokenAmount = { amount, decimals: decimalsOf(mint) }
  return [{ accountIndex, mint, owner, programId: program, uiTokenAmount }]
}
