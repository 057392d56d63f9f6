/**
 * What the model and an engine are both asked to do. Commands name things by labels, which exist before the things do:
 * `a0` is the account that the command with `as: 'a0'` opens, if it is accepted. So a sequence can be generated,
 * shortened and run again without knowing the ids of an engine.
 */
import type {
  AssignAddress,
  BeginFollowing,
  CreatePendingSignature,
  CreditDeposits,
  DepositStatus,
  GenerateAddresses,
  Network,
  ObserveBlock,
  ObserveMore,
  OnChain,
  OpenHoldings,
  RecordSend,
  RejectionCode,
  RemoveAddress,
  RenewPendingSignature,
  Reservation,
  SettleSend,
  ShownToken,
  StoreWithdrawal,
  TenantId,
  UndoBlock,
} from '@tallystick/core'

import type { TradingCommand } from './trading-command.js'

export { isTrading } from './trading-command.js'

/** `a0`, `a1`, …: accounts by the command that opens them. */
export type AccountLabel = string
/** `b0`, `b1`, …: blockages by the command that places them; `freeze:a0`: the freeze of an account. */
export type BlockageLabel = string
/** `alpha/ann`: customers by tenant and external id. */
export type CustomerLabel = string

export interface NewAccountOrder {
  readonly as: AccountLabel
  readonly currency: string
  readonly xpub: string | null
  /** External id, of the command's tenant. */
  readonly customer: string | null
}

export interface Payment {
  readonly recipient: AccountLabel
  readonly amount: string
}

export type Command = { readonly tenant: TenantId } & (
  | ({ readonly type: 'open' } & NewAccountOrder)
  | { readonly type: 'openBatch'; readonly accounts: readonly NewAccountOrder[] }
  | { readonly type: 'activate' | 'deactivate'; readonly account: AccountLabel }
  | { readonly type: 'freeze' | 'unfreeze'; readonly account: AccountLabel }
  | { readonly type: 'enableCustomer' | 'disableCustomer'; readonly customer: CustomerLabel }
  | { readonly type: 'activateCustomer' | 'deactivateCustomer'; readonly customer: CustomerLabel }
  | {
      readonly type: 'block'
      readonly as: BlockageLabel
      readonly account: AccountLabel
      readonly amount: string
      readonly ensureSufficientBalance: boolean
    }
  | { readonly type: 'unblock'; readonly blockage: BlockageLabel }
  | { readonly type: 'unblockAll'; readonly account: AccountLabel }
  | ({ readonly type: 'pay'; readonly sender: AccountLabel } & Payment)
  | { readonly type: 'payBatch'; readonly sender: AccountLabel; readonly payments: readonly Payment[] }
  | ({ readonly type: 'payFromBlockage'; readonly blockage: BlockageLabel } & Payment)
  | {
      readonly type: 'createCurrency'
      readonly as: AccountLabel
      readonly name: string
      readonly supply: string
      readonly baseRate: string
      readonly customer: string | null
    }
  | { readonly type: 'mint' | 'revoke'; readonly account: AccountLabel; readonly amount: string }
  | {
      readonly type: 'deposit'
      readonly account: AccountLabel
      readonly currency: string
      readonly amount: string
      readonly txId: string
      readonly vout: number
      readonly address: string
      readonly status: DepositStatus
    }
)

/** `s0`, `s1`, …: pending signatures by the command that creates them. */
export type SignatureLabel = string

/** The transaction that a pending signature begins with. */
export const UNSIGNED = '{}'

type OtherCommand = { readonly tenant: TenantId } & (
  | { readonly type: 'fund' | 'withdraw'; readonly account: AccountLabel; readonly amount: string }
  | {
      readonly type: 'payLinked'
      readonly payments: readonly (Payment & { readonly sender: AccountLabel })[]
    }
  | {
      readonly type: 'updateAccount'
      readonly account: AccountLabel
      /** Undefined leaves it as it is. */
      readonly accountCode: string | undefined
      readonly accountNumber: string | undefined
    }
  | {
      readonly type: 'updateCustomer'
      readonly customer: CustomerLabel
      readonly externalId: string
      readonly customerCountry: string | undefined
    }
  | { readonly type: 'updateCurrency'; readonly name: string; readonly baseRate: string | undefined }
  | { readonly type: 'issueApiKey'; readonly apiKey: string }
  | { readonly type: 'freezeApiKey' | 'unfreezeApiKey' | 'revokeApiKey'; readonly apiKey: string }
)

/** `w0`, `w1`, …: withdrawals by the command that stores them. */
export type WithdrawalLabel = string

