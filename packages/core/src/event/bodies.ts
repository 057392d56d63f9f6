/** What subscribers are told, by the type of the event: the bodies of webhooks. Amounts are decimal text. */
import type { SubscriptionType } from '../subscription/types.js'

/** A payment to a deposit address. */
export interface DepositTold {
  /** When it was told of, in epoch milliseconds. */
  readonly date: number
  readonly amount: string
  readonly currency: string
  readonly accountId: string
  /** Of the deposit, and of its record once it is credited. Of a payment in a mempool one of its own. */
  readonly reference: string
  readonly txId: string
  /** Null with `mempool`, or if the block was undone. */
  readonly blockHash: string | null
  readonly blockHeight: number | null
  /** Absent where the chain names no sender. */
  readonly from?: string
  readonly to: string
  /** Which payment of the transaction it is. */
  readonly index: number
  readonly mempool?: true
  /** The chain has undone its block, or another block has it. */
  readonly reorg?: true
}

export interface CreditTold extends DepositTold {
  readonly subscriptionType: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
}

/** The transaction of a withdrawal pays it in a block. */
export interface WithdrawalTold {
  readonly txId: string
  /** Of the record that charged the account. */
  readonly reference: string
  readonly accountId: string
  readonly currency: string
  readonly withdrawalId: string
  /** The recipients, as the call named them. */
  readonly address: string
  /** What they get, without the fee. */
  readonly amount: string
  readonly blockHeight: number
  /** It is in another block than before, or in none. */
  readonly reorg?: true
}

export interface OrderTold {
  /** Of the order, in epoch milliseconds. */
  readonly created: number
  /** What was traded, in the first currency of the pair. */
  readonly amount: string
  readonly price: string
  readonly type: 'BUY' | 'SELL'
  readonly pair: string
  /** Of the order. */
  readonly id: string
  readonly currency1AccountId: string
  readonly currency2AccountId: string
  /** In percent. */
  readonly fee: number | null
  readonly feeAccountId: string | null
  /** It waited; of a part: when that was filled. */
  readonly isMaker: boolean
  /** A future: nobody has matched this much before its seal date. */
  readonly expiredWithoutMatch?: true
}

interface PartTold extends OrderTold {
  readonly orderAmount: string
}

/** A transaction of an address that is watched. docs/webhooks.md says what each chain tells. */
export interface SightingTold {
  readonly address: string
  readonly txId: string
  /** Absent with `mempool`. */
  readonly blockNumber?: number
  readonly asset: string
  /** Absent if nobody knows the decimals of the token. */
  readonly amount?: string
  readonly tokenId?: string
  readonly type: 'native' | 'token'
  readonly counterAddress?: string
  readonly from?: string
  readonly subscriptionType: 'ADDRESS_TRANSACTION'
  readonly chain: string
  readonly mempool?: true
  readonly reorg?: true
}

interface BlockTold<Type extends SubscriptionType, Item> {
  readonly events: readonly Item[]
  readonly blockNumber: number
  readonly chain: string
  readonly subscriptionType: Type
  readonly reorg?: true
}

export interface TokenMoveTold {
  readonly timestamp: number
  readonly from: string
  readonly to: string
  readonly tokenId: string
  readonly txId: string
  readonly contractAddress: string
  readonly type: 'erc721' | 'erc1155'
  readonly amount: string
  readonly logIndex: number
}

export interface LogTold {
  readonly txId: string
  readonly logIndex: number
  readonly timestamp: number
  readonly address: string
  readonly topic_0?: string
  readonly topic_1?: string
  readonly topic_2?: string
  readonly topic_3?: string
  readonly data: string
}

/** By the type of subscriptions. Reports are read, and nobody is told of them. */
export interface EventBodies {
  readonly ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION: CreditTold
  readonly ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION: DepositTold
  readonly TRANSACTION_IN_THE_BLOCK: WithdrawalTold
  readonly KMS_COMPLETED_TX: { readonly signatureId: string; readonly txId: string }
  readonly KMS_FAILED_TX: { readonly signatureId: string; readonly error: string }
  readonly CUSTOMER_TRADE_MATCH: OrderTold
  readonly CUSTOMER_PARTIAL_TRADE_MATCH: PartTold
  readonly ADDRESS_TRANSACTION: SightingTold
  readonly CONTRACT_NFT_TXS_PER_BLOCK: BlockTold<'CONTRACT_NFT_TXS_PER_BLOCK', TokenMoveTold>
  readonly CONTRACT_MULTITOKEN_TXS_PER_BLOCK: BlockTold<'CONTRACT_MULTITOKEN_TXS_PER_BLOCK', TokenMoveTold>
  readonly CONTRACT_LOG_EVENT: BlockTold<'CONTRACT_LOG_EVENT', LogTold>
}

export type EventType = keyof EventBodies & SubscriptionType
