/**
 * What a Horizon answers, in the shapes of its reference (developers.stellar.org, "Horizon", "API Reference": "Retrieve
 * an Account", "Retrieve an Account's Transactions", "List All Ledgers", "Retrieve a Ledger", "Retrieve a Ledger's
 * Transactions", "Retrieve a Transaction", "Retrieve Fee Stats", "Submit a Transaction Asynchronously", "Errors").
 */
import { type Memo, type Operation, StrKey, xdr } from '@stellar/stellar-base'
import type { Applied, Closed, Ledger } from './ledger.js'
import { type Account, BASE_FEE, BASE_RESERVE, baseOf, decimal, entriesOf } from './state.js'

export interface Answer {
  readonly status: number
  readonly body: object
  /** Of what tells the state: the ledger as of which that is. */
  readonly latest?: number
}

/** Where a Horizon stands. */
export interface Standpoint {
  readonly ledger: Ledger
  readonly url: string
  /** Ledgers that it has not read yet. */
  readonly lag: number
}

export function answer(at: Standpoint, path: string, query: URLSearchParams): Answer {
  const known = at.ledger.closed.slice(0, at.ledger.closed.length - at.lag)
  const last = known.at(-1)
  if (last === undefined) return problem(503, 'stale_history', 'Historical DB Is Too Stale')
  const [kind = '', id = '', sub] = path.split('/').slice(1)
  switch (kind) {
    case '':
      return { status: 200, body: root(at, last) }
    case 'fee_stats':
      return { status: 200, body: feeStats(at.ledger, last) }
    case 'ledgers':
      return ledgers(at, known, id, sub, query)
    case 'transactions': {
      const found = known.flatMap(({ transactions }) => transactions).find(({ hash }) => hash === id)
      return found === undefined ? NOT_FOUND : { status: 200, body: transactionOf(at, found) }
    }
    case 'accounts':
      return accounts(at, known, last, id, sub, query)
    default:
      return NOT_FOUND
  }
}

export function submitted({ ledger }: Standpoint, raw: string | null, lies: boolean): Answer {
  if (raw === null) return problem(400, 'bad_request', 'Bad Request', { invalid_field: 'tx' })
  if (lies) return { status: 201, body: { tx_status: 'PENDING', hash: '0'.repeat(64) } }
  const outcome = ledger.submit(raw)
  switch (outcome.status) {
    case 'malformed':
      return problem(400, 'transaction_malformed', 'Transaction Malformed', { envelope_xdr: raw })
    case 'PENDING':
      return { status: 201, body: { tx_status: 'PENDING', hash: outcome.hash } }
    case 'DUPLICATE':
      return { status: 409, body: { tx_status: 'DUPLICATE', hash: outcome.hash } }
    case 'TRY_AGAIN_LATER':
      return { status: 503, body: { tx_status: 'TRY_AGAIN_LATER', hash: outcome.hash } }
    case 'ERROR':
      return {
        status: 400,
        body: { errorResultXdr: outcome.result, tx_status: 'ERROR', hash: outcome.hash },
      }
  }
}

export const problem = (status: number, type: string, title: string, extras?: object): Answer => ({
  status,
  body: {
    type: `https://stellar.org/horizon-errors/${type}`,
    title,
    status,
    ...(extras === undefined ? {} : { extras }),
  },
})

const NOT_FOUND = problem(404, 'not_found', 'Resource Missing')
const badRequest = (field: string): Answer =>
  problem(400, 'bad_request', 'Bad Request', { invalid_field: field, reason: 'invalid value' })

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')

const root = ({ ledger, url }: Standpoint, last: Closed): object => ({
  _links: { self: { href: url } },
  horizon_version: '22.0.2',
  core_version: 'stellar-core 22.1.0',
  history_latest_ledger: last.sequence,
  history_latest_ledger_closed_at: timeOf(last.closed),
  history_elder_ledger: 2,
  core_latest_ledger: last.sequence,
  network_passphrase: ledger.passphrase,
  current_protocol_version: 22,
  supported_protocol_version: 22,
})

function feeStats({ fee }: Ledger, { sequence, transactions }: Closed): object {
  const percentiles = ['p10', 'p20', 'p30', 'p40', 'p50', 'p60', 'p70', 'p80', 'p90', 'p95', 'p99']
  const spread = Object.fromEntries(
    ['max', 'min', 'mode', ...percentiles].map((name) => [name, fee.toString()]),
  )
  return {
    last_ledger: String(sequence),
    last_ledger_base_fee: BASE_FEE.toString(),
    ledger_capacity_usage: (transactions.length / 1_000).toFixed(2),
    fee_charged: spread,
    max_fee: spread,
  }
}

