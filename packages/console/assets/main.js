/** The console: asks for a key, then shows the view that the address names. */
import { fact, useKey } from './api.js'
import { deposits, sends, signatures, withdrawals } from './chains.js'
import { element, link, wrong } from './dom.js'
import { account, accounts, balances, customer, customers } from './ledger.js'
import { checks, health, keys } from './service.js'
import { webhooks } from './webhooks.js'

/** Title, what shows it, and milliseconds after which it is shown anew. Views of one object are not in the menu. */
const VIEWS = {
  balances: { title: 'Balances', show: balances, everyMs: 10_000 },
  accounts: { title: 'Accounts', show: accounts },
  account: { title: 'Account', show: account, within: 'accounts' },
  customers: { title: 'Customers', show: customers },
  customer: { title: 'Customer', show: customer, within: 'customers' },
  deposits: { title: 'Deposits', show: deposits },
  withdrawals: { title: 'Withdrawals', show: withdrawals },
  signatures: { title: 'Pending signatures', show: signatures },
  sends: { title: 'Transactions of chains', show: sends },
  webhooks: { title: 'Webhooks', show: webhooks },
  health: { title: 'Health', show: health },
  checks: { title: 'Checks', show: checks },
  keys: { title: 'Keys', show: keys },
}

const content = document.querySelector('#content')
const menu = document.querySelector('#menu')
const who = document.querySelector('#who')
const leave = document.querySelector('#leave')

/** Who has signed in; null before. */
let caller = null
/** Rises with each view, so that a late answer is not shown in a later one. */
let turn = 0
let timer

function signIn(problem) {
  caller = null
  turn++
  clearTimeout(timer)
  useKey('')
  menu.hidden = true
  leave.hidden = true
  who.textContent = ''
  document.title = 'Sign in · Tallystick console'
  const input = element('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
  })
  const form = element(
    'form',
    {},
    element('label', { for: 'key' }, 'API key'),
    input,
    element('p', {}, 'The key stays in this page: it is forgotten when you reload or leave it.'),
    element('button', {}, 'Sign in'),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    useKey(input.value.trim())
    try {
      caller = await fact('key')
    } catch (error) {
      signIn(error.message)
      return
    }
    const { tenant, role, network } = caller
    who.textContent = `${tenant}, ${network}, ${role}`
    menu.hidden = false
    leave.hidden = false
    await show()
  })
  content.replaceChildren(
    element('h1', {}, 'Sign in'),
    problem === undefined ? '' : element('p', { role: 'alert' }, wrong(problem)),
    form,
  )
  input.focus()
}

/** The view of the address, with its parameters. */
function place() {
  const [name, query = ''] = location.hash.replace(/^#\//, '').split('?')
  const view = Object.hasOwn(VIEWS, name) ? name : 'balances'
  return { name: view, args: Object.fromEntries(new URLSearchParams(query)) }
}

async function show() {
  if (caller === null) return
  const { name, args } = place()
  const { title, within, everyMs } = VIEWS[name]
  for (const entry of menu.querySelectorAll('a')) {
    if (entry.hash === `#/${within ?? name}`) entry.setAttribute('aria-current', 'page')
    else entry.removeAttribute('aria-current')
  }
  document.title = `${title} · Tallystick console`
  const mine = ++turn
  clearTimeout(timer)
  const heading = args.id === undefined ? title : `${title} ${args.id}`
  const again = element('button', { type: 'button' }, 'Update')
  const body = element('div', {}, element('p', {}, 'Loading …'))
  again.addEventListener('click', () => void fill(name, args, body, mine))
  content.replaceChildren(element('div', { class: 'bar' }, element('h1', {}, heading), again), body)
  content.focus()
  await fill(name, args, body, mine)
  if (everyMs !== undefined) renew(name, args, body, mine)
}

function renew(name, args, body, mine) {
  timer = setTimeout(async () => {
    if (!document.hidden && mine === turn) await fill(name, args, body, mine)
    if (mine === turn) renew(name, args, body, mine)
  }, VIEWS[name].everyMs)
}

async function fill(name, args, body, mine) {
  try {
    const parts = await VIEWS[name].show(args, caller)
    if (mine === turn) body.replaceChildren(...parts.filter((part) => part !== null))
  } catch (error) {
    if (mine !== turn) return
    if (error.status === 401) signIn(error.message)
    else body.replaceChildren(element('p', { role: 'alert' }, wrong(error.message)))
  }
}

menu.append(
  element(
    'ul',
    {},
    Object.entries(VIEWS)
      .filter(([, { within }]) => within === undefined)
      .map(([name, { title }]) => element('li', {}, link(name, {}, title))),
  ),
)
leave.addEventListener('click', () => signIn())
addEventListener('hashchange', () => {
  // The link that skips to the content names no view.
  if (location.hash.startsWith('#/')) void show()
})
signIn()
