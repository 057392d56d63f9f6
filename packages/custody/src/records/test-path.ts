/**
 * The derivation path of wallets on test networks, for all chains: SLIP-44 has coin type 1 for all of them, and the
 * public clients and the key-management daemon use it (docs/decisions/019).
 */
export const TEST_PATH = "m/44'/1'/0'/0"
