/** Translates the commands of tokens, as `translate` does those of the ledger. */
import {
  type Change,
  deployToken,
  linkToken,
  type OwnedAccount,
  pendToken,
  type RegisteredToken,
  registerToken,
  type Send,
  type Token,
} from '@tallystick/core'
import { standing, type Use, WAITING } from './chain-mapper.js'
import { HOLDER, type NewToken, OF_TOKENS, type TokenCommand } from './command.js'
import { callerOf, type Labels } from './labels.js'

/** The block as of which a token was found that is registered with its identity. */
const SINCE = 7

const free = (): number => 0

const newToken = (of: Pick<TokenCommand, 'tenant' | 'name'>, asked: NewToken, asset: string | null) => ({
  ...OF_TOKENS,
  ...{ tenant: of.tenant, name: of.name, home: asked.home, scale: asked.scale, supply: asked.supply },
  ...{ baseRate: asked.baseRate, basePair: 'EUR', standard: null, description: null },
  ...{ customer: null, accountingCurrency: null, xpub: null, first: null, holder: HOLDER },
  found: asset === null ? null : { asset, since: SINCE },
})

export function translateToken<Result>(command: TokenCommand, labels: Labels, use: Use<Result>): Result {
  const { tenant, name } = command
  /** A deployment that is tried again keeps its account. */
  const opened = ({ account }: OwnedAccount, changes: readonly Change[]): void => {
    if ('as' in command && changes.some(({ type }) => type === 'account.opened')) {
      labels.give(command.as, account.id)
    }
  }
  switch (command.type) {
    case 'linkToken': {
      const shown = command.shown && { ...command.shown, window: 100 }
      const asked = { ...OF_TOKENS, tenant, name, asset: command.asset, shown }
      return use(
        linkToken,
        asked,
        ({ asset }: Token) => asset,
        () => null,
        free,
      )
    }
    case 'registerToken': {
      const asked = newToken(command, command, command.asset)
      return use(registerToken, asked, ({ token }: RegisteredToken) => token.asset, opened, free)
    }
    case 'deployToken': {
      const send = { ...command.send, signature: null, apiKey: callerOf(tenant).apiKey }
      const asked = { token: newToken(command, command, null), before: command.before, send }
      return use(deployToken, asked, ({ send }: { readonly send: Send }) => standing(send), opened, free)
    }
    case 'pendToken': {
      const { claims, replaces, before } = command
      const signature = { ...OF_TOKENS, tenant, claims, replaces, ...WAITING }
      return use(
        pendToken,
        { token: newToken(command, command, null), before, signature },
        ({ signature: { id } }) => id,
        (output, changes) => {
          opened(output, changes)
          labels.give(command.signature, output.signature.id)
        },
      )
    }
  }
}
