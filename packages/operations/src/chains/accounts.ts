/** Accounts that each take their secret: those of the families without wallets. */
import type { AccountKeys, Codec } from '@tallystick/custody'
import type { CallContext } from '../context.js'
import { refused } from './faults.js'

/** A new account and its secret. The service stores neither. */
export async function freshAccount(context: CallContext, accounts: AccountKeys) {
  const entropy = new Uint8Array(accounts.entropy)
  context.random.fill(entropy)
  const secret = accounts.secret(entropy)
  entropy.fill(0)
  const { address } = await accounts.account(secret, 0)
  return { address, secret }
}

/** The one spelling of an account in a path. @throws Rejected `validation.failed` if it is not one of this network */
export function accountOf(
  { codec }: { readonly codec: Pick<Codec, 'isAddress' | 'canonical'> },
  account: string,
  property = 'account',
): string {
  if (codec.isAddress(account)) return codec.canonical(account)
  throw refused(property, { address: `${property} is not an address of this network` }, 'param')
}
