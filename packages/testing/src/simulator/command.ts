/**
 * What the simulator asks: the commands of the properties, and those of the rules that these leave out. Every
 * rule of the core has its command here.
 */
import type { CreatePendingSignature, Network, RecordSend, SettleSend, TenantId } from '@tallystick/core'
import type { AccountLabel, Command, CustomerLabel } from '../command.js'

/** `s0`, `s1`, …: pending signatures by the command that creates them. */
export type SignatureLabel = string

type OtherCommand = { readonly tenant: TenantId } & (
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

/** Of the transactions of chains. */
export type ChainCommand =
  | ({ readonly type: 'recordSend'; readonly signature: SignatureLabel | null } & Omit<
      RecordSend,
      'apiKey' | 'signature'
    >)
  | ({ readonly type: 'settleSend' } & SettleSend)
  | ({ readonly type: 'createPendingSignature'; readonly as: SignatureLabel } & Pick<
      CreatePendingSignature,
      'tenant' | 'chain' | 'network' | 'claims' | 'replaces'
    >)
  | ({ readonly tenant: TenantId; readonly network: Network } & (
      | {
          readonly type: 'completePendingSignature'
          readonly signature: SignatureLabel
          readonly txId: string
        }
      | { readonly type: 'deletePendingSignature'; readonly signature: SignatureLabel }
      | {
          readonly type: 'reportSignatureErrors'
          readonly errors: readonly { readonly signature: SignatureLabel; readonly error: string }[]
        }
    ))

export type LedgerCommand = Command | OtherCommand
export type SimulatedCommand = LedgerCommand | ChainCommand

const OTHERS: ReadonlySet<string> = new Set<OtherCommand['type']>([
  'updateAccount',
  'updateCustomer',
  'updateCurrency',
  'issueApiKey',
  'freezeApiKey',
  'unfreezeApiKey',
  'revokeApiKey',
])

const ON_CHAIN: ReadonlySet<string> = new Set<ChainCommand['type']>([
  'recordSend',
  'settleSend',
  'createPendingSignature',
  'completePendingSignature',
  'deletePendingSignature',
  'reportSignatureErrors',
])

export function isOnChain(command: SimulatedCommand): command is ChainCommand {
  return ON_CHAIN.has(command.type)
}

/** Whether the naive model knows it too. */
export function isCommon(command: SimulatedCommand): command is Command {
  return !OTHERS.has(command.type) && !ON_CHAIN.has(command.type)
}
