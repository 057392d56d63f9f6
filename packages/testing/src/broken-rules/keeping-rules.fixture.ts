/** Of what the service keeps for others: private keys; and what it tells subscribers. */
import { type BrokenRule, rule } from './rule.fixture.js'

const WALLETS = 'core/src/managed-wallet/decide.test.ts'
const VAULT = 'vault/src/vault.test.ts'
const KILLED = 'cli/src/faults/vault.test.ts'
const NOTHING_LOST = 'no key is lost or readable, and each day is charged once'
const RECORD = 'core/src/event/record.test.ts'
const DELIVERIES = 'core/src/webhook/decide.test.ts'
const WORKER = 'webhooks/src/worker.test.ts'
const SENT = 'webhooks/src/send.test.ts'

const KEYS: readonly BrokenRule[] = [
  rule(
    'a key that was moved to the row of another wallet opens there',
    "['tallystick private key', 1, tenant, id, chain, network, address]",
    "['tallystick private key', 1, tenant.length, id.length, chain, network, address.length > 0]",
    VAULT,
    'a key opens nowhere else',
  ),
  rule(
    'a key stays in memory after its use',
    '    bytes.fill(0)\n  }\n}\n\n/** Without the id of the master key',
    '  }\n}\n\n/** Without the id of the master key',
    VAULT,
    'a key is overwritten after its use, also when the use fails',
  ),
  rule(
    'a key is used, and nobody can see by whom',
    'return accept(wallet, [used(wallet, apiKey, purpose, env, { digest, verdict })])',
    'return accept(wallet, env.now < 0 ? [used(wallet, apiKey, purpose, env, { digest, verdict })] : [])',
    WALLETS,
    'leaves a record of each use, also once it is deleted',
  ),
  rule(
    'a wallet that was deleted keeps its key',
    "{ type: 'managedWallet.destroyed', wallet },",
    '',
    WALLETS,
    'leaves a record of each use, also once it is deleted',
  ),
  rule(
    'a key that was encrypted anew is replaced by an older text',
    'if (wallet === undefined || wallet.wrapped !== from) return accept(false, [])',
    'if (wallet === undefined || from === null) return accept(false, [])',
    WALLETS,
    'is encrypted again only from what was read',
  ),
  rule(
    'a wallet is charged twice for a day',
    'days.filter((day) => day > wallet.chargedDay)',
    'days.filter((day) => day >= wallet.chargedDay)',
    WALLETS,
    'is charged once for each day, also for days that nobody charged',
  ),
  rule(
    'a wallet that was deleted is there again, after its process was killed',
    "{ type: 'managedWallet.destroyed', wallet },",
    '',
    KILLED,
    NOTHING_LOST,
  ),
  rule(
    'a wallet is charged twice for a day, because processes are killed',
    'days.filter((day) => day > wallet.chargedDay)',
    'days.filter((day) => day >= wallet.chargedDay)',
    KILLED,
    NOTHING_LOST,
  ),
  rule(
    'private keys are let out, though the operator has not said so',
    "if (!this.vault.exports) throw new Rejected({ code: 'managed.wallet.export' })",
    "if (this.vault === null) throw new Rejected({ code: 'managed.wallet.export' })",
    'operations/src/custody/managed-wallets.test.ts',
    'exports no key unless it may',
  ),
  rule(
    'a managed wallet signs before the policy is asked',
    'verdicts.get(data) ?? this.gate.admitSigning(',
    'verdicts.get(data) ?? ((_: object) => Promise.resolve(null))(',
    'chains/src/caller.test.ts',
    'after the policy was asked',
  ),
]

