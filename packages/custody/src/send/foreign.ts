/**
 * What is checked of a transaction that somebody else has signed, before it is recorded: that it is what was asked for,
 * that it was not made for something else, and that its fee is below the ceiling.
 */
import {
  type PendingSignature,
  type SignatureId,
  sendKey,
  signatureKey,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Engine, Rejected } from '@tallystick/engine'
import { BadTransaction, type Chain, type Signed } from '../ports/chain.js'
import { heightBefore } from './before.js'
import { mustBeBelow } from './ceiling.js'
import type { Order } from './plan.js'
import { placeOf } from './sends.js'

type Reads = Pick<Engine, 'query'>

/**
 * Checks that a signed transaction does what a pending signature asks for. Otherwise it would complete a payment that was
 * never made. The rule checks whether there is such a signature, and whether it still waits.
 * @throws BadTransaction `malformed`, Rejected `kms.unexpected.state`
 */
export async function checkAskedFor(
  { query }: Reads,
  order: Order,
  { raw, txId }: Signed,
  signature: SignatureId,
): Promise<PendingSignature | null> {
  const place = placeOf(order)
  const pending = await query.find(signatureKey(place.tenant, signature))
  if (pending?.chain !== place.chain || pending.network !== place.network) return null
  const { codec } = order.chain
  const difference = pending.status === 'deleted' ? null : codec.difference(pending.serialized, raw)
  if (difference !== null) {
    throw new BadTransaction('malformed', `It is not what the pending signature asks for: ${difference}`)
  }
  // The same payment, made for something else.
  const sent = await query.find(sendKey(place, txId))
  if (sent !== undefined && sent.signature === null && sent.created < pending.created) {
    throw new Rejected({ code: 'kms.unexpected.state', detail: `${txId} was sent before it was asked for` })
  }
  return pending
}

/**
 * Checks that no block had the transaction before it was asked for. It would be an equal payment, made for something else.
 * @throws Rejected `kms.unexpected.state`
 */
export async function mustBeNew({ chain }: Order, signed: Signed, asked: PendingSignature): Promise<void> {
  const height = await heightBefore(chain, signed, asked)
  if (height === undefined) return
  const detail = `${signed.txId} was in block ${height} before it was asked for`
  throw new Rejected({ code: 'kms.unexpected.state', detail })
}

/**
 * Checks that a fee is below the ceiling if the signer has chosen it. A transaction that is recorded, or that a node has,
 * passes with any fee: if it were refused, it would be signed again, and paid twice.
 * @throws BadTransaction `fee.exceptional`
 */
export async function mustBeCheap(
  { query }: Reads,
  order: Order,
  signed: Signed,
  { serialized }: PendingSignature,
): Promise<void> {
  const { codec } = order.chain
  const chosen = codec.chosenFee?.(serialized, signed.raw) ?? null
  if (chosen === null || chosen.fee <= chosen.maxFee) return
  if (await isUnheard({ query }, order, signed))
    mustBeBelow(chosen.maxFee, chosen.fee, chosen, 'its signer pays up to')
}

/** Whether it is not recorded, and no node has it. */
async function isUnheard({ query }: Reads, order: Order, signed: Signed): Promise<boolean> {
  if ((await query.find(sendKey(placeOf(order), signed.txId))) !== undefined) return false
  const { kind } = await order.chain.node.status(signed)
  return kind === 'absent' || kind === 'dead'
}

/** Checks that the transaction of a withdrawal pays others, and all that it sends. @throws BadTransaction `malformed` */
export async function mustPay(reads: Reads, order: Order, signed: Signed, id: WithdrawalId): Promise<void> {
  await signerMustNotBePaid(reads, order, signed.raw, id)
  await mustArriveStill(reads, order, signed)
}

/** A token may withhold a part since the withdrawal was stored. What is recorded, or a node has, passes as with fees. */
async function mustArriveStill(reads: Reads, order: Order, signed: Signed): Promise<void> {
  const { tokens, codec } = order.chain
  if (tokens?.withholds === undefined) return
  for (const asset of new Set(codec.inspect(signed.raw).outputs.map((one) => one.asset ?? null))) {
    if ((await withholds(tokens, asset)) && (await isUnheard(reads, order, signed))) throw getsLess(asset)
  }
}

/** That recipients of a token get what is sent. @throws BadTransaction `malformed` */
export async function mustArrive({ tokens }: Chain, asset: string | null, name: string): Promise<void> {
  if (await withholds(tokens, asset)) throw getsLess(name)
}

const withholds = async (tokens: Chain['tokens'], asset: string | null): Promise<boolean> =>
  asset !== null && (await tokens?.withholds?.(asset)) === true

const getsLess = (name: string | null): BadTransaction =>
  new BadTransaction('malformed', `Of ${name}, the recipient would get less than is sent`)

/**
 * Checks that the account which signs a withdrawal is none of its recipients: a chain moves nothing from an account to
 * itself. Not where tags tell the customers of one account apart: there it may pay another tag.
 */
async function signerMustNotBePaid(
  { query }: Reads,
  { chain: { codec, record }, caller: { tenant } }: Order,
  raw: string,
  id: WithdrawalId,
): Promise<void> {
  const { from } = codec.inspect(raw)
  if (typeof from !== 'string' || record.tag !== undefined) return
  const withdrawal = await query.find(withdrawalKey(tenant, id))
  if (withdrawal?.payments.some(({ address }) => address === codec.canonical(from)) === true)
    throw new BadTransaction('malformed', 'It pays the account that signs it, so that nothing is paid')
}

/** Hex of 32 bytes is spelled in either case. Every other id, such as Base58 of Solana, has one spelling. */
const HEX_ID = /^(?:0x)?[0-9a-f]{64}$/i

/** Whether two spellings name the same transaction of a chain. */
export function isSameId(one: string, other: string): boolean {
  return one === other || (HEX_ID.test(one) && one.toLowerCase() === other.toLowerCase())
}

/**
 * Checks that a node has the transaction, and that it did not fail in its block.
 * @throws BadTransaction `malformed`, Rejected `tx.not.found`
 */
export async function mustBeSeen({ codec, node }: Chain, raw: string, asked: string): Promise<void> {
  const { txId } = codec.inspect(raw)
  if (!isSameId(txId, asked)) {
    throw new BadTransaction('malformed', `A node has another transaction as ${asked}`)
  }
  const seen = await node.status({ raw, txId })
  if (seen.kind === 'absent' || seen.kind === 'dead') {
    throw new Rejected({ code: 'tx.not.found', detail: txId })
  }
  if ('ok' in seen && !seen.ok) {
    throw new BadTransaction('malformed', 'Its execution failed: what was asked for has not been done')
  }
}
