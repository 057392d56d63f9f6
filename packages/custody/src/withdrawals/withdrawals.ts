/**
 * Withdrawals: stored with their turn and the outputs that they spend; linked to the signed transaction that pays them,
 * which somebody else makes; completed by one that a node has; cancelled. The rules of the core decide about the money;
 * here the chain is asked, and signed bytes are compared with what was promised.
 */
import {
  type Account,
  type Amount,
  available,
  type CancelWithdrawal,
  cancelWithdrawal,
  completeWithdrawal,
  formatDecimal,
  isOfNetwork,
  type Output,
  type OwnedAccount,
  parseDecimal,
  type RejectionCode,
  type SignatureId,
  sendKey,
  signatureKey,
  storeWithdrawal,
  type Withdrawal,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected, type Terms } from '@tallystick/engine'
import type { AssetOf } from '../assets.js'
import type { Gate } from '../policy/gate.js'
import { BadTransaction, type Chain, type Signed } from '../ports/chain.js'
import { isEvm } from '../ports/evm.js'
import type { IntendedPayment } from '../ports/policy.js'
import { isUtxo, type UtxoChain } from '../ports/utxo.js'
import { SENT_BY_SIGNER } from '../records.js'
import { heightBefore, newestBlock } from '../send/before.js'
import { coinOf } from '../send/ceiling.js'
import { isSameId, mustArrive, mustBeSeen } from '../send/foreign.js'
import type { Pipeline, Recorded } from '../send/pipeline.js'
import type { Order } from '../send/plan.js'
import { placeOf } from '../send/sends.js'
import type { Turns } from '../send/turns.js'
import { differs, type Promised } from './differs.js'
import { chooseOutputs, claimsOf } from './outputs.js'
import type { Selection } from './select.js'
import { mustBeItsTurn } from './turn.js'

/** What is to be withdrawn, checked against the ledger and the chain; texts as the caller wrote them. */
export interface WantedWithdrawal
  extends Pick<Withdrawal, 'address' | 'multipleAmounts' | 'attr' | 'paymentId' | 'senderNote'> {
  readonly owned: OwnedAccount
  readonly asset: AssetOf
  readonly payments: readonly IntendedPayment[]
  readonly amount: string
  readonly fee: string
  /** The canonical address that pays, on chains of accounts; null: whoever signs. */
  readonly source: string | null
}

/** What a stored withdrawal spends, for who signs it. */
export interface Spending {
  readonly withdrawal: Withdrawal
  readonly inputs: readonly Output[]
  readonly change: bigint
}

/** A withdrawal, and what its currency is on its chain. */
export interface Known {
  readonly withdrawal: Withdrawal
  /** The token's contract or issuer; null for the native coin. */
  readonly asset: string | null
}

/** A transaction of a withdrawal, signed elsewhere. */
export interface ToLink extends Known {
  readonly raw: string
  readonly credits: number
  /** The pending signature that it completes; absent: that of the withdrawal, if it has one. */
  readonly signature?: string | null
}

/** Nothing is chosen where the chain has no outputs. */
const NO_OUTPUTS: Selection = { inputs: [], change: 0n, fee: 0n }

/** The transaction was made before the withdrawal, for something else. */
export class MadeBefore extends Rejected {
  constructor(detail: string) {
    super({ code: 'withdrawal.unexpected.state', detail })
  }
}

const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })

type Seen = Pick<Caller, 'tenant' | 'network'>

interface Parts {
  readonly engine: Pick<Engine, 'query' | 'execute' | 'currencies'>
  readonly turns: Turns
  readonly pipeline: Pipeline
  readonly gate: Gate
}

export class Withdrawals {
  constructor(private readonly parts: Parts) {}

  /** @throws Rejected `withdrawal.missing` */
  async find({ tenant, network }: Seen, id: string): Promise<Withdrawal> {
    const found = await this.parts.engine.query.find(withdrawalKey(tenant, id as WithdrawalId))
    if (found === undefined || !isOfNetwork(found.network, network)) throw refused('withdrawal.missing', id)
    return found
  }

  /** The withdrawal of a pending signature. @throws Rejected `kms.missing`, `broadcast.failed.withdrawalId` */
  async ofSignature(seen: Seen, id: string): Promise<Withdrawal> {
    const pending = await this.parts.engine.query.find(signatureKey(seen.tenant, id as SignatureId))
    if (pending === undefined || !isOfNetwork(pending.network, seen.network)) throw refused('kms.missing', id)
    if (pending.withdrawalId === null) throw refused('broadcast.failed.withdrawalId', id)
    return this.find(seen, pending.withdrawalId)
  }

