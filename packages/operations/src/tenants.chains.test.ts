/**
 * To another tenant, an object is as if it had never been: for every operation of a chain. tallystick.callers.test.ts says
 * the same of the ledger's.
 *
 * Each text of a call names an object of a tenant, or is known to name none. With the object of another tenant it is
 * answered as with one that nobody has, and nothing of anybody changes. The owner is answered something else, so the
 * call does get as far as the object.
 */
import type { Operations } from '@tallystick/api'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { ACCOUNTS, createPendingSignature, TABLES, type TenantId } from '@tallystick/core'
import { records } from '@tallystick/custody'
import { type Caller, embeddedCaller, uncharged } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { beforeAll, describe, expect, test } from 'vitest'
import { chainExampleOf, chainOperations, MNEMONIC } from './chains.fixture.js'
import { openLedger } from './ledger.fixture.js'
import type { AnyOperation } from './operation.js'
import { callById } from './world.fixture.js'

/** An account, the address or the id of a managed wallet, a pending signature. */
type Named = 'account' | 'wallet' | 'walletId' | 'signature'

/** By the last name of a field. */
const NAMES: Readonly<Record<string, Named>> = {
  senderAccountId: 'account',
  caller: 'wallet',
  key: 'walletId',
  signatureId: 'signature',
}

/** They name what is everybody's, or nothing: parts of chains, keys, a wallet of a key-management system, notes. */
const NAMELESS = new Set(
  `abbreviation account address addresses amount amounts asset attr chainType changeAddress contractAddress currency
  custodialAddress customerCountry data description externalId fee feeCurrency feeLimit from fromAccount fromAddress
  fromPrivateKey fromSecret gasLimit gasPrice hash idOrOwnerAddress issuerAccount limit marker message methodName minter
  mnemonic multipleAmounts name next nodeType owner pagination params paymentId privateKey providerCountry receiver
  recipient recipients rpcPath secret sender senderNote sequence spender supply symbol testnetType to token tokenAddress
  tokenId tokenIds totalSupply txData txHash txId uri url urls value xApiKey xpub`.split(/\s+/),
)

interface Schema {
  readonly type?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

type Path = readonly string[]

/** The fields in which a text stands, at any depth; of a list, in each of its items. */
function textsOf(schema: Schema, at: Path = []): readonly Path[] {
  const { type, properties, items, anyOf } = schema
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, inner]) => textsOf(inner, [...at, name]))
  if (items !== undefined) return textsOf(items, at)
  if (anyOf !== undefined) return anyOf.flatMap((inner) => textsOf(inner, at))
  if (schema.enum !== undefined || schema.const !== undefined) return []
  return type === 'string' || type === undefined ? [at] : []
}

const fieldsOf = ({ params, query, body }: AnyOperation): readonly Path[] => {
  const properties: Readonly<Record<string, Schema>> = { ...params, ...query, ...body?.properties }
  return [...new Map(textsOf({ properties }).map((path) => [path.join('.'), path])).values()]
}

/** A key-management system has wallets of its own; a transaction that is broadcast has a pending signature. */
const isOfWallet = (operation: AnyOperation, name: string): boolean =>
  name === 'signatureId' && operation.body?.properties['txData'] === undefined

const namedBy = (operation: AnyOperation, path: Path): Named | undefined => {
  const name = path.at(-1) ?? ''
  return isOfWallet(operation, name) ? undefined : NAMES[name]
}

const KEY = /^(?:from)?(?:privateKey|secret)$/i

/** The same call with `text` in that field; of a list, in its only item. A managed wallet takes the place of a key. */
function put(args: unknown, path: Path, text: string): unknown {
  const [name = '', ...rest] = path
  if (Array.isArray(args)) return [put(args[0], path, text)]
  const kept = Object.entries(Object(args)).filter(([other]) => name !== 'caller' || !KEY.test(other))
  const { [name]: inner, ...others } = Object.fromEntries(kept)
  return { ...others, [name]: rest.length === 0 ? text : put(inner, rest, text) }
}

