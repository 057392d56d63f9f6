/**
 * The reference store: the storage port in memory, as plainly as it can be said. It keeps nothing when the
 * process ends; it is what the other adapters are compared with, and what an embedder's tests run on.
 */
import {
  type Account,
  type AccountId,
  applyChange,
  type Change,
  type Charge,
  type Claim,
  type Entry,
  follow,
  type Key,
  type OnChain,
  type OwnedAccount,
  type PendingSignature,
  predecessors,
  type Send,
  type Standing,
  sendOf,
  systemAccountId,
  type TenantId,
  type Timestamp,
  View,
} from '@tallystick/core'
import type {
  AuditedEntry,
  Constant,
  JournalPosition,
  JournalRecord,
  Storage,
  StoredSeal,
} from '../ports/storage.js'
import { digestEntry, NO_SEAL, STORED_DIGEST_DIGITS, sealHash } from '../seal.js'
import { movedBy, StateSum } from '../state.js'
import { MemoryAudit } from './audit.js'
import { byId, MemoryQueries } from './queries.js'

/** Committed state, indexed as the queries need it. */
export class MemoryState {
  /** Every entity, by folding every change ever written. */
  readonly base = new View()
  readonly entries: AuditedEntry[] = []
  readonly seals: StoredSeal[] = []
  readonly records = new Map<AccountId, JournalRecord[]>()
  readonly charges = new Map<string, Charge>()
  /** Of each subject, oldest first. */
  readonly standings = new Map<Standing['subject'], Standing[]>()
  readonly constants = new Map<string, string>()
  /** The newest time of any history. */
  latest: Timestamp = 0

  /** One unit of work. */
  commit(view: View): void {
    const { changes, latest } = view
    if (changes.length === 0) return
    this.latest = latest
    const moved = movedBy(view)
    const batch = String(this.seals.length + 1)
    const digests: string[] = []
    for (const change of changes) {
      this.write(change, moved)
      if (change.type === 'entry.posted') digests.push(this.post(change.entry, batch))
    }
    this.seal(digests, moved)
  }

  keep(constant: Constant): void {
    this.constants.set(constant.name, constant.value)
    const moved = new StateSum()
    moved.put('constants', constant)
    this.seal([], moved)
  }

  private seal(digests: readonly string[], moved: StateSum): void {
    const number = this.seals.length + 1
    const state = moved.text
    this.seals.push({
      batch: String(number),
      writer: 'memory',
      number,
      entries: digests.length,
      state,
      hash: sealHash(this.seals.at(-1)?.hash ?? NO_SEAL, digests, state),
    })
  }

  private write(change: Change, moved: StateSum): void {
    if (change.type === 'standing.noted') {
      this.note(change.standing, moved)
      return
    }
    // Not by `apply`, which would also keep every change ever written.
    applyChange(this.base, change)
    if (change.type === 'credits.charged') {
      const { tenant, apiKey, day, credits } = change.charge
      const id = `${tenant} ${apiKey} ${day}`
      this.charges.set(id, { tenant, apiKey, day, credits: credits + (this.charges.get(id)?.credits ?? 0) })
    }
  }

  private note(noted: Standing, moved: StateSum): void {
    const known = this.standings.get(noted.subject) ?? []
    this.standings.set(noted.subject, known)
    const newest = known.at(-1)
    const standing = follow(noted, newest)
    if (newest?.at === standing.at) {
      known.pop()
      moved.drop('standings', newest)
    }
    known.push(standing)
    moved.put('standings', standing)
  }

  /** The subject's last one at or before `at`. */
  standingAt(subject: Standing['subject'], at: Timestamp): Standing | undefined {
    return this.standings.get(subject)?.findLast((standing) => standing.at <= at)
  }

  private post(entry: Entry, batch: string): string {
    const digest = digestEntry(entry)
    const number = (side: 'debit' | 'credit'): number => {
      const records = this.records.get(entry[side].account) ?? []
      this.records.set(entry[side].account, records)
      return records.push({ entry, side, number: records.length + 1 })
    }
    this.entries.push({
      entry,
      position: String(this.entries.length + 1) as JournalPosition,
      debitNumber: number('debit'),
      creditNumber: number('credit'),
      batch,
      digest: digest.slice(0, STORED_DIGEST_DIGITS),
    })
    return digest
  }

  owned(account: Account): OwnedAccount {
    return { account, customer: this.base.customerOf(account) }
  }
}

