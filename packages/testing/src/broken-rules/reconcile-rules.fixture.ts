/** Of the comparison with the chains: what it never explains, and what nobody outside can make it doubt. */
import { type BrokenRule, rule } from './rule.fixture.js'

export const RECONCILED: readonly BrokenRule[] = [
  rule(
    'a stranger makes the nodes differ from the observed blocks',
    'limit: 1 })).length > 0 ? both : [owned.address]',
    'limit: 1 })).length >= 0 ? both : [owned.address]',
    'utxo/reconcile.test.ts',
    'leaves out what somebody pays to the other script of a deposit address',
  ),
  rule(
    'what Blockbook counts and nobody records makes the nodes differ',
    'sum -= await unreadable(query',
    'sum -= 0n * await unreadable(query',
    'utxo/reconcile.test.ts',
    'leaves out what Blockbook lists under a deposit address',
  ),
  rule(
    'an address that a customer has and an operator has watched counts twice',
    'if (owned.watched) await this.once(owned, [DEPOSIT_ADDRESSES, ADDRESS_POOLS])',
    'if (owned.watched) await this.once(owned, [])',
    'utxo/reconcile.test.ts',
    'compares an address once',
  ),
  rule(
    'coins that move between our addresses are explained as a second deposit',
    'sums.moved += amount',
    'sums.moved += 0n * amount',
    'utxo/reconcile.test.ts',
    'does not explain a deposit that a transaction of ours has paid',
  ),
  rule(
    'a withdrawal counts as paid by a block that was not observed',
    "return status === 'final' && height <= this.observed(send)",
    "return status === 'final' && height > 0",
    'utxo/reconcile.test.ts',
    'explains a withdrawal that is final before the follower has read its block',
  ),
  rule(
    'a transaction that failed counts as having paid',
    'await count(true, send.reason === null)',
    'await count(true, true)',
    'evm/reconcile.test.ts',
    'a transaction that failed has paid its fee and nothing else',
  ),
  rule(
    'what a transaction of ours pays to somebody else counts as its fee',
    'isHolding(query, send, chain.codec.canonical(from))',
    'isHolding(query, send, from)',
    'evm/reconcile.test.ts',
    'a transaction that failed has paid its fee and nothing else',
  ),
  rule(
    'what a wallet has paid before it was watched is never explained',
    'observed: -paid }',
    'observed: 0n * paid }',
    'evm/reconcile.test.ts',
    'what a wallet has paid for withdrawals before somebody watches it',
  ),
  rule(
    'withdrawals are paid while no node can be compared',
    'if (problem !== null) return problem\n',
    '',
    'custody/src/reconcile/watch.test.ts',
    'are held while the newest comparison failed or left something out',
  ),
  rule(
    'a currency whose addresses were not compared is paid out',
    'found === undefined || found.isExplained ? null',
    'found === undefined || lineOf(found) === undefined ? null',
    'custody/src/reconcile/watch.test.ts',
    'are held while the newest comparison failed or left something out',
  ),
  rule(
    'an older copy of a ledger pays again what it does not know, because it agrees with an older block',
    'found === undefined || isSame(place, found)',
    'found === undefined && isSame(place, place)',
    'chains/src/restored.test.ts',
    'no withdrawal that the lost part has paid is paid again',
  ),
  rule(
    'withdrawals are paid though no comparison ends any more',
    'if (age > ROUNDS * ',
    'if (age < -ROUNDS * ',
    'custody/src/reconcile/watch.test.ts',
    'are held when no comparison has ended for long',
  ),
]
