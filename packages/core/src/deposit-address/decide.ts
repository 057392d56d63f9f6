/** Gives addresses to accounts, from the pool of their xpub or as the caller assigns them, and takes them away. */
import type { Network } from '../access/api-key.js'
import type { Account } from '../account/account.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, TenantId } from '../ids.js'
import {
  accountKey,
  addressPoolKey,
  depositAddressKey,
  heardBy,
  homeNetworkKey,
  subscriptionsTo,
} from '../key.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import type { DepositAddress, DepositPlace } from './deposit-address.js'

/** A place on a chain, as a codec knows it. */
interface Located {
  readonly chain: string
  readonly network: string
  /** Of the API key: `network` may name one of several testnets. */
  readonly home: Network
  readonly address: string
  readonly tag: string
  readonly shown: string
  /** Other addresses of the same key: a wallet gets its change at any of them. Absent: none. */
  readonly twins?: readonly string[]
}

/** The address of an index of a pool. The core knows no codec, so the caller of the rule derives it. */
export interface DerivedAddress extends Located {
  readonly pool: { readonly address: string; readonly xpub: string; readonly twins?: readonly string[] }
  readonly index: number
  /** The last index of the pool when this one was chosen. If another call has taken it meanwhile, the rule refuses. */
  readonly seen: number
  /** The caller has named the index, and does without the account rather than without this address. Absent: not so. */
  readonly named?: true
}

/** The address with which an account begins. */
export type FirstAddress = Located | DerivedAddress

export interface GenerateAddresses {
  readonly tenant: TenantId
  readonly addresses: readonly {
    readonly account: AccountId
    /** Of the account. */
    readonly currency: string
    readonly derived: DerivedAddress
  }[]
}

export interface AssignAddress extends Located {
  readonly tenant: TenantId
  readonly account: AccountId
  /** Of the account. */
  readonly currency: string
}

export interface RemoveAddress extends DepositPlace {
  readonly account: AccountId
}

/** Generates several addresses, all or none. A refusal names the item that caused it. */
export const generateAddresses: Rule<GenerateAddresses, readonly DepositAddress[]> = {
  name: 'generateAddresses',
  needs: ({ tenant, addresses }) =>
    addresses.flatMap(({ account, currency, derived }) => [
      accountKey(tenant, account),
      subscriptionsTo(tenant, account),
      ...addressKeys(tenant, currency, derived),
    ]),
  decide(view, { tenant, addresses }, env) {
    const fork = view.fork()
    const given: DepositAddress[] = []
    for (const [index, { account: id, derived }] of addresses.entries()) {
      const account = inUse(fork, tenant, id)
      const decision = 'accepted' in account ? account : giveAddress(fork, env, account, derived)
      if (!decision.accepted) {
        const { rejection } = decision
        return { accepted: false, rejection: addresses.length === 1 ? rejection : { ...rejection, index } }
      }
      for (const change of decision.changes) fork.apply(change)
      given.push(decision.output)
    }
    return accept(given, fork.changes)
  },
}

/** Gives an account without an xpub an address that the caller made elsewhere. Output: the address. */
export const assignAddress: Rule<AssignAddress, DepositAddress> = {
  name: 'assignAddress',
  needs: (command) => [
    accountKey(command.tenant, command.account),
    subscriptionsTo(command.tenant, command.account),
    ...addressKeys(command.tenant, command.currency, command),
  ],
  decide(view, command, env) {
    const account = inUse(view, command.tenant, command.account)
    if ('accepted' in account) return account
    if (account.xpub !== null) {
      return reject('account.xpub.present', `account ${account.id} generates its addresses`)
    }
    return giveAddress(view, env, account, command)
  },
}

/** Coins that arrive there are not credited from now on. Removing it again changes nothing. */
export const removeAddress: Rule<RemoveAddress, null> = {
  name: 'removeAddress',
  needs: (command) => [accountKey(command.tenant, command.account), depositAddressKey(command)],
  decide(view, command) {
    if (view.account(command.tenant, command.account) === undefined) {
      return reject('account.not.exists', command.account)
    }
    const known = view.find(depositAddressKey(command))
    if (known?.account !== command.account) return reject('address.not.found', command.address)
    if (known.removed) return accept(null, [])
    return accept(null, [{ type: 'depositAddress.updated', depositAddress: { ...known, removed: true } }])
  },
}

/**
 * What `giveAddress` reads, besides the account; and who hears of what is paid to the tenant: a block in the same unit of
 * work may pay to the address, and what is loaded for that block does not know whose it becomes.
 */
