/** Chains from a file (docs/chains.md), or none. */
import { readFile } from 'node:fs/promises'
import type { ChainsConfig } from '@tallystick/chains'
import type { Chains } from '@tallystick/custody'
import type { Read, Sources } from './config.js'
import { whyUnreadable } from './failure.js'

export type { ChainsConfig }

export const CHAINS_ACCEPTS = 'the path of a JSON file as docs/chains.md describes it'

/** Checks the whole file. It loads no chain and makes no connection. */
export async function readChains(file: string, env: Sources['env']): Promise<Read<ChainsConfig>> {
  const { ChainsConfigError, parseChainsConfig } = await import('@tallystick/chains')
  try {
    return { value: parseChainsConfig(await readFile(file, 'utf8'), env) }
  } catch (error) {
    if (error instanceof ChainsConfigError) return { refused: true, problems: error.problems }
    return { refused: true, why: `but ${whyUnreadable(error)}` }
  }
}

/** @param config Null: chains without nodes, which can still make wallets, addresses and keys */
export async function openChains(config: ChainsConfig | null): Promise<Chains> {
  const { createChains } = await import('@tallystick/chains')
  return createChains(config ?? { networks: [], rpc: [] })
}

/** As options of a ledger, whose calls all come with an API key: they are on the network of that key. */
export const withChains = async (config: ChainsConfig | null) =>
  ({ chains: await openChains(config), network: 'mainnet' }) as const
