/** Logs of receipts, and what they tell of tokens with ids (ERC-721, ERC-1155). */
import { addressIn, type ContractLog, type IdTransfer, NodeFault, TRANSFER } from '@tallystick/custody'
import { type Fields, fieldsOf } from './rpc.js'

export const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

export const incomplete = (height: number): NodeFault =>
  broken(`The node's answer lacks a part of block ${height}`)

export function idOf(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw broken("The node's answer lacks a hash")
}

/**
 * In lower-case hex, as the filter of the block and the addresses need it.
 * @param index The place in the block of the receipt's first log
 * @throws NodeFault if they are not all
 */
export function logsOf(receipt: Fields, height: number, index: number): readonly ContractLog[] {
  const { logs, transactionHash } = receipt
  if (!Array.isArray(logs)) throw incomplete(height)
  const txId = idOf(transactionHash)
  return logs.map((one, place) => {
    const { address, topics, data, removed } = fieldsOf(one) ?? {}
    if (removed === true || !Array.isArray(topics)) throw incomplete(height)
    const digits = String(address).toLowerCase().replace(/^xdc/, '0x')
    if (!/^0x[0-9a-f]{40}$/.test(digits)) throw incomplete(height)
    return {
      txId,
      place,
      index: index + place,
      address: digits,
      topics: topics.map((topic) => idOf(topic)),
      data: String(data).toLowerCase(),
    }
  })
}

/** `TransferSingle(address,address,address,uint256,uint256)` and `TransferBatch(…,uint256[],uint256[])` of ERC-1155. */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** None if the log does not have the format of its event. */
export function idTransfersOf(log: ContractLog): readonly IdTransfer[] {
  const [event, ...indexed] = log.topics
  switch (event) {
    case TRANSFER: {
      const [from, to] = indexed.map(addressIn)
      const tokenId = indexed[2]
      if (indexed.length !== 3 || tokenId === undefined || log.data !== '0x') return []
      return transfers(log, 'erc721', [from, to, null], [[BigInt(tokenId), 1n]])
    }
    case SINGLE:
    case BATCH: {
      const [operator, from, to] = indexed.map(addressIn)
      if (indexed.length !== 3 || operator === undefined) return []
      return transfers(log, 'erc1155', [from, to, operator], (event === SINGLE ? single : batch)(log.data))
    }
    default:
      return []
  }
}

/** A token's id and how many of it. */
type Moved = readonly [tokenId: bigint, amount: bigint]

const transfers = (
  { txId, place, index, address: contract }: ContractLog,
  standard: IdTransfer['standard'],
  [from, to, operator]: readonly [string | undefined, string | undefined, string | null],
  moved: readonly Moved[],
): readonly IdTransfer[] =>
  from === undefined || to === undefined
    ? []
    : moved.map(([tokenId, amount], part) => ({
        ...{ txId, place, index, part, standard, contract, tokenId, amount },
        ...{ from, to, operator },
      }))

const WORD = /[0-9a-f]{64}/g

/** The words of 32 bytes; none if they are not whole. */
const wordsOf = (data: string): readonly bigint[] =>
  /^0x(?:[0-9a-f]{64})*$/.test(data)
    ? (data.slice(2).match(WORD) ?? []).map((word) => BigInt(`0x${word}`))
    : []

function single(data: string): readonly Moved[] {
  const [tokenId, amount, ...more] = wordsOf(data)
  return tokenId === undefined || amount === undefined || more.length > 0 ? [] : [[tokenId, amount]]
}

/** Two lists of one length (Solidity, "Contract ABI Specification", dynamic types). */
function batch(data: string): readonly Moved[] {
  const words = wordsOf(data)
  const [ids, amounts] = [listAt(words, words[0]), listAt(words, words[1])]
  if (ids === undefined || ids.length !== amounts?.length) return []
  return ids.map((tokenId, place) => [tokenId, amounts[place] ?? 0n])
}

/** @param offset In bytes */
function listAt(words: readonly bigint[], offset: bigint | undefined): readonly bigint[] | undefined {
  const last = BigInt(words.length) * 32n
  if (offset === undefined || offset % 32n !== 0n || offset >= last) return undefined
  const start = Number(offset / 32n)
  const length = words[start] ?? last
  return length > last / 32n - BigInt(start) - 1n
    ? undefined
    : words.slice(start + 1, start + 1 + Number(length))
}
