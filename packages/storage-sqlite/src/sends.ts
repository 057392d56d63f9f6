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
import { predecessors, sendOf } from '@tallystick/core'
import type { PendingSignatureWhere } from '@tallystick/engine'
import type { Connection, Row } from './connection.js'
import { Cells } from './rows.js'
import type { Tenants } from './tenants.js'

const SEND_COLUMNS =
  'id, tenant, chain, network, tx_id, raw, claims, status, reason, signature, replaces, api_key, due, created, updated, filler'
const CLAIM_COLUMNS = 'tenant, chain, network, owner, number, holder'
const SIGNATURE_COLUMNS =
  'id, tenant, chain, network, hashes, serialized, derivation, signatures, withdrawal, tx_id, status, error, claims, replaces, created, refusals, not_before'
/** As the index has it. */
const UNSETTLED = "status in ('signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced')"

type SendKey = Extract<Key, { type: 'send' | 'claim' | 'signature' }>
type SendChange = Extract<Change, { send: Send } | { claim: HeldClaim } | { signature: PendingSignature }>

const fillerOf = (filler: string | null): Pick<Send, 'filler'> => (filler === null ? {} : { filler })

export class SendBooks {
  constructor(
    private readonly connection: Connection,
    private readonly tenants: Tenants,
  ) {}

  // ---- within a unit of work

  load(view: View, key: SendKey): void {
    switch (key.type) {
      case 'send':
        this.bringSend(view, this.send(key, key.txId))
        break
      case 'claim':
        this.bringClaim(view, key, key)
        break
      case 'signature':
        this.bringSignature(view, this.signature(key.tenant, key.id))
        break
    }
  }

  write(change: SendChange): void {
    switch (change.type) {
      case 'send.recorded':
        this.recordSend(change.send)
        break
      case 'send.updated':
        this.updateSend(change.send)
        break
      case 'claim.placed': {
        const { tenant, chain, network, owner, index, holder } = change.claim
        this.connection
          .prepare(`insert into claim (${CLAIM_COLUMNS}) values (?, ?, ?, ?, ?, ?)`)
          .run(this.tenants.keyFor(tenant), chain, network, owner, index, holder)
        break
      }
      case 'claim.passed': {
        const { tenant, chain, network, owner, index, holder } = change.claim
        this.connection
          .prepare(`update claim set holder = ? where ${ONE_CLAIM}`)
          .run(holder, this.tenants.keyFor(tenant), chain, network, owner, index)
        break
      }
      case 'claim.released': {
        const { tenant, chain, network, owner, index } = change.claim
        this.connection
          .prepare(`delete from claim where ${ONE_CLAIM}`)
          .run(this.tenants.keyFor(tenant), chain, network, owner, index)
        break
      }
      case 'signature.created':
        this.createSignature(change.signature)
        break
      case 'signature.updated':
        this.connection
          .prepare(
            'update pending_signature set tx_id = ?, status = ?, error = ?, refusals = ?, not_before = ? where id = ?',
          )
          .run(
            change.signature.txId,
            change.signature.status,
            change.signature.error,
            change.signature.refusals,
            change.signature.notBefore,
            change.signature.id,
          )
        break
    }
  }

  // ---- reads, within a snapshot

  send(on: OnChain, txId: string): Send | undefined {
    const row = this.connection
      .prepare(
        `select ${SEND_COLUMNS} from send where tenant = ? and chain = ? and network = ? and tx_id = ?`,
      )
      .get(this.tenant(on.tenant), on.chain, on.network, txId)
    return row && this.readSend(row)
  }

  unsettled(after: SendId | undefined, limit: number): readonly Send[] {
    return this.connection
      .prepare(`select ${SEND_COLUMNS} from send where ${UNSETTLED} and id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => this.readSend(row))
  }

  claim(on: OnChain, { owner, index }: Claim): HeldClaim | undefined {
    const row = this.connection
      .prepare(`select ${CLAIM_COLUMNS} from claim where ${ONE_CLAIM}`)
      .get(this.tenant(on.tenant), on.chain, on.network, owner, index)
    return row && this.readClaim(row)
  }

  claimed(on: OnChain, owner: string, from: number, limit: number): readonly number[] {
    return this.connection
      .prepare(
        'select number from claim where tenant = ? and chain = ? and network = ? and owner = ? and number >= ? order by number limit ?',
      )
      .all(this.tenant(on.tenant), on.chain, on.network, owner, from, limit)
      .map(([number]) => number as number)
  }

  signature(tenant: TenantId, id: SignatureId): PendingSignature | undefined {
    const row = this.connection
      .prepare(`select ${SIGNATURE_COLUMNS} from pending_signature where id = ? and tenant = ?`)
      .get(id, this.tenant(tenant))
    return row && this.readSignature(row)
  }

  pending(
    tenant: TenantId,
    where: PendingSignatureWhere,
    page: { readonly after?: SignatureId; readonly limit: number },
  ): readonly PendingSignature[] {
    const hashes = where.hashes === null ? null : JSON.stringify(where.hashes)
    return this.connection
      .prepare(
        `select ${SIGNATURE_COLUMNS} from pending_signature
         where tenant = ? and chain = ? and id > ? and status = 'pending' and tx_id is null and not_before <= ?
           and (network = 'mainnet') = ? and (? is null or exists (
             select 1 from json_each(hashes) as own where own.value in (select value from json_each(?))))
         order by id limit ?`,
      )
      .all(
        this.tenant(tenant),
        where.chain,
        page.after ?? '',
        where.now,
        where.network === 'mainnet' ? 1 : 0,
        hashes,
        hashes,
        page.limit,
      )
      .map((row) => this.readSignature(row))
  }

  // ---- everything, in order

  sends(after: SendId | undefined, limit: number): readonly Send[] {
    return this.connection
      .prepare(`select ${SEND_COLUMNS} from send where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => this.readSend(row))
  }

