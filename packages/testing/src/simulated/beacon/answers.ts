/**
 * What a node of BNB Beacon Chain answers, in the shapes of its reference (docs.bnbchain.org, "HTTP API": "Get node
 * information", "Get an account", "Get a transaction", "Obtain trading fees information", "Broadcast a transaction";
 * "API reference for block service"), and as the chain's own services answered errors.
 */
import type { Decoded, Side } from './decode.js'
import { type Block, CACHED, CODES, type InBlock, type Ledger, logOf } from './ledger.js'

export interface Answer {
  readonly status: number
  /** JSON, with exact numbers. */
  readonly text: string
}

/** Where a node stands. */
export interface Standpoint {
  readonly ledger: Ledger
  /** Blocks that it has not read yet. */
  readonly lag: number
}

/** What the block service tells at once. */
const MOST = 50
const WEEK_MS = 7 * 86_400_000

/** Integers of any size as JSON numbers. */
function write(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`)
  return `{${members.join(',')}}`
}

const ok = (value: unknown): Answer => ({ status: 200, text: write(value) })
export const failed = (status: number, message: string): Answer => ({
  status,
  text: write({ code: status, message }),
})
const NOT_FOUND = failed(404, 'not found')

export function answer(at: Standpoint, path: string, query: URLSearchParams): Answer {
  const known = at.ledger.blocks.slice(0, at.ledger.blocks.length - at.lag)
  const last = known.at(-1)
  const [api, version, kind = '', id = '', sub] = path.split('/').slice(1)
  if (last === undefined || api !== 'api' || version !== 'v1') return NOT_FOUND
  switch (kind) {
    case 'node-info':
      return ok(nodeInfo(at.ledger, last))
    case 'fees':
      return ok(fees(at.ledger))
    case 'account':
      return account(last, id)
    case 'tx':
      return transaction(at.ledger, last, id, query.get('format') === 'json')
    case 'blocks':
      return blocks(known, Number(id), sub)
    case 'txs':
      return history(known, query)
    default:
      return NOT_FOUND
  }
}

/** @param lies It says that it takes the transaction, and does not */
export function submitted({ ledger }: Standpoint, raw: string, lies: boolean): Answer {
  if (lies) return ok([{ code: 0, hash: '0'.repeat(64), log: 'Msg 0: ', ok: true }])
  const outcome = ledger.submit(raw)
  const error = (code: number, message: string): Answer => ({
    status: code,
    text: write({ code, failed_tx_index: 0, message, success_tx_results: [] }),
  })
  if (outcome === CACHED) return error(500, 'RPC error -32603 - Internal error: Tx already exists in cache')
  if ('hash' in outcome) return ok([{ code: 0, hash: outcome.hash, log: 'Msg 0: ', ok: true }])
  if (outcome.code === CODES.unauthorized) return error(401, outcome.message)
  return error(400, logOf(outcome))
}

const nodeInfo = ({ chainId }: Ledger, { height, hash, time }: Block): object => ({
  node_info: { network: chainId, version: '0.32.3', moniker: 'simulated' },
  sync_info: {
    latest_block_hash: hash,
    latest_block_height: height,
    latest_block_time: new Date(time).toISOString(),
    catching_up: false,
  },
})

const fees = ({ fees: { single, multi, multiFrom } }: Ledger): object => [
  { msg_type: 'submit_proposal', fee: 100_000_000, fee_for: 1 },
  {
    fixed_fee_params: { msg_type: 'send', fee: single, fee_for: 1 },
    multi_transfer_fee: multi,
    lower_limit_as_multi: multiFrom,
  },
  { dex_fee_fields: [{ fee_name: 'FeeRate', fee_value: 1_000 }] },
]

function decimal(units: bigint): string {
  const digits = units.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

function account({ accounts }: Block, address: string): Answer {
  const found = accounts.get(address)
  if (found === undefined) return NOT_FOUND
  const balances = [...found.coins].map(([symbol, units]) => ({
    free: decimal(units),
    frozen: '0.00000000',
    locked: '0.00000000',
    symbol,
  }))
  const { number, sequence, flags } = found
  return ok({ account_number: number, address, balances, flags, public_key: null, sequence })
}

const sides = (these: readonly Side[]): object =>
  these.map(({ address, coins }) => ({
    address,
    coins: coins.map(({ denom, amount }) => ({ amount: amount.toString(), denom })),
  }))

function transaction(ledger: Ledger, { height }: Block, hash: string, asJson: boolean): Answer {
  const found = ledger.find(hash, height)
  if (found === undefined) return failed(500, `Tx (${hash}) not found`)
  const { tx, code, log, raw } = found
  const told = { code, hash, height: found.height.toString(), log, ok: code === 0 }
  if (!asJson) return ok({ ...told, data: `Tx{${raw.toUpperCase()}}` })
  return ok({ ...told, tx: { type: 'auth/StdTx', value: stdTx(tx) } })
}

const stdTx = ({ inputs, outputs, signatures, memo, source }: Decoded): object => ({
  data: null,
  memo,
  msg: [{ type: 'cosmos-sdk/Send', value: { inputs: sides(inputs), outputs: sides(outputs) } }],
  signatures: signatures.map(({ publicKey, signature, accountNumber, sequence }) => ({
    account_number: accountNumber.toString(),
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: publicKey.toString('base64') },
    sequence: sequence.toString(),
    signature: signature.toString('base64'),
  })),
  source: source.toString(),
})

function blocks(known: readonly Block[], height: number, sub: string | undefined): Answer {
  const block = known.find((one) => one.height === height)
  if (block === undefined) return NOT_FOUND
  if (sub === 'txs') return ok({ total: block.transactions.length, txs: block.transactions.map(listed) })
  const { hash, time, transactions } = block
  return ok({ height, hash, time, txCount: transactions.length, fees: null })
}

/** Of one coin from one account to another; of others only what all have. */
function listed({ tx, height, time, code, log, fee }: InBlock): object {
  const [from, to, signature] = [tx.inputs[0], tx.outputs[0], tx.signatures[0]]
  const [coin, ...more] = tx.outputs.flatMap(({ coins }) => coins)
  const isSingle = more.length === 0
  return {
    hash: tx.hash,
    blockHeight: height,
    blockTime: time,
    type: 'TRANSFER',
    fee,
    code,
    source: tx.source,
    sequence: signature?.sequence ?? 0n,
    memo: tx.memo,
    log,
    data: null,
    asset: isSingle ? coin?.denom : null,
    amount: isSingle ? coin?.amount : null,
    fromAddr: isSingle ? from?.address : null,
    toAddr: isSingle ? to?.address : null,
  }
}

function history(known: readonly Block[], query: URLSearchParams): Answer {
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
  const [start, end] = [number('startTime', Number.NaN), number('endTime', Number.NaN)]
  const [limit, offset] = [number('limit', 10), number('offset', 0)]
  const address = query.get('address')
  if (address === null || !(start <= end) || end - start >= WEEK_MS || limit > MOST || offset > 10_000) {
    return failed(400, 'bad request')
  }
  const [type, asset] = [query.get('addressType'), query.get('asset')]
  const has = (those: readonly Side[]) => those.some((one) => one.address === address)
  const found = known
    .flatMap(({ transactions }) => transactions)
    .filter(({ time }) => time >= start && time <= end)
    .filter(({ tx }) => (type !== 'TO' && has(tx.inputs)) || (type !== 'FROM' && has(tx.outputs)))
    .filter(
      ({ tx }) =>
        asset === null || tx.outputs.some(({ coins }) => coins.some(({ denom }) => denom === asset)),
    )
    .toReversed()
  return ok({ total: found.length, txs: found.slice(offset, offset + limit).map(listed) })
}
