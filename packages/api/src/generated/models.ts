// Written by packages/operations/scripts/reference.mjs from the catalogue. Change that, build, and run it.
import type { ExactNumber } from '@tallystick/core'

export type Account = {
  /** 24-character ID. */
  id: string
  balance: AccountBalance
  /** Code or name of the currency of the amounts. */
  currency: string
  /** Nothing can leave the account; it still receives. */
  frozen: boolean
  /** False once it is deactivated. */
  active: boolean
  /** Internal ID of the customer. */
  customerId?: string
  /** Number of the account in an external system. */
  accountNumber?: string
  /** Bookkeeping code of the account. */
  accountCode?: string
  /** ISO 4217 code, in which market values are. */
  accountingCurrency?: string
  /** Extended public key of the wallet, or an address. */
  xpub?: string
  /** Your own values by name. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type AccountBalance = {
  /** Whole balance, available and blocked: decimal text in the currency of the account. */
  accountBalance: string
  /** Amount that can be sent or withdrawn: decimal text in the currency of the account. */
  availableBalance: string
}

export type AccountBalanceAt = {
  /** Whole balance, available and blocked: decimal text in the currency of the account. */
  accountBalance: string
  /** Amount that can be sent or withdrawn: decimal text in the currency of the account. */
  availableBalance: string
  /** Epoch milliseconds. */
  time: number
}

export type AccountSettingsXrpBlockchain = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Allows balances to pass through the account; issuers need it. */
  rippling?: boolean
  /** Refuses payments without a destination tag. */
  requireDestinationTag?: boolean
} & ({
  /** Family seed of the sender; accepted only with a testnet API key. 29 to 29 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type AccountSettingsXrpBlockchainKMS = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Allows balances to pass through the account; issuers need it. */
  rippling?: boolean
  /** Refuses payments without a destination tag. */
  requireDestinationTag?: boolean
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type ActivateAccountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type ActivateCustomerArguments = {
  /** Internal customer ID. 10 to 50 characters. */
  id: string
}

export type ActivateGasPumpArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type ActivateGasPumpCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type ActivateGasPumpCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type ActivateGasPumpKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type ActivateGasPumpTatumArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE'
  /** The service pays: true. */
  feesCovered: boolean
}

export type ActivateGasPumpTron = {
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type ActivateGasPumpTronKMS = {
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type Activated = {
  /** Whether the address can send. */
  activated: boolean
}

export type ActivatedNotActivatedGasPumpAddressesArguments = {
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'TRON'
  /** ID of the activation. 10 to 80 characters. */
  txId: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type AddMultiTokenMinterArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'CELO' | 'ONE' | 'BSC'
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Address that may mint from now on. 42 to 42 characters. */
  minter: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Currency of the fee. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type AddMultiTokenMinterKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'CELO' | 'ONE' | 'BSC'
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Address that may mint from now on. 42 to 42 characters. */
  minter: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Currency of the fee. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type Address = {
  address: string
  /** Currency of the account. */
  currency: string
  /** Index of the address below the xpub, or its tag or memo. */
  derivationKey?: number
  /** What the address was generated from. */
  xpub?: string
  /** XRP: payments to the address must have it. */
  destinationTag?: number
  /** BNB: payments to the address must have it. */
  memo?: string
  /** XLM: payments to the address must have it as memo. */
  message?: string
}

export type AddressExistsArguments = {
  /** Address of the blockchain. 1 to 100 characters. */
  address: string
  /** Currency of the account. 1 to 50 characters. */
  currency: string
  /** Tag or memo, on a chain with tags. */
  index?: number
}

export type ApproveTransferCustodialWalletArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Who may move the token from now on. 42 to 42 characters. */
  spender: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155. */
  contractType: 0 | 1 | 2
  /** Contract of the token. 42 to 42 characters. */
  tokenAddress: string
  /** ERC-20: how much. Ignored for the others: ERC-1155 approves all tokens of the contract. */
  amount?: string
  /** ERC-721: which one. Ignored for the others. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type ApproveTransferCustodialWalletCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Who may move the token from now on. 42 to 42 characters. */
  spender: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155. */
  contractType: 0 | 1 | 2
  /** Contract of the token. 42 to 42 characters. */
  tokenAddress: string
  /** ERC-20: how much. Ignored for the others: ERC-1155 approves all tokens of the contract. */
  amount?: string
  /** ERC-721: which one. Ignored for the others. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type ApproveTransferCustodialWalletCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Who may move the token from now on. 42 to 42 characters. */
  spender: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155. */
  contractType: 0 | 1 | 2
  /** Contract of the token. 42 to 42 characters. */
  tokenAddress: string
  /** ERC-20: how much. Ignored for the others: ERC-1155 approves all tokens of the contract. */
  amount?: string
  /** ERC-721: which one. Ignored for the others. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type ApproveTransferCustodialWalletKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Who may move the token from now on. 42 to 42 characters. */
  spender: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155. */
  contractType: 0 | 1 | 2
  /** Contract of the token. 42 to 42 characters. */
  tokenAddress: string
  /** ERC-20: how much. Ignored for the others: ERC-1155 approves all tokens of the contract. */
  amount?: string
  /** ERC-721: which one. Ignored for the others. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type AssignAddressArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Address of the blockchain. 1 to 100 characters. */
  address: string
  /** Tag or memo, on a chain with tags. */
  index?: number
}

export type AvalancheEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type BaseEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type BatchCreateTransaction = {
  /** 24-character ID. */
  senderAccountId: string
  /** At most 1000 items. */
  transaction?: ({
    /** 24-character ID. */
    recipientAccountId: string
    /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
    amount: string
    /** The recipient does not see the sender account. Default `false`. */
    anonymous?: boolean
    /** Accepted for compatibility, without effect: there is no compliance check. */
    compliant?: boolean
    /** Bookkeeping code. 1 to 100 characters. */
    transactionCode?: string
    /** ID of the payment in an external system. 1 to 100 characters. */
    paymentId?: string
    /** Note that sender and recipient see. 1 to 500 characters. */
    recipientNote?: string
    /** Exchange rate of the base pair. */
    baseRate?: number
    /** Seen by the sender. 1 to 500 characters. */
    senderNote?: string
    /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
    metadata?: Readonly<Record<string, string>>
  })[]
}

export type BchBlock = {
  hash?: string
  size?: number
  height?: number
  version?: number
  merkleroot?: string
  tx?: BchTx[]
  /** Seconds. */
  time?: number
  nonce?: number
  difficulty?: number
  confirmations?: number
  previousblockhash?: string
  nextblockhash?: string
}

export type BchGenerateAddress200Response = {
  address: string
}

export type BchGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type BchGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type BchGetBlockArguments = {
  /** Hash or height. 1 to 100 characters. */
  hash: string
}

export type BchGetBlockChainInfoArguments = Readonly<Record<string, never>>

export type BchGetBlockHash200Response = {
  hash?: string
}

export type BchGetBlockHashArguments = {
  /** Height of the block. */
  i: number
}

export type BchGetRawTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type BchGetTxByAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** Number of transactions to skip, newest first. */
  skip?: number
}

export type BchInfo = {
  /** Main, test or regtest. */
  chain?: string
  /** Height of the last block. */
  blocks?: number
  bestblockhash?: string
  difficulty?: number
}

export type BchRpcDriverArguments = {
  /** Request in the format of the chain. */
  body: Readonly<Record<string, unknown>>
}

export type BchTransaction = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: BchTransactionFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: BchTransactionToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BchTransactionFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** Amount of the output, in coins; optional, but must match the chain. */
  amount?: number | string
  /** Address of the output; optional, but must match the chain. 0 to 100 characters. */
  address?: string
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type BchTransactionKMS = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: BchTransactionKMSFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: BchTransactionToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BchTransactionKMSFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  signatureIdIndex?: number
  /** Amount of the output, in coins; optional, but must match the chain. */
  amount?: number | string
  /** Address of the output; optional, but must match the chain. 0 to 100 characters. */
  address?: string
}

export type BchTransactionToInner = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type BchTx = {
  txid?: string
  version?: number
  locktime?: number
  vin?: BchTxVinInner[]
  vout?: BchTxVoutInner[]
}

export type BchTxVinInner = {
  txid?: string
  vout?: number
  scriptSig?: BchTxVinInnerScriptSig
  /** Script of a coinbase input, which spends nothing. */
  coinbase?: string
  sequence?: number
}

export type BchTxVinInnerScriptSig = {
  asm?: string
  hex?: string
}

export type BchTxVoutInner = {
  /** In BCH. */
  value?: number | ExactNumber
  n?: number
  scriptPubKey?: BchTxVoutInnerScriptPubKey
}

export type BchTxVoutInnerScriptPubKey = {
  asm?: string
  hex?: string
  type?: string
  addresses?: string[]
}

export type BlockAmountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Free text. 1 to 100 characters. */
  type: string
  /** Free text. 1 to 300 characters. */
  description?: string
  /** Refuses to block more than the available balance. */
  ensureSufficientBalance?: boolean
}

export type Blockage = {
  /** 24-character ID. */
  id: string
  /** Account of which the amount is blocked. */
  accountId: string
  /** Decimal text in the currency of the account. */
  amount: string
  /** Free text. */
  type: string
  /** Free text. */
  description?: string
}

export type BlockchainFee = {
  /** Per unit of gas, in wei; or per virtual byte, in base units. */
  fast: number | ExactNumber
  /** As fast. */
  medium: number | ExactNumber
  /** As fast. */
  slow: number | ExactNumber
  /** Ethereum: base fee of the next block, in wei. */
  baseFee?: number | ExactNumber
  /** Time of the estimate. */
  time: string
  /** Newest block. */
  block: number
}

export type BnbAccount = {
  account_number?: number
  address?: string
  balances?: BnbAccountBalancesInner[]
  flags?: number
  /** Sequence of its next transaction. */
  sequence?: number
}

export type BnbAccountBalancesInner = {
  free?: string
  frozen?: string
  locked?: string
  symbol?: string
}

export type BnbBlock = {
  timestamp?: number
  blockHeight?: number
  tx?: BnbTransaction[]
}

export type BnbGenerateWalletArguments = Readonly<Record<string, never>>

export type BnbGetAccountArguments = {
  /** Address. 1 to 100 characters. */
  address: string
}

export type BnbGetBlockArguments = {
  /** Height of the block. */
  height: number
}

export type BnbGetCurrentBlockArguments = Readonly<Record<string, never>>

export type BnbGetTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type BnbGetTxByAccountArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** First time, in milliseconds since 1970; the two are less than 7 days apart. */
  startTime: number
  /** Last time, in milliseconds since 1970; the two are less than 7 days apart. */
  endTime: number
  /** Number of transactions; 10 if absent. 1 to 50. */
  limit?: number
  /** Transactions to skip. 0 to 10000. */
  offset?: number
  /** Symbol of the asset. 1 to 50 characters. */
  asset?: string
  /** Whether the address is the sender or the recipient. */
  addressType?: 'FROM' | 'TO'
}

export type BnbTransaction = {
  txHash?: string
  blockHeight?: number
  txType?: string
  timeStamp?: string
  fromAddr?: string
  toAddr?: string
  /** Amount of txAsset. */
  value?: string
  txAsset?: string
  /** In BNB. */
  txFee?: string
  /** 0, if it succeeded. */
  code?: number
  memo?: string
  source?: number
  sequence?: number
}

export type BnbTx = {
  /** 0, if it succeeded. */
  code?: number
  hash?: string
  height?: string
  log?: string
  ok?: boolean
  tx?: BnbTxTx
}

export type BnbTxInAccount = {
  total?: number
  tx?: BnbTransaction[]
}

export type BnbTxTx = {
  type?: string
  value?: BnbTxTxValue
}

export type BnbTxTxValue = {
  memo?: string
  msg?: BnbTxTxValueMsgInner[]
  signatures?: BnbTxTxValueSignaturesInner[]
  source?: string
}

export type BnbTxTxValueMsgInner = {
  type?: string
  value?: BnbTxTxValueMsgInnerValue
}

export type BnbTxTxValueMsgInnerValue = {
  inputs?: BnbTxTxValueMsgInnerValueInputsInner[]
  outputs?: BnbTxTxValueMsgInnerValueOutputsInner[]
}

export type BnbTxTxValueMsgInnerValueInputsInner = {
  address?: string
  coins?: BnbTxTxValueMsgInnerValueInputsInnerCoinsInner[]
}

export type BnbTxTxValueMsgInnerValueInputsInnerCoinsInner = {
  amount?: string
  denom?: string
}

export type BnbTxTxValueMsgInnerValueOutputsInner = {
  address?: string
  coins?: BnbTxTxValueMsgInnerValueInputsInnerCoinsInner[]
}

export type BnbTxTxValueSignaturesInner = {
  account_number?: string
  pub_key?: BnbTxTxValueSignaturesInnerPubKey
  sequence?: string
  signature?: string
}

export type BnbTxTxValueSignaturesInnerPubKey = {
  type?: string
  value?: string
}

export type BnbWallet = {
  /** Address; on the chain after its first payment. */
  address: string
  /** Private key, 64 hex digits. */
  privateKey: string
}

export type Broadcast = {
  /** Signed transaction, in the format of the chain. 1 to 500000 characters. */
  txData: string
  /** ID of the pending signature that this transaction completes, once a node has it. */
  signatureId?: string
}

export type BroadcastKMS = {
  /** Signed transaction, in the format of the chain. 1 to 500000 characters. */
  txData: string
  /** ID of the pending signature that this transaction completes, once a node has it. */
  signatureId?: string
  /** Derivation index of the wallet; accepted and not used. */
  index?: number
}

export type BroadcastResponse = {
  /** Whether a node has the transaction. */
  completed?: boolean
  /** ID of the transaction. */
  txId?: string
  /** ID of the withdrawal. */
  id?: string
  /** Without completed: what comes next. */
  message?: string
  /** Without completed: 200. */
  statusCode?: number
  /** Without completed: withdrawal.not.completed. */
  errorCode?: string
}

export type BroadcastWithdrawal = {
  /** Code of the chain. 2 to 40 characters. */
  currency: string
  /** Signed transaction, in the format of the chain. 1 to 500000 characters. */
  txData: string
  /** 24-character ID. */
  withdrawalId?: string
  /** ID of the pending signature of the withdrawal. */
  signatureId?: string
}

export type BscEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type BtcBasedBalance = {
  /** Total received, in coins, including the mempool. */
  incoming?: string
  /** Total sent, in coins, including the mempool. */
  outgoing?: string
  /** Of it, what waits in the mempool. */
  incomingPending?: string
  /** Of it, what waits in the mempool. */
  outgoingPending?: string
}

export type BtcBlock = {
  hash?: string
  version?: number
  prevBlock?: string
  merkleRoot?: string
  /** Seconds. */
  time?: number
  bits?: number
  nonce?: number
  height?: number
  /** Number of blocks from this one to the last, inclusive. */
  depth?: number
  txs?: BtcTx[]
}

export type BtcBlockHash = {
  hash?: string
}

export type BtcGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type BtcGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type BtcGetBalanceOfAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
}

export type BtcGetBalanceOfAddressBatchArguments = {
  /** Up to 50 addresses of the chain, separated by commas. 1 to 5050 characters. */
  addresses: string
}

export type BtcGetBlockArguments = {
  /** Hash or height. 1 to 100 characters. */
  hash: string
}

export type BtcGetBlockChainInfoArguments = Readonly<Record<string, never>>

export type BtcGetBlockHashArguments = {
  /** Height of the block. */
  i: number
}

export type BtcGetMempoolArguments = Readonly<Record<string, never>>

export type BtcGetRawTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type BtcGetTxByAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockFrom?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockTo?: number
  /** Outgoing: the address spends something; incoming: all others. */
  txType?: 'incoming' | 'outgoing'
}

export type BtcGetTxByAddressBatch = {
  /** Outgoing: the address spends something; incoming: all others. */
  txType?: 'incoming' | 'outgoing'
  /** At most 50 items. */
  addresses: string[]
}

export type BtcGetUTXOArguments = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  hash: string
  /** Index of the output, from 0. */
  index: number
}

export type BtcInfo = {
  /** Main, test or regtest. */
  chain?: string
  /** Height of the last block. */
  blocks?: number
  bestblockhash?: string
  difficulty?: number
  headers?: number
}

export type BtcRpcDriverArguments = {
  /** Request in the format of the chain. */
  body: Readonly<Record<string, unknown>>
}

