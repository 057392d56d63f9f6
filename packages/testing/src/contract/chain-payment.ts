/** Payments for the laws of a chain. */
import type { Chain, SignatureOf, Unsigned } from '@tallystick/custody'

/** An unsigned payment, and the keys that sign it. */
export interface ContractPayment {
  readonly unsigned: Unsigned
  /** Private keys in the chain's own format, in the order of the signing requests. Test keys without value. */
  readonly privateKeys: readonly string[]
  /** What it pays, in base units, without change and fee. */
  readonly pays: readonly { readonly address: string; readonly amount: bigint }[]
}

/** Signs each request with the key at the same index. */
export function signaturesOf(chain: Chain, payment: ContractPayment): SignatureOf[] {
  return chain.codec.signingRequests(payment.unsigned).map((request, index) => {
    const signer = chain.codec.signer(payment.privateKeys[index] ?? payment.privateKeys[0] ?? '')
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
}
