/** What on a chain a subscription means, as the followers of chains name it. */
import { type SubscriptionType, sightedObject } from '@tallystick/core'
import { type Chain, placeOf } from '@tallystick/custody'
import type { ListenOptions } from '@tallystick/webhooks'
import { refused } from '../chains/faults.js'
import { followed } from '../chains/followed.js'
import { chainOf } from '../chains/known.js'
import type { CallContext } from '../context.js'

/** Chains of which ADDRESS_TRANSACTION tells. */
export const ADDRESS_CHAINS = [
  'SOL',
  'ETH',
  'MATIC',
  'CELO',
  'KLAY',
  'BTC',
  'LTC',
  'BCH',
  'DOGE',
  'TRON',
  'BSC',
] as const

/** Chains of which the events of contracts are told. */
export const CONTRACT_CHAINS = ['ETH', 'MATIC', 'CELO', 'KLAY', 'BSC'] as const

/** The attributes that name it. */
export interface SightedAttributes {
  readonly chain: string
  /** ADDRESS_TRANSACTION. */
  readonly address?: string
  /** CONTRACT_LOG_EVENT. */
  readonly event?: string
}

type Asking = Pick<CallContext, 'engine' | 'chains'> & {
  readonly caller: Pick<CallContext['caller'], 'tenant' | 'network'>
}

/** @throws NodeFault if nobody follows the chain; Rejected if it has no such address or event */
export async function sightedBy(
  context: Asking,
  type: SubscriptionType,
  attr: SightedAttributes,
  testnetType?: string,
): Promise<string> {
  const chain: Chain = await context.chains.chain(attr.chain, context.caller.network, testnetType)
  const target = targetOf(chain, type, attr)
  return sightedObject(await followed(context, chain, 'event of it'), target)
}

function targetOf({ codec, record }: Chain, type: SubscriptionType, attr: SightedAttributes): string {
  if (type === 'CONTRACT_NFT_TXS_PER_BLOCK') return 'erc721'
  if (type === 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK') return 'erc1155'
  if (type === 'CONTRACT_LOG_EVENT') {
    const { event = '' } = attr
    if (/^0x[0-9a-fA-F]{64}$/.test(event)) return event.toLowerCase()
    throw refused('attr.event', { event: 'attr.event is the first topic of a log: 0x and 64 hex digits' })
  }
  const { address = '' } = attr
  if (codec.isAddress(address)) return codec.canonical(address)
  throw refused('attr.address', { address: `attr.address is not an address of ${record.name}` })
}

/** Testnets of which a chain may have several. */
const TESTNETS = [undefined, 'ethereum-holesky'] as const

/** The objects of subscriptions to this address, on whichever known chain of the caller's network it is one. */
export async function objectsOf(
  { chains, caller }: Omit<Asking, 'engine'>,
  address: string,
): Promise<readonly string[]> {
  const objects = new Set<string>()
  for (const id of ADDRESS_CHAINS) {
    for (const testnet of id === 'ETH' ? TESTNETS : [undefined]) {
      const chain = await chainOf(chains, id, caller.network, testnet)
      if (chain === undefined || !chain.codec.isAddress(address)) continue
      objects.add(sightedObject(placeOf({ chain, caller }), chain.codec.canonical(address)))
    }
  }
  return [...objects]
}

/** The options of a consumer within the process, with the object that they mean. */
export async function sightedWith(
  { caller, ...context }: Asking,
  type: SubscriptionType,
  options: ListenOptions,
): Promise<ListenOptions> {
  const { chain, object = '', network = caller.network } = options
  if (chain === undefined) return options
  const attr = { chain, address: object, event: object }
  return { ...options, object: await sightedBy({ ...context, caller: { ...caller, network } }, type, attr) }
}
