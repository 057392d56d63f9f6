/** What answers to a broadcast mean: only what a node says of the transaction itself may end it. */
import type { Broadcast } from '@tallystick/custody'
import { expect, it } from 'vitest'
import type { Rest } from '../transport/transport.js'
import { broadcast } from './broadcast.js'
import { beaconHttp } from './http.js'

const SIGNED = { raw: '00', txId: 'A'.repeat(64) }
const reply = (status: number) => ({ status, header: () => undefined })
const error = (code: number, message: string) => ({
  code: 400,
  failed_tx_index: 0,
  message: JSON.stringify({ codespace: 1, code, abci_code: 65_536 + code, message }),
  success_tx_results: [],
})

/** A node that has no transactions, and answers each that it is given like this. */
const answering = (status: number, answer: unknown): Rest => ({
  get: async (_path, how) => how?.read?.('', reply(404)),
  post: async (_path, _body, how) => how?.read?.(answer, reply(status)),
})

const table: readonly (readonly [status: number, answer: unknown, Broadcast['kind']])[] = [
  [401, { code: 401, failed_tx_index: 0, message: 'signature verification failed' }, 'refused'],
  [400, error(2, 'tx parse error'), 'refused'],
  [400, error(4, 'signature verification failed'), 'refused'],
  [400, error(12, 'maximum number of characters is 128'), 'refused'],
  [400, error(3, 'Invalid sequence. Got 3, expected 7'), 'declined'],
  [400, error(5, 'insufficient fund. you got 1BNB, but 7500BNB fee needed.'), 'declined'],
  [400, error(9, 'tbnb1'), 'declined'],
  [400, error(10, '1BNB < 2BNB'), 'declined'],
  [400, error(11, 'coins'), 'declined'],
  [400, error(14, 'msg not supported'), 'declined'],
  [400, error(16, 'The receiver requires the memo contains only digits.'), 'declined'],
  [400, error(1, 'internal error'), 'unknown'],
  [500, { code: 500, message: 'RPC error -32603 - Internal error: Tx already exists in cache' }, 'known'],
  [200, [{ code: 65_541, log: error(5, 'insufficient fund').message, ok: false }], 'declined'],
  // Of whoever stands before the node: the transaction may have come there before.
  [401, { message: 'Unauthorized' }, 'unknown'],
  [401, 'key missing', 'unknown'],
  [400, { code: 400, message: 'Bad Request' }, 'unknown'],
  [400, { code: 4, message: 'mempool is full' }, 'unknown'],
  [500, { code: 500, message: 'mempool is full' }, 'unknown'],
]

it.each(table)('%i %j: %s', async (status, answer, kind) => {
  expect((await broadcast(beaconHttp(answering(status, answer)), SIGNED)).kind).toBe(kind)
})
