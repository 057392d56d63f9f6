/**
 * What docs/custody.md and docs/decisions/047 say of tokens: a currency of the tenant, which stands for one token of the
 * chain. Its account gets the supply once the chain has shown it.
 */
import type { TenantId } from '@tallystick/core'
import { ACCEPTED, type AccountLabel, depositLabel, HOLDER, type TokenCommand } from '../command.js'
import { type ModelState, Series } from './state.js'
import { BUILT_IN, firstOf, parse, refuse, type Verdict, VIRTUAL_SCALE } from './vocabulary.js'

type CommandOf<Type extends TokenCommand['type']> = Extract<TokenCommand, { readonly type: Type }>

interface ModelToken {
  readonly tenant: TenantId
  readonly name: string
  readonly scale: number
  readonly supply: bigint
  readonly account: AccountLabel
  asset: string | null
}

export class TokenModel {
  /** By tenant and name. */
  readonly tokens = new Map<string, ModelToken>()

  constructor(
    private readonly state: ModelState,
    private readonly homes: ReadonlyMap<TenantId, string>,
  ) {}

  run(command: TokenCommand): Verdict {
    const outcome = command.type === 'registerToken' ? this.register(command) : this.link(command)
    const { asset } = this.tokens.get(keyOf(command)) ?? { asset: undefined }
    return { outcome, credits: 0, says: asset }
  }

  /** Labels of the accounts that a command opens or moves. */
  accountsOf(command: TokenCommand): readonly AccountLabel[] {
    if (command.type === 'registerToken') return [command.as]
    const token = this.tokens.get(keyOf(command))
    return token === undefined ? [] : [token.account]
  }

  private register(command: CommandOf<'registerToken'>) {
    const { tenant, name, as, scale, asset } = command
    const supply = parse(command.supply, scale)
    const home = this.homes.get(tenant)
    const refused = firstOf([
      [name.startsWith('VC_'), 'erc20.symbol.prefix'],
      [!/^\w+$/.test(name), 'virtual.creation.error'],
      [BUILT_IN.has(name) || this.tokens.has(keyOf(command)), 'erc20.duplicate.name'],
      [home !== undefined && home !== command.home, 'account.blockchain.testnet'],
      [asset !== null && this.isUsed(tenant, asset), 'erc20.address.used'],
      [scale > VIRTUAL_SCALE || supply === null, 'virtual.creation.error'],
      [!/^\d+(\.\d+)?$/.test(command.baseRate), 'virtual.creation.error'],
    ])
    if (refused !== null || supply === null) return refused ?? refuse('virtual.creation.error')
    this.state.addAccount(as, tenant, name, scale, null)
    this.tokens.set(keyOf(command), { tenant, name, scale, supply, account: as, asset })
    return ACCEPTED
  }

  private link(command: CommandOf<'linkToken'>) {
    const { tenant, name, asset, shown } = command
    const token = this.tokens.get(keyOf(command))
    if (token === undefined) return refuse('erc20.token.notFound')
    if (token.asset === asset) return ACCEPTED
    const refused = firstOf([
      [token.asset !== null, 'erc20.address.set'],
      [shown === null, 'erc20.contract.missing'],
      [this.isUsed(tenant, asset), 'erc20.address.used'],
      [shown !== null && shown.decimals !== token.scale, 'erc20.decimals.different'],
      [shown !== null && (shown.holder !== HOLDER || shown.held < token.supply), 'erc20.supply.missing'],
    ])
    if (refused !== null || shown === null) return refused ?? refuse('erc20.contract.missing')
    token.asset = asset
    const account = this.state.accounts.get(token.account)
    if (token.supply === 0n || account === undefined) return ACCEPTED
    const world = new Series()
    this.state.move(token.scale, token.supply, [
      [world, 1n],
      [account.movements, 1n],
    ])
    this.state.world.set(`${tenant}/${name}`, world)
    const output = { tenant, currency: name, txId: shown.block.hash, vout: 0, address: HOLDER }
    this.state.deposits.set(depositLabel(output), {
      ...{ account: token.account, amount: token.supply, status: 'Done', output },
      ...{ chain: null, hash: shown.block.hash, matures: null, owed: 0n, spent: false },
    })
    return ACCEPTED
  }

  private isUsed(tenant: TenantId, asset: string): boolean {
    return [...this.tokens.values()].some((one) => one.tenant === tenant && one.asset === asset)
  }
}

const keyOf = ({ tenant, name }: { readonly tenant: TenantId; readonly name: string }): string =>
  `${tenant}/${name}`
