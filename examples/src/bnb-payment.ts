/**
 * BNB Beacon Chain, which made its last block in December 2024: what works without a node, what an archive would tell,
 * and a payment on a chain of one's own. That chain is a simulated one, which checks every signature, sequence and
 * balance; a node of a private chain would do as well.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startBeacon } from '@tallystick/testing/simulated'
import { repeatable } from './repeatable.js'
import { onTestnet } from './testnet.js'

// Without a node: accounts can be made, and the rest says why it cannot be done.
const { clock, random } = repeatable()
const offline = createTallystick({ storage: memoryStorage(), chains: createChains({}), clock, random })
const bare = await onTestnet(offline)
console.log('Made without a node:', (await bare.bnbGenerateWallet()).address)
try {
  await bare.bnbGetCurrentBlock()
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`Refused: ${error.code} (${error.status})\n${error.message}`)
}
await offline.close()

const server = await startBeacon()
const chains = createChains(
  readChainsConfig({ chains: { BNB: { testnet: { nodes: [{ kind: 'beacon', url: server.url }] } } } }),
)
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const bnb = await onTestnet(tallystick)

const alice = await bnb.bnbGenerateWallet()
const bob = await bnb.bnbGenerateWallet()
console.log('\nalice', alice.address)
console.log('bob  ', bob.address)
// As a faucet would.
server.ledger.fund(alice.address, 5_000_000_000n)

const payment = {
  fromPrivateKey: alice.privateKey,
  to: bob.address,
  currency: 'BNB',
  amount: '12.5',
  message: '101192150',
} as const
const sent = await bnb.transferBnbBlockchain(payment, { idempotencyKey: 'rent-1' })
const again = await bnb.transferBnbBlockchain(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', JSON.stringify(again) === JSON.stringify(sent))

server.ledger.close()
const { tx = [] } = await bnb.bnbGetBlock({ height: await bnb.bnbGetCurrentBlock() })
for (const { value, txAsset, memo, txFee, code } of tx) {
  console.log('In the block:', { value, txAsset, memo, txFee, code })
}
for (const { address } of [alice, bob]) {
  const { balances, sequence } = await bnb.bnbGetAccount({ address })
  console.log(address, 'has', balances, 'and sends next with sequence', sequence)
}

await tallystick.close()
await server.close()