const POLICY: readonly BrokenRule[] = [
  rule(
    'no policy is asked before a withdrawal',
    'if (this.policy === ALLOW_ALL) return ADMITTED',
    'if (this.policy !== null) return ADMITTED',
    'custody/src/policy/limits.test.ts',
    'deny some, or allow no others, in any spelling',
  ),
  rule(
    'an address that is denied is paid',
    'if (never.has(address)) denied.push(',
    "if (never.has('')) denied.push(",
    'custody/src/policy/limits.test.ts',
    'deny some, or allow no others, in any spelling',
  ),
  rule(
    'a limit counts each withdrawal alone',
    'const sum = (await asked.withdrawn(per, since)) + amountOf(intent)',
    'const sum = (await asked.withdrawn(per, asked.now + 1)) + amountOf(intent)',
    'custody/src/policy/limits.test.ts',
    'count a window that rolls, per account or for the whole currency',
  ),
  rule(
    'tokens go to anybody by a method whose name is encoded as transfer',
    '...addressesIn(chain.codec, data)',
    '...addressesIn(chain.codec, undefined)',
    'chains/src/caller.test.ts',
    'tokens go to nobody by a method whose name is encoded as that of another one',
  ),
  rule(
    'a key-management system gets what the policy denies',
    'await this.gate.admitSigning({ ...order, wallet: null, request, ...signs })',
    'void { ...order, request, ...signs }',
    'chains/src/caller.test.ts',
    'before a key-management system gets a transaction',
  ),
  rule(
    'whoever names a fee takes all that the account has, under any limit',
    'if (this.policy !== ALLOW_ALL) mustBeBelow(',
    'if (this.policy === ALLOW_ALL) mustBeBelow(',
    'chains/src/policy.test.ts',
    'no withdrawal pays a fee above the ceiling, whoever names it',
  ),
  rule(
    'what was approved is sent with another fee',
    'Object.keys(named).length === 0 ? exact',
    'Object.keys(named).length >= 0 ? exact',
    'custody/src/policy/limits.test.ts',
    'binds the exact intent, for one withdrawal, by another key',
  ),
  rule(
    'a list with a misspelt chain denies nothing',
    'if (!terms.chains.includes(chain)) {',
    'if (terms.chains.length === 0) {',
    'custody/src/policy/limits.test.ts',
    'a policy that cannot be used names all its problems',
  ),
  rule(
    'a withdrawal is stored without what the policy said',
    'verdict: JSON.stringify({ ...verdict, ...(used === null ? {} : { approval: used }) }),',
    'verdict: used === null ? null : null,',
    'custody/src/policy/limits.test.ts',
    'binds the exact intent, for one withdrawal, by another key',
  ),
]

const PRIVATE =
  'what a handler of this process is told is in no log of callers, and no caller has it told again'
