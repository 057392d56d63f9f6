/**
 * What a payment on a UTXO chain spends: outputs that are selected of those that addresses have, or that are named and
 * spent whole. All of it is looked up on a node first, and what transactions and pending signatures of ours have
 * claimed is never selected (docs/decisions/023).
 */
import { parseDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type Claim,
  type Outpoint,
  type Unsigned,
  type Utxo,
  type UtxoChain,
  type UtxoIntent,
} from '@tallystick/custody'
import { exactText } from '../exact.js'
import type { CallContext } from '../operation.js'
import { refused } from './faults.js'
import { addressIn } from './utxo.js'
import { inCoins } from './utxo-present.js'
import { mustReplace, nameOf, type Replaced, replacedBy } from './utxo-replace.js'

/** Outputs that storage is asked about at once. */
const CLAIMS_PAGE = 1_000
/** Outputs that a node is asked about at once. */
const LOOKUPS = 8
/** Selections of one payment, each without what the one before found to be spent in the mempool. */
const MAX_SELECTIONS = 32

/** Coins, as `exactText` reads them. */
type Coins = number | string

interface Recipients {
  readonly to: readonly { readonly address: string; readonly value: Coins }[]
  readonly fee?: string
  readonly changeAddress?: string
}

export interface FromAddress<Source> extends Recipients {
  readonly fromAddress: readonly ({ readonly address: string } & Source)[]
}

/** The amount (Dogecoin: value) and the address are what the caller says that the output has. */
interface Output {
  readonly txHash: string
  readonly index: number
  readonly amount?: Coins
  readonly value?: string
  readonly address?: string
}

export interface FromOutputs<Source> extends Recipients {
  readonly fromUTXO: readonly (Output & Source)[]
}

/** Who signs for an output. */
export interface Owner {
  /** Hex; null where it is not known here. */
  readonly publicKey: string | null
}

/** A transaction, with who signs for each of its inputs, in order. */
export interface Built<Signing extends Owner> {
  readonly unsigned: Unsigned
  readonly owners: readonly Signing[]
  /** The transaction of ours whose place it takes. */
  readonly replaced: Replaced | null
}

/** What is paid, once it is read. */
type Payment = Pick<UtxoIntent, 'to' | 'fee' | 'changeAddress'>
type Rates = Pick<UtxoIntent, 'marketRate' | 'fastRate'>

interface Owned<Signing extends Owner> {
  readonly utxo: Utxo
  readonly owner: Signing
}

// ---- what is paid

function paymentOf(chain: UtxoChain, { to, fee, changeAddress }: Recipients): Payment {
  return {
    to: to.map(({ address, value }, place) => ({
      address: addressIn(chain, address, `to.${place}.address`),
      value: unitsOf(chain, value, `to.${place}.value`),
    })),
    fee: fee === undefined ? null : unitsOf(chain, fee, 'fee'),
    changeAddress: changeAddress === undefined ? null : addressIn(chain, changeAddress, 'changeAddress'),
  }
}

/** Base units. @throws Rejected `validation.failed` when it is finer than one of them */
function unitsOf({ record }: UtxoChain, amount: Coins, property: string): bigint {
  const parsed = parseDecimal(exactText(amount), record.decimals)
  if (parsed.ok) return parsed.amount
  const limit = `${property} is not an amount of ${record.id}, with ${record.decimals} decimals at most`
  throw refused(property, { decimals: limit })
}

async function ratesOf({ node }: UtxoChain): Promise<Rates> {
  const { fast, medium } = await node.feeRates()
  return { marketRate: medium, fastRate: fast }
}

// ---- what is spent

/** Selects of all that the addresses have, in their turn: what this call selects, no other of the address does. */
export async function fromAddresses<Signing extends Owner, Stored>(
  context: CallContext,
  chain: UtxoChain,
  args: FromAddress<unknown>,
  owners: readonly Signing[],
  recordBuilt: (built: Built<Signing>) => Promise<Stored>,
): Promise<Stored> {
  const payment = paymentOf(chain, args)
  const byAddress = new Map<string, Signing>()
  for (const [place, { address }] of args.fromAddress.entries()) {
    const canonical = addressIn(chain, address, `fromAddress.${place}.address`)
    const owner = owners[place]
    if (owner !== undefined && !byAddress.has(canonical)) byAddress.set(canonical, owner)
  }
  const { sends } = context
  // Calls of the same addresses wait for one another; where only some are the same, the claims decide.
  const [first = ''] = [...byAddress.keys()].sort()
  const turn = { ...sends.place(context.caller.tenant, chain, context.caller.network), owner: first }
  return sends.inTurn(turn, async () => recordBuilt(await select(context, chain, byAddress, payment)))
}

async function select<Signing extends Owner>(
  context: CallContext,
  chain: UtxoChain,
  byAddress: ReadonlyMap<string, Signing>,
  payment: Payment,
): Promise<Built<Signing>> {
  const found: Owned<Signing>[] = []
  for (const [address, owner] of byAddress) {
    for (const utxo of await chain.node.utxos(address)) found.push({ utxo: ownedBy(utxo, owner), owner })
  }
  const rates = await ratesOf(chain)
  const owners = new Map(found.map(({ utxo, owner }) => [nameOf(utxo), owner]))
  const gone = await claimed(context, chain, found)
  for (let selections = 1; ; selections += 1) {
    const free = found.map(({ utxo }) => utxo).filter((utxo) => !gone.has(nameOf(utxo)))
    const unsigned = cheapest(chain, free, { ...payment, ...rates })
    const spent = await chain.node.spent(unsigned)
    if (spent.length === 0) return { unsigned, owners: ownersOf(unsigned, owners), replaced: null }
    if (selections === MAX_SELECTIONS)
      throw new BadTransaction('output.spent', 'Others spend of these addresses')
    for (const outpoint of spent) gone.add(nameOf(outpoint))
  }
}

