/**
 * What docs/custody.md and docs/decisions/042 say of deposits: an output is credited once, and what a chain undoes is
 * taken back.
 */
import type { FollowedChain, Receipt } from '@tallystick/core'
import { ACCEPTED, type AccountLabel, type Command, depositLabel, type Outcome } from '../command.js'
import { type ModelAccount, type ModelDeposit, type ModelState, Series } from './state.js'
import { firstOf, positive, refuse } from './vocabulary.js'

type Name = Parameters<typeof depositLabel>[0]

export const chainName = ({ chain, network }: FollowedChain): string => `${chain} ${network}`
export const outputOf = ({
  tenant,
  currency,
  txId,
  position: vout,
  address,
}: Omit<Receipt, 'amount'>): Name => ({
  tenant,
  currency,
  txId,
  vout,
  address,
})

export class DepositModel {
  constructor(private readonly state: ModelState) {}

  /** Notes what a block pays to an account, unless the output is credited. */
  receive(on: FollowedChain, hash: string, receipt: Receipt, account: AccountLabel): boolean {
    const label = depositLabel(outputOf(receipt))
    const known = this.state.deposits.get(label)
    if (known?.status === 'Done') return false
    this.state.setDeposit(label, {
      // Whose it was when it came first.
      account: known?.account ?? account,
      amount: receipt.amount,
      status: 'InProgress',
      output: outputOf(receipt),
      chain: chainName(on),
      hash,
      matures: receipt.matures,
      owed: known?.owed ?? 0n,
      spent: known?.spent ?? false,
    })
    return true
  }

  /** If it is deep enough and its account can be credited. */
  credit(on: FollowedChain, label: string, height: number): boolean {
    const deposit = this.state.deposits.get(label)
    if (deposit?.status !== 'InProgress' || deposit.chain !== chainName(on)) return false
    if (deposit.matures === null || deposit.matures > height) return false
    const account = this.state.accounts.get(deposit.account)
    if (account?.active !== true) return false
    if (!this.enter(account, deposit.amount, deposit.owed).accepted) return false
    const rest = deposit.owed > deposit.amount ? deposit.owed - deposit.amount : 0n
    this.state.setDeposit(label, { ...deposit, status: 'Done', owed: rest })
    return true
  }

  /** From outside to the account; what the ledger has paid for it comes first. */
  private enter(account: ModelAccount, amount: bigint, owed: bigint): Outcome {
    const [world, shortfall] = this.own(account)
    const repaid = owed < amount ? owed : amount
    const rest = amount - repaid
    for (const [part, side, sign] of [
      [rest, account.movements, 1n],
      [repaid, shortfall, -1n],
    ] as const) {
      if (part === 0n) continue
      const moved = this.state.move(account.scale, part, [
        [world, 1n],
        [side, sign],
      ])
      if (moved.accepted) continue
      if (side === shortfall && rest > 0n) for (const series of [world, account.movements]) series.takeBack()
      return moved
    }
    this.state.world.set(ownerOf(account), world)
    return ACCEPTED
  }

  /** The block that had it is no more. */
  fail(on: FollowedChain, label: string, hash: string | undefined): boolean {
    const deposit = this.state.deposits.get(label)
    if (deposit?.chain !== chainName(on) || deposit.hash !== hash) return false
    if (deposit.status === 'Failed') return false
    const owed = deposit.status === 'Done' ? deposit.owed + this.takeBack(deposit) : deposit.owed
    this.state.setDeposit(label, { ...deposit, status: 'Failed', owed })
    return true
  }

  /** The account gives back what nothing holds; the ledger pays the rest, and freezes it. */
  private takeBack({ account: label, amount }: ModelDeposit): bigint {
    const account = this.state.accounts.get(label)
    if (account === undefined) throw new TypeError(`no account ${label}`)
    const [world, shortfall] = this.own(account)
    const free = account.movements.total - account.held
    const back = free < 0n ? 0n : free < amount ? free : amount
    const missing = amount - back
    world.add(-back)
    world.add(-missing)
    if (back > 0n) account.movements.add(-back)
    if (missing === 0n) return 0n
    shortfall.add(missing)
    this.state.shortfall.set(ownerOf(account), shortfall)
    account.frozen = true
    return missing
  }

  private own(account: ModelAccount): readonly [world: Series, shortfall: Series] {
    const name = ownerOf(account)
    return [this.state.world.get(name) ?? new Series(), this.state.shortfall.get(name) ?? new Series()]
  }

  /** What a program says of an output. */
  report(command: Extract<Command, { readonly type: 'deposit' }>): Outcome {
    const { tenant, status } = command
    const label = depositLabel(command)
    const known = this.state.deposits.get(label)
    if (known !== undefined && known.account === command.account) {
      // A scanner may tell the same again, or what it saw before the output was done: nothing new.
      if (status === known.status || (status === 'InProgress' && known.status === 'Done')) return ACCEPTED
    }
    const account = this.state.account(tenant, command.account)
    const amount = account === undefined ? null : positive(command.amount, account.scale)
    const refused = firstOf([
      // A credit is final for whoever reports, and what came from a block is up to the blocks. What failed may still come
      // true, or be seen again.
      [
        known !== undefined &&
          (known.account !== command.account || known.status === 'Done' || known.chain !== null),
        'deposit.unexpected.state',
      ],
      // What has failed credits nothing, so it may be noted on an account that is deactivated.
      [account === undefined || !(account.active || status === 'Failed'), 'account.not.exists'],
      // No chain has a virtual currency.
      [
        account?.currency !== command.currency || command.currency.startsWith('VC_'),
        'transaction.currency.incompatible',
      ],
      [amount === null, 'amount.format'],
    ])
    if (refused !== null || account === undefined || amount === null)
      return refused ?? refuse('amount.format')
    const owed = known?.owed ?? 0n
    if (status === 'Done') {
      const entered = this.enter(account, amount, owed)
      if (!entered.accepted) return entered
    }
    this.state.setDeposit(label, {
      account: command.account,
      amount,
      status,
      output: known?.output ?? command,
      // It is no block's, so none makes it deep enough, and none takes it back.
      chain: null,
      hash: null,
      matures: null,
      owed: status === 'Done' ? 0n : owed,
      spent: known?.spent ?? false,
    })
    return ACCEPTED
  }
}

const ownerOf = ({ tenant, currency }: ModelAccount): string => `${tenant}/${currency}`
