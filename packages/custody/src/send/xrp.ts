/** Transactions of the XRP Ledger: the sequence, the fee and the last ledger that what is to happen needs beside it. */
import { type Engine, Rejected } from '@tallystick/engine'
import { BadKey, BadTransaction, paramsOf } from '../ports/chain.js'
import type { XrpChain, XrpFunds, XrpIssued, XrpJson, XrpOutlay } from '../ports/xrp.js'
import { mustBeBelow } from './ceiling.js'
import { type Order, type Plan, pendedBy, type ToPend, type ToSign } from './plan.js'
import { placeOf } from './sends.js'
import type { Custodian, Owner } from './turns.js'
import { underWay } from './underway.js'

/** What is to happen, and for which account. */
export interface XrpRequest {
  readonly account: string
  /** Drops; null: what the network asks. */
  readonly fee: bigint | null
  /** The fields that say what is done; the others are the ledger's to say. */
  readonly fields: XrpJson
}

/** @throws Rejected `xrp.account.failed` */
export async function accountInfo(chain: XrpChain, account: string): Promise<XrpJson> {
  const info = await chain.node.accountInfo(account)
  if (info === undefined) throw new Rejected({ code: 'xrp.account.failed', detail: account })
  return info
}

/**
 * To be signed, with a last ledger after which it is dead.
 * @param key Its public half and its address
 * @throws BadKey when it is not the key of the account
 */
export async function planXrp(
  on: Custodian,
  order: Order<XrpChain>,
  request: XrpRequest,
  key: { readonly publicKey: Uint8Array; readonly address: string },
): Promise<Plan<ToSign>> {
  const { chain } = order
  mustBeBuilt(chain, request)
  mustSign(key.address, await accountInfo(chain, request.account), request.account)
  const next = await completed(on, order, request)
  return {
    turn: chain.codec.canonical(request.account),
    async build() {
      const [transaction, height] = await next()
      const unsigned = chain.codec.build({
        ...transaction,
        LastLedgerSequence: height + paramsOf(chain).lifetime,
        SigningPubKey: Buffer.from(key.publicKey).toString('hex').toUpperCase(),
      })
      return { unsigned, replaces: false }
    },
  }
}

/**
 * Left to a key-management system. It has no last ledger: whoever signs may take days. It holds its sequence until
 * then, and those after it wait.
 */
export async function planXrpPending(
  on: Custodian,
  order: Order<XrpChain>,
  request: XrpRequest,
): Promise<Plan<ToPend>> {
  const { codec } = order.chain
  mustBeBuilt(order.chain, request)
  const next = await completed(on, order, request)
  const account = codec.canonical(request.account)
  return {
    turn: account,
    async build() {
      const [transaction] = await next()
      return pendedBy(account, codec.serializeForKms(transaction), codec.build(transaction))
    },
  }
}

/** What can be refused without a node is, before one is asked. */
function mustBeBuilt(chain: XrpChain, request: XrpRequest): void {
  const fee = request.fee ?? paramsOf(chain).fallbackFee
  chain.codec.build({ ...fieldsOf(request), Fee: fee.toString(), Sequence: 1 })
}

const fieldsOf = ({ fields, account }: XrpRequest): XrpJson => ({ ...fields, Account: account, Flags: 0 })

/** Finds the fee, and then each time the account's next sequence and the height of the ledger, and that it is paid for. */
async function completed(
  { engine, turns }: Custodian,
  order: Order<XrpChain>,
  request: XrpRequest,
): Promise<() => Promise<readonly [XrpJson, number]>> {
  const { node, codec } = order.chain
  const drops = request.fee ?? (await askedFee(order.chain))
  const owner = { ...placeOf(order), owner: codec.canonical(request.account) }
  return async () => {
    const [next, head] = await Promise.all([node.nextSequence(request.account), node.head()])
    const sequence = await turns.nextIndex(owner, BigInt(next))
    const transaction = { ...fieldsOf(request), Fee: drops.toString(), Sequence: Number(sequence) }
    const funds = await node.funds(owner.owner)
    mustSuffice(drops, funds)
    await mustCover(engine, order.chain, owner, { funds, sequence, transaction })
    await mustArrive(order.chain, transaction, funds)
    return [transaction, head.height]
  }
}