function ledgers(
  at: Standpoint,
  known: readonly Closed[],
  id: string,
  sub: string | undefined,
  query: URLSearchParams,
): Answer {
  if (id === '') {
    return page(
      at,
      query,
      known.map((closed) => ({ token: BigInt(closed.sequence) << 32n, body: ledgerOf(at, closed) })),
    )
  }
  if (!/^[1-9]\d{0,9}$/.test(id)) return badRequest('ledger_id')
  const found = known.find(({ sequence }) => sequence === Number(id))
  if (found === undefined) return NOT_FOUND
  if (sub === undefined) return { status: 200, body: ledgerOf(at, found) }
  if (sub === 'effects') return page(at, query, effectsOf(at, found))
  return transactions(at, found.transactions, query)
}

/** Effects are told apart by a number behind that of their operation. */
const EFFECT = 1_000n

const cursorOf = (text: string): bigint => {
  const [id = '', effect] = text.split('-')
  return effect === undefined ? BigInt(id) : BigInt(id) * EFFECT + BigInt(effect)
}

/** "Effects", "Effect Types": those of payments and of accounts that are made. */
function effectsOf({ ledger }: Standpoint, closed: Closed): readonly Record[] {
  const good = closed.transactions.filter(({ successful }) => successful)
  return good.flatMap((one) =>
    one.transaction.operations.flatMap((operation, index) => {
      const id = tokenOf(one) + BigInt(index + 1)
      const source = operation.source ?? one.transaction.source
      return effectsBy(operation, source).map((effect, place) => ({
        token: id * EFFECT + BigInt(place + 1),
        body: {
          id: `${String(id).padStart(19, '0')}-${String(place + 1).padStart(10, '0')}`,
          paging_token: `${id}-${place + 1}`,
          created_at: timeOf(ledger.last.closed),
          ...effect,
        },
      }))
    }),
  )
}

function effectsBy(operation: Operation, source: string): readonly object[] {
  const party = (address: string): object => {
    if (!address.startsWith('M')) return { account: address }
    const id = Buffer.from(StrKey.decodeMed25519PublicKey(address)).readBigUInt64BE(32)
    return {
      ...{ account: baseOf(address), account_muxed: address },
      // stellar-go, `base.Account`: `omitempty`.
      ...(id === 0n ? {} : { account_muxed_id: id.toString() }),
    }
  }
  switch (operation.type) {
    case 'createAccount': {
      const amount = operation.startingBalance
      return [
        { ...party(operation.destination), type: 'account_created', type_i: 0, starting_balance: amount },
        { ...party(source), type: 'account_debited', type_i: 3, asset_type: 'native', amount },
        { ...party(operation.destination), type: 'signer_created', type_i: 10, weight: 1 },
      ]
    }
    case 'payment': {
      const { amount, asset, destination } = operation
      const what = asset.isNative()
        ? { asset_type: 'native', amount }
        : {
            asset_type: asset.getAssetType(),
            asset_code: asset.getCode(),
            asset_issuer: asset.getIssuer(),
            amount,
          }
      return [
        { ...party(destination), type: 'account_credited', type_i: 2, ...what },
        { ...party(source), type: 'account_debited', type_i: 3, ...what },
      ]
    }
    default:
      return [{ ...party(source), type: 'trustline_updated', type_i: 22 }]
  }
}

function ledgerOf({ url }: Standpoint, { sequence, hash, parent, closed, transactions }: Closed): object {
  const good = transactions.filter(({ successful }) => successful)
  return {
    _links: { self: { href: `${url}/ledgers/${sequence}` } },
    id: hash,
    paging_token: (BigInt(sequence) << 32n).toString(),
    hash,
    prev_hash: parent,
    sequence,
    successful_transaction_count: good.length,
    failed_transaction_count: transactions.length - good.length,
    operation_count: good.length,
    closed_at: timeOf(closed),
    total_coins: '50001806812.4746111',
    fee_pool: '4000000.0000000',
    base_fee_in_stroops: Number(BASE_FEE),
    base_reserve_in_stroops: Number(BASE_RESERVE),
    max_tx_set_size: 1_000,
    protocol_version: 22,
    header_xdr: Buffer.from(hash, 'hex').toString('base64'),
  }
}

function accounts(
  at: Standpoint,
  known: readonly Closed[],
  last: Closed,
  id: string,
  sub: string | undefined,
  query: URLSearchParams,
): Answer {
  if (!StrKey.isValidEd25519PublicKey(id)) return badRequest('account_id')
  const account = last.accounts.get(id)
  const latest = last.sequence
  if (sub === undefined) {
    if (account === undefined) return { ...NOT_FOUND, latest }
    return { status: 200, body: accountJson(at, id, account), latest }
  }
  const own = known
    .flatMap((closed) => closed.transactions)
    .filter(({ transaction }) => touched(transaction).includes(id))
  // An account that there never was has no history.
  if (account === undefined && own.length === 0) return NOT_FOUND
  return transactions(at, own, query)
}

