/** @tallystick/testing: what an adapter's author needs to prove it. Import it from vitest tests only. */
export {
  amounts,
  CONTENDED_SCOPE,
  commandOf,
  commandSequences,
  labelled,
  OPENING_SCOPE,
  opening,
  SCOPE,
  type Scope,
  TENANTS,
  VIRTUAL_CURRENCIES,
} from './arbitraries.js'
export { type BlocksSubject, blocksContract } from './blocks-contract.js'
export { crossing } from './book-crossing.js'
export { futures } from './book-futures.js'
export { orderBookProperties } from './book-properties.js'
export type { BookStep } from './book-steps.js'
export { BookWorld } from './book-world.js'
export {
  type ChainContractOptions,
  type ChainSubject,
  chainContract,
} from './chain-contract.js'
export {
  ACCEPTED,
  type AccountLabel,
  type AccountSnapshot,
  type BlockageLabel,
  type Command,
  type CustomerLabel,
  depositLabel,
  type NewAccountOrder,
  type Outcome,
  type Payment,
  type Snapshot,
} from './command.js'
export type { NodeHooks } from './contract/chain-node.js'
export { type ContractPayment, signaturesOf } from './contract/chain-payment.js'
export { possible } from './contract/samples.js'
export type { OpenStorage } from './contract/using.js'
export { type DailySubject, dailyContract } from './daily-contract.js'
export { type Answered, Driver, type IdempotentCall } from './driver.js'
export { type Dump, type DumpScope, dumpStorage } from './dump.js'
export { type FakeAnswer, FakeNode, type FakeTransaction, fakeChain, fakeChains } from './fake-chain.js'
export { callerOf, Labels } from './labels.js'
export { Model } from './model/model.js'
export {
  expectCreditedOnce,
  expectStatusHistory as expectStandings,
  expectUnsettled,
  OLD_DEPOSITS,
  OLD_HOLD,
  OLD_STATUSES,
  OLD_TENANT,
} from './old-data.js'
export {
  dose,
  type FaultCounts,
  Payments,
  type PayOptions,
  reportFaults,
  sumFaults,
} from './payments.js'
export { type OpenPolicy, type PolicyRules, policyContract } from './policy-contract.js'
export { type LedgerPropertiesOptions, ledgerProperties } from './properties.js'
export { type CheckOptions, check, chooseSeed, isFull, partOf, quickOrFull, type Share } from './replay.js'
export { type SeededClock, type SeededRandom, seededClock, seededRandom } from './seeded.js'
export { simulationContract } from './simulator/contract.js'
export { type Mutation, NO_MUTATION } from './simulator/mutation.js'
export {
  type Finding,
  LEDGER_COMMANDS,
  type SimulationOptions,
  type SimulationResult,
  simulate,
} from './simulator/simulate.js'
export { FAULTS as SIMULATED_FAULTS, Tally } from './simulator/tally.js'
export { type StorageContractOptions, storageContract } from './storage-contract.js'
export { TAMPER_TENANT, type Tampering, tamperContract } from './tamper-contract.js'
export { type Cell, type RawDatabase, type RawTable, tamperEverywhere } from './tamper-everywhere.js'
export { turnsDuring } from './turns.js'
export { unwritableContract } from './unwritable-contract.js'
export {
  keyProviderContract,
  type MasterKeys,
  type OpenProvider,
  type OpenVault,
  vaultContract,
} from './vault-contract.js'
export { World } from './world.js'
