/**
 * What a transaction does, in its bytes (java-tron, `core/contract/*.proto`) and in the JSON of nodes and signers. The
 * service builds and reads only the contracts in this table. It broadcasts others unchanged.
 */
import { hex } from '@scure/base'
import { type ExactNumber, exactNumber } from '@tallystick/core'
import { BadTransaction, type TronContract, type TronResource } from '@tallystick/custody'
import type { Json } from '../json.js'
import { encode, type Field, MAX_INT64, Message, same } from '../protobuf.js'
import { bytesOf, writeAddress } from './address.js'
import { malformed } from './faults.js'

type Type = TronContract['type']

type Of<T extends Type> = Extract<TronContract, { readonly type: T }>

/** Number of the type (`Transaction.Contract.ContractType`). */
const NUMBERS: Readonly<Record<Type, number>> = {
  TransferContract: 1,
  TransferAssetContract: 2,
  AssetIssueContract: 6,
  CreateSmartContract: 30,
  TriggerSmartContract: 31,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
}
const TYPES = new Map(Object.entries(NUMBERS).map(([type, number]) => [BigInt(number), type as Type]))

const URL_PREFIX = 'type.googleapis.com/protocol.'

/** The energy that the owner of a contract pays for each call of it, and the share that callers pay, in percent. */
const ORIGIN_ENERGY = 10_000_000n
const USER_PERCENT = 100n
/** Nodes want a TRC-10 token to be on sale. Ours is for a second only, at the highest price. */
const SOLD_FOR = 1n

const RESOURCES: readonly TronResource[] = ['BANDWIDTH', 'ENERGY']

