/**
 * Sends of every family: what `.performed` operations record, and what they do with it. A transaction that the
 * call has signed, or that was signed elsewhere, is recorded and then delivered; one that a key-management
 * system is to sign is recorded and waits. A send is charged when a node has it: one that is refused costs
 * nothing.
 */
import {
  type CreatePendingSignature,
  createPendingSignature,
  type PendingSignature,
  type RecordSend,
  type RejectionCode,
  recordSend,
  type Send,
  type SignatureId,
} from '@tallystick/core'
import { type Chain, type ChainId, type Claim, deliveryCodes, Rejected, type Signed } from '@tallystick/engine'
import type { CallContext } from '../operation.js'
import type { Prepared } from '../performed.js'
import { BUILD_CODES, NODE_CODES } from './faults.js'

/** What is kept of a send under its idempotency key, and answered. */
export interface SentTx {
  readonly txId: string
}
export interface AwaitsSignature {
  readonly signatureId: string
}

/** What an operation that signs with a key of the call may answer beside its own refusals. */
export const sendCodes = (chain: ChainId): readonly RejectionCode[] => [
  ...BUILD_CODES,
  'claim.taken',
  'private.key.testnet.only',
  ...deliveryCodes(chain),
  ...NODE_CODES,
]

/** What an operation that leaves the signature to a key-management system may answer beside its own refusals. */
export const pendingCodes: readonly RejectionCode[] = [...BUILD_CODES, 'claim.taken', ...NODE_CODES]

/** What an operation that broadcasts may answer. */
export const broadcastCodes = (chain: ChainId): readonly RejectionCode[] => [
  'transaction.invalid.body',
  'kms.missing',
  'kms.unexpected.state',
  'claim.taken',
  ...deliveryCodes(chain),
  ...NODE_CODES,
]

export interface SendOptions {
  /** Of the call, once a node has the transaction. */
  readonly credits: number
  /** The pending signature that it is. */
  readonly signature?: string | undefined
  /** Takes over what a transaction of ours that is not confirmed has claimed. */
  readonly replaces?: boolean
}

/** The recording of a signed transaction. */
export function signedSend(
  { engine, caller }: CallContext,
  chain: Chain,
  { raw, txId }: Signed,
  claims: readonly Claim[],
  { credits, signature, replaces = false }: SendOptions,
): Prepared<RecordSend, Send, SentTx> {
  return {
    rule: recordSend,
    command: {
      ...engine.sends.place(caller.tenant, chain, caller.network),
      txId,
      raw,
      claims,
      signature: signature === undefined ? null : (signature as SignatureId),
      replaces,
      apiKey: caller.apiKey,
      credits,
    },
    present: (send) => ({ txId: send.txId }),
    credits: 0,
  }
}

export type Pending = Pick<CreatePendingSignature, 'hashes' | 'serialized' | 'claims'> &
  Partial<Pick<CreatePendingSignature, 'index' | 'signatures' | 'replaces' | 'withdrawalId'>>

/** The recording of a transaction that waits for its signature. */
export function pendingSend(
  { engine, caller }: CallContext,
  chain: Chain,
  pending: Pending,
): Prepared<CreatePendingSignature, PendingSignature, AwaitsSignature> {
  return {
    rule: createPendingSignature,
    command: {
      index: null,
      signatures: null,
      replaces: false,
      withdrawalId: null,
      ...pending,
      ...engine.sends.place(caller.tenant, chain, caller.network),
    },
    present: ({ id }) => ({ signatureId: id }),
  }
}

/**
 * The recording of a transaction that somebody else has signed: read, and recorded with what it claims.
 * @throws BadTransaction when it is not one of the chain
 */
export function foreignSend(
  context: CallContext,
  chain: Chain,
  raw: string,
  options: SendOptions,
): Prepared<RecordSend, Send, SentTx> {
  const { txId, claims } = chain.codec.inspect(raw)
  return signedSend(context, chain, { raw, txId }, claims, options)
}

/** Delivers what is recorded, by this call or by the same call repeated. @throws Rejected see `Sends.deliver` */
export async function deliverSend({ engine, caller }: CallContext, chain: Chain, { txId }: SentTx): Promise<SentTx> {
  const place = engine.sends.place(caller.tenant, chain, caller.network)
  const send = await engine.query.send(place, txId)
  if (send === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
  return { txId: await engine.sends.deliver(chain, send) }
}
