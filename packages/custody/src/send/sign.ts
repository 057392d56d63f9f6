import {
  BadKey,
  type Codec,
  type Signed,
  type Signer,
  type SignerSource,
  type Unsigned,
} from '../ports/chain.js'

/** The keys at hand: each request is signed by the first that it accepts. */
export const keysAtHand = (keys: readonly Signer[]): SignerSource => ({
  signers: async (_unsigned, requests) =>
    requests.map((request) => {
      const signer = keys.find(({ publicKey }) => request.accepts(publicKey))
      if (signer === undefined) throw new BadKey(`None of the keys is that of ${request.address}`)
      return signer
    }),
})

/**
 * Signs all that a transaction asks for.
 * @throws BadKey when a request is given no key, or one that it does not accept
 */
export async function sign(
  codec: Pick<Codec, 'signingRequests' | 'combine'>,
  unsigned: Unsigned,
  source: SignerSource,
): Promise<Signed> {
  const requests = codec.signingRequests(unsigned)
  const signers = await source.signers(unsigned, requests)
  const signatures = await Promise.all(
    requests.map(async (request, place) => {
      const signer = signers[place]
      if (signer === undefined || !request.accepts(signer.publicKey)) {
        throw new BadKey(`The key is not that of ${request.address}`)
      }
      return { publicKey: signer.publicKey, signature: await signer.sign(request) }
    }),
  )
  return codec.combine(unsigned, signatures)
}