export type BtcTransactionFromAddress = {
  /** Addresses whose outputs may be spent. At most 100 items. */
  fromAddress: BtcTransactionFromAddressSource[]
  /** Recipients and amounts. At most 3000 items. */
  to: BtcTransactionFromAddressTarget[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BtcTransactionFromAddressKMS = {
  /** Addresses whose outputs may be spent. At most 100 items. */
  fromAddress: BtcTransactionFromAddressKMSSource[]
  /** Recipients and amounts. At most 3000 items. */
  to: BtcTransactionFromAddressKMSTarget[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BtcTransactionFromAddressKMSSource = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  index?: number
}

export type BtcTransactionFromAddressKMSTarget = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type BtcTransactionFromAddressSource = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 1 to 100 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type BtcTransactionFromAddressTarget = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type BtcTransactionFromUTXO = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: BtcTransactionFromUTXOSource[]
  /** Recipients and amounts. At most 3000 items. */
  to: BtcTransactionFromUTXOTarget[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BtcTransactionFromUTXOKMS = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: BtcTransactionFromUTXOKMSSource[]
  /** Recipients and amounts. At most 3000 items. */
  to: BtcTransactionFromUTXOKMSTarget[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type BtcTransactionFromUTXOKMSSource = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  signatureIdIndex?: number
}

export type BtcTransactionFromUTXOKMSTarget = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type BtcTransactionFromUTXOSource = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type BtcTransactionFromUTXOTarget = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type BtcTx = {
  hash?: string
  hex?: string
  witnessHash?: string
  /** In satoshis; absent if the node does not report the spent outputs. */
  fee?: number | ExactNumber
  /** Satoshis per 1,000 virtual bytes. */
  rate?: number | ExactNumber
  /** Absent while the transaction is in the mempool. */
  blockNumber?: number
  /** Hash of its block. */
  block?: string
  /** Time of its block, in seconds. */
  time?: number
  /** Position in the block; present in a block only. */
  index?: number
  version?: number
  inputs?: BtcTxInput[]
  outputs?: BtcTxOutput[]
  locktime?: number
}

export type BtcTxInput = {
  prevout?: BtcTxInputPrevOut
  script?: string
  /** Serialized witness: the number of items, then each item. */
  witness?: string
  sequence?: number
  coin?: BtcTxInputCoin
}

export type BtcTxInputCoin = {
  blockNumber?: number
  /** In satoshis, 10^-8 of a coin. */
  value?: number | ExactNumber
  script?: string
  address?: string
  coinbase?: boolean
}

export type BtcTxInputPrevOut = {
  hash?: string
  index?: number
}

export type BtcTxOutput = {
  /** In satoshis, 10^-8 of a coin. */
  value?: number | ExactNumber
  script?: string
  address?: string
}

export type BtcUTXO = {
  /** Version of the transaction; absent if the node cannot report it. */
  version?: number
  /** Absent while the transaction is in the mempool. */
  height?: number
  /** In satoshis, 10^-8 of a coin. */
  value?: number | ExactNumber
  script?: string
  address?: string
  coinbase?: boolean
  hash?: string
  index?: number
}

export type BurnMultiTokenArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type BurnMultiTokenBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type BurnMultiTokenBatchCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type BurnMultiTokenBatchKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type BurnMultiTokenBatchKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type BurnMultiTokenCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type BurnMultiTokenKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type BurnMultiTokenKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address that has the tokens. 42 to 42 characters. */
  account: string
  /** Accepted and not used. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CallCeloReadSmartContractMethod = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
}

export type CallCeloSmartContractMethod = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Amount of the native coin to send with the call. */
  amount?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Currency of the fee: CELO, CUSD, CEUR, or a token that the configuration marks as a fee currency. 1 to 50 characters. */
  feeCurrency: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type CallCeloSmartContractMethodKMS = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Currency of the fee: CELO, CUSD, CEUR, or a token that the configuration marks as a fee currency. 1 to 50 characters. */
  feeCurrency: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CallPolygonSmartContractMethod = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Amount of the native coin to send with the call. */
  amount?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type CallPolygonSmartContractMethodCaller = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Amount of the native coin to send with the call. */
  amount?: string
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  caller: string
}

export type CallPolygonSmartContractMethodKMS = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CallPolygonSmartContractReadMethod = {
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
}

export type CallReadSmartContractMethodArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
}

export type CallSmartContractMethod200Response = TransactionHash | SignatureId | Data

export type CallSmartContractMethodArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Amount of the native coin to send with the call. */
  amount?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type CallSmartContractMethodKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address. 42 to 42 characters. */
  contractAddress: string
  /** Name of the method. 1 to 500 characters. */
  methodName: string
  /** ABI of the method, as the compiler writes it. */
  methodABI: Record<never, never>
  /** Parameters of the method, in order. Write numbers of more than 15 digits as text. At most 1000 items. */
  params: unknown[]
  /** Amount of the native coin to send with the call. */
  amount?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CancelInProgressWithdrawalArguments = {
  /** ID of the withdrawal. 24 to 24 characters. */
  id: string
  /** False: only the amount comes back, the fee stays paid. Default `true`. */
  revert?: boolean
}

export type CeloBlock = {
  difficulty?: string
  extraData?: string
  /** Whole number. */
  gasLimit?: number | ExactNumber
  /** Whole number. */
  gasUsed?: number | ExactNumber
  hash?: string
  logsBloom?: string
  miner?: string
  mixHash?: string
  nonce?: string
  /** Whole number. */
  number?: number | ExactNumber
  parentHash?: string
  receiptsRoot?: string
  sha3Uncles?: string
  /** Whole number. */
  size?: number | ExactNumber
  stateRoot?: string
  /** Seconds. */
  timestamp?: number | ExactNumber
  totalDifficulty?: string
  transactionsRoot?: string
  transactions?: CeloTx[]
}

export type CeloEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type CeloGenerateAddress200Response = {
  address: string
}

export type CeloGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type CeloGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type CeloGetBalance200Response = {
  celo: string
  /** Absent if the network does not have this token. */
  cUsd?: string
  /** Absent if the network does not have this token. */
  cEur?: string
}

export type CeloGetBalanceArguments = {
  /** Address. 1 to 100 characters. */
  address: string
}

export type CeloGetBlockArguments = {
  /** Hash or number. 1 to 100 characters. */
  hash: string
}

export type CeloGetCurrentBlockArguments = Readonly<Record<string, never>>

export type CeloGetTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type CeloGetTransactionByAddressArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** First block. */
  from?: number
  /** Last block. */
  to?: number
  /** ASC begins with the oldest. Default `DESC`. */
  sort?: 'ASC' | 'DESC'
}

export type CeloGetTransactionCountArguments = {
  /** Address. 42 to 42 characters. */
  address: string
}

export type CeloTx = {
  /** Absent while the transaction is pending, like all fields of its block and receipt. */
  blockHash?: string
  /** Whether the transaction succeeded; absent in the list of a block. */
  status?: boolean
  /** Whole number. */
  blockNumber?: number | ExactNumber
  from?: string
  /** Whole number. */
  gas?: number | ExactNumber
  /** Wei. */
  gasPrice?: string
  transactionHash?: string
  input?: string
  /** Whole number. */
  nonce?: number | ExactNumber
  /** Absent if the transaction creates a contract. */
  to?: string
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  /** Wei. */
  value?: string
  /** Whole number. */
  gasUsed?: number | ExactNumber
  /** Whole number. */
  cumulativeGasUsed?: number | ExactNumber
  /** Address of the contract that it created. */
  contractAddress?: string
  logs?: CeloTxLogsInner[]
  /** Address of the token that pays the fee. */
  feeCurrency?: string
}

export type CeloTxLogsInner = {
  address?: string
  topics?: string[]
  data?: string
  /** Whole number. */
  logIndex?: number | ExactNumber
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  transactionHash?: string
}

/** Chain, as the ledger names its currency. */
export type ChainAsTheLedgerNamesItsCurrency =
  | 'ADA'
  | 'ALGO'
  | 'BCH'
  | 'BNB'
  | 'BSC'
  | 'BTC'
  | 'CELO'
  | 'DOGE'
  | 'EGLD'
  | 'ETH'
  | 'FLOW'
  | 'KCS'
  | 'KLAY'
  | 'LTC'
  | 'MATIC'
  | 'ONE'
  | 'SOL'
  | 'TRON'
  | 'VET'
  | 'XDC'
  | 'XLM'
  | 'XRP'

/** Chain of the wallet. */
export type ChainOfTheWallet =
  | 'BTC'
  | 'LTC'
  | 'DOGE'
  | 'BCH'
  | 'ETH'
  | 'MATIC'
  | 'CELO'
  | 'BSC'
  | 'KLAY'
  | 'KCS'
  | 'ONE'
  | 'XDC'
  | 'XRP'
  | 'TRON'
  | 'XLM'
  | 'SOL'
  | 'EGLD'
  | 'BNB'

export type Chart = {
  /** When the span begins, in epoch milliseconds. */
  timestamp: number
  high: string
  low: string
  /** The first price. */
  open: string
  /** The last price. */
  close: string
  /** How much of the first currency was traded. */
  volume: string
}

export type ChartRequestArguments = {
  direction?: 'asc' | 'desc'
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair: string
  /** Epoch milliseconds. */
  from: number
  /** Epoch milliseconds. */
  to: number
  timeFrame: 'MIN_1' | 'MIN_3' | 'MIN_5' | 'MIN_15' | 'MIN_30' | 'HOUR_1' | 'HOUR_4' | 'HOUR_12' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
}

export type CompletePendingSignatureArguments = {
  /** ID of the pending signature: the signatureId that the sending call returned. 24 to 36 characters. */
  id: string
  /** ID of the transaction that was signed and sent. 10 to 88 characters. */
  txId: string
}

export type CompleteWithdrawalArguments = {
  /** ID of the withdrawal. 10 to 50 characters. */
  id: string
  /** ID of the transaction on the chain. 10 to 88 characters. */
  txId: string
}

export type Consumption = {
  /** MM/DD/YYYY, UTC. */
  day: string
  /** Credits. */
  usage: number
}

export type CreateAccount = {
  /** A chain, token or fiat code, or the name of a virtual currency. 2 to 40 characters. */
  currency: string
  customer?: CustomerRegistration
  /** Accepted for compatibility, without effect: there is no compliance check. */
  compliant?: boolean
  /** Bookkeeping code of the account. 1 to 50 characters. */
  accountCode?: string
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type CreateAccountBatch = {
  /** At most 1000 items. */
  accounts: ({
    /** A chain, token or fiat code, or the name of a virtual currency. 2 to 40 characters. */
    currency: string
    customer?: CustomerRegistration
    /** Accepted for compatibility, without effect: there is no compliance check. */
    compliant?: boolean
    /** Bookkeeping code of the account. 1 to 50 characters. */
    accountCode?: string
    /** ISO 4217 code. */
    accountingCurrency?: ISO4217Code | (string & {})
    /** Number of the account in an external system. 1 to 50 characters. */
    accountNumber?: string
    /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
    metadata?: Readonly<Record<string, string>>
    /** Extended public key of the wallet, or an address on a chain without xpub. 1 to 192 characters. */
    xpub?: string
    /** Index of the deposit address, instead of the next one. It is above the last one of the xpub; those that it skips are never used. */
    index?: number
  })[]
}

export type CreateAccountXpub = {
  /** A chain, token or fiat code, or the name of a virtual currency. 2 to 40 characters. */
  currency: string
  customer?: CustomerRegistration
  /** Accepted for compatibility, without effect: there is no compliance check. */
  compliant?: boolean
  /** Bookkeeping code of the account. 1 to 50 characters. */
  accountCode?: string
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
  /** Extended public key of the wallet, or an address on a chain without xpub. 1 to 192 characters. */
  xpub: string
  /** Index of the deposit address, instead of the next one. It is above the last one of the xpub; those that it skips are never used. */
  index?: number
}

export type CreateErc20 = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals?: number
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
}

export type CreateErc20Address = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals?: number
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
}

export type CreateFutureTrade = {
  type: 'FUTURE_BUY' | 'FUTURE_SELL'
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  price: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair: string
  /** 24-character ID. */
  currency1AccountId: string
  /** 24-character ID. */
  currency2AccountId: string
  /** 24-character ID. */
  feeAccountId?: string
  /** Percent, paid on top, in the currency that the order pays with. 0 to 100. */
  fee?: number
  attr: CreateFutureTradeAttr
}

export type CreateFutureTradeAttr = {
  /** When the future is settled, in epoch milliseconds. */
  sealDate: number
  /** How much of its cost each side blocks until then. Default: 0. 0 to 100. */
  percentBlock?: number
  /** How much of the blocked share somebody pays for what he does not have then. Default: 0. 0 to 100. */
  percentPenalty?: number
}

export type CreateSubscriptionBalanceArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'ACCOUNT_BALANCE_LIMIT'
  attr: CreateSubscriptionBalanceAttr
}

export type CreateSubscriptionBalanceAttr = {
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  limit: string
  /** The balance that is compared. */
  typeOfBalance: 'account' | 'available'
}

export type CreateSubscriptionContractLogEventArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'CONTRACT_LOG_EVENT'
  attr: CreateSubscriptionContractLogEventAttr
}

export type CreateSubscriptionContractLogEventAttr = {
  /** First topic of the logs: the hash of the event. 66 to 66 characters. */
  event: string
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'CELO' | 'KLAY' | 'BSC'
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionIncomingArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  attr: CreateSubscriptionIncomingAttr
}

export type CreateSubscriptionIncomingAttr = {
  /** 24-character ID. */
  id: string
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionIntervalArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'TRANSACTION_HISTORY_REPORT'
  attr: CreateSubscriptionIntervalAttr
}

export type CreateSubscriptionIntervalAttr = {
  /** Hours, counted back from the report. 1 to 720. */
  interval: number
}

export type CreateSubscriptionKMSErrorArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'KMS_FAILED_TX'
  attr: CreateSubscriptionKMSErrorAttr
}

export type CreateSubscriptionKMSErrorAttr = {
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionKMSSuccessArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'KMS_COMPLETED_TX'
  attr: CreateSubscriptionKMSSuccessAttr
}

export type CreateSubscriptionKMSSuccessAttr = {
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionMultiTokenTransferEventArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK'
  attr: CreateSubscriptionMultiTokenTransferEventAttr
}

export type CreateSubscriptionMultiTokenTransferEventAttr = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'CELO' | 'KLAY' | 'BSC'
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionNftTransferEventArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'CONTRACT_NFT_TXS_PER_BLOCK'
  attr: CreateSubscriptionMultiTokenTransferEventAttr
}

export type CreateSubscriptionNotificationArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'ADDRESS_TRANSACTION'
  attr: CreateSubscriptionNotificationAttr
  /** ADDRESS_TRANSACTION: whether a transaction is also told of when it enters the mempool. Default: true on ETH, MATIC, CELO, KLAY and BSC; false on BTC, LTC, BCH and DOGE; other chains have none. */
  mempool?: boolean
}

export type CreateSubscriptionNotificationAttr = {
  /** Address to watch. 13 to 128 characters. */
  address: string
  /** Chain. */
  chain: 'SOL' | 'ETH' | 'MATIC' | 'CELO' | 'KLAY' | 'BTC' | 'LTC' | 'BCH' | 'DOGE' | 'TRON' | 'BSC'
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionPartialTradeMatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'CUSTOMER_PARTIAL_TRADE_MATCH'
  attr: CreateSubscriptionPartialTradeMatchAttr
}

export type CreateSubscriptionPartialTradeMatchAttr = {
  /** Internal ID of the customer. 24 to 24 characters. */
  id: string
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionPendingArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  attr: CreateSubscriptionPendingAttr
}

export type CreateSubscriptionPendingAttr = {
  /** 24-character ID. */
  id: string
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionTradeMatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'CUSTOMER_TRADE_MATCH'
  attr: CreateSubscriptionTradeMatchAttr
}

export type CreateSubscriptionTradeMatchAttr = {
  /** Internal ID of the customer. 24 to 24 characters. */
  id: string
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateSubscriptionTxInTheBlockArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Type. */
  type: 'TRANSACTION_IN_THE_BLOCK'
  attr: CreateSubscriptionTxInTheBlockAttr
}

export type CreateSubscriptionTxInTheBlockAttr = {
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
}

export type CreateTrade = {
  type: 'BUY' | 'SELL'
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  price: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair: string
  /** 24-character ID. */
  currency1AccountId: string
  /** 24-character ID. */
  currency2AccountId: string
  /** 24-character ID. */
  feeAccountId?: string
  /** Percent, paid on top, in the currency that the order pays with. 0 to 100. */
  fee?: number
}

export type CreateTransaction = {
  /** 24-character ID. */
  senderAccountId: string
  /** 24-character ID. */
  recipientAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** The recipient does not see the sender account. Default `false`. */
  anonymous?: boolean
  /** Accepted for compatibility, without effect: there is no compliance check. */
  compliant?: boolean
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Note that sender and recipient see. 1 to 500 characters. */
  recipientNote?: string
  /** Exchange rate of the base pair. */
  baseRate?: number
  /** Seen by the sender. 1 to 500 characters. */
  senderNote?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type CreateTronTrc10Blockchain = {
  /** Address of the sender: the network gives the supply to the issuer. 34 to 34 characters. */
  recipient: string
  /** Name of the token. 1 to 100 characters. */
  name: string
  /** Its abbreviation. 1 to 100 characters. */
  abbreviation: string
  /** Its description. 1 to 100 characters. */
  description: string
  /** Its page. 1 to 100 characters. */
  url: string
  /** Tokens. */
  totalSupply: number | string
  /** Decimals of the token. 0 to 5. */
  decimals: number
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type CreateTronTrc10BlockchainKMS = {
  /** Address of the sender: the network gives the supply to the issuer. 34 to 34 characters. */
  recipient: string
  /** Name of the token. 1 to 100 characters. */
  name: string
  /** Its abbreviation. 1 to 100 characters. */
  abbreviation: string
  /** Its description. 1 to 100 characters. */
  description: string
  /** Its page. 1 to 100 characters. */
  url: string
  /** Tokens. */
  totalSupply: number | string
  /** Decimals of the token. 0 to 5. */
  decimals: number
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CreateTronTrc20Blockchain = {
  /** Address that gets the supply. 34 to 34 characters. */
  recipient: string
  /** Name of the token. 1 to 100 characters. */
  name: string
  /** Its symbol. 1 to 100 characters. */
  symbol: string
  /** Tokens. */
  totalSupply: number | string
  /** Decimals of the token. 0 to 30. */
  decimals: number
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type CreateTronTrc20BlockchainKMS = {
  /** Address that gets the supply. 34 to 34 characters. */
  recipient: string
  /** Name of the token. 1 to 100 characters. */
  name: string
  /** Its symbol. 1 to 100 characters. */
  symbol: string
  /** Tokens. */
  totalSupply: number | string
  /** Decimals of the token. 0 to 30. */
  decimals: number
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type CreateXlmAsset = {
  /** Account that issues the asset. 56 to 56 characters. */
  issuerAccount: string
  /** Code of the asset, which becomes the name of the currency. 1 to 12 characters. */
  token: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
}

export type CreateXrpAsset = {
  /** Account that issues the asset. 33 to 34 characters. */
  issuerAccount: string
  /** Code of the asset in hex, which becomes the name of the currency. 40 to 40 characters. */
  token: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
}

export type CronosEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type CustodialCreateWalletRequest = {
  /** Chain of the wallet. */
  chain: ChainOfTheWallet | (string & {})
}

export type CustodialDeleteWalletArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type CustodialGetWalletArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** True: with the private key. Default `false`. */
  export?: boolean
}

export type CustodialGetWalletsArguments = Readonly<Record<string, never>>

export type CustodialManagedAddress = {
  address: string
  /** Identifies the wallet. */
  walletId: string
  /** Chain of the wallet. */
  chain: ChainOfTheWallet
  /** Only if asked for and allowed. */
  privateKey?: string
}

export type Customer = {
  /** The embedder's own ID of the customer. */
  externalId: string
  /** 24-character ID. */
  id: string
  /** False: no account of the customer can send. */
  enabled: boolean
  /** False once the customer is deactivated. */
  active: boolean
  /** ISO 4217 code. */
  accountingCurrency?: string
  /** ISO 3166-1 alpha-2. */
  customerCountry?: string
  /** ISO 3166-1 alpha-2. */
  providerCountry?: string
  /** Your own values by name. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type CustomerRegistration = {
  /** The embedder's own ID of the customer; anonymize it. 1 to 100 characters. */
  externalId: string
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** ISO 3166-1 alpha-2. */
  customerCountry?: string
  /** ISO 3166-1 alpha-2. */
  providerCountry?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type Data = {
  /** Integers and addresses are text; several values are a list, no value is an empty list. */
  data: DataData
}

export type DataData = Record<never, never> | string | number | unknown[] | boolean

export type DeactivateAccountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeactivateCustomerArguments = {
  /** Internal customer ID. 10 to 50 characters. */
  id: string
}

export type DecideWithdrawalApprovalArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** False refuses it. */
  approve: boolean
}

export type DeleteAccountTradesArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeleteAllBlockAmountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeleteBlockAmountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeletePendingTransactionToSignArguments = {
  /** ID of the pending signature: the signatureId that the sending call returned. 24 to 36 characters. */
  id: string
  /** False: its withdrawal gets back only the amount, not the fee. Default `true`. */
  revert?: boolean
}

export type DeleteSubscriptionArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeleteTradeArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type DeployCeloErc20OffchainKMSAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployCeloErc20OffchainKMSXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployCeloErc20OffchainMnemXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployCeloErc20OffchainMnemonicAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployCeloErc20OffchainPKAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DeployCeloErc20OffchainPKXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DeployErc20Fee = {
  /** Most units of gas. */
  gasLimit: string
  /** Of a unit of gas, in Gwei. */
  gasPrice: string
}

export type DeployErc20OffchainKMSAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployErc20OffchainKMSXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployErc20OffchainMnemXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployErc20OffchainMnemonicAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployErc20OffchainMnemonicAddress200Response = {
  /** Account of the currency, which gets the supply. */
  accountId: string
  /** ID of the transaction. If the call signs it, the service delivers it. */
  txId?: string
  /** ID of the pending signature that the key-management system has to complete. */
  signatureId?: string
}

export type DeployErc20OffchainPKAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Address that holds the supply, and deposit address of the account. 42 to 42 characters. */
  address: string
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DeployErc20OffchainPKXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DeployMultiTokenArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** URL of the metadata of all tokens, where clients put the ID in the place of {id} (ERC-1155). 1 to 500 characters. */
  uri: string
  /** Whether everybody may mint. Default: minters only. It cannot be changed. */
  publicMint?: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type DeployMultiTokenCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** URL of the metadata of all tokens, where clients put the ID in the place of {id} (ERC-1155). 1 to 500 characters. */
  uri: string
  /** Whether everybody may mint. Default: minters only. It cannot be changed. */
  publicMint?: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type DeployMultiTokenCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** URL of the metadata of all tokens, where clients put the ID in the place of {id} (ERC-1155). 1 to 500 characters. */
  uri: string
  /** Whether everybody may mint. Default: minters only. It cannot be changed. */
  publicMint?: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployMultiTokenKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** URL of the metadata of all tokens, where clients put the ID in the place of {id} (ERC-1155). 1 to 500 characters. */
  uri: string
  /** Whether everybody may mint. Default: minters only. It cannot be changed. */
  publicMint?: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployTrcOffchainKMSAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Address that holds the supply, and deposit address of the account. 34 to 34 characters. */
  address: string
  /** Account that deploys the token. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployTrcOffchainKMSXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Extended public key of the wallet that holds the supply. 130 to 130 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** Account that deploys the token. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type DeployTrcOffchainMnemXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Extended public key of the wallet that holds the supply. 130 to 130 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployTrcOffchainMnemonicAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Address that holds the supply, and deposit address of the account. 34 to 34 characters. */
  address: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type DeployTrcOffchainPKAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Address that holds the supply, and deposit address of the account. 34 to 34 characters. */
  address: string
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DeployTrcOffchainPKXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Extended public key of the wallet that holds the supply. 130 to 130 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
} & ({
  /** Private key of the account that deploys the token; accepted only with a testnet API key. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type Deposit = {
  txId: string
  address: string
  timestamp: number
  /** Empty if the chain has no xpub. */
  xpub: string
  derivationKey: number
  amount: string
  status: 'InProgress' | 'Done' | 'Failed'
  accountId: string
  currency: string
  /** Of the entry that credits it, once it is Done. Until then of none. */
  reference: string
  vout: number
  spent: boolean
  blockHeight: number
  blockHash?: string
  from?: string
}

export type DisableCustomerArguments = {
  /** Internal customer ID. 10 to 50 characters. */
  id: string
}

export type DisableWebHookHmacArguments = Readonly<Record<string, never>>

export type DogeBlock = {
  hash?: string
  height?: number
  size?: number
  confirmations?: number
  /** Present if the node reports it. */
  weight?: number
  version?: number
  previousblockhash?: string
  merkleRoot?: string
  /** Seconds. */
  time?: number
  bits?: number
  nonce?: number
  txs?: DogeTx[]
}

export type DogeGenerateAddress200Response = {
  address: string
}

export type DogeGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type DogeGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type DogeGetBalanceOfAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
}

export type DogeGetBalanceOfAddressBatchArguments = {
  /** Up to 50 addresses of the chain, separated by commas. 1 to 5050 characters. */
  addresses: string
}

export type DogeGetBlockArguments = {
  /** Hash or height. 1 to 100 characters. */
  hash: string
}

export type DogeGetBlockChainInfoArguments = Readonly<Record<string, never>>

export type DogeGetBlockHashArguments = {
  /** Height of the block. */
  i: number
}

export type DogeGetMempoolArguments = Readonly<Record<string, never>>

export type DogeGetRawTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type DogeGetTxByAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockFrom?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockTo?: number
  /** Outgoing: the address spends something; incoming: all others. */
  txType?: 'incoming' | 'outgoing'
}

export type DogeGetUTXOArguments = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  hash: string
  /** Index of the output, from 0. */
  index: number
}

export type DogeInfo = {
  /** Main, test or regtest. */
  chain?: string
  /** Height of the last block. */
  blocks?: number
  bestblockhash?: string
  difficulty?: number
  headers?: number
}

export type DogeRpcDriverArguments = {
  /** Request in the format of the chain. */
  body: Readonly<Record<string, unknown>>
}

export type DogeTransactionUTXO = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: DogeTransactionUTXOFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: DogeTransactionUTXOKMSToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type DogeTransactionUTXOFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** Amount of the output, in DOGE. 0 to 38 characters. */
  value: string
  /** Address of the output. 0 to 100 characters. */
  address: string
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type DogeTransactionUTXOKMS = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: DogeTransactionUTXOKMSFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: DogeTransactionUTXOKMSToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type DogeTransactionUTXOKMSFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  signatureIdIndex?: number
  /** Amount of the output, in DOGE. 0 to 38 characters. */
  value: string
  /** Address of the output. 0 to 100 characters. */
  address: string
}

