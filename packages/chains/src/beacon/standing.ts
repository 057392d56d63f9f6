/**
 * The status of a transaction. Blocks are never undone, so their content is final. But a block may have a transaction with
 * the wrong sequence: it failed, used no sequence, and can be in a later block again (github.com/bnb-chain/node-binary,
 * issue 199). So a failed transaction is final only if its sequence is used. A transaction is dead if another, successful
 * one has used its sequence. Nothing expires.
 */
import type { BeaconJson, Reservation, TransactionStatus } from '@tallystick/custody'
import { amountIn, objectIn, textIn } from '../answers.js'
import { accountOf } from './account.js'
import { historyOf } from './history.js'
import { type BeaconHttp, NODE_INFO, wholeIn } from './http.js'

/** `CodeInvalidSequence` and `CodeInsufficientCoins` of the root codespace (bnb-chain/bnc-cosmos-sdk, `types/errors.go`). */
const INVALID_SEQUENCE = 65_539n
const INSUFFICIENT_COINS = 65_546n
/** Codes of transactions that used their sequence: success, and a missing amount, which nodes check last. */
const USED: ReadonlySet<bigint> = new Set([0n, INSUFFICIENT_COINS])

/** The limits of one answer of the block service: less than seven days, 50 transactions. */
const WINDOW_MS = 7 * 86_400_000 - 1
const PAGE = 50
/** The windows of the history to search, and the pages of each. Lookups come soon after the send. */
const WINDOWS = 4
const PAGES = 25

/** As JSON, of which the fields are known. */
export const transactionOf = (http: BeaconHttp, hash: string): Promise<BeaconJson | undefined> =>
  http.find(`/api/v1/tx/${hash.toUpperCase()}?format=json`)

interface Head {
  readonly height: number
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly time: number
}

export async function headOf(http: BeaconHttp): Promise<Head> {
  const info = objectIn(await http.get(NODE_INFO), 'sync_info')
  return {
    height: wholeIn(info, 'latest_block_height'),
    hash: textIn(info, 'latest_block_hash'),
    time: Date.parse(textIn(info, 'latest_block_time')),
  }
}

/** @param http One endpoint @param claims A sequence of each of its senders */
export async function statusOf(
  http: BeaconHttp,
  claims: readonly Reservation[],
  txId: string,
): Promise<TransactionStatus> {
  const found = await transactionOf(http, txId)
  const code = found === undefined ? INVALID_SEQUENCE : amountIn(found, 'code')
  if (found !== undefined && code === 0n) return confirmed(wholeIn(found, 'height'), true)
  for (const { owner, index } of claims) {
    const account = await accountOf(http, owner)
    if (account === undefined || account.sequence <= index) continue
    // Its sequence was right, so it was in no earlier block.
    if (found !== undefined && code !== INVALID_SEQUENCE) return confirmed(wholeIn(found, 'height'), false)
    const user = await whoUsed(http, owner, index)
    if (user === undefined) continue
    if (textIn(user, 'hash').toUpperCase() !== txId) {
      return { kind: 'dead', reason: `Another transaction used sequence ${index}.` }
    }
    return confirmed(wholeIn(user, 'blockHeight'), amountIn(user, 'code') === 0n)
  }
  return { kind: 'absent' }
}

const confirmed = (height: number, ok: boolean): TransactionStatus => ({
  kind: 'confirmed',
  height,
  ok,
  final: true,
})

/** The transaction of the account that used this sequence; undefined if the history does not show one. */
async function whoUsed(http: BeaconHttp, address: string, index: bigint): Promise<BeaconJson | undefined> {
  let endTime = (await headOf(http)).time
  for (let window = 0; window < WINDOWS; window += 1) {
    const startTime = endTime - WINDOW_MS
    for (let page = 0; page < PAGES; page += 1) {
      const query = { addressType: 'FROM', startTime, endTime, limit: PAGE, offset: page * PAGE } as const
      const { transactions } = await historyOf(http, address, query)
      const used = transactions.filter(
        (one) => USED.has(amountIn(one, 'code')) && one['fromAddr'] === address,
      )
      const user = used.find((one) => amountIn(one, 'sequence') === index)
      if (user !== undefined) return user
      // The newest come first.
      if (used.some((one) => amountIn(one, 'sequence') < index)) return undefined
      if (transactions.length < PAGE) break
    }
    endTime = startTime
  }
  return undefined
}
