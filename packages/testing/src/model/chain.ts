/** All commands on chains: transactions, pending signatures, and the withdrawals that they pay. */
import type { AccountLabel, ChainCommand } from '../command.js'
import { type CommandOf, done, haveSame, no, refusalOf, SendModel, standing } from './sending.js'
import { type ModelWithdrawal, rowOf, type Thing } from './sends.js'
import type { Verdict } from './vocabulary.js'
import { turnOf } from './withdrawals.js'

/** What an answer shows of a withdrawal. */
const withdrawalSays = ({ status, paidBy, reverted }: ModelWithdrawal) => [
  status,
  paidBy?.txId ?? null,
  reverted,
]

export class ChainModel extends SendModel {
  run(command: ChainCommand): Verdict {
    switch (command.type) {
      case 'recordSend':
        return this.record(command)
      case 'settleSend':
        return this.settle(command)
      case 'createPendingSignature':
        return this.create(command)
      case 'renewPendingSignature':
        return this.renew(command)
      case 'completePendingSignature':
        return this.confirm(command)
      case 'deletePendingSignature':
        return this.delete(command)
      case 'reportSignatureErrors':
        return this.report(command)
      case 'storeWithdrawal':
      case 'sendWithdrawal':
      case 'pendWithdrawal':
        return this.store(command)
      case 'cancelWithdrawal':
        return this.cancel(command)
      case 'sightWithdrawal': {
        const withdrawal = this.seenWithdrawal(command)
        if (withdrawal === null) return no('withdrawal.missing')
        const { txId, isOpen } = command
        const others = withdrawal.sighted.filter((one) => one !== txId)
        const isOwn = isOpen && withdrawal.paidBy?.txId === txId
        if (withdrawal.status !== 'Cancelled' && !isOwn && withdrawal.sighted.includes(txId) !== isOpen)
          withdrawal.sighted = isOpen ? [...others, txId] : others
        return done(null)
      }
      case 'completeWithdrawal': {
        const withdrawal = this.seenWithdrawal(command)
        if (withdrawal === null) return no('withdrawal.missing')
        const isPaid = withdrawal.status === 'Done' && withdrawal.paidBy?.txId === command.txId
        return isPaid ? done(withdrawalSays(withdrawal)) : no('withdrawal.unexpected.state')
      }
    }
  }

  /** What a command bears on: what it names, what that replaces, and what those were signed for. */
  around(command: ChainCommand): readonly Thing[] {
    const things: (Thing | null | undefined)[] = []
    if ('txId' in command && 'chain' in command) {
      const send = this.find(command, command.txId)
      things.push(send, send?.signature, send?.replaces?.signature, ...rowOf(send))
    }
    if (command.type === 'createPendingSignature') things.push(this.byLabel.get(command.as))
    if ('signature' in command) things.push(this.byLabel.get(command.signature ?? ''))
    if ('errors' in command)
      things.push(...command.errors.map(({ signature }) => this.byLabel.get(signature)))
    if (command.type === 'pendWithdrawal') things.push(this.byLabel.get(command.as))
    const withdrawal = this.withdrawalOf(command)
    things.push(withdrawal, withdrawal?.signature, withdrawal?.paidBy)
    return things.filter((thing) => thing !== null && thing !== undefined)
  }

  /** The account whose money a command moves. */
  accountsOf(command: ChainCommand): readonly AccountLabel[] {
    const asked = 'withdrawal' in command ? command.withdrawal : null
    const account = this.withdrawalOf(command)?.account.label
    if (asked !== null && typeof asked === 'object') return [asked.account]
    return account === undefined ? [] : [account]
  }

  /** The withdrawal that a command bears on. */
  private withdrawalOf(command: ChainCommand): ModelWithdrawal | undefined {
    if ('withdrawal' in command && command.withdrawal !== null) {
      const { withdrawal } = command
      return this.paying.find(typeof withdrawal === 'string' ? withdrawal : withdrawal.as)
    }
    const signature = 'signature' in command ? this.byLabel.get(command.signature ?? '') : undefined
    const send = 'txId' in command && 'chain' in command ? this.find(command, command.txId) : undefined
    return signature?.withdrawal ?? send?.withdrawal ?? undefined
  }

  // ---- withdrawals

  /** Alone, or with its transaction or pending signature. */
  private store(command: CommandOf<'storeWithdrawal' | 'sendWithdrawal' | 'pendWithdrawal'>): Verdict {
    const { withdrawal: asked } = command
    const turn = this.claim(command, turnOf(asked))
    const claims = [turn, ...this.reservationsOf({ ...command, claims: asked.inputs })]
    const refused = refusalOf(this.paying.refusals(command, asked, claims))
    if (refused !== null) return refused
    if (command.type === 'storeWithdrawal') {
      this.paying.store(command, asked, claims, false)
      return done(undefined)
    }
    const [, ...inputs] = claims
    const own = this.reservationsOf(command)
    const isOther = refusalOf([[inputs.length > 0 && !haveSame(inputs, own), 'transaction.invalid.body']])
    if (isOther !== null) return isOther
    if (command.type === 'pendWithdrawal') {
      const refused = this.cannotPend(command)
      if (refused !== null) return refused
      const stored = this.paying.store(command, asked, claims, false)
      // The key-management system has the outputs until there is a transaction.
      for (const claim of own) if (claim.holder === stored) claim.holder = null
      stored.signature = this.begun(command, own, stored)
      return done(undefined)
    }
    const fresh = { ...command, fresh: true }
    const cannot = refusalOf(this.recordingRefusals(fresh, null, null))
    if (cannot !== null) return cannot
    const stored = this.paying.store(command, asked, claims, true)
    for (const claim of own) if (claim.holder === stored) claim.holder = null
    return done(standing(this.complete(fresh, null, stored)), 0)
  }

  private cancel(command: CommandOf<'cancelWithdrawal'>): Verdict {
    const withdrawal = this.seenWithdrawal(command)
    if (withdrawal === null) return no('withdrawal.missing')
    if (withdrawal.status === 'Cancelled') return done(withdrawalSays(withdrawal))
    const isSeen = withdrawal.paidBy !== null || withdrawal.sighted.length > 0
    const mayBePaid = isSeen && command.forced === null
    const refused = refusalOf([
      [withdrawal.status === 'Done' || mayBePaid, 'withdrawal.not.cancelled.transaction.failed'],
    ])
    if (refused !== null) return refused
    this.paying.cancel(withdrawal, command.revert ? 'all' : 'amount', command.forced)
    return done(withdrawalSays(withdrawal))
  }

  private seenWithdrawal(
    command: CommandOf<'cancelWithdrawal' | 'completeWithdrawal' | 'sightWithdrawal'>,
  ): ModelWithdrawal | null {
    const found = this.paying.find(command.withdrawal)
    const isSeen = (found?.network === 'mainnet') === (command.network === 'mainnet')
    return found?.tenant === command.tenant && isSeen ? found : null
  }
}
