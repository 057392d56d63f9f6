/** What the simulated server answers to each method, in the shapes that `server.ts` names. */
import { isValidClassicAddress } from 'ripple-address-codec'
import { accountIndex } from './hashes.js'
import { type Applied, type Closed, Ledger, type Outcome } from './ledger.js'
import { balanceOf, decimal, limitOf, noRipple } from './lines.js'
import { type Account, type Json, reserves } from './state.js'

/** The ledger that is asked, and whether it is asked as Clio is. */
export interface Asked {
  readonly ledger: Ledger
  readonly isClio: boolean
  readonly networkId: number | null
}

/** All the XRP there has ever been, in drops. */
const TOTAL_COINS = '100000000000000000'

export function answer(state: Asked, method: string, params: Json, lies: boolean): Json {
  const methods: Readonly<Record<string, () => Json>> = {
    account_info: () => accountInfo(state.ledger, params),
    account_lines: () => accountLines(state.ledger, params),
    account_tx: () => accountTx(state.ledger, params),
    fee: () => fee(state.ledger),
    ledger: () => ledgerOf(state.ledger, params),
    ledger_closed: () => ({
      ledger_hash: state.ledger.last.hash,
      ledger_index: state.ledger.last.index,
    }),
    ledger_current: () => ({ ledger_current_index: state.ledger.index }),
    server_info: () => ({ info: serverInfo(state) }),
    submit: () => submit(state.ledger, params, lies),
    tx: () => tx(state, params),
  }
  const run = methods[method]
  if (run === undefined) return errorOf('unknownCmd', 32, 'Unknown method.', params)
  try {
    return { ...run(), status: 'success' }
  } catch (error) {
    if (error instanceof Refused) return errorOf(error.error, error.code, error.message, params, error.more)
    throw error
  }
}

class Refused extends Error {
  constructor(
    readonly error: string,
    readonly code: number,
    message: string,
    readonly more: Json = {},
  ) {
    super(message)
  }
}

const errorOf = (error: string, code: number, message: string, request: Json, more: Json = {}): Json => ({
  error,
  error_code: code,
  error_message: message,
  request,
  ...more,
  status: 'error',
})

export const busy = (request: Json): Json =>
  errorOf('tooBusy', 9, 'The server is too busy to help you now.', request)

interface View {
  readonly closed: Closed | null
  readonly accounts: ReadonlyMap<string, Account>
  readonly lines: Ledger['lines'] | Closed['lines']
  /** As an answer names its ledger. */
  readonly named: Json
}

/** xrpl.org, "Specifying Ledgers". The default of account methods is the current ledger. */
function viewOf(ledger: Ledger, params: Json): View {
  const wanted = params['ledger_index'] ?? 'current'
  if (wanted === 'current') {
    const { accounts, lines, index } = ledger
    return { closed: null, accounts, lines, named: { ledger_current_index: index, validated: false } }
  }
  const closed =
    wanted === 'validated' || wanted === 'closed'
      ? ledger.last
      : ledger.closed.find(({ index }) => index === Number(wanted))
  if (closed === undefined) throw new Refused('lgrNotFound', 21, 'ledgerNotFound')
  const named = { ledger_hash: closed.hash, ledger_index: closed.index, validated: true }
  return { closed, accounts: closed.accounts, lines: closed.lines, named }
}

function accountOf(view: View, params: Json): readonly [string, Account] {
  const address = String(params['account'])
  if (!isValidClassicAddress(address)) throw new Refused('actMalformed', 35, 'Account malformed.')
  const account = view.accounts.get(address)
  if (account === undefined) throw new Refused('actNotFound', 19, 'Account not found.', { account: address })
  return [address, account]
}

