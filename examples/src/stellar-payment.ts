/**
 * An account of Stellar from its secret to a confirmed payment, and an asset of one's own. The ledger is a simulated
 * one, which checks every signature, sequence and balance; for a real one, give the address of a Horizon.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startHorizon } from '@tallystick/testing/simulated'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'

const server = await startHorizon()
const chains = createChains(
  readChainsConfig({ chains: { XLM: { testnet: { nodes: [{ kind: 'horizon', url: server.url }] } } } }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const xlm = await onTestnet(tallystick)

const alice = await xlm.xlmWallet()
const bob = await xlm.xlmWallet()
console.log('alice', alice.address)
console.log('bob  ', bob.address)

// As a faucet would. Bob's account is made by its first payment.
server.ledger.fund(alice.address, 1_000_000_000n)

const from = { fromAccount: alice.address, fromSecret: alice.secret }
const payment = { ...from, to: bob.address, amount: '12.5', message: 'rent, November' }
const sent = await xlm.transferXlmBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await xlm.transferXlmBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', JSON.stringify(again) === JSON.stringify(sent))

// Consensus, which takes some five seconds on the real ledger.
server.ledger.close()
const { successful, memo, fee_charged } = await xlm.xlmGetTransaction({ hash: txIdOf(sent) })
console.log('In the ledger:', { successful, memo, fee_charged })

// An asset: its holder trusts the issuer for so much of it, and the issuer pays.
const asset = { issuerAccount: alice.address, token: 'OBL' }
await xlm.trustLineXlmBlockchain({
  fromAccount: bob.address,
  fromSecret: bob.secret,
  ...asset,
  limit: '1000',
})
server.ledger.close()
await xlm.transferXlmBlockchainAsset({ ...from, ...asset, to: bob.address, amount: '250.75' })
server.ledger.close()
const { balances } = await xlm.xlmGetAccountInfo({ account: bob.address })
for (const { balance, asset_code = 'XLM' } of Object(balances)) console.log('bob has', balance, asset_code)

// More than bob trusts alice for: refused before anything is sent.
try {
  await xlm.transferXlmBlockchainAsset({ ...from, ...asset, to: bob.address, amount: '1000' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await server.close()
