/** Transactions of chains, what they claim, and the signatures that are waited for: loaded, written and read. */
import type {
  ApiKeyId,
  Change,
  Claim,
  HeldClaim,
  Holder,
  Key,
  OnChain,
  PendingSignature,
  Send,
  SendId,
  SendStatus,
  SignatureId,
  SignatureStatus,
  TenantId,
  View,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Column } from './columns.js'
import type { Connection, Row, Session, Value } from './connection.js'
import { Cells, prefixed } from './rows.js'
import { arrayOf, type Statement } from './statement.js'

export const SEND_COLUMNS =
  'tenant, id, chain, network, tx_id, raw, claims, status, reason, signature, replaces, api_key, due, created, updated, filler'
export const CLAIM_COLUMNS = 'tenant, chain, network, owner, number, holder'
export const SIGNATURE_COLUMNS =
  'tenant, id, chain, network, hashes, serialized, derivation, signatures, withdrawal, tx_id, status, error, claims, replaces, created, refusals, not_before'
/** As the index has it. */
const UNSETTLED = "status in ('signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced')"

const SEND_KEY: readonly Column<Send>[] = [
  ['tenant', 'text', (send) => send.tenant],
  ['id', 'text', (send) => send.id],
]

const SEND_FIXED: readonly Column<Send>[] = [
  ['chain', 'text', (send) => send.chain],
  ['network', 'text', (send) => send.network],
  ['tx_id', 'text', (send) => send.txId],
]

const SEND_STATE: readonly Column<Send>[] = [
  ['raw', 'text', (send) => send.raw],
  ['claims', 'text', (send) => JSON.stringify(send.claims)],
  ['status', 'text', (send) => send.status],
  ['reason', 'text', (send) => send.reason],
  ['signature', 'text', (send) => send.signature],
  ['replaces', 'text', (send) => send.replaces],
  ['api_key', 'text', (send) => send.apiKey],
  ['due', 'bigint', (send) => send.due],
  ['created', 'bigint', (send) => send.created],
  ['updated', 'bigint', (send) => send.updated],
  ['filler', 'text', (send) => send.filler ?? null],
]

const CLAIM_KEY: readonly Column<HeldClaim>[] = [
  ['tenant', 'text', (claim) => claim.tenant],
  ['chain', 'text', (claim) => claim.chain],
  ['network', 'text', (claim) => claim.network],
  ['owner', 'text', (claim) => claim.owner],
  ['number', 'bigint', (claim) => claim.index],
]

const CLAIM_STATE: readonly Column<HeldClaim>[] = [['holder', 'text', (claim) => claim.holder]]

const SIGNATURE_KEY: readonly Column<PendingSignature>[] = [
  ['tenant', 'text', (signature) => signature.tenant],
  ['id', 'text', (signature) => signature.id],
]

const SIGNATURE_STATE: readonly Column<PendingSignature>[] = [
  ['tx_id', 'text', (signature) => signature.txId],
  ['status', 'text', (signature) => signature.status],
  ['error', 'text', (signature) => signature.error],
  ['refusals', 'bigint', (signature) => signature.refusals],
  ['not_before', 'bigint', (signature) => signature.notBefore],
]

const SIGNATURE_FIXED: readonly Column<PendingSignature>[] = [
  ['chain', 'text', (signature) => signature.chain],
  ['network', 'text', (signature) => signature.network],
  ['hashes', 'text', (signature) => JSON.stringify(signature.hashes)],
  ['serialized', 'text', (signature) => signature.serialized],
  ['derivation', 'bigint', (signature) => signature.index],
  ['signatures', 'text', ({ signatures }) => (signatures === null ? null : JSON.stringify(signatures))],
  ['withdrawal', 'text', (signature) => signature.withdrawalId],
  ['claims', 'text', (signature) => JSON.stringify(signature.claims)],
  ['replaces', 'boolean', (signature) => signature.replaces],
  ['created', 'bigint', (signature) => signature.created],
]

// ---- within a unit of work

type SendKey = Extract<Key, { type: 'send' | 'claim' | 'signature' }>

/**
 * Locks and loads what the keys name and what that brings with it: transactions, then the signatures they
 * carry, then what all of them claim. Whoever holds a claim is found before the claim is locked: one that
 * changes hands in between has a holder that is not in the view, and so is simply taken. Transactions are locked
 * the latest first, as a row is followed back: two who load one row from different ends of it would wait for each
 * other in a circle.
 */
