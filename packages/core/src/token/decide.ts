/** Registers tokens of chains as currencies of a tenant, and stores which token of the chain each one is. */
import type { Network } from '../access/api-key.js'
import type { Account } from '../account/account.js'
import { newAccountKeys, type OwnedAccount, openWith } from '../account/decide.js'
import { VIRTUAL_PREFIX, VIRTUAL_SCALE, type VirtualCurrency } from '../currency/currency.js'
import type { NewCustomer } from '../customer/decide.js'
import { accept, applied, type Refusal, type Rule, reject } from '../decision.js'
import { credit, depositAccounts } from '../deposit/credit.js'
import { type Deposit, depositOutput } from '../deposit/deposit.js'
import { addressKeys, type FirstAddress, giveAddress } from '../deposit-address/decide.js'
import type { DepositAddress } from '../deposit-address/deposit-address.js'
import type { Env } from '../env.js'
import { type BlockName, cursorKey } from '../follow/cursor.js'
import type { DepositId } from '../ids.js'
import { currencyKey, depositKey, homeNetworkKey } from '../key.js'
import { type Amount, parseDecimal, parseRate } from '../money.js'
import type { OnChain } from '../send/reservation.js'
import type { View } from '../view.js'
import { type Token, tokenKey, tokenOfKey } from './token.js'

export interface RegisterToken extends OnChain {
  /** Of the API key: `network` may name one of several testnets. */
  readonly home: Network
  readonly name: string
  readonly scale: number
  readonly standard: string | null
  /** The identity on the chain and the block as of which it was checked; null if it is stored later. */
  readonly found: { readonly asset: string; readonly since: number } | null
  /** Decimal text. */
  readonly supply: string
  readonly basePair: string
  readonly baseRate: string
  readonly description: string | null
  readonly customer: NewCustomer | null
  readonly accountingCurrency: string | null
  /** What the account of the currency is opened with. */
  readonly xpub: string | null
  /** The address that holds the supply; null on a chain where none is named. */
  readonly holder: string | null
  /** The deposit address that the account gets; null for none. */
  readonly first: FirstAddress | null
}

export interface RegisteredToken extends OwnedAccount {
  readonly token: Token
  readonly address: DepositAddress | null
}

export interface LinkToken extends OnChain {
  readonly name: string
  readonly asset: string
  /** What a node has said; null if nobody was asked, because an identity is stored already. */
  readonly shown: ShownToken | null
}

/** What a node has said about a token, as of one block. */
export interface ShownToken {
  readonly decimals: number
  readonly block: BlockName
  /** The address that was asked about, and what it holds: see `Token.holder`. */
  readonly holder: string | null
  readonly held: Amount
  /** The number of blocks that can be undone at most. Only then the supply is credited. */
  readonly window: number
}

const NAME = /^\w+$/

/** Creates a currency with its account. Output: both, and the deposit address of the account. */
export const registerToken: Rule<RegisterToken, RegisteredToken> = {
  name: 'registerToken',
  needs: (command) => [
    tokenKey(command.tenant, command.name),
    homeNetworkKey(command.tenant),
    ...(command.found === null ? [] : [tokenOfKey(command, command.found.asset)]),
    ...newAccountKeys(command.tenant, accountOf(command)),
    ...(command.first === null ? [] : addressKeys(command.tenant, command.name, command.first)),
  ],
  decide(view, command, env) {
    const { tenant, chain, network, name, scale, found } = command
    const supply = supplyOf(view, env, command)
    if (typeof supply !== 'bigint') return supply
    const opened = openWith(view, env, tenant, accountOf(command), () => scale)
    if (!opened.accepted) return opened
    const { account } = opened.output
    const currency: VirtualCurrency = {
      tenant,
      name,
      scale,
      baseRate: command.baseRate,
      basePair: command.basePair,
      description: command.description,
      account: account.id,
      customer: account.customer,
      created: env.now,
    }
    const token: Token = {
      tenant,
      chain,
      network,
      name,
      scale,
      standard: command.standard,
      asset: found?.asset ?? null,
      since: found?.since ?? null,
      account: account.id,
      holder: command.holder,
      supply,
      created: env.now,
    }
    const fork = view.fork()
    applied(fork, opened)
    fork.apply({ type: 'currency.created', currency })
    fork.apply({ type: 'token.registered', token })
    const given =
      command.first === null ? null : applied(fork, giveAddress(fork, env, account, command.first))
    if (given !== null && !given.accepted) return given
    return accept({ ...opened.output, token, address: given?.output ?? null }, fork.changes)
  },
}

