/**
 * Payments on a chain as their callers see them: by the operations, on engines that die. If a caller learns that
 * nothing was paid, it pays again with a new call. If it gets no answer, it repeats its call, if that has an
 * idempotency key. A key-management system signs what waits for it, and sometimes something else.
 */
import {
  type AccountId,
  type OnChain,
  openAccount,
  recordDeposit,
  type TenantId,
  WITHDRAWALS,
} from '@tallystick/core'
import type { Chains, EvmChain } from '@tallystick/custody'
import { type Caller, Engine, type EngineOptions, type Storage } from '@tallystick/engine'
import { createTallystick, type Operations, type Tallystick } from '@tallystick/operations'
import { callerOf } from '../../labels.js'
import type { Mutation } from '../mutation.js'
import { keyOf, MALFORMED } from './chain.js'
import { GAS, rawOf, type Transfer, txIdOf } from './node.js'

export const TENANT = 'tenant' as TenantId
export const ON: OnChain = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
export const CREDITS = 2
/** Of a withdrawal in one call. */
export const TRANSFER_CREDITS = 4
/** Whose sends are charged to it, and nothing else. */
export const PAYER: Caller = callerOf(TENANT)
const SIGNER: Caller = { ...PAYER, apiKey: 'key-of-the-signer' as Caller['apiKey'] }
/** The wallet of the key-management system. */
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const GWEI = 10n ** 9n

export interface Payment {
  /** Its recipient, which is its name too. */
  readonly to: string
  readonly owner: string
  readonly isKeyed: boolean
  /** Its first call makes a transaction that no node can take. */
  readonly isMalformed: boolean
  /** Left to the key-management system: the pending signature, once it is told. */
  readonly isSignedElsewhere: boolean
  /** Out of an account of the ledger, in one call. */
  readonly isWithdrawal: boolean
  /**
   * `unpaid`: not asked yet, or told that nothing is paid. `left`: a withdrawal that is not completed. The service
   * sends it again until a node has it, or cancels it.
   */
  fate: 'unpaid' | 'acknowledged' | 'left' | 'unknown'
  /** Those that came to an end. */
  calls: number
  told: string
  /** Of the transaction, or of the pending signature. */
  answer: string | null
}

/** What runs on a machine in whose world there is a chain. */
const running = new WeakMap<Engine, Running>()

interface Running {
  readonly tallystick: Tallystick
  readonly chain: EvmChain
  /** Made once for each caller. */
  readonly callsOf: Map<Caller, Operations>
}

/** An engine with the operations on top of it. */
export function custodyEngine(options: EngineOptions, chain: EvmChain, mutation: Mutation): Engine {
  const chains: Pick<Chains, 'chain' | 'health' | 'passThrough' | 'close'> = {
    chain: async () => chain as never,
    health: () => [],
    passThrough: () => undefined,
    close: () => Promise.resolve(),
  }
  const tallystick = createTallystick({ ...options, chains })
  const { engine } = tallystick
  const execute = engine.execute.bind(engine)
  engine.execute = (execution) => {
    const broken = mutation.execution(execution)
    return execute({ ...broken, rule: mutation.rule(broken.rule) })
  }
  running.set(engine, { tallystick, chain, callsOf: new Map() })
  return engine
}

function on(engine: Engine, caller: Caller): { readonly calls: Operations; readonly chain: EvmChain } {
  const found = running.get(engine)
  if (found === undefined) throw new TypeError('No chain is known on this engine')
  const calls = found.callsOf.get(caller) ?? found.tallystick.as(caller)
  found.callsOf.set(caller, calls)
  return { calls, chain: found.chain }
}

export interface Answered {
  /** Of the transaction, or of the pending signature. */
  readonly id: string
  /** False: a withdrawal that no node is known to have yet. */
  readonly completed: boolean
}

