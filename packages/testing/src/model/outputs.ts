/**
 * What docs/decisions/046-coins-of-a-wallet.md says of outputs: a block makes and spends them, and undoing it undoes
 * both. What a transaction of ours leaves to its wallet is there before a block has it, as long as the transaction is
 * not over. Claims say who holds one.
 */
import type {
  BlockName,
  ChangeOutput,
  FollowedChain,
  Made,
  OnChain,
  OutputName,
  OutputPlace,
  Spent,
} from '@tallystick/core'
import { depositLabel } from '../command.js'
import { nameOf } from './sends.js'
import type { ModelState } from './state.js'

export interface ModelOutput extends OutputPlace, Omit<ChangeOutput, 'index'> {
  /** The block that made it, if one has. */
  made: BlockName | null
  /** The block from which on it may be spent. */
  matures: number
  spent: { readonly by: string; readonly block: BlockName } | null
}

export const outputName = (place: OutputPlace): string => nameOf(place, `${place.txId} ${place.index}`)

export class OutputModel {
  /** In the order they came to be. */
  readonly outputs = new Map<string, ModelOutput>()
  /** What transactions of ours leave to their wallets that are not over. */
  private readonly left = new Set<string>()

  constructor(private readonly state: ModelState) {}

  // ---- blocks

  make(on: FollowedChain, block: BlockName, made: Made): void {
    const known = this.find(on, made)
    if (known === undefined) this.add({ ...made, ...placed(on, made) }, block, made.matures)
    else if (known.made === null) Object.assign(known, { made: block, matures: made.matures })
  }

  spend(on: FollowedChain, block: BlockName, { by, ...name }: Spent): void {
    const known = this.find(on, name)
    if (known === undefined || known.spent !== null) return
    known.spent = { by, block }
    this.markDeposit(known, true)
  }

  /** The block that made it is no more. */
  unmake(on: FollowedChain, block: BlockName, name: OutputName): void {
    const known = this.find(on, name)
    if (known?.made?.hash !== block.hash) return
    if (this.left.has(outputName(known))) Object.assign(known, { made: null, matures: 0 })
    else this.outputs.delete(outputName(known))
  }

  /** The block that spent it is no more. */
  unspend(on: FollowedChain, block: BlockName, name: OutputName): void {
    const known = this.find(on, name)
    if (known?.spent?.block.hash !== block.hash) return
    known.spent = null
    this.markDeposit(known, false)
  }

  // ---- transactions of ours

  /** It is recorded. */
  leave(on: OnChain, txId: string, change: ChangeOutput): void {
    const { tenant, chain, network } = on
    const place = { tenant, chain, network, txId, index: change.index }
    this.left.add(outputName(place))
    if (!this.outputs.has(outputName(place))) this.add({ ...change, ...place }, null, 0)
  }

  /** It is over: no block will have what it left. */
  drop(place: OutputPlace): void {
    const name = outputName(place)
    this.left.delete(name)
    if (this.outputs.get(name)?.made === null) this.outputs.delete(name)
  }

  private add(what: OutputPlace & ChangeOutput, block: BlockName | null, matures: number): void {
    const { tenant, chain, network, txId, index, address, wallet, derivationKey, value, scale } = what
    // Field by field: see `ModelState.setDeposit`.
    this.outputs.set(outputName(what), {
      tenant,
      chain,
      network,
      txId,
      index,
      address,
      wallet,
      derivationKey,
      value,
      scale,
      made: block,
      matures,
      spent: null,
    })
  }

  private find(on: FollowedChain, name: Pick<OutputName, 'tenant' | 'txId' | 'index'>) {
    return this.outputs.get(outputName(placed(on, name)))
  }

  /** If it is one. */
  private markDeposit({ tenant, chain, txId, index, address }: ModelOutput, spent: boolean): void {
    const label = depositLabel({ tenant, currency: chain, txId, vout: index, address })
    const deposit = this.state.deposits.get(label)
    if (deposit !== undefined) this.state.setDeposit(label, { ...deposit, spent })
  }
}

const placed = (
  { chain, network }: FollowedChain,
  { tenant, txId, index }: Pick<OutputName, 'tenant' | 'txId' | 'index'>,
): OutputPlace => ({ tenant, chain, network, txId, index })
