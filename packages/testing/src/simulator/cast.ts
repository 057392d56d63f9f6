/**
 * Who and what a command may name: of what exists, some more often than others; now and then what does not
 * exist, or is another tenant's. And amounts, on the edge of what is there.
 */
import type { TenantId } from '@tallystick/core'
import { TENANTS } from '../arbitraries.js'
import type { AccountLabel, BlockageLabel, CustomerLabel } from '../command.js'
import type { ModelAccount, ModelState } from '../model/state.js'
import type { SeededRandom } from '../seeded.js'
import { happens, oneOf } from './chance.js'
import type { Weather } from './weather.js'

export const NOBODY = 'nobody'
/** Names of virtual currencies, and two that are none. */
export const VIRTUAL = ['VC_GOLD', 'VC_SILVER', 'VC_0', 'VC_1', 'VC_2', 'VC_3', 'VC_', 'SILVER'] as const
export const LARGE = ['100', '1000', '2500.00'] as const
const SMALL = ['1', '2', '3', '0.01', '0.5', '1.00', '.5', '2.', '5', '10', '10.00', '7.25'] as const
const HUGE = ['99999999999999999999999999999999999999', '50000000000000000000000000000000000000'] as const
const MALFORMED = [
  '0',
  '0.00',
  '',
  '.',
  '-1',
  '1e2',
  '1,5',
  ' 1',
  '0x1',
  '１',
  '1\n',
  '0.001',
  '1.0000000000000000000',
] as const

export class Cast {
  /** In the order they came to be. */
  private readonly accounts: AccountLabel[] = []
  private readonly peers = new Map<string, AccountLabel[]>()
  private readonly blockages: BlockageLabel[] = []
  private readonly customers: CustomerLabel[] = []

  constructor(
    private readonly random: SeededRandom,
    private readonly weather: Weather,
    private readonly state: ModelState,
  ) {}

  /** Tells it of what exists now. */
  met(account: ModelAccount): void {
    this.accounts.push(account.label)
    const kind = `${account.tenant}/${account.currency}`
    const peers = this.peers.get(kind)
    if (peers === undefined) this.peers.set(kind, [account.label])
    else peers.push(account.label)
    const { customer } = account
    if (customer !== null && customer.accounts[0] === account) this.customers.push(customer.label)
  }

  metBlockage(label: BlockageLabel): void {
    this.blockages.push(label)
  }

  known(label: AccountLabel): ModelAccount | undefined {
    return this.state.accounts.get(label)
  }

  tenant(): TenantId {
    const [first] = TENANTS
    return this.random.below(3) === 0 || first === undefined ? oneOf(this.random, TENANTS) : first
  }

  /** Now and then a tenant reaches for what is another's. */
  stray(owner: TenantId | undefined): TenantId {
    return owner === undefined || this.random.below(40) === 0 ? this.tenant() : owner
  }

  ownerOf(label: AccountLabel): TenantId {
    return this.stray(this.state.accounts.get(label)?.tenant)
  }

  ownerOfCustomer(label: CustomerLabel): TenantId {
    return this.stray(this.state.customers.get(label)?.tenant)
  }

  holderOf(label: BlockageLabel): TenantId {
    const holder = label.startsWith('freeze:')
      ? this.state.accounts.get(label.slice('freeze:'.length))
      : this.state.holders.get(label)
    return this.stray(holder?.tenant)
  }

  /** @param recent Rather one of the latest, on which little has happened. */
  account(recent = false): AccountLabel {
    const { accounts, random } = this
    const draw = random.below(100)
    if (draw === 0) return NOBODY
    if (recent ? draw < 70 : draw < 15)
      return this.accounts[this.accounts.length - 1 - random.below(Math.min(12, accounts.length))] ?? NOBODY
    if (draw < 85) return accounts[random.below(Math.min(this.weather.hot, accounts.length))] ?? NOBODY
    return oneOf(random, accounts)
  }

  /** Another account that can most likely be paid from this one. */
  peerOf(label: AccountLabel): AccountLabel {
    const account = this.state.accounts.get(label)
    const peers = account && this.peers.get(`${account.tenant}/${account.currency}`)
    if (peers === undefined || this.random.below(12) === 0) return this.account()
    const peer = this.oneOfPeers(peers)
    // Paying oneself is refused; now and then it is asked.
    return peer === label ? this.oneOfPeers(peers) : peer
  }

  private oneOfPeers(peers: readonly AccountLabel[]): AccountLabel {
    const from = Math.min(peers.length, this.weather.hot)
    return (
      peers[this.random.below(2) === 0 ? this.random.below(from) : this.random.below(peers.length)] ?? NOBODY
    )
  }