export async function loadSends(session: Session, view: View, keys: readonly SendKey[]): Promise<void> {
  const lockSends = async (
    txIds: readonly (OnChain & { readonly txId: string })[],
    holders: readonly Claimed[],
  ): Promise<readonly Send[]> => {
    if (txIds.length === 0 && holders.length === 0) return []
    const rows = await session.query(
      `select ${prefixed('s', SEND_COLUMNS)} from send s where (s.tenant, s.chain, s.network, s.tx_id) in (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
         union select c.tenant, c.chain, c.network, substr(c.holder, 6) from claim c
           where c.holder like 'send:%' and (c.tenant, c.chain, c.network, c.owner, c.number) in (
             select * from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])))
       order by s.tenant, s.id desc for update of s`,
      [...places(txIds), texts(txIds.map(({ txId }) => txId)), ...claimValues(holders)],
      'lock_sends',
    )
    return rows.map(readSend)
  }
  const claims: Claimed[] = keys.filter((key) => key.type === 'claim')
  const sends = await lockSends(
    keys.filter((key) => key.type === 'send'),
    claims,
  )
  // Back along each row, a step at a time: few have more than one.
  for (let row = sends; row.length > 0; ) {
    for (const send of row) view.putSend(send)
    const next = row.flatMap((send) => (send.replaces === null ? [] : [{ ...send, txId: send.replaces }]))
    row = await lockSends(
      next.filter((place) => view.send(place, place.txId) === undefined),
      [],
    )
  }

  const ids = [
    ...keys.filter((key) => key.type === 'signature'),
    ...sends.flatMap(({ tenant, signature }) => (signature === null ? [] : [{ tenant, id: signature }])),
  ]
  if (ids.length > 0) {
    const rows = await session.query(
      `select ${SIGNATURE_COLUMNS} from pending_signature
       where (tenant, id) in (select * from unnest($1::text[], $2::text[])) order by tenant, id for update`,
      [texts(ids.map(({ tenant }) => tenant)), texts(ids.map(({ id }) => id))],
      'lock_signatures',
    )
    for (const row of rows) {
      const signature = readSignature(row)
      view.putSignature(signature)
      claims.push(...signature.claims.map((claim) => ({ ...signature, ...claim })))
    }
  }

  claims.push(...sends.flatMap((send) => send.claims.map((claim) => ({ ...send, ...claim }))))
  if (claims.length === 0) return
  const rows = await session.query(
    `select ${CLAIM_COLUMNS} from claim where (tenant, chain, network, owner, number) in (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]))
     order by tenant, chain, network, owner, number for update`,
    claimValues(claims),
    'lock_claims',
  )
  for (const row of rows) view.putClaim(readClaim(row))
}

type SendChange = Extract<Change, { send: Send } | { claim: HeldClaim } | { signature: PendingSignature }>

/** What a batch did to each of them, folded: one statement may touch a row once. */
export class SendChanges {
  private readonly sends = new Folded<Send>()
  private readonly claims = new Folded<HeldClaim>()
  private readonly signatures = new Folded<PendingSignature>()

  add(change: SendChange): void {
    switch (change.type) {
      case 'send.recorded':
      case 'send.updated':
        this.sends.add(change.send.id, change.send, change.type === 'send.recorded', true)
        break
      case 'claim.placed':
      case 'claim.passed':
      case 'claim.released': {
        const { tenant, chain, network, owner, index } = change.claim
        const name = JSON.stringify([tenant, chain, network, owner, index])
        this.claims.add(name, change.claim, change.type === 'claim.placed', change.type !== 'claim.released')
        break
      }
      case 'signature.created':
      case 'signature.updated':
        this.signatures.add(change.signature.id, change.signature, change.type === 'signature.created', true)
        break
    }
  }

  into(statement: Statement): void {
    statement.insert('send', [...SEND_KEY, ...SEND_FIXED, ...SEND_STATE], this.sends.made)
    statement.update('send', SEND_KEY, SEND_STATE, this.sends.changed)
    statement.insert('claim', [...CLAIM_KEY, ...CLAIM_STATE], this.claims.made)
    statement.update('claim', CLAIM_KEY, CLAIM_STATE, this.claims.changed)
    statement.delete('claim', CLAIM_KEY, this.claims.gone)
    const signature = [...SIGNATURE_KEY, ...SIGNATURE_FIXED, ...SIGNATURE_STATE]
    statement.insert('pending_signature', signature, this.signatures.made)
    statement.update('pending_signature', SIGNATURE_KEY, SIGNATURE_STATE, this.signatures.changed)
  }
}

class Folded<T> {
  private readonly rows = new Map<
    string,
    { readonly thing: T; readonly isNew: boolean; readonly stays: boolean }
  >()

  add(name: string, thing: T, isNew: boolean, stays: boolean): void {
    // Whether it was there before the batch, its first change tells.
    this.rows.set(name, { thing, isNew: this.rows.get(name)?.isNew ?? isNew, stays })
  }

  get made(): readonly T[] {
    return this.those(true, true)
  }

  get changed(): readonly T[] {
    return this.those(false, true)
  }

  get gone(): readonly T[] {
    return this.those(false, false)
  }

  private those(isNew: boolean, stays: boolean): readonly T[] {
    return [...this.rows.values()]
      .filter((row) => row.isNew === isNew && row.stays === stays)
      .map(({ thing }) => thing)
  }
}

// ---- reads

type SendQueries = Pick<
  Queries,
  'send' | 'unsettledSends' | 'claimed' | 'heldClaims' | 'signature' | 'pendingSignatures'
>

