/**
 * The catalogue against the documented operations (spec.fixture.json): each is there, and differs in nothing but what
 * differences.fixture.ts gives a reason for.
 */
import { REJECTIONS } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { catalogue, operations } from './catalogue/index.js'
import { differences, plain, requiredOf, type Schema } from './compare.fixture.js'
import { DIFFERENCES } from './differences.fixture.js'
import { NOT_YET } from './not-yet.fixture.js'
import type { AnyOperation } from './operation.js'
import { type Price, priceOf } from './price.js'
import { type SpecOperation, spec, words } from './spec.fixture.js'
import { chooseOverload, rootOf } from './wire/overloads.js'
import { secretsOf } from './wire/secrets.js'

const TWIN = 'a mnemonic in a URL is kept by proxies and histories: its POST twin has it in the body'

/** Operations that the documents do not have, and why we do. */
const OLD_CLIENT = 'client 1.x calls it'

const OWN_OPERATIONS: Readonly<Record<string, string>> = {
  fund: 'no documented operation brings value into an account that is not of a chain',
  withdraw: 'no documented operation takes it out again',
  sendLinkedTransactions: 'a documented batch has one sender',
  getAccountBalanceAt:
    'every record carries the balance after it, so the past can be asked (docs/decisions/018)',
  getWithdrawalApprovals: 'the policy asks for second approvals',
  decideWithdrawalApproval: 'the policy asks for second approvals',
  replayWebhook: 'the log is documented, but not how to send again what has failed',
  btcGenerateWalletFromMnemonic: TWIN,
  bchGenerateWalletFromMnemonic: TWIN,
  dogeGenerateWalletFromMnemonic: TWIN,
  ltcGenerateWalletFromMnemonic: TWIN,
  ethGenerateWalletFromMnemonic: TWIN,
  polygonGenerateWalletFromMnemonic: TWIN,
  celoGenerateWalletFromMnemonic: TWIN,
  solanaBroadcast: 'the key-management daemon calls it',
  tronGenerateWalletFromMnemonic: TWIN,
  egldGenerateAddressFromMnemonic: TWIN,
  egldGenerateWalletFromMnemonic: TWIN,
  ethErc20: OLD_CLIENT,
  ethErc20Address: OLD_CLIENT,
  storeErc20Address: OLD_CLIENT,
  storeTrcAddress: OLD_CLIENT,
  getBuyTrades: OLD_CLIENT,
  getSellTrades: OLD_CLIENT,
  getHistoricalTrades: OLD_CLIENT,
  egldNodeProxyPost: 'clients of MultiversX ask what a transaction costs by it',
}

/** Codes of chains that the documented API does not have (docs/operations.md, "Chains"). */
const OWN_CHAIN_CODES: readonly string[] = [
  'address.busy',
  'withdrawal.denied',
  'withdrawal.held',
  'withdrawal.approval.required',
  'withdrawal.busy',
  'approval.not.found',
  'approval.own',
  'approval.used',
  'webhook.not.exists',
  'blockage.trade',
  'trade.not.exists',
  'trade.terms',
  'erc20.address.used',
  'erc20.contract.missing',
  'erc20.decimals.different',
  'erc20.supply.missing',
  'subscription.limit.reached',
  'subscription.plan.limit',
  'webhook.plan.limit',
  'xlm.account.failed',
  'xlm.memo.required',
  'xlm.trustline.missing',
  'bnb.account.failed',
  'bnb.memo.required',
  'kms.unexpected.state',
  'claim.taken',
  'broadcast.unknown',
  'private.key.testnet.only',
  'managed.wallet.missing',
  'managed.wallet.limit',
  'managed.wallet.plan',
  'managed.wallet.export',
  'managed.wallet.owner',
  'managed.wallet.denied',
  'kms.denied',
  'fee.payer.denied',
  'fee.payer.limit',
  'vault.not.configured',
  'fee.exceptional',
  'amount.dust',
  'fee.not.estimated',
  'address.outputs.exceeded',
  'execution.reverted',
  'gas.pump.processing',
  'chain.not.configured',
  'chain.unsupported',
  'chain.unavailable',
  'rpc.unknown',
]

/** Codes of every call that the documented API does not have. */
const OWN_COMMON_CODES: readonly string[] = [
  'operation.not.found',
  'idempotency.key.reused',
  'request.too.large',
  'request.head.too.large',
  'overloaded',
  'unavailable',
]

