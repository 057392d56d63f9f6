import type { TenantId } from '@tallystick/core'
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { bounded } from './bounded.js'

it('reads of a call are refused once it has read for a minute, and those of the next call are not', async () => {
  let time = 5
  const { query } = memoryStorage()
  const count = (queries: typeof query) => queries.accountCount('tenant' as TenantId, {})
  const call = bounded(query, () => time)
  time += 59_999
  expect(await count(call)).toBe(0)
  time += 1
  await expect(count(call)).rejects.toMatchObject({
    transient: true,
    message: expect.stringContaining('read for 60 s'),
  })
  expect(await count(bounded(query, () => time))).toBe(0)
})