export function addressKeys(tenant: TenantId, currency: string, first: FirstAddress): readonly Key[] {
  const { chain, network, address, tag } = first
  const place = { tenant, chain, network, address, tag, currency }
  // Either its pool, or a pool that takes its change there.
  const pools = scriptsOf('pool' in first ? first.pool : first)
  return [
    homeNetworkKey(tenant),
    ...heardBy(tenant),
    depositAddressKey(place),
    ...pools.flatMap((pool) => [addressPoolKey(place, pool), depositAddressKey({ ...place, address: pool })]),
  ]
}

const scriptsOf = ({ address, twins = [] }: Pick<Located, 'address' | 'twins'>): readonly string[] => [
  address,
  ...twins,
]

/** Gives an address to an account that is there, or is opened by the same decision. */
export function giveAddress(
  view: View,
  env: Env,
  account: Account,
  address: FirstAddress,
): Decision<DepositAddress> {
  const { tenant, currency } = account
  const { chain, network, home } = address
  if ('pool' in address && account.xpub !== address.pool.xpub) {
    return reject(
      'account.xpub.incompatible',
      `${address.shown} derives from another xpub than that of account ${account.id}`,
    )
  }
  const at = view.find(homeNetworkKey(tenant))
  if (at !== undefined && at.network !== home) {
    return reject('account.blockchain.testnet', `the accounts of this tenant hold coins of ${at.network}`)
  }
  const moved: readonly Change[] =
    at === undefined ? [{ type: 'homeNetwork.chosen', home: { tenant, network: home } }] : []
  const place = { tenant, chain, network, address: address.address, tag: address.tag, currency }
  const given =
    'pool' in address
      ? generated(view, env, account, place, address)
      : assigned(view, env, account, place, address)
  return given.accepted ? accept(given.output, [...moved, ...given.changes]) : given
}

function generated(
  view: View,
  env: Env,
  account: Account,
  place: DepositPlace,
  { pool: source, index, seen, shown }: DerivedAddress,
): Decision<DepositAddress> {
  const { address, xpub } = source
  const { tenant, chain, network, tag } = place
  const pool = view.find(addressPoolKey(place, address))
  const last = pool?.lastIndex ?? 0
  if (pool !== undefined && pool.owner !== null && pool.owner !== account.id) {
    return reject('xpub.used', `account ${pool.owner} generates the addresses of ${xpub}`)
  }
  const isTagged = tag !== ''
  // What arrives at the pool is change, which belongs to no customer.
  const taken = scriptsOf(source).find(
    (one) => view.find(depositAddressKey({ ...place, address: one })) !== undefined,
  )
  if (!isTagged && taken !== undefined) {
    return reject('xpub.used', `its address of index 0, ${taken}, is assigned to an account`)
  }
  if (last !== seen) return reject('address.busy')
  if (index <= last) return reject('address.index.used', `the last one is ${last}`)
  if (view.find(depositAddressKey(place)) !== undefined) return reject('address.used', shown)
  const next =
    pool === undefined
      ? { tenant, chain, network, address, xpub, owner: isTagged ? account.id : null, lastIndex: index }
      : { ...pool, lastIndex: index }
  const depositAddress = added(env, account, place, { xpub: account.xpub, derivationKey: index, shown })
  return accept(depositAddress, [
    { type: pool === undefined ? 'addressPool.opened' : 'addressPool.advanced', pool: next },
    { type: 'depositAddress.added', depositAddress },
  ])
}

function assigned(
  view: View,
  env: Env,
  account: Account,
  place: DepositPlace,
  located: Located,
): Decision<DepositAddress> {
  const { shown } = located
  const known = view.find(depositAddressKey(place))
  if (known === undefined) {
    const isOfPool = scriptsOf(located).some((one) => view.find(addressPoolKey(place, one)) !== undefined)
    if (place.tag === '' && isOfPool) {
      return reject('address.used', `${shown} takes the change of an xpub`)
    }
    const depositAddress = added(env, account, place, { xpub: null, derivationKey: null, shown })
    return accept(depositAddress, [{ type: 'depositAddress.added', depositAddress }])
  }
  if (!known.removed) {
    return known.account === account.id ? accept(known, []) : reject('address.used', shown)
  }
  if (known.xpub !== null) return reject('address.used', `${shown} was generated, and removed`)
  const depositAddress = { ...known, account: account.id, removed: false }
  return accept(depositAddress, [{ type: 'depositAddress.updated', depositAddress }])
}

function added(
  { now }: Env,
  { id }: Account,
  place: DepositPlace,
  rest: Pick<DepositAddress, 'xpub' | 'derivationKey' | 'shown'>,
): DepositAddress {
  return { ...place, account: id, ...rest, removed: false, created: now }
}

function inUse(view: View, tenant: TenantId, id: AccountId): Account | Refusal {
  const account = view.account(tenant, id)
  return account?.active === true ? account : reject('account.not.exists', id)
}
