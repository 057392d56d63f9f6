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

/** `signed` and `left` are one overload each, and `four` are those of a path: by key and by KMS, on Celo and elsewhere. */
export function evmPaths<Query extends TProperties>({ area, query, records, codes }: Chapter<Query>) {
  type Args<Body extends TObject> = ArgsOf<None, Query, Body>
  /** Those of all chains, each once. */
  const sent: readonly RejectionCode[] = [...new Set(records.flatMap((record) => sendCodes(record, codes)))]
  const pending = pendingCodes(codes)
  const common = ({ path, summary, description, price }: Row, id: string) =>
    ({
      id,
      area,
      method: 'POST',
      path,
      summary,
      description,
      price,
      query,
      output: TransactionSigned,
    }) as const

  /** @param more What tells the body from the others of its path, beside who signs */
  const signed = <Body extends TObject>(
    row: Row,
    id: string,
    body: Body,
    how: Signed<Args<Body>>,
    more: readonly string[] = [],
  ) =>
    operation({
      ...common(row, id),
      body,
      errors: sent,
      keyField: 'fromPrivateKey',
      discriminators: ['fromPrivateKey', ...more],
    }).twoPhase(how)

  const left = <Body extends TObject>(
    row: Row,
    id: string,
    body: Body,
    how: Left<Args<Body>>,
    more: readonly string[] = [],
  ) =>
    operation({
      ...common(row, id),
      summary: `${row.summary}, signed by a key-management system`,
      body,
      errors: pending,
      discriminators: ['signatureId', ...more],
    }).twoPhase(how)

  function four<
    const Ids extends Readonly<Record<Way, string>>,
    Bodies extends Readonly<Record<Way, TObject>>,
  >(
    row: Row,
    ids: Ids,
    bodies: Bodies,
    [byKey, byKms]: readonly [
      Signed<Args<Bodies['key']> | Args<Bodies['keyCelo']>>,
      Left<Args<Bodies['kms']> | Args<Bodies['kmsCelo']>>,
    ],
  ) {
    const { celo = 'feeCurrency' } = row
    const ofCelo = { ...row, summary: `${row.summary}, on Celo` }
    return named(ids, {
      key: signed(row, ids.key, bodies.key, byKey),
      keyCelo: signed(ofCelo, ids.keyCelo, bodies.keyCelo, byKey, [celo]),
      kms: left(row, ids.kms, bodies.kms, byKms),
      kmsCelo: left(ofCelo, ids.kmsCelo, bodies.kmsCelo, byKms, [celo]),
    })
  }
  return { signed, left, four }
}