/** The supply, if the currency can be created. */
function supplyOf(view: View, env: Env, command: RegisterToken): Amount | Refusal {
  const { tenant, name, found } = command
  const home = view.find(homeNetworkKey(tenant))
  if (home !== undefined && home.network !== command.home) {
    return reject('account.blockchain.testnet', `the accounts of this tenant hold coins of ${home.network}`)
  }
  // The name is part of the ids of its system accounts, which separate their parts by colons.
  if (!NAME.test(name))
    return reject('virtual.creation.error', `${name} is not made of letters, digits and _`)
  if (command.scale > VIRTUAL_SCALE) {
    return reject('virtual.creation.error', `a currency has at most ${VIRTUAL_SCALE} decimals`)
  }
  const supply = parseDecimal(command.supply, command.scale)
  if (!supply.ok || parseRate(command.baseRate) === undefined) return reject('virtual.creation.error', name)
  if (name.startsWith(VIRTUAL_PREFIX)) return reject('erc20.symbol.prefix', name)
  if (env.currency(name) !== undefined) {
    return reject('erc20.duplicate.name', `${name} is a currency that every tenant has`)
  }
  if (view.find(currencyKey(tenant, name)) !== undefined) return reject('erc20.duplicate.name', name)
  const other = found === null ? undefined : view.find(tokenOfKey(command, found.asset))
  if (other !== undefined) return reject('erc20.address.used', other.name)
  return supply.amount
}

const accountOf = (command: RegisterToken) => ({
  currency: command.name,
  xpub: command.xpub,
  customer: command.customer,
  accountingCurrency: command.accountingCurrency,
  accountCode: null,
  accountNumber: null,
})

/**
 * Stores which token of the chain the currency stands for, and gives its account the supply that the chain has shown.
 * Storing the same again changes nothing.
 */
export const linkToken: Rule<LinkToken, Token> = {
  name: 'linkToken',
  needs: (command) => [
    tokenKey(command.tenant, command.name),
    tokenOfKey(command, command.asset),
    cursorKey(command),
    ...depositAccounts(command.tenant, command.name),
    ...(command.shown === null ? [] : [depositKey(command.tenant, outputOf(command.name, command.shown))]),
  ],
  decide(view, command, env) {
    const { tenant, name, asset, shown } = command
    const token = view.find(tokenKey(tenant, name))
    if (token === undefined || token.chain !== command.chain || token.network !== command.network) {
      return reject('erc20.token.notFound', name)
    }
    if (token.asset === asset) return accept(token, [])
    if (token.asset !== null) return reject('erc20.address.set', token.asset)
    const other = view.find(tokenOfKey(command, asset))
    if (other !== undefined) return reject('erc20.address.used', other.name)
    if (shown === null) return reject('erc20.contract.missing', asset)
    if (shown.decimals !== token.scale) {
      return reject('erc20.decimals.different', `${asset} has ${shown.decimals}, ${name} has ${token.scale}`)
    }
    if (token.holder !== shown.holder || shown.held < token.supply) {
      return reject(
        'erc20.supply.missing',
        `${token.holder ?? 'no address'} as of block ${shown.block.height}`,
      )
    }
    const linked: Token = { ...token, asset, since: shown.block.height }
    const fork = view.fork()
    fork.apply({ type: 'token.linked', token: linked })
    if (token.supply === 0n) return accept(linked, fork.changes)
    const account = view.account(tenant, token.account)
    if (account?.active !== true) return reject('account.not.exists', token.account)
    const deposit = supplied(fork, env, account, linked, shown)
    if ('accepted' in deposit) return deposit
    fork.apply({ type: 'deposit.recorded', deposit })
    return accept(linked, fork.changes)
  },
}

/**
 * The supply, as a deposit of what the chain shows. Payments up to that block are not credited again, so a block that is
 * undone, and whose payments come back later, must not have been counted: on a followed chain the deposit is in progress
 * until that block cannot be undone any more.
 */
function supplied(
  view: View,
  env: Env,
  account: Account,
  token: Token,
  { block, window }: ShownToken,
): Deposit | Refusal {
  const { chain, network } = token
  const deposit: Deposit = {
    id: env.newId() as DepositId,
    tenant: account.tenant,
    account: account.id,
    currency: account.currency,
    scale: account.scale,
    amount: token.supply,
    txId: block.hash,
    vout: 0,
    address: token.holder ?? '',
    from: null,
    xpub: account.xpub,
    derivationKey: 0,
    blockHeight: block.height,
    blockHash: block.hash,
    status: 'InProgress',
    spent: false,
    reference: env.newReference(),
    created: env.now,
  }
  if (view.find(cursorKey(token)) === undefined)
    return credit(view, env, account, { ...deposit, status: 'Done' })
  return { ...deposit, chain, network, matures: block.height + window }
}

const outputOf = (name: string, { block, holder }: ShownToken): string =>
  depositOutput({ currency: name, txId: block.hash, vout: 0, address: holder ?? '' })
