/** Names that public clients add to a body: taken where an operation names them, and gone before anything sees them. */
import { activateCustomer } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { dumpStorage } from '@tallystick/testing'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { openLedger, refusal } from './ledger.fixture.js'
import { operation } from './operation.js'
import { closed, optional, text } from './wire/fields.js'

const CANARY = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

function taking(ignored: readonly string[]) {
  const seen: unknown[] = []
  const own = operation({
    id: 'own',
    area: 'Account',
    method: 'POST',
    path: '/own/{id}',
    summary: 'One of our own',
    price: { kind: 'flat', credits: 1 },
    params: { id: text(1, 50, 'Customer') },
    body: Type.Object(
      { amount: text(1, 5, 'Amount'), attr: optional(Type.Object({ id: text(1, 5, 'ID') }, closed)) },
      closed,
    ),
    output: Type.Object({ done: Type.Boolean() }),
    errors: [],
    ignored,
  }).command(
    { ...activateCustomer, needs: () => [], decide: () => ({ accepted: true, output: null, changes: [] }) },
    (args) => {
      seen.push(args)
      return { tenant: embeddedCaller().tenant, customer: args.id as never }
    },
    () => ({ done: true }),
  )
  const opened = openLedger()
  const call = (body: object, options = {}) =>
    opened.ledger.request(own, { params: { id: 'x' }, query: {}, body }, embeddedCaller(), options)
  return { ...opened, call, seen }
}

it('an ignored field is not read, kept, hashed or repeated, also where it holds a secret', async () => {
  const { call, seen, storage } = taking(['mnemonic', 'keyPair', 'attr.__type'])
  const once = { idempotencyKey: 'one' }
  const body = { amount: '1', attr: { id: 'a' } }
  await call(
    { ...body, mnemonic: CANARY, keyPair: [{ privateKey: CANARY }], attr: { id: 'a', __type: CANARY } },
    once,
  )
  // The same request, though another of them comes with it: its answer is the stored one.
  await call({ ...body, mnemonic: 'another' }, once)
  await call(body, once)
  for (const args of seen) expect(args).toEqual({ id: 'x', ...body })
  expect(
    JSON.stringify(await dumpStorage(storage, { tenants: [embeddedCaller().tenant], currencies: [] })),
  ).not.toContain('winner')
  const refused = await refusal(call({ amount: 7, mnemonic: CANARY, attr: { id: '', __type: CANARY } }))
  expect(refused.rejection.violations).toMatchObject([{ property: 'amount' }, { property: 'attr.id' }])
  expect(JSON.stringify(refused.rejection)).not.toContain('winner')
})

it('every other unknown field stays refused, and so do those of an operation that names none', async () => {
  for (const [ignored, body, property] of [
    [['mnemonic'], { amount: '1', mnemonics: CANARY }, 'mnemonics'],
    [['attr.__type'], { amount: '1', attr: { id: 'a', type: 'x' } }, 'attr.type'],
    [['attr.__type'], { amount: '1', __type: 'x' }, '__type'],
    [[], { amount: '1', note: 'x' }, 'note'],
  ] as const) {
    const { rejection } = await refusal(taking(ignored).call(body))
    expect(rejection.violations).toMatchObject([{ property }])
  }
})
