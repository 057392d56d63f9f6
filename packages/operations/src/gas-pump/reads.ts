/** What is known of gas pumps: their addresses by computation, and what became of them from the node. */
import { setImmediate } from 'node:timers/promises'
import { exactNumber } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { MOST_ADDRESSES } from './models.js'
import { mustBeRange, type Range } from './requests.js'
import { addressOf, type OnPumpChain, ownerOf, siteOf } from './site.js'

/** Of some chains, as the documentation says. */
const FEWER: Readonly<Partial<Record<string, number>>> = { ONE: 4_000, TRON: 500 }
/** Some milliseconds of work. */
const AT_ONCE = 100

/** No node is asked. */
export async function precalculated(context: CallContext, args: Range & OnPumpChain): Promise<string[]> {
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
  args: OnPumpChain & { readonly owner: string; readonly index: number },
) {
  const site = await siteOf(context, args)
  const owner = addressOf(site, 'owner', args.owner, 'param')
  const pump = site.codec.gasPumps.addressesOf(owner)(BigInt(args.index))
  return { activated: (await ownerOf(site, site.codec.canonical(pump))) === owner }
}

/** As public clients compare it. */
const EXISTS = 'Wallet already exists'

interface Asked extends OnPumpChain {
  readonly txId: string
}

/** @throws Rejected `tx.not.found`, `gas.pump.processing`, `execution.reverted` */
async function eventsOf(context: CallContext, { txId, ...on }: Asked) {
  const { codec, outcome } = await siteOf(context, on)
  const found = await outcome(txId)
  if (found === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
  const { isOk, logs } = found
  if (isOk === undefined) throw new Rejected({ code: 'gas.pump.processing', detail: txId })
  if (!isOk) throw new Rejected({ code: 'execution.reverted', detail: 'it has made no gas pump' })
  return codec.gasPumps.eventsIn(logs)
}

export async function activationResults(context: CallContext, args: Asked) {
  const { activated, existing } = await eventsOf(context, args)
  return {
    valid: activated.map(({ index, address }) => ({ index: exactNumber(String(index)), address })),
    invalid: existing.map(({ address }) => ({ address, reason: EXISTS })),
  }
}

/** Those that the transaction has made, whatever asked for them. */
export async function madeBy(
  context: CallContext,
  { hash, ...on }: OnPumpChain & { readonly hash: string },
): Promise<string[]> {
  const { created, activated } = await eventsOf(context, { ...on, txId: hash })
  return [...created, ...activated.map(({ address }) => address)]
}
