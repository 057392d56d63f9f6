/** A Solana chain without a node, and how its transactions are signed. */
import { createHash } from 'node:crypto'
import { type KeySigner, records, type Signed, type SolanaChain, type Unsigned } from '@tallystick/custody'
import { solanaFamily } from './family.js'

export const offlineSolana = (network: 'mainnet' | 'testnet' = 'testnet'): SolanaChain =>
  solanaFamily(records.SOL, network, { call: () => Promise.reject(new TypeError('There is no node')) })

/** 32 bytes of a name, the same in every run. */
export const secretOf = (name: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(name).digest())

export const accountOf = (name: string): { readonly address: string; readonly secret: string } => {
  const { codec } = offlineSolana()
  const secret = codec.privateKeyText(secretOf(name))
  return { address: codec.signer(secret).address, secret }
}

export function signed(
  { codec }: Pick<SolanaChain, 'codec'>,
  unsigned: Unsigned,
  signers: readonly KeySigner[],
): Signed {
  const signatures = codec.signingRequests(unsigned).map((request) => {
    const signer = signers.find(({ publicKey }) => request.accepts(publicKey))
    if (signer === undefined) throw new TypeError(`nobody signs for ${request.address}`)
    return { publicKey: signer.publicKey, signature: signer.sign(request) }
  })
  return codec.combine(unsigned, signatures)
}

/** What the key of this secret signs. */
export function signatureOf(secret: string, bytes: Uint8Array): Uint8Array {
  const { address, sign } = offlineSolana().codec.signer(secret)
  return sign({ bytes, scheme: 'ed25519', address, accepts: () => true })
}