const touched = ({ source, operations }: Applied['transaction']): readonly string[] => [
  baseOf(source),
  ...operations.flatMap((one) => ('destination' in one ? [baseOf(String(one.destination))] : [])),
]

function accountJson({ url }: Standpoint, id: string, account: Account): object {
  const lines = [...account.lines].map(([name, { balance, limit, authorized }]) => {
    const [code = '', issuer] = name.split(':')
    return {
      balance: decimal(balance),
      limit: decimal(limit),
      buying_liabilities: '0.0000000',
      selling_liabilities: '0.0000000',
      last_modified_ledger: account.modified,
      is_authorized: authorized,
      is_authorized_to_maintain_liabilities: authorized,
      asset_type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4',
      asset_code: code,
      asset_issuer: issuer,
    }
  })
  const signers = [[id, account.weight] as const, ...account.signers]
  const { threshold } = account
  return {
    _links: { self: { href: `${url}/accounts/${id}` } },
    id,
    account_id: id,
    sequence: account.sequence.toString(),
    subentry_count: entriesOf(account),
    last_modified_ledger: account.modified,
    thresholds: { low_threshold: 0, med_threshold: threshold, high_threshold: threshold },
    flags: {
      auth_required: account.authRequired,
      auth_revocable: false,
      auth_immutable: false,
      auth_clawback_enabled: false,
    },
    balances: [
      ...lines,
      {
        balance: decimal(account.balance),
        buying_liabilities: '0.0000000',
        selling_liabilities: '0.0000000',
        asset_type: 'native',
      },
    ],
    signers: signers.map(([key, weight]) => ({ weight, key, type: 'ed25519_public_key' })),
    data: Object.fromEntries(
      [...account.data].map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    ),
    num_sponsoring: 0,
    num_sponsored: 0,
    paging_token: id,
  }
}

const tokenOf = ({ ledger, order }: Applied): bigint => (BigInt(ledger) << 32n) + (BigInt(order) << 12n)

function transactions(at: Standpoint, of: readonly Applied[], query: URLSearchParams): Answer {
  const shown = of.filter(({ successful }) => successful || query.get('include_failed') === 'true')
  return page(
    at,
    query,
    shown.map((one) => ({ token: tokenOf(one), body: transactionOf(at, one) })),
  )
}

function transactionOf({ ledger, url }: Standpoint, one: Applied): object {
  const { transaction, hash, successful, raw, result } = one
  const { fee, source, sequence, memo, operations, signatures, timeBounds } = transaction
  const closed = ledger.closed.find((each) => each.sequence === one.ledger)?.closed ?? 0
  return {
    _links: { self: { href: `${url}/transactions/${hash}` } },
    id: hash,
    paging_token: tokenOf(one).toString(),
    successful,
    hash,
    ledger: one.ledger,
    created_at: timeOf(closed),
    source_account: baseOf(source),
    source_account_sequence: sequence,
    fee_account: baseOf(source),
    fee_charged: xdr.TransactionResult.fromXDR(result, 'base64').feeCharged().toString(),
    max_fee: fee,
    operation_count: operations.length,
    envelope_xdr: raw,
    result_xdr: result,
    fee_meta_xdr: 'AAAAAA==',
    ...memoOf(memo),
    signatures: signatures.map((each) => each.signature().toString('base64')),
    preconditions: { timebounds: { min_time: timeBounds?.minTime, max_time: timeBounds?.maxTime } },
  }
}

function memoOf({ type, value }: Memo): object {
  if (value === null) return { memo_type: 'none' }
  const isBytes = typeof value !== 'string'
  return { memo: isBytes ? value.toString(type === 'text' ? 'utf8' : 'base64') : value, memo_type: type }
}

interface Record {
  readonly token: bigint
  readonly body: object
}

/** "Pagination": after the cursor, in the order that is asked for. */
function page({ url }: Standpoint, query: URLSearchParams, all: readonly Record[]): Answer {
  const [cursor, limit, order] = [
    query.get('cursor'),
    query.get('limit') ?? '10',
    query.get('order') ?? 'asc',
  ]
  if (cursor !== null && !/^\d{1,19}(?:-\d{1,3})?$/.test(cursor)) return badRequest('cursor')
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > 200) return badRequest('limit')
  if (order !== 'asc' && order !== 'desc') return badRequest('order')
  const sorted = order === 'asc' ? all : all.toReversed()
  const after = sorted.filter(
    ({ token }) => cursor === null || (order === 'asc' ? token > cursorOf(cursor) : token < cursorOf(cursor)),
  )
  const records = after.slice(0, Number(limit)).map(({ body }) => body)
  return { status: 200, body: { _links: { self: { href: url } }, _embedded: { records } } }
}
