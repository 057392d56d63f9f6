/**
 * What docs/decisions/044-withdrawals.md says of withdrawals: who is charged, what a withdrawal holds, and what becomes
 * of it with its transactions. Money is on its account, in clearing, or outside, and nowhere else.
 */
import type { OnChain, Reservation, SettleSend } from '@tallystick/core'
import type { NewWithdrawal, WithdrawalLabel } from '../command.js'
import type { ModelReservation, ModelSend, ModelWithdrawal } from './sends.js'
import { type ModelAccount, type ModelState, Series } from './state.js'
import { BUILT_IN, type PossibleRefusal, parse, positive } from './vocabulary.js'

/** Where the money is. */
type Place = 'account' | 'clearing' | 'world'

export class WithdrawalModel {
  /** In the order they came to be. */
  readonly withdrawals: ModelWithdrawal[] = []
  private readonly byLabel = new Map<WithdrawalLabel, ModelWithdrawal>()

  constructor(private readonly state: ModelState) {}

  find(label: WithdrawalLabel): ModelWithdrawal | undefined {
    return this.byLabel.get(label)
  }

  /** Of the very tenant, chain and network. */
  on({ tenant, chain, network }: OnChain, label: WithdrawalLabel): ModelWithdrawal | null {
    const found = this.find(label)
    return found?.tenant === tenant && found.chain === chain && found.network === network ? found : null
  }

  /** @param claims The turn, and then the outputs */
  refusals(
    on: OnChain,
    asked: NewWithdrawal,
    claims: readonly ModelReservation[],
  ): readonly PossibleRefusal[] {
    const [turn, ...inputs] = claims
    const account = this.state.account(on.tenant, asked.account)
    const home = this.state.homes.get(on.tenant)
    const refusals: PossibleRefusal[] = [
      [
        home !== undefined && (home === 'mainnet') !== (on.network === 'mainnet'),
        'account.blockchain.testnet',
      ],
      [account?.active !== true, 'senderAccount.not.exists'],
      [turn?.holder !== null, 'withdrawal.pending'],
      [inputs.some(({ holder }) => holder !== null), 'claim.taken'],
    ]
    if (account === undefined) return refusals
    const { customer, currency } = account
    const cost = costOf(account, asked)
    const isTooMuch = cost !== null && cost.amount + cost.fee > this.state.available(account)
    return [
      ...refusals,
      [customer !== null && !(customer.enabled && customer.active), 'senderAccount.customer.disabled'],
      [account.frozen, 'senderAccount.frozen'],
      [!BUILT_IN.has(currency), 'withdrawal.account.virtual'],
      [currency !== asked.currency, 'transaction.currency.incompatible'],
      [positive(asked.amount, account.scale) === null, 'amount.format'],
      [asked.isFeeIncluded && parse(asked.fee, account.scale) === null, 'fee.format'],
      [isTooMuch, 'balance.insufficient'],
    ]
  }

  /** Nothing stands in its way. */
  store(
    { tenant, chain, network }: OnChain,
    asked: NewWithdrawal,
    claims: readonly ModelReservation[],
    oneCall: boolean,
  ): ModelWithdrawal {
    const account = this.state.account(tenant, asked.account) as ModelAccount
    const { amount, fee } = costOf(account, asked) ?? { amount: 0n, fee: 0n }
    const stored: ModelWithdrawal = {
      kind: 'withdrawal',
      label: asked.as,
      tenant,
      chain,
      network,
      status: 'InProgress',
      paidBy: null,
      sighted: [],
      signature: null,
      reverted: null,
      reason: null,
      account,
      amount,
      charged: amount + fee,
      claims: [...new Set(claims)],
      oneCall,
    }
    this.withdrawals.push(stored)
    this.byLabel.set(asked.as, stored)
    this.holdAgain(stored)
    this.move(stored, 'account', 'clearing', stored.charged)
    return stored
  }

  /** A transaction of it is recorded: others may have their turn. */
  linked(withdrawal: ModelWithdrawal, send: ModelSend): void {
    for (const claim of withdrawal.claims) if (claim.holder === withdrawal) claim.holder = null
    withdrawal.paidBy = send
    withdrawal.sighted = withdrawal.sighted.filter((one) => one !== send.txId)
    if (isSent(send)) this.leave(withdrawal)
  }

