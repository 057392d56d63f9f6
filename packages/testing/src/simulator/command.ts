/**
 * What the simulator asks: the commands of the properties, and those of the rules that these leave out. Every
 * rule of the core has its command here.
 */
import type { TenantId } from '@tallystick/core'
import type { AccountLabel, Command, CustomerLabel } from '../command.js'

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

export type SimulatedCommand = Command | OtherCommand

const OTHERS: ReadonlySet<string> = new Set<OtherCommand['type']>([
  'updateAccount',
  'updateCustomer',
  'updateCurrency',
  'issueApiKey',
  'freezeApiKey',
  'unfreezeApiKey',
  'revokeApiKey',
])

/** Whether the naive model knows it too. */
export function isCommon(command: SimulatedCommand): command is Command {
  return !OTHERS.has(command.type)
}
