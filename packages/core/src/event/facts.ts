/**
 * What subscribers are told: one table, from the type of a change to the facts that it makes true. So no rule can forget
 * to tell. The bodies are the documented ones; amounts are decimal text. See docs/decisions/048-events.md.
 */
import type { Deposit } from '../deposit/deposit.js'
import { DEPOSITS } from '../deposit/table.js'
import type { TenantId, Timestamp } from '../ids.js'
import type { Items } from '../items.js'
import { withdrawalKey } from '../key.js'
import { formatDecimal } from '../money.js'
import { hasFailed, type Send } from '../send/send.js'
import { SENDS } from '../send/table.js'
import { NO_BLOCK, type Sighting } from '../sighting/sighting.js'
import { isDoubtful, type PendingSignature } from '../signature/signature.js'
import { SIGNATURES } from '../signature/table.js'
import { kindOf, MEMPOOLS, type SubscriptionType } from '../subscription/types.js'
import type { Change } from '../tables.js'
import { TRADES } from '../trade/table.js'
import { type Agreement, type Fill, isOpen, ownersOf, restOf, sideOf, type Trade } from '../trade/trade.js'
import type { CreditTold, DepositTold, EventBodies, OrderTold, WithdrawalTold } from './bodies.js'

/** Something that became true, and what is said about it. */
export interface Fact {
  readonly type: SubscriptionType
  readonly tenant: TenantId
  /** What it is about, as subscriptions name it; '' where its type has no object. */
  readonly object: string
  /** The network of the chain; null where the object itself tells it. */
  readonly network: string | null
  /** It waits in a mempool: whether those hear of it who have not said. */
  readonly mempool?: boolean
  body(now: Timestamp): object
}

type Told = Extract<
  Change['type'],
  | 'deposit.recorded'
  | 'deposit.updated'
  | 'send.updated'
  | 'signature.updated'
  | 'sighting.recorded'
  | 'sighting.undone'
  | 'trade.placed'
  | 'trade.updated'
  | 'fill.made'
  | 'agreement.made'
>

/** @param items As they were before the change */
type Telling<Type extends Change['type']> = (
  items: Items,
  change: Extract<Change, { readonly type: Type }>,
) => readonly Fact[]

const FACTS: { readonly [Type in Told]: Telling<Type> } = {
  'deposit.recorded': (_items, { deposit }) => ofDeposit(undefined, deposit),
  'deposit.updated': (items, { deposit }) => ofDeposit(items.byId(DEPOSITS, deposit.id), deposit),
  'send.updated': (items, { send }) => ofSend(items, items.byId(SENDS, send.id), send),
  'signature.updated': (items, { signature }) => ofSignature(items.byId(SIGNATURES, signature.id), signature),
  'sighting.recorded': (_items, { sighting }) => [ofSighting(sighting, false)],
  'sighting.undone': (_items, { sighting }) => [ofSighting(sighting, true)],
  'trade.placed': (_items, { trade }) => ofTrade(undefined, trade),
  'trade.updated': (items, { trade }) => ofTrade(items.byId(TRADES, trade.id), trade),
  'fill.made': (items, { fill }) => ofFill(items, fill),
  'agreement.made': (items, { agreement }) => ofFill(items, agreement),
}

const NONE: readonly Fact[] = []

/** The facts that the change makes true; call it before the change is applied. Payments make none. */
export function factsOf(items: Items, change: Change): readonly Fact[] {
  // Each entry of the table takes the change that it is named after.
  const telling = FACTS[change.type as Told] as Telling<Change['type']> | undefined
  return telling === undefined ? NONE : telling(items, change)
}

/**
 * A deposit in a block is pending; once credited, it is incoming. If its block is undone, both are told again without a
 * block; and again when another block has it.
 */
