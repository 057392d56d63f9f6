/**
 * What the private chains of the UTXO family begin with: Bitcoin's and Bitcoin Cash's, Litecoin's and Dogecoin's
 * (`CRegTestParams` of each one's chainparams.cpp). Any of them will do for any chain: whoever runs one may let it stand
 * for another, and none of them is public.
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
