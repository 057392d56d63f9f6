/** The console in Debian's Chromium: what an operator sees, by eye, by key and by screen reader. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { WEBHOOKS } from '@tallystick/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEY, type Running, startService, TENANT } from '../service.fixture.js'
import { ids, prepared, subscribed } from './console.fixture.js'

const CHROMIUM = '/usr/bin/chromium'
const QUIET =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AUDIT = 'the key of an audit'

// Chromium is a package of the system, which not every machine has.
describe.skipIf(!existsSync(CHROMIUM))('in a browser', () => {
  let service: Running
  let browser: Browser
  let page: Page
  let euro: string
  let webhook: string
  /** Requests of other origins, and errors and warnings of the console. */
  const wrong: string[] = []
  /** What was asked with another method than GET. */
  const changed: string[] = []

  beforeAll(async () => {
    service = await startService({ console: true, engine: { chains: createChains(readChainsConfig({})) } })
    const { tallystick } = service
    const wanted = {
      tenant: TENANT,
      name: 'audit',
      network: 'testnet',
      plan: 'paid',
      readOnly: true,
    } as const
    await (await tallystick.access()).register(AUDIT, wanted)
    const accounts = await prepared(service)
    euro = accounts.euro
    webhook = await subscribed(service, accounts.bitcoin)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET.split(' ') })
    page = await browser.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('request', (request) => {
      if (![service.url, 'data:'].some((start) => request.url().startsWith(start))) wrong.push(request.url())
      if (request.method() !== 'GET') changed.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
  })
  afterAll(async () => {
    await browser?.close()
    await service.close()
  })
  beforeEach(async () => {
    await page.goto('about:blank')
    wrong.length = 0
    changed.length = 0
  })

  async function signIn(key: string, view = 'balances'): Promise<void> {
    await page.goto(`${service.url}/console#/${view}`)
    // The key has the focus already.
    await page.getByLabel('API key').waitFor()
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
  }

  /** By the menu, as a reader does. */
  async function open(title: string): Promise<void> {
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: title, exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText('Loading …').waitFor({ state: 'detached' })
  }

  // As it is seen: the cells of a table with blanks between them.
  // biome-ignore lint/performance/useDomNodeTextContent: textContent has none
  const text = (): Promise<string> => page.getByRole('main').innerText()

  /** What axe-core calls serious or critical. */
  async function faults(options: object): Promise<readonly string[]> {
    const { violations } = await page.evaluate<{
      violations: { impact: string; id: string; nodes: { html: string }[] }[]
    }>(`axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`)
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }

  const SHOWN: readonly (readonly [title: string, ...texts: (string | RegExp)[]])[] = [
    ['Balances', 'All balances of each currency add up to zero', /EUR\s+2\s+100\s.*-100\s.*0 ✓/, 'VC_TEST'],
    ['Accounts', /EUR\s+87\.5\s+87\.5/, 'active'],
    ['Customers', 'till <b>9</b>'],
    ['Deposits', '1.5 BTC', 'Seen in block 100', 'Waits for blocks', '1 of 6 confirmations', 'Credited'],
    ['Withdrawals', 'Waits for a signature', 'In block 90', 'Cancelled: by ops'],
    ['Pending signatures', ids.signature, 'wallet-1', 'locked'],
    ['Transactions of chains', 'confirmed', 'BTC testnet'],
    ['Webhooks', 'https://example.com/hook', 'waits until'],
    ['Health', 'Nodes: none.', 'This process sends no webhooks.'],
    ['Checks', 'Not checked since the start', 'This process compares nothing'],
    ['Keys', 'audit', 'read-only', 'operator', 'exported'],
  ]

  test('every view shows what there is, in light and dark, and axe-core finds no serious fault', async () => {
    await signIn(KEY)
    await page.getByText('default, testnet, operator').waitFor()
    await page.evaluate(AXE)
    const found: Record<string, readonly string[]> = {}
    for (const [title, ...texts] of SHOWN) {
      await open(title)
      const shown = await text()
      for (const wanted of texts)
        expect(shown, title).toMatch(wanted instanceof RegExp ? wanted : literally(wanted))
      await page.emulateMedia({ colorScheme: 'light' })
      found[title] = await faults({})
      await page.emulateMedia({ colorScheme: 'dark' })
      // Only the colours differ.
      found[`${title}, dark`] = await faults({ runOnly: ['color-contrast'] })
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
    expect([wrong, changed]).toEqual([[], []])
  }, 240_000)

  test('an account is opened by keys alone, and has its history', async () => {
    await signIn(KEY, 'accounts')
    const field = page.getByLabel('ID of an account')
    await field.focus()
    await page.keyboard.type(euro)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Account ${euro}` }).waitFor()
    await page.getByRole('table', { name: 'Transactions of the account, the newest first' }).waitFor()
    expect(await text()).toMatch(/DEBIT_PAYMENT\s+-12\.5 EUR/)
    expect(await text()).toMatch(/Metadata\s+Name\s+Value\s+shop\s+<i>north<\/i>/)
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    expect(wrong).toEqual([])
    // A list that is asked for by POST.
    expect(changed).toEqual(['POST /v3/ledger/transaction/account'])
  })

  test('a webhook is sent again by the operation of the catalogue, once', async () => {
    await signIn(KEY, 'webhooks')
    const before = await service.storage.query.list(WEBHOOKS, {})
    await page.getByRole('button', { name: `Send again: webhook ${webhook}` }).click()
    await page.getByRole('status').getByText(`The webhook ${webhook} is sent again.`).waitFor()
    const [after] = await service.storage.query.list(WEBHOOKS, {})
    expect(after?.nextAt).toBeGreaterThan(before[0]?.nextAt ?? Number.POSITIVE_INFINITY)
    expect(changed).toEqual([`POST /v3/subscription/webhook/${webhook}/replay`])
    expect(wrong).toEqual([])
  })

  test('a read-only key sees the same, and has nothing to press', async () => {
    await signIn(AUDIT, 'webhooks')
    await page.getByText('A read-only key cannot send one again.').waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign out', 'Update'])
    expect([wrong, changed]).toEqual([[], []])
  })

  test('without a key nothing is asked for; a wrong one and signing out lead to the sign-in', async () => {
    await page.goto(`${service.url}/console#/keys`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0)
    await page.evaluate(AXE)
    expect(await faults({})).toEqual([])
    expect(wrong).toEqual([])
    await page.getByLabel('API key').fill('a wrong key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The API key is missing, unknown or revoked').waitFor()
    // The browser itself tells the console of the status.
    expect(wrong).toEqual([expect.stringContaining('401')])
    await page.getByLabel('API key').fill(KEY)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage]) + document.cookie')).toBe(
      '[{},{}]',
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })
})

const literally = (words: string): RegExp => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