function ofDeposit(before: Deposit | undefined, deposit: Deposit): readonly Fact[] {
  const { status } = deposit
  if (status === before?.status && deposit.blockHash === before.blockHash) return NONE
  if (status === 'Done') return [incoming(deposit, false)]
  if (status === 'InProgress') return [pending(deposit, before !== undefined)]
  if (before === undefined || before.status === 'Failed') return NONE
  return [before.status === 'Done' ? incoming(deposit, true) : pending(deposit, true)]
}

function incoming(deposit: Deposit, reorg: boolean): Fact {
  const type = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  return aboutDeposit<CreditTold>(type, deposit, reorg, { subscriptionType: type })
}

function pending(deposit: Deposit, reorg: boolean): Fact {
  return aboutDeposit<DepositTold>('ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION', deposit, reorg, {})
}

function aboutDeposit<Told extends DepositTold>(
  type: SubscriptionType,
  deposit: Deposit,
  reorg: boolean,
  more: Omit<Told, keyof DepositTold>,
): Fact {
  const { tenant, account, amount, scale, currency, reference, txId, from, address, vout } = deposit
  const isUndone = deposit.status === 'Failed'
  return {
    type,
    tenant,
    object: account,
    network: null,
    body: (date): DepositTold => ({
      date,
      amount: formatDecimal(amount, scale),
      currency,
      ...more,
      accountId: account,
      reference,
      txId,
      blockHash: isUndone ? null : deposit.blockHash,
      blockHeight: isUndone ? null : deposit.blockHeight,
      ...(from === null ? {} : { from }),
      to: address,
      index: vout,
      ...marked(reorg),
    }),
  }
}

const marked = (reorg: boolean): { readonly reorg?: true } => (reorg ? { reorg: true } : {})

/** One that has failed pays nobody, and its withdrawal is cancelled once the block is final. */
const paysInBlock = (send: Send): boolean =>
  (send.status === 'confirmed' || send.status === 'final') && !hasFailed(send)

/** The transaction of a withdrawal pays it in a block, or no longer does, or in another one. */
function ofSend(items: Items, known: Send | undefined, send: Send): readonly Fact[] {
  const { tenant, txId, network, height } = send
  // Nobody was told of its block while it paid no withdrawal.
  const before = known?.withdrawal === undefined ? undefined : known
  const wasInBlock = before !== undefined && paysInBlock(before)
  if (send.withdrawal === undefined || height === undefined) return NONE
  if (wasInBlock === paysInBlock(send) && height === before?.height) return NONE
  if (!wasInBlock && !paysInBlock(send)) return NONE
  const withdrawal = items.find(withdrawalKey(tenant, send.withdrawal))
  if (withdrawal === undefined) return NONE
  const { id, reference, account, currency, address, amount, scale } = withdrawal
  return [
    {
      type: 'TRANSACTION_IN_THE_BLOCK',
      tenant,
      object: '',
      network,
      body: (): WithdrawalTold => ({
        txId,
        reference,
        accountId: account,
        currency,
        withdrawalId: id,
        address,
        amount: formatDecimal(amount, scale),
        blockHeight: height,
        ...marked(before?.height !== undefined),
      }),
    },
  ]
}

/** As a block shows it, or the mempool; the same again if the block is undone. */
const ofSighting = (
  { tenant, kind, object, chain, network, body, blockHash }: Sighting,
  reorg: boolean,
): Fact => ({
  type: kind,
  tenant,
  object,
  // As of its deposit later: whoever has the account hears of it.
  network: kindOf(kind).about === 'account' ? null : network,
  ...(blockHash === NO_BLOCK && kindOf(kind).about === 'chain' ? { mempool: MEMPOOLS[chain] === true } : {}),
  body: (date) => ({
    ...(kindOf(kind).about === 'account' ? { date } : {}),
    ...JSON.parse(body),
    ...marked(reorg),
  }),
})

/** Why a signature that is deleted will never be. */
const DELETED = 'The pending transaction was deleted before it was completed'

/** Null while it may yet be found that it was sent. */
const failureOf = (signature: PendingSignature): string | null => {
  if (signature.status === 'deleted') return DELETED
  return isDoubtful(signature) ? null : signature.error
}