export interface NewWithdrawal
  extends Pick<StoreWithdrawal, 'currency' | 'amount' | 'fee' | 'isFeeIncluded' | 'wallet' | 'inputs'> {
  readonly as: WithdrawalLabel
  readonly account: AccountLabel
}

/** A transaction. */
export type Recorded = Omit<RecordSend, 'apiKey' | 'signature' | 'withdrawal'>

/** Of the transactions of chains, and of the withdrawals that they pay. */
export type ChainCommand =
  | ({
      readonly type: 'recordSend'
      readonly signature: SignatureLabel | null
      readonly withdrawal: WithdrawalLabel | null
    } & Recorded)
  | (OnChain & { readonly type: 'storeWithdrawal'; readonly withdrawal: NewWithdrawal })
  | ({ readonly type: 'sendWithdrawal'; readonly withdrawal: NewWithdrawal } & Recorded)
  | (OnChain & {
      readonly type: 'pendWithdrawal'
      readonly withdrawal: NewWithdrawal
      readonly as: SignatureLabel
      readonly claims: readonly Reservation[]
      readonly replaces: boolean
    })
  | ({ readonly type: 'settleSend' } & SettleSend)
  | ({ readonly type: 'createPendingSignature'; readonly as: SignatureLabel } & Pick<
      CreatePendingSignature,
      'tenant' | 'chain' | 'network' | 'claims' | 'replaces'
    >)
  | ({ readonly type: 'renewPendingSignature'; readonly signature: SignatureLabel } & Omit<
      RenewPendingSignature,
      'id' | 'notBefore'
    >)
  | ({ readonly tenant: TenantId; readonly network: Network } & (
      | {
          readonly type: 'completePendingSignature'
          readonly signature: SignatureLabel
          readonly txId: string
        }
      | {
          readonly type: 'deletePendingSignature'
          readonly signature: SignatureLabel
          readonly revert: boolean
        }
      | {
          readonly type: 'cancelWithdrawal'
          readonly withdrawal: WithdrawalLabel
          readonly revert: boolean
          readonly forced: string | null
        }
      | { readonly type: 'completeWithdrawal'; readonly withdrawal: WithdrawalLabel; readonly txId: string }
      | {
          readonly type: 'sightWithdrawal'
          readonly withdrawal: WithdrawalLabel
          readonly txId: string
          readonly isOpen: boolean
        }
      | {
          readonly type: 'reportSignatureErrors'
          readonly errors: readonly { readonly signature: SignatureLabel; readonly error: string }[]
        }
    ))

type Labelled<Asked> = Omit<Asked, 'account'> & { readonly account: AccountLabel }

/** Of deposit addresses, and of the blocks that pay to them. `tenant` is who asks: blocks are everybody's. */
export type ReceivingCommand = { readonly tenant: TenantId } & (
  | {
      readonly type: 'generateAddresses'
      readonly addresses: readonly Labelled<GenerateAddresses['addresses'][number]>[]
    }
  | ({ readonly type: 'assignAddress' } & Labelled<AssignAddress>)
  | ({ readonly type: 'removeAddress' } & Labelled<RemoveAddress>)
  | ({ readonly type: 'beginFollowing' } & BeginFollowing)
  | ({ readonly type: 'observeBlock' } & ObserveBlock)
  | ({ readonly type: 'observeMore' } & ObserveMore)
  | ({ readonly type: 'creditDeposits' } & CreditDeposits)
  | ({ readonly type: 'undoBlock' } & UndoBlock)
  | ({ readonly type: 'openHoldings' } & OpenHoldings)
)

/** Of approvals. `apiKey` is who asks, or who answers. */
export type ApprovingCommand = { readonly tenant: TenantId; readonly apiKey: string } & (
  | { readonly type: 'requestApproval'; readonly intent: string }
  | { readonly type: 'decideApproval'; readonly approval: string; readonly approve: boolean }
)

/** `as` is the account that is opened with the currency. */
export interface NewToken {
  readonly as: AccountLabel
  readonly home: Network
  readonly scale: number
  readonly supply: string
  readonly baseRate: string
}

/** `before` is the transaction that was to deploy it before, as the caller has read it. */
export type DeployedToken = NewToken & { readonly before: string | null }

