/** The kinds of vectors of Solana: what each says, tried on the codec. */
import { base58 } from '@scure/base'
import type { SolanaChain } from '@tallystick/custody'
import { expect } from 'vitest'
import { seedOf } from '../keys/mnemonic.js'
import { ed25519Secret } from '../keys/slip10.js'
import { signed } from './chain.fixture.js'

type Fields = Readonly<Record<string, unknown>>

export const solanaVectorKinds: Readonly<
  Record<string, (chain: SolanaChain, input: Fields, expected: Fields) => void | Promise<void>>
> = {
  'hd-address': async ({ codec, accounts }, input, { address }) => {
    const [words, path] = [String(input['mnemonic']), String(input['path'])]
    const secret = ed25519Secret(await seedOf(words, String(input['passphrase'])), path)
    expect(codec.signer(codec.privateKeyText(secret)).address).toBe(address)
    const index = /^m\/44'\/501'\/(\d+)'\/0'$/.exec(path)?.[1]
    if (index !== undefined) expect((await accounts.account(words, Number(index))).address).toBe(address)
  },
  'key-address': ({ codec }, { privateKeyHex }, { address }) => {
    const signer = codec.signer(
      codec.privateKeyText(Uint8Array.from(Buffer.from(String(privateKeyHex), 'hex'))),
    )
    expect(signer.address).toBe(address)
    expect(codec.address(signer.publicKey)).toBe(address)
  },
  'sign-sol': (chain, input, { signedTxBase58 }) => {
    const { codec } = chain
    const signer = codec.signer(codec.privateKeyText(base58.decode(String(input['privateKeyBase58']))))
    const [to, amount] = [String(input['to']), BigInt(String(input['lamports']))]
    const unsigned = codec.build({
      transfer: { from: signer.address, to, amount },
      lifetime: { blockhash: String(input['recentBlockhash']), last: 1n },
      fee: 5_000n,
      salt: null,
      version: 'legacy',
    })
    const { raw, txId } = signed(chain, unsigned, [signer])
    const bytes = Buffer.from(raw.slice(2), 'base64')
    expect(base58.encode(bytes)).toBe(signedTxBase58)
    expect(codec.inspect(raw)).toMatchObject({ txId, outputs: [{ address: to, amount }] })
  },
}
