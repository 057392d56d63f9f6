/**
 * The status of a transaction, following xrpl.org's "Reliable Transaction Submission" with one difference: absence
 * never proves that a transaction will not confirm, because a gap in a server's history also explains it. The proof is
 * the account's sequence in a validated ledger: either the sequence is unused and the transaction's last ledger has
 * passed; or it is used, or the account is deleted, and the account's history shows by which transaction.
 */
import type { Mined, Signed, TransactionStatus, XrpJson } from '@tallystick/custody'
import { encode } from 'ripple-binary-codec'
import { listIn, objectIn, textIn, wholeIn } from '../answers.js'
import { isObject } from '../json.js'
import { fieldsOf } from './codec.js'
import { paidBy } from './paid.js'
import type { Rippled } from './rpc.js'

/** Pages of the account's history. A transaction is looked up soon after it was sent. */
const HISTORY_PAGES = 25
const HISTORY_LIMIT = 200
const LEDGERS_BEFORE_DELETION = 256

export async function status(node: Rippled, signed: Signed): Promise<TransactionStatus> {
  const found = await transaction(node, signed.txId)
  const confirmed = found === undefined ? undefined : confirmation(found, found)
  if (confirmed !== undefined) return confirmed
  const fields = fieldsOf(signed.raw)
  const { Account: account, Sequence: sequence, LastLedgerSequence: last } = fields
  // With a ticket the sequence of the account proves nothing, but who has used the ticket does.
  if (typeof account !== 'string' || typeof sequence !== 'number' || sequence === 0) {
    const user = typeof account === 'string' ? await whoUsed(node, account, fields, signed.txId) : undefined
    return user ?? { kind: found === undefined ? 'absent' : 'pending' }
  }
  // A server also shows transactions that it only keeps for later and may forget. They wait in no ledger.
  const isOpen = found !== undefined && (await isWaiting(node, account, sequence))
  const open: TransactionStatus = { kind: isOpen ? 'pending' : 'absent' }
  // Both from one ledger.
  const validated = wholeIn(await node.ask('ledger', { ledger_index: 'validated' }), 'ledger_index')
  const now = await node.find('account_info', { account, ledger_index: validated }, ['actNotFound'])
  // Without its account: that may have been deleted since, after its payment, of which this node has no history.
  if (now === undefined || wholeIn(objectIn(now, 'account_data'), 'Sequence') > sequence) {
    return (await whoUsed(node, account, fields, signed.txId)) ?? open
  }
  return typeof last === 'number' && validated >= last
    ? { kind: 'dead', reason: `Its last ledger, ${last}, has passed.` }
    : open
}

/** Includes the node's queue and open ledger; Clio knows only validated transactions. */
export function transaction(node: Rippled, txId: string): Promise<XrpJson | undefined> {
  return node.find('tx', { transaction: txId, binary: false }, ['txnNotFound'])
}

/** Encoded from the node's answer in canonical form, without the node's own additions. */
export async function rawOf(node: Rippled, txId: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/i.test(txId)) return undefined
  const found = await transaction(node, txId.toUpperCase())
  try {
    return found && encode(found)
  } catch {
    // A type of field that the library does not know.
    return undefined
  }
}

/** Undefined while it is in no validated ledger. */
function confirmation(entry: XrpJson, tx: XrpJson): TransactionStatus | undefined {
  if (entry['validated'] !== true) return undefined
  const ok = textIn(objectIn(entry, 'meta'), 'TransactionResult') === 'tesSUCCESS'
  return { kind: 'confirmed', height: wholeIn(tx, 'ledger_index'), ok, final: true }
}

/** Applied to the open ledger, or in its queue. */
export async function isWaiting(node: Rippled, account: string, sequence: number): Promise<boolean> {
  const now = { account, ledger_index: 'current', queue: true }
  const info = await node.find('account_info', now, ['actNotFound'])
  if (info === undefined) return false
  if (wholeIn(objectIn(info, 'account_data'), 'Sequence') > sequence) return true
  const queued: unknown = objectIn(info, 'queue_data', {})['transactions']
  return Array.isArray(queued) && queued.some((one: unknown) => isObject(one) && one['seq'] === sequence)
}

