/** A row for each family whose nodes are fakes: all that the tests over HTTP need to know of it. */
import type { NetworkFile } from '@tallystick/chains'
import type { Area, Operations } from '@tallystick/operations'
import type { Running } from '../../service.fixture.js'
import type { KmsRound } from '../client.fixture.js'

export interface FamilyRow {
  readonly area: Area
  readonly chain: KmsRound['chain']
  /** Operations of the area that the public client does not have. */
  readonly beside: readonly string[]
  /** Undefined where no call takes a key. */
  readonly keys?: FamilyKeys
  start(): Promise<FamilyNode>
}

export interface FamilyKeys {
  /** A fresh one of each call. */
  account(calls: Operations): Promise<{ readonly address: string; readonly secret: string }>
  /** The operation by which it pays the native coin. */
  readonly pays: string
}

/** A node that checks all that it is sent with the chain's own library. */
export interface FamilyNode {
  readonly testnet: NetworkFile
  /** Gives an account enough for some payments. */
  fund(address: string): void
  /** Gives an account the tokens of the examples. */
  stock?(address: string): void
  /** Blocks, until what it has by now is in one that is never undone. */
  settle(): void
  /** Of a service whose configuration has it: accounts that it funds, and what they do. */
  open(service: Running): Promise<FamilyCalls>
  close(): Promise<void>
}

export interface FamilyCalls {
  /** By whoever has the key: the name of each, and a call that answers the id of what it has sent. */
  readonly payments: readonly (readonly [name: string, pay: () => Promise<string>])[]
  readonly kms: Omit<KmsRound, 'chain'>
  /** Fails unless the chain has it, and it has done what it was to do. */
  mustBePaid(txId: string): Promise<void>
  /** All that was paid: fails unless the recipients have it, each amount once. */
  mustBeReceived(): Promise<void>
  /** Fails unless the reads tell what was paid. */
  mustBeTold(): Promise<void>
  /** Fails unless the node answers by the pass-through. */
  mustAnswer(): Promise<void>
}
