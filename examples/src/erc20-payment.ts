/** A payment of an ERC-20 token on anvil: the token is named in the configuration, and then used as a currency. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startAnvil } from './nodes.js'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'
import { BALANCE_OF, deployToken } from './token.js'

const node = await startAnvil()
// A token of six decimals. Its supply, a million, belongs to an account of anvil's own.
const { contract, owner } = await deployToken(node, 1_000_000n * 10n ** 6n)

const tokens = { GOLD: { address: contract, decimals: 6 } }
const chains = createChains(
  readChainsConfig({
    chains: { ETH: { testnet: { parameters: 'regtest', nodes: [{ kind: 'evm', url: node.url }], tokens } } },
  }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const eth = await onTestnet(tallystick)

const { xpub } = await eth.ethGenerateWallet()
const { address: bob } = await eth.ethGenerateAddress({ xpub, index: 0 })

// The amount is in tokens, with the decimals that the configuration says they have. The fee is paid in ETH.
const payment = { to: bob, amount: '12.345678', currency: 'GOLD', fromPrivateKey: owner.privateKey }
const sent = await eth.transferEthBlockchain(payment, { idempotencyKey: 'gold-1' })
console.log('Sent:', sent)
await node.rpc('evm_mine')

const { status, from, to, value, logs } = await eth.ethGetTransaction({ hash: txIdOf(sent) })
console.log('It is a call of the contract:', { status, from, to, value })
console.log(
  'which tells of it:',
  logs?.map(({ topics, data }) => ({ topics, data })),
)

// What the contract has of bob's, in base units: a call that reads, and costs nothing.
const balanceOf = (holder: string) =>
  eth.callReadSmartContractMethod({
    contractAddress: contract,
    methodName: 'balanceOf',
    methodABI: BALANCE_OF,
    params: [holder],
  })
console.log('\nbob has', await balanceOf(bob))
console.log('the owner has', await balanceOf(owner.address))

await tallystick.close()
await node.stop()
