/** JSON-RPC of Ethereum's nodes (ethereum.github.io/execution-apis): quantities, and the meaning of errors. */
import { BadTransaction, NoBlock, NodeFault } from '@tallystick/custody'
import { AbiCoder } from 'ethers/abi'
import { integer, type JsonRpc, pinned, RpcError } from '../transport/transport.js'

export interface EvmRpc {
  /** @throws NodeFault, even for an error that the node returns; only `raw` throws RpcError */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Like `ask`, but throws the node's errors unchanged. @throws RpcError, NodeFault */
  raw(method: string, params: readonly unknown[]): Promise<unknown>
  /** See `JsonRpc.failures`. */
  failures(): number
  /** Like `raw`, and never repeated. */
  once(method: string, params: readonly unknown[]): Promise<unknown>
  /** For answers that must agree: all from one endpoint. */
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

/** Geth, `core/history`: history that the node does not keep (EIP-4444). */
const PRUNED = 4_444

async function told(rpc: JsonRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc.call(method, params)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (error.code === PRUNED) throw new NoBlock(`what ${method} asks for`)
    // Its message may quote the request.
    throw new NodeFault('unreachable', `${method}: the node's error ${error.code}`)
  }
}

/** @throws NodeFault if the node returned something else */
export function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  const whole = integer(value)
  if (whole === undefined || whole < 0n)
    throw new NodeFault('unreachable', "The node's answer is not a quantity")
  return whole
}

/** Heights, nonces, counts. @throws NodeFault if a JavaScript number cannot hold it */
export function count(value: unknown): number {
  const whole = quantity(value)
  if (whole > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NodeFault('unreachable', "The node's answer is not a count")
  return Number(whole)
}

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`

export type Fields = Readonly<Record<string, unknown>>

/** Undefined for null, which means absence. @throws NodeFault if it is neither */
export function fieldsOf(value: unknown): Fields | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new NodeFault('unreachable', "The node's answer is not an object")
  }
  return { ...value }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * How nodes say that the code itself has failed: Geth (`core/vm/errors.go`), its precompiled contracts
 * (`core/vm/contracts.go`), Nethermind and Besu ("VM execution error"), and anvil ("EVM error").
 */
const FAILED =
  /revert|invalid opcode|(?:vm execution|evm) error|out of gas|invalid jump|stack (?:under|over)flow|stack limit|write protection|return data out of bounds|uint64 overflow|invalid code|invalid input length|invalid final flag|elliptic curve|malformed point|not on (?:the )?curve|call depth/i

/** Why `eth_call` or `eth_estimateGas` would fail, if the transaction itself is the cause. */
export function badTransaction(error: RpcError): BadTransaction | undefined {
  // Gas estimation checks the balance first: "gas required exceeds allowance" means that it cannot buy more gas.
  if (/insufficient (?:funds|balance)|gas required exceeds allowance|out ?of ?fund/i.test(error.message)) {
    return new BadTransaction(
      'insufficient.funds',
      'The sender does not have enough for the amount and the fee',
    )
  }
  // Code 3 is Geth's. Others say it in the message, with or without the contract's return data.
  if (error.code !== 3 && !FAILED.test(error.message)) return undefined
  const reason = reasonOf(revertData(error.data))
  return new BadTransaction('execution.reverted', `The contract refused${reason === '' ? '' : `: ${reason}`}`)
}

/** Geth returns the bytes; Parity and its successors an object, or text around them. */
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
