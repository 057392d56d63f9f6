/**
 * What is asked of deposit addresses, and of a few chains whose blocks pay to them: most blocks follow the last one,
 * some are undone, and payments of undone blocks come again. Several followers tell of the same block.
 */
import type {
  DepositName,
  DepositPlace,
  DepositStatus,
  DerivedAddress,
  FollowedChain,
  Receipt,
} from '@tallystick/core'
import { type AccountLabel, depositLabel, type ReceivingCommand } from '../command.js'
import { chainName, outputOf } from '../model/deposits.js'
import { paidName, poolName, type ReceivingModel } from '../model/receiving.js'
import type { ModelDeposit, ModelState } from '../model/state.js'
import type { SeededRandom } from '../seeded.js'
import { type Cast, NOBODY } from './cast.js'
import { between, oneOf } from './chance.js'
import { type CoinGenerator, OF_OUTPUTS, WALLETS } from './coin-generator.js'
import type { MultiGenerator } from './multi-generator.js'

type Order<Type extends ReceivingCommand['type']> = Extract<ReceivingCommand, { readonly type: Type }>

const NETWORK = 'testnet'
/** `tagged`: customers of one address are told apart by tags. */
const CHAINS = [
  { chain: 'BTC', currency: 'BTC', tagged: false },
  { chain: 'XRP', currency: 'XRP', tagged: true },
  { chain: 'ETH', currency: 'USDT', tagged: false },
] as const
/** Most blocks are of one chain, so that they pile up also in a short ledger. */
const BUSY = ['BTC', 'BTC', 'BTC', 'XRP', 'ETH'] as const
/** The first three are also told by programs; the others may be generated too. */
const ASSIGNED = [
  'address-1',
  'address-2',
  '0x52908400098527886e0f7030069857d2e4169ee7',
  ...['wallet-0/0', 'wallet-1/0', 'wallet-0/3', 'address-3', 'address-4'],
] as const
/** Some are more than all that an account has besides, so that it cannot give them back once it has paid. */
const UNITS = [1n, 2_500_000n, 1_000_000_000n, 5_000_000_000_000n, 70_000_000_000_000n] as const
const FIRST_BLOCK = 100
/** So few that a chain can undo more than are kept. */
const WINDOW = 6
const DEEPEST = 3
/** Payments that may be paid again, and deposits that a block may credit. */
const REMEMBERED = 40
const MATURING = 8

/** A payment of a block, with the label of its deposit. */
interface Paid {
  readonly receipt: Receipt
  readonly label: string
}

