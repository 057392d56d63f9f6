/**
 * One record per operation of the API. The HTTP route, the validation, the metering of credits, the OpenAPI document,
 * the reference page, the typed in-process call and the catalogue test all derive from it.
 */
import type { RejectionCode, Rule, TenantId, Traded } from '@tallystick/core'
import type { NodeAnswer } from '@tallystick/custody'
import type { Caller } from '@tallystick/engine'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { AREAS } from './areas.js'
import { translated } from './chains/faults.js'
import { MANAGED_CODES } from './chains/signing.js'
import type { CallContext } from './context.js'
import { further } from './further.js'
import { type Price, priceOf } from './price.js'
import { charged } from './rpc/charged.js'
import { runTrade } from './trade/run.js'
import { runTwoPhase, storedRecord, type TwoPhase } from './two-phase.js'
import { type Paged, pageOf, withCursor } from './wire/cursor.js'
import { type Signable, signable, toldBy } from './wire/signable.js'

/** A chapter of the API. */
export type Area = keyof typeof AREAS | AddedArea

/** The chapter of a chain that an embedder has added. */
type AddedArea = `${string} (added)`

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The arguments of a call as one flat object: path, query and body together. */
export type ArgsOf<
  P extends TProperties,
  Q extends TProperties,
  B extends TObject | null,
  D extends TSchema | null = null,
> = Static<TObject<P>> &
  Static<TObject<Q>> &
  (B extends TObject ? Static<B> : unknown) &
  (D extends TSchema ? { body: Static<D> } : unknown)

/** An operation before it is known how it runs. */
export interface OperationSpec<
  P extends TProperties,
  Q extends TProperties,
  B extends TObject | null,
  R extends TSchema | null,
  D extends TSchema | null = null,
  K extends string = never,
> {
  readonly id: string
  readonly area: Area
  readonly method: Method
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly price: Price<ArgsOf<P, Q, B, D>>
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** A body that is not a record of fields, instead of `body`. As a whole, it is the argument `body`. */
  readonly document?: D
  /** Null: an empty answer with status 204. */
  readonly output: R
  /** Refusals besides those of every call (validation, API key, idempotency, overload). */
  readonly errors: readonly RejectionCode[]
  /**
   * The private key that signs: a field of the body (`fromSecret`), or of each item of a list in it
   * (`fromAddress[].privateKey`). A managed wallet may sign in its place: see `signable`.
   */
  readonly keyField?: K
  /** The fields that its body has and other overloads lack: see `overloads.ts`. */
  readonly discriminators?: readonly string[]
  /** The refusal of a body whose discriminating field has a text that no overload has. */
  readonly otherwise?: RejectionCode
  /** The call may have no body, which equals an empty one. */
  readonly bodyOptional?: boolean
  /**
   * Fields without a meaning that public clients add to the body (`mnemonic`, `attr.__type`). They are dropped before
   * anything reads, compares, stores or repeats them. Any other unknown field is refused.
   */
  readonly ignored?: readonly string[]
  /** A command that a frozen API key may run. */
  readonly whenFrozen?: boolean
  /** A command about the API key that calls: the same call of another one is another call. */
  readonly onCaller?: boolean
}

/** An operation of the catalogue, with its arguments and result as types. */
export interface Operation<Args, Result> {
  readonly id: string
  readonly area: Area
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly price: Price<Args>
  readonly params: TProperties
  readonly query: TProperties
  readonly body: TObject | null
  readonly document: TSchema | null
  readonly output: TSchema | null
  readonly errors: readonly RejectionCode[]
  readonly discriminators: readonly string[]
  readonly otherwise: RejectionCode | null
  readonly bodyOptional: boolean
  readonly ignored: readonly string[]
  readonly whenFrozen: boolean
  readonly onCaller: boolean
  readonly kind: 'command' | 'read'
  run(context: CallContext, args: Args): Promise<Result>
  /** For a pass-through: the node's own answer, streamed. Null for all others. */
  readonly stream: ((context: CallContext, args: Args, how: Streaming) => Promise<NodeAnswer>) | null
}

export interface Streaming {
  /** The body as received, if it was text. */
  readonly text: string | undefined
  /** Fires when the caller has gone. */
  readonly signal: AbortSignal
}

/** Any operation, for code to which its types do not matter. It takes what its own schema has validated. */
export type AnyOperation = Operation<never, unknown>

export type None = Record<never, never>

export type ResultOf<R extends TSchema | null> = R extends TSchema ? Static<R> : null

