/** Transactions of Stellar: the sequence, the fee and the time that what is to happen needs beside it. */
import { type Engine, Rejected } from '@tallystick/engine'
import { BadKey, BadTransaction, paramsOf } from '../ports/chain.js'
import type {
  StellarAccount,
  StellarAsset,
  StellarChain,
  StellarHolding,
  StellarLedger,
  StellarMemo,
  StellarOperation,
  StellarOutlay,
  StellarTransaction,
} from '../ports/stellar.js'
import { mustBeBelow } from './ceiling.js'
import { type Order, type Plan, pendedBy, type ToPend, type ToSign } from './plan.js'
import { placeOf } from './sends.js'
import type { Custodian, Owner } from './turns.js'
import { underWay } from './underway.js'

/** What is to happen, and for which account. */
export interface StellarRequest {
  readonly account: string
  readonly memo: StellarMemo | null
  readonly operation: StellarOperation
}

export const XLM: StellarAsset = 'XLM'

/** A new account must be able to keep the reserve of two entries. */
const FIRST_ENTRIES = 2n

/** Every transaction is one operation. */
type Found = Pick<StellarTransaction, 'sequence' | 'fee' | 'operation'> & {
  readonly closed: number
  readonly ahead: number
}

/** @throws Rejected `xlm.account.failed` */
export async function accountOf({ node }: StellarChain, account: string): Promise<StellarAccount> {
  const found = await node.account(account)
  if (found === undefined) throw new Rejected({ code: 'xlm.account.failed', detail: account })
  return found
}

/**
 * To be signed, with a time after which it is dead.
 * @param key Its address
 * @throws BadKey when it cannot sign for the account alone
 */
export async function planStellar(
  on: Custodian,
  order: Order<StellarChain>,
  request: StellarRequest,
  key: { readonly address: string },
): Promise<Plan<ToSign>> {
  const { chain } = order
  mustBeBuilt(chain, request)
  mustSign(key.address, await accountOf(chain, request.account), request.account)
  const next = await completed(on, order, request)
  const { lifetime, turn } = paramsOf(chain)
  return {
    turn: chain.codec.canonical(request.account),
    async build() {
      const { closed, ahead, ...found } = await next()
      const until = closed + lifetime + ahead * turn
      const unsigned = chain.codec.build({
        ...transactionOf(request, { ...found, until }),
        ...(key.address === request.account ? {} : { signer: key.address }),
      })
      return { unsigned, replaces: false }
    },
  }
}

/**
 * Left to a key-management system. It holds its sequence until it is signed or deleted, and those after it wait.
 * @param own The sequence that it has already, if it is built again: those after it wait for this one
 */
export async function planStellarPending(
  on: Custodian,
  order: Order<StellarChain>,
  request: StellarRequest,
  own: bigint | null = null,
): Promise<Plan<ToPend>> {
  const { codec } = order.chain
  mustBeBuilt(order.chain, request)
  const next = await completed(on, order, request, own)
  const { signing, turn } = paramsOf(order.chain)
  const account = codec.canonical(request.account)
  return {
    turn: account,
    async build() {
      const { closed, ahead, ...found } = await next()
      const transaction = transactionOf(request, { ...found, until: closed + signing + ahead * turn })
      return pendedBy(account, codec.serializeForKms(transaction), codec.build(transaction))
    },
  }
}

/**
 * What a key-management system was asked to sign, and nobody can sign any more: the same, from now on, and with the same
 * sequence unless another transaction has used that.
 */
export function renewStellar(
  on: Custodian,
  order: Order<StellarChain>,
  serialized: string,
): Promise<Plan<ToPend>> {
  const { source: account, sequence, memo, operation } = order.chain.codec.requestIn(serialized)
  return planStellarPending(on, order, { account, memo, operation }, BigInt(sequence))
}

/** What can be refused without a node is, before one is asked. */
function mustBeBuilt({ codec }: StellarChain, request: StellarRequest): void {
  codec.build(transactionOf(request, { sequence: '1', fee: '100', operation: request.operation, until: 1 }))
}

const transactionOf = (
  { account, memo }: StellarRequest,
  {
    until,
    ...found
  }: Pick<StellarTransaction, 'sequence' | 'fee' | 'operation'> & { readonly until: number },
): StellarTransaction => ({ ...found, source: account, since: '0', until: String(until), memo })

/**
 * Finds the fee and the recipient, and then each time the account's next sequence and the time, and that it is paid
 * for.
 */
