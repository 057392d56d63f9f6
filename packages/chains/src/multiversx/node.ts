/** MultiversX through its gateway. */
import {
  BadTransaction,
  type EvmFunds,
  type MultiversxJson,
  type MultiversxNetwork,
  type MultiversxNode,
  NodeFault,
} from '@tallystick/custody'
import { amountIn, objectIn, textIn, wholeIn } from '../answers.js'
import { RpcError } from '../transport/transport.js'
import { broadcast } from './broadcast.js'
import { senderIn } from './envelope.js'
import type { Gateway } from './gateway.js'
import { finalHeight, hyperblock, sentBy, statusOf, transaction } from './standing.js'

const HASH = /^[0-9a-f]{64}$/i
/** The gas limit of nodes that do not report it (mx-chain-go, `economics.toml`). */
const MAX_GAS = 600_000_000n

export function multiversxNode(node: Gateway): MultiversxNode {
  const accountAt = async (address: string, asked = node): Promise<MultiversxJson> =>
    asked.get(`/address/${address}`)
  const account = async (address: string): Promise<MultiversxJson> =>
    objectIn(await accountAt(address), 'account')
  const find = async (txId: string): Promise<MultiversxJson | undefined> =>
    HASH.test(txId) ? transaction(node, txId.toLowerCase()) : undefined

  return {
    network: () => networkOf(node),
    gasFor: (wanted) => gasFor(node, wanted),
    nonce: async (address) => wholeIn(await account(address), 'nonce'),
    funds: (address, tokens) => fundsOf(node.pinned(), address, tokens),
    async block(ref) {
      return hyperblock(node, HASH.test(ref) ? ref.toLowerCase() : ref)
    },
    transaction: find,
    sentBy: (address, most) => sentBy(node, address, most),
    async head() {
      const one = node.pinned()
      const height = await finalHeight(one)
      const block = await hyperblock(one, height)
      if (block === undefined) throw new NodeFault('unreachable', 'The node does not have its newest block')
      return { height, hash: textIn(block, 'hash') }
    },
    balance: async (address) => amountIn(await account(address), 'balance'),
    broadcast: (signed) => broadcast(node, signed),
    status: (signed) => statusOf(node.pinned(), signed, senderIn(signed.raw)),
    async raw(txId) {
      const found = await find(txId)
      return found && rawOf(found)
    },
  }
}

async function networkOf(node: Gateway): Promise<MultiversxNetwork> {
  const config = objectIn(await node.get('/network/config'), 'config')
  return {
    chainId: textIn(config, 'erd_chain_id'),
    minGasPrice: amountIn(config, 'erd_min_gas_price'),
    minGasLimit: amountIn(config, 'erd_min_gas_limit'),
    gasPerByte: amountIn(config, 'erd_gas_per_data_byte'),
    maxGasLimit:
      'erd_max_gas_per_transaction' in config ? amountIn(config, 'erd_max_gas_per_transaction') : MAX_GAS,
  }
}

/** Simulates the transaction on the present state. If it would fail, the node gives the reason instead of the gas. */
async function gasFor(node: Gateway, wanted: Parameters<MultiversxNode['gasFor']>[0]): Promise<bigint> {
  let told: MultiversxJson
  try {
    told = await node.ask('/transaction/cost', wanted)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new BadTransaction('execution.reverted', 'The node cannot simulate the transaction')
  }
  const units = amountIn(told, 'txGasUnits')
  if (units > 0n) return units
  const { returnMessage } = told
  const why = /^[A-Za-z][\w ,.']{2,100}/.exec(typeof returnMessage === 'string' ? returnMessage : '')?.[0]
  throw new BadTransaction('execution.reverted', why ?? 'The transaction would fail')
}

/**
 * Each answer names its block. Tokens as of an earlier block than the nonce would include those that a counted transaction
 * has already taken.
 * @param node One endpoint
 */
async function fundsOf(node: Gateway, address: string, tokens: readonly string[]): Promise<EvmFunds> {
  const answer = await node.get(`/address/${address}`)
  const account = objectIn(answer, 'account')
  const owned = { nonce: wholeIn(account, 'nonce'), coins: amountIn(account, 'balance') }
  const amounts: bigint[] = []
  for (const token of tokens) {
    const found = await node.get(`/address/${address}/esdt/${token}`)
    if (wholeIn(objectIn(found, 'blockInfo'), 'nonce') < wholeIn(objectIn(answer, 'blockInfo'), 'nonce')) {
      throw new NodeFault('unreachable', 'The nodes behind the gateway are not at the same block')
    }
    amounts.push(amountIn(objectIn(found, 'tokenData'), 'balance'))
  }
  return { ...owned, tokens: amounts }
}

const WRITTEN = [
  'nonce',
  'value',
  'receiver',
  'sender',
  'senderUsername',
  'receiverUsername',
  'gasPrice',
  'gasLimit',
  'data',
  'chainID',
  'version',
  'options',
  'guardian',
  'relayer',
  'signature',
  'guardianSignature',
  'relayerSignature',
] as const

/** The JSON that was sent, without the fields that a node adds. */
function rawOf(found: MultiversxJson): string | undefined {
  if (typeof found['signature'] !== 'string' || typeof found['chainID'] !== 'string') return undefined
  const written = WRITTEN.flatMap((name) => (found[name] ? [[name, found[name]]] : []))
  const nonce = found['nonce'] ?? 0
  return JSON.stringify(Object.fromEntries([['nonce', nonce], ['value', found['value'] ?? '0'], ...written]))
}