const TOLD: readonly BrokenRule[] = [
  rule(
    'nobody is told of the block of a withdrawal that is completed with a transaction in a block',
    'const before = known?.withdrawal === undefined ? undefined : known\n',
    'const before = known\n',
    RECORD,
    'is told once the withdrawal is completed, if a block had it before',
  ),
  rule(
    'a webhook is charged that the plan does not send',
    'if (isSent && subscription.url !== null) charge(',
    'if (subscription.url !== null) charge(',
    RECORD,
    'is charged only where the plan sends it',
  ),
  rule(
    'the free plan sends any number of webhooks, once they are asked for again',
    "if (limit !== null) return reject('webhook.plan.limit', String(limit))",
    '',
    DELIVERIES,
    'counts as one more that the free plan sends in the month, and is refused above that',
  ),
  rule(
    'API keys read what the handlers of a process are told',
    '  url: { above: BELOW_URLS },\n  ...(failed',
    '  ...(failed',
    'operations/src/webhooks/subscriptions.test.ts',
    PRIVATE,
  ),
  rule(
    'API keys have the handlers of a process called again',
    'if (network !== undefined && subscription.url === null) return',
    "if (network !== undefined && subscription.url === '') return",
    'operations/src/webhooks/subscriptions.test.ts',
    PRIVATE,
  ),
  rule(
    'all calls fail that are made at once with a subscription of the free plan that hears of one of them',
    '    ...countOf(command),\n',
    '',
    'testing/src/storage-contract.memory.test.ts',
    'counts for the free plan of the API key, also in the unit of work that subscribes',
  ),
  rule(
    'nobody is told what has become true',
    'if (known === undefined || !isHeard(known, fact)) continue',
    'if (known === undefined || isHeard(known, fact)) continue',
    RECORD,
    'each event reaches each subscription to it once, numbered without gaps',
  ),
  rule(
    'an attempt that another worker has settled is settled again',
    "if (known.status !== 'pending' || known.attempts !== before) return accept(known, [])",
    "if (known.status !== 'pending') return accept(known, [])",
    DELIVERIES,
    'changes nothing if another worker has settled the attempt',
  ),
  rule(
    'an answer that is no 2xx counts as delivered',
    'code !== null && code >= 200 && code <= 299',
    'code !== null && code >= 200 && code <= 499',
    DELIVERIES,
    'settleWebhook',
  ),
  rule(
    'two processes send to one receiver at once',
    'known.worker !== worker && isValid(',
    'known.worker === worker && isValid(',
    DELIVERIES,
    'is one worker’s, until it has run out or is given back',
  ),
  rule(
    'a receiver waits for a process that has died for as long as the clock of that was ahead',
    'until > now && until <= now + 2 * lasts',
    'until > now && lasts > 0',
    DELIVERIES,
    'does not last for as long as the clock was ahead that has made it',
  ),
  rule(
    'a worker takes the receivers of another one whose clock is ahead by a moment',
    'until > now && until <= now + 2 * lasts',
    'until > now && until <= now + lasts',
    DELIVERIES,
    'does not last for as long as the clock was ahead that has made it',
  ),
  rule(
    'a webhook has more attempts than its plan',
    'attempts >= PLANS[plan].webhookAttempts',
    'attempts > PLANS[plan].webhookAttempts',
    'core/src/webhook/schedule.test.ts',
    'waits for 15 · 2.7925^n seconds after the attempt n + 1',
  ),
  rule(
    'a webhook that nobody has taken is forgotten',
    "status === 'delivered' && finished !== null && finished < before",
    'status !== null && finished !== null && finished < before',
    DELIVERIES,
    'pruneWebhooks',
  ),
  rule(
    'a subscriber is told of one account in another order than it happened',
    'if (object !== null && this.objects.has(object)) return false',
    '',
    'webhooks/src/places.test.ts',
    'one webhook of an object is sent at a time',
  ),
  rule(
    'a receiver that does not answer has all places',
    'const most = this.silent.has(lane) ? 1 : this.options.perReceiver',
    'const most = this.options.perReceiver',
    WORKER,
    'to a receiver that does not answer are sent one at a time, until it does',
  ),
  rule(
    'an event is failed, because handlers have ended before they were told of it',
    'if (handler === undefined) return Promise.resolve(null)',
    "if (handler === undefined) return Promise.resolve({ code: NOT_HANDLED, response: '' })",
    WORKER,
    'that ends is told no more, and what it was not told costs no attempt',
  ),
  rule(
    'nobody hears of any account, because a handler hangs on one that is owed much',
    'read >= this.pageAt && lacks()',
    'read < 0 && lacks()',
    WORKER,
    'is told of others while it hangs',
  ),
  rule(
    'a process ends, because a handler has thrown what has no text',
    'String(thrown instanceof Error ? thrown.message : thrown)',
    'thrown instanceof Error ? thrown.message : String(thrown)',
    WORKER,
    'is told again',
  ),
  rule(
    'a process cannot be stopped while a handler of its events does not end',
    "signal.addEventListener('abort', leave, { once: true })\n",
    '\n',
    WORKER,
    'whose handler does not end holds up a stop no longer than a receiver does, and is told again',
  ),
  rule(
    'a process that sends nothing deletes the log of what others have sent',
    '...(this.sends ? {} : { url: { to: BELOW_URLS } })',
    '...(this.sends ? {} : {})',
    WORKER,
    'has its events deleted after a time, also where nothing is sent; what was sent to URLs is left',
  ),
  rule(
    'what handlers were told is kept for ever where nothing is sent to URLs',
    'this.pruning.start(',
    'if (this.sends) this.pruning.start(',
    WORKER,
    'has its events deleted after a time, also where nothing is sent; what was sent to URLs is left',
  ),
  rule(
    'a receiver cannot tell a webhook from one that was sent before',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the sources.
    'update(`${id}.${timestamp}.${body}`)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the sources.
    'update(`${id}.${body}`)',
    SENT,
    'is what the library of Standard Webhooks takes for genuine, and nothing else',
  ),
  rule(
    'the digest that public clients check is another one',
    "createHmac('sha512', hmacSecret)",
    "createHmac('sha256', hmacSecret)",
    SENT,
    'carries the hash of the payload, if the API key has a secret for it',
  ),
  rule(
    'a subscriber has this service call its own network',
    'if (address !== null && !this.mayCall(address))\n      throw',
    '',
    'webhooks/src/target.test.ts',
    'a URL that is refused when it is registered, and at each attempt',
  ),
  rule(
    'an object is charged twice a day for being watched',
    'known !== undefined && known.day >= day)) {',
    'known !== undefined && known.day > day)) {',
    'core/src/subscription/decide.test.ts',
    'charges the day of an object once, whoever asks',
  ),
  rule(
    'a replay that begins while a webhook is on its way is taken for that attempt',
    'if (known.nextAt !== due) return accept(known, [])',
    '',
    'core/src/webhook/decide.test.ts',
    'of an attempt that began before a replay is no attempt of it',
  ),
  rule(
    'a consumer loses its place when it says otherwise of the mempool',
    'return hearsAsMuch ?? same.find(({ consumer }) => consumer !== null)',
    'return hearsAsMuch',
    'core/src/subscription/decide.test.ts',
    'says of the mempool counts from then on, and its cursor stays',
  ),
  rule(
    'a process that sends for long keeps something of each attempt',
    "signal?.removeEventListener('abort', stop)",
    '',
    'webhooks/src/send.test.ts',
    'leaves nothing in what may end it, once it',
  ),
]