export type DogeTransactionUTXOKMSToInner = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type DogeTx = {
  hash?: string
  size?: number
  vsize?: number
  version?: number
  vin?: DogeTxVinInner[]
  vout?: DogeTxVoutInner[]
  locktime?: number
}

export type DogeTxByAddress = {
  hash?: string
  witnessHash?: string
  /** In DOGE; absent if the node does not report the spent outputs. */
  fee?: string
  /** DOGE per 1,000 virtual bytes. */
  rate?: string
  /** Absent while the transaction is in the mempool. */
  blockNumber?: number
  /** Hash of its block. */
  block?: string
  /** Time of its block, in seconds. */
  time?: number
  /** Position in the block; present in a block only. */
  index?: number
  version?: number
  inputs?: DogeTxByAddressInputsInner[]
  outputs?: DogeTxByAddressOutputsInner[]
  locktime?: number
}

export type DogeTxByAddressInputsInner = {
  prevout?: DogeTxByAddressInputsInnerPrevout
  script?: string
  /** Serialized witness: the number of items, then each item. */
  witness?: string
  sequence?: number
  coin?: DogeTxByAddressInputsInnerCoin
}

export type DogeTxByAddressInputsInnerCoin = {
  height?: number
  /** In DOGE. */
  value?: string
  script?: string
  address?: string
  coinbase?: boolean
}

export type DogeTxByAddressInputsInnerPrevout = {
  hash?: string
  index?: number
}

export type DogeTxByAddressOutputsInner = {
  /** In DOGE. */
  value?: string
  script?: string
  address?: string
}

export type DogeTxVinInner = {
  txid?: string
  vout?: number
  scriptSig?: DogeTxVinInnerScriptSig
  sequence?: number
}

export type DogeTxVinInnerScriptSig = {
  asm?: string
  hex?: string
}

export type DogeTxVoutInner = {
  /** In DOGE. */
  value?: number | ExactNumber
  n?: number
  scriptPubKey?: DogeTxVoutInnerScriptPubKey
}

export type DogeTxVoutInnerScriptPubKey = {
  asm?: string
  hex?: string
  type?: string
  addresses?: string[]
}

export type DogeUTXO = {
  scriptPubKey?: DogeTxVoutInnerScriptPubKey
  /** Version of the transaction; absent if the node cannot report it. */
  version?: number
  /** Absent while the transaction is in the mempool. */
  height?: number
  /** In DOGE. */
  value?: number | ExactNumber
  coinbase?: boolean
  /** Hash of the last block at the time of the call. */
  bestblock?: string
}

export type EGldGetCurrentBlockArguments = Readonly<Record<string, never>>

export type EgldAddressOfMnemonic = {
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type EgldBlock = {
  nonce?: number
  round?: number
  hash?: string
  prevBlockHash?: string
  epoch?: number
  numTxs?: number
  shardBlocks?: EgldShardBlock[]
  transactions?: EgldTx[]
}

export type EgldEstimateGas200Response = {
  /** Base units (10^-18 EGLD) for a unit of gas. */
  gasPrice: number | ExactNumber
  /** Units of gas. */
  gasLimit: number | ExactNumber
}

export type EgldGenerateAddress200Response = {
  address: string
}

export type EgldGenerateAddressArguments = {
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type EgldGenerateWallet200Response = {
  /** 24 words, or the words of the request. */
  mnemonic: string
}

export type EgldGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type EgldGetBalance200Response = {
  /** EGLD. */
  balance: string
}

export type EgldGetBalanceArguments = {
  /** Address (erd1…). 62 to 62 characters. */
  address: string
}

export type EgldGetBlockArguments = {
  /** Nonce or hash of a hyperblock. */
  hash: string
}

export type EgldGetTransactionAddressArguments = {
  /** Address (erd1…). 62 to 62 characters. */
  address: string
}

export type EgldGetTransactionArguments = {
  /** Hash of the transaction. 64 to 64 characters. */
  hash: string
}

export type EgldGetTransactionCountArguments = {
  /** Address (erd1…). 62 to 62 characters. */
  address: string
}

export type EgldNodeProxyGetArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey?: string
  /** Path on the node, with its query; for chains whose nodes take paths. 0 to 2048 characters. */
  rpcPath?: string
}

export type EgldNodeProxyPostArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey?: string
  /** Path on the node, with its query; for chains whose nodes take paths. 0 to 2048 characters. */
  rpcPath?: string
  /** Request in the format of the chain. */
  body: Readonly<Record<string, unknown>>
}

export type EgldShardBlock = {
  hash?: string
  nonce?: number
  shard?: number
}

export type EgldTx = {
  type?: string
  nonce?: number
  round?: number
  epoch?: number
  /** Base units (10^-18 EGLD). */
  value?: string
  receiver?: string
  sender?: string
  gasPrice?: number
  gasLimit?: number
  /** Base64. */
  data?: string
  signature?: string
  sourceShard?: number
  destinationShard?: number
  blockNonce?: number
  blockHash?: string
  miniblockHash?: string
  timestamp?: number
  /** Success also when its execution failed: see docs/multiversx.md. */
  status?: string
  hyperblockNonce?: number
  hyperblockHash?: string
}

export type EnableCustomerArguments = {
  /** Internal customer ID. 10 to 50 characters. */
  id: string
}

export type EntitiesCount = {
  total: number
}

export type Erc20AddressArguments = {
  /** Chain of the token. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KCS' | 'KLAY' | 'MATIC' | 'ONE' | 'SOL' | 'XDC'
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Address that holds the supply, and deposit address of the account. 42 to 44 characters. */
  address: string
}

export type Erc20Arguments = {
  /** Chain of the token. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KCS' | 'KLAY' | 'MATIC' | 'ONE' | 'SOL' | 'XDC'
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Extended public key of the wallet that holds the supply. 1 to 150 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
}

export type Erc20Response = {
  /** Account of the currency. */
  accountId?: string
  /** Address that holds the supply. */
  address?: string
}

export type EstimateFee = {
  /** Chain. */
  chain: 'CELO' | 'ETH' | 'BSC' | 'XDC' | 'ONE' | 'MATIC' | 'KLAY'
  /** Operation type. Auctions and marketplaces have no contracts here, so they are refused. */
  type: 'DEPLOY_ERC20' | 'DEPLOY_NFT' | 'MINT_NFT' | 'BURN_NFT' | 'TRANSFER_NFT' | 'TRANSFER_ERC20' | 'DEPLOY_AUCTION' | 'DEPLOY_MARKETPLACE'
  /** Sender; required for all types except DEPLOY_…. 42 to 42 characters. */
  sender?: string
  /** Recipient; required for TRANSFER_… and MINT_NFT. 42 to 42 characters. */
  recipient?: string
  /** Address of the token; required for all types except DEPLOY_…. 42 to 42 characters. */
  contractAddress?: string
  /** Amount of the token; required for TRANSFER_ERC20. */
  amount?: string
}

export type EstimateFee200Response = FeeBtcBased | FeeEvmBased

export type EstimateFeeBatchMintNft = {
  /** Chain. */
  chain: 'CELO' | 'ETH' | 'BSC' | 'XDC' | 'ONE' | 'MATIC' | 'KLAY'
  /** Operation type. */
  type: 'MINT_NFT_BATCH'
  /** Who mints, and may. 42 to 43 characters. */
  sender: string
  /** The recipient of each token. At most 1000 items. */
  recipients: string[]
  /** Contract of the tokens. 42 to 43 characters. */
  contractAddress: string
  /** One for each recipient. At most 1000 items. */
  tokenIds: string[]
  /** URLs of the metadata, one for each recipient. At most 1000 items. */
  urls: string[]
}

export type EstimateFeeDeployCustodialWallet = {
  /** Chain. */
  chain: 'CELO' | 'ETH' | 'BSC' | 'XDC' | 'ONE' | 'MATIC' | 'KLAY'
  /** Operation type. */
  type: 'DEPLOY_CUSTODIAL_WALLET_BATCH'
  /** Number of gas pump addresses to activate at once. 1 to 300. */
  batchCount: number
}

export type EstimateFeeFromAddress = {
  /** Chain. */
  chain: 'BTC' | 'LTC' | 'DOGE'
  /** What is estimated. */
  type: 'TRANSFER'
  /** Addresses whose outputs may be spent; the change goes back to the first. At most 100 items. */
  fromAddress: string[]
  /** Recipients and amounts. At most 1000 items. */
  to: EstimateFeeFromAddressToInner[]
}

export type EstimateFeeFromAddressToInner = {
  /** 1 to 110 characters. */
  address: string
  /** Coins. */
  value: number | string
}

export type EstimateFeeFromUTXO = {
  /** Chain. */
  chain: 'BTC' | 'LTC' | 'DOGE'
  /** What is estimated. */
  type: 'TRANSFER'
  /** Outputs to spend; the change goes back to the address of the first. At most 100 items. */
  fromUTXO: EstimateFeeFromUTXOFromUTXOInner[]
  /** Recipients and amounts. At most 1000 items. */
  to: EstimateFeeFromAddressToInner[]
}

export type EstimateFeeFromUTXOFromUTXOInner = {
  /** 64 to 64 characters. */
  txHash: string
  index: number
}

export type EstimateFeeTransferFromCustodial = {
  /** Chain. */
  chain: 'CELO' | 'ETH' | 'BSC' | 'XDC' | 'ONE' | 'MATIC' | 'KLAY'
  /** Operation type. */
  type: 'TRANSFER_CUSTODIAL'
  /** Owner of the custodial address. 42 to 42 characters. */
  sender: string
  /** Recipient. 42 to 42 characters. */
  recipient: string
  /** Activated gas pump address. 42 to 42 characters. */
  custodialAddress: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: native coin. */
  tokenType: 0 | 1 | 2 | 3
  /** Amount of the coin or token; ERC-1155: whole units; ERC-721: ignored. */
  amount: string
  /** Address of the token; required except for the native coin. 42 to 42 characters. */
  contractAddress?: string
  /** For ERC-721 and ERC-1155. */
  tokenId?: string
}

export type EthBalance = {
  /** ETH, without tokens. */
  balance: string
}

export type EthBlock = {
  difficulty?: string
  extraData?: string
  /** Whole number. */
  gasLimit?: number | ExactNumber
  /** Whole number. */
  gasUsed?: number | ExactNumber
  hash?: string
  logsBloom?: string
  miner?: string
  mixHash?: string
  nonce?: string
  /** Whole number. */
  number?: number | ExactNumber
  parentHash?: string
  receiptsRoot?: string
  sha3Uncles?: string
  /** Whole number. */
  size?: number | ExactNumber
  stateRoot?: string
  /** Seconds. */
  timestamp?: number | ExactNumber
  totalDifficulty?: string
  transactionsRoot?: string
  transactions?: EthTx[]
}

export type EthBroadcastArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Signed transaction, in the format of the chain. 1 to 500000 characters. */
  txData: string
  /** ID of the pending signature that this transaction completes, once a node has it. */
  signatureId?: string
  /** Derivation index of the wallet; accepted and not used. */
  index?: number
}

export type EthEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
  /** ERC-20 token to send: amount is then an amount of the token, and data must be left out. 42 to 42 characters. */
  contractAddress?: string
}

export type EthEstimateGasArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
  /** ERC-20 token to send: amount is then an amount of the token, and data must be left out. 42 to 42 characters. */
  contractAddress?: string
}

export type EthEstimateGasBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** At most 100 items. */
  estimations: EthEstimateGas[]
}

export type EthGasEstimation = {
  /** Units of gas. */
  gasLimit: string
  /** Wei; the fast price. */
  gasPrice: string
  /** Wei. */
  estimations: EthGasEstimationDetails
}

export type EthGasEstimationBatch = {
  /** Whether one of them could not be estimated. */
  error: boolean
  /** In the order of the request. */
  result: EthGasEstimationBatchResult[]
}

export type EthGasEstimationBatchResult = {
  error: boolean
  contractAddress?: string
  data?: EthGasEstimationBatchResultData
  /** Why there is no estimate. */
  msg?: string
}

export type EthGasEstimationBatchResultData = {
  /** Units of gas. */
  gasLimit: string
  /** Wei; the fast price. */
  gasPrice: string
  /** Wei. */
  estimations: EthGasEstimationDetails
}

export type EthGasEstimationDetails = {
  safe: string
  standard: string
  fast: string
  baseFee: string
}