  /** Of one tenant, by its key in this file. */
  claims(tenant: number, after: (OnChain & Claim) | undefined, limit: number): readonly HeldClaim[] {
    const { chain = '', network = '', owner = '', index = -1 } = after ?? {}
    return this.connection
      .prepare(
        `select ${CLAIM_COLUMNS} from claim where tenant = ? and (chain, network, owner, number) > (?, ?, ?, ?)
         order by chain, network, owner, number limit ?`,
      )
      .all(tenant, chain, network, owner, index, limit)
      .map((row) => this.readClaim(row))
  }

  signatures(after: SignatureId | undefined, limit: number): readonly PendingSignature[] {
    return this.connection
      .prepare(`select ${SIGNATURE_COLUMNS} from pending_signature where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => this.readSignature(row))
  }

  private bringSend(view: View, send: Send | undefined): void {
    if (send === undefined) return
    view.putSend(send)
    for (const replaced of predecessors(send, (txId) => this.send(send, txId))) view.putSend(replaced)
    if (send.signature !== null) this.bringSignature(view, this.signature(send.tenant, send.signature))
    for (const claim of send.claims) this.bringHeld(view, send, claim)
  }

  private bringSignature(view: View, signature: PendingSignature | undefined): void {
    if (signature === undefined) return
    view.putSignature(signature)
    for (const claim of signature.claims) this.bringHeld(view, signature, claim)
  }

  private bringClaim(view: View, on: OnChain, claim: Claim): void {
    const held = this.bringHeld(view, on, claim)
    const txId = held && sendOf(held.holder)
    if (txId !== undefined) this.bringSend(view, this.send(on, txId))
  }

  private bringHeld(view: View, on: OnChain, claim: Claim): HeldClaim | undefined {
    const held = this.claim(on, claim)
    if (held !== undefined) view.putClaim(held)
    return held
  }

  private recordSend(send: Send): void {
    this.connection
      .prepare(`insert into send (${SEND_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        send.id,
        this.tenants.keyFor(send.tenant),
        send.chain,
        send.network,
        send.txId,
        send.raw,
        JSON.stringify(send.claims),
        send.status,
        send.reason,
        send.signature,
        send.replaces,
        send.apiKey,
        send.due,
        send.created,
        send.updated,
        send.filler ?? null,
      )
  }

  private updateSend(send: Send): void {
    this.connection
      .prepare(
        'update send set raw = ?, claims = ?, status = ?, reason = ?, signature = ?, replaces = ?, api_key = ?, due = ?, created = ?, updated = ?, filler = ? where id = ?',
      )
      .run(
        send.raw,
        JSON.stringify(send.claims),
        send.status,
        send.reason,
        send.signature,
        send.replaces,
        send.apiKey,
        send.due,
        send.created,
        send.updated,
        send.filler ?? null,
        send.id,
      )
  }

  private createSignature(signature: PendingSignature): void {
    this.connection
      .prepare(
        `insert into pending_signature (${SIGNATURE_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        signature.id,
        this.tenants.keyFor(signature.tenant),
        signature.chain,
        signature.network,
        JSON.stringify(signature.hashes),
        signature.serialized,
        signature.index,
        signature.signatures === null ? null : JSON.stringify(signature.signatures),
        signature.withdrawalId,
        signature.txId,
        signature.status,
        signature.error,
        JSON.stringify(signature.claims),
        signature.replaces ? 1 : 0,
        signature.created,
        signature.refusals,
        signature.notBefore,
      )
  }

  private readSend(row: Row): Send {
    const cells = new Cells(row)
    return {
      id: cells.text() as SendId,
      tenant: this.tenants.idOf(cells.number()),
      chain: cells.text(),
      network: cells.text(),
      txId: cells.text(),
      raw: cells.text(),
      claims: JSON.parse(cells.text()),
      status: cells.text() as SendStatus,
      reason: cells.textOrNull(),
      signature: cells.textOrNull() as SignatureId | null,
      replaces: cells.textOrNull(),
      apiKey: cells.text() as ApiKeyId,
      due: cells.number(),
      created: cells.number(),
      updated: cells.number(),
      ...fillerOf(cells.textOrNull()),
    }
  }

  private readClaim(row: Row): HeldClaim {
    const cells = new Cells(row)
    return {
      tenant: this.tenants.idOf(cells.number()),
      chain: cells.text(),
      network: cells.text(),
      owner: cells.text(),
      index: cells.number(),
      holder: cells.text() as Holder,
    }
  }

  private readSignature(row: Row): PendingSignature {
    const cells = new Cells(row)
    return {
      id: cells.text() as SignatureId,
      tenant: this.tenants.idOf(cells.number()),
      chain: cells.text(),
      network: cells.text(),
      hashes: JSON.parse(cells.text()),
      serialized: cells.text(),
      index: cells.numberOrNull(),
      signatures: JSON.parse(cells.textOrNull() ?? 'null'),
      withdrawalId: cells.textOrNull(),
      txId: cells.textOrNull(),
      status: cells.text() as SignatureStatus,
      error: cells.textOrNull(),
      claims: JSON.parse(cells.text()),
      replaces: cells.flag(),
      created: cells.number(),
      refusals: cells.number(),
      notBefore: cells.number(),
    }
  }

  /** No tenant has the key -1: nothing is found for one that has written nothing yet. */
  private tenant(id: TenantId): number {
    return this.tenants.keyOf(id) ?? -1
  }
}

const ONE_CLAIM = 'tenant = ? and chain = ? and network = ? and owner = ? and number = ?'
