/** The library: every operation of the catalogue as a typed call, on any storage. */
import {
  atCaller,
  type CallOptions,
  type Groups,
  grouped,
  type Operations,
  requireOptions,
} from '@tallystick/api'
import type { Deposit as CoreDeposit, Currency, EventType, Network, TenantId } from '@tallystick/core'
import { recordDeposit } from '@tallystick/core'
import {
  type AnyRecord,
  type Chains,
  Custody,
  type FeePayers,
  type NodeAnswer,
  type Policy,
  type ReconcileOptions,
  type Reconciliation,
  reconcile,
  type Vault,
  type WatchOptions,
} from '@tallystick/custody'
import {
  Access,
  type Caller,
  type CurrencyTotal,
  DEFAULT_TENANT,
  Engine,
  type EngineOptions,
  embeddedCaller,
  idempotencyOf,
  Rejected,
  requireStorable,
  requireTenant,
  totals,
  uncharged,
  type Verification,
  type VerifyOptions,
} from '@tallystick/engine'
import {
  Deliveries,
  type DeliveryOptions,
  type Handler,
  type Listening,
  type ListenOptions,
} from '@tallystick/webhooks'
import { catalogue } from './catalogue/index.js'
import { noChains } from './chains/none.js'
import type { CallContext } from './context.js'
import { operationsWith } from './families/added.js'
import { REPORTED, type ReportedDeposit, spelled } from './ledger/reported.js'
import type { AnyOperation, Streaming } from './operation.js'
import { mustBeMeant } from './options.js'
import { storedRecord } from './two-phase.js'
import { sightedWith } from './webhooks/sighted.js'
import { isMisnamed } from './wire/overloads.js'
import { isDiscreet } from './wire/secrets.js'
import { ArgumentCheck, type Checked, type RequestParts } from './wire/validate.js'
import { Futures } from './workers/futures.js'
import { Verifications, type VerifyStatus, type VerifyWatchOptions } from './workers/verifications.js'

export type { Operations }

export interface TallystickOptions extends EngineOptions {
  /** Custody asks their nodes about the transactions that were sent. Without chains it follows none. */
  readonly chains?: Chains
  /** Asked before each withdrawal, and before a managed wallet signs, for example `limitsPolicy`. Default: it allows all. */
  readonly policy?: Policy
  /** Encrypts the keys of managed wallets: see `@tallystick/vault`. Default: the service keeps no keys. */
  readonly vault?: Vault
  /** Managed wallets that pay the fees of callers: see docs/vault.md. Default: the service pays none. */
  readonly feePayers?: readonly FeePayers[]
  /** Compares the ledger with the chains time and again, and may hold withdrawals. Default: nobody does. */
  readonly reconcile?: WatchOptions
  /** Checks the books a minute after the start, and then time and again, and tells what is wrong. Default: nobody does. */
  readonly verify?: VerifyWatchOptions
  /**
   * Sends webhooks to their URLs, and charges the daily credits of subscriptions. Default: this process does neither, and
   * another one on the same storage may. Whether one does cannot be known before it has sent: until then, the first
   * subscription with a URL is warned of once. `{ sends: false }` says that another one does.
   */
  readonly webhooks?: DeliveryOptions
  /**
   * Settles futures at their seal date from the start. Default: this process does so once it has placed a future, and
   * another one on the same storage may.
   */
  readonly futures?: boolean
  /** The tenant whose ledger the calls of this object use. */
  readonly tenant?: string
  /**
   * The network of the calls of this object: of their wallets, deposit addresses and withdrawals. A tenant's first deposit
   * address ties it to one for good. Default: `testnet`; with chains that have only nodes of mainnet it must be given.
   */
  readonly network?: Network
  /** Hex key of the HMAC of API keys. Without one, the storage keeps a generated one. */
  readonly apiKeySecret?: string
}

/**
 * A typed method for each operation, and the same under nouns: `accounts.create` is `createAccount`. Errors are rejections
 * of class `Rejected` (refused) or `Fault` (failed).
 */
export type Tallystick = Calling & TallystickService

type Calling = Operations & Groups

