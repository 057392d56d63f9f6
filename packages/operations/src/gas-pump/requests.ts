/** Bodies of gas pumps as calls of contracts. What a pump is told is checked first: who may tell it, and exact amounts. */
import {
  BadTransaction,
  type EvmChain,
  NodeFault,
  type PumpKind,
  type PumpMove,
  records,
} from '@tallystick/custody'
import { refused } from '../chains/faults.js'
import { unitsOf } from '../chains/units.js'
import type { CallContext } from '../context.js'
import { addressOf, type EvmId, evmOf } from '../families/evm/reads.js'
import type { Common, Request, RequestOf } from '../families/evm/sends.js'
import { MOST_ACTIVATED } from './models.js'

const MAX_UINT256 = (1n << 256n) - 1n
/** The sender of a read from a contract. */
const NOBODY = `0x${'0'.repeat(40)}`
/** The place of what a transfer does not need in a batch. */
const NONE = '0'

interface OnChain extends Common {
  readonly chain: EvmId
}

export const chainOf = (context: CallContext, args: Pick<OnChain, 'chain'>): Promise<EvmChain> =>
  evmOf(context, records[args.chain], {})

export interface Range {
  readonly owner: string
  readonly from: number
  readonly to: number
}

/** @throws Rejected `validation.failed` if it is empty, or has more than `most` */
export function mustBeRange({ from, to }: Range, most: number): void {
  if (to < from) throw refused('to', { range: 'to is below from' })
  if (to - from >= most) throw refused('to', { range: `from and to are more than ${most} addresses` })
}

const called = (to: string, data: string): Request => ({ to, value: 0n, data, token: null })

export const activated: RequestOf<Range & OnChain> = async (chain, args) => {
  mustBeRange(args, MOST_ACTIVATED)
  const { gasPumps } = chain.codec
  const owner = addressOf(chain, 'owner', args.owner)
  const [from, to] = [BigInt(args.from), BigInt(args.to)]
  const factory = chain.codec.canonical(gasPumps.factory)
  // Where there is no factory, the transaction would do nothing for its gas.
  const told = await asked(chain, factory, gasPumps.askAddress(owner, from))
  if (told !== gasPumps.addressesOf(owner)(from)) {
    throw new NodeFault('unsupported', `${chain.record.name} has no factory of gas pumps at ${factory} yet`)
  }
  return called(factory, gasPumps.activate(owner, from, to))
}

/** The address that a contract answers with; undefined if it is no such contract. */
async function asked({ codec, node }: EvmChain, to: string, data: string): Promise<string | undefined> {
  const answer = await node.call({ from: NOBODY, to, value: 0n, data }).catch((error: unknown) => {
    if (error instanceof BadTransaction && error.code === 'execution.reverted') return '0x'
    throw error
  })
  return codec.gasPumps.addressIn(answer)
}

/** Whose pump it is; undefined if it is none, or not activated. */
export async function ownerOf(chain: EvmChain, pump: string): Promise<string | undefined> {
  const { codec } = chain
  const owner = await asked(chain, pump, codec.gasPumps.askOwner)
  return owner === undefined ? undefined : codec.canonical(owner)
}

/**
 * The pump that is told what to do. An address without a contract would take every call, and do nothing for the fee.
 * @throws Rejected `validation.failed` if it is not activated, or the sender is not its owner
 */
async function pumpOf(chain: EvmChain, given: string, from: string | null): Promise<string> {
  const pump = addressOf(chain, 'custodialAddress', given)
  const owner = await ownerOf(chain, pump)
  if (owner === undefined) {
    throw refused('custodialAddress', { activated: 'custodialAddress is no activated gas pump' })
  }
  if (from !== null && from !== owner) {
    throw refused('custodialAddress', { owner: 'custodialAddress has another owner than the sender' })
  }
  return pump
}

/** One transfer or approval, as the body names it. */
interface Named {
  /** Of the fields: `.3` in a batch. */
  readonly at: string
  readonly contractType: PumpKind
  readonly tokenAddress: string | undefined
  readonly amount: string | undefined
  readonly tokenId: string | undefined
}

function given(property: string, value: string | undefined, kind: PumpKind): string {
  if (value !== undefined) return value
  throw refused(property, { required: `${property} must be given for the contract type ${kind}` })
}

