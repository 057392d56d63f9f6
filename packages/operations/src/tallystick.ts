/**
 * The library: every operation of the catalogue as one typed call, over a storage of the embedder's choice.
 */
import type { Deposit as CoreDeposit, Currency, TenantId } from '@tallystick/core'
import { recordDeposit } from '@tallystick/core'
import { type AnyRecord, type Chains, Custody, type NodeAnswer } from '@tallystick/custody'
import {
  Access,
  type Caller,
  DEFAULT_TENANT,
  Engine,
  type EngineOptions,
  embeddedCaller,
  Rejected,
  requestHash,
  requireStorable,
  type Verification,
  type VerifyOptions,
  verify,
} from '@tallystick/engine'
import { type Catalogue, catalogue, type OperationId } from './catalogue/index.js'
import { noChains } from './chains/none.js'
import type { CallContext } from './context.js'
import { operationsWith } from './families/added.js'
import { REPORTED, type ReportedDeposit, spelled } from './ledger/reported.js'
import type { AnyOperation, Operation, Streaming } from './operation.js'
import { isDiscreet } from './wire/secrets.js'
import { ArgumentCheck, type Checked, type RequestParts } from './wire/validate.js'

export interface TallystickOptions extends EngineOptions {
  /** Their nodes are asked, time and again, what became of the transactions sent; without them, nobody is. */
  readonly chains?: Chains
  /** Whose ledger the calls of this object work on. */
  readonly tenant?: string
  /** Hex key of the hash under which API keys are stored; without one, the storage keeps its own. */
  readonly apiKeySecret?: string
}

export interface CallOptions {
  /**
   * 1 to 255 characters. The first answer to a key is stored with the effect: calling again with the same
   * key and the same arguments returns it, and does nothing twice. Reads ignore it.
   */
  readonly idempotencyKey?: string
}

type Call<Args, Result> =
  Record<string, never> extends Args
    ? (args?: Args, options?: CallOptions) => Promise<Result>
    : (args: Args, options?: CallOptions) => Promise<Result>

/** One typed method per operation; errors are rejections of class `Rejected` (refused) or `Fault` (broken). */
export type Operations = {
  readonly [Id in OperationId]: Catalogue[Id] extends Operation<infer Args, infer Result>
    ? Call<Args, Result>
    : never
}

export type Tallystick = Operations & TallystickService

/** What the object offers beside the operations. */
export interface TallystickService {
  readonly engine: Engine
  readonly custody: Custody
  /** The chains that were given; its `health` is for readiness and metrics. */
  readonly chains: Chains
  /** All that may be asked of this ledger: the catalogue, and the operations of chains that were added. */
  readonly operations: readonly AnyOperation[]
  /** API keys: to identify the caller of an outside call. */
  access(): Promise<Access>
  /** The same ledger on behalf of another caller, for example another tenant. */
  as(caller: Caller): Operations
  /** Runs one operation on the parts of a request. For transports. */
  request(
    operation: AnyOperation,
    parts: RequestParts,
    caller: Caller,
    options: CallOptions,
  ): Promise<unknown>
  /** Runs an operation that has a `stream` on the parts of a request. For transports. */
  stream(operation: AnyOperation, parts: RequestParts, caller: Caller, how: Streaming): Promise<NodeAnswer>
  /** Reports what a chain paid to an account: recorded as often as it is said, credited once. */
  recordDeposit(deposit: ReportedDeposit): Promise<CoreDeposit>
  /** Recomputes every balance from the postings. */
  verify(options?: VerifyOptions): Promise<Verification>
  /** Finishes what was accepted and closes the storage. */
  close(): Promise<void>
}

const MAX_IDEMPOTENCY_KEY = 255

/**
 * Opens a ledger. Nothing is read or written before the first call; unless there are chains, whose transactions
 * that are not settled are looked after from now on.
 */
