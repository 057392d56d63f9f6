/** What the way of a coin through the service needs of a chain, and of whoever calls the service. */
import type { NetworkFile } from '@tallystick/chains'
import type { Chain, Signed } from '@tallystick/custody'
import type { Operations, Tallystick } from '@tallystick/operations'

/** An asset of a chain: all that differs between chains. */
export interface FlowRow {
  readonly name: string
  readonly chain: string
  /** Of the accounts. */
  readonly currency: string
  readonly decimals: number
  /** Whether the fee is paid in another asset than the currency. */
  readonly isToken?: true
  /** Coins that arrive from outside, are paid to another customer, and leave again. */
  readonly amounts: { readonly arrives: string; readonly paid: string; readonly leaves: string }
  /** Whether only final blocks are read: then nothing is seen before it is credited. */
  readonly isReadWhenFinal: boolean
  /** Why it cannot run on this machine; undefined where it can. */
  readonly missing?: string
  start(): Promise<FlowNode>
}

export interface FlowNode {
  readonly testnet: NetworkFile
  /** Of a service that follows it: a wallet of its operator, and somebody outside who pays. */
  open(service: Tallystick): Promise<FlowWallet>
  /** A block with all that waits. */
  mine(): Promise<void>
  /** Blocks, until all that waits is in one that is never undone. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** A call of the service, by the public client and in process. */
export interface FlowCall<Answer = unknown> {
  client(): PromiseLike<Answer>
  operation(calls: Operations): Promise<Answer>
}

export interface FlowWallet {
  /** What makes the currency, before accounts of it are opened. */
  readonly register?: readonly FlowCall[]
  /** What accounts are opened with. Without one, addresses are assigned to them. */
  readonly xpub?: string
  /** Assigned to the account that gets the coins. */
  readonly assigned?: { readonly address: string; readonly tag?: number }
  /** From outside. */
  pay(to: FlowAddress, coins: string): Promise<void>
  /** Takes coins of an address of the xpub, by its key and without the service. Only of real nodes. */
  take?(from: string, index: number): Promise<void>
  /** Outside. */
  readonly recipient: string
  /** Base units that the chain has there. */
  held(address: string): Promise<bigint>
  /** A withdrawal in one call, with the wallet's key. */
  withdraw(order: FlowOrder): FlowCall
  /** The same, left to a key-management system. */
  leave(order: FlowOrder): FlowCall
  /** What a stored withdrawal names besides the order. */
  readonly stored: { readonly fee: string; readonly attr?: string; readonly sourceAddress?: string }
  /** The transaction of a stored withdrawal, signed outside of the service. */
  sign(order: FlowOrder, data: FlowStored['data']): Promise<Signed>
  /** A key-management system's part: the signed transaction as it broadcasts it. */
  signPending(pending: FlowPending): Promise<string>
}

export interface FlowOrder {
  readonly senderAccountId: string
  readonly address: string
  readonly amount: string
}

/** What the service answers to a stored withdrawal. */
export interface FlowStored {
  readonly id: string
  readonly data?: readonly {
    readonly vIn?: string
    readonly vInIndex?: number
    readonly amount: number
    readonly address?: { readonly address?: string; readonly derivationKey?: number }
  }[]
}

/** What a key-management system reads. */
export interface FlowPending {
  readonly id: string
  readonly serializedTransaction: string
  readonly withdrawalResponses?: FlowStored['data']
}

export interface FlowBroadcast {
  readonly currency: string
  readonly txData: string
  readonly withdrawalId?: string
  readonly signatureId?: string
}

export interface FlowAddress {
  readonly address: string
  readonly derivationKey?: number
  readonly destinationTag?: number
  readonly message?: string
  readonly memo?: string
}

/** What the flow calls of the service, over HTTP by the public client or in process. */
export interface FlowCalls {
  open(account: { readonly currency: string; readonly xpub?: string }): Promise<{ readonly id: string }>
  addresses(id: string): Promise<readonly FlowAddress[]>
  assign(id: string, address: string, tag?: number): Promise<FlowAddress>
  pay(from: string, to: string, amount: string): Promise<unknown>
  balance(id: string): Promise<string>
  deposits(id: string): Promise<readonly FlowDeposit[]>
  call(call: FlowCall): Promise<unknown>
  store(withdrawal: FlowOrder & FlowWallet['stored']): Promise<FlowStored>
  /** Ends a stored withdrawal: the service sends its transaction; or its signer has, and says so once a block has it. */
  finish(stored: FlowStored, chain: Chain, signed: Signed, settle: () => Promise<void>): Promise<void>
  pending(chain: string): Promise<readonly FlowPending[]>
  broadcast(signed: FlowBroadcast): Promise<object>
  withdrawals(): Promise<readonly FlowWithdrawal[]>
}

export interface FlowWithdrawal {
  readonly id: string
  readonly accountId: string
  readonly status?: string
  readonly fee: string
  readonly txId?: string
}

export interface FlowDeposit {
  readonly status?: string
  readonly amount?: string
  readonly address?: string
}

/** Decimal text in base units. */
export function unitsOf(coins: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = coins.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
