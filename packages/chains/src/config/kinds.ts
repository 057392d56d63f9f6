/** The kinds of nodes: their protocol, and which family uses them. */
import type { Family } from '@tallystick/custody'

/** The protocol of a node: JSON-RPC, or paths. */
export const WAYS = {
  core: 'rpc',
  blockbook: 'rest',
  evm: 'rpc',
  xrp: 'rpc',
  tron: 'rest',
  horizon: 'rest',
  solana: 'rpc',
  multiversx: 'rest',
  beacon: 'rest',
} as const satisfies Readonly<Record<string, 'rpc' | 'rest'>>

export type NodeKind = keyof typeof WAYS

/** Kinds that callers may use through the pass-through. Blockbook is an index beside a node. */
export const PASSED: ReadonlySet<NodeKind> = new Set(
  (Object.keys(WAYS) as NodeKind[]).filter((kind) => kind !== 'blockbook'),
)

interface FamilyNodes {
  readonly kinds: readonly NodeKind[]
  /** The kind of node that every call needs; null: any kind. */
  readonly needs: NodeKind | null
  /** A block that a node reports as closed is never undone, so there is no depth to wait for. */
  readonly final?: true
}

export const NODES: Readonly<Record<Family, FamilyNodes>> = {
  utxo: { kinds: ['core', 'blockbook'], needs: null },
  evm: { kinds: ['evm', 'blockbook'], needs: 'evm' },
  xrp: { kinds: ['xrp'], needs: 'xrp', final: true },
  tron: { kinds: ['tron'], needs: 'tron' },
  stellar: { kinds: ['horizon'], needs: 'horizon', final: true },
  solana: { kinds: ['solana'], needs: 'solana', final: true },
  multiversx: { kinds: ['multiversx'], needs: 'multiversx', final: true },
  beacon: { kinds: ['beacon'], needs: 'beacon', final: true },
}

/** More than anybody waits for. */
export const MAX_CONFIRMATIONS = 10_000