/** In the order of the table. */
const OWN_CODES: readonly string[] = [
  'key.not.allowed',
  // A deposit is documented, but not the report of one: the ledger's own rule, never an operation's refusal.
  'deposit.unexpected.state',
  ...OWN_CHAIN_CODES,
  ...OWN_COMMON_CODES,
]

/** Refusals of every call, which no operation lists. */
const COMMON_CODES: readonly string[] = [
  'validation.failed',
  'subscription.invalid',
  'subscription.not.active',
  'key.not.allowed',
  'deposit.unexpected.state',
  ...OWN_COMMON_CODES,
]

const allowed = Object.values(DIFFERENCES).flat()
const anyPlace = (line: string): string => line.replace(/^[^ .]+\./, '*.')
const isAllowed = (line: string): boolean => allowed.includes(line) || allowed.includes(anyPlace(line))
const known = new Map(operations.map((operation) => [operation.id, operation]))
const documentedCodes = new Map(
  Object.entries(spec.errors).flatMap(([status, codes]) =>
    words(codes).map((code): [string, number] => [code, Number(status)]),
  ),
)

/** A body of the schema's shape: its fields count, and its words, but no other value. */
function sample(schema: Schema, fields: 'required' | 'all'): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.items !== undefined) return [sample(schema.items, fields)]
  if (schema.properties === undefined) return schema.type === 'array' ? [] : ''
  const others = schema.oneOf?.slice(1).flatMap(({ required }) => required) ?? []
  const all = Object.keys(schema.properties).filter((name) => !others.includes(name))
  const names = fields === 'all' ? all : requiredOf(schema)
  return Object.fromEntries(names.map((name) => [name, sample(schema.properties?.[name] ?? {}, fields)]))
}

const pairs = spec.operations.flatMap((wanted): [string, SpecOperation, AnyOperation][] => {
  const own = known.get(wanted.id)
  return own === undefined ? [] : [[wanted.id, wanted, own]]
})