export type EthGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGenerateAddressPrivateKeyArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Index of the address in the wallet. */
  index: number
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type EthGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGenerateWalletFromMnemonicArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type EthGetBalanceArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetBlockArguments = {
  /** Hash or number. 1 to 100 characters. */
  hash: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetCurrentBlockArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetInternalTransactionByAddressArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetInternalTransactionByAddress_apiClientArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetTransactionByAddressArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** First block. */
  from?: number
  /** Last block. */
  to?: number
  /** ASC begins with the oldest. Default `DESC`. */
  sort?: 'ASC' | 'DESC'
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthGetTransactionCountArguments = {
  /** Address. 42 to 42 characters. */
  address: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type EthTx = {
  /** Absent while the transaction is pending, like all fields of its block and receipt. */
  blockHash?: string
  /** Whether the transaction succeeded; absent in the list of a block. */
  status?: boolean
  /** Whole number. */
  blockNumber?: number | ExactNumber
  from?: string
  /** Whole number. */
  gas?: number | ExactNumber
  /** Wei. */
  gasPrice?: string
  transactionHash?: string
  input?: string
  /** Whole number. */
  nonce?: number | ExactNumber
  /** Absent if the transaction creates a contract. */
  to?: string
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  /** Wei. */
  value?: string
  /** Whole number. */
  gasUsed?: number | ExactNumber
  /** Whole number. */
  cumulativeGasUsed?: number | ExactNumber
  /** Address of the contract that it created. */
  contractAddress?: string
  logs?: EthTxLog[]
  /** Seconds; absent if the node does not report it. */
  timestamp?: number | ExactNumber
}

export type EthTxInternal = {
  from?: string
  to?: string
  /** Wei. */
  value?: string
  /** Whole number. */
  blockNumber?: number | ExactNumber
  /** Seconds. */
  timeStamp?: string
  /** Hash of the transaction that contains it. */
  hash?: string
  input?: string
  traceId?: string
  /** Call, create, create2 or selfdestruct. */
  type?: string
  errCode?: string
  /** Whole number. */
  gas?: number | ExactNumber
  isError?: string
  /** Whole number. */
  gasUsed?: number | ExactNumber
  contractAddress?: string
}

export type EthTxLog = {
  address?: string
  topics?: string[]
  data?: string
  /** Whole number. */
  logIndex?: number | ExactNumber
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  transactionHash?: string
}

export type ExchangeRate = {
  id: string
  /** Price of one unit in the base pair. */
  value: string
  basePair: string
  timestamp: number
  source: string
  batchId?: string
}

export type FeeBtcBased = {
  /** Total fee, in coins. */
  fast: string
  /** Total fee, in coins. */
  medium: string
  /** Total fee, in coins. */
  slow: string
}

export type FeeEvmBased = {
  /** Units of gas. */
  gasLimit: number | ExactNumber
  /** Of a unit of gas, in wei. */
  gasPrice: number | ExactNumber
}

/** Fiat or crypto code. */
export type FiatOrCryptoCode =
  | 'ADA'
  | 'AED'
  | 'AFN'
  | 'ALGO'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BADA'
  | 'BAM'
  | 'BAT'
  | 'BBCH'
  | 'BBD'
  | 'BBTC'
  | 'BCH'
  | 'BDOT'
  | 'BDT'
  | 'BETH'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BLTC'
  | 'BMD'
  | 'BNB'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSC'
  | 'BSD'
  | 'BTC'
  | 'BTN'
  | 'BUSD'
  | 'BUSD_BSC'
  | 'BWP'
  | 'BXRP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CAKE'
  | 'CDF'
  | 'CELO'
  | 'CEUR'
  | 'CHF'
  | 'CLF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUC'
  | 'CUP'
  | 'CUSD'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOGE'
  | 'DOP'
  | 'DZD'
  | 'EGLD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'ETH'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'FLOW'
  | 'FREE'
  | 'FUSD'
  | 'GBP'
  | 'GEL'
  | 'GGP'
  | 'GHS'
  | 'GIP'
  | 'GMC'
  | 'GMC_BSC'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'IMP'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KCS'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KLAY'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LEO'
  | 'LINK'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTC'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MATIC'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MKR'
  | 'MMK'
  | 'MMY'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'ONE'
  | 'PAB'
  | 'PAX'
  | 'PAXG'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RMD'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOL'
  | 'SOS'
  | 'SRD'
  | 'STD'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRON'
  | 'TRY'
  | 'TTD'
  | 'TUSD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'UNI'
  | 'USD'
  | 'USDC'
  | 'USDC_MATIC'
  | 'USDC_MATIC_NATIVE'
  | 'USDT'
  | 'USDT_MATIC'
  | 'USDT_TRON'
  | 'UYU'
  | 'UZS'
  | 'VEF'
  | 'VET'
  | 'VND'
  | 'VUV'
  | 'WBNB'
  | 'WBTC'
  | 'WST'
  | 'XAF'
  | 'XAG'
  | 'XAU'
  | 'XCD'
  | 'XCON'
  | 'XDC'
  | 'XDR'
  | 'XLM'
  | 'XOF'
  | 'XPF'
  | 'XRP'
  | 'YER'
  | 'ZAR'
  | 'ZMK'
  | 'ZMW'
  | 'ZWL'

export type FindAllCustomersArguments = {
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type FlareEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type FreezeAccountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type FreezeApiKeyArguments = Readonly<Record<string, never>>

export type FreezeTron = {
  /** Address of the sender: today the network freezes for nobody else. 34 to 34 characters. */
  receiver?: string
  /** Taken and not used: today there is none. 3 to 3. */
  duration?: number
  /** What is got for it. */
  resource: 'BANDWIDTH' | 'ENERGY'
  /** TRX, 1 or more. */
  amount: string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type FreezeTronKMS = {
  /** Address of the sender: today the network freezes for nobody else. 34 to 34 characters. */
  receiver?: string
  /** Taken and not used: today there is none. 3 to 3. */
  duration?: number
  /** What is got for it. */
  resource: 'BANDWIDTH' | 'ENERGY'
  /** TRX, 1 or more. */
  amount: string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type FundArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Reference to show instead of the generated one. 1 to 100 characters. */
  reference?: string
  /** Free text, shown as recipientNote. 1 to 500 characters. */
  note?: string
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type GasEstimated = {
  /** Base units of the native coin. */
  gasPrice: string
  /** Units of gas. */
  gasLimit: number | ExactNumber
}

export type GasPumpAddressesActivatedOrNotArguments = {
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'TRON'
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** Index. */
  index: number
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type GasPumpTrxOut = {
  /** Activated by this transaction. */
  valid: ValidGasPumpAddress[]
  /** Not activated by it. */
  invalid: InvalidGasPumpAddress[]
}

export type GenerateCustodialWalletArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'MATIC' | 'ONE'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 42 to 43 characters. */
  owner: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletBatchCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 42 to 43 characters. */
  owner: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletBatchCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 42 to 43 characters. */
  owner: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateCustodialWalletBatchKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 42 to 43 characters. */
  owner: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateCustodialWalletBatchPayerArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 42 to 43 characters. */
  owner: string
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'MATIC' | 'ONE'
  /** The service pays: true. */
  feesCovered: boolean
}

export type GenerateCustodialWalletBatchTron = {
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 34 to 34 characters. */
  owner: string
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletBatchTronKMS = {
  /** How many. 1 to 270. */
  batchCount: number
  /** Who owns them. 34 to 34 characters. */
  owner: string
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateCustodialWalletCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateCustodialWalletKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'MATIC' | 'ONE'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateCustodialWalletTron = {
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type GenerateCustodialWalletTronKMS = {
  /** The address is to hold ERC-20 tokens: it can, whatever is said. */
  enableFungibleTokens: boolean
  /** The address is to hold ERC-721 tokens: it can, whatever is said. */
  enableNonFungibleTokens: boolean
  /** The address is to hold ERC-1155 tokens, which are not on TRON: it can, whatever is said. */
  enableSemiFungibleTokens: boolean
  /** The address is to make batches: it can, whatever is said. */
  enableBatchTransactions: boolean
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type GenerateDepositAddressArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Index of the deposit address, instead of the next one. It is above the last one of the xpub; those that it skips are never used. */
  index?: number
}

export type GenerateTronwalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type GeneratedAddressBtc = {
  address: string
}

export type GeneratedAddressEth = {
  address: string
}

export type GeneratedAddressMatic = {
  address: string
}

export type GetAccountBalanceArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetAccountBalanceAtArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Epoch milliseconds. */
  time: number
}

export type GetAccountByAccountIdArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetAccountsArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Page, from 0. */
  page?: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  sort?: 'asc' | 'desc'
  active?: boolean
  onlyNonZeroBalance?: boolean
  frozen?: boolean
  /** Currency of the account. 1 to 50 characters. */
  currency?: string
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  sortBy?: 'id' | 'account_number' | 'account_balance' | 'available_balance'
}

export type GetAccountsByCustomerIdArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Bookkeeping code. 1 to 50 characters. */
  accountCode?: string
}

export type GetAccountsCountArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Page, from 0. */
  page?: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  sort?: 'asc' | 'desc'
  active?: boolean
  onlyNonZeroBalance?: boolean
  frozen?: boolean
  /** Currency of the account. 1 to 50 characters. */
  currency?: string
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
  sortBy?: 'id' | '_id' | 'account_number' | 'account_balance' | 'available_balance'
}

export type GetAllDepositAddressesArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetAllWebhooksArguments = {
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  direction?: 'asc' | 'desc'
  /** Only those that failed, or only the others. */
  failed?: boolean
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
}

export type GetAllWebhooksCountArguments = {
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  direction?: 'asc' | 'desc'
  /** Only those that failed, or only the others. */
  failed?: boolean
}

export type GetBlockAmountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
}

export type GetBlockAmountByIdArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetBlockchainFeeArguments = {
  /** Chain. */
  chain: 'ETH' | 'BTC' | 'LTC' | 'DOGE'
}

export type GetBuyTradesArguments = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  tradeType?: 'FUTURE_BUY' | 'BUY'
}

export type GetCreditsArguments = Readonly<Record<string, never>>

export type GetCurrencyArguments = {
  /** Name of the currency. 3 to 100 characters. */
  name: string
}

export type GetCustomerByExternalOrInternalIdArguments = {
  /** Internal or external ID. 1 to 100 characters. */
  id: string
}

export type GetDepositsArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Page, from 0. */
  page?: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  sort?: 'asc' | 'desc'
  status?: 'Done' | 'InProgress'
  /** Currency of the deposit. 1 to 50 characters. */
  currency?: string
  /** Chain transaction. 10 to 88 characters. */
  txId?: string
  /** Address that received. 1 to 200 characters. */
  to?: string
  /** Account that was credited. 1 to 100 characters. */
  accountId?: string
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
}

export type GetDepositsCountArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Page, from 0. */
  page?: number
  /** Items to skip. */
  offset?: number
  /** Direction. */
  sort?: 'asc' | 'desc'
  status?: 'Done' | 'InProgress'
  /** Currency of the deposit. 1 to 50 characters. */
  currency?: string
  /** Chain transaction. 10 to 88 characters. */
  txId?: string
  /** Address that received. 1 to 200 characters. */
  to?: string
  /** Account that was credited. 1 to 100 characters. */
  accountId?: string
}

export type GetExchangeRateArguments = {
  /** Fiat or crypto code. */
  currency: FiatOrCryptoCode | (string & {})
  /** Fiat or crypto code. Default `EUR`. */
  basePair?: FiatOrCryptoCode | (string & {})
}

export type GetHistoricalTradesArguments = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  types?: 'FUTURE_BUY' | 'BUY' | 'FUTURE_SELL' | 'SELL' | ('FUTURE_BUY' | 'BUY' | 'FUTURE_SELL' | 'SELL')[]
}

export type GetPendingTransactionToSignArguments = {
  /** ID of the pending signature: the signatureId that the sending call returned. 24 to 36 characters. */
  id: string
}

export type GetPendingTransactionsToSignArguments = {
  /** Chain, as the ledger names its currency. */
  chain: ChainAsTheLedgerNamesItsCurrency | (string & {})
  /** IDs of wallets, separated by commas. */
  signatures?: string
}

export type GetSellTradesArguments = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  tradeType?: 'FUTURE_SELL' | 'SELL'
}

export type GetSubscriptionReport200Response = Account[] | Transaction[]

export type GetSubscriptionReportArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetSubscriptionsArguments = {
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Only subscriptions to this address. 1 to 100 characters. */
  address?: string
}

export type GetSubscriptionsCountArguments = {
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Only subscriptions to this address. 1 to 100 characters. */
  address?: string
}

export type GetTradeByIdArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type GetTransactionsArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Returns the number of records instead of a page; pageSize and offset are then ignored. */
  count?: boolean
  /** 24-character ID. */
  account?: string
  /** 24-character ID. */
  counterAccount?: string
  /** Epoch milliseconds. */
  from?: number
  /** Epoch milliseconds. */
  to?: number
  /** Currency of the transactions. 1 to 50 characters. */
  currency?: string
  /** All conditions must hold. A debit has a negative amount. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** At most 100 items. */
  currencies?: string[]
  transactionType?: 'FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT'
  /** At most 20 items. */
  transactionTypes?: ('FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT')[]
  opType?: 'PAYMENT' | 'WITHDRAWAL' | 'BLOCKCHAIN_TRANSACTION' | 'EXCHANGE' | 'FAILED' | 'DEPOSIT' | 'MINT' | 'REVOKE'
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Full text of the note to the recipient. 1 to 500 characters. */
  recipientNote?: string
  /** Note of the sender, whole. 1 to 500 characters. */
  senderNote?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type GetTransactionsByAccountId200Response = Transaction[] | number

export type GetTransactionsByAccountIdArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Returns the number of records instead of a page; pageSize and offset are then ignored. */
  count?: boolean
  /** 24-character ID. */
  id: string
  /** 24-character ID. */
  counterAccount?: string
  /** Epoch milliseconds. */
  from?: number
  /** Epoch milliseconds. */
  to?: number
  /** Currency of the transactions. 1 to 50 characters. */
  currency?: string
  /** All conditions must hold. A debit has a negative amount. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** At most 100 items. */
  currencies?: string[]
  transactionType?: 'FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT'
  /** At most 20 items. */
  transactionTypes?: ('FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT')[]
  opType?: 'PAYMENT' | 'WITHDRAWAL' | 'BLOCKCHAIN_TRANSACTION' | 'EXCHANGE' | 'FAILED' | 'DEPOSIT' | 'MINT' | 'REVOKE'
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Full text of the note to the recipient. 1 to 500 characters. */
  recipientNote?: string
  /** Note of the sender, whole. 1 to 500 characters. */
  senderNote?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type GetTransactionsByCustomerIdArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** Returns the number of records instead of a page; pageSize and offset are then ignored. */
  count?: boolean
  /** 24-character ID. */
  id: string
  /** 24-character ID. */
  account?: string
  /** 24-character ID. */
  counterAccount?: string
  /** Epoch milliseconds. */
  from?: number
  /** Epoch milliseconds. */
  to?: number
  /** Currency of the transactions. 1 to 50 characters. */
  currency?: string
  /** All conditions must hold. A debit has a negative amount. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** At most 100 items. */
  currencies?: string[]
  transactionType?: 'FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT'
  /** At most 20 items. */
  transactionTypes?: ('FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'DEBIT_TRANSACTION' | 'CREDIT_INCOMING_PAYMENT')[]
  opType?: 'PAYMENT' | 'WITHDRAWAL' | 'BLOCKCHAIN_TRANSACTION' | 'EXCHANGE' | 'FAILED' | 'DEPOSIT' | 'MINT' | 'REVOKE'
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Full text of the note to the recipient. 1 to 500 characters. */
  recipientNote?: string
  /** Note of the sender, whole. 1 to 500 characters. */
  senderNote?: string
  /** Only those that have all of these values. In a URL: `metadata[name]=value`. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type GetTransactionsByReferenceArguments = {
  /** Reference of the payment. 1 to 100 characters. */
  reference: string
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Items to skip. */
  offset?: number
}

export type GetVersion200Response = {
  version: string
  status: string
  testnet: boolean
  planName: string
  planCode: string
  /** Credits of this calendar month. */
  usage: number
  /** Day of the month on which usage restarts at 0. */
  rolloverDay: number
}

export type GetVersionArguments = Readonly<Record<string, never>>

export type GetWithdrawalApprovalsArguments = {
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** Page, from 0. */
  page?: number
}

export type GetWithdrawalsArguments = {
  /** Currency of the account. 2 to 30 characters. */
  currency?: string
  status?: 'InProgress' | 'Done' | 'Cancelled'
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
}

export type HmacWebHook = {
  /** Key of the digest. 1 to 100 characters. Secret: never stored, logged or repeated in an error. */
  hmacSecret: string
}

/** ISO 3166-1 alpha-2. */
export type ISO31661Alpha2 =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'

/** ISO 4217 code. */
export type ISO4217Code =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GGP'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'IMP'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'STD'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VEF'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XAG'
  | 'XAU'
  | 'XCD'
  | 'XDR'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMK'
  | 'ZMW'
  | 'ZWL'

export type Id = {
  id: string
}

export type InvalidGasPumpAddress = {
  /** Address. */
  address: string
  /** Why not. */
  reason: string
}

export type KcsEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type KlaytnEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type KlaytnEstimateGas200Response = {
  /** Base units of the native coin. */
  gasPrice: string
  /** Units of gas. */
  gasLimit: number | ExactNumber
}

export type KmsBatchErrors = {
  /** At most 1000 items. */
  errors: ({
    /** ID of the pending signature. */
    signatureId: string
    /** What went wrong. */
    error: string
  })[]
}

export type LinkedTransactions = {
  /** In order: each payment may spend what those before it have brought. At most 1000 items. */
  transaction: ({
    /** 24-character ID. */
    senderAccountId: string
    /** 24-character ID. */
    recipientAccountId: string
    /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
    amount: string
    /** The recipient does not see the sender account. Default `false`. */
    anonymous?: boolean
    /** Accepted for compatibility, without effect: there is no compliance check. */
    compliant?: boolean
    /** Bookkeeping code. 1 to 100 characters. */
    transactionCode?: string
    /** ID of the payment in an external system. 1 to 100 characters. */
    paymentId?: string
    /** Note that sender and recipient see. 1 to 500 characters. */
    recipientNote?: string
    /** Exchange rate of the base pair. */
    baseRate?: number
    /** Seen by the sender. 1 to 500 characters. */
    senderNote?: string
    /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
    metadata?: Readonly<Record<string, string>>
  })[]
}

export type ListOderBookActiveBuyBody = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  /** All conditions on the amount must hold. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on what has been traded must hold. At most 20 items. */
  fill?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the price must hold. At most 20 items. */
  price?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the time must hold, in epoch milliseconds. At most 20 items. */
  created?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** The first one that tells two orders apart decides. Default: the newest first. At most 10 items. */
  sort?: ('PRICE_ASC' | 'PRICE_DESC' | 'CREATED_ASC' | 'CREATED_DESC' | 'AMOUNT_ASC' | 'AMOUNT_DESC' | 'FILL_ASC' | 'FILL_DESC' | 'FEE_ASC' | 'FEE_DESC')[]
  /** Items per page. 1 to 50. */
  pageSize: number
  tradeType?: 'FUTURE_BUY' | 'BUY'
}

export type ListOderBookActiveSellBody = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  /** All conditions on the amount must hold. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on what has been traded must hold. At most 20 items. */
  fill?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the price must hold. At most 20 items. */
  price?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the time must hold, in epoch milliseconds. At most 20 items. */
  created?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** The first one that tells two orders apart decides. Default: the newest first. At most 10 items. */
  sort?: ('PRICE_ASC' | 'PRICE_DESC' | 'CREATED_ASC' | 'CREATED_DESC' | 'AMOUNT_ASC' | 'AMOUNT_DESC' | 'FILL_ASC' | 'FILL_DESC' | 'FEE_ASC' | 'FEE_DESC')[]
  /** Items per page. 1 to 50. */
  pageSize: number
  tradeType?: 'FUTURE_SELL' | 'SELL'
}

export type ListOderBookHistoryBody = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  /** All conditions on the amount must hold. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on what has been traded must hold. At most 20 items. */
  fill?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the price must hold. At most 20 items. */
  price?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the time must hold, in epoch milliseconds. At most 20 items. */
  created?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** The first one that tells two orders apart decides. Default: the newest first. At most 10 items. */
  sort?: ('PRICE_ASC' | 'PRICE_DESC' | 'CREATED_ASC' | 'CREATED_DESC' | 'AMOUNT_ASC' | 'AMOUNT_DESC' | 'FILL_ASC' | 'FILL_DESC' | 'FEE_ASC' | 'FEE_DESC')[]
  /** Items per page. 1 to 50. */
  pageSize?: number
  /** At most 4 items. */
  types?: ('FUTURE_BUY' | 'BUY' | 'FUTURE_SELL' | 'SELL')[]
}

export type ListOderBookMatchedBody = {
  /** An account of the orders. 1 to 100 characters. */
  id?: string
  /** The customer of the orders. 1 to 100 characters. */
  customerId?: string
  /** Items to skip. */
  offset?: number
  /** The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API. 1 to 400 characters. */
  cursor?: string
  /** First and second currency, for example "BTC/EUR". 3 to 30 characters. */
  pair?: string
  /** Answers the number of orders instead of a page. */
  count?: boolean
  /** All conditions on the amount must hold. At most 20 items. */
  amount?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on what has been traded must hold. At most 20 items. */
  fill?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the price must hold. At most 20 items. */
  price?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** All conditions on the time must hold, in epoch milliseconds. At most 20 items. */
  created?: ({
    op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
    /** 0 to 40 characters. */
    value: string
  })[]
  /** The first one that tells two orders apart decides. Default: the newest first. At most 10 items. */
  sort?: ('PRICE_ASC' | 'PRICE_DESC' | 'CREATED_ASC' | 'CREATED_DESC' | 'AMOUNT_ASC' | 'AMOUNT_DESC' | 'FILL_ASC' | 'FILL_DESC' | 'FEE_ASC' | 'FEE_DESC')[]
  /** Items per page. 1 to 50. */
  pageSize: number
  type?: 'FUTURE_SELL' | 'FUTURE_BUY'
}

