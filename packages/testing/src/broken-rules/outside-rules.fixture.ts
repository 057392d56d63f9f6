/** The outside: value by hand, fees that the service pays, what blocks complete, what nodes say, what takes long. */
import { type BrokenRule, rule } from './rule.fixture.js'

const OUTSIDE = 'core/src/ledger/outside.test.ts'
const LINKED = 'core/src/ledger/decide.test.ts'
const WALLETS = 'core/src/managed-wallet/decide.test.ts'
const PAYER = 'chains/src/solana/fee-payer.test.ts'
const STELLAR = 'chains/src/stellar/blocks.test.ts'

const BY_HAND: readonly BrokenRule[] = [
  rule(
    'more leaves an account by hand than it has available',
    'if (!comes && available(account, view.customerOf(account)) < amount) return',
    'if (!comes && account.balance < amount) return',
    OUTSIDE,
    'debits what is available and not a unit more',
  ),
  rule(
    'value leaves a frozen account by hand',
    'if (account?.active && account.frozenBy !== null) return reject(',
    "if (account?.active && account.id === '') return reject(",
    OUTSIDE,
    'is refused where a payment is: no account, disabled customer, frozen account, in this order',
  ),
  rule(
    'a virtual currency that is funded has less supply than its accounts have',
    "const role = account.currency.startsWith(VIRTUAL_PREFIX) ? 'mint' : 'world'",
    "const role = account.currency.startsWith(VIRTUAL_PREFIX) ? 'world' : 'world'",
    OUTSIDE,
    'adds to the supply of a virtual currency',
  ),
  rule(
    'of linked payments those are made that stand before a refused one',
    'settlePayment(fork, env, tenant, sender, order)\n    if (!decision.accepted) return {',
    'settlePayment(fork, env, tenant, sender, order)\n    if (!decision.accepted) return references.length > 0 ? accept(references, fork.changes) : {',
    LINKED,
    'pays nothing at all if one is refused, and names it',
  ),
  rule(
    'a linked payment does not see what those before it have paid',
    'const decision = settlePayment(fork, env, tenant, sender, order)',
    'const decision = settlePayment(view, env, tenant, sender, order)',
    LINKED,
    'decides each payment on the state after those before it',
  ),
]

const FEES: readonly BrokenRule[] = [
  rule(
    'a fee payer pays more in a day than its operator allows',
    "if (fees > perDay) return reject('fee.payer.limit'",
    "if (fee > perDay) return reject('fee.payer.limit'",
    WALLETS,
    'pays fees up to the limit of a day, and a clock that is set back opens no new one',
  ),
  rule(
    'a clock that is set back opens another day of fees',
    'const isNew = today > feesDay',
    'const isNew = today !== feesDay',
    WALLETS,
    'pays fees up to the limit of a day, and a clock that is set back opens no new one',
  ),
  rule(
    'a fee payer signs for any fee',
    'if (fee > perTransaction) {',
    'if (fee > perTransaction + perDay) {',
    PAYER,
    'a price above the limit',
  ),
  rule(
    'a fee payer signs instructions that may take its coins',
    'const lists = instructions.find(({ accounts }) => accounts.includes(PAYER))',
    'const lists = instructions.find(({ accounts }) => accounts.includes(-1))',
    PAYER,
    'a transfer of its coins',
  ),
  rule(
    'a fee payer signs for as long as a durable nonce stands',
    "if (nonceAccount(message) !== null) return 'it has a durable nonce",
    "if (nonceAccount(message) === '') return 'it has a durable nonce",
    PAYER,
    'a durable nonce, with which it never expires',
  ),
  rule(
    'a wallet that pays fees pays whatever it is asked to',
    'if (!this.groups.some(({ wallets }) => wallets.includes(id))) return',
    'if (!this.groups.some(({ wallets }) => wallets.includes(id.slice(1)))) return',
    PAYER,
    'signs for no transaction that another one pays for',
  ),
]

