/**
 * What docs/custody.md and docs/decisions/047 and 050 say of tokens: a currency of the tenant, which stands for one token
 * of the chain. Its account gets the supply once the chain has shown it. A deployment that has failed may be tried again.
 */
import type { TenantId } from '@tallystick/core'
import {
  ACCEPTED,
  type AccountLabel,
  type DeployedToken,
  depositLabel,
  HOLDER,
  type NewToken,
  OF_TOKENS,
  type Outcome,
  type TokenCommand,
} from '../command.js'
import type { ChainModel } from './chain.js'
import { done, standing } from './sending.js'
import { isOver, type ModelSend, type ModelSignature, type Thing } from './sends.js'
import { type ModelState, Series } from './state.js'
import { BUILT_IN, firstOf, parse, refuse, type Verdict, VIRTUAL_SCALE } from './vocabulary.js'

type Named = Pick<TokenCommand, 'tenant' | 'name'>
type CommandOf<Type extends TokenCommand['type']> = Extract<TokenCommand, { readonly type: Type }>

export interface ModelToken {
  readonly tenant: TenantId
  readonly name: string
  readonly scale: number
  readonly supply: bigint
  readonly account: AccountLabel
  asset: string | null
  /** What puts it on the chain, if a transaction of ours does. */
  deployment: ModelSend | ModelSignature | null
}

export class TokenModel {
  /** By tenant and name. */
  readonly tokens = new Map<string, ModelToken>()

  constructor(
    private readonly state: ModelState,
    private readonly chain: ChainModel,
  ) {}

  run(command: TokenCommand): Verdict {
    switch (command.type) {
      case 'deployToken':
      case 'pendToken':
        return this.deploy(command)
      case 'registerToken':
        return this.linked(command, this.register(command, command, command.asset))
      case 'linkToken':
        return this.linked(command, this.link(command))
    }
  }

  /** Labels of the accounts that a command opens or moves. */
  accountsOf(command: TokenCommand): readonly AccountLabel[] {
    const { account } = this.tokens.get(keyOf(command)) ?? {}
    return [...('as' in command ? [command.as] : []), ...(account === undefined ? [] : [account])]
  }

  /** What deploys it now. */
  around(command: TokenCommand): readonly Thing[] {
    const { deployment = null } = this.tokens.get(keyOf(command)) ?? {}
    return deployment === null ? [] : [deployment]
  }

  private linked(command: TokenCommand, outcome: Outcome): Verdict {
    return { outcome, credits: 0, says: this.tokens.get(keyOf(command))?.asset }
  }

  private register(of: Named, asked: NewToken, asset: string | null): Outcome {
    const refused = this.refusalOf(of, asked, asset)
    if (refused !== null) return refused
    this.add(of, asked, asset)
    return ACCEPTED
  }

  private refusalOf({ tenant, name }: Named, asked: NewToken, asset: string | null): Outcome | null {
    const home = this.state.homes.get(tenant)
    return firstOf([
      [name.startsWith('VC_'), 'erc20.symbol.prefix'],
      [!/^\w+$/.test(name), 'virtual.creation.error'],
      [BUILT_IN.has(name) || this.tokens.has(keyOf({ tenant, name })), 'erc20.duplicate.name'],
      [home !== undefined && home !== asked.home, 'account.blockchain.testnet'],
      [asset !== null && this.isUsed(tenant, asset), 'erc20.address.used'],
      [asked.scale > VIRTUAL_SCALE || parse(asked.supply, asked.scale) === null, 'virtual.creation.error'],
      [!isRate(asked.baseRate), 'virtual.creation.error'],
    ])
  }

  /** Nothing stands in its way. */
  private add({ tenant, name }: Named, { as, scale, ...asked }: NewToken, asset: string | null): ModelToken {
    const supply = parse(asked.supply, scale) ?? 0n
    this.state.addAccount(as, tenant, name, scale, null)
    const token: ModelToken = { tenant, name, scale, supply, account: as, asset, deployment: null }
    this.tokens.set(keyOf(token), token)
    return token
  }

  // ---- tokens that transactions of ours deploy

  private deploy(command: CommandOf<'deployToken' | 'pendToken'>): Verdict {
    const { type } = command
    const known = this.tokens.get(keyOf(command))
    const failed = known !== undefined && this.hasFailed(known, command.before) ? known : null
    const refused =
      failed === null ? this.refusalOf(command, command, null) : this.refusalOfAgain(failed, command)
    if (refused !== null) return { outcome: refused, credits: 0, says: undefined }
    const isTaken =
      type === 'deployToken'
        ? this.chain.cannotRecord(command.send)
        : this.chain.cannotPend(asPending(command))
    if (isTaken !== null) return isTaken
    const token = failed ?? this.add(command, command, null)
    if (type === 'pendToken') {
      token.deployment = this.chain.pend(asPending(command))
      return done(undefined)
    }
    const send = this.chain.recordNew(command.send)
    token.deployment = send
    return done(standing(send), 0)
  }

  /** No block will have what was to deploy it, or one has executed it without effect. */
  private hasFailed({ tenant, asset, deployment }: ModelToken, before: string | null): boolean {
    if (asset !== null || deployment === null) return false
    if (deployment.kind === 'signature' && deployment.status !== 'complete')
      return deployment.status === 'deleted'
    // Of a signature, only who has read its transaction knows what became of it.
    if (deployment.kind === 'signature' && deployment.txId !== before) return false
    const send = this.chain.find({ ...OF_TOKENS, tenant }, deployment.txId)
    return send !== undefined && (isOver(send) || (send.status === 'final' && send.reason !== null))
  }

  /** The same once more; only its rate may be another. */
  private refusalOfAgain(token: ModelToken, asked: DeployedToken): Outcome | null {
    const supply = parse(asked.supply, asked.scale)
    return firstOf([
      [this.state.accounts.get(token.account)?.active !== true, 'account.not.exists'],
      [supply === null || !isRate(asked.baseRate), 'virtual.creation.error'],
      [asked.scale !== token.scale || supply !== token.supply, 'erc20.duplicate.name'],
    ])
  }

  // ---- which token of the chain

  private link(command: CommandOf<'linkToken'>): Outcome {
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
    this.state.setDeposit(depositLabel(output), {
      ...{ account: token.account, amount: token.supply, status: 'Done', output },
      ...{ chain: null, hash: shown.block.hash, matures: null, owed: 0n, spent: false },
    })
    return ACCEPTED
  }

  private isUsed(tenant: TenantId, asset: string): boolean {
    return [...this.tokens.values()].some((one) => one.tenant === tenant && one.asset === asset)
  }
}

const keyOf = ({ tenant, name }: Named): string => `${tenant}/${name}`

const isRate = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)

const asPending = ({ tenant, signature: as, claims, replaces }: CommandOf<'pendToken'>) => ({
  ...OF_TOKENS,
  ...{ tenant, as, claims, replaces },
})