/** Of tokens. */
export type TokenCommand = { readonly tenant: TenantId; readonly name: string } & (
  | (NewToken & {
      readonly type: 'registerToken'
      /** Null: it is linked later. */
      readonly asset: string | null
    })
  | (DeployedToken & { readonly type: 'deployToken'; readonly send: Recorded })
  | (DeployedToken & {
      readonly type: 'pendToken'
      readonly signature: SignatureLabel
      readonly claims: readonly Reservation[]
      readonly replaces: boolean
    })
  | {
      readonly type: 'linkToken'
      readonly asset: string
      readonly shown: Pick<ShownToken, 'decimals' | 'block' | 'holder' | 'held'> | null
    }
)

/** Nobody follows this chain in the simulator, so a supply is credited at once. */
export const OF_TOKENS = { chain: 'KLAY', network: 'testnet' } as const
/** The address that has the supply of every token. */
export const HOLDER = 'holder'

export const approvalLabel = ({ tenant, intent }: { readonly tenant: TenantId; readonly intent: string }) =>
  `approval:${tenant}:${intent}`

/** Of the ledger: those of the properties, and those of the rules that these leave out. */
export type LedgerCommand = Command | OtherCommand
/** Every rule of the core has its command here. */
export type SimulatedCommand =
  | TradingCommand
  | LedgerCommand
  | ChainCommand
  | ReceivingCommand
  | ApprovingCommand
  | TokenCommand

const ON_CHAIN: ReadonlySet<string> = new Set<ChainCommand['type']>([
  'recordSend',
  'settleSend',
  'createPendingSignature',
  'renewPendingSignature',
  'completePendingSignature',
  'deletePendingSignature',
  'reportSignatureErrors',
  'storeWithdrawal',
  'sendWithdrawal',
  'pendWithdrawal',
  'cancelWithdrawal',
  'completeWithdrawal',
  'sightWithdrawal',
])

export function isOnChain(command: SimulatedCommand): command is ChainCommand {
  return ON_CHAIN.has(command.type)
}

const RECEIVING: ReadonlySet<string> = new Set<ReceivingCommand['type']>([
  'generateAddresses',
  'assignAddress',
  'removeAddress',
  'beginFollowing',
  'observeBlock',
  'observeMore',
  'creditDeposits',
  'undoBlock',
  'openHoldings',
])

export function isApproving(command: SimulatedCommand): command is ApprovingCommand {
  return command.type === 'requestApproval' || command.type === 'decideApproval'
}

const OF_A_TOKEN: ReadonlySet<string> = new Set<TokenCommand['type']>([
  'registerToken',
  'linkToken',
  'deployToken',
  'pendToken',
])

export function isToken(command: SimulatedCommand): command is TokenCommand {
  return OF_A_TOKEN.has(command.type)
}

export function isReceiving(command: SimulatedCommand): command is ReceivingCommand {
  return RECEIVING.has(command.type)
}

/** Accepted, or refused with the documented code; `index` names the item of a batch that was refused. */
export type Outcome =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly code: RejectionCode; readonly index: number | null }

export const ACCEPTED: Outcome = { accepted: true }

/** One account as its owner sees it. Amounts are minor units in decimal text, so that a diff can be read. */
export interface AccountSnapshot {
  readonly tenant: TenantId
  readonly currency: string
  readonly customer: CustomerLabel | null
  readonly active: boolean
  readonly frozen: boolean
  readonly balance: string
  readonly available: string
  /** What each blockage takes from the available balance. */
  readonly blockages: Readonly<Record<BlockageLabel, string>>
  /** Signed amounts of its records, oldest first. */
  readonly movements: readonly string[]
}

/** Everything that a caller can see, by label. */
export interface Snapshot {
  readonly accounts: Readonly<Record<AccountLabel, AccountSnapshot>>
  readonly customers: Readonly<Record<CustomerLabel, { readonly enabled: boolean; readonly active: boolean }>>
  /** By tenant and name: what was minted and not revoked. */
  readonly supplies: Readonly<Record<string, string>>
  /** By tenant and chain output. */
  readonly deposits: Readonly<
    Record<
      string,
      { readonly account: AccountLabel; readonly amount: string; readonly status: DepositStatus }
    >
  >
}

/** The identity of a chain output within a tenant, as a snapshot names it. */
export function depositLabel(deposit: {
  readonly tenant: TenantId
  readonly currency: string
  readonly txId: string
  readonly vout: number
  readonly address: string
}): string {
  const { tenant, currency, txId, vout, address } = deposit
  return `${tenant}/${currency} ${plain(txId)}:${vout} ${plain(address)}`
}

/** However it is spelled. What is no hex is never spelled otherwise here. */
const plain = (text: string): string => text.toLowerCase().replace(/^0x/, '')

/** A record whose keys are in order, so that two that say the same print the same. */
export function sortedRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}
