/**
 * Who signs what an operation sends: by one rule for all families, a managed wallet (`caller`) may stand wherever a private
 * key may. Whoever adds an operation that sends is told here if it has no way to sign, or a key without `caller` beside it.
 */
import { records } from '@tallystick/custody'
import { createVault, localKeys } from '@tallystick/vault'
import { describe, expect, it } from 'vitest'
import { operations } from './catalogue/index.js'
import { chainExampleOf, chainOperations, nodelessChains } from './chains.fixture.js'
import { plain, type Schema } from './compare.fixture.js'
import { keyOf, openLedger, refusal } from './ledger.fixture.js'
import type { AnyOperation } from './operation.js'
import type { Operations } from './tallystick.js'
import { callById } from './world.fixture.js'

/** What else signs, by the field that its body requires. */
const OTHERS: Readonly<Record<string, string>> = {
  mnemonic: 'the words of a wallet, from which many keys follow',
  signatureId: 'a key-management system',
  caller: 'a managed wallet alone',
  walletIds: 'several managed wallets, beside keys from elsewhere',
  feesCovered: 'a wallet of the operator',
  txData: 'it is signed already',
}

/** Secrets that sign nothing by themselves. */
const NO_KEYS: readonly string[] = ['mnemonic', 'xApiKey', 'hmacSecret']

interface Signing {
  /** The object in the body that has the fields. */
  readonly schema: Schema
  readonly keys: readonly string[]
}

/** The objects of a body with private keys in them. */
function* keysIn(schema: Schema): Generator<Signing> {
  const { properties = {}, items } = schema
  const keys = Object.entries(properties).flatMap(([name, field]) =>
    'secret' in field && !NO_KEYS.includes(name) ? [name] : [],
  )
  if (keys.length > 0) yield { schema, keys }
  for (const field of [...Object.values(properties), ...(items === undefined ? [] : [items])]) {
    yield* keysIn(field)
  }
}

/** Operations that answer with a transaction, or with what waits to become one. */
const sending = operations.filter(({ kind, output }) => {
  const answers = output === null ? '' : JSON.stringify(output)
  return kind === 'command' && /"(txId|signatureId)"/.test(answers)
})

/** With a private key in the call. */
const isKeyed = ({ body }: AnyOperation): boolean =>
  body !== null && [...keysIn(plain(body))].length > 0 && !Object.hasOwn(body.properties, 'walletIds')
const keyed = operations.filter(isKeyed)
const namesOfKeys = new Set(
  keyed.flatMap(({ body }) => [...keysIn(plain(body ?? {}))].flatMap(({ keys }) => keys)),
)

describe('whoever signs', () => {
  it.each(sending)('$id has a private key and caller, or one of the other ways', (own) => {
    const { required = [] } = plain(own.body ?? {}) as Schema
    const inLists = Object.values(plain(own.body ?? {}).properties ?? {}).flatMap(
      ({ items }) => items?.required ?? [],
    )
    const others = [...required, ...inLists].filter((name) => Object.hasOwn(OTHERS, name))
    if (isKeyed(own)) expect(others).toEqual([])
    else expect(others).not.toEqual([])
  })

  it.each(keyed)('$id takes caller in place of each private key, and exactly one of them', (own) => {
    for (const { schema, keys } of keysIn(plain(own.body ?? {}))) {
      expect(Object.keys(schema.properties ?? {})).toContain('caller')
      const either = schema.oneOf?.flatMap(({ required }) => required)
      expect(new Set(either)).toEqual(new Set([...keys, 'caller']))
    }
    expect(own.errors).toEqual(expect.arrayContaining(['managed.wallet.plan', 'vault.not.configured']))
  })
})

/** The chain of an operation: of its path, unless its body names it. */
function chainOf({ path }: AnyOperation, args: object): string {
  const [, , first, second] = path.split('/')
  const found = Object.values(records).find(({ segment }) => segment === first || segment === second)
  return 'chain' in args ? String(args.chain) : (found?.id ?? '')
}

/** The arguments with the address of a managed wallet in the place of every private key, and of a sender that is named. */
function withCaller(value: unknown, caller: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withCaller(item, caller))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => {
    if (namesOfKeys.has(name)) return ['caller', caller]
    const isSender = ['from', 'recipient'].includes(name) && typeof inner === 'string'
    return [name, isSender ? caller : withCaller(inner, caller)]
  })
  return Object.fromEntries(fields)
}

describe('with the address of a managed wallet', () => {
  const own = chainOperations.filter(isKeyed)
  it('there are examples of all of them', () => {
    expect(own.map(({ id }) => id)).toEqual(keyed.map(({ id }) => id))
  })

  const vault = createVault(localKeys([new Uint8Array(32).fill(7)]))
  const { ledger } = openLedger({ chains: nodelessChains(), vault })
  /** One of each chain; an API key of the free plan has ten at most. */
  const wallets = new Map<string, Promise<readonly [Operations, string]>>()
  const walletOf = (chain: string) => {
    const made = wallets.get(chain) ?? create(chain)
    wallets.set(chain, made)
    return made
  }
  const create = async (chain: string) => {
    const { caller } = await keyOf(ledger, 'default', { network: 'testnet' })
    const calls = ledger.as(caller)
    const { address } = await calls.custodialCreateWallet({ chain: chain as never })
    return [calls, address] as const
  }

  it.each(own)('$id comes as far as with a key', async (operation) => {
    const { args, nodeless } = chainExampleOf(operation.id)
    const [calls, address] = await walletOf(chainOf(operation, args as object))
    const { code } = await refusal(callById(calls, operation.id, withCaller(args, address) as object))
    expect(code).toBe(nodeless)
  })
})