export function memoryStorage(): Storage {
  const state = new MemoryState()
  return {
    name: 'memory',
    // One decide runs to its end before the next begins, so every unit of work is alone by itself.
    transact: async (keys, decide) => {
      const view = new View()
      view.follows(state.latest)
      for (const key of keys) load(state, view, key)
      const result = decide(view)
      state.commit(view)
      return result
    },
    query: new MemoryQueries(state),
    audit: (work) => work(new MemoryAudit(state)),
    constant: async (name, create) => {
      const known = state.constants.get(name)
      if (known !== undefined) return known
      const value = create()
      state.keep({ name, value })
      return value
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** Copies what a key names, and what that brings with it, and nothing else: a rule that forgets a key shows. */
function load(state: MemoryState, view: View, key: Key): void {
  const { base } = state
  switch (key.type) {
    case 'account':
      bringAccount(base, view, key.tenant, key.id)
      break
    case 'systemOf': {
      bringAccount(base, view, key.tenant, key.account)
      const account = base.account(key.tenant, key.account)
      if (account === undefined) break
      bringAccount(base, view, key.tenant, systemAccountId(key.tenant, key.role, account.currency))
      break
    }
    case 'customer':
      bring(base.customer(key.tenant, key.id), (customer) => view.putCustomer(customer))
      break
    case 'customerByExternalId':
      bring(base.customerByExternalId(key.tenant, key.externalId), (customer) => view.putCustomer(customer))
      break
    case 'currency':
      bring(base.currency(key.tenant, key.name), (currency) => view.putCurrency(currency))
      break
    case 'blockage':
      bring(base.blockage(key.tenant, key.id), (blockage) => {
        view.putBlockage(blockage)
        bringAccount(base, view, key.tenant, blockage.account)
      })
      break
    case 'freezeOf': {
      bringAccount(base, view, key.tenant, key.account)
      const freeze = base.account(key.tenant, key.account)?.frozenBy ?? null
      if (freeze !== null) bring(base.blockages.get(freeze), (blockage) => view.putBlockage(blockage))
      break
    }
    case 'blockagesOf':
      bringAccount(base, view, key.tenant, key.account)
      if (base.account(key.tenant, key.account) === undefined) break
      for (const blockage of [...base.blockagesOf(key.account)].sort(byId).slice(0, key.limit))
        view.putBlockage(blockage)
      break
    case 'deposit':
      bring(base.deposit(key.tenant, key.output), (deposit) => view.putDeposit(deposit, key.output))
      break
    case 'apiKey':
      bring(base.apiKey(key.tenant, key.id), (apiKey) => view.putApiKey(apiKey))
      break
    case 'answer':
      bring(base.answer(key.tenant, key.key), (answer) => view.putAnswer(answer))
      break
    case 'send':
      bring(base.send(key, key.txId), (send) => bringSend(base, view, send))
      break
    case 'claim':
      bringClaim(base, view, key, key)
      break
    case 'signature':
      bring(base.signature(key.tenant, key.id), (signature) => bringSignature(base, view, signature))
      break
    case 'standing':
      bring(state.standingAt(key.subject, key.at), (standing) => {
        if (standing.at === key.at && standing.tenant === key.tenant) view.putStanding(standing)
      })
      break
  }
}

function bringAccount(base: View, view: View, tenant: TenantId, id: AccountId): void {
  const account = base.accounts.get(id)
  if (account === undefined || account.tenant !== tenant) return
  view.putAccount(account)
  bring(base.customerOf(account), (customer) => view.putCustomer(customer))
  bring(base.currency(tenant, account.currency), (currency) => view.putCurrency(currency))
}

function bringSend(base: View, view: View, send: Send): void {
  view.putSend(send)
  for (const replaced of predecessors(send, (txId) => base.send(send, txId))) view.putSend(replaced)
  if (send.signature !== null) {
    bring(base.signature(send.tenant, send.signature), (signature) => bringSignature(base, view, signature))
  }
  for (const claim of send.claims) bring(base.claim(send, claim), (held) => view.putClaim(held))
}

function bringSignature(base: View, view: View, signature: PendingSignature): void {
  view.putSignature(signature)
  for (const claim of signature.claims) bring(base.claim(signature, claim), (held) => view.putClaim(held))
}

function bringClaim(base: View, view: View, on: OnChain, claim: Claim): void {
  bring(base.claim(on, claim), (held) => {
    view.putClaim(held)
    const txId = sendOf(held.holder)
    if (txId !== undefined) bring(base.send(held, txId), (send) => bringSend(base, view, send))
  })
}

function bring<T>(value: T | undefined, put: (value: T) => void): void {
  if (value !== undefined) put(value)
}
