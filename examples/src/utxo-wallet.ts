/**
 * A wallet of Litecoin from its mnemonic to a confirmed payment, on a node of a private chain (regtest). Bitcoin,
 * Dogecoin and Bitcoin Cash are the same with another prefix: `btcGenerateWallet`.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { startLitecoind } from './nodes.js'
import { repeatable } from './repeatable.js'
import { onTestnet, txIdOf } from './testnet.js'

const node = await startLitecoind()
const chains = createChains(
  readChainsConfig({
    chains: { LTC: { testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url: node.url }] } } },
  }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const ltc = await onTestnet(tallystick)

// 24 words are the wallet. Its xpub makes every address and no key: a shop needs nothing more.
const { mnemonic, xpub } = await ltc.ltcGenerateWallet()
console.log('words:', mnemonic.split(' ').length)
console.log('xpub: ', xpub)
const { address: first } = await ltc.ltcGenerateAddress({ xpub, index: 0 })
const { address: second } = await ltc.ltcGenerateAddress({ xpub, index: 1 })
console.log('0:    ', first)
console.log('1:    ', second)

// The reward of a block is 50 LTC, which can be spent when there are 100 blocks more.
const others = await ltc.ltcGenerateWallet()
const { address: miner } = await ltc.ltcGenerateAddress({ xpub: others.xpub, index: 0 })
const { address: bob } = await ltc.ltcGenerateAddress({ xpub: others.xpub, index: 1 })
await node.rpc('generatetoaddress', 1, first)
await node.rpc('generatetoaddress', 100, miner)
console.log('\nThe first has', await ltc.ltcGetBalanceOfAddress({ address: first }))

const { key: privateKey } = await ltc.ltcGenerateAddressPrivateKey({ mnemonic, index: 0 })
const payment = {
  fromAddress: [{ address: first, privateKey }],
  to: [{ address: bob, value: '12.5' }],
  changeAddress: second,
}
const sent = await ltc.ltcTransactionAddress(payment, { idempotencyKey: 'rent-1' })
const again = await ltc.ltcTransactionAddress(payment, { idempotencyKey: 'rent-1' })
console.log('\nSent:', sent)
console.log('Sent again with the same key, it is the same:', txIdOf(again) === txIdOf(sent))
console.log('It waits in the mempool:', await ltc.ltcGetMempool())

// A miner's part, who takes some minutes on the real chain.
await node.rpc('generatetoaddress', 1, miner)
const { blockNumber, fee, outputs } = await ltc.ltcGetRawTransaction({ hash: txIdOf(sent) })
console.log('\nIn a block:', { blockNumber, fee })
for (const { address, value } of outputs ?? []) console.log(address, 'has', value)

await tallystick.close()
await node.stop()