/** @throws Rejected */
export async function makePayment(engine: Engine, payment: Payment, account: AccountId): Promise<Answered> {
  const { to, owner, calls: made, isKeyed, isWithdrawal } = payment
  const { calls } = on(engine, payment.isSignedElsewhere ? SIGNER : PAYER)
  const options = isKeyed ? { idempotencyKey: `${to}/${made}` } : {}
  const order = { to, amount: '1', currency: 'ETH' }
  const withdrawal = { senderAccountId: account, address: to, amount: '1' }
  if (payment.isSignedElsewhere) {
    const named = { signatureId: WALLET }
    if (isWithdrawal) return answered(await calls.transferEthKMS({ ...withdrawal, ...named }, options))
    return answered(await calls.transferEthBlockchainKMS({ ...order, signatureId: WALLET }, options))
  }
  const data = payment.isMalformed && made === 0 ? { data: MALFORMED } : {}
  if (isWithdrawal) {
    return answered(await calls.transferEth({ ...withdrawal, privateKey: keyOf(owner) }, options))
  }
  const key = { fromPrivateKey: keyOf(owner) }
  return answered(await calls.transferEthBlockchain({ ...order, ...key, ...data }, options))
}

/** Cancels the withdrawal that makes the payment. True if it is cancelled: then nobody pays it any more. */
export async function cancelPayment(engine: Engine, { to }: Payment): Promise<boolean> {
  const { calls } = on(engine, SIGNER)
  const found = await engine.query.list(WITHDRAWALS, { where: { tenant: TENANT }, limit: 1_000 })
  const withdrawal = found.find(({ address }) => address === to)
  if (withdrawal === undefined) return false
  await calls.cancelInProgressWithdrawal({ id: withdrawal.id })
  return true
}

/** An account of the ledger with coins, for withdrawals. */
export async function openAccountOf(
  storage: Storage,
  random: NonNullable<EngineOptions['random']>,
  coins: string,
): Promise<AccountId> {
  const engine = new Engine({ storage, clock: { now: () => Date.UTC(2030, 0, 1) }, random })
  const quietly = { caller: PAYER, price: () => 0, idempotency: null }
  const named = { customer: null, accountingCurrency: null, accountCode: null, accountNumber: null }
  const account = await engine.execute({
    ...quietly,
    rule: openAccount,
    command: { tenant: TENANT, account: { currency: 'ETH', xpub: 'xpub', ...named } },
    present: (opened) => opened.account.id,
  })
  const block = { txId: 'deposit', vout: 0, address: 'address', derivationKey: 1, blockHeight: 1 }
  await engine.execute({
    ...quietly,
    rule: recordDeposit,
    command: {
      ...block,
      tenant: TENANT,
      account,
      currency: 'ETH',
      amount: coins,
      from: null,
      blockHash: null,
      status: 'Done',
    },
    present: () => null,
  })
  await engine.close()
  return account
}

function answered(answer: object): Answered {
  const id = 'txId' in answer ? answer.txId : 'signatureId' in answer ? answer.signatureId : ''
  return { id: String(id), completed: !('completed' in answer) || answer.completed === true }
}

/** The same payment, dearer and under the nonce that it has. */
export async function makeDearer(engine: Engine, before: Transfer): Promise<void> {
  const { owner, to, nonce, price } = before
  const fee = { gasLimit: String(GAS), gasPrice: String((price * 5n) / 4n / GWEI) }
  const order = { to, amount: '1', currency: 'ETH', nonce, fee, fromPrivateKey: keyOf(owner) }
  await on(engine, PAYER).calls.transferEthBlockchain(order)
}

/** What a key-management system does with one that waits. */
export type Signing = 'broadcasts' | 'sends by itself' | 'signs another' | 'names another' | 'names nothing'

/**
 * Has a transaction sent that was signed for a payment.
 * @param other The id of a transaction that does something else
 */
export async function sign(
  engine: Engine,
  { answer }: Payment,
  transfer: Transfer,
  how: Signing,
  other: string,
): Promise<void> {
  if (answer === null) throw new TypeError('Nobody waits for it any more')
  const { calls, chain } = on(engine, SIGNER)
  switch (how) {
    case 'broadcasts':
      await calls.ethBroadcast({ txData: rawOf(transfer), signatureId: answer })
      return
    case 'signs another': {
      const to = `${transfer.to.slice(0, -4)}ffff`
      await calls.ethBroadcast({ txData: rawOf({ ...transfer, to }), signatureId: answer })
      return
    }
    case 'sends by itself': {
      const signed = { raw: rawOf(transfer), txId: txIdOf(transfer) }
      await chain.node.broadcast(signed)
      await calls.completePendingSignature({ id: answer, txId: signed.txId })
      return
    }
    case 'names another':
      await calls.completePendingSignature({ id: answer, txId: other })
      return
    case 'names nothing':
      await calls.completePendingSignature({ id: answer, txId: 'of nothing that was' })
  }
}