async function completed(
  { engine, turns }: Custodian,
  order: Order<StellarChain>,
  request: StellarRequest,
  own: bigint | null = null,
): Promise<() => Promise<Found>> {
  const { node, codec, record } = order.chain
  const [fee, ledger, operation] = await Promise.all([
    node.fee(),
    node.latest(),
    addressed(order.chain, request),
  ])
  mustBeBelow(paramsOf(order.chain).maxFee, fee, record)
  mustStart(operation, ledger)
  const owner = { ...placeOf(order), owner: codec.canonical(request.account) }
  return async () => {
    const [account, { closed, baseReserve }] = await Promise.all([
      accountOf(order.chain, request.account),
      node.latest(),
    ])
    const first = account.sequence + 1n
    const sequence = own !== null && own >= first ? own : await turns.nextIndex(owner, first)
    const found = { sequence: sequence.toString(), fee: fee.toString(), operation }
    const outlay = codec.outlay(codec.serializeForKms(transactionOf(request, { ...found, until: closed })))
    await mustCover(engine, order.chain, owner, {
      account,
      sequence,
      outlay: withReserve(outlay, operation, account, baseReserve),
    })
    return { ...found, closed, ahead: Number(sequence - first) }
  }
}

/** A trust line is an entry, for which the account must keep more. */
function withReserve(
  outlay: StellarOutlay,
  operation: StellarOperation,
  { holdings }: StellarAccount,
  baseReserve: bigint,
): StellarOutlay {
  if (operation.type !== 'trust' || operation.limit === '0' || holdings.has(operation.asset)) return outlay
  return { ...outlay, paid: new Map([[XLM, baseReserve]]) }
}

/**
 * The operation as the recipient can take it: an account that the ledger does not know is made by the payment.
 * @throws Rejected `xlm.account.failed`, `xlm.memo.required`, `xlm.trustline.missing`
 */
async function addressed(
  chain: StellarChain,
  { operation, memo }: StellarRequest,
): Promise<StellarOperation> {
  if (operation.type === 'trust') {
    await accountOf(chain, issuerOf(operation.asset))
    return operation
  }
  const { to, amount } = operation
  const account = chain.codec.canonical(to)
  const found = await chain.node.account(account)
  const asset = operation.type === 'create' ? XLM : operation.asset
  if (found === undefined) {
    if (asset !== XLM || to !== account) throw new Rejected({ code: 'xlm.account.failed', detail: account })
    return { type: 'create', to, amount }
  }
  // A customer of the account is named in the address.
  if (found.memoRequired && memo === null && to === account) throw new Rejected({ code: 'xlm.memo.required' })
  if (asset !== XLM && issuerOf(asset) !== account) mustTake(found.holdings.get(asset), BigInt(amount))
  return { type: 'payment', to, asset, amount }
}

function mustTake(holding: StellarHolding | undefined, amount: bigint): void {
  const why =
    holding === undefined
      ? 'it has none'
      : holding.authorized
        ? holding.room < amount && 'its limit leaves no room for the amount'
        : 'the issuer has not authorized it'
  if (why) throw new Rejected({ code: 'xlm.trustline.missing', detail: why })
}

const issuerOf = (asset: StellarAsset): string => asset.slice(asset.indexOf(':') + 1)

/** @throws BadTransaction `dust` */
function mustStart(operation: StellarOperation, { baseReserve }: StellarLedger): void {
  if (operation.type !== 'create' || BigInt(operation.amount) >= FIRST_ENTRIES * baseReserve) return
  throw new BadTransaction(
    'dust',
    `The recipient is not on the ledger yet; its first payment must be its reserve, ${FIRST_ENTRIES * baseReserve} stroops, or more`,
  )
}

interface Wanted {
  readonly account: StellarAccount
  readonly sequence: bigint
  readonly outlay: StellarOutlay
}

/**
 * That the account can pay for it beside all that it has on its way. One that it cannot pay for costs its fee all the
 * same, and is paid to nobody. What the account owns is that of one ledger, and what that does not have yet is counted.
 * @throws BadTransaction `insufficient.funds`
 */
async function mustCover(
  { query }: Pick<Engine, 'query'>,
  { codec }: StellarChain,
  owner: Owner,
  { account, sequence, outlay }: Wanted,
): Promise<void> {
  const rows = await underWay(query, owner, account.sequence + 1n, sequence)
  const taken = [outlay, ...rows.flatMap((row) => row.map(codec.outlay))]
  const beside = rows.length === 0 ? '' : `, beside its ${rows.length} transactions that wait for a ledger`
  for (const asset of new Set([XLM, ...outlay.paid.keys()])) {
    // An issuer makes its asset as it pays it.
    if (asset !== XLM && issuerOf(asset) === owner.owner) continue
    const needed = taken.reduce(
      (sum, { paid, fee }) => sum + (paid.get(asset) ?? 0n) + (asset === XLM ? fee : 0n),
      0n,
    )
    if ((account.holdings.get(asset)?.available ?? 0n) >= needed) continue
    const what = asset === XLM ? 'the amount, the fee and its reserve' : 'the amount of the asset'
    throw new BadTransaction('insufficient.funds', `The account does not have enough for ${what}${beside}`)
  }
}

/** One key signs: the account's own, or another that it has given enough weight. */
function mustSign(address: string, { signers, threshold }: StellarAccount, account: string): void {
  const weight = signers.find(({ key }) => key === address)?.weight ?? 0
  if (weight > 0 && weight >= threshold) return
  throw new BadKey(`is not a key that signs for ${account} alone`)
}
