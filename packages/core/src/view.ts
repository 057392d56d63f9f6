import type { ApiKey } from './access/api-key.js'
import type { Account } from './account/account.js'
import { applyChange } from './apply.js'
import type { Blockage } from './blockage/blockage.js'
import type { Answer, Change } from './change.js'
import type { VirtualCurrency } from './currency/currency.js'
import type { Customer } from './customer/customer.js'
import type { Deposit } from './deposit/deposit.js'
import {
  type AccountId,
  type ApiKeyId,
  type BlockageId,
  type CustomerId,
  type SignatureId,
  type SystemRole,
  systemAccountId,
  type TenantId,
  type Timestamp,
} from './ids.js'
import type { Claim, HeldClaim, OnChain } from './send/claim.js'
import type { Send } from './send/send.js'
import type { PendingSignature } from './signature/signature.js'
import { restands, type Standing, standingOf } from './standing.js'

interface Phase {
  /** Whether what is put into a view is being loaded, or is decided. */
  applying: boolean
  /** Whether anything was decided upon that a list holds. */
  touched: boolean
}

/** A map that may stand on another: reads fall through, writes stay on top. */
export class Layer<K, V> {
  private readonly own = new Map<K, V | null>()
  /** Of what was decided upon, how it was before; null where there was none. Made once it is needed: most never is. */
  private before: Map<K, V | null> | null = null

  constructor(
    private readonly below: Layer<K, V> | null = null,
    private readonly phase: Phase = { applying: false, touched: false },
  ) {}

  get(key: K): V | undefined {
    const value = this.own.get(key)
    if (value !== undefined) return value ?? undefined
    return this.below?.get(key)
  }

  set(key: K, value: V): void {
    this.keep(key)
    this.own.set(key, value)
  }

  delete(key: K): void {
    this.keep(key)
    // Above another layer the absence must be told; at the bottom there is nothing to tell it to.
    if (this.below === null) this.own.delete(key)
    else this.own.set(key, null)
  }

  *values(): Iterable<V> {
    const below = this.below
    if (below !== null) {
      for (const [key, value] of below.entries()) if (!this.own.has(key)) yield value
    }
    for (const value of this.own.values()) if (value !== null) yield value
  }

  /** What was decided upon: as it was before the first decision, and as it is after the last. */
  *touched(): Iterable<{ readonly before: V | null; readonly after: V | null }> {
    if (this.before === null) return
    for (const [key, before] of this.before) yield { before, after: this.get(key) ?? null }
  }

  private keep(key: K): void {
    if (!this.phase.applying) return
    this.before ??= new Map()
    if (this.before.has(key)) return
    this.before.set(key, this.get(key) ?? null)
    this.phase.touched = true
  }

  private *entries(): Iterable<[K, V]> {
    if (this.below !== null) {
      for (const entry of this.below.entries()) if (!this.own.has(entry[0])) yield entry
    }
    for (const [key, value] of this.own) if (value !== null) yield [key, value]
  }
}

/** A thing of a list, before and after: null where it was not there, or is not there any more. */
export interface Touched {
  readonly list:
    | 'accounts'
    | 'customers'
    | 'blockages'
    | 'currencies'
    | 'deposits'
    | 'answers'
    | 'apiKeys'
    | 'sends'
    | 'claims'
    | 'signatures'
  readonly before: object | null
  readonly after: object | null
}

/** No name holds a NUL, so no two pairs look the same. */
const scoped = (tenant: TenantId, name: string): string => `${tenant}\0${name}`
const placed = ({ tenant, chain, network }: OnChain, name: string): string =>
  `${tenant}\0${chain}\0${network}\0${name}`
const claimed = (claim: OnChain & Claim): string => placed(claim, `${claim.index}\0${claim.owner}`)

/**
 * What was loaded for a batch, and what the batch has decided since. Stores fill it through `put`; rules
 * read it; the engine folds accepted changes with `apply`, which also collects them for the store to write.
 * Every look-up is by tenant: what belongs to another tenant reads as absent.
 */
