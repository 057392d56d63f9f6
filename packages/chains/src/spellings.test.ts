/** One address in other spellings is one address: of one account, found and removed under each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf as beaconAccount } from './beacon/chain.fixture.js'
import { createChains } from './chains.js'
import { type Calls, codeOf, type OpenLedger, openLedger } from './open-ledger.fixture.js'

const chains = createChains({})
let opened: OpenLedger
let calls: Calls
beforeAll(async () => {
  opened = openLedger(chains)
  calls = await opened.as('testnet')
})
afterAll(() => opened.close())

const upper = (address: string): string =>
  address.replace(/^(0x|xdc|)(.*)$/, (_, before, rest) => before + rest.toUpperCase())
const prefixed = (address: string, prefix: string): string =>
  `${prefix}${address.slice(prefix === 'xdc' ? 2 : 3)}`

/** Of the address that the service shows. */
const SPELLINGS: Readonly<Record<string, (shown: string, canonical: string) => readonly string[]>> = {
  ETH: (shown, canonical) => [canonical, upper(shown)],
  XDC: (_shown, canonical) => [canonical, prefixed(canonical, 'xdc'), upper(canonical)],
  ONE: (shown, canonical) => [canonical, shown.toUpperCase()],
  BCH: (shown) => {
    const bare = shown.replace(/^.*:/, '')
    return [bare, bare.toUpperCase(), `bchtest:${bare}`]
  },
  BTC: (shown) => [shown.toUpperCase()],
}

/** Texts that only look like it. */
const OTHERS: Readonly<Record<string, (shown: string) => readonly string[]>> = {
  ETH: (shown) => [
    shown
      .replace(/[a-f]/, (letter) => letter.toUpperCase())
      .replace(/[A-F](?=[^A-F]*$)/, (letter) => letter.toLowerCase()),
  ],
  XDC: (shown) => [shown.replace(/^xdc/, 'XDC')],
  ONE: (shown) => [`One1${shown.slice(4)}`],
  BCH: (shown) => [`bitcoincash:${shown.replace(/^.*:/, '')}`],
  BTC: (shown) => [`T${shown.slice(1)}`],
}

describe.each(Object.keys(SPELLINGS))('%s', (currency) => {
  it('an address is found and removed under each of its spellings', async () => {
    const { codec, keys } = await chains.chain(currency as 'ETH', 'testnet')
    const xpub = (await keys?.xpub(keys.mnemonic(new Uint8Array(32).fill(7)))) ?? ''
    const { id } = await calls.createAccountXpub({ currency, xpub })
    const [{ address: shown = '' } = {}] = await calls.getAllDepositAddresses({ id })
    const same = SPELLINGS[currency]?.(shown, codec.canonical(shown)) ?? []
    for (const address of [shown, ...same]) {
      expect(await calls.addressExists({ address, currency }), address).toMatchObject({ id })
    }
    for (const address of OTHERS[currency]?.(shown) ?? []) {
      expect(codec.isAddress(address), address).toBe(false)
      expect(await codeOf(calls.addressExists({ address, currency })), address).toMatch(
        /validation.failed|address.not.found/,
      )
    }
    await calls.removeAddress({ id, address: same.at(-1) ?? '' })
    expect(await codeOf(calls.addressExists({ address: shown, currency }))).toBe('address.not.found')
  })
})

it.each([
  [
    'XLM',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    // Of SEP-23: the same account, with the id 0.
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
  ],
  ['BNB', beaconAccount('alice').address, beaconAccount('alice').address.toUpperCase()],
])(
  'an account of the blockchain of %s is one wallet: under another spelling it generates no tags',
  async (currency, plain, other) => {
    const first = await calls.createAccountXpub({ currency, xpub: plain })
    const second = await calls.createAccountXpub({ currency, xpub: other })
    expect(await calls.getAllDepositAddresses({ id: first.id })).toMatchObject([{ address: plain }])
    expect(await calls.getAllDepositAddresses({ id: second.id })).toEqual([])
    expect(await codeOf(calls.generateDepositAddress({ id: second.id }))).toBe('xpub.used')
  },
)
