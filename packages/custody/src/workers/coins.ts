/**
 * Which outputs of a UTXO chain are ours: those that pay to a deposit address, also to a removed one, or to the change
 * address of a wallet. The database is asked in pages, so the number of addresses does not matter.
 */
import {
  ADDRESS_POOLS,
  type DepositAddress,
  type FollowedChain,
  type Made,
  OUTPUTS,
  type Output,
  type OutputName,
  Recent,
  type Spent,
  type TenantId,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import type { Block, Movement } from '../ports/blocks.js'
import type { ChainRecord, XpubKeys } from '../ports/chain.js'
import type { UtxoCodec } from '../ports/utxo.js'
import { pages, type Watched } from './watched.js'

/** Wallets whose address is kept: deriving one takes about as long as a commit. */
const KNOWN_WALLETS = 1_000

/** What a block makes and spends. */
export interface Coined {
  readonly made: readonly Made[]
  readonly spent: readonly Spent[]
}

/** What tells whose an address is. */
interface WalletChain {
  readonly codec: Pick<UtxoCodec, 'canonical' | 'twins'>
  readonly keys?: Pick<XpubKeys, 'address'>
  readonly record: Pick<ChainRecord, 'decimals'>
}

/** Whose an address is. */
type Owner = Pick<Made, 'tenant' | 'wallet' | 'derivationKey'>

export class Coins {
  /** Addresses of index 0 by xpub. */
  private readonly wallets = new Recent<string, string>(KNOWN_WALLETS)

  constructor(
    private readonly query: Engine['query'],
    private readonly on: FollowedChain,
    private readonly chain: WalletChain,
  ) {}

  /**
   * @param places The deposit addresses in the block
   * @param earlier What blocks that are not committed yet have made
   * @param maturesAt The block from which on it may be spent
   */
  async of(
    block: Block,
    places: Watched['places'],
    earlier: readonly Made[],
    maturesAt: (movement: Movement) => number,
  ): Promise<Coined> {
    const owners = await this.owners(block.movements, places)
    const made = block.movements.flatMap((movement) =>
      (owners.get(movement.address) ?? []).map((owner) => ({
        ...owner,
        txId: movement.txId,
        index: movement.position,
        address: movement.address,
        value: movement.amount,
        scale: this.chain.record.decimals,
        matures: maturesAt(movement),
      })),
    )
    return { made, spent: await this.spent(block, [...earlier, ...made]) }
  }

  /** What a block that is being undone has made and spent. */
  async undone(
    hash: string,
  ): Promise<{ readonly made: readonly OutputName[]; readonly spent: readonly OutputName[] }> {
    const [made, spent] = await Promise.all([
      this.query.list(OUTPUTS, { where: { ...this.on, hash } }),
      this.query.list(OUTPUTS, { where: { ...this.on, spentHash: hash } }),
    ])
    return { made, spent }
  }

  /** One owner for each tenant. If an address is a customer's and a wallet's, it is the customer's. */
  private async owners(
    paid: readonly Movement[],
    places: Watched['places'],
  ): Promise<ReadonlyMap<string, readonly Owner[]>> {
    const owners = new Map<string, Map<TenantId, Owner>>()
    const add = (address: string, owner: Owner): void => {
      const of = owners.get(address) ?? new Map<TenantId, Owner>()
      owners.set(address, of)
      if (!of.has(owner.tenant)) of.set(owner.tenant, owner)
    }
    for (const movement of paid) {
      for (const row of places.get(movement.address) ?? []) {
        const { tenant, address, derivationKey } = row
        add(address, { tenant, wallet: this.walletOf(row), derivationKey })
      }
    }
    for await (const address of pages([
      ...new Set(paid.flatMap((movement) => this.scriptsOf(movement.address))),
    ])) {
      const where = { ...this.on, address: { in: address } }
      for (const { tenant, address: wallet } of await this.query.list(ADDRESS_POOLS, { where })) {
        for (const script of this.scriptsOf(wallet)) add(script, { tenant, wallet, derivationKey: 0 })
      }
    }
    return new Map([...owners].map(([address, of]) => [address, [...of.values()]]))
  }

  /** Outputs of ours that the block spends: those of earlier blocks, and those that it makes itself. */
  private async spent({ spends }: Block, made: readonly Made[]): Promise<readonly Spent[]> {
    const spenders = new Map(spends.map(({ txId, index, by }) => [nameOf({ txId, index }), by]))
    const found: Pick<Output, 'tenant' | 'txId' | 'index' | 'address'>[] = [...made]
    for await (const txId of pages([...new Set(spends.map((spend) => spend.txId))])) {
      found.push(...(await this.query.list(OUTPUTS, { where: { ...this.on, txId: { in: txId } } })))
    }
    return found.flatMap(({ tenant, txId, index, address }) => {
      const by = spenders.get(nameOf({ txId, index }))
      return by === undefined ? [] : [{ tenant, txId, index, address, by }]
    })
  }

  /** The addresses of the same key: clients send the change of a wallet to either. */
  private scriptsOf(address: string): readonly string[] {
    return [address, ...this.chain.codec.twins(address)]
  }

  private walletOf({ address, xpub }: DepositAddress): string {
    const { codec, keys } = this.chain
    if (xpub === null || keys === undefined) return address
    let wallet = this.wallets.get(xpub)
    if (wallet === undefined) {
      wallet = codec.canonical(keys.address(xpub, 0))
      this.wallets.set(xpub, wallet)
    }
    return wallet
  }
}

const nameOf = ({ txId, index }: { readonly txId: string; readonly index: number }) => `${txId}:${index}`
