import { BadKey, type Codec, type Signed, type Signer, type Unsigned } from '../ports/chain.js'

/**
 * Signs all that a transaction asks for with the keys at hand, each request by the first that it accepts.
 * @throws BadKey when a request accepts none of them
 */
export function finish(
  codec: Pick<Codec, 'signingRequests' | 'combine'>,
  unsigned: Unsigned,
  signers: readonly Signer[],
): Signed {
  const signatures = codec.signingRequests(unsigned).map((request) => {
    const signer = signers.find(({ publicKey }) => request.accepts(publicKey))
    if (signer === undefined) throw new BadKey(`None of the keys is that of ${request.address}`)
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
  return codec.combine(unsigned, signatures)
}
