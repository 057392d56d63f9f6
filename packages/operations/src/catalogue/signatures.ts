import {
  deletePendingSignature,
  type PendingSignature,
  reportSignatureErrors,
  type SignatureId,
  sendKey,
  signatureKey,
} from '@tallystick/core'
import { mustBeLookedFor, SENT_BY_SIGNER } from '@tallystick/custody'
import { pendingSignatures } from '@tallystick/engine'
import Type from 'typebox'
import { COMPLETE_CODES, completing, pendingOf } from '../chains/complete.js'
import { NODE_CODES } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import {
  KmsBatchErrors,
  KmsChain,
  KmsSignatureIds,
  PendingId,
  PendingTransaction,
  SentTxId,
} from '../models/signature.js'
import { offeredOf, presentOne, presentPending } from '../offchain/pending.js'
import { empty, operation } from '../operation.js'
import { flat, perItem, unstated } from '../price.js'
import { optional } from '../wire/fields.js'

const KMS = '/v3/kms'
const COMPLETE_CREDITS = 2
/** Signatures per read. */
const PAGE = 500
/** Signatures per answer. The others follow when these are signed or deleted, or if the call names their wallets. */
const MOST_PENDING = 2_500
/** Wallets per credit. */
const IDS_PER_CREDIT = 500

export const getPendingTransactionToSign = operation({
  id: 'getPendingTransactionToSign',
  area: 'Key Management System',
  method: 'GET',
  path: `${KMS}/{id}`,
  summary: 'Returns a pending signature',
  description: 'Includes completed ones. txId is present once a node has had the transaction.',
  price: flat(1),
  params: { id: PendingId },
  output: PendingTransaction,
  errors: ['kms.missing'],
}).read(async (context, { id }) => {
  const pending = await pendingOf(context, id)
  if (pending.txId === null) return presentOne(context, pending)
  // A recorded transaction may not be sent yet. Nothing is due once a node has had it.
  const send = await context.engine.query.find(sendKey(pending, pending.txId))
  const isSent = pending.status === 'complete' && (send === undefined || send.due === 0)
  return presentOne(context, isSent ? pending : { ...pending, txId: null })
})

export const getPendingTransactionsToSign = operation({
  id: 'getPendingTransactionsToSign',
  area: 'Key Management System',
  method: 'GET',
  path: `${KMS}/pending/{chain}`,
  summary: 'Returns the pending signatures of a chain',
  description: 'Returns those on the network of the API key. A testnet key returns those of every testnet.',
  price: flat(1),
  params: { chain: KmsChain },
  query: {
    signatures: optional(Type.String({ description: 'IDs of wallets, separated by commas' })),
  },
  output: Type.Array(PendingTransaction),
  errors: [],
}).read((context, { chain, signatures }) =>
  listPending(context, chain, signatures === undefined ? null : signatures.split(',')),
)

export const receivePendingTransactionsToSign = operation({
  id: 'receivePendingTransactionsToSign',
  area: 'Key Management System',
  method: 'POST',
  path: `${KMS}/pending/{chain}`,
  summary: 'Returns the pending signatures of a chain for many wallets',
  description:
    'Key-management systems use this call from version 5 on; older ones use GET on this path. An empty list of wallets returns nothing.',
  price: perItem(
    0,
    1,
    `${IDS_PER_CREDIT} signature IDs`,
    ({ signatureIds = [] }: { readonly signatureIds?: readonly string[] }) =>
      Math.max(1, Math.ceil(signatureIds.length / IDS_PER_CREDIT)),
  ),
  params: { chain: KmsChain },
  body: KmsSignatureIds,
  bodyOptional: true,
  output: Type.Array(PendingTransaction),
  errors: [],
}).read((context, { chain, signatureIds }) => listPending(context, chain, signatureIds ?? null))

export const completePendingSignature = operation({
  id: 'completePendingSignature',
  area: 'Key Management System',
  method: 'PUT',
  path: `${KMS}/{id}/{txId}`,
  summary: 'Completes a pending signature',
  description:
    'Use it for a transaction that the key-management system sent itself; the broadcast operation of the chain completes the ones that it sends. A node must have the transaction, and the transaction must do what was requested. If no node has it, the call is refused and the signature stays pending. A repeated call changes nothing.',
  price: flat(COMPLETE_CREDITS),
  params: { id: PendingId, txId: SentTxId },
  output: null,
  errors: COMPLETE_CODES,
}).twoPhase(completing(COMPLETE_CREDITS))

export const deletePendingTransactionToSign = operation({
  id: 'deletePendingTransactionToSign',
  area: 'Key Management System',
  method: 'DELETE',
  path: `${KMS}/{id}`,
  summary: 'Deletes a pending signature',
  description:
    'Releases the outputs or the nonce of its transaction, and cancels its withdrawal. A signed one cannot be deleted, nor one of a withdrawal on XRP or Stellar while the service is more than 20 blocks behind the chain. On Solana, where the system sends transactions itself, the signature is not listed any more at once, and deleted when a node has proven that it was not sent. If it was sent, it is completed.',
  price: flat(2),
  params: { id: PendingId },
  query: {
    revert: optional(
      Type.Boolean({
        default: true,
        description: 'False: its withdrawal gets back only the amount, not the fee',
      }),
    ),
  },
  output: null,
  errors: [
    'kms.missing',
    'kms.unexpected.state',
    'withdrawal.not.cancelled.transaction.failed',
    ...NODE_CODES,
  ],
}).command(
  deletePendingSignature,
  ({ id, revert = true }, { tenant, network }) => ({
    tenant,
    network,
    id: id as SignatureId,
    revert,
    sentBySigner: SENT_BY_SIGNER,
  }),
  empty,
  {
    async before(context, { id }) {
      const pending = await context.engine.query.find(signatureKey(context.caller.tenant, id as SignatureId))
      if (pending?.status === 'pending' && pending.withdrawalId !== null)
        await mustBeLookedFor(context, pending.withdrawalId)
    },
  },
)

export const kmsReportErrors = operation({
  id: 'kmsReportErrors',
  area: 'Key Management System',
  method: 'POST',
  path: '/v3/tatum/kms/batch',
  summary: 'Reports pending signatures that could not be signed',
  description:
    'They stay pending. Signed, completed, deleted and unknown ones are ignored. On Solana, where the system sends transactions itself, one is listed again only after a node has proven that it was not sent. If it was sent, it is completed.',
  price: unstated(1),
  body: KmsBatchErrors,
  output: null,
  errors: [],
}).repeated(
  reportSignatureErrors,
  ({ errors }, { tenant, network }, before) => ({
    tenant,
    network,
    errors: errors.map(({ signatureId, error }) => ({ id: signatureId as SignatureId, error })),
    sentBySigner: SENT_BY_SIGNER,
    from: before?.next ?? 0,
  }),
  empty,
)

/**
 * The oldest first. The list must be longer than any signer's backlog, so that no signature hides behind others that
 * cannot be signed.
 */
async function listPending(context: CallContext, chain: string, hashes: readonly string[] | null) {
  const { engine, caller } = context
  const list: PendingSignature[] = []
  for (let last: PendingSignature | undefined; ; ) {
    const page = await pendingSignatures(
      engine.query,
      caller.tenant,
      { chain, network: caller.network, hashes, now: engine.now() },
      last === undefined ? { limit: PAGE } : { after: last.id, limit: PAGE },
    )
    last = page.at(-1)
    list.push(...(await offeredOf(context, page)))
    if (page.length < PAGE || list.length >= MOST_PENDING) return presentPending(context, list)
  }
}
