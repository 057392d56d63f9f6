/** What the node tells of multi tokens. */
import type { EvmChain } from '@tallystick/custody'
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { presentTransaction, type TransactionModel } from '../families/evm/present.js'
import { addressOf, type EvmId, evmOf, type OnTestnet } from '../families/evm/reads.js'
import { MAX_ASKED } from './models.js'
import { wholeOf } from './requests.js'

export interface OnChain extends OnTestnet {
  readonly chain: EvmId
}

interface OnContract extends OnChain {
  readonly contractAddress: string
}

export const chainOf = (context: CallContext, args: OnChain): Promise<EvmChain> =>
  evmOf(context, records[args.chain], args)

const READS = {
  'balanceOf(address,uint256)': 'uint256',
  'balanceOfBatch(address[],uint256[])': 'uint256[]',
  'uri(uint256)': 'string',
} as const

/** The sender of a read from a contract. */
const NOBODY = `0x${'0'.repeat(40)}`

async function ask(
  chain: EvmChain,
  { contractAddress }: OnContract,
  method: keyof typeof READS,
  args: readonly unknown[],
): Promise<unknown> {
  const { codec, node } = chain
  const to = addressOf(chain, 'contractAddress', contractAddress, 'param')
  const data = codec.contracts.call('MultiToken', method, args)
  const answer = await node.call({ from: NOBODY, to, value: 0n, data })
  const [name = ''] = method.split('(')
  const abi = { type: 'function', name, inputs: [], outputs: [{ name: '', type: READS[method] }] }
  return codec.decodeResult(abi, name, answer)
}

export async function readBalance(
  context: CallContext,
  args: OnContract & { readonly address: string; readonly tokenId: string },
) {
  const chain = await chainOf(context, args)
  const holder = addressOf(chain, 'address', args.address, 'param')
  const tokenId = wholeOf('tokenId', args.tokenId, 'param')
  return { data: String(await ask(chain, args, 'balanceOf(address,uint256)', [holder, tokenId])) }
}

/** Of the first token the first address, and so on. */
export async function readBalances(
  context: CallContext,
  args: OnContract & { readonly address: string; readonly tokenId: string },
): Promise<string[]> {
  const chain = await chainOf(context, args)
  const ids = args.tokenId.split(',').map((id) => wholeOf('tokenId', id, 'query'))
  const written = args.address.split(',')
  if (written.length !== ids.length) {
    const text = `address has ${written.length} items, and tokenId ${ids.length}: each belongs to one`
    throw refused('address', { length: text }, 'query')
  }
  if (ids.length > MAX_ASKED) {
    throw refused(
      'tokenId',
      { maxItems: `tokenId has ${ids.length} items, and at most ${MAX_ASKED} are asked` },
      'query',
    )
  }
  const holders = written.map((address) => addressOf(chain, 'address', address, 'query'))
  const answer = await ask(chain, args, 'balanceOfBatch(address[],uint256[])', [holders, ids])
  return Array.isArray(answer) ? answer.map(String) : []
}

export async function readMetadata(context: CallContext, args: OnContract & { readonly token: string }) {
  const chain = await chainOf(context, args)
  return { data: String(await ask(chain, args, 'uri(uint256)', [wholeOf('token', args.token, 'param')])) }
}

const MODEL: TransactionModel = { has: [], logsNameBlock: false }

export async function readTransaction(context: CallContext, args: OnChain & { readonly hash: string }) {
  const transaction = await (await chainOf(context, args)).node.transaction(args.hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found' })
  return presentTransaction(transaction, MODEL)
}
