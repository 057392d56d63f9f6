/** A call of the RPC pass-through: finds the node, checks the request, and returns the answer. */
import type { Violation } from '@tallystick/core'
import {
  type Chains,
  findRpcNode,
  MAX_RPC_TARGET,
  type NodeAnswer,
  NodeFault,
  RPC_NODES,
  type RpcChain,
  type RpcNode,
  rpcNodesWith,
  rpcTarget,
} from '@tallystick/custody'
import { type Caller, Rejected } from '@tallystick/engine'
import { creditsOf, isRefused, isRefusedPath, MAX_BATCH } from './methods.js'

export interface RpcCall {
  readonly verb: 'GET' | 'POST' | 'PUT'
  /** The name of a node, or the code of a chain. */
  readonly chain: string
  /** Path and query as received, still escaped. */
  readonly rpcPath?: string | undefined
  readonly nodeType?: string | undefined
  readonly testnetType?: string | undefined
  readonly chainType?: string | undefined
  /** The parsed body, and its text if it was text. Undefined without a body. */
  readonly body?: unknown
  readonly text?: string | undefined
}

/**
 * Asks the node. The result is its own answer, even if that is an error.
 * @throws Rejected, NodeFault
 */
export async function ask(
  chains: Chains,
  caller: Caller,
  call: RpcCall,
  signal: AbortSignal,
  write: (body: unknown) => string,
): Promise<NodeAnswer> {
  const node = nodeOf(call, caller, rpcNodesWith(chains.added))
  const target = targetOf(call, node)
  checkPath(call, target, node)
  if (call.verb !== 'GET') checkBody(call, node)
  const passThrough = chains.passThrough(node.name)
  if (passThrough === undefined) {
    throw new NodeFault('unconfigured', `name a node under rpc.${node.name}`)
  }
  const { only } = passThrough
  const other = only && callsOf(call, node, target).find((each) => !only.has(each))
  if (other !== undefined) {
    const remedy = `allow passThrough for its network, or name a node under rpc.${node.name}`
    // A path is the caller's own words, and may have a secret in it.
    const what = node.chain.speaks === 'http' ? `A ${call.verb} of this path` : other
    throw new NodeFault('unconfigured', `${what} is not passed on: ${remedy}`)
  }
  const body = call.body === undefined ? null : (call.text ?? write(call.body))
  return understood(await passThrough.send({ method: call.verb, target, body, signal }), node)
}

/** The price of the call, if a node may have got it. */
export function creditsOfCall({ chain, body, rpcPath }: RpcCall): number {
  return creditsOf(
    chainOf(chain),
    methodsOf(body).map(({ method }) => method),
    rpcPath ?? '',
  )
}

/** A chain that an embedder has added. On a UTXO chain, no method has the name of one that costs more. */
const ADDED: RpcChain = { code: '', speaks: 'json-rpc', methods: 'evm', verbs: [] }

function chainOf(named: string): RpcChain {
  return RPC_NODES.find(({ name, chain }) => name === named || chain.code === named)?.chain ?? ADDED
}

function nodeOf(call: RpcCall, caller: Caller, nodes: readonly RpcNode[]): RpcNode {
  const { verb } = call
  const options = {
    ...(call.nodeType === undefined ? {} : { nodeType: call.nodeType }),
    ...(call.chainType === undefined ? {} : { chainType: call.chainType }),
    ...(call.testnetType === undefined ? {} : { testnetType: call.testnetType }),
  }
  const node = findRpcNode(call.chain, caller.network, options, nodes)
  if (node === undefined || node.network !== caller.network) {
    throw refused('param', 'chain', 'network', `chain is not on ${caller.network}, as the API key is`)
  }
  if (verb !== 'POST' && !node.chain.verbs.includes(verb)) {
    throw refused('param', 'chain', 'method', `nodes of this chain are not asked by ${verb}`)
  }
  return node
}

function targetOf({ rpcPath = '' }: RpcCall, { chain }: RpcNode): string {
  const target = rpcTarget(rpcPath)
  if (target === undefined) {
    throw refused(
      'param',
      'rpcPath',
      'path',
      `rpcPath is a path below the node, of at most ${MAX_RPC_TARGET} characters, which does not climb`,
    )
  }
  if (target !== '' && chain.speaks === 'json-rpc' && chain.verbs.length === 0) {
    throw refused('param', 'rpcPath', 'path', 'nodes of this chain are asked without a path')
  }
  return target
}

