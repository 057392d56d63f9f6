/** In process, without nodes that answer: on which network addresses are, and what is refused. */
import { createTallystick, memoryStorage, type TallystickOptions } from '@tallystick/operations'
import { expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { refusalOf } from './open-ledger.fixture.js'

const nodes = [{ kind: 'core', url: 'http://127.0.0.1:1' }] as const

async function depositAddress(
  networks: readonly ('mainnet' | 'testnet')[],
  network?: 'mainnet' | 'testnet',
): Promise<string> {
  const LTC = Object.fromEntries(networks.map((name) => [name, { nodes }]))
  const chains = createChains(readChainsConfig({ chains: { LTC } }))
  const options: TallystickOptions = { storage: memoryStorage(), chains }
  const tallystick = createTallystick(network === undefined ? options : { ...options, network })
  try {
    const { xpub } = await tallystick.ltcGenerateWallet()
    const { id } = await tallystick.createAccountXpub({ currency: 'LTC', xpub })
    const [first] = await tallystick.getAllDepositAddresses({ id })
    return first?.address ?? ''
  } finally {
    await tallystick.close()
  }
}

it.each([
  [['mainnet'], 'mainnet', /^L/],
  [['mainnet'], 'testnet', /^[mn]/],
  [['mainnet', 'testnet'], undefined, /^[mn]/],
  [['mainnet', 'testnet'], 'mainnet', /^L/],
  [['testnet'], undefined, /^[mn]/],
  [[], undefined, /^[mn]/],
] as const)(
  'with nodes of %j and network %s, a deposit address is %s',
  async (networks, network, address) => {
    expect(await depositAddress(networks, network)).toMatch(address)
  },
)

it.each([
  ['of the documented API that no record lists', 'ETH', 'RMD', 18],
  ['of the documented API that the record of another chain lists', 'MATIC', 'USDC', 6],
  ['of the embedder', 'ETH', 'OWN', 4],
] as const)(
  'a configured token that is a currency %s has addresses',
  async (_, chain, currency, decimals) => {
    const tokens = { [currency]: { address: `0x${'ab'.repeat(20)}`, decimals } }
    const chains = createChains(
      readChainsConfig({
        chains: { [chain]: { testnet: { nodes: [{ ...nodes[0], kind: 'evm' }], tokens } } },
      }),
    )
    const currencies = [{ code: 'OWN', kind: 'token', scale: 4 }] as const
    const tallystick = createTallystick({ storage: memoryStorage(), chains, currencies })
    const { id } = await tallystick.createAccount({ currency })
    const address = `0x${'cd'.repeat(20)}`
    const assigned = await tallystick.assignAddress({ id, address })
    expect(assigned.address.toLowerCase()).toBe(address)
    await tallystick.close()
  },
)

it('with nodes of mainnet alone, nobody gets an address of the testnet unasked', async () => {
  await expect(depositAddress(['mainnet'])).rejects.toThrow("give it network: 'mainnet'")
})

it.each([
  [true, ['chain.unavailable', 503], 'no block of Ethereum testnet was read yet'],
  [false, ['chain.unsupported', 403], 'Ethereum testnet is not followed'],
] as const)(
  'a subscription to an address where follow is %s, and no node answers, is told so',
  async (follow, refusal, why) => {
    const chains = createChains(
      readChainsConfig({ chains: { ETH: { testnet: { nodes: [{ ...nodes[0], kind: 'evm' }], follow } } } }),
    )
    const tallystick = createTallystick({ storage: memoryStorage(), chains })
    const attr = {
      chain: 'ETH',
      address: `0x${'be'.repeat(20)}`,
      url: 'https://example.com',
    } as const
    const refused = await refusalOf(
      tallystick.createSubscriptionNotification({ type: 'ADDRESS_TRANSACTION', attr }),
    )
    await tallystick.close()
    expect([refused.code, refused.status]).toEqual(refusal)
    expect(refused.message).toContain(why)
  },
)

it.each([
  [true, ['chain.unavailable', 503], 'no block of Litecoin testnet was read yet'],
  [false, ['chain.unsupported', 403], 'Litecoin testnet is not followed'],
] as const)(
  'a withdrawal of coins where follow is %s, and no node answers, is told so',
  async (follow, refusal, why) => {
    const chains = createChains(readChainsConfig({ chains: { LTC: { testnet: { nodes, follow } } } }))
    const tallystick = createTallystick({ storage: memoryStorage(), chains })
    const { xpub } = await tallystick.ltcGenerateWallet()
    const { id: senderAccountId } = await tallystick.createAccountXpub({ currency: 'LTC', xpub })
    const { address, derivationKey = 0 } = await tallystick.generateDepositAddress({ id: senderAccountId })
    const block = { blockHeight: 7, blockHash: 'c0'.repeat(32), status: 'Done' } as const
    const paid = { amount: '3', currency: 'LTC', address, derivationKey, from: null } as const
    await tallystick.recordDeposit({
      ...{ ...block, ...paid, account: senderAccountId },
      ...{ txId: 'ab'.repeat(32), vout: 0 },
    })
    const wish = { senderAccountId, address, amount: '1' }
    const signatureId = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
    const calls = [
      () => tallystick.storeWithdrawal({ ...wish, fee: '0.0005' }),
      () => tallystick.transferLtcKMS({ ...wish, xpub, signatureId }),
      () => tallystick.offchainEstimateFee(wish),
    ]
    for (const call of calls) {
      const refused = await refusalOf(call())
      expect([refused.code, refused.status]).toEqual(refusal)
      expect(refused.message).toContain(why)
    }
    await tallystick.close()
  },
)