export class View {
  readonly accounts: Layer<AccountId, Account>
  readonly customers: Layer<CustomerId, Customer>
  readonly blockages: Layer<BlockageId, Blockage>
  readonly apiKeys: Layer<ApiKeyId, ApiKey>
  private readonly externalIds: Layer<string, CustomerId>
  readonly currencies: Layer<string, VirtualCurrency>
  readonly deposits: Layer<string, Deposit>
  readonly answers: Layer<string, Answer>
  readonly standings: Layer<string, Standing>
  readonly sends: Layer<string, Send>
  readonly claims: Layer<string, HeldClaim>
  readonly signatures: Layer<SignatureId, PendingSignature>
  private readonly log: Change[] = []
  /** Whose standing has changed and is not noted yet. */
  private readonly restood = new Set<Standing['subject']>()
  private newest: Timestamp = 0
  private readonly phase: Phase = { applying: false, touched: false }

  constructor(below: View | null = null) {
    this.accounts = new Layer(below?.accounts, this.phase)
    this.customers = new Layer(below?.customers, this.phase)
    this.blockages = new Layer(below?.blockages, this.phase)
    this.apiKeys = new Layer(below?.apiKeys, this.phase)
    this.externalIds = new Layer(below?.externalIds, this.phase)
    this.currencies = new Layer(below?.currencies, this.phase)
    this.deposits = new Layer(below?.deposits, this.phase)
    this.answers = new Layer(below?.answers, this.phase)
    this.standings = new Layer(below?.standings, this.phase)
    this.sends = new Layer(below?.sends, this.phase)
    this.claims = new Layer(below?.claims, this.phase)
    this.signatures = new Layer(below?.signatures, this.phase)
  }

  /** A view on top of this one: what it applies is seen there only, until applied here too. */
  fork(): View {
    return new View(this)
  }

  /**
   * The newest time in the histories of what was loaded. Clocks disagree, and are set back; what this unit of
   * work writes is not older than it, so that times rise along each history.
   */
  get latest(): Timestamp {
    return this.newest
  }

  /** Stores tell it what they know of the histories that they load, and changes as they are applied. */
  follows(at: Timestamp): void {
    if (at > this.newest) this.newest = at
  }

  /** Folds one accepted change in, and keeps it for the store. */
  apply(change: Change): void {
    const subject = restands(this, change)
    if (subject !== null) this.restood.add(subject)
    // An entry moves balances and no more, and seals have entries of their own.
    this.phase.applying = change.type !== 'entry.posted'
    applyChange(this, change)
    this.phase.applying = false
    if (change.type === 'entry.posted') this.follows(change.entry.created)
    else if (change.type === 'standing.noted') this.follows(change.standing.at)
    this.log.push(change)
  }

  /**
   * Adds to the changes how everybody stands whose standing they have changed: the end of every unit of work,
   * all of which is of one time.
   */
  noteStandings(at: Timestamp): void {
    for (const subject of this.restood) {
      const standing = standingOf(this, subject, at)
      if (standing !== undefined) this.apply({ type: 'standing.noted', standing })
    }
    this.restood.clear()
  }

  /**
   * What the changes have done to each list of things, however many of them were about one thing. Balances do not
   * count. Standings are not among them: what one takes the place of, only the store knows.
   */
  *touched(): Iterable<Touched> {
    // Payments without a key move balances only.
    if (!this.phase.touched) return
    const { accounts, customers, blockages, currencies, deposits, answers, apiKeys, sends, claims } = this
    const { signatures } = this
    const lists = {
      accounts,
      customers,
      blockages,
      currencies,
      deposits,
      answers,
      apiKeys,
      sends,
      claims,
      signatures,
    }
    for (const [list, layer] of Object.entries(lists)) {
      for (const thing of layer.touched()) yield { list: list as Touched['list'], ...thing }
    }
  }

  /** All changes applied to this view, in order. */
  get changes(): readonly Change[] {
    return this.log
  }

  /** A customer's account; the ledger's own accounts read as absent. */
  account(tenant: TenantId, id: AccountId): Account | undefined {
    const account = this.accounts.get(id)
    return account !== undefined && account.tenant === tenant && account.role === null ? account : undefined
  }