  /**
   * Charges the account, takes the wallet's turn, and reserves the outputs that the transaction will spend.
   * @param present Makes the answer, in the unit of work
   * @throws Rejected, BadTransaction, NodeFault
   */
  async store<Result>(
    order: Order,
    terms: Terms,
    wanted: WantedWithdrawal,
    present: (spending: Spending) => Result,
  ): Promise<Result> {
    const { engine, turns, gate } = this.parts
    const { owned, asset, payments, amount, fee, source } = wanted
    const { chain } = order
    const { account } = owned
    mustAfford(owned, wanted)
    const coin = coinOf(chain)
    const paid = parseDecimal(fee, coin.decimals)
    if (paid.ok) gate.admitFee(paid.amount, coin)
    if (source !== null) await mustCover(chain, asset, payments, source)
    await mustArrive(chain, asset.asset, asset.currency)
    const wallet = walletOf(chain, account, source)
    const head = await newestBlock(chain)
    const place = placeOf(order)
    return turns.take({ ...place, owner: wallet }, async () => {
      const { caller } = order
      const { id, currency, scale } = account
      await mustBeItsTurn(engine, order, { currency, wallet })
      const named = { fee, ...(wanted.attr === null ? {} : { attr: wanted.attr }) }
      const intent = { caller, chain, account: id, currency, scale, payments, named }
      const admission = await gate.admit(intent, terms)
      const chosen = isUtxo(chain) ? await this.choose({ ...order, chain }, wanted, wallet) : NO_OUTPUTS
      return engine.execute({
        ...terms,
        rule: storeWithdrawal,
        command: {
          ...place,
          account: id,
          currency,
          amount,
          fee,
          isFeeIncluded: asset.asset === null,
          payments: payments.map((one) => ({ ...one, amount: String(one.amount) })),
          address: wanted.address,
          multipleAmounts: wanted.multipleAmounts,
          attr: wanted.attr,
          paymentId: wanted.paymentId,
          senderNote: wanted.senderNote,
          wallet,
          inputs: claimsOf(chosen.inputs),
          change: chosen.change,
          ...head,
          admission,
        },
        present: (withdrawal: Withdrawal) =>
          present({ withdrawal, inputs: chosen.inputs, change: chosen.change }),
      })
    })
  }

  /**
   * Records a transaction that somebody else has signed as that of the withdrawal; it is not delivered yet.
   * @throws BadTransaction `malformed` when it is not; Rejected `withdrawal.unexpected.state`; NodeFault
   */
  async link(
    order: Order,
    terms: Terms,
    { withdrawal, asset, raw, credits, signature = null }: ToLink,
  ): Promise<Recorded> {
    const { codec } = order.chain
    const read = codec.inspect(raw)
    const difference = differs(codec, read, promised(order.chain, withdrawal, asset))
    if (difference !== null) {
      throw new BadTransaction('malformed', `It is not the transaction of the withdrawal: ${difference}`)
    }
    if (withdrawal.status === 'Done' && withdrawal.txId === read.txId) {
      return this.confirm(order, terms, withdrawal, read.txId)
    }
    await this.mustBeNew(order, { raw, txId: read.txId }, withdrawal)
    return this.parts.pipeline.foreign(order, terms, raw, {
      credits,
      signature,
      withdrawal: withdrawal.id,
      // A transaction of ours that pays something else keeps its nonce.
      instead: withdrawal.txId,
    })
  }

  /**
   * Records the transaction that a node has. The caller is not believed.
   * @throws Rejected `tx.not.found`, and whatever `link` throws
   */
  async complete(
    order: Order,
    terms: Terms,
    { txId, ...known }: Omit<ToLink, 'raw' | 'signature'> & { readonly txId: string },
  ): Promise<Recorded> {
    const { withdrawal } = known
    const { status, txId: paid } = withdrawal
    if (paid !== null && !isSameId(paid, txId)) {
      throw refused('withdrawal.unexpected.state', `${status} as ${paid}`)
    }
    if (paid !== null && status === 'Done') return this.confirm(order, terms, withdrawal, paid)
    if (status !== 'InProgress') throw refused('withdrawal.unexpected.state', status)
    const raw = await order.chain.node.raw(txId)
    if (raw === undefined) throw refused('tx.not.found', txId)
    await mustBeSeen(order.chain, raw, txId)
    return this.link(order, terms, { ...known, raw })
  }

  /**
   * Gives the account its money back. While signed bytes exist that a block may take, it is refused, unless `forced`
   * tells who decided it, and why.
   */
  cancel(terms: Terms, command: Omit<CancelWithdrawal, 'sentBySigner'>): Promise<Withdrawal> {
    const { engine } = this.parts
    return engine.execute({
      ...terms,
      rule: cancelWithdrawal,
      command: { ...command, sentBySigner: SENT_BY_SIGNER },
      present: (cancelled: Withdrawal) => cancelled,
    })
  }

