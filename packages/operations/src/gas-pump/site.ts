/** What gas pumps need of a chain: EVM chains and TRON have the same contracts. */
import {
  BadTransaction,
  type EvmChain,
  type GasPumps,
  type PumpLog,
  records,
  type TronChain,
} from '@tallystick/custody'
import { refused } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { type EvmId, evmOf, type OnTestnet } from '../families/evm/reads.js'
import { tronOf } from '../families/tron/tron.js'

type PumpId = EvmId | 'TRON'

export interface OnPumpChain extends OnTestnet {
  readonly chain: PumpId
}

/** What became of a transaction. */
export interface Outcome {
  /** Undefined while no block has it. */
  readonly isOk: boolean | undefined
  readonly logs: readonly PumpLog[]
}

export interface PumpSite {
  readonly record: { readonly name: string; readonly decimals: number }
  readonly codec: {
    readonly gasPumps: GasPumps
    isAddress(text: string): boolean
    canonical(address: string): string
  }
  /** What a contract answers. @throws BadTransaction `execution.reverted` */
  ask(contract: string, data: string): Promise<string>
  tokenDecimals(token: string): Promise<number>
  /** Undefined if the chain does not know it. */
  outcome(txId: string): Promise<Outcome | undefined>
}

/** The sender of a read from a contract. */
const NOBODY = `0x${'0'.repeat(40)}`

export const onEvm = ({ record, codec, node }: EvmChain): PumpSite => ({
  record,
  codec,
  ask: (to, data) => node.call({ from: NOBODY, to, value: 0n, data }),
  tokenDecimals: (token) => node.tokenDecimals(token),
  async outcome(txId) {
    const found = await node.transaction(txId)
    if (found === undefined) return undefined
    const { status, logs } = found
    return { isOk: status === undefined ? undefined : status === '0x1', logs: logsIn(logs) }
  },
})

export const onTron = ({ record, codec, node }: TronChain): PumpSite => ({
  record,
  codec,
  ask: (contract, data) => node.call(contract, data),
  tokenDecimals: (token) => node.trc20Decimals(token),
  async outcome(txId) {
    const found = (await node.transaction(txId)) ?? (await node.raw?.(txId))
    if (found === undefined) return undefined
    const info = typeof found === 'object' ? found['info'] : undefined
    // It waits for a block.
    if (typeof info !== 'object' || info === null) return { isOk: undefined, logs: [] }
    const { result, log }: { readonly result?: unknown; readonly log?: unknown } = info
    return { isOk: result === undefined, logs: logsIn(log) }
  },
})

export const siteOf = async (context: CallContext, { chain, ...on }: OnPumpChain): Promise<PumpSite> =>
  chain === 'TRON' ? onTron(await tronOf(context)) : onEvm(await evmOf(context, records[chain], on))

/** The canonical spelling of an address. @throws Rejected `validation.failed` if it is not one of the chain */
export function addressOf(
  { codec, record }: PumpSite,
  property: string,
  address: string,
  target: 'body' | 'param' = 'body',
): string {
  if (codec.isAddress(address)) return codec.canonical(address)
  throw refused(property, { address: `${property} is not an address of ${record.name}` }, target)
}

/** The address that a contract answers with; undefined if it is no such contract. */
export async function addressReturned(site: PumpSite, to: string, data: string): Promise<string | undefined> {
  const answer = await site.ask(to, data).catch((error: unknown) => {
    if (error instanceof BadTransaction && error.code === 'execution.reverted') return '0x'
    throw error
  })
  return site.codec.gasPumps.addressIn(answer)
}

/** Addresses of contracts that are part of the chain, which answer everything (EIP-1352); none of them is a pump. */
const BUILT_IN = /^0x0{36}[0-9a-f]{4}$/i

/** Whose pump it is; undefined if it is none, or not activated. */
export async function ownerOf(site: PumpSite, pump: string): Promise<string | undefined> {
  if (BUILT_IN.test(pump)) return undefined
  const owner = await addressReturned(site, pump, site.codec.gasPumps.askOwner)
  return owner === undefined ? undefined : site.codec.canonical(owner)
}

const logsIn = (logs: unknown): readonly PumpLog[] => (Array.isArray(logs) ? logs.filter(isLog) : [])

function isLog(log: unknown): log is PumpLog {
  if (typeof log !== 'object' || log === null) return false
  const { address, topics, data }: Partial<Record<keyof PumpLog, unknown>> = log
  return typeof address === 'string' && Array.isArray(topics) && typeof data === 'string'
}
