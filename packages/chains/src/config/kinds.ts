/** The kinds of nodes: how each is asked, and which a family takes. */
import type { Family } from '@tallystick/custody'

/** What a node understands: by JSON-RPC, or by path. */
export const WAYS = {
  core: 'rpc',
  blockbook: 'rest',
  evm: 'rpc',
  xrp: 'rpc',
  tron: 'rest',
  horizon: 'rest',
  solana: 'rpc',
} as const satisfies Readonly<Record<string, 'rpc' | 'rest'>>

export type NodeKind = keyof typeof WAYS

/** Those that callers may ask themselves. Blockbook is an index beside a node. */
export const PASSED: ReadonlySet<NodeKind> = new Set(
  (Object.keys(WAYS) as NodeKind[]).filter((kind) => kind !== 'blockbook'),
)

interface FamilyNodes {
  readonly kinds: readonly NodeKind[]
  /** Every call needs one of this kind; null: any will do. */
  readonly needs: NodeKind | null
  /** What a node shows as closed is never undone: there is no depth to wait for. */
  readonly final?: true
}

export const NODES: Readonly<Record<Family, FamilyNodes>> = {
  utxo: { kinds: ['core', 'blockbook'], needs: null },
  evm: { kinds: ['evm', 'blockbook'], needs: 'evm' },
  xrp: { kinds: ['xrp'], needs: 'xrp', final: true },
  tron: { kinds: ['tron'], needs: 'tron' },
  stellar: { kinds: ['horizon'], needs: 'horizon', final: true },
  solana: { kinds: ['solana'], needs: 'solana', final: true },
}
