/**
 * Gas of a transaction of VeChain: what its clauses cost whatever they do, and what its node finds that they use when
 * they are executed (docs.vechain.org, "Transaction Calculation"; Thor's `POST /accounts/*`).
 */
import { parseExact } from '@tallystick/core'
import { BadTransaction, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { rpcTarget } from './target.js'

export interface VetClause {
  /** 0x and 40 hex digits; null where it creates a contract. */
  readonly to: string | null
  /** Wei of VET. */
  readonly value: bigint
  /** Bytes as 0x-hex. */
  readonly data: string
}

const TRANSACTION = 5_000n
const CLAUSE = 16_000n
const CREATION = 48_000n
const ZERO_BYTE = 4n
const OTHER_BYTE = 68n

const EXECUTE = rpcTarget('accounts/*') ?? ''

/** Units of gas, without what a contract uses. */
export function intrinsicVetGas(clauses: readonly VetClause[]): bigint {
  let gas = TRANSACTION
  for (const { to, data } of clauses) {
    gas += to === null ? CREATION : CLAUSE
    for (const byte of Buffer.from(data.slice(2), 'hex')) gas += byte === 0 ? ZERO_BYTE : OTHER_BYTE
  }
  return gas
}

/**
 * Units of gas of one clause, as its node executes it now.
 * @param node Of the RPC pass-through: `vechain-mainnet`
 * @throws BadTransaction `execution.reverted`; NodeFault
 */
export async function vetGas(
  chains: Pick<Chains, 'passThrough'>,
  node: string,
  caller: string,
  clause: VetClause,
): Promise<bigint> {
  const passThrough = chains.passThrough(node)
  if (passThrough === undefined) throw new NodeFault('unconfigured', `name a node under rpc.${node}`)
  const { to, value, data } = clause
  const body = { clauses: [{ to, value: `0x${value.toString(16)}`, data }], caller }
  const answer = await passThrough.send({
    method: 'POST',
    target: EXECUTE,
    body: JSON.stringify(body),
    signal: new AbortController().signal,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const outcome = answer.status === 200 ? firstOf(Buffer.concat(chunks).toString('utf8')) : undefined
  const { gasUsed, reverted, vmError } = outcome ?? {}
  if (typeof gasUsed !== 'number' || gasUsed < 0 || typeof reverted !== 'boolean') {
    throw new NodeFault('unreachable', `The node answered with status ${answer.status} and without gas`)
  }
  if (reverted) {
    // The names of the machine's errors: short, and of nobody's making.
    const why = typeof vmError === 'string' && /^[a-z ]{1,60}$/.test(vmError) ? vmError : 'it is reverted'
    throw new BadTransaction('execution.reverted', why)
  }
  return intrinsicVetGas([clause]) + BigInt(gasUsed)
}

/** What became of the only clause. */
function firstOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const outcomes: unknown = parseExact(text)
    const [first] = Array.isArray(outcomes) ? outcomes : []
    return typeof first === 'object' && first !== null ? first : undefined
  } catch {
    return undefined
  }
}
