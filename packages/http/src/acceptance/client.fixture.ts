/** What the tests of the public client on chains share; see public-client.test.ts. */
import type { AnyOperation } from '@tallystick/operations'
import { isFull } from '@tallystick/testing'
import {
  ApiError,
  ApiServices,
  NodeRpcService,
  type PendingTransaction,
  type SignatureId,
  type TransactionHash,
} from '@tatumio/api-client'
import { expect } from 'vitest'
import { routesOf } from '../routes.js'
import { KEY, type Running } from '../service.fixture.js'

const { kms } = ApiServices

/** A wallet of the key-management system, and one of another. */
export const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const OTHER = '6f1d2f1c-29a7-4d34-a5a6-4f6a3f4a9a0e'

/** The status and code of the error that a call of the client ends with. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<readonly [number, string]> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.body.errorCode]
    throw error
  }
  throw new TypeError('The call was not refused')
}

/** The documents give a send one of two answers. */
export type Sent = TransactionHash | SignatureId

export async function txIdOf(call: PromiseLike<Sent | { readonly data: unknown }>): Promise<string> {
  const answer = await call
  if ('txId' in answer) return answer.txId
  throw new TypeError(`Not sent: ${JSON.stringify(answer)}`)
}

async function pendingOf(call: PromiseLike<Sent>): Promise<string> {
  const answer = await call
  if ('signatureId' in answer) return answer.signatureId
  throw new TypeError(`Not pending: ${JSON.stringify(answer)}`)
}

export type RpcName = Parameters<typeof NodeRpcService.nodeJsonPostRpcDriver>[1]

/** Asks a node through the pass-through; the client puts the key, and an empty path, behind the chain. */
export async function askNode(node: RpcName, method: string, ...params: readonly unknown[]) {
  const answer = await NodeRpcService.nodeJsonPostRpcDriver(KEY, node, '', {
    jsonrpc: '2.0',
    id: 1,
    method,
    params,
  })
  return answer.result
}

export interface KmsRound {
  readonly chain: PendingTransaction['chain']
  /** Three payments, which wait to be signed by `WALLET`. */
  readonly payments: readonly (() => PromiseLike<Sent>)[]
  /** Outside the service. @param at Which payment it is */
  sign(pending: PendingTransaction, at: number): Promise<string> | string
  broadcast(body: { readonly txData: string; readonly signatureId?: string }): PromiseLike<TransactionHash>
  /** By a node of the key-management system's own. @returns The id */
  send(raw: string): Promise<string>
}

/** What a key-management system may do with what waits. @returns The ids of the transactions, all sent */
export async function kmsRound({ chain, payments, sign, broadcast, send }: KmsRound): Promise<string[]> {
  const ids: string[] = []
  for (const payment of payments) ids.push(await pendingOf(payment()))
  const waiting = await kms.receivePendingTransactionsToSign(chain, { signatureIds: [WALLET, OTHER] })
  expect(waiting.map(({ id }) => id)).toEqual(ids)
  expect(await kms.receivePendingTransactionsToSign(chain)).toEqual(waiting)
  expect(await kms.receivePendingTransactionsToSign(chain, { signatureIds: [OTHER] })).toEqual([])
  expect(await kms.getPendingTransactionsToSign(chain, `${OTHER},${WALLET}`)).toEqual(waiting)
  for (const pending of waiting) {
    expect(pending).toMatchObject({ chain, hashes: [WALLET], serializedTransaction: expect.any(String) })
    expect(await kms.getPendingTransactionToSign(pending.id)).toEqual(pending)
  }
  const [first, second, third] = waiting
  if (first === undefined || second === undefined || third === undefined) throw new TypeError('not three')

  // Broadcast with the pending id, which completes it; once more, nothing changes.
  const signed = { txData: await sign(first, 0), signatureId: first.id }
  const { txId } = await broadcast(signed)
  expect(await kms.getPendingTransactionToSign(first.id)).toEqual({ ...first, txId })
  expect(await broadcast(signed)).toEqual({ txId })
  expect(await refusalOf(kms.deletePendingTransactionToSign(first.id))).toEqual([403, 'kms.unexpected.state'])

  // Sent by somebody else, and completed.
  const own = await send(await sign(second, 1))
  expect(await kms.completePendingSignature(second.id, own)).toBeUndefined()
  expect(await kms.getPendingTransactionToSign(second.id)).toEqual({ ...second, txId: own })

  expect(await kms.deletePendingTransactionToSign(third.id, false)).toBeUndefined()
  expect(await kms.getPendingTransactionsToSign(chain)).toEqual([])
  const txData = await sign(third, 2)
  if (chain === 'SOL') {
    // Its system may have sent it already, and says so now.
    expect(await kms.getPendingTransactionToSign(third.id)).toEqual(third)
    return [txId, own, (await broadcast({ txData, signatureId: third.id })).txId]
  }
  // What was signed of it is then a transaction like any other.
  expect(await refusalOf(kms.getPendingTransactionToSign(third.id))).toEqual([403, 'kms.missing'])
  expect(await refusalOf(broadcast({ txData, signatureId: third.id }))).toEqual([403, 'kms.missing'])
  const { txId: free } = await broadcast({ txData })
  return [txId, own, free]
}

/** Of these, the operations whose route the client has not been through with success. The others are as their examples. */
export async function notReached(
  { call, told }: Running,
  list: readonly AnyOperation[],
): Promise<readonly string[]> {
  // `npm test` makes them. With all ways to sign, an operation is called in more shapes than its example has.
  if (!isFull) told.expectExamples(list)
  const { text } = await call('GET', '/metrics')
  return routesOf(list)
    .filter(
      ({ method, path }) =>
        !['200', '204'].some((status) =>
          text.includes(`requests_total{method="${method}",route="${path}",status="${status}"}`),
        ),
    )
    .flatMap(({ operations }) => operations.map(({ id }) => id))
    .sort()
}