const LOG = 'storage-sqlite/src/log.test.ts'
const WAITS = 'a commit, and all that has seen it, waits for its flush'
const END = ['storage-sqlite/src/end.test.ts', 'the log stays after a flush that failed'] as const
const FLUSHED: readonly BrokenRule[] = [
  rule(
    'a payment on SQLite is answered, and lost with the power',
    'this.commit.run()\n            this.log.wrote()',
    'this.commit.run()',
    LOG,
    WAITS,
  ),
  rule(
    'the same, if it was committed while an earlier one was flushed',
    'this.flushed = written\n',
    'this.flushed = this.written\n',
    LOG,
    WAITS,
  ),
  rule(
    'a repeated call is answered with what another process has not flushed yet',
    'if (version !== this.version) this.log.wrote()',
    '',
    LOG,
    'what another process has committed is flushed before anybody here is told of it',
  ),
  rule(
    'a log is trusted that the disk has refused to write',
    'this.requireSound()\n',
    '',
    LOG,
    'a flush that fails leaves the commit unknown',
  ),
  rule(
    'Litestream finds another log than it knows after each stop, and what it restores may be wrong',
    'if (checkpointEvery === 0) keeper',
    'if (checkpointEvery < 0) keeper',
    LOG,
    'a file without checkpoints keeps its log when it is closed',
  ),
  rule(
    'a payment that was refused, because the disk had failed, is made',
    'this.log.requireSound()\n',
    '\n',
    LOG,
    'a flush that fails leaves the commit unknown',
  ),
  rule(
    'payments are answered after flushes of an old log, because the file is a link',
    'main?.file ?? database.name',
    'main === undefined ? "" : database.name',
    LOG,
    'a link with an old log beside it',
  ),
  rule(
    'a log is trusted that the disk has refused to write, because the process has ended',
    'this.keeper ??= ',
    'if (this.version < -1) this.keeper ??= ',
    ...END,
  ),
  rule(
    'Litestream finds another log than it knows after a process that closed nothing',
    'keeping.add(database)',
    'keeping.clear()',
    ...END,
  ),
  rule(
    'a verification outlives its ledger, and keeps its log',
    'for (const reader of this.readers)',
    'for (const reader of [...this.readers].slice(1))',
    'storage-sqlite/src/end.test.ts',
    'ends its audits',
  ),
  rule(
    'a webhook of a process whose clock is ahead comes after those that follow it',
    'before !== undefined && before > now && before - now <= MOST_APART_MS ? before : now',
    'before !== undefined && before > now && before - now <= 0 ? before : now',
    'testing/src/storage-contract.memory.test.ts',
    'is due in the order of its numbers, whose clock ever was ahead',
  ),
  rule(
    'all webhooks wait for as long as the clock of a process was ahead',
    'before - now <= MOST_APART_MS',
    'before - now <= MOST_APART_MS * 1_000',
    'testing/src/storage-contract.memory.test.ts',
    'is due in the order of its numbers, whose clock ever was ahead',
  ),
  rule(
    'of webhooks that are due at the same time, the later one comes first',
    'one.nextAt - other.nextAt || one.sequence - other.sequence',
    'one.nextAt - other.nextAt',
    'webhooks/src/backlog.test.ts',
    'come by their numbers',
  ),
  rule(
    'the log fills the disk where a process may have no threads',
    'private giveUp(): void {\n',
    'private giveUp(): void {\n    if (!this.ended) return\n',
    'storage-sqlite/src/mover.test.ts',
    'the log stays short',
  ),
  rule(
    'the log is moved behind the back of Litestream',
    'moveFrom > 0 ?',
    'moveFrom >= 0 ?',
    'cli/src/storage.test.ts',
    'make checkpoints',
  ),
]