/**
 * The ways in which an operation can run. Each completes the record.
 * @typeParam Given What it takes: its arguments, or those that name a managed wallet in place of a key
 */
export interface OperationHow<Args, Result, Given = Args> {
  /**
   * Runs one command of the core.
   * @param toCommand Converts the arguments to the command
   * @param present Converts the rule's output to the wire format; runs inside the unit of work
   */
  command<Command, Output>(
    rule: Rule<Command, Output>,
    toCommand: (args: Args, caller: Caller) => Command,
    present: (output: Output, args: Args) => Result,
    around?: {
      /** Refuses what the rule cannot see. It does not run if the call's idempotency key has a record. */
      readonly before?: (context: CallContext, args: Args) => void | Promise<void>
      /** Runs when the effect is durable. */
      readonly afterwards?: (context: CallContext) => Promise<void>
    },
  ): Operation<Given, Result>
  /**
   * Runs one command repeatedly while it has more to do, because it could be too long for one unit of work. Its price
   * follows the `count` of each run.
   * @param toCommand Of a further run it also gets what the one before it has done
   */
  repeated<Command, Output extends { readonly count: number; readonly more: boolean }>(
    rule: Rule<Command, Output>,
    toCommand: (args: Args, caller: Caller, before: Output | null) => Command,
    present: (output: Output, args: Args) => Result,
  ): Operation<Given, Result>
  /**
   * Runs a command of the order book, in as many units of work as it needs. Its price follows the fills of the order,
   * or the cancelled orders.
   * @param present Of the id of the order; null if the command is not about one
   * @param afterwards Runs when the command is committed
   */
  traded<Command extends { readonly tenant: TenantId }>(
    rule: Rule<Command, Traded>,
    toCommand: (args: Args, caller: Caller) => Command,
    present: (id: string | null) => Result,
    afterwards?: (context: CallContext, args: Args) => void,
  ): Operation<Args, Result>
  /**
   * Runs a two-phase command, which asks nodes before it knows what to decide, or tells nodes afterwards: a transaction
   * of a chain. See `TwoPhase`.
   */
  twoPhase<Stored, Recorded extends Stored>(
    how: TwoPhase<Args, Stored, Result, Recorded>,
  ): Operation<Given, Result>
  /** Reads committed state or a chain. */
  read(run: (context: CallContext, args: Args) => Promise<Result>): Operation<Given, Result>
  /** Reads a page of a list in order of id, whose arguments have `cursor`: see `wire/cursor.ts`. */
  paged<Row>(list: Paged<CallContext, Args, Row, Result>): Operation<Given, Result>
  /**
   * Passes a request to a configured node, which answers in its own format. It is charged when a node may have got it.
   * @param collect Makes the result from the whole answer
   */
  passThrough(
    stream: (context: CallContext, args: Args, how: Streaming) => Promise<NodeAnswer>,
    collect: (answer: NodeAnswer) => Promise<Result>,
  ): Operation<Given, Result>
}

/** The parts of an operation that do not depend on the way it runs. */
type Shape<Args> = Omit<Operation<Args, never>, 'kind' | 'run' | 'stream'>

class Ways<Args, Result> implements OperationHow<Args, Result> {
  constructor(private readonly shape: Shape<Args>) {}

  readonly command: OperationHow<Args, Result>['command'] = (
    rule,
    toCommand,
    present,
    { before, afterwards } = {},
  ) => {
    const { price } = this.shape
    const execute = (context: CallContext, args: Args) =>
      context.engine.execute({
        caller: context.caller,
        rule,
        command: toCommand(args, context.caller),
        price: (output) => priceOf(price, args, output),
        present: (output) => present(output, args),
        idempotency: context.idempotency,
      })
    const asked =
      before === undefined
        ? execute
        : translating(async (context: CallContext, args: Args) => {
            if ((await storedRecord(context)) === undefined) await before(context, args)
            return execute(context, args)
          })
    return this.made('command', (context, args) => {
      const done = asked(context, args)
      if (afterwards === undefined) return done
      return done.then((result) => afterwards(context).then(() => result))
    })
  }

