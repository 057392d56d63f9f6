/**
 * Has an address watched, and takes what it has beyond the observed changes as there before. For wallets that pay
 * withdrawals, masters of sweeps, and addresses that had coins before they were assigned.
 */
import {
  type ApiKeyId,
  type Cursor,
  cursorKey,
  type Holding,
  holdingKey,
  type OnChain,
  type OpenHoldings,
  openHoldings,
  TOKENS,
} from '@tallystick/core'
import { type Engine, type Queries, uncharged } from '@tallystick/engine'
import { assetsOf } from '../assets.js'
import { type Chain, NodeFault } from '../ports/chain.js'
import { balanceOf, isAt, outputsOf } from './balances.js'

export interface WatchedAddress extends OnChain {
  readonly address: string
}

/** Times that blocks may come between the reading of the balances and their recording. */
const TRIES = 10

/**
 * @param chain That of `chain` and `network`
 * @throws NodeFault if the chain is not followed, its node does not answer, or blocks come all the time
 */
export async function watchAddress(
  engine: Pick<Engine, 'query' | 'execute' | 'currencies'>,
  chain: Chain,
  watched: WatchedAddress,
): Promise<readonly Holding[]> {
  const { query } = engine
  const { tenant, network } = watched
  const address = chain.codec.canonical(watched.address)
  const on: OnChain = { tenant, chain: watched.chain, network }
  const shared = assetsOf(chain, engine.currencies).map(({ asset }) => asset ?? '')
  const tokens = await query.list(TOKENS, { where: on })
  const assets = [...new Set([...shared, ...tokens.flatMap(({ asset }) => asset ?? [])])]
  for (let tries = 1; tries <= TRIES; tries++) {
    const cursor = await query.find(cursorKey(on))
    if (cursor === undefined) throw new NodeFault('unconfigured', `${on.chain} ${network} is not followed`)
    const balances = await balancesAt(query, chain, { ...on, address }, assets, cursor)
    const { revision } = cursor
    const opened = (await isAt(chain, cursor))
      ? await engine.execute({
          ...uncharged({ tenant, apiKey: '' as ApiKeyId }),
          rule: openHoldings,
          command: { ...on, address, revision, balances, watch: true },
          present: (holdings) => holdings,
        })
      : null
    if (opened !== null) return opened
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new NodeFault('unreachable', 'blocks came all the time, or nobody follows the chain to its head')
}

/** What it has, without observed outputs. */
async function balancesAt(
  query: Queries,
  chain: Chain,
  watched: WatchedAddress,
  assets: readonly string[],
  cursor: Cursor,
): Promise<OpenHoldings['balances']> {
  const balances: { readonly asset: string; readonly amount: bigint }[] = []
  for (const asset of assets) {
    // Where nodes are not asked for balances of tokens, only the coins are watched.
    if (asset !== '' && chain.blocks?.balance === undefined) continue
    if (chain.blocks?.issues?.(watched.address, asset) === true) continue
    const amount = await balanceOf(query, chain, watched, { asset, cursor })
    const known = await query.find(holdingKey({ ...watched, asset }))
    if (asset !== '' && amount === 0n && known === undefined) continue
    balances.push({ asset, amount: amount - (await outputsOf(query, chain, watched)) })
  }
  return balances
}
