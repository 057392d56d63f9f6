/** From bodies to calls of contracts for multi tokens. */
import { BadTransaction, type EvmChain } from '@tallystick/custody'
import { refused } from '../chains/faults.js'
import { addressOf, type EvmId } from '../families/evm/reads.js'
import { type Common, dataOf, type Request, type RequestOf } from '../families/evm/sends.js'
import { MAX_TOKENS } from './models.js'

/** What every body has. */
export interface Sent extends Common {
  readonly chain: EvmId
}

interface OnContract extends Sent {
  readonly contractAddress: string
  readonly data?: string
}

interface One extends OnContract {
  readonly tokenId: string
  readonly amount: string
}

interface Many extends OnContract {
  readonly tokenId: readonly string[]
  readonly amounts: readonly string[]
}

const MOST = 2n ** 256n - 1n

/** @throws Rejected `validation.failed` if the text is not a whole number of 256 bits */
export function wholeOf(property: string, text: string, target: 'body' | 'param' | 'query' = 'body'): string {
  const value = /^(?:\d{1,256}|0x[0-9a-f]{1,64})$/i.test(text) ? BigInt(text) : undefined
  if (value !== undefined && value <= MOST) return value.toString()
  throw refused(property, { whole: `${property} is not a whole number from 0 to 2^256-1` }, target)
}

const wholes = (property: string, texts: readonly string[]): readonly string[] =>
  texts.map((text, place) => wholeOf(`${property}.${place}`, text))

async function call(
  chain: EvmChain,
  contractAddress: string,
  method: string,
  args: readonly unknown[],
): Promise<Request> {
  const to = addressOf(chain, 'contractAddress', contractAddress)
  const data = chain.codec.contracts.call('MultiToken', method, args)
  if (await isSilent(chain, to)) {
    throw refused('contractAddress', { contract: 'contractAddress is no contract of multi tokens' })
  }
  return { to, value: 0n, data, token: null }
}

/** An address without a contract takes every call, answers nothing, and moves nothing for the fee. */
async function isSilent({ codec, node }: EvmChain, to: string): Promise<boolean> {
  const data = codec.contracts.call('MultiToken', 'balanceOf(address,uint256)', [to, '0'])
  try {
    return (await node.call({ from: to, to, value: 0n, data })) === '0x'
  } catch (error) {
    if (error instanceof BadTransaction && error.code === 'execution.reverted') return false
    throw error
  }
}

const single = ({ tokenId, amount }: One): readonly string[] => [
  wholeOf('tokenId', tokenId),
  wholeOf('amount', amount),
]

const lists = ({ tokenId, amounts }: Pick<Many, 'tokenId' | 'amounts'>) => {
  mustMatch('amounts', amounts, tokenId)
  if (tokenId.length === 0) throw refused('tokenId', { minItems: 'tokenId names no token' })
  return [wholes('tokenId', tokenId), wholes('amounts', amounts)] as const
}

function mustMatch(property: string, list: readonly unknown[], ids: readonly unknown[]): void {
  if (list.length === ids.length) return
  throw refused(property, {
    length: `${property} has ${list.length} items, and tokenId ${ids.length}: each belongs to one`,
  })
}

export const deployed: RequestOf<Sent & { readonly uri: string; readonly publicMint?: boolean }> = (
  { codec },
  { uri, publicMint = false },
) => ({
  to: null,
  value: 0n,
  data: codec.contracts.deployment('MultiToken', [uri, publicMint]),
  token: null,
})

export const minted: RequestOf<One & { readonly to: string }> = (chain, args) =>
  call(chain, args.contractAddress, 'mint(address,uint256,uint256,bytes)', [
    addressOf(chain, 'to', args.to),
    ...single(args),
    dataOf(args.data),
  ])

interface Nested extends OnContract {
  readonly to: readonly string[]
  readonly tokenId: readonly (readonly string[])[]
  readonly amounts: readonly (readonly string[])[]
}

export const mintedBatch: RequestOf<Nested> = (chain, { to, tokenId, amounts, contractAddress, data }) => {
  mustMatch('amounts', amounts, tokenId)
  mustMatch('to', to, tokenId)
  if (to.length === 0) throw refused('to', { minItems: 'to names no recipient' })
  const count = tokenId.reduce((sum, ids) => sum + ids.length, 0)
  if (count > MAX_TOKENS) {
    throw refused('tokenId', {
      maxItems: `tokenId has ${count} IDs, and one transaction takes ${MAX_TOKENS}`,
    })
  }
  const ids = tokenId.map((own, place) => {
    mustMatch(`amounts.${place}`, amounts[place] ?? [], own)
    if (own.length === 0) throw refused(`tokenId.${place}`, { minItems: `tokenId.${place} names no token` })
    return wholes(`tokenId.${place}`, own)
  })
  return call(chain, contractAddress, 'mintBatch(address[],uint256[][],uint256[][],bytes)', [
    to.map((address, place) => addressOf(chain, `to.${place}`, address)),
    ids,
    amounts.map((own, place) => wholes(`amounts.${place}`, own)),
    dataOf(data),
  ])
}

export const burnt: RequestOf<One & { readonly account: string }> = (chain, args) =>
  call(chain, args.contractAddress, 'burn(address,uint256,uint256)', [
    addressOf(chain, 'account', args.account),
    ...single(args),
  ])

export const burntBatch: RequestOf<Many & { readonly account: string }> = (chain, args) =>
  call(chain, args.contractAddress, 'burnBatch(address,uint256[],uint256[])', [
    addressOf(chain, 'account', args.account),
    ...lists(args),
  ])

/** ERC-1155 wants to be told who sends. If only a key-management system knows, our own contract finds it out. */
export const transferred: RequestOf<One & { readonly to: string }> = (chain, args, from) => {
  const rest = [addressOf(chain, 'to', args.to), ...single(args), dataOf(args.data)]
  return from === null
    ? call(chain, args.contractAddress, 'safeTransfer(address,uint256,uint256,bytes)', rest)
    : call(chain, args.contractAddress, 'safeTransferFrom(address,address,uint256,uint256,bytes)', [
        from,
        ...rest,
      ])
}

interface Flat extends Omit<Many, 'amounts'> {
  readonly to: string
  readonly amounts?: readonly string[]
  /** Another name of `amounts`. */
  readonly amount?: readonly string[]
}

export const transferredBatch: RequestOf<Flat> = (chain, args, from) => {
  const { to, tokenId, amount, amounts = amount, contractAddress, data } = args
  if (amounts === undefined) throw refused('amounts', { required: 'amounts must be given' })
  if (amount !== undefined && amount.join() !== amounts.join()) {
    throw refused('amount', { same: 'amount is not the same as amounts: give one of the two' })
  }
  const rest = [addressOf(chain, 'to', to), ...lists({ tokenId, amounts }), dataOf(data)]
  return from === null
    ? call(chain, contractAddress, 'safeBatchTransfer(address,uint256[],uint256[],bytes)', rest)
    : call(chain, contractAddress, 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [
        from,
        ...rest,
      ])
}

/** `keccak256("MINTER_ROLE")`, as OpenZeppelin's contracts name the role. */
const MINTER_ROLE = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6'

export const minterAdded: RequestOf<Omit<OnContract, 'data'> & { readonly minter: string }> = (chain, args) =>
  call(chain, args.contractAddress, 'grantRole(bytes32,address)', [
    MINTER_ROLE,
    addressOf(chain, 'minter', args.minter),
  ])
