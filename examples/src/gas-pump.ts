/**
 * Addresses for customers, whose owner pays the gas: computed first, funded, and activated when something is to be
 * moved. Over anvil, by the private key of an owner.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startAnvil } from './nodes.js'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'

const node = await startAnvil()
const chains = createChains(
  readChainsConfig({
    chains: { ETH: { testnet: { parameters: 'regtest', nodes: [{ kind: 'evm', url: node.url }] } } },
  }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const eth = await onTestnet(tallystick)

// Accounts of anvil, which are public.
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const fromPrivateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const stranger = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const master = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

// Once for a chain: `tallystick contracts deploy` does it.
const { deployment } = (await chains.chain('ETH', 'testnet')).codec.gasPumps
await node.rpc('eth_sendTransaction', { from: owner, gas: '0x989680', ...deployment })
await node.rpc('evm_mine')

const addresses = await eth.precalculateGasPumpAddresses({ chain: 'ETH', owner, from: 0, to: 999 })
console.log(`${addresses.length} addresses, of customers 0 to 999. Customer 7 pays to`, addresses[7])
await node.rpc('anvil_setBalance', addresses[7], '0x1bc16d674ec80000')
const isActive = () => eth.gasPumpAddressesActivatedOrNot({ chain: 'ETH', owner, index: 7 })
console.log('It has 2 ETH.', await isActive())

const activate = (from: number, to: number) =>
  eth.activateGasPump({ chain: 'ETH', owner, from, to, fromPrivateKey })
const activated = txIdOf(await activate(7, 8))
const results = () => eth.activatedNotActivatedGasPumpAddresses({ chain: 'ETH', txId: activated })
try {
  await results()
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nActivated 7 and 8: ${error.code}`)
}
await node.rpc('evm_mine')
console.log('In a block:', await results())
const again = txIdOf(await activate(8, 9))
await node.rpc('evm_mine')
console.log(
  'Once more, 8 and 9:',
  await eth.activatedNotActivatedGasPumpAddresses({ chain: 'ETH', txId: again }),
)

const collect = (key: string) =>
  eth.transferCustodialWalletBatch({
    chain: 'ETH',
    custodialAddress: addresses[7] ?? '',
    recipient: [master, owner],
    contractType: [3, 3],
    tokenAddress: ['0', '0'],
    amount: ['1.5', '0.5'],
    tokenId: ['0', '0'],
    fromPrivateKey: key,
  })
try {
  await collect(stranger)
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log('\nWith the key of somebody else:', error.rejection.violations?.[0]?.constraints)
}
await collect(fromPrivateKey)
await node.rpc('evm_mine')
const left = await node.rpc<string>('eth_getBalance', addresses[7], 'latest')
console.log('With that of the owner, both transfers are made. The address has', BigInt(left), 'wei.')

await tallystick.close()
await node.stop()
