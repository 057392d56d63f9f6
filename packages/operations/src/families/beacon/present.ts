/** Transactions of blocks and histories, in the documented shape. */
import { ExactNumber, formatDecimal } from '@tallystick/core'
import type { BeaconJson } from '@tallystick/custody'

const DECIMALS = 8

/** Base units, which the block service writes as a number; absent if there is no amount. */
function coins(field: string, value: unknown): BeaconJson {
  const text = value instanceof ExactNumber ? value.text : String(value)
  return /^\d+$/.test(text) ? { [field]: formatDecimal(BigInt(text), DECIMALS) } : {}
}

const known = (field: string, value: unknown): BeaconJson =>
  value === null || value === undefined ? {} : { [field]: value }

export function presentTransaction(tx: BeaconJson): BeaconJson {
  const { blockTime } = tx
  return {
    ...known('txHash', tx['hash']),
    ...known('blockHeight', tx['blockHeight']),
    ...known('txType', tx['type']),
    ...(typeof blockTime === 'number' ? { timeStamp: new Date(blockTime).toISOString() } : {}),
    ...known('fromAddr', tx['fromAddr']),
    ...known('toAddr', tx['toAddr']),
    ...coins('value', tx['amount']),
    ...known('txAsset', tx['asset']),
    ...coins('txFee', tx['fee']),
    ...known('code', tx['code']),
    ...known('memo', tx['memo']),
    ...known('source', tx['source']),
    ...known('sequence', tx['sequence']),
  }
}
