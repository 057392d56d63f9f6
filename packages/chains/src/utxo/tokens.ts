/**
 * CashTokens, which outputs of Bitcoin Cash may carry besides their value (github.com/cashtokens/cashtokens, "Token
 * Encoding"): a prefix before the script, which nodes with token support remove and report as `tokenData`.
 */
import type { Utxo } from '@tallystick/custody'
import type { Fields } from './answers.js'

/** PREFIX_TOKEN: no script of an address begins with this byte. */
const PREFIX = 'ef'

/** @param script As the node reports it, hex */
export function tokensOf(output: Fields, script: string): Pick<Utxo, 'tokens'> {
  const isCarrying = (output['tokenData'] ?? null) !== null || script.toLowerCase().startsWith(PREFIX)
  return isCarrying ? { tokens: true } : {}
}
