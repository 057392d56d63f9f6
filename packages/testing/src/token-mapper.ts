/** Translates the commands of tokens, as `translate` does those of the ledger. */
import { linkToken, type RegisteredToken, registerToken, type Token } from '@tallystick/core'
import type { Use } from './chain-mapper.js'
import { HOLDER, type TokenCommand } from './command.js'
import type { Labels } from './labels.js'

/** Nobody follows this chain in the simulator, so a supply is credited at once. */
const ON = { chain: 'KLAY', network: 'testnet' } as const
/** The block as of which a token was found that is registered with its identity. */
const SINCE = 7

const free = (): number => 0

export function translateToken<Result>(command: TokenCommand, labels: Labels, use: Use<Result>): Result {
  const { tenant, name } = command
  if (command.type === 'linkToken') {
    const shown = command.shown && { ...command.shown, window: 100 }
    const asked = { ...ON, tenant, name, asset: command.asset, shown }
    return use(
      linkToken,
      asked,
      ({ asset }: Token) => asset,
      () => null,
      free,
    )
  }
  const { as, home, scale, supply, baseRate, asset } = command
  const asked = {
    ...ON,
    ...{ tenant, name, home, scale, supply, baseRate, basePair: 'EUR', standard: null, description: null },
    ...{ customer: null, accountingCurrency: null, xpub: null, first: null, holder: HOLDER },
    found: asset === null ? null : { asset, since: SINCE },
  }
  const opened = ({ account }: RegisteredToken): void => labels.give(as, account.id)
  return use(registerToken, asked, ({ token }: RegisteredToken) => token.asset, opened, free)
}
