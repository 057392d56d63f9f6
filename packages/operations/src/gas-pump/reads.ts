/** What is known of gas pumps: their addresses by computation, and what became of them from the node. */
import { setImmediate } from 'node:timers/promises'
import { exactNumber } from '@tallystick/core'
import type { PumpLog } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { addressOf, type EvmId } from '../families/evm/reads.js'
import { MOST_ADDRESSES } from './models.js'
import { chainOf, mustBeRange, ownerOf, type Range } from './requests.js'

/** Of one chain, as the documentation says. */
const FEWER: Readonly<Partial<Record<string, number>>> = { ONE: 4_000 }
/** Some milliseconds of work. */
const AT_ONCE = 100

/** No node is asked. */
export async function precalculated(
  context: CallContext,
  args: Range & { readonly chain: EvmId },
): Promise<string[]> {
  const chain = await chainOf(context, args)
  mustBeRange(args, FEWER[args.chain] ?? MOST_ADDRESSES)
  const at = chain.codec.gasPumps.addressesOf(addressOf(chain, 'owner', args.owner))
  const addresses: string[] = []
  for (let index = args.from; index <= args.to; index++) {
    addresses.push(at(BigInt(index)))
    // No call holds up another.
    if (addresses.length % AT_ONCE === 0) await setImmediate()
  }
  return addresses
}

export async function isActivated(
  context: CallContext,
  args: { readonly chain: EvmId; readonly owner: string; readonly index: number },
) {
  const chain = await chainOf(context, args)
  const owner = addressOf(chain, 'owner', args.owner, 'param')
  const pump = chain.codec.gasPumps.addressesOf(owner)(BigInt(args.index))
  return { activated: (await ownerOf(chain, chain.codec.canonical(pump))) === owner }
}

/** As public clients compare it. */
const EXISTS = 'Wallet already exists'

/** @throws Rejected `tx.not.found`, `gas.pump.processing`, `execution.reverted` */
export async function activationResults(
  context: CallContext,
  args: { readonly chain: EvmId; readonly txId: string },
) {
  const { codec, node } = await chainOf(context, args)
  const found = await node.transaction(args.txId)
  if (found === undefined) throw new Rejected({ code: 'tx.not.found', detail: args.txId })
  const { status, logs } = found
  if (status === undefined) throw new Rejected({ code: 'gas.pump.processing', detail: args.txId })
  if (status !== '0x1') throw new Rejected({ code: 'execution.reverted', detail: 'none was activated' })
  const { activated, existing } = codec.gasPumps.eventsIn(Array.isArray(logs) ? logs.filter(isLog) : [])
  return {
    valid: activated.map(({ index, address }) => ({ index: exactNumber(String(index)), address })),
    invalid: existing.map(({ address }) => ({ address, reason: EXISTS })),
  }
}

function isLog(log: unknown): log is PumpLog {
  if (typeof log !== 'object' || log === null) return false
  const { address, topics, data }: Partial<Record<keyof PumpLog, unknown>> = log
  return typeof address === 'string' && Array.isArray(topics) && typeof data === 'string'
}
