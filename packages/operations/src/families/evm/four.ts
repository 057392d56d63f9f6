/** Paths that several EVM chains share, with one overload for each way to sign, and another for each on Celo. */
import type { RejectionCode } from '@tallystick/core'
import type { AwaitsSignature, EvmRecord, Recorded, SentTx } from '@tallystick/custody'
import type { TObject, TProperties } from 'typebox'
import { pendingCodes, sendCodes } from '../../chains/send.js'
import { TransactionSigned } from '../../models/send.js'
import { type Area, type ArgsOf, type None, operation } from '../../operation.js'
import type { Price } from '../../price.js'
import type { TwoPhase } from '../../two-phase.js'
import { named } from '../named.js'

/** What the paths of a chapter share. */
interface Chapter<Query extends TProperties> {
  readonly area: Area
  readonly query: Query
  readonly records: readonly EvmRecord[]
  /** Refusals when the transaction is built. */
  readonly codes: readonly RejectionCode[]
}

interface Row {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly price: Price<unknown>
  /** What tells the bodies of Celo from the others. */
  readonly celo?: string
}

type Way = 'key' | 'keyCelo' | 'kms' | 'kmsCelo'
type Signed<Args> = TwoPhase<Args, SentTx, Pick<SentTx, 'txId'>, Recorded>
type Left<Args> = TwoPhase<Args, AwaitsSignature, AwaitsSignature>

type Args<Query extends TProperties, Body extends TObject> = ArgsOf<None, Query, Body>

/** `signed` and `left` make one overload each, and `four` those of a path: by key and by KMS, on Celo and elsewhere. */
export class EvmPaths<Query extends TProperties> {
  /** Refusals of an operation that signs, and of one that leaves the signature. */
  readonly errors: {
    readonly signed: readonly RejectionCode[]
    readonly left: readonly RejectionCode[]
  }

  constructor(private readonly chapter: Chapter<Query>) {
    const { records, codes } = chapter
    // Those of all chains, each once.
    const signed = [...new Set(records.flatMap((record) => sendCodes(record, codes)))]
    this.errors = { signed, left: pendingCodes(codes) }
  }

  /** @param more What tells the body from the others of its path, beside who signs */
  signed<Body extends TObject>(
    row: Row,
    id: string,
    body: Body,
    how: Signed<Args<Query, Body>>,
    more: readonly string[] = [],
  ) {
    return operation({
      ...this.common(row, id),
      body,
      errors: this.errors.signed,
      keyField: 'fromPrivateKey',
      discriminators: ['fromPrivateKey', ...more],
    }).twoPhase(how)
  }

  left<Body extends TObject>(
    row: Row,
    id: string,
    body: Body,
    how: Left<Args<Query, Body>>,
    more: readonly string[] = [],
  ) {
    return operation({
      ...this.common(row, id),
      summary: `${row.summary}, signed by a key-management system`,
      body,
      errors: this.errors.left,
      discriminators: ['signatureId', ...more],
    }).twoPhase(how)
  }

  four<const Ids extends Readonly<Record<Way, string>>, Bodies extends Readonly<Record<Way, TObject>>>(
    row: Row,
    ids: Ids,
    bodies: Bodies,
    [byKey, byKms]: readonly [
      Signed<Args<Query, Bodies['key']> | Args<Query, Bodies['keyCelo']>>,
      Left<Args<Query, Bodies['kms']> | Args<Query, Bodies['kmsCelo']>>,
    ],
  ) {
    const { celo = 'feeCurrency' } = row
    const ofCelo = { ...row, summary: `${row.summary}, on Celo` }
    return named(ids, {
      key: this.signed(row, ids.key, bodies.key, byKey),
      keyCelo: this.signed(ofCelo, ids.keyCelo, bodies.keyCelo, byKey, [celo]),
      kms: this.left(row, ids.kms, bodies.kms, byKms),
      kmsCelo: this.left(ofCelo, ids.kmsCelo, bodies.kmsCelo, byKms, [celo]),
    })
  }

  private common({ path, summary, description, price }: Row, id: string) {
    const { area, query } = this.chapter
    const shape = { id, area, method: 'POST', path, summary, description, price } as const
    return { ...shape, query, output: TransactionSigned } as const
  }
}
