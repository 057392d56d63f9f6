/** Balances, accounts, customers, and their history. */
import { fact, get, list } from './api.js'
import { code, element, link, pager, table, time, wrong } from './dom.js'

const ROLES = { mint: 'Mint', world: 'World', clearing: 'Clearing', fees: 'Fees', shortfall: 'Shortfall' }

export async function balances() {
  const { at, currencies } = await fact('balances')
  const off = currencies.filter(({ sum }) => sum !== '0').map(({ currency }) => currency)
  return [
    element(
      'p',
      {},
      off.length === 0
        ? 'All balances of each currency add up to zero'
        : wrong(`The books are wrong: ${off.join(', ')} does not add up to zero`),
      ', as of ',
      time(at),
      '.',
    ),
    table(
      'Balances by currency',
      [
        ['Currency', ({ currency }) => currency],
        ['Accounts', ({ accounts }) => String(accounts), true],
        ['Customers', ({ customers }) => customers, true],
        ...Object.entries(ROLES).map(([role, title]) => [title, ({ own }) => own[role] ?? '–', true]),
        ['Sum', ({ sum }) => (sum === '0' ? '0 ✓' : wrong(`${sum} is not zero`)), true],
      ],
      currencies,
    ),
  ]
}

const stateOf = ({ active, frozen }) => (active ? (frozen ? 'frozen' : 'active') : 'inactive')

const accountColumns = [
  ['Account', ({ id }) => link('account', { id }, id)],
  ['Currency', ({ currency }) => currency],
  ['Balance', ({ balance }) => balance.accountBalance, true],
  ['Available', ({ balance }) => balance.availableBalance, true],
  ['Customer', ({ customerId }) => (customerId ? link('customer', { id: customerId }, customerId) : '–')],
  ['State', stateOf],
]

export async function accounts({ offset }, { pageSize }) {
  const found = await get('ledger/account', { pageSize, offset })
  return [
    finder('account', 'ID of an account'),
    table('Accounts', accountColumns, found),
    pager('accounts', { offset }, found.length, pageSize),
  ]
}

export async function account({ id, offset }, { pageSize }) {
  const found = await get(`ledger/account/${encodeURIComponent(id)}`)
  return [
    table('The account', accountColumns, [found]),
    metadataOf(found),
    element(
      'p',
      { class: 'bar' },
      link('deposits', { account: id }, 'Its deposits'),
      link('withdrawals', { account: id }, 'Its withdrawals'),
    ),
    element('h2', {}, 'History'),
    ...(await history('account', { id, offset }, pageSize)),
  ]
}

const customerColumns = [
  ['Customer', ({ id }) => link('customer', { id }, id)],
  ['External ID', ({ externalId }) => externalId],
  ['Accounting currency', ({ accountingCurrency }) => accountingCurrency ?? '–'],
  ['State', ({ active, enabled }) => (active ? (enabled ? 'active' : 'disabled') : 'inactive')],
]

export async function customers({ offset }, { pageSize }) {
  const found = await get('ledger/customer', { pageSize, offset })
  return [
    finder('customer', 'ID of a customer, of yours or of the ledger'),
    table('Customers', customerColumns, found),
    pager('customers', { offset }, found.length, pageSize),
  ]
}

export async function customer({ id, offset }, { pageSize }) {
  const found = await get(`ledger/customer/${encodeURIComponent(id)}`)
  const own = await get(`ledger/account/customer/${found.id}`, { pageSize })
  return [
    table('The customer', customerColumns, [found]),
    metadataOf(found),
    table(
      own.length < pageSize ? 'Accounts of the customer' : `The first ${pageSize} accounts of the customer`,
      accountColumns,
      own,
    ),
    element('h2', {}, 'History'),
    ...(await history('customer', { id: found.id, offset }, pageSize)),
  ]
}

/** What an embedder notes on it. */
function metadataOf({ metadata = {} }) {
  const columns = [
    ['Name', ([name]) => name],
    ['Value', ([, value]) => value],
  ]
  const entries = Object.entries(metadata)
  return entries.length === 0 ? null : table('Metadata', columns, entries)
}

async function history(kind, { id, offset }, pageSize) {
  const found = await list(`ledger/transaction/${kind}`, { pageSize, offset }, { id })
  const rows = table(
    `Transactions of the ${kind}, the newest first`,
    [
      ['Time', ({ created }) => time(created)],
      ['Type', ({ transactionType }) => transactionType],
      ['Amount', ({ amount, currency }) => `${amount} ${currency}`, true],
      ['Account', ({ accountId }) => link('account', { id: accountId }, accountId)],
      [
        'Other account',
        ({ counterAccountId: other }) => (other ? link('account', { id: other }, other) : '–'),
      ],
      ['Reference', ({ reference }) => code(reference)],
      ['Note', ({ recipientNote, senderNote }) => recipientNote ?? senderNote ?? '–'],
    ],
    found,
  )
  return [rows, pager(kind, { id, offset }, found.length, pageSize)]
}

/** Goes to the view of one object. */
function finder(view, label) {
  const input = element('input', { id: 'find', autocomplete: 'off', spellcheck: 'false', required: true })
  const form = element(
    'form',
    { role: 'search' },
    element('label', { for: 'find' }, label),
    input,
    element('button', {}, 'Open'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    location.hash = `#/${view}?${new URLSearchParams({ id: input.value.trim() })}`
  })
  return form
}