interface Row<Contract> {
  fields(contract: Contract): readonly Field[]
  read(message: Message): Contract
  /** `parameter.value`, as nodes write it: addresses and text in hex, integers exactly, defaults left out. */
  json(contract: Contract): Json
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const hexOf = (text: string): string => hex.encode(utf8(text))
const addressHex = (field: string, text: string): string => hex.encode(bytesOf(field, text))
const address = (message: Message, number: number): string => writeAddress(message.bytes(number))
const number = (value: bigint): number | ExactNumber => exactNumber(value.toString())

function positive(field: string, value: bigint): bigint {
  if (value > 0n && value <= MAX_INT64) return value
  throw malformed(`${field} is not from 1 to ${MAX_INT64}`)
}

function bytesOfHex(field: string, text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw malformed(`${field} is not hex`)
  return hex.decode(text.toLowerCase())
}

interface Freezing<T extends Type> {
  readonly type: T
  readonly owner: string
  readonly amount: bigint
  readonly resource: TronResource
}

function freezing<T extends Type>(type: T, amountName: string): Row<Freezing<T>> {
  return {
    fields: ({ owner, amount, resource }) => [
      [1, bytesOf('owner', owner)],
      [2, positive('amount', amount)],
      [3, BigInt(RESOURCES.indexOf(resource))],
    ],
    read(message) {
      const resource = RESOURCES[Number(message.integer(3))]
      if (resource === undefined) throw malformed('it freezes for another resource')
      return { type, owner: address(message, 1), amount: message.integer(2), resource }
    },
    json: ({ owner, amount, resource }) => ({
      owner_address: addressHex('owner', owner),
      [amountName]: number(amount),
      ...(resource === 'BANDWIDTH' ? {} : { resource }),
    }),
  }
}

const ROWS: { readonly [T in Type]: Row<Of<T>> } = {
  TransferContract: {
    fields: ({ owner, to, amount }) => [
      [1, bytesOf('owner', owner)],
      [2, bytesOf('to', to)],
      [3, positive('amount', amount)],
    ],
    read: (message) => ({
      type: 'TransferContract',
      owner: address(message, 1),
      to: address(message, 2),
      amount: message.integer(3),
    }),
    json: ({ owner, to, amount }) => ({
      owner_address: addressHex('owner', owner),
      to_address: addressHex('to', to),
      amount: number(amount),
    }),
  },
  TransferAssetContract: {
    fields: ({ owner, to, asset, amount }) => {
      if (!/^[1-9]\d{0,18}$/.test(asset)) throw malformed('asset is not the number of a TRC-10 token')
      return [
        [1, utf8(asset)],
        [2, bytesOf('owner', owner)],
        [3, bytesOf('to', to)],
        [4, positive('amount', amount)],
      ]
    },
    read: (message) => ({
      type: 'TransferAssetContract',
      asset: textOf(message.bytes(1)),
      owner: address(message, 2),
      to: address(message, 3),
      amount: message.integer(4),
    }),
    json: ({ owner, to, asset, amount }) => ({
      owner_address: addressHex('owner', owner),
      to_address: addressHex('to', to),
      asset_name: hexOf(asset),
      amount: number(amount),
    }),
  },
  AssetIssueContract: {
    fields: (issue) => [
      [1, bytesOf('owner', issue.owner)],
      [2, utf8(issue.name)],
      [3, utf8(issue.abbreviation)],
      [4, positive('supply', issue.supply)],
      [6, SOLD_FOR],
      [7, BigInt(issue.precision)],
      [8, SOLD_FOR],
      [9, BigInt(issue.start)],
      [10, BigInt(issue.end)],
      [20, utf8(issue.description)],
      [21, utf8(issue.url)],
    ],
    read: (message) => ({
      type: 'AssetIssueContract',
      owner: address(message, 1),
      name: textOf(message.bytes(2)),
      abbreviation: textOf(message.bytes(3)),
      supply: message.integer(4),
      precision: Number(message.integer(7)),
      start: Number(message.integer(9)),
      end: Number(message.integer(10)),
      description: textOf(message.bytes(20)),
      url: textOf(message.bytes(21)),
    }),
    json: (issue) => ({
      owner_address: addressHex('owner', issue.owner),
      name: hexOf(issue.name),
      abbr: hexOf(issue.abbreviation),
      total_supply: number(issue.supply),
      trx_num: number(SOLD_FOR),
      ...(issue.precision === 0 ? {} : { precision: issue.precision }),
      num: number(SOLD_FOR),
      start_time: issue.start,
      end_time: issue.end,
      description: hexOf(issue.description),
      url: hexOf(issue.url),
    }),
  },
  TriggerSmartContract: {
    fields: ({ owner, contract, data, value }) => [
      [1, bytesOf('owner', owner)],
      [2, bytesOf('contract', contract)],
      [3, value],
      [4, bytesOfHex('data', data)],
    ],
    read: (message) => ({
      type: 'TriggerSmartContract',
      owner: address(message, 1),
      contract: address(message, 2),
      value: message.integer(3),
      data: hex.encode(message.bytes(4)),
    }),
    json: ({ owner, contract, data, value }) => ({
      owner_address: addressHex('owner', owner),
      contract_address: addressHex('contract', contract),
      ...(value === 0n ? {} : { call_value: number(value) }),
      data: data.toLowerCase(),
    }),
  },
  CreateSmartContract: {
    fields: ({ owner, name, code }) => {
      const contract = encode([
        [1, bytesOf('owner', owner)],
        [4, bytesOfHex('code', code)],
        [6, USER_PERCENT],
        [7, utf8(name)],
        [8, ORIGIN_ENERGY],
      ])
      return [
        [1, bytesOf('owner', owner)],
        [2, contract],
      ]
    },
    read(message) {
      const contract = message.message(2)
      return {
        type: 'CreateSmartContract',
        owner: address(message, 1),
        name: textOf(contract.bytes(7)),
        code: hex.encode(contract.bytes(4)),
      }
    },
    json: ({ owner, name, code }) => ({
      owner_address: addressHex('owner', owner),
      new_contract: {
        origin_address: addressHex('owner', owner),
        bytecode: code.toLowerCase(),
        consume_user_resource_percent: number(USER_PERCENT),
        name,
        origin_energy_limit: number(ORIGIN_ENERGY),
      },
    }),
  },
  FreezeBalanceV2Contract: freezing('FreezeBalanceV2Contract', 'frozen_balance'),
  UnfreezeBalanceV2Contract: freezing('UnfreezeBalanceV2Contract', 'unfreeze_balance'),
}

/** The row of a contract's own type. The compiler does not see that the two belong together. */
const rowOf = (type: Type): Row<TronContract> => ROWS[type] as unknown as Row<TronContract>

/** `Transaction.Contract`, in bytes. @throws BadTransaction `malformed` */
export function encodeContract(contract: TronContract): Uint8Array {
  const { type } = contract
  const value = encode(rowOf(type).fields(contract))
  const parameter = encode([
    [1, utf8(URL_PREFIX + type)],
    [2, value],
  ])
  return encode([
    [1, BigInt(NUMBERS[type])],
    [2, parameter],
  ])
}

/** As it stands in JSON (`raw_data.contract[0]`). */
export const contractJson = (contract: TronContract): Json => ({
  parameter: { value: rowOf(contract.type).json(contract), type_url: URL_PREFIX + contract.type },
  type: contract.type,
})

export interface ReadContract {
  /** Whose transaction it is. */
  readonly owner: string
  /** Which permission of the owner signs; 0: the owner's own. */
  readonly permission: bigint
  /** Undefined when it is of a type that is not known here. */
  readonly contract: TronContract | undefined
}

/** @throws BadTransaction `malformed` */
export function readContract(bytes: Uint8Array): ReadContract {
  const message = Message.read(bytes).allowOnly(1, 2, 3, 4, 5)
  const parameter = message.message(2).allowOnly(1, 2)
  const type = TYPES.get(message.integer(1))
  if (type !== undefined && textOf(parameter.bytes(1)) !== URL_PREFIX + type) {
    throw malformed('its parameter is of another type')
  }
  const contract = type === undefined ? undefined : known(type, parameter.bytes(2))
  return {
    owner: contract?.owner ?? address(parameter.message(2), type === 'TransferAssetContract' ? 2 : 1),
    permission: message.integer(5),
    contract,
  }
}

/** Undefined when it says more than is built here, as those of others may. */
function known(type: Type, bytes: Uint8Array): TronContract | undefined {
  try {
    const contract = rowOf(type).read(Message.read(bytes))
    return same(encode(rowOf(type).fields(contract)), bytes) ? contract : undefined
  } catch (error) {
    if (error instanceof BadTransaction) return undefined
    throw error
  }
}
