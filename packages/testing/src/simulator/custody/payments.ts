/**
 * A payment on a chain as its caller sees it, and as the operations make one: what they prepare, record and finish.
 * Its caller asks again, as a new call, when it is told that nothing was paid; and repeats its call while it is told
 * nothing, where that has an idempotency key.
 */
import { answerKey, type OnChain, recordSend, type Send, sendKey, type TenantId } from '@tallystick/core'
import {
  type Chain,
  type Chains,
  Custody,
  records,
  refusal,
  type Sends,
  type Turns,
} from '@tallystick/custody'
import { Engine, type EngineOptions, type Execution, requestHash } from '@tallystick/engine'
import { callerOf } from '../../driver.js'
import type { Mutation } from '../mutation.js'
import type { Balancer } from './balancer.js'
import { type Transfer, txIdOf } from './node.js'

export const TENANT = 'tenant' as TenantId
export const ON: OnChain = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
export const CREDITS = 2

export interface Payment {
  readonly to: string
  readonly owner: string
  readonly isKeyed: boolean
  /** Its first call makes a transaction that no node can take. */
  readonly isMalformed: boolean
  /** `unpaid`: not asked yet, or told that nothing is paid. */
  fate: 'unpaid' | 'acknowledged' | 'unknown'
  /** Those that came to an end. */
  calls: number
  told: string
  txId: string | null
}

/** Of a machine in whose world there is a chain. */
export class CustodyEngine extends Engine {
  private readonly custody: Custody

  constructor(
    options: EngineOptions,
    chains: Chains,
    readonly chain: Chain,
    readonly node: Balancer,
    private readonly mutation: Mutation,
  ) {
    super(options)
    this.custody = new Custody(this, chains)
  }

  get turns(): Turns {
    return this.custody.pipeline.turns
  }

  get sends(): Sends {
    return this.custody.sends
  }

  override close(): Promise<void> {
    this.custody.stop()
    return super.close()
  }

  override execute<Command, Output, Result>(execution: Execution<Command, Output, Result>): Promise<Result> {
    const broken = this.mutation.execution(execution)
    return super.execute({ ...broken, rule: this.mutation.rule(broken.rule) })
  }
}

interface Recorded {
  readonly txId: string
  readonly begun: number
}

/** Answers the transaction's id. @throws Rejected as the operations do */
export async function makePayment(engine: CustodyEngine, payment: Payment): Promise<string> {
  const known = payment.isKeyed ? await engine.query.find(answerKey(TENANT, keyOf(payment))) : undefined
  const { txId, begun }: Recorded =
    known === undefined ? await record(engine, payment) : JSON.parse(known.body)
  const send = await engine.query.find(sendKey(ON, txId))
  if (send === undefined) throw new TypeError(`${txId} is not recorded`)
  if (begun < send.created) throw refusal(records.ETH, null)
  return engine.sends.deliver(engine.chain, send)
}

function record(engine: CustodyEngine, payment: Payment): Promise<Recorded> {
  const { owner, to } = payment
  return engine.turns.take({ ...ON, owner }, async () => {
    const nonce = await engine.turns.nextIndex({ ...ON, owner }, await engine.node.pendingNonce(owner))
    const malformed = payment.isMalformed && payment.calls === 0
    return recordTransfer(
      engine,
      { owner, nonce, to, fee: 1, malformed },
      payment.isKeyed ? keyOf(payment) : null,
    )
  })
}

/** The same payment, dearer and under the nonce that it has. */
export async function makeDearer(engine: CustodyEngine, before: Transfer): Promise<string> {
  const { txId } = await recordTransfer(engine, { ...before, fee: before.fee + 1 }, null, true)
  const send = await engine.query.find(sendKey(ON, txId))
  if (send === undefined) throw new TypeError(`${txId} is not recorded`)
  return engine.sends.deliver(engine.chain, send)
}

function recordTransfer(
  engine: CustodyEngine,
  transfer: Transfer,
  key: string | null,
  replaces = false,
): Promise<Recorded> {
  const { owner, nonce, to } = transfer
  return engine.execute({
    caller: callerOf(TENANT),
    rule: recordSend,
    command: {
      ...ON,
      txId: txIdOf(transfer),
      raw: JSON.stringify(transfer),
      ...(replaces ? {} : { filler: JSON.stringify(fillerOf(transfer)) }),
      claims: [{ owner, index: nonce }],
      fresh: !replaces,
      signature: null,
      replaces,
      apiKey: callerOf(TENANT).apiKey,
      credits: CREDITS,
    },
    price: () => 0,
    present: (send: Send): Recorded => ({ txId: send.txId, begun: send.created }),
    idempotency: key === null ? null : { key, requestHash: requestHash('pay', { to }) },
  })
}

/** Pays nobody. */
const fillerOf = ({ owner, nonce, fee }: Transfer): Transfer => ({
  owner,
  nonce,
  to: owner,
  fee: fee + 1,
  malformed: false,
})

const keyOf = ({ to, calls }: Payment): string => `${to}/${calls}`
