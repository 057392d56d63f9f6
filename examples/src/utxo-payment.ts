/**
 * One payment of Litecoin with two inputs of two keys, three recipients and change, on a node of a private chain. And
 * what is refused, because it would give money away.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage, Rejected } from '@tallystick/engine'
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

const { mnemonic, xpub } = await ltc.ltcGenerateWallet()
const addressAt = async (index: number) => (await ltc.ltcGenerateAddress({ xpub, index })).address

// Two addresses have 50 LTC each.
const fromAddress = []
for (const index of [0, 1]) {
  const address = await addressAt(index)
  const { key: privateKey } = await ltc.ltcGenerateAddressPrivateKey({ mnemonic, index })
  await node.rpc('generatetoaddress', 1, address)
  fromAddress.push({ address, privateKey })
}
const miner = await addressAt(99)
await node.rpc('generatetoaddress', 100, miner)

// 60 LTC, which is more than one address has. An amount is a number or its text, and neither is rounded.
const to = [
  { address: await addressAt(10), value: 20 },
  { address: await addressAt(11), value: '39.99999999' },
  { address: await addressAt(12), value: '0.00000001' },
]
const payment = { fromAddress, to, changeAddress: await addressAt(2), fee: '0.0005' }

async function refused(what: string, call: Promise<unknown>): Promise<void> {
  const error: unknown = await call.catch((reason: unknown) => reason)
  if (!(error instanceof Rejected)) throw new TypeError(`${what}: it was taken`)
  console.log(`${what}: ${error.code} (${error.status})\n  ${error.message}`)
}

const feeOf = async (hash: string) => (await ltc.ltcGetRawTransaction({ hash })).fee

// So small an output costs more to spend than it is worth: no node would pass it on.
await refused('0.00000001 LTC', ltc.ltcTransactionAddress(payment))
to[2] = { address: await addressAt(12), value: '0.00010001' }
// Without an address for the change, 40 LTC would be the fee.
await refused('No change', ltc.ltcTransactionAddress({ fromAddress, to }))

const sent = await ltc.ltcTransactionAddress(payment)
await node.rpc('generatetoaddress', 1, miner)

const found = await ltc.ltcGetRawTransaction({ hash: txIdOf(sent) })
console.log('\nIn block', found.blockNumber, 'is', found.hash)
for (const { coin } of found.inputs ?? []) console.log('  from', coin?.['address'], coin?.['value'])
for (const { address, value } of found.outputs ?? []) console.log('  to  ', address, value)
console.log('  fee ', found.fee)

// The change is an output like any other, and may be named. What is named is spent whole.
const change = await ltc.ltcGetUTXO({ hash: txIdOf(sent), index: 3 })
console.log('\nThe change has', change.value, 'base units')
const { key: privateKey } = await ltc.ltcGenerateAddressPrivateKey({ mnemonic, index: 2 })
const onward = {
  fromUTXO: [{ txHash: txIdOf(sent), index: 3, privateKey }],
  to: [{ address: await addressAt(13), value: '39.9992' }],
}
const last = await ltc.ltcTransactionUTXO(onward)
console.log('Without change the difference is the fee:', await feeOf(txIdOf(last)))
await refused('The same output again', ltc.ltcTransactionUTXO(onward))

await tallystick.close()
await node.stop()
