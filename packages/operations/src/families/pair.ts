/**
 * A send is a pair of operations on one path: one signs with the key in the body or as a managed wallet, the other leaves
 * the signature to a key-management system. Their tables contain both ids literally, so that a search finds them.
 */
import type { RejectionCode } from '@tallystick/core'
import type { ChainRecord } from '@tallystick/custody'
import type { TObject, TSchema } from 'typebox'
import { pendingCodes, sendCodes } from '../chains/send.js'
import { type Area, type ArgsOf, type None, type Operation, operation, type ResultOf } from '../operation.js'
import type { Price } from '../price.js'
import type { TwoPhase } from '../two-phase.js'
import type { Signable } from '../wire/signable.js'

/** Something of the operation that signs, and the same of the one that leaves the signature. */
export type Both<Signed, Pending = Signed> = readonly [signed: Signed, pending: Pending]

interface PairSpec<
  SignedBody extends TObject,
  PendingBody extends TObject,
  SignedOutput extends TSchema,
  PendingOutput extends TSchema,
  Field extends string,
> {
  readonly ids: Both<string>
  readonly area: Area
  readonly path: string
  /** Of the operation that signs; the other's says who signs, too. */
  readonly summary: string
  readonly description?: string
  readonly price: Price<unknown>
  readonly bodies: Both<SignedBody, PendingBody>
  readonly outputs: Both<SignedOutput, PendingOutput>
  readonly record: ChainRecord
  /** Refusals when the transaction is built. */
  readonly codes: readonly RejectionCode[]
  /** The private key: see `OperationSpec`. */
  readonly keyField: Field
  /** The fields of the body that say who signs. They distinguish the two. */
  readonly signers: Both<readonly string[]>
  /** The fields that distinguish both from other overloads. */
  readonly discriminators?: readonly string[]
}

type Arguments<Body extends TObject> = ArgsOf<None, None, Body>

export function pair<
  SignedBody extends TObject,
  PendingBody extends TObject,
  SignedOutput extends TSchema,
  PendingOutput extends TSchema,
  Stored,
  Recorded extends Stored,
  Kept,
  Pending extends Kept,
  Field extends string,
>(
  spec: PairSpec<SignedBody, PendingBody, SignedOutput, PendingOutput, Field>,
  [signed, pending]: Both<
    TwoPhase<Arguments<SignedBody>, Stored, ResultOf<SignedOutput>, Recorded>,
    TwoPhase<Arguments<PendingBody>, Kept, ResultOf<PendingOutput>, Pending>
  >,
): Both<
  Operation<Signable<Arguments<SignedBody>, Field>, ResultOf<SignedOutput>>,
  Operation<Arguments<PendingBody>, ResultOf<PendingOutput>>
> {
  const {
    ids,
    record,
    codes,
    summary,
    bodies,
    outputs,
    signers,
    keyField,
    discriminators = [],
    ...both
  } = spec
  return [
    operation({
      ...both,
      id: ids[0],
      method: 'POST',
      summary,
      body: bodies[0],
      output: outputs[0],
      errors: sendCodes(record, codes),
      keyField,
      discriminators: [...signers[0], ...discriminators],
    }).twoPhase(signed),
    operation({
      ...both,
      id: ids[1],
      method: 'POST',
      summary: `${summary}, signed by a key-management system`,
      body: bodies[1],
      output: outputs[1],
      errors: pendingCodes(codes),
      discriminators: [...signers[1], ...discriminators],
    }).twoPhase(pending),
  ]
}
