import { describe, expect, it } from 'vitest'
import { empty, operation } from '../operation.js'
import { flat } from '../price.js'
import { chooseOverload, rootOf } from './overloads.js'

function overload(id: string, discriminators: readonly string[]) {
  return operation({
    id,
    area: 'Bitcoin',
    method: 'POST',
    path: '/v3/same',
    summary: id,
    price: flat(1),
    output: null,
    errors: [],
    discriminators,
  }).read(async () => empty())
}

describe('overloads', () => {
  const transfer = chooseOverload([
    overload('fromAddress', ['fromAddress']),
    overload('fromAddressKms', ['fromAddress', 'fromAddress[].signatureId']),
    overload('fromUtxo', ['fromUTXO']),
    overload('fromUtxoKms', ['fromUTXO', 'fromUTXO[].signatureId']),
  ])

  it.each([
    ['fromAddress', { fromAddress: [{ privateKey: 'k' }] }],
    ['fromAddressKms', { fromAddress: [{ signatureId: 's' }] }],
    ['fromAddressKms', { fromAddress: [{ privateKey: 'k' }, { signatureId: 's' }] }],
    ['fromUtxo', { fromUTXO: [{ privateKey: 'k' }] }],
    ['fromUtxo', { fromUTXO: [] }],
    ['fromUtxo', { fromUTXO: 'signatureId' }],
    ['fromUtxo', { fromUTXO: { signatureId: 's' } }],
    ['fromUtxo', { fromUTXO: [null, 1, ['signatureId']] }],
    ['fromUtxoKms', { fromUTXO: [{ signatureId: null }] }],
    ['fromAddress', { fromAddress: [], fromUTXO: [] }],
    ['fromAddress', {}],
    ['fromAddress', null],
    ['fromAddress', undefined],
    ['fromAddress', []],
    ['fromAddress', 'fromUTXO'],
    ['fromAddress', { fromUTXOs: [] }],
  ])('told by what stands inside a list: %s', (id, body) => {
    expect(transfer(body).id).toBe(id)
  })

  const send = chooseOverload([
    overload('coin', ['fromSecret']),
    overload('asset', ['fromSecret', 'issuerAccount', 'token']),
    overload('coinKms', ['signatureId']),
    overload('assetKms', ['signatureId', 'issuerAccount', 'token']),
  ])

  it.each([
    ['coin', { fromSecret: 's' }],
    ['asset', { fromSecret: 's', issuerAccount: 'i', token: 't' }],
    ['coin', { fromSecret: 's', issuerAccount: 'i' }],
    ['assetKms', { signatureId: 's', issuerAccount: 'i', token: 't' }],
    ['coin', { issuerAccount: 'i', token: 't' }],
    ['coin', Object.create({ signatureId: 'inherited' })],
  ])('the most signs win, and none is for the first: %s', (id, body) => {
    expect(send(body).id).toBe(id)
  })

  const estimate = chooseOverload([
    overload('estimate', []),
    overload('address', ['type=TRANSFER', 'fromAddress']),
    overload('batch', ['type=DEPLOY_WALLET|DEPLOY_BATCH', 'fee.count']),
    overload('kind', ['tokenType=0|1']),
  ])

  it.each([
    ['estimate', { type: 'DEPLOY_ERC20' }],
    ['address', { type: 'TRANSFER', fromAddress: [] }],
    ['estimate', { type: 'TRANSFERS', fromAddress: [] }],
    ['estimate', { type: ['TRANSFER'], fromAddress: [] }],
    ['estimate', { type: 'TRANSFER|', fromAddress: [] }],
    ['batch', { type: 'DEPLOY_BATCH', fee: { count: 3 } }],
    ['estimate', { type: 'DEPLOY_BATCH', fee: 3 }],
    ['estimate', { type: 'DEPLOY_BATCH', 'fee.count': 3 }],
    ['kind', { tokenType: 1 }],
    ['kind', { tokenType: '0' }],
    ['estimate', { tokenType: 2 }],
    ['estimate', {}],
  ])('told by words and by inner fields, and by nothing for the rest: %s', (id, body) => {
    expect(estimate(body).id).toBe(id)
  })

  it('one alone is always meant', () => {
    expect(chooseOverload([overload('alone', ['field'])])({}).id).toBe('alone')
  })

  it.each([
    ['fromUTXO[].signatureId', 'fromUTXO'],
    ['type=A|B', 'type'],
    ['fee.gasPrice', 'fee'],
    ['to', 'to'],
  ])('%s stands at the root under %s', (discriminator, root) => {
    expect(rootOf(discriminator)).toBe(root)
  })
})
