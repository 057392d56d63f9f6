/** What the console shows of chains: deposits and withdrawals with the blocks on them, signatures, transactions. */
import {
  type AccountId,
  DEPOSITS,
  type Deposit,
  formatDecimal,
  SENDS,
  type Send,
  SIGNATURES,
  sendKey,
  WITHDRAWALS,
  type Withdrawal,
} from '@tallystick/core'
import { records } from '@tallystick/custody'
import { type Asked, PAGE } from './asked.js'

/** Blocks that have a transaction, its own included, and those that are wanted. */
interface Confirmations {
  readonly have: number
  readonly want: number
}

const page = ({ offset }: Asked) => ({ order: 'desc', limit: PAGE, offset }) as const

const ofAccount = ({ caller, account }: Asked) => ({
  tenant: caller.tenant,
  account: account as AccountId | undefined,
})

/** The newest block of a followed chain; null if it is not followed. */
function headOf({ service }: Asked, chain: string, network: string): number | null {
  const followed = service.tallystick.custody
    .following()
    .find((one) => one.chain === chain && one.network === network)
  return followed?.height == null ? null : followed.height + (followed.behind ?? 0)
}

export async function deposits(asked: Asked): Promise<object> {
  const { query } = asked.service.tallystick.engine
  const found = await query.list(DEPOSITS, { where: ofAccount(asked), ...page(asked) })
  return {
    deposits: found.map((deposit) => ({
      id: deposit.id,
      account: deposit.account,
      currency: deposit.currency,
      amount: formatDecimal(deposit.amount, deposit.scale),
      address: deposit.address,
      txId: deposit.txId,
      block: deposit.blockHeight,
      status: deposit.status,
      reference: deposit.status === 'Done' ? deposit.reference : null,
      confirmations: confirmationsOf(asked, deposit),
      created: deposit.created,
    })),
  }
}

/** Null once it has ended, and of what a program has reported. */
function confirmationsOf(asked: Asked, deposit: Deposit): Confirmations | null {
  const { status, chain, network, matures, blockHeight } = deposit
  if (status !== 'InProgress' || chain === undefined || network === undefined || matures === undefined)
    return null
  const head = headOf(asked, chain, network) ?? blockHeight
  return { have: Math.max(1, head - blockHeight + 1), want: matures - blockHeight + 1 }
}

export async function withdrawals(asked: Asked): Promise<object> {
  const { query } = asked.service.tallystick.engine
  const found = await query.list(WITHDRAWALS, { where: ofAccount(asked), ...page(asked) })
  const keys = found.flatMap((one) => (one.txId === null ? [] : [sendKey(one, one.txId)]))
  const paid = new Map((await query.findAll(keys)).map((send) => [nameOf(send, send.txId), send]))
  return { withdrawals: found.map((one) => shownWithdrawal(asked, one, paid)) }
}

const nameOf = ({ chain, network }: Pick<Send, 'chain' | 'network'>, txId: string | null): string =>
  `${chain} ${network} ${txId}`

function shownWithdrawal(asked: Asked, withdrawal: Withdrawal, paid: ReadonlyMap<string, Send>): object {
  const send = paid.get(nameOf(withdrawal, withdrawal.txId))
  return {
    id: withdrawal.id,
    account: withdrawal.account,
    currency: withdrawal.currency,
    amount: formatDecimal(withdrawal.amount, withdrawal.scale),
    fee: withdrawal.fee,
    address: withdrawal.address,
    txId: withdrawal.txId,
    signature: withdrawal.signature,
    status: withdrawal.status,
    reason: withdrawal.reason,
    created: withdrawal.created,
    updated: withdrawal.updated,
    send: send === undefined ? null : shownSend(asked, send),
  }
}

function shownSend(asked: Asked, send: Send): object {
  const { id, chain, network, txId, status, reason, height, created, updated } = send
  const { tallystick } = asked.service
  const known = [...Object.values(records), ...(tallystick.chains.added ?? [])].find(
    (one) => one.id === chain,
  )
  const head = height === undefined ? null : headOf(asked, chain, network)
  return {
    ...{ id, chain, network, txId, status, reason, created, updated },
    block: height ?? null,
    confirmations:
      height === undefined || head === null || known === undefined
        ? null
        : { have: Math.max(1, head - height + 1), want: known.confirmations },
  }
}

export async function sends(asked: Asked): Promise<object> {
  const { query } = asked.service.tallystick.engine
  const where = { tenant: asked.caller.tenant }
  const found = await query.list(SENDS, { where, ...page(asked) })
  return { sends: found.map((send) => shownSend(asked, send)) }
}

/** Those that wait, of every chain. */
export async function signatures(asked: Asked): Promise<object> {
  const { query } = asked.service.tallystick.engine
  const where = { tenant: asked.caller.tenant }
  const found = await query.list(SIGNATURES, { part: 'open', where, ...page(asked), order: 'asc' })
  return {
    signatures: found.map(({ id, chain, network, hashes, withdrawalId, txId, error, refusals, created }) => ({
      ...{ id, chain, network, wallets: hashes, withdrawal: withdrawalId, txId, error, refusals, created },
    })),
  }
}
