/** Of the order book: who trades with whom, at which price, and what remains. */
import { type BrokenRule, rule } from './rule.fixture.js'

const TEST = 'testing/src/book.memory.test.ts'
const MODEL = 'makes the fills of the model, with its balances and open orders'
const FUTURE = 'core/src/trade/future.test.ts'
const SETTLING = 'operations/src/workers/futures.test.ts'
const EXAMPLE =
  'the documented example: who is short pays its share of the penalty, and both pay the whole fee'

export const TRADES: readonly BrokenRule[] = [
  rule(
    'what an order holds is as old as the order, although it was traded since',
    'created: updated, trade: id',
    'created: trade.created, trade: id',
    'core/src/trade/hold.test.ts',
    'placed and traded in parts',
  ),
  rule(
    'a fill is at the price of the order that arrived',
    'const quote = quoteOf(maker, maker.price, amount)',
    'const quote = quoteOf(maker, taker.price, amount)',
    TEST,
    MODEL,
  ),
  rule(
    'an order that traded a part still holds the cost of the whole',
    'if (blocked === trade.blocked) return trade',
    'if (blocked === trade.blocked || (blocked > 0n && trade.blocked > 0n)) return trade',
    TEST,
    MODEL,
  ),
  rule(
    'an order that waits is filled again and again',
    'filled(env, deal.maker, deal.amount)',
    'filled(env, deal.maker, 0n)',
    TEST,
    MODEL,
  ),
  rule(
    'a customer trades with himself',
    'if (isSameOwner(own, maker)) {',
    'if (own.id === maker.id) {',
    TEST,
    MODEL,
  ),
  rule(
    'a fee is a part of what the order gets',
    "feeOn(fee, sideOf(type) === 'BUY' ? quote : amount)",
    "feeOn(fee, sideOf(type) === 'SELL' ? quote : amount)",
    TEST,
    MODEL,
  ),
  rule(
    'what is left of an order that traded a part is lost',
    'if (isOpen(left)) {',
    'if (isOpen(left) && left.fill === 0n) {',
    TEST,
    MODEL,
  ),
  rule(
    'what is left of an order and is worth nothing waits in the book for ever',
    "return isDust(next, restOf(next)) ? over(env, next, 'dust') : next",
    'return next',
    'core/src/trade/dust.test.ts',
    'of an order',
  ),
  rule(
    'who buys little enough of a cheap order pays nothing',
    'maker.price, amount) || 1n',
    'maker.price, amount)',
    TEST,
    MODEL,
  ),
  rule(
    'a future of little of a cheap order is settled for nothing',
    'most === amount ? quote : quoteOf(buyer, price, most)',
    'quoteOf(buyer, price, most)',
    'core/src/trade/dust.test.ts',
    'is sold for that unit as a future',
  ),
  rule('a cancelled order stays in the book', 'state, ended, book: null,', 'state, ended,', TEST, MODEL),
  rule(
    'of equal prices the newest order comes first',
    'rank: rankOf(left, next.sequence)',
    'rank: rankOf(left, 1_000_000_000 - next.sequence)',
    TEST,
    MODEL,
  ),
  rule(
    'an agreement of futures is settled again and again',
    "found === undefined || found.state !== 'open' || !isSealed(env, found)",
    'found === undefined || !isSealed(env, found)',
    FUTURE,
    EXAMPLE,
  ),
  rule(
    'what settles futures is in the journal where they were agreed on, and in no list of its time',
    '    reference: env.newReference(),\n    // What is worth nothing',
    '    // What is worth nothing',
    FUTURE,
    'what settles an agreement is the newest in the journal, whatever was exchanged since it was made',
  ),
  rule(
    'orders of a customer are left out if nobody owns their other account',
    "how: nullable ? 'not in' : '<>'",
    "how: '<>'",
    'storage-sqlite/src/storage-contract.test.ts',
    'deposits: both orders, every page, every filter, and counts',
  ),
  rule(
    'a list of orders has no end if there are enough of them',
    'const queries = bounded(engine.query)\n  const places',
    'const queries = engine.query\n  const places',
    'operations/src/trade/long.test.ts',
    'that has read for a minute',
  ),
  rule(
    'a list of orders looks at thousands of them before anybody else has his turn',
    '    if (++seen % TURN === 0) await yieldToLoop()\n',
    '    seen++\n',
    'operations/src/trade/list.test.ts',
    'whatever a list asks, it looks at few orders at once',
  ),
  rule(
    'futures are settled at once',
    'terms !== null && terms.sealDate <= now',
    'terms !== null',
    FUTURE,
    EXAMPLE,
  ),
  rule(
    'who is short pays the penalty on all that he has promised',
    'shareOf(terms.percentBlock, missing)',
    'shareOf(terms.percentBlock, owed)',
    FUTURE,
    EXAMPLE,
  ),
  rule(
    'futures are settled for somebody who is stopped',
    'return isStopped(view, buyer) || isStopped(view, seller) ? null : { seller, buyer }',
    'return { seller, buyer }',
    FUTURE,
    'if somebody is stopped at the seal date, nothing moves and everything is released',
  ),
  rule(
    'what futures have blocked stays blocked for good',
    '    release(fork, tenant, found.blockage2)\n',
    '',
    FUTURE,
    EXAMPLE,
  ),
  rule(
    'futures of other terms meet',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the sources.
    '${terms.sealDate} ${terms.percentBlock}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the sources.
    '${terms.percentBlock}',
    FUTURE,
    'orders of other terms, other orders, and orders after the seal date do not meet',
  ),
  rule(
    'a future that nobody has matched has its coins blocked for ever',
    "cancel(fork, env, found, 'expired')",
    "cancel(fork.fork(), env, found, 'expired')",
    FUTURE,
    'what is not matched can be cancelled, or expires',
  ),
  rule(
    'somebody is told that an order is cancelled which an earlier one takes',
    "if (outcome === 'over') return",
    "if (outcome === 'over' && !isOpen(found)) return",
    'core/src/trade/cancel.test.ts',
    'an order that an earlier one takes is not cancelled, and one that it leaves is',
  ),
  rule(
    'futures that cannot be settled hold up those of everybody',
    '          offset++\n',
    '          offset += 0\n',
    SETTLING,
    'futures that cannot be settled hold no other up, and are tried again more and more rarely',
  ),
  rule(
    'a future that is placed while others are settled waits for a minute',
    'else this.next = this.engine.now() + wait',
    'else this.next = Number.POSITIVE_INFINITY',
    SETTLING,
    'a future that is placed while others are settled is settled at its own seal date',
  ),
  rule(
    'verify does not find an order that is filled beyond its amount',
    'if (trade.fill > trade.amount) this.report',
    'if (trade.fill > 10n ** 60n) this.report',
    'storage-sqlite/src/book.test.ts',
    'the amount of an order',
  ),
  rule(
    'verify does not find an open order that no book has',
    "if (trade.state === 'open' && trade.book === null) add",
    "if (trade.state === 'open' && trade.book === '') add",
    'storage-sqlite/src/book.test.ts',
    'an order that no book has',
  ),
]