function accountInfo(ledger: Ledger, params: Json): Json {
  const view = viewOf(ledger, params)
  const [address, account] = accountOf(view, params)
  const queued = ledger.queued(address)
  const sequences = queued.map((one) => Number(one['Sequence']))
  const transactions = queued.map((one) => ({
    seq: one['Sequence'],
    fee: one['Fee'],
    auth_change: false,
    LastLedgerSequence: one['LastLedgerSequence'],
  }))
  const range =
    queued.length === 0
      ? {}
      : { lowest_sequence: Math.min(...sequences), highest_sequence: Math.max(...sequences) }
  return {
    account_data: {
      Account: address,
      Balance: String(account.balance),
      Flags: account.flags,
      LedgerEntryType: 'AccountRoot',
      OwnerCount: account.owned,
      PreviousTxnID: account.previous.hash,
      PreviousTxnLgrSeq: account.previous.ledger,
      ...(account.regularKey === null ? {} : { RegularKey: account.regularKey }),
      Sequence: account.sequence,
      ...(account.transferRate === 0 ? {} : { TransferRate: account.transferRate }),
      index: accountIndex(address),
    },
    ...view.named,
    ...(params['queue'] === true
      ? { queue_data: { txn_count: queued.length, ...range, ...(queued.length > 0 ? { transactions } : {}) } }
      : {}),
  }
}

function accountLines(ledger: Ledger, params: Json): Json {
  const view = viewOf(ledger, params)
  const [address] = accountOf(view, params)
  const { peer: wanted } = params
  const all = [...view.lines.values()].filter(
    ({ low, high }) =>
      (low === address || high === address) &&
      (wanted === undefined || (low === address ? high : low) === wanted),
  )
  const limit = Math.min(Math.max(Number(params['limit'] ?? 200), 10), 400)
  const start = params['marker'] === undefined ? 0 : Number(String(params['marker']).split(',')[1])
  const lines = all.slice(start, start + limit).map((line) => {
    const peer = line.low === address ? line.high : line.low
    return {
      account: peer,
      balance: decimal(balanceOf(line, address)),
      currency: line.currency,
      limit: decimal(limitOf(line, address)),
      limit_peer: decimal(limitOf(line, peer)),
      no_ripple: noRipple(line, address),
      no_ripple_peer: noRipple(line, peer),
      quality_in: 0,
      quality_out: 0,
    }
  })
  const more = start + limit < all.length ? { marker: `${address},${start + limit}` } : {}
  return { account: address, lines, limit, ...view.named, ...more }
}

function accountTx(ledger: Ledger, params: Json): Json {
  const [account] = accountOf(viewOf(ledger, { ledger_index: 'validated' }), params)
  const from = Number(params['ledger_index_min'] ?? -1)
  const first = from === -1 ? (ledger.closed[0]?.index ?? 0) : from
  const last = ledger.last.index
  if (first > last) throw new Refused('lgrIdxMalformed', 58, 'Ledger index malformed.')
  const all = ledger.closed
    .filter(({ index }) => index >= first)
    .flatMap((closed) => closed.transactions.map((entry, seq) => ({ entry, closed, seq })))
    .filter(({ entry }) => entry.tx['Account'] === account || entry.tx['Destination'] === account)
    .reverse()
  const marker = params['marker'] as Json | undefined
  const start =
    marker === undefined
      ? 0
      : all.findIndex(({ closed, seq }) => closed.index === marker['ledger'] && seq === marker['seq'])
  if (start === -1) throw new Refused('invalidParams', 31, 'Invalid parameters.')
  const limit = Math.min(Number(params['limit'] ?? 200), 200)
  const next = all[start + limit]
  return {
    account,
    ledger_index_min: first,
    ledger_index_max: last,
    limit,
    ...(next === undefined ? {} : { marker: { ledger: next.closed.index, seq: next.seq } }),
    transactions: all.slice(start, start + limit).map(({ entry, closed }) => ({
      meta: entry.meta,
      tx: { ...flat(entry), ...placed(closed) },
      validated: true,
    })),
  }
}

const flat = ({ tx, hash }: Applied): Json => ({ ...tx, hash })

const placed = ({ index, time }: Closed): Json => ({ date: time, inLedger: index, ledger_index: index })

function fee(ledger: Ledger): Json {
  const base = String(reserves.fee)
  return {
    current_ledger_size: '0',
    current_queue_size: '0',
    drops: {
      base_fee: base,
      median_fee: '5000',
      minimum_fee: base,
      open_ledger_fee: String(ledger.openLedgerFee),
    },
    expected_ledger_size: '24',
    ledger_current_index: ledger.index,
    levels: {
      median_level: '128000',
      minimum_level: '256',
      open_ledger_level: String(ledger.openLedgerFee * 25n + ledger.openLedgerFee / 2n),
      reference_level: '256',
    },
    max_queue_size: '480',
  }
}

