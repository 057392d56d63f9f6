/**
 * Completes withdrawals whose transaction somebody else has sent, on chains on which one account with tags is the wallet.
 *
 * A tag or memo proves nothing, because anybody can write one, and none has room for the id of a withdrawal. What proves
 * it is what a caller's word must prove, too: the wallet itself has signed a payment of the amount to the recipient with
 * the tag, after the withdrawal was stored, and no transaction that we know is this one. A wallet has one withdrawal of a
 * currency at a time without a transaction, so it cannot be another's. Beside a transaction that is recorded, it is noted
 * only: if that dies, the money waits until a node has told of what was noted.
 */
import {
  type FollowedChain,
  paymentKey,
  SENDS,
  sendKey,
  sightWithdrawal,
  WITHDRAWALS,
  type Withdrawal,
  withdrawalKey,
} from '@tallystick/core'
import { type Engine, embeddedCaller, Rejected } from '@tallystick/engine'
import { assetOf } from '../assets.js'
import type { Block, Movement } from '../ports/blocks.js'
import { BadTransaction } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { callersOf } from '../recorded-chain.js'
import type { Pipeline } from '../send/pipeline.js'
import { MadeBefore, type Withdrawals } from '../withdrawals/withdrawals.js'
import { decideOfChains, OF_CHAINS } from './of-chains.js'

interface CompletionsOptions {
  readonly engine: Pick<Engine, 'query' | 'execute' | 'currencies' | 'warn'>
  readonly chains: Chains
  readonly withdrawals: Pick<Withdrawals, 'complete'>
  readonly pipeline: Pick<Pipeline, 'noteCompleted'>
}

/** Refusals after which looking again would find the same. All others leave open whether it was paid. */
const DECIDED: ReadonlySet<string> = new Set([
  'withdrawal.missing',
  'kms.unexpected.state',
  'transaction.invalid.body',
])

/**
 * It is a payment for something else. A node that does not have what a block has is behind: that decides nothing. Nor does
 * another transaction that the withdrawal has got meanwhile: that may die.
 */
export const isDecided = (fault: unknown): boolean =>
  fault instanceof BadTransaction ||
  fault instanceof MadeBefore ||
  (fault instanceof Rejected && DECIDED.has(fault.code))

export class Completions {
  constructor(private readonly options: CompletionsOptions) {}

  /**
   * @param blocks That are about to be observed: after a crash they come again
   * @param on Their chain, with tags
   */
  async look(on: FollowedChain, blocks: readonly Block[]): Promise<void> {
    const { engine } = this.options
    for (const withdrawal of await this.unsettled(on)) {
      // No later block shows what was seen in an earlier one.
      const { tenant, id, sighted: before = [] } = withdrawal
      const found = blocks.flatMap(({ movements }) => paymentsOf(withdrawal, movements))
      const note = (txId: string, isOpen: boolean) =>
        decideOfChains(engine, sightWithdrawal, { tenant, id, network: callersOf(on.network), txId, isOpen })
      for (const txId of new Set([...before, ...found])) {
        const isFirst = !before.includes(txId)
        if (await this.isKnown(withdrawal, txId)) {
          if (!isFirst) await note(txId, false)
          continue
        }
        // First: no other transaction may pay it while this is open, and after a crash any process goes on with it.
        if (isFirst) await note(txId, true)
        // While another one is recorded, that pays it, unless it dies.
        const isPaid = withdrawal.txId !== null
        if (!isPaid && (await this.complete(withdrawal, txId, isFirst))) await note(txId, false)
      }
    }
  }

  /**
   * Those that a transaction of somebody else may still pay: in progress, or with a transaction that may die. Nobody else
   * can sign for one that was stored with its transaction.
   */
  private async unsettled(on: FollowedChain): Promise<readonly Withdrawal[]> {
    const { query } = this.options.engine
    const where = { chain: on.chain, network: on.network }
    const sends = await query.list(SENDS, { part: 'unsettled', where })
    const paid = sends.flatMap(({ tenant, withdrawal }) =>
      withdrawal === undefined ? [] : [withdrawalKey(tenant, withdrawal)],
    )
    const waiting = await query.list(WITHDRAWALS, { part: 'underway', where })
    const found = [...waiting, ...(await query.findAll(paid))].filter(({ oneCall }) => !oneCall)
    return [...new Map(found.map((one) => [one.id, one])).values()]
  }

  /** Whether it is recorded, or counts for a withdrawal already. */
  private async isKnown({ tenant, chain, network }: Withdrawal, txId: string): Promise<boolean> {
    const { query } = this.options.engine
    const on = { tenant, chain, network }
    return (
      (await query.find(sendKey(on, txId))) !== undefined ||
      (await query.find(paymentKey(on, txId, 0))) !== undefined
    )
  }

  /**
   * A deposit must not wait for it: if it fails, the next blocks bring it again, and its caller can still complete it.
   * @param isFirst It was not tried before
   * @returns Whether it is decided
   */
  private async complete(withdrawal: Withdrawal, txId: string, isFirst: boolean): Promise<boolean> {
    const { engine, chains, withdrawals, pipeline } = this.options
    const { tenant, chain, network, currency, id } = withdrawal
    try {
      const caller = embeddedCaller(tenant, callersOf(network))
      const asset = await assetOf({ chains, caller }, engine, currency)
      if (asset === undefined) return true
      const order = { chain: asset.chain, caller }
      // Behind calls of the tenant that wait it could be refused, and no later block shows the payment.
      const known = { withdrawal, asset: asset.asset, txId, credits: 0 }
      const recorded = await withdrawals.complete(order, OF_CHAINS, known)
      // It may wait behind calls of the tenant, and the block must not. What is not noted here, the worker finds.
      void pipeline.noteCompleted(order, recorded).catch(() => undefined)
      return true
    } catch (fault) {
      if (isDecided(fault)) return true
      if (isFirst)
        engine.warn(
          `${chain} ${network}: whether ${txId} pays withdrawal ${id} could not be found out: ${String(fault)}. Complete it by its id`,
        )
      return false
    }
  }
}

/** Transactions in which the wallet has paid and the first recipient got his amount. */
function paymentsOf({ wallet, payments }: Withdrawal, movements: readonly Movement[]): readonly string[] {
  const [first] = payments
  const paid = movements.filter(({ address, amount }) => address === wallet && amount < 0n)
  return [...new Set(paid.map(({ txId }) => txId))].filter((id) =>
    movements.some(
      ({ txId, address, amount }) =>
        txId === id && address === first?.address && amount === BigInt(first.amount),
    ),
  )
}
