/**
 * What a payment on a UTXO chain spends: outputs that are selected of those that addresses have, or that are named and
 * spent whole. All of it is looked up on a node first, and what transactions and pending signatures of ours have
 * claimed is never selected (docs/decisions/023).
 */

import type { Engine } from '@tallystick/engine'
import { heldReservations } from '@tallystick/engine'
import { BadTransaction, type Reservation, type Signed, type Unsigned } from '../../ports/chain.js'
import type { Outpoint, Utxo, UtxoChain, UtxoIntent } from '../../ports/utxo.js'
import type { Order, Plan, ToPend, ToSign } from '../plan.js'
import { placeOf } from '../sends.js'
import {
  claimOf,
  mustBeTaken,
  mustReplace,
  nameOf,
  outpointOf,
  type Replaced,
  replaceableSpender,
  spentOutput,
} from './replace.js'

/** Outputs that storage is asked about at once. */
const RESERVATIONS_PAGE = 1_000
/** Outputs that a node is asked about at once. */
const LOOKUPS = 8
/** Selections of one payment, each without what the one before found to be spent in the mempool. */
const MAX_SELECTIONS = 32

/** Times that outputs which are named are looked up: another call may have spent them meanwhile. */
const NAMED_TRIES = 3

/** What is paid, and where the rest goes. */
export type UtxoPayment = Pick<UtxoIntent, 'to' | 'fee' | 'changeAddress'>
type Rates = Pick<UtxoIntent, 'marketRate' | 'fastRate'>
type Reads = Pick<Engine, 'query'>

/** Whose outputs may be spent. */
export interface UtxoSource {
  readonly address: string
  /** Hex; null where it is not known here. */
  readonly publicKey: string | null
}

/** A payment, and which of its sources has what it uses up, once it is built. */
export interface UtxoPlan extends Plan<ToSign> {
  /** @throws BadTransaction `malformed` when it is of none of them */
  sourceOf(claim: Reservation): number
  /** Whose coins a source has, as a node says; null: of no address. */
  addressAt(source: number): string | null
}

/** Outputs that are named, as a node knows them. */
export interface Found {
  readonly outpoints: readonly Outpoint[]
  readonly outputs: readonly Utxo[]
  /** The transaction of ours whose place is taken by spending them. */
  readonly replaced: Replaced | null
}

async function ratesOf({ node }: UtxoChain): Promise<Rates> {
  const { fast, medium } = await node.feeRates()
  return { marketRate: medium, fastRate: fast }
}

/** With the key that will spend it, where there is one: a p2sh output asks for it. */
const ownedBy = (utxo: Utxo, publicKey: string | null | undefined): Utxo =>
  typeof publicKey === 'string' ? { ...utxo, publicKey } : utxo

/** Selects of all that the addresses have, in their turn: what this call selects, no other of the address does. */
export function planFromAddresses(
  engine: Reads,
  order: Order<UtxoChain>,
  sources: readonly UtxoSource[],
  payment: UtxoPayment,
): UtxoPlan {
  const byAddress = new Map<string, number>()
  for (const [place, { address }] of sources.entries()) {
    if (!byAddress.has(address)) byAddress.set(address, place)
  }
  const found = new Map<string, number>()
  // Calls of the same addresses wait for one another; where only some are the same, the claims decide.
  const [turn = ''] = [...byAddress.keys()].sort()
  return {
    turn,
    async build() {
      const outputs: Utxo[] = []
      for (const [address, place] of byAddress) {
        for (const utxo of await order.chain.node.utxos(address)) {
          outputs.push(ownedBy(utxo, sources[place]?.publicKey))
          found.set(nameOf(utxo), place)
        }
      }
      return { unsigned: await select(engine, order, outputs, payment), replaces: false }
    },
    sourceOf: (claim) => sourceOf(found, claim),
    addressAt: (source) => sources[source]?.address ?? null,
  }
}

function sourceOf(known: ReadonlyMap<string, number>, claim: Reservation): number {
  const place = known.get(nameOf(outpointOf(claim)))
  if (place === undefined) throw new BadTransaction('malformed', 'An input was not asked for')
  return place
}

async function select(
  engine: Reads,
  order: Order<UtxoChain>,
  found: readonly Utxo[],
  payment: UtxoPayment,
): Promise<Unsigned> {
  const { chain } = order
  const rates = await ratesOf(chain)
  const gone = await claimed(engine, order, found)
  const confirmed = found.filter(({ height }) => height !== null)
  for (let selections = 1; ; selections += 1) {
    const unsigned = cheapest(chain, found, confirmed, { ...payment, ...rates, excluded: gone })
    const spent = await chain.node.spent(unsigned)
    if (spent.length === 0) return unsigned
    if (selections === MAX_SELECTIONS)
      throw new BadTransaction('output.spent', 'Others spend of these addresses')
    for (const outpoint of spent) gone.add(nameOf(outpoint))
  }
}