interface Case {
  readonly operation: AnyOperation
  readonly path: Path
  readonly object: Named
}

const CASES = chainOperations.flatMap((operation) =>
  fieldsOf(operation).flatMap((path): readonly Case[] => {
    const object = namedBy(operation, path)
    return object === undefined ? [] : [{ operation, path, object }]
  }),
)

/** They ask a node before they look for the object, and no node answers here. */
const ASK_FIRST = new Set(['solanaBroadcast'])

test('each text of a call names an object of a tenant, or is known to name none', () => {
  const named = new Set(CASES.map(({ operation, path }) => `${operation.id} ${path.join('.')}`))
  const unknown = chainOperations.flatMap((operation) =>
    fieldsOf(operation).flatMap((path) => {
      const [name = '', field] = [path.at(-1), `${operation.id} ${path.join('.')}`]
      return named.has(field) || isOfWallet(operation, name) || NAMELESS.has(name) ? [] : [field]
    }),
  )
  expect(unknown).toEqual([])
})

const KINDS: Readonly<Record<string, 'core' | 'horizon' | 'evm'>> = { utxo: 'core', stellar: 'horizon' }

/** Every chain, with nodes that do not answer. */
function open() {
  const chains = Object.fromEntries(
    Object.entries(records).map(([id, { family }]) => {
      const network = { nodes: [{ kind: KINDS[family] ?? (family as 'evm'), url: 'http://127.0.0.1:1' }] }
      return [id, { testnet: network, mainnet: network }]
    }),
  )
  const opened = openLedger({
    chains: createChains(readChainsConfig({ chains })),
    vault: createVault(localKeys([new Uint8Array(32).fill(7)])),
    warn: () => undefined,
  })
  return { ...opened, accounts: new Map<string, Promise<string>>() }
}

/** The chain that the operation works on in its example. */
function chainOf({ id, path }: AnyOperation): string {
  const { chain } = Object(chainExampleOf(id).args)
  if (typeof chain === 'string') return chain
  const parts = path.split('/')
  const found = Object.entries(records).find(
    ([own, { name }]) => parts.includes(own.toLowerCase()) || parts.includes(name.toLowerCase()),
  )
  return found?.[0] ?? (parts.includes('bcash') ? 'BCH' : 'BTC')
}

const callerOf = (tenant: string, { id }: AnyOperation): Caller =>
  embeddedCaller(tenant as TenantId, chainExampleOf(id).network ?? 'testnet')

type Opened = ReturnType<typeof open>

/** An account with money of the chain's currency. No call changes it, so there is one for all. */
function accountOf(here: Opened, caller: Caller, chain: string): Promise<string> {
  const name = `${caller.tenant} ${caller.network} ${chain}`
  const known = here.accounts.get(name) ?? fundedOf(here, caller, chain)
  here.accounts.set(name, known)
  return known
}

async function fundedOf({ ledger }: Opened, caller: Caller, chain: string): Promise<string> {
  const calls = ledger.as(caller)
  const { keys } = await ledger.chains.chain(chain, caller.network)
  const xpub = keys === undefined ? (await walletOf(calls, chain)).address : await keys.xpub(MNEMONIC)
  const { id } = await calls.createAccountXpub({ currency: chain, xpub })
  await calls.fund({ id, amount: '1000' })
  return id
}

const walletOf = (calls: Operations, chain: string) => calls.custodialCreateWallet({ chain })

function signatureOf({ ledger }: Opened, caller: Caller, chain: string): Promise<string> {
  const { tenant, network } = caller
  return ledger.engine.execute({
    ...uncharged(caller),
    present: ({ id }) => id as string,
    rule: createPendingSignature,
    command: {
      ...{ tenant, chain, network, hashes: ['wallet'], serialized: '{}', index: null },
      ...{ signatures: null, withdrawalId: null, claims: [], replaces: false },
    },
  })
}

