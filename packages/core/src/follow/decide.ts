/**
 * Blocks of a chain, each in one unit of work. A block records its payments to our deposit addresses as deposits, and
 * credits the deposits of older blocks that are deep enough now. On a UTXO chain it also records which outputs of ours
 * it makes and spends. Undoing a block undoes all of this.
 */

import { accept, type Refusal, type Rule } from '../decision.js'
import { credit, depositAccounts, reverse } from '../deposit/credit.js'
import { type Deposit, depositOutput } from '../deposit/deposit.js'
import type { Env } from '../env.js'
import { keysOfHoldings, observeHoldings, undoHoldings } from '../holding/decide.js'
import type { HoldingChange, HoldingName } from '../holding/holding.js'
import type { DepositId, TenantId } from '../ids.js'
import { depositAddressKey, depositKey } from '../key.js'
import { otherDecimals } from '../ledger/post.js'
import type { Amount } from '../money.js'
import {
  indexMulti,
  keysOfMulti,
  keysOfUndone,
  type MultiUndone,
  unindexMulti,
} from '../multi-token/change.js'
import type { MultiObserved } from '../multi-token/multi-token.js'
import { keysOfMade, keysOfSpent, make, spend, unmake, unspend } from '../output/change.js'
import type { Made, OutputName, Spent } from '../output/output.js'
import type { Rejection } from '../rejection.js'
import * as sightings from '../sighting/change.js'
import type { Sighted, SightingName } from '../sighting/sighting.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import {
  advanced,
  type BlockName,
  before,
  begun,
  type Cursor,
  cursorKey,
  type FollowedChain,
  filled,
  kept,
  receded,
} from './cursor.js'

/** A payment in a block to an address of ours. */
export interface Receipt {
  readonly tenant: TenantId
  readonly currency: string
  readonly txId: string
  /** Its place in the transaction, which does not depend on the block. */
  readonly position: number
  /** The key of the deposit address, and its tag, or ''. */
  readonly address: string
  readonly tag: string
  /** Units of the account's currency; above zero. */
  readonly amount: Amount
  /** Decimals of these units, if the account may have others. */
  readonly scale?: number
  readonly from: string | null
  /** The height of the first block that may credit it. */
  readonly matures: number
}

/** Names a deposit. The rule loads it with its account. */
export type DepositName = Pick<Deposit, 'tenant' | 'currency' | 'txId' | 'vout' | 'address'>

export interface BeginFollowing extends FollowedChain {
  readonly block: BlockName
  /** Those before it, the newest last: the chain may be reorganised below it. Absent: none is known. */
  readonly older?: readonly BlockName[]
}

/** The cursor that a command was made from. */
interface OnCursor extends FollowedChain {
  /** The revision that was read. If the cursor has moved since, nothing changes. */
  readonly revision: number
}

export interface ObserveBlock extends OnCursor {
  readonly block: BlockName
  /** The hash of the block before it. */
  readonly parent: string
  /** The number of blocks that are kept and can be undone. */
  readonly window: number
  readonly receipts: readonly Receipt[]
  /** Deposits in progress that are deep enough with this block. */
  readonly maturing: readonly DepositName[]
  /** UTXO: outputs to addresses of ours, and outputs of ours that it spends; those of this block too. */
  readonly made: readonly Made[]
  readonly spent: readonly Spent[]
  /** These are its first receipts and outputs. Others follow by `observeMore`, and what it spends with the last of them. */
  readonly unfinished?: true
  /** What it changes of our addresses on an account-based chain. */
  readonly holdings: readonly HoldingChange[]
  /** What it tells of multi tokens, or its first part. Absent: nothing. */
  readonly multi?: MultiObserved
  /** What it shows to subscribers, or the first part of it. Absent: nothing. */
  readonly sighted?: readonly Sighted[]
  /** Sightings of blocks that can no longer be undone. Absent: none. */
  readonly forgotten?: readonly SightingName[]
}

/** More of the cursor's block. */
export type ObserveMore = OnCursor &
  Pick<ObserveBlock, 'receipts' | 'made' | 'spent' | 'unfinished' | 'multi' | 'sighted' | 'forgotten'>

/** Deposits that are deep enough with the cursor's block, or were before it. */
export interface CreditDeposits extends FollowedChain {
  readonly deposits: readonly DepositName[]
}

