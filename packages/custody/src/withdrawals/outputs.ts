/**
 * The coins of UTXO wallets, as blocks have shown them (`Output`): which of them a withdrawal spends, what it leaves to
 * the wallet, and whose keys sign it. Only outputs that no transaction, pending signature or withdrawal holds.
 */
import {
  type ChangeOutput,
  type Cursor,
  cursorKey,
  isOfPool,
  isTaken,
  type OnChain,
  OUTPUTS,
  type Output,
  type Reservation,
  sendKey,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Engine, heldReservations } from '@tallystick/engine'
import { BadTransaction, type Chain, NodeFault, paramsOf } from '../ports/chain.js'
import { isUtxo, type Utxo, type UtxoChain, type UtxoIntent } from '../ports/utxo.js'
import { NodeLate } from '../send/late.js'
import type { Order } from '../send/plan.js'
import { placeOf } from '../send/sends.js'
import { claimOf, nameOf } from '../send/utxo/replace.js'
import { MAX_INPUTS, type Selection, select, sum } from './select.js'

type Reads = Pick<Engine, 'query'>
/** Whose outputs, on which chain and network. */
type Placed = Parameters<typeof placeOf>[0] & { readonly chain: Pick<Chain, 'isFollowed'> }

/** Outputs that storage is asked for at once. */
const PAGE = 1_000

/** The least that nodes relay, in base units per 1,000 virtual bytes (Bitcoin Core, DEFAULT_MIN_RELAY_TX_FEE). */
const RELAYED = 1_000n

/** What a withdrawal pays, and the wallets that pay it. */
export interface Payout {
  /** Each as `Output.wallet` names it: one, but for an account whose addresses were assigned, which are one each. */
  readonly wallets: readonly string[]
  /** The addresses of theirs that may pay, canonical. Absent: all. */
  readonly addresses?: readonly string[]
  readonly to: UtxoIntent['to']
  /** Base units. */
  readonly fee: bigint
  /** Where the change goes: the pool's address of index 0, or what the caller names. */
  readonly changeAddress: string
}

/**
 * Chooses what a withdrawal spends. Another process may choose the same meanwhile: the rule that stores the withdrawal
 * refuses then (`claim.taken`), and the outputs are chosen anew.
 * @throws BadTransaction `insufficient.funds`, `dust`, `malformed`; NodeFault as `walletOutputs`
 */
export async function chooseOutputs(
  engine: Reads,
  order: Order<UtxoChain>,
  payout: Payout,
): Promise<Selection> {
  const { chain } = order
  const { codec, record } = chain
  const { to, fee, changeAddress } = payout
  for (const { address, value } of to) {
    const dust = codec.dust(address)
    if (value < dust)
      throw new BadTransaction('dust', `An output of ${value}: nodes relay none below ${dust}`)
  }
  const { leastChange = 0n, leastRate = RELAYED } = paramsOf(chain)
  const dust = codec.dust(changeAddress)
  const recipients = [...to.map(({ address }) => address), changeAddress]
  return select({
    ...(await walletOutputs(engine, order, payout.wallets, payout.addresses)),
    paid: to.reduce((sum, { value }) => sum + value, 0n),
    fee,
    isDust: (value) => value < dust || value < leastChange,
    marketRate: await marketRate(chain),
    leastRate,
    coin: record,
    sizeOf: (inputs) => codec.virtualSize(utxosOf(chain, inputs), recipients),
  })
}

/**
 * The outputs of wallets that nothing holds: those that are deep enough, the largest ones of each wallet, and those that
 * transactions of ours leave to it and that are not deep enough yet; and what of the wallets is held, as far as that was
 * looked for.
 * @throws NodeFault `unsupported` if the chain is not followed, so that nothing is known of its coins; NodeLate if it will
 * be, and no block of it was read yet
 */
export async function walletOutputs(
  { query }: Reads,
  order: Placed,
  wallets: readonly string[],
  addresses?: readonly string[],
): Promise<{ readonly deep: readonly Output[]; readonly own: readonly Output[]; readonly held: bigint }> {
  const place = placeOf(order)
  const cursor = await query.find(cursorKey(place))
  if (cursor === undefined) throw unread(order.chain, place)
  const deep: Output[] = []
  const shallow: Output[] = []
  const seen = new Set<string>()
  let held = 0n
  for (const wallet of wallets) {
    const kept = deep.length
    const where = { ...place, wallet, ...(addresses === undefined ? {} : { address: { in: addresses } }) }
    for (let offset = 0; deep.length - kept < MAX_INPUTS; offset += PAGE) {
      const paging = { by: 'value', order: 'desc', offset, limit: PAGE } as const
      const page = await query.list(OUTPUTS, { part: 'unspent', where, ...paging })
      // A block that is observed meanwhile moves outputs from one page to the next.
      const fresh = page.filter((output) => !seen.has(nameOf(output)))
      for (const output of fresh) seen.add(nameOf(output))
      const free = await unheld(query, order, fresh)
      held += sum(fresh) - sum(free)
      for (const output of free) (isDeep(output, cursor) ? deep : shallow).push(output)
      if (page.length < PAGE) break
    }
  }
  return { deep, own: await ours(query, order, shallow), held }
}

