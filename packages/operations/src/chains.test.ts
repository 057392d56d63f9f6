/** Every operation of a chain, where no node is configured; and those that need none, against public vectors. */

import type { Operations } from '@tallystick/api'
import type { Network, TenantId } from '@tallystick/core'
import { chargesFrom } from '@tallystick/engine'
import { dumpStorage } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { chainExampleOf, chainOperations, MNEMONIC, nodelessChains } from './chains.fixture.js'
import { expectExample } from './examples.fixture.js'
import { exampleCalls } from './examples.js'
import { keyOf, openLedger, refusal, refusalCode } from './ledger.fixture.js'
import type { TallystickOptions } from './tallystick.js'
import { callById, unlike } from './world.fixture.js'

async function open(network: Network = 'mainnet', options: Partial<TallystickOptions> = {}) {
  const opened = openLedger({ chains: nodelessChains(), ...options })
  const { key, caller } = await keyOf(opened.ledger, 'default', { network })
  const charged = async () => {
    await opened.ledger.engine.settleMeter()
    const days = await chargesFrom(opened.storage.query, caller.tenant, caller.apiKey, '0000-01-01')
    return days.reduce((sum, { credits }) => sum + credits, 0)
  }
  return { ...opened, key, caller, calls: opened.ledger.as(caller), charged }
}

describe('without a node', () => {
  it.each(chainOperations)(
    '$id answers what its model says, or says that a node is missing',
    async ({ id, output }) => {
      const { args, credits, network, nodeless } = chainExampleOf(id)
      const { calls, charged, storage } = await open(network)
      const dump = () => dumpStorage(storage, { tenants: ['default' as TenantId], currencies: [] })
      const before = await dump()
      if (nodeless === undefined) {
        const answer = await callById(calls, id, args)
        if (output === null) expect(answer).toBeNull()
        else expect(unlike(output, answer)).toEqual([])
        expect(await charged()).toBe(credits)
        expectExample(id, { args: { ...(args as object) }, answer })
      } else {
        expect(await refusalCode(callById(calls, id, args))).toBe(nodeless)
        expect(await charged()).toBe(0)
        // Where a node answers in a test of the service, the example is from there.
        if (exampleCalls()[id]?.answer === undefined) expectExample(id, { args: { ...(args as object) } })
      }
      expect(await dump()).toEqual({ ...before, charges: expect.anything() })
    },
  )

  // Nothing is done: one ledger is enough.
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  it.each(chainOperations)('$id refuses an argument that it does not have', async ({ id }) => {
    const { calls } = opened
    const args = { ...(chainExampleOf(id).args as object), unheard: 'of' }
    const { code, rejection } = await refusal(callById(calls, id, args))
    expect(code).toBe('validation.failed')
    expect(rejection.violations).toMatchObject([{ property: 'unheard' }])
  })
})

it.each(chainOperations)('without any chains $id says what is missing', async ({ id, errors }) => {
  const { ledger } = openLedger()
  const { code, status } = await refusal(callById(ledger, id, chainExampleOf(id).args))
  expect([code, status]).toEqual(['chain.not.configured', 403])
  expect(errors).toContain(code)
})

/** Of ../shared/vectors, which name their sources: trezor-firmware, celo-org, viem and ethers. */
const VECTORS = [
  // Of the key that the public client derives, KwrYonf8pFfyQR87NTn124Ep9zoJsZMBCoVUi7mjMc1eTHDyLyBN.
  [
    'btc',
    'quantum tobacco key they maid mean crime youth chief jungle mind design broken tilt bus shoulder leaf good forward erupt split divert bread kitten',
    1,
    'bc1qh9h2spvlrm2hnecwh2lalz8g2ych78l2qwrjgy',
    undefined,
  ],
  ['ltc', 'all '.repeat(12).trim(), 0, 'LcubERmHD31PWup1fbozpKuiqjHZ4anxcL', undefined],
  ['bch', 'all '.repeat(12).trim(), 0, 'bitcoincash:qr08q88p9etk89wgv05nwlrkm4l0urz4cyl36hh9sv', undefined],
  ['eth', 'all '.repeat(12).trim(), 100, '0x1e6E3708a059aEa1241a81c7aAe84b6CDbC54d59', undefined],
  [
    'polygon',
    MNEMONIC,
    7,
    '0xC7f2d600ff8EA73a79b22E7F37A2B349312bEd48',
    '9b936e12553973128861f3849c51918e6fc823f24d55d545281d6bf6820a941e',
  ],
  [
    'celo',
    'law canoe elegant tuna core tired flag scissors shy expand drum often output result exotic busy smooth dumb world obtain nominee easily conduct increase',
    1,
    '0x5bA0350E8a681b0fe3D939633B5514A9A6152f81',
    'cd2aa97d2bf6ddac4f00513eb08de8d40dcff4106508d18ea995ffbff8166420',
  ],
] as const