export class ReceivingGenerator {
  private blocksNamed = 0
  private paid: Paid[] = []

  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly state: ModelState,
    private readonly model: ReceivingModel,
    private readonly coins: CoinGenerator,
    private readonly multi: MultiGenerator,
  ) {}

  make(type: ReceivingCommand['type']): ReceivingCommand {
    switch (type) {
      case 'generateAddresses':
        return this.generate()
      case 'assignAddress':
        return this.assign()
      case 'removeAddress':
        return this.remove()
      case 'beginFollowing':
        return this.begin(this.chain())
      case 'observeBlock':
        return this.observe(this.chain())
      case 'observeMore':
        return this.observeMore(this.chain())
      case 'creditDeposits':
        return this.credit(this.chain())
      case 'undoBlock':
        return this.undo(this.chain())
      case 'openHoldings':
        return this.openHoldings(this.chain())
    }
  }

  /** An output of a block, for a program that tells of it too. */
  output(): Receipt | undefined {
    return this.paid.length === 0 ? undefined : oneOf(this.random, this.paid).receipt
  }

  // ---- addresses

  private generate(): Order<'generateAddresses'> {
    const { random, cast } = this
    const { chain, currency, tagged } = oneOf(random, CHAINS)
    const first = this.accountOf(currency, true)
    const tenant = cast.ownerOf(first)
    const home = this.home(tenant)
    /** What the items before it have taken. */
    const taken = new Map<string, number>()
    const addresses = Array.from({ length: oneOf(random, [1, 1, 2, 3]) }, (_, place) => {
      const account = place === 0 ? first : this.accountOf(currency, true)
      const own = this.state.accounts.get(account)?.currency ?? currency
      const known = this.state.accounts.get(account)?.xpub ?? null
      const wallet = known !== null && random.below(20) > 0 ? known : oneOf(random, WALLETS)
      const pool = { address: `${wallet}/0`, xpub: wallet }
      const on = { tenant, chain, network: NETWORK }
      const last = this.model.pools.get(poolName(on, pool.address))?.lastIndex ?? 0
      const newest = taken.get(wallet) ?? last
      const seen = random.below(20) === 0 ? Math.max(0, newest - 1) : newest
      const index = random.below(20) === 0 ? last : seen + oneOf(random, [1, 1, 1, 4])
      taken.set(wallet, index)
      const address = tagged ? pool.address : `${wallet}/${index}`
      const tag = tagged ? String(index) : ''
      const shown = tagged ? `${address}?tag=${tag}` : address
      const derived: DerivedAddress = { ...on, home, address, tag, shown, pool, index, seen }
      return { account, currency: own, derived }
    })
    return { type: 'generateAddresses', tenant, addresses }
  }

  private assign(): Order<'assignAddress'> {
    const { random, cast } = this
    const { chain, currency, tagged } = oneOf(random, CHAINS)
    const account = this.accountOf(currency, false)
    const tenant = cast.ownerOf(account)
    const address = oneOf(random, ASSIGNED)
    const tag = tagged ? oneOf(random, ['', '1', '2', '7']) : ''
    return {
      type: 'assignAddress',
      tenant,
      account,
      currency: this.state.accounts.get(account)?.currency ?? currency,
      chain,
      network: NETWORK,
      home: this.home(tenant),
      address,
      tag,
      shown: `${address} ${tag}`,
    }
  }

  private remove(): Order<'removeAddress'> {
    const { random, cast } = this
    const known = this.address()
    if (known === undefined) {
      const place = { chain: 'BTC', network: NETWORK, address: NOBODY, tag: '', currency: 'BTC' }
      return { type: 'removeAddress', tenant: cast.tenant(), account: cast.account(), ...place }
    }
    const account = random.below(8) === 0 ? cast.account() : known.account
    return { type: 'removeAddress', ...known.place, tenant: cast.stray(known.place.tenant), account }
  }

  /** @param derives With an xpub: only such an account is asked to generate. Any is asked to have one assigned. */
  private accountOf(currency: string, derives: boolean): AccountLabel {
    let label = NOBODY
    for (let tries = 0; tries < 6; tries++) {
      label = this.cast.accountIn(currency)
      const account = this.state.accounts.get(label)
      if (account === undefined || (account.xpub !== null) === derives) return label
    }
    return derives ? NOBODY : label
  }

  private home(tenant: ReceivingCommand['tenant']): 'mainnet' | 'testnet' {
    const isTest = (this.state.homes.get(tenant) ?? NETWORK) === NETWORK
    return this.random.below(25) === 0 ? (isTest ? 'mainnet' : 'testnet') : isTest ? 'testnet' : 'mainnet'
  }

  /** One of all that were given out; rather one of the chain, if it is soon found. */
  private address(on?: FollowedChain) {
    const { addresses } = this.model
    if (addresses.size === 0) return undefined
    const all = [...addresses.values()]
    let one = oneOf(this.random, all)
    for (let tries = 0; tries < 8 && on !== undefined && one.place.chain !== on.chain; tries++) {
      one = oneOf(this.random, all)
    }
    return one
  }

  // ---- blocks

  private chain(): FollowedChain {
    return { chain: oneOf(this.random, BUSY), network: NETWORK }
  }

  private begin(on: FollowedChain): Order<'beginFollowing'> {
    const block = { height: FIRST_BLOCK, hash: this.hash() }
    // A node has few old blocks, perhaps.
    const older = Array.from({ length: this.blocksNamed % 3 }, (_, place) => ({
      height: FIRST_BLOCK - 1 - place,
      hash: this.hash(),
    })).reverse()
    return { type: 'beginFollowing', tenant: this.cast.tenant(), ...on, block, older }
  }

  private observe(on: FollowedChain): Order<'beginFollowing' | 'observeBlock' | 'observeMore'> {
    const { random } = this
    const followed = this.model.chains.get(chainName(on))
    const last = followed?.blocks.at(-1)
    if (followed === undefined || last === undefined) return this.begin(on)
    if (followed.unfinished && this.cast.mostly(true)) return this.observeMore(on)
    const height = last.height + 1
    return {
      type: 'observeBlock',
      tenant: this.cast.tenant(),
      ...on,
      revision: this.revision(followed.revision),
      block: { height, hash: this.hash() },
      parent: random.below(30) === 0 ? NOBODY : last.hash,
      window: WINDOW,
      ...this.part(on, height),
      // A follower that has too many for one commit credits them by themselves.
      maturing: random.below(4) === 0 ? [] : this.maturing(on, height),
      holdings: [],
    }
  }

  private observeMore(on: FollowedChain): Order<'beginFollowing' | 'observeMore'> {
    const followed = this.model.chains.get(chainName(on))
    const last = followed?.blocks.at(-1)
    if (followed === undefined || last === undefined) return this.begin(on)
    const revision = this.revision(followed.revision)
    const tenant = this.cast.tenant()
    return { type: 'observeMore', tenant, ...on, revision, ...this.part(on, last.height) }
  }

  /** Of the last block, or of those after it; and what another follower has credited already. */
  private credit(on: FollowedChain): Order<'creditDeposits'> {
    const { random } = this
    const status = random.below(3) === 0 ? 'Done' : 'InProgress'
    const height = this.model.chains.get(chainName(on))?.blocks.at(-1)?.height ?? FIRST_BLOCK
    return {
      type: 'creditDeposits',
      tenant: this.cast.tenant(),
      ...on,
      deposits: this.maturing(on, height + oneOf(random, [0, 0, 1, 2]), status),
    }
  }

  /** What a block pays and spends, or a part of it. */
  private part(on: FollowedChain, height: number) {
    const receipts = this.receipts(on, height)
    const unfinished = this.random.below(6) === 0 ? ({ unfinished: true } as const) : {}
    return {
      receipts,
      ...this.coins.block(on, height, receipts),
      ...this.multi.part(on, height),
      ...unfinished,
    }
  }

  private maturing(on: FollowedChain, height: number, status: DepositStatus = 'InProgress') {
    const name = chainName(on)
    return this.deposits((deposit) => {
      if (deposit.chain !== name || deposit.status !== status) return false
      return deposit.matures !== null && deposit.matures <= height
    }, MATURING)
  }

  private openHoldings(on: FollowedChain): Order<'beginFollowing' | 'openHoldings'> {
    const { random } = this
    const followed = this.model.chains.get(chainName(on))
    if (followed === undefined) return this.begin(on)
    const balances = ['', 'token'].slice(0, between(random, 1, 2)).map((asset) => {
      return { asset, amount: oneOf(random, UNITS) }
    })
    const address = oneOf(random, ASSIGNED)
    const revision = this.revision(followed.revision)
    return {
      type: 'openHoldings',
      tenant: this.cast.tenant(),
      ...on,
      address,
      revision,
      balances,
      watch: true,
    }
  }

  private undo(on: FollowedChain): Order<'beginFollowing' | 'undoBlock'> {
    const name = chainName(on)
    const followed = this.model.chains.get(name)
    const last = followed?.blocks.at(-1)
    if (followed === undefined || last === undefined) return this.begin(on)
    return {
      type: 'undoBlock',
      tenant: this.cast.tenant(),
      ...on,
      revision: this.revision(followed.revision),
      deposits: this.deposits(({ chain, hash }) => chain === name && hash === last.hash),
      ...this.coins.undone(on, last.hash),
      ...this.multi.undone(on, last.hash),
      holdings: [],
    }
  }

  /** Now and then of somebody who has read an older one. */
  private revision(known: number): number {
    return this.random.below(30) === 0 ? known - 1 : known
  }

  private receipts(on: FollowedChain, height: number): readonly Receipt[] {
    const { random } = this
    const receipts = new Map<string, Receipt>()
    for (let count = between(random, 0, 3); count > 0; count--) {
      const matures = height + random.below(DEEPEST)
      const again = random.below(3) === 0 ? this.undone(on) : undefined
      const receipt = again === undefined ? this.payment(on, matures) : { ...again, matures }
      if (receipt !== undefined) receipts.set(labelOf(receipt), receipt)
    }
    for (const [label, receipt] of receipts) this.paid.push({ receipt, label })
    this.paid = this.paid.slice(-REMEMBERED)
    return [...receipts.values()]
  }

  /** What a block had that is none any more; or, of a chain that tells more than it should, what it still has. */
  private undone(on: FollowedChain): Receipt | undefined {
    const { random } = this
    const { deposits } = this.state
    const paid = this.paid.filter(({ receipt }) => this.model.addresses.has(paidName(on, receipt)))
    const failed = paid.filter(({ label }) => deposits.get(label)?.status === 'Failed')
    const owed = failed.filter(({ label }) => (deposits.get(label)?.owed ?? 0n) > 0n)
    const likely = owed.length > 0 ? owed : failed
    const among = likely.length > 0 && this.cast.mostly(true) ? likely : paid
    return among.length === 0 ? undefined : oneOf(random, among).receipt
  }

  private payment(on: FollowedChain, matures: number): Receipt | undefined {
    const { random } = this
    const to = this.address(on)
    if (to?.place.chain !== on.chain) return undefined
    const { tenant, currency, address, tag }: DepositPlace = to.place
    // Those of a lower number a program has told, perhaps.
    const txId = `tx-${2 * random.below(20 + this.state.deposits.size)}`
    const position = on.chain === OF_OUTPUTS.chain ? this.coins.placeOf(address) : random.below(2)
    const receipt = { tenant, currency, txId, position, address, tag, from: null, matures }
    // An output has one amount, whoever tells of it.
    return { ...receipt, amount: this.state.deposits.get(labelOf(receipt))?.amount ?? oneOf(random, UNITS) }
  }

  /** Also one that is not asked for, now and then. */
  private deposits(wanted: (deposit: ModelDeposit) => boolean, limit = Number.POSITIVE_INFINITY) {
    const names: DepositName[] = []
    const stray = this.random.below(4) === 0 ? this.random.below(this.state.deposits.size + 1) : -1
    let place = 0
    for (const deposit of this.state.deposits.values()) {
      if (place++ === stray || wanted(deposit)) names.push(deposit.output)
      if (names.length >= limit) break
    }
    return names
  }

  private hash(): string {
    return `block-${this.blocksNamed++}`
  }
}

const labelOf = (receipt: Omit<Receipt, 'amount'>): string => depositLabel(outputOf(receipt))
