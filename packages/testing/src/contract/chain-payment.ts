/** What the laws of a chain pay with. */
import type { Chain, SignatureOf, Unsigned } from '@tallystick/custody'

/** A payment that waits for its signatures, and what signs it. */
export interface ContractPayment {
  readonly unsigned: Unsigned
  /** Private keys, in the chain's own text, in the order of the signing requests. Of a test, and worth nothing. */
  readonly privateKeys: readonly string[]
  /** What it must be seen to pay, in base units; change and fee aside. */
  readonly pays: readonly { readonly address: string; readonly amount: bigint }[]
}

/** Signs as a caller would: each request with the key that stands at its place. */
export function signaturesOf(chain: Chain, payment: ContractPayment): SignatureOf[] {
  return chain.codec.signingRequests(payment.unsigned).map((request, index) => {
    const signer = chain.codec.signer(payment.privateKeys[index] ?? payment.privateKeys[0] ?? '')
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
}
