/** Translates the commands of chains, as `translate` does those of the ledger. */
import {
  type AccountId,
  ADMITTED,
  type Change,
  cancelWithdrawal,
  completePendingSignature,
  completeWithdrawal,
  createPendingSignature,
  deletePendingSignature,
  type OnChain,
  pendWithdrawal,
  type Rule,
  recordSend,
  renewPendingSignature,
  reportSignatureErrors,
  type Send,
  type SignatureId,
  type StoreWithdrawal,
  sendWithdrawal,
  settleSend,
  sightWithdrawal,
  storeWithdrawal,
  type Withdrawal,
  type WithdrawalId,
} from '@tallystick/core'
import { type ChainCommand, type NewWithdrawal, UNSIGNED } from './command.js'
import { callerOf, type Labels } from './labels.js'
import { BUILT_IN, positive, VIRTUAL_SCALE } from './model/vocabulary.js'

const nothing = (): null => null
export const standing = ({ status, reason, due, replaces }: Send) => [status, reason, due, replaces]

const withdrawalSays = ({ status, txId, reverted }: Withdrawal) => [status, txId, reverted]

/** How every pending signature begins. */
export const WAITING = { hashes: ['wallet'], serialized: UNSIGNED, index: null, signatures: null } as const

/** One recipient gets all. */
function newWithdrawal(on: OnChain, asked: NewWithdrawal, labels: Labels): StoreWithdrawal {
  const amount = positive(asked.amount, BUILT_IN.get(asked.currency)?.scale ?? VIRTUAL_SCALE) ?? 1n
  return {
    tenant: on.tenant,
    chain: on.chain,
    network: on.network,
    account: labels.id(asked.account) as AccountId,
    currency: asked.currency,
    amount: asked.amount,
    fee: asked.fee,
    isFeeIncluded: asked.isFeeIncluded,
    wallet: asked.wallet,
    inputs: asked.inputs,
    payments: [{ address: 'recipient', amount: String(amount) }],
    address: 'recipient',
    multipleAmounts: null,
    attr: null,
    paymentId: null,
    senderNote: null,
    change: 0n,
    admission: ADMITTED,
  }
}

/** Takes any rule with its arguments. */
export type Use<Result> = <Asked, Output>(
  rule: Rule<Asked, Output>,
  asked: Asked,
  /** The answer of the call. */
  present: (output: Output) => unknown,
  /** Called when it is committed: the labels of what it created. */
  learn: (output: Output, changes: readonly Change[]) => void,
  /** In credits; 1 unless told otherwise. */
  price?: (output: Output) => number,
) => Result

export function translateOnChain<Result>(command: ChainCommand, labels: Labels, use: Use<Result>): Result {
  const { tenant } = command
  const { apiKey } = callerOf(tenant)
  const withdrawalId = (label: string): WithdrawalId => labels.id(label) as WithdrawalId
  const idOf = (label: string): SignatureId => labels.id(label) as SignatureId
  switch (command.type) {
    case 'recordSend': {
      const { type: _, signature, withdrawal, ...asked } = command
      const named = signature === null ? null : idOf(signature)
      const paid = withdrawal === null ? {} : { withdrawal: withdrawalId(withdrawal) }
      return use(recordSend, { ...asked, signature: named, ...paid, apiKey }, standing, nothing, () => 0)
    }
    case 'storeWithdrawal':
      return use(
        storeWithdrawal,
        newWithdrawal(command, command.withdrawal, labels),
        ({ id }) => id,
        ({ id }) => labels.give(command.withdrawal.as, id),
      )
    case 'sendWithdrawal': {
      const { type: _, withdrawal, ...send } = command
      return use(
        sendWithdrawal,
        {
          withdrawal: newWithdrawal(command, withdrawal, labels),
          send: { ...send, signature: null, apiKey },
        },
        (output) => standing(output.send),
        (output) => labels.give(withdrawal.as, output.withdrawal.id),
        () => 0,
      )
    }
    case 'pendWithdrawal': {
      const { type: _, as, withdrawal, ...asked } = command
      return use(
        pendWithdrawal,
        {
          withdrawal: newWithdrawal(command, withdrawal, labels),
          signature: { ...asked, ...WAITING },
        },
        ({ signature }) => signature.id,
        (output) => {
          labels.give(as, output.signature.id)
          labels.give(withdrawal.as, output.withdrawal.id)
        },
      )
    }
    case 'cancelWithdrawal': {
      const { type: _, withdrawal, forced, ...asked } = command
      const id = withdrawalId(withdrawal)
      const named = { ...asked, id, sentBySigner: [], ...(forced === null ? {} : { forced }) }
      return use(cancelWithdrawal, named, withdrawalSays, nothing)
    }
    case 'sightWithdrawal': {
      const { type: _, withdrawal, ...asked } = command
      return use(sightWithdrawal, { ...asked, id: withdrawalId(withdrawal) }, () => null, nothing)
    }
    case 'completeWithdrawal': {
      const { type: _, withdrawal, ...asked } = command
      return use(completeWithdrawal, { ...asked, id: withdrawalId(withdrawal) }, withdrawalSays, nothing)
    }
    case 'settleSend': {
      const { type: _, ...asked } = command
      return use(
        settleSend,
        asked,
        ({ send, credits }) => [...standing(send), credits],
        nothing,
        ({ credits }) => credits,
      )
    }
    case 'createPendingSignature': {
      const { type: _, as, ...asked } = command
      return use(
        createPendingSignature,
        { ...asked, ...WAITING, withdrawalId: null },
        ({ id }) => id,
        ({ id }) => labels.give(as, id),
      )
    }
    case 'renewPendingSignature': {
      const { type: _, signature, ...asked } = command
      return use(
        renewPendingSignature,
        { ...asked, notBefore: 0, id: idOf(signature) },
        ({ serialized, status, txId }) => [serialized, status, txId],
        nothing,
        () => 0,
      )
    }
    case 'completePendingSignature': {
      const asked = { tenant, network: command.network, id: idOf(command.signature), txId: command.txId }
      return use(completePendingSignature, asked, nothing, nothing)
    }
    case 'deletePendingSignature': {
      const { network, revert } = command
      const asked = { tenant, network, id: idOf(command.signature), revert, sentBySigner: [] }
      return use(deletePendingSignature, asked, nothing, nothing)
    }
    case 'reportSignatureErrors': {
      const errors = command.errors.map(({ signature, error }) => ({ id: idOf(signature), error }))
      const asked = { tenant, network: command.network, errors, sentBySigner: [] }
      return use(reportSignatureErrors, asked, ({ count }) => count, nothing)
    }
  }
}
