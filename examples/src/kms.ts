/**
 * Keys that never come near the service. A payment waits for its signature; a key-management system, which is another
 * program on another machine, fetches it, signs it, and sends it back to be broadcast. On Ethereum here, over anvil. The
 * steps are the same on every chain; the text to sign is not (docs/kms.md). kms-withdrawal.ts does it on Litecoin.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick, type Operations } from '@tallystick/operations'
import { HDNodeWallet } from 'ethers'
import { startAnvil } from './nodes.js'
import { repeatable } from './repeatable.js'
import { onTestnet } from './testnet.js'

const node = await startAnvil()
const chains = createChains(
  readChainsConfig({
    chains: { ETH: { testnet: { parameters: 'regtest', nodes: [{ kind: 'evm', url: node.url }] } } },
  }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const eth = await onTestnet(tallystick)

// The name under which the key-management system keeps the wallet: all that the service knows of it.
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
// These words, which are anvil's own and public, are known to the key-management system alone.
const WORDS = 'test test test test test test test test test test test junk'
const keys = HDNodeWallet.fromPhrase(WORDS, '', "m/44'/60'/0'/0")

/** One round: whatever waits for the wallet, signed and broadcast. The public daemon does it every few seconds. */
async function round(service: Operations): Promise<void> {
  const waiting = await service.receivePendingTransactionsToSign({ chain: 'ETH', signatureIds: [WALLET] })
  for (const { id, index = 0, serializedTransaction } of waiting) {
    const { gas: gasLimit, ...fields } = JSON.parse(serializedTransaction)
    console.log(`\nTo be signed by the key of index ${index}:`, { gas: gasLimit, ...fields })
    const key = keys.deriveChild(index)
    // The nonce is chosen when it is signed: who knows what was signed in the meantime.
    const nonce = await service.ethGetTransactionCount({ address: key.address })
    const txData = await key.signTransaction({ type: 0, ...fields, gasLimit, nonce })
    console.log('Signed outside:', `${txData.slice(0, 42)}…`)
    console.log('Broadcast:', await service.ethBroadcast({ txData, signatureId: id }))
  }
}

const payment = {
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '2.5',
  currency: 'ETH',
  signatureId: WALLET,
  index: 0,
  fee: { gasLimit: '21000', gasPrice: '20' },
}
const asked = await eth.transferEthBlockchainKMS(payment, { idempotencyKey: 'rent-1' })
if (!('signatureId' in asked)) throw new TypeError('it was sent')
const id = asked.signatureId
console.log('Asked for, and nothing is sent yet:', asked)

await round(eth)
await node.rpc('evm_mine')

const { txId } = await eth.getPendingTransactionToSign({ id })
console.log('\nComplete:', { id, txId })
const { status, from, to, value } = await eth.ethGetTransaction({ hash: txId ?? '' })
console.log('In a block:', { status, from, to, value })
const left = await eth.receivePendingTransactionsToSign({ chain: 'ETH', signatureIds: [WALLET] })
console.log('Left to be signed:', left)

// One that nobody should sign after all.
const other = await eth.transferEthBlockchainKMS({ ...payment, amount: '9000' })
if (!('signatureId' in other)) throw new TypeError('it was sent')
await eth.deletePendingTransactionToSign({ id: other.signatureId })
try {
  await eth.getPendingTransactionToSign({ id: other.signatureId })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nDeleted: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
await node.stop()