/** The members besides the operations. */
export interface TallystickService {
  readonly engine: Engine
  readonly custody: Custody
  /** Sends webhooks, and has their log. */
  readonly deliveries: Deliveries
  /** Settles futures at their seal date. */
  readonly futures: Futures
  /** The given chains. Their `health` is for readiness and metrics. */
  readonly chains: Chains
  /** All operations of this ledger: the catalogue, and the operations of added chains. */
  readonly operations: readonly AnyOperation[]
  /** API keys, to identify the caller of an external call. */
  access(): Promise<Access>
  /** The same ledger for another caller, for example of another tenant. */
  as(caller: Caller): Calling
  /** Runs an operation on the parts of a request. For transports. */
  request(
    operation: AnyOperation,
    parts: RequestParts,
    caller: Caller,
    options: CallOptions,
  ): Promise<unknown>
  /** Runs an operation with a `stream` on the parts of a request. For transports. */
  stream(operation: AnyOperation, parts: RequestParts, caller: Caller, how: Streaming): Promise<NodeAnswer>
  /**
   * Tells this process of every event of a type, at least once: those that webhooks tell of, with the same data. See
   * docs/webhooks.md. It needs neither a URL nor the option `webhooks`.
   */
  on<Type extends EventType>(type: Type, handler: Handler<Type>, options?: ListenOptions): Promise<Listening>
  /** Reports a chain output that pays to an account. It may be reported any number of times and is credited once. */
  recordDeposit(deposit: ReportedDeposit): Promise<CoreDeposit>
  /** Recomputes every balance from the postings. */
  verify(options?: VerifyOptions): Promise<Verification>
  /** What the last `verify` of this process has found. */
  verified(): VerifyStatus
  /** The balances of each currency of each tenant, from one snapshot. It reads every account. */
  totals(): Promise<readonly CurrencyTotal[]>
  /** Compares the ledger with the chains that are followed. Call `custody.follow()` before, to be at their heads. */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>
  /** Finishes the accepted calls and closes the storage. */
  close(): Promise<void>
}

const MAX_IDEMPOTENCY_KEY = 255

/** Validates calls, and runs them. */
class Calls {
  constructor(
    private readonly operations: readonly AnyOperation[],
    private readonly shared: Omit<CallContext, 'caller' | 'idempotency'>,
  ) {}

