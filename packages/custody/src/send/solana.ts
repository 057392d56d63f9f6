/**
 * Payments on Solana: the block that a transaction names, its fee, and what tells it from another payment like it.
 *
 * There are no sequences: the same payment under the same block would be the same transaction, and be made once. A salt
 * in its limit of compute units tells the two apart, by chance; where chance fails, both have one claim, and the second
 * is built anew.
 */
import type { Engine } from '@tallystick/engine'
import { BadTransaction, NodeFault, paramsOf, type Unsigned } from '../ports/chain.js'
import type {
  SolanaChain,
  SolanaIntent,
  SolanaLifetime,
  SolanaMint,
  SolanaOutlay,
  SolanaTransfer,
} from '../ports/solana.js'
import { mustBeBelow } from './ceiling.js'
import type { Order, Plan, ToPend, ToSign } from './plan.js'
import { placeOf } from './sends.js'
import type { Owner } from './turns.js'
import { underWay } from './underway.js'

/** Who keeps what is claimed. */
interface Custodian {
  readonly engine: Pick<Engine, 'query' | 'random' | 'now'>
}

export interface SolanaPayment {
  readonly from: string
  readonly to: string
  /** Base units. */
  readonly amount: bigint
  /** Who pays the fee; the sender unless told. */
  readonly payer?: string
  /** The mint of the token that is paid; the native coin unless told. */
  readonly mint?: string
}

/** What must be told before a node is asked: any will do. */
const SOME: SolanaLifetime = { blockhash: '1'.repeat(32), last: 1n }

/** To be signed now: nodes refuse it some 50 seconds later. */
export async function planSolana(
  on: Custodian,
  order: Order<SolanaChain>,
  payment: SolanaPayment,
): Promise<Plan<ToSign>> {
  const { chain } = order
  const next = await prepared(on, order, payment)
  return {
    turn: payment.payer ?? payment.from,
    async build() {
      const now = on.engine.now()
      const { unsigned } = await next()
      return { unsigned: { ...unsigned, expires: now + paramsOf(chain).lifetime }, replaces: false }
    },
  }
}

/** Left to a key-management system, which puts a block of its own in. Until then its salt is no other's. */
export async function planSolanaPending(
  on: Custodian,
  order: Order<SolanaChain>,
  payment: SolanaPayment,
): Promise<Plan<ToPend>> {
  const payer = payment.payer ?? payment.from
  const next = await prepared(on, order, payment)
  return {
    turn: payer,
    async build() {
      const { unsigned, salt } = await next()
      const serialized = order.chain.codec.serializeForKms(unsigned)
      const claims = [{ owner: unsignedOf(payer), index: BigInt(salt) }]
      return { serialized, claims, fee: unsigned.fee, replaces: false, signs: { by: [payment.from, payer] } }
    },
  }
}

/** Whose the salts are of what waits for its signature. */
const unsignedOf = (payer: string): string => `${payer}:unsigned`

/** Checks what needs no block; and then each time builds, and checks that it is paid for. */
async function prepared(on: Custodian, order: Order<SolanaChain>, payment: SolanaPayment) {
  const { chain } = order
  const { codec, node } = chain
  const { mint: address, ...plain } = payment
  const built = (made: Omit<SolanaIntent, 'fee'>, fee: bigint): Unsigned => codec.build({ ...made, fee })
  // What can be refused without a node is, before one is asked.
  built({ transfer: plain, lifetime: SOME, salt: 0 }, 0n)
  const mint = address === undefined ? undefined : await node.mint(address)
  if (mint?.withholds === true) {
    throw new BadTransaction(
      'malformed',
      `Of the token ${address}, the recipient would get less than is sent`,
    )
  }
  if (mint !== undefined && (await node.tokens(payment.to)) !== undefined) {
    // Tokens would go to an account whose owner is that account, which nobody signs for.
    throw new BadTransaction(
      'malformed',
      `${payment.to} is an account of tokens: name the wallet that owns it`,
    )
  }
  const price = await priceOf(chain, plain, mint)
  return async () => {
    const token = mint && {
      ...mint,
      opens: (await node.tokens(codec.tokenAccount(payment.to, mint))) === undefined,
    }
    const transfer: SolanaTransfer = token === undefined ? plain : { ...plain, token }
    const lifetime = await node.lifetime()
    const salt = chance(on)
    const made = { transfer, lifetime, salt, price }
    const fee = await askedFee(chain, codec.message(built(made, 0n)))
    const unsigned = built(made, fee)
    await mustCover(on, order, transfer, { ...codec.outlay(codec.serializeForKms(unsigned)), fee })
    return { unsigned, salt }
  }
}