const ON_CHAINS: readonly BrokenRule[] = [
  rule(
    'a withdrawal that a block has paid waits for somebody to say so',
    'blocks.flatMap(({ movements }) => paymentsOf(withdrawal, movements))',
    'blocks.flatMap((): readonly string[] => [])',
    'chains/src/completed-by-blocks.test.ts',
    'a payment of the wallet that its withdrawal asks for completes it',
  ),
  rule(
    'nobody sees that a node says another balance than its blocks',
    'if (found.onChain === found.observed) return\n',
    'if (found.onChain >= 0n) return\n',
    'chains/src/tokens.test.ts',
    'SOL: a token of',
  ),
  rule(
    'what may be claimed on Stellar is a deposit before it is',
    "    case 'account_credited':\n",
    "    case 'claimable_balance_claimant_created':\n      return { asset: null, amount: stroops(textIn(effect, 'amount')) }\n    case 'account_credited':\n",
    STELLAR,
    'a balance that may be claimed is nobody’s yet; claimed, it is',
  ),
  rule(
    'what a path payment of Stellar trades on its way is a deposit too',
    "    case 'account_credited':\n",
    "    case 'trade':\n      return { asset: null, amount: stroops(textIn(effect, 'bought_amount')) }\n    case 'account_credited':\n",
    STELLAR,
    'a path payment is what arrived, and what its trades were is not told',
  ),
  rule(
    'an amount above 2^53 is rounded on UTXO chains',
    "const value = inCore === undefined ? units(output, 'value') : coins(output, 'value', decimals)",
    "const value = BigInt(Number(inCore === undefined ? units(output, 'value') : coins(output, 'value', decimals)))",
    'chains/src/utxo/blocks.test.ts',
    'amounts above 2^53 are exact',
  ),
  rule(
    'a node tells of an output that no storage holds, and the chain is followed no further',
    'if (value > MOST) throw broken(',
    'if (value > MOST * MOST) throw broken(',
    'chains/src/utxo/blocks.test.ts',
    'a node that answers half, or of another block, is at fault',
  ),
  rule(
    'nobody is told that the ledger has paid for an undone deposit',
    'for (const deposit of undone.deposits) this.tellShortfall(deposit)',
    '',
    'testing/src/shortfall.memory.test.ts',
    'is told of each deposit that the ledger pays for, and of no other',
  ),
]

const STARTS_AND_SENDS: readonly BrokenRule[] = [
  rule(
    'a probe answers on paths that a proxy lets through',
    "if (request.raw.url?.split('?')[0] === request.routeOptions.url) done()",
    'if (request.routeOptions.url) done()',
    'http/src/observability/health.test.ts',
    'a probe has one path, which a proxy can keep to itself',
  ),
  rule(
    'a service starts with a master key that does not open its wallets',
    'if (lost === 0) return\n',
    'if (lost >= 0) return\n',
    'cli/src/vault-opening.test.ts',
    'a service does not start with a master key that does not open its wallets',
  ),
  rule(
    'a receiver sends a webhook on into our network by a redirect',
    '      const { statusCode = null } = message\n',
    "      const { statusCode = null, headers } = message\n      if (headers.location !== undefined) {\n        resolve(exchange(requestHttp(headers.location, { method: 'POST' }), body))\n        return\n      }\n",
    'webhooks/src/target.test.ts',
    'a redirect is not followed',
  ),
]

const MIGRATIONS = 'storage-postgres/src/migrations.test.ts'

const LONG_WORK: readonly BrokenRule[] = [
  rule(
    'a migration of more than half a minute never comes to its end',
    "unhurried ? WITHOUT_LIMITS : ''",
    "unhurried ? '' : ''",
    MIGRATIONS,
    'a migration has all the time that it takes',
  ),
  rule(
    'a migration that its operator cancels begins again, and holds up all engines',
    'throw sqlState(cause) === TOO_LONG ? cancelled(cause) : cause',
    'throw cause',
    MIGRATIONS,
    'a migration that somebody cancels is not tried again, and changes nothing',
  ),
  rule(
    'a migration goes on, and holds up all engines, after its process has ended',
    "where name = 'client_connection_check_interval' and",
    "where name = '' and",
    MIGRATIONS,
    'a migration ends with its process',
  ),
  rule(
    'wrong books are right to a script that does not read what verify prints',
    "error.code !== 'EPIPE'",
    'process.exit(0)',
    'cli/src/verify.test.ts',
    'ends as it would if somebody read what it prints',
  ),
  rule(
    'what is to be done once a month is done without a pause',
    'Math.min(left, LONGEST_TIMER_MS)',
    'left',
    'engine/src/ports/scheduler.test.ts',
    'runs after',
  ),
]