export type LtcBlock = {
  hash?: string
  version?: number
  prevBlock?: string
  merkleRoot?: string
  /** Seconds. */
  time?: number
  bits?: number
  nonce?: number
  blockNumber?: number
  txs?: LtcTx[]
}

export type LtcGenerateAddress200Response = {
  address: string
}

export type LtcGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type LtcGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type LtcGetBalanceOfAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
}

export type LtcGetBlockArguments = {
  /** Hash or height. 1 to 100 characters. */
  hash: string
}

export type LtcGetBlockChainInfoArguments = Readonly<Record<string, never>>

export type LtcGetBlockHash200Response = {
  hash?: string
}

export type LtcGetBlockHashArguments = {
  /** Height of the block. */
  i: number
}

export type LtcGetMempoolArguments = Readonly<Record<string, never>>

export type LtcGetRawTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type LtcGetTxByAddressArguments = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockFrom?: number
  /** Height of a block, inclusive; excludes pending transactions. */
  blockTo?: number
  /** Outgoing: the address spends something; incoming: all others. */
  txType?: 'incoming' | 'outgoing'
}

export type LtcGetUTXOArguments = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  hash: string
  /** Index of the output, from 0. */
  index: number
}

export type LtcInfo = {
  /** Main, test or regtest. */
  chain?: string
  /** Height of the last block. */
  blocks?: number
  bestblockhash?: string
  difficulty?: number
  headers?: number
}

export type LtcTransactionAddress = {
  /** Addresses whose outputs may be spent. At most 100 items. */
  fromAddress: LtcTransactionAddressFromAddressInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: LtcTransactionAddressToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type LtcTransactionAddressFromAddressInner = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 1 to 100 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type LtcTransactionAddressKMS = {
  /** Addresses whose outputs may be spent. At most 100 items. */
  fromAddress: LtcTransactionAddressKMSFromAddressInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: LtcTransactionAddressToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type LtcTransactionAddressKMSFromAddressInner = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  index?: number
}

export type LtcTransactionAddressToInner = {
  /** Address of the chain. 1 to 100 characters. */
  address: string
  /** To be paid, in coins. */
  value: number | string
}

export type LtcTransactionUTXO = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: LtcTransactionUTXOFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: LtcTransactionAddressToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type LtcTransactionUTXOFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** Amount of the output, in coins; optional, but must match the chain. */
  amount?: number | string
  /** Address of the output; optional, but must match the chain. 0 to 100 characters. */
  address?: string
} & ({
  /** Private key in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type LtcTransactionUTXOKMS = {
  /** Outputs to spend, each as a whole. At most 1000 items. */
  fromUTXO: LtcTransactionUTXOKMSFromUTXOInner[]
  /** Recipients and amounts. At most 3000 items. */
  to: LtcTransactionAddressToInner[]
  /** In coins, above zero. Default: the market fee, or the remainder without changeAddress. 0 to 38 characters. */
  fee?: string
  /** Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high. 1 to 100 characters. */
  changeAddress?: string
}

export type LtcTransactionUTXOKMSFromUTXOInner = {
  /** Hash of the transaction that created the output. 64 to 64 characters. */
  txHash: string
  /** Index of the output, from 0. */
  index: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address, if the wallet is a mnemonic. */
  signatureIdIndex?: number
  /** Amount of the output, in coins; optional, but must match the chain. */
  amount?: number | string
  /** Address of the output; optional, but must match the chain. 0 to 100 characters. */
  address?: string
}

export type LtcTx = {
  hash?: string
  witnessHash?: string
  /** In LTC; absent if the node does not report the spent outputs. */
  fee?: string
  /** LTC per 1,000 virtual bytes. */
  rate?: string
  /** Absent while the transaction is in the mempool. */
  blockNumber?: number
  /** Hash of its block. */
  block?: string
  /** Time of its block, in seconds. */
  time?: number
  /** Position in the block; present in a block only. */
  index?: number
  version?: number
  inputs?: LtcTxInputsInner[]
  outputs?: LtcTxOutputsInner[]
  locktime?: number
  /** The same as time. */
  ts?: number
}

export type LtcTxInputsInner = {
  prevout?: LtcTxInputsInnerPrevout
  script?: string
  /** Serialized witness: the number of items, then each item. */
  witness?: string
  sequence?: number
  coin?: LtcTxInputsInnerCoin
}

export type LtcTxInputsInnerCoin = {
  height?: number
  /** In LTC. */
  value?: string
  script?: string
  address?: string
  coinbase?: boolean
}

export type LtcTxInputsInnerPrevout = {
  hash?: string
  index?: number
}

export type LtcTxOutputsInner = {
  /** In LTC. */
  value?: string
  script?: string
  address?: string
}

export type LtcUTXO = {
  /** Version of the transaction; absent if the node cannot report it. */
  version?: number
  /** Absent while the transaction is in the mempool. */
  height?: number
  /** In base units, 10^-8 of a coin. */
  value?: number | ExactNumber
  script?: string
  address?: string
  coinbase?: boolean
  hash?: string
  index?: number
}

export type MarketValue = {
  /** Signed like the amount of the record. If no rate was known: "0", with "none" as source. */
  amount: string
  /** Accounting currency of the account, ISO 4217 code. */
  currency: string
  /** When the rate was valid, epoch milliseconds. */
  sourceDate: number
  /** Who stated the prices. "par": no price was needed; "none": no rate was known, and the amount says nothing. */
  source: string
}

export type MaticBalance = {
  /** MATIC, without tokens. */
  balance: string
}

export type MintMultiTokenArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type MintMultiTokenBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Recipients. At most 1000 items. */
  to: string[]
  /** For each recipient the IDs of its tokens. At most 1000 items. */
  tokenId: (string[])[]
  /** For each recipient how many of each. At most 1000 items. */
  amounts: (string[])[]
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type MintMultiTokenBatchCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Recipients. At most 1000 items. */
  to: string[]
  /** For each recipient the IDs of its tokens. At most 1000 items. */
  tokenId: (string[])[]
  /** For each recipient how many of each. At most 1000 items. */
  amounts: (string[])[]
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type MintMultiTokenBatchKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Recipients. At most 1000 items. */
  to: string[]
  /** For each recipient the IDs of its tokens. At most 1000 items. */
  tokenId: (string[])[]
  /** For each recipient how many of each. At most 1000 items. */
  amounts: (string[])[]
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type MintMultiTokenBatchKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** Recipients. At most 1000 items. */
  to: string[]
  /** For each recipient the IDs of its tokens. At most 1000 items. */
  tokenId: (string[])[]
  /** For each recipient how many of each. At most 1000 items. */
  amounts: (string[])[]
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type MintMultiTokenCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type MintMultiTokenKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type MintMultiTokenKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type MnemonicRequest = {
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type MultiTokenGetAddressBalance200ResponseInner = {
  contractAddress: string
  balances: MultiTokenGetAddressBalance200ResponseInnerBalancesInner[]
}

export type MultiTokenGetAddressBalance200ResponseInnerBalancesInner = {
  tokenId: string
  amount: string
  /** Block of the last change. */
  blockNumber: number
}

export type MultiTokenGetAddressBalanceArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'CELO'
  /** Address. 1 to 100 characters. */
  address: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type MultiTokenGetBalance200Response = {
  /** How many tokens the address has. */
  data: string
}

export type MultiTokenGetBalanceArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'ONE' | 'CELO' | 'BSC'
  /** Address. 1 to 100 characters. */
  contractAddress: string
  /** Address. 1 to 100 characters. */
  address: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type MultiTokenGetBalanceBatchArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'ONE' | 'CELO' | 'BSC'
  /** Address. 1 to 100 characters. */
  contractAddress: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** IDs of tokens, with commas between them. 1 to 7900 characters. */
  tokenId: string
  /** Addresses, with commas between them. 1 to 4300 characters. */
  address: string
}

export type MultiTokenGetContractAddressArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'ONE' | 'CELO' | 'BSC'
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type MultiTokenGetMetadata200Response = {
  /** URL of the metadata, as the contract tells it: {id} stands for the ID. */
  data: string
}

export type MultiTokenGetMetadataArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'ONE' | 'CELO' | 'BSC'
  /** Address. 1 to 100 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  token: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type MultiTokenGetTransaction200Response = {
  /** Absent while the transaction is pending, like all fields of its block and receipt. */
  blockHash?: string
  /** Whether the transaction succeeded; absent in the list of a block. */
  status?: boolean
  /** Whole number. */
  blockNumber?: number | ExactNumber
  from?: string
  /** Whole number. */
  gas?: number | ExactNumber
  /** Wei. */
  gasPrice?: string
  transactionHash?: string
  input?: string
  /** Whole number. */
  nonce?: number | ExactNumber
  /** Absent if the transaction creates a contract. */
  to?: string
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  /** Wei. */
  value?: string
  /** Whole number. */
  gasUsed?: number | ExactNumber
  /** Whole number. */
  cumulativeGasUsed?: number | ExactNumber
  /** Address of the contract that it created. */
  contractAddress?: string
  logs?: EthTxLog[]
}

export type MultiTokenGetTransactionArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'KCS' | 'KLAY' | 'ONE' | 'CELO' | 'BSC'
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type MultiTokenGetTransactionByAddress200ResponseInner = {
  blockNumber: number
  txId: string
  contractAddress: string
  tokenId: string
  amount: string
  /** 0x and 40 zeros if the tokens were minted. */
  from: string
  /** Who moved them. */
  operator: string
  /** 0x and 40 zeros if the tokens were burnt. */
  to: string
}

export type MultiTokenGetTransactionByAddressArguments = {
  /** Chain. */
  chain: 'ETH' | 'MATIC' | 'CELO'
  /** Address. 1 to 100 characters. */
  address: string
  /** Address. 1 to 100 characters. */
  tokenAddress: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** First block. */
  from?: number
  /** Last block. */
  to?: number
}

/** Name of a node that accepts GET, or code of a chain. */
export type NameOfANodeThatAcceptsGETOrCodeOfAChain =
  | 'algorand-mainnet-algod'
  | 'algorand-mainnet-indexer'
  | 'algorand-testnet-algod'
  | 'algorand-testnet-indexer'
  | 'bnb-mainnet'
  | 'bnb-testnet'
  | 'egld-mainnet'
  | 'egld-testnet'
  | 'flow-mainnet'
  | 'flow-testnet'
  | 'iota-mainnet'
  | 'iota-testnet'
  | 'kadena-mainnet'
  | 'kadena-testnet'
  | 'lisk-mainnet'
  | 'lisk-testnet'
  | 'stellar-mainnet'
  | 'stellar-testnet'
  | 'tezos-mainnet'
  | 'tezos-testnet'
  | 'tron-mainnet'
  | 'tron-testnet'
  | 'ALGO'
  | 'BNB'
  | 'EGLD'
  | 'FLOW'
  | 'IOTA'
  | 'KDA'
  | 'LSK'
  | 'XLM'
  | 'XTZ'
  | 'TRON'

/** Name of a node that accepts POST, or code of a chain. */
export type NameOfANodeThatAcceptsPOSTOrCodeOfAChain =
  | 'algorand-mainnet-algod'
  | 'algorand-mainnet-indexer'
  | 'algorand-testnet-algod'
  | 'algorand-testnet-indexer'
  | 'arb-one-mainnet'
  | 'arb-nova-mainnet'
  | 'arb-testnet'
  | 'aurora-mainnet'
  | 'aurora-testnet'
  | 'avax-mainnet'
  | 'avax-p-mainnet'
  | 'avax-x-mainnet'
  | 'avax-testnet'
  | 'avax-p-testnet'
  | 'avax-x-testnet'
  | 'base-mainnet'
  | 'base-sepolia'
  | 'bitcoin-mainnet'
  | 'bitcoin-mainnet-electrs'
  | 'bitcoin-testnet'
  | 'bitcoin-testnet-electrs'
  | 'bch-mainnet'
  | 'bch-mainnet-rostrum'
  | 'bch-testnet'
  | 'bch-testnet-rostrum'
  | 'bnb-mainnet'
  | 'bnb-testnet'
  | 'bsc-mainnet'
  | 'bsc-testnet'
  | 'cardano-mainnet'
  | 'cardano-preprod'
  | 'casper-mainnet'
  | 'celo-mainnet'
  | 'celo-testnet'
  | 'chiliz-mainnet'
  | 'chiliz-testnet'
  | 'cosmos-mainnet'
  | 'cro-mainnet'
  | 'cro-testnet'
  | 'doge-mainnet'
  | 'doge-testnet'
  | 'dot-mainnet'
  | 'dot-testnet'
  | 'egld-mainnet'
  | 'egld-testnet'
  | 'eos-mainnet'
  | 'eos-testnet'
  | 'eon-mainnet'
  | 'eon-testnet'
  | 'ethereum-classic-mainnet'
  | 'ethereum-classic-testnet'
  | 'ethereum-mainnet'
  | 'ethereum-sepolia'
  | 'ethereum-holesky'
  | 'fantom-mainnet'
  | 'fantom-testnet'
  | 'flare-mainnet'
  | 'flare-songbird'
  | 'flare-coston2'
  | 'flare-coston'
  | 'flow-mainnet'
  | 'flow-testnet'
  | 'gno-mainnet'
  | 'gno-testnet'
  | 'haqq-mainnet'
  | 'haqq-testnet'
  | 'iota-mainnet'
  | 'iota-testnet'
  | 'kadena-mainnet'
  | 'kadena-testnet'
  | 'klaytn-cypress'
  | 'klaytn-baobab'
  | 'ksm-mainnet'
  | 'ksm-testnet'
  | 'kcs-mainnet'
  | 'kcs-testnet'
  | 'lisk-mainnet'
  | 'lisk-testnet'
  | 'litecoin-core-mainnet'
  | 'litecoin-core-testnet'
  | 'polygon-mainnet'
  | 'polygon-amoy'
  | 'near-mainnet'
  | 'near-testnet'
  | 'neo-mainnet'
  | 'neo-testnet'
  | 'oasis-mainnet'
  | 'oasis-testnet'
  | 'one-mainnet-s0'
  | 'one-testnet-s0'
  | 'optimism-mainnet'
  | 'optimism-testnet'
  | 'palm-mainnet'
  | 'palm-testnet'
  | 'ripple-mainnet'
  | 'ripple-testnet'
  | 'rsk-mainnet'
  | 'rsk-testnet'
  | 'solana-mainnet'
  | 'solana-devnet'
  | 'sonic-mainnet'
  | 'sonic-testnet'
  | 'stellar-mainnet'
  | 'stellar-testnet'
  | 'tezos-mainnet'
  | 'tezos-testnet'
  | 'tron-mainnet'
  | 'tron-testnet'
  | 'vechain-mainnet'
  | 'vechain-testnet'
  | 'xdc-mainnet'
  | 'xdc-testnet'
  | 'zcash-mainnet'
  | 'zcash-testnet'
  | 'zilliqa-mainnet'
  | 'zilliqa-testnet'
  | 'ALGO'
  | 'ARB'
  | 'AURORA'
  | 'AVAX'
  | 'BASE'
  | 'BTC'
  | 'BCH'
  | 'BNB'
  | 'BSC'
  | 'ADA'
  | 'CSPR'
  | 'CELO'
  | 'CHZ'
  | 'ATOM'
  | 'CRO'
  | 'DOGE'
  | 'DOT'
  | 'EGLD'
  | 'EOS'
  | 'EON'
  | 'ETC'
  | 'ETH'
  | 'FTM'
  | 'FLR'
  | 'FLOW'
  | 'GNO'
  | 'HAQQ'
  | 'IOTA'
  | 'KDA'
  | 'KLAY'
  | 'KSM'
  | 'KCS'
  | 'LSK'
  | 'LTC'
  | 'MATIC'
  | 'NEAR'
  | 'NEO'
  | 'ROSE'
  | 'ONE'
  | 'OPTIMISM'
  | 'PALM'
  | 'XRP'
  | 'RSK'
  | 'SOL'
  | 'SONIC'
  | 'XLM'
  | 'XTZ'
  | 'TRON'
  | 'VET'
  | 'XDC'
  | 'ZEC'
  | 'ZIL'

/** Name of a node that accepts PUT, or code of a chain. */
export type NameOfANodeThatAcceptsPUTOrCodeOfAChain =
  | 'algorand-mainnet-algod'
  | 'algorand-mainnet-indexer'
  | 'algorand-testnet-algod'
  | 'algorand-testnet-indexer'
  | 'bnb-mainnet'
  | 'bnb-testnet'
  | 'egld-mainnet'
  | 'egld-testnet'
  | 'stellar-mainnet'
  | 'stellar-testnet'
  | 'ALGO'
  | 'BNB'
  | 'EGLD'
  | 'XLM'

export type NodeJsonPostRpcDriverArguments = {
  /** Name of a node that accepts POST, or code of a chain. */
  chain: NameOfANodeThatAcceptsPOSTOrCodeOfAChain | (string & {})
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey?: string
  /** Path on the node, with its query; for chains whose nodes take paths. 0 to 2048 characters. */
  rpcPath?: string
  /** Type of the node, for example `indexer` for Algorand. 0 to 50 characters. */
  nodeType?: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Network of Avalanche: `avax-c`, `avax-p` or `avax-x`. 0 to 50 characters, default `avax-c`. */
  chainType?: string
  /** Request in the format of the chain. JSON-RPC: `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Readonly<Record<string, unknown>> | (Readonly<Record<string, unknown>>)[]
}

export type NodeJsonRpcGetDriverArguments = {
  /** Name of a node that accepts GET, or code of a chain. */
  chain: NameOfANodeThatAcceptsGETOrCodeOfAChain | (string & {})
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey?: string
  /** Path on the node, with its query; for chains whose nodes take paths. 0 to 2048 characters. */
  rpcPath?: string
  /** Type of the node, for example `indexer` for Algorand. 0 to 50 characters. */
  nodeType?: string
}

export type NodeJsonRpcPutDriverArguments = {
  /** Name of a node that accepts PUT, or code of a chain. */
  chain: NameOfANodeThatAcceptsPUTOrCodeOfAChain | (string & {})
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey?: string
  /** Path on the node, with its query; for chains whose nodes take paths. 0 to 2048 characters. */
  rpcPath?: string
  /** Type of the node, for example `indexer` for Algorand. 0 to 50 characters. */
  nodeType?: string
  /** Request in the format of the chain. */
  body: Readonly<Record<string, unknown>>
}

export type OffchainAddresses = {
  /** At most 1000 items. */
  addresses: ({
    /** 24-character ID. */
    accountId: string
    /** Index of the deposit address, instead of the next one. It is above the last one of the xpub; those that it skips are never used. */
    derivationKey?: number
  })[]
}

export type OffchainEstimateFee = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Address of the change, of an account without xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays. Without it and attr, that of the account. 1 to 150 characters. */
  xpub?: string
}

export type OneEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type OptimismEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type PendingTransaction = {
  /** Send it back as signatureId with the signed transaction. */
  id: string
  chain: string
  /** IDs of the wallets in the key-management system, in the order in which they sign. */
  hashes: string[]
  /** Transaction to sign, in the format of the chain. */
  serializedTransaction: string
  withdrawalId?: string
  /** Derivation index, if the wallet is a mnemonic. */
  index?: number
  /** ID of the transaction, once it is signed. */
  txId?: string
  /** Of a withdrawal on a chain of outputs: each input with the derivationKey of its key, in their order, and last the change. */
  withdrawalResponses?: ResponseData[]
  /** Present if several keys sign. */
  signatures?: ({
    /** ID of the wallet in the key-management system. */
    id: string
    /** Derivation index. */
    index?: number
  })[]
}

