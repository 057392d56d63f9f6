/** Gas pumps of one factory: their addresses, calls and events. For EVM chains, and for TRON, which has the same contracts. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type EvmContract,
  type GasPumps,
  NodeFault,
  type PumpContract,
  type PumpEvents,
  type PumpLog,
  type PumpMove,
} from '@tallystick/custody'
import { CONTRACTS } from './compiled.js'
import { evmContracts } from './contracts.js'
import { create2, hashOfCode } from './create2.js'

/** A contract that deploys code by CREATE2: it is sent a salt, and the code behind it (github.com/Arachnid/deterministic-deployment-proxy). */
export const DEPLOYMENT_PROXY = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** The address at which the proxy deploys the factory. */
export const factoryAddress = (): string =>
  create2(DEPLOYMENT_PROXY, hashOfCode(CONTRACTS.GasPumpFactory.bytecode))(0n)

/** The data of that transaction. */
export const factoryDeployment = (): string =>
  `0x${'0'.repeat(64)}${CONTRACTS.GasPumpFactory.bytecode.slice(2)}`

interface Place {
  readonly name: string
  /** In the chain's spelling; undefined if none is known. */
  readonly factory: string | undefined
  /** What the factory makes. */
  readonly contract: PumpContract
  /** Where it is named. */
  readonly setting: string
  /** The transaction that deploys it there; null where its address depends on who deploys it. */
  readonly deployment: GasPumps['deployment']
  readonly create2Prefix?: number | undefined
  /** To lower-case 0x-hex. @throws BadTransaction if it is not an address of the chain */
  read(address: string): string
  /** To the chain's spelling. */
  write(hex: string): string
}

const ZERO = `0x${'0'.repeat(40)}`
const ADDRESS = /^(?:0x)?0{24}([0-9a-f]{40})$/i

const topicOf = (event: string): string => bytesToHex(keccak_256(utf8ToBytes(event)))
const ACTIVATED = topicOf('Activated(address,uint256)')
const EXISTING = topicOf('Existing(address,uint256)')
const CREATED = topicOf('Created(address)')

/** The clone (EIP-1167) with its owner behind it, as the factory deploys it. */
const codeOf = (implementation: string, owner: string): string =>
  `6100413d81600a3d39f3363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3${owner.slice(2)}`

const call = (contract: EvmContract, method: string, args: readonly unknown[]): string =>
  evmContracts('hex').call(contract, method, args)

export function gasPumps(place: Place): GasPumps {
  const factory = (): string => {
    if (place.factory !== undefined) return place.factory
    throw new NodeFault(
      'unconfigured',
      `${place.name} has no factory of gas pumps: deploy one, and name it as ${place.setting}; see docs/gas-pump.md`,
    )
  }
  return {
    get factory() {
      return factory()
    },
    get deployment() {
      return place.factory === undefined ? null : place.deployment
    },
    addressesOf: addresses(place, factory),
    ...factoryCalls(place),
    ...pumpCalls(place),
    eventsIn: (logs) => eventsOf(place, factory(), logs),
  }
}

function addresses(
  { contract, create2Prefix, read, write }: Place,
  factory: () => string,
): GasPumps['addressesOf'] {
  let found: string | undefined
  const implementation = (): string => {
    found ??= create2(read(factory()), hashOfCode(CONTRACTS[contract].bytecode), create2Prefix)(0n)
    return found
  }
  return (owner) => {
    const code = codeOf(implementation(), read(owner))
    const at = create2(read(factory()), hashOfCode(code), create2Prefix)
    return (index) => write(at(index))
  }
}

const factoryCalls = ({ read }: Place): Pick<GasPumps, 'activate' | 'create' | 'askAddress'> => ({
  askAddress: (owner, index) =>
    call('GasPumpFactory', 'addressOf(address,uint256)', [read(owner), String(index)]),
  activate: (owner, from, to) =>
    call('GasPumpFactory', 'activate(address,uint256,uint256)', [read(owner), String(from), String(to)]),
  create: (owner, count) =>
    owner === null
      ? call('GasPumpFactory', 'create(uint256)', [String(count)])
      : call('GasPumpFactory', 'createFor(address,uint256)', [read(owner), String(count)]),
})

type OfPump = 'transfer' | 'transferBatch' | 'approve' | 'askOwner' | 'addressIn'

function pumpCalls({ read, write }: Place): Pick<GasPumps, OfPump> {
  const words = ({ kind, token, to, amount, tokenId }: PumpMove) => [
    token === null ? ZERO : read(token),
    String(kind),
    read(to),
    String(amount),
    String(tokenId),
  ]
  return {
    transfer: (move) => call('GasPump', 'transfer(address,uint256,address,uint256,uint256)', words(move)),
    transferBatch(moves) {
      const rows = moves.map(words)
      const columns = [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]))
      return call('GasPump', 'transferBatch(address[],uint256[],address[],uint256[],uint256[])', columns)
    },
    approve: (move) => call('GasPump', 'approve(address,uint256,address,uint256,uint256)', words(move)),
    get askOwner() {
      return call('GasPump', 'owner()', [])
    },
    addressIn(answer) {
      const [, digits] = ADDRESS.exec(answer) ?? []
      return digits === undefined ? undefined : write(`0x${digits.toLowerCase()}`)
    },
  }
}

function eventsOf({ read, write }: Place, factory: string, logs: readonly PumpLog[]): PumpEvents {
  const own = read(factory).slice(2)
  const of = (topic: string) =>
    logs
      .filter(({ address, topics }) => digitsOf(address).endsWith(own) && digitsOf(topics[0] ?? '') === topic)
      .map(({ data }) => wordsIn(data))
  const walletIn = (word = '') => write(`0x${word.slice(24)}`)
  const placeIn = ([wallet, index]: readonly string[]) => ({
    address: walletIn(wallet),
    index: BigInt(`0x${index ?? '0'}`),
  })
  return {
    activated: of(ACTIVATED).map(placeIn),
    existing: of(EXISTING).map(placeIn),
    created: of(CREATED).map(([wallet]) => walletIn(wallet)),
  }
}

const digitsOf = (hex: string): string => hex.replace(/^0x/, '').toLowerCase()

const wordsIn = (data: string): readonly string[] => digitsOf(data).match(/[0-9a-f]{64}/g) ?? []
