/**
 * Estimates operation types on EVM chains: the gas of the transaction that would be sent, as the node computes it. If a
 * body leaves out a value that affects the gas, the most expensive allowed value counts, because unused gas is not paid
 * and a transaction with too little gas fails.
 */
import { exactNumber } from '@tallystick/core'
import {
  BadTransaction,
  type EvmCall,
  type EvmChain,
  type EvmContract,
  NodeFault,
  withRoom,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../../chains/faults.js'
import { unitsOf } from '../../chains/units.js'
import type { CallContext } from '../../context.js'
import { MAX_URL } from '../../models/fees.js'
import { addressOf, evmOf } from './reads.js'

/** An arbitrary address. None of its bytes is zero, because zero bytes cost less. */
const ANYBODY = `0x${'a5'.repeat(20)}`
const ANY_WORD = BigInt(`0x${'a5'.repeat(32)}`)

const WORD = /^0x[0-9a-f]{64}$/i

/** The longest documented name and symbol of a token (`DeployErc20OffchainKMSAddress`). */
const LONG_NAME = 'x'.repeat(100)
const LONG_SYMBOL = 'x'.repeat(30)

interface Estimate {
  readonly chain: string
  readonly type: string
  readonly sender?: string
  readonly recipient?: string
  readonly contractAddress?: string
  readonly amount?: string
}

type CallOf = (chain: EvmChain, estimate: Estimate) => EvmCall | Promise<EvmCall>

const OPERATION_TYPES: Readonly<Record<string, CallOf>> = {
  DEPLOY_ERC20: (chain, estimate) => {
    const from = senderOf(chain, estimate)
    const token = [LONG_NAME, LONG_SYMBOL, '18', String(ANY_WORD), String(ANY_WORD), from, from]
    return deployment(from, chain.codec.contracts.deployment('Erc20', token))
  },
  DEPLOY_NFT: (chain, estimate) => {
    const from = senderOf(chain, estimate)
    const data = chain.codec.contracts.deployment('Nft', [LONG_NAME, LONG_SYMBOL, from])
    return deployment(from, data)
  },
  MINT_NFT: async (chain, estimate) => {
    const [from, to, contract] = namedOf(chain, estimate, 'sender', 'recipient', 'contractAddress')
    await mustBeNft(chain, contract)
    const item = [to, String(ANY_WORD), 'x'.repeat(MAX_URL)]
    const data = chain.codec.contracts.call('Nft', 'mintWithTokenURI(address,uint256,string)', item)
    return { from, to: contract, value: 0n, data }
  },
  BURN_NFT: async (chain, estimate) => {
    const [from, contract] = namedOf(chain, estimate, 'sender', 'contractAddress')
    const token = await someTokenOf(chain, contract, from)
    const data = chain.codec.contracts.call('Nft', 'burn(uint256)', [token])
    return { from, to: contract, value: 0n, data }
  },
  TRANSFER_NFT: async (chain, estimate) => {
    const [from, to, contract] = namedOf(chain, estimate, 'sender', 'recipient', 'contractAddress')
    const token = await someTokenOf(chain, contract, from)
    const data = chain.codec.contracts.call('Nft', 'safeTransferFrom(address,address,uint256)', [
      from,
      to,
      token,
    ])
    return { from, to: contract, value: 0n, data }
  },
  TRANSFER_ERC20: (chain, estimate) => {
    const [from, to, token] = namedOf(chain, estimate, 'sender', 'recipient', 'contractAddress')
    return tokenTransfer(chain, { from, to, token, amount: given('amount', estimate.amount) })
  },
}

/** Already estimated with the most expensive values. */
const DEAREST: ReadonlySet<string> = new Set(['DEPLOY_ERC20', 'DEPLOY_NFT', 'MINT_NFT'])

/** @throws Rejected `fee.not.estimated` for operation types without a contract here, or with too little information */
export async function estimateOperationType(context: CallContext, estimate: Estimate) {
  const chain = await evmOf(context, { id: estimate.chain }, {})
  const callOf = Object.hasOwn(OPERATION_TYPES, estimate.type) ? OPERATION_TYPES[estimate.type] : undefined
  if (callOf === undefined) throw notEstimated(`${estimate.type}: there is no such contract here`)
  const call = await callOf(chain, estimate)
  return priced(chain, DEAREST.has(estimate.type) ? chain.node.estimateGas(call) : gasOf(chain, call))
}

interface MintBatch {
  readonly chain: string
  readonly sender: string
  readonly contractAddress: string
  readonly recipients: readonly string[]
  readonly tokenIds: readonly string[]
  readonly urls: readonly string[]
}

/** @throws Rejected `validation.failed` if the lists are empty or differ in length */
export async function estimateMintBatch(
  context: CallContext,
  { recipients, tokenIds, urls, ...args }: MintBatch,
) {
  const chain = await evmOf(context, { id: args.chain }, {})
  if (recipients.length === 0) throw refused('recipients', { length: 'recipients names nobody' })
  for (const [name, list] of Object.entries({ tokenIds, urls })) {
    if (list.length !== recipients.length)
      throw refused(name, { length: `${name} is not as long as recipients` })
  }
  const to = recipients.map((address, at) => addressOf(chain, `recipients.${at}`, address))
  const data = chain.codec.contracts.call('Nft', 'mintMultiple(address[],uint256[],string[])', [
    to,
    tokenIds,
    urls,
  ])
  const from = addressOf(chain, 'sender', args.sender)
  const contract = addressOf(chain, 'contractAddress', args.contractAddress)
  await mustBeNft(chain, contract)
  return priced(chain, gasOf(chain, { from, to: contract, value: 0n, data }))
}

/**
 * Estimates the activation of gas pumps by one transaction. The body names no factory, and the chain may have none: the
 * node runs the work to measure it, and estimates the rest as a transaction with this data.
 */
export async function estimateActivation(
  context: CallContext,
  { chain: id, batchCount }: { readonly chain: string; readonly batchCount: number },
) {
  const chain = await evmOf(context, { id }, {})
  const { contracts } = chain.codec
  const range = [ANYBODY, String(ANY_WORD), String(ANY_WORD)]
  const activate = contracts.call('GasPumpFactory', 'activate(address,uint256,uint256)', range)
  const meter = contracts.deployment('GasPumpMeter', [ANYBODY, String(batchCount)])
  const [taken, frame] = await Promise.all([
    chain.node.call(deployment(ANYBODY, meter)),
    chain.node.estimateGas({ from: ANYBODY, to: ANYBODY, value: 0n, data: activate }),
  ])
  // Some nodes answer such a call with nothing, which would look cheap.
  if (!WORD.test(taken))
    throw new NodeFault('unsupported', 'The node does not run code that is to be deployed')
  return priced(chain, Promise.resolve(frame + BigInt(taken)))
}

interface CustodialTransfer {
  readonly chain: string
  readonly sender: string
  readonly recipient: string
  readonly custodialAddress: string
  readonly tokenType: number
  readonly amount: string
  readonly contractAddress?: string
  readonly tokenId?: string
}

/** The kinds of tokens in `GasPump.transfer`. */
const KINDS = { fungible: 0, nonFungible: 1, multiToken: 2, native: 3 } as const

/** @throws Rejected `fee.not.estimated` if the address is not an activated gas pump */
export async function estimateCustodialTransfer(
  context: CallContext,
  { tokenType, ...args }: CustodialTransfer,
) {
  const chain = await evmOf(context, { id: args.chain }, {})
  const { contracts } = chain.codec
  const from = addressOf(chain, 'sender', args.sender)
  const to = addressOf(chain, 'recipient', args.recipient)
  const pump = addressOf(chain, 'custodialAddress', args.custodialAddress)
  const isNative = tokenType === KINDS.native
  const token = isNative
    ? ANYBODY
    : addressOf(chain, 'contractAddress', given('contractAddress', args.contractAddress))
  const hasId = tokenType === KINDS.nonFungible || tokenType === KINDS.multiToken
  const tokenId = hasId ? given('tokenId', args.tokenId) : '0'

  const owner = await ask(chain, pump, ['GasPump', 'owner()'])
  if (owner !== BigInt(from)) {
    throw refused('sender', { owner: 'sender is not the owner of the custodial address' })
  }

  const amount =
    tokenType === KINDS.nonFungible
      ? 0n
      : unitsOf('amount', args.amount, await decimalsOf(chain, tokenType, token))
  const data = contracts.call('GasPump', 'transfer(address,uint256,address,uint256,uint256)', [
    token,
    String(tokenType),
    to,
    String(amount),
    tokenId,
  ])
  return priced(chain, gasOf(chain, { from, to: pump, value: 0n, data }))
}

async function decimalsOf({ node, record }: EvmChain, tokenType: number, token: string): Promise<number> {
  if (tokenType === KINDS.native) return record.decimals
  return tokenType === KINDS.fungible ? node.tokenDecimals(token) : 0
}

/** @param amount In tokens; the contract reports their decimals */
export async function tokenTransfer(
  { codec, node }: EvmChain,
  { from, to, amount, token }: { readonly [Name in 'from' | 'to' | 'amount' | 'token']: string },
): Promise<EvmCall> {
  const units = unitsOf('amount', amount, await node.tokenDecimals(token))
  return { from, to: token, value: 0n, data: codec.encodeErc20Transfer(to, units) }
}

const deployment = (from: string, data: string): EvmCall => ({ from, to: null, value: 0n, data })

/** With the same additional gas as a transaction that is sent. */
const gasOf = async ({ node }: EvmChain, call: EvmCall): Promise<bigint> =>
  withRoom(await node.estimateGas(call))

async function priced({ node }: EvmChain, gas: Promise<bigint>) {
  const [units, { fast }] = await Promise.all([gas, node.feeRates()])
  return { gasLimit: exactNumber(units.toString()), gasPrice: exactNumber(fast.toString()) }
}

/**
 * Reads one word from a contract.
 * @throws Rejected `fee.not.estimated` if the address has no code, or another contract
 */
async function ask(
  { codec, node }: EvmChain,
  to: string,
  [contract, method]: readonly [EvmContract, string],
  args: readonly string[] = [],
): Promise<bigint> {
  const data = codec.contracts.call(contract, method, args)
  const answer = await node.call({ from: ANYBODY, to, value: 0n, data }).catch((error: unknown) => {
    if (error instanceof BadTransaction && error.code === 'execution.reverted') return '0x'
    throw error
  })
  // An address without code returns nothing, and accepts every transaction for little gas.
  if (!WORD.test(answer)) throw notEstimated(`${to} does not answer ${method}`)
  return BigInt(answer)
}

/** The ERC-165 interface id of ERC-721. */
const ERC721 = '0x80ac58cd'

async function mustBeNft(chain: EvmChain, contract: string): Promise<void> {
  const supported = await ask(chain, contract, ['Nft', 'supportsInterface(bytes4)'], [ERC721])
  if (supported !== 1n) throw notEstimated(`${contract} is no contract of NFTs`)
}

/** The first token of the holder. Moving another one may cost a little more, which the additional gas covers. */
async function someTokenOf(chain: EvmChain, contract: string, holder: string): Promise<string> {
  await mustBeNft(chain, contract)
  if ((await ask(chain, contract, ['Nft', 'balanceOf(address)'], [holder])) === 0n) {
    throw notEstimated('the sender has no token of this contract')
  }
  return String(await ask(chain, contract, ['Nft', 'tokenOfOwnerByIndex(address,uint256)'], [holder, '0']))
}

function senderOf(chain: EvmChain, { sender }: Estimate): string {
  return sender === undefined ? ANYBODY : addressOf(chain, 'sender', sender)
}

type Named = 'sender' | 'recipient' | 'contractAddress'

/** @throws Rejected `validation.failed` if a field is missing or not an address */
function namedOf<Names extends readonly Named[]>(
  chain: EvmChain,
  estimate: Estimate,
  ...names: Names
): { readonly [Place in keyof Names]: string } {
  const addresses = names.map((name) => addressOf(chain, name, given(name, estimate[name])))
  return addresses as { readonly [Place in keyof Names]: string }
}

function given(property: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw refused(property, { required: `${property} must be given` })
}

const notEstimated = (detail: string): Rejected => new Rejected({ code: 'fee.not.estimated', detail })