  virtualAccount(): AccountLabel {
    const peers = this.peers.get(`${this.tenant()}/${oneOf(this.random, VIRTUAL)}`)
    return peers === undefined ? this.account() : oneOf(this.random, peers)
  }

  accountIn(currency: string): AccountLabel {
    const peers = this.peers.get(`${this.tenant()}/${currency}`)
    return peers === undefined || this.random.below(20) === 0 ? this.account() : this.oneOfPeers(peers)
  }

  /** One of these with something to pay with, if it is soon found. */
  rich(choose: () => AccountLabel): AccountLabel {
    for (let tries = 0; tries < 4; tries++) {
      const label = choose()
      const account = this.state.accounts.get(label)
      if (account !== undefined && this.state.available(account) > 0n) return label
    }
    return choose()
  }

  /** Of the accounts of a tenant. */
  currenciesOf(tenant: TenantId | undefined): readonly string[] {
    return [...this.peers.keys()]
      .filter((kind) => kind.startsWith(`${tenant}/`))
      .map((kind) => kind.slice(kind.indexOf('/') + 1))
  }

  accountOfTenant(tenant: TenantId | undefined, currency: string): AccountLabel {
    const peers = this.peers.get(`${tenant}/${currency}`)
    return peers === undefined || this.random.below(20) === 0 ? this.account() : this.oneOfPeers(peers)
  }

  /** @param idle Rather one whose accounts are all deactivated, if there is one at hand. */
  customer(idle = false): CustomerLabel {
    if (this.random.below(50) === 0 || this.customers.length === 0) return `${this.tenant()}/${NOBODY}`
    let label = oneOf(this.random, this.customers)
    for (let tries = 0; idle && tries < 6; tries++) {
      if (this.state.customers.get(label)?.accounts.every((account) => !account.active) === true) break
      label = oneOf(this.random, this.customers)
    }
    return label
  }

  /**
   * What was switched off is mostly switched on again, so that a few are off at any time.
   *
   * @returns Whether to switch on, and what.
   */
  repairing(choose: () => string, isOff: (label: string) => boolean): readonly [boolean, string] {
    for (let tries = 0; tries < 4; tries++) {
      const label = choose()
      if (isOff(label)) return [true, label]
    }
    return [this.random.below(3) !== 0, choose()]
  }

  /** One that has something to pay with, if it is soon found. */
  sender(): AccountLabel {
    for (let tries = 0; tries < 3; tries++) {
      const label = this.account()
      const account = this.state.accounts.get(label)
      if (account !== undefined && this.state.available(account) > 0n) return label
    }
    return this.account()
  }

  blockage(): BlockageLabel {
    const { blockages, random } = this
    if (random.below(25) === 0) return `freeze:${this.account()}`
    while (blockages.length > 0) {
      const place = random.below(blockages.length)
      const label = blockages[place] ?? NOBODY
      if (this.state.holders.has(label)) return label
      // What was released is named once more, and then forgotten.
      blockages[place] = blockages[blockages.length - 1] ?? NOBODY
      blockages.pop()
      if (random.below(8) === 0) return label
    }
    return NOBODY
  }

  owner(): string | null {
    return this.random.below(4) === 0 ? null : this.externalId()
  }

  externalId(): string {
    const draw = this.random.below(10)
    if (draw < 5) return oneOf(this.random, ['ann', 'bob', 'eve'])
    return draw < 8 ? `customer-${this.random.below(20)}` : `rare-${this.random.below(200)}`
  }

  amount(label: AccountLabel): string {
    const { state, random } = this
    if (happens(random, this.weather.huge)) return oneOf(random, HUGE)
    const draw = random.below(100)
    if (draw < 60) return oneOf(random, SMALL)
    if (draw < 75) return oneOf(random, LARGE)
    const account = state.accounts.get(label)
    if (draw >= 95 || account === undefined) return oneOf(random, MALFORMED)
    // Exactly what is available, or the least too much.
    const available = state.available(account) + BigInt(random.below(2))
    return available > 0n ? decimal(available, account.scale) : oneOf(random, SMALL)
  }

  /** `usual` nine times out of ten. */
  mostly(usual: boolean): boolean {
    return this.random.below(10) === 0 ? !usual : usual
  }
}

/** With all its decimals. */
export function decimal(amount: bigint, scale: number): string {
  if (scale === 0) return String(amount)
  const digits = String(amount).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
