/**
 * The first blocks of the private chains of the UTXO family: those of Bitcoin and Bitcoin Cash, of Litecoin and of
 * Dogecoin (`CRegTestParams` in each chainparams.cpp). Each is accepted for any chain: an operator may use one for
 * another, and none is public.
 */
import type { UtxoParams } from '../ports/utxo.js'

export const REGTEST: UtxoParams['landmark'] = {
  height: 0,
  hashes: [
    '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
  ],
}
