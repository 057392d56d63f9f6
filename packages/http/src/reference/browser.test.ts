/** `/docs` and the guide in Debian's Chromium: what a reader sees, by eye, by key and by screen reader. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tallystickPlugin } from '../plugin.js'
import { KEY, type Running, startService, urlOf } from '../service.fixture.js'

const CHROMIUM = '/usr/bin/chromium'
const QUIET =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Chromium is a package of the system, which not every machine has.
describe.skipIf(!existsSync(CHROMIUM))('in a browser', () => {
  let service: Running
  let host: FastifyInstance
  let browser: Browser
  let page: Page
  /** Requests of other origins, and errors and warnings of the console. */
  const wrong: string[] = []

  beforeAll(async () => {
    service = await startService()
    // Of an embedder, below a prefix.
    host = Fastify()
    await host.register(tallystickPlugin, { prefix: '/bank', tallystick: service.tallystick })
    await host.listen({ host: '127.0.0.1', port: 0 })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET.split(' ') })
    page = await browser.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('request', (request) => {
      const isOurs = [service.url, urlOf(host), 'data:'].some((start) => request.url().startsWith(start))
      if (!isOurs) wrong.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await host.close()
    await service.close()
  })
  beforeEach(() => {
    wrong.length = 0
  })

  /** What axe-core calls serious or critical. */
  async function faults(options: object): Promise<readonly string[]> {
    await page.evaluate(AXE)
    const { violations } = await page.evaluate<{
      violations: { impact: string; id: string; nodes: { html: string }[] }[]
    }>(`axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`)
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }

  /** By its id, chosen from the list as a reader does. */
  async function choose(words: string, summary: string): Promise<void> {
    await page.getByLabel('Find an operation').fill(words)
    await page.getByRole('link', { name: summary }).click()
    await page.getByRole('heading', { level: 1, name: summary }).waitFor()
  }

  test.each([
    ['the service', () => service.url],
    ['a host with a prefix', () => `${urlOf(host)}/bank`],
  ])('a call succeeds at the first click, on %s', async (_place, url) => {
    await page.goto(`${url()}/docs`)
    await page.getByLabel('API key').fill(KEY)
    await choose('createAccount', 'Creates an account')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('status')
    await answer.getByText('200 OK').waitFor()
    const account: unknown = JSON.parse((await answer.locator('pre').textContent()) ?? '')
    expect(account).toMatchObject({ currency: 'EUR', balance: { accountBalance: '0' } })

    await choose('fund', 'Credits an account with value from outside')
    expect(await page.getByText('Extension', { exact: true }).isVisible()).toBe(true)
    await page.getByLabel('id', { exact: true }).fill((account as { id: string }).id)
    await page.keyboard.press('Enter')
    await answer.getByText('200 OK').waitFor()
    const balance = await service.tallystick.getAccountBalance({ id: (account as { id: string }).id })
    expect(balance.accountBalance).toBe('100')
    expect(wrong).toEqual([])
  })

  test('a refusal is shown with its code', async () => {
    await page.goto(`${service.url}/docs#getAccountsCount`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').getByText('subscription.invalid').waitFor()
    // The browser itself tells the console of the status.
    expect(wrong).toEqual([expect.stringContaining('401')])
  })

  test.each([
    ['light', {}],
    // Only the colours differ.
    ['dark', { runOnly: ['color-contrast'] }],
  ] as const)('axe-core finds no serious fault, %s', async (colorScheme, options) => {
    await page.emulateMedia({ colorScheme })
    const found: Record<string, readonly string[]> = {}
    for (const path of ['/docs#createAccount', '/docs/guide/', '/docs/guide/recipes/escrow.html']) {
      await page.goto(service.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      found[path] = await faults(options)
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
    expect(wrong).toEqual([])
  })

  test('the guide is searched by keys alone, and leads to the section', async () => {
    await page.goto(`${service.url}/docs/guide/glossary.html`)
    await page.keyboard.press('/')
    await page.keyboard.type('sendLinkedTransactions')
    await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/transactions.html#sendlinkedtransactions')
    await page.getByRole('link', { name: 'Try the API' }).click()
    await page.getByRole('heading', { name: 'Tallystick', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/docs')
    expect(wrong).toEqual([])
  })
})
