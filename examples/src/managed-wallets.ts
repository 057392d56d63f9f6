/**
 * Keys that the service keeps: it makes wallets, and calls name them (`caller`) in place of a private key. One of them pays,
 * deploys a contract of multi tokens and mints. Over anvil; it is the same on every chain.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { KEY_USES, MANAGED_WALLETS } from '@tallystick/core'
import { ALLOW_ALL } from '@tallystick/custody'
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { createVault, localKeys } from '@tallystick/vault'
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
const storage = memoryStorage()
const SHOP = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const STRANGER = '0x00000000000000000000000000000000deadbeef'

const tallystick = createTallystick({
  storage,
  chains,
  clock,
  random,
  // `tallystick vault init` makes a master key; a service reads it from TALLYSTICK_VAULT_FILE.
  vault: createVault(localKeys([new Uint8Array(32).fill(7)])),
  // A service reads lists of addresses from TALLYSTICK_POLICY.
  policy: {
    ...ALLOW_ALL,
    checkSigning: ({ addresses }) =>
      addresses.includes(STRANGER)
        ? { verdict: 'deny', reason: 'nobody pays the stranger' }
        : { verdict: 'allow', rules: ['no stranger'] },
  },
})
const calls = await onTestnet(tallystick)

const wallet = await calls.custodialCreateWallet({ chain: 'ETH' })
console.log('A wallet of Ethereum:', wallet.address)
const [row] = await storage.query.list(MANAGED_WALLETS, {})
console.log('Its key is in the database, encrypted under the master key', row?.masterKey, '\n')
await node.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')

const pay = (to: string) =>
  calls.transferEthBlockchain({ to, amount: '0.1', currency: 'ETH', caller: wallet.address })
await pay(SHOP)
await node.rpc('evm_mine')
console.log('It has paid 0.1 ETH.')
try {
  await pay(STRANGER)
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`${error.message}\n`)
}

const deployed = txIdOf(
  await calls.deployMultiToken({ chain: 'ETH', uri: 'https://tea.example/{id}', caller: wallet.address }),
)
await node.rpc('evm_mine')
const { contractAddress = '' } = await calls.multiTokenGetContractAddress({ chain: 'ETH', hash: deployed })
console.log('Its contract of multi tokens:', contractAddress)
await calls.mintMultiTokenBatch({
  chain: 'ETH',
  contractAddress,
  to: [wallet.address, SHOP],
  tokenId: [['1', '2'], ['1']],
  amounts: [['100', '5'], ['20']],
  caller: wallet.address,
})
await node.rpc('evm_mine')
await calls.transferMultiToken({
  chain: 'ETH',
  contractAddress,
  to: SHOP,
  tokenId: '1',
  amount: '30',
  caller: wallet.address,
})
await node.rpc('evm_mine')
const [own, shop] = await calls.multiTokenGetBalanceBatch({
  chain: 'ETH',
  contractAddress,
  address: `${wallet.address},${SHOP}`,
  tokenId: '1,1',
})
console.log(`Of the token 1 the wallet has ${own}, and the shop ${shop}.\n`)

const uses = await storage.query.list(KEY_USES, {})
const signed = uses.filter(({ purpose }) => purpose === 'signed')
console.log(`Each use of the key left a record: ${signed.length} signatures,`)
console.log(
  'two for each call: of the transaction, and of one that can take its nonce if no node takes the first.',
)
await calls.custodialDeleteWallet({ id: wallet.walletId })
console.log('Deleted; its rows in the database:', (await storage.query.list(MANAGED_WALLETS, {})).length)

await tallystick.close()
await node.stop()
