/**
 * MultiversX: wallets of a mnemonic, accounts with nonces, tokens by the data of a transaction. Reads return the node's own
 * answer. Sends are recorded with their nonce before a node gets them.
 */
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { NODE_CODES } from '../../chains/faults.js'
import { broadcastCodes, broadcasting } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { AddressIndex, MnemonicQuery, MnemonicRequest, PrivKey, PrivKeyRequest } from '../../models/wallet.js'
import { operation } from '../../operation.js'
import { flat, unstated } from '../../price.js'
import { optional } from '../../wire/fields.js'
import { pair } from '../pair.js'
import {
  AddressOfMnemonic,
  EgldAddress,
  EgldAddressParam,
  EgldBalance,
  EgldBlock,
  EgldBlockRef,
  EgldCount,
  EgldGas,
  EgldHash,
  EgldHeight,
  EgldTx,
  EgldTxs,
  EgldWallet,
  MnemonicParam,
  TransactionFeeEgldBlockchain,
  TransferEgldBlockchain,
  TransferEgldBlockchainKMS,
} from './models.js'
import {
  accountAt,
  addressIn,
  both,
  EGLD_BUILD_CODES,
  EGLD_SEND_CREDITS,
  egld,
  egldOf,
  estimateEgldGas,
  nextNonce,
  walletOf,
} from './multiversx.js'

const area = 'Elrond'
const READ_CREDITS = 1
const ADDRESS = '/v3/egld/address'
const LATEST = 20

const read = { area, method: 'GET', price: flat(READ_CREDITS) } as const
const MNEMONIC_ERRORS = ['key.generation.failed.wrong.mnemonic', 'chain.not.configured'] as const

export const egldGenerateWallet = operation({
  ...read,
  id: 'egldGenerateWallet',
  path: '/v3/egld/wallet',
  summary: 'Generates a MultiversX wallet of 24 words',
  description:
    'The service stores nothing. If you have a mnemonic, call egldGenerateWalletFromMnemonic instead: proxies and histories store URLs.',
  query: { mnemonic: optional(MnemonicQuery) },
  output: EgldWallet,
  errors: MNEMONIC_ERRORS,
}).read((context, { mnemonic }) => walletOf(context, mnemonic))

export const egldGenerateWalletFromMnemonic = operation({
  id: 'egldGenerateWalletFromMnemonic',
  area,
  method: 'POST',
  path: '/v3/egld/wallet',
  summary: 'Checks the mnemonic of a MultiversX wallet',
  description:
    "Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.",
  price: unstated(READ_CREDITS),
  body: MnemonicRequest,
  output: EgldWallet,
  errors: MNEMONIC_ERRORS,
}).read((context, { mnemonic }) => walletOf(context, mnemonic))

export const egldGenerateAddress = operation({
  ...read,
  id: 'egldGenerateAddress',
  path: `${ADDRESS}/{mnemonic}/{index}`,
  summary: 'Returns an address of a MultiversX wallet',
  description:
    'If you can, call egldGenerateAddressFromMnemonic instead: proxies and histories store URLs, and the mnemonic with them.',
  params: { mnemonic: MnemonicParam, index: AddressIndex },
  output: EgldAddress,
  errors: MNEMONIC_ERRORS,
}).read(async (context, args) => ({ address: (await accountAt(context, args)).address }))

export const egldGenerateAddressFromMnemonic = operation({
  id: 'egldGenerateAddressFromMnemonic',
  area,
  method: 'POST',
  path: ADDRESS,
  summary: 'Returns an address of the MultiversX wallet of a mnemonic',
  description:
    "Works like egldGenerateAddress, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.",
  price: unstated(READ_CREDITS),
  body: AddressOfMnemonic,
  output: EgldAddress,
  errors: MNEMONIC_ERRORS,
}).read(async (context, args) => ({ address: (await accountAt(context, args)).address }))

export const egldGenerateAddressPrivateKey = operation({
  id: 'egldGenerateAddressPrivateKey',
  area,
  method: 'POST',
  path: '/v3/egld/wallet/priv',
  summary: 'Returns the private key of a MultiversX address',
  price: flat(READ_CREDITS),
  body: PrivKeyRequest,
  output: PrivKey,
  errors: MNEMONIC_ERRORS,
}).read(async (context, args) => ({ key: (await accountAt(context, args)).privateKey }))

