/** @tallystick/vault: private keys encrypted for the database, under master keys that never are in it. */
export type { KeyProvider } from '@tallystick/custody'
export { localKeys, MASTER_KEY_BYTES } from './provider.js'
export { MasterKeyError, masterKeysIn, newMasterKey } from './text.js'
export { createVault, type VaultOptions } from './vault.js'
