/** Fields that take any JSON, in bodies that are small and nest as deeply as they are long. */
import { afterAll, expect, test } from 'vitest'
import { startService } from '../service.fixture.js'

const service = await startService()
afterAll(() => service.close())

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`

test.each([
  ['params', `"methodABI":{},"params":${nested(20_000)}`],
  ['methodABI', `"methodABI":{"inputs":${nested(20_000)}},"params":[]`],
])('%s that nests too deeply is refused, with an idempotency key too', async (property, fields) => {
  const raw = `{"contractAddress":"0x${'1'.repeat(40)}","methodName":"f",${fields},"fromPrivateKey":"0x${'2'.repeat(64)}"}`
  for (const headers of [{}, { 'idempotency-key': property }]) {
    const answer = await service.call('POST', '/v3/ethereum/smartcontract', { raw, headers })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      errorCode: 'validation.failed',
      data: [{ target: 'body', property, constraints: { depth: `${property} nests at most 100 deep` } }],
    })
  }
})