/** A partial payment delivers less than it names. */
function paidInstead(tx: XrpJson, meta: XrpJson): { readonly instead?: Mined } {
  if (textIn(meta, 'TransactionResult') !== 'tesSUCCESS') return {}
  const outputs = paidBy({ ...tx, Amount: meta['delivered_amount'] ?? tx['Amount'] })
  return { instead: { txId: textIn(tx, 'hash'), height: wholeIn(tx, 'ledger_index'), outputs } }
}

/**
 * Whether the account ended before the sequence. An account is deleted 256 ledgers after its sequence at the earliest, and
 * begins again with the number of a ledger (xrpl.org, "AccountDelete"): no later one has any of the 256 behind it.
 */
function isDeletedBefore(tx: XrpJson, meta: XrpJson, sequence: number): boolean {
  if (tx['TransactionType'] !== 'AccountDelete' || textIn(meta, 'TransactionResult') !== 'tesSUCCESS')
    return false
  const last = wholeIn(tx, 'Sequence')
  return last !== 0 && last < sequence && sequence < last + LEDGERS_BEFORE_DELETION
}

/**
 * Whether it has raised the sequence of the account beyond this one, which is the number of a ticket from then on (xrpl.org,
 * "TicketCreate"): the transaction of a ticket has the sequence 0.
 */
function isPassedOver({ AffectedNodes: nodes }: XrpJson, account: string, sequence: number): boolean {
  return (Array.isArray(nodes) ? nodes : []).some((node: unknown) => {
    const changed = isObject(node) ? objectIn(node, 'ModifiedNode', {}) : {}
    const [now, before] = [objectIn(changed, 'FinalFields', {}), objectIn(changed, 'PreviousFields', {})]
    const isOwn = changed['LedgerEntryType'] === 'AccountRoot' && now['Account'] === account
    return isOwn && Number(before['Sequence']) <= sequence && sequence < Number(now['Sequence'])
  })
}

/** Its sequence, or the number of its ticket, which no sequence of the account has. */
const usedBy = ({ Sequence: sequence, TicketSequence: ticket }: XrpJson): number =>
  Number(sequence === 0 ? ticket : sequence)

async function whoUsed(
  node: Rippled,
  account: string,
  own: XrpJson,
  txId: string,
): Promise<TransactionStatus | undefined> {
  const sequence = usedBy(own)
  let marker: unknown
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const answer = await node.ask('account_tx', {
      account,
      ledger_index_min: -1,
      ledger_index_max: -1,
      limit: HISTORY_LIMIT,
      ...(marker === undefined ? {} : { marker }),
    })
    let isPast = false
    for (const entry of listIn(answer, 'transactions')) {
      const tx = objectIn(entry, 'tx')
      if (tx['Account'] !== account || entry['validated'] !== true) continue
      if (usedBy(tx) === sequence) {
        if (tx['hash'] === txId) return confirmation(entry, tx)
        return {
          kind: 'dead',
          reason: `Another transaction used sequence ${sequence}.`,
          ...paidInstead(tx, objectIn(entry, 'meta')),
        }
      }
      if (isDeletedBefore(tx, objectIn(entry, 'meta', {}), sequence)) {
        return { kind: 'dead', reason: `Its account was deleted before it used sequence ${sequence}.` }
      }
      if (isPassedOver(objectIn(entry, 'meta', {}), account, sequence)) {
        if (own['Sequence'] === 0) return undefined
        return { kind: 'dead', reason: `Its account has made a ticket of sequence ${sequence}.` }
      }
      if (wholeIn(tx, 'Sequence') < sequence && wholeIn(tx, 'Sequence') !== 0) isPast = true
    }
    marker = answer['marker']
    if (isPast || marker === undefined) return undefined
  }
  return undefined
}