/** Of what blocks have, if that is enough; else also of what waits in the mempool, which may yet come to nothing. */
function cheapest(
  { codec }: UtxoChain,
  found: readonly Utxo[],
  confirmed: readonly Utxo[],
  payment: UtxoPayment & Rates & Pick<UtxoIntent, 'excluded'>,
): Unsigned {
  try {
    return codec.build({ ...payment, required: [], available: confirmed })
  } catch (error) {
    const isShort = error instanceof BadTransaction && error.code === 'insufficient.funds'
    if (!isShort || confirmed.length === found.length) throw error
    return codec.build({ ...payment, required: [], available: found })
  }
}

/** Names of those that a transaction or a pending signature of ours has claimed. */
async function claimed(
  { query }: Reads,
  order: Order<UtxoChain>,
  found: readonly Utxo[],
): Promise<Set<string>> {
  const place = placeOf(order)
  const claims = found.map(claimOf)
  const held = new Set<string>()
  for (let start = 0; start < claims.length; start += RESERVATIONS_PAGE) {
    const page = await heldReservations(query, place, claims.slice(start, start + RESERVATIONS_PAGE))
    for (const claim of page) held.add(nameOf(outpointOf(claim)))
  }
  return held
}

/**
 * Looks up outputs that are named. What a transaction of ours spends that is in no block yet may be named: then
 * another takes its place.
 * @throws BadTransaction `output.spent`
 */
export async function findOutputs(
  engine: Reads,
  order: Order<UtxoChain>,
  outpoints: readonly Outpoint[],
): Promise<Found> {
  const { node } = order.chain
  const replaced = await replaceableSpender(engine, order, outpoints)
  const shared = new Set(replaced?.isWaiting === true ? replaced.shared.map(nameOf) : [])
  const lookUp = async (outpoint: Outpoint): Promise<Utxo> => {
    const utxo = await (shared.has(nameOf(outpoint)) ? node.made(outpoint) : node.utxo(outpoint))
    if (utxo === undefined) throw spentOutput(outpoint)
    return utxo
  }
  const outputs: Utxo[] = []
  for (let start = 0; start < outpoints.length; start += LOOKUPS) {
    outputs.push(...(await Promise.all(outpoints.slice(start, start + LOOKUPS).map(lookUp))))
  }
  return { outpoints, outputs, replaced }
}

/**
 * Spends the outputs that were found, whole. Calls that name the same wait for one another; where another process was
 * first, they are looked up anew: what takes its place is compared with that.
 * @param publicKeys Of who signs for each of them; null where it is not known here
 */
export function planFromOutputs(
  engine: Reads,
  order: Order<UtxoChain>,
  first: Found,
  publicKeys: readonly (string | null)[],
  payment: UtxoPayment,
): UtxoPlan {
  const { chain } = order
  const known = new Map(first.outpoints.map((outpoint, place) => [nameOf(outpoint), place]))
  const [turn = null] = [...known.keys()].sort()
  let found: Found | undefined = first
  return {
    turn,
    tries: NAMED_TRIES,
    async build() {
      const { outputs, replaced } = found ?? (await findOutputs(engine, order, first.outpoints))
      found = undefined
      const required = outputs.map((utxo, place) => ownedBy(utxo, publicKeys[place]))
      const unsigned = chain.codec.build({ ...payment, required, available: [], ...(await ratesOf(chain)) })
      if (replaced !== null) {
        const to = payment.to.map(({ address }) => address)
        const paid = payment.changeAddress === null ? to : [...to, payment.changeAddress]
        const virtualSize = chain.codec.virtualSize(required, paid)
        mustReplace(chain, replaced, { fee: BigInt(unsigned.fee), virtualSize, inputs: outputs })
      }
      const shared = replaced?.isWaiting === true ? replaced.shared : []
      const [spent] = await chain.node.spent(unsigned, shared)
      if (spent !== undefined) throw spentOutput(spent)
      if (replaced === null) return { unsigned, replaces: false }
      const check = ({ raw }: Signed) => mustBeTaken(chain, replaced, raw)
      return { unsigned, replaces: true, instead: replaced.send.txId, check }
    },
    sourceOf: (claim) => sourceOf(known, claim),
    addressAt: (source) => first.outputs[source]?.address ?? null,
  }
}

/** The same payment, left to a key-management system. @param payerOf Whose coins it uses up, if a policy reads it */
export const pendUtxo = (
  { codec }: UtxoChain,
  { turn, build }: Plan<ToSign>,
  payerOf: (claim: Reservation) => string | null = () => null,
): Plan<ToPend> => ({
  turn,
  async build() {
    const { unsigned, replaces } = await build()
    const { claims, fee } = unsigned
    const by = claims.flatMap((claim) => payerOf(claim) ?? []).map(codec.canonical)
    return { serialized: codec.serializeForKms(unsigned), claims, fee, replaces, signs: { by } }
  },
})