export interface UndoBlock extends OnCursor {
  /** All deposits of the block. */
  readonly deposits: readonly DepositName[]
  /** All outputs of ours that it made, and that it spent. */
  readonly made: readonly OutputName[]
  readonly spent: readonly OutputName[]
  /** All holdings that the block has changed. */
  readonly holdings: readonly HoldingName[]
  /** All that the index of multi tokens has of the block. Absent: nothing. */
  readonly multi?: MultiUndone
  /** All sightings of the block. Absent: none. */
  readonly sighted?: readonly SightingName[]
  /** These are its first deposits and sightings. The block stays that of the cursor, as one that is not recorded whole. */
  readonly unfinished?: true
}

/** The result of a command about a cursor. */
export type Observation =
  | { readonly kind: 'moved'; readonly cursor: Cursor; readonly deposits: readonly Deposit[] }
  /** Another engine has moved the cursor: nothing has changed. */
  | { readonly kind: 'elsewhere' }
  /** No older block is kept: nothing has changed. */
  | { readonly kind: 'too-deep' }
  /** The credit of a deposit cannot be posted back now: nothing has changed. */
  | { readonly kind: 'refused'; readonly deposit: Deposit; readonly rejection: Rejection }

const ELSEWHERE: Observation = { kind: 'elsewhere' }

/** Begins to follow the chain from the block after this one. Changes nothing if it is followed already. */
export const beginFollowing: Rule<BeginFollowing, Cursor> = {
  name: 'beginFollowing',
  needs: (command) => [cursorKey(command)],
  decide(view, command) {
    const known = view.find(cursorKey(command))
    if (known !== undefined) return accept(known, [])
    const cursor = begun(command, command.block, command.older ?? [])
    return accept(cursor, [{ type: 'cursor.begun', cursor }])
  },
}

export const observeBlock: Rule<ObserveBlock, Observation> = {
  name: 'observeBlock',
  needs: (command) => [
    cursorKey(command),
    ...keysOfPayments(command),
    ...command.maturing.flatMap((deposit) => deposited(deposit, depositOutput(deposit))),
    ...keysOfHoldings(command, command.holdings),
  ],
  decide(view, command, env) {
    const cursor = view.find(cursorKey(command))
    if (cursor === undefined || cursor.unfinished === true) return accept(ELSEWHERE, [])
    if (cursor.revision !== command.revision || cursor.hash !== command.parent) return accept(ELSEWHERE, [])
    const next = advanced(cursor, command.block, command.window)
    const moved: Cursor = command.unfinished === true ? { ...next, unfinished: true } : next
    const fork = view.fork()
    fork.apply({ type: 'cursor.moved', cursor: moved })
    observeHoldings(fork, command, command.holdings)
    const deposits = [
      ...paid(fork, env, moved, command),
      ...command.maturing.flatMap((deposit) => matured(fork, env, moved, deposit) ?? []),
    ]
    return accept<Observation>({ kind: 'moved', cursor: moved, deposits }, fork.changes)
  },
}

/**
 * Records more of the cursor's block. A block may pay thousands of customers, and one commit of all of them would hold up
 * every other call.
 */
export const observeMore: Rule<ObserveMore, Observation> = {
  name: 'observeMore',
  needs: (command) => [cursorKey(command), ...keysOfPayments(command)],
  decide(view, command, env) {
    const cursor = view.find(cursorKey(command))
    if (cursor === undefined || cursor.revision !== command.revision || cursor.unfinished !== true) {
      return accept(ELSEWHERE, [])
    }
    const moved = filled(cursor, command.unfinished !== true)
    const fork = view.fork()
    fork.apply({ type: 'cursor.moved', cursor: moved })
    const deposits = paid(fork, env, moved, command)
    return accept<Observation>({ kind: 'moved', cursor: moved, deposits }, fork.changes)
  },
}

