/** `kill -9` of the real service: what it answered over HTTP holds, and a repeated call is the same call. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_TENANT } from '@tallystick/engine'
import { call, Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, seededRandom } from '@tallystick/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const KILLS = 5
const CLIENTS = 40
const seed = chooseSeed()

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

it('keeps what it answered, and does nothing twice', { timeout: 120_000 }, async () => {
  console.info(`kill -9 of the service: FC_SEED=${seed}`)
  const random = seededRandom(seed)
  const database = place.path('service.db')
  const args = ['--database', database]
  const key = 'key-of-the-clients-of-this-test'
  const env = { TALLYSTICK_API_KEY: key }
  const first = await place.serve(args, env)
  const currency = { name: 'VC_KILL', supply: '1000000', basePair: 'EUR' }
  const sender = idOf(await call(first.url, key, 'POST', '/v3/ledger/virtualCurrency', currency))
  const account = { currency: 'VC_KILL' }
  const recipient = idOf(await call(first.url, key, 'POST', '/v3/ledger/account', account))

  /** Answers by the key of the call; null for one that was sent, and got none. */
  const sent = new Map<string, string | null>()
  let doubled = 0
  const pay = async (url: string, agent: Agent, id: string): Promise<void> => {
    const known = sent.get(id) ?? null
    sent.set(id, known)
    const body = JSON.stringify({
      senderAccountId: sender,
      recipientAccountId: recipient,
      amount: '1',
      paymentId: id,
    })
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': id,
    }
    const answer = await post(`${url}/v3/ledger/transaction`, agent, headers, body)
    if (answer === null) return
    expect(answer.status, answer.text).toBe(200)
    if (known !== null && known !== answer.text) doubled++
    sent.set(id, answer.text)
  }

  let serving = first
  for (let round = 0; round < KILLS; round++) {
    const { url } = serving
    const agent = new Agent({ keepAlive: true })
    let alive = true
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; alive; turn++) await pay(url, agent, `${round}/${client}/${turn}`)
    })
    await sleep(60 + random.below(200))
    serving.signal('SIGKILL')
    await serving.ended
    alive = false
    await Promise.all(clients)
    agent.destroy()

    serving = await place.serve(args, env)
    const again = new Agent({ keepAlive: true, maxSockets: 50 })
    const unanswered = [...sent].flatMap(([id, answer]) => (answer === null ? [id] : []))
    const answered = [...sent.keys()].slice(-50)
    await Promise.all([...unanswered, ...answered].map((id) => pay(serving.url, again, id)))
    again.destroy()
  }
  serving.signal('SIGKILL')
  await serving.ended

  const storage = await openSqlite({ file: database })
  const entries = new Map<string, string[]>()
  for (const { entry } of await storage.query.journal(DEFAULT_TENANT, {}, 1_000_000)) {
    const id = entry.details?.paymentId
    if (id !== undefined) entries.set(id, [...(entries.get(id) ?? []), entry.reference])
  }
  let lost = 0
  for (const [id, answer] of sent) {
    const references = entries.get(id) ?? []
    if (references.length > 1) doubled++
    if (answer === null || JSON.stringify({ reference: references[0] }) !== answer) lost++
  }
  const { discrepancies } = await createTallystick({ storage }).verify()
  const { account: payer } = (await storage.query.account(DEFAULT_TENANT, sender as never)) ?? {}
  await storage.close()
  console.info(
    `kill -9 of the service: ${KILLS} kills, ${sent.size} acknowledged, ${lost} lost, ${doubled} doubled, ${discrepancies.length} discrepancies`,
  )
  expect({ lost, doubled, discrepancies: discrepancies }).toEqual({ lost: 0, doubled: 0, discrepancies: [] })
  expect(entries.size).toBe(sent.size)
  expect(payer?.balance).toBe((1_000_000n - BigInt(sent.size)) * 10n ** 18n)
})

function idOf({ body }: { readonly body: unknown }): string {
  return (body as { readonly id: string }).id
}

/** Null when the connection ended before the answer did. */
function post(
  url: string,
  agent: Agent,
  headers: Readonly<Record<string, string | number>>,
  body: string,
): Promise<{ readonly status: number | undefined; readonly text: string } | null> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.once('error', () => resolve(null))
      response.once('end', () => resolve(response.complete ? { status: response.statusCode, text } : null))
    })
    sending.once('error', () => resolve(null))
    sending.end(body)
  })
}
