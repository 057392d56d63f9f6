/** Transactions of EVM chains: the fee and the nonce that what is to happen needs beside it, and that it is paid for. */
import { times } from '@tallystick/core'
import { BadTransaction, paramsOf } from '../../ports/chain.js'
import type { EvmChain, EvmKmsTransaction, EvmOutlay, EvmTransaction } from '../../ports/evm.js'
import type { FeeCeiling, FeeCoin } from '../../ports/fee.js'
import { newestBlock } from '../before.js'
import { mustBeBelow } from '../ceiling.js'
import { mustCover } from '../cover.js'
import type { Order, Plan, ToPend, ToSign } from '../plan.js'
import { placeOf } from '../sends.js'
import type { Custodian } from '../turns.js'
import { fillerOf } from './filler.js'

/** A payment of the native coin to an account without code. */
const PLAIN_GAS = 21_000n

export type EvmPrice = Pick<EvmTransaction, 'gasLimit' | 'gas'>
/** What the caller names of it. Null: what the market asks. */
export type NamedPrice = { readonly [Part in keyof EvmPrice]: EvmPrice[Part] | null }

/** In which a fee is paid in place of the native coin. */
export interface FeeToken extends FeeCeiling, FeeCoin {
  readonly address: string
}

/** What is to happen, whoever sends it. */
export interface EvmRequest {
  /** Null: the data is code that deploys a contract. */
  readonly to: string | null
  readonly value: bigint
  readonly data: string
  /** Of a token transfer: what the sender must hold of it. */
  readonly token: { readonly address: string; readonly amount: bigint } | null
  /** Null: the sender's next one. A named one may replace a transaction of ours that has it. */
  readonly nonce: number | null
  readonly price: NamedPrice
  readonly feeToken: FeeToken | null
}

const inToken = (token: FeeToken | null): Pick<EvmTransaction, 'feeCurrency'> =>
  token === null ? {} : { feeCurrency: token.address }

/** Of making a contract, and of a byte of data: what each of these chains takes, or less. */
const MAKING_GAS = 32_000
const ZERO_GAS = 4
const BYTE_GAS = 16

/** What it takes before anything is executed. With less, no block can have it, and its nonce would be held up. */
function leastGas({ to, data }: Pick<EvmRequest, 'to' | 'data'>): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex')
  const ofData = bytes.reduce((sum, byte) => sum + (byte === 0 ? ZERO_GAS : BYTE_GAS), 0)
  return PLAIN_GAS + BigInt(ofData + (to === null ? MAKING_GAS : 0))
}

/** @throws BadTransaction `malformed` */
function mustSuffice({ price: { gasLimit }, ...call }: EvmRequest): void {
  const least = leastGas(call)
  if (gasLimit === null || gasLimit >= least) return
  throw new BadTransaction(
    'malformed',
    `gasLimit is ${gasLimit}, and the transaction takes ${least} at least`,
  )
}

/** A contract may have changed until the transaction is in a block. What is not used is not paid. */
export const withRoom = (units: bigint): bigint => (units === PLAIN_GAS ? units : times(units, '1.2'))

/**
 * What is named; for the rest, what the network asks now, and the gas that the node says it takes.
 * @throws BadTransaction `fee.exceptional` if it is not all named, and above the ceiling
 */
export async function priceOf(chain: EvmChain, from: string, request: EvmRequest): Promise<EvmPrice> {
  const { node, record } = chain
  const { to, value, data, feeToken, price } = request
  const { gasLimit: named, gas: namedGas } = price
  if (named !== null && namedGas !== null) return { gasLimit: named, gas: namedGas }
  const [gasLimit, gas] = await Promise.all([
    named ?? node.estimateGas({ from, to, value, data, ...inToken(feeToken) }).then(withRoom),
    namedGas ?? marketGas(chain, feeToken),
  ])
  const most = gas.kind === 'legacy' ? gas.gasPrice : gas.maxFeePerGas
  mustBeBelow((feeToken ?? paramsOf(chain)).maxFee, gasLimit * most, feeToken ?? record)
  return { gasLimit, gas }
}

async function marketGas({ node }: EvmChain, feeToken: FeeToken | null): Promise<EvmPrice['gas']> {
  const { fast, base, priority } = await node.feeRates(feeToken?.address)
  if (base === null) return { kind: 'legacy', gasPrice: fast }
  return { kind: 'eip1559', maxFeePerGas: fast, maxPriorityFeePerGas: lesser(priority, fast) }
}