/** Credits deposits that are deep enough: those of a block that has too many for one commit, for the same reason. */
export const creditDeposits: Rule<CreditDeposits, readonly Deposit[]> = {
  name: 'creditDeposits',
  needs: (command) => [
    cursorKey(command),
    ...command.deposits.flatMap((deposit) => deposited(deposit, depositOutput(deposit))),
  ],
  decide(view, command, env) {
    const cursor = view.find(cursorKey(command))
    if (cursor === undefined) return accept([], [])
    const fork = view.fork()
    const credited = command.deposits.flatMap((deposit) => matured(fork, env, cursor, deposit) ?? [])
    return accept(credited, fork.changes)
  },
}

/** Undoes the newest observed block, which is no longer part of the chain, or a part of it. */
export const undoBlock: Rule<UndoBlock, Observation> = {
  name: 'undoBlock',
  needs: (command) => [
    cursorKey(command),
    ...command.deposits.flatMap((deposit) => deposited(deposit, depositOutput(deposit))),
    ...command.made.flatMap((made) => keysOfMade(command, made)),
    ...command.spent.flatMap((spent) => keysOfSpent(command, spent)),
    ...keysOfHoldings(command, command.holdings),
    ...keysOfUndone(command, command.multi),
    ...sightings.keysOfSightings(command.sighted),
  ],
  decide(view, command, env) {
    const cursor = view.find(cursorKey(command))
    if (cursor === undefined || cursor.revision !== command.revision) return accept(ELSEWHERE, [])
    const last = before(cursor)
    if (last === undefined) return accept<Observation>({ kind: 'too-deep' }, [])
    const moved = command.unfinished === true ? filled(cursor, false) : receded(cursor, last)
    const fork = view.fork()
    fork.apply({ type: 'cursor.moved', cursor: moved })
    for (const spent of command.spent) unspend(fork, command, cursor, spent)
    for (const made of command.made) unmake(fork, command, cursor, made)
    undoHoldings(fork, command, cursor, command.holdings)
    if (command.multi !== undefined) unindexMulti(fork, command, cursor, command.multi)
    for (const one of command.sighted ?? []) sightings.undo(fork, cursor, one)
    const deposits: Deposit[] = []
    for (const name of command.deposits) {
      const deposit = undoable(fork, command, cursor, name)
      const failed = deposit && orphaned(fork, env, deposit)
      if (failed === undefined) continue
      if ('accepted' in failed) {
        return accept<Observation>(
          { kind: 'refused', deposit: deposit as Deposit, rejection: failed.rejection },
          [],
        )
      }
      deposits.push(failed)
    }
    return accept<Observation>({ kind: 'moved', cursor: moved, deposits }, fork.changes)
  },
}

/** Records what the cursor's block pays and spends. @returns The deposits */
function paid(
  view: View,
  env: Env,
  cursor: Cursor,
  { receipts, made, spent, multi, sighted = [], forgotten = [] }: Omit<ObserveMore, 'unfinished'>,
): readonly Deposit[] {
  const deposits = receipts.flatMap((receipt) => received(view, env, cursor, receipt) ?? [])
  for (const one of made) make(view, cursor, cursor, one)
  for (const one of spent) spend(view, cursor, cursor, one)
  if (multi !== undefined) indexMulti(view, cursor, cursor, multi)
  for (const one of sighted) sightings.record(view, cursor, cursor, one)
  const oldest = kept(cursor).at(-1)?.height ?? cursor.height
  for (const one of forgotten) sightings.forget(view, oldest, one)
  return deposits
}

/** Records the deposit of a receipt, and credits it if one block is enough. */
function received(view: View, env: Env, cursor: Cursor, receipt: Receipt): Deposit | undefined {
  const address = view.find(addressKeyOf(cursor, receipt))
  const known = view.find(depositKey(receipt.tenant, outputOf(receipt)))
  // A deposit that comes back after its block was undone came before the address was removed.
  const isKnown = known !== undefined && isFollowed(known, cursor)
  if (address === undefined || (address.removed && !isKnown)) return undefined
  // A deposit that comes back belongs to the account that had the address at first.
  const account = view.account(receipt.tenant, known?.account ?? address.account)
  if (account === undefined) return undefined
  // A program has reported it, and it is credited.
  if (known?.status === 'Done') return undefined
  const { scale = account.scale } = receipt
  if (scale !== account.scale) throw otherDecimals(account, { scale })
  const deposit: Deposit = {
    ...known,
    id: known?.id ?? (env.newId() as DepositId),
    tenant: account.tenant,
    account: account.id,
    currency: account.currency,
    scale: account.scale,
    amount: receipt.amount,
    // The spelling of a known deposit stays.
    txId: known?.txId ?? receipt.txId,
    vout: receipt.position,
    address: known?.address ?? receipt.address,
    from: receipt.from,
    xpub: known === undefined ? account.xpub : known.xpub,
    derivationKey: address.derivationKey ?? 0,
    blockHeight: cursor.height,
    blockHash: cursor.hash,
    status: 'InProgress',
    spent: known?.spent ?? false,
    reference: known?.reference ?? env.newReference(),
    created: known?.created ?? env.now,
    chain: cursor.chain,
    network: cursor.network,
    matures: receipt.matures,
  }
  record(view, known, deposit)
  return matured(view, env, cursor, deposit) ?? deposit
}

