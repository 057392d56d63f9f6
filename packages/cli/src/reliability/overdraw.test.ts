/** Two hundred payments at once out of a balance for one hundred; and whatever else may race them. */
import { type ClientRequest, request } from 'node:http'
import type { HoldOptions, SpendOptions } from '@tallystick/harness'
import { type Child, call, Nursery, Workplace } from '@tallystick/harness'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BALANCE = 100
const PAYMENTS = 200
const PROCESSES = 4
const CURRENCY = 'VC_RACE'

const nursery = new Nursery()
afterAll(() => nursery.clear())

describe('two hundred payments at once over HTTP', () => {
  let place: Workplace
  beforeAll(() => {
    place = new Workplace()
  })
  afterAll(() => place.clear())

  it('of one balance for a hundred: a hundred are made, a hundred refused, nothing is left', async () => {
    const database = place.path('overdraw.db')
    const serving = await place.serve(['--database', database])
    const key = serving.key ?? ''
    const supply = { name: CURRENCY, supply: String(BALANCE), basePair: 'EUR' }
    const sender = idOf(await call(serving.url, key, 'POST', '/v3/ledger/virtualCurrency', supply))
    const account = { currency: CURRENCY }
    const recipient = idOf(await call(serving.url, key, 'POST', '/v3/ledger/account', account))

    const body = JSON.stringify({ senderAccountId: sender, recipientAccountId: recipient, amount: '1' })
    const requests = Array.from({ length: PAYMENTS }, () => {
      const sent = request(`${serving.url}/v3/ledger/transaction`, {
        method: 'POST',
        // Every one over a socket of its own.
        agent: false,
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length },
      })
      sent.flushHeaders()
      return sent
    })
    const ports = await Promise.all(requests.map(connected))
    expect(new Set(ports).size).toBe(PAYMENTS)
    // All are under way, and wait for nothing but their bodies.
    const answers = await Promise.all(requests.map((sent) => answerOf(sent, body)))

    const made = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 403)
    const references = new Set(made.map(({ text }) => (JSON.parse(text) as { reference: string }).reference))
    console.info(
      `overdraw over HTTP: ${answers.length} sent, ${made.length} made, ${refused.length} refused, over ${ports.length} sockets`,
    )
    expect(made).toHaveLength(BALANCE)
    expect(references.size).toBe(BALANCE)
    expect(refused).toHaveLength(PAYMENTS - BALANCE)
    for (const { text } of refused)
      expect(JSON.parse(text)).toMatchObject({ errorCode: 'balance.insufficient' })
    for (const [id, balance] of [
      [sender, '0'],
      [recipient, String(BALANCE)],
    ]) {
      const { body: shown } = await call(serving.url, key, 'GET', `/v3/ledger/account/${id}/balance`)
      expect(shown).toEqual({ accountBalance: balance, availableBalance: balance })
    }
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
    expect((await place.run(['verify', '--database', database])).code).toBe(0)
  })
})

