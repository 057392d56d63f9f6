// Written by packages/operations/scripts/reference.mjs from the catalogue. Change that, build, and run it.
import type { CallOptions } from '../call.js'
import type {
  Account,
  AccountBalance,
  AccountBalanceAt,
  AccountSettingsXrpBlockchain,
  AccountSettingsXrpBlockchainKMS,
  ActivateAccountArguments,
  ActivateCustomerArguments,
  ActivateGasPumpArguments,
  ActivateGasPumpCeloArguments,
  ActivateGasPumpCeloKMSArguments,
  ActivateGasPumpKMSArguments,
  ActivateGasPumpTatumArguments,
  ActivateGasPumpTron,
  ActivateGasPumpTronKMS,
  Activated,
  ActivatedNotActivatedGasPumpAddressesArguments,
  AddMultiTokenMinterArguments,
  AddMultiTokenMinterKMSArguments,
  Address,
  AddressExistsArguments,
  ApproveTransferCustodialWalletArguments,
  ApproveTransferCustodialWalletCeloArguments,
  ApproveTransferCustodialWalletCeloKMSArguments,
  ApproveTransferCustodialWalletKMSArguments,
  AssignAddressArguments,
  AvalancheEstimateGas,
  BaseEstimateGas,
  BatchCreateTransaction,
  BchBlock,
  BchGenerateAddress200Response,
  BchGenerateAddressArguments,
  BchGenerateWalletArguments,
  BchGetBlockArguments,
  BchGetBlockChainInfoArguments,
  BchGetBlockHash200Response,
  BchGetBlockHashArguments,
  BchGetRawTransactionArguments,
  BchGetTxByAddressArguments,
  BchInfo,
  BchRpcDriverArguments,
  BchTransaction,
  BchTransactionKMS,
  BchTx,
  BlockAmountArguments,
  Blockage,
  BlockchainFee,
  BnbAccount,
  BnbBlock,
  BnbGenerateWalletArguments,
  BnbGetAccountArguments,
  BnbGetBlockArguments,
  BnbGetCurrentBlockArguments,
  BnbGetTransactionArguments,
  BnbGetTxByAccountArguments,
  BnbTx,
  BnbTxInAccount,
  BnbWallet,
  Broadcast,
  BroadcastKMS,
  BroadcastResponse,
  BroadcastWithdrawal,
  BscEstimateGas,
  BtcBasedBalance,
  BtcBlock,
  BtcBlockHash,
  BtcGenerateAddressArguments,
  BtcGenerateWalletArguments,
  BtcGetBalanceOfAddressArguments,
  BtcGetBalanceOfAddressBatchArguments,
  BtcGetBlockArguments,
  BtcGetBlockChainInfoArguments,
  BtcGetBlockHashArguments,
  BtcGetMempoolArguments,
  BtcGetRawTransactionArguments,
  BtcGetTxByAddressArguments,
  BtcGetTxByAddressBatch,
  BtcGetUTXOArguments,
  BtcInfo,
  BtcRpcDriverArguments,
  BtcTransactionFromAddress,
  BtcTransactionFromAddressKMS,
  BtcTransactionFromUTXO,
  BtcTransactionFromUTXOKMS,
  BtcTx,
  BtcUTXO,
  BurnMultiTokenArguments,
  BurnMultiTokenBatchArguments,
  BurnMultiTokenBatchCeloArguments,
  BurnMultiTokenBatchKMSArguments,
  BurnMultiTokenBatchKMSCeloArguments,
  BurnMultiTokenCeloArguments,
  BurnMultiTokenKMSArguments,
  BurnMultiTokenKMSCeloArguments,
  CallCeloReadSmartContractMethod,
  CallCeloSmartContractMethod,
  CallCeloSmartContractMethodKMS,
  CallPolygonSmartContractMethod,
  CallPolygonSmartContractMethodCaller,
  CallPolygonSmartContractMethodKMS,
  CallPolygonSmartContractReadMethod,
  CallReadSmartContractMethodArguments,
  CallSmartContractMethod200Response,
  CallSmartContractMethodArguments,
  CallSmartContractMethodKMSArguments,
  CancelInProgressWithdrawalArguments,
  CeloBlock,
  CeloEstimateGas,
  CeloGenerateAddress200Response,
  CeloGenerateAddressArguments,
  CeloGenerateWalletArguments,
  CeloGetBalance200Response,
  CeloGetBalanceArguments,
  CeloGetBlockArguments,
  CeloGetCurrentBlockArguments,
  CeloGetTransactionArguments,
  CeloGetTransactionByAddressArguments,
  CeloGetTransactionCountArguments,
  CeloTx,
  Chart,
  ChartRequestArguments,
  CompletePendingSignatureArguments,
  CompleteWithdrawalArguments,
  Consumption,
  CreateAccount,
  CreateAccountBatch,
  CreateAccountXpub,
  CreateErc20,
  CreateErc20Address,
  CreateFutureTrade,
  CreateSubscriptionBalanceArguments,
  CreateSubscriptionContractLogEventArguments,
  CreateSubscriptionIncomingArguments,
  CreateSubscriptionIntervalArguments,
  CreateSubscriptionKMSErrorArguments,
  CreateSubscriptionKMSSuccessArguments,
  CreateSubscriptionMultiTokenTransferEventArguments,
  CreateSubscriptionNftTransferEventArguments,
  CreateSubscriptionNotificationArguments,
  CreateSubscriptionPartialTradeMatchArguments,
  CreateSubscriptionPendingArguments,
  CreateSubscriptionTradeMatchArguments,
  CreateSubscriptionTxInTheBlockArguments,
  CreateTrade,
  CreateTransaction,
  CreateTronTrc10Blockchain,
  CreateTronTrc10BlockchainKMS,
  CreateTronTrc20Blockchain,
  CreateTronTrc20BlockchainKMS,
  CreateXlmAsset,
  CreateXrpAsset,
  CronosEstimateGas,
  CustodialCreateWalletRequest,
  CustodialDeleteWalletArguments,
  CustodialGetWalletArguments,
  CustodialGetWalletsArguments,
  CustodialManagedAddress,
  Customer,
  DeactivateAccountArguments,
  DeactivateCustomerArguments,
  DecideWithdrawalApprovalArguments,
  DeleteAccountTradesArguments,
  DeleteAllBlockAmountArguments,
  DeleteBlockAmountArguments,
  DeletePendingTransactionToSignArguments,
  DeleteSubscriptionArguments,
  DeleteTradeArguments,
  DeployCeloErc20OffchainKMSAddress,
  DeployCeloErc20OffchainKMSXpub,
  DeployCeloErc20OffchainMnemXpub,
  DeployCeloErc20OffchainMnemonicAddress,
  DeployCeloErc20OffchainPKAddress,
  DeployCeloErc20OffchainPKXpub,
  DeployErc20OffchainKMSAddress,
  DeployErc20OffchainKMSXpub,
  DeployErc20OffchainMnemXpub,
  DeployErc20OffchainMnemonicAddress,
  DeployErc20OffchainMnemonicAddress200Response,
  DeployErc20OffchainPKAddress,
  DeployErc20OffchainPKXpub,
  DeployMultiTokenArguments,
  DeployMultiTokenCeloArguments,
  DeployMultiTokenCeloKMSArguments,
  DeployMultiTokenKMSArguments,
  DeployTrcOffchainKMSAddress,
  DeployTrcOffchainKMSXpub,
  DeployTrcOffchainMnemXpub,
  DeployTrcOffchainMnemonicAddress,
  DeployTrcOffchainPKAddress,
  DeployTrcOffchainPKXpub,
  Deposit,
  DisableCustomerArguments,
  DisableWebHookHmacArguments,
  DogeBlock,
  DogeGenerateAddress200Response,
  DogeGenerateAddressArguments,
  DogeGenerateWalletArguments,
  DogeGetBalanceOfAddressArguments,
  DogeGetBalanceOfAddressBatchArguments,
  DogeGetBlockArguments,
  DogeGetBlockChainInfoArguments,
  DogeGetBlockHashArguments,
  DogeGetMempoolArguments,
  DogeGetRawTransactionArguments,
  DogeGetTxByAddressArguments,
  DogeGetUTXOArguments,
  DogeInfo,
  DogeRpcDriverArguments,
  DogeTransactionUTXO,
  DogeTransactionUTXOKMS,
  DogeTx,
  DogeTxByAddress,
  DogeUTXO,
  EGldGetCurrentBlockArguments,
  EgldAddressOfMnemonic,
  EgldBlock,
  EgldEstimateGas200Response,
  EgldGenerateAddress200Response,
  EgldGenerateAddressArguments,
  EgldGenerateWallet200Response,
  EgldGenerateWalletArguments,
  EgldGetBalance200Response,
  EgldGetBalanceArguments,
  EgldGetBlockArguments,
  EgldGetTransactionAddressArguments,
  EgldGetTransactionArguments,
  EgldGetTransactionCountArguments,
  EgldNodeProxyGetArguments,
  EgldNodeProxyPostArguments,
  EgldTx,
  EnableCustomerArguments,
  EntitiesCount,
  Erc20AddressArguments,
  Erc20Arguments,
  Erc20Response,
  EstimateFee,
  EstimateFee200Response,
  EstimateFeeBatchMintNft,
  EstimateFeeDeployCustodialWallet,
  EstimateFeeFromAddress,
  EstimateFeeFromUTXO,
  EstimateFeeTransferFromCustodial,
  EthBalance,
  EthBlock,
  EthBroadcastArguments,
  EthEstimateGasArguments,
  EthEstimateGasBatchArguments,
  EthGasEstimation,
  EthGasEstimationBatch,
  EthGenerateAddressArguments,
  EthGenerateAddressPrivateKeyArguments,
  EthGenerateWalletArguments,
  EthGenerateWalletFromMnemonicArguments,
  EthGetBalanceArguments,
  EthGetBlockArguments,
  EthGetCurrentBlockArguments,
  EthGetInternalTransactionByAddressArguments,
  EthGetInternalTransactionByAddress_apiClientArguments,
  EthGetTransactionArguments,
  EthGetTransactionByAddressArguments,
  EthGetTransactionCountArguments,
  EthTx,
  EthTxInternal,
  ExchangeRate,
  FeeBtcBased,
  FindAllCustomersArguments,
  FlareEstimateGas,
  FreezeAccountArguments,
  FreezeApiKeyArguments,
  FreezeTron,
  FreezeTronKMS,
  FundArguments,
  GasEstimated,
  GasPumpAddressesActivatedOrNotArguments,
  GasPumpTrxOut,
  GenerateCustodialWalletArguments,
  GenerateCustodialWalletBatchArguments,
  GenerateCustodialWalletBatchCeloArguments,
  GenerateCustodialWalletBatchCeloKMSArguments,
  GenerateCustodialWalletBatchKMSArguments,
  GenerateCustodialWalletBatchPayerArguments,
  GenerateCustodialWalletBatchTron,
  GenerateCustodialWalletBatchTronKMS,
  GenerateCustodialWalletCeloArguments,
  GenerateCustodialWalletCeloKMSArguments,
  GenerateCustodialWalletKMSArguments,
  GenerateCustodialWalletTron,
  GenerateCustodialWalletTronKMS,
  GenerateDepositAddressArguments,
  GenerateTronwalletArguments,
  GeneratedAddressBtc,
  GeneratedAddressEth,
  GeneratedAddressMatic,
  GetAccountBalanceArguments,
  GetAccountBalanceAtArguments,
  GetAccountByAccountIdArguments,
  GetAccountsArguments,
  GetAccountsByCustomerIdArguments,
  GetAccountsCountArguments,
  GetAllDepositAddressesArguments,
  GetAllWebhooksArguments,
  GetAllWebhooksCountArguments,
  GetBlockAmountArguments,
  GetBlockAmountByIdArguments,
  GetBlockchainFeeArguments,
  GetBuyTradesArguments,
  GetCreditsArguments,
  GetCurrencyArguments,
  GetCustomerByExternalOrInternalIdArguments,
  GetDepositsArguments,
  GetDepositsCountArguments,
  GetExchangeRateArguments,
  GetHistoricalTradesArguments,
  GetPendingTransactionToSignArguments,
  GetPendingTransactionsToSignArguments,
  GetSellTradesArguments,
  GetSubscriptionReport200Response,
  GetSubscriptionReportArguments,
  GetSubscriptionsArguments,
  GetSubscriptionsCountArguments,
  GetTradeByIdArguments,
  GetTransactionsArguments,
  GetTransactionsByAccountId200Response,
  GetTransactionsByAccountIdArguments,
  GetTransactionsByCustomerIdArguments,
  GetTransactionsByReferenceArguments,
  GetVersion200Response,
  GetVersionArguments,
  GetWithdrawalApprovalsArguments,
  GetWithdrawalsArguments,
  HmacWebHook,
  Id,
  KcsEstimateGas,
  KlaytnEstimateGas,
  KlaytnEstimateGas200Response,
  KmsBatchErrors,
  LinkedTransactions,
  ListOderBookActiveBuyBody,
  ListOderBookActiveSellBody,
  ListOderBookHistoryBody,
  ListOderBookMatchedBody,
  LtcBlock,
  LtcGenerateAddress200Response,
  LtcGenerateAddressArguments,
  LtcGenerateWalletArguments,
  LtcGetBalanceOfAddressArguments,
  LtcGetBlockArguments,
  LtcGetBlockChainInfoArguments,
  LtcGetBlockHash200Response,
  LtcGetBlockHashArguments,
  LtcGetMempoolArguments,
  LtcGetRawTransactionArguments,
  LtcGetTxByAddressArguments,
  LtcGetUTXOArguments,
  LtcInfo,
  LtcTransactionAddress,
  LtcTransactionAddressKMS,
  LtcTransactionUTXO,
  LtcTransactionUTXOKMS,
  LtcTx,
  LtcUTXO,
  MaticBalance,
  MintMultiTokenArguments,
  MintMultiTokenBatchArguments,
  MintMultiTokenBatchCeloArguments,
  MintMultiTokenBatchKMSArguments,
  MintMultiTokenBatchKMSCeloArguments,
  MintMultiTokenCeloArguments,
  MintMultiTokenKMSArguments,
  MintMultiTokenKMSCeloArguments,
  MnemonicRequest,
  MultiTokenGetAddressBalance200ResponseInner,
  MultiTokenGetAddressBalanceArguments,
  MultiTokenGetBalance200Response,
  MultiTokenGetBalanceArguments,
  MultiTokenGetBalanceBatchArguments,
  MultiTokenGetContractAddressArguments,
  MultiTokenGetMetadata200Response,
  MultiTokenGetMetadataArguments,
  MultiTokenGetTransaction200Response,
  MultiTokenGetTransactionArguments,
  MultiTokenGetTransactionByAddress200ResponseInner,
  MultiTokenGetTransactionByAddressArguments,
  NodeJsonPostRpcDriverArguments,
  NodeJsonRpcGetDriverArguments,
  NodeJsonRpcPutDriverArguments,
  OffchainAddresses,
  OffchainEstimateFee,
  OneEstimateGas,
  OptimismEstimateGas,
  PendingTransaction,
  PolygonEstimateGas,
  PolygonGenerateAddressArguments,
  PolygonGenerateWalletArguments,
  PolygonGetBalanceArguments,
  PolygonGetBlockArguments,
  PolygonGetCurrentBlockArguments,
  PolygonGetTransactionArguments,
  PolygonGetTransactionByAddressArguments,
  PolygonGetTransactionCountArguments,
  PolygonTx,
  PrecalculateGasPumpAddressesArguments,
  PrivKey,
  PrivKeyRequest,
  ReceivePendingTransactionsToSignArguments,
  RemoveAddressArguments,
  ReplayWebhookArguments,
  SCGetContractAddress200Response,
  SCGetContractAddressArguments,
  ScGetCustodialAddressesArguments,
  SignatureId,
  SonicEstimateGas,
  StoreErc20AddressArguments,
  StoreTokenAddressArguments,
  StoreTrcAddressArguments,
  Subscription,
  SubscriptionCreated,
  Trade,
  Transaction,
  TransactionFeeEgldBlockchain,
  TransactionHash,
  TransactionResult,
  TransactionSigned,
  TransferBchKMS,
  TransferBchKeyPair,
  TransferBchMnemonic,
  TransferBnb,
  TransferBnbBlockchain,
  TransferBnbBlockchainKMS,
  TransferBnbKMS,
  TransferBsc,
  TransferBscKMS,
  TransferBscMnemonic,
  TransferBtcKMS,
  TransferBtcKeyPair,
  TransferBtcMnemonic,
  TransferBtcMnemonic200Response,
  TransferCelo,
  TransferCeloBlockchain,
  TransferCeloBlockchainKMS,
  TransferCeloKMS,
  TransferCeloMnemonic,
  TransferCustodialWalletArguments,
  TransferCustodialWalletBatchArguments,
  TransferCustodialWalletBatchCeloArguments,
  TransferCustodialWalletBatchCeloKMSArguments,
  TransferCustodialWalletBatchKMSArguments,
  TransferCustodialWalletBatchTron,
  TransferCustodialWalletBatchTronKMS,
  TransferCustodialWalletCeloArguments,
  TransferCustodialWalletCeloKMSArguments,
  TransferCustodialWalletKMSArguments,
  TransferCustodialWalletTron,
  TransferCustodialWalletTronKMS,
  TransferDogeKMS,
  TransferDogeKeyPair,
  TransferDogeMnemonic,
  TransferEgld,
  TransferEgldBlockchain,
  TransferEgldBlockchainKMS,
  TransferEgldKMS,
  TransferEgldMnemonic,
  TransferErc20,
  TransferErc20KMS,
  TransferErc20Mnemonic,
  TransferEth,
  TransferEthBlockchainArguments,
  TransferEthBlockchainKMSArguments,
  TransferEthKMS,
  TransferEthMnemonic,
  TransferKCS,
  TransferKCSKMS,
  TransferKCSMnemonic,
  TransferLtcKMS,
  TransferLtcKeyPair,
  TransferLtcMnemonic,
  TransferManagedAddress,
  TransferMultiTokenArguments,
  TransferMultiTokenBatchArguments,
  TransferMultiTokenBatchCeloArguments,
  TransferMultiTokenBatchKMSArguments,
  TransferMultiTokenBatchKMSCeloArguments,
  TransferMultiTokenCeloArguments,
  TransferMultiTokenKMSArguments,
  TransferMultiTokenKMSCeloArguments,
  TransferPolygonBlockchain,
  TransferPolygonBlockchainKMS,
  TransferSol,
  TransferSolKMS,
  TransferTron,
  TransferTronBlockchain,
  TransferTronBlockchainKMS,
  TransferTronKMS,
  TransferTronMnemonic,
  TransferTronTrc10Blockchain,
  TransferTronTrc10BlockchainKMS,
  TransferTronTrc20Blockchain,
  TransferTronTrc20BlockchainKMS,
  TransferXlm,
  TransferXlmBlockchain,
  TransferXlmBlockchainAsset,
  TransferXlmBlockchainKMS,
  TransferXlmBlockchainKMSAsset,
  TransferXlmKMS,
  TransferXrp,
  TransferXrpBlockchain,
  TransferXrpBlockchainAsset,
  TransferXrpBlockchainAssetKMS,
  TransferXrpBlockchainKMS,
  TransferXrpKMS,
  Trc20Response,
  TrcAddress,
  TrcXpub,
  TronAccount,
  TronAccountTx200Response,
  TronAccountTx20200Response,
  TronAccountTx20Arguments,
  TronAccountTxArguments,
  TronBlock,
  TronBroadcast,
  TronGenerateAddress200Response,
  TronGenerateAddressArguments,
  TronGetAccountArguments,
  TronGetBlockArguments,
  TronGetCurrentBlock200Response,
  TronGetCurrentBlockArguments,
  TronGetTransactionArguments,
  TronTrc10Detail,
  TronTrc10DetailArguments,
  TronTx,
  TrustLineXlmBlockchain,
  TrustLineXlmBlockchainKMS,
  TrustLineXrpBlockchain,
  TrustLineXrpBlockchainKMS,
  TxsOfAddress,
  UnblockAmountWithTransactionArguments,
  UnfreezeAccountArguments,
  UnfreezeApiKeyArguments,
  UpdateAccountByAccountIdArguments,
  UpdateCustomerArguments,
  UpdateSubscriptionArguments,
  VC,
  VetEstimateGas,
  VirtualCurrency,
  VirtualCurrencyOperation,
  VirtualCurrencyUpdate,
  Wallet,
  Web3Driver_bscArguments,
  Web3Driver_celoArguments,
  Web3Driver_ethereumArguments,
  Web3Driver_kcsArguments,
  Web3Driver_klaytnArguments,
  Web3Driver_oneArguments,
  Web3Driver_polygonArguments,
  Web3Driver_xdcArguments,
  WebHook,
  WithdrawArguments,
  Withdrawal,
  WithdrawalApproval,
  WithdrawalObject,
  WithdrawalResponse,
  XdcEstimateGas,
  XlmAccount,
  XlmGetAccountInfoArguments,
  XlmGetAccountTxArguments,
  XlmGetFeeArguments,
  XlmGetLastClosedLedgerArguments,
  XlmGetLedgerArguments,
  XlmGetLedgerTxArguments,
  XlmGetTransactionArguments,
  XlmLedger,
  XlmTx,
  XlmWallet,
  XlmWalletArguments,
  XrpAccount,
  XrpAccountBalance,
  XrpAccountTx,
  XrpFee,
  XrpGetAccountBalanceArguments,
  XrpGetAccountInfoArguments,
  XrpGetAccountTxArguments,
  XrpGetFeeArguments,
  XrpGetLastClosedLedgerArguments,
  XrpGetLedgerArguments,
  XrpGetTransactionArguments,
  XrpInfo,
  XrpLedger,
  XrpTx,
  XrpWallet,
  XrpWalletArguments,
} from './models.js'

