/**
 * A withdrawal whose keys never come near the service: an account pays an address of Litecoin from the outputs of its
 * wallet, and a key-management system, which is another program on another machine, signs each input with the key of
 * the address that it spends. What it may sign looks different on each family of chains: docs/kms.md.
 */

import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { RawTx, Transaction } from '@scure/btc-signer'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick, type PendingTransaction } from '@tallystick/operations'
import { HDNodeWallet } from 'ethers'
import { startLitecoind } from './nodes.js'
import { repeatable } from './repeatable.js'
import { onTestnet } from './testnet.js'

const node = await startLitecoind()
const chains = createChains(
  readChainsConfig({
    chains: {
      LTC: { testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url: node.url }], follow: true } },
    },
  }),
)
const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), chains, clock, random })
const ltc = await onTestnet(tallystick)

// These words are public, and known to the key-management system alone. The service knows the wallet by its name and xpub.
const WORDS = 'test test test test test test test test test test test junk'
const keys = HDNodeWallet.fromPhrase(WORDS, '', "m/44'/1'/0'/0")
const base58 = createBase58check(sha256)
// Of Litecoin's testnet: an xpub begins with four bytes that name the chain, and ethers writes Bitcoin's.
const xpub = base58.encode(
  Uint8Array.of(0x04, 0x36, 0xf6, 0xe1, ...base58.decode(keys.neuter().extendedKey).slice(4)),
)
const wallet = { xpub, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

interface Serialized {
  readonly inputs: readonly {
    readonly prevTxId: string
    readonly outputIndex: number
    readonly sequenceNumber: number
    readonly output: { readonly satoshis: number; readonly script: string }
  }[]
  readonly outputs: readonly { readonly satoshis: number; readonly script: string }[]
  readonly version: number
  readonly nLockTime: number
}

/** In the key-management system. Input by input, the key is that of the `derivationKey` beside it. */
function sign({ serializedTransaction, withdrawalResponses = [] }: PendingTransaction): string {
  const { inputs, outputs, version, nLockTime: lockTime }: Serialized = JSON.parse(serializedTransaction)
  const transaction = new Transaction({ version, lockTime, allowLegacyWitnessUtxo: true })
  for (const { prevTxId: txid, outputIndex: index, sequenceNumber: sequence, output } of inputs) {
    const witnessUtxo = { script: bytes(output.script), amount: BigInt(output.satoshis) }
    transaction.addInput({ txid, index, sequence, witnessUtxo })
  }
  for (const { script, satoshis } of outputs) {
    transaction.addOutput({ script: bytes(script), amount: BigInt(satoshis) })
  }
  for (const index of inputs.keys()) {
    const { derivationKey = 0 } = withdrawalResponses[index]?.address ?? {}
    transaction.signIdx(bytes(keys.deriveChild(derivationKey).privateKey.slice(2)), index)
  }
  transaction.finalize()
  return transaction.hex
}

// Two customers have deposits of 50 LTC each. They are what a block pays its miner, which nobody can spend before 100 more.
await tallystick.custody.follow()
const open = async (externalId: string) => {
  const account = await ltc.createAccountXpub({
    currency: 'LTC',
    xpub,
    customer: { externalId },
  })
  const [deposit] = await ltc.getAllDepositAddresses({ id: account.id })
  await node.rpc('generatetoaddress', 1, deposit?.address)
  return account
}
const [alice, bob] = [await open('alice'), await open('bob')]
const { address: miner } = await ltc.ltcGenerateAddress({ xpub, index: 1_000 })
await node.rpc('generatetoaddress', 100, miner)
await tallystick.custody.follow()
await ltc.sendTransaction({ senderAccountId: bob.id, recipientAccountId: alice.id, amount: '30' })
console.log('Alice has', (await ltc.getAccountBalance({ id: alice.id })).availableBalance, 'LTC')

// 1. Ask. The account pays at once, and nothing is sent yet.
const { address } = await ltc.ltcGenerateAddress({ xpub, index: 2_000 })
const asked = await ltc.transferLtcKMS(
  { senderAccountId: alice.id, address, amount: '60', fee: '0.0005', ...wallet },
  { idempotencyKey: 'payout-1' },
)
console.log('Asked for:', asked)
console.log('Alice has', (await ltc.getAccountBalance({ id: alice.id })).availableBalance, 'LTC left')

// 2. List.
const [pending] = await ltc.receivePendingTransactionsToSign({
  chain: 'LTC',
  signatureIds: [wallet.signatureId],
})
if (pending?.withdrawalId === undefined) throw new TypeError('nothing waits')
const { inputs, outputs }: Serialized = JSON.parse(pending.serializedTransaction)
console.log('\nTo be signed:')
for (const [index, { output }] of inputs.entries()) {
  const { derivationKey, address: from } = pending.withdrawalResponses?.[index]?.address ?? {}
  console.log('  input of', output.satoshis, 'base units, by the key of index', derivationKey, `(${from})`)
}
for (const { satoshis } of outputs) console.log('  output of', satoshis, 'base units')

// 3. Sign, outside of the service. 4. Broadcast: the service compares what was signed with what it asked for.
const txData = sign(pending)
console.log('\nSigned outside:', RawTx.decode(bytes(txData)).inputs.length, 'inputs')
const { id: signatureId, withdrawalId } = pending
console.log(
  'Broadcast:',
  await ltc.broadcastBlockchainTransaction({ currency: 'LTC', txData, withdrawalId, signatureId }),
)

await node.rpc('generatetoaddress', 12, miner)
await tallystick.custody.follow()
const [{ status, amount, fee } = {}] = await ltc.getWithdrawals({ pageSize: 10 })
console.log('\nThe withdrawal:', { status, amount, fee })
const { isExplained } = await tallystick.reconcile()
console.log('The ledger and the chain agree:', isExplained)

await tallystick.close()
await node.stop()
