/**
 * The events of tokens in the log of a transaction or contract result (docs.multiversx.com, "ESDT Operations Events"). A log
 * entry of a contract has the name of the contract's own function, and no contract may have a function with the name of a
 * function of the protocol (mx-chain-vm-go, `vmhost/contexts/reservedFunctions.go`). So nobody can forge these events. The
 * event `transferValueOnly` is not protected in this way, and is not read: between contracts of one shard it alone tells of
 * EGLD, while a payment to an account of a person also is a contract result.
 */
import { type MultiversxJson, NodeFault } from '@tallystick/custody'
import { textIn } from '../answers.js'
import { isObject } from '../json.js'
import { bytesIn, KEY_BYTES, textOf } from './address.js'
import { METACHAIN } from './standing.js'

export interface BlockEvent {
  readonly address: string
  readonly identifier: string
  readonly topics: readonly Buffer[]
  readonly data: string
}

export interface Transfer {
  readonly from: string | null
  readonly to: string | null
  /** Null for EGLD. */
  readonly asset: string | null
  readonly amount: bigint
}

export function eventsIn({ logs }: MultiversxJson): readonly BlockEvent[] {
  const events = isObject(logs) ? logs['events'] : undefined
  return (Array.isArray(events) ? events : []).filter(isObject).map((event) => ({
    address: textIn(event, 'address'),
    identifier: textIn(event, 'identifier'),
    topics: (Array.isArray(event['topics']) ? event['topics'] : []).map((topic) => bytes(topic)),
    data: bytes(event['data']).toString(),
  }))
}

const bytes = (base64: unknown): Buffer => Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64')

/** Whether a call has failed as a whole. */
export const failed = (events: readonly BlockEvent[]): boolean =>
  events.some(({ identifier }) => identifier === 'signalError')

/** What the events move, in their order. Nothing if the call has failed. */
export function transfersOf(events: readonly BlockEvent[]): readonly Transfer[] {
  if (failed(events)) return []
  // An asynchronous call has its tokens back if it fails, and the log keeps the event.
  const fails = events.some(({ identifier }) => identifier === 'internalVMErrors')
  return events.flatMap((event) => (fails && event.data === 'AsyncCall' ? [] : transfersIn(event)))
}

function transfersIn({ address, identifier, topics }: BlockEvent): readonly Transfer[] {
  switch (identifier) {
    case 'ESDTTransfer':
    case 'ESDTNFTTransfer':
    case 'MultiESDTNFTTransfer': {
      const to = addressOf(topics.at(-1))
      return triples(topics.slice(0, -1)).map((token) => ({ ...token, from: address, to }))
    }
    case 'ESDTLocalMint':
      return triples(topics.slice(0, 3)).map((token) => ({ ...token, from: null, to: address }))
    case 'ESDTLocalBurn':
      return triples(topics.slice(0, 3)).map((token) => ({ ...token, from: address, to: null }))
    case 'ESDTWipe': {
      const from = addressOf(topics[3])
      return triples(topics.slice(0, 3)).map((token) => ({ ...token, from, to: null }))
    }
    case 'ClaimDeveloperRewards':
      return [{ from: null, to: addressOf(topics[1]), asset: null, amount: numberIn(topics[0]) }]
    default:
      return []
  }
}

/** How a list of tokens names EGLD. */
const EGLD = 'EGLD-000000'

/** Each token has three topics: its identifier, its nonce in a collection, and the amount. */
function triples(topics: readonly Buffer[]): readonly { asset: string | null; amount: bigint }[] {
  if (topics.length % 3 !== 0) throw new NodeFault('unreachable', 'The node answered with a malformed event')
  return Array.from({ length: topics.length / 3 }, (_, index) => {
    const [token, nonce, amount] = topics.slice(3 * index)
    const name = String(token)
    const isOne = numberIn(nonce) > 0n
    return {
      asset: name === EGLD ? null : isOne ? `${name}-${nonce?.toString('hex')}` : name,
      amount: numberIn(amount),
    }
  })
}

const numberIn = (value: Buffer | undefined): bigint =>
  value === undefined || value.length === 0 ? 0n : BigInt(`0x${value.toString('hex')}`)

function addressOf(topic: Buffer | undefined): string {
  if (topic?.length !== KEY_BYTES)
    throw new NodeFault('unreachable', 'The node answered with an invalid address')
  return textOf(Uint8Array.from(topic))
}

export type ShardOf = (address: string) => number

/** The metachain's own contracts begin like this. */
const META = Buffer.from('00000000000000000001000000000000', 'hex')

/** The shard of an account: the last bits of its key (mx-chain-go, `sharding/multiShardCoordinator.go`). */
export function shards(count: number): ShardOf {
  const bits = Math.ceil(Math.log2(count))
  const [high, low] = [2 ** bits, 2 ** Math.max(0, bits - 1)]
  return (address) => {
    const key = bytesIn(address)
    if (key === undefined) throw new NodeFault('unreachable', 'The node answered with an invalid address')
    if (key.every((byte) => byte === 0) || META.equals(key.subarray(0, META.length))) return METACHAIN
    const last = key.at(-1) ?? 0
    return last % high < count ? last % high : last % low
  }
}
