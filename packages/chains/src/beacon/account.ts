/** Reads what nodes report about an account and about fees (docs.bnbchain.org, "HTTP API", "Account", "Fee"). */
import { parseDecimal } from '@tallystick/core'
import { type BeaconAccount, type BeaconFees, type BeaconJson, NodeFault } from '@tallystick/custody'
import { amountIn, objectIn, textIn } from '../answers.js'
import { isObject } from '../json.js'
import { type BeaconHttp, listIn, wholeIn } from './http.js'

/** Of BNB and of every asset. */
const DECIMALS = 8
/** The account accepts only transfers with a memo in digits (BEP-12; bnb-chain/node, `TransferMemoCheckerFlag`). */
const MEMO_FLAG = 1n

export const accountAt = (http: BeaconHttp, address: string): Promise<BeaconJson | undefined> =>
  http.find(`/api/v1/account/${address}`)

export async function accountOf(http: BeaconHttp, address: string): Promise<BeaconAccount | undefined> {
  const found = await accountAt(http, address)
  if (found === undefined) return undefined
  const flags = 'flags' in found ? amountIn(found, 'flags') : 0n
  return {
    number: amountIn(found, 'account_number'),
    sequence: amountIn(found, 'sequence'),
    free: new Map(listIn(found, 'balances').map((one) => [textIn(one, 'symbol'), unitsIn(one, 'free')])),
    needsMemo: (flags & MEMO_FLAG) !== 0n,
  }
}

/** The list of all fees has two entries for transfers: one for a single recipient, one for many. */
export async function feesOf(http: BeaconHttp): Promise<BeaconFees> {
  for (const row of await http.list('/api/v1/fees')) {
    if (!('multi_transfer_fee' in row) || !isObject(row['fixed_fee_params'])) continue
    return {
      single: amountIn(objectIn(row, 'fixed_fee_params'), 'fee'),
      multi: amountIn(row, 'multi_transfer_fee'),
      multiFrom: wholeIn(row, 'lower_limit_as_multi'),
    }
  }
  throw new NodeFault('unreachable', "The node's answer lacks the fee of transfers")
}

function unitsIn(from: BeaconJson, field: string): bigint {
  const parsed = parseDecimal(textIn(from, field), DECIMALS)
  if (parsed.ok) return parsed.amount
  throw new NodeFault('unreachable', `The node answered with a ${field} that is not an amount`)
}
