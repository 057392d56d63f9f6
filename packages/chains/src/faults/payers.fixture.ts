/**
 * What callers ask for, what they were told, and what the chain has of it. A payment here is what a caller means: one
 * amount to one recipient of its own. Told that nothing was paid, its caller asks again, as a new call; told nothing,
 * it repeats its call where that has an idempotency key, and else leaves it.
 */
import { Rejected } from '@tallystick/engine'
import type { Operations } from '@tallystick/operations'
import { Crashed, type Service } from './service.fixture.js'

export interface Sender {
  readonly address: string
  readonly privateKey: string
}

/** What a caller knows of its payment. */
export type Fate =
  /** Not asked yet, or told that nothing has been paid. */
  | 'unpaid'
  /** Answered 200. */
  | 'acknowledged'
  /** Nobody has told. */
  | 'unknown'

export interface Payment {
  readonly id: string
  readonly sender: number
  readonly recipient: string
  /** Its caller repeats its call under one key until it is told. */
  readonly isKeyed: boolean
  /** A key-management system signs it. */
  readonly isAsked: boolean
  /** The account of a customer pays it. */
  readonly isWithdrawn: boolean
  /** The pending signature that it is, once it is asked for: from then on it is signed, and no other is asked for. */
  signatureId: string | null
  /** Times that a higher fee was paid. */
  bumps: number
  fate: Fate
  /** Of calls: each that was told that nothing is paid is followed by a new one. */
  calls: number
  /** What it was answered last. */
  told: string
  txId: string | null
}

/** Codes that leave open whether something was sent. All other refusals say that nothing was. */
const LEAVES_OPEN: ReadonlySet<string> = new Set(['broadcast.unknown'])
/** Refused before anything of this call was recorded: of a call that is repeated, that says nothing of the time before. */
const BEFORE: ReadonlySet<string> = new Set([
  'chain.unavailable',
  'overloaded',
  'claim.taken',
  'unavailable',
  'withdrawal.busy',
])
const MAX_CALLS = 3

export type Pay = (
  calls: Operations,
  payment: Payment,
  options: { readonly idempotencyKey?: string },
) => Promise<{ readonly txId: string }>

/** Of a payment, the key of its present call. */
export const keyOfCall = ({ id, calls }: Payment): string => `${id}/${calls}`

/** Asks once. Whether there is anything more to ask for is in the payment. */
export async function ask(payment: Payment, service: Service, calls: Operations, pay: Pay): Promise<void> {
  const options = payment.isKeyed ? { idempotencyKey: keyOfCall(payment) } : {}
  const before = payment.fate
  payment.fate = 'unknown'
  try {
    const { txId } = await service.call(pay(calls, payment, options))
    payment.fate = 'acknowledged'
    payment.told = 'sent'
    payment.txId = txId
  } catch (error) {
    if (error instanceof Crashed) {
      payment.told = 'crashed'
      return
    }
    if (!(error instanceof Rejected)) throw error
    payment.told = error.code
    if (payment.signatureId !== null) return
    if (LEAVES_OPEN.has(error.code)) return
    if (BEFORE.has(error.code)) {
      payment.fate = before
      return
    }
    payment.fate = 'unpaid'
    payment.calls += 1
  }
}

/** Whether its caller asks once more. */
export const asksAgain = ({ fate, isKeyed, calls }: Payment): boolean =>
  fate === 'unpaid' ? calls < MAX_CALLS : fate === 'unknown' && isKeyed
