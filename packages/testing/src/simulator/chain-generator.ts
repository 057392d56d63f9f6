/**
 * What is asked of the transactions of chains: few nonces and outputs, so that transactions meet on them; what
 * was asked before, once more; successors with the same nonce; and news in any order.
 */
import type { Network, OnChain, Reservation, TenantId } from '@tallystick/core'
import type { ChainCommand } from '../command.js'
import type { ChainModel } from '../model/chain.js'
import type { ModelSend, ModelSignature, ModelWithdrawal } from '../model/sends.js'
import type { SeededRandom } from '../seeded.js'
import { type Cast, NOBODY } from './cast.js'
import { between, oneOf } from './chance.js'
import { type CoinGenerator, OF_OUTPUTS } from './coin-generator.js'

const PLACES = [
  { chain: 'ETH', network: 'testnet' },
  { chain: 'ETH', network: 'testnet' },
  { chain: 'ETH', network: 'mainnet' },
  { chain: 'ETH', network: 'ethereum-holesky' },
  OF_OUTPUTS,
  OF_OUTPUTS,
] as const
const OWNERS = ['hot', 'hot', 'cold'] as const
const NEWS = [
  ...['offered', 'offered', 'offered', 'offered', 'sent', 'sent', 'sent', 'confirmed', 'confirmed'],
  ...['undone', 'undone', 'final', 'refused', 'refused', 'refused', 'dead', 'dead'],
] as const
const REASONS = [null, 'underpriced', 'nonce too low'] as const
const PRICES = [1, 2, 5, 10] as const
/** The last of them is none. */
const FEES = ['0', '0.01', '1', '1', '-1'] as const

const LONGEST_ID = 40

/** Those that most commands are about. */
const RECENT = 16