/** The part of the queries that is theirs. */
export class PostgresSends implements SendQueries {
  constructor(protected readonly connection: Connection) {}

  async send({ tenant, chain, network }: OnChain, txId: string) {
    const [row] = await this.connection.query(
      `select ${SEND_COLUMNS} from send where tenant = $1 and chain = $2 and network = $3 and tx_id = $4`,
      [tenant, chain, network, txId],
    )
    return row && readSend(row)
  }

  async unsettledSends(after: SendId | undefined, limit: number) {
    const rows = await this.connection.query(
      `select ${SEND_COLUMNS} from send where ${UNSETTLED} and id > $1 order by id limit $2`,
      [after ?? '', limit],
    )
    return rows.map(readSend)
  }

  async claimed({ tenant, chain, network }: OnChain, owner: string, from: number, limit: number) {
    const rows = await this.connection.query(
      `select number from claim where tenant = $1 and chain = $2 and network = $3 and owner = $4
         and number >= $5::bigint order by number limit $6`,
      [tenant, chain, network, owner, from, limit],
    )
    return rows.map(([number]) => number as number)
  }

  async heldClaims(on: OnChain, claims: readonly Claim[]) {
    const rows = await this.connection.query(
      `select ${CLAIM_COLUMNS} from claim where tenant = $1 and chain = $2 and network = $3
         and (owner, number) in (select * from unnest($4::text[], $5::bigint[]))`,
      [on.tenant, on.chain, on.network, texts(claims.map(({ owner }) => owner)), numbers(claims)],
    )
    return rows.map(readClaim)
  }

  async signature(tenant: TenantId, id: SignatureId) {
    const [row] = await this.connection.query(
      `select ${SIGNATURE_COLUMNS} from pending_signature where tenant = $1 and id = $2`,
      [tenant, id],
    )
    return row && readSignature(row)
  }

  async pendingSignatures(...[tenant, where, page]: Parameters<Queries['pendingSignatures']>) {
    const rows = await this.connection.query(
      `select ${SIGNATURE_COLUMNS} from pending_signature
       where tenant = $1 and chain = $2 and id > $3 and status = 'pending' and tx_id is null
         and not_before <= $7
         and (network = 'mainnet') = $4::boolean and ($5::text[] is null or hashes::jsonb ?| $5::text[])
       order by id limit $6`,
      [
        tenant,
        where.chain,
        page.after ?? '',
        where.network === 'mainnet',
        where.hashes === null ? null : texts(where.hashes),
        page.limit,
        where.now,
      ],
    )
    return rows.map(readSignature)
  }
}

export function readSend(row: Row): Send {
  const cells = new Cells(row)
  return {
    tenant: cells.text<TenantId>(),
    id: cells.text<SendId>(),
    chain: cells.text(),
    network: cells.text(),
    txId: cells.text(),
    raw: cells.text(),
    claims: JSON.parse(cells.text()),
    status: cells.text<SendStatus>(),
    reason: cells.textOrNull(),
    signature: cells.textOrNull<SignatureId>(),
    replaces: cells.textOrNull(),
    apiKey: cells.text<ApiKeyId>(),
    due: cells.number(),
    created: cells.number(),
    updated: cells.number(),
    ...fillerOf(cells.textOrNull()),
  }
}

const fillerOf = (filler: string | null): Pick<Send, 'filler'> => (filler === null ? {} : { filler })

export function readClaim(row: Row): HeldClaim {
  const cells = new Cells(row)
  return {
    tenant: cells.text<TenantId>(),
    chain: cells.text(),
    network: cells.text(),
    owner: cells.text(),
    index: cells.number(),
    holder: cells.text<Holder>(),
  }
}

export function readSignature(row: Row): PendingSignature {
  const cells = new Cells(row)
  return {
    tenant: cells.text<TenantId>(),
    id: cells.text<SignatureId>(),
    chain: cells.text(),
    network: cells.text(),
    hashes: JSON.parse(cells.text()),
    serialized: cells.text(),
    index: cells.numberOrNull(),
    signatures: JSON.parse(cells.textOrNull() ?? 'null'),
    withdrawalId: cells.textOrNull(),
    txId: cells.textOrNull(),
    status: cells.text<SignatureStatus>(),
    error: cells.textOrNull(),
    claims: JSON.parse(cells.text()),
    replaces: cells.flag(),
    created: cells.number(),
    refusals: cells.number(),
    notBefore: cells.number(),
  }
}

type Claimed = OnChain & Claim

const texts = (list: readonly string[]): string => arrayOf('text', list, (text) => text)
const numbers = (claims: readonly Claim[]): string => arrayOf('bigint', claims, ({ index }) => index)

function places(list: readonly OnChain[]): readonly Value[] {
  return [
    texts(list.map(({ tenant }) => tenant)),
    texts(list.map(({ chain }) => chain)),
    texts(list.map(({ network }) => network)),
  ]
}

function claimValues(claims: readonly Claimed[]): readonly Value[] {
  return [...places(claims), texts(claims.map(({ owner }) => owner)), numbers(claims)]
}