function lesser(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Before the node is asked for gas: it would take the lack of tokens for a call that the contract refuses. */
async function mustHoldToken({ node }: EvmChain, from: string, { token }: EvmRequest): Promise<void> {
  if (token === null || (await node.tokenBalance(token.address, from)) >= token.amount) return
  throw new BadTransaction('insufficient.funds', 'The sender does not have enough for the amount')
}

/**
 * To be signed, with the sender's next nonce or the one that is named, and paid beside all that the sender has on its
 * way. In turn, so that what one call finds to be covered no other takes for its own; between processes the nonce that
 * both want decides, and whoever was second looks again.
 */
export async function planEvm(
  { engine, turns }: Custodian,
  order: Order<EvmChain>,
  sender: string,
  request: EvmRequest,
): Promise<Plan<ToSign>> {
  const { chain } = order
  const { codec, node } = chain
  const from = codec.canonical(sender)
  mustSuffice(request)
  await mustHoldToken(chain, from, request)
  const price = await priceOf(chain, from, request)
  const { to, value, data, feeToken } = request
  const owner = { ...placeOf(order), owner: from }
  return {
    turn: from,
    ...(request.nonce === null ? {} : { tries: 1 }),
    async build() {
      const nonce =
        request.nonce ?? Number(await turns.nextIndex(owner, BigInt(await node.pendingNonce(from))))
      const transaction = { from, to, value, data, nonce, ...price, ...inToken(feeToken) }
      return {
        unsigned: codec.build(transaction),
        replaces: request.nonce !== null,
        filler: codec.build(fillerOf(transaction, feeToken ?? paramsOf(chain))),
        check: ({ raw }) => mustCover(engine, chain, owner, BigInt(nonce), billOf(chain, request, raw)),
      }
    },
  }
}

/**
 * Of tokens, what the service itself transfers, or pays as a fee. Any contract may have a `transfer(address,uint256)`
 * that takes something else, and no balances: of a call that somebody else has written, the node's estimate judges.
 */
function billOf({ codec }: EvmChain, { token, feeToken }: EvmRequest, raw: string): EvmOutlay {
  const known = [token, feeToken].flatMap((one) => (one === null ? [] : [codec.canonical(one.address)]))
  const { coin, tokens } = codec.outlay(raw)
  return { coin, tokens: tokens.filter(({ address }) => known.includes(address)) }
}

/**
 * Left to a key-management system. Its sender is known to that system only, which therefore finds the nonce, and the
 * fee where none is named.
 * @throws BadTransaction `malformed`
 */
export function planEvmPending(chain: EvmChain, request: EvmRequest): Plan<ToPend> {
  mustSuffice(request)
  const { to, value, data, nonce, price, feeToken } = request
  return {
    turn: null,
    async build() {
      // What no node could hear of is not stored, only to wait.
      const newest = await newestBlock(chain)
      const serialized = chain.codec.serializeForKms({
        from: null,
        to,
        value,
        data,
        nonce,
        gasLimit: price.gasLimit,
        gas: price.gas ?? (await priceForKms(chain)),
        ...inToken(feeToken),
      })
      // A named nonce is used up once: whatever has it is what is asked for.
      const since = nonce === null ? newest : {}
      const signs = { by: [], data }
      return { serialized, claims: [], fee: null, replaces: nonce !== null, signs, ...since }
    },
  }
}

/** Of a transfer of tokens whose sender is not known. */
const TOKEN_GAS = 100_000n

/**
 * As `planEvmPending`, with a fee that is known now, because an account of the ledger pays it. The limit is left open
 * all the same: daemons find their own.
 */
export async function planEvmPriced(
  chain: EvmChain,
  request: EvmRequest & { readonly to: string },
): Promise<Plan<ToPend>> {
  mustSuffice(request)
  const { to, data, token, feeToken, price } = request
  const asked =
    price.gasLimit ??
    (token === null ? withRoom(await chain.node.estimateGas({ from: to, to, value: 0n, data })) : TOKEN_GAS)
  // Its signer finds the limit, and no transaction takes less.
  const gasLimit = asked < PLAIN_GAS ? PLAIN_GAS : asked
  const gasPrice =
    price.gas?.kind === 'legacy' ? price.gas.gasPrice : (await chain.node.feeRates(feeToken?.address)).fast
  if (price.gasLimit === null || price.gas === null) {
    mustBeBelow((feeToken ?? paramsOf(chain)).maxFee, gasLimit * gasPrice, feeToken ?? chain.record)
  }
  const gas = { kind: 'legacy', gasPrice } as const
  const plan = planEvmPending(chain, { ...request, price: { gasLimit: null, gas } })
  return { ...plan, build: async () => ({ ...(await plan.build()), fee: String(gasLimit * gasPrice) }) }
}

async function priceForKms(chain: EvmChain): Promise<EvmKmsTransaction['gas']> {
  const { pricedForKms, maxFee } = paramsOf(chain)
  if (pricedForKms !== true) return null
  const { fast } = await chain.node.feeRates()
  // How much gas it takes is found when it is signed: no less than this.
  mustBeBelow(maxFee, PLAIN_GAS * fast, chain.record)
  return { kind: 'legacy', gasPrice: fast }
}
