/**
 * A payment on TRON, from the mnemonic to the block. The network is in memory, and checks every signature by tronweb;
 * for a real one, give the address of a full node or of TronGrid, without `parameters`.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'
import { startTron } from './tron-node.js'

const TRX = 1_000_000n

const { clock, random } = repeatable()
const node = await startTron(clock.now())
const nodes = [{ kind: 'tron', url: node.url }] as const
// A private chain: its first block is its own.
const chains = createChains(
  readChainsConfig({ chains: { TRON: { testnet: { parameters: 'regtest', nodes } } } }),
)
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const tron = await onTestnet(tallystick)

const { mnemonic, xpub } = await tron.generateTronwallet({})
const alice = await tron.tronGenerateAddress({ xpub, index: 0 })
const bob = await tron.tronGenerateAddress({ xpub, index: 1 })
const { key: fromPrivateKey } = await tron.tronGenerateAddressPrivateKey({ mnemonic, index: 0 })
console.log('alice', alice.address)
console.log('bob  ', bob.address)
// As a faucet would.
node.fund(alice.address, 100n * TRX)

const payment = { fromPrivateKey, to: bob.address, amount: '12.5' }
const sent = await tron.transferTronBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await tron.transferTronBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', JSON.stringify(again) === JSON.stringify(sent))

// 19 blocks, about a minute on the real network: then it cannot be undone.
node.grow(19)
const { ret, blockNumber } = await tron.tronGetTransaction({ hash: txIdOf(sent) })
console.log('In a block:', { ret, blockNumber }, 'of', (await tron.tronGetCurrentBlock()).blockNumber)
// The first payment to an address costs its sender 1.1 TRX.
const chain = await chains.chain('TRON', 'testnet')
for (const [name, { address }] of Object.entries({ alice, bob })) {
  console.log(`${name} has ${await chain.node.balance(address)} sun`)
}

// More than alice has: refused before anything is sent.
try {
  await tron.transferTronBlockchain({ fromPrivateKey, to: bob.address, amount: '86.400001' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await node.stop()