export type PolygonEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type PolygonGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type PolygonGenerateWalletArguments = {
  /** Words of an existing wallet. Default: a new wallet. 0 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic?: string
}

export type PolygonGetBalanceArguments = {
  /** Address. 1 to 100 characters. */
  address: string
}

export type PolygonGetBlockArguments = {
  /** Hash or number. 1 to 100 characters. */
  hash: string
}

export type PolygonGetCurrentBlockArguments = Readonly<Record<string, never>>

export type PolygonGetTransactionArguments = {
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type PolygonGetTransactionByAddressArguments = {
  /** Address. 1 to 100 characters. */
  address: string
  /** Items per page. 1 to 50. */
  pageSize: number
  /** Items to skip. */
  offset?: number
  /** First block. */
  from?: number
  /** Last block. */
  to?: number
  /** ASC begins with the oldest. Default `DESC`. */
  sort?: 'ASC' | 'DESC'
}

export type PolygonGetTransactionCountArguments = {
  /** Address. 42 to 42 characters. */
  address: string
}

export type PolygonTx = {
  /** Absent while the transaction is pending, like all fields of its block and receipt. */
  blockHash?: string
  /** Whether the transaction succeeded; absent in the list of a block. */
  status?: boolean
  /** Whole number. */
  blockNumber?: number | ExactNumber
  from?: string
  /** Whole number. */
  gas?: number | ExactNumber
  /** Wei. */
  gasPrice?: string
  transactionHash?: string
  input?: string
  /** Whole number. */
  nonce?: number | ExactNumber
  /** Absent if the transaction creates a contract. */
  to?: string
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  /** Wei. */
  value?: string
  /** Whole number. */
  gasUsed?: number | ExactNumber
  /** Whole number. */
  cumulativeGasUsed?: number | ExactNumber
  /** Address of the contract that it created. */
  contractAddress?: string
  logs?: PolygonTxLog[]
}

export type PolygonTxLog = {
  address?: string
  topics?: string[]
  data?: string
  /** Whole number. */
  logIndex?: number | ExactNumber
  /** Whole number. */
  transactionIndex?: number | ExactNumber
  transactionHash?: string
  /** Whole number. */
  blockNumber?: number | ExactNumber
  blockHash?: string
}

export type PrecalculateGasPumpAddressesArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'TRON'
  /** Master address: the only one that can move what the addresses hold. 1 to 100 characters. */
  owner: string
  /** First index. */
  from: number
  /** Last index, included. */
  to: number
}

export type PrivKey = {
  /** Private key, in the format of the chain. */
  key: string
}

export type PrivKeyRequest = {
  /** Index of the address in the wallet. */
  index: number
  /** Words of the wallet. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type ReceivePendingTransactionsToSignArguments = {
  /** Chain, as the ledger names its currency. */
  chain: ChainAsTheLedgerNamesItsCurrency | (string & {})
  /** Returns only what these wallets sign. Default: all of the chain. At most 25000 items. */
  signatureIds?: string[]
}

export type RemoveAddressArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Address of the blockchain. 1 to 100 characters. */
  address: string
  /** Tag or memo, on a chain with tags. */
  index?: number
}

export type ReplayWebhookArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type ResponseData = {
  address?: Address
  /** Value of the output in coins; with vIn -1, the change. */
  amount?: number | ExactNumber
  /** Transaction of the output; -1: the change to address 0. */
  vIn?: string
  /** Its place in that transaction. */
  vInIndex?: number
  /** Its script, hex. */
  scriptPubKey?: string
}

export type SCGetContractAddress200Response = {
  /** Address of the contract. */
  contractAddress?: string
}

export type SCGetContractAddressArguments = {
  /** Chain of the transaction. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'KCS' | 'MATIC' | 'ONE' | 'TRON' | 'XDC'
  /** Hash of the transaction. 1 to 100 characters. */
  hash: string
}

export type ScGetCustodialAddressesArguments = {
  /** Chain. */
  chain: 'BSC' | 'CELO' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'TRON'
  /** ID of the transaction. 1 to 100 characters. */
  hash: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
}

export type SignatureId = {
  /** ID of the pending signature that the key-management system has to complete. */
  signatureId: string
}

export type SonicEstimateGas = {
  /** Sender. 42 to 42 characters. */
  from: string
  /** Recipient. 42 to 42 characters. */
  to: string
  /** Native coin. */
  amount: string
  /** Hex digits, with or without 0x. 0 to 50000 characters. */
  data?: string
}

export type StoreErc20AddressArguments = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  name: string
  /** Address of the contract. 1 to 100 characters. */
  address: string
}

export type StoreTokenAddressArguments = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  name: string
  /** Address of the contract, the mint on Solana, the number of a TRC-10 token. 1 to 100 characters. */
  address: string
}

export type StoreTrcAddressArguments = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  name: string
  /** Contract, or number of a TRC-10 token. 1 to 100 characters. */
  address: string
}

export type Subscription = {
  /** Subscription type. */
  type: SubscriptionType
  /** 24-character ID. */
  id: string
  /** As it was created, with its present URL. */
  attr: {
    id?: string
    url?: string
    limit?: string
    typeOfBalance?: string
    interval?: number
    address?: string
    chain?: string
    event?: string
  }
  /** ADDRESS_TRANSACTION: whether a transaction is also told of when it enters the mempool. Default: true on ETH, MATIC, CELO, KLAY and BSC; false on BTC, LTC, BCH and DOGE; other chains have none. */
  mempool?: boolean
}

export type SubscriptionCreated = {
  /** 24-character ID. */
  id: string
  /** Verifies the signatures of the webhooks. Answered once: not for a subscription that existed, nor for a report. */
  secret?: string
}

/** Subscription type. */
export type SubscriptionType =
  | 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  | 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  | 'TRANSACTION_IN_THE_BLOCK'
  | 'KMS_COMPLETED_TX'
  | 'KMS_FAILED_TX'
  | 'CUSTOMER_TRADE_MATCH'
  | 'CUSTOMER_PARTIAL_TRADE_MATCH'
  | 'ADDRESS_TRANSACTION'
  | 'CONTRACT_NFT_TXS_PER_BLOCK'
  | 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK'
  | 'CONTRACT_LOG_EVENT'
  | 'ACCOUNT_BALANCE_LIMIT'
  | 'TRANSACTION_HISTORY_REPORT'

export type Trade = {
  id: string
  type: 'BUY' | 'SELL' | 'FUTURE_BUY' | 'FUTURE_SELL'
  /** Of one unit of the first currency, in the second. */
  price: string
  /** Of the first currency. */
  amount: string
  pair: string
  /** Whether the order has waited in the book. */
  isMaker: boolean
  /** How much of the amount has been traded. */
  fill: string
  feeAccountId?: string
  /** Percent. */
  fee?: number
  currency1AccountId: string
  currency2AccountId: string
  /** Epoch milliseconds. */
  created: number
  attr?: TradeAttr
}

export type TradeAttr = {
  /** When the future is settled, in epoch milliseconds. */
  sealDate: number
  /** How much of its cost each side blocks until then. Default: 0. 0 to 100. */
  percentBlock?: number
  /** How much of the blocked share somebody pays for what he does not have then. Default: 0. 0 to 100. */
  percentPenalty?: number
}

export type Transaction = {
  /** Account whose record this is. */
  accountId: string
  /** Account on the other side. */
  counterAccountId?: string
  /** Currency of the amount. */
  currency: string
  /** Decimal text, negative for the paying side. */
  amount: string
  /** The recipient does not see the sender account. */
  anonymous: boolean
  /** Epoch milliseconds. */
  created: number
  marketValue: MarketValue
  operationType: 'PAYMENT' | 'WITHDRAWAL' | 'BLOCKCHAIN_TRANSACTION' | 'EXCHANGE' | 'FAILED' | 'DEPOSIT' | 'MINT' | 'REVOKE'
  transactionType: 'FAILED' | 'DEBIT_PAYMENT' | 'CREDIT_PAYMENT' | 'CREDIT_DEPOSIT' | 'DEBIT_WITHDRAWAL' | 'CANCEL_WITHDRAWAL' | 'DEBIT_OUTGOING_PAYMENT' | 'EXCHANGE_BUY' | 'EXCHANGE_SELL' | 'CREDIT_INCOMING_PAYMENT'
  /** Shared by all records of one payment. */
  reference: string
  /** Bookkeeping code. */
  transactionCode?: string
  /** Seen by the sender. */
  senderNote?: string
  /** Note that sender and recipient see. */
  recipientNote?: string
  /** ID of the payment in an external system. */
  paymentId?: string
  /** Tag or memo of the address. */
  attr?: string
  /** Address on the chain. */
  address?: string
  /** Transaction on the chain. */
  txId?: string
  /** Your own values by name. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type TransactionFeeEgldBlockchain = {
  /** Address of the sender. 62 to 62 characters. */
  sender: string
  /** Address of the recipient. 62 to 62 characters. */
  receiver: string
  /** EGLD. 0 to 38 characters. */
  value: string
  /** Text that goes with it: a note, or a call such as ESDTTransfer@… that moves a token. 0 to 100000 characters. */
  data?: string
}

export type TransactionHash = {
  /** ID of the transaction; a node has accepted it. */
  txId: string
}

export type TransactionResult = {
  /** Shared by both records of the payment. */
  reference: string
}

export type TransactionSigned = TransactionHash | SignatureId

export type TransferBchKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.00005. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferBchKeyPair = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Fee of the transaction, in coins. Default: 0.00005. */
  fee?: string
  /** Address of the change. 1 to 256 characters. */
  attr: string
  /** Addresses that pay, each with its key. At most 500 items. */
  keyPair: TransferBchKeyPairKeyPairInner[]
}

