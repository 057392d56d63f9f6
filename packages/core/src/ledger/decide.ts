/** Payments between accounts: a single one, or a batch that settles as a whole or not at all. */
import { available } from '../account/account.js'
import type { Blockage } from '../blockage/blockage.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, Reference, TenantId } from '../ids.js'
import { accountKey } from '../key.js'
import type { View } from '../view.js'
import type { EntryDetails } from './entry.js'
import { amountOf, post } from './post.js'

/** The sender's description of one payment. */
export interface PaymentOrder {
  readonly recipient: AccountId
  /** Unsigned decimal text in the currency of the sender. */
  readonly amount: string
  readonly anonymous: boolean
  /** Plain decimal; null uses the virtual currency's own rate. */
  readonly baseRate: string | null
  readonly details: EntryDetails | null
}

export interface Pay {
  readonly tenant: TenantId
  readonly sender: AccountId
  readonly order: PaymentOrder
}

export interface PayBatch {
  readonly tenant: TenantId
  readonly sender: AccountId
  readonly orders: readonly PaymentOrder[]
}

/** A payment that names its sender. */
export interface LinkedPayment {
  readonly sender: AccountId
  readonly order: PaymentOrder
}

export interface PayLinked {
  readonly tenant: TenantId
  readonly payments: readonly LinkedPayment[]
}

/** Moves funds between two accounts of one currency, immediately. Output: the payment's reference. */
export const pay: Rule<Pay, Reference> = {
  name: 'pay',
  needs: (command) => [
    accountKey(command.tenant, command.sender),
    accountKey(command.tenant, command.order.recipient),
  ],
  decide: (view, command, env) => settlePayment(view, env, command.tenant, command.sender, command.order),
}

/**
 * Several payments of one sender, settled as a whole or not at all. The result equals that of the single payments one
 * after another: each is decided on the state after the previous one. Output: their references in order. A refusal
 * names the index.
 */
export const payBatch: Rule<PayBatch, readonly Reference[]> = {
  name: 'payBatch',
  needs: (command) => [
    accountKey(command.tenant, command.sender),
    ...command.orders.map((order) => accountKey(command.tenant, order.recipient)),
  ],
  decide(view, { tenant, sender, orders }, env) {
    if (view.account(tenant, sender)?.active !== true && orders.length === 0) {
      return reject('senderAccount.not.exists', sender)
    }
    return settleAll(view, env, { tenant, payments: orders.map((order) => ({ sender, order })) })
  },
}

/**
 * Several payments, each with its own sender and in its own currency, settled as a whole or not at all: the two sides of
 * a trade, a payment and its fee. They are decided one after another, as `payBatch` decides. Output: their references
 * in order. A refusal names the index.
 */
export const payLinked: Rule<PayLinked, readonly Reference[]> = {
  name: 'payLinked',
  needs: ({ tenant, payments }) =>
    payments.flatMap(({ sender, order }) => [
      accountKey(tenant, sender),
      accountKey(tenant, order.recipient),
    ]),
  decide: (view, command, env) => settleAll(view, env, command),
}

function settleAll(view: View, env: Env, { tenant, payments }: PayLinked): Decision<readonly Reference[]> {
  const fork = view.fork()
  const references: Reference[] = []
  for (const [index, { sender, order }] of payments.entries()) {
    const decision = settlePayment(fork, env, tenant, sender, order)
    if (!decision.accepted) return { accepted: false, rejection: { ...decision.rejection, index } }
    for (const change of decision.changes) fork.apply(change)
    references.push(decision.output)
  }
  return accept(references, fork.changes)
}

/** The rule of one payment, shared by `pay`, `payBatch`, `payLinked` and `payFromBlockage`. */
export function settlePayment(
  view: View,
  env: Env,
  tenant: TenantId,
  senderId: AccountId,
  order: PaymentOrder,
  hold?: Blockage,
): Decision<Reference> {
  if (senderId === order.recipient) return sameAccount
  const sender = view.account(tenant, senderId)
  if (sender === undefined || !sender.active) return reject('senderAccount.not.exists', senderId)
  const recipient = view.account(tenant, order.recipient)
  if (recipient === undefined || !recipient.active)
    return reject('recipientAccount.not.exists', order.recipient)
  const customer = view.customerOf(sender)
  if (customer !== undefined && !(customer.enabled && customer.active)) {
    return reject('senderAccount.customer.disabled', customer.id)
  }
  if (sender.frozenBy !== null) return reject('senderAccount.frozen', sender.id)
  if (sender.currency !== recipient.currency) {
    return reject('transaction.currency.incompatible', `${sender.currency} to ${recipient.currency}`)
  }
  const amount = amountOf(sender, order.amount)
  if (typeof amount !== 'bigint') return amount
  if (hold !== undefined && amount > hold.amount) return reject('blockage.amount.exceeded', hold.id)
  if (available(sender, customer) < amount) return reject('balance.insufficient', sender.id)

  const reference = env.newReference()
  const posted = post(view, env, {
    operation: 'PAYMENT',
    reference,
    debit: sender,
    credit: recipient,
    amount,
    anonymous: order.anonymous,
    baseRate: order.baseRate,
    details: order.details,
  })
  if ('accepted' in posted) return posted
  return accept(reference, [posted])
}

/**
 * A payment to the own account moves nothing. The documented API has no code for it, so it is refused as an invalid
 * request.
 */
const sameAccount: Refusal = {
  accepted: false,
  rejection: {
    code: 'validation.failed',
    violations: [
      {
        target: 'body',
        property: 'recipientAccountId',
        constraints: { differs: 'recipientAccountId must differ from the sender account' },
      },
    ],
  },
}