export class ChainGenerator {
  private signaturesNamed = 0
  private renewalsNamed = 0
  private withdrawalsNamed = 0
  /** By owner: below it, nothing was free once. */
  private readonly nexts = new Map<string, number>()
  /** Ids of transactions that spend what others leave, which would grow with each. */
  private readonly shortened = new Map<string, string>()

  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly chain: ChainModel,
    private readonly coins: CoinGenerator,
  ) {}

  make(type: ChainCommand['type']): ChainCommand {
    const { random } = this
    switch (type) {
      case 'recordSend':
        return this.record()
      case 'settleSend': {
        const isPaying = random.below(2) === 0
        const send = this.recent(this.chain.sends, ({ status, withdrawal }) => {
          return status !== 'final' && (withdrawal !== null) === isPaying
        })
        const news = oneOf(random, NEWS)
        const reason = news === 'refused' || news === 'dead' ? oneOf(random, REASONS) : null
        const txId = random.below(40) === 0 ? NOBODY : (send?.txId ?? NOBODY)
        const failed = news === 'final' && random.below(3) === 0
        const told = failed ? { reason: 'reverted', failed } : { reason }
        const behind = random.below(4) === 0 ? { isBehind: true as const } : {}
        return { type, ...this.placeOf(send), txId, event: news, ...told, ...behind }
      }
      case 'createPendingSignature': {
        const as = `s${this.signaturesNamed++}`
        const before = this.recent(this.chain.sends, ({ status }) => status === 'sent')
        if (before === undefined || random.below(4) !== 0) {
          const on = this.place()
          return { type, as, ...on, claims: this.free(on), replaces: random.below(4) === 0 }
        }
        const claims = this.around(before)
        return { type, as, ...this.placeOf(before), claims, replaces: this.cast.mostly(true) }
      }
      case 'renewPendingSignature': {
        const pending = this.waiting()
        const on = this.placeOf(pending)
        const claims = pending === undefined || random.below(3) === 0 ? this.free(on) : this.around(pending)
        const expired = this.cast.mostly(true) ? (pending?.serialized ?? NOBODY) : NOBODY
        const serialized = `{"try":${this.renewalsNamed++}}`
        return { type, ...on, signature: pending?.label ?? NOBODY, serialized, claims, expired }
      }
      case 'completePendingSignature': {
        const isComplete = ({ status }: ModelSignature): boolean => status === 'complete'
        const pending = random.below(3) > 0 ? this.recent(this.chain.signatures, isComplete) : this.waiting()
        const other = this.recent(this.chain.sends)?.txId ?? NOBODY
        const txId = random.below(5) === 0 ? other : (pending?.txId ?? `of-${pending?.label}-elsewhere`)
        return { type, ...this.seenBy(pending), signature: pending?.label ?? NOBODY, txId }
      }
      case 'deletePendingSignature': {
        const pending = this.waiting()
        const revert = random.below(4) > 0
        return { type, ...this.seenBy(pending), signature: pending?.label ?? NOBODY, revert }
      }
      case 'reportSignatureErrors': {
        const reported = Array.from({ length: between(random, 1, 3) }, () => this.waiting())
        const errors = reported.map((pending) => {
          return { signature: pending?.label ?? NOBODY, error: oneOf(random, ['locked', 'unknown wallet']) }
        })
        return { type, ...this.seenBy(reported[0]), errors }
      }
      case 'storeWithdrawal':
      case 'sendWithdrawal':
      case 'pendWithdrawal':
        return this.withdraw(type)
      case 'cancelWithdrawal': {
        const unpaid = this.unpaid(({ paidBy }) => paidBy === null)
        const revert = random.below(4) > 0
        const forced = random.below(12) === 0 ? 'operator' : null
        return { type, ...this.seenBy(unpaid), withdrawal: unpaid?.label ?? NOBODY, revert, forced }
      }
      case 'sightWithdrawal': {
        // Also beside its own transaction, which may die.
        const isPaid = random.below(2) === 0
        const unpaid = this.recent(this.chain.paying.withdrawals, ({ paidBy, status }) => {
          return status !== 'Cancelled' && (paidBy !== null) === isPaid
        })
        const claims = unpaid === undefined ? null : spentBy(unpaid)
        const version = random.below(2)
        const txId = claims === null ? `seen-${version}` : this.nameOf(claims, version)
        return {
          type,
          ...this.seenBy(unpaid),
          withdrawal: unpaid?.label ?? NOBODY,
          txId,
          isOpen: random.below(2) > 0,
        }
      }
      case 'completeWithdrawal': {
        const isKnown = random.below(2) === 0
        const paid = this.recent(this.chain.paying.withdrawals, ({ status, paidBy }) => {
          return isKnown ? status === 'Done' : status === 'InProgress' && paidBy !== null
        })
        const txId = random.below(5) === 0 ? NOBODY : (paid?.paidBy?.txId ?? NOBODY)
        return { type, ...this.seenBy(paid), withdrawal: paid?.label ?? NOBODY, txId }
      }
    }
  }

  /** A transaction of something new; what becomes of it is asked as of all others. */
  fresh(on: OnChain) {
    const {
      type: _,
      signature: _none,
      withdrawal: _unnamed,
      ...send
    } = this.transaction(on, this.free(on), {
      fresh: true,
      replaces: this.rarely(),
    })
    return send
  }

  /** A pending signature of something new. */
  pending(on: OnChain) {
    return { signature: `s${this.signaturesNamed++}`, claims: this.free(on), replaces: this.rarely() }
  }

  private withdraw(type: 'storeWithdrawal' | 'sendWithdrawal' | 'pendWithdrawal'): ChainCommand {
    const { random, cast } = this
    const account = cast.sender()
    const { tenant, currency = 'BTC' } = cast.known(account) ?? {}
    const on = { ...this.place(), ...(tenant === undefined ? {} : { tenant: cast.stray(tenant) }) }
    // A transaction of somebody else's making is none of these, so nothing is named twice.
    const claims = [
      ...new Map(this.free(on).map((claim) => [`${claim.owner} ${claim.index}`, claim])).values(),
    ]
    const withdrawal = {
      as: `w${this.withdrawalsNamed++}`,
      account,
      currency: random.below(40) === 0 ? 'EUR' : currency,
      amount: cast.amount(account),
      fee: oneOf(random, FEES),
      isFeeIncluded: random.below(4) > 0,
      wallet: `wallet ${random.below(6)}`,
      inputs: on.chain === 'BTC' ? claims : [],
    }
    switch (type) {
      case 'storeWithdrawal':
        return { type, ...on, withdrawal }
      case 'sendWithdrawal': {
        const {
          type: _,
          signature: _none,
          withdrawal: _unnamed,
          ...send
        } = this.transaction(on, claims, {
          replaces: this.rarely(),
        })
        return { type, ...send, withdrawal }
      }
      case 'pendWithdrawal':
        return { type, ...on, withdrawal, as: `s${this.signaturesNamed++}`, claims, replaces: this.rarely() }
    }
  }

  /** One that waits for a transaction, or has one that may be replaced. */
  private unpaid(wanted: (withdrawal: ModelWithdrawal) => boolean): ModelWithdrawal | undefined {
    return this.recent(this.chain.paying.withdrawals, (one) => one.status === 'InProgress' && wanted(one))
  }

  /** For a withdrawal: its first transaction, or a dearer one. */
  private recordFor(withdrawal: ModelWithdrawal): ChainCommand {
    const { random } = this
    const { label, paidBy } = withdrawal
    const on = this.placeOf(withdrawal)
    if (paidBy !== null) {
      const claims = this.cast.mostly(true) ? plain(paidBy.claims) : this.around(paidBy)
      return this.transaction(on, claims, { replaces: this.cast.mostly(true), withdrawal: label })
    }
    const old = random.below(6) === 0 ? this.recent(this.chain.sends) : undefined
    if (old !== undefined) {
      const { txId } = old
      return this.transaction(on, plain(old.claims), { txId, replaces: false, withdrawal: label })
    }
    const pending = withdrawal.signature
    const claims = (this.cast.mostly(true) ? spentBy(withdrawal) : null) ?? this.free(on)
    const signature = pending !== null && random.below(2) === 0 ? pending.label : null
    const named = signature === null || random.below(2) === 0 ? label : null
    return this.transaction(on, claims, { replaces: this.rarely(), signature, withdrawal: named })
  }

  private record(): ChainCommand {
    const { random } = this
    const draw = random.below(100)
    const send = this.recent(this.chain.sends)
    if (draw < 25 && send !== undefined) {
      // The same again: by its own call, by another that built the very same, or signed by the KMS.
      const signature = random.below(3) === 0 ? (this.waiting()?.label ?? null) : null
      const fresh = signature === null && random.below(3) === 0
      const on = this.placeOf(send)
      return this.transaction(on, plain(send.claims), {
        txId: send.txId,
        fresh,
        signature,
        replaces: this.rarely(),
      })
    }
    if (draw < 40 && send !== undefined) {
      const on = this.placeOf(send)
      const replaces = this.cast.mostly(true)
      return this.transaction(on, this.around(send), { replaces, ...this.compared(send, replaces) })
    }
    const withdrawal = draw < 70 ? this.unpaid(() => true) : undefined
    if (withdrawal !== undefined && draw >= 50) return this.recordFor(withdrawal)
    const pending = draw < 65 ? this.waiting() : undefined
    if (pending !== undefined) {
      const on = random.below(20) === 0 ? this.place() : this.placeOf(pending)
      const signature = random.below(20) === 0 ? NOBODY : pending.label
      return this.transaction(on, this.around(pending), { signature, replaces: this.rarely() })
    }
    const on = this.place()
    return this.transaction(on, this.free(on), { fresh: this.cast.mostly(true), replaces: this.rarely() })
  }

  /** Its id stands for what it uses up, as the hash of a transaction does. */
  private transaction(
    { tenant, chain, network }: OnChain,
    claims: readonly Reservation[],
    options: {
      readonly txId?: string
      readonly fresh?: boolean
      readonly signature?: string | null
      readonly replaces: boolean
      readonly instead?: string | null
      readonly withdrawal?: string | null
    },
  ): Extract<ChainCommand, { readonly type: 'recordSend' }> {
    const { random } = this
    const { txId = this.nameOf(claims, random.below(3)), fresh = false } = options
    const { signature = null, withdrawal = null } = options
    const raw = `raw ${txId} ${random.below(2)}`
    const what = { tenant, chain, network, txId, raw, claims, fresh, signature, withdrawal }
    const { instead } = options
    const compared = instead === undefined ? {} : { instead }
    const { replaces } = options
    const change =
      chain === OF_OUTPUTS.chain && random.below(4) > 0 ? { change: this.coins.change(txId) } : {}
    return { type: 'recordSend', ...what, replaces, ...compared, ...change, credits: oneOf(random, PRICES) }
  }

  /** Without blanks, as every ID of a chain: a storage keeps those of a withdrawal as words. */
  private nameOf(claims: readonly Reservation[], version: number): string {
    const names = claims.map(({ owner, index }) => `${owner}:${index}`)
    return `${this.shortOf(names.join(','))}/v${version}`
  }

  private shortOf(names: string): string {
    if (names.length <= LONGEST_ID) return names
    const known = this.shortened.get(names) ?? `spender-${this.shortened.size}`
    this.shortened.set(names, known)
    return known
  }

  /** What the caller has compared it with, where it has: another may have taken that one's place meanwhile. */
  private compared({ txId }: ModelSend, replaces: boolean): { readonly instead?: string | null } {
    const draw = this.random.below(6)
    if (!replaces || draw > 3) return {}
    return { instead: draw === 0 ? null : txId }
  }

  // ---- what is used up

  /** What nobody has, or somebody had, or has taken meanwhile. */
  private free(on: OnChain): readonly Reservation[] {
    const { random } = this
    const coins = on.chain === OF_OUTPUTS.chain && random.below(4) > 0 ? this.coins.coins(on.tenant) : []
    if (coins.length > 0) return coins
    const owner = oneOf(random, OWNERS)
    const name = [on.tenant, on.chain, on.network, owner].join(' ')
    let next = this.nexts.get(name) ?? 0
    while (this.chain.isHeld(on, { owner, index: BigInt(next) })) next++
    this.nexts.set(name, next)
    const first = random.below(3) === 0 ? Math.max(0, next - random.below(6)) : next + random.below(2)
    const claims = Array.from({ length: oneOf(random, [1, 1, 1, 2, 3]) }, (_, place) => {
      return { owner, index: BigInt(first + place) }
    })
    // A transaction of somebody else's making may name one twice.
    return random.below(20) === 0 ? [...claims, ...claims.slice(0, 1)] : claims
  }

  /** What it uses up, or nearly so. */
  private around(thing: ModelSend | ModelSignature): readonly Reservation[] {
    const { random } = this
    const claims: Reservation[] = plain(thing.claims)
    if (claims.length > 1 && random.below(3) === 0) claims.pop()
    return random.below(4) === 0 ? [...claims, ...this.free(thing).slice(0, 1)] : claims
  }

  // ---- who, and where

  private place(): OnChain {
    return { tenant: this.cast.tenant(), ...oneOf(this.random, PLACES) }
  }

  private placeOf(thing: OnChain | undefined): OnChain {
    if (thing === undefined) return this.place()
    const { tenant, chain, network } = thing
    return { tenant: this.cast.stray(tenant), chain, network }
  }

  /** Whose API key it is, and for which side. */
  private seenBy(thing: OnChain | undefined): { readonly tenant: TenantId; readonly network: Network } {
    const { tenant, network } = this.placeOf(thing)
    return { tenant, network: (network === 'mainnet') === this.cast.mostly(true) ? 'mainnet' : 'testnet' }
  }

  private waiting(): ModelSignature | undefined {
    return this.recent(this.chain.signatures, ({ status }) => status === 'pending')
  }

  /** One of the latest, more often than not; rather one that is wanted, if it is soon found. */
  private recent<Item>(
    items: readonly Item[],
    wanted: (item: Item) => boolean = () => true,
  ): Item | undefined {
    const { random } = this
    if (items.length === 0) return undefined
    const draw = (): Item => {
      const reach = random.below(5) === 0 ? items.length : Math.min(RECENT, items.length)
      return items[items.length - 1 - random.below(reach)] as Item
    }
    let item = draw()
    for (let tries = 0; tries < 2 && !wanted(item); tries++) item = draw()
    return item
  }

  private rarely(): boolean {
    return this.cast.mostly(false)
  }
}

/** Without what the model notes of them. */
const plain = (claims: readonly Reservation[]): Reservation[] =>
  claims.map(({ owner, index }) => ({ owner, index }))

/** What its transaction is to use up, where that is known. */
function spentBy({ claims, signature }: ModelWithdrawal): Reservation[] | null {
  const [, ...inputs] = claims
  return inputs.length > 0 ? plain(inputs) : signature && plain(signature.claims)
}
