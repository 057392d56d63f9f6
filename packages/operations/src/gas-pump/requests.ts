/** Calls of contracts. What a pump is told is checked first: who may tell it, and exact amounts. */
import { NodeFault, type PumpKind, type PumpMove } from '@tallystick/custody'
import { refused } from '../chains/faults.js'
import { unitsOf } from '../chains/units.js'
import { MOST_ACTIVATED } from './models.js'
import { addressOf, addressReturned, ownerOf, type PumpSite } from './site.js'

const MAX_UINT256 = (1n << 256n) - 1n
/** Characters of the largest amount of 256 bits, and a point: no amount of a token is kept in the ledger here. */
const LONGEST_AMOUNT = 79
/** The place of what a transfer does not need in a batch. */
const NONE = '0'

/** A call of a contract, in the canonical spelling, without coins. */
interface PumpCall {
  readonly to: string
  readonly data: string
}

/** @param from The sender; null if only a key-management system knows it */
export type CallOf<Args> = (site: PumpSite, args: Args, from: string | null) => Promise<PumpCall>

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

export const activated: CallOf<Range> = async (site, args) => {
  mustBeRange(args, MOST_ACTIVATED)
  const owner = addressOf(site, 'owner', args.owner)
  const [from, to] = [BigInt(args.from), BigInt(args.to)]
  return { to: await factoryOf(site), data: site.codec.gasPumps.activate(owner, from, to) }
}

export interface Flags {
  readonly enableFungibleTokens: boolean
  readonly enableNonFungibleTokens: boolean
  readonly enableSemiFungibleTokens: boolean
  readonly enableBatchTransactions: boolean
}

/** One of the sender. Each of our pumps can do all that the flags tell. */
export const created =
  (isTron: boolean): CallOf<Flags> =>
  async (site, flags) => {
    const {
      enableFungibleTokens,
      enableNonFungibleTokens,
      enableSemiFungibleTokens,
      enableBatchTransactions,
    } = flags
    if (enableSemiFungibleTokens && isTron) {
      throw refused('enableSemiFungibleTokens', { chain: 'TRON has no tokens of ERC-1155' })
    }
    const asked = [enableFungibleTokens, enableNonFungibleTokens, enableSemiFungibleTokens]
    if (![...asked, enableBatchTransactions].includes(true)) {
      throw refused('enableFungibleTokens', { flags: 'one of the four flags must be true' })
    }
    return { to: await factoryOf(site), data: site.codec.gasPumps.create(null, 1) }
  }

export interface Counted {
  readonly owner: string
  readonly batchCount: number
}

export const createdFor: CallOf<Counted> = async (site, { owner, batchCount }) => {
  const data = site.codec.gasPumps.create(addressOf(site, 'owner', owner), batchCount)
  return { to: await factoryOf(site), data }
}

/**
 * Where there is no factory, a transaction would do nothing for its gas. So it is asked for an address: any owner will do.
 * @throws NodeFault `unsupported`
 */
async function factoryOf(site: PumpSite): Promise<string> {
  const { codec, record } = site
  const { gasPumps } = codec
  const factory = codec.canonical(gasPumps.factory)
  if (
    (await addressReturned(site, factory, gasPumps.askAddress(factory, 0n))) ===
    gasPumps.addressesOf(factory)(0n)
  ) {
    return factory
  }
  throw new NodeFault(
    'unsupported',
    `${record.name} has no factory of gas pumps at ${factory} yet, or it makes another contract`,
  )
}

/**
 * The pump that is told what to do. An address without a contract would take every call, and do nothing for the fee.
 * @throws Rejected `validation.failed` if it is not activated, or the sender is not its owner
 */
async function pumpOf(site: PumpSite, given: string, from: string | null): Promise<string> {
  const pump = addressOf(site, 'custodialAddress', given)
  const owner = await ownerOf(site, pump)
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
  site: PumpSite,
  { at, contractType: kind, tokenAddress, amount, tokenId }: Named,
): Promise<Omit<PumpMove, 'to'>> {
  const units = (decimals: number) => {
    const text = given(`amount${at}`, amount, kind)
    if (!/^[+]?((\d+(\.\d*)?)|(\.\d+))$/.test(text)) {
      throw refused(`amount${at}`, { amount: `amount${at} is not an amount` })
    }
    const units = unitsOf(`amount${at}`, text, decimals, 'this currency', LONGEST_AMOUNT)
    if (units <= MAX_UINT256) return units
    throw refused(`amount${at}`, { whole: `amount${at} has more than 256 bits` })
  }
  const id = () => tokenIdOf(`tokenId${at}`, given(`tokenId${at}`, tokenId, kind))
  if (kind === 3) return { kind, token: null, amount: units(site.record.decimals), tokenId: 0n }
  const named = given(`tokenAddress${at}`, tokenAddress === NONE ? undefined : tokenAddress, kind)
  const token = addressOf(site, `tokenAddress${at}`, named)
  if (kind === 0) {
    return { kind, token, amount: units(await site.tokenDecimals(token)), tokenId: 0n }
  }
  return { kind, token, amount: kind === 1 ? 0n : units(0), tokenId: id() }
}

interface Moving extends Omit<Named, 'at'> {
  readonly custodialAddress: string
}

export interface Transfer {
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

export const transferred: CallOf<Transfer> = async (site, args, from) => {
  const to = addressOf(site, 'recipient', args.recipient)
  const pump = await pumpOf(site, args.custodialAddress, from)
  const move = await moved(site, namedIn(args))
  return { to: pump, data: site.codec.gasPumps.transfer({ ...move, to }) }
}

export interface Batch {
  readonly custodialAddress: string
  readonly recipient: readonly string[]
  readonly contractType: readonly PumpKind[]
  readonly tokenAddress: readonly string[]
  readonly amount: readonly string[]
  readonly tokenId: readonly string[]
}

export const transferredBatch: CallOf<Batch> = async (site, args, from) => {
  const { recipient, contractType, tokenAddress, amount, tokenId } = args
  if (recipient.length === 0) throw refused('recipient', { length: 'recipient names nobody' })
  for (const [name, list] of Object.entries({ contractType, tokenAddress, amount, tokenId })) {
    if (list.length !== recipient.length) {
      throw refused(name, { length: `${name} is not as long as recipient` })
    }
  }
  const pump = await pumpOf(site, args.custodialAddress, from)
  const moves: PumpMove[] = []
  // One after the other: each token is a question to the node.
  for (const [i, kind] of contractType.entries()) {
    const to = addressOf(site, `recipient.${i}`, recipient[i] ?? '')
    const one = { at: `.${i}`, contractType: kind, tokenAddress: tokenAddress[i] }
    moves.push({ ...(await moved(site, { ...one, amount: amount[i], tokenId: tokenId[i] })), to })
  }
  return { to: pump, data: site.codec.gasPumps.transferBatch(moves) }
}

export interface Approval {
  readonly custodialAddress: string
  readonly spender: string
  readonly contractType: 0 | 1 | 2
  readonly tokenAddress: string
  readonly amount?: string
  readonly tokenId?: string
}

export const approved: CallOf<Approval> = async (site, args, from) => {
  const to = addressOf(site, 'spender', args.spender)
  const pump = await pumpOf(site, args.custodialAddress, from)
  // ERC-1155 knows no amounts and no ids here: it approves everything of the contract.
  const named = args.contractType === 2 ? { ...args, amount: '1', tokenId: NONE } : args
  const move = await moved(site, namedIn(named))
  return { to: pump, data: site.codec.gasPumps.approve({ ...move, to }) }
}
