/** Reads an account from Horizon's answer: what it can pay, and who signs for it. */
import { type StellarAccount, type StellarHolding, type StellarJson, XLM } from '@tallystick/custody'
import { listIn, objectIn, textIn, wholeIn } from '../answers.js'
import { stroops } from './envelope.js'

/** An account is two entries itself (developers.stellar.org, "Accounts", "Base reserves and subentries"). */
const OWN_ENTRIES = 2
const MAX_INT64 = 2n ** 63n - 1n
/** `config.memo_required` is set to "1" (SEP-29); Horizon writes data in Base64. */
const MEMO_REQUIRED = 'config.memo_required'
const ONE = Buffer.from('1').toString('base64')

export function readAccount(json: StellarJson, baseReserve: bigint): StellarAccount {
  const count = (field: string): number => (field in json ? wholeIn(json, field) : 0)
  const entries = OWN_ENTRIES + count('subentry_count') + count('num_sponsoring') - count('num_sponsored')
  const reserve = BigInt(entries) * baseReserve
  return {
    sequence: BigInt(textIn(json, 'sequence')),
    holdings: new Map(listIn(json, 'balances').flatMap((balance) => holdingOf(balance, reserve))),
    signers: listIn(json, 'signers').map((signer) => ({
      key: textIn(signer, 'key'),
      weight: wholeIn(signer, 'weight'),
    })),
    threshold: wholeIn(objectIn(json, 'thresholds'), 'med_threshold'),
    memoRequired: objectIn(json, 'data')[MEMO_REQUIRED] === ONE,
  }
}

/** None of a share in a liquidity pool, which nobody pays with. */
function holdingOf(
  balance: StellarJson,
  reserve: bigint,
): readonly (readonly [asset: string, holding: StellarHolding])[] {
  const kind = textIn(balance, 'asset_type')
  if (kind === 'liquidity_pool_shares') return []
  const held = stroops(textIn(balance, 'balance'))
  const [selling, buying] = ['selling_liabilities', 'buying_liabilities'].map((field) =>
    field in balance ? stroops(textIn(balance, field)) : 0n,
  ) as [bigint, bigint]
  if (kind === 'native') {
    return [[XLM, { available: held - reserve - selling, room: MAX_INT64 - held - buying, authorized: true }]]
  }
  const asset = `${textIn(balance, 'asset_code')}:${textIn(balance, 'asset_issuer')}`
  const room = stroops(textIn(balance, 'limit')) - held - buying
  return [[asset, { available: held - selling, room, authorized: balance['is_authorized'] !== false }]]
}
