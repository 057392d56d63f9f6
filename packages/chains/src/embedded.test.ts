/** In process there is no API key, so an option says on which network the addresses of customers are. */
import { createTallystick, memoryStorage, type TallystickOptions } from '@tallystick/operations'
import { expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'

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

it('with nodes of mainnet alone, nobody gets an address of the testnet unasked', async () => {
  await expect(depositAddress(['mainnet'])).rejects.toThrow("give it network: 'mainnet'")
})