function unread({ isFollowed, record }: Placed['chain'], { network }: OnChain): NodeFault {
  return isFollowed === true
    ? new NodeLate(`no block of ${record.name} ${network} was read yet: /readyz says why`)
    : new NodeFault(
        'unsupported',
        `${record.name} ${network} is not followed, so its coins are not known: configure follow`,
      )
}

const isDeep = ({ height, matures }: Output, cursor: Cursor): boolean =>
  height !== null && matures <= cursor.height

async function unheld(
  query: Reads['query'],
  order: Placed,
  outputs: readonly Output[],
): Promise<readonly Output[]> {
  const held = await heldReservations(query, placeOf(order), claimsOf(outputs))
  const names = new Set(held.map(({ owner, index }) => `${owner} ${index}`))
  return outputs.filter(({ txId, index }) => !names.has(`${txId} ${index}`))
}

/**
 * Those that a transaction of ours leaves, which a node or a block has. A replaced one may never be confirmed, and one that
 * a block has under another id leaves others.
 */
async function ours(
  query: Reads['query'],
  order: Placed,
  outputs: readonly Output[],
): Promise<readonly Output[]> {
  const place = placeOf(order)
  const change = outputs.filter(isOfPool)
  const txIds = new Set(change.map(({ txId }) => txId))
  const sends = await query.findAll([...txIds].map((txId) => sendKey(place, txId)))
  const left = new Map(
    sends
      .filter((send) => isTaken(send) && send.status !== 'replaced' && send.minedAs === undefined)
      .map((send) => [send.txId, send.change]),
  )
  return change.filter(({ txId, index }) => left.get(txId) === index)
}

/** What transactions in a block soon pay. Without an answer, the chain's own figure. */
async function marketRate(chain: UtxoChain): Promise<bigint> {
  try {
    return (await chain.node.feeRates()).medium
  } catch (fault) {
    if (fault instanceof NodeFault) return paramsOf(chain).fallbackFee
    throw fault
  }
}

/** What spending them uses up. */
export const claimsOf = (outputs: readonly Output[]): readonly Reservation[] => outputs.map(claimOf)

/** As a codec spends them. @param publicKeyOf See `planPayout`. Absent: they are only measured */
export const utxosOf = (
  { codec }: Pick<UtxoChain, 'codec'>,
  outputs: readonly Output[],
  publicKeyOf?: (output: Output) => string | undefined,
): readonly Utxo[] =>
  outputs.map((output) => {
    const { txId, index, value, address, height } = output
    const script = codec.scriptOf(address)
    const utxo = { txId, index, value, address, height, script, coinbase: false }
    if (publicKeyOf === undefined || codec.describe(script).type !== 'scripthash') return utxo
    const publicKey = publicKeyOf(output)
    return publicKey === undefined ? utxo : { ...utxo, publicKey }
  })

/**
 * What a signed transaction leaves to a wallet: its last output to either script of the pool's address. See
 * `RecordSend`.
 * @param wallet The pool's address of index 0
 */
export function changeOf(chain: Chain, wallet: string, raw: string): ChangeOutput | undefined {
  if (!isUtxo(chain)) return undefined
  const { codec, record } = chain
  const scripts = new Set([wallet, ...codec.twins(wallet)])
  const made = codec
    .inspect(raw)
    .outputs.flatMap(({ address, amount: value }, index) =>
      address !== null && scripts.has(address)
        ? [{ index, address, wallet, derivationKey: 0, value, scale: record.decimals }]
        : [],
    )
  return made.at(-1)
}

/** The same of the transaction that pays a withdrawal. */
export async function changeFor(
  { query }: Reads,
  order: Order,
  id: WithdrawalId,
  raw: string,
): Promise<ChangeOutput | undefined> {
  if (!isUtxo(order.chain)) return undefined
  const withdrawal = await query.find(withdrawalKey(order.caller.tenant, id))
  return withdrawal && changeOf(order.chain, withdrawal.wallet, raw)
}
