/**
 * The HTTP API of the chain's nodes (docs.bnbchain.org, "HTTP API"), and that of the block service, which has blocks and
 * histories ("API reference for block service"): JSON by path. An archive answers both from one address.
 */
import { type BeaconJson, NodeFault } from '@tallystick/custody'
import * as answers from '../answers.js'
import { isObject } from '../json.js'
import { ExchangeFault } from '../transport/exchange.js'
import { integer, pinned, type Rest, RpcError } from '../transport/transport.js'

export const NODE_INFO = '/api/v1/node-info'

/** `CodeUnauthorized`. */
export const UNAUTHORIZED = 4n

/** The answer of a node to a submitted transaction. */
export interface Submitted {
  readonly ok: boolean
  /** The error code in the root codespace; 0 if there is none. */
  readonly code: bigint
  readonly message: string
}

export interface BeaconHttp {
  /** Undefined if the node finds nothing. @throws NodeFault */
  find(path: string): Promise<BeaconJson | undefined>
  /** @throws NodeFault, `unsupported` if no endpoint has the path */
  get(path: string): Promise<BeaconJson>
  list(path: string): Promise<readonly BeaconJson[]>
  /** Sends once. @param raw Hex */
  submit(raw: string): Promise<Submitted>
  /** All answers come from one endpoint, so they are consistent. */
  pinned(): BeaconHttp
}

export function beaconHttp(rest: Rest): BeaconHttp {
  /** The message of an error is not repeated, because it may quote the request. */
  async function told<Result>(asked: Promise<unknown>): Promise<Result> {
    try {
      // `read` has made it.
      return (await asked) as Result
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }
  return {
    find: (path) =>
      told(rest.get(path, { answers: [404, 500], read: (answer, { status }) => found(answer, status) })),
    get: (path) => told(rest.get(path, { read: answers.objectOf, routed: true })),
    list: (path) => told(rest.get(path, { read: listOf, routed: true })),
    submit: (raw) =>
      told(
        rest.post('/api/v1/broadcast?sync=true', raw, {
          answers: [400, 401, 500],
          read: (answer, { status }) => submitted(answer, status),
        }),
      ),
    pinned: () => beaconHttp(pinned(rest)),
  }
}

/** Nodes answer 404, or pass on Tendermint's error, that a transaction is not found, as their own. */
function found(answer: unknown, status: number): BeaconJson | undefined {
  if (status === 404) return undefined
  if (status < 400) return answers.objectOf(answer)
  if (/not found/i.test(messageOf(answer))) return undefined
  throw new ExchangeFault('the node failed', true)
}

/**
 * One result for each transaction; or an error whose message is JSON (`{"codespace":1,"code":3,…}`;
 * bnb-chain/bnc-cosmos-sdk, `types/errors.go`), or says that the signature is wrong. Any other error may come from a proxy
 * in front of the node, and says nothing about the transaction.
 */
function submitted(answer: unknown, status: number): Submitted {
  if (status >= 400) {
    const message = messageOf(answer)
    return { ok: false, code: codeIn(message) ?? 0n, message }
  }
  const [result] = listOf(answer)
  if (result === undefined) throw new ExchangeFault('the node does not say what became of it', true)
  const told = integer(result['code']) ?? 0n
  const message = textOf(result['log'])
  return { ok: result['ok'] !== false && told === 0n, code: codeIn(message) ?? 0n, message }
}

function codeIn(message: string): bigint | undefined {
  const [, own] = /"codespace":1,"code":(\d{1,5}),"abci_code":\d+/.exec(message) ?? []
  if (own !== undefined) return BigInt(own)
  return message === 'signature verification failed' ? UNAUTHORIZED : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const messageOf = (answer: unknown): string => (isObject(answer) ? textOf(answer['message']) : textOf(answer))

function listOf(value: unknown): readonly BeaconJson[] {
  if (Array.isArray(value)) return value.filter(isObject)
  throw new ExchangeFault('the node answered no list', true)
}

/** An empty list of Go's is null. */
export const listIn = (from: BeaconJson, field: string): readonly BeaconJson[] =>
  (from[field] ?? null) === null ? [] : answers.listIn(from, field)

/** Written as a number or, as amino writes it, as text. */
export const wholeIn = (from: BeaconJson, field: string): number => Number(answers.amountIn(from, field))
