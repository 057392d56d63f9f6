/**
 * That a sender can pay for a transaction: beside all that it has on its way. A node counts what is in blocks only,
 * so several sends could each be covered by the same coins; the uncovered one would be dropped, and those behind its
 * nonce would wait for good. What the sender owns is that of one block, and what that block does not have yet is
 * counted, so a node that is behind covers nothing twice.
 */
import type { Engine } from '@tallystick/engine'
import { BadTransaction } from '../ports/chain.js'
import type { EvmFunds, EvmOutlay } from '../ports/evm.js'
import type { Owner } from './turns.js'
import { underWay } from './underway.js'

/** A chain whose accounts have nonces, and pay a coin and tokens. */
interface WithNonces {
  readonly codec: { outlay(written: string): EvmOutlay }
  readonly node: { funds(address: string, tokens: readonly string[]): Promise<EvmFunds> }
}

/**
 * @param nonce What it is to be sent with. What holds this nonce now is replaced, and not paid beside it.
 * @throws BadTransaction `insufficient.funds`
 */
export async function mustCover(
  { query }: Pick<Engine, 'query'>,
  chain: WithNonces,
  owner: Owner,
  nonce: bigint,
  bill: EvmOutlay,
): Promise<void> {
  // Others' tokens matter where this one takes some, too.
  const tokens = bill.tokens.map(({ address }) => address)
  const funds = await chain.node.funds(owner.owner, tokens)
  const rows = await underWay(query, owner, BigInt(funds.nonce), nonce)
  const bills = [bill, ...rows.map((row) => dearest(row.map(chain.codec.outlay)))]
  const missing = shortOf(funds, tokens, bills)
  if (missing === null) return
  const others = rows.length === 0 ? '' : `, beside its ${rows.length} transactions that wait for a block`
  throw new BadTransaction('insufficient.funds', `The sender does not have enough for ${missing}${others}`)
}

/** What the sender has too little of; null when it has enough. */
function shortOf(
  funds: { readonly coins: bigint; readonly tokens: readonly bigint[] },
  tokens: readonly string[],
  bills: readonly EvmOutlay[],
): string | null {
  if (funds.coins < bills.reduce((sum, { coin }) => sum + coin, 0n)) return 'the amount and the fee'
  const taken = (token: string): bigint =>
    bills
      .flatMap((bill) => bill.tokens)
      .reduce((sum, { address, amount }) => (address === token ? sum + amount : sum), 0n)
  return tokens.some((token, at) => (funds.tokens[at] ?? 0n) < taken(token)) ? 'the tokens' : null
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