const FOUND = [
  'storage-sqlite/src/idempotency-records.test.ts',
  ': two processes find what either has stored',
] as const
const REPEATED: readonly BrokenRule[] = [
  rule(
    'a repeated call is made again, while the prefix of its key is being written',
    'return this.filling === null ? recent : [...this.filling.index.at(prefix), ...recent]',
    'return recent',
    ...FOUND,
  ),
  rule(
    'a repeated call is made again, because another process has written prefixes of keys',
    'if (position > last && position',
    'if (position > last + 3 && position',
    ...FOUND,
  ),
  rule(
    'every call waits for seconds, because another process has written prefixes of keys',
    'new PositionIndex(all.reduce((sum, { size }) => sum + size, 0))',
    'new PositionIndex()',
    'storage-sqlite/src/position-index.test.ts',
    'copies as many as may have gathered',
  ),
  rule(
    'a repeated call is made again after a restart, because the mark of the index was ahead of it',
    'if (this.filling.written < prefixes.length) return\n',
    '\n',
    ...FOUND,
  ),
  rule(
    'a call is not repeated once its API key is frozen: who paid cannot find out',
    "if ((await storedRecord(context)) === undefined) throw new Rejected({ code: 'subscription",
    "if (context !== undefined) throw new Rejected({ code: 'subscription",
    'tallystick.idempotency.test.ts',
    'answers the same to an API key that was frozen since, which may do nothing else',
  ),
  rule(
    'a call is not repeated once the check before it refuses',
    'if ((await storedRecord(context)) === undefined) await before(context, args)',
    'await before(context, args)',
    'tallystick.idempotency.test.ts',
    'answers the same where what is checked beforehand would refuse it now',
  ),
  rule(
    'a call on mainnet is answered by the same call on testnet',
    "network === 'mainnet' ? called :",
    "network !== 'neither' ? called :",
    'chains/src/managed-wallets.test.ts',
    'with the idempotency key of a call on another network, nothing is made: it is another call',
  ),
  rule(
    'a call that has taken effect in part is refused, as if it had changed nothing',
    'if (!isForNow(cause)) throw cause',
    'if (wait > 0) throw cause',
    'operations/src/ledger/blockages.many.test.ts',
    'a call that has deleted some of them is not refused: it goes on when the storage does',
  ),
  rule(
    'a node that is behind tells when a transaction of Solana is over',
    '{ ...now, minContextSlot }',
    '{ ...now, slot }',
    'chains/src/solana/sending.test.ts',
    'the end of what was signed elsewhere is not told by a node that is behind the one that knows its block',
  ),
  rule(
    'a call that is recorded is refused for want of room, as if it had changed nothing',
    'return further(() => how.finish(context, recorded, args))',
    'return how.finish(context, recorded, args)',
    'operations/src/two-phase.test.ts',
    'that has no room to finish is tried again',
  ),
  rule(
    'a call is told that nothing was written, and nobody knows that',
    'throw error instanceof Fault ? error : fault',
    'throw error === undefined ? error : fault',
    'operations/src/two-phase.test.ts',
    'of which nobody knows whether it was recorded says so',
  ),
  rule(
    'the client says that a call was refused which may have taken effect',
    'throw isTurnedAway(error) ? (unknown ?? error) : error',
    'throw error',
    'client/src/client.test.ts',
    'that the service then turns away is no refusal',
  ),
  rule(
    'the client says that a call was refused, because a key was revoked after it',
    "'unavailable', 'subscription.invalid'])",
    "'unavailable'])",
    'client/src/client.test.ts',
    'is no refusal either if the API key is revoked meanwhile',
  ),
  rule(
    'the client takes an empty answer for a success',
    'return text === null ? null : continued(',
    "return text === null || text === '' ? null : continued(",
    'client/src/client.test.ts',
    'tells the key that the client has made',
  ),
  rule(
    'each takes the first page of a list for all of it',
    'if (cursor === undefined && items.length >= pageSize)',
    'if (cursor === undefined && items.length < 0)',
    'operations/src/trade/list.test.ts',
    'a list that has no cursors is not taken for its first page',
  ),
]

