/**
 * Signed transactions: recorded with their reservations before a node gets them, and settled by what nodes report. No
 * other transaction may use what one has reserved, until it is certain that it will never be confirmed.
 */

import { accept, type Rule, reject } from '../decision.js'
import type { SendId } from '../ids.js'
import { outputKey, paymentKey, reservationKey, sendKey, signatureKey, withdrawalKey } from '../key.js'
import { dropped, expected } from '../output/change.js'
import { completed } from '../signature/changes.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { settled as settledWithdrawal } from '../withdrawal/outcome.js'
import { askedBy, join, paying, signed } from './asked.js'
import type { RecordSend, SendEvent, Settled, SettleSend } from './command.js'
import { filled, unfilled } from './gap.js'
import { free, released, take } from './holders.js'
import { revived, rivals, supersede } from './replacement.js'
import { distinct, heldByWithdrawal } from './reservation.js'
import { isOver, isTaken, type Send, type SendStatus } from './send.js'

type Transitions = Readonly<Partial<Record<SendEvent, SendStatus>>>

/**
 * The next status for each event. A missing event is out of date: another process was faster. `offered` is recorded
 * before each submission. `refused` means that no node could ever accept the transaction, so it counts after earlier
 * submissions too, but not once a node has accepted it. A block may still take a replaced transaction. One whose block
 * is undone is alive again, as `sent`, or as `replaced` if another one holds its reservations.
 */
export const SEND_TRANSITIONS: Readonly<Record<SendStatus, Transitions>> = {
  signed: { offered: 'offered', sent: 'sent', confirmed: 'confirmed', final: 'final', dead: 'dead' },
  offered: {
    offered: 'unknown',
    sent: 'sent',
    confirmed: 'confirmed',
    final: 'final',
    refused: 'refused',
    dead: 'dead',
  },
  unknown: { sent: 'sent', confirmed: 'confirmed', final: 'final', refused: 'refused', dead: 'dead' },
  sent: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  replaced: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  confirmed: { undone: 'sent', final: 'final', dead: 'dead' },
  final: {},
  refused: {},
  dead: {},
}

/**
 * Output: the send. Recording it again changes nothing, unless it is `fresh`. Only a refused or dead one starts again,
 * with a new `created`: signatures are deterministic, so a repeated payment is the same transaction.
 */
export const recordSend: Rule<RecordSend, Send> = {
  name: 'recordSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...command.claims.map((claim) => reservationKey(command, claim)),
    ...(command.signature === null ? [] : [signatureKey(command.tenant, command.signature)]),
    ...(command.change === undefined ? [] : [outputKey({ ...command, index: command.change.index })]),
    ...(command.withdrawal === undefined ? [] : [withdrawalKey(command.tenant, command.withdrawal)]),
    // It may have to pay a withdrawal.
    ...(command.withdrawal === undefined && command.signature === null
      ? []
      : [paymentKey(command, command.txId, 0)]),
  ],
  decide(view, command, env) {
    const asked = askedBy(view, command)
    if ('accepted' in asked) return asked
    const { pending, withdrawal } = asked
    const known = view.find(sendKey(command, command.txId))
    if (known !== undefined && !isOver(known)) {
      return command.fresh ? reject('claim.taken', known.txId) : join(view, known, asked, env)
    }

    const claims = distinct(command.claims)
    const taken = take(view, command, claims, asked)
    if ('accepted' in taken) return taken
    const { replaced } = taken
    // Never the earlier value: by it, the process that recorded it then, and was refused, knows that this is another.
    const begun = known === undefined ? env.now : Math.max(env.now, known.created + 1)
    // Who names a nonce decides about it from then on.
    const filler = replaced === undefined ? command.filler : undefined
    const send: Send = {
      tenant: command.tenant,
      chain: command.chain,
      network: command.network,
      id: known?.id ?? (env.newId() as SendId),
      txId: command.txId,
      raw: command.raw,
      claims,
      status: 'signed',
      reason: null,
      signature: pending?.id ?? null,
      replaces: replaced?.txId ?? null,
      apiKey: command.apiKey,
      due: command.credits,
      created: begun,
      updated: begun,
      ...(withdrawal === null ? {} : { withdrawal: withdrawal.id }),
      ...(filler === undefined ? {} : { filler }),
      ...(command.change === undefined ? {} : { change: command.change.index }),
    }
    const changes: Change[] = [
      { type: known === undefined ? 'send.recorded' : 'send.updated', send },
      ...taken.changes,
      ...(replaced === undefined ? [] : supersede(view, replaced, known, env, command.because ?? null)),
      ...(pending === null ? [] : signed(view, pending, send)),
      ...expected(view, send, command.change),
    ]
    return paying(view, send, withdrawal, changes, env)
  },
}

