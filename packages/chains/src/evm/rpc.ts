/** JSON-RPC of Ethereum's nodes (ethereum.github.io/execution-apis): quantities, and what errors mean. */
import { BadTransaction, NodeFault } from '@tallystick/custody'
import { AbiCoder } from 'ethers/abi'
import { integer, type JsonRpc, pinned, RpcError } from '../transport/transport.js'

export interface EvmRpc {
  /** @throws NodeFault, also for an error that the node answers; RpcError only when `raw` is asked for */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** As `ask`; what the node answers as an error is thrown as it is. @throws RpcError, NodeFault */
  raw(method: string, params: readonly unknown[]): Promise<unknown>
  /** See `JsonRpc.failures`. */
  failures(): number
  /** As `raw`, and never repeated. */
  once(method: string, params: readonly unknown[]): Promise<unknown>
  /** For answers that are judged together: all of one endpoint. */
  pinned(): EvmRpc
}

export function evmRpc(rpc: JsonRpc): EvmRpc {
  return {
    ask: (method, params) => told(rpc, method, params),
    raw: (method, params) => rpc.call(method, params),
    failures: () => rpc.failures?.() ?? 0,
    once: (method, params) => rpc.call(method, params, undefined, true),
    pinned: () => evmRpc(pinned(rpc)),
  }
}

async function told(rpc: JsonRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc.call(method, params)
  } catch (error) {
    // Its text may quote the request.
    if (error instanceof RpcError)
      throw new NodeFault('unreachable', `${method}: the node's error ${error.code}`)
    throw error
  }
}

/** @throws NodeFault when the node answered something else */
export function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  const whole = integer(value)
  if (whole === undefined || whole < 0n) throw new NodeFault('unreachable', 'The node answered no quantity')
  return whole
}

/** Heights, nonces, counts. @throws NodeFault when it is none that a number holds */
export function count(value: unknown): number {
  const whole = quantity(value)
  if (whole > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NodeFault('unreachable', 'The node answered no count')
  return Number(whole)
}

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`

export type Fields = Readonly<Record<string, unknown>>

/** Undefined for null, which stands for what is not there. @throws NodeFault when it is neither */
export function fieldsOf(value: unknown): Fields | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new NodeFault('unreachable', 'The node answered something else than an object')
  }
  return { ...value }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Why `eth_call` or `eth_estimateGas` would fail, where it is the transaction's own fault. */
export function badTransaction(error: RpcError): BadTransaction | undefined {
  // Gas estimation looks for the balance first: "gas required exceeds allowance" means it buys no more gas.
  if (/insufficient (?:funds|balance)|gas required exceeds allowance|out ?of ?fund/i.test(error.message)) {
    return new BadTransaction('insufficient.funds', 'The sender has not enough for the amount and the fee')
  }
  // Code 3 is Geth's; others say it in words, with or without what the contract gave back.
  if (error.code !== 3 && !/revert|invalid opcode|vm execution error|out of gas/i.test(error.message))
    return undefined
  const reason = reasonOf(revertData(error.data))
  return new BadTransaction('execution.reverted', `The contract refused${reason === '' ? '' : `: ${reason}`}`)
}

/** Geth gives the bytes; Parity and those after it an object, or text around them. */
function revertData(data: unknown): string {
  if (typeof data === 'object' && data !== null && 'data' in data) return revertData(data.data)
  return typeof data === 'string' ? (/0x[0-9a-f]*$/i.exec(data)?.[0] ?? '') : ''
}

/** Solidity, "Panic via assert and Error via require". */
const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'
const PANICS: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'an overflow',
  '18': 'a division by zero',
  '50': 'an index out of range',
}

const MAX_REASON = 200

function reasonOf(data: string): string {
  if (data.length < 10) return ''
  const rest = `0x${data.slice(10)}`
  try {
    if (data.startsWith(ERROR)) {
      const text = String(AbiCoder.defaultAbiCoder().decode(['string'], rest)[0])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a contract may put anything into its reason
      return text.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, MAX_REASON)
    }
    if (data.startsWith(PANIC)) {
      const code = String(AbiCoder.defaultAbiCoder().decode(['uint256'], rest)[0])
      return PANICS[code] ?? `panic ${code}`
    }
  } catch {
    return ''
  }
  return `error ${data.slice(0, 10)} of its own`
}
