/**
 * What docs/custody.md and docs/decisions/041 and 042 say of deposit addresses, of the blocks that pay to them, and of
 * deposits: an output is credited once, and what a chain undoes is taken back.
 */
import type {
  BlockName,
  DepositPlace,
  FirstAddress,
  FollowedChain,
  OutputPlace,
  Receipt,
  TenantId,
} from '@tallystick/core'
import {
  ACCEPTED,
  type AccountLabel,
  type Command,
  depositLabel,
  type Outcome,
  type ReceivingCommand,
} from '../command.js'
import type { OutputModel } from './outputs.js'
import { type ModelAccount, type ModelDeposit, type ModelState, Series } from './state.js'
import { firstOf, positive, refuse, type Verdict } from './vocabulary.js'

export interface ModelAddress {
  readonly place: DepositPlace
  readonly shown: string
  /** Null if the caller assigned it. */
  readonly index: number | null
  account: AccountLabel
  removed: boolean
}

export interface ModelPool {
  readonly owner: AccountLabel | null
  lastIndex: number
}

export interface ModelFollowed {
  revision: number
  /** Those that can be undone, the newest last. */
  blocks: readonly BlockName[]
}

type CommandOf<Type extends ReceivingCommand['type']> = Extract<ReceivingCommand, { readonly type: Type }>
type Name = Parameters<typeof depositLabel>[0]

export const chainName = ({ chain, network }: FollowedChain): string => `${chain} ${network}`
export const poolName = (on: FollowedChain & { readonly tenant: TenantId }, address: string): string =>
  `${on.tenant} ${chainName(on)} ${address}`
export const addressName = (place: DepositPlace): string =>
  `${poolName(place, place.address)} ${place.tag} ${place.currency}`

export class ReceivingModel {
  /** By tenant. */
  readonly homes = new Map<TenantId, string>()
  readonly pools = new Map<string, ModelPool>()
  readonly addresses = new Map<string, ModelAddress>()
  readonly chains = new Map<string, ModelFollowed>()

  constructor(
    private readonly state: ModelState,
    private readonly outputs: OutputModel,
  ) {}

  run(command: ReceivingCommand): Verdict {
    switch (command.type) {
      case 'generateAddresses':
        return this.generate(command)
      case 'assignAddress':
        return this.assign(command)
      case 'removeAddress':
        return { outcome: this.remove(command), credits: 1, says: undefined }
      case 'beginFollowing':
        return this.begin(command)
      case 'observeBlock':
        return this.observe(command)
      case 'undoBlock':
        return this.undo(command)
      case 'openHoldings':
        return this.openHoldings(command)
    }
  }

  /** Labels of the accounts that a command may move. */
  accountsOf(command: ReceivingCommand): readonly AccountLabel[] {
    const ofDeposits = (names: readonly Name[]): readonly AccountLabel[] =>
      names.flatMap((name) => this.state.deposits.get(depositLabel(name))?.account ?? [])
    switch (command.type) {
      case 'generateAddresses':
        return command.addresses.map(({ account }) => account)
      case 'assignAddress':
      case 'removeAddress':
        return [command.account]
      case 'beginFollowing':
      case 'openHoldings':
        return []
      case 'observeBlock': {
        const paid = command.receipts.flatMap(
          (receipt) => this.addresses.get(addressName({ ...command, ...receipt }))?.account ?? [],
        )
        return [...paid, ...ofDeposits(command.receipts.map(outputOf)), ...ofDeposits(command.maturing)]
      }
      case 'undoBlock':
        return ofDeposits(command.deposits)
    }
  }

  /** The outputs that a command may make or spend, or undo. */
  outputsOf(command: ReceivingCommand): readonly OutputPlace[] {
    if (!('made' in command)) return []
    const { chain, network } = command
    return [...command.made, ...command.spent].map(({ tenant, txId, index }) => {
      return { tenant, chain, network, txId, index }
    })
  }

  // ---- addresses