const PASSING = 'http/src/pass-through.test.ts'

const NODES: readonly BrokenRule[] = [
  rule(
    'who hangs up pays nothing for what a node did for him',
    'charge()\n    // What only reads may be asked again.',
    '',
    PASSING,
    'are charged for what the node got, even if the caller has hung up',
  ),
  rule(
    'a call that waited for its turn is charged, and no node got it',
    'throw isSent && isOver ?',
    'throw isOver ?',
    PASSING,
    'are not charged if no node can be reached',
  ),
  rule(
    'followers wait behind the calls of tenants',
    'calls: calls.of(tenant), passing',
    'calls: this.nodes.own, passing',
    'chains/src/chains.test.ts',
    'are answered while',
  ),
  rule(
    'who does not read the answers of a node stops all other calls of the tenant',
    'passing: passing.of(tenant) }',
    'passing: calls.of(tenant) }',
    'chains/src/chains.test.ts',
    'are answered while',
  ),
  rule(
    'one tenant takes all connections to a node',
    'perTurn: Number.POSITIVE_INFINITY, share: 1 } as const',
    'perTurn: Number.POSITIVE_INFINITY, share: 64 } as const',
    'chains/src/transport/turns.test.ts',
    'a tenant whose calls hang leaves connections for the others',
  ),
  rule(
    'a node fails because its callers wait for each other',
    'if (error instanceof NoSuchMethod) endpoint.succeeded()\n        failures',
    'if (error instanceof NoSuchMethod) endpoint.succeeded()\n        else endpoint.failed(this.now())\n        failures',
    'chains/src/transport/turns.test.ts',
    'the next node is asked',
  ),
  rule(
    'a POST whose path is a method acts on a node',
    'checkPath(call, target, node)',
    "if (call.verb === 'GET') checkPath(call, target, node)",
    'http/src/pass-through.test.ts',
    'acts on no node by',
  ),
]

const STANDBY = 'storage-postgres/src/faults/standby.test.ts'

const SERVERS: readonly BrokenRule[] = [
  rule(
    'each shape of a unit of work takes memory of the server for ever',
    "for (const name of old.keys()) connection.close({ type: 'S', name }, true)",
    'if (old.size < 0) connection.end()',
    'storage-postgres/src/prepared.test.ts',
    'the oldest are closed',
  ),
  rule(
    'a tenant does not see what a call has made that read nothing',
    'for (const change of view.changes) tenants.add(tenantOf(change))',
    'for (const change of view.changes) tenantOf(change)',
    STANDBY,
    'shows a tenant at once what was made by a call that loads nothing',
  ),
  rule(
    'a read fails because a standby may not keep what it needs',
    'if (sqlState(cause) === CONFLICT) throw endedByReplay(cause)',
    'if (sqlState(cause) === CONFLICT) throw cause',
    STANDBY,
    'if the standby ends a read',
  ),
  rule(
    'a copy seals what somebody has changed in the source',
    "mustBeRight('source', await verifyAudit(audit, { progress: checked }))",
    'await verifyAudit(audit, { progress: checked })',
    'testing/src/copy.test.ts',
    'refuses a source with an item that the seals do not know',
  ),
  rule(
    'a connection that the service has lost is told as a body that was too short',
    'return isRead ? null : TOO_SHORT',
    'return TOO_SHORT',
    'http/src/errors.test.ts',
    '500 for a connection of the service that is lost: no body was too short',
  ),
]

export const OUTSIDE_RULES: readonly BrokenRule[] = [
  ...BY_HAND,
  ...FEES,
  ...ON_CHAINS,
  ...STARTS_AND_SENDS,
  ...LONG_WORK,
  ...NODES,
  ...SERVERS,
  rule(
    'a key that may only read sends a transaction, by a GET',
    '(!maySend && /^broadcast/i.test(segment)) || ',
    '',
    'http/src/pass-through.test.ts',
    'sends nothing by GET, also where',
  ),
]
