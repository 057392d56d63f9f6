/** Deposit addresses of accounts: generated from their xpub, or assigned. */
import {
  type AccountId,
  accountKey,
  assignAddress as assignAddressRule,
  DEPOSIT_ADDRESSES,
  type DepositAddress,
  depositAddressKey,
  type FirstAddress,
  generateAddresses,
  removeAddress as removeAddressRule,
} from '@tallystick/core'
import { recordOf } from '@tallystick/custody'
import { Rejected, type Terms } from '@tallystick/engine'
import Type from 'typebox'
import { refused } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { metadataOfAll, withMetadata } from '../ledger/metadata.js'
import { Account } from '../ledger/models/account.js'
import { operation } from '../operation.js'
import { present, presentAccount } from '../present.js'
import { perItem, unstated } from '../price.js'
import { optional, PathId, text } from '../wire/fields.js'
import { Address, AddressInPath, givenErrors, Index, OffchainAddresses, Tag } from './models.js'

const OFFCHAIN = '/v3/offchain/account'
const area = 'Blockchain addresses'

const generateErrors = [
  'account.not.exists',
  'account.xpub.missing',
  'account.xpub.incompatible',
  ...givenErrors,
] as const

export const generateDepositAddress = operation({
  id: 'generateDepositAddress',
  area,
  method: 'POST',
  path: `${OFFCHAIN}/{id}/address`,
  summary: 'Generates a deposit address',
  description:
    'Takes the next index of the xpub, from 1. All accounts of an xpub share its indexes. On XRP, XLM and BNB the address is the account of the blockchain, and the index is the tag or memo.',
  price: unstated(2),
  params: { id: PathId },
  query: { index: optional(Index) },
  output: Address,
  errors: generateErrors,
}).twoPhase({
  async prepare(context, { id, index }, terms) {
    const show = ([first]: readonly DepositAddress[]) => presentAddress(context, first as DepositAddress)
    return generate(context, [{ account: id, index }], terms, show)
  },
  finish: async (_context, generated: Shown) => generated,
})

export const generateDepositAddressesBatch = operation({
  id: 'generateDepositAddressesBatch',
  area,
  method: 'POST',
  path: `${OFFCHAIN}/address/batch`,
  summary: 'Generates several deposit addresses',
  description: 'Generates all of them or none, and answers in the order of the request.',
  price: perItem(2, 1, 'created address', (args: { addresses: readonly unknown[] }) => args.addresses.length),
  body: OffchainAddresses,
  output: Type.Array(Address),
  errors: generateErrors,
}).twoPhase({
  async prepare(context, { addresses }, terms) {
    const wanted = addresses.map(({ accountId, derivationKey }) => ({
      account: accountId,
      index: derivationKey,
    }))
    return generate(context, wanted, terms, (all) => all.map((one) => presentAddress(context, one)))
  },
  finish: async (_context, generated: readonly Shown[]) => [...generated],
})

export const getAllDepositAddresses = operation({
  id: 'getAllDepositAddresses',
  area,
  method: 'GET',
  path: `${OFFCHAIN}/{id}/address`,
  summary: 'Lists the deposit addresses of an account',
  description:
    'The generated ones first, by their index; of more than 10,000 those with the highest. Without those that were removed.',
  price: unstated(1),
  params: { id: PathId },
  output: Type.Array(Address),
  errors: [],
}).read(async (context, { id }) => {
  const all = await addressesOf(context, id as AccountId)
  return all.map((address) => presentAddress(context, address))
})

export const assignAddress = operation({
  id: 'assignAddress',
  area,
  method: 'POST',
  path: `${OFFCHAIN}/{id}/address/{address}`,
  summary: 'Assigns an address to an account',
  description:
    'For an account without xpub. What arrives at the address from then on is credited; what is there already is not.',
  price: unstated(2),
  params: { id: PathId, address: AddressInPath },
  query: { index: optional(Tag) },
  output: Address,
  errors: [
    'account.not.exists',
    'account.xpub.present',
    'account.blockchain.testnet',
    'offchain.not.supported',
    'address.used',
  ],
}).twoPhase({
  async prepare(context, { id, address, index }, terms) {
    const { tenant } = context.caller
    const { currency } = await accountOf(context, id)
    const place = await checkedAddress(context, currency, address, index)
    return context.engine.execute({
      ...terms,
      rule: assignAddressRule,
      command: { ...place, tenant, account: id as AccountId, currency },
      present: (assigned: DepositAddress) => presentAddress(context, assigned),
    })
  },
  finish: async (_context, assigned: Shown) => assigned,
})

export const removeAddress = operation({
  id: 'removeAddress',
  area,
  method: 'DELETE',
  path: `${OFFCHAIN}/{id}/address/{address}`,
  summary: 'Removes an address from an account',
  description:
    'What arrives at the address from then on is not credited. A generated address is never given to an account again.',
  price: unstated(1),
  params: { id: PathId, address: AddressInPath },
  query: { index: optional(Tag) },
  output: null,
  errors: ['account.not.exists', 'offchain.not.supported', 'address.not.found'],
}).twoPhase({
  async prepare(context, { id, address, index }, terms) {
    const { tenant } = context.caller
    const { currency } = await accountOf(context, id)
    const { chain, network, tag, ...place } = await checkedAddress(context, currency, address, index)
    return context.engine.execute({
      ...terms,
      rule: removeAddressRule,
      command: { tenant, chain, network, address: place.address, tag, currency, account: id as AccountId },
      present: () => null,
    })
  },
  finish: async () => null,
})