const PLANS = 'storage-sqlite/src/plans.test.ts'
const FOUND_SOON: readonly BrokenRule[] = [
  rule(
    'a payment of a tenant with many subscriptions, or the addresses of one of its accounts, hold up everybody',
    'if (pending.length > 0) writeStatistics(',
    'if (pending.length < 0) writeStatistics(',
    PLANS,
    'is found by all that its key says',
  ),
  rule(
    'an order of a tenant waits for the better ones of another tenant',
    'raw`create index trade_in_book on trade (tenant, book',
    'raw`create index trade_in_book on trade (book',
    PLANS,
    'is found by all that its key says',
  ),
]

/** The newest time, and whose turn a read takes, of engines that start late or again. */
const STARTED: readonly BrokenRule[] = [
  rule(
    'PostgreSQL: after a restart, a clock that was set back dates records before answers that were given',
    'writer.latest = view.latest\n    if',
    'if',
    'storage-postgres/src/storage-contract.test.ts',
    'others before the last one, which told no time',
  ),
  rule(
    'SQLite: after a copy and a restart, records are dated before those that are there',
    'isDated ||= change.entry.created < view.latest',
    'isDated ||= change.entry.created < 0',
    'storage-sqlite/src/storage-contract.test.ts',
    'also where the last one is older, as in a copy',
  ),
  rule(
    'lists up to a time leave out what was paid while the clock stepped ahead',
    'references.next(this.last)',
    'references.next(this.now())',
    'engine/src/identity.test.ts',
    'ids and references of a unit of work have its time',
  ),
  rule(
    'the service waits in the turns of tenants, because its database came late',
    'return this.storage.own ?? this.storage.query',
    'return this.storage.query',
    'engine/src/late.test.ts',
    'gives the service its own reads of the storage',
  ),
]

export const KEPT: readonly BrokenRule[] = [
  ...KEYS,
  ...POLICY,
  ...TOLD,
  ...FLUSHED,
  ...REPEATED,
  ...FOUND_SOON,
  ...STARTED,
]
