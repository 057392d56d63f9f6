/** Translates the commands of chains, as `translate` does those of the ledger. */
import {
  type Change,
  completePendingSignature,
  createPendingSignature,
  deletePendingSignature,
  type Rule,
  recordSend,
  renewPendingSignature,
  reportSignatureErrors,
  type Send,
  type SignatureId,
  settleSend,
} from '@tallystick/core'
import { type ChainCommand, UNSIGNED } from './command.js'
import { callerOf, type Labels } from './labels.js'

const nothing = (): null => null
const standing = ({ status, reason, due, replaces }: Send) => [status, reason, due, replaces]

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
  const idOf = (label: string): SignatureId => labels.id(label) as SignatureId
  switch (command.type) {
    case 'recordSend': {
      const { type: _, signature, ...asked } = command
      const named = signature === null ? null : idOf(signature)
      const { apiKey } = callerOf(tenant)
      return use(recordSend, { ...asked, signature: named, apiKey }, standing, nothing, () => 0)
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
      const unsigned = {
        hashes: ['wallet'],
        serialized: UNSIGNED,
        index: null,
        signatures: null,
        withdrawalId: null,
      }
      return use(
        createPendingSignature,
        { ...asked, ...unsigned },
        ({ id }) => id,
        ({ id }) => labels.give(as, id),
      )
    }
    case 'renewPendingSignature': {
      const { type: _, signature, ...asked } = command
      return use(
        renewPendingSignature,
        { ...asked, id: idOf(signature) },
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
      const asked = { tenant, network: command.network, id: idOf(command.signature) }
      return use(deletePendingSignature, asked, nothing, nothing)
    }
    case 'reportSignatureErrors': {
      const errors = command.errors.map(({ signature, error }) => ({ id: idOf(signature), error }))
      return use(reportSignatureErrors, { tenant, network: command.network, errors }, (kept) => kept, nothing)
    }
  }
}