/**
 * Every operation as a typed call.
 *
 * Any call may also be refused with `validation.failed`, `subscription.invalid`, `subscription.not.active`, `key.not.allowed`, `idempotency.key.reused`, `overloaded`, `unavailable` (docs/reference/errors.md). It then throws `Rejected` with this `code`.
 */
export interface Operations {
  /**
   * Creates an account.
   *
   * Takes a fiat, virtual or token currency. If the external ID of the customer is unknown, the customer is created too. An account of a chain currency also needs xpub.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account`. Reference: docs/reference/operations.md#createaccount
   */
  createAccount(args: CreateAccount, options?: CallOptions): Promise<Account>
  /**
   * Creates an account of a chain currency.
   *
   * xpub is the extended public key of the wallet; the account begins with a deposit address generated from it, unless it has no index left: that of index, or the next one. On ALGO, BNB, EGLD, SOL, XLM and XRP it is an address instead. Without it, addresses of these chains can be assigned later.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account`. Reference: docs/reference/operations.md#createaccountxpub
   */
  createAccountXpub(args: CreateAccountXpub, options?: CallOptions): Promise<Account>
  /**
   * Returns all accounts.
   *
   * Includes inactive accounts. Sorted by ID unless sortBy names another field.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account`. Reference: docs/reference/operations.md#getaccounts
   */
  getAccounts(args?: GetAccountsArguments, options?: CallOptions): Promise<Account[]>
  /**
   * Creates several accounts.
   *
   * Creates all of them or none. A refusal names the position of the account that caused it.
   *
   * Costs 2 credits + 1 per account created. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/batch`. Reference: docs/reference/operations.md#createaccountbatch
   */
  createAccountBatch(args: CreateAccountBatch, options?: CallOptions): Promise<Account[]>
  /**
   * Returns the number of accounts.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/count`. Reference: docs/reference/operations.md#getaccountscount
   */
  getAccountsCount(args?: GetAccountsCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Returns a customer's active accounts.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/customer/{id}`. Reference: docs/reference/operations.md#getaccountsbycustomerid
   */
  getAccountsByCustomerId(args: GetAccountsByCustomerIdArguments, options?: CallOptions): Promise<Account[]>
  /**
   * Returns an active account.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}`. Reference: docs/reference/operations.md#getaccountbyaccountid
   */
  getAccountByAccountId(args: GetAccountByAccountIdArguments, options?: CallOptions): Promise<Account>
  /**
   * Updates an account's code and number.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}`. Reference: docs/reference/operations.md#updateaccountbyaccountid
   */
  updateAccountByAccountId(args: UpdateAccountByAccountIdArguments, options?: CallOptions): Promise<null>
  /**
   * Activates an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.active`, `account.customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/activate`. Reference: docs/reference/operations.md#activateaccount
   */
  activateAccount(args: ActivateAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Returns an account's balance.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}/balance`. Reference: docs/reference/operations.md#getaccountbalance
   */
  getAccountBalance(args: GetAccountBalanceArguments, options?: CallOptions): Promise<AccountBalance>
  /**
   * Returns an account's balance at a past time.
   *
   * Returns what getAccountBalance returned at the end of that millisecond. A time in the future is refused, and so is a time before the account was opened. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}/balance/at`. Reference: docs/reference/operations.md#getaccountbalanceat
   */
  getAccountBalanceAt(args: GetAccountBalanceAtArguments, options?: CallOptions): Promise<AccountBalanceAt>
  /**
   * Deactivates an account.
   *
   * The balance must be zero, and nothing may be blocked. The account stays in all transaction histories.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.inactive`, `account.trade.non.zero`, `account.balance.non.zero` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/deactivate`. Reference: docs/reference/operations.md#deactivateaccount
   */
  deactivateAccount(args: DeactivateAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Freezes an account.
   *
   * No funds can leave a frozen account. It can still receive payments.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive`, `account.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/freeze`. Reference: docs/reference/operations.md#freezeaccount
   */
  freezeAccount(args: FreezeAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Unfreezes an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive`, `account.not.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/unfreeze`. Reference: docs/reference/operations.md#unfreezeaccount
   */
  unfreezeAccount(args: UnfreezeAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Deletes all blockages of an account.
   *
   * Does not delete a freeze, unfreeze the account instead; nor what open orders block, cancel them instead. Many are deleted in several units of work, the oldest first.
   *
   * Costs 1 credit + 1 per deleted blockage. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `customer.blockage.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/ledger/account/block/account/{id}`. Reference: docs/reference/operations.md#deleteallblockamount
   */
  deleteAllBlockAmount(args: DeleteAllBlockAmountArguments, options?: CallOptions): Promise<null>
  /**
   * Blocks an amount of an account.
   *
   * The amount may exceed the available balance, unless ensureSufficientBalance is set.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.inactive`, `amount.format`, `balance.insufficient` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#blockamount
   */
  blockAmount(args: BlockAmountArguments, options?: CallOptions): Promise<Id>
  /**
   * Returns the blockages of an account.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#getblockamount
   */
  getBlockAmount(args: GetBlockAmountArguments, options?: CallOptions): Promise<Blockage[]>
  /**
   * Releases a blockage and pays from it.
   *
   * Releases the whole blockage, even if less is paid. If the payment is refused, the blockage stays.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `blockage.not.exists`, `blockage.trade`, `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `blockage.amount.exceeded`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#unblockamountwithtransaction
   */
  unblockAmountWithTransaction(args: UnblockAmountWithTransactionArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Deletes a blockage.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `blockage.not.exists`, `blockage.trade`, `account.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#deleteblockamount
   */
  deleteBlockAmount(args: DeleteBlockAmountArguments, options?: CallOptions): Promise<null>
  /**
   * Returns a blockage.
   *
   * Costs 1 credit.
   *
   * Refused with `blockage.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/block/{id}/detail`. Reference: docs/reference/operations.md#getblockamountbyid
   */
  getBlockAmountById(args: GetBlockAmountByIdArguments, options?: CallOptions): Promise<Blockage>
  /**
   * Generates several deposit addresses.
   *
   * Generates all of them or none, and answers in the order of the request.
   *
   * Costs 2 credits + 1 per created address. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.missing`, `account.xpub.incompatible`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/address/batch`. Reference: docs/reference/operations.md#generatedepositaddressesbatch
   */
  generateDepositAddressesBatch(args: OffchainAddresses, options?: CallOptions): Promise<Address[]>
  /**
   * Finds the account of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists`, `offchain.not.supported`, `address.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/offchain/account/address/{address}/{currency}`. Reference: docs/reference/operations.md#addressexists
   */
  addressExists(args: AddressExistsArguments, options?: CallOptions): Promise<Account>
  /**
   * Generates a deposit address.
   *
   * Takes the next index of the xpub, from 1. All accounts of an xpub share its indexes. On XRP, XLM and BNB the address is the account of the blockchain, and the index is the tag or memo.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.missing`, `account.xpub.incompatible`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/{id}/address`. Reference: docs/reference/operations.md#generatedepositaddress
   */
  generateDepositAddress(args: GenerateDepositAddressArguments, options?: CallOptions): Promise<Address>
  /**
   * Lists the deposit addresses of an account.
   *
   * The generated ones first, by their index; of more than 10,000 those with the highest. Without those that were removed.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/account/{id}/address`. Reference: docs/reference/operations.md#getalldepositaddresses
   */
  getAllDepositAddresses(args: GetAllDepositAddressesArguments, options?: CallOptions): Promise<Address[]>
  /**
   * Assigns an address to an account.
   *
   * For an account without xpub. What arrives at the address from then on is credited; what is there already is not.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.present`, `account.blockchain.testnet`, `offchain.not.supported`, `address.used` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/{id}/address/{address}`. Reference: docs/reference/operations.md#assignaddress
   */
  assignAddress(args: AssignAddressArguments, options?: CallOptions): Promise<Address>
  /**
   * Removes an address from an account.
   *
   * What arrives at the address from then on is not credited. A generated address is never given to an account again.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `offchain.not.supported`, `address.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/offchain/account/{id}/address/{address}`. Reference: docs/reference/operations.md#removeaddress
   */
  removeAddress(args: RemoveAddressArguments, options?: CallOptions): Promise<null>
  /**
   * Registers an ERC-20 token held by an address of an xpub.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it. Client 1.x calls it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20`. Reference: docs/reference/operations.md#etherc20
   */
  ethErc20(args: CreateErc20, options?: CallOptions): Promise<Erc20Response>
  /**
   * Registers an ERC-20 token held by an address.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it. Client 1.x calls it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20`. Reference: docs/reference/operations.md#etherc20address
   */
  ethErc20Address(args: CreateErc20Address, options?: CallOptions): Promise<Erc20Response>
  /**
   * Stores which token of the chain a registered currency is.
   *
   * A node must know the token, with the decimals of the currency, and its address must hold the supply. Payments in later blocks are credited. Storing the same address again changes nothing. Client 1.x calls it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.address.set`, `erc20.address.used`, `erc20.contract.missing`, `erc20.decimals.different`, `erc20.supply.missing`, `offchain.not.supported`, `account.not.exists`, `rate.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/{name}/{address}`. Reference: docs/reference/operations.md#storeerc20address
   */
  storeErc20Address(args: StoreErc20AddressArguments, options?: CallOptions): Promise<null>
  /**
   * Registers a fungible token held by an address of an xpub.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/token/{chain}`. Reference: docs/reference/operations.md#erc20
   */
  erc20(args: Erc20Arguments, options?: CallOptions): Promise<Erc20Response>
  /**
   * Registers a fungible token held by an address.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/token/{chain}`. Reference: docs/reference/operations.md#erc20address
   */
  erc20Address(args: Erc20AddressArguments, options?: CallOptions): Promise<Erc20Response>
  /**
   * Stores which token of the chain a registered currency is.
   *
   * A node must know the token, with the decimals of the currency, and its address must hold the supply. Payments in later blocks are credited. Storing the same address again changes nothing.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.address.set`, `erc20.address.used`, `erc20.contract.missing`, `erc20.decimals.different`, `erc20.supply.missing`, `offchain.not.supported`, `account.not.exists`, `rate.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/token/{name}/{address}`. Reference: docs/reference/operations.md#storetokenaddress
   */
  storeTokenAddress(args: StoreTokenAddressArguments, options?: CallOptions): Promise<null>
  /**
   * Registers a TRC-10 or TRC-20 token held by an address.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc`. Reference: docs/reference/operations.md#trcaddress
   */
  trcAddress(args: TrcAddress, options?: CallOptions): Promise<Trc20Response>
  /**
   * Registers a TRC-10 or TRC-20 token held by an address of an xpub.
   *
   * Makes a currency of the ledger, with an account for the supply. Nothing is deployed: the token is deployed before or afterwards, and then its address is stored. The account gets the supply once the chain has shown that the address holds it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `chain.not.configured`, `chain.unsupported` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc`. Reference: docs/reference/operations.md#trcxpub
   */
  trcXpub(args: TrcXpub, options?: CallOptions): Promise<Trc20Response>
  /**
   * Stores which token of the chain a registered currency is.
   *
   * A node must know the token, with the decimals of the currency, and its address must hold the supply. Payments in later blocks are credited. Storing the same address again changes nothing. Client 1.x calls it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.address.set`, `erc20.address.used`, `erc20.contract.missing`, `erc20.decimals.different`, `erc20.supply.missing`, `offchain.not.supported`, `account.not.exists`, `rate.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/{name}/{address}`. Reference: docs/reference/operations.md#storetrcaddress
   */
  storeTrcAddress(args: StoreTrcAddressArguments, options?: CallOptions): Promise<null>
  /**
   * Registers an asset that an account of Stellar issues.
   *
   * Makes a currency of the ledger, with an account. The issuer must be on the chain. The code is the name of the currency, so an asset with the code of another currency cannot be registered.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `erc20.address.used`, `erc20.contract.missing`, `offchain.not.supported`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xlm/asset`. Reference: docs/reference/operations.md#xlmassetoffchain
   */
  xlmAssetOffchain(args: CreateXlmAsset, options?: CallOptions): Promise<null>
  /**
   * Registers an asset that an account of XRP issues.
   *
   * Makes a currency of the ledger, with an account. The issuer must be on the chain. The code is the name of the currency, so an asset with the code of another currency cannot be registered.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `erc20.address.used`, `erc20.contract.missing`, `offchain.not.supported`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xrp/asset`. Reference: docs/reference/operations.md#xrpassetoffchain
   */
  xrpAssetOffchain(args: CreateXrpAsset, options?: CallOptions): Promise<null>
  /**
   * Withdraws from an account to Bitcoin Cash, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bcash/transfer`. Reference: docs/reference/operations.md#transferbchkms
   */
  transferBchKMS(args: TransferBchKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Bitcoin Cash, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bch.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bcash/transfer`. Reference: docs/reference/operations.md#transferbchkeypair
   */
  transferBchKeyPair(args: TransferBchKeyPair, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Bitcoin Cash, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bch.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bcash/transfer`. Reference: docs/reference/operations.md#transferbchmnemonic
   */
  transferBchMnemonic(args: TransferBchMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Bitcoin, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bitcoin/transfer`. Reference: docs/reference/operations.md#transferbtckms
   */
  transferBtcKMS(args: TransferBtcKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Bitcoin, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bitcoin/transfer`. Reference: docs/reference/operations.md#transferbtckeypair
   */
  transferBtcKeyPair(args: TransferBtcKeyPair, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Bitcoin, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bitcoin/transfer`. Reference: docs/reference/operations.md#transferbtcmnemonic
   */
  transferBtcMnemonic(args: TransferBtcMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to BNB Beacon Chain, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `bnb.account.failed`, `bnb.memo.required`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bnb/transfer`. Reference: docs/reference/operations.md#transferbnb
   */
  transferBnb(args: TransferBnb, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to BNB Beacon Chain, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `bnb.account.failed`, `bnb.memo.required`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bnb/transfer`. Reference: docs/reference/operations.md#transferbnbkms
   */
  transferBnbKMS(args: TransferBnbKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to BNB Smart Chain, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/transfer`. Reference: docs/reference/operations.md#transferbsc
   */
  transferBsc(args: TransferBsc, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to BNB Smart Chain, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/transfer`. Reference: docs/reference/operations.md#transferbsckms
   */
  transferBscKMS(args: TransferBscKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to BNB Smart Chain, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/transfer`. Reference: docs/reference/operations.md#transferbscmnemonic
   */
  transferBscMnemonic(args: TransferBscMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Celo, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/transfer`. Reference: docs/reference/operations.md#transfercelo
   */
  transferCelo(args: TransferCelo, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Celo, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/transfer`. Reference: docs/reference/operations.md#transfercelokms
   */
  transferCeloKMS(args: TransferCeloKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Celo, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/transfer`. Reference: docs/reference/operations.md#transfercelomnemonic
   */
  transferCeloMnemonic(args: TransferCeloMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Dogecoin, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/dogecoin/transfer`. Reference: docs/reference/operations.md#transferdogekms
   */
  transferDogeKMS(args: TransferDogeKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Dogecoin, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/dogecoin/transfer`. Reference: docs/reference/operations.md#transferdogekeypair
   */
  transferDogeKeyPair(args: TransferDogeKeyPair, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Dogecoin, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/dogecoin/transfer`. Reference: docs/reference/operations.md#transferdogemnemonic
   */
  transferDogeMnemonic(args: TransferDogeMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to MultiversX, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/egld/transfer`. Reference: docs/reference/operations.md#offegltransfereth
   */
  offEglTransferEth(args: TransferEgld, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to MultiversX, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/egld/transfer`. Reference: docs/reference/operations.md#offegltransferethkms
   */
  offEglTransferEthKMS(args: TransferEgldKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to MultiversX, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/egld/transfer`. Reference: docs/reference/operations.md#offegltransferethmnemonic
   */
  offEglTransferEthMnemonic(args: TransferEgldMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Ethereum, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/transfer`. Reference: docs/reference/operations.md#transfererc20
   */
  transferErc20(args: TransferErc20, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Ethereum, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/transfer`. Reference: docs/reference/operations.md#transfererc20kms
   */
  transferErc20KMS(args: TransferErc20KMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Ethereum, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/transfer`. Reference: docs/reference/operations.md#transfererc20mnemonic
   */
  transferErc20Mnemonic(args: TransferErc20Mnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Ethereum, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/transfer`. Reference: docs/reference/operations.md#transfereth
   */
  transferEth(args: TransferEth, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Ethereum, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/transfer`. Reference: docs/reference/operations.md#transferethkms
   */
  transferEthKMS(args: TransferEthKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Ethereum, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/transfer`. Reference: docs/reference/operations.md#transferethmnemonic
   */
  transferEthMnemonic(args: TransferEthMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to KuCoin Community Chain, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/transfer`. Reference: docs/reference/operations.md#transferkcs
   */
  transferKCS(args: TransferKCS, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to KuCoin Community Chain, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/transfer`. Reference: docs/reference/operations.md#transferkcskms
   */
  transferKCSKMS(args: TransferKCSKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to KuCoin Community Chain, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/transfer`. Reference: docs/reference/operations.md#transferkcsmnemonic
   */
  transferKCSMnemonic(args: TransferKCSMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Klaytn, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/transfer`. Reference: docs/reference/operations.md#offklatransfereth
   */
  offKlaTransferEth(args: TransferEth, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Klaytn, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/transfer`. Reference: docs/reference/operations.md#offklatransferethkms
   */
  offKlaTransferEthKMS(args: TransferEthKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Klaytn, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/transfer`. Reference: docs/reference/operations.md#offklatransferethmnemonic
   */
  offKlaTransferEthMnemonic(args: TransferEthMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Litecoin, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/litecoin/transfer`. Reference: docs/reference/operations.md#transferltckms
   */
  transferLtcKMS(args: TransferLtcKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Litecoin, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/litecoin/transfer`. Reference: docs/reference/operations.md#transferltckeypair
   */
  transferLtcKeyPair(args: TransferLtcKeyPair, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Litecoin, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `transaction.amount.btc`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `key.generation.failed.wrong.mnemonic`, `amount.dust`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/litecoin/transfer`. Reference: docs/reference/operations.md#transferltcmnemonic
   */
  transferLtcMnemonic(args: TransferLtcMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Harmony, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/transfer`. Reference: docs/reference/operations.md#offonetransfereth
   */
  offOneTransferEth(args: TransferEth, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Harmony, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/transfer`. Reference: docs/reference/operations.md#offonetransferethkms
   */
  offOneTransferEthKMS(args: TransferEthKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Harmony, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/transfer`. Reference: docs/reference/operations.md#offonetransferethmnemonic
   */
  offOneTransferEthMnemonic(args: TransferEthMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Polygon, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `polygon.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/polygon/transfer`. Reference: docs/reference/operations.md#offpoltransfereth
   */
  offPolTransferEth(args: TransferEth, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Polygon, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/polygon/transfer`. Reference: docs/reference/operations.md#offpoltransferethkms
   */
  offPolTransferEthKMS(args: TransferEthKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to Polygon, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `polygon.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/polygon/transfer`. Reference: docs/reference/operations.md#offpoltransferethmnemonic
   */
  offPolTransferEthMnemonic(args: TransferEthMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Solana, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `amount.dust`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/solana/transfer`. Reference: docs/reference/operations.md#transfersol
   */
  transferSol(args: TransferSol, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Solana, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `amount.dust`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/solana/transfer`. Reference: docs/reference/operations.md#transfersolkms
   */
  transferSolKMS(args: TransferSolKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to TRON, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/transfer`. Reference: docs/reference/operations.md#transfertron
   */
  transferTron(args: TransferTron, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to TRON, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/transfer`. Reference: docs/reference/operations.md#transfertronkms
   */
  transferTronKMS(args: TransferTronKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to TRON, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/transfer`. Reference: docs/reference/operations.md#transfertronmnemonic
   */
  transferTronMnemonic(args: TransferTronMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to XDC Network, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/transfer`. Reference: docs/reference/operations.md#offxdctransfereth
   */
  offXdcTransferEth(args: TransferEth, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to XDC Network, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/transfer`. Reference: docs/reference/operations.md#offxdctransferethkms
   */
  offXdcTransferEthKMS(args: TransferEthKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to XDC Network, signed with the words of a wallet.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `transaction.amount.eth`, `erc20.token.notFound`, `erc20.decimals.different`, `execution.reverted`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/transfer`. Reference: docs/reference/operations.md#offxdctransferethmnemonic
   */
  offXdcTransferEthMnemonic(args: TransferEthMnemonic, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Stellar, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `amount.dust`, `xlm.account.failed`, `xlm.memo.required`, `xlm.trustline.missing`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xlm/transfer`. Reference: docs/reference/operations.md#transferxlm
   */
  transferXlm(args: TransferXlm, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to Stellar, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `amount.dust`, `xlm.account.failed`, `xlm.memo.required`, `xlm.trustline.missing`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xlm/transfer`. Reference: docs/reference/operations.md#transferxlmkms
   */
  transferXlmKMS(args: TransferXlmKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Withdraws from an account to XRP Ledger, signed with a key.
   *
   * Stores the withdrawal together with its signed transaction, and sends it. If the network refuses the transaction, the withdrawal is cancelled, and the account gets everything back.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `attr.wrong.format`, `xrp.account.failed`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xrp.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xrp/transfer`. Reference: docs/reference/operations.md#transferxrp
   */
  transferXrp(args: TransferXrp, options?: CallOptions): Promise<TransferBtcMnemonic200Response>
  /**
   * Withdraws from an account to XRP Ledger, signed by a key-management system.
   *
   * Stores the withdrawal together with its pending signature. Deleting the signature cancels the withdrawal.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `attr.wrong.format`, `xrp.account.failed`, `transaction.amount.eth`, `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `balance.insufficient`, `rate.not.found`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `fee.exceptional`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xrp/transfer`. Reference: docs/reference/operations.md#transferxrpkms
   */
  transferXrpKMS(args: TransferXrpKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainkmsaddress
   */
  offBscDeployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainkmsxpub
   */
  offBscDeployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainmnemxpub
   */
  offBscDeployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainmnemonicaddress
   */
  offBscDeployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainpkaddress
   */
  offBscDeployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of BNB Smart Chain, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/bsc/bep20/deploy`. Reference: docs/reference/operations.md#offbscdeployerc20offchainpkxpub
   */
  offBscDeployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainkmsaddress
   */
  deployCeloErc20OffchainKMSAddress(args: DeployCeloErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainkmsxpub
   */
  deployCeloErc20OffchainKMSXpub(args: DeployCeloErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainmnemxpub
   */
  deployCeloErc20OffchainMnemXpub(args: DeployCeloErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainmnemonicaddress
   */
  deployCeloErc20OffchainMnemonicAddress(args: DeployCeloErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainpkaddress
   */
  deployCeloErc20OffchainPKAddress(args: DeployCeloErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Celo, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/celo/erc20/deploy`. Reference: docs/reference/operations.md#deployceloerc20offchainpkxpub
   */
  deployCeloErc20OffchainPKXpub(args: DeployCeloErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainkmsaddress
   */
  deployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainkmsxpub
   */
  deployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainmnemxpub
   */
  deployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainmnemonicaddress
   */
  deployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainpkaddress
   */
  deployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Ethereum, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/ethereum/erc20/deploy`. Reference: docs/reference/operations.md#deployerc20offchainpkxpub
   */
  deployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainkmsaddress
   */
  offKcsDeployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainkmsxpub
   */
  offKcsDeployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainmnemxpub
   */
  offKcsDeployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainmnemonicaddress
   */
  offKcsDeployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainpkaddress
   */
  offKcsDeployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of KuCoin Community Chain, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `kcs.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/kcs/erc20/deploy`. Reference: docs/reference/operations.md#offkcsdeployerc20offchainpkxpub
   */
  offKcsDeployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainkmsaddress
   */
  offKlaDeployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainkmsxpub
   */
  offKlaDeployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainmnemxpub
   */
  offKlaDeployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainmnemonicaddress
   */
  offKlaDeployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainpkaddress
   */
  offKlaDeployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Klaytn, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `klaytn.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/klaytn/erc20/deploy`. Reference: docs/reference/operations.md#offkladeployerc20offchainpkxpub
   */
  offKlaDeployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainkmsaddress
   */
  offOneDeployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainkmsxpub
   */
  offOneDeployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainmnemxpub
   */
  offOneDeployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainmnemonicaddress
   */
  offOneDeployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainpkaddress
   */
  offOneDeployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of Harmony, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/one/hrm20/deploy`. Reference: docs/reference/operations.md#offonedeployerc20offchainpkxpub
   */
  offOneDeployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainkmsaddress
   */
  deployTrcOffchainKMSAddress(args: DeployTrcOffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainkmsxpub
   */
  deployTrcOffchainKMSXpub(args: DeployTrcOffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainmnemxpub
   */
  deployTrcOffchainMnemXpub(args: DeployTrcOffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainmnemonicaddress
   */
  deployTrcOffchainMnemonicAddress(args: DeployTrcOffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainpkaddress
   */
  deployTrcOffchainPKAddress(args: DeployTrcOffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of TRON, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/tron/trc/deploy`. Reference: docs/reference/operations.md#deploytrcoffchainpkxpub
   */
  deployTrcOffchainPKXpub(args: DeployTrcOffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainkmsaddress
   */
  offXdcDeployErc20OffchainKMSAddress(args: DeployErc20OffchainKMSAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address of an xpub, signed by a key-management system.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `kms.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainkmsxpub
   */
  offXdcDeployErc20OffchainKMSXpub(args: DeployErc20OffchainKMSXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address of an xpub, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainmnemxpub
   */
  offXdcDeployErc20OffchainMnemXpub(args: DeployErc20OffchainMnemXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address, signed with the words of a wallet.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainmnemonicaddress
   */
  offXdcDeployErc20OffchainMnemonicAddress(args: DeployErc20OffchainMnemonicAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainpkaddress
   */
  offXdcDeployErc20OffchainPKAddress(args: DeployErc20OffchainPKAddress, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Registers and deploys a token of XDC Network, held by an address of an xpub, signed with a key.
   *
   * Makes a currency of the ledger with an account, and stores the transaction that deploys the token, in one commit. Once the transaction is final, the service stores the address of the token by itself, and the account gets the supply. If it fails, the same call may be repeated, and takes the same account. On the chain the token has the symbol, and the description as its name; nobody can ever make more of it.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `erc20.symbol.prefix`, `erc20.duplicate.name`, `virtual.creation.error`, `account.blockchain.testnet`, `customer.not.active`, `withdrawal.recipient.format`, `account.xpub.incompatible`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy`, `account.not.exists`, `fee.exceptional`, `balance.insufficient`, `execution.reverted`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `private.key.testnet.only`, `xdc.broadcast.failed`, `broadcast.unknown`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/xdc/erc20/deploy`. Reference: docs/reference/operations.md#offxdcdeployerc20offchainpkxpub
   */
  offXdcDeployErc20OffchainPKXpub(args: DeployErc20OffchainPKXpub, options?: CallOptions): Promise<DeployErc20OffchainMnemonicAddress200Response>
  /**
   * Estimates the fee of a withdrawal on Bitcoin, Litecoin, Dogecoin or Bitcoin Cash.
   *
   * The least fee, in coins, of a transaction that makes these payments from the wallet of xpub, or from the addresses of the account with the change going to attr; without both, from the wallet of the account. Expect it in a block within 1 or 2 blocks (fast), 5 or 6 (medium), or later (slow).
   *
   * Costs 2 credits.
   *
   * Refused with `senderAccount.not.exists`, `withdrawal.account.virtual`, `offchain.not.supported`, `withdrawal.recipient.format`, `amount.format`, `transaction.amount.btc`, `amount.dust`, `fee.exceptional`, `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/blockchain/estimate`. Reference: docs/reference/operations.md#offchainestimatefee
   */
  offchainEstimateFee(args: OffchainEstimateFee, options?: CallOptions): Promise<FeeBtcBased>
  /**
   * Returns all customers.
   *
   * Includes inactive and disabled customers.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/customer`. Reference: docs/reference/operations.md#findallcustomers
   */
  findAllCustomers(args: FindAllCustomersArguments, options?: CallOptions): Promise<Customer[]>
  /**
   * Returns a customer by internal or external ID.
   *
   * Costs 1 credit.
   *
   * Refused with `customer.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/customer/{id}`. Reference: docs/reference/operations.md#getcustomerbyexternalorinternalid
   */
  getCustomerByExternalOrInternalId(args: GetCustomerByExternalOrInternalIdArguments, options?: CallOptions): Promise<Customer>
  /**
   * Updates a customer.
   *
   * Use it, for example, when the ID in your own system or the country changes.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}`. Reference: docs/reference/operations.md#updatecustomer
   */
  updateCustomer(args: UpdateCustomerArguments, options?: CallOptions): Promise<Customer>
  /**
   * Activates a customer.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.active` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/activate`. Reference: docs/reference/operations.md#activatecustomer
   */
  activateCustomer(args: ActivateCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Deactivates a customer.
   *
   * All accounts of the customer must be deactivated. A deactivated customer cannot perform any operation.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.deactivate.account.active` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/deactivate`. Reference: docs/reference/operations.md#deactivatecustomer
   */
  deactivateCustomer(args: DeactivateCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Disables a customer.
   *
   * A disabled customer cannot open accounts or send payments, and its available balance is 0. Balances stay.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.disabled` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/disable`. Reference: docs/reference/operations.md#disablecustomer
   */
  disableCustomer(args: DisableCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Enables a customer.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.enabled` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/enable`. Reference: docs/reference/operations.md#enablecustomer
   */
  enableCustomer(args: EnableCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Credits an account with value from outside.
   *
   * For value that comes by bank, by card or in cash, in any currency. It is in the records as a deposit. Send an idempotency key: the reference is only shown, and does not keep a repeated call from crediting twice. Deposits on chains that the service follows are credited without it, and reconcile shows funded coins as balances that nothing on a chain explains. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/{id}/fund`. Reference: docs/reference/operations.md#fund
   */
  fund(args: FundArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Debits an account of value that leaves.
   *
   * For value that leaves by bank, by card or in cash, in any currency. It is refused where a payment of the account would be, and sends nothing: to pay an address of a chain, see the withdrawals. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `rate.not.found`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `balance.insufficient` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/{id}/withdraw`. Reference: docs/reference/operations.md#withdraw
   */
  withdraw(args: WithdrawArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Pays from one account to another.
   *
   * Settles at once, as two records with one reference. A refused payment leaves no record.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction`. Reference: docs/reference/operations.md#sendtransaction
   */
  sendTransaction(args: CreateTransaction, options?: CallOptions): Promise<TransactionResult>
  /**
   * Returns an account's transactions.
   *
   * Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/account`. Reference: docs/reference/operations.md#gettransactionsbyaccountid
   */
  getTransactionsByAccountId(args: GetTransactionsByAccountIdArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Makes several payments from one account.
   *
   * Makes all of them or none. A refusal names the position of the payment that caused it.
   *
   * Answer: References, in the order of the request.
   *
   * Costs 2 credits + 2 per transaction. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction/batch`. Reference: docs/reference/operations.md#sendtransactionbatch
   */
  sendTransactionBatch(args: BatchCreateTransaction, options?: CallOptions): Promise<string[]>
  /**
   * Returns a customer's transactions.
   *
   * Includes those of deactivated accounts. Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/customer`. Reference: docs/reference/operations.md#gettransactionsbycustomerid
   */
  getTransactionsByCustomerId(args: GetTransactionsByCustomerIdArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Returns all transactions of the ledger.
   *
   * Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/ledger`. Reference: docs/reference/operations.md#gettransactions
   */
  getTransactions(args?: GetTransactionsArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Makes several payments of several accounts.
   *
   * Each payment names its own sender, so the payments may be in different currencies: both sides of an exchange, a payment and its fee. Makes all of them or none. A refusal names the position of the payment that caused it. This operation is Tallystick's own, beside the documented ones.
   *
   * Answer: References, in the order of the request.
   *
   * Costs 2 credits + 2 per transaction. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction/linked`. Reference: docs/reference/operations.md#sendlinkedtransactions
   */
  sendLinkedTransactions(args: LinkedTransactions, options?: CallOptions): Promise<string[]>
  /**
   * Returns the transactions of a reference.
   *
   * Returns both records of a payment, the sender's first. If a caller gave one reference to many mints or revocations, they come in pages, oldest first; pageSize and offset count mints and revocations, not their records.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/transaction/reference/{reference}`. Reference: docs/reference/operations.md#gettransactionsbyreference
   */
  getTransactionsByReference(args: GetTransactionsByReferenceArguments, options?: CallOptions): Promise<Transaction[]>
  /**
   * Returns deposits.
   *
   * Sorted by the time when they were first seen, unless sort names another order.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/deposits`. Reference: docs/reference/operations.md#getdeposits
   */
  getDeposits(args?: GetDepositsArguments, options?: CallOptions): Promise<Deposit[]>
  /**
   * Returns the number of deposits.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/deposits/count`. Reference: docs/reference/operations.md#getdepositscount
   */
  getDepositsCount(args?: GetDepositsCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Returns the withdrawals that wait for the approval of another API key.
   *
   * Tallystick's own. Also returns the approved ones until a withdrawal has used the approval. The oldest first; expired ones are left out.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/approval`. Reference: docs/reference/operations.md#getwithdrawalapprovals
   */
  getWithdrawalApprovals(args?: GetWithdrawalApprovalsArguments, options?: CallOptions): Promise<WithdrawalApproval[]>
  /**
   * Approves or refuses a withdrawal.
   *
   * Tallystick's own. Another API key than the one that wants the withdrawal must call it. Then the first caller repeats its call. The approval is for exactly this account, amount and these recipients, and for one withdrawal. Until it is used, the answer can be changed.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `approval.not.found`, `approval.own`, `approval.used` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/offchain/approval/{id}`. Reference: docs/reference/operations.md#decidewithdrawalapproval
   */
  decideWithdrawalApproval(args: DecideWithdrawalApprovalArguments, options?: CallOptions): Promise<WithdrawalApproval>
  /**
   * Stores a withdrawal.
   *
   * Takes amount and fee from the account at once, and on chains of outputs reserves what the transaction is to spend. Sign it elsewhere, and broadcast it with the ID of the withdrawal. Until then, no other withdrawal of the currency is stored for the same wallet. Clients may leave fields of a transfer in the body, also keys: they are dropped unread.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `account.xpub.missing`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `attr.wrong.format`, `transaction.amount.btc`, `transaction.amount.eth`, `balance.insufficient`, `rate.not.found`, `fee.exceptional`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `transaction.invalid.body`, `amount.dust`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/withdrawal`. Reference: docs/reference/operations.md#storewithdrawal
   */
  storeWithdrawal(args: Withdrawal, options?: CallOptions): Promise<WithdrawalResponse>
  /**
   * Returns withdrawals.
   *
   * The newest first, on the network of the API key. Includes those of one-call transfers.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/withdrawal`. Reference: docs/reference/operations.md#getwithdrawals
   */
  getWithdrawals(args: GetWithdrawalsArguments, options?: CallOptions): Promise<WithdrawalObject[]>
  /**
   * Broadcasts the transaction of a withdrawal.
   *
   * The transaction must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. It is recorded before a node gets it. Once a node has it, the withdrawal is done. If nobody knows yet, completed is false, and the service repeats the transaction until a node accepts it or the chain rules it out.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `broadcast.failed.withdrawalId`, `withdrawal.missing`, `withdrawal.unexpected.state`, `offchain.not.supported`, `transaction.invalid.body`, `claim.taken`, `kms.missing`, `kms.unexpected.state`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional`, `blockchain.broadcast.error`, `bch.broadcast.failed`, `ethereum.broadcast.failed`, `polygon.broadcast.failed`, `bsc.broadcast.failed`, `klaytn.broadcast.failed`, `kcs.broadcast.failed`, `xdc.broadcast.failed`, `xrp.broadcast.failed` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/withdrawal/broadcast`. Reference: docs/reference/operations.md#broadcastblockchaintransaction
   */
  broadcastBlockchainTransaction(args: BroadcastWithdrawal, options?: CallOptions): Promise<BroadcastResponse>
  /**
   * Cancels a withdrawal in progress.
   *
   * The account gets its money back. Refused while a signed transaction of the withdrawal may still be confirmed: it may have been sent although its broadcast has failed. On XRP and Stellar, it is also refused while the service is more than 20 blocks behind the chain: one of those may show a payment. A pending signature of the withdrawal is deleted. On Solana, where its system may have sent it, the call is refused: delete the pending signature, which cancels the withdrawal when a node has proven that nothing was sent. A repeated call changes nothing.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `withdrawal.missing`, `account.not.exists`, `rate.not.found`, `withdrawal.not.cancelled.transaction.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/offchain/withdrawal/{id}`. Reference: docs/reference/operations.md#cancelinprogresswithdrawal
   */
  cancelInProgressWithdrawal(args: CancelInProgressWithdrawalArguments, options?: CallOptions): Promise<null>
  /**
   * Completes a withdrawal.
   *
   * For a transaction that somebody else has sent. A node must have it, and it must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. A repeated call changes nothing.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `tx.not.found`, `withdrawal.missing`, `withdrawal.unexpected.state`, `offchain.not.supported`, `transaction.invalid.body`, `claim.taken`, `kms.missing`, `kms.unexpected.state`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/offchain/withdrawal/{id}/{txId}`. Reference: docs/reference/operations.md#completewithdrawal
   */
  completeWithdrawal(args: CompleteWithdrawalArguments, options?: CallOptions): Promise<null>
  /**
   * Creates a virtual currency.
   *
   * Returns the account that holds the first supply. The name must begin with VC_.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.not.active`, `virtual.name.prefix`, `virtual.duplicate`, `virtual.creation.error`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/virtualCurrency`. Reference: docs/reference/operations.md#createcurrency
   */
  createCurrency(args: VirtualCurrency, options?: CallOptions): Promise<Account>
  /**
   * Updates the base pair and rate of a virtual currency or a registered token.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `vc.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency`. Reference: docs/reference/operations.md#updatecurrency
   */
  updateCurrency(args: VirtualCurrencyUpdate, options?: CallOptions): Promise<null>
  /**
   * Mints new supply into an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `vc.not.found`, `virtual.account.notValid`, `amount.format`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency/mint`. Reference: docs/reference/operations.md#mintcurrency
   */
  mintCurrency(args: VirtualCurrencyOperation, options?: CallOptions): Promise<TransactionResult>
  /**
   * Revokes supply from an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `vc.not.found`, `virtual.account.notValid`, `virtual.account.balance`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency/revoke`. Reference: docs/reference/operations.md#revokecurrency
   */
  revokeCurrency(args: VirtualCurrencyOperation, options?: CallOptions): Promise<TransactionResult>
  /**
   * Returns a virtual currency, or a registered token.
   *
   * Costs 1 credit.
   *
   * Refused with `vc.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/virtualCurrency/{name}`. Reference: docs/reference/operations.md#getcurrency
   */
  getCurrency(args: GetCurrencyArguments, options?: CallOptions): Promise<VC>
  /**
   * Places a future.
   *
   * Is matched as a limit order, with futures of the same attr only. Nothing moves before the seal date; until then each side blocks a percentage. Then the two exchange what both have; who has less than he promised pays a penalty.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `trade.terms`, `trade.currency1AccountId.not.exists`, `trade.currency1AccountId.frozen`, `trade.currency1AccountId.customer.disabled`, `trade.currency1.pair`, `trade.currency2AccountId.not.exists`, `trade.currency2AccountId.frozen`, `trade.currency2AccountId.customer.disabled`, `trade.currency2.pair`, `trade.feeAccount`, `trade.currency.fee`, `amount.format`, `rate.not.found`, `trade.currency1.balance`, `trade.currency2.balance` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/trade`. Reference: docs/reference/operations.md#createfuturetrade
   */
  createFutureTrade(args: CreateFutureTrade, options?: CallOptions): Promise<Id>
  /**
   * Places a limit order.
   *
   * Matches the order with those that wait: the best price first, then the one that came first, at its price. What is left waits in the book. A blockage of type TRADE holds what it may still cost.
   *
   * Costs 2 credits + 2 per fill. It takes an idempotency key.
   *
   * Refused with `trade.currency1AccountId.not.exists`, `trade.currency1AccountId.frozen`, `trade.currency1AccountId.customer.disabled`, `trade.currency1.pair`, `trade.currency2AccountId.not.exists`, `trade.currency2AccountId.frozen`, `trade.currency2AccountId.customer.disabled`, `trade.currency2.pair`, `trade.feeAccount`, `trade.currency.fee`, `amount.format`, `rate.not.found`, `trade.currency1.balance`, `trade.currency2.balance` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/trade`. Reference: docs/reference/operations.md#createtrade
   */
  createTrade(args: CreateTrade, options?: CallOptions): Promise<Id>
  /**
   * Cancels all open orders of an account.
   *
   * Those that pay from the account, and those that would pay to it.
   *
   * Costs 1 credit + 1 per cancelled order. It takes an idempotency key.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/trade/account/{id}`. Reference: docs/reference/operations.md#deleteaccounttrades
   */
  deleteAccountTrades(args: DeleteAccountTradesArguments, options?: CallOptions): Promise<null>
  /**
   * Lists open orders that buy.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/buy`. Reference: docs/reference/operations.md#getbuytradesbody
   */
  getBuyTradesBody(args: ListOderBookActiveBuyBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists open orders that buy.
   *
   * Tallystick's own, for clients 1.x: as the POST of the same path, which has more conditions.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/trade/buy`. Reference: docs/reference/operations.md#getbuytrades
   */
  getBuyTrades(args?: GetBuyTradesArguments, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Returns prices of a pair over time.
   *
   * At most 200 points: the first ones from `from` on, or the last ones until `to` if direction is desc. Spans without a trade have no point. Spans begin in UTC.
   *
   * Costs 2 credits.
   *
   * Over HTTP: `POST /v3/trade/chart`. Reference: docs/reference/operations.md#chartrequest
   */
  chartRequest(args: ChartRequestArguments, options?: CallOptions): Promise<Chart[]>
  /**
   * Lists orders that ended, traded or cancelled.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/history`. Reference: docs/reference/operations.md#gethistoricaltradesbody
   */
  getHistoricalTradesBody(args?: ListOderBookHistoryBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists orders that ended.
   *
   * Tallystick's own, for clients 1.x: as the POST of the same path, which has more conditions.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/trade/history`. Reference: docs/reference/operations.md#gethistoricaltrades
   */
  getHistoricalTrades(args?: GetHistoricalTradesArguments, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists futures that are matched and wait for their seal date.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/matched`. Reference: docs/reference/operations.md#getmatchedtrades
   */
  getMatchedTrades(args: ListOderBookMatchedBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists open orders that sell.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/sell`. Reference: docs/reference/operations.md#getselltradesbody
   */
  getSellTradesBody(args: ListOderBookActiveSellBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists open orders that sell.
   *
   * Tallystick's own, for clients 1.x: as the POST of the same path, which has more conditions.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/trade/sell`. Reference: docs/reference/operations.md#getselltrades
   */
  getSellTrades(args?: GetSellTradesArguments, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Returns an order, open or ended.
   *
   * Costs 1 credit.
   *
   * Refused with `trade.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/trade/{id}`. Reference: docs/reference/operations.md#gettradebyid
   */
  getTradeById(args: GetTradeByIdArguments, options?: CallOptions): Promise<Trade>
  /**
   * Cancels an open order.
   *
   * What it has traded stays; what it blocks is released.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `trade.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/trade/{id}`. Reference: docs/reference/operations.md#deletetrade
   */
  deleteTrade(args: DeleteTradeArguments, options?: CallOptions): Promise<null>
  /**
   * Returns the price of a currency in a base pair.
   *
   * Costs 1 credit.
   *
   * Refused with `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tatum/rate/{currency}`. Reference: docs/reference/operations.md#getexchangerate
   */
  getExchangeRate(args: GetExchangeRateArguments, options?: CallOptions): Promise<ExchangeRate>
  /**
   * Freezes the calling API key.
   *
   * A frozen key can only read, and unfreeze itself.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `PUT /v3/tatum/freeze`. Reference: docs/reference/operations.md#freezeapikey
   */
  freezeApiKey(args?: FreezeApiKeyArguments, options?: CallOptions): Promise<null>
  /**
   * Unfreezes the calling API key.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `DELETE /v3/tatum/freeze`. Reference: docs/reference/operations.md#unfreezeapikey
   */
  unfreezeApiKey(args?: UnfreezeApiKeyArguments, options?: CallOptions): Promise<null>
  /**
   * Returns the credits used per day in the last 30 days.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/tatum/usage`. Reference: docs/reference/operations.md#getcredits
   */
  getCredits(args?: GetCreditsArguments, options?: CallOptions): Promise<Consumption[]>
  /**
   * Returns the version of the service, and the plan and this month's usage of the API key.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/tatum/version`. Reference: docs/reference/operations.md#getversion
   */
  getVersion(args?: GetVersionArguments, options?: CallOptions): Promise<GetVersion200Response>
  /**
   * Returns an address of a Bitcoin wallet.
   *
   * Costs 1 credit.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/address/{xpub}/{index}`. Reference: docs/reference/operations.md#btcgenerateaddress
   */
  btcGenerateAddress(args: BtcGenerateAddressArguments, options?: CallOptions): Promise<GeneratedAddressBtc>
  /**
   * Returns the Bitcoin wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/wallet`. Reference: docs/reference/operations.md#btcgeneratewalletfrommnemonic
   */
  btcGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Bitcoin wallet of 24 words.
   *
   * If you have a mnemonic, call btcGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/wallet`. Reference: docs/reference/operations.md#btcgeneratewallet
   */
  btcGenerateWallet(args?: BtcGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Bitcoin address.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/wallet/priv`. Reference: docs/reference/operations.md#btcgenerateaddressprivatekey
   */
  btcGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Passes a JSON-RPC call to a Bitcoin node.
   *
   * To pass several calls at once, use nodeJsonPostRpcDriver.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/node`. Reference: docs/reference/operations.md#btcrpcdriver
   */
  btcRpcDriver(args: BtcRpcDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Returns what an address received and sent.
   *
   * The balance is the difference. A node with an address index (Blockbook) reports all of it. Other nodes know only the unspent outputs in blocks: incoming is then their sum, outgoing is 0, and the mempool is left out.
   *
   * Costs 1 credit.
   *
   * Refused with `address.outputs.exceeded`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/address/balance/{address}`. Reference: docs/reference/operations.md#btcgetbalanceofaddress
   */
  btcGetBalanceOfAddress(args: BtcGetBalanceOfAddressArguments, options?: CallOptions): Promise<BtcBasedBalance>
  /**
   * Returns the hash of the block at a height.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/block/hash/{i}`. Reference: docs/reference/operations.md#btcgetblockhash
   */
  btcGetBlockHash(args: BtcGetBlockHashArguments, options?: CallOptions): Promise<BtcBlockHash>
  /**
   * Returns a block with its transactions, by hash or height.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/block/{hash}`. Reference: docs/reference/operations.md#btcgetblock
   */
  btcGetBlock(args: BtcGetBlockArguments, options?: CallOptions): Promise<BtcBlock>
  /**
   * Broadcasts a signed Bitcoin transaction.
   *
   * With signatureId, completes that pending signature; the transaction must be the requested one.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `tx.hash.index.spent` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/broadcast`. Reference: docs/reference/operations.md#btcbroadcast
   */
  btcBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the state of the Bitcoin blockchain.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/info`. Reference: docs/reference/operations.md#btcgetblockchaininfo
   */
  btcGetBlockChainInfo(args?: BtcGetBlockChainInfoArguments, options?: CallOptions): Promise<BtcInfo>
  /**
   * Returns the transactions in the mempool.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/mempool`. Reference: docs/reference/operations.md#btcgetmempool
   */
  btcGetMempool(args?: BtcGetMempoolArguments, options?: CallOptions): Promise<string[]>
  /**
   * Sends BTC from addresses.
   *
   * Selects as few outputs of the addresses as possible. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/transaction`. Reference: docs/reference/operations.md#btctransactionfromaddress
   */
  btcTransactionFromAddress(args: BtcTransactionFromAddress, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends BTC from addresses, signed by a key-management system.
   *
   * Selects as few outputs of the addresses as possible. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/transaction`. Reference: docs/reference/operations.md#btctransactionfromaddresskms
   */
  btcTransactionFromAddressKMS(args: BtcTransactionFromAddressKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends BTC from outputs.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/transaction`. Reference: docs/reference/operations.md#btctransactionfromutxo
   */
  btcTransactionFromUTXO(args: BtcTransactionFromUTXO, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends BTC from outputs, signed by a key-management system.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/transaction`. Reference: docs/reference/operations.md#btctransactionfromutxokms
   */
  btcTransactionFromUTXOKMS(args: BtcTransactionFromUTXOKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the transactions of an address, newest first.
   *
   * Needs a node with an address index (Blockbook).
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/transaction/address/{address}`. Reference: docs/reference/operations.md#btcgettxbyaddress
   */
  btcGetTxByAddress(args: BtcGetTxByAddressArguments, options?: CallOptions): Promise<BtcTx[]>
  /**
   * Returns a transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/transaction/{hash}`. Reference: docs/reference/operations.md#btcgetrawtransaction
   */
  btcGetRawTransaction(args: BtcGetRawTransactionArguments, options?: CallOptions): Promise<BtcTx>
  /**
   * Returns an unspent output.
   *
   * An output that a block or the mempool spends is not found.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/utxo/{hash}/{index}`. Reference: docs/reference/operations.md#btcgetutxo
   */
  btcGetUTXO(args: BtcGetUTXOArguments, options?: CallOptions): Promise<BtcUTXO>
  /**
   * Returns what several addresses received and sent.
   *
   * Takes up to 50 addresses and answers in their order. Needs a node with an address index (Blockbook).
   *
   * Costs 50 credits.
   *
   * Refused with `address.outputs.exceeded`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bitcoin/address/balance/batch`. Reference: docs/reference/operations.md#btcgetbalanceofaddressbatch
   */
  btcGetBalanceOfAddressBatch(args: BtcGetBalanceOfAddressBatchArguments, options?: CallOptions): Promise<BtcBasedBalance[]>
  /**
   * Returns the newest transactions of several addresses.
   *
   * Takes up to 50 addresses and returns the newest 20 transactions of each, in the order of the addresses. Needs a node with an address index (Blockbook).
   *
   * Costs 1 credit per address.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bitcoin/transaction/address/batch`. Reference: docs/reference/operations.md#btcgettxbyaddressbatch
   */
  btcGetTxByAddressBatch(args: BtcGetTxByAddressBatch, options?: CallOptions): Promise<TxsOfAddress[]>
  /**
   * Returns an address of a Bitcoin Cash wallet.
   *
   * Costs 5 credits.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/address/{xpub}/{index}`. Reference: docs/reference/operations.md#bchgenerateaddress
   */
  bchGenerateAddress(args: BchGenerateAddressArguments, options?: CallOptions): Promise<BchGenerateAddress200Response>
  /**
   * Returns the Bitcoin Cash wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/wallet`. Reference: docs/reference/operations.md#bchgeneratewalletfrommnemonic
   */
  bchGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Bitcoin Cash wallet of 24 words.
   *
   * If you have a mnemonic, call bchGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/wallet`. Reference: docs/reference/operations.md#bchgeneratewallet
   */
  bchGenerateWallet(args?: BchGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Bitcoin Cash address.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/wallet/priv`. Reference: docs/reference/operations.md#bchgenerateaddressprivatekey
   */
  bchGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Passes a JSON-RPC call to a Bitcoin Cash node.
   *
   * To pass several calls at once, use nodeJsonPostRpcDriver.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/node`. Reference: docs/reference/operations.md#bchrpcdriver
   */
  bchRpcDriver(args: BchRpcDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Returns the hash of the block at a height.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/block/hash/{i}`. Reference: docs/reference/operations.md#bchgetblockhash
   */
  bchGetBlockHash(args: BchGetBlockHashArguments, options?: CallOptions): Promise<BchGetBlockHash200Response>
  /**
   * Returns a block with its transactions, by hash or height.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/block/{hash}`. Reference: docs/reference/operations.md#bchgetblock
   */
  bchGetBlock(args: BchGetBlockArguments, options?: CallOptions): Promise<BchBlock>
  /**
   * Broadcasts a signed Bitcoin Cash transaction.
   *
   * With signatureId, completes that pending signature; the transaction must be the requested one.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `bch.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `tx.hash.index.spent` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/broadcast`. Reference: docs/reference/operations.md#bchbroadcast
   */
  bchBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the state of the Bitcoin Cash blockchain.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/info`. Reference: docs/reference/operations.md#bchgetblockchaininfo
   */
  bchGetBlockChainInfo(args?: BchGetBlockChainInfoArguments, options?: CallOptions): Promise<BchInfo>
  /**
   * Sends BCH from outputs.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `bch.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/transaction`. Reference: docs/reference/operations.md#bchtransaction
   */
  bchTransaction(args: BchTransaction, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends BCH from outputs, signed by a key-management system.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bcash/transaction`. Reference: docs/reference/operations.md#bchtransactionkms
   */
  bchTransactionKMS(args: BchTransactionKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the transactions of an address, newest first, 50 at a time.
   *
   * Needs a node with an address index (Blockbook).
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/transaction/address/{address}`. Reference: docs/reference/operations.md#bchgettxbyaddress
   */
  bchGetTxByAddress(args: BchGetTxByAddressArguments, options?: CallOptions): Promise<BchTx[]>
  /**
   * Returns a transaction.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bcash/transaction/{hash}`. Reference: docs/reference/operations.md#bchgetrawtransaction
   */
  bchGetRawTransaction(args: BchGetRawTransactionArguments, options?: CallOptions): Promise<BchTx>
  /**
   * Returns an address of a Dogecoin wallet.
   *
   * Costs 1 credit.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/address/{xpub}/{index}`. Reference: docs/reference/operations.md#dogegenerateaddress
   */
  dogeGenerateAddress(args: DogeGenerateAddressArguments, options?: CallOptions): Promise<DogeGenerateAddress200Response>
  /**
   * Returns the Dogecoin wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/wallet`. Reference: docs/reference/operations.md#dogegeneratewalletfrommnemonic
   */
  dogeGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Dogecoin wallet of 24 words.
   *
   * If you have a mnemonic, call dogeGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/wallet`. Reference: docs/reference/operations.md#dogegeneratewallet
   */
  dogeGenerateWallet(args?: DogeGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Dogecoin address.
   *
   * Costs 2 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/wallet/priv`. Reference: docs/reference/operations.md#dogegenerateaddressprivatekey
   */
  dogeGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Passes a JSON-RPC call to a Dogecoin node.
   *
   * To pass several calls at once, use nodeJsonPostRpcDriver.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/node`. Reference: docs/reference/operations.md#dogerpcdriver
   */
  dogeRpcDriver(args: DogeRpcDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Returns the hash of the block at a height.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/block/hash/{i}`. Reference: docs/reference/operations.md#dogegetblockhash
   */
  dogeGetBlockHash(args: DogeGetBlockHashArguments, options?: CallOptions): Promise<LtcGetBlockHash200Response>
  /**
   * Returns a block with its transactions, by hash or height.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/block/{hash}`. Reference: docs/reference/operations.md#dogegetblock
   */
  dogeGetBlock(args: DogeGetBlockArguments, options?: CallOptions): Promise<DogeBlock>
  /**
   * Broadcasts a signed Dogecoin transaction.
   *
   * With signatureId, completes that pending signature; the transaction must be the requested one.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `tx.hash.index.spent` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/broadcast`. Reference: docs/reference/operations.md#dogebroadcast
   */
  dogeBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the state of the Dogecoin blockchain.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/info`. Reference: docs/reference/operations.md#dogegetblockchaininfo
   */
  dogeGetBlockChainInfo(args?: DogeGetBlockChainInfoArguments, options?: CallOptions): Promise<DogeInfo>
  /**
   * Returns the transactions in the mempool.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/mempool`. Reference: docs/reference/operations.md#dogegetmempool
   */
  dogeGetMempool(args?: DogeGetMempoolArguments, options?: CallOptions): Promise<string[]>
  /**
   * Sends DOGE from outputs.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/transaction`. Reference: docs/reference/operations.md#dogetransactionutxo
   */
  dogeTransactionUTXO(args: DogeTransactionUTXO, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends DOGE from outputs, signed by a key-management system.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/dogecoin/transaction`. Reference: docs/reference/operations.md#dogetransactionutxokms
   */
  dogeTransactionUTXOKMS(args: DogeTransactionUTXOKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns a transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/transaction/{hash}`. Reference: docs/reference/operations.md#dogegetrawtransaction
   */
  dogeGetRawTransaction(args: DogeGetRawTransactionArguments, options?: CallOptions): Promise<DogeTx>
  /**
   * Returns an unspent output.
   *
   * An output that a block or the mempool spends is not found.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/utxo/{hash}/{index}`. Reference: docs/reference/operations.md#dogegetutxo
   */
  dogeGetUTXO(args: DogeGetUTXOArguments, options?: CallOptions): Promise<DogeUTXO>
  /**
   * Returns what several addresses received and sent.
   *
   * Takes up to 50 addresses and answers in their order. Needs a node with an address index (Blockbook).
   *
   * Costs 50 credits.
   *
   * Refused with `address.outputs.exceeded`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/address/balance/batch`. Reference: docs/reference/operations.md#dogegetbalanceofaddressbatch
   */
  dogeGetBalanceOfAddressBatch(args: DogeGetBalanceOfAddressBatchArguments, options?: CallOptions): Promise<BtcBasedBalance[]>
  /**
   * Returns what an address received and sent.
   *
   * The balance is the difference. A node with an address index (Blockbook) reports all of it. Other nodes know only the unspent outputs in blocks: incoming is then their sum, outgoing is 0, and the mempool is left out.
   *
   * Costs 5 credits.
   *
   * Refused with `address.outputs.exceeded`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/address/balance/{address}`. Reference: docs/reference/operations.md#dogegetbalanceofaddress
   */
  dogeGetBalanceOfAddress(args: DogeGetBalanceOfAddressArguments, options?: CallOptions): Promise<BtcBasedBalance>
  /**
   * Returns the transactions of an address, newest first.
   *
   * Needs a node with an address index (Blockbook).
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/dogecoin/transaction/address/{address}`. Reference: docs/reference/operations.md#dogegettxbyaddress
   */
  dogeGetTxByAddress(args: DogeGetTxByAddressArguments, options?: CallOptions): Promise<DogeTxByAddress[]>
  /**
   * Returns an address of a Litecoin wallet.
   *
   * Costs 5 credits.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/address/{xpub}/{index}`. Reference: docs/reference/operations.md#ltcgenerateaddress
   */
  ltcGenerateAddress(args: LtcGenerateAddressArguments, options?: CallOptions): Promise<LtcGenerateAddress200Response>
  /**
   * Returns the Litecoin wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/wallet`. Reference: docs/reference/operations.md#ltcgeneratewalletfrommnemonic
   */
  ltcGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Litecoin wallet of 24 words.
   *
   * If you have a mnemonic, call ltcGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/wallet`. Reference: docs/reference/operations.md#ltcgeneratewallet
   */
  ltcGenerateWallet(args?: LtcGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Litecoin address.
   *
   * Costs 5 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/wallet/priv`. Reference: docs/reference/operations.md#ltcgenerateaddressprivatekey
   */
  ltcGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Returns what an address received and sent.
   *
   * The balance is the difference. A node with an address index (Blockbook) reports all of it. Other nodes know only the unspent outputs in blocks: incoming is then their sum, outgoing is 0, and the mempool is left out.
   *
   * Costs 5 credits.
   *
   * Refused with `address.outputs.exceeded`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/address/balance/{address}`. Reference: docs/reference/operations.md#ltcgetbalanceofaddress
   */
  ltcGetBalanceOfAddress(args: LtcGetBalanceOfAddressArguments, options?: CallOptions): Promise<BtcBasedBalance>
  /**
   * Returns the hash of the block at a height.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/block/hash/{i}`. Reference: docs/reference/operations.md#ltcgetblockhash
   */
  ltcGetBlockHash(args: LtcGetBlockHashArguments, options?: CallOptions): Promise<LtcGetBlockHash200Response>
  /**
   * Returns a block with its transactions, by hash or height.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/block/{hash}`. Reference: docs/reference/operations.md#ltcgetblock
   */
  ltcGetBlock(args: LtcGetBlockArguments, options?: CallOptions): Promise<LtcBlock>
  /**
   * Broadcasts a signed Litecoin transaction.
   *
   * With signatureId, completes that pending signature; the transaction must be the requested one.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `tx.hash.index.spent` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/broadcast`. Reference: docs/reference/operations.md#ltcbroadcast
   */
  ltcBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the state of the Litecoin blockchain.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/info`. Reference: docs/reference/operations.md#ltcgetblockchaininfo
   */
  ltcGetBlockChainInfo(args?: LtcGetBlockChainInfoArguments, options?: CallOptions): Promise<LtcInfo>
  /**
   * Returns the transactions in the mempool.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/mempool`. Reference: docs/reference/operations.md#ltcgetmempool
   */
  ltcGetMempool(args?: LtcGetMempoolArguments, options?: CallOptions): Promise<string[]>
  /**
   * Sends LTC from addresses.
   *
   * Selects as few outputs of the addresses as possible. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/transaction`. Reference: docs/reference/operations.md#ltctransactionaddress
   */
  ltcTransactionAddress(args: LtcTransactionAddress, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends LTC from addresses, signed by a key-management system.
   *
   * Selects as few outputs of the addresses as possible. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/transaction`. Reference: docs/reference/operations.md#ltctransactionaddresskms
   */
  ltcTransactionAddressKMS(args: LtcTransactionAddressKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends LTC from outputs.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/transaction`. Reference: docs/reference/operations.md#ltctransactionutxo
   */
  ltcTransactionUTXO(args: LtcTransactionUTXO, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends LTC from outputs, signed by a key-management system.
   *
   * Spends each output as a whole. With changeAddress, the remainder minus the fee goes there; the fee is the one in the call, or the market fee up to the fee ceiling of the chain. Without changeAddress, the remainder is the fee; it is refused if it is unreasonably high, or above the fee in the call.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.preparation.failed.utxo`, `tx.hash.index.spent`, `transaction.invalid.body`, `fee.exceptional`, `amount.dust`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/litecoin/transaction`. Reference: docs/reference/operations.md#ltctransactionutxokms
   */
  ltcTransactionUTXOKMS(args: LtcTransactionUTXOKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the transactions of an address, newest first.
   *
   * Needs a node with an address index (Blockbook).
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/transaction/address/{address}`. Reference: docs/reference/operations.md#ltcgettxbyaddress
   */
  ltcGetTxByAddress(args: LtcGetTxByAddressArguments, options?: CallOptions): Promise<LtcTx[]>
  /**
   * Returns a transaction.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/transaction/{hash}`. Reference: docs/reference/operations.md#ltcgetrawtransaction
   */
  ltcGetRawTransaction(args: LtcGetRawTransactionArguments, options?: CallOptions): Promise<LtcTx>
  /**
   * Returns an unspent output.
   *
   * An output that a block or the mempool spends is not found.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/litecoin/utxo/{hash}/{index}`. Reference: docs/reference/operations.md#ltcgetutxo
   */
  ltcGetUTXO(args: LtcGetUTXOArguments, options?: CallOptions): Promise<LtcUTXO>
  /**
   * Returns an address of a Ethereum wallet.
   *
   * Costs 1 credit.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/address/{xpub}/{index}`. Reference: docs/reference/operations.md#ethgenerateaddress
   */
  ethGenerateAddress(args: EthGenerateAddressArguments, options?: CallOptions): Promise<GeneratedAddressEth>
  /**
   * Returns the Ethereum wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/wallet`. Reference: docs/reference/operations.md#ethgeneratewalletfrommnemonic
   */
  ethGenerateWalletFromMnemonic(args: EthGenerateWalletFromMnemonicArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Ethereum wallet of 24 words.
   *
   * If you have a mnemonic, call ethGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/wallet`. Reference: docs/reference/operations.md#ethgeneratewallet
   */
  ethGenerateWallet(args?: EthGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Ethereum address.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/wallet/priv`. Reference: docs/reference/operations.md#ethgenerateaddressprivatekey
   */
  ethGenerateAddressPrivateKey(args: EthGenerateAddressPrivateKeyArguments, options?: CallOptions): Promise<PrivKey>
  /**
   * Returns the ETH balance of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/account/balance/{address}`. Reference: docs/reference/operations.md#ethgetbalance
   */
  ethGetBalance(args: EthGetBalanceArguments, options?: CallOptions): Promise<EthBalance>
  /**
   * Returns the payments that contracts made to or from an address.
   *
   * Newest first, without those that failed. Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook; and one that traces calls (debug_traceTransaction or trace_transaction).
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/account/transaction/erc20/internal/{address}`. Reference: docs/reference/operations.md#ethgetinternaltransactionbyaddress
   */
  ethGetInternalTransactionByAddress(args: EthGetInternalTransactionByAddressArguments, options?: CallOptions): Promise<EthTxInternal[]>
  /**
   * Returns the incoming and outgoing transactions of an address.
   *
   * Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/account/transaction/{address}`. Reference: docs/reference/operations.md#ethgettransactionbyaddress
   */
  ethGetTransactionByAddress(args: EthGetTransactionByAddressArguments, options?: CallOptions): Promise<EthTx[]>
  /**
   * Returns the number of the newest block.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/block/current`. Reference: docs/reference/operations.md#ethgetcurrentblock
   */
  ethGetCurrentBlock(args?: EthGetCurrentBlockArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a block with its transactions.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/block/{hash}`. Reference: docs/reference/operations.md#ethgetblock
   */
  ethGetBlock(args: EthGetBlockArguments, options?: CallOptions): Promise<EthBlock>
  /**
   * Broadcasts a signed Ethereum transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `ethereum.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/broadcast`. Reference: docs/reference/operations.md#ethbroadcast
   */
  ethBroadcast(args: EthBroadcastArguments, options?: CallOptions): Promise<TransactionHash>
  /**
   * Reads from a contract.
   *
   * Sends no transaction. For a method that writes, returns what the method would return.
   *
   * Costs 2 credits.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/smartcontract`. Reference: docs/reference/operations.md#callreadsmartcontractmethod
   */
  callReadSmartContractMethod(args: CallReadSmartContractMethodArguments, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/smartcontract`. Reference: docs/reference/operations.md#callsmartcontractmethod
   */
  callSmartContractMethod(args: CallSmartContractMethodArguments, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract, signed by a key-management system.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/smartcontract`. Reference: docs/reference/operations.md#callsmartcontractmethodkms
   */
  callSmartContractMethodKMS(args: CallSmartContractMethodKMSArguments, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Sends ETH or a token.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `ethereum.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/transaction`. Reference: docs/reference/operations.md#transferethblockchain
   */
  transferEthBlockchain(args: TransferEthBlockchainArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends ETH or a token, signed by a key-management system.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/transaction`. Reference: docs/reference/operations.md#transferethblockchainkms
   */
  transferEthBlockchainKMS(args: TransferEthBlockchainKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the number of transactions that an address has sent, which is its next nonce.
   *
   * Includes pending transactions, even those of this service that the node does not show.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/transaction/count/{address}`. Reference: docs/reference/operations.md#ethgettransactioncount
   */
  ethGetTransactionCount(args: EthGetTransactionCountArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/transaction/{hash}`. Reference: docs/reference/operations.md#ethgettransaction
   */
  ethGetTransaction(args: EthGetTransactionArguments, options?: CallOptions): Promise<EthTx>
  /**
   * Returns the payments that contracts made to or from an address.
   *
   * Newest first, without those that failed. Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook; and one that traces calls (debug_traceTransaction or trace_transaction).
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ethereum/account/transaction/internal/{address}`. Reference: docs/reference/operations.md#ethgetinternaltransactionbyaddress_apiclient
   */
  ethGetInternalTransactionByAddress_apiClient(args: EthGetInternalTransactionByAddress_apiClientArguments, options?: CallOptions): Promise<EthTxInternal[]>
  /**
   * Returns an address of a Polygon wallet.
   *
   * Costs 1 credit.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/address/{xpub}/{index}`. Reference: docs/reference/operations.md#polygongenerateaddress
   */
  polygonGenerateAddress(args: PolygonGenerateAddressArguments, options?: CallOptions): Promise<GeneratedAddressMatic>
  /**
   * Returns the Polygon wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/wallet`. Reference: docs/reference/operations.md#polygongeneratewalletfrommnemonic
   */
  polygonGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Polygon wallet of 24 words.
   *
   * If you have a mnemonic, call polygonGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/wallet`. Reference: docs/reference/operations.md#polygongeneratewallet
   */
  polygonGenerateWallet(args?: PolygonGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Polygon address.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/wallet/priv`. Reference: docs/reference/operations.md#polygongenerateaddressprivatekey
   */
  polygonGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Returns the MATIC balance of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/account/balance/{address}`. Reference: docs/reference/operations.md#polygongetbalance
   */
  polygonGetBalance(args: PolygonGetBalanceArguments, options?: CallOptions): Promise<MaticBalance>
  /**
   * Returns the incoming and outgoing transactions of an address.
   *
   * Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/account/transaction/{address}`. Reference: docs/reference/operations.md#polygongettransactionbyaddress
   */
  polygonGetTransactionByAddress(args: PolygonGetTransactionByAddressArguments, options?: CallOptions): Promise<PolygonTx[]>
  /**
   * Returns the number of the newest block.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/block/current`. Reference: docs/reference/operations.md#polygongetcurrentblock
   */
  polygonGetCurrentBlock(args?: PolygonGetCurrentBlockArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a block with its transactions.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/block/{hash}`. Reference: docs/reference/operations.md#polygongetblock
   */
  polygonGetBlock(args: PolygonGetBlockArguments, options?: CallOptions): Promise<EthBlock>
  /**
   * Broadcasts a signed Polygon transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `polygon.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/broadcast`. Reference: docs/reference/operations.md#polygonbroadcast
   */
  polygonBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Calls a contract.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `polygon.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/smartcontract`. Reference: docs/reference/operations.md#callpolygonsmartcontractmethod
   */
  callPolygonSmartContractMethod(args: CallPolygonSmartContractMethod, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract, signed by a managed wallet.
   *
   * caller is the address of a managed wallet. It signs with a testnet API key of any plan, and on mainnet with one of a paid plan.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `polygon.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/smartcontract`. Reference: docs/reference/operations.md#callpolygonsmartcontractmethodcaller
   */
  callPolygonSmartContractMethodCaller(args: CallPolygonSmartContractMethodCaller, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract, signed by a key-management system.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/smartcontract`. Reference: docs/reference/operations.md#callpolygonsmartcontractmethodkms
   */
  callPolygonSmartContractMethodKMS(args: CallPolygonSmartContractMethodKMS, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Reads from a contract.
   *
   * Sends no transaction. For a method that writes, returns what the method would return.
   *
   * Costs 2 credits.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/smartcontract`. Reference: docs/reference/operations.md#callpolygonsmartcontractreadmethod
   */
  callPolygonSmartContractReadMethod(args: CallPolygonSmartContractReadMethod, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Sends MATIC or a token.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `polygon.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/transaction`. Reference: docs/reference/operations.md#transferpolygonblockchain
   */
  transferPolygonBlockchain(args: TransferPolygonBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends MATIC or a token, signed by a key-management system.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/transaction`. Reference: docs/reference/operations.md#transferpolygonblockchainkms
   */
  transferPolygonBlockchainKMS(args: TransferPolygonBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the number of transactions that an address has sent, which is its next nonce.
   *
   * Includes pending transactions, even those of this service that the node does not show.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/transaction/count/{address}`. Reference: docs/reference/operations.md#polygongettransactioncount
   */
  polygonGetTransactionCount(args: PolygonGetTransactionCountArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a transaction.
   *
   * Costs 2 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/polygon/transaction/{hash}`. Reference: docs/reference/operations.md#polygongettransaction
   */
  polygonGetTransaction(args: PolygonGetTransactionArguments, options?: CallOptions): Promise<PolygonTx>
  /**
   * Returns an address of a Celo wallet.
   *
   * Costs 1 credit.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/address/{xpub}/{index}`. Reference: docs/reference/operations.md#celogenerateaddress
   */
  celoGenerateAddress(args: CeloGenerateAddressArguments, options?: CallOptions): Promise<CeloGenerateAddress200Response>
  /**
   * Returns the Celo wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/wallet`. Reference: docs/reference/operations.md#celogeneratewalletfrommnemonic
   */
  celoGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Celo wallet of 24 words.
   *
   * If you have a mnemonic, call celoGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/wallet`. Reference: docs/reference/operations.md#celogeneratewallet
   */
  celoGenerateWallet(args?: CeloGenerateWalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Celo address.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/wallet/priv`. Reference: docs/reference/operations.md#celogenerateaddressprivatekey
   */
  celoGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Returns the CELO, CUSD and CEUR balance of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/account/balance/{address}`. Reference: docs/reference/operations.md#celogetbalance
   */
  celoGetBalance(args: CeloGetBalanceArguments, options?: CallOptions): Promise<CeloGetBalance200Response>
  /**
   * Returns the incoming and outgoing transactions of an address.
   *
   * Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/account/transaction/{address}`. Reference: docs/reference/operations.md#celogettransactionbyaddress
   */
  celoGetTransactionByAddress(args: CeloGetTransactionByAddressArguments, options?: CallOptions): Promise<CeloTx[]>
  /**
   * Returns the number of the newest block.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/block/current`. Reference: docs/reference/operations.md#celogetcurrentblock
   */
  celoGetCurrentBlock(args?: CeloGetCurrentBlockArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a block with its transactions.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/block/{hash}`. Reference: docs/reference/operations.md#celogetblock
   */
  celoGetBlock(args: CeloGetBlockArguments, options?: CallOptions): Promise<CeloBlock>
  /**
   * Broadcasts a signed Celo transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/broadcast`. Reference: docs/reference/operations.md#celobroadcast
   */
  celoBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Reads from a contract.
   *
   * Sends no transaction. For a method that writes, returns what the method would return.
   *
   * Costs 2 credits.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/smartcontract`. Reference: docs/reference/operations.md#callceloreadsmartcontractmethod
   */
  callCeloReadSmartContractMethod(args: CallCeloReadSmartContractMethod, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/smartcontract`. Reference: docs/reference/operations.md#callcelosmartcontractmethod
   */
  callCeloSmartContractMethod(args: CallCeloSmartContractMethod, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Calls a contract, signed by a key-management system.
   *
   * If the ABI declares the method as read-only, returns its result and sends no transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/smartcontract`. Reference: docs/reference/operations.md#callcelosmartcontractmethodkms
   */
  callCeloSmartContractMethodKMS(args: CallCeloSmartContractMethodKMS, options?: CallOptions): Promise<CallSmartContractMethod200Response>
  /**
   * Sends CELO or a token.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/transaction`. Reference: docs/reference/operations.md#transferceloblockchain
   */
  transferCeloBlockchain(args: TransferCeloBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends CELO or a token, signed by a key-management system.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/transaction`. Reference: docs/reference/operations.md#transferceloblockchainkms
   */
  transferCeloBlockchainKMS(args: TransferCeloBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the number of transactions that an address has sent, which is its next nonce.
   *
   * Includes pending transactions, even those of this service that the node does not show.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/transaction/count/{address}`. Reference: docs/reference/operations.md#celogettransactioncount
   */
  celoGetTransactionCount(args: CeloGetTransactionCountArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a transaction.
   *
   * Costs 2 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/celo/transaction/{hash}`. Reference: docs/reference/operations.md#celogettransaction
   */
  celoGetTransaction(args: CeloGetTransactionArguments, options?: CallOptions): Promise<CeloTx>
  /**
   * Generates an XRP account.
   *
   * The service stores nothing. The account exists on the XRP ledger once it has received the reserve.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/account`. Reference: docs/reference/operations.md#xrpwallet
   */
  xrpWallet(args?: XrpWalletArguments, options?: CallOptions): Promise<XrpWallet>
  /**
   * Changes the settings of an account.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `xrp.settings.multiple`, `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `xrp.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/account/settings`. Reference: docs/reference/operations.md#accountsettingsxrpblockchain
   */
  accountSettingsXrpBlockchain(args: AccountSettingsXrpBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Changes the settings of an account, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `xrp.settings.multiple`, `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/account/settings`. Reference: docs/reference/operations.md#accountsettingsxrpblockchainkms
   */
  accountSettingsXrpBlockchainKMS(args: AccountSettingsXrpBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the transactions of an account, newest first.
   *
   * Costs 5 credits.
   *
   * Refused with `xrp.account.failed`, `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/account/tx/{account}`. Reference: docs/reference/operations.md#xrpgetaccounttx
   */
  xrpGetAccountTx(args: XrpGetAccountTxArguments, options?: CallOptions): Promise<XrpAccountTx>
  /**
   * Returns an XRP account.
   *
   * Costs 5 credits.
   *
   * Refused with `xrp.account.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/account/{account}`. Reference: docs/reference/operations.md#xrpgetaccountinfo
   */
  xrpGetAccountInfo(args: XrpGetAccountInfoArguments, options?: CallOptions): Promise<XrpAccount>
  /**
   * Returns an account's balances of XRP and other assets.
   *
   * Costs 5 credits.
   *
   * Refused with `xrp.account.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/account/{account}/balance`. Reference: docs/reference/operations.md#xrpgetaccountbalance
   */
  xrpGetAccountBalance(args: XrpGetAccountBalanceArguments, options?: CallOptions): Promise<XrpAccountBalance>
  /**
   * Broadcasts a signed XRP transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `xrp.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/broadcast`. Reference: docs/reference/operations.md#xrpbroadcast
   */
  xrpBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the current transaction fee, in drops.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/fee`. Reference: docs/reference/operations.md#xrpgetfee
   */
  xrpGetFee(args?: XrpGetFeeArguments, options?: CallOptions): Promise<XrpFee>
  /**
   * Returns the last closed ledger.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/info`. Reference: docs/reference/operations.md#xrpgetlastclosedledger
   */
  xrpGetLastClosedLedger(args?: XrpGetLastClosedLedgerArguments, options?: CallOptions): Promise<XrpInfo>
  /**
   * Returns a ledger with its transactions.
   *
   * Costs 5 credits.
   *
   * Refused with `xrp.ledger.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/ledger/{i}`. Reference: docs/reference/operations.md#xrpgetledger
   */
  xrpGetLedger(args: XrpGetLedgerArguments, options?: CallOptions): Promise<XrpLedger>
  /**
   * Sends XRP.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `xrp.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/transaction`. Reference: docs/reference/operations.md#transferxrpblockchain
   */
  transferXrpBlockchain(args: TransferXrpBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends an asset that an XRP account has issued.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `xrp.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/transaction`. Reference: docs/reference/operations.md#transferxrpblockchainasset
   */
  transferXrpBlockchainAsset(args: TransferXrpBlockchainAsset, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends an asset that an XRP account has issued, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/transaction`. Reference: docs/reference/operations.md#transferxrpblockchainassetkms
   */
  transferXrpBlockchainAssetKMS(args: TransferXrpBlockchainAssetKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends XRP, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/transaction`. Reference: docs/reference/operations.md#transferxrpblockchainkms
   */
  transferXrpBlockchainKMS(args: TransferXrpBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns an XRP transaction.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xrp/transaction/{hash}`. Reference: docs/reference/operations.md#xrpgettransaction
   */
  xrpGetTransaction(args: XrpGetTransactionArguments, options?: CallOptions): Promise<XrpTx>
  /**
   * Creates, changes or removes a trust line.
   *
   * The issuer must allow rippling (accountSettingsXrpBlockchain). A new trust line raises the reserve of the account.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `xrp.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/trust`. Reference: docs/reference/operations.md#trustlinexrpblockchain
   */
  trustLineXrpBlockchain(args: TrustLineXrpBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Creates, changes or removes a trust line, signed by a key-management system.
   *
   * The issuer must allow rippling (accountSettingsXrpBlockchain). A new trust line raises the reserve of the account.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xrp.account.failed`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xrp/trust`. Reference: docs/reference/operations.md#trustlinexrpblockchainkms
   */
  trustLineXrpBlockchainKMS(args: TrustLineXrpBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Generates a Stellar account.
   *
   * The service stores nothing. The account exists on the Stellar ledger once it has received its reserve.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/account`. Reference: docs/reference/operations.md#xlmwallet
   */
  xlmWallet(args?: XlmWalletArguments, options?: CallOptions): Promise<XlmWallet>
  /**
   * Returns the transactions of an account, newest first.
   *
   * Returns at most 200, without those that failed. For the next page, send the paging_token of the last one.
   *
   * Costs 5 credits.
   *
   * Refused with `xlm.account.failed`, `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/account/tx/{account}`. Reference: docs/reference/operations.md#xlmgetaccounttx
   */
  xlmGetAccountTx(args: XlmGetAccountTxArguments, options?: CallOptions): Promise<XlmTx[]>
  /**
   * Returns a Stellar account with its balances.
   *
   * Costs 5 credits.
   *
   * Refused with `xlm.account.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/account/{account}`. Reference: docs/reference/operations.md#xlmgetaccountinfo
   */
  xlmGetAccountInfo(args: XlmGetAccountInfoArguments, options?: CallOptions): Promise<XlmAccount>
  /**
   * Broadcasts a signed Stellar transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/broadcast`. Reference: docs/reference/operations.md#xlmbroadcast
   */
  xlmBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the fee of an operation, in stroops.
   *
   * Answer: Stroops (10^-7 XLM) for each operation of a transaction.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/fee`. Reference: docs/reference/operations.md#xlmgetfee
   */
  xlmGetFee(args?: XlmGetFeeArguments, options?: CallOptions): Promise<number>
  /**
   * Returns the last closed ledger.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/info`. Reference: docs/reference/operations.md#xlmgetlastclosedledger
   */
  xlmGetLastClosedLedger(args?: XlmGetLastClosedLedgerArguments, options?: CallOptions): Promise<XlmLedger>
  /**
   * Returns a ledger.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/ledger/{sequence}`. Reference: docs/reference/operations.md#xlmgetledger
   */
  xlmGetLedger(args: XlmGetLedgerArguments, options?: CallOptions): Promise<XlmLedger>
  /**
   * Returns the transactions of a ledger.
   *
   * Leaves out those that failed.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/ledger/{sequence}/transaction`. Reference: docs/reference/operations.md#xlmgetledgertx
   */
  xlmGetLedgerTx(args: XlmGetLedgerTxArguments, options?: CallOptions): Promise<XlmTx[]>
  /**
   * Sends XLM.
   *
   * If the recipient has no account yet, the payment creates it. A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `amount.dust`, `xlm.memo.required`, `xlm.trustline.missing`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/transaction`. Reference: docs/reference/operations.md#transferxlmblockchain
   */
  transferXlmBlockchain(args: TransferXlmBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends an asset that a Stellar account has issued.
   *
   * A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `amount.dust`, `xlm.memo.required`, `xlm.trustline.missing`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/transaction`. Reference: docs/reference/operations.md#transferxlmblockchainasset
   */
  transferXlmBlockchainAsset(args: TransferXlmBlockchainAsset, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends XLM, signed by a key-management system.
   *
   * If the recipient has no account yet, the payment creates it. A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `amount.dust`, `xlm.memo.required`, `xlm.trustline.missing`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/transaction`. Reference: docs/reference/operations.md#transferxlmblockchainkms
   */
  transferXlmBlockchainKMS(args: TransferXlmBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends an asset that a Stellar account has issued, signed by a key-management system.
   *
   * A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `amount.dust`, `xlm.memo.required`, `xlm.trustline.missing`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/transaction`. Reference: docs/reference/operations.md#transferxlmblockchainkmsasset
   */
  transferXlmBlockchainKMSAsset(args: TransferXlmBlockchainKMSAsset, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns a Stellar transaction.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/xlm/transaction/{hash}`. Reference: docs/reference/operations.md#xlmgettransaction
   */
  xlmGetTransaction(args: XlmGetTransactionArguments, options?: CallOptions): Promise<XlmTx>
  /**
   * Creates, changes or removes a trust line.
   *
   * The first trust line to an issuer creates the asset. A new trust line raises the reserve of the account. A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/trust`. Reference: docs/reference/operations.md#trustlinexlmblockchain
   */
  trustLineXlmBlockchain(args: TrustLineXlmBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Creates, changes or removes a trust line, signed by a key-management system.
   *
   * The first trust line to an issuer creates the asset. A new trust line raises the reserve of the account. A pending transaction expires after a day, unless it is signed and broadcast before.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `xlm.account.failed`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xlm/trust`. Reference: docs/reference/operations.md#trustlinexlmblockchainkms
   */
  trustLineXlmBlockchainKMS(args: TrustLineXlmBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Broadcasts a signed transaction to Solana.
   *
   * Tallystick's own, as the key-management daemon calls it. txData is a signed transaction, as hex or Base64; with signatureId, the call also completes that pending signature. A key-management system broadcasts its transactions itself, and calls with their ID instead: if a node has that transaction, and it does what the pending signature asks for, the signature is complete.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `tx.not.found`, `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/solana/broadcast`. Reference: docs/reference/operations.md#solanabroadcast
   */
  solanaBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns an address of a Tron wallet.
   *
   * Costs 5 credits.
   *
   * Refused with `address.generation.failed.wrong.xpub`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/address/{xpub}/{index}`. Reference: docs/reference/operations.md#trongenerateaddress
   */
  tronGenerateAddress(args: TronGenerateAddressArguments, options?: CallOptions): Promise<TronGenerateAddress200Response>
  /**
   * Returns the Tron wallet of a mnemonic.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/wallet`. Reference: docs/reference/operations.md#trongeneratewalletfrommnemonic
   */
  tronGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<Wallet>
  /**
   * Generates a Tron wallet of 24 words.
   *
   * If you have a mnemonic, call tronGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/wallet`. Reference: docs/reference/operations.md#generatetronwallet
   */
  generateTronwallet(args?: GenerateTronwalletArguments, options?: CallOptions): Promise<Wallet>
  /**
   * Returns the private key of a Tron address.
   *
   * Costs 10 credits.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/wallet/priv`. Reference: docs/reference/operations.md#trongenerateaddressprivatekey
   */
  tronGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Gets an account of TRON, with its TRC-10 and TRC-20 tokens and its bandwidth.
   *
   * Needs a node with TronGrid’s index, because TRC-20 balances are in the storage of each contract.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/account/{address}`. Reference: docs/reference/operations.md#trongetaccount
   */
  tronGetAccount(args: TronGetAccountArguments, options?: CallOptions): Promise<TronAccount>
  /**
   * Gets a block of TRON by its hash or number, with its transactions.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/block/{hash}`. Reference: docs/reference/operations.md#trongetblock
   */
  tronGetBlock(args: TronGetBlockArguments, options?: CallOptions): Promise<TronBlock>
  /**
   * Broadcasts a signed transaction of TRON.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/broadcast`. Reference: docs/reference/operations.md#tronbroadcast
   */
  tronBroadcast(args: TronBroadcast, options?: CallOptions): Promise<TransactionHash>
  /**
   * Freezes TRX for bandwidth or energy.
   *
   * By the resource model of today, which has no duration; what is frozen is got back in 14 days.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/freezeBalance`. Reference: docs/reference/operations.md#freezetron
   */
  freezeTron(args: FreezeTron, options?: CallOptions): Promise<TransactionHash>
  /**
   * Freezes TRX for bandwidth or energy, signed by a key-management system.
   *
   * By the resource model of today, which has no duration; what is frozen is got back in 14 days.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/freezeBalance`. Reference: docs/reference/operations.md#freezetronkms
   */
  freezeTronKMS(args: FreezeTronKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Gets the number and the hash of the newest block of TRON.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/info`. Reference: docs/reference/operations.md#trongetcurrentblock
   */
  tronGetCurrentBlock(args?: TronGetCurrentBlockArguments, options?: CallOptions): Promise<TronGetCurrentBlock200Response>
  /**
   * Sends TRX.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/transaction`. Reference: docs/reference/operations.md#transfertronblockchain
   */
  transferTronBlockchain(args: TransferTronBlockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends TRX, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/transaction`. Reference: docs/reference/operations.md#transfertronblockchainkms
   */
  transferTronBlockchainKMS(args: TransferTronBlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Lists the transactions of an account of TRON, 200 a page.
   *
   * Needs a node with TronGrid’s index.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/transaction/account/{address}`. Reference: docs/reference/operations.md#tronaccounttx
   */
  tronAccountTx(args: TronAccountTxArguments, options?: CallOptions): Promise<TronAccountTx200Response>
  /**
   * Lists the TRC-20 transfers of an account of TRON, 200 a page.
   *
   * Needs a node with TronGrid’s index.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/transaction/account/{address}/trc20`. Reference: docs/reference/operations.md#tronaccounttx20
   */
  tronAccountTx20(args: TronAccountTx20Arguments, options?: CallOptions): Promise<TronAccountTx20200Response>
  /**
   * Gets a transaction of TRON.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/transaction/{hash}`. Reference: docs/reference/operations.md#trongettransaction
   */
  tronGetTransaction(args: TronGetTransactionArguments, options?: CallOptions): Promise<TronTx>
  /**
   * Issues a TRC-10 token.
   *
   * An account issues one TRC-10 token. The network takes 1,024 TRX for it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc10/deploy`. Reference: docs/reference/operations.md#createtrontrc10blockchain
   */
  createTronTrc10Blockchain(args: CreateTronTrc10Blockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Issues a TRC-10 token, signed by a key-management system.
   *
   * An account issues one TRC-10 token. The network takes 1,024 TRX for it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc10/deploy`. Reference: docs/reference/operations.md#createtrontrc10blockchainkms
   */
  createTronTrc10BlockchainKMS(args: CreateTronTrc10BlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Gets a TRC-10 token by its number or its issuer.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/tron/trc10/detail/{idOrOwnerAddress}`. Reference: docs/reference/operations.md#trontrc10detail
   */
  tronTrc10Detail(args: TronTrc10DetailArguments, options?: CallOptions): Promise<TronTrc10Detail>
  /**
   * Sends a TRC-10 token.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc10/transaction`. Reference: docs/reference/operations.md#transfertrontrc10blockchain
   */
  transferTronTrc10Blockchain(args: TransferTronTrc10Blockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends a TRC-10 token, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc10/transaction`. Reference: docs/reference/operations.md#transfertrontrc10blockchainkms
   */
  transferTronTrc10BlockchainKMS(args: TransferTronTrc10BlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Deploys a TRC-20 token.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc20/deploy`. Reference: docs/reference/operations.md#createtrontrc20blockchain
   */
  createTronTrc20Blockchain(args: CreateTronTrc20Blockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Deploys a TRC-20 token, signed by a key-management system.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc20/deploy`. Reference: docs/reference/operations.md#createtrontrc20blockchainkms
   */
  createTronTrc20BlockchainKMS(args: CreateTronTrc20BlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Sends a TRC-20 token.
   *
   * A transfer whose energy costs more than feeLimit is refused: on the chain it would do nothing, and cost all of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc20/transaction`. Reference: docs/reference/operations.md#transfertrontrc20blockchain
   */
  transferTronTrc20Blockchain(args: TransferTronTrc20Blockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends a TRC-20 token, signed by a key-management system.
   *
   * A transfer whose energy costs more than feeLimit is refused: on the chain it would do nothing, and cost all of it.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/tron/trc20/transaction`. Reference: docs/reference/operations.md#transfertrontrc20blockchainkms
   */
  transferTronTrc20BlockchainKMS(args: TransferTronTrc20BlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Generates an account of BNB Beacon Chain.
   *
   * The service stores nothing. The chain made its last block in December 2024.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/account`. Reference: docs/reference/operations.md#bnbgeneratewallet
   */
  bnbGenerateWallet(args?: BnbGenerateWalletArguments, options?: CallOptions): Promise<BnbWallet>
  /**
   * Returns the transactions of an account, newest first.
   *
   * Costs 5 credits.
   *
   * Refused with `transaction.invalid.body`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/account/transaction/{address}`. Reference: docs/reference/operations.md#bnbgettxbyaccount
   */
  bnbGetTxByAccount(args: BnbGetTxByAccountArguments, options?: CallOptions): Promise<BnbTxInAccount>
  /**
   * Returns an account of BNB Beacon Chain with its balances.
   *
   * Costs 5 credits.
   *
   * Refused with `bnb.account.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/account/{address}`. Reference: docs/reference/operations.md#bnbgetaccount
   */
  bnbGetAccount(args: BnbGetAccountArguments, options?: CallOptions): Promise<BnbAccount>
  /**
   * Returns the height of the last block of BNB Beacon Chain.
   *
   * Answer: Height of the last block.
   *
   * Costs 5 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/block/current`. Reference: docs/reference/operations.md#bnbgetcurrentblock
   */
  bnbGetCurrentBlock(args?: BnbGetCurrentBlockArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a block of BNB Beacon Chain with its transactions.
   *
   * Costs 5 credits.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/block/{height}`. Reference: docs/reference/operations.md#bnbgetblock
   */
  bnbGetBlock(args: BnbGetBlockArguments, options?: CallOptions): Promise<BnbBlock>
  /**
   * Broadcasts a signed transfer of BNB Beacon Chain.
   *
   * With signatureId it completes that pending transaction. Of transactions, transfers are accepted.
   *
   * Costs 5 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bnb/broadcast`. Reference: docs/reference/operations.md#bnbbroadcast
   */
  bnbBroadcast(args: Broadcast, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends BNB on BNB Beacon Chain.
   *
   * The chain made its last block in December 2024: on its public networks nothing is confirmed any more.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `bnb.account.failed`, `bnb.memo.required`, `fee.exceptional`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bnb/transaction`. Reference: docs/reference/operations.md#transferbnbblockchain
   */
  transferBnbBlockchain(args: TransferBnbBlockchain, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends BNB on BNB Beacon Chain, signed by a key-management system.
   *
   * The chain made its last block in December 2024: on its public networks nothing is confirmed any more.
   *
   * Costs 10 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `bnb.account.failed`, `bnb.memo.required`, `fee.exceptional`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bnb/transaction`. Reference: docs/reference/operations.md#transferbnbblockchainkms
   */
  transferBnbBlockchainKMS(args: TransferBnbBlockchainKMS, options?: CallOptions): Promise<SignatureId>
  /**
   * Returns a transaction of BNB Beacon Chain.
   *
   * Costs 5 credits.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/bnb/transaction/{hash}`. Reference: docs/reference/operations.md#bnbgettransaction
   */
  bnbGetTransaction(args: BnbGetTransactionArguments, options?: CallOptions): Promise<BnbTx>
  /**
   * Returns the EGLD balance of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/account/balance/{address}`. Reference: docs/reference/operations.md#egldgetbalance
   */
  egldGetBalance(args: EgldGetBalanceArguments, options?: CallOptions): Promise<EgldGetBalance200Response>
  /**
   * Returns an address of the MultiversX wallet of a mnemonic.
   *
   * Works like egldGenerateAddress, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/address`. Reference: docs/reference/operations.md#egldgenerateaddressfrommnemonic
   */
  egldGenerateAddressFromMnemonic(args: EgldAddressOfMnemonic, options?: CallOptions): Promise<EgldGenerateAddress200Response>
  /**
   * Returns an address of a MultiversX wallet.
   *
   * If you can, call egldGenerateAddressFromMnemonic instead: proxies and histories store URLs, and the mnemonic with them.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/address/{mnemonic}/{index}`. Reference: docs/reference/operations.md#egldgenerateaddress
   */
  egldGenerateAddress(args: EgldGenerateAddressArguments, options?: CallOptions): Promise<EgldGenerateAddress200Response>
  /**
   * Returns the nonce of the last final hyperblock.
   *
   * Answer: Nonce of the last final hyperblock.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/block/current`. Reference: docs/reference/operations.md#egldgetcurrentblock
   */
  eGldGetCurrentBlock(args?: EGldGetCurrentBlockArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a hyperblock with its transactions.
   *
   * Costs 1 credit.
   *
   * Refused with `block.hash.not.exists`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/block/{hash}`. Reference: docs/reference/operations.md#egldgetblock
   */
  egldGetBlock(args: EgldGetBlockArguments, options?: CallOptions): Promise<EgldBlock>
  /**
   * Broadcasts a signed MultiversX transaction.
   *
   * txData is its JSON, without blanks. With signatureId it completes that pending transaction.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/broadcast`. Reference: docs/reference/operations.md#egldbroadcast
   */
  egldBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Sends EGLD, or a token by its data.
   *
   * A token moves by data such as `ESDTTransfer@` + its identifier in hex + `@` + base units in hex, with the amount 0.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/transaction`. Reference: docs/reference/operations.md#transferegldblockchain
   */
  transferEgldBlockchain(args: TransferEgldBlockchain, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Sends EGLD, or a token by its data, signed by a key-management system.
   *
   * A token moves by data such as `ESDTTransfer@` + its identifier in hex + `@` + base units in hex, with the amount 0.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/transaction`. Reference: docs/reference/operations.md#transferegldblockchainkms
   */
  transferEgldBlockchainKMS(args: TransferEgldBlockchainKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the latest 20 transactions that an address has sent.
   *
   * Newest first. Needs a node with an index, such as api.multiversx.com.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/transaction/address/{address}`. Reference: docs/reference/operations.md#egldgettransactionaddress
   */
  egldGetTransactionAddress(args: EgldGetTransactionAddressArguments, options?: CallOptions): Promise<(Readonly<Record<string, unknown>>)[]>
  /**
   * Returns the nonce of the next transaction of an address.
   *
   * Answer: Nonce of its next transaction: those that the service has recorded, and no block has yet, are counted.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/transaction/count/{address}`. Reference: docs/reference/operations.md#egldgettransactioncount
   */
  egldGetTransactionCount(args: EgldGetTransactionCountArguments, options?: CallOptions): Promise<number>
  /**
   * Returns a MultiversX transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/transaction/{hash}`. Reference: docs/reference/operations.md#egldgettransaction
   */
  egldGetTransaction(args: EgldGetTransactionArguments, options?: CallOptions): Promise<EgldTx>
  /**
   * Checks the mnemonic of a MultiversX wallet.
   *
   * Works like GET on this path, but takes the mnemonic in the body, so no log on the way contains it. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/wallet`. Reference: docs/reference/operations.md#egldgeneratewalletfrommnemonic
   */
  egldGenerateWalletFromMnemonic(args: MnemonicRequest, options?: CallOptions): Promise<EgldGenerateWallet200Response>
  /**
   * Generates a MultiversX wallet of 24 words.
   *
   * The service stores nothing. If you have a mnemonic, call egldGenerateWalletFromMnemonic instead: proxies and histories store URLs.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/wallet`. Reference: docs/reference/operations.md#egldgeneratewallet
   */
  egldGenerateWallet(args?: EgldGenerateWalletArguments, options?: CallOptions): Promise<EgldGenerateWallet200Response>
  /**
   * Returns the private key of a MultiversX address.
   *
   * Costs 1 credit.
   *
   * Refused with `key.generation.failed.wrong.mnemonic`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/wallet/priv`. Reference: docs/reference/operations.md#egldgenerateaddressprivatekey
   */
  egldGenerateAddressPrivateKey(args: PrivKeyRequest, options?: CallOptions): Promise<PrivKey>
  /**
   * Broadcasts a signed BNB Smart Chain transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bsc/broadcast`. Reference: docs/reference/operations.md#bscbroadcast
   */
  bscBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Broadcasts a signed Klaytn transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `klaytn.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/klaytn/broadcast`. Reference: docs/reference/operations.md#klaytnbroadcast
   */
  klaytnBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Broadcasts a signed KuCoin transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `kcs.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/kcs/broadcast`. Reference: docs/reference/operations.md#kcsbroadcast
   */
  kcsBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Broadcasts a signed Harmony transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/one/broadcast`. Reference: docs/reference/operations.md#onebroadcast
   */
  oneBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Broadcasts a signed XinFin transaction.
   *
   * With signatureId, completes that pending signature.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `transaction.invalid.body`, `kms.missing`, `kms.unexpected.state`, `claim.taken`, `xdc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xdc/broadcast`. Reference: docs/reference/operations.md#xdcbroadcast
   */
  xdcBroadcast(args: BroadcastKMS, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns the address of the contract that a transaction created.
   *
   * Returns no address while the transaction is pending, and if it creates no contract.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/blockchain/sc/address/{chain}/{hash}`. Reference: docs/reference/operations.md#scgetcontractaddress
   */
  sCGetContractAddress(args: SCGetContractAddressArguments, options?: CallOptions): Promise<SCGetContractAddress200Response>
  /**
   * Estimates the gas of a MultiversX transaction.
   *
   * A transaction that would fail now is refused.
   *
   * Costs 2 credits.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/gas`. Reference: docs/reference/operations.md#egldestimategas
   */
  egldEstimateGas(args: TransactionFeeEgldBlockchain, options?: CallOptions): Promise<EgldEstimateGas200Response>
  /**
   * Estimates the fee of an operation on an EVM chain.
   *
   * Estimates the transaction that would be sent now. Values that the body leaves out count as the longest possible: names and symbols of tokens, URLs of 200 characters. BURN_NFT and TRANSFER_NFT take the first token of the sender, in a contract that lists them. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits.
   *
   * Refused with `fee.not.estimated`, `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefee
   */
  estimateFee(args: EstimateFee, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Estimates the fee of minting many NFTs on an EVM chain.
   *
   * Estimates one transaction that calls mintMultiple. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits.
   *
   * Refused with `fee.not.estimated`, `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefeebatchmintnft
   */
  estimateFeeBatchMintNft(args: EstimateFeeBatchMintNft, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Estimates the fee of activating gas pump addresses on an EVM chain.
   *
   * Estimates one transaction to a factory that is already deployed. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefeedeploycustodialwallet
   */
  estimateFeeDeployCustodialWallet(args: EstimateFeeDeployCustodialWallet, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Estimates the fee of a payment from addresses.
   *
   * Estimates the transaction that would be made now, with the change going back to the first address.
   *
   * Costs 10 credits.
   *
   * Refused with `balance.insufficient`, `tx.hash.index.spent`, `transaction.invalid.body`, `amount.dust`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefeefromaddress
   */
  estimateFeeFromAddress(args: EstimateFeeFromAddress, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Estimates the fee of a payment from outputs.
   *
   * Estimates the transaction that would be made now, with the change going back to the address of the first output.
   *
   * Costs 10 credits.
   *
   * Refused with `balance.insufficient`, `tx.hash.index.spent`, `transaction.invalid.body`, `amount.dust`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefeefromutxo
   */
  estimateFeeFromUTXO(args: EstimateFeeFromUTXO, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Estimates the fee of a transfer from a gas pump address on an EVM chain.
   *
   * The address must be activated; sender is its owner. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits.
   *
   * Refused with `fee.not.estimated`, `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/estimate`. Reference: docs/reference/operations.md#estimatefeetransferfromcustodial
   */
  estimateFeeTransferFromCustodial(args: EstimateFeeTransferFromCustodial, options?: CallOptions): Promise<EstimateFee200Response>
  /**
   * Returns the current fee rates of a chain: slow, medium and fast.
   *
   * On Ethereum they are per unit of gas, in wei. On the other chains they are per virtual byte, in base units.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/blockchain/fee/{chain}`. Reference: docs/reference/operations.md#getblockchainfee
   */
  getBlockchainFee(args: GetBlockchainFeeArguments, options?: CallOptions): Promise<BlockchainFee>
  /**
   * Estimates the gas of a transaction on BNB Smart Chain.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bsc/gas`. Reference: docs/reference/operations.md#bscestimategas
   */
  bscEstimateGas(args: BscEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Celo.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/gas`. Reference: docs/reference/operations.md#celoestimategas
   */
  celoEstimateGas(args: CeloEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Ethereum.
   *
   * Uses the fast price. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/gas`. Reference: docs/reference/operations.md#ethestimategas
   */
  ethEstimateGas(args: EthEstimateGasArguments, options?: CallOptions): Promise<EthGasEstimation>
  /**
   * Estimates the gas of many transactions on Ethereum.
   *
   * Uses the fast price. If one cannot be estimated, its position has the reason. The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 10 credits + 10 per estimation.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/gas/batch`. Reference: docs/reference/operations.md#ethestimategasbatch
   */
  ethEstimateGasBatch(args: EthEstimateGasBatchArguments, options?: CallOptions): Promise<EthGasEstimationBatch>
  /**
   * Estimates the gas of a transaction on KCC.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/kcs/gas`. Reference: docs/reference/operations.md#kcsestimategas
   */
  kcsEstimateGas(args: KcsEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Klaytn.
   *
   * The price is in peb; the fee of a transaction is given in Gpeb.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/klaytn/gas`. Reference: docs/reference/operations.md#klaytnestimategas
   */
  klaytnEstimateGas(args: KlaytnEstimateGas, options?: CallOptions): Promise<KlaytnEstimateGas200Response>
  /**
   * Estimates the gas of a transaction on Polygon.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/gas`. Reference: docs/reference/operations.md#polygonestimategas
   */
  polygonEstimateGas(args: PolygonEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on VeChain.
   *
   * The transaction has one clause. A node of the RPC pass-through executes it, and tells the gas that a contract uses.
   *
   * Answer: Units of gas.
   *
   * Costs 5 credits.
   *
   * Refused with `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/vet/transaction/gas`. Reference: docs/reference/operations.md#vetestimategas
   */
  vetEstimateGas(args: VetEstimateGas, options?: CallOptions): Promise<number>
  /**
   * Estimates the gas of a transaction on XDC.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xdc/gas`. Reference: docs/reference/operations.md#xdcestimategas
   */
  xdcEstimateGas(args: XdcEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Avalanche C-Chain.
   *
   * A node of the RPC pass-through estimates it: avax-mainnet or avax-testnet. The gas price is in wei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/avalanche/gas`. Reference: docs/reference/operations.md#avalancheestimategas
   */
  avalancheEstimateGas(args: AvalancheEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Base.
   *
   * A node of the RPC pass-through estimates it: base-mainnet or base-sepolia. The gas price is in wei. The chain also charges for the data that it writes to Ethereum, which no gas limit contains: ask its contract GasPriceOracle for getL1Fee.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/base/gas`. Reference: docs/reference/operations.md#baseestimategas
   */
  baseEstimateGas(args: BaseEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Cronos.
   *
   * A node of the RPC pass-through estimates it: cro-mainnet or cro-testnet. The gas price is in wei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/cronos/gas`. Reference: docs/reference/operations.md#cronosestimategas
   */
  cronosEstimateGas(args: CronosEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Flare.
   *
   * A node of the RPC pass-through estimates it: flare-mainnet or flare-coston2. The gas price is in wei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/flare/gas`. Reference: docs/reference/operations.md#flareestimategas
   */
  flareEstimateGas(args: FlareEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Harmony.
   *
   * The gas price is in wei; the fee field of a transaction takes Gwei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/one/gas`. Reference: docs/reference/operations.md#oneestimategas
   */
  oneEstimateGas(args: OneEstimateGas, options?: CallOptions): Promise<{
    /** Base units of the native coin. */
    gasPrice: string
    /** Units of gas. */
    gasLimit: string
  }>
  /**
   * Estimates the gas of a transaction on Optimism.
   *
   * A node of the RPC pass-through estimates it: optimism-mainnet or optimism-testnet. The gas price is in wei. The chain also charges for the data that it writes to Ethereum, which no gas limit contains: ask its contract GasPriceOracle for getL1Fee.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/optimism/gas`. Reference: docs/reference/operations.md#optimismestimategas
   */
  optimismEstimateGas(args: OptimismEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Estimates the gas of a transaction on Sonic.
   *
   * A node of the RPC pass-through estimates it: sonic-mainnet or sonic-testnet. The gas price is in wei.
   *
   * Costs 2 credits.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/sonic/gas`. Reference: docs/reference/operations.md#sonicestimategas
   */
  sonicEstimateGas(args: SonicEstimateGas, options?: CallOptions): Promise<GasEstimated>
  /**
   * Passes a request to a node.
   *
   * chain is the name of a node, or the code of a chain, which means its node on the network of the API key. The API key is in the header or in the path. It can be left out if its IP allowlist contains the address of the caller; rpcPath then follows the chain. Chains with JSON-RPC also take a list of up to 100 calls. Methods that change the node itself are refused.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/node/{chain}/{xApiKey}/{rpcPath}`. Reference: docs/reference/operations.md#nodejsonpostrpcdriver
   */
  nodeJsonPostRpcDriver(args: NodeJsonPostRpcDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a GET request to a node that takes paths.
   *
   * chain is the name of a node, or the code of a chain, which means its node on the network of the API key. The API key is in the header or in the path. It can be left out if its IP allowlist contains the address of the caller; rpcPath then follows the chain.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/blockchain/node/{chain}/{xApiKey}/{rpcPath}`. Reference: docs/reference/operations.md#nodejsonrpcgetdriver
   */
  nodeJsonRpcGetDriver(args: NodeJsonRpcGetDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a PUT request to a node that takes paths.
   *
   * chain is the name of a node, or the code of a chain, which means its node on the network of the API key. The API key is in the header or in the path. It can be left out if its IP allowlist contains the address of the caller; rpcPath then follows the chain.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/blockchain/node/{chain}/{xApiKey}/{rpcPath}`. Reference: docs/reference/operations.md#nodejsonrpcputdriver
   */
  nodeJsonRpcPutDriver(args: NodeJsonRpcPutDriverArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a BSC node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/bsc/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_bsc
   */
  web3Driver_bsc(args: Web3Driver_bscArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a CELO node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/celo/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_celo
   */
  web3Driver_celo(args: Web3Driver_celoArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a POST request to a MultiversX gateway.
   *
   * The API key is part of the URL. Without pass-through, only what a key-management system asks for is answered: GET /network/config, POST /transaction/cost. This operation is Tallystick's own, beside the documented ones.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/egld/node/{xApiKey}/{rpcPath}`. Reference: docs/reference/operations.md#egldnodeproxypost
   */
  egldNodeProxyPost(args: EgldNodeProxyPostArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a GET request to a MultiversX gateway.
   *
   * The API key is part of the URL. Without pass-through, only what a key-management system asks for is answered: GET /network/config, POST /transaction/cost.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 2 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/egld/node/{xApiKey}/{rpcPath}`. Reference: docs/reference/operations.md#egldnodeproxyget
   */
  egldNodeProxyGet(args?: EgldNodeProxyGetArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a ETH node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ethereum/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_ethereum
   */
  web3Driver_ethereum(args: Web3Driver_ethereumArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a KCS node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/kcs/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_kcs
   */
  web3Driver_kcs(args: Web3Driver_kcsArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a KLAY node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/klaytn/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_klaytn
   */
  web3Driver_klaytn(args: Web3Driver_klaytnArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a ONE node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/one/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_one
   */
  web3Driver_one(args: Web3Driver_oneArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a MATIC node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/polygon/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_polygon
   */
  web3Driver_polygon(args: Web3Driver_polygonArguments, options?: CallOptions): Promise<unknown>
  /**
   * Passes a JSON-RPC call to a XDC node.
   *
   * Serves web3 clients: the API key is part of the URL. Also takes a list of calls.
   *
   * Answer: Answer of the node, unchanged.
   *
   * Costs 50 credits per debug or trace method (EVM), or EOS trace method, 5 credits per eth_call, 2 credits per other method. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `rpc.unknown` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/xdc/web3/{xApiKey}`. Reference: docs/reference/operations.md#web3driver_xdc
   */
  web3Driver_xdc(args: Web3Driver_xdcArguments, options?: CallOptions): Promise<unknown>
  /**
   * Creates a managed wallet.
   *
   * The service makes a private key and keeps it, encrypted. Beside the call, the wallet costs 10 credits for each day that it exists, the first one included. An API key of the free plan has 10 wallets at most.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `managed.wallet.limit`, `vault.not.configured`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/custodial/wallet`. Reference: docs/reference/operations.md#custodialcreatewallet
   */
  custodialCreateWallet(args: CustodialCreateWalletRequest, options?: CallOptions): Promise<CustodialManagedAddress>
  /**
   * Returns the managed wallets.
   *
   * The oldest first, at most 10,000.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/custodial/wallet`. Reference: docs/reference/operations.md#custodialgetwallets
   */
  custodialGetWallets(args?: CustodialGetWalletsArguments, options?: CallOptions): Promise<CustodialManagedAddress[]>
  /**
   * Returns a managed wallet.
   *
   * With export, the answer has the private key, if the operator allows it. Each export is recorded.
   *
   * Costs 1 credit.
   *
   * Refused with `managed.wallet.missing`, `managed.wallet.export`, `vault.not.configured`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/custodial/wallet/{id}`. Reference: docs/reference/operations.md#custodialgetwallet
   */
  custodialGetWallet(args: CustodialGetWalletArguments, options?: CallOptions): Promise<CustodialManagedAddress[]>
  /**
   * Deletes a managed wallet and its private key.
   *
   * The key is gone for good, and with it all that its address still has.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `managed.wallet.missing`, `managed.wallet.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/custodial/wallet/{id}`. Reference: docs/reference/operations.md#custodialdeletewallet
   */
  custodialDeleteWallet(args: CustodialDeleteWalletArguments, options?: CallOptions): Promise<null>
  /**
   * Signs a transaction of Solana with managed wallets, and broadcasts it.
   *
   * txData is a serialized transaction that names a recent block. Signatures that it has already must hold; the wallets add those that are missing. If it names the fee payer of the service, the service signs too, and pays the fee: up to the limits of the operator, only where no instruction is given the account of the fee payer, and without accounts from tables and durable nonces. On mainnet this takes a paid plan and costs 10 credits more.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `managed.wallet.missing`, `managed.wallet.denied`, `managed.wallet.plan`, `fee.payer.denied`, `fee.payer.limit`, `vault.not.configured`, `transaction.invalid.body`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/custodial/transaction`. Reference: docs/reference/operations.md#custodialtransfermanagedaddress
   */
  custodialTransferManagedAddress(args: TransferManagedAddress, options?: CallOptions): Promise<TransactionHash>
  /**
   * Returns which tokens an address has.
   *
   * Of contracts that transactions of this service have created since it follows the chain. Refused where the chain is not followed. At most 5000 tokens.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/address/balance/{chain}/{address}`. Reference: docs/reference/operations.md#multitokengetaddressbalance
   */
  multiTokenGetAddressBalance(args: MultiTokenGetAddressBalanceArguments, options?: CallOptions): Promise<MultiTokenGetAddressBalance200ResponseInner[]>
  /**
   * Returns the address of the contract that a transaction created.
   *
   * The same as /v3/blockchain/sc/address/{chain}/{hash}, under the path that public clients use.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/address/{chain}/{hash}`. Reference: docs/reference/operations.md#multitokengetcontractaddress
   */
  multiTokenGetContractAddress(args: MultiTokenGetContractAddressArguments, options?: CallOptions): Promise<SCGetContractAddress200Response>
  /**
   * Returns how many tokens several addresses have.
   *
   * Takes lists with commas, of up to 100 items: the first ID belongs to the first address, and so on.
   *
   * Costs 1 credit.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/balance/batch/{chain}/{contractAddress}`. Reference: docs/reference/operations.md#multitokengetbalancebatch
   */
  multiTokenGetBalanceBatch(args: MultiTokenGetBalanceBatchArguments, options?: CallOptions): Promise<string[]>
  /**
   * Returns how many tokens of an ID an address has.
   *
   * Costs 1 credit.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/balance/{chain}/{contractAddress}/{address}/{tokenId}`. Reference: docs/reference/operations.md#multitokengetbalance
   */
  multiTokenGetBalance(args: MultiTokenGetBalanceArguments, options?: CallOptions): Promise<MultiTokenGetBalance200Response>
  /**
   * Burns tokens of one ID.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn`. Reference: docs/reference/operations.md#burnmultitoken
   */
  burnMultiToken(args: BurnMultiTokenArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of one ID, on Celo.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn`. Reference: docs/reference/operations.md#burnmultitokencelo
   */
  burnMultiTokenCelo(args: BurnMultiTokenCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of one ID, signed by a key-management system.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn`. Reference: docs/reference/operations.md#burnmultitokenkms
   */
  burnMultiTokenKMS(args: BurnMultiTokenKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of one ID, on Celo, signed by a key-management system.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn`. Reference: docs/reference/operations.md#burnmultitokenkmscelo
   */
  burnMultiTokenKMSCelo(args: BurnMultiTokenKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of several IDs.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn/batch`. Reference: docs/reference/operations.md#burnmultitokenbatch
   */
  burnMultiTokenBatch(args: BurnMultiTokenBatchArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of several IDs, on Celo.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn/batch`. Reference: docs/reference/operations.md#burnmultitokenbatchcelo
   */
  burnMultiTokenBatchCelo(args: BurnMultiTokenBatchCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of several IDs, signed by a key-management system.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn/batch`. Reference: docs/reference/operations.md#burnmultitokenbatchkms
   */
  burnMultiTokenBatchKMS(args: BurnMultiTokenBatchKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Burns tokens of several IDs, on Celo, signed by a key-management system.
   *
   * The sender must be the account, or approved by it.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/burn/batch`. Reference: docs/reference/operations.md#burnmultitokenbatchkmscelo
   */
  burnMultiTokenBatchKMSCelo(args: BurnMultiTokenBatchKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Deploys a contract for multi tokens.
   *
   * Who signs may mint, and says who else may. Its address is that of the transaction: see /v3/blockchain/sc/address/{chain}/{hash}.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/deploy`. Reference: docs/reference/operations.md#deploymultitoken
   */
  deployMultiToken(args: DeployMultiTokenArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Deploys a contract for multi tokens, on Celo.
   *
   * Who signs may mint, and says who else may. Its address is that of the transaction: see /v3/blockchain/sc/address/{chain}/{hash}.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/deploy`. Reference: docs/reference/operations.md#deploymultitokencelo
   */
  deployMultiTokenCelo(args: DeployMultiTokenCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Deploys a contract for multi tokens, on Celo, signed by a key-management system.
   *
   * Who signs may mint, and says who else may. Its address is that of the transaction: see /v3/blockchain/sc/address/{chain}/{hash}.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/deploy`. Reference: docs/reference/operations.md#deploymultitokencelokms
   */
  deployMultiTokenCeloKMS(args: DeployMultiTokenCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Deploys a contract for multi tokens, signed by a key-management system.
   *
   * Who signs may mint, and says who else may. Its address is that of the transaction: see /v3/blockchain/sc/address/{chain}/{hash}.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/deploy`. Reference: docs/reference/operations.md#deploymultitokenkms
   */
  deployMultiTokenKMS(args: DeployMultiTokenKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the URL of the metadata of a token.
   *
   * Costs 1 credit.
   *
   * Refused with `transaction.invalid.body`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/metadata/{chain}/{contractAddress}/{token}`. Reference: docs/reference/operations.md#multitokengetmetadata
   */
  multiTokenGetMetadata(args: MultiTokenGetMetadataArguments, options?: CallOptions): Promise<MultiTokenGetMetadata200Response>
  /**
   * Mints tokens of one ID.
   *
   * The sender must be a minter, unless the contract lets everybody mint.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint`. Reference: docs/reference/operations.md#mintmultitoken
   */
  mintMultiToken(args: MintMultiTokenArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of one ID, on Celo.
   *
   * The sender must be a minter, unless the contract lets everybody mint.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint`. Reference: docs/reference/operations.md#mintmultitokencelo
   */
  mintMultiTokenCelo(args: MintMultiTokenCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of one ID, signed by a key-management system.
   *
   * The sender must be a minter, unless the contract lets everybody mint.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint`. Reference: docs/reference/operations.md#mintmultitokenkms
   */
  mintMultiTokenKMS(args: MintMultiTokenKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of one ID, on Celo, signed by a key-management system.
   *
   * The sender must be a minter, unless the contract lets everybody mint.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint`. Reference: docs/reference/operations.md#mintmultitokenkmscelo
   */
  mintMultiTokenKMSCelo(args: MintMultiTokenKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets an address mint.
   *
   * The sender must have deployed the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/add`. Reference: docs/reference/operations.md#addmultitokenminter
   */
  addMultiTokenMinter(args: AddMultiTokenMinterArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets an address mint, signed by a key-management system.
   *
   * The sender must have deployed the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/add`. Reference: docs/reference/operations.md#addmultitokenminterkms
   */
  addMultiTokenMinterKMS(args: AddMultiTokenMinterKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of several IDs for several recipients.
   *
   * The lists belong together: to[i] gets amounts[i][j] of tokenId[i][j]. All of them or none: a contract among the recipients may refuse.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/batch`. Reference: docs/reference/operations.md#mintmultitokenbatch
   */
  mintMultiTokenBatch(args: MintMultiTokenBatchArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of several IDs for several recipients, on Celo.
   *
   * The lists belong together: to[i] gets amounts[i][j] of tokenId[i][j]. All of them or none: a contract among the recipients may refuse.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/batch`. Reference: docs/reference/operations.md#mintmultitokenbatchcelo
   */
  mintMultiTokenBatchCelo(args: MintMultiTokenBatchCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of several IDs for several recipients, signed by a key-management system.
   *
   * The lists belong together: to[i] gets amounts[i][j] of tokenId[i][j]. All of them or none: a contract among the recipients may refuse.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/batch`. Reference: docs/reference/operations.md#mintmultitokenbatchkms
   */
  mintMultiTokenBatchKMS(args: MintMultiTokenBatchKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Mints tokens of several IDs for several recipients, on Celo, signed by a key-management system.
   *
   * The lists belong together: to[i] gets amounts[i][j] of tokenId[i][j]. All of them or none: a contract among the recipients may refuse.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/mint/batch`. Reference: docs/reference/operations.md#mintmultitokenbatchkmscelo
   */
  mintMultiTokenBatchKMSCelo(args: MintMultiTokenBatchKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of one ID.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction`. Reference: docs/reference/operations.md#transfermultitoken
   */
  transferMultiToken(args: TransferMultiTokenArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of one ID, on Celo.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction`. Reference: docs/reference/operations.md#transfermultitokencelo
   */
  transferMultiTokenCelo(args: TransferMultiTokenCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of one ID, signed by a key-management system.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction`. Reference: docs/reference/operations.md#transfermultitokenkms
   */
  transferMultiTokenKMS(args: TransferMultiTokenKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of one ID, on Celo, signed by a key-management system.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction`. Reference: docs/reference/operations.md#transfermultitokenkmscelo
   */
  transferMultiTokenKMSCelo(args: TransferMultiTokenKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of several IDs to one address.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction/batch`. Reference: docs/reference/operations.md#transfermultitokenbatch
   */
  transferMultiTokenBatch(args: TransferMultiTokenBatchArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of several IDs to one address, on Celo.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `kcs.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction/batch`. Reference: docs/reference/operations.md#transfermultitokenbatchcelo
   */
  transferMultiTokenBatchCelo(args: TransferMultiTokenBatchCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of several IDs to one address, signed by a key-management system.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction/batch`. Reference: docs/reference/operations.md#transfermultitokenbatchkms
   */
  transferMultiTokenBatchKMS(args: TransferMultiTokenBatchKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers tokens of several IDs to one address, on Celo, signed by a key-management system.
   *
   * Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/multitoken/transaction/batch`. Reference: docs/reference/operations.md#transfermultitokenbatchkmscelo
   */
  transferMultiTokenBatchKMSCelo(args: TransferMultiTokenBatchKMSCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns transfers of the tokens of a contract from and to an address.
   *
   * The newest first. Of contracts that transactions of this service have created since it follows the chain. Refused where the chain is not followed.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/transaction/{chain}/{address}/{tokenAddress}`. Reference: docs/reference/operations.md#multitokengettransactionbyaddress
   */
  multiTokenGetTransactionByAddress(args: MultiTokenGetTransactionByAddressArguments, options?: CallOptions): Promise<MultiTokenGetTransactionByAddress200ResponseInner[]>
  /**
   * Returns a transaction with its logs.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/multitoken/transaction/{chain}/{hash}`. Reference: docs/reference/operations.md#multitokengettransaction
   */
  multiTokenGetTransaction(args: MultiTokenGetTransactionArguments, options?: CallOptions): Promise<MultiTokenGetTransaction200Response>
  /**
   * Makes a gas pump of the sender.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwallet
   */
  generateCustodialWallet(args: GenerateCustodialWalletArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes a gas pump of the sender, on Celo.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwalletcelo
   */
  generateCustodialWalletCelo(args: GenerateCustodialWalletCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes a gas pump of the sender, on Celo, signed by a key-management system.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwalletcelokms
   */
  generateCustodialWalletCeloKMS(args: GenerateCustodialWalletCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes a gas pump of the sender, signed by a key-management system.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwalletkms
   */
  generateCustodialWalletKMS(args: GenerateCustodialWalletKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes a gas pump of the sender, on TRON.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwallettron
   */
  generateCustodialWalletTron(args: GenerateCustodialWalletTron, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes a gas pump of the sender, on TRON, signed by a key-management system.
   *
   * Each call makes another one. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial`. Reference: docs/reference/operations.md#generatecustodialwallettronkms
   */
  generateCustodialWalletTronKMS(args: GenerateCustodialWalletTronKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets another address move tokens of a gas pump.
   *
   * The sender must be the owner of the gas pump, which must be activated. For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/approve`. Reference: docs/reference/operations.md#approvetransfercustodialwallet
   */
  approveTransferCustodialWallet(args: ApproveTransferCustodialWalletArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets another address move tokens of a gas pump, on Celo.
   *
   * The sender must be the owner of the gas pump, which must be activated. For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/approve`. Reference: docs/reference/operations.md#approvetransfercustodialwalletcelo
   */
  approveTransferCustodialWalletCelo(args: ApproveTransferCustodialWalletCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets another address move tokens of a gas pump, on Celo, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated. For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/approve`. Reference: docs/reference/operations.md#approvetransfercustodialwalletcelokms
   */
  approveTransferCustodialWalletCeloKMS(args: ApproveTransferCustodialWalletCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Lets another address move tokens of a gas pump, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated. For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/approve`. Reference: docs/reference/operations.md#approvetransfercustodialwalletkms
   */
  approveTransferCustodialWalletKMS(args: ApproveTransferCustodialWalletKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatch
   */
  generateCustodialWalletBatch(args: GenerateCustodialWalletBatchArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, on Celo.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchcelo
   */
  generateCustodialWalletBatchCelo(args: GenerateCustodialWalletBatchCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, on Celo, signed by a key-management system.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchcelokms
   */
  generateCustodialWalletBatchCeloKMS(args: GenerateCustodialWalletBatchCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, signed by a key-management system.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchkms
   */
  generateCustodialWalletBatchKMS(args: GenerateCustodialWalletBatchKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, paid by the service.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made. Paid by a wallet that the operator has named for the tenant and the chain, up to its limits. On mainnet this takes a paid plan, and costs 10 credits more for each address.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.missing`, `fee.payer.denied`, `fee.payer.limit`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchpayer
   */
  generateCustodialWalletBatchPayer(args: GenerateCustodialWalletBatchPayerArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, on TRON.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchtron
   */
  generateCustodialWalletBatchTron(args: GenerateCustodialWalletBatchTron, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes gas pumps of an owner, on TRON, signed by a key-management system.
   *
   * Up to 270 in one transaction, whose sender pays the gas: anybody may. Each call makes others. GET /v3/blockchain/sc/custodial/{chain}/{hash} tells what the transaction has made.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/batch`. Reference: docs/reference/operations.md#generatecustodialwalletbatchtronkms
   */
  generateCustodialWalletBatchTronKMS(args: GenerateCustodialWalletBatchTronKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwallet
   */
  transferCustodialWallet(args: TransferCustodialWalletArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump, on Celo.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwalletcelo
   */
  transferCustodialWalletCelo(args: TransferCustodialWalletCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump, on Celo, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwalletcelokms
   */
  transferCustodialWalletCeloKMS(args: TransferCustodialWalletCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwalletkms
   */
  transferCustodialWalletKMS(args: TransferCustodialWalletKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump, on TRON.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwallettron
   */
  transferCustodialWalletTron(args: TransferCustodialWalletTron, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Transfers coins or tokens from a gas pump, on TRON, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer`. Reference: docs/reference/operations.md#transfercustodialwallettronkms
   */
  transferCustodialWalletTronKMS(args: TransferCustodialWalletTronKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatch
   */
  transferCustodialWalletBatch(args: TransferCustodialWalletBatchArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction, on Celo.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatchcelo
   */
  transferCustodialWalletBatchCelo(args: TransferCustodialWalletBatchCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction, on Celo, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatchcelokms
   */
  transferCustodialWalletBatchCeloKMS(args: TransferCustodialWalletBatchCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatchkms
   */
  transferCustodialWalletBatchKMS(args: TransferCustodialWalletBatchKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction, on TRON.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatchtron
   */
  transferCustodialWalletBatchTron(args: TransferCustodialWalletBatchTron, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Makes several transfers from a gas pump in one transaction, on TRON, signed by a key-management system.
   *
   * The sender must be the owner of the gas pump, which must be activated. All of them are made, or none. Takes up to 200.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/blockchain/sc/custodial/transfer/batch`. Reference: docs/reference/operations.md#transfercustodialwalletbatchtronkms
   */
  transferCustodialWalletBatchTronKMS(args: TransferCustodialWalletBatchTronKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns the gas pumps that a transaction has made.
   *
   * While the transaction is in no block, the call is refused (gas.pump.processing) and is to be repeated.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `gas.pump.processing`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/blockchain/sc/custodial/{chain}/{hash}`. Reference: docs/reference/operations.md#scgetcustodialaddresses
   */
  scGetCustodialAddresses(args: ScGetCustodialAddressesArguments, options?: CallOptions): Promise<string[]>
  /**
   * Computes the addresses of gas pumps.
   *
   * In the order of the indexes, at most 5000 (ONE: 4000, TRON: 500). No node is asked. The addresses can receive at once; to send, they must be activated.
   *
   * Costs 2 credits.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump`. Reference: docs/reference/operations.md#precalculategaspumpaddresses
   */
  precalculateGasPumpAddresses(args: PrecalculateGasPumpAddressesArguments, options?: CallOptions): Promise<string[]>
  /**
   * Activates gas pumps.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspump
   */
  activateGasPump(args: ActivateGasPumpArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, on Celo.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumpcelo
   */
  activateGasPumpCelo(args: ActivateGasPumpCeloArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, on Celo, signed by a key-management system.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumpcelokms
   */
  activateGasPumpCeloKMS(args: ActivateGasPumpCeloKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, signed by a key-management system.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumpkms
   */
  activateGasPumpKMS(args: ActivateGasPumpKMSArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, paid by the service.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results. Paid by a wallet that the operator has named for the tenant and the chain, up to its limits. On mainnet this takes a paid plan, and costs 10 credits more for each address.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `erc20.token.notFound`, `erc20.decimals.different`, `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `bsc.broadcast.failed`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `blockchain.broadcast.error`, `ethereum.broadcast.failed`, `klaytn.broadcast.failed`, `polygon.broadcast.failed`, `xdc.broadcast.failed`, `managed.wallet.plan`, `managed.wallet.missing`, `fee.payer.denied`, `fee.payer.limit`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumptatum
   */
  activateGasPumpTatum(args: ActivateGasPumpTatumArguments, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, on TRON.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results. If a key-management system signs, the sender is the owner.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `private.key.testnet.only`, `blockchain.broadcast.error`, `broadcast.unknown`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `managed.wallet.plan`, `managed.wallet.owner`, `managed.wallet.missing`, `managed.wallet.denied`, `vault.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumptron
   */
  activateGasPumpTron(args: ActivateGasPumpTron, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Activates gas pumps, on TRON, signed by a key-management system.
   *
   * Up to 270 indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET /v3/gas-pump/address/{chain}/{txId} tells the results. If a key-management system signs, the sender is the owner.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `balance.insufficient`, `transaction.invalid.body`, `fee.exceptional`, `execution.reverted`, `claim.taken`, `kms.denied`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/gas-pump/activate`. Reference: docs/reference/operations.md#activategaspumptronkms
   */
  activateGasPumpTronKMS(args: ActivateGasPumpTronKMS, options?: CallOptions): Promise<TransactionSigned>
  /**
   * Returns whether a gas pump is activated.
   *
   * Costs 1 credit.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/gas-pump/activated/{chain}/{owner}/{index}`. Reference: docs/reference/operations.md#gaspumpaddressesactivatedornot
   */
  gasPumpAddressesActivatedOrNot(args: GasPumpAddressesActivatedOrNotArguments, options?: CallOptions): Promise<Activated>
  /**
   * Returns what an activation has done.
   *
   * While the transaction is in no block, the call is refused (gas.pump.processing) and is to be repeated. A block may still be undone: wait for the confirmations of the chain.
   *
   * Costs 1 credit.
   *
   * Refused with `tx.not.found`, `gas.pump.processing`, `execution.reverted`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/gas-pump/address/{chain}/{txId}`. Reference: docs/reference/operations.md#activatednotactivatedgaspumpaddresses
   */
  activatedNotActivatedGasPumpAddresses(args: ActivatedNotActivatedGasPumpAddressesArguments, options?: CallOptions): Promise<GasPumpTrxOut>
  /**
   * Returns the pending signatures of a chain for many wallets.
   *
   * Key-management systems use this call from version 5 on; older ones use GET on this path. An empty list of wallets returns nothing.
   *
   * Costs 1 credit per 500 signature IDs.
   *
   * Over HTTP: `POST /v3/kms/pending/{chain}`. Reference: docs/reference/operations.md#receivependingtransactionstosign
   */
  receivePendingTransactionsToSign(args: ReceivePendingTransactionsToSignArguments, options?: CallOptions): Promise<PendingTransaction[]>
  /**
   * Returns the pending signatures of a chain.
   *
   * Returns those on the network of the API key. A testnet key returns those of every testnet.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/kms/pending/{chain}`. Reference: docs/reference/operations.md#getpendingtransactionstosign
   */
  getPendingTransactionsToSign(args: GetPendingTransactionsToSignArguments, options?: CallOptions): Promise<PendingTransaction[]>
  /**
   * Returns a pending signature.
   *
   * Includes completed ones. txId is present once a node has had the transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `kms.missing` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/kms/{id}`. Reference: docs/reference/operations.md#getpendingtransactiontosign
   */
  getPendingTransactionToSign(args: GetPendingTransactionToSignArguments, options?: CallOptions): Promise<PendingTransaction>
  /**
   * Deletes a pending signature.
   *
   * Releases the outputs or the nonce of its transaction, and cancels its withdrawal. A signed one cannot be deleted, nor one of a withdrawal on XRP or Stellar while the service is more than 20 blocks behind the chain. On Solana, where the system sends transactions itself, the signature is not listed any more at once, and deleted when a node has proven that it was not sent. If it was sent, it is completed.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `kms.missing`, `kms.unexpected.state`, `withdrawal.not.cancelled.transaction.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/kms/{id}`. Reference: docs/reference/operations.md#deletependingtransactiontosign
   */
  deletePendingTransactionToSign(args: DeletePendingTransactionToSignArguments, options?: CallOptions): Promise<null>
  /**
   * Completes a pending signature.
   *
   * Use it for a transaction that the key-management system sent itself; the broadcast operation of the chain completes the ones that it sends. A node must have the transaction, and the transaction must do what was requested. If no node has it, the call is refused and the signature stays pending. A repeated call changes nothing.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `kms.missing`, `kms.unexpected.state`, `tx.not.found`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/kms/{id}/{txId}`. Reference: docs/reference/operations.md#completependingsignature
   */
  completePendingSignature(args: CompletePendingSignatureArguments, options?: CallOptions): Promise<null>
  /**
   * Reports pending signatures that could not be signed.
   *
   * They stay pending. Signed, completed, deleted and unknown ones are ignored. On Solana, where the system sends transactions itself, one is listed again only after a node has proven that it was not sent. If it was sent, it is completed.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Over HTTP: `POST /v3/tatum/kms/batch`. Reference: docs/reference/operations.md#kmsreporterrors
   */
  kmsReportErrors(args: KmsBatchErrors, options?: CallOptions): Promise<null>
  /**
   * Makes a report of the accounts above a balance.
   *
   * Read it with getSubscriptionReport. Nothing is sent.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionbalance
   */
  createSubscriptionBalance(args: CreateSubscriptionBalanceArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to the logs of a chain whose first topic is this event.
   *
   * Tells of each block that has any, of whichever contract, in batches of up to 1,000 events. The chain must be followed. It costs 1 for each webhook. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `subscription.plan.limit`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptioncontractlogevent
   */
  createSubscriptionContractLogEvent(args: CreateSubscriptionContractLogEventArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to the deposits of an account.
   *
   * Tells of each deposit when it is credited; again, with reorg, if the chain undoes it. It costs 1 credit a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.attr.incoming.invalid`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionincoming
   */
  createSubscriptionIncoming(args: CreateSubscriptionIncomingArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Makes a report of the last transactions.
   *
   * Read it with getSubscriptionReport. Nothing is sent.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.attr.interval.invalid`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptioninterval
   */
  createSubscriptionInterval(args: CreateSubscriptionIntervalArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to pending signatures that fail.
   *
   * Tells of each error that differs from the one before, and of those that are deleted. It costs 10 credits a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionkmserror
   */
  createSubscriptionKMSError(args: CreateSubscriptionKMSErrorArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to pending signatures that are completed.
   *
   * A node has their transaction. It costs 10 credits a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionkmssuccess
   */
  createSubscriptionKMSSuccess(args: CreateSubscriptionKMSSuccessArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to all transfers of multi tokens (ERC-1155) of a chain.
   *
   * Tells of each block that mints, transfers or burns any, in batches of up to 1,000 events. The chain must be followed. It costs 1 for each webhook. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `subscription.plan.limit`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionmultitokentransferevent
   */
  createSubscriptionMultiTokenTransferEvent(args: CreateSubscriptionMultiTokenTransferEventArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to all transfers of NFTs (ERC-721) of a chain.
   *
   * Tells of each block that mints, transfers or burns any, in batches of up to 1,000 events. The chain must be followed. It costs 500000 credits a day, and 1 for each webhook. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `subscription.plan.limit`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionnfttransferevent
   */
  createSubscriptionNftTransferEvent(args: CreateSubscriptionNftTransferEventArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to the transactions of an address.
   *
   * Tells of each payment to the address, and of each from it except on BCH and DOGE: when it enters the mempool, where mempool says so, and once a block has it; again, with reorg, if the chain undoes the block. The chain must be followed. It costs credits a day by chain (SOL 50, ETH 25, MATIC 40, CELO 25, KLAY 25, BTC 5, LTC 7, BCH 5, DOGE 7, TRON 30, BSC 40), and 5 for each webhook. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `subscription.plan.limit`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionnotification
   */
  createSubscriptionNotification(args: CreateSubscriptionNotificationArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to orders of a customer that are matched in part.
   *
   * Tells of each fill that leaves the order open, with its amount and price. It costs 10 credits a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionpartialtradematch
   */
  createSubscriptionPartialTradeMatch(args: CreateSubscriptionPartialTradeMatchArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to the deposits of an account that are not credited yet.
   *
   * BCH, BTC, DOGE, ETH and LTC only. Tells of a payment in coins when it enters the mempool, where the chain is followed, and of each deposit once a block has it. It costs 1 credit a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.attr.pending.invalid`, `subscription.attr.currency.invalid`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptionpending
   */
  createSubscriptionPending(args: CreateSubscriptionPendingArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to orders of a customer that are matched as a whole.
   *
   * The amount is what was traded: all of the order, or all but dust. It costs 10 credits a day. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptiontradematch
   */
  createSubscriptionTradeMatch(args: CreateSubscriptionTradeMatchArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Subscribes to the blocks that have transactions of withdrawals.
   *
   * Tells of each withdrawal of the tenant that its transaction pays in a block; again, with reorg, if the chain undoes the block. It costs 10 credits a day, and 1 for each webhook. The day of an object is charged once, however many subscribe to it.
   *
   * Costs 2 credits + 1 per credit of the object's day. It takes an idempotency key.
   *
   * Refused with `subscription.type.invalid`, `subscription.limit.reached` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription`. Reference: docs/reference/operations.md#createsubscriptiontxintheblock
   */
  createSubscriptionTxInTheBlock(args: CreateSubscriptionTxInTheBlockArguments, options?: CallOptions): Promise<SubscriptionCreated>
  /**
   * Returns subscriptions.
   *
   * The oldest first; with address, only those of ADDRESS_TRANSACTION to it.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription`. Reference: docs/reference/operations.md#getsubscriptions
   */
  getSubscriptions(args: GetSubscriptionsArguments, options?: CallOptions): Promise<Subscription[]>
  /**
   * Sends x-payload-hash with the webhooks of this API key.
   *
   * The header has the HMAC-SHA512 of the body, as Base64. A second call replaces the key of the digest.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `PUT /v3/subscription`. Reference: docs/reference/operations.md#enablewebhookhmac
   */
  enableWebHookHmac(args: HmacWebHook, options?: CallOptions): Promise<null>
  /**
   * Stops sending x-payload-hash.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `DELETE /v3/subscription`. Reference: docs/reference/operations.md#disablewebhookhmac
   */
  disableWebHookHmac(args?: DisableWebHookHmacArguments, options?: CallOptions): Promise<null>
  /**
   * Returns the number of subscriptions.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/count`. Reference: docs/reference/operations.md#getsubscriptionscount
   */
  getSubscriptionsCount(args: GetSubscriptionsCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Returns the report of a subscription.
   *
   * ACCOUNT_BALANCE_LIMIT: the active accounts above the limit, the oldest first. TRANSACTION_HISTORY_REPORT: the transactions of the interval, counted back from the call, newest first. At most 20000 records.
   *
   * Costs 1 credit + 1 per 50 returned records.
   *
   * Refused with `subscription.not.exists`, `subscription.type.invalid` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/subscription/report/{id}`. Reference: docs/reference/operations.md#getsubscriptionreport
   */
  getSubscriptionReport(args: GetSubscriptionReportArguments, options?: CallOptions): Promise<GetSubscriptionReport200Response>
  /**
   * Returns webhooks, with what they were answered.
   *
   * The newest first, unless direction is asc. What handlers within a process are told is left out.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/webhook`. Reference: docs/reference/operations.md#getallwebhooks
   */
  getAllWebhooks(args: GetAllWebhooksArguments, options?: CallOptions): Promise<WebHook[]>
  /**
   * Returns the number of webhooks.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/webhook/count`. Reference: docs/reference/operations.md#getallwebhookscount
   */
  getAllWebhooksCount(args: GetAllWebhooksCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Has a webhook sent again.
   *
   * Tallystick's own. It is sent at once, byte for byte as before, to where its subscription goes now, and has all attempts of its plan again: one that has failed, one that waits, and one that was delivered. It counts as one more of those that its plan sends in a month.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `webhook.not.exists`, `webhook.plan.limit` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription/webhook/{id}/replay`. Reference: docs/reference/operations.md#replaywebhook
   */
  replayWebhook(args: ReplayWebhookArguments, options?: CallOptions): Promise<WebHook>
  /**
   * Changes the URL of a subscription.
   *
   * Its secret stays. Webhooks that are not delivered yet go to the new URL too.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `subscription.not.exists`, `subscription.type.invalid` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/subscription/{id}`. Reference: docs/reference/operations.md#updatesubscription
   */
  updateSubscription(args: UpdateSubscriptionArguments, options?: CallOptions): Promise<null>
  /**
   * Deletes a subscription.
   *
   * Its webhooks stay in the log. Those that are not delivered yet are not sent any more.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `subscription.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/subscription/{id}`. Reference: docs/reference/operations.md#deletesubscription
   */
  deleteSubscription(args: DeleteSubscriptionArguments, options?: CallOptions): Promise<null>
}