describe('the catalogue', () => {
  it('has all documented operations; the documents of clients name some more', () => {
    const documented = spec.operations.filter(({ scope }) => scope === 'documented').map(({ id }) => id)
    expect(documented).toHaveLength(314)
    expect(documented.filter((id) => !known.has(id))).toEqual([])
  })

  it('has each documented operation once, and of its own no other than these', () => {
    const notYet = new Set(Object.values(NOT_YET).flat())
    const documented = spec.operations.map(({ id }) => id)
    expect([...notYet].filter((id) => !documented.includes(id))).toEqual([])
    const wanted = [...documented.filter((id) => !notYet.has(id)), ...Object.keys(OWN_OPERATIONS)]
    expect(operations.map(({ id }) => id).sort()).toEqual(wanted.sort())
    for (const [name, operation] of Object.entries(catalogue)) expect(operation.id).toBe(name)
    expect(new Set(operations)).toEqual(new Set(Object.values(catalogue)))
  })

  it.each(pairs)('%s has its method and path, and is told from its overloads', (_, wanted, own) => {
    expect([own.method, own.path]).toEqual([wanted.method, wanted.path])
    expect([...own.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(own.params))
    const [first = own, ...others] = operations.filter(
      ({ method, path }) => method === own.method && path === own.path,
    )
    // One of them at most may be told by nothing: it takes what the others leave.
    expect(
      [first, ...others].filter(({ discriminators }) => discriminators.length === 0).length,
    ).toBeLessThanOrEqual(1)
    if (own.body === null) return
    const body = plain(own.body)
    for (const sign of own.discriminators) expect(requiredOf(body)).toContain(rootOf(sign))
    const choose = chooseOverload([first, ...others])
    expect(choose(sample(body, 'required')).id).toBe(own.id)
    expect(choose(sample(body, 'all')).id).toBe(own.id)
  })

  it.each(pairs)('%s takes, answers and refuses what is documented', (_, wanted, own) => {
    expect([...differences(wanted, own)].filter((line) => !isAllowed(line))).toEqual([])
  })

  it('allows no difference that there is not', () => {
    const found = pairs.flatMap(([, wanted, own]) => [...differences(wanted, own)])
    const lines = new Set([...found, ...found.map(anyPlace)])
    expect(allowed.filter((line) => !lines.has(line))).toEqual([])
  })

  it.each(pairs)('%s has its price', (_, wanted, own) => {
    // Any operation's price, asked only of what the test gives it.
    const price = own.price as Price<unknown>
    if (!wanted.creditsStated && !wanted.credits.includes(' per ')) {
      // Of some nothing is said at all.
      const credits = wanted.credits === '' ? expect.any(Number) : Number(wanted.credits)
      if (price.kind !== 'perMethod' || wanted.credits !== '')
        expect(price).toEqual({ kind: 'unstated', credits })
      return
    }
    if (/per (RPC|debug)/.test(wanted.credits)) {
      expect(price.kind).toBe('perMethod')
      return
    }
    const [, base = '0', each, item] =
      /^(?:(\d+)(?: \+ |$))?(?:(\d+)(?: credit)? per (.+?)(?: for each API call)?)?$/.exec(wanted.credits) ??
      []
    if (each === undefined) {
      expect(price).toEqual({ kind: 'flat', credits: Number(base) })
      return
    }
    expect(price).toMatchObject({ kind: 'perItem', base: Number(base), each: Number(each), item })
    const three = [{}, {}, {}]
    const args = {
      accounts: three,
      transaction: three,
      estimations: three,
      addresses: three,
      signatureIds: Array(1_001).fill(''),
    }
    const outputs: Readonly<Record<string, unknown>> = {
      '50 returned records': Array(101).fill(null),
      "credit of the object's day": { charged: 3 },
    }
    expect(priceOf(price, args, outputs[item ?? ''] ?? 3)).toBe(Number(base) + 3 * Number(each))
  })

  it.each(pairs)('%s refuses with codes of the documents', (_, _documented, own) => {
    expect(new Set(own.errors).size).toBe(own.errors.length)
    for (const code of own.errors) {
      expect(COMMON_CODES).not.toContain(code)
      expect([...documentedCodes.keys(), ...OWN_CHAIN_CODES]).toContain(code)
      expect([403, 404, ...(OWN_CHAIN_CODES.includes(code) ? [409, 503] : [])]).toContain(
        REJECTIONS[code].status,
      )
    }
  })

  it.each(Object.keys(OWN_OPERATIONS))(
    '%s takes nothing from the documented ones, and says whose it is',
    (id) => {
      const own = known.get(id)
      const routes = spec.operations.map(({ method, path }) => `${method} ${path}`)
      expect(routes).not.toContain(`${own?.method} ${own?.path}`)
      // A batch costs by its items, as the documented one does.
      expect(own?.price.kind).toBe(id === 'sendLinkedTransactions' ? 'perItem' : 'unstated')
      expect(own?.description).toContain("Tallystick's own")
      for (const code of own?.errors ?? []) {
        expect([...documentedCodes.keys(), ...OWN_CHAIN_CODES]).toContain(code)
      }
    },
  )

  it('has a twin for each GET that carries a secret, with the secret in the body', () => {
    // Of a pass-through it is the API key, and the twin is the header.
    const carrying = operations.filter(
      (own) => own.method === 'GET' && own.stream === null && secretsOf(own).length > 0,
    )
    expect(carrying.length).toBeGreaterThan(0)
    for (const own of carrying) {
      // Where the path itself has the secret, the twin's ends before it.
      const [open] = own.path.split('/{mnemonic}')
      const twin = operations.find(({ method, path }) => method === 'POST' && path === open)
      expect(Object.keys(twin?.body?.properties ?? {}), own.id).toEqual(
        expect.arrayContaining([...secretsOf(own)]),
      )
      expect(own.description, own.id).toContain(twin?.id)
    }
  })

  it('lets every call be flat: no parameter shares its name with another or with a field', () => {
    for (const { id, params, query, body } of operations) {
      const names = [params, query, body?.properties ?? {}].flatMap((part) => Object.keys(part))
      expect(new Set(names).size, id).toBe(names.length)
    }
  })
})

describe('the table of refusals', () => {
  it('has the documented status of every documented code', () => {
    for (const [code, { status }] of Object.entries(REJECTIONS)) {
      if (!OWN_CODES.includes(code)) expect([code, documentedCodes.get(code)]).toEqual([code, status])
    }
  })

  it('has no code of its own but these', () => {
    expect(Object.keys(REJECTIONS).filter((code) => !documentedCodes.has(code))).toEqual(OWN_CODES)
  })
})