  /** Every failure is a rejection. Not an async function, because another promise per call would cost time. */
  run(
    operation: AnyOperation,
    check: (check: ArgumentCheck) => Checked,
    caller: Caller,
    options: CallOptions,
    streaming?: Streaming,
  ): Promise<unknown> {
    try {
      // Before anything is checked: what the arguments are does not matter then.
      if (caller.readOnly === true && operation.kind === 'command') {
        throw new Rejected({ code: 'key.not.allowed' })
      }
      return this.perform(operation, check(checkOf(operation)), caller, options, streaming)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  operationsFor(caller: Caller): Calling {
    requireStorable('header', { ...caller })
    requireTenant(caller.tenant)
    const calls: Record<string, unknown> = {}
    for (const operation of this.operations) {
      calls[operation.id] = (args: unknown = {}, options: CallOptions = {}) =>
        this.run(operation, (check) => check.flat(args), caller, options).then(undefined, atCaller)
    }
    // Built from the same catalogue as the type.
    const operations = calls as unknown as Operations
    return { ...operations, ...grouped(operations) }
  }

  private perform(
    operation: AnyOperation,
    checked: Checked,
    caller: Caller,
    options: CallOptions,
    streaming?: Streaming,
  ): Promise<unknown> {
    requireOptions(options)
    // The engine refuses commands; reads would ask a closed storage and be metered in vain.
    if (this.shared.engine.closed) throw new Rejected({ code: 'unavailable' })
    if (!checked.ok) throw new Rejected({ code: 'validation.failed', violations: checked.violations })
    // Checked against the schema that `Args` is made from, for every operation.
    const args = checked.args as never
    const { engine, access, chains, custody, deliveries, futures, random } = this.shared
    // Field by field: to spread the shared ones cost a sixth of the processor time of a payment.
    const context: CallContext = {
      engine,
      access,
      chains: chains.askedBy?.(caller.tenant) ?? chains,
      custody,
      deliveries,
      futures,
      random,
      caller,
      idempotency: idempotency(operation, args, caller, options.idempotencyKey),
    }
    if (operation.kind === 'command' && caller.frozen && !operation.whenFrozen) {
      return whileFrozen(operation, context, args)
    }
    if (streaming === undefined || operation.stream === null) return operation.run(context, args)
    return operation.stream(context, args, streaming)
  }
}

const checks = new WeakMap<AnyOperation, ArgumentCheck>()

/** Validators are compiled at the first call of an operation, for all ledgers: opening one costs nothing. */
function checkOf(operation: AnyOperation): ArgumentCheck {
  let check = checks.get(operation)
  if (check === undefined) {
    check = new ArgumentCheck(operation, isDiscreet(operation))
    checks.set(operation, check)
  }
  return check
}

/** A frozen key gets the stored answer of a call that it repeats, and may do nothing else. */
async function whileFrozen(operation: AnyOperation, context: CallContext, args: never): Promise<unknown> {
  if ((await storedRecord(context)) === undefined) throw new Rejected({ code: 'subscription.not.active' })
  return operation.run(context, args)
}

/** The API keys of a ledger, opened by the first call that needs them. */
function accessTo(engine: Engine, { storage, apiKeySecret, random }: TallystickOptions) {
  let access: Promise<Access> | null = null
  return (): Promise<Access> => {
    access ??= Access.open(engine, storage, {
      ...(apiKeySecret === undefined ? {} : { secret: apiKeySecret }),
      ...(random === undefined ? {} : { random }),
    })
    // A storage that does not answer now may answer the next caller.
    access.catch(() => {
      access = null
    })
    return access
  }
}

let reports: ArgumentCheck | null = null

function reporting(engine: Engine, chains: Chains, caller: Caller): TallystickService['recordDeposit'] {
  return async (deposit) => {
    reports ??= new ArgumentCheck(REPORTED)
    const checked = reports.flat(deposit)
    if (!checked.ok) throw new Rejected({ code: 'validation.failed', violations: checked.violations })
    // Checked against the schema of a report.
    const report = await spelled({ engine, chains, caller }, checked.args as unknown as ReportedDeposit)
    return engine.execute({
      ...uncharged(caller),
      rule: recordDeposit,
      command: { ...report, tenant: caller.tenant },
      present: (output) => output,
    })
  }
}

/**
 * Opens a ledger. It reads and writes nothing before the first call, except that with chains it starts following
 * unsettled transactions.
 * @throws TypeError if an option is missing or cannot be meant
 */
export function createTallystick(options: TallystickOptions): Tallystick {
  mustBeMeant(options)
  const chains = options.chains ?? noChains
  const added = chains.added ?? []
  const operations = operationsWith(added)
  const currencies = [...(options.currencies ?? []), ...added.map(currencyOf)]
  const engine = new Engine({ ...options, currencies })
  const custody = new Custody(engine, options.chains, {
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.vault === undefined ? {} : { vault: options.vault }),
    ...(options.feePayers === undefined ? {} : { feePayers: options.feePayers }),
    ...(options.reconcile === undefined
      ? {}
      : { reconcile: { ...options.reconcile, storage: options.storage } }),
  })
  const access = accessTo(engine, options)
  const deliveries = new Deliveries(engine, options.webhooks)
  deliveries.start()
  const futures = new Futures(engine)
  if (options.futures === true) futures.begin()
  const verifications = new Verifications(engine, options.storage, options.verify)
  const shared = { engine, access, chains, custody, deliveries, futures, random: engine.random }
  const calls = new Calls(operations, shared)
  const caller = embeddedCaller((options.tenant ?? DEFAULT_TENANT) as TenantId, options.network)
  const close = once(async () => {
    verifications.stop()
    await deliveries.stop()
    await futures.stop()
    // Accepted calls may still need their nodes.
    await custody.close()
    await chains.close()
  })
  return {
    ...calls.operationsFor(caller),
    engine,
    custody,
    deliveries,
    futures,
    chains,
    operations,
    access,
    as: (other) => calls.operationsFor(other),
    request: (operation, parts, by, callOptions) =>
      operation.otherwise === null || !isMisnamed(operation, parts.body)
        ? calls.run(operation, (check) => check.parts(parts), by, callOptions)
        : Promise.reject(new Rejected({ code: operation.otherwise })),
    stream: (operation, parts, by, how) =>
      // Only this method passes `how`, so the result is an answer to stream.
      calls.run(operation, (check) => check.parts(parts), by, {}, how) as Promise<NodeAnswer>,
    on: async (type, handler, how = {}) =>
      deliveries.on(caller, type, handler, await sightedWith({ engine, chains, caller }, type, how)),
    recordDeposit: reporting(engine, chains, caller),
    verify: (verifyOptions) => verifications.verify(verifyOptions),
    verified: () => verifications.status,
    totals: () => totals(options.storage),
    reconcile: (how) => reconcile({ storage: options.storage, engine, chains }, how),
    close,
  }
}

/** Who asks again gets what the first one does. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/** The currency of an added chain, as the ledger has it. */
const currencyOf = ({ id, decimals, path }: AnyRecord): Currency => ({
  code: id,
  kind: 'chain',
  scale: decimals,
  takes: path === null ? 'address' : 'xpub',
})

function idempotency(
  operation: AnyOperation,
  args: unknown,
  { tenant, apiKey, network }: Caller,
  key: string | undefined,
) {
  if (key === undefined || operation.kind === 'read') return null
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY) {
    throw new Rejected({
      code: 'validation.failed',
      violations: [
        {
          target: 'header',
          property: 'Idempotency-Key',
          constraints: { length: `Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY} characters` },
        },
      ],
    })
  }
  requireStorable('header', { 'Idempotency-Key': key })
  const called = operation.onCaller ? `${operation.id} ${apiKey}` : operation.id
  // The same call on the other network is another one.
  return idempotencyOf(tenant, key, network === 'mainnet' ? called : `testnet ${called}`, args)
}

export { catalogue }
