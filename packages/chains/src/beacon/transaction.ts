/** The service's own transfers as plain JSON, and their checks before signing or storing. */
import type { BeaconTransaction } from '@tallystick/custody'
import { MAX_INT64 } from '../protobuf.js'
import { addressBytes, writeAddress } from './address.js'
import { MAX_MEMO, type StdTx, type Transfer } from './amino.js'
import { malformed } from './faults.js'

const FIELDS = ['from', 'to', 'asset', 'amount', 'memo', 'accountNumber', 'sequence', 'source']

/**
 * A symbol of 2 to 8 letters and digits, with the suffix that issued assets have
 * (bnb-chain/bnc-cosmos-sdk, `reDnm`).
 */
const ASSET = /^[A-Za-z0-9]{2,8}(?:\.[A-Za-z])?(?:-[0-9A-Z]{2,6})?$/

/** In one spelling. @throws BadTransaction `malformed` */
export function checked(transaction: BeaconTransaction, prefix: string): BeaconTransaction {
  const { from, to, asset, amount, memo, accountNumber, sequence, source } = transaction
  const foreign = Object.keys(transaction).find((name) => !FIELDS.includes(name))
  if (foreign !== undefined) throw malformed(`it has no field ${foreign.slice(0, 40)}`)
  return {
    from: writeAddress(prefix, addressBytes(prefix, 'from', from)),
    to: writeAddress(prefix, addressBytes(prefix, 'to', to)),
    asset: symbol(asset),
    amount: whole('amount', amount, 1n),
    memo: checkedMemo(memo),
    accountNumber: whole('accountNumber', accountNumber),
    sequence: whole('sequence', sequence),
    source: whole('source', source),
  }
}

/** @param transaction Checked */
export function toTx(
  { from, to, asset, amount, memo, source }: BeaconTransaction,
  prefix: string,
): Pick<StdTx, 'transfer' | 'memo' | 'source'> {
  const coins = [{ asset, amount: BigInt(amount) }]
  const transfer: Transfer = {
    inputs: [{ account: addressBytes(prefix, 'from', from), coins }],
    outputs: [{ account: addressBytes(prefix, 'to', to), coins }],
  }
  return { transfer, memo, source: BigInt(source) }
}

function symbol(asset: unknown): string {
  if (typeof asset === 'string' && ASSET.test(asset)) return asset
  throw malformed('the asset is neither BNB nor a symbol such as BTCB-1DE')
}

export function checkedMemo(memo: unknown): string {
  if (typeof memo !== 'string') throw malformed('the memo is not text')
  const bytes = Buffer.from(memo)
  if (bytes.toString() !== memo) throw malformed('the memo contains half of a surrogate pair')
  if (bytes.length > MAX_MEMO) throw malformed(`a memo has at most ${MAX_MEMO} bytes`)
  return memo
}

/** As text without leading zeros. */
function whole(field: string, value: unknown, least = 0n): string {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    const number = BigInt(value)
    if (number >= least && number <= MAX_INT64) return number.toString()
  }
  throw malformed(`${field} is not a whole number from ${least} to ${MAX_INT64}`)
}