  private generate({ tenant, addresses }: CommandOf<'generateAddresses'>): Verdict {
    const said: unknown[] = []
    const outcome = this.state.inTurn(addresses, ({ account, derived }) => {
      const given = this.give(tenant, account, derived)
      if (given.outcome.accepted) said.push(given.says)
      return given.outcome
    })
    const one = addresses.length === 1 && !outcome.accepted
    return { outcome: one ? { ...outcome, index: null } : outcome, credits: 1, says: said }
  }

  private assign(command: CommandOf<'assignAddress'>): Verdict {
    return this.give(command.tenant, command.account, command)
  }

  private give(tenant: TenantId, label: AccountLabel, asked: FirstAddress): Verdict {
    const account = this.state.account(tenant, label)
    const home = this.homes.get(tenant)
    const { chain, network, address, tag, shown } = asked
    const place = { tenant, chain, network, address, tag, currency: account?.currency ?? '' }
    const known = this.addresses.get(addressName(place))
    const derived = 'pool' in asked ? asked : null
    const name = poolName(place, derived?.pool.address ?? address)
    const pool = this.pools.get(name)
    const last = pool?.lastIndex ?? 0
    // What is known may be assigned to its account again; once removed, to any, if it was not generated.
    const isFree =
      known === undefined
        ? derived !== null || tag !== '' || pool === undefined
        : derived === null && (known.removed ? known.index === null : known.account === label)
    const atPool = derived && this.addresses.get(addressName({ ...place, address: derived.pool.address }))
    const outcome = firstOf([
      [account?.active !== true, 'account.not.exists'],
      [derived === null && account !== undefined && account.xpub !== null, 'account.xpub.present'],
      [derived !== null && account?.xpub !== derived.pool.xpub, 'account.xpub.incompatible'],
      [home !== undefined && home !== asked.home, 'account.blockchain.testnet'],
      // With tags, an xpub has one account; without, its first address takes the change.
      [derived !== null && (pool?.owner ?? label) !== label, 'xpub.used'],
      [tag === '' && atPool !== null && atPool !== undefined, 'xpub.used'],
      [derived !== null && derived.seen !== last, 'address.busy'],
      [derived !== null && derived.index <= last, 'address.index.used'],
      [!isFree, 'address.used'],
    ])
    if (outcome !== null) return { outcome, credits: 0, says: undefined }
    if (home === undefined) {
      this.homes.set(tenant, asked.home)
      this.state.takesBack(() => this.homes.delete(tenant))
    }
    if (derived !== null) {
      this.pools.set(name, { owner: tag === '' ? null : label, lastIndex: derived.index })
      this.state.takesBack(() => (pool === undefined ? this.pools.delete(name) : this.pools.set(name, pool)))
    }
    const index = derived?.index ?? null
    const given = known ?? { place, shown, index, account: label, removed: false }
    given.account = label
    given.removed = false
    this.addresses.set(addressName(place), given)
    if (known === undefined) this.state.takesBack(() => this.addresses.delete(addressName(place)))
    return { outcome: ACCEPTED, credits: 1, says: [given.shown, given.index, false] }
  }

  private remove(command: CommandOf<'removeAddress'>): Outcome {
    const known = this.addresses.get(addressName(command))
    if (this.state.account(command.tenant, command.account) === undefined) return refuse('account.not.exists')
    if (known?.account !== command.account) return refuse('address.not.found')
    known.removed = true
    return ACCEPTED
  }

  // ---- blocks

  private begin(command: CommandOf<'beginFollowing'>): Verdict {
    const name = chainName(command)
    const followed = this.chains.get(name) ?? { revision: 1, blocks: [command.block] }
    this.chains.set(name, followed)
    return said(placeOf(followed))
  }

  /** No block of these chains changes what was there before. */
  private openHoldings(command: CommandOf<'openHoldings'>): Verdict {
    const followed = this.chains.get(chainName(command))
    if (followed?.revision !== command.revision) return said('elsewhere')
    followed.revision++
    return said(command.balances.map(({ amount }) => String(amount)))
  }

