/**
 * Checks that a sender can pay for a transaction in addition to its pending ones. A node counts only what is in blocks, so
 * the same coins could cover several sends. A send that is not covered would be dropped, and later ones would wait behind
 * its nonce for ever. The balance is that of one block, and every transaction that this block does not include counts as
 * spent, so a node that is behind does no harm.
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
