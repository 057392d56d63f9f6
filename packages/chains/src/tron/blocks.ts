/**
 * Reads solidified blocks, which are never undone. A transaction counts if its receipt says that it succeeded; a block may
 * also have failed ones. A TRC-20 token counts if the log of its own contract says so, whatever the call returned: the
 * official USDT returns false. What an account freezes, or gets for its votes, is not included.
 *
 * Positions: 0 is the transaction's own payment, followed by one for each log. Payments by contracts begin at `CALLS`.
 * Nodes keep those only with `vm.saveInternalTx` (java-tron).
 */
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type Movement,
  NoBlock,
  NodeFault,
  type TronCodec,
  type TronJson,
} from '@tallystick/custody'
import { objectIn, textIn } from '../answers.js'
import { parted } from '../parted.js'
import { remembered } from '../remembered.js'
import { amountIn, listIn, type TronHttp, wholeIn } from './http.js'
import { headOf, isOk, TRANSFER } from './standing.js'

/** More logs than a transaction can have. */
const CALLS = 1_000_000_000
/** Of a call that brings a TRC-10 token with the coin. */
const CALL_TOKEN = 999_999_999

export function tronBlocks(codec: TronCodec, http: TronHttp): Blocks {
  return {
    head: async () => {
      const { height, hash } = await headOf(http, 'walletsolidity')
      return { height, hash }
    },
    header: async (height) => {
      const block = await blockAt(http.pinned(), height, false)
      return block && headerOf(block, height)
    },
    block: async (height, assets) => {
      const node = http.pinned()
      const block = await blockAt(node, height, true)
      if (block === undefined) return undefined
      const hasSome = listIn(block, 'transactions').length > 0
      const infos = hasSome
        ? await node.list('/walletsolidity/gettransactioninfobyblocknum', { num: height })
        : []
      return blockOf({ block, infos }, height, assets, codec)
    },
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

/** Undefined above the solidified head. @throws NoBlock if the node does not have an old block */
async function blockAt(node: TronHttp, height: number, detail: boolean): Promise<TronJson | undefined> {
  // The head comes first, because nodes answer in several ways for a block that does not exist yet.
  if ((await headOf(node, 'walletsolidity')).height < height) return undefined
  const found = await node.find('/walletsolidity/getblock', { id_or_num: String(height), detail })
  if (found === undefined) throw new NoBlock(`block ${height}`)
  return found
}

function headerOf(block: TronJson, height: number): BlockHeader {
  const hash = textIn(block, 'blockID')
  const raw = objectIn(objectIn(block, 'block_header'), 'raw_data')
  // An id begins with the height, except for the first block of a private network.
  if (wholeIn(raw, 'number') !== height || (height > 0 && Number(`0x${hash.slice(0, 16)}`) !== height)) {
    throw broken(`The node answered for block ${height} with another one`)
  }
  return { height, hash, parent: textIn(raw, 'parentHash'), time: wholeIn(raw, 'timestamp') }
}

export interface ToldBlock {
  /** With its transactions. */
  readonly block: TronJson
  /** Their receipts. */
  readonly infos: readonly TronJson[]
}

/** @throws NodeFault if it is not this block, or not all of it */
export function blockOf(
  { block, infos }: ToldBlock,
  height: number,
  assets: ReadonlySet<string>,
  codec: TronCodec,
): Block {
  const header = headerOf(block, height)
  const transactions = listIn(block, 'transactions')
  const known = new Map(infos.map((info) => [textIn(info, 'id'), info]))
  const isWhole =
    known.size === transactions.length &&
    infos.every((info) => wholeIn(info, 'blockNumber') === height) &&
    new Set(transactions.map((one) => one['txID'])).size === transactions.length
  if (!isWhole) throw broken(`The node's answer lacks a part of block ${height}`)
  // Of each some hashes, and most are in a block many times.
  const address: AddressOf = remembered((text) => {
    if (!codec.isAddress(text)) throw broken('The node answered with an invalid address')
    return codec.canonical(text)
  })
  const moved = transactions.flatMap((transaction) => {
    const info = known.get(textIn(transaction, 'txID'))
    if (info === undefined) throw broken(`The node's answer lacks a receipt of block ${height}`)
    return movementsOf(transaction, info, address)
  })
  return { ...header, ...parted(moved, assets), spends: [] }
}

/** Of 20 bytes in hex, or 21 with the prefix. */
type AddressOf = (hex: string) => string

/**
 * It has no owner, and moves a TRC-10 token only, of which it also pays its fee. Which token that is, the configuration of
 * nodes says (java-tron, `ShieldedTransferActuator`, `zenTokenId`), so it counts for nobody.
 */
const SHIELDED = 'ShieldedTransferContract'

function movementsOf(transaction: TronJson, info: TronJson, address: AddressOf): readonly Movement[] {
  const txId = textIn(transaction, 'txID')
  const [contract] = listIn(objectIn(transaction, 'raw_data'), 'contract')
  if (contract === undefined) throw broken('The node answered with a transaction without a contract')
  if (contract['type'] === SHIELDED) return []
  const value = objectIn(objectIn(contract, 'parameter'), 'value')
  const owner = address(textIn(value, 'owner_address'))
  const fee = amountIn(info, 'fee')
  const [result] = listIn(transaction, 'ret')
  if (!isOk(info) || (result?.['contractRet'] ?? 'SUCCESS') !== 'SUCCESS') {
    return pays({ txId, position: 0, from: owner, to: owner, asset: null, amount: 0n, fee })
  }
  const own = ownOf(String(contract['type']), value, info, address)
  const paid = own.find(({ asset }) => asset === null)
  const more = own.filter(({ asset }) => asset !== null)
  return [
    ...pays({
      txId,
      position: 0,
      from: owner,
      to: paid?.to ?? owner,
      asset: null,
      amount: paid?.amount ?? 0n,
      fee,
    }),
    ...more.flatMap((one) => pays({ txId, position: CALL_TOKEN, from: owner, ...one })),
    ...listIn(info, 'log').flatMap((log, index) => {
      const told = transferOf(log, address)
      return told === undefined
        ? []
        : pays({ txId, position: index + 1, ...told }).filter((one) => one.address !== address(NOBODY))
    }),
    ...internalOf(info, address).flatMap((one, index) => pays({ txId, position: CALLS + index, ...one })),
  ]
}

interface Payment {
  readonly to: string
  readonly asset: string | null
  readonly amount: bigint
}

/** What the transaction itself pays: the coin, a TRC-10 token, or both with a call. */
function ownOf(type: string, value: TronJson, info: TronJson, address: AddressOf): readonly Payment[] {
  switch (type) {
    case 'TransferContract':
      return [{ to: address(textIn(value, 'to_address')), asset: null, amount: amountIn(value, 'amount') }]
    case 'TransferAssetContract': {
      // The id of the token, which nodes write as the hex of its digits. Token names are not unique.
      const asset = Buffer.from(textIn(value, 'asset_name'), 'hex').toString()
      return [{ to: address(textIn(value, 'to_address')), asset, amount: amountIn(value, 'amount') }]
    }
    case 'TriggerSmartContract': {
      const to = address(textIn(value, 'contract_address'))
      const token = amountIn(value, 'token_id')
      return [
        { to, asset: null, amount: amountIn(value, 'call_value') },
        ...(token === 0n ? [] : [{ to, asset: String(token), amount: amountIn(value, 'call_token_value') }]),
      ]
    }
    case 'CreateSmartContract': {
      const to = address(textIn(info, 'contract_address'))
      return [{ to, asset: null, amount: amountIn(objectIn(value, 'new_contract'), 'call_value') }]
    }
    default:
      return []
  }
}

/** Old contracts also write the prefix of addresses. */
const ADDRESS = /^0{22}(?:00|41)([0-9a-f]{40})$/
/** Tokens come from it when they are minted, and go to it when they are burnt. It holds none. */
const NOBODY = '0'.repeat(40)

function transferOf(log: TronJson, address: AddressOf) {
  const { topics, data } = log
  if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER) return undefined
  const [from, to] = [topics[1], topics[2]].map((topic) => ADDRESS.exec(String(topic))?.[1])
  if (from === undefined || to === undefined || !/^[0-9a-f]{64}$/.test(String(data))) return undefined
  const asset = address(textIn(log, 'address').slice(-40).toLowerCase())
  return { from: address(from), to: address(to), asset, amount: BigInt(`0x${String(data)}`) }
}

/** A call, the creation and the end of a contract, as hex of their names. Other notes stake, and move nothing. */
const MOVING: ReadonlySet<string> = new Set(
  ['call', 'create', 'suicide'].map((note) => Buffer.from(note).toString('hex')),
)

/** Payments by contracts. Nodes mark those as rejected that failed, or were called by one that failed. */
function internalOf(info: TronJson, address: AddressOf) {
  return listIn(info, 'internal_transactions')
    .filter((one) => one['rejected'] !== true && MOVING.has(textIn(one, 'note')))
    .flatMap((one) =>
      listIn(one, 'callValueInfo').flatMap((brought) => {
        const amount = amountIn(brought, 'callValue')
        if (amount === 0n) return []
        const { tokenId } = brought
        const asset = tokenId === undefined ? null : String(tokenId)
        const [from, to] = ['caller_address', 'transferTo_address'].map((field) =>
          address(textIn(one, field)),
        )
        return from === undefined || to === undefined ? [] : [{ from, to, asset, amount }]
      }),
    )
}

/** Both sides of a payment. A payment to oneself costs only the fee. */
function pays({
  txId,
  position,
  from,
  to,
  asset,
  amount,
  fee = 0n,
}: Payment & {
  readonly txId: string
  readonly position: number
  readonly from: string
  readonly fee?: bigint
}): readonly Movement[] {
  const movement = { txId, position, asset }
  const value = from === to ? 0n : amount
  const [got, gave] = [
    { ...movement, address: to, amount: value, from },
    { ...movement, address: from, amount: -value - fee, from: null },
  ]
  return [got, gave].filter((one) => one.amount !== 0n)
}
