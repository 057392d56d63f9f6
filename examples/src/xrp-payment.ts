/**
 * A wallet of XRP from its secret to a confirmed payment, and an asset of one's own. The ledger is a simulated
 * one, which checks every signature, sequence and balance; for a real one, give its node's address.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startXrpServer } from '@tallystick/testing/simulated'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'

const server = await startXrpServer()
const chains = createChains(
  readChainsConfig({ chains: { XRP: { testnet: { nodes: [{ kind: 'xrp', url: server.url }] } } } }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const xrp = await onTestnet(tallystick)

const alice = await xrp.xrpWallet()
const bob = await xrp.xrpWallet()
console.log('alice', alice.address)
console.log('bob  ', bob.address)

// As a faucet would.
for (const { address } of [alice, bob]) server.ledger.fund(address, 100_000_000n)

const from = { fromAccount: alice.address, fromSecret: alice.secret }
const payment = { ...from, to: bob.address, amount: '12.5', destinationTag: 42 }
const sent = await xrp.transferXrpBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await xrp.transferXrpBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', JSON.stringify(again) === JSON.stringify(sent))

// Consensus, which takes a few seconds on the real ledger.
server.ledger.close()
const { Amount, Fee, DestinationTag, meta, validated } = await xrp.xrpGetTransaction({
  hash: txIdOf(sent),
})
console.log('In the ledger:', {
  Amount,
  Fee,
  DestinationTag,
  meta: Object(meta).TransactionResult,
  validated,
})

// An asset: its issuer allows rippling, its holder trusts the issuer for so much of it.
const asset = { issuerAccount: alice.address, token: '4F424C0000000000000000000000000000000000' }
await xrp.accountSettingsXrpBlockchain({ ...from, rippling: true })
await xrp.trustLineXrpBlockchain({
  fromAccount: bob.address,
  fromSecret: bob.secret,
  ...asset,
  limit: '1000',
})
await xrp.transferXrpBlockchainAsset({ ...from, ...asset, to: bob.address, amount: '250.75' })
server.ledger.close()
console.log('\nbob has', await xrp.xrpGetAccountBalance({ account: bob.address }))

// More than bob trusts alice for: refused before it is made, and nothing is paid, not even a fee.
try {
  await xrp.transferXrpBlockchainAsset({ ...from, ...asset, to: bob.address, amount: '1000' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await server.close()