export const addressExists = operation({
  id: 'addressExists',
  area,
  method: 'GET',
  path: `${OFFCHAIN}/address/{address}/{currency}`,
  summary: 'Finds the account of an address',
  price: unstated(1),
  params: { address: AddressInPath, currency: text(1, 50, 'Currency of the account') },
  query: { index: optional(Tag) },
  output: Account,
  errors: ['account.not.exists', 'offchain.not.supported', 'address.not.found'],
}).read(async (context, { address, currency, index }) => {
  const { engine, caller } = context
  const place = await context.custody.addresses.place(context, currency, address, tagOf(index))
  const found =
    place && (await engine.query.find(depositAddressKey({ ...place, tenant: caller.tenant, currency })))
  if (found === undefined || found.removed) throw new Rejected({ code: 'address.not.found', detail: address })
  const owned = await engine.query.account(caller.tenant, found.account)
  if (owned === undefined || !owned.account.active) {
    throw new Rejected({ code: 'account.not.exists', detail: found.account })
  }
  const metadata = await metadataOfAll(engine.query, caller.tenant, [owned.account.id])
  return withMetadata(presentAccount(owned), metadata.get(owned.account.id))
})

interface Wanted {
  readonly account: string
  readonly index?: number | undefined
}

async function generate<Result>(
  context: CallContext,
  wanted: readonly Wanted[],
  terms: Terms,
  show: (addresses: readonly DepositAddress[]) => Result,
): Promise<Result> {
  const { custody, engine, caller } = context
  const keys = wanted.map(({ account }) => accountKey(caller.tenant, account as AccountId))
  const found = new Map((await engine.query.findAll(keys)).map((account) => [account.id as string, account]))
  const accounts = wanted.map(({ account: id }, index) => {
    const account = found.get(id)
    if (account?.active === true && account.role === null) return account
    const place = wanted.length === 1 ? {} : { index }
    throw new Rejected({ code: 'account.not.exists', detail: id, ...place })
  })
  const holders = accounts.map((holder, place) => ({ holder, index: wanted[place]?.index }))
  return custody.addresses.generate(context, holders, (all) =>
    engine.execute({
      ...terms,
      rule: generateAddresses,
      command: {
        tenant: caller.tenant,
        addresses: accounts.flatMap(({ id, currency }, place) => {
          const derived = all[place]
          return derived === undefined ? [] : [{ account: id, currency, derived }]
        }),
      },
      present: show,
    }),
  )
}

/** Rows that one statement reads. */
const PAGE = 1_000
/** An account may have any number of addresses, and the documented list has no pages. */
const MOST_ADDRESSES = 10_000

async function addressesOf(
  { engine, caller: { tenant } }: CallContext,
  account: AccountId,
): Promise<readonly DepositAddress[]> {
  const own = { tenant, account, removed: false }
  const newest: DepositAddress[] = []
  for (let to = Number.MAX_SAFE_INTEGER; newest.length < MOST_ADDRESSES; ) {
    const page = await engine.query.list(DEPOSIT_ADDRESSES, {
      where: { ...own, derivationKey: { to } },
      by: 'derivationKey',
      order: 'desc',
      limit: PAGE,
    })
    newest.push(...page)
    if (page.length < PAGE) break
    to = (page.at(-1)?.derivationKey ?? 0) - 1
  }
  const assigned = await engine.query.list(DEPOSIT_ADDRESSES, {
    where: { ...own, derivationKey: null },
    limit: MOST_ADDRESSES - newest.length,
  })
  return [...newest.reverse(), ...assigned]
}

async function accountOf({ engine, caller }: CallContext, id: string) {
  const owned = await engine.query.account(caller.tenant, id as AccountId)
  if (owned === undefined) throw new Rejected({ code: 'account.not.exists', detail: id })
  return owned.account
}

const tagOf = (index: number | undefined): string => (index === undefined ? '' : String(index))

async function checkedAddress(
  context: CallContext,
  currency: string,
  address: string,
  index: number | undefined,
): Promise<FirstAddress> {
  const place = await context.custody.addresses.place(context, currency, address, tagOf(index))
  if (place !== undefined) return place
  const constraints = {
    address: `address is not an address of ${currency} on this network, in plain spelling and with index only where the chain has tags`,
  }
  throw refused('address', constraints, 'param')
}

type Shown = ReturnType<typeof presentAddress>

function presentAddress({ chains }: CallContext, address: DepositAddress) {
  const { tag, derivationKey, xpub, currency, shown } = address
  const field = tag === '' ? undefined : recordOf(chains, address.chain)?.tag
  return present({
    xpub,
    derivationKey: derivationKey ?? (tag === '' ? null : Number(tag)),
    address: shown,
    currency,
    destinationTag: field === 'destinationTag' ? Number(tag) : null,
    message: field === 'message' ? tag : null,
    memo: field === 'memo' ? tag : null,
  })
}