interface Wanted {
  /** Of the account that pays. */
  readonly funds: XrpFunds
  readonly sequence: bigint
  readonly transaction: XrpJson
}

/**
 * That a ledger may have it. One with less would hold its sequence, and those with later sequences would wait for it.
 * @throws BadTransaction `malformed`
 */
function mustSuffice(drops: bigint, { baseFee }: XrpFunds): void {
  if (drops >= baseFee) return
  throw new BadTransaction('malformed', `The fee is ${drops} drops, and the ledger asks ${baseFee} at least`)
}

/**
 * That the account can pay for it beside all that it has on its way, and keep its reserve. One that it cannot pay for
 * costs its fee all the same, and is paid to nobody (tecUNFUNDED_PAYMENT). What the account owns is that of one
 * validated ledger, and what that does not have yet is counted.
 * @throws BadTransaction `insufficient.funds`
 */
async function mustCover(
  { query }: Pick<Engine, 'query'>,
  { codec }: XrpChain,
  owner: Owner,
  { funds, sequence, transaction }: Wanted,
): Promise<void> {
  const rows = await underWay(query, owner, BigInt(funds.sequence), sequence)
  const { amount, fee } = codec.outlay(codec.serializeForKms(transaction))
  // A payment leaves the reserve, which the fee may be taken of (rippled, Payment.cpp).
  const kept = amount > 0n && funds.reserve > fee ? funds.reserve : fee
  const others = rows.reduce((sum, row) => sum + dearest(row.map(codec.outlay)), 0n)
  if (funds.drops >= amount + kept + others) return
  const what = amount > 0n ? 'the amount, the fee and its reserve' : 'the fee'
  const beside = rows.length === 0 ? '' : `, beside its ${rows.length} transactions that wait for a ledger`
  throw new BadTransaction('insufficient.funds', `The account does not have enough for ${what}${beside}`)
}

/** `lsfRequireDestTag` (xrpl.org, "AccountRoot"). */
const NEEDS_TAG = 0x0002_0000

/**
 * That the recipient can be paid, as it is now. No ledger would have a payment that servers refuse, and those with later
 * sequences would wait for it.
 * @throws BadTransaction `account.missing`, `malformed`, `insufficient.funds`
 */
async function mustArrive(
  { node, codec }: XrpChain,
  transaction: XrpJson,
  { baseReserve }: XrpFunds,
): Promise<void> {
  const written: XrpJson = JSON.parse(codec.serializeForKms(transaction))
  const { Account: from, Destination: to, DestinationTag: tag, Amount: amount } = written
  if (typeof to !== 'string') return
  const info = await node.accountInfo(to)
  if (info === undefined) {
    if (typeof amount === 'string' && BigInt(amount) >= baseReserve) return
    throw new BadTransaction(
      'account.missing',
      `${to} is not on the ledger: its first payment must be its reserve, ${baseReserve} drops, or more`,
    )
  }
  if (tag === undefined && (Number(rootOf(info)['Flags']) & NEEDS_TAG) !== 0)
    throw new BadTransaction('malformed', `${to} takes no payment without a destination tag`)
  // The codec has written it.
  if (typeof amount === 'object') await node.mustMove(String(from), to, amount as XrpIssued)
}

/** The most that any of them takes. */
function dearest(row: readonly XrpOutlay[]): bigint {
  let most = 0n
  for (const { amount, fee } of row) if (amount + fee > most) most = amount + fee
  return most
}

/** An account is signed for by its own key, or by the one it has named its regular key. */
function mustSign(address: string, info: XrpJson, account: string): void {
  if (address === account || address === rootOf(info)['RegularKey']) return
  throw new BadKey(`is not the key of ${account}`)
}

function rootOf({ account_data: data }: XrpJson): XrpJson {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

async function askedFee(chain: XrpChain): Promise<bigint> {
  const drops = await chain.node.openLedgerFee()
  mustBeBelow(paramsOf(chain).maxFee, drops, chain.record)
  return drops
}
