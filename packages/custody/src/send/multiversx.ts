/** Transactions of MultiversX: finds nonce, gas and gas price, and checks that the sender can pay. */
import { times } from '@tallystick/core'
import { BadKey, BadTransaction, paramsOf } from '../ports/chain.js'
import type {
  MultiversxChain,
  MultiversxKmsTransaction,
  MultiversxNetwork,
  MultiversxTransaction,
} from '../ports/multiversx.js'
import { newestBlock } from './before.js'
import { mustBeBelow } from './ceiling.js'
import { mustCover } from './cover.js'
import { type Order, type Plan, pendedBy, type ToPend, type ToSign } from './plan.js'
import { placeOf } from './sends.js'
import type { Custodian } from './turns.js'

export interface MultiversxRequest {
  readonly from: string
  readonly to: string
  /** Base units. */
  readonly amount: bigint
  /** Base64; null: none. */
  readonly data: string | null
  /** Null: the network's price. */
  readonly gasLimit: bigint | null
  readonly gasPrice: bigint | null
}

const VERSION = 2
/** Without an index: a pending signature has no nonce yet. */
const NO_NONCE = -1n

/**
 * To be signed, with the sender's next nonce.
 * @throws BadKey when the key is not that of the sender
 */
export async function planMultiversx(
  { engine, turns }: Custodian,
  order: Order<MultiversxChain>,
  request: MultiversxRequest,
  key: { readonly address: string },
): Promise<Plan<ToSign>> {
  const { chain } = order
  const { from } = request
  if (key.address !== from) throw new BadKey(`is not the key of ${from}`)
  const { movement, chainId } = await priced(chain, request)
  const owner = { ...placeOf(order), owner: from }
  return {
    turn: from,
    async build() {
      const nonce = await turns.nextIndex(owner, BigInt(await chain.node.nonce(from)))
      const unsigned = chain.codec.build(transactionOf(movement, nonce, chainId))
      const outlay = chain.codec.outlay(chain.codec.serializeForKms(movement))
      await mustCover(engine, chain, owner, nonce, outlay)
      return { unsigned, replaces: false }
    },
  }
}

/** Leaves the transaction to a key-management system, which takes the sender's next nonce when it signs. */
export async function planMultiversxPending(
  { engine }: Custodian,
  order: Order<MultiversxChain>,
  request: MultiversxRequest,
): Promise<Plan<ToPend>> {
  const { chain } = order
  const { movement, chainId } = await priced(chain, request)
  return {
    turn: null,
    async build() {
      const serialized = chain.codec.serializeForKms(movement)
      const owner = { ...placeOf(order), owner: request.from }
      await mustCover(engine, chain, owner, NO_NONCE, chain.codec.outlay(serialized))
      const { fee } = chain.codec.build(transactionOf(movement, 0n, chainId))
      return { ...pendedBy(request.from, serialized, { claims: [], fee }), ...(await newestBlock(chain)) }
    },
  }
}

/** Finds the gas and its price. Checks that need no node come first. */
async function priced(chain: MultiversxChain, request: MultiversxRequest) {
  const { codec, node, record } = chain
  const params = paramsOf(chain)
  const [known = ''] = params.chainIds
  const movementOf = (gasPrice: bigint, gasLimit: bigint): MultiversxKmsTransaction => ({
    value: request.amount.toString(),
    receiver: request.to,
    sender: request.from,
    gasPrice: Number(gasPrice),
    gasLimit: Number(gasLimit),
    ...(request.data === null ? {} : { data: request.data }),
  })
  codec.build(transactionOf(movementOf(request.gasPrice ?? 0n, request.gasLimit ?? 0n), 0n, known))
  const network = await node.network()
  const gasPrice = request.gasPrice ?? network.minGasPrice
  const { chainId } = network
  const gasLimit = request.gasLimit ?? (await askedGas(chain, movementOf(gasPrice, 0n), network))
  mustFit(network, gasPrice, gasLimit, request.data)
  const movement = movementOf(gasPrice, gasLimit)
  if (request.gasPrice === null || request.gasLimit === null) {
    const { fee } = codec.build(transactionOf(movement, 0n, chainId))
    mustBeBelow(params.maxFee, BigInt(fee), record)
  }
  return { movement, chainId }
}

const transactionOf = (
  movement: MultiversxKmsTransaction,
  nonce: bigint,
  chainID: string,
): MultiversxTransaction => ({ ...movement, nonce: Number(nonce), chainID, version: VERSION })

/** The gas. A plain payment has a fixed amount; otherwise the gateway's estimate and a fifth more, because the state may change. */
export async function askedGas(
  { codec, node }: MultiversxChain,
  { gasLimit: _, ...movement }: MultiversxKmsTransaction,
  network: MultiversxNetwork,
): Promise<bigint> {
  if (movement.data === undefined && !codec.isContract(movement.receiver)) return network.minGasLimit
  const nonce = await node.nonce(movement.sender)
  const units = await node.gasFor({ ...movement, nonce, chainID: network.chainId, version: VERSION })
  const room = units === moveGas(network, movement.data ?? null) ? units : times(units, '1.2')
  if (room > network.maxGasLimit) return network.maxGasLimit
  return room
}

/** The gas of a payment with data, and nothing else. */
const moveGas = ({ minGasLimit, gasPerByte }: MultiversxNetwork, data: string | null): bigint =>
  minGasLimit + gasPerByte * BigInt(Buffer.from(data ?? '', 'base64').length)

/** @throws BadTransaction `malformed` */
function mustFit(network: MultiversxNetwork, gasPrice: bigint, gasLimit: bigint, data: string | null): void {
  const least = moveGas(network, data)
  const why =
    gasPrice < network.minGasPrice
      ? `gasPrice is ${gasPrice}, and the network asks ${network.minGasPrice} (10^-18 EGLD) at least`
      : gasLimit < least
        ? `gasLimit is ${gasLimit}, and the transaction takes ${least} at least`
        : gasLimit > network.maxGasLimit
          ? `gasLimit is ${gasLimit}, and no transaction has more than ${network.maxGasLimit}`
          : null
  if (why !== null) throw new BadTransaction('malformed', why)
}
