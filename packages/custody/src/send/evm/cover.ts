/**
 * That a sender can pay for a transaction: beside all that it has on its way. A node counts what is in blocks only,
 * so several sends could each be covered by the same coins; the uncovered one would be dropped, and those behind its
 * nonce would wait for good.
 */
import { type Send, sendOf } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { BadTransaction } from '../../ports/chain.js'
import type { EvmChain, EvmOutlay } from '../../ports/evm.js'
import type { Owner } from '../turns.js'

type Reads = Pick<Engine, 'query'>

/** Held nonces that are read at once. */
const PAGE = 500
/** Transactions whose outlay is remembered: it never changes, and to find it takes a signature's check. */
const REMEMBERED = 10_000
/** Blocks may come between the questions; then they are asked again. */
const TRIES = 3

const remembered = new WeakMap<EvmChain['codec'], Map<string, EvmOutlay>>()

function outlayOf({ codec }: EvmChain, { txId, raw }: Send): EvmOutlay {
  const known = remembered.get(codec) ?? new Map<string, EvmOutlay>()
  remembered.set(codec, known)
  const outlay = known.get(txId) ?? codec.outlay(raw)
  if (known.size >= REMEMBERED) known.clear()
  known.set(txId, outlay)
  return outlay
}

/**
 * @param nonce What it is to be sent with. What holds this nonce now is replaced, and not paid beside it.
 * @throws BadTransaction `insufficient.funds`
 */
export async function mustCover(
  engine: Reads,
  chain: EvmChain,
  owner: Owner,
  nonce: number,
  bill: EvmOutlay,
): Promise<void> {
  const { node } = chain
  // The nonce before the balances: what a block takes between the two is then counted twice, and not left out.
  let first = await node.nonce(owner.owner)
  for (let tries = 1; ; tries += 1) {
    const bills = [bill, ...(await onTheirWay(engine, chain, owner, first, nonce))]
    const missing = await shortOf(chain, owner.owner, bills)
    if (missing === null) return
    const now = bills.length === 1 || tries === TRIES ? first : await node.nonce(owner.owner)
    if (now === first) {
      const others =
        bills.length === 1 ? '' : `, beside its ${bills.length - 1} transactions that wait for a block`
      throw new BadTransaction('insufficient.funds', `The sender has not enough for ${missing}${others}`)
    }
    first = now
  }
}

/** What the sender has too little of; null when it has enough. */
async function shortOf(
  { node }: EvmChain,
  from: string,
  bills: readonly EvmOutlay[],
): Promise<string | null> {
  const coins = bills.reduce((sum, { coin }) => sum + coin, 0n)
  const tokens = new Map<string, bigint>()
  // Others' tokens matter where this one takes some, too.
  for (const { address } of bills[0]?.tokens ?? []) tokens.set(address, 0n)
  for (const { address, amount } of bills.flatMap((bill) => bill.tokens)) {
    const sum = tokens.get(address)
    if (sum !== undefined) tokens.set(address, sum + amount)
  }
  const [balance, ...held] = await Promise.all([
    node.balance(from),
    ...[...tokens.keys()].map((token) => node.tokenBalance(token, from)),
  ])
  if (balance < coins) return 'the amount and the fee'
  return [...tokens.values()].some((amount, at) => (held[at] ?? 0n) < amount) ? 'the tokens' : null
}

/** Of all transactions of the sender that no block has, but for those with this nonce: what each takes at most. */
async function onTheirWay(
  engine: Reads,
  chain: EvmChain,
  owner: Owner,
  first: number,
  nonce: number,
): Promise<readonly EvmOutlay[]> {
  const bills: EvmOutlay[] = []
  for (let from = first; ; ) {
    const indexes = await engine.query.claimed(owner, owner.owner, from, PAGE)
    const claims = indexes.filter((index) => index !== nonce).map((index) => ({ owner: owner.owner, index }))
    for (const { holder } of claims.length === 0 ? [] : await engine.query.heldClaims(owner, claims)) {
      const row = await rowOf(engine, owner, sendOf(holder))
      const outlays = row.map((send) => outlayOf(chain, send))
      if (outlays.length > 0) bills.push(dearest(outlays))
    }
    if (indexes.length < PAGE) return bills
    from = (indexes.at(-1) ?? 0) + 1
  }
}

/** A transaction and those that it replaced: a block may take any one of them. */
async function rowOf(engine: Reads, owner: Owner, last: string | undefined): Promise<readonly Send[]> {
  const row: Send[] = []
  for (let txId: string | null = last ?? null; txId !== null; ) {
    const send: Send | undefined = await engine.query.send(owner, txId)
    if (send === undefined) break
    row.push(send)
    txId = send.replaces
  }
  return row
}

/** The most that any of them takes, of the coin and of each token. */
function dearest(row: readonly EvmOutlay[]): EvmOutlay {
  let most = 0n
  const tokens = new Map<string, bigint>()
  for (const { coin, tokens: own } of row) {
    if (coin > most) most = coin
    for (const { address, amount } of own) {
      if (amount > (tokens.get(address) ?? 0n)) tokens.set(address, amount)
    }
  }
  return { coin: most, tokens: [...tokens].map(([address, amount]) => ({ address, amount })) }
}
