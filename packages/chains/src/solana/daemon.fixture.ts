/** A key-management system's part, with the chain's own library (@solana/kit, which litesvm brings). */
import { createRequire } from 'node:module'

interface Message {
  readonly lifetimeToken: string
}
interface Kit {
  getCompiledTransactionMessageDecoder(): { decode(bytes: Uint8Array): Message }
  getCompiledTransactionMessageEncoder(): { encode(message: Message): Uint8Array }
  getBase58Encoder(): { encode(text: string): Uint8Array }
  createKeyPairFromBytes(bytes: Uint8Array): Promise<{ readonly privateKey: unknown }>
  signBytes(key: unknown, bytes: Uint8Array): Promise<Uint8Array>
}

const require = createRequire(import.meta.url)
const kit: Kit = createRequire(require.resolve('litesvm'))('@solana/kit')

/**
 * @param serialized JSON with the message in hex
 * @param secret Of its one signer: 64 bytes, base 58
 * @param blockhash A recent one, which the daemon asks its own node for
 * @returns The signed transaction, in hex
 */
export async function signAsDaemon(serialized: string, secret: string, blockhash: string): Promise<string> {
  const { txData } = JSON.parse(serialized)
  const asked = kit.getCompiledTransactionMessageDecoder().decode(Uint8Array.from(Buffer.from(txData, 'hex')))
  const message = kit.getCompiledTransactionMessageEncoder().encode({ ...asked, lifetimeToken: blockhash })
  const { privateKey } = await kit.createKeyPairFromBytes(kit.getBase58Encoder().encode(secret))
  const signature = await kit.signBytes(privateKey, message)
  return Buffer.concat([Buffer.of(1), signature, message]).toString('hex')
}