function checkPath({ verb }: RpcCall, target: string, { chain }: RpcNode): void {
  if (!isRefusedPath(chain, target, verb !== 'GET')) return
  throw refused(
    'param',
    'rpcPath',
    'refused',
    verb === 'GET'
      ? 'a GET sends no transaction and does not act on the node: send a transaction by POST'
      : 'a path that acts on the node itself is not passed on',
  )
}

function checkBody({ body, verb }: RpcCall, { chain }: RpcNode): void {
  if (chain.speaks === 'http') {
    if (Array.isArray(body)) throw refused('body', undefined, 'type', 'nodes of this chain take one object')
    return
  }
  const calls: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (calls.length === 0 || calls.length > MAX_BATCH) {
    throw refused('body', undefined, 'items', `a list has 1 to ${MAX_BATCH} calls`)
  }
  if (verb === 'POST' && !calls.every(isPlain)) {
    throw refused(
      'body',
      undefined,
      'names',
      'the names of a call are in small letters: jsonrpc, id, method, params',
    )
  }
  const methods = methodsOf(body)
  // PUT, and calls with a path, use the chain's other interface, whose bodies have no method.
  if (methods.length < calls.length && verb === 'POST') {
    throw refused('body', 'method', 'required', 'every call has a method, of 1 to 100 ASCII characters')
  }
  if (methods.some(({ method, params }) => isRefused(chain, method, params))) {
    throw refused(
      'body',
      'method',
      'refused',
      'a method that acts on the node itself, or ends what others asked of it, is not passed on',
    )
  }
}

/** As `sideCallsOf` names them. */
const callsOf = ({ verb, body }: RpcCall, { chain }: RpcNode, target: string): readonly string[] =>
  chain.speaks === 'http' ? [`${verb} ${target.split('?')[0]}`] : methodsOf(body).map(({ method }) => method)

function methodsOf(body: unknown): readonly { readonly method: string; readonly params: unknown }[] {
  return (Array.isArray(body) ? body : [body]).flatMap((call: unknown) => {
    if (call === null || typeof call !== 'object') return []
    const { method, params }: { readonly method?: unknown; readonly params?: unknown } = call
    return typeof method === 'string' && METHOD.test(method) ? [{ method, params }] : []
  })
}

/** Some nodes overlook characters that are not printed when they look up a method. */
const METHOD = /^[!-~]{1,100}$/

/**
 * Nodes in Go read `Method` and `param\u017f` as `method` and `params`, and take the last of them: the node would run
 * another call than the one that was checked and priced. Other names in small letters (`version` of Bitcoin's clients)
 * are no name that is checked, whoever reads them.
 */
const isPlain = (call: unknown): boolean =>
  call === null || typeof call !== 'object' || Object.keys(call).every((name) => /^[a-z_]+$/.test(name))

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * The answer that the caller gets. JSON-RPC reports errors in the body, whatever the status (Bitcoin Core answers 500
 * and 404 with it), and nothing of a call without an id (204). On paths, 4xx is the node's answer to the caller, and 5xx
 * is a failure. A content type that a browser would execute is not passed on, because answers come from the address of
 * the service.
 */
function understood(answer: NodeAnswer, { chain, name }: RpcNode): NodeAnswer {
  const isJson = JSON_TYPE.test(answer.contentType)
  const isFailure =
    chain.speaks === 'json-rpc' && chain.verbs.length === 0
      ? !isJson && (answer.status < 200 || answer.status >= 300)
      : answer.status >= 500
  if (isFailure) {
    answer.discard()
    throw new NodeFault(
      answer.status >= 500 ? 'unanswered' : 'unreachable',
      `${name} answered ${answer.status}`,
    )
  }
  const isSpoken = chain.speaks === 'json-rpc' && isJson
  const isPlain = /^text\/plain\s*(?:;|$)/i.test(answer.contentType)
  return {
    ...answer,
    status: isSpoken ? 200 : answer.status,
    contentType: isJson || isPlain ? answer.contentType : 'application/octet-stream',
  }
}

function refused(
  target: Violation['target'],
  property: string | undefined,
  rule: string,
  text: string,
): Rejected {
  return new Rejected({
    code: 'validation.failed',
    violations: [{ target, ...(property === undefined ? {} : { property }), constraints: { [rule]: text } }],
  })
}
