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
  isOver,
  kept,
  type OnChain,
  type OpenHoldings,
  openHoldings,
  SENDS,
  type Send,
  TOKENS,
} from '@tallystick/core'
import { type Engine, type Queries, uncharged } from '@tallystick/engine'
import { assetsOf } from '../assets.js'
import { type Chain, NodeFault } from '../ports/chain.js'
import { isUtxo } from '../ports/utxo.js'
import { plainAsset } from '../withdrawals/differs.js'
import { changesOf, OwnSends } from '../workers/holdings.js'
import { balanceOf, isAt, outputsOf } from './balances.js'
import { PAGE } from './pages.js'

export interface WatchedAddress extends OnChain {
  readonly address: string
}

/** Times that blocks may come between the reading of the balances and their recording. */
const TRIES = 10

/** What transactions of ours have paid from an address. */
interface Paid {
  /** By asset, in blocks that are never undone. */
  readonly before: ReadonlyMap<string, bigint>
  /** The heights of other blocks with such transactions. */
  readonly recent: ReadonlySet<number>
}

type Recent = NonNullable<OpenHoldings['balances'][number]['recent']>

const NOTHING: Paid = { before: new Map(), recent: new Set() }

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
    const known = await query.find(holdingKey({ ...on, address, asset: '' }))
    const isKnown = isUtxo(chain) || known !== undefined
    const paid = isKnown ? NOTHING : await paidFrom(query, chain, { ...on, address }, cursor)
    const all = [...new Set([...assets, ...paid.before.keys()])]
    const recent = await recentOf(query, chain, { ...on, address }, all, { cursor, paid })
    const balances = await balancesAt(query, chain, { ...on, address }, all, { cursor, paid, recent })
    const { revision } = cursor
    const isCurrent = isKnown || (await chain.blocks?.header(cursor.height))?.hash === cursor.hash
    const opened =
      recent !== undefined && isCurrent && (await isAt(chain, cursor))
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

/**
 * What transactions of ours in observed blocks have paid from an address that nobody has watched. Otherwise what a wallet
 * has paid for withdrawals before it was watched would never be explained.
 */
async function paidFrom(
  query: Queries,
  { codec, node }: Chain,
  { address, ...on }: WatchedAddress,
  cursor: Cursor,
): Promise<Paid> {
  const { height } = cursor
  const undoable = new Set(kept(cursor).map((block) => block.height))
  const paid = new Map<string, bigint>()
  const recent = new Set<number>()
  for (let after: string | undefined; ; ) {
    const where = { tenant: on.tenant, chain: on.chain, network: on.network }
    const more = after === undefined ? {} : { after }
    const page: readonly Send[] = await query.list(SENDS, { where, limit: PAGE, ...more })
    for (const send of page) {
      if (isOver(send)) continue
      const { from, outputs } = codec.inspect(send.raw)
      if (from == null || codec.canonical(from) !== address) continue
      const seen = await node.status({ raw: send.raw, txId: send.txId })
      // A node may have forgotten what is final.
      const isFinal = seen.kind === 'absent' && send.status === 'final' && send.reason === null
      const isIn = seen.kind === 'confirmed' && seen.ok && seen.height <= height
      if (isIn && !seen.final && undoable.has(seen.height)) {
        recent.add(seen.height)
        continue
      }
      if (!isIn && !(isFinal && (send.height ?? 0) <= height)) continue
      for (const { address: to, amount, asset = '' } of outputs) {
        if (to !== null && codec.canonical(to) === address) continue
        const name = plainAsset(codec, asset)
        paid.set(name, (paid.get(name) ?? 0n) + amount)
      }
    }
    after = page.at(-1)?.id
    if (page.length < PAGE) return { before: paid, recent }
  }
}

/**
 * What blocks that may be undone have changed of the address, the newest last. Undefined if the node has another block at
 * one of the heights.
 */
async function recentOf(
  query: Queries,
  { blocks, record }: Chain,
  { tenant, address, ...on }: WatchedAddress,
  assets: readonly string[],
  { cursor, paid }: { readonly cursor: Cursor; readonly paid: Paid },
): Promise<Recent | undefined> {
  const recent: Recent[number][] = []
  const owners = new Map([[address, new Set([tenant])]])
  for (const name of kept(cursor)
    .filter(({ height }) => paid.recent.has(height))
    .reverse()) {
    const block = await blocks?.block(name.height, new Set(assets))
    if (block?.hash !== name.hash) return undefined
    const touched = block.movements.filter((one) => one.address === address)
    const sends = await OwnSends.of({ query, on, record }, touched, owners)
    const changes = changesOf({ record }, touched, [], owners, sends)
    recent.push(...changes.map((change) => ({ block: name, change })))
  }
  return recent
}

/** What it has, without observed outputs. */
async function balancesAt(
  query: Queries,
  chain: Chain,
  watched: WatchedAddress,
  assets: readonly string[],
  opened: { readonly cursor: Cursor; readonly paid: Paid; readonly recent: Recent | undefined },
): Promise<OpenHoldings['balances']> {
  const { cursor, paid } = opened
  const balances: OpenHoldings['balances'][number][] = []
  for (const asset of assets) {
    // Where nodes are not asked for balances of tokens, only the coins are watched.
    if (asset !== '' && chain.blocks?.balance === undefined) continue
    if (chain.blocks?.issues?.(watched.address, asset) === true) continue
    const amount = await balanceOf(query, chain, watched, { asset, cursor })
    const known = await query.find(holdingKey({ ...watched, asset }))
    const before = paid.before.get(asset) ?? 0n
    const recent = (opened.recent ?? []).filter(({ change }) => change.asset === asset)
    const isNew = amount === 0n && before === 0n && recent.length === 0 && known === undefined
    if (asset !== '' && isNew) continue
    balances.push({ asset, amount: amount - (await outputsOf(query, chain, watched)), paid: before, recent })
  }
  return balances
}