/**
 * What a unit must be paid for a place in a block, as far as that goes: a payment is not refused because others pay more.
 */
async function priceOf(
  { codec, node, record, network }: SolanaChain,
  { from, to }: SolanaTransfer,
  mint: SolanaMint | undefined,
): Promise<bigint> {
  const accounts =
    mint === undefined ? [from, to] : [from, to].map((owner) => codec.tokenAccount(owner, mint))
  const price = await node.unitPrice(accounts)
  const { maxPrice } = paramsOf({ record, network })
  if (price < maxPrice) return price
  return maxPrice
}

/** 0 to 65,535. */
function chance({ engine }: Custodian): number {
  const bytes = new Uint8Array(2)
  engine.random.fill(bytes)
  return (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
}

async function askedFee({ node, record, network }: SolanaChain, message: string): Promise<bigint> {
  const fee = await node.feeFor(message)
  if (fee === undefined) throw new NodeFault('unreachable', 'The node does not know the block it has told')
  mustBeBelow(paramsOf({ record, network }).maxFee, fee, record)
  return fee
}

/**
 * That it can be paid for, beside all that its payer has on its way. What the payer owns is that of one final block, and
 * what that block does not have yet is counted. An account keeps nothing, or what it needs to stay.
 * @throws BadTransaction `insufficient.funds`, `dust`
 */
async function mustCover(
  on: Custodian,
  order: Order<SolanaChain>,
  { from, to, amount, payer = from, token }: SolanaTransfer,
  { amount: taken, fee }: SolanaOutlay,
): Promise<void> {
  const { node, codec } = order.chain
  const others = await otherOutlays(on, order, payer)
  const { lamports, settled } = await node.funds(
    payer,
    others.flatMap(({ txId }) => txId ?? []),
  )
  const open = others.filter(({ txId }) => txId === null || !settled.has(txId))
  const beside = open.length === 0 ? '' : `, beside its ${open.length} transactions that wait for a block`
  const least = await node.leastBalance(0)
  const left = open.reduce((sum, one) => sum - one.amount - one.fee, lamports - taken - fee)
  if (left < 0n) throw short(`The account does not have enough for the amount and the fee${beside}`)
  if (left > 0n && left < least) {
    throw short(`The account must keep ${least} lamports or nothing, and would keep ${left}${beside}`)
  }
  if (token !== undefined) {
    const account = codec.tokenAccount(from, token)
    const tokens = open.flatMap((one) => one.tokens).filter((one) => one.account === account)
    const owned = (await node.tokens(account)) ?? 0n
    if (tokens.reduce((sum, one) => sum - one.amount, owned - amount) >= 0n) return
    throw short(`The account does not have enough tokens${beside}`)
  }
  if (payer !== from && (await node.balance(from)) < amount) throw short('The sender does not have enough')
  if (amount < least && (await node.balance(to)) + amount < least) {
    throw new BadTransaction('dust', `An account on Solana holds ${least} lamports at least`)
  }
}

const short = (why: string): BadTransaction => new BadTransaction('insufficient.funds', why)

/** Of all that may yet be taken from the payer: what is signed, and what waits for its signature. */
async function otherOutlays(
  { engine }: Custodian,
  order: Order<SolanaChain>,
  payer: string,
): Promise<readonly SolanaOutlay[]> {
  const { codec, node } = order.chain
  const place = placeOf(order)
  const rowsOf = (owner: Owner, first: bigint) => underWay(engine.query, owner, first, -1n)
  const [signed, unsigned] = await Promise.all([
    rowsOf({ ...place, owner: payer }, codec.firstClaim(await node.finalHeight())),
    rowsOf({ ...place, owner: unsignedOf(payer) }, 0n),
  ])
  return [...signed, ...unsigned].flatMap((row) => row.map(codec.outlay))
}