export type TransferBchKeyPairKeyPairInner = {
  /** Address whose outputs may be spent. 30 to 50 characters. */
  address: string
} & ({
  /** Its private key, in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferBchMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.00005. */
  fee?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type TransferBnb = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 1 to 100 characters. */
  address: string
  /** Memo. 0 to 256 characters. */
  attr?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferBnbBlockchain = {
  /** Address of the recipient. 1 to 100 characters. */
  to: string
  /** BNB. */
  currency: 'BNB'
  /** BNB. */
  amount: string
  /** Memo; the recipient may need one in digits. 1 to 50 characters. */
  message?: string
} & ({
  /** Private key of the sender (64 hex digits); with an API key of the testnet only. 1 to 100 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferBnbBlockchainKMS = {
  /** Address of the recipient. 1 to 100 characters. */
  to: string
  /** BNB. */
  currency: 'BNB'
  /** BNB. */
  amount: string
  /** Memo; the recipient may need one in digits. 1 to 50 characters. */
  message?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Address of the sender. 42 to 50 characters. */
  fromAddress: string
}

export type TransferBnbKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 1 to 100 characters. */
  address: string
  /** Memo. 0 to 256 characters. */
  attr?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Account that pays. 42 to 50 characters. */
  fromAddress: string
}

export type TransferBsc = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferBscKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferBscMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferBtcKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferBtcKeyPair = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** Address of the change. 1 to 256 characters. */
  attr: string
  /** Addresses that pay, each with its key. At most 500 items. */
  keyPair: TransferLtcKeyPairKeyPairInner[]
}

export type TransferBtcMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type TransferBtcMnemonic200Response = {
  /** ID of the withdrawal. */
  id: string
  /** ID of the transaction. */
  txId: string
  /** Whether a node has the transaction. If not, nobody knows yet: the service keeps sending it, and completes or cancels the withdrawal. */
  completed: boolean
}

export type TransferCelo = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey or fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCeloBlockchain = {
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** CELO, or a token of the network: CUSD, CEUR, or one that the configuration names. 1 to 50 characters. */
  currency: string
  /** Currency of the fee: CELO, CUSD, CEUR, or a token that the configuration marks as a fee currency. 1 to 50 characters. */
  feeCurrency: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCeloBlockchainKMS = {
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** CELO, or a token of the network: CUSD, CEUR, or one that the configuration names. 1 to 50 characters. */
  currency: string
  /** Currency of the fee: CELO, CUSD, CEUR, or a token that the configuration marks as a fee currency. 1 to 50 characters. */
  feeCurrency: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCeloKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCeloMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferCustodialWalletArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipient. 42 to 42 characters. */
  recipient: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin. */
  contractType: 0 | 1 | 2 | 3
  /** Contract of the token. For all but the native coin. 42 to 42 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 2 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletBatchCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 2 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletBatchCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 2 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCustodialWalletBatchKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 2 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCustodialWalletBatchTron = {
  /** Activated gas pump. 34 to 34 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletBatchTronKMS = {
  /** Activated gas pump. 34 to 34 characters. */
  custodialAddress: string
  /** Recipients. All five lists have one item for each transfer. At most 200 items. */
  recipient: string[]
  /** At most 200 items. */
  contractType: (0 | 1 | 3)[]
  /** Contracts of the tokens; "0" for the native coin. At most 200 items. */
  tokenAddress: string[]
  /** Amounts; "0" for ERC-721. At most 200 items. */
  amount: string[]
  /** IDs of tokens; "0" where there are none. At most 200 items. */
  tokenId: string[]
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCustodialWalletCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipient. 42 to 42 characters. */
  recipient: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin. */
  contractType: 0 | 1 | 2 | 3
  /** Contract of the token. For all but the native coin. 42 to 42 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletCeloKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipient. 42 to 42 characters. */
  recipient: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin. */
  contractType: 0 | 1 | 2 | 3
  /** Contract of the token. For all but the native coin. 42 to 42 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. Default `CELO`. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCustodialWalletKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Activated gas pump. 42 to 42 characters. */
  custodialAddress: string
  /** Recipient. 42 to 42 characters. */
  recipient: string
  /** 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin. */
  contractType: 0 | 1 | 2 | 3
  /** Contract of the token. For all but the native coin. 42 to 42 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'BSC' | 'ETH' | 'KLAY' | 'MATIC' | 'ONE' | 'XDC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferCustodialWalletTron = {
  /** Activated gas pump. 34 to 34 characters. */
  custodialAddress: string
  /** Recipient. 34 to 34 characters. */
  recipient: string
  /** 0: TRC-20, 1: TRC-721, 3: TRX. */
  contractType: 0 | 1 | 3
  /** Contract of the token. For all but the native coin. 34 to 34 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferCustodialWalletTronKMS = {
  /** Activated gas pump. 34 to 34 characters. */
  custodialAddress: string
  /** Recipient. 34 to 34 characters. */
  recipient: string
  /** 0: TRC-20, 1: TRC-721, 3: TRX. */
  contractType: 0 | 1 | 3
  /** Contract of the token. For all but the native coin. 34 to 34 characters. */
  tokenAddress?: string
  /** In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored. */
  amount?: string
  /** ID of the token: a whole number. For ERC-721 and ERC-1155. 0 to 256 characters. */
  tokenId?: string
  /** Chain. */
  chain: 'TRON'
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferDogeKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 1. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferDogeKeyPair = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Fee of the transaction, in coins. Default: 1. */
  fee?: string
  /** Address of the change. 1 to 256 characters. */
  attr: string
  /** Addresses that pay, each with its key. At most 500 items. */
  keyPair: TransferLtcKeyPairKeyPairInner[]
}

export type TransferDogeMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 1. */
  fee?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type TransferEgld = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 62 to 62 characters. */
  address: string
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in 10^-18 EGLD. Default: what the network charges. */
  gasPrice?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 64 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferEgldBlockchain = {
  /** Address of the sender, which pays the fee. 62 to 62 characters. */
  from: string
  /** Address of the recipient. 62 to 62 characters. */
  to: string
  /** EGLD; 0 if only a token is moved. 0 to 38 characters. */
  amount: string
  /** Text that goes with it: a note, or a call such as ESDTTransfer@… that moves a token. 0 to 100000 characters. */
  data?: string
  fee?: TransferEgldBlockchainFee
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferEgldBlockchainFee = {
  /** Units of gas. Default: what the transaction takes now, and a fifth more. 0 to 20 characters. */
  gasLimit?: string
  /** Base units (10^-18 EGLD) for a unit of gas. Default: the least that the network takes. 0 to 20 characters. */
  gasPrice?: string
}

export type TransferEgldBlockchainKMS = {
  /** Address of the sender, which pays the fee. 62 to 62 characters. */
  from: string
  /** Address of the recipient. 62 to 62 characters. */
  to: string
  /** EGLD; 0 if only a token is moved. 0 to 38 characters. */
  amount: string
  /** Text that goes with it: a note, or a call such as ESDTTransfer@… that moves a token. 0 to 100000 characters. */
  data?: string
  fee?: TransferEgldBlockchainKMSFee
  /** Index of the address, if signatureId names a mnemonic. */
  index?: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferEgldBlockchainKMSFee = {
  /** Units of gas. Default: what the transaction takes now, and a fifth more. 0 to 20 characters. */
  gasLimit?: string
  /** Base units (10^-18 EGLD) for a unit of gas. Default: the least that the network takes. 0 to 20 characters. */
  gasPrice?: string
}

export type TransferEgldKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 62 to 62 characters. */
  address: string
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in 10^-18 EGLD. Default: what the network charges. */
  gasPrice?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
  /** Account that pays. Default: the address of senderAccountId. 62 to 62 characters. */
  from?: string
}

export type TransferEgldMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 62 to 62 characters. */
  address: string
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in 10^-18 EGLD. Default: what the network charges. */
  gasPrice?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferErc20 = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferErc20KMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferErc20Mnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferEth = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferEthBlockchainArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** ETH, or a token of the network: BAT, BUSD, COIIN, FREE, GMC, LATOKEN, LEO, LINK, MATIC_ETH, MKR, MMY, PAX, PAXG, PLTC, REVV, SAND, TUSD, UNI, USDC, USDT, WBTC, XCON, or one that the configuration names. 1 to 50 characters. */
  currency: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferEthBlockchainKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** ETH, or a token of the network: BAT, BUSD, COIIN, FREE, GMC, LATOKEN, LEO, LINK, MATIC_ETH, MKR, MMY, PAX, PAXG, PLTC, REVV, SAND, TUSD, UNI, USDC, USDT, WBTC, XCON, or one that the configuration names. 1 to 50 characters. */
  currency: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferEthKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferEthMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferKCS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferKCSKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferKCSMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 42 to 42 characters. */
  address: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction. */
  nonce?: number
  /** Most units of gas. Default: what the node estimates. */
  gasLimit?: string
  /** Of a unit of gas, in Gwei. Default: what the network charges now. */
  gasPrice?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferLtcKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferLtcKeyPair = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** Address of the change. 1 to 256 characters. */
  attr: string
  /** Addresses that pay, each with its key. At most 500 items. */
  keyPair: TransferLtcKeyPairKeyPairInner[]
}

export type TransferLtcKeyPairKeyPairInner = {
  /** Address whose outputs may be spent. 30 to 50 characters. */
  address: string
} & ({
  /** Its private key, in WIF; accepted only with a testnet API key. 52 to 52 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferLtcMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient; or several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Accepted and not used: the change goes to address 0 of xpub. 1 to 256 characters. */
  attr?: string
  /** Extended public key of the wallet that pays; the change goes to its address 0. 1 to 150 characters. */
  xpub: string
  /** Fee of the transaction, in coins. Default: 0.0005. */
  fee?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
}

export type TransferManagedAddress = {
  chain: 'SOL'
  /** The serialized transaction as hex, legacy or version 0; signatures may be missing. 1 to 500000 characters. */
  txData: string
  /** Those that still have to sign; empty if all have signed. At most 20 items. */
  walletIds: ({
    /** MANAGED: the ID of a managed wallet. RAW: a private key, with a testnet API key only. 1 to 256 characters. Secret: never stored, logged or repeated in an error. */
    key: string
    type: 'MANAGED' | 'RAW'
  })[]
}

export type TransferMultiTokenArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferMultiTokenBatchArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferMultiTokenBatchCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency?: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferMultiTokenBatchKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts?: string[]
  /** The same as amounts; one of the two is needed. At most 1000 items. */
  amount?: string[]
}

export type TransferMultiTokenBatchKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** IDs of the tokens. At most 1000 items. */
  tokenId: string[]
  /** How many of each, in the order of the IDs. At most 1000 items. */
  amounts: string[]
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferMultiTokenCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferMultiTokenKMSArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'ETH' | 'ONE' | 'MATIC' | 'KCS' | 'KLAY' | 'BSC'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferMultiTokenKMSCeloArguments = {
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** Address of the contract. 42 to 42 characters. */
  contractAddress: string
  /** ID of the token: a whole number, or 0x and hex digits. 0 to 256 characters. */
  tokenId: string
  /** How many tokens: a whole number, because multi tokens have no decimals. 0 to 256 characters. */
  amount: string
  /** Address. 42 to 42 characters. */
  to: string
  /** Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Chain. */
  chain: 'CELO'
  /** Currency of the fee. */
  feeCurrency: 'CELO' | 'CUSD' | 'CEUR'
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferPolygonBlockchain = {
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** MATIC, or a token of the network: USDC_MATIC, USDC_MATIC_NATIVE, USDT_MATIC, WMATIC, or one that the configuration names. 1 to 50 characters. */
  currency: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 66 to 66 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferPolygonBlockchainKMS = {
  /** Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee. */
  nonce?: number
  /** Default: what the network charges now. */
  fee?: DeployErc20Fee
  /** Address. 42 to 42 characters. */
  to: string
  /** Amount of the currency, with at most as many decimals as the currency has. */
  amount: string
  /** Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8. 0 to 50000 characters. */
  data?: string
  /** MATIC, or a token of the network: USDC_MATIC, USDC_MATIC_NATIVE, USDT_MATIC, WMATIC, or one that the configuration names. 1 to 50 characters. */
  currency: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferSol = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 32 to 44 characters. */
  address: string
  /** Account that pays. 32 to 44 characters. */
  from: string
  /** Most that the transaction may cost, in SOL, which the account pays. Default: 0.000005. 0 to 38 characters. */
  fee?: string
} & ({
  /** Private key of from; accepted only with a testnet API key. 87 to 128 characters. Secret: never stored, logged or repeated in an error. */
  privateKey: string
} | {
  /** Address of a managed wallet, which signs in place of privateKey. 1 to 256 characters. */
  caller: string
})

export type TransferSolKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 32 to 44 characters. */
  address: string
  /** Account that pays. 32 to 44 characters. */
  from: string
  /** Most that the transaction may cost, in SOL, which the account pays. Default: 0.000005. 0 to 38 characters. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferTron = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 34 to 34 characters. */
  address: string
  /** Most that the transaction may cost, in TRX, which the account pays. Default: 2.5. */
  fee?: string
} & ({
  /** Private key of the sender; accepted only with a testnet API key. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferTronBlockchain = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** TRX. */
  amount: string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferTronBlockchainKMS = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** TRX. */
  amount: string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferTronKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 34 to 34 characters. */
  address: string
  /** Most that the transaction may cost, in TRX, which the account pays. Default: 2.5. */
  fee?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
  /** Account that pays. 34 to 34 characters. */
  from: string
}

export type TransferTronMnemonic = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 34 to 34 characters. */
  address: string
  /** Most that the transaction may cost, in TRX, which the account pays. Default: 2.5. */
  fee?: string
  /** Words of the wallet; accepted only with a testnet API key. 1 to 500 characters. Secret: never stored, logged or repeated in an error. */
  mnemonic: string
  /** Index of the address in the wallet. */
  index: number
}

export type TransferTronTrc10Blockchain = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** Number of the TRC-10 token. 1 to 100 characters. */
  tokenId: string
  /** Tokens. */
  amount: string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferTronTrc10BlockchainKMS = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** Number of the TRC-10 token. 1 to 100 characters. */
  tokenId: string
  /** Tokens. */
  amount: string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferTronTrc20Blockchain = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** Address of the TRC-20 contract. 34 to 34 characters. */
  tokenAddress: string
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Tokens. */
  amount: string
} & ({
  /** Private key of the sender; with an API key of the testnet only. 64 to 64 characters. Secret: never stored, logged or repeated in an error. */
  fromPrivateKey: string
} | {
  /** Address of a managed wallet, which signs in place of fromPrivateKey. 1 to 256 characters. */
  caller: string
})

export type TransferTronTrc20BlockchainKMS = {
  /** Address of the recipient. 34 to 34 characters. */
  to: string
  /** Address of the TRC-20 contract. 34 to 34 characters. */
  tokenAddress: string
  /** TRX that the energy of the contract may cost. */
  feeLimit: number | string
  /** Tokens. */
  amount: string
  /** Address of the sender. 34 to 34 characters. */
  from: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
  /** Index of the address in the wallet. */
  index?: number
}

export type TransferXlm = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 56 to 56 characters. */
  address: string
  /** Account that pays. 56 to 56 characters. */
  fromAccount: string
  /** Memo: a text of up to 28 bytes, or a hash of 64 hex digits. */
  attr?: string
} & ({
  /** Secret of fromAccount, or of its signer; accepted only with a testnet API key. 56 to 56 characters. Secret: never stored, logged or repeated in an error. */
  secret: string
} | {
  /** Address of a managed wallet, which signs in place of secret. 1 to 256 characters. */
  caller: string
})

export type TransferXlmBlockchain = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Account of the recipient, or address of a customer of it (M…). 56 to 69 characters. */
  to: string
  /** The account of the recipient is new. The ledger tells: this changes nothing. Default `false`. */
  initialize?: boolean
  /** Memo: text of at most 28 characters, or 64 hex digits for a hash; see messageType. */
  message?: string
  /** Type of the memo, which the recipient names; id and hash need a message. Left out, 64 characters are a hash, others text. */
  messageType?: 'text' | 'id' | 'hash'
  /** XLM. */
  amount: string
} & ({
  /** Secret of the sender (S…); with an API key of the testnet only. 56 to 56 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TransferXlmBlockchainAsset = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Account of the recipient, or address of a customer of it (M…). 56 to 69 characters. */
  to: string
  /** The account of the recipient is new. The ledger tells: this changes nothing. Default `false`. */
  initialize?: boolean
  /** Memo: text of at most 28 characters, or 64 hex digits for a hash; see messageType. */
  message?: string
  /** Type of the memo, which the recipient names; id and hash need a message. Left out, 64 characters are a hash, others text. */
  messageType?: 'text' | 'id' | 'hash'
  /** Of the asset. */
  amount: string
  /** Code of the asset. 1 to 12 characters. */
  token: string
  /** Account that issues the asset. 56 to 56 characters. */
  issuerAccount: string
} & ({
  /** Secret of the sender (S…); with an API key of the testnet only. 56 to 56 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TransferXlmBlockchainKMS = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Account of the recipient, or address of a customer of it (M…). 56 to 69 characters. */
  to: string
  /** The account of the recipient is new. The ledger tells: this changes nothing. Default `false`. */
  initialize?: boolean
  /** Memo: text of at most 28 characters, or 64 hex digits for a hash; see messageType. */
  message?: string
  /** Type of the memo, which the recipient names; id and hash need a message. Left out, 64 characters are a hash, others text. */
  messageType?: 'text' | 'id' | 'hash'
  /** XLM. */
  amount: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferXlmBlockchainKMSAsset = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Account of the recipient, or address of a customer of it (M…). 56 to 69 characters. */
  to: string
  /** The account of the recipient is new. The ledger tells: this changes nothing. Default `false`. */
  initialize?: boolean
  /** Memo: text of at most 28 characters, or 64 hex digits for a hash; see messageType. */
  message?: string
  /** Type of the memo, which the recipient names; id and hash need a message. Left out, 64 characters are a hash, others text. */
  messageType?: 'text' | 'id' | 'hash'
  /** Of the asset. */
  amount: string
  /** Code of the asset. 1 to 12 characters. */
  token: string
  /** Account that issues the asset. 56 to 56 characters. */
  issuerAccount: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferXlmKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 56 to 56 characters. */
  address: string
  /** Account that pays. 56 to 56 characters. */
  fromAccount: string
  /** Memo: a text of up to 28 bytes, or a hash of 64 hex digits. */
  attr?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferXrp = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 1 to 100 characters. */
  address: string
  /** Account that pays. 1 to 100 characters. */
  account: string
  /** Destination tag. 0 to 256 characters. */
  attr?: string
  /** Source tag of the transaction. */
  sourceTag?: number
} & ({
  /** Secret of account, or of its regular key; accepted only with a testnet API key. 29 to 29 characters. Secret: never stored, logged or repeated in an error. */
  secret: string
} | {
  /** Address of a managed wallet, which signs in place of secret. 1 to 256 characters. */
  caller: string
})

export type TransferXrpBlockchain = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account of the recipient. 33 to 34 characters. */
  to: string
  /** Says for whom it is sent. */
  sourceTag?: number
  /** Says for whom it is meant. */
  destinationTag?: number
  /** XRP. */
  amount: string
} & ({
  /** Family seed of the sender; accepted only with a testnet API key. 29 to 29 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TransferXrpBlockchainAsset = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account of the recipient. 33 to 34 characters. */
  to: string
  /** Says for whom it is sent. */
  sourceTag?: number
  /** Says for whom it is meant. */
  destinationTag?: number
  /** Of the asset, with at most 16 significant digits. */
  amount: string
  /** Account that issues the asset. 33 to 34 characters. */
  issuerAccount: string
  /** Currency code of the asset, 40 hex digits. */
  token: string
} & ({
  /** Family seed of the sender; accepted only with a testnet API key. 29 to 29 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TransferXrpBlockchainAssetKMS = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account of the recipient. 33 to 34 characters. */
  to: string
  /** Says for whom it is sent. */
  sourceTag?: number
  /** Says for whom it is meant. */
  destinationTag?: number
  /** Of the asset, with at most 16 significant digits. */
  amount: string
  /** Account that issues the asset. 33 to 34 characters. */
  issuerAccount: string
  /** Currency code of the asset, 40 hex digits. */
  token: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferXrpBlockchainKMS = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account of the recipient. 33 to 34 characters. */
  to: string
  /** Says for whom it is sent. */
  sourceTag?: number
  /** Says for whom it is meant. */
  destinationTag?: number
  /** XRP. */
  amount: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TransferXrpKMS = {
  /** 24-character ID. */
  senderAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** Recipient. 1 to 100 characters. */
  address: string
  /** Account that pays. 1 to 100 characters. */
  account: string
  /** Destination tag. 0 to 256 characters. */
  attr?: string
  /** Source tag of the transaction. */
  sourceTag?: number
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type Trc20Response = {
  /** Account of the currency. */
  accountId?: string
  /** Address that holds the supply. */
  address?: string
}

export type TrcAddress = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Address that holds the supply, and deposit address of the account. 34 to 34 characters. */
  address: string
}

export type TrcXpub = {
  /** Name of the currency in the ledger. Must not begin with VC_. 1 to 30 characters. */
  symbol: string
  /** What the address holds. The account gets it once the chain has shown it. 0 to 38 characters. */
  supply: string
  /** Free text. 1 to 100 characters. */
  description: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** Decimals of the token, as its contract reports them. 0 to 18. */
  decimals: number
  /** Standard of the token. */
  type: 'TRC10' | 'TRC20'
  /** Web address of the issuer. 1 to 100 characters. */
  url?: string
  /** Extended public key of the wallet that holds the supply. 130 to 130 characters. */
  xpub: string
  /** Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account. */
  derivationIndex: number
}

export type TronAccount = {
  address: string
  /** Sun: 10^-6 TRX. */
  balance: number | ExactNumber
  trc10: TronAccountTrc10Inner[]
  /** Base units by the address of the contract. */
  trc20: (Record<never, never>)[]
  /** Milliseconds since 1970; 0 of an account that is not there yet. */
  createTime: number | ExactNumber
  assetIssuedId?: string
  assetIssuedName?: string
  /** Of the free bandwidth, what is used. */
  freeNetUsage: number | ExactNumber
  /** Whole number. */
  freeNetLimit?: number | ExactNumber
  /** Whole number. */
  netUsage?: number | ExactNumber
  /** Whole number. */
  netLimit?: number | ExactNumber
  /** What is left of both. */
  bandwidth: number | ExactNumber
}

export type TronAccountTrc10Inner = {
  /** Number of the token. */
  key: string
  /** Base units. */
  value: number | ExactNumber
}

export type TronAccountTx200Response = {
  /** For the next page. */
  next?: string
  transactions: TronTx[]
}

export type TronAccountTx20200Response = {
  /** For the next page. */
  next?: string
  transactions: TronTx20[]
}

export type TronAccountTx20Arguments = {
  /** Address, T… or hex. 1 to 100 characters. */
  address: string
  /** As the page before answered it. */
  next?: string
  /** Only transactions of solidified blocks. */
  onlyConfirmed?: boolean
  /** Only the others. */
  onlyUnconfirmed?: boolean
  /** Only those to the address. */
  onlyTo?: boolean
  /** Only those from the address. */
  onlyFrom?: boolean
  /** Newest first unless told. */
  orderBy?: 'block_timestamp,asc' | 'block_timestamp,desc'
  /** From this time on, in milliseconds. */
  minTimestamp?: number
  /** Up to this time, in milliseconds. */
  maxTimestamp?: number
  /** Address, T… or hex. 1 to 100 characters. */
  contractAddress?: string
}

export type TronAccountTxArguments = {
  /** Address, T… or hex. 1 to 100 characters. */
  address: string
  /** As the page before answered it. */
  next?: string
  /** Only transactions of solidified blocks. */
  onlyConfirmed?: boolean
  /** Only the others. */
  onlyUnconfirmed?: boolean
  /** Only those to the address. */
  onlyTo?: boolean
  /** Only those from the address. */
  onlyFrom?: boolean
  /** Newest first unless told. */
  orderBy?: 'block_timestamp,asc' | 'block_timestamp,desc'
  /** From this time on, in milliseconds. */
  minTimestamp?: number
  /** Up to this time, in milliseconds. */
  maxTimestamp?: number
}

export type TronBlock = {
  hash?: string
  /** Whole number. */
  blockNumber?: number | ExactNumber
  /** Whole number. */
  timestamp?: number | ExactNumber
  parentHash?: string
  witnessAddress?: string
  witnessSignature?: string
  transactions?: TronTx[]
}

export type TronBroadcast = {
  /** Signed transaction: its JSON, or its bytes in hex. 1 to 50000 characters. */
  txData: string
  /** The pending transaction that this is: complete once a node has it. */
  signatureId?: string
}

export type TronGenerateAddress200Response = {
  address: string
}

export type TronGenerateAddressArguments = {
  /** Extended public key of the wallet. 1 to 192 characters. */
  xpub: string
  /** Index of the address in the wallet. */
  index: number
}

export type TronGetAccountArguments = {
  /** Address, T… or hex. 1 to 100 characters. */
  address: string
}

export type TronGetBlockArguments = {
  /** Hash or number. 1 to 100 characters. */
  hash: string
}

export type TronGetCurrentBlock200Response = {
  blockNumber?: number
  hash?: string
  testnet?: boolean
}

export type TronGetCurrentBlockArguments = Readonly<Record<string, never>>

export type TronGetTransactionArguments = {
  /** ID of the transaction. 1 to 100 characters. */
  hash: string
}

export type TronTrc10Detail = {
  ownerAddress?: string
  name?: string
  abbr?: string
  description?: string
  url?: string
  /** Base units. */
  totalSupply?: number | ExactNumber
  /** Whole number. */
  precision?: number | ExactNumber
  /** Whole number. */
  id?: number | ExactNumber
}

export type TronTrc10DetailArguments = {
  /** Number of the token, or address of its issuer. 1 to 100 characters. */
  idOrOwnerAddress: string
}

export type TronTx = {
  ret: TronTxRetInner[]
  signature: string[]
  /** Of its block; 0 while it waits for one. */
  blockNumber: number | ExactNumber
  txID: string
  /** Bytes of bandwidth. */
  netUsage?: number | ExactNumber
  rawData: TronTxRawData
}

export type TronTx20 = {
  txID: string
  tokenInfo: TronTx20TokenInfo
  from: string
  to: string
  type: string
  /** Base units of the token. */
  value: string
}

export type TronTx20TokenInfo = {
  symbol: string
  address: string
  /** Decimals. */
  decimals: number | ExactNumber
  name: string
}

export type TronTxRawData = {
  contract: TronTxRawDataContractInner[]
  ref_block_bytes?: string
  ref_block_hash?: string
  /** Milliseconds since 1970. */
  expiration: number | ExactNumber
  /** Milliseconds since 1970. */
  timestamp: number | ExactNumber
}

export type TronTxRawDataContractInner = {
  parameter?: TronTxRawDataContractInnerParameter
  type?: string
}

export type TronTxRawDataContractInnerParameter = {
  value?: TronTxRawDataContractInnerParameterValue
  type_url?: string
}

export type TronTxRawDataContractInnerParameterValue = {
  data?: string
  /** Whole number. */
  amount?: number | ExactNumber
  /** Hex, with the prefix 41. */
  owner_address?: string
  to_address?: string
  /** The same address, T…. */
  ownerAddressBase58?: string
  toAddressBase58?: string
}

export type TronTxRetInner = {
  contractRet?: string
}

export type TrustLineXlmBlockchain = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Code of the asset. 1 to 12 characters. */
  token: string
  /** Account that issues the asset. 56 to 56 characters. */
  issuerAccount: string
  /** Most of the asset that the sender will hold; left out, no limit; 0 removes the line. */
  limit?: string
} & ({
  /** Secret of the sender (S…); with an API key of the testnet only. 56 to 56 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TrustLineXlmBlockchainKMS = {
  /** Account of the sender, which pays the fee. 56 to 56 characters. */
  fromAccount: string
  /** Code of the asset. 1 to 12 characters. */
  token: string
  /** Account that issues the asset. 56 to 56 characters. */
  issuerAccount: string
  /** Most of the asset that the sender will hold; left out, no limit; 0 removes the line. */
  limit?: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TrustLineXrpBlockchain = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account that issues the asset. 33 to 34 characters. */
  issuerAccount: string
  /** Largest amount of the asset that the sender accepts; 0 removes the trust line. */
  limit: string
  /** Currency code of the asset, 40 hex digits. */
  token: string
} & ({
  /** Family seed of the sender; accepted only with a testnet API key. 29 to 29 characters. Secret: never stored, logged or repeated in an error. */
  fromSecret: string
} | {
  /** Address of a managed wallet, which signs in place of fromSecret. 1 to 256 characters. */
  caller: string
})

export type TrustLineXrpBlockchainKMS = {
  /** Account of the sender, which pays the fee. 33 to 34 characters. */
  fromAccount: string
  /** XRP; left out, what the ledger asks now. */
  fee?: string
  /** Account that issues the asset. 33 to 34 characters. */
  issuerAccount: string
  /** Largest amount of the asset that the sender accepts; 0 removes the trust line. */
  limit: string
  /** Currency code of the asset, 40 hex digits. */
  token: string
  /** ID of the signing wallet in the key-management system. */
  signatureId: string
}

export type TxsOfAddress = {
  /** As in the request. */
  address: string
  transactions: BtcTx[]
}

export type UnblockAmountWithTransactionArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** 24-character ID. */
  recipientAccountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** The recipient does not see the sender account. Default `false`. */
  anonymous?: boolean
  /** Accepted for compatibility, without effect: there is no compliance check. */
  compliant?: boolean
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Note that sender and recipient see. 1 to 500 characters. */
  recipientNote?: string
  /** Exchange rate of the base pair. */
  baseRate?: number
  /** Seen by the sender. 1 to 500 characters. */
  senderNote?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type UnfreezeAccountArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
}

export type UnfreezeApiKeyArguments = Readonly<Record<string, never>>

export type UpdateAccountByAccountIdArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Bookkeeping code of the account. 1 to 50 characters. */
  accountCode?: string
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** Sets these names. "" removes one, and others stay as they are. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type UpdateCustomerArguments = {
  /** Internal customer ID. 10 to 50 characters. */
  id: string
  /** The embedder's own ID of the customer. 1 to 100 characters. */
  externalId: string
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
  /** ISO 3166-1 alpha-2. */
  customerCountry?: ISO31661Alpha2 | (string & {})
  /** ISO 3166-1 alpha-2. */
  providerCountry?: ISO31661Alpha2 | (string & {})
  /** Sets these names. "" removes one, and others stay as they are. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type UpdateSubscriptionArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Where webhooks are sent to: http or https, a public address, without credentials. 0 to 500 characters. */
  url: string
  /** ADDRESS_TRANSACTION: whether a transaction is also told of when it enters the mempool. Default: true on ETH, MATIC, CELO, KLAY and BSC; false on BTC, LTC, BCH and DOGE; other chains have none. */
  mempool?: boolean
}

export type VC = {
  name: string
  supply: string
  accountId: string
  baseRate: number
  precision?: number
  basePair: string
  customerId?: string
  description?: string
  /** Of a token: its chain. */
  chain?: string
  /** Of a token of TRON: its standard. */
  trcType?: 'TRC10' | 'TRC20'
  /** Of a token: its contract, mint or number, once it is stored. */
  erc20Address?: string
  /** Of an issued asset: who issues it. */
  issuerAccount?: string
  /** Of a token: the address that holds the supply. */
  initialAddress?: string
}

export type ValidGasPumpAddress = {
  /** Index. */
  index: number | ExactNumber
  /** Address. */
  address: string
}

export type VetEstimateGas = {
  /** Sender. 0 to 50 characters. */
  from: string
  /** Recipient, or contract. 0 to 50 characters. */
  to: string
  /** VET. 0 to 50 characters. */
  value: string
  /** Hex digits, with 0x or without. 0 to 10000 characters. */
  data?: string
  /** Taken and not used: gas does not depend on it. */
  nonce?: number
}

export type VirtualCurrency = {
  /** Must begin with VC_. 1 to 30 characters. */
  name: string
  /** 1 to 38 characters. */
  supply: string
  /** Fiat or crypto code. */
  basePair: FiatOrCryptoCode | (string & {})
  /** Value of one unit in the base pair. Default `1`. */
  baseRate?: number
  customer?: CustomerRegistration
  /** Free text. 1 to 100 characters. */
  description?: string
  /** Bookkeeping code of the account. 1 to 50 characters. */
  accountCode?: string
  /** Number of the account in an external system. 1 to 50 characters. */
  accountNumber?: string
  /** ISO 4217 code. */
  accountingCurrency?: ISO4217Code | (string & {})
}

export type VirtualCurrencyOperation = {
  /** 24-character ID. */
  accountId: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Reference to show instead of the generated one. 1 to 100 characters. */
  reference?: string
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** Free text. 1 to 500 characters. */
  recipientNote?: string
  /** External account to show as the counter account. 24 to 24 characters. */
  counterAccount?: string
  /** Free text. 1 to 500 characters. */
  senderNote?: string
}

export type VirtualCurrencyUpdate = {
  /** Must begin with VC_. 1 to 30 characters. */
  name: string
  /** Exchange rate of the base pair. */
  baseRate?: number
  /** Fiat or crypto code. */
  basePair?: FiatOrCryptoCode | (string & {})
}

export type Wallet = {
  /** 24 words, or the words of the request. */
  mnemonic: string
  /** Extended public key, from which addresses can be derived without the mnemonic. */
  xpub: string
}

export type Web3Driver_bscArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_celoArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_ethereumArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_kcsArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_klaytnArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_oneArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_polygonArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3Driver_xdcArguments = {
  /** API key, if it is not in the header. 0 to 256 characters. Secret: never stored, logged or repeated in an error. */
  xApiKey: string
  /** Testnet to use with a testnet API key; an unknown name means the default. 0 to 50 characters, default `ethereum-sepolia`. */
  testnetType?: string
  /** `{ jsonrpc, id, method, params }`, or a list of them. */
  body: Web3JsonRpc | Web3JsonRpc[]
}

export type Web3JsonRpc = {
  jsonrpc: '2.0'
  id: number | string
  /** For example `eth_call`. 1 to 100 characters. */
  method: string
  /** At most 1000 items. */
  params?: unknown[]
}

export type WebHook = {
  /** Type of the event. */
  type: 'INCOMING_BLOCKCHAIN_HOOK' | 'PENDING_BLOCKCHAIN_HOOK' | 'TRANSACTION_IN_THE_BLOCK' | 'KMS_COMPLETED_TX' | 'KMS_FAILED_TX' | 'TRADE_MATCH' | 'TRADE_PARTIAL_FILL' | 'ADDRESS_TRANSACTION' | 'CONTRACT_NFT_TXS_PER_BLOCK' | 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK' | 'CONTRACT_LOG_EVENT'
  /** 24-character ID. */
  id: string
  /** 24-character ID. */
  subscriptionId: string
  url: string
  /** What is sent. */
  data: Readonly<Record<string, unknown>>
  /** The next attempt, epoch milliseconds. */
  nextTime?: number
  /** When the event became true, epoch milliseconds. */
  timestamp: number
  /** Attempts after the first one. */
  retryCount: number
  /** It was not delivered, and no attempt follows. */
  failed: boolean
  response: WebHookResponse
}

export type WebHookResponse = {
  /** HTTP status of the last attempt. */
  code?: number
  /** The beginning of the answer, or why nothing was sent. */
  data?: string
  /** The last attempt got no answer. */
  networkError: boolean
}

export type WithdrawArguments = {
  /** Internal ID. 1 to 100 characters. */
  id: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** Reference to show instead of the generated one. 1 to 100 characters. */
  reference?: string
  /** Free text, shown as recipientNote. 1 to 500 characters. */
  note?: string
  /** Bookkeeping code. 1 to 100 characters. */
  transactionCode?: string
  /** ID of the payment in an external system. 1 to 100 characters. */
  paymentId?: string
  /** Your own values by name, to find it by. Up to 20 names of letters, digits, "_", "." and "-", up to 40 characters each; values of up to 200 characters. An extension of the documented API. */
  metadata?: Readonly<Record<string, string>>
}

export type Withdrawal = {
  /** 24-character ID. */
  senderAccountId: string
  /** Recipient; on chains of outputs also several, separated by commas, with multipleAmounts. 1 to 10000 characters. */
  address: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** XRP: destination tag. XLM: memo, or a hash in 64 hex digits. BNB: memo. Kept on other chains. */
  attr?: string
  /** Whether the withdrawal is compliant; kept nowhere. */
  compliant?: boolean
  /** Fee of the transaction, in the coin of the chain. The account pays it too, unless its currency is a token. 0 to 38 characters. */
  fee: string
  /** What each recipient gets, in order; together they are amount. At most 500 items. */
  multipleAmounts?: string[]
  /** Identifier of the payment. 1 to 100 characters. */
  paymentId?: string
  /** Note for the sender, which only he sees. 1 to 500 characters. */
  senderNote?: string
  /** The address that pays, on chains of accounts: it must have the amount. Default: any. 1 to 110 characters. */
  sourceAddress?: string
}

export type WithdrawalApproval = {
  /** 24-character ID. */
  id: string
  status: 'Pending' | 'Approved' | 'Refused' | 'Used'
  /** Why the policy asks. */
  reason: string
  /** The account that pays. */
  accountId: string
  currency: string
  /** What the recipients get together. */
  amount: string
  payments: ({
    address: string
    amount: string
    /** Tag or memo. */
    tag?: string
  })[]
  /** ID of the API key that wants the withdrawal. */
  requestedBy: string
  /** ID of the API key that answered. */
  decidedBy?: string
  /** UTC timestamp in milliseconds. */
  created: number
  /** UTC timestamp in milliseconds; then the answer no longer counts. */
  expires: number
}

export type WithdrawalObject = {
  id: string
  /** The transaction that pays it, once it is recorded. */
  txId?: string
  accountId: string
  currency: string
  status?: 'InProgress' | 'Done' | 'Cancelled'
  /** 1 to 10000 characters. */
  address: string
  reference: string
  /** Decimal text in units of the currency, for example "12.5". 0 to 38 characters. */
  amount: string
  /** As it was given. 1 to 64 characters. */
  attr?: string
  /** Fee of the transaction, in the coin of the chain. The account pays it too, unless its currency is a token. 0 to 38 characters. */
  fee: string
  /** The address that pays, on chains of accounts, where it is known. */
  sourceAddress?: string
  multipleAmounts?: string[]
  /** As it was given. 1 to 100 characters. */
  paymentId?: string
  /** As it was given. 1 to 500 characters. */
  senderNote?: string
  /** When it was stored, epoch milliseconds. */
  date: number
}

export type WithdrawalResponse = {
  /** ID of the withdrawal. */
  id?: string
  /** Reference of the charge in the ledger. */
  reference?: string
  /** Chains of outputs: what the transaction spends, all of it and nothing else, and last the change. */
  data?: ResponseData[]
}

export type XdcEstimateGas = {
  /** Sender. 42 to 43 characters. */
  from: string
  /** Recipient. 42 to 43 characters. */
  to: string
  /** Native coin. */
  amount: string
}

export type XlmAccount = {
  id?: string
  account_id?: string
  /** Sequence of its last transaction. */
  sequence?: string
  subentry_count?: number
  last_modified_ledger?: number
  thresholds?: XlmAccountThresholds
  flags?: XlmAccountFlags
  balances?: XlmAccountBalancesInner[]
  signers?: XlmAccountSignersInner[]
  data?: Record<never, never>
}

export type XlmAccountBalancesInner = {
  balance?: string
  limit?: string
  buying_liabilities?: string
  selling_liabilities?: string
  asset_type?: string
  asset_code?: string
  asset_issuer?: string
}

export type XlmAccountFlags = {
  auth_required?: boolean
  auth_revocable?: boolean
  auth_immutable?: boolean
}

export type XlmAccountSignersInner = {
  weight?: number
  key?: string
  type?: 'sha256_hash' | 'ed25519_public_key' | 'preauth_tx'
}

export type XlmAccountThresholds = {
  low_threshold?: number
  med_threshold?: number
  high_threshold?: number
}

export type XlmGetAccountInfoArguments = {
  /** Account, or address of a customer of one (M…). 1 to 100 characters. */
  account: string
}

export type XlmGetAccountTxArguments = {
  /** Account, or address of a customer of one (M…). 1 to 100 characters. */
  account: string
  /** Paging_token of the last transaction of the page before. */
  pagination?: string
}

export type XlmGetFeeArguments = Readonly<Record<string, never>>

export type XlmGetLastClosedLedgerArguments = Readonly<Record<string, never>>

export type XlmGetLedgerArguments = {
  /** Number of a ledger. */
  sequence: string
}

export type XlmGetLedgerTxArguments = {
  /** Number of a ledger. */
  sequence: string
}

export type XlmGetTransactionArguments = {
  /** Hash of the transaction. 64 to 64 characters. */
  hash: string
}

export type XlmLedger = {
  id?: string
  paging_token?: string
  hash?: string
  sequence?: number
  successful_transaction_count?: number
  failed_transaction_count?: number
  operation_count?: number
  closed_at?: string
  total_coins?: string
  fee_pool?: string
  base_fee_in_stroops?: number
  base_reserve_in_stroops?: number
  max_tx_set_size?: number
  protocol_version?: number
  header_xdr?: string
}

export type XlmTx = {
  id?: string
  paging_token?: string
  successful?: boolean
  hash?: string
  ledger?: number
  created_at?: string
  source_account?: string
  source_account_sequence?: string
  /** Stroops; the same as fee_charged. */
  fee_paid?: number | ExactNumber
  /** Stroops. */
  fee_charged?: number | ExactNumber
  /** Stroops. */
  max_fee?: number | ExactNumber
  operation_count?: number
  envelope_xdr?: string
  result_xdr?: string
  result_meta_xdr?: string
  fee_meta_xdr?: string
  /** Of a hash the Base64 of its 32 bytes. */
  memo?: string
  memo_type?: 'MEMO_TEXT' | 'MEMO_ID' | 'MEMO_HASH' | 'MEMO_RETURN'
  signatures?: string[]
}

export type XlmWallet = {
  /** Account; on the ledger after its first payment. */
  address: string
  /** Secret of the account (S…). */
  secret: string
}

export type XlmWalletArguments = Readonly<Record<string, never>>

export type XrpAccount = {
  account_data?: XrpAccountAccountData
  ledger_current_index?: number
  validated?: boolean
}

export type XrpAccountAccountData = {
  Account?: string
  /** Drops: 10^-6 XRP. */
  Balance?: string
  Flags?: number
  LedgerEntryType?: string
  OwnerCount?: number
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
  Sequence?: number
  index?: string
}

export type XrpAccountBalance = {
  assets?: XrpAccountBalanceAssetsInner[]
  /** Drops: 10^-6 XRP. */
  balance?: string
}

export type XrpAccountBalanceAssetsInner = {
  /** Negative for assets that the account has issued. */
  balance?: string
  /** Three characters, or 40 hex digits. */
  currency?: string
}

export type XrpAccountTx = {
  account?: string
  ledger_index_max?: number
  ledger_index_min?: number
  marker?: XrpAccountTxMarker
  transactions?: XrpAccountTxTransactionsInner[]
}

export type XrpAccountTxMarker = {
  ledger?: number
  seq?: number
}

export type XrpAccountTxTransactionsInner = {
  meta?: XrpAccountTxTransactionsInnerMeta
  tx?: XrpTx
  validated?: boolean
}

export type XrpAccountTxTransactionsInnerMeta = {
  AffectedNodes?: XrpAccountTxTransactionsInnerMetaAffectedNodesInner[]
  TransactionIndex?: number
  TransactionResult?: string
  delivered_amount?: string | {
    currency: string
    issuer: string
    value: string
  }
}

export type XrpAccountTxTransactionsInnerMetaAffectedNodesInner = {
  CreatedNode?: XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNode
}

export type XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNode = {
  LedgerEntryType?: string
  LedgerIndex?: string
  NewFields?: XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNodeNewFields
}

export type XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNodeNewFields = {
  Account?: string
  Balance?: string | {
    currency: string
    issuer: string
    value: string
  }
  Sequence?: number
}

export type XrpFee = {
  current_ledger_size?: string
  current_queue_size?: string
  drops?: XrpFeeDrops
  expected_ledger_size?: string
  ledger_current_index?: number
  levels?: XrpFeeLevels
  max_queue_size?: string
}

export type XrpFeeDrops = {
  base_fee?: string
  median_fee?: string
  minimum_fee?: string
  open_ledger_fee?: string
}

export type XrpFeeLevels = {
  median_level?: string
  minimum_level?: string
  open_ledger_level?: string
  reference_level?: string
}

export type XrpGetAccountBalanceArguments = {
  /** Account address or X-address. 1 to 100 characters. */
  account: string
}

export type XrpGetAccountInfoArguments = {
  /** Account address or X-address. 1 to 100 characters. */
  account: string
}

export type XrpGetAccountTxArguments = {
  /** Account address or X-address. 1 to 100 characters. */
  account: string
  /** Number of a ledger. */
  min?: number
  /** Marker of the previous page, as JSON. 0 to 500 characters. */
  marker?: string
}

export type XrpGetFeeArguments = Readonly<Record<string, never>>

export type XrpGetLastClosedLedgerArguments = Readonly<Record<string, never>>

export type XrpGetLedgerArguments = {
  /** Number of a ledger. */
  i: number
}

export type XrpGetTransactionArguments = {
  /** Hash of the transaction. 64 to 64 characters. */
  hash: string
}

export type XrpInfo = {
  ledger_hash?: string
  ledger_index?: number
}

export type XrpLedger = {
  ledger?: XrpLedgerLedger
  ledger_hash?: string
  ledger_index?: number
  validated?: boolean
}

export type XrpLedgerLedger = {
  accepted?: boolean
  account_hash?: string
  close_flags?: number
  close_time?: number
  close_time_human?: string
  close_time_resolution?: number
  closed?: boolean
  hash?: string
  ledger_hash?: string
  ledger_index?: string
  parent_close_time?: number
  parent_hash?: string
  seqNum?: string
  totalCoins?: string
  total_coins?: string
  transaction_hash?: string
  transactions?: XrpTx[]
}

export type XrpTx = {
  hash?: string
  ledger_index?: number
  Account?: string
  Amount?: string | {
    currency: string
    issuer: string
    value: string
  }
  Destination?: string
  Fee?: string
  TransactionType?: string
  Flags?: number
  LastLedgerSequence?: number
  Sequence?: number
  date?: number
  inLedger?: number
  SigningPubKey?: string
  TxnSignature?: string
  meta?: XrpTxMeta
  validated?: boolean
  DestinationTag?: number
}

export type XrpTxMeta = {
  AffectedNodes?: XrpTxMetaAffectedNodesInner[]
  TransactionIndex?: number
  TransactionResult?: string
  delivered_amount?: string | {
    currency: string
    issuer: string
    value: string
  }
}

export type XrpTxMetaAffectedNodesInner = {
  ModifiedNode?: XrpTxMetaAffectedNodesInnerModifiedNode
}

export type XrpTxMetaAffectedNodesInnerModifiedNode = {
  FinalFields?: XrpTxMetaAffectedNodesInnerModifiedNodeFinalFields
  LedgerEntryType?: string
  LedgerIndex?: string
  PreviousFields?: XrpTxMetaAffectedNodesInnerModifiedNodePreviousFields
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
}

export type XrpTxMetaAffectedNodesInnerModifiedNodeFinalFields = {
  Account?: string
  Balance?: string | {
    currency: string
    issuer: string
    value: string
  }
  Flags?: number
  OwnerCount?: number
  Sequence?: number
}

export type XrpTxMetaAffectedNodesInnerModifiedNodePreviousFields = {
  Balance: string | {
    currency: string
    issuer: string
    value: string
  }
  Sequence: number
}

export type XrpWallet = {
  /** Address of the account; it exists on the XRP ledger once it holds the reserve. */
  address: string
  /** Family seed, from which the keys are derived. */
  secret: string
}

export type XrpWalletArguments = Readonly<Record<string, never>>