  systemAccount(tenant: TenantId, role: SystemRole, currency: string): Account | undefined {
    return this.accounts.get(systemAccountId(tenant, role, currency))
  }

  customer(tenant: TenantId, id: CustomerId): Customer | undefined {
    const customer = this.customers.get(id)
    return customer?.tenant === tenant ? customer : undefined
  }

  customerOf(account: Account): Customer | undefined {
    return account.customer === null ? undefined : this.customers.get(account.customer)
  }

  customerByExternalId(tenant: TenantId, externalId: string): Customer | undefined {
    const id = this.externalIds.get(scoped(tenant, externalId))
    return id === undefined ? undefined : this.customers.get(id)
  }

  blockage(tenant: TenantId, id: BlockageId): Blockage | undefined {
    const blockage = this.blockages.get(id)
    return blockage?.tenant === tenant ? blockage : undefined
  }

  /** No more of them than the command asked for with `blockagesOf` this account. */
  blockagesOf(account: AccountId): readonly Blockage[] {
    return [...this.blockages.values()].filter((blockage) => blockage.account === account)
  }

  currency(tenant: TenantId, name: string): VirtualCurrency | undefined {
    return this.currencies.get(scoped(tenant, name))
  }

  deposit(tenant: TenantId, output: string): Deposit | undefined {
    return this.deposits.get(scoped(tenant, output))
  }

  apiKey(tenant: TenantId, id: ApiKeyId): ApiKey | undefined {
    const key = this.apiKeys.get(id)
    return key?.tenant === tenant ? key : undefined
  }

  standing(tenant: TenantId, subject: string, at: Timestamp): Standing | undefined {
    return this.standings.get(scoped(tenant, `${subject} ${at}`))
  }

  send(on: OnChain, txId: string): Send | undefined {
    return this.sends.get(placed(on, txId))
  }

  /** Undefined when nobody holds it. */
  claim(on: OnChain, { owner, index }: Claim): HeldClaim | undefined {
    const { tenant, chain, network } = on
    return this.claims.get(claimed({ tenant, chain, network, owner, index }))
  }

  signature(tenant: TenantId, id: SignatureId): PendingSignature | undefined {
    const signature = this.signatures.get(id)
    return signature?.tenant === tenant ? signature : undefined
  }

  answer(tenant: TenantId, key: string): Answer | undefined {
    return this.answers.get(scoped(tenant, key))
  }

  putAccount(account: Account): void {
    this.follows(account.created)
    this.accounts.set(account.id, account)
  }

  putCustomer(customer: Customer): void {
    this.customers.set(customer.id, customer)
    this.externalIds.set(scoped(customer.tenant, customer.externalId), customer.id)
  }

  dropExternalId(tenant: TenantId, externalId: string): void {
    this.externalIds.delete(scoped(tenant, externalId))
  }

  putBlockage(blockage: Blockage): void {
    this.blockages.set(blockage.id, blockage)
  }

  putCurrency(currency: VirtualCurrency): void {
    this.currencies.set(scoped(currency.tenant, currency.name), currency)
  }

  putDeposit(deposit: Deposit, output: string): void {
    this.deposits.set(scoped(deposit.tenant, output), deposit)
  }

  putApiKey(apiKey: ApiKey): void {
    this.apiKeys.set(apiKey.id, apiKey)
  }

  putStanding(standing: Standing): void {
    this.standings.set(scoped(standing.tenant, `${standing.subject} ${standing.at}`), standing)
  }

  putSend(send: Send): void {
    this.sends.set(placed(send, send.txId), send)
  }

  putClaim(claim: HeldClaim): void {
    this.claims.set(claimed(claim), claim)
  }

  dropClaim(claim: HeldClaim): void {
    this.claims.delete(claimed(claim))
  }

  putSignature(signature: PendingSignature): void {
    this.signatures.set(signature.id, signature)
  }

  putAnswer(answer: Answer): void {
    this.answers.set(scoped(answer.tenant, answer.key), answer)
  }
}
