/** A key-management system's part, with the chain's own libraries. */
import { encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveKeypair, sign } from 'ripple-keypairs'

/** @param serialized The transaction, as JSON without its key @returns The signed transaction, in hex */
export function signAsDaemon(serialized: string, secret: string): string {
  const { privateKey, publicKey } = deriveKeypair(secret)
  const transaction = { ...JSON.parse(serialized), SigningPubKey: publicKey }
  return encode({ ...transaction, TxnSignature: sign(encodeForSigning(transaction), privateKey) })
}
