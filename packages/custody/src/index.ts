/** @tallystick/custody: how transactions of chains are built, recorded, delivered and followed, over the engine. */

export { urlIn } from '@tallystick/engine'
export { Addresses, type Holder, type Taker, type Wanted } from './addresses.js'
export { type AssetOf, assetHeld, assetOf, assetsOf, type ChainAsset, recordOf } from './assets.js'
export { Custody, type CustodyOptions } from './custody.js'
export { forgetMatch } from './forget.js'
export { ManagedWallets, type VaultStatus } from './managed-wallets.js'
export { amountOf, Gate, type GateOptions, intentOf } from './policy/gate.js'
export {
  type AgeFile,
  type LimitFile,
  type ListedAddress,
  limitsPolicy,
  type PolicyFile,
} from './policy/limits.js'
export { withdrawnFrom } from './policy/withdrawn.js'
export {
  type BeaconAccount,
  type BeaconAsset,
  type BeaconBlock,
  type BeaconChain,
  type BeaconCodec,
  type BeaconFees,
  type BeaconHistory,
  type BeaconHistoryQuery,
  type BeaconJson,
  type BeaconNode,
  type BeaconOutlay,
  type BeaconParams,
  type BeaconRecord,
  type BeaconTransaction,
  BNB,
} from './ports/beacon.js'
export type {
  Block,
  BlockHeader,
  Blocks,
  BlocksAt,
  ContractLog,
  CreatedContract,
  IdTransfer,
  InMempool,
  Mempool,
  Movement,
  Payers,
  Spend,
} from './ports/blocks.js'
export {
  type AccountKeys,
  BadKey,
  BadTransaction,
  type Broadcast,
  type Chain,
  type ChainNetwork,
  type ChainNode,
  type ChainRecord,
  type Codec,
  type Family,
  type Inspected,
  type KeySigner,
  type Mined,
  NoBlock,
  NodeBusy,
  NodeFault,
  type Paid,
  paramsOf,
  pathOn,
  type Reservation,
  refusalOf,
  type Scheme,
  type SignatureOf,
  type Signed,
  type Signer,
  type SignerSource,
  type SigningRequest,
  type TransactionStatus,
  type Unsigned,
  type XpubKeys,
} from './ports/chain.js'
export {
  type AddressRules,
  type ChainAt,
  type ChainIdOf,
  type ChainOf,
  type Chains,
  type ChainTypes,
  type DepositTerms,
  type EndpointHealth,
  type Followed,
  type NodeAnswer,
  type PassThrough,
  sideCallsOf,
  TERMS_DECIMALS,
} from './ports/chains.js'
export { reservationAt as claimAt } from './ports/claim.js'
export {
  type EvmCall,
  type EvmChain,
  type EvmCodec,
  type EvmContract,
  type EvmContracts,
  type EvmFunds,
  type EvmHistory,
  type EvmKmsTransaction,
  type EvmNode,
  type EvmOutlay,
  type EvmParams,
  type EvmRecord,
  type EvmToken,
  type EvmTransaction,
  isEvm,
  type MethodAbi,
  type Rpc,
  weiFromGwei,
} from './ports/evm.js'
export type { FeeCeiling, FeeCoin } from './ports/fee.js'
export type { FeePayers } from './ports/fee-payer.js'
export type {
  GasPumps,
  PumpAt,
  PumpContract,
  PumpEvents,
  PumpKind,
  PumpLog,
  PumpMove,
} from './ports/gas-pump.js'
export { PUMP_CONTRACTS } from './ports/gas-pump.js'
export type {
  MultiversxChain,
  MultiversxCodec,
  MultiversxJson,
  MultiversxKmsTransaction,
  MultiversxNetwork,
  MultiversxNode,
  MultiversxParams,
  MultiversxRecord,
  MultiversxTransaction,
} from './ports/multiversx.js'
export type {
  Asked as AskedPolicy,
  IntendedPayment,
  Intent,
  Policy,
  Scope,
  SigningIntent,
  SigningVerdict,
  Verdict,
} from './ports/policy.js'
export { ALLOW_ALL, PolicyError } from './ports/policy.js'
export type {
  SolanaChain,
  SolanaCodec,
  SolanaFunds,
  SolanaIntent,
  SolanaLifetime,
  SolanaMint,
  SolanaNode,
  SolanaOutlay,
  SolanaParams,
  SolanaRecord,
  SolanaSent,
  SolanaTransfer,
} from './ports/solana.js'
export type {
  StellarAccount,
  StellarAsset,
  StellarChain,
  StellarCodec,
  StellarHolding,
  StellarJson,
  StellarLedger,
  StellarMemo,
  StellarNode,
  StellarOperation,
  StellarOutlay,
  StellarParams,
  StellarRecord,
  StellarTransaction,
} from './ports/stellar.js'
export type { FoundToken, TokenReader } from './ports/token.js'
export type {
  TronChain,
  TronCodec,
  TronContract,
  TronFunds,
  TronHead,
  TronJson,
  TronNode,
  TronOutlay,
  TronParams,
  TronPrices,
  TronRecord,
  TronResource,
  TronState,
  TronTransaction,
} from './ports/tron.js'
export {
  isUtxo,
  type Outpoint,
  type OutputKind,
  type Utxo,
  type UtxoBlock,
  type UtxoChain,
  type UtxoCodec,
  type UtxoHistory,
  type UtxoInput,
  type UtxoIntent,
  type UtxoNode,
  type UtxoOutput,
  type UtxoParams,
  type UtxoRecord,
  type UtxoTransaction,
  type Waiting,
} from './ports/utxo.js'
export { type KeyPlace, type KeyProvider, type Vault, VaultFault, type WrappedKey } from './ports/vault.js'
export {
  XRP_ASSET_SCALE,
  type XrpChain,
  type XrpCodec,
  type XrpFunds,
  type XrpIssued,
  type XrpJson,
  type XrpNode,
  type XrpOutlay,
  type XrpParams,
  type XrpRecord,
} from './ports/xrp.js'
export {
  type ReconciledCurrency,
  type ReconciledLine,
  type ReconcileOptions,
  type Reconciliation,
  reconcile,
} from './reconcile/reconcile.js'
export type { WatchOptions, WatchStatus } from './reconcile/watch.js'
export { type WatchedAddress, watchAddress } from './reconcile/watch-address.js'
export { GAS_PUMP_FACTORY } from './records/gas-pumps.js'
export { type AnyRecord, type ChainId, isChainId, records, SENT_BY_SIGNER } from './records.js'
export { gasBy } from './rpc/evm-gas.js'
export {
  findRpcNode,
  RPC_NODES,
  type RpcChain,
  type RpcNode,
  type RpcOptions,
  rpcNodesWith,
} from './rpc/nodes.js'
export { MAX_RPC_TARGET, rpcTarget } from './rpc/target.js'
export { intrinsicVetGas, type VetClause, vetGas } from './rpc/vechain.js'
export { type BeaconTransfer, planBeacon, planBeaconPending } from './send/beacon.js'
export { mustBeLookedFor } from './send/behind.js'
export { coinOf, mustBeBelow } from './send/ceiling.js'
export { deployFactory, type FactoryDeployment } from './send/evm/factory.js'
export {
  type EvmPrice,
  type EvmRequest,
  type FeeToken,
  type NamedPrice,
  planEvm,
  planEvmPending,
  planEvmPriced,
  withRoom,
} from './send/evm/plan.js'
export { isSameId } from './send/foreign.js'
export { NodeLate } from './send/late.js'
export {
  askedGas,
  type MultiversxRequest,
  planMultiversx,
  planMultiversxPending,
} from './send/multiversx.js'
export {
  type AwaitsSignature,
  Pipeline,
  type Recorded,
  type SentTx,
  type SentWithdrawal,
  type Withdrawn,
} from './send/pipeline.js'
export type { Built, Order, Plan, ToPend, ToSign, WalletsOf, Withdrawing } from './send/plan.js'
export { deliveryCodes, placeOf, refusal, Sends } from './send/sends.js'
export { keysAtHand, sign } from './send/sign.js'
export { planSolana, planSolanaPending, type SolanaPayment } from './send/solana.js'
export {
  planStellar,
  planStellarPending,
  type StellarRequest,
  XLM,
} from './send/stellar.js'
export { planTron, planTronPending, type TronRequest } from './send/tron/plan.js'
export { type Owner, Turns } from './send/turns.js'
export {
  type Found,
  findOutputs,
  pendUtxo,
  planFromAddresses,
  planFromOutputs,
  type UtxoPayment,
  type UtxoPlan,
  type UtxoSource,
} from './send/utxo/plan.js'
export { checkReplacement } from './send/utxo/replace.js'
export { accountInfo, planXrp, planXrpPending, type XrpRequest } from './send/xrp.js'
export { keysOfMnemonic, type SweepKeys, type SweepKeysOf } from './sweep/keys.js'
export type { SweepOptions, SweepReport, Swept } from './sweep/report.js'
export { addressIn, type TokenTransfer, TRANSFER, tokenTransferOf } from './token-transfers.js'
export {
  type DeployedWith,
  type Deploying,
  type DeploymentAwaits,
  type DeploymentSent,
  type SupplyHolder,
  type TokenRequest,
  Tokens,
} from './tokens.js'
export { differs, type Promised } from './withdrawals/differs.js'
export {
  changeOf,
  chooseOutputs,
  claimsOf,
  type Payout,
  utxosOf,
  walletOutputs,
} from './withdrawals/outputs.js'
export { type PayoutPlan, planPayout } from './withdrawals/payout.js'
export type { Selection } from './withdrawals/select.js'
export { tagIn } from './withdrawals/tag.js'
export {
  type Known,
  mustHave,
  type Spending,
  type ToLink,
  type WantedWithdrawal,
  Withdrawals,
} from './withdrawals/withdrawals.js'
export { Coins } from './workers/coins.js'
export { Depths } from './workers/depth.js'
export { Follower, type FollowerOptions, type FollowerStatus } from './workers/follower.js'
export { type FollowedAssets, KnownAssets } from './workers/known-assets.js'
export { Sightings } from './workers/sightings.js'
