/**
 * Signs with a private key from the call (docs/chains.md). The key exists only during the call: it becomes a signer at
 * once, and neither core, engine nor storage ever sees it.
 */
import type { RejectionCode } from '@tallystick/core'
import type { Chain, Signer } from '@tallystick/custody'
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
  return readKey('body', property, 'is not a private key of this chain and network', () =>
    codec.signer(privateKey),
  )
}

/** Refusals of an operation that a managed wallet signs. */
export const MANAGED_CODES = [
  'managed.wallet.plan',
  'managed.wallet.owner',
  'managed.wallet.missing',
  'vault.not.configured',
] as const satisfies readonly RejectionCode[]

/**
 * Signs as the managed wallet with the address in the field `caller`: on testnets for every plan, on mainnet for paid ones.
 * @throws Rejected one of `MANAGED_CODES`; `validation.failed` if it is no address of this chain
 */
export async function managedSigner(
  { caller, custody }: Pick<CallContext, 'caller' | 'custody'>,
  chain: Chain,
  address: string,
): Promise<Signer> {
  if (caller.network === 'mainnet' && caller.plan === 'free') {
    throw new Rejected({ code: 'managed.wallet.plan' })
  }
  if (!chain.codec.isAddress(address)) {
    throw refused('caller', { address: `caller is not an address of ${chain.record.name}` })
  }
  return custody.wallets.signerAt(caller, chain, address)
}
