/**
 * Where wallets of test networks are derived, whatever the chain: SLIP-44 has coin type 1 for all of them, and the public
 * clients and the key-management daemon derive there (docs/decisions/019).
 */
export const TEST_PATH = "m/44'/1'/0'/0"
