/**
 * Transfers on BNB Beacon Chain: finds account number and sequence, and checks that the account can pay. Nothing expires:
 * a block may include a signed transaction until its sequence is used.
 */
import { type Engine, Rejected } from '@tallystick/engine'
import {
  type BeaconAccount,
  type BeaconAsset,
  type BeaconChain,
  type BeaconFees,
  type BeaconTransaction,
  BNB,
} from '../ports/beacon.js'
import { BadKey, BadTransaction, paramsOf } from '../ports/chain.js'
import { newestBlock } from './before.js'
import { mustBeBelow } from './ceiling.js'
import { type Order, type Plan, pendedBy, type ToPend, type ToSign } from './plan.js'
import { placeOf } from './sends.js'
import type { Custodian, Owner } from './turns.js'
import { underWay } from './underway.js'

export interface BeaconTransfer {
  /** The account that pays. Null: the account of the key. */
  readonly from: string | null
  readonly to: string
  readonly asset: BeaconAsset
  /** Base units. */
  readonly amount: bigint
  readonly memo: string
}

type OwnTransfer = BeaconTransfer & { readonly from: string }

interface Found {
  readonly transaction: BeaconTransaction
  /** The network's fee, in base units of BNB. */
  readonly fee: bigint
}

/**
 * To be signed now.
 * @param key Its address
 * @throws BadKey when it is not the key of the account
 */
export async function planBeacon(
  on: Custodian,
  order: Order<BeaconChain>,
  transfer: BeaconTransfer,
  key: { readonly address: string },
): Promise<Plan<ToSign>> {
  const { codec } = order.chain
  const from = transfer.from ?? key.address
  if (codec.canonical(from) !== key.address) throw new BadKey(`is not the key of ${from}`)
  const next = await completed(on, order, { ...transfer, from })
  return {
    turn: key.address,
    async build() {
      const { transaction, fee } = await next()
      return { unsigned: codec.build(transaction, fee), replaces: false }
    },
  }
}

/**
 * Leaves the transfer to a key-management system. It may sign with a sequence other than the reserved one, because its
 * daemon takes the next sequence of the ledger.
 */
export async function planBeaconPending(
  on: Custodian,
  order: Order<BeaconChain>,
  { from, ...transfer }: BeaconTransfer,
): Promise<Plan<ToPend>> {
  const { codec } = order.chain
  if (from === null) throw new TypeError('A transfer without a key must name its account')
  const next = await completed(on, order, { ...transfer, from })
  const account = codec.canonical(from)
  return {
    turn: account,
    async build() {
      const newest = await newestBlock(order.chain)
      const { transaction, fee } = await next()
      const made = pendedBy(account, codec.serializeForKms(transaction), codec.build(transaction, fee))
      return { ...made, ...newest }
    },
  }
}

/** Finds the fee once. Each try then takes the account's next sequence, and checks that the account can pay. */
async function completed(
  { engine, turns }: Custodian,
  order: Order<BeaconChain>,
  transfer: OwnTransfer,
): Promise<() => Promise<Found>> {
  const { node, codec, record } = order.chain
  // Checks that need no node come first.
  codec.build(transactionOf(transfer, 0n, 0n), 0n)
  const [fees, recipient] = await Promise.all([node.fees(), node.account(transfer.to)])
  const fee = feeOf(fees, 1)
  mustBeBelow(paramsOf(order.chain).maxFee, fee, record, 'the network charges')
  if (recipient?.needsMemo === true && !/^\d+$/.test(transfer.memo)) {
    throw new Rejected({ code: 'bnb.memo.required' })
  }
  const owner = { ...placeOf(order), owner: codec.canonical(transfer.from) }
  return async () => {
    const account = await node.account(transfer.from)
    if (account === undefined) throw new Rejected({ code: 'bnb.account.failed', detail: transfer.from })
    const sequence = await turns.nextIndex(owner, account.sequence)
    const transaction = transactionOf(transfer, account.number, sequence)
    await mustCover(engine, order.chain, owner, { account, fees, sequence, transaction })
    return { transaction, fee }
  }
}

const transactionOf = (
  { amount, ...transfer }: OwnTransfer,
  accountNumber: bigint,
  sequence: bigint,
): BeaconTransaction => ({
  ...transfer,
  amount: amount.toString(),
  accountNumber: accountNumber.toString(),
  sequence: sequence.toString(),
  source: '0',
})

/** Many entries cost less each (bnb-chain/bnc-cosmos-sdk, `TransferFeeCalculatorGen`). */
const feeOf = ({ single, multi, multiFrom }: BeaconFees, entries: number): bigint =>
  entries >= multiFrom ? multi * BigInt(entries) : entries === 0 ? 0n : single

interface Wanted {
  readonly account: BeaconAccount
  readonly fees: BeaconFees
  readonly sequence: bigint
  readonly transaction: BeaconTransaction
}

/**
 * Checks that the account can pay for it in addition to its pending transactions: the balance is that of the last block,
 * and transactions that this block does not include count as spent.
 * @throws BadTransaction `insufficient.funds`
 */
async function mustCover(
  { query }: Pick<Engine, 'query'>,
  { codec }: BeaconChain,
  owner: Owner,
  { account, fees, sequence, transaction }: Wanted,
): Promise<void> {
  const rows = await underWay(query, owner, account.sequence, sequence)
  const written = [codec.serializeForKms(transaction), ...rows.flat()]
  const taken = written.map((one) => codec.outlay(one, owner.owner))
  const beside = rows.length === 0 ? '' : `, beside its ${rows.length} transactions that wait for a block`
  for (const asset of new Set([BNB, transaction.asset])) {
    const needed = taken.reduce(
      (sum, { paid, entries }) => sum + (paid.get(asset) ?? 0n) + (asset === BNB ? feeOf(fees, entries) : 0n),
      0n,
    )
    if ((account.free.get(asset) ?? 0n) >= needed) continue
    const what = asset === BNB ? 'the amount and the fee' : `the amount of ${asset}`
    throw new BadTransaction('insufficient.funds', `The account does not have enough for ${what}${beside}`)
  }
}
