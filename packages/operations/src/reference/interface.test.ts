import { readFileSync } from 'node:fs'
import { type AnswerOf, type ArgumentsOf, GROUPS, type OperationId } from '@tallystick/api'
import { expect, it } from 'vitest'
import { type Catalogue, catalogue, ledgerCatalogue } from '../catalogue/index.js'
import { openLedger } from '../ledger.fixture.js'
import type { Operation } from '../operation.js'
import { interfaceFiles, routesFile } from './interface.js'

type CatalogueArguments<Id extends OperationId> =
  Catalogue[Id] extends Operation<infer Args, unknown> ? Args : never
type CatalogueAnswer<Id extends OperationId> =
  Catalogue[Id] extends Operation<never, infer Result> ? Result : never

/** Which fields there are, and which may be left out. That none may have any name is none. */
type Fields<Args> = { readonly [Name in keyof Args as string extends Name ? never : Name]: 0 }

/** The operations whose types in the interface are not those of the catalogue. Words may be narrower. */
type Unlike = {
  [Id in OperationId]: [ArgumentsOf<Id>] extends [CatalogueArguments<Id>]
    ? [AnswerOf<Id>] extends [CatalogueAnswer<Id>]
      ? never
      : `${Id}: answer`
    : `${Id}: arguments`
}[OperationId]

/** The types of bodies of chains, which are made by factories, tell less than their schemas. */
type UnlikeFields = {
  [Id in keyof typeof ledgerCatalogue]: [Fields<CatalogueArguments<Id>>] extends [Fields<ArgumentsOf<Id>>]
    ? never
    : Id
}[keyof typeof ledgerCatalogue]

// The compiler refuses a name here that one of them has not, and lists those that are missing.
const UNLIKE: Readonly<Record<Unlike | UnlikeFields, string>> = {
  'updateCustomer: arguments': 'any text passes for a country, because programs read it from elsewhere',
}
const IDS: readonly OperationId[] = Object.keys(catalogue) as (keyof Catalogue)[]

// Out of date? `npm run build && node packages/operations/scripts/reference.mjs` writes them anew.
it.each([
  ...Object.entries(interfaceFiles()).map(([name, text]) => [`api/src/generated/${name}`, text] as const),
  ['client/src/generated/routes.ts', routesFile()] as const,
])('packages/%s is what the catalogue says', (path, text) => {
  expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(text)
})

it('the interface has the operations of the catalogue, with their types', () => {
  const text = interfaceFiles()['operations.ts'] ?? ''
  const named = [...text.matchAll(/^ {2}(\w+)\(args/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual([...IDS].sort())
  expect(Object.keys(UNLIKE)).toEqual(['updateCustomer: arguments'])
})

it('a call without arguments may be made with none, and the compiler and the call refuse any', async () => {
  const { ledger } = openLedger()
  for (const call of [ledger.getVersion(), ledger.getVersion({}), ledger.getVersion(undefined, {})])
    expect(await call).toHaveProperty('version')
  // @ts-expect-error It takes no field.
  await expect(ledger.getVersion({ pageSize: 1 })).rejects.toMatchObject({ code: 'validation.failed' })
  // @ts-expect-error It takes no text.
  await expect(ledger.getVersion('pageSize')).rejects.toMatchObject({ code: 'validation.failed' })
})

it('each operation of the ledger is in one group, but for GET twins and tokens of chains', () => {
  const grouped = Object.values(GROUPS).flatMap((members) => Object.values<OperationId>(members))
  expect(new Set(grouped).size).toBe(grouped.length)
  const others = Object.keys(ledgerCatalogue).filter((id) => !grouped.includes(id as OperationId))
  expect(
    others.filter(
      (id) =>
        !/^createSubscription|^get(Buy|Sell|Historical)Trades$|rc20|Trc|^trc|^storeToken|ApiKey$/.test(id),
    ),
  ).toEqual(['getCredits', 'getVersion', 'getExchangeRate'])
})

it('a call under its noun is the call', async () => {
  const { ledger } = openLedger()
  expect(ledger.accounts.create).toBe(ledger.createAccount)
  const { id } = await ledger.accounts.create({ currency: 'EUR' })
  await ledger.accounts.fund({ id, amount: '3' })
  expect(await ledger.accounts.balance({ id })).toMatchObject({ accountBalance: '3' })
})
