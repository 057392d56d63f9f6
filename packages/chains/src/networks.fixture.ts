/** A node of a network of a chain: whether the service uses it, and what it says of one that it does not. */
import { type ChainId, type Chains, NodeFault } from '@tallystick/custody'
import { expect, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { NetworkFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'

export type Network = 'mainnet' | 'testnet'

export function open(id: ChainId, network: string, config: NetworkFile): Chains {
  const chains = createChains(readChainsConfig({ chains: { [id]: { [network]: config } } }))
  onTestFinished(() => chains.close())
  return chains
}

/** Whether the node was used, or why not. */
export async function usedBy(id: ChainId, network: Network, config: NetworkFile): Promise<string> {
  const chains = open(id, network, config)
  const chain = await chains.chain(id, network)
  const outcome = await chain.node.head().then(
    () => 'used',
    (error: unknown) => (error instanceof NodeFault ? error.code : String(error)),
  )
  const problems = chains.health().flatMap(({ problem }) => problem ?? [])
  for (const problem of problems) {
    expect(problem).toMatch(new RegExp(`^chains\\.${id}\\.${network}\\.nodes\\[\\d\\] `))
    // Neither address nor password.
    expect(problem).not.toMatch(/127\.0\.0\.1|private/)
  }
  if (outcome === 'used') return problems.length === 0 ? 'used' : `used, beside ${problems.join()}`
  expect(outcome).toBe('unreachable')
  return problems.map((problem) => /it (?:says .* instead of|answers|has no) [^.]*/.exec(problem)?.[0]).join()
}
