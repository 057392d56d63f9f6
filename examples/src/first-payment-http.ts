/** The same payment over HTTP: the service in this process on a free port, and a client that knows only fetch. */
import { DEFAULT_TENANT, memoryStorage } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { createTallystick } from '@tallystick/operations'
import { repeatable } from './repeatable.js'

const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), clock, random })
const access = await tallystick.access()
const { key } = await access.create({
  tenant: DEFAULT_TENANT,
  name: 'example',
  network: 'testnet',
  plan: 'paid',
})
const app = buildApp({ tallystick })
const url = await app.listen({ host: '127.0.0.1', port: 0 })

async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/v3/ledger${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  console.log(`\n${method} /v3/ledger${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`)
  console.log(`${response.status} ${text}`)
  return JSON.parse(text)
}

interface Account {
  readonly id: string
}

const alice = await call<Account>('POST', '/virtualCurrency', {
  name: 'VC_POINTS',
  supply: '100',
  basePair: 'EUR',
  customer: { externalId: 'alice' },
})
const bob = await call<Account>('POST', '/account', {
  currency: 'VC_POINTS',
  customer: { externalId: 'bob' },
})

const payment = { senderAccountId: alice.id, recipientAccountId: bob.id, amount: '12.5' }
await call('POST', '/transaction', payment, { 'idempotency-key': 'lunch-1' })
// The answer did not arrive, say: the same key asks for it again, and pays nothing twice.
await call('POST', '/transaction', payment, { 'idempotency-key': 'lunch-1' })

await call('GET', `/account/${bob.id}/balance`)
await call('POST', '/transaction/account?pageSize=10', { id: bob.id })
await call('POST', '/transaction', { ...payment, amount: '1000' })
await call('POST', '/transaction', { ...payment, amount: 12.5 })

// Answers what is under way, then closes the ledger.
await app.close()
