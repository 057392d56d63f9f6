/** A key-management system's part, with the chain's own library. */
import { Keypair, Networks, TransactionBuilder } from '@stellar/stellar-base'

/** @param serialized The envelope without signatures, Base64 @returns The same with one */
export function signAsDaemon(serialized: string, secret: string, network: string = Networks.TESTNET): string {
  const transaction = TransactionBuilder.fromXDR(serialized, network)
  transaction.sign(Keypair.fromSecret(secret))
  return transaction.toEnvelope().toXDR('base64')
}
