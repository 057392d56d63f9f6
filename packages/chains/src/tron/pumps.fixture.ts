/**
 * The factory of gas pumps, and what it makes, as a TRON network in memory runs them (GasPump.sol, TronGasPump.sol). tronweb decodes what
 * they are called with. The contracts themselves never ran on a node of TRON.
 */
import type { PumpContract } from '@tallystick/custody'
import { concat, keccak256, toBeHex, zeroPadValue } from 'ethers'
import { TronWeb, utils } from 'tronweb'
import { CONTRACTS } from '../evm/compiled.js'

/** Of one state of the network. Addresses are T…. */
export interface Pumps {
  factory: string | null
  contract: PumpContract
  readonly owners: Map<string, string>
  /** How many `create` has made, by owner. */
  readonly created: Map<string, number>
}

export const noPumps = (): Pumps => ({
  factory: null,
  contract: 'GasPump',
  owners: new Map(),
  created: new Map(),
})

export const copyPumps = ({ factory, contract, owners, created }: Pumps): Pumps => ({
  factory,
  contract,
  owners: new Map(owners),
  created: new Map(created),
})

export interface PumpMoved {
  readonly from: string
  /** Null: TRX. */
  readonly token: string | null
  readonly to: string
  readonly amount: bigint
}

interface PumpDone {
  readonly result?: string
  readonly failed?: string
  readonly moves?: readonly PumpMoved[]
  readonly log?: readonly Readonly<Record<string, unknown>>[]
}

/** Each is a token of its own, of which there is one. */
export const nameOfNft = (contract: string, id: bigint): string => `${contract} ${id}`

const REVERTED: PumpDone = { failed: 'REVERT opcode executed' }
/** java-tron, `WalletUtil.generateContractAddress2`: the maker has its prefix. */
const create2 = (maker: string, salt: bigint, code: string): string => {
  const hashed = keccak256(
    concat([`0x${TronWeb.address.toHex(maker)}`, zeroPadValue(toBeHex(salt), 32), keccak256(code)]),
  )
  return TronWeb.address.fromHex(`41${hashed.slice(26)}`)
}

/** The address of a pump, by nothing of ours but the compiled contract. */
export function pumpAt(
  factory: string,
  owner: string,
  salt: bigint,
  contract: PumpContract = 'GasPump',
): string {
  const implementation = create2(factory, 0n, CONTRACTS[contract].bytecode)
  const digits = (address: string): string => TronWeb.address.toHex(address).slice(2)
  const code = `0x6100413d81600a3d39f3363d3d373d3d3d363d73${digits(implementation)}5af43d82803e903d91602b57fd5bf3${digits(owner)}`
  return create2(factory, salt, code)
}

const CREATED = 1n << 255n
const selector = (signature: string): string => keccak256(Buffer.from(signature)).slice(2, 10)
const topic = (signature: string): string => keccak256(Buffer.from(signature)).slice(2)
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const wordOf = (address: string): string =>
  TronWeb.address.toHex(address).slice(2).toLowerCase().padStart(64, '0')
const addressOf = (value: unknown): string => TronWeb.address.fromHex(String(value))

/** What a call carries, by tronweb; undefined if it is of another method. */
function argsOf(data: string, method: string): readonly unknown[] | undefined {
  if (!data.startsWith(selector(method))) return undefined
  const types = /\((.*)\)/.exec(method)?.[1]?.split(',').filter(Boolean) ?? []
  const names = types.map((_, at) => `p${at}`)
  const read: Readonly<Record<string, unknown>> = utils.abi.decodeParams(names, types, `0x${data}`, true)
  return names.map((name) => read[name])
}

/** Undefined if it is neither the factory nor a pump. */
export function callPumps(
  pumps: Pumps,
  sender: string,
  contract: string,
  data: string,
): PumpDone | undefined {
  if (contract === pumps.factory) return callFactory(pumps, contract, sender, data)
  const owner = pumps.owners.get(contract)
  if (owner === undefined) return undefined
  if (data === selector('owner()')) return { result: wordOf(owner) }
  const single = argsOf(data, 'transfer(address,uint256,address,uint256,uint256)')
  const many = argsOf(data, 'transferBatch(address[],uint256[],address[],uint256[],uint256[])')
  if (sender !== owner || (single ?? many) === undefined) return REVERTED
  const columns =
    many === undefined ? (single ?? []).map((one) => [one]) : many.map((one) => [...Object(one)])
  const [tokens = [], kinds = [], to = [], amounts = [], ids = []] = columns
  const moves = kinds.map((kind, at) => {
    const ends = { from: contract, to: addressOf(to[at]) }
    if (String(kind) === '3') return { ...ends, token: null, amount: BigInt(String(amounts[at])) }
    const token = addressOf(tokens[at])
    return String(kind) === '1'
      ? { ...ends, token: nameOfNft(token, BigInt(String(ids[at]))), amount: 1n }
      : { ...ends, token, amount: BigInt(String(amounts[at])) }
  })
  return kinds.every((kind) => ['0', '1', '3'].includes(String(kind))) ? { result: '', moves } : REVERTED
}

function callFactory(pumps: Pumps, factory: string, sender: string, data: string): PumpDone {
  const asked = argsOf(data, 'addressOf(address,uint256)')
  if (asked !== undefined) {
    return { result: wordOf(pumpAt(factory, addressOf(asked[0]), BigInt(String(asked[1])), pumps.contract)) }
  }
  const event = (name: string, words: readonly string[]) => ({
    address: TronWeb.address.toHex(factory).slice(2).toLowerCase(),
    topics: [topic(name)],
    data: words.join(''),
  })
  const activated = argsOf(data, 'activate(address,uint256,uint256)')
  if (activated !== undefined) {
    const owner = addressOf(activated[0])
    const log = []
    for (let index = BigInt(String(activated[1])); index <= BigInt(String(activated[2])); index += 1n) {
      const at = pumpAt(factory, owner, index, pumps.contract)
      const name = pumps.owners.has(at) ? 'Existing(address,uint256)' : 'Activated(address,uint256)'
      log.push(event(name, [wordOf(at), word(index)]))
      pumps.owners.set(at, owner)
    }
    return { result: '', log }
  }
  const own = argsOf(data, 'create(uint256)')
  const others = argsOf(data, 'createFor(address,uint256)')
  if ((own ?? others) === undefined) return REVERTED
  const owner = others === undefined ? sender : addressOf(others[0])
  const count = Number(BigInt(String(own === undefined ? others?.[1] : own[0])))
  const next = pumps.created.get(owner) ?? 0
  pumps.created.set(owner, next + count)
  const log = Array.from({ length: count }, (_, at) => {
    const wallet = pumpAt(factory, owner, CREATED + BigInt(next + at), pumps.contract)
    pumps.owners.set(wallet, owner)
    return event('Created(address)', [wordOf(wallet)])
  })
  return { result: '', log }
}