  /** Something became known of a transaction. What is cancelled stays so. */
  seen(send: ModelSend, others: readonly ModelSend[], { failed, event, isBehind }: SettleSend): void {
    const hasFailed = failed === true && event === 'final'
    const { withdrawal } = send
    if (withdrawal === null || withdrawal.status === 'Cancelled') return
    if (isLost(send)) {
      if (withdrawal.paidBy !== send) return
      withdrawal.paidBy = others.find((one) => one.withdrawal === withdrawal && !isLost(one)) ?? null
      if (withdrawal.paidBy === null) this.unpaid(withdrawal, send.reason, isBehind === true)
      return
    }
    if (!isSent(send)) return
    if (hasFailed && (withdrawal.sighted.length > 0 || isBehind === true)) {
      this.reopen(withdrawal)
      return
    }
    if (send.status !== 'sent' || withdrawal.paidBy === null) withdrawal.paidBy = send
    this.leave(withdrawal)
    if (hasFailed) this.comeBack(withdrawal, 'world', 'amount', send.reason)
  }

  /** Before anything is paid. */
  cancel(withdrawal: ModelWithdrawal, reverted: 'all' | 'amount', reason: string | null): void {
    for (const claim of withdrawal.claims) if (claim.holder === withdrawal) claim.holder = null
    const { signature } = withdrawal
    if (signature?.status === 'pending') {
      signature.status = 'deleted'
      for (const claim of signature.claims) if (claim.holder === signature) claim.holder = null
    }
    this.comeBack(withdrawal, 'clearing', reverted, reason)
  }

  /** No transaction of it can come into a block any more. */
  private unpaid(withdrawal: ModelWithdrawal, reason: string | null, isBehind: boolean): void {
    // "Nothing comes back while a transaction that nobody has recorded may have paid it."
    if (withdrawal.sighted.length > 0 || isBehind) this.reopen(withdrawal)
    else if (withdrawal.status === 'Done') this.comeBack(withdrawal, 'world', 'all', reason)
    else if (withdrawal.oneCall) this.cancel(withdrawal, 'all', reason)
    else this.holdAgain(withdrawal)
  }

  /** It is in progress, whatever a transaction of it seemed to have done. */
  private reopen(withdrawal: ModelWithdrawal): void {
    if (withdrawal.status === 'Done') this.move(withdrawal, 'world', 'clearing', withdrawal.charged)
    Object.assign(withdrawal, { status: 'InProgress', paidBy: null })
    this.holdAgain(withdrawal)
  }

  private holdAgain(withdrawal: ModelWithdrawal): void {
    for (const claim of withdrawal.claims) claim.holder ??= withdrawal
  }

  /** The money leaves the ledger, once. */
  private leave(withdrawal: ModelWithdrawal): void {
    for (const claim of withdrawal.claims) if (claim.holder === withdrawal) claim.holder = null
    if (withdrawal.status === 'Done') return
    withdrawal.status = 'Done'
    this.move(withdrawal, 'clearing', 'world', withdrawal.charged)
  }

  private comeBack(
    withdrawal: ModelWithdrawal,
    from: 'clearing' | 'world',
    reverted: 'all' | 'amount',
    reason: string | null,
  ): void {
    const back = reverted === 'all' ? withdrawal.charged : withdrawal.amount
    this.move(withdrawal, from, 'account', back)
    // The fee is spent, wherever it was.
    if (from === 'clearing') this.move(withdrawal, from, 'world', withdrawal.charged - back)
    Object.assign(withdrawal, { status: 'Cancelled', reverted, reason })
  }

  private move({ account }: ModelWithdrawal, from: Place, to: Place, amount: bigint): void {
    if (amount === 0n) return
    // What is outside is counted by what has come in from there.
    this.series(account, from).add(from === 'world' ? amount : -amount)
    this.series(account, to).add(to === 'world' ? -amount : amount)
  }

  private series(account: ModelAccount, place: Place): Series {
    if (place === 'account') return account.movements
    const name = `${account.tenant}/${account.currency}`
    const all = this.state[place]
    const known = all.get(name) ?? new Series()
    all.set(name, known)
    return known
  }
}

/** A node has it, and nothing takes its place. */
const isSent = ({ status }: ModelSend): boolean => ['sent', 'confirmed', 'final'].includes(status)
const isLost = ({ status }: ModelSend): boolean => status === 'refused' || status === 'dead'

function costOf({ scale }: ModelAccount, { amount, fee, isFeeIncluded }: NewWithdrawal) {
  const units = positive(amount, scale)
  const paid = isFeeIncluded ? parse(fee, scale) : 0n
  return units === null || paid === null ? null : { amount: units, fee: paid }
}

/** As the ledger names it. */
export const turnOf = ({ currency, wallet }: NewWithdrawal): Reservation => ({
  owner: `turn ${currency} ${wallet}`,
  index: 0n,
})
