/** A key-management system's part, with the chain's own library: checks what it is to sign, signs it, and writes it as JSON. */
import { utils } from 'tronweb'

/** @param serialized The transaction as nodes write it, without signatures @param key Hex */
export function signAsDaemon(serialized: string, key: string): string {
  const transaction = JSON.parse(serialized)
  if (!utils.transaction.txCheck(transaction))
    throw new TypeError('Its id, its data and its bytes do not agree')
  return JSON.stringify(utils.crypto.signTransaction(key, transaction))
}
