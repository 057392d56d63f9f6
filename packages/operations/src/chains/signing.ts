/**
 * Who signs a send at once: a private key from the call, or a managed wallet that the call names as `caller` in place of
 * the key (docs/vault.md). This is the one place where the two are told apart. A key from the call exists only during the
 * call: it becomes a signer at once, and neither core, engine nor storage ever sees it.
 */
import { setImmediate } from 'node:timers/promises'
import type { RejectionCode } from '@tallystick/core'
import { type Chain, forgetMatch, type Signer } from '@tallystick/custody'
import { type Caller, Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { readKey, refused } from './faults.js'

/**
 * @param property The field of the key
 * @throws Rejected `private.key.testnet.only`; `validation.failed` if it is not a key of this chain
 */
export function signerOf(
  { network }: Pick<Caller, 'network'>,
  { codec }: Pick<Chain, 'codec'>,
  property: string,
  privateKey: string,
): Signer {
  if (network !== 'testnet') throw new Rejected({ code: 'private.key.testnet.only' })
  try {
    return readKey('body', property, 'is not a private key of this chain and network', () =>
      codec.signer(privateKey),
    )
  } finally {
    forgetMatch()
  }
}

/** Refusals of an operation that a managed wallet may sign. */
export const MANAGED_CODES = [
  'managed.wallet.plan',
  'managed.wallet.owner',
  'managed.wallet.missing',
  'managed.wallet.denied',
  'vault.not.configured',
] as const satisfies readonly RejectionCode[]

export interface AtHand {
  readonly signer: Signer
  /** The field that names it. */
  readonly field: string
}

/** The address of a managed wallet. */
export interface ByManaged {
  readonly caller: string
}

/** A private key in a field of the body, or a managed wallet: the schema of `signable` lets exactly one pass. */
export type SignedBy<Field extends string> = Readonly<Record<Field, string>> | ByManaged

/** @throws Rejected `private.key.testnet.only`, one of `MANAGED_CODES`, or `validation.failed` if it is no such key */
export type KeyOf<Args> = (
  context: CallContext,
  chain: Chain,
  args: Args,
  within?: Within,
) => AtHand | Promise<AtHand>

/** An item of a list in the call. */
interface Within {
  /** With a point at its end. */
  readonly place: string
  /** The whole call, without private keys. */
  readonly request: object
  /** Managed wallets that pay together, canonical: what one of them gets as change is paid to nobody. */
  readonly together: readonly string[]
}

/** Signs with the key in a field of the body, or as the managed wallet in `caller`. */
export const keyIn =
  <Field extends string>(field: Field): KeyOf<SignedBy<Field>> =>
  async (context, chain, args, within = { place: '', request: args, together: [] }) => {
    const { place } = within
    if ('caller' in args) return managed(context, chain, args.caller, within)
    const at = `${place}${field}`
    return { signer: signerOf(context.caller, chain, at, args[field]), field: at }
  }

/** Keys that are read in one turn of the event loop. */
const AT_ONCE = 20

/** The same for each item of a list. */
export async function keysInList<Field extends string>(
  context: CallContext,
  chain: Chain,
  field: Field,
  args: Readonly<Record<Field, readonly SignedBy<'privateKey'>[]>>,
): Promise<readonly AtHand[]> {
  const request = { ...args, [field]: args[field].map((item) => ({ ...item, privateKey: undefined })) }
  const { isAddress, canonical } = chain.codec
  const together = args[field].flatMap((item) =>
    'caller' in item && isAddress(item.caller) ? canonical(item.caller) : [],
  )
  const found: AtHand[] = []
  for (const [index, item] of args[field].entries()) {
    const within = { place: `${field}.${index}.`, request, together }
    // Deriving a public key takes a millisecond, so other work runs between batches of them.
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    found.push(await keyIn('privateKey')(context, chain, item, within))
  }
  return found
}

/** The managed wallet with this address: on testnets for every plan, on mainnet for paid ones. */
async function managed(
  { caller, custody }: CallContext,
  chain: Chain,
  address: string,
  { place, request, together }: Within,
): Promise<AtHand> {
  const field = `${place}caller`
  if (caller.network === 'mainnet' && caller.plan === 'free') {
    throw new Rejected({ code: 'managed.wallet.plan' })
  }
  if (!chain.codec.isAddress(address)) {
    throw refused(field, { address: `${field} is not an address of ${chain.record.name}` })
  }
  const signer = await custody.wallets.signerAt(caller, chain, address, { ...request }, together)
  return { signer, field }
}
