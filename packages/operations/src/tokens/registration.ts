/** Tokens as currencies: what operations that register them share. */
import { type RegisterToken, type RejectionCode, registerToken } from '@tallystick/core'
import type { SupplyHolder, TokenRequest } from '@tallystick/custody'
import type { Terms } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { present } from '../present.js'
import { toAmountText, toNewCustomer, toRateText } from '../wire/args.js'

/** What every registration is refused with. */
export const NAME_CODES = [
  'erc20.symbol.prefix',
  'erc20.duplicate.name',
  'virtual.creation.error',
  'account.blockchain.testnet',
] as const satisfies readonly RejectionCode[]

/** What the account and the address that holds the supply are refused with. */
export const HOLDER_CODES = [
  'customer.not.active',
  'withdrawal.recipient.format',
  'account.xpub.incompatible',
  'offchain.not.supported',
  'xpub.used',
  'address.index.used',
  'address.used',
  'address.busy',
] as const satisfies readonly RejectionCode[]

/** The fields that all bodies of fungible tokens share. */
export interface DescribedToken {
  readonly symbol: string
  readonly supply: string
  readonly description: string
  readonly basePair: string
  readonly baseRate?: number
  readonly customer?: Parameters<typeof toNewCustomer>[0]
  readonly accountingCurrency?: string
}

export type At = { readonly address: string } | { readonly xpub: string; readonly derivationIndex: number }

/** @param standard TRON: `TRC10` or `TRC20` */
export function requestOf(
  args: DescribedToken & At,
  scale: number,
  standard: string | null = null,
): TokenRequest & { readonly at: SupplyHolder } {
  return {
    name: args.symbol,
    scale,
    standard,
    supply: toAmountText(args.supply),
    basePair: args.basePair,
    baseRate: toRateText(args.baseRate ?? 1),
    description: args.description,
    customer: toNewCustomer(args.customer),
    accountingCurrency: args.accountingCurrency ?? null,
    at: 'address' in args ? { address: args.address } : { xpub: args.xpub, index: args.derivationIndex },
  }
}

/** Registers a token whose identity on the chain is stored later. */
export async function register(context: CallContext, id: string, request: TokenRequest, terms: Terms) {
  const { chains, caller, custody, engine } = context
  const chain = await chains.chain(id, caller.network)
  return custody.tokens.registering(context, chain, request, (command: RegisterToken, shown) =>
    engine.execute({
      ...terms,
      rule: registerToken,
      command,
      present: ({ account }) => present({ accountId: account.id as string, address: shown }),
    }),
  )
}

export type Registered = Awaited<ReturnType<typeof register>>
