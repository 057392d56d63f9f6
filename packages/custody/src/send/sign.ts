import { setImmediate } from 'node:timers/promises'
import {
  BadKey,
  type Codec,
  type SignatureOf,
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

/** Inputs that are signed, or verified, in one turn of the event loop: each takes one to three milliseconds. */
const IN_A_TURN = 8

/**
 * Signs all that a transaction asks for. It may have a thousand inputs, so other work runs in between.
 * @throws BadKey when a request is given no key, or one that it does not accept
 */
export async function sign(
  codec: Pick<Codec, 'signingRequests' | 'combine' | 'combineInSteps'>,
  unsigned: Unsigned,
  source: SignerSource,
): Promise<Signed> {
  const requests = codec.signingRequests(unsigned)
  const signers = await source.signers(unsigned, requests)
  const signatures: SignatureOf[] = []
  for (const [place, request] of requests.entries()) {
    const signer = signers[place]
    if (signer === undefined || !request.accepts(signer.publicKey)) {
      throw new BadKey(`The key is not that of ${request.address}`)
    }
    signatures.push({ publicKey: signer.publicKey, signature: await signer.sign(request) })
    if (place % IN_A_TURN === IN_A_TURN - 1) await setImmediate()
  }
  const steps = codec.combineInSteps?.(unsigned, signatures)
  if (steps === undefined) return codec.combine(unsigned, signatures)
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (step % IN_A_TURN === 0) await setImmediate()
  }
}