describe('four processes on one file', () => {
  it.each([
    ['fifty at a time, settled as in production', 8_192, 50],
    ['five at a time, settled at every commit', 1, 5],
    ['one by one, settled at every third entry', 3, 1],
  ])('together spend a balance exactly once: %s', async (name, settleEvery, callers) => {
    const file = nursery.path(`spend-${settleEvery}.db`)
    const { ledger, sender, recipient } = await opened(file, BALANCE)
    const children = Array.from({ length: PROCESSES }, () => {
      const options: SpendOptions = {
        file,
        sender,
        recipient,
        payments: PAYMENTS / PROCESSES,
        callers,
        settleEvery,
      }
      return nursery.start('spend', JSON.stringify(options))
    })
    await atOnce(children)
    const references = children.flatMap(paidBy)
    console.info(
      `overdraw by ${PROCESSES} processes, ${name}: ${PAYMENTS} tried, ${children.map((child) => paidBy(child).length).join(' + ')} made`,
    )
    expect(references).toHaveLength(BALANCE)
    expect(new Set(references).size).toBe(BALANCE)
    expect(children.map(refusedBy).reduce((a, b) => a + b, 0)).toBe(PAYMENTS - BALANCE)
    for (const child of children) expect(child.lines.filter(isOddRefusal)).toEqual([])
    await expectSpent(ledger, { sender, recipient, left: 0, paid: BALANCE })
    await ledger.close()
  })

  it('never overdraw, move what is frozen or take what is blocked, while one of them freezes and blocks', async () => {
    const file = nursery.path('race.db')
    // So little that most of what is tried must be refused.
    const balance = 12
    const { ledger, sender, recipient } = await opened(file, balance)
    const spending = (from: string, to: string, callers: number, settleEvery: number): Child => {
      const options: SpendOptions = {
        file,
        sender: from,
        recipient: to,
        payments: 1_000_000,
        callers,
        settleEvery,
      }
      return nursery.start('spend', JSON.stringify(options))
    }
    const out = [spending(sender, recipient, 3, 1), spending(sender, recipient, 2, 5)]
    const back = [spending(recipient, sender, 4, 3)]
    const options: HoldOptions = { file, account: sender, recipient, turns: 60, settleEvery: 2 }
    const racer = nursery.start('hold', JSON.stringify(options))
    const children = [...out, ...back, racer]
    await Promise.all(children.map((child) => child.line('ready')))
    for (const child of children) child.tell('go')
    await racer.line('end')
    for (const child of children) child.tell('stop')
    await Promise.all(children.map((child) => child.line('end')))
    for (const child of children) child.hangUp()
    await Promise.all(children.map((child) => child.ended))

    const wrong = racer.lines.filter((line) => line.startsWith('wrong'))
    const made = racer.lines.filter((line) => line.startsWith('made'))
    const held = Number(racer.lines.find((line) => line.startsWith('held'))?.split(' ')[1])
    const [paidOut, paidBack] = [out, back].map((those) => those.flatMap(paidBy).length)
    const refused = children.map(refusedBy).reduce((a, b) => a + b, 0)
    console.info(
      `race with holds and freezes: ${paidOut} out, ${paidBack} back, ${refused} refused for want of money, ${made.map((line) => line.slice('made '.length)).join(', ')}; ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
    expect(made).toHaveLength(5)
    expect(refused).toBeGreaterThan(0)
    const received = (paidOut ?? 0) - (paidBack ?? 0) + held
    await expectSpent(ledger, { sender, recipient, left: balance - received, paid: received })
    await ledger.close()
  })
})

async function opened(
  file: string,
  balance: number,
): Promise<{ ledger: Tallystick; sender: string; recipient: string }> {
  const ledger = createTallystick({ storage: await openSqlite({ file }) })
  const supply = { name: CURRENCY, supply: String(balance), basePair: 'EUR' }
  const { id: sender } = await ledger.createCurrency(supply)
  const { id: recipient } = await ledger.createAccount({ currency: CURRENCY })
  return { ledger, sender, recipient }
}

/** Lets them go once all are ready, and waits for their end. */
async function atOnce(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.line('ready')))
  for (const child of children) child.tell('go')
  await Promise.all(children.map((child) => child.line('end')))
  for (const child of children) child.hangUp()
  expect(await Promise.all(children.map((child) => child.ended))).toEqual(children.map(() => 'exit 0'))
}

function paidBy({ lines }: Child): readonly string[] {
  const line = lines.find((one) => one.startsWith('paid ')) ?? ''
  return line
    .slice('paid '.length)
    .split(',')
    .filter((reference) => reference !== '')
}

function refusedBy({ lines }: Child): number {
  const line = lines.find((one) => one.startsWith('refused balance.insufficient ')) ?? ''
  return Number(line.split(' ')[2] ?? 0)
}

function isOddRefusal(line: string): boolean {
  return line.startsWith('refused ') && !line.startsWith('refused balance.insufficient ')
}

async function expectSpent(
  ledger: Tallystick,
  books: {
    readonly sender: string
    readonly recipient: string
    readonly left: number
    readonly paid: number
  },
): Promise<void> {
  const { sender, recipient, left, paid } = books
  expect((await ledger.getAccountBalance({ id: sender })).accountBalance).toBe(String(left))
  expect((await ledger.getAccountBalance({ id: recipient })).accountBalance).toBe(String(paid))
  expect((await ledger.verify()).discrepancies).toEqual([])
}

function idOf({ body }: { readonly body: unknown }): string {
  return (body as { readonly id: string }).id
}

/** The local port of the socket, once it is connected. */
function connected(sent: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject)
    sent.once('socket', (socket) => socket.once('connect', () => resolve(socket.localPort)))
  })
}

function answerOf(
  sent: ClientRequest,
  body: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.once('end', () => resolve({ status: response.statusCode, text }))
    })
    sent.end(body)
  })
}