export const eGldGetCurrentBlock = operation({
  ...read,
  id: 'eGldGetCurrentBlock',
  path: '/v3/egld/block/current',
  summary: 'Returns the nonce of the last final hyperblock',
  output: EgldHeight,
  errors: NODE_CODES,
}).read(async (context) => (await (await egldOf(context)).node.head()).height)

export const egldGetBlock = operation({
  ...read,
  id: 'egldGetBlock',
  path: '/v3/egld/block/{hash}',
  summary: 'Returns a hyperblock with its transactions',
  params: { hash: EgldBlockRef },
  output: EgldBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const block = await (await egldOf(context)).node.block(hash)
  if (block === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: hash })
  return block
})

export const egldGetBalance = operation({
  ...read,
  id: 'egldGetBalance',
  path: '/v3/egld/account/balance/{address}',
  summary: 'Returns the EGLD balance of an address',
  params: { address: EgldAddressParam },
  output: EgldBalance,
  errors: NODE_CODES,
}).read(async (context, { address }) => {
  const chain = await egldOf(context)
  return { balance: egld(await chain.node.balance(addressIn(chain, 'address', address, 'param'))) }
})

export const egldGetTransaction = operation({
  ...read,
  id: 'egldGetTransaction',
  path: '/v3/egld/transaction/{hash}',
  summary: 'Returns a MultiversX transaction',
  params: { hash: EgldHash },
  output: EgldTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await egldOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
})

export const egldGetTransactionAddress = operation({
  ...read,
  id: 'egldGetTransactionAddress',
  path: '/v3/egld/transaction/address/{address}',
  summary: 'Returns the latest 20 transactions that an address has sent',
  description: 'Newest first. Needs a node with an index, such as api.multiversx.com.',
  params: { address: EgldAddressParam },
  output: EgldTxs,
  errors: NODE_CODES,
}).read(async (context, { address }) => {
  const chain = await egldOf(context)
  return [...(await chain.node.sentBy(addressIn(chain, 'address', address, 'param'), LATEST))]
})

export const egldGetTransactionCount = operation({
  ...read,
  id: 'egldGetTransactionCount',
  path: '/v3/egld/transaction/count/{address}',
  summary: 'Returns the nonce of the next transaction of an address',
  params: { address: EgldAddressParam },
  output: EgldCount,
  errors: NODE_CODES,
}).read((context, { address }) => nextNonce(context, address))

export const [transferEgldBlockchain, transferEgldBlockchainKMS] = pair(
  {
    ids: ['transferEgldBlockchain', 'transferEgldBlockchainKMS'],
    area,
    path: '/v3/egld/transaction',
    summary: 'Sends EGLD, or a token by its data',
    description:
      'A token moves by data such as `ESDTTransfer@` + its identifier in hex + `@` + base units in hex, with the amount 0.',
    price: flat(EGLD_SEND_CREDITS),
    bodies: [TransferEgldBlockchain, TransferEgldBlockchainKMS],
    outputs: [TransactionSigned, TransactionSigned],
    record: records.EGLD,
    codes: EGLD_BUILD_CODES,
    keyField: 'fromPrivateKey',
    signers: [['fromPrivateKey'], ['signatureId']],
  },
  both,
)

export const egldBroadcast = operation({
  id: 'egldBroadcast',
  area,
  method: 'POST',
  path: '/v3/egld/broadcast',
  summary: 'Broadcasts a signed MultiversX transaction',
  description: 'txData is its JSON, without blanks. With signatureId it completes that pending transaction.',
  price: flat(EGLD_SEND_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes(records.EGLD),
}).twoPhase(broadcasting((context) => egldOf(context), EGLD_SEND_CREDITS))

export const egldEstimateGas = operation({
  id: 'egldEstimateGas',
  area: 'Blockchain fees',
  method: 'POST',
  path: '/v3/egld/gas',
  summary: 'Estimates the gas of a MultiversX transaction',
  description: 'A transaction that would fail now is refused.',
  price: flat(2),
  body: TransactionFeeEgldBlockchain,
  output: EgldGas,
  errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
}).read(estimateEgldGas)
