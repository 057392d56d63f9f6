/** Creates, uses and destroys the keys that the service keeps. The core sees them encrypted only. */

import { dayOf } from '../day.js'
import { accept, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { ApiKeyId, KeyUseId, ManagedWalletId, TenantId } from '../ids.js'
import type { Amount } from '../money.js'
import type { OnChain } from '../send/reservation.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { type KeyPurpose, type KeyUse, type ManagedWallet, managedWalletKey } from './managed-wallet.js'
import { MANAGED_WALLETS } from './table.js'

/** `chargedDay` is the day of its creation. */
export interface CreateManagedWallet extends Omit<ManagedWallet, 'created'> {
  /** The most that the API key may have; null: any number. */
  readonly limit: number | null
  /** For each day that it exists, the first one included. */
  readonly credits: number
}

export interface UseManagedWallet extends Pick<OnChain, 'tenant' | 'network'> {
  readonly id: ManagedWalletId
  /** The API key that uses it. */
  readonly apiKey: ApiKeyId
  readonly purpose: Exclude<KeyPurpose, 'created' | 'destroyed'>
  readonly digest: string | null
  readonly verdict: string | null
}

/** A fee payer signs for a transaction of somebody else. */
export interface PayFee extends Pick<OnChain, 'tenant' | 'network'> {
  readonly id: ManagedWalletId
  /** The API key of whoever sends the transaction. */
  readonly apiKey: ApiKeyId
  readonly digest: string
  /** What the fee comes to at most, in units of the chain. */
  readonly fee: Amount
  readonly perDay: Amount
}

export interface DestroyManagedWallet extends Pick<OnChain, 'tenant' | 'network'> {
  readonly id: ManagedWalletId
  readonly apiKey: ApiKeyId
}

export interface RewrapManagedWallet {
  readonly tenant: TenantId
  readonly id: ManagedWalletId
  /** What is replaced: anything else stays. */
  readonly from: string
  readonly to: string
  readonly masterKey: string
}

export interface ChargeManagedWallets {
  readonly tenant: TenantId
  readonly ids: readonly ManagedWalletId[]
  /** The UTC days up to today, `YYYY-MM-DD`, the earliest first. */
  readonly days: readonly string[]
  /** Of each wallet for each day. */
  readonly credits: number
}

/** Output: the wallet. It refuses one that is more than the plan of the API key allows. */
export const createManagedWallet: Rule<CreateManagedWallet, ManagedWallet> = {
  name: 'createManagedWallet',
  needs: (command) => [
    managedWalletKey(command.tenant, command.id),
    ...(command.limit === null ? [] : [limitKey(command, command.limit)]),
  ],
  decide(view, { limit, credits, ...made }, env) {
    const known = view.find(managedWalletKey(made.tenant, made.id))
    if (known !== undefined) return accept(known, [])
    if (limit !== null && walletsOf(view, made) >= limit) return reject('managed.wallet.limit', String(limit))
    const wallet: ManagedWallet = { ...made, created: env.now }
    return accept(wallet, [
      { type: 'managedWallet.created', wallet },
      charged(wallet, wallet.chargedDay, credits),
      used(wallet, made.apiKey, 'created', env),
    ])
  },
}

/** Output: the wallet. Its use is recorded before the key is decrypted, so no key is ever used without a record. */
export const useManagedWallet: Rule<UseManagedWallet, ManagedWallet> = {
  name: 'useManagedWallet',
  needs: ({ tenant, id }) => [managedWalletKey(tenant, id)],
  decide(view, command, env) {
    const wallet = walletOf(view, command)
    if (wallet === undefined) return reject('managed.wallet.missing', command.id)
    const { apiKey, purpose, digest, verdict } = command
    return accept(wallet, [used(wallet, apiKey, purpose, env, { digest, verdict })])
  },
}

/**
 * Output: the wallet. As `useManagedWallet`, and counts the fee of the day: what is signed may be spent, whatever happens
 * next. It refuses what is above the limit of the day.
 */
export const payFee: Rule<PayFee, ManagedWallet> = {
  name: 'payFee',
  needs: ({ tenant, id }) => [managedWalletKey(tenant, id)],
  decide(view, command, env) {
    const wallet = walletOf(view, command)
    if (wallet === undefined) return reject('managed.wallet.missing', command.id)
    const { apiKey, digest, fee, perDay } = command
    const today = dayOf(env.now)
    const { feesDay = today } = wallet
    // A clock that is set back opens no new day.
    const isNew = today > feesDay
    const fees = (isNew ? 0n : (wallet.fees ?? 0n)) + fee
    if (fees > perDay) return reject('fee.payer.limit', `${fees} above ${perDay}`)
    const paying = { ...wallet, feesDay: isNew ? today : feesDay, fees }
    return accept(paying, [
      { type: 'managedWallet.updated', wallet: paying },
      used(wallet, apiKey, 'signed', env, { digest, verdict: null }),
    ])
  },
}

/** The row with the encrypted key is deleted; the records of its uses stay. */
export const destroyManagedWallet: Rule<DestroyManagedWallet, ManagedWallet> = {
  name: 'destroyManagedWallet',
  needs: ({ tenant, id }) => [managedWalletKey(tenant, id)],
  decide(view, command, env) {
    const wallet = walletOf(view, command)
    if (wallet === undefined) return reject('managed.wallet.missing', command.id)
    return accept(wallet, [
      { type: 'managedWallet.destroyed', wallet },
      used(wallet, command.apiKey, 'destroyed', env),
    ])
  },
}

/** Output: whether it was replaced. A wallet that was destroyed or encrypted again meanwhile stays as it is. */
export const rewrapManagedWallet: Rule<RewrapManagedWallet, boolean> = {
  name: 'rewrapManagedWallet',
  needs: ({ tenant, id }) => [managedWalletKey(tenant, id)],
  decide(view, { tenant, id, from, to, masterKey }) {
    const wallet = view.find(managedWalletKey(tenant, id))
    if (wallet === undefined || wallet.wrapped !== from) return accept(false, [])
    return accept(true, [{ type: 'managedWallet.updated', wallet: { ...wallet, wrapped: to, masterKey } }])
  },
}

/**
 * Charges each wallet for those of the days that come after the last one that is charged, each day on its own. Output: the
 * credits. Running it again charges nothing.
 */
export const chargeManagedWallets: Rule<ChargeManagedWallets, number> = {
  name: 'chargeManagedWallets',
  needs: ({ tenant, ids }) => ids.map((id) => managedWalletKey(tenant, id)),
  decide(view, { tenant, ids, days, credits }) {
    const changes = ids.flatMap((id): readonly Change[] => {
      const wallet = view.find(managedWalletKey(tenant, id))
      if (wallet === undefined) return []
      // The clock may have gone back over midnight: text of days is in the order of the days.
      const due = days.filter((day) => day > wallet.chargedDay)
      const chargedDay = due.at(-1)
      if (chargedDay === undefined) return []
      return [
        ...due.map((day) => charged(wallet, day, credits)),
        { type: 'managedWallet.updated', wallet: { ...wallet, chargedDay } },
      ]
    })
    const charges = changes.filter(({ type }) => type === 'credits.charged')
    return accept(charges.length * credits, changes)
  },
}

/** The wallets of the API key, as far as they count. */
const limitKey = ({ tenant, apiKey }: OfApiKey, limit: number) =>
  ({ type: 'managedWalletsOf', tenant, apiKey, limit }) as const

type OfApiKey = Pick<ManagedWallet, 'tenant' | 'apiKey'>

const walletsOf = (view: View, { tenant, apiKey }: OfApiKey): number =>
  [...view.all(MANAGED_WALLETS)].filter((one) => one.tenant === tenant && one.apiKey === apiKey).length

function walletOf(view: View, { tenant, network, id }: DestroyManagedWallet): ManagedWallet | undefined {
  const wallet = view.find(managedWalletKey(tenant, id))
  return wallet?.network === network ? wallet : undefined
}

function used(
  { tenant, id, chain, network, address }: ManagedWallet,
  apiKey: ApiKeyId,
  purpose: KeyPurpose,
  env: Env,
  signed: Pick<KeyUse, 'digest' | 'verdict'> = { digest: null, verdict: null },
): Change {
  const use = {
    id: env.newId() as KeyUseId,
    tenant,
    wallet: id,
    chain,
    network,
    address,
    apiKey,
    purpose,
    ...signed,
  }
  return { type: 'key.used', use: { ...use, at: env.now } }
}

function charged({ tenant, apiKey }: ManagedWallet, day: string, credits: number): Change {
  return { type: 'credits.charged', charge: { tenant, apiKey, day, credits } }
}