/**
 * Credits a deposit that is deep enough. If its account cannot be credited now, because it is deactivated or a required
 * rate is missing, a later block credits it.
 */
function matured(view: View, env: Env, cursor: Cursor, name: DepositName): Deposit | undefined {
  const deposit = view.find(depositKey(name.tenant, depositOutput(name)))
  if (deposit === undefined || !isFollowed(deposit, cursor) || deposit.status !== 'InProgress')
    return undefined
  const account = view.account(deposit.tenant, deposit.account)
  if (account === undefined || !account.active) return undefined
  if (deposit.matures === undefined || deposit.matures > cursor.height) return undefined
  const fork = view.fork()
  const credited = credit(fork, env, account, { ...deposit, status: 'Done', reference: env.newReference() })
  if ('accepted' in credited) return undefined
  for (const change of fork.changes) view.apply(change)
  record(view, deposit, credited)
  return credited
}

/** A deposit that the undone block has. */
function undoable(
  view: View,
  command: UndoBlock,
  { hash }: BlockName,
  name: DepositName,
): Deposit | undefined {
  const deposit = view.find(depositKey(name.tenant, depositOutput(name)))
  if (deposit === undefined || deposit.status === 'Failed') return undefined
  return isFollowed(deposit, command) && deposit.blockHash === hash ? deposit : undefined
}

/** Posts a credit back. @returns The deposit as it is then; a refusal if the ledger cannot post it now */
function orphaned(view: View, env: Env, deposit: Deposit): Deposit | Refusal | undefined {
  const account = view.account(deposit.tenant, deposit.account)
  if (account === undefined) return undefined
  const reversed = deposit.status === 'Done' ? reverse(view, env, account, deposit) : deposit
  if ('accepted' in reversed) return reversed
  const failed: Deposit = { ...reversed, status: 'Failed' }
  record(view, deposit, failed)
  return failed
}

/** Whether a block of the chain has brought it. */
export const isFollowed = (deposit: Deposit, { chain, network }: FollowedChain): boolean =>
  deposit.chain === chain && deposit.network === network

const addressKeyOf = ({ chain, network }: FollowedChain, { tenant, address, tag, currency }: Receipt) =>
  depositAddressKey({ tenant, chain, network, address, tag, currency })

const keysOfPayments = ({
  receipts,
  made,
  spent,
  multi,
  sighted,
  forgotten,
  ...on
}: ObserveMore): readonly Key[] => [
  ...receipts.flatMap((receipt) => [addressKeyOf(on, receipt), ...deposited(receipt, outputOf(receipt))]),
  ...made.flatMap((one) => keysOfMade(on, one)),
  ...spent.flatMap((one) => keysOfSpent(on, one)),
  ...keysOfMulti(on, multi),
  ...sightings.keysOfSightings(sighted),
  ...sightings.keysOfForgotten(forgotten),
]

const outputOf = ({ currency, txId, position, address }: Receipt): string =>
  depositOutput({ currency, txId, vout: position, address })

/** All that a deposit moves. */
const deposited = (
  { tenant, currency }: Pick<Deposit, 'tenant' | 'currency'>,
  output: string,
): readonly Key[] => [...depositAccounts(tenant, currency), depositKey(tenant, output)]

function record(view: View, known: Deposit | undefined, deposit: Deposit): void {
  view.apply({ type: known === undefined ? 'deposit.recorded' : 'deposit.updated', deposit } satisfies Change)
}
