/**
 * The status of a transaction. A closed ledger is never undone, so a transaction in one is final. A missing
 * transaction proves nothing: Horizon may be behind, or may not keep old history. A dead transaction is proven by its
 * account as of one ledger, which Horizon names with it (`Latest-Ledger`). Either the transaction's sequence is unused
 * there, and that ledger closed after the transaction's time bound; or the sequence is used, or the account is not there
 * any more, and its history shows which transaction used the sequence, passed it over, or merged the account before.
 */
import { FeeBumpTransaction, TransactionBuilder } from '@stellar/stellar-base'
import {
  BadTransaction,
  type Mined,
  type Signed,
  type StellarJson,
  type TransactionStatus,
} from '@tallystick/custody'
import { textIn, wholeIn } from '../answers.js'
import { isObject } from '../json.js'
import { readParty } from './address.js'
import { type Envelope, envelopeOf, paymentsOf } from './envelope.js'
import { type Horizon, PAGE, secondsIn } from './horizon.js'

/** Pages of the account's history. A transaction is looked up soon after it was sent. */
const HISTORY_PAGES = 25

export async function statusOf(
  node: Horizon,
  signed: Signed,
  passphrase: string,
): Promise<TransactionStatus> {
  const found = await transaction(node, signed.txId)
  if (found !== undefined) return confirmation(found)
  const envelope = envelopeOf(signed.raw, passphrase)
  const { found: account, ledger } = await node.accountAt(envelope.source)
  // Without its account: that may have been merged since, after its payment, which this node may not show.
  if (account === undefined || BigInt(textIn(account, 'sequence')) >= envelope.sequence) {
    return (await whoUsed(node, envelope, passphrase)) ?? { kind: 'absent' }
  }
  return ledger !== null && (await isPast(node, ledger, envelope))
    ? { kind: 'dead', reason: `It expired at ${envelope.until}: no ledger took it until then.` }
    : { kind: 'absent' }
}

/** By its hash; a transaction that was wrapped in a fee bump by either hash. */
export function transaction(node: Horizon, txId: string): Promise<StellarJson | undefined> {
  return node.find(`/transactions/${txId}`)
}

/** Whether every ledger after this one closes too late for it: each closes later than the one before. */
async function isPast(node: Horizon, ledger: number, { until }: Envelope): Promise<boolean> {
  if (until === 0n) return false
  const found = await node.find(`/ledgers/${ledger}`)
  return found !== undefined && BigInt(secondsIn(found, 'closed_at')) >= until
}

function confirmation(entry: StellarJson): TransactionStatus {
  return {
    kind: 'confirmed',
    height: wholeIn(entry, 'ledger'),
    ok: entry['successful'] === true,
    final: true,
  }
}

function paidInstead(entry: StellarJson, passphrase: string): { readonly instead?: Mined } {
  if (entry['successful'] !== true) return {}
  try {
    const { outputs } = paymentsOf(envelopeOf(textIn(entry, 'envelope_xdr'), passphrase))
    return { instead: { txId: textIn(entry, 'hash'), height: wholeIn(entry, 'ledger'), outputs } }
  } catch (fault) {
    // What the service cannot read is no payment such as it makes.
    if (fault instanceof BadTransaction) return {}
    throw fault
  }
}

const PASSED_OVER: TransactionStatus = {
  kind: 'dead',
  reason: 'Its account has passed over its sequence (BumpSequence), or was merged before it.',
}

/**
 * Whether the transaction, of an earlier sequence, has raised that of its account to this one or beyond, or has merged the
 * account: before it this one was not used, and afterwards it cannot be. An account that is made again begins with the
 * number of its ledger in the upper half of its sequence.
 */
function isPassedOver(entry: StellarJson, own: Envelope, passphrase: string): boolean {
  if (entry['successful'] !== true) return false
  try {
    const read = TransactionBuilder.fromXDR(textIn(entry, 'envelope_xdr'), passphrase)
    const { operations } = read instanceof FeeBumpTransaction ? read.innerTransaction : read
    const isBehind = own.sequence < BigInt(wholeIn(entry, 'ledger')) << 32n
    return operations.some(
      (one) =>
        (one.source === undefined || readParty(one.source)?.account === own.source) &&
        ((one.type === 'bumpSequence' && BigInt(one.bumpTo) >= own.sequence) ||
          (one.type === 'accountMerge' && isBehind)),
    )
  } catch {
    // Of a kind that the library does not know.
    return false
  }
}

async function whoUsed(
  node: Horizon,
  own: Envelope,
  passphrase: string,
): Promise<TransactionStatus | undefined> {
  let cursor = ''
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const path = `/accounts/${own.source}/transactions?order=desc&include_failed=true&limit=${PAGE}${cursor}`
    const entries = await node.list(path)
    for (const entry of entries ?? []) {
      if (isOf(entry, own)) return confirmation(entry)
      if (baseOf(entry) !== own.source) continue
      const sequence = BigInt(textIn(entry, 'source_account_sequence'))
      if (sequence < own.sequence) return isPassedOver(entry, own, passphrase) ? PASSED_OVER : undefined
      if (sequence === own.sequence) {
        return {
          kind: 'dead',
          reason: `Another transaction used sequence ${own.sequence}.`,
          ...paidInstead(entry, passphrase),
        }
      }
    }
    const last = entries?.at(-1)
    if (last === undefined || (entries?.length ?? 0) < PAGE) return undefined
    cursor = `&cursor=${encodeURIComponent(textIn(last, 'paging_token'))}`
  }
  return undefined
}

/** The same payment, whoever has wrapped it in a transaction of theirs. */
function isOf(entry: StellarJson, { hash, innerHash }: Envelope): boolean {
  const inner = entry['inner_transaction']
  const hashes = [entry['hash'], isObject(inner) ? inner['hash'] : undefined]
  return hashes.includes(hash) || hashes.includes(innerHash)
}

/** Horizon names the account, whichever of its customers the transaction names. */
const baseOf = (entry: StellarJson): unknown => entry['source_account']
