/** Stores a withdrawal: charges its account, and takes its turn and the outputs that it will spend. */
import { type Account, available } from '../account/account.js'
import { VIRTUAL_PREFIX } from '../currency/currency.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import { systemAccountId, type WithdrawalId } from '../ids.js'
import { accountKey, homeNetworkKey, reservationKey } from '../key.js'
import { amountOf } from '../ledger/post.js'
import { type Amount, parseDecimal } from '../money.js'
import { type Admission, admissionKeys, admit } from '../policy/admission.js'
import { distinct } from '../send/reservation.js'
import { isOfNetwork } from '../signature/signature.js'
import type { View } from '../view.js'
import { hold } from './hold.js'
import { charge } from './postings.js'
import { turnOf, type Withdrawal, type WithdrawalPayment } from './withdrawal.js'

/** What the caller said, and what custody found for it. */
export interface StoreWithdrawal
  extends Pick<
    Withdrawal,
    | 'tenant'
    | 'chain'
    | 'network'
    | 'account'
    | 'currency'
    | 'payments'
    | 'address'
    | 'multipleAmounts'
    | 'attr'
    | 'paymentId'
    | 'senderNote'
    | 'wallet'
    | 'inputs'
    | 'change'
    | 'headHeight'
    | 'headHash'
  > {
  /** Unsigned decimal text: what all recipients get together. */
  readonly amount: string
  /** Unsigned decimal text, in the coin of the chain. */
  readonly fee: string
  /** False: the fee is another asset than the currency, and the account does not pay it. */
  readonly isFeeIncluded: boolean
  readonly admission: Admission
}

/** Output: the withdrawal. It is refused as `claim.taken` if another transaction uses one of its outputs meanwhile. */
export const storeWithdrawal: Rule<StoreWithdrawal, Withdrawal> = {
  name: 'storeWithdrawal',
  needs: (command) => [
    accountKey(command.tenant, command.account),
    accountKey(command.tenant, systemAccountId(command.tenant, 'clearing', command.currency)),
    homeNetworkKey(command.tenant),
    ...admissionKeys(command.tenant, command.admission),
    ...[turnOf(command), ...command.inputs].map((claim) => reservationKey(command, claim)),
  ],
  decide: (view, command, env) => store(view, command, env, false),
}

/** @param oneCall Its transaction is stored in the same commit */
export function store(
  view: View,
  command: StoreWithdrawal,
  env: Env,
  oneCall: boolean,
): Decision<Withdrawal> {
  const paid = priced(view, command)
  if ('accepted' in paid) return paid
  const { account, amount, charged } = paid
  const withdrawal: Withdrawal = {
    tenant: command.tenant,
    chain: command.chain,
    network: command.network,
    id: env.newId() as WithdrawalId,
    account: account.id,
    currency: account.currency,
    scale: account.scale,
    amount,
    fee: command.fee,
    charged,
    payments: command.payments,
    address: command.address,
    multipleAmounts: command.multipleAmounts,
    attr: command.attr,
    paymentId: command.paymentId,
    senderNote: command.senderNote,
    wallet: command.wallet,
    inputs: distinct(command.inputs),
    change: command.change,
    oneCall,
    verdict: command.admission.verdict,
    reference: env.newReference(),
    created: env.now,
    status: 'InProgress',
    txId: null,
    signature: null,
    reverted: null,
    reason: null,
    updated: env.now,
    ...headOf(command),
  }
  const fork = view.fork()
  const refused = charge(fork, env, withdrawal, account) ?? takenBefore(view, command)
  if (refused !== undefined) return refused
  const admitted = admit(view, env, command.tenant, command.admission)
  if ('accepted' in admitted) return admitted
  for (const change of admitted) fork.apply(change)
  fork.apply({ type: 'withdrawal.stored', withdrawal })
  hold(fork, withdrawal)
  return accept(withdrawal, fork.changes)
}

const headOf = ({ headHeight, headHash }: StoreWithdrawal): Pick<Withdrawal, 'headHeight' | 'headHash'> =>
  headHeight === undefined || headHash === undefined ? {} : { headHeight, headHash }

interface Priced {
  readonly account: Account
  readonly amount: Amount
  readonly charged: Amount
}

/** The account, and what it pays; refused if it may or can not. */
function priced(view: View, command: StoreWithdrawal): Priced | Refusal {
  const home = view.find(homeNetworkKey(command.tenant))
  if (home !== undefined && !isOfNetwork(command.network, home.network)) {
    return reject('account.blockchain.testnet', `the accounts of this tenant hold coins of ${home.network}`)
  }
  const account = view.account(command.tenant, command.account)
  if (account === undefined || !account.active) return reject('senderAccount.not.exists', command.account)
  const customer = view.customerOf(account)
  if (customer !== undefined && !(customer.enabled && customer.active)) {
    return reject('senderAccount.customer.disabled', customer.id)
  }
  if (account.frozenBy !== null) return reject('senderAccount.frozen', account.id)
  if (account.currency.startsWith(VIRTUAL_PREFIX)) {
    return reject('withdrawal.account.virtual', account.currency)
  }
  if (account.currency !== command.currency) {
    return reject('transaction.currency.incompatible', `${account.currency} to ${command.currency}`)
  }
  const amount = amountOf(account, command.amount)
  if (typeof amount !== 'bigint') return amount
  const unequal = differing(amount, command.payments)
  if (unequal !== undefined) return reject('amount.format', unequal)
  const fee = command.isFeeIncluded ? parseDecimal(command.fee, account.scale) : NO_FEE
  if (!fee.ok) return reject('fee.format', `${account.currency} has ${account.scale} decimals`)
  const charged = amount + fee.amount
  if (available(account, customer) < charged) return reject('balance.insufficient', account.id)
  return { account, amount, charged }
}

const NO_FEE = { ok: true, amount: 0n } as const

/** Why the recipients do not get the amount; undefined if they do. */
function differing(amount: Amount, payments: readonly WithdrawalPayment[]): string | undefined {
  const amounts = payments.map((payment) => BigInt(payment.amount))
  if (amounts.some((one) => one <= 0n)) return 'a recipient gets nothing'
  const sum = amounts.reduce((all, one) => all + one, 0n)
  return sum === amount ? undefined : 'the amounts of the recipients do not add up to it'
}

/** Somebody else has the turn, or an output. */
function takenBefore(view: View, command: StoreWithdrawal): Refusal | undefined {
  const turn = view.find(reservationKey(command, turnOf(command)))
  if (turn !== undefined) return reject('withdrawal.pending', turn.holder.slice(turn.holder.indexOf(':') + 1))
  const input = command.inputs.find((one) => view.find(reservationKey(command, one)) !== undefined)
  return input === undefined ? undefined : reject('claim.taken', `${input.owner} ${input.index}`)
}
