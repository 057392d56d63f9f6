/** What a transaction of an EVM chain pays: its coin, and tokens by the calls of their standards. */
import { addressIn, type Paid, TRANSFER } from '@tallystick/custody'
import { Interface } from 'ethers/abi'
import { decode, encode, Room } from './abi-coder.js'
import { covers } from './bloom.js'
import { logsOf } from './logs.js'
import { count, type Fields } from './rpc.js'

/**
 * ERC-20, ERC-721 and ERC-1155. Not `transferFrom`: its data do not show whether the number is an amount or a token id.
 */
const TRANSFERS = new Interface([
  'function transfer(address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] id, uint256[] amount, bytes data)',
])

/** With `0x`. */
const SELECTOR = 10

export interface Call {
  readonly to: string | null
  readonly value: bigint
  /** 0x-hex. */
  readonly data: string
}

/**
 * The coin comes first. It is left out if the transaction pays tokens and no coin.
 * @param write Writes an address in the chain's spelling
 * @param coinToken What it transfers is the coin: see `EvmParams`
 */
export function paidBy(
  { to, value, data }: Call,
  write: (address: string) => string,
  coinToken: string | undefined,
): readonly Paid[] {
  const native: Paid = { address: to === null ? null : write(to), amount: value }
  const isCoin = to?.toLowerCase() === coinToken?.toLowerCase()
  const tokens = to === null ? [] : tokensBy(data, write, isCoin ? {} : { asset: write(to) })
  return tokens.length > 0 && value === 0n ? tokens : [native, ...tokens]
}

function tokensBy(
  data: string,
  write: (address: string) => string,
  of: Pick<Paid, 'asset'>,
): readonly Paid[] {
  const call = parsed(data)
  if (call === null) return []
  const { to, id, amount }: Readonly<Record<string, unknown>> = call
  const paid = { address: write(String(to).toLowerCase()), ...of }
  if (Array.isArray(id) && Array.isArray(amount)) {
    // A contract refuses lists of different lengths.
    return id.length === amount.length
      ? id.map((one, place) => ({ ...paid, amount: BigInt(amount[place]), tokenId: String(one) }))
      : []
  }
  const units = typeof amount === 'bigint' ? amount : 1n
  return [{ ...paid, amount: units, ...(id === undefined ? {} : { tokenId: String(id) }) }]
}

/** The arguments by name; null if the data are not exactly one of the calls. */
function parsed(data: string): Record<string, unknown> | null {
  try {
    const call = TRANSFERS.getFunction(data.slice(0, SELECTOR))
    if (call === null) return null
    const args = decode(call.inputs, `0x${data.slice(SELECTOR)}`, new Room(data.length))
    // A contract may interpret data that are not in the standard encoding differently.
    if (call.selector + encode(call.inputs, args) !== data) return null
    return Object.fromEntries(call.inputs.map(({ name }, place) => [name, args[place]]))
  } catch {
    return null
  }
}

/**
 * False if it calls a transfer of ERC-20, and no contract has told of tokens that have left the sender. A receipt that lacks
 * some of its logs proves nothing.
 * @param call Of lower-case hex
 */
export function movesTokens(
  receipt: Fields,
  call: Call & { readonly from: string },
  coinToken: string | undefined,
): boolean {
  const paid = paidBy(call, (address) => address, coinToken)
  const isTransfer = paid.some(
    ({ asset, tokenId, amount }) => asset !== undefined && tokenId === undefined && amount > 0n,
  )
  if (!isTransfer || !Array.isArray(receipt['logs'])) return true
  const logs = logsOf(receipt, count(receipt['blockNumber']), 0)
  const { logsBloom: filter } = receipt
  if (typeof filter === 'string' && !covers(logs, filter)) return true
  // Old tokens do not index the sender: whose tokens have moved is then not looked at.
  return logs.some(
    ({ topics: [event, from] }) =>
      event === TRANSFER && (from === undefined || addressIn(from) === call.from),
  )
}
