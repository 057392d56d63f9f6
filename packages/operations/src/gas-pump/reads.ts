/** What is known of gas pumps: their addresses by computation, and what became of them from the node. */
import { setImmediate } from 'node:timers/promises'
import { exactNumber } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { MOST_ADDRESSES } from './models.js'
import { mustBeRange, type Range } from './requests.js'
import { addressOf, ownerOf, type PumpId, siteOf } from './site.js'

/** Of some chains, as the documentation says. */
const FEWER: Readonly<Partial<Record<string, number>>> = { ONE: 4_000, TRON: 500 }
/** Some milliseconds of work. */
const AT_ONCE = 100

/** No node is asked. */
export async function precalculated(
  context: CallContext,
  args: Range & { readonly chain: PumpId },
): Promise<string[]> {
  const site = await siteOf(context, args)
  mustBeRange(args, FEWER[args.chain] ?? MOST_ADDRESSES)
  const at = site.codec.gasPumps.addressesOf(addressOf(site, 'owner', args.owner))
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
  args: { readonly chain: PumpId; readonly owner: string; readonly index: number },
) {
  const site = await siteOf(context, args)
  const owner = addressOf(site, 'owner', args.owner, 'param')
  const pump = site.codec.gasPumps.addressesOf(owner)(BigInt(args.index))
  return { activated: (await ownerOf(site, site.codec.canonical(pump))) === owner }
}

/** As public clients compare it. */
const EXISTS = 'Wallet already exists'

/** @throws Rejected `tx.not.found`, `gas.pump.processing`, `execution.reverted` */
export async function activationResults(
  context: CallContext,
  args: { readonly chain: PumpId; readonly txId: string },
) {
  const { codec, outcome } = await siteOf(context, args)
  const found = await outcome(args.txId)
  if (found === undefined) throw new Rejected({ code: 'tx.not.found', detail: args.txId })
  const { isOk, logs } = found
  if (isOk === undefined) throw new Rejected({ code: 'gas.pump.processing', detail: args.txId })
  if (!isOk) throw new Rejected({ code: 'execution.reverted', detail: 'none was activated' })
  const { activated, existing } = codec.gasPumps.eventsIn(logs)
  return {
    valid: activated.map(({ index, address }) => ({ index: exactNumber(String(index)), address })),
    invalid: existing.map(({ address }) => ({ address, reason: EXISTS })),
  }
}