function ledgerOf(ledger: Ledger, params: Json): Json {
  const { closed } = viewOf(ledger, { ledger_index: 'validated', ...params })
  if (closed === null) throw new Refused('lgrNotFound', 21, 'ledgerNotFound')
  const { index, hash, parent, time, transactions } = closed
  const expanded = transactions.map((entry) => ({ ...flat(entry), metaData: entry.meta }))
  return {
    ledger: {
      account_hash: hash,
      close_flags: 0,
      close_time: time,
      close_time_human: '2025-May-08 06:13:20.000000000 UTC',
      close_time_resolution: 10,
      closed: true,
      ledger_hash: hash,
      ledger_index: String(index),
      parent_close_time: time - 4,
      parent_hash: parent,
      total_coins: TOTAL_COINS,
      transaction_hash: hash,
      ...(params['transactions'] === true
        ? { transactions: params['expand'] === true ? expanded : transactions.map((one) => one.hash) }
        : {}),
    },
    ledger_hash: hash,
    ledger_index: index,
    validated: true,
  }
}

function serverInfo({ ledger, isClio, networkId }: Asked): Json {
  const { index, hash } = ledger.last
  return {
    ...(isClio ? { clio_version: '2.6.0', rippled_version: '2.6.1' } : { build_version: '2.6.1' }),
    complete_ledgers: `${ledger.closed[0]?.index ?? index}-${index}`,
    load_factor: 1,
    ...(networkId === null ? {} : { network_id: networkId }),
    ...(isClio ? {} : { server_state: 'full' }),
    validated_ledger: {
      age: 2,
      base_fee_xrp: 0.00001,
      hash,
      reserve_base_xrp: 1,
      reserve_inc_xrp: 0.2,
      seq: index,
    },
    validation_quorum: 28,
  }
}

function submit(ledger: Ledger, params: Json, lies: boolean): Json {
  const blob = String(params['tx_blob'])
  let outcome: Outcome
  try {
    outcome = lies ? new Ledger().submit(blob, false) : ledger.submit(blob, params['fail_hard'] === true)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new Refused('invalidTransaction', 0, '', { error_exception: `fails local checks: ${message}` })
  }
  const { hash, applied, queued, kept, tx: json } = outcome
  const result = lies ? 'tesSUCCESS' : outcome.result
  const next = ledger.accounts.get(String(json['Account']))?.sequence ?? 0
  return {
    accepted: true,
    account_sequence_available: next,
    account_sequence_next: next,
    applied: lies || applied,
    broadcast: lies || applied,
    engine_result: result,
    engine_result_code: CODES[result.slice(0, 3)] ?? 0,
    engine_result_message: `${result}: as documented under "Transaction Results".`,
    kept: lies || kept || applied,
    open_ledger_cost: String(ledger.openLedgerFee),
    queued,
    tx_blob: blob,
    tx_json: { ...json, hash },
    validated_ledger_index: ledger.last.index,
  }
}

/** Where the numbers of each class begin. */
const CODES: Readonly<Record<string, number>> = {
  tes: 0,
  tec: 100,
  ter: -99,
  tef: -199,
  tem: -299,
  tel: -399,
}

function tx(state: Asked, params: Json): Json {
  const { ledger } = state
  const hash = String(params['transaction'])
  const entry = ledger.applied.get(hash)
  if (entry?.ledger !== null && entry !== undefined) {
    const closed = ledger.closed.find(({ index }) => index === entry.ledger)
    if (closed !== undefined) {
      return { ...flat(entry), ...placed(closed), meta: entry.meta, validated: true }
    }
  }
  const waiting = ledger.waiting(hash)
  if (!state.isClio && entry !== undefined) return { ...flat(entry), meta: entry.meta, validated: false }
  if (!state.isClio && waiting !== undefined) return { ...waiting, hash, validated: false }
  throw new Refused('txnNotFound', 29, 'Transaction not found.')
}