function tokenIdOf(property: string, text: string): bigint {
  const id = /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
  if (id !== undefined && id <= MAX_UINT256) return id
  throw refused(property, { whole: `${property} is not a whole number of 256 bits` })
}

/** What is moved, and how much of it, in base units. */
async function moved(
  chain: EvmChain,
  { at, contractType: kind, tokenAddress, amount, tokenId }: Named,
): Promise<Omit<PumpMove, 'to'>> {
  const units = (decimals: number) => {
    const text = given(`amount${at}`, amount, kind)
    if (!/^[+]?((\d+(\.\d*)?)|(\.\d+))$/.test(text)) {
      throw refused(`amount${at}`, { amount: `amount${at} is not an amount` })
    }
    return unitsOf(`amount${at}`, text, decimals)
  }
  const id = () => tokenIdOf(`tokenId${at}`, given(`tokenId${at}`, tokenId, kind))
  if (kind === 3) return { kind, token: null, amount: units(chain.record.decimals), tokenId: 0n }
  const named = given(`tokenAddress${at}`, tokenAddress === NONE ? undefined : tokenAddress, kind)
  const token = addressOf(chain, `tokenAddress${at}`, named)
  if (kind === 0) {
    return { kind, token, amount: units(await chain.node.tokenDecimals(token)), tokenId: 0n }
  }
  return { kind, token, amount: kind === 1 ? 0n : units(0), tokenId: id() }
}

interface Moving extends Omit<Named, 'at'> {
  readonly custodialAddress: string
}

export interface Transfer extends OnChain {
  readonly custodialAddress: string
  readonly recipient: string
  readonly contractType: PumpKind
  readonly tokenAddress?: string
  readonly amount?: string
  readonly tokenId?: string
}

const namedIn = ({
  contractType,
  tokenAddress,
  amount,
  tokenId,
}: Omit<Transfer, 'recipient'>): Omit<Moving, 'custodialAddress'> & { readonly at: '' } => ({
  at: '',
  contractType,
  tokenAddress,
  amount,
  tokenId,
})

export const transferred: RequestOf<Transfer> = async (chain, args, from) => {
  const to = addressOf(chain, 'recipient', args.recipient)
  const pump = await pumpOf(chain, args.custodialAddress, from)
  const move = await moved(chain, namedIn(args))
  return called(pump, chain.codec.gasPumps.transfer({ ...move, to }))
}

export interface Batch extends OnChain {
  readonly custodialAddress: string
  readonly recipient: readonly string[]
  readonly contractType: readonly PumpKind[]
  readonly tokenAddress: readonly string[]
  readonly amount: readonly string[]
  readonly tokenId: readonly string[]
}

export const transferredBatch: RequestOf<Batch> = async (chain, args, from) => {
  const { recipient, contractType, tokenAddress, amount, tokenId } = args
  if (recipient.length === 0) throw refused('recipient', { length: 'recipient names nobody' })
  for (const [name, list] of Object.entries({ contractType, tokenAddress, amount, tokenId })) {
    if (list.length !== recipient.length) {
      throw refused(name, { length: `${name} is not as long as recipient` })
    }
  }
  const pump = await pumpOf(chain, args.custodialAddress, from)
  const moves: PumpMove[] = []
  // One after the other: each token is a question to the node.
  for (const [i, kind] of contractType.entries()) {
    const to = addressOf(chain, `recipient.${i}`, recipient[i] ?? '')
    const one = { at: `.${i}`, contractType: kind, tokenAddress: tokenAddress[i] }
    moves.push({ ...(await moved(chain, { ...one, amount: amount[i], tokenId: tokenId[i] })), to })
  }
  return called(pump, chain.codec.gasPumps.transferBatch(moves))
}

export interface Approval extends OnChain {
  readonly custodialAddress: string
  readonly spender: string
  readonly contractType: 0 | 1 | 2
  readonly tokenAddress: string
  readonly amount?: string
  readonly tokenId?: string
}

export const approved: RequestOf<Approval> = async (chain, args, from) => {
  const to = addressOf(chain, 'spender', args.spender)
  const pump = await pumpOf(chain, args.custodialAddress, from)
  // ERC-1155 knows no amounts and no ids here: it approves everything of the contract.
  const named = args.contractType === 2 ? { ...args, amount: '1', tokenId: NONE } : args
  const move = await moved(chain, namedIn(named))
  return called(pump, chain.codec.gasPumps.approve({ ...move, to }))
}
