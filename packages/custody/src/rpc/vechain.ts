/**
 * Gas of a transaction of VeChain: what its clauses cost whatever they do, and what its node finds that they use when
 * they are executed (docs.vechain.org, "Transaction Calculation"; Thor's `POST /accounts/*`).
 */
import { BadTransaction, NodeFault } from '../ports/chain.js'
import { askNode, type PassThroughs } from './ask.js'
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
  chains: PassThroughs,
  node: string,
  caller: string,
  clause: VetClause,
): Promise<bigint> {
  const { to, value, data } = clause
  const body = { clauses: [{ to, value: `0x${value.toString(16)}`, data }], caller }
  const { status, value: outcomes } = await askNode(chains, node, EXECUTE, body)
  const { gasUsed, reverted, vmError } = firstOf(outcomes) ?? {}
  if (typeof gasUsed !== 'number' || gasUsed < 0 || typeof reverted !== 'boolean') {
    throw new NodeFault('unreachable', `The node answered with status ${status} and without gas`)
  }
  if (reverted) {
    // The names of the machine's errors: short, and of nobody's making.
    const why = typeof vmError === 'string' && /^[a-z ]{1,60}$/.test(vmError) ? vmError : 'it is reverted'
    throw new BadTransaction('execution.reverted', why)
  }
  return intrinsicVetGas([clause]) + BigInt(gasUsed)
}

/** What became of the only clause. */
function firstOf(outcomes: unknown): Readonly<Record<string, unknown>> | undefined {
  const [first] = Array.isArray(outcomes) ? outcomes : []
  return typeof first === 'object' && first !== null ? first : undefined
}
