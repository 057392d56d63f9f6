/** Receivers of webhooks, each with its own manners, and a ledger that has something to tell them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ApiKeyId,
  accept,
  type Change,
  type Key,
  type Rule,
  type Subscription,
  type SubscriptionId,
  subscriptionKey,
  type TenantId,
  type Webhook,
  type WebhookId,
  webhookKey,
  webhookUrlOf,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { applied } from './applied.js'

export const TENANT = 'tenant' as TenantId
export const SECRET = Buffer.from('a secret of thirty-two characters').toString('base64')

/** A call, as it has arrived. */
export interface Call {
  readonly id: string
  readonly sequence: number
  readonly body: string
  readonly at: number
}

export type Manner = (response: ServerResponse, call: Call) => void

export class Receiver {
  readonly calls: Call[] = []
  /** The most calls that it had at once. */
  most = 0
  private open = 0

  private constructor(
    private readonly server: Server,
    public manner: Manner,
  ) {}

  static async start(manner: Manner = (response) => response.end()): Promise<Receiver> {
    const server = createServer((request, response) => void receiver.take(request, response))
    const receiver = new Receiver(server, manner)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.most = Math.max(this.most, ++this.open)
    response.on('close', () => this.open--)
    let body = ''
    try {
      for await (const chunk of request) body += String(chunk)
    } catch {
      return
    }
    const { 'webhook-id': id, 'webhook-sequence': sequence } = request.headers
    const call = { id: String(id), sequence: Number(sequence), body, at: performance.now() }
    this.calls.push(call)
    this.manner(response, call)
  }
}

let ids = 0
const newId = (): string => (++ids).toString(16).padStart(24, '0')

function subscriptionTo(url: string | null, over: Partial<Subscription> = {}): Subscription {
  return {
    id: newId() as SubscriptionId,
    tenant: TENANT,
    apiKey: 'key' as ApiKeyId,
    network: 'testnet',
    plan: 'paid',
    type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
    object: '',
    attr: {},
    consumer: url === null ? 'consumer' : null,
    secret: SECRET,
    created: 0,
    url,
    sequence: 0,
    ...over,
  }
}

/** Writes rows as they are. */
const write: Rule<readonly Change[], null> = {
  name: 'write',
  needs: (changes) => changes.flatMap(keysOf),
  decide: (_view, changes) => accept(null, changes),
}

function keysOf(change: Change): readonly Key[] {
  if ('webhook' in change) return [webhookKey(change.webhook.tenant, change.webhook.id)]
  if ('subscription' in change) return [subscriptionKey(change.subscription.tenant, change.subscription.id)]
  return []
}

/** A ledger with webhooks to send. */
export class Sender {
  private readonly sequences = new Map<string, number>()

  constructor(private readonly engine: Engine) {}

  async subscribe(url: string | null, over: Partial<Subscription> = {}): Promise<Subscription> {
    const subscription = subscriptionTo(url, over)
    await this.write([{ type: 'subscription.created', subscription }])
    return subscription
  }

  async unsubscribe(subscription: Subscription): Promise<void> {
    await this.write([{ type: 'subscription.deleted', subscription }])
  }

  /** Gives it another URL. */
  async move(subscription: Subscription, url: string): Promise<void> {
    await this.write([{ type: 'subscription.updated', subscription: { ...subscription, url } }])
  }

  /** Queues a webhook for each of these objects, in one commit. */
  async queue(subscription: Subscription, objects: readonly string[]): Promise<readonly Webhook[]> {
    const webhooks = objects.map((object) => this.made(subscription, object))
    await this.write(webhooks.map((webhook) => ({ type: 'webhook.queued', webhook })))
    return webhooks
  }

  private made(subscription: Subscription, object: string): Webhook {
    const sequence = (this.sequences.get(subscription.id) ?? 0) + 1
    this.sequences.set(subscription.id, sequence)
    const now = this.engine.now()
    return {
      id: newId() as WebhookId,
      tenant: subscription.tenant,
      network: subscription.network,
      subscription: subscription.id,
      type: subscription.type,
      object,
      sequence,
      body: JSON.stringify({ object, sequence, amount: '0.10' }),
      created: now,
      url: webhookUrlOf(subscription),
      status: 'pending',
      attempts: 0,
      nextAt: now,
      code: null,
      response: null,
      networkError: false,
      finished: null,
    }
  }

  private async write(changes: readonly Change[]): Promise<void> {
    await applied(this.engine, TENANT, write, changes)
  }
}
