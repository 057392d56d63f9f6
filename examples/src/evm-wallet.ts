/**
 * A wallet of Ethereum from its mnemonic to a confirmed payment, on anvil, a node of a private chain. Every EVM chain
 * that has operations is the same with another prefix: `polygonGenerateWallet`, `transferCeloBlockchain`.
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

// 24 words are the wallet. Its xpub makes every address and no key: a shop needs nothing more.
const { mnemonic, xpub } = await eth.ethGenerateWallet()
console.log('words:', mnemonic.split(' ').length)
console.log('xpub: ', xpub)
const { address: alice } = await eth.ethGenerateAddress({ xpub, index: 0 })
const { address: bob } = await eth.ethGenerateAddress({ xpub, index: 1 })
console.log('alice:', alice)
console.log('bob:  ', bob)

// As a faucet would: 10 ETH.
await node.rpc('anvil_setBalance', alice, `0x${(10n * 10n ** 18n).toString(16)}`)

const { key: fromPrivateKey } = await eth.ethGenerateAddressPrivateKey({ mnemonic, index: 0 })
const payment = { to: bob, amount: '1.000000000000000001', currency: 'ETH', fromPrivateKey }
const sent = await eth.transferEthBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await eth.transferEthBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', txIdOf(again) === txIdOf(sent))

// A validator's part, who takes some seconds on the real chain.
await node.rpc('evm_mine')
const { blockNumber, status, nonce, value, gasUsed } = await eth.ethGetTransaction({ hash: txIdOf(sent) })
console.log('In a block:', { blockNumber, status, nonce, value, gasUsed })
console.log('bob has', await eth.ethGetBalance({ address: bob }))

// Ten at once: each has the nonce after the one before, and none is in the way of another.
const ten = await Promise.all(
  Array.from({ length: 10 }, () => eth.transferEthBlockchain({ ...payment, amount: '0.1' })),
)
await node.rpc('evm_mine')
const mined = await Promise.all(ten.map((one) => eth.ethGetTransaction({ hash: txIdOf(one) })))
const nonces = mined.map((one) => Number(one.nonce)).sort((one, other) => one - other)
console.log('\nTen at once have the nonces', nonces.join(', '))
console.log('bob has', await eth.ethGetBalance({ address: bob }))

// More than alice has. Nothing is signed, recorded or sent.
try {
  await eth.transferEthBlockchain({ ...payment, amount: '1000' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await node.stop()