/** Of what blocks have, if that is enough; else also of what waits in the mempool, which may yet come to nothing. */
function cheapest({ codec }: UtxoChain, free: readonly Utxo[], payment: Payment & Rates): Unsigned {
  const confirmed = free.filter(({ height }) => height !== null)
  try {
    return codec.build({ ...payment, required: [], available: confirmed })
  } catch (error) {
    const isShort = error instanceof BadTransaction && error.code === 'insufficient.funds'
    if (!isShort || confirmed.length === free.length) throw error
    return codec.build({ ...payment, required: [], available: free })
  }
}

/** Names of those that a transaction or a pending signature of ours has claimed. */
async function claimed(
  { engine, sends, caller }: CallContext,
  chain: UtxoChain,
  found: readonly Owned<Owner>[],
): Promise<Set<string>> {
  const place = sends.place(caller.tenant, chain, caller.network)
  const claims = found.map(({ utxo }): Claim => ({ owner: utxo.txId, index: utxo.index }))
  const held = new Set<string>()
  for (let start = 0; start < claims.length; start += CLAIMS_PAGE) {
    const page = await engine.query.heldClaims(place, claims.slice(start, start + CLAIMS_PAGE))
    for (const { owner, index } of page) held.add(nameOf({ txId: owner, index }))
  }
  return held
}

/**
 * Spends the outputs that are named, each as a node knows it. What a transaction of ours spends that is in no block
 * yet may be named: then this one takes its place.
 */
export async function fromOutputs<Signing extends Owner>(
  context: CallContext,
  chain: UtxoChain,
  args: FromOutputs<unknown>,
  owners: readonly Signing[],
): Promise<Built<Signing>> {
  const payment = paymentOf(chain, args)
  const known = new Map<string, Signing>()
  const required: Utxo[] = []
  const outpoints = args.fromUTXO.map(({ txHash, index }) => ({ txId: txHash.toLowerCase(), index }))
  const replaced = await replacedBy(context, chain, outpoints)
  const shared = new Set(replaced?.isWaiting === true ? replaced.shared.map(nameOf) : [])
  for (let start = 0; start < args.fromUTXO.length; start += LOOKUPS) {
    const page = args.fromUTXO.slice(start, start + LOOKUPS)
    required.push(...(await Promise.all(page.map((output, at) => lookUp(chain, output, start + at, shared)))))
  }
  const spending = required.map((utxo, place) => {
    const owner = owners[place]
    if (owner === undefined) return utxo
    known.set(nameOf(utxo), owner)
    return ownedBy(utxo, owner)
  })
  const rates = await ratesOf(chain)
  const unsigned = chain.codec.build({ ...payment, required: spending, available: [], ...rates })
  if (replaced !== null) {
    const to = payment.to.map(({ address }) => address)
    const paid = payment.changeAddress === null ? to : [...to, payment.changeAddress]
    const virtualSize = chain.codec.virtualSize(spending, paid)
    mustReplace(chain, replaced, { fee: BigInt(unsigned.fee), virtualSize, inputs: required })
  }
  const [spent] = await chain.node.spent(unsigned, replaced?.isWaiting === true ? replaced.shared : [])
  if (spent !== undefined) throw spentOutput(spent)
  return { unsigned, owners: ownersOf(unsigned, known), replaced }
}

/** @throws BadTransaction `output.spent`; Rejected when it is not what the caller says it is */
async function lookUp(
  chain: UtxoChain,
  output: Output,
  place: number,
  /** Names of those that a transaction spends which is to be replaced. */
  shared: ReadonlySet<string>,
): Promise<Utxo> {
  const { index, amount, value, address } = output
  const txId = output.txHash.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(txId)) {
    throw refused(`fromUTXO.${place}.txHash`, { hash: `fromUTXO.${place}.txHash is not a hash` })
  }
  const outpoint = { txId, index }
  const utxo = await (shared.has(nameOf(outpoint)) ? chain.node.made(outpoint) : chain.node.utxo(outpoint))
  if (utxo === undefined) throw spentOutput({ txId, index })
  const field = amount === undefined ? 'value' : 'amount'
  const told = amount ?? value
  if (told !== undefined && unitsOf(chain, told, `fromUTXO.${place}.${field}`) !== utxo.value) {
    const has = `the output holds ${inCoins(chain, utxo.value)} ${chain.record.id}`
    throw refused(`fromUTXO.${place}.${field}`, { value: has })
  }
  const property = `fromUTXO.${place}.address`
  if (address !== undefined && addressIn(chain, address, property) !== utxo.address) {
    throw refused(property, { address: `the output belongs to ${utxo.address ?? 'no address'}` })
  }
  return utxo
}

const spentOutput = ({ txId, index }: Outpoint): BadTransaction =>
  new BadTransaction('output.spent', `output ${index} of ${txId} is spent, or never was`)

/** With the key that will spend it, where there is one: a p2sh output asks for it. */
const ownedBy = (utxo: Utxo, { publicKey }: Owner): Utxo =>
  publicKey === null ? utxo : { ...utxo, publicKey }

/** In the order of the inputs. */
function ownersOf<Signing>({ claims }: Unsigned, known: ReadonlyMap<string, Signing>): readonly Signing[] {
  return claims.map(({ owner, index }) => {
    const found = known.get(nameOf({ txId: owner, index }))
    if (found === undefined) throw new BadTransaction('malformed', 'An input was not asked for')
    return found
  })
}