  readonly repeated: OperationHow<Args, Result>['repeated'] = (rule, toCommand, present) => {
    const { price } = this.shape
    return this.made('command', async (context, args) => {
      type Output = Parameters<typeof present>[0]
      const state: { before: Output | null } = { before: null }
      const run = () =>
        context.engine.execute({
          caller: context.caller,
          rule,
          command: toCommand(args, context.caller, state.before),
          price: ({ count, more }) => priceOf(price, args, count) - (more ? priceOf(price, args, 0) : 0),
          present: (output) => present(output, args),
          idempotency: context.idempotency,
          unfinished: ({ more }) => more,
          // A stored answer is always that of the last run.
          committed(output) {
            state.before = output ?? null
          },
        })
      let result = await run()
      while (state.before?.more === true) result = await further(run)
      return result
    })
  }

  readonly traded: OperationHow<Args, Result>['traded'] = (rule, toCommand, present, afterwards) =>
    this.made('command', async (context, args) => {
      const { price } = this.shape
      const base = priceOf(price, args, 0)
      const each = priceOf(price, args, 1) - base
      const command = toCommand(args, context.caller)
      const id = await runTrade(context.engine, context, rule, command, { base, each })
      afterwards?.(context, args)
      return present(id)
    })

  readonly twoPhase: OperationHow<Args, Result>['twoPhase'] = (how) =>
    this.made(
      'command',
      translating((context, args) => runTwoPhase(context, args, this.shape.price, how)),
    )

  readonly read: OperationHow<Args, Result>['read'] = (run) => {
    const asked = translating(run)
    return this.made('read', async (context, args) => {
      const result = await asked(context, args)
      context.engine.meter(context.caller, priceOf(this.shape.price, args, result))
      return result
    })
  }

  readonly paged: OperationHow<Args, Result>['paged'] = ({ read, idOf, show }) =>
    this.read(async (context, args) => {
      const { id } = this.shape
      const place = pageOf(id, args as object)
      const rows = await read(context, args, place)
      return withCursor(id, args as object, place, rows.map(idOf), await show(rows, context))
    })

  readonly passThrough: OperationHow<Args, Result>['passThrough'] = (stream, collect) => {
    const { method, price } = this.shape
    const metered = translating((context: CallContext, args: Args, how: Streaming) =>
      charged(method, stream(context, args, how), () =>
        context.engine.meter(context.caller, priceOf(price, args, null)),
      ),
    )
    const collected = translating(async (context: CallContext, args: Args) =>
      collect(await metered(context, args, { text: undefined, signal: new AbortController().signal })),
    )
    // A request to a node may contain a transaction, which a frozen key must not send.
    return { ...this.made(method === 'GET' ? 'read' : 'command', collected), stream: metered }
  }

  private made(
    kind: 'command' | 'read',
    run: (context: CallContext, args: Args) => Promise<Result>,
  ): Operation<Args, Result> {
    return { ...this.shape, stream: null, kind, run }
  }
}

/** Errors of the chain port become refusals. */
function translating<Given extends readonly unknown[], Answer>(
  run: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    try {
      return await run(...given)
    } catch (error) {
      throw translated(error)
    }
  }
}

export function operation<
  P extends TProperties = None,
  Q extends TProperties = None,
  B extends TObject | null = null,
  R extends TSchema | null = null,
  D extends TSchema | null = null,
  K extends string = never,
>({
  keyField,
  ...spec
}: OperationSpec<P, Q, B, R, D, K>): OperationHow<
  ArgsOf<P, Q, B, D>,
  ResultOf<R>,
  Signable<ArgsOf<P, Q, B, D>, K>
> {
  const signing: Partial<Pick<Shape<never>, 'body' | 'discriminators' | 'errors'>> =
    keyField === undefined || spec.body == null
      ? {}
      : {
          body: signable(spec.body, keyField),
          discriminators: toldBy(spec.discriminators ?? [], keyField),
          errors: [...new Set([...spec.errors, ...MANAGED_CODES])],
        }
  return new Ways({
    ...spec,
    description: spec.description,
    params: spec.params ?? {},
    query: spec.query ?? {},
    body: spec.body ?? null,
    document: spec.document ?? null,
    discriminators: spec.discriminators ?? [],
    otherwise: spec.otherwise ?? null,
    bodyOptional: spec.bodyOptional ?? false,
    ignored: spec.ignored ?? [],
    whenFrozen: spec.whenFrozen ?? false,
    onCaller: spec.onCaller ?? false,
    ...signing,
    // The body of `signable` lets `Given` pass, and `keyIn` tells the two apart.
  }) as OperationHow<ArgsOf<P, Q, B, D>, ResultOf<R>, Signable<ArgsOf<P, Q, B, D>, K>>
}

/** For commands with an empty answer. */
export const empty = (): null => null