/**
 * Output: the send and the credits to charge. Outdated events change nothing, nor does what is mined instead and counts
 * for another withdrawal. When a send is refused or dead, its reservations pass to its newest predecessor that a block has or
 * may still take, else to its pending signature if that must be signed again; else they are released.
 */
export const settleSend: Rule<SettleSend, Settled> = {
  name: 'settleSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...(command.gap === undefined
      ? []
      : [sendKey(command, command.gap.txId), reservationKey(command, command.gap.next)]),
    ...paymentsOf(command),
  ],
  decide(view, command, env) {
    const send = view.find(sendKey(command, command.txId))
    if (send === undefined) return reject('tx.not.found', command.txId)
    const next = SEND_TRANSITIONS[send.status][command.event]
    const status = command.event === 'undone' && next !== undefined ? revived(view, send) : next
    const { reason, height, minedAs } = command
    if (status === undefined || isPaidElsewhere(view, send, command)) return accept({ send, credits: 0 }, [])
    const taken = isTaken({ status })
    const { minedAs: _, ...before } = taken ? unfilled(send) : send
    const settled: Send = {
      ...before,
      ...(height === undefined ? {} : { height }),
      ...(minedAs === undefined ? {} : { minedAs }),
      status,
      reason,
      due: taken ? 0 : send.due,
      updated: env.now,
    }
    const changes: Change[] = [{ type: 'send.updated', send: settled }]
    const pending = send.signature === null ? undefined : view.find(signatureKey(send.tenant, send.signature))
    if (isOver(settled)) {
      const freed = free(view, settled, pending, env)
      changes.push(...(command.gap === undefined ? freed : filled(view, settled, command.gap, freed, env)))
      changes.push(...dropped(view, settled))
    } else if (taken && pending?.status === 'pending') changes.push(completed(pending, send.txId))
    // What it leaves to its wallet has the other id, too; and of what it was to spend, that may have left some.
    if (status === 'final' && minedAs !== undefined) {
      changes.push(...dropped(view, settled))
      if (command.keeps !== true) changes.push(...released(view, settled))
      changes.push(...counted(settled, command))
    }
    const output: Settled = { send: settled, credits: taken ? send.due : 0 }
    if (settled.withdrawal === undefined) return accept(output, changes)
    const fork = view.fork()
    for (const change of changes) fork.apply(change)
    const isFailed = status === 'final' && command.failed === true
    return settledWithdrawal(fork, env, settled, isFailed, command.isBehind) ?? accept(output, fork.changes)
  },
}

const paymentsOf = ({ minedAs, counted, ...on }: SettleSend) =>
  minedAs === undefined || counted === undefined ? [] : [paymentKey(on, minedAs, counted)]

/** Whether what is mined in its place counts for another withdrawal, with its reservations, or since it was looked at. */
function isPaidElsewhere(view: View, send: Send, command: SettleSend): boolean {
  const { minedAs } = command
  if (minedAs === undefined) return false
  const row = rivals(view, send)
  return (
    paymentsOf(command).some((key) => view.find(key) !== undefined) ||
    row.some((one) => one.minedAs === minedAs && one.withdrawal !== send.withdrawal) ||
    row.some((one) => one.txId === minedAs && isForAnother(one, send))
  )
}

/** One of ours may have been named for something else since it was looked at. */
const isForAnother = ({ withdrawal, signature }: Send, send: Send): boolean =>
  withdrawal !== send.withdrawal && (withdrawal !== undefined || signature !== null)

/** From now on it pays its withdrawal, so that it pays no other one by the same output. */
const counted = ({ withdrawal }: Send, command: SettleSend): readonly Change[] =>
  withdrawal === undefined
    ? []
    : paymentsOf(command).map((key) => {
        const { type: _, ...place } = key
        return { type: 'claim.placed', claim: { ...place, holder: heldByWithdrawal(withdrawal) } }
      })