export function createTallystick(options: TallystickOptions): Tallystick {
  const chains = options.chains ?? noChains
  const added = chains.added ?? []
  const operations = operationsWith(added)
  const engine = new Engine({
    ...options,
    currencies: [...(options.currencies ?? []), ...added.map(currencyOf)],
  })
  const custody = new Custody(engine, options.chains)
  const { random } = engine
  const checks = new Map<AnyOperation, ArgumentCheck>()
  let access: Promise<Access> | null = null
  const openAccess = (): Promise<Access> => {
    access ??= Access.open(engine, options.storage, {
      ...(options.apiKeySecret === undefined ? {} : { secret: options.apiKeySecret }),
      ...(options.random === undefined ? {} : { random: options.random }),
    })
    // A storage that does not answer now may do so for the next caller.
    access.catch(() => {
      access = null
    })
    return access
  }

  // Validators are compiled at an operation's first call, so that opening a ledger costs nothing.
  const checkOf = (operation: AnyOperation): ArgumentCheck => {
    let check = checks.get(operation)
    if (check === undefined) {
      check = new ArgumentCheck(operation, isDiscreet(operation))
      checks.set(operation, check)
    }
    return check
  }

  const perform = (
    operation: AnyOperation,
    checked: Checked,
    caller: Caller,
    { idempotencyKey }: CallOptions,
    streaming?: Streaming,
  ): Promise<unknown> => {
    // Commands are refused by the engine; reads would ask a storage that is closed, and be metered in vain.
    if (engine.closed) throw new Rejected({ code: 'unavailable' })
    if (!checked.ok) throw new Rejected({ code: 'validation.failed', violations: checked.violations })
    if (operation.kind === 'command' && caller.frozen && !operation.whenFrozen) {
      throw new Rejected({ code: 'subscription.not.active' })
    }
    // Checked against the schema that `Args` is made from, whatever the operation.
    const args = checked.args as never
    const context: CallContext = {
      engine,
      access: openAccess,
      caller,
      chains,
      custody,
      random,
      idempotency: idempotency(operation, args, idempotencyKey),
    }
    if (streaming === undefined || operation.stream === null) return operation.run(context, args)
    return operation.stream(context, args, streaming)
  }

  let reports: ArgumentCheck | null = null

  /** Every failure is a rejection. Not an async function: another promise for each call would only cost. */
  const call = (
    operation: AnyOperation,
    check: (check: ArgumentCheck) => Checked,
    caller: Caller,
    callOptions: CallOptions,
    streaming?: Streaming,
  ): Promise<unknown> => {
    try {
      return perform(operation, check(checkOf(operation)), caller, callOptions, streaming)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  const operationsFor = (caller: Caller): Operations => {
    requireStorable('header', { ...caller })
    const calls: Record<string, unknown> = {}
    for (const operation of operations) {
      calls[operation.id] = (args: unknown = {}, callOptions: CallOptions = {}) =>
        call(operation, (check) => check.flat(args), caller, callOptions)
    }
    // Built from the same catalogue that the type is mapped from.
    return calls as Operations
  }

  const caller = embeddedCaller((options.tenant ?? DEFAULT_TENANT) as TenantId)
  return {
    ...operationsFor(caller),
    engine,
    custody,
    chains,
    operations,
    access: openAccess,
    as: operationsFor,
    request: (operation, parts, by, callOptions) =>
      call(operation, (check) => check.parts(parts), by, callOptions),
    stream: (operation, parts, by, how) =>
      // An operation's `stream` is asked for by nobody else.
      call(operation, (check) => check.parts(parts), by, {}, how) as Promise<NodeAnswer>,
    async recordDeposit(deposit) {
      reports ??= new ArgumentCheck(REPORTED)
      const checked = reports.flat(deposit)
      if (!checked.ok) throw new Rejected({ code: 'validation.failed', violations: checked.violations })
      // Checked against the schema that says what a report is.
      const report = await spelled(chains, caller.network, checked.args as unknown as ReportedDeposit)
      return engine.execute({
        caller,
        rule: recordDeposit,
        command: { ...report, tenant: caller.tenant },
        price: () => 0,
        present: (output) => output,
        idempotency: null,
      })
    },
    verify: (verifyOptions) => verify(options.storage, verifyOptions),
    async close() {
      // What was accepted may still need its nodes.
      await custody.close()
      await chains.close()
    },
  }
}

/** The currency of a chain that was added, as the ledger has it. */
const currencyOf = ({ id, decimals, path }: AnyRecord): Currency => ({
  code: id,
  kind: 'chain',
  scale: decimals,
  takes: path === null ? 'address' : 'xpub',
})

function idempotency(operation: AnyOperation, args: unknown, key: string | undefined) {
  if (key === undefined || operation.kind === 'read') return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY) {
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
  return { key, requestHash: requestHash(operation.id, args) }
}

export { catalogue }
