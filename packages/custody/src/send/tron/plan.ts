/**
 * Transactions of TRON: the block they name, their time, and what they may cost. There is no nonce. Each is one of its
 * own by its time, and is recorded by its id before a node hears of it, so sending it again sends the same bytes.
 */
import { times } from '@tallystick/core'
import { type Engine, heldReservations } from '@tallystick/engine'
import { BadTransaction, paramsOf, type Unsigned } from '../../ports/chain.js'
import type { TronChain, TronContract, TronHead, TronTransaction } from '../../ports/tron.js'
import { mustBeBelow } from '../ceiling.js'
import { type Order, type Plan, pendedBy, type ToPend, type ToSign } from '../plan.js'
import { placeOf } from '../sends.js'
import { type Bill, mustCover } from './cover.js'

type On = Pick<Engine, 'query' | 'now'>

/** What is to happen. */
export interface TronRequest {
  readonly contract: TronContract
  /** Sun that the energy of a contract may cost; null: what it is estimated to. */
  readonly feeLimit: bigint | null
}

/** To be signed. */
export async function planTron(on: On, order: Order<TronChain>, request: TronRequest): Promise<Plan<ToSign>> {
  const { chain } = order
  const builder = await prepared(on, order, request, paramsOf(chain).lifetime)
  return {
    turn: chain.codec.canonical(request.contract.owner),
    build: async () => ({ unsigned: await builder(), replaces: false }),
  }
}

/** Left to a key-management system, which has most of a day to sign it. */
export async function planTronPending(
  on: On,
  order: Order<TronChain>,
  request: TronRequest,
): Promise<Plan<ToPend>> {
  const { codec } = order.chain
  const builder = await prepared(on, order, request, paramsOf(order.chain).patience)
  const owner = codec.canonical(request.contract.owner)
  return {
    turn: owner,
    async build() {
      const unsigned = await builder()
      return pendedBy(owner, codec.serializeForKms(codec.rawData(unsigned).hex), unsigned)
    },
  }
}

/** What a key-management system was asked to sign, and nobody can sign any more: the same, from now on. */
export function renewTron(on: On, order: Order<TronChain>, serialized: string): Promise<Plan<ToPend>> {
  const { contract, feeLimit, timestamp } = order.chain.codec.requestIn(serialized)
  // A caller names the limit of a call; that of a deployment is found again.
  const named = contract.type === 'TriggerSmartContract' ? feeLimit : null
  const later = on.now() - timestamp
  const request =
    contract.type === 'AssetIssueContract'
      ? { ...contract, start: contract.start + later, end: contract.end + later }
      : contract
  return planTronPending(on, order, { contract: request, feeLimit: named })
}

/** A solidified block is never undone, so no fork makes the transaction one of another chain. */
const timesOf = (
  { height, hash, time }: TronHead,
  lifetime: number,
): Pick<TronTransaction, 'refBlock' | 'expiration'> => ({
  refBlock: { bytes: height.toString(16).padStart(16, '0').slice(12), hash: hash.slice(16, 32) },
  expiration: time + lifetime,
})

/** In no block and of no time: to refuse without a node what no node would take. */
const NOWHERE = { refBlock: { bytes: '0000', hash: '0'.repeat(16) }, expiration: 1, timestamp: 1 }

/** Finds what it costs; and then each time a block to name, a time that no other has, and that it is paid for. */
async function prepared(
  engine: On,
  order: Order<TronChain>,
  { contract, feeLimit: named }: TronRequest,
  lifetime: number,
): Promise<() => Promise<Unsigned>> {
  const { chain } = order
  const { codec, node } = chain
  codec.build({ contract, ...NOWHERE, ...(named === null ? {} : { feeLimit: named }) }, 0n)
  const owner = { ...placeOf(order), owner: codec.canonical(contract.owner) }
  const { feeLimit, ...bill } = await billOf(chain, contract, named)

  return async () => {
    const solid = await node.solid()
    for (let timestamp = engine.now(); ; timestamp++) {
      const transaction = { contract, ...timesOf(solid, lifetime), timestamp, feeLimit }
      const draft = codec.build(transaction, 0n)
      if ((await heldReservations(engine.query, owner, draft.claims)).length > 0) continue
      const outlay = codec.outlay(codec.serializeForKms(codec.rawData(draft).hex))
      const fee = feeLimit + bill.fixed + BigInt(outlay.bytes) * bill.prices.byte
      if (named === null) mustBeBelow(paramsOf(chain).maxFee + bill.issue, fee, chain.record)
      await mustCover(engine.query, chain, owner, { ...bill, outlay, solid: solid.time })
      return codec.build(transaction, fee)
    }
  }
}

/** A contract may have changed until a block has it. What is not used is not paid. */
const withRoom = (energy: bigint): bigint => times(energy, '1.2')

async function billOf(
  chain: TronChain,
  contract: TronContract,
  named: bigint | null,
): Promise<Omit<Bill, 'outlay' | 'solid'> & { readonly feeLimit: bigint; readonly fixed: bigint }> {
  const { node, record } = chain
  const [prices, energy, isNew] = await Promise.all([
    node.prices(),
    energyOf(chain, contract),
    isNewAccount(chain, contract),
  ])
  const issue = contract.type === 'AssetIssueContract' ? prices.issue : 0n
  if (contract.type === 'AssetIssueContract' && (await node.asset(contract.owner)) !== undefined) {
    throw new BadTransaction('malformed', 'The account has issued a TRC-10 token, and an account issues one.')
  }
  const common = { prices, energy, fixed: issue + (isNew ? prices.account : 0n), issue }
  if (energy === 0n) return { ...common, feeLimit: 0n }
  if (named !== null) {
    // A contract that runs out of energy does nothing, and costs the whole limit.
    mustBeBelow(named, energy * prices.energy, record, 'its energy costs')
    if (named <= prices.mostFeeLimit) return { ...common, feeLimit: named }
    throw new BadTransaction('malformed', 'feeLimit is above what the network takes.')
  }
  return { ...common, feeLimit: withRoom(energy) * prices.energy }
}

/** A time of as many bytes as those of today have. */
const ANY_TIME = 2 ** 41

/** What its sender must have for it at most, beside what it pays: of what it has staked for, or gets for nothing, it pays less. */
export async function tronCost(chain: TronChain, contract: TronContract): Promise<bigint> {
  const { codec, node } = chain
  const [{ feeLimit, prices, fixed }, funds] = await Promise.all([
    billOf(chain, contract, null),
    node.funds(contract.owner, 'head'),
  ])
  const times = { ...NOWHERE, expiration: ANY_TIME, timestamp: ANY_TIME }
  const draft = codec.build({ contract, ...times, feeLimit }, 0n)
  const bytes = BigInt(codec.outlay(codec.serializeForKms(codec.rawData(draft).hex)).bytes)
  const isFree = bytes <= funds.freeBytes || bytes <= funds.stakedBytes
  const staked = funds.energy * prices.energy
  return fixed + (isFree ? 0n : bytes * prices.byte) + (feeLimit > staked ? feeLimit - staked : 0n)
}

async function energyOf({ node }: TronChain, contract: TronContract): Promise<bigint> {
  const { owner: from } = contract
  if (contract.type === 'TriggerSmartContract') {
    return node.energy({ from, contract: contract.contract, data: contract.data })
  }
  if (contract.type === 'CreateSmartContract')
    return node.energy({ from, contract: null, data: contract.code })
  return 0n
}

async function isNewAccount({ node }: TronChain, contract: TronContract): Promise<boolean> {
  return 'to' in contract && (await node.account(contract.to)) === undefined
}