const CHAINS = ['btc', 'bch', 'doge', 'ltc', 'eth', 'polygon', 'celo'] as const
type Prefix = (typeof CHAINS)[number]

/** The same four operations of any chain. */
function walletCalls(calls: Operations, chain: Prefix) {
  return {
    wallet: (args: { mnemonic?: string } = {}) => calls[`${chain}GenerateWallet`](args),
    walletFromMnemonic: (mnemonic: string) => calls[`${chain}GenerateWalletFromMnemonic`]({ mnemonic }),
    address: (xpub: string, index: number) => calls[`${chain}GenerateAddress`]({ xpub, index }),
    privateKey: (mnemonic: string, index: number) =>
      calls[`${chain}GenerateAddressPrivateKey`]({ mnemonic, index }),
  }
}

describe('wallets', () => {
  it.each(VECTORS)('%s has the addresses of public vectors', async (chain, mnemonic, index, address, key) => {
    const { calls } = await open('mainnet')
    const own = walletCalls(calls, chain)
    const { xpub, mnemonic: words } = await own.wallet({ mnemonic })
    expect(words).toBe(mnemonic)
    expect((await own.address(xpub, index)).address.toLowerCase()).toBe(address.toLowerCase())
    const found = await own.privateKey(mnemonic, index)
    if (key !== undefined) expect(found.key.replace(/^0x/, '')).toBe(key)
  })

  it.each(CHAINS)('of %s are made of 24 words, every time others', async (chain) => {
    const { calls } = await open('testnet')
    const own = walletCalls(calls, chain)
    const one = await own.wallet()
    const two = await own.wallet()
    expect(one.mnemonic).toMatch(/^([a-z]+ ){23}[a-z]+$/)
    expect(one).not.toEqual(two)
    // The words are the wallet, by the GET and by its POST twin.
    expect(await own.wallet({ mnemonic: one.mnemonic })).toEqual(one)
    expect(await own.walletFromMnemonic(one.mnemonic)).toEqual(one)
    for (const index of [0, 1, 2 ** 31 - 1]) {
      expect((await own.address(one.xpub, index)).address).toMatch(/\w{20}/)
      expect((await own.privateKey(one.mnemonic, index)).key).not.toBe(
        (await own.privateKey(two.mnemonic, index)).key,
      )
    }
  })

  it.each(CHAINS)('of %s come from the randomness that was given', async (chain) => {
    const random = { fill: (bytes: Uint8Array) => void bytes.fill(0x80) }
    const { calls } = await open('mainnet', { random })
    // BIP-39's test vector of 32 bytes 0x80.
    expect((await walletCalls(calls, chain).wallet()).mnemonic).toBe(MNEMONIC)
  })

  it.each(CHAINS)('of %s refuse what is no mnemonic, no xpub and no index', async (chain) => {
    const { calls } = await open()
    const own = walletCalls(calls, chain)
    const broken = MNEMONIC.replace(/bless$/, 'letter')
    const { xpub } = await own.wallet({ mnemonic: MNEMONIC })
    for (const call of [
      own.wallet({ mnemonic: broken }),
      own.wallet({ mnemonic: '' }),
      own.walletFromMnemonic(broken),
      own.privateKey(broken, 0),
    ]) {
      const { code, message } = await refusal(call)
      expect(code).toBe('key.generation.failed.wrong.mnemonic')
      expect(message).not.toContain('letter')
    }
    const mutated = xpub.slice(0, 50) + (xpub[50] === 'x' ? 'y' : 'x') + xpub.slice(51)
    for (const wrong of [mutated, 'xpub', 'a'.repeat(111)]) {
      expect(await refusalCode(own.address(wrong, 0))).toBe('address.generation.failed.wrong.xpub')
    }
    for (const index of [-1, 2 ** 31, 0.5]) {
      expect(await refusalCode(own.address(xpub, index))).toBe('validation.failed')
      expect(await refusalCode(own.privateKey(MNEMONIC, index))).toBe('validation.failed')
    }
  })

  it.each(CHAINS.filter((chain) => !['eth', 'polygon', 'celo'].includes(chain)))(
    'of %s are of the network of the API key',
    async (chain) => {
      const [main, test] = await Promise.all([open('mainnet'), open('testnet')])
      const [here, there] = [walletCalls(main.calls, chain), walletCalls(test.calls, chain)]
      const ours = await here.wallet({ mnemonic: MNEMONIC })
      const theirs = await there.wallet({ mnemonic: MNEMONIC })
      expect(ours.xpub).not.toBe(theirs.xpub)
      expect(await here.address(ours.xpub, 0)).not.toEqual(await there.address(theirs.xpub, 0))
      expect(await refusalCode(there.address(ours.xpub, 0))).toBe('address.generation.failed.wrong.xpub')
    },
  )
})
