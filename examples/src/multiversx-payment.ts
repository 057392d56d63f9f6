/**
 * A payment on MultiversX, from the mnemonic to the block. The network is in memory, and checks every signature by the
 * chain's own library; for a real one, give the address of a gateway.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startMultiversx } from './multiversx-node.js'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'

const node = await startMultiversx()
const nodes = [{ kind: 'multiversx', url: node.url }] as const
const chains = createChains(readChainsConfig({ chains: { EGLD: { testnet: { nodes } } } }))
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const egld = await onTestnet(tallystick)

const { mnemonic } = await egld.egldGenerateWallet()
const alice = await egld.egldGenerateAddress({ mnemonic, index: 0 })
const bob = await egld.egldGenerateAddress({ mnemonic, index: 1 })
const { key } = await egld.egldGenerateAddressPrivateKey({ mnemonic, index: 0 })
console.log('alice', alice.address)
console.log('bob  ', bob.address)
// As a faucet would.
node.fund(alice.address, 10n ** 19n)

const [from, to] = [alice.address, bob.address]
const gas = await egld.egldEstimateGas({ sender: from, receiver: to, value: '2.5', data: 'rent, November' })
console.log('\nIt will take:', gas)

const payment = { from, fromPrivateKey: key, to, amount: '2.5', data: 'rent, November' }
const sent = await egld.transferEgldBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await egld.transferEgldBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', JSON.stringify(again) === JSON.stringify(sent))

// Consensus, which takes some seconds on the real network.
node.close()
const { status, value, nonce } = Object(await egld.egldGetTransaction({ hash: txIdOf(sent) }))
console.log('In the hyperblock:', { status, value, nonce })
for (const [name, address] of Object.entries({ alice: from, bob: to })) {
  console.log(`${name} has ${(await egld.egldGetBalance({ address })).balance} EGLD`)
}

// More than alice has: refused before anything is sent.
try {
  await egld.transferEgldBlockchain({ from, fromPrivateKey: key, to, amount: '7.5' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await node.stop()
