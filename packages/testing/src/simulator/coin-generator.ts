/**
 * Outputs of the one chain of outputs: blocks make them for what they pay and for what our transactions leave to their
 * wallets, and spend them, by our transactions or by those of strangers. An outpoint pays one address, and one only.
 */
import type {
  ChangeOutput,
  FollowedChain,
  Made,
  OutputName,
  Receipt,
  Reservation,
  Spent,
  TenantId,
} from '@tallystick/core'
import type { ChainModel } from '../model/chain.js'
import { type ModelOutput, type OutputModel, outputName } from '../model/outputs.js'
import { paidName, type ReceivingModel } from '../model/receiving.js'
import { isOver, type ModelSend } from '../model/sends.js'
import type { SeededRandom } from '../seeded.js'
import { between, oneOf } from './chance.js'

export const OF_OUTPUTS = { chain: 'BTC', network: 'testnet' } as const
export const WALLETS = ['wallet-0', 'wallet-1'] as const
const SCALE = 8
const VALUES = [1n, 546n, 2_500_000n, 9_007_199_254_740_993n] as const
/** Those that most transactions spend. */
const RECENT = 40
/** Of ours, that one block may take. */
const TRANSACTIONS = 2

/** What an output may hold: see `Paid.value`. A caller may have reported a deposit of more. */
const MOST = 2n ** 63n - 1n

export class CoinGenerator {
  /** By address; programs report the first two as well. */
  private readonly places = new Map([
    ['address-1', 0],
    ['address-2', 1],
  ])
  private giftsNamed = 0

  constructor(
    private readonly random: SeededRandom,
    private readonly chain: ChainModel,
    private readonly outputs: OutputModel,
    private readonly receiving: ReceivingModel,
  ) {}

  /** The index of the outputs that pay to an address. */
  placeOf(address: string): number {
    const known = this.places.get(address) ?? this.places.size
    this.places.set(address, known)
    return known
  }

  // ---- transactions of ours

  /** What a transaction spends: coins of one tenant, mostly such as nobody holds. */
  coins(tenant: TenantId): readonly Reservation[] {
    const { random, outputs, chain } = this
    const all: ModelOutput[] = []
    for (const output of outputs.outputs.values()) if (output.tenant === tenant) all.push(output)
    const own = all.slice(-RECENT)
    const any = random.below(4) === 0
    const free = own.filter((output) => {
      return any || (output.spent === null && !chain.isHeld(output, claimOf(output)))
    })
    if (free.length === 0) return []
    const chosen = Array.from({ length: between(random, 1, 3) }, () => oneOf(random, free))
    return [...new Set(chosen)].map(claimOf)
  }

  /** What it leaves to its wallet: the same whenever it is recorded. */
  change(txId: string): ChangeOutput {
    const wallet = `${WALLETS[txId.length % WALLETS.length]}/0`
    const value = VALUES[txId.length % VALUES.length] ?? 1n
    return { index: txId.length % 3, address: wallet, wallet, derivationKey: 0, value, scale: SCALE }
  }

  // ---- blocks

  /** All that a block makes and spends of ours. */
  block(
    on: FollowedChain,
    height: number,
    receipts: readonly Receipt[],
  ): { readonly made: readonly Made[]; readonly spent: readonly Spent[] } {
    if (on.chain !== OF_OUTPUTS.chain) return { made: [], spent: [] }
    const { random } = this
    const sends = this.taken()
    const made = receipts.filter(({ amount }) => amount <= MOST).map((receipt) => this.paid(on, receipt))
    const matures = height + random.below(3)
    for (const send of sends) {
      if (send.change === null) continue
      const { tenant, txId } = send
      made.push({ ...this.change(txId), tenant, txId, matures })
    }
    if (random.below(10) === 0) made.push({ ...this.gift(), matures })
    const spent = sends.flatMap((send) => this.spentBy(send))
    const stranger = random.below(8) === 0 ? this.any() : undefined
    if (stranger !== undefined) spent.push({ ...named(stranger), by: `stranger ${height}` })
    return { made, spent }
  }

  /** All of a block that is undone, and now and then one that is not of it. */
  undone(on: FollowedChain, hash: string) {
    if (on.chain !== OF_OUTPUTS.chain) return { made: [], spent: [] }
    const { random } = this
    const all = [...this.outputs.outputs.values()]
    const stray = random.below(4) === 0 ? this.any() : undefined
    const pick = (isOfBlock: (output: ModelOutput) => boolean): readonly OutputName[] =>
      all.filter((output) => output === stray || isOfBlock(output)).map(named)
    return {
      made: pick(({ made }) => made?.hash === hash),
      spent: pick(({ spent }) => spent?.block.hash === hash),
    }
  }

  private paid(on: FollowedChain, receipt: Receipt): Made {
    const { tenant, txId, position: index, address, amount: value, matures } = receipt
    const { account, index: derived = null } = this.receiving.addresses.get(paidName(on, receipt)) ?? {}
    const wallet = derived === null || account === undefined ? address : `${address.split('/')[0]}/0`
    return { tenant, txId, index, address, wallet, derivationKey: derived, value, scale: SCALE, matures }
  }

  /** What somebody puts to an address of change: no transaction of ours has made it. */
  private gift(): Omit<Made, 'matures'> {
    const txId = `gift ${this.giftsNamed++}`
    const { tenant } = this.any() ?? {}
    return { ...this.change(txId), tenant: tenant ?? ('alpha' as TenantId), txId }
  }

  /** Of the latest: those that a block can take, and now and then one that it cannot. */
  private taken(): readonly ModelSend[] {
    const { random } = this
    const ours: ModelSend[] = []
    const { sends } = this.chain
    for (let place = sends.length - 1; place >= 0 && ours.length < RECENT; place--) {
      const send = sends[place] as ModelSend
      if (send.chain === OF_OUTPUTS.chain && send.network === OF_OUTPUTS.network) ours.push(send)
    }
    const recent = ours.reverse().filter((send) => random.below(20) === 0 || !isOver(send))
    if (recent.length === 0) return []
    return Array.from({ length: random.below(TRANSACTIONS + 1) }, () => oneOf(random, recent))
  }

  private spentBy({ txId: by, tenant, chain, network, claims }: ModelSend): readonly Spent[] {
    return claims.flatMap(({ owner: txId, index }) => {
      const place = { tenant, chain, network, txId, index: Number(index) }
      const output = this.outputs.outputs.get(outputName(place))
      return output === undefined ? [] : [{ ...named(output), by }]
    })
  }

  private any(): ModelOutput | undefined {
    const all = [...this.outputs.outputs.values()]
    return all.length === 0 ? undefined : oneOf(this.random, all)
  }
}

const claimOf = ({ txId, index }: ModelOutput): Reservation => ({ owner: txId, index: BigInt(index) })

const named = ({ tenant, txId, index, address }: ModelOutput): OutputName => ({
  tenant,
  txId,
  index,
  address,
})