  private observe(command: CommandOf<'observeBlock'>): Verdict {
    const followed = this.chains.get(chainName(command))
    const isNext = followed?.revision === command.revision && followed.blocks.at(-1)?.hash === command.parent
    if (followed === undefined || !isNext) return said('elsewhere')
    followed.revision++
    followed.blocks = [...followed.blocks, command.block].slice(-command.window)
    const { height } = command.block
    const changed: string[] = []
    for (const receipt of command.receipts) {
      const label = depositLabel(outputOf(receipt))
      if (!this.receive(command, receipt, label)) continue
      this.credit(command, label, height)
      changed.push(label)
    }
    for (const name of command.maturing) {
      const label = depositLabel(name)
      if (this.credit(command, label, height)) changed.push(label)
    }
    for (const made of command.made) this.outputs.make(command, command.block, made)
    for (const spent of command.spent) this.outputs.spend(command, command.block, spent)
    return said([...placeOf(followed), ...changed.map((label) => this.standing(label))])
  }

  private undo(command: CommandOf<'undoBlock'>): Verdict {
    const followed = this.chains.get(chainName(command))
    if (followed?.revision !== command.revision) return said('elsewhere')
    const undone = followed.blocks.at(-1)
    if (followed.blocks.length === 1) return said('too-deep')
    followed.revision++
    followed.blocks = followed.blocks.slice(0, -1)
    if (undone !== undefined) {
      for (const spent of command.spent) this.outputs.unspend(command, undone, spent)
      for (const made of command.made) this.outputs.unmake(command, undone, made)
    }
    const changed: string[] = []
    for (const name of command.deposits) {
      const label = depositLabel(name)
      const deposit = this.state.deposits.get(label)
      if (deposit?.chain !== chainName(command) || deposit.hash !== undone?.hash) continue
      if (deposit.status === 'Failed') continue
      const owed = deposit.status === 'Done' ? this.takeBack(deposit) : deposit.owed
      this.state.deposits.set(label, { ...deposit, status: 'Failed', owed })
      changed.push(label)
    }
    return said([...placeOf(followed), ...changed.map((label) => this.standing(label))])
  }

  private standing(label: string): string {
    return `${label} ${this.state.deposits.get(label)?.status}`
  }

  // ---- deposits

  /** Notes what a block pays, unless the address was taken away or the output is credited. */
  private receive(command: CommandOf<'observeBlock'>, receipt: Receipt, label: string): boolean {
    const address = this.addresses.get(addressName({ ...command, ...receipt }))
    const known = this.state.deposits.get(label)
    if (address === undefined || address.removed || known?.status === 'Done') return false
    this.state.deposits.set(label, {
      // Whose it was when it came first.
      account: known?.account ?? address.account,
      amount: receipt.amount,
      status: 'InProgress',
      output: outputOf(receipt),
      chain: chainName(command),
      hash: command.block.hash,
      matures: receipt.matures,
      owed: known?.owed ?? 0n,
      spent: known?.spent ?? false,
    })
    return true
  }

  /** If it is deep enough and its account can be credited. */
  private credit(on: FollowedChain, label: string, height: number): boolean {
    const deposit = this.state.deposits.get(label)
    if (deposit?.status !== 'InProgress' || deposit.chain !== chainName(on)) return false
    if (deposit.matures === null || deposit.matures > height) return false
    const account = this.state.accounts.get(deposit.account)
    if (account?.active !== true) return false
    if (!this.enter(account, deposit.amount, deposit.owed).accepted) return false
    this.state.deposits.set(label, { ...deposit, status: 'Done', owed: 0n })
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
      [account?.currency !== command.currency, 'transaction.currency.incompatible'],
      [amount === null, 'amount.format'],
    ])
    if (refused !== null || account === undefined || amount === null)
      return refused ?? refuse('amount.format')
    const owed = known?.owed ?? 0n
    if (status === 'Done') {
      const entered = this.enter(account, amount, owed)
      if (!entered.accepted) return entered
    }
    this.state.deposits.set(label, {
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

const said = (says: unknown): Verdict => ({ outcome: ACCEPTED, credits: 0, says })

const outputOf = (receipt: Receipt): Name => ({ ...receipt, vout: receipt.position })

const ownerOf = ({ tenant, currency }: ModelAccount): string => `${tenant}/${currency}`

function placeOf({ revision, blocks }: ModelFollowed): readonly unknown[] {
  const last = blocks.at(-1)
  return [revision, last?.height, last?.hash]
}
