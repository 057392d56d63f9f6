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
import {
  BadTransaction,
  type Chain,
  type ChainId,
  type Claim,
  deliveryCodes,
  refusal,
  type Signed,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../operation.js'
import type { Prepared } from '../performed.js'
import { NODE_CODES } from './faults.js'

/** What is kept of a send under its idempotency key, and answered. */
export interface SentTx {
  readonly txId: string
  /** When it was begun (`Send.created`); not kept by earlier releases. */
  readonly begun?: number
}
export interface AwaitsSignature {
  readonly signatureId: string
}

/**
 * What an operation that signs with a key of the call may answer.
 * @param build Those of `BUILD_CODES` that the family has, and the operation's own
 */
export const sendCodes = (chain: ChainId, build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  'private.key.testnet.only',
  ...deliveryCodes(chain),
  ...NODE_CODES,
]

/** What an operation that leaves the signature to a key-management system may answer. */
export const pendingCodes = (build: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...build,
  'claim.taken',
  ...NODE_CODES,
]

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
  /** Takes over what a transaction of ours that is not confirmed has claimed: the caller has named the nonce. */
  readonly replaces?: boolean
  /** Signed beside it with the same nonce: see `Send.filler`. */
  readonly filler?: string
  /** Built by this call, of what was free; unless told, whenever it replaces nothing. See `RecordSend`. */
  readonly fresh?: boolean
}

/** The recording of a signed transaction. */
export function signedSend(
  { sends, caller }: CallContext,
  chain: Chain,
  { raw, txId }: Signed,
  claims: readonly Claim[],
  { credits, signature, replaces = false, fresh = !replaces, filler }: SendOptions,
): Prepared<RecordSend, Send, SentTx> {
  return {
    rule: recordSend,
    command: {
      ...sends.place(caller.tenant, chain, caller.network),
      txId,
      raw,
      claims,
      fresh,
      signature: signature === undefined ? null : (signature as SignatureId),
      replaces,
      ...(filler === undefined ? {} : { filler }),
      apiKey: caller.apiKey,
      credits,
    },
    present: (send) => ({ txId: send.txId, begun: send.created }),
    credits: 0,
  }
}

export type Pending = Pick<CreatePendingSignature, 'hashes' | 'serialized' | 'claims'> &
  Partial<Pick<CreatePendingSignature, 'index' | 'signatures' | 'replaces' | 'withdrawalId'>>

/** The recording of a transaction that waits for its signature. */
export function pendingSend(
  { sends, caller }: CallContext,
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
      ...sends.place(caller.tenant, chain, caller.network),
    },
    present: ({ id }) => ({ signatureId: id }),
  }
}

/**
 * The recording of a transaction that somebody else has signed: read, and recorded with what it claims. A node
 * is asked first: what none could hear of is not recorded, only to wait.
 * @throws BadTransaction when it is not one of the chain, or not what its pending signature asks for; NodeFault
 */
export async function foreignSend(
  context: CallContext,
  chain: Chain,
  raw: string,
  options: SendOptions,
): Promise<Prepared<RecordSend, Send, SentTx>> {
  const { txId, claims } = chain.codec.inspect(raw)
  if (options.signature !== undefined)
    await checkAskedFor(context, chain, { raw, txId }, options.signature as SignatureId)
  await chain.node.head()
  // Whoever signs has chosen what it uses up: with a higher fee, to take the place of one before. What a
  // key-management system signs was asked for here, and says itself whether it replaces.
  const replaces = options.signature === undefined
  return signedSend(context, chain, { raw, txId }, claims, { replaces, ...options, fresh: false })
}

/**
 * That a signed transaction does what a pending signature asks for: else it would complete a payment that was never
 * made. Whether there is such a signature, and whether it waits, is the rule's to say.
 */
async function checkAskedFor(
  { engine, sends, caller }: CallContext,
  chain: Chain,
  { raw, txId }: Signed,
  signature: SignatureId,
): Promise<void> {
  const place = sends.place(caller.tenant, chain, caller.network)
  const pending = await engine.query.signature(caller.tenant, signature)
  if (pending?.chain !== place.chain || pending.network !== place.network) return
  const difference = pending.status === 'deleted' ? null : chain.codec.difference(pending.serialized, raw)
  if (difference !== null) {
    throw new BadTransaction('malformed', `It is not what the pending signature asks for: ${difference}`)
  }
  // The same payment, made for something else.
  const sent = await engine.query.send(place, txId)
  if (sent !== undefined && sent.signature === null && sent.created < pending.created) {
    throw new Rejected({ code: 'kms.unexpected.state', detail: `${txId} was sent before it was asked for` })
  }
}

/**
 * Delivers what is recorded, by this call or by the same call repeated.
 * @param byHand The caller has given its bytes
 * @throws Rejected see `Sends.deliver`
 */
export async function deliverSend(
  { engine, sends, caller }: CallContext,
  chain: Chain,
  { txId, begun }: SentTx,
  byHand = false,
): Promise<Pick<SentTx, 'txId'>> {
  const place = sends.place(caller.tenant, chain, caller.network)
  const send = await engine.query.send(place, txId)
  if (send === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
  // Another call has built the very same anew, so what this one recorded was over before: that one's is not this one's.
  if (begun !== undefined && begun < send.created) throw refusal(send.chain, null)
  return { txId: await sends.deliver(chain, send, byHand) }
}