  /** It stays done. The answer is stored under the call's idempotency key. */
  private confirm(
    { caller: { network } }: Order,
    terms: Terms,
    { tenant, id }: Withdrawal,
    txId: string,
  ): Promise<Recorded> {
    const command = { tenant, id, network, txId }
    const present = () => ({ txId })
    return this.parts.engine.execute({ ...terms, rule: completeWithdrawal, command, present })
  }

  private async choose(
    order: Order<UtxoChain>,
    { payments, fee }: WantedWithdrawal,
    pool: string,
  ): Promise<Selection> {
    const { engine } = this.parts
    const { decimals } = order.chain.record
    const named = parseDecimal(fee, decimals)
    try {
      return await chooseOutputs(engine, order, {
        wallets: [pool],
        to: payments.map(({ address, amount }) => ({ address, value: amount })),
        fee: named.ok ? named.amount : 0n,
        changeAddress: pool,
      })
    } catch (error) {
      if (!(error instanceof BadTransaction) || error.code !== 'insufficient.funds') throw error
      throw refused('transaction.amount.btc', error.message)
    }
  }

  /**
   * That the transaction was made for the withdrawal, and not before it for something else.
   * @throws MadeBefore
   */
  private async mustBeNew(order: Order, signed: Signed, withdrawal: Withdrawal): Promise<void> {
    const { id, created } = withdrawal
    const sent = await this.parts.engine.query.find(sendKey(placeOf(order), signed.txId))
    if (sent !== undefined && sent.withdrawal !== id && sent.created < created) {
      throw new MadeBefore(`${signed.txId} was sent before it was stored`)
    }
    const height = sent?.withdrawal === id ? undefined : await heightBefore(order.chain, signed, withdrawal)
    if (height === undefined) return
    throw new MadeBefore(`${signed.txId} was in block ${height} before it was stored`)
  }
}

function promised(chain: Chain, withdrawal: Withdrawal, asset: string | null): Promised {
  const { payments, inputs, change, wallet } = withdrawal
  const { codec } = chain
  return {
    asset,
    payments,
    inputs,
    change,
    changeTo: isUtxo(chain) ? [wallet, ...chain.codec.twins(wallet)] : [],
    from: codec.isAddress(wallet) ? wallet : null,
  }
}

/** @throws Rejected `account.xpub.missing` */
function walletOf(chain: Chain, { id, xpub }: Account, source: string | null): string {
  const { codec, keys, record } = chain
  if (isUtxo(chain)) {
    if (xpub === null || keys === undefined) {
      throw refused('account.xpub.missing', `${record.id} pays from the wallet of the account's xpub`)
    }
    return codec.canonical(keys.address(xpub, 0))
  }
  if (source !== null) return source
  // With tags, the xpub is the account of the blockchain.
  return record.tag !== undefined && xpub !== null ? codec.canonical(xpub) : `account:${id}`
}

function mustAfford(owned: OwnedAccount, { amount, fee, asset }: WantedWithdrawal): void {
  const parts = [amount, ...(asset.asset === null ? [fee] : [])].map((text) =>
    parseDecimal(text, owned.account.scale),
  )
  mustHave(
    owned,
    parts.reduce((sum, one) => (one.ok ? sum + one.amount : sum), 0n),
  )
}

/**
 * The rule decides; this refusal comes before those of the chain, and after those of a frozen account or a disabled
 * customer, of whose balance nothing is available.
 * @throws Rejected `balance.insufficient`
 */
export function mustHave({ account, customer }: OwnedAccount, charged: Amount): void {
  const isOpen =
    account.frozenBy === null && (customer === undefined || (customer.enabled && customer.active))
  if (isOpen && available(account, customer) < charged) throw refused('balance.insufficient', account.id)
}

/** That the address which pays has the amount. @throws Rejected `transaction.amount.eth` */
async function mustCover(
  chain: Chain,
  { asset, currency, decimals }: AssetOf,
  payments: WantedWithdrawal['payments'],
  source: string,
): Promise<void> {
  const held = await heldBy(chain, asset, source)
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n)
  if (held === undefined || paid <= held) return
  const has = `${source} has ${formatDecimal(held, decimals)} ${currency}`
  throw refused('transaction.amount.eth', has)
}

/** Undefined where its tokens are not counted. */
async function heldBy(chain: Chain, asset: string | null, source: string): Promise<bigint | undefined> {
  if (asset === null) return chain.node.balance(source)
  return isEvm(chain) ? chain.node.tokenBalance(asset, source) : undefined
}
