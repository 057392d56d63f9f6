/** What did not arrive is listed with the reason, and sent again byte for byte by a server that runs beside the command. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountId } from '@tallystick/core'
import { Workplace } from '@tallystick/harness'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: Workplace
let ledger: Tallystick
let url = ''
/** The id of the only event that the receiver takes. What it has refused is sent again after 15 s. */
let taken = 'none'
const calls: string[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const id = String(request.headers['webhook-id'])
    calls.push(`${id} ${body}`)
    response.writeHead(id === taken ? 200 : 500).end('said no')
  })
})

beforeAll(async () => {
  place = new Workplace()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  ledger = createTallystick({
    storage: await openSqlite({ file: place.path('a.db') }),
    webhooks: { allow: ['127.0.0.0/8'] },
  })
})
afterAll(async () => {
  await ledger.close()
  server.close()
  await place.clear()
})

const webhooks = (...args: readonly string[]) =>
  place.run(['webhooks', ...args, '--database', place.path('a.db')])
const listed = async (...args: readonly string[]) =>
  JSON.parse((await webhooks('list', '--json', ...args)).stdout) as Record<string, unknown>[]

/** An account that tells of its deposits. */
async function subscribed() {
  const { id } = await ledger.createAccount({ currency: 'LINK' })
  const attr = { id, url }
  const subscription = await ledger.createSubscriptionIncoming({
    type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
    attr,
  })
  const deposit = (txId: string) =>
    ledger.recordDeposit({
      ...{ account: id as AccountId, currency: 'LINK', amount: '0.1', txId, vout: 0, address: 'a' },
      ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
    })
  return { ...subscription, deposit }
}

it('lists what has failed, and has it sent again, byte for byte', async () => {
  const { id: subscription, deposit } = await subscribed()
  await deposit('t1')
  await deposit('t2')
  await expect.poll(() => new Set(calls).size).toBe(2)
  await expect.poll(async () => (await listed()).map(({ code }) => code)).toEqual([500, 500])
  const [newest, oldest] = await listed('--status', 'pending')
  expect(newest).toMatchObject({ subscription, sequence: 2, attempts: 1, response: 'said no' })
  const shown = await webhooks('list', '--limit', '1')
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toContain(String(newest?.['id']))
  expect(shown.stdout).not.toContain(String(oldest?.['id']))
  expect(await listed('--status', 'failed')).toEqual([])
  expect(await listed('--subscription', 'other')).toEqual([])
  expect(await listed('--type', 'KMS_FAILED_TX')).toEqual([])
  expect(await listed('--since', '2999-01-01')).toEqual([])
  expect(await listed('--tenant', 'other')).toEqual([])

  taken = String(oldest?.['id'])
  const sent = () => calls.filter((call) => call.startsWith(`${taken} `))
  const before = sent().length
  const again = await webhooks('replay', String(oldest?.['id']))
  expect(again).toEqual({ code: 0, stdout: `${oldest?.['id']} is sent again.\n`, stderr: '' })
  await expect.poll(() => sent().length).toBeGreaterThan(before)
  await expect.poll(() => listed('--status', 'delivered')).toMatchObject([{ sequence: 1 }])
  const both = await webhooks(
    'replay',
    '--status',
    'delivered',
    '--type',
    'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
  )
  expect(both).toMatchObject({ code: 0, stdout: 'Sent again: 1.\n' })
  await expect.poll(() => sent().length).toBeGreaterThan(before + 1)
  expect(new Set(sent()).size).toBe(1)

  await ledger.deleteSubscription({ id: subscription })
  // The other one waits until its next attempt is due, and has failed from then on.
  let left = ''
  for (const status of ['pending', 'failed']) {
    const { code, stdout } = await webhooks('replay', '--status', status)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Sent again: 0\.\n(Left, because their subscription was deleted: 1\.\n)?$/)
    left += stdout
  }
  expect(left).toContain('Left, ')
})

it.each([
  [['replay', 'nobody'], 1, 'There is no webhook with the id "nobody"'],
  [['replay'], 2, 'Neither an id nor --status is given'],
  [['replay', 'one', '--status', 'failed'], 2, 'give one or the other'],
  [['list', '--status', 'lost'], 2, '--status'],
  [['list', '--since', 'yesterday'], 2, '--since'],
])('%j ends with %i: %s', async (args, exit, part) => {
  const { code: ended, stdout, stderr } = await webhooks(...args)
  expect([ended, stdout]).toEqual([exit, ''])
  expect(stderr).toContain(part)
})
