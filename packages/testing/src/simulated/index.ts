/** Chains in memory that check everything, for tests and first steps: no node of them can be had everywhere. */
export { beaconOracle } from './beacon/decode.js'
export { Ledger as BeaconLedger } from './beacon/ledger.js'
export { type BeaconServer, startBeacon } from './beacon/server.js'
export { Ledger as XrpLedger } from './ledger.js'
export { type Failure, startXrpServer, type XrpServer } from './server.js'
export { LSF_DEFAULT_RIPPLE, LSF_REQUIRE_DEST } from './state.js'
export { Ledger as StellarLedger } from './stellar/ledger.js'
export { type HorizonServer, startHorizon } from './stellar/server.js'
