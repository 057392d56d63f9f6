/**
 * CashTokens, which outputs of Bitcoin Cash may carry beside their value (github.com/cashtokens/cashtokens, "Token
 * Encoding"): a prefix before the script, which nodes that know of tokens take off and tell as `tokenData`.
 */
import type { Utxo } from '@tallystick/custody'
import type { Fields } from './answers.js'

/** PREFIX_TOKEN: a byte that no script of an address begins with. */
const PREFIX = 'ef'

/** @param script As the node tells it, hex */
export function tokensOf(output: Fields, script: string): Pick<Utxo, 'tokens'> {
  const isCarrying = (output['tokenData'] ?? null) !== null || script.toLowerCase().startsWith(PREFIX)
  return isCarrying ? { tokens: true } : {}
}