/** Makes one of the caller's. */
const MAKE: { readonly [Name in Named]: (on: Opened, caller: Caller, chain: string) => Promise<string> } = {
  account: accountOf,
  wallet: async ({ ledger }, caller, chain) => (await walletOf(ledger.as(caller), chain)).address,
  walletId: async ({ ledger }, caller, chain) => (await walletOf(ledger.as(caller), chain)).walletId,
  signature: signatureOf,
}

/** What a call answers, whichever object it is about. */
async function answerOf(
  { ledger }: Opened,
  { operation }: Case,
  { caller, text, args }: Call,
): Promise<string> {
  const call = callById(ledger.as(caller), operation.id, args)
  const said = await call.catch((error: unknown) => [String(error), error])
  return JSON.stringify(said).replaceAll(text, 'it')
}

/** All that is stored, of every tenant. */
const everything = ({ storage: { query } }: Opened) =>
  Promise.all([
    ...TABLES.filter((table) => !Object.is(table, ACCOUNTS)).map((table) => query.list(table)),
    ...['theirs', 'ours'].map((tenant) =>
      query.accounts(tenant as TenantId, {}, { offset: 0, limit: 10_000, order: 'asc' }),
    ),
  ])

interface Call {
  readonly caller: Caller
  readonly text: string
  readonly args: unknown
}

/** The call of somebody about `text`, from an account of their own. */
async function callOf(here: Opened, caller: Caller, { operation, path }: Case, text: string): Promise<Call> {
  const isFrom = operation.body?.properties['senderAccountId'] !== undefined
  const given: readonly (readonly [Path, string])[] = [
    ...(isFrom ? ([[['senderAccountId'], await accountOf(here, caller, chainOf(operation))]] as const) : []),
    ...(path[0] === 'walletIds' ? ([[['walletIds', 'type'], 'MANAGED']] as const) : []),
    [path, text],
  ]
  const { args } = chainExampleOf(operation.id)
  return { caller, text, args: given.reduce((made, [at, what]) => put(made, at, what), args) }
}

interface Asked {
  /** The other tenant, about an object of its owner, and about one that nobody has; and the owner, about the first. */
  readonly other: string
  readonly none: string
  readonly owner: string
}

describe('another tenant', () => {
  const [here, elsewhere] = [open(), open()]
  const asked = new Map<Case, Asked>()
  let change: unknown = 'nothing was asked'

  beforeAll(async () => {
    const calls = await Promise.all(
      CASES.map(async (one) => {
        const [owner, other] = [callerOf('theirs', one.operation), callerOf('ours', one.operation)]
        const theirs = await MAKE[one.object](here, owner, chainOf(one.operation))
        const none = await callOf(
          here,
          other,
          one,
          await MAKE[one.object](elsewhere, owner, chainOf(one.operation)),
        )
        const [of, by] = [await callOf(here, other, one, theirs), await callOf(here, owner, one, theirs)]
        return { one, none, of, by }
      }),
    )
    const before = await everything(here)
    const strangers = await Promise.all(
      calls.map(
        async ({ one, none, of }) =>
          [await answerOf(here, one, of), await answerOf(here, one, none)] as const,
      ),
    )
    change = [before, await everything(here)]
    const owners = await Promise.all(calls.map(({ one, by }) => answerOf(here, one, by)))
    for (const [index, { one }] of calls.entries()) {
      const [other = '', none = ''] = strangers[index] ?? []
      asked.set(one, { other, none, owner: owners[index] ?? '' })
    }
  }, 120_000)

  test.each(CASES)('is answered as of nothing by $operation.id, of its $object', (one) => {
    const { other, none, owner } = asked.get(one) ?? expect.fail('it was not asked')
    expect(other).toBe(none)
    if (!ASK_FIRST.has(one.operation.id)) expect(owner).not.toBe(other)
  })

  test('has changed nothing of anybody', () => {
    const [before, after] = change as readonly unknown[]
    expect(after).toEqual(before)
  })
})
