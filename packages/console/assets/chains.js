/** Deposits, withdrawals, pending signatures, and the transactions that were sent. */
import { fact } from './api.js'
import { code, confirmations, element, link, pager, table, time, timeline } from './dom.js'

const toAccount = ({ account }) => link('account', { id: account }, account)

export async function deposits(args, { pageSize }) {
  const found = (await fact('deposits', args)).deposits
  return [
    table(
      'Deposits, the newest first',
      [
        ['Deposit', ({ id }) => code(id)],
        ['Account', toAccount],
        ['Amount', ({ amount, currency }) => `${amount} ${currency}`, true],
        ['Transaction', ({ txId }) => code(txId)],
        ['Course', courseOfDeposit],
      ],
      found,
    ),
    pager('deposits', args, found.length, pageSize),
  ]
}

function courseOfDeposit({ id, created, block, status, confirmations: on, reference }) {
  const end = {
    Done: ['done', 'Credited', code(reference)],
    Failed: ['wrong', 'Undone: no block has it any more'],
    InProgress: ['coming', 'Credited'],
  }[status]
  const depth = status === 'InProgress' ? 'now' : status === 'Failed' ? 'wrong' : 'done'
  return timeline(`Course of the deposit ${id}`, [
    ['done', `Seen in block ${block}`, time(created)],
    [
      depth,
      depth === 'now' ? 'Waits for blocks' : 'Deep enough',
      ...(on === null ? [] : [confirmations(on)]),
    ],
    end,
  ])
}

export async function withdrawals(args, { pageSize }) {
  const found = (await fact('withdrawals', args)).withdrawals
  return [
    table(
      'Withdrawals, the newest first',
      [
        ['Withdrawal', ({ id }) => code(id)],
        ['Account', toAccount],
        ['Amount', ({ amount, currency }) => `${amount} ${currency}`, true],
        ['To', ({ address }) => code(address)],
        ['Course', courseOfWithdrawal],
      ],
      found,
    ),
    pager('withdrawals', args, found.length, pageSize),
  ]
}

const OVER = ['refused', 'dead']
const TAKEN = ['sent', 'confirmed', 'final']

function courseOfWithdrawal({ id, created, updated, status, reason, txId, send, signature }) {
  const stored = ['done', 'Stored, and the account is charged', time(created)]
  const label = `Course of the withdrawal ${id}`
  if (status === 'Cancelled') {
    return timeline(label, [stored, ['wrong', `Cancelled: ${reason ?? 'by its owner'}`, time(updated)]])
  }
  const isSigned = txId !== null
  const isTaken = status === 'Done' || TAKEN.includes(send?.status)
  const isFinal = send?.status === 'final'
  const waits = signature === null ? 'Waits for its transaction' : 'Waits for a signature'
  return timeline(label, [
    stored,
    isSigned ? ['done', 'Signed', code(txId), ' ', time(send?.created)] : ['now', waits],
    isTaken
      ? ['done', 'A node has it']
      : [
          OVER.includes(send?.status) ? 'wrong' : isSigned ? 'now' : 'coming',
          sendState(send) ?? 'A node has it',
        ],
    [
      isFinal ? 'done' : isTaken ? 'now' : 'coming',
      send?.block == null ? 'In a block' : `In block ${send.block}`,
      ...(send?.confirmations == null || isFinal ? [] : [confirmations(send.confirmations)]),
    ],
    [isFinal ? 'done' : 'coming', 'Final'],
  ])
}

const sendState = (send) =>
  send === null ? undefined : `${send.status}${send.reason ? `: ${send.reason}` : ''}`

export async function signatures(args, { pageSize }) {
  const found = (await fact('signatures', args)).signatures
  return [
    element(
      'p',
      {},
      'Transactions that wait for the signature of a key-management system, the oldest first.',
    ),
    table(
      'Pending signatures',
      [
        ['Signature', ({ id }) => code(id)],
        ['Chain', ({ chain, network }) => `${chain} ${network}`],
        ['Since', ({ created }) => time(created)],
        ['Wallets', ({ wallets }) => wallets.flatMap((id) => [code(id), ' '])],
        ['Withdrawal', ({ withdrawal }) => code(withdrawal)],
        ['Refused', ({ refusals }) => String(refusals), true],
        ['Last error', ({ error }) => error ?? '–'],
      ],
      found,
    ),
    pager('signatures', args, found.length, pageSize),
  ]
}

export async function sends(args, { pageSize }) {
  const found = (await fact('sends', args)).sends
  return [
    table(
      'Transactions of chains, the newest first',
      [
        ['Transaction', ({ txId }) => code(txId)],
        ['Chain', ({ chain, network }) => `${chain} ${network}`],
        ['Recorded', ({ created }) => time(created)],
        ['Changed', ({ updated }) => time(updated)],
        ['State', sendState],
        ['Block', ({ block }) => (block === null ? '–' : String(block)), true],
        ['Blocks on it', ({ confirmations: on }) => (on === null ? '–' : confirmations(on))],
      ],
      found,
    ),
    pager('sends', args, found.length, pageSize),
  ]
}
