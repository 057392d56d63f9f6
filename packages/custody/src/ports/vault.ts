/**
 * The port of the vault: it encrypts private keys for the database, and decrypts one for as long as a signature takes.
 * `@tallystick/vault` implements it.
 */
import type { ManagedWallet } from '@tallystick/core'

/** What a key is for. An encrypted key that was moved to another place does not open. */
export type KeyPlace = Pick<ManagedWallet, 'tenant' | 'id' | 'chain' | 'network' | 'address'>

/** An encrypted key, and the id of the master key that it depends on. */
export type WrappedKey = Pick<ManagedWallet, 'masterKey' | 'wrapped'>

export interface Vault {
  /** The ids of the master keys at hand. The first one encrypts. */
  readonly masterKeys: readonly string[]
  /** Whether a caller may have the private key of a wallet. */
  readonly exports: boolean
  wrap(secret: Uint8Array, place: KeyPlace): Promise<WrappedKey>
  /**
   * Decrypts a key for `use`, and overwrites it afterwards.
   * @throws VaultFault if no master key at hand opens it, or it belongs to another place
   */
  open<Result>(
    wrapped: string,
    place: KeyPlace,
    use: (secret: Uint8Array) => Result | Promise<Result>,
  ): Promise<Result>
  /**
   * The same key under the first master key; null if it depends on that one already. The key itself stays encrypted.
   * @throws VaultFault as `open`
   */
  rewrap(wrapped: string, place: KeyPlace): Promise<WrappedKey | null>
}

/**
 * Who has the master keys of a vault. A cloud KMS fits too: it encrypts and decrypts data keys, and its own keys never leave
 * it.
 */
export interface KeyProvider {
  /** The ids of the master keys. The first one encrypts. */
  readonly ids: readonly string[]
  /** Encrypts a data key under the first master key. The same `context` is needed to decrypt it. */
  wrap(dataKey: Uint8Array, context: Uint8Array): Promise<Uint8Array>
  /**
   * The caller overwrites the answer after use.
   * @throws VaultFault if there is no such master key, or it does not open it
   */
  unwrap(id: string, wrapped: Uint8Array, context: Uint8Array): Promise<Uint8Array>
}

/** An encrypted key does not open. */
export class VaultFault extends Error {
  override readonly name = 'VaultFault'
}
