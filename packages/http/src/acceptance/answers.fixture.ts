/** Calls of operations that need a node, in process: the reference shows them with their answers. */
import { type ChainsFile, createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { type AnyOperation, createTallystick, operations, type Tallystick } from '@tallystick/operations'
import { createVault, localKeys } from '@tallystick/vault'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { expectExample } from '../examples.fixture.js'
import { KEY, registerKeys } from '../service.fixture.js'

export type Args = Readonly<Record<string, unknown>>
export type Answer = Readonly<Record<string, unknown>>

const byId = new Map<string, AnyOperation>(operations.map((one) => [one.id, one]))

export interface Answering {
  readonly tallystick: Tallystick
  ask(id: string, args?: Args): Promise<Answer>
  /** Asks; the answer fits its model, and the reference has a call like this one. */
  show(id: string, args?: Args): Promise<Answer>
  /** @returns The id of an account that has 100 of it */
  account(currency: string, xpub?: string): Promise<string>
}

/** A service of its own, with these nodes. */
export async function answering(chains: NonNullable<ChainsFile['chains']>): Promise<Answering> {
  const tallystick = createTallystick({
    storage: memoryStorage(),
    vault: createVault(localKeys([Buffer.alloc(32, 7)])),
    chains: createChains(readChainsConfig({ chains })),
  })
  await registerKeys(tallystick)
  const caller = await (await tallystick.access()).identify(KEY)
  if (caller === null) throw new TypeError('the key of the tests is a known key')
  // By their names, which differ by chain.
  const calls = tallystick.as(caller) as unknown as Readonly<Record<string, (args: Args) => Promise<Answer>>>
  const ask = async (id: string, args: Args = {}) => {
    const call = calls[id]
    if (call === undefined) throw new TypeError(`no operation ${id}`)
    return call(args)
  }
  return {
    tallystick,
    ask,
    async show(id, args = {}) {
      const answer = await ask(id, args)
      const model = byId.get(id)?.output ?? null
      if (model !== null) expect([id, Compile(model).Check(answer), answer]).toEqual([id, true, answer])
      expectExample(id, { args, answer })
      return answer
    },
    async account(currency, xpub) {
      const opened =
        xpub === undefined ? ask('createAccount', { currency }) : ask('createAccountXpub', { currency, xpub })
      const id = String((await opened)['id'])
      await ask('fund', { id, amount: '100' })
      return id
    },
  }
}

/** A wallet of a key-management system. */
export const KMS = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
/** Of BIP-39's first test vector. */
export const WORDS = { mnemonic: `${'abandon '.repeat(11)}about`, index: 1 }
/** The ways to sign, and how the operations that deploy tokens name them: of an xpub, and of an address. */
export const WAYS = [
  ['KMS', 'KMS'],
  ['Mnem', 'Mnemonic'],
  ['PK', 'PK'],
] as const
export const PUMP_FLAGS = {
  enableFungibleTokens: true,
  enableNonFungibleTokens: true,
  enableSemiFungibleTokens: false,
  enableBatchTransactions: true,
}

/** Each way to deploy a token of the ledger. @param held Its name, and whose it is: of an xpub, or of an address */
export async function deployEach(
  on: Answering,
  prefix: string,
  held: { readonly symbol: string; readonly xpub: string; readonly address: string },
  ways: Readonly<Record<(typeof WAYS)[number][0], Args>>,
  more: Args = {},
): Promise<void> {
  let number = 0
  for (const [way, ofAddress] of WAYS) {
    for (const holder of [`${way}Xpub`, `${ofAddress}Address`]) {
      const token = { symbol: `${held.symbol}_${++number}`, supply: '1000000', basePair: 'EUR' }
      const to = holder.endsWith('Xpub')
        ? { xpub: held.xpub, derivationIndex: 10 + number }
        : { address: held.address }
      await on.show(`${prefix}Offchain${holder}`, {
        ...{ ...token, description: 'Gold of the world', ...more },
        ...{ ...to, ...ways[way] },
      })
    }
  }
}
