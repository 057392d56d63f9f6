/**
 * A payment on Solana, signed by whoever has the key, and broadcast by the service: once, however often it is sent. The
 * node is the chain's own machine in process; for a real one, give its address.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { SolanaChain } from '@tallystick/custody'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { repeatable } from './repeatable.js'
import { startSolana } from './solana-node.js'
import { onTestnet } from './testnet.js'

const SOL = 1_000_000_000n

const node = await startSolana()
const nodes = [{ kind: 'solana', url: node.url }] as const
// A private chain: its first block is its own.
const chains = createChains(
  readChainsConfig({ chains: { SOL: { testnet: { parameters: 'regtest', nodes } } } }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const solana = await onTestnet(tallystick)

// m/44'/501'/0'/0' and m/44'/501'/1'/0' of words that everybody knows.
const chain: SolanaChain = await chains.chain('SOL', 'testnet')
const words = `${'abandon '.repeat(11)}about`
const [alice, bob] = [await chain.accounts.account(words, 0), await chain.accounts.account(words, 1)]
console.log('alice', alice.address)
console.log('bob  ', bob.address)
node.fund(alice.address, 10n * SOL)

/** As a wallet would: what is signed names a recent block, and no block 150 later takes it. */
async function signed(amount: bigint): Promise<string> {
  const lifetime = await chain.node.lifetime()
  const transfer = { from: alice.address, to: bob.address, amount }
  const unsigned = chain.codec.build({ transfer, lifetime, fee: 5_000n, salt: null })
  const signer = chain.codec.signer(alice.privateKey)
  const signatures = chain.codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  const [, text = ''] = chain.codec.combine(unsigned, signatures).raw.split(':')
  return text
}

const txData = await signed((5n * SOL) / 2n)
const sent = await solana.solanaBroadcast({ txData })
console.log('\nSent:', sent)
// In hex it is the same transaction.
const again = await solana.solanaBroadcast({ txData: Buffer.from(txData, 'base64').toString('hex') })
console.log('Sent again, it is the same:', JSON.stringify(again) === JSON.stringify(sent))
for (const [name, { address }] of Object.entries({ alice, bob })) {
  console.log(`${name} has ${await chain.node.balance(address)} lamports`)
}

// Signed, and sent when its blocks are over: refused, and nothing is paid.
const late = await signed(SOL)
node.expire()
try {
  await solana.solanaBroadcast({ txData: late })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}
console.log(`bob has ${await chain.node.balance(bob.address)} lamports`)

await tallystick.close()
await node.stop()
