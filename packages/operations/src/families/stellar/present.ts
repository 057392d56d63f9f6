/** Transactions of Stellar in the documented shape. Horizon writes fees as text, and types of memos in small letters. */
import { exactNumber } from '@tallystick/core'
import type { StellarJson } from '@tallystick/custody'

/** Fields that are documented as Horizon writes them. */
const SAME = [
  ...['id', 'paging_token', 'successful', 'hash', 'ledger', 'created_at', 'source_account'],
  ...['source_account_sequence', 'operation_count', 'envelope_xdr', 'result_xdr', 'result_meta_xdr'],
  ...['fee_meta_xdr', 'memo', 'signatures'],
]

const MEMOS: Readonly<Record<string, string>> = {
  text: 'MEMO_TEXT',
  id: 'MEMO_ID',
  hash: 'MEMO_HASH',
  return: 'MEMO_RETURN',
}

export function presentTx(transaction: StellarJson): StellarJson {
  const { fee_charged: charged, max_fee: most, memo_type: type } = transaction
  const memoType = MEMOS[String(type)]
  return {
    ...Object.fromEntries(SAME.flatMap((name) => (name in transaction ? [[name, transaction[name]]] : []))),
    ...stroops('fee_paid', charged),
    ...stroops('fee_charged', charged),
    ...stroops('max_fee', most),
    // Without a memo there is no type either.
    ...(memoType === undefined ? {} : { memo_type: memoType }),
  }
}

const stroops = (name: string, value: unknown): StellarJson =>
  /^\d{1,19}$/.test(String(value)) ? { [name]: exactNumber(String(value)) } : {}
