/** Of calls: what a caller gives by mistake, and what it is told. */
import { type BrokenRule, rule } from './rule.fixture.js'

export const CALLS: readonly BrokenRule[] = [
  rule(
    'a payment whose key is misspelt is made again',
    'if (name !== KEY && Reflect.get(options, name) !== undefined) throw unknown(name)',
    'if (name !== KEY && Reflect.get(options, name) === unknown) throw unknown(name)',
    'operations/src/tallystick.idempotency.test.ts',
    'is refused, and nothing is paid',
  ),
  rule(
    'nobody learns that nothing sends to the URL of a subscription',
    'if (leased.every(({ name }) => name.startsWith(CONSUMER))) this.engine.warn(NOBODY_SENDS)',
    'if (leased.some(({ name }) => name.startsWith(CONSUMER))) this.engine.warn(NOBODY_SENDS)',
    'operations/src/webhooks/subscriptions.test.ts',
    'is warned of once',
  ),
  rule(
    'what is misspelt is said to be missing too',
    "constraints?.['required'] === undefined || !meant.has(property)",
    "constraints?.['required'] === undefined || meant.size >= 0",
    'operations/src/wire/complaint.test.ts',
    ' is told ',
  ),
  rule(
    'the API key is in the message of a call that was not answered',
    "return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code",
    "return typeof code === 'string' ? code",
    'client/src/client.test.ts',
    'repeats no text of a fetch',
  ),
  rule(
    'a thousand keys of a call are read in one turn',
    'await setImmediate()\n    found.push(await keyIn(',
    'found.push(await keyIn(',
    'operations/src/turns.test.ts',
    'keys that are read',
  ),
  rule(
    'a thousand addresses of a call are derived in one turn',
    'if (place % AT_ONCE === AT_ONCE - 1) await setImmediate()',
    'if (place < 0) await setImmediate()',
    'operations/src/turns.test.ts',
    'addresses that are derived',
  ),
  rule(
    'who asks for many reports at once fills the memory of the process',
    'return turns.run(context.caller.tenant, 1, () => make(context, subscription))',
    'return make(context, subscription)',
    'operations/src/webhooks/reports.test.ts',
    'a few are made at once, and others do not wait for them',
  ),
  rule(
    'a long list has nothing between its parts',
    "from === 0 ? '[' : ','",
    "from === 0 ? '[' : ''",
    'http/src/long-lists.test.ts',
    'is that of the library',
  ),
  rule(
    'a type that a caller describes takes all memory',
    'this.room.check(count)',
    'this.room.check(0)',
    'chains/src/evm/abi.test.ts',
    'what a caller describes holds nobody up',
  ),
  rule(
    'answers that nobody reads take all memory',
    'if (!this.room.take(request, reply, characters)) request.raw.socket.destroy()',
    'this.room.take(request, reply, characters)',
    'http/src/unread.test.ts',
    'loses its connection when too much waits for it',
  ),
  rule(
    'each of very many who ask whether the service is ready asks the storage',
    'running ??= make().finally(() => {',
    'running = make().finally(() => {',
    'http/src/unread.test.ts',
    'makes the storage be asked once whether it answers',
  ),
  rule(
    'a stranger has very many requests kept in memory',
    'if (count > MOST_WAITING) {',
    'if (count > MOST_WAITING * 1_000) {',
    'http/src/unread.test.ts',
    'loses its connection when it sends more than may wait',
  ),
]