function ofSignature(before: PendingSignature | undefined, signature: PendingSignature): readonly Fact[] {
  const { tenant, id, network, status, txId } = signature
  const about = { tenant, object: '', network }
  if (status === 'complete') {
    if (before?.status === 'complete') return NONE
    const told = { signatureId: id, txId: txId ?? '' } satisfies EventBodies['KMS_COMPLETED_TX']
    return [{ ...about, type: 'KMS_COMPLETED_TX', body: () => told }]
  }
  const [failure, known] = [failureOf(signature), before === undefined ? null : failureOf(before)]
  if (failure === null || failure === known) return NONE
  const told = { signatureId: id, error: failure } satisfies EventBodies['KMS_FAILED_TX']
  return [{ ...about, type: 'KMS_FAILED_TX', body: () => told }]
}

/** An order is over that has traded: all of it, or all but dust. Cancelled orders are not told: their owner did it. */
function ofTrade(before: Trade | undefined, trade: Trade): readonly Fact[] {
  if (before !== undefined && !isOpen(before)) return NONE
  if (trade.ended === 'expired') return ofExpired(trade)
  if (trade.fill === 0n || (trade.ended !== 'filled' && trade.ended !== 'dust')) return NONE
  return aboutTrade('CUSTOMER_TRADE_MATCH', trade, () => ({
    amount: formatDecimal(trade.fill, trade.scale1),
    price: trade.price,
  }))
}

/** What nobody matched of a future before its seal date. */
function ofExpired(trade: Trade): readonly Fact[] {
  const rest = () => ({
    amount: formatDecimal(restOf(trade), trade.scale1),
    price: trade.price,
    expiredWithoutMatch: true as const,
  })
  if (trade.fill === 0n) return aboutTrade('CUSTOMER_TRADE_MATCH', trade, rest)
  const orderAmount = formatDecimal(trade.amount, trade.scale1)
  return aboutTrade('CUSTOMER_PARTIAL_TRADE_MATCH', trade, () => ({ ...rest(), orderAmount }))
}

/** Parts of two orders; an order that ended with the fill is told as a whole. Both orders are as they are after it. */
function ofFill(
  items: Items,
  { maker, taker, makerEnded, takerEnded, amount, price }: Fill | Agreement,
): readonly Fact[] {
  const parts = [makerEnded ? null : maker, takerEnded ? null : taker]
  return parts.flatMap((id) => {
    const trade = id === null ? undefined : items.byId(TRADES, id)
    if (trade === undefined) return NONE
    const part = () => ({
      amount: formatDecimal(amount, trade.scale1),
      price,
      orderAmount: formatDecimal(trade.amount, trade.scale1),
    })
    return aboutTrade('CUSTOMER_PARTIAL_TRADE_MATCH', trade, part, id === maker)
  })
}

/**
 * @param more What is said of it besides the order. Most facts are told to nobody, so it is made only then.
 * @param isMaker Of a fill: whether the order waited then. An order that arrived may wait afterwards.
 */
function aboutTrade<Type extends 'CUSTOMER_TRADE_MATCH' | 'CUSTOMER_PARTIAL_TRADE_MATCH'>(
  type: Type,
  trade: Trade,
  more: () => Pick<OrderTold, 'amount' | 'price' | 'expiredWithoutMatch'> &
    Omit<EventBodies[Type], keyof OrderTold>,
  isMaker = trade.isMaker,
): readonly Fact[] {
  const { tenant, id, created, pair, account1, account2, fee, feeAccount } = trade
  const body = (): OrderTold => ({
    created,
    ...more(),
    type: sideOf(trade.type),
    pair,
    id,
    currency1AccountId: account1,
    currency2AccountId: account2,
    fee: fee === null ? null : Number(fee),
    feeAccountId: feeAccount,
    isMaker,
  })
  return ownersOf(trade).map((object) => ({ type, tenant, object, network: null, body }))
}
