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
import { ACCEPTED, type AccountLabel, depositLabel, type Outcome, type ReceivingCommand } from '../command.js'
import { chainName, type DepositModel, outputOf } from './deposits.js'
import type { MultiModel } from './multi.js'
import type { OutputModel } from './outputs.js'
import type { ModelState } from './state.js'
import { firstOf, refuse, type Verdict } from './vocabulary.js'

interface ModelAddress {
  readonly place: DepositPlace
  readonly shown: string
  /** Null if the caller assigned it. */
  readonly index: number | null
  account: AccountLabel
  removed: boolean
}

interface ModelPool {
  readonly owner: AccountLabel | null
  lastIndex: number
}

interface ModelFollowed {
  revision: number
  /** Those that can be undone, the newest last. */
  blocks: readonly BlockName[]
  /** Not all of the last block is recorded. */
  unfinished: boolean
}

type CommandOf<Type extends ReceivingCommand['type']> = Extract<ReceivingCommand, { readonly type: Type }>
type Name = Parameters<typeof depositLabel>[0]

export const poolName = (on: FollowedChain & { readonly tenant: TenantId }, address: string): string =>
  `${on.tenant} ${chainName(on)} ${address}`
export const addressName = (place: DepositPlace): string =>
  `${poolName(place, place.address)} ${place.tag} ${place.currency}`
/** The address that a block pays. */
export const paidName = (
  { chain, network }: FollowedChain,
  { tenant, address, tag, currency }: Omit<Receipt, 'amount'>,
): string => addressName({ tenant, chain, network, address, tag, currency })

export class ReceivingModel {
  readonly pools = new Map<string, ModelPool>()
  readonly addresses = new Map<string, ModelAddress>()
  readonly chains = new Map<string, ModelFollowed>()

  constructor(
    private readonly state: ModelState,
    private readonly outputs: OutputModel,
    private readonly deposits: DepositModel,
    private readonly multi: MultiModel,
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
      case 'observeMore':
        return this.observeMore(command)
      case 'creditDeposits':
        return this.creditDeposits(command)
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
      case 'observeBlock':
      case 'observeMore': {
        const maturing = 'maturing' in command ? command.maturing : []
        const paid = command.receipts.flatMap(
          (receipt) => this.addresses.get(paidName(command, receipt))?.account ?? [],
        )
        return [...paid, ...ofDeposits(command.receipts.map(outputOf)), ...ofDeposits(maturing)]
      }
      case 'creditDeposits':
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
    const home = this.state.homes.get(tenant)
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
      this.state.homes.set(tenant, asked.home)
      this.state.takesBack(() => this.state.homes.delete(tenant))
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
    const blocks = [...(command.older ?? []), command.block]
    const followed = this.chains.get(name) ?? { revision: 1, blocks, unfinished: false }
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
    if (followed === undefined || !isNext || followed.unfinished) return said('elsewhere')
    followed.blocks = [...followed.blocks, command.block].slice(-command.window)
    return this.fill(followed, command, command.maturing)
  }

  /** Nothing but the rest of the last block. */
  private observeMore(command: CommandOf<'observeMore'>): Verdict {
    const followed = this.chains.get(chainName(command))
    if (followed?.revision !== command.revision || !followed.unfinished) return said('elsewhere')
    return this.fill(followed, command, [])
  }

  private creditDeposits(command: CommandOf<'creditDeposits'>): Verdict {
    const last = this.chains.get(chainName(command))?.blocks.at(-1)
    return said(last === undefined ? [] : this.credited(command, command.deposits, last).map(this.standing))
  }

  /** What the last block pays and spends; then those of older blocks that are deep enough with it. */
  private fill(
    followed: ModelFollowed,
    command: CommandOf<'observeBlock' | 'observeMore'>,
    maturing: readonly Name[],
  ): Verdict {
    followed.revision++
    followed.unfinished = command.unfinished === true
    const block = followed.blocks.at(-1) as BlockName
    const received = command.receipts.filter((receipt) => {
      const address = this.addresses.get(paidName(command, receipt))
      const known = this.state.deposits.get(depositLabel(outputOf(receipt)))
      if (address === undefined || (address.removed && known?.chain !== chainName(command))) return false
      return this.deposits.receive(command, block.hash, receipt, address.account)
    })
    const paid = received.map(outputOf)
    for (const name of paid) this.deposits.credit(command, depositLabel(name), block.height)
    const credited = this.credited(command, maturing, block)
    for (const made of command.made) this.outputs.make(command, block, made)
    for (const spent of command.spent) this.outputs.spend(command, block, spent)
    if (command.multi !== undefined) this.multi.tell(command, block, command.multi)
    return said([...placeOf(followed), ...[...paid.map(depositLabel), ...credited].map(this.standing)])
  }

  /** Those that are deep enough with the block. */
  private credited(on: FollowedChain, names: readonly Name[], { height }: BlockName): readonly string[] {
    return names.map(depositLabel).filter((label) => this.deposits.credit(on, label, height))
  }

  private undo(command: CommandOf<'undoBlock'>): Verdict {
    const followed = this.chains.get(chainName(command))
    if (followed?.revision !== command.revision) return said('elsewhere')
    const undone = followed.blocks.at(-1)
    if (followed.blocks.length === 1) return said('too-deep')
    followed.revision++
    followed.unfinished = false
    followed.blocks = followed.blocks.slice(0, -1)
    if (undone !== undefined) {
      for (const spent of command.spent) this.outputs.unspend(command, undone, spent)
      for (const made of command.made) this.outputs.unmake(command, undone, made)
      if (command.multi !== undefined) this.multi.undo(command, undone)
    }
    const failed = command.deposits
      .map(depositLabel)
      .filter((label) => this.deposits.fail(command, label, undone?.hash))
    return said([...placeOf(followed), ...failed.map(this.standing)])
  }

  private readonly standing = (label: string): string => `${label} ${this.state.deposits.get(label)?.status}`
}

const said = (says: unknown): Verdict => ({ outcome: ACCEPTED, credits: 0, says })

function placeOf({ revision, blocks }: ModelFollowed): readonly unknown[] {
  const last = blocks.at(-1)
  return [revision, last?.height, last?.hash]
}
