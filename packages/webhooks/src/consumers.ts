/** Consumers within this process: functions that get the same events as a URL would, at least once. */
import type { EventBodies, EventType, Network, Webhook } from '@tallystick/core'
import { type Answer, cut } from './send.js'

/** What a subscriber is told. */
export interface Event<Type extends EventType = EventType> {
  /** The same each time that it is told. */
  readonly id: string
  readonly type: Type
  /** The account or the customer that it is about; '' if its type has no object. */
  readonly object: string
  /** From 1, without gaps, for each consumer and type. */
  readonly sequence: number
  /** Epoch milliseconds. */
  readonly created: number
  /** As the body of the webhook; amounts are decimal text. */
  readonly data: EventBodies[Type]
}

/** Resolves once the event needs not be told again. If it rejects, the event is told again later, as a webhook is. */
export type Handler<Type extends EventType = EventType> = (event: Event<Type>) => void | Promise<void>

export interface ListenOptions {
  /** Names a durable cursor of its own: 1 to 100 characters. Default: `default`. */
  readonly consumer?: string
  /** An account or a customer; with `chain`, an address or the first topic of a log. Default: all of the tenant. */
  readonly object?: string
  /** For what a chain shows: `ETH`. Default: what URLs of the tenant are told. */
  readonly chain?: string
  /** ADDRESS_TRANSACTION: whether the mempool is told of too. Default: as for URLs. */
  readonly mempool?: boolean
  /** The chains that are meant, where an event has one. Default: that of the caller. */
  readonly network?: Network
}

/** A handler that listens. */
export interface Listening {
  /** The handler is called no more. Events go on to be kept for the consumer. */
  end(): void
  /** Ends it, and forgets the consumer: no more events are kept for it. */
  forget(): Promise<void>
}

/** In place of the status of an HTTP answer. */
const HANDLED = 200
const NOT_HANDLED = 500

export class Consumers {
  private readonly handlers = new Map<string, Handler>()

  /** @param url See `webhookUrlOf` in the core. @returns Ends it */
  add(url: string, handler: Handler): () => void {
    if (this.handlers.has(url)) throw new TypeError('this consumer listens to this type already')
    this.handlers.set(url, handler)
    return () => {
      // Another handler may listen there since.
      if (this.handlers.get(url) === handler) this.handlers.delete(url)
    }
  }

  get urls(): readonly string[] {
    return [...this.handlers.keys()]
  }

  /**
   * Never rejects.
   * @param signal Once it fires, nobody waits for the handler any more
   * @returns Null if nobody listens, or the handler has not ended: the event is told again
   */
  tell(webhook: Webhook, signal: AbortSignal): Promise<Answer | null> {
    const handler = this.handlers.get(webhook.url)
    if (handler === undefined) return Promise.resolve(null)
    return new Promise((resolve) => {
      const leave = (): void => resolve(null)
      signal.addEventListener('abort', leave, { once: true })
      void call(handler, webhook).then((answer) => {
        signal.removeEventListener('abort', leave)
        resolve(answer)
      })
    })
  }
}

async function call(
  handler: Handler,
  { id, type, object, sequence, created, body }: Webhook,
): Promise<Answer> {
  try {
    await handler({ id, type: type as EventType, object, sequence, created, data: JSON.parse(body) })
    return { code: HANDLED, response: '' }
  } catch (thrown) {
    return { code: NOT_HANDLED, response: cut(textOf(thrown)) }
  }
}

/** A handler may throw anything, also what throws when it is read. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return 'the handler has thrown what has no text'
  }
}
