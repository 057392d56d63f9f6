/** Of following: which node is asked, what a chain that is undone leaves, and the index of multi tokens. */
import { type BrokenRule, rule } from './rule.fixture.js'

const STORAGE = 'testing/src/storage-contract.memory.test.ts'
const BLOCKS = 'core/src/follow/decide.test.ts'
const MULTI = 'core/src/multi-token/change.test.ts'

const NODES: readonly BrokenRule[] = [
  rule(
    'a node that fails is followed until it answers again, though another one answers',
    'of this.inTurn(this.at)) {',
    'of this.inTurn(this.at).slice(0, 1)) {',
    STORAGE,
    'is left for another one',
  ),
  rule(
    'a node that was left is asked first in each round',
    "if (place !== this.at) this.choose(place, faults[0]?.message ?? '')",
    'if (place !== this.at) this.switches++',
    STORAGE,
    'is left for another one',
  ),
  rule(
    'a node that stands still without an error is followed for ever',
    'height === null || this.elapsed() - this.since < STILL_MS) return',
    'height === null || this.elapsed() >= 0) return',
    STORAGE,
    'stands still, and says that its last block is the newest, is left after a while',
  ),
  rule(
    'blocks without what contracts pay are observed, though another node tells it',
    'if (isUntraced && this.nodes.some((_, place) => this.untraced.get(place) !== true)) {',
    'if (isUntraced && this.nodes.length === 0) {',
    STORAGE,
    'has never traced calls is left for one that does',
  ),
  rule(
    'blocks without what contracts pay are observed, though the node has told it before',
    'if (isUntraced && this.traced.has(this.asked)) {',
    'if (isUntraced && this.traced.has(-1)) {',
    STORAGE,
    'is left for another one',
  ),
  rule(
    'a node that names a newer head than it has blocks is followed',
    'private atHead({ height }: Cursor): null {\n    if ((this.head ?? 0) <= height) return null',
    'private atHead({ height }: Cursor): null {\n    if (height >= 0) return null',
    STORAGE,
    'is left for another one',
  ),
  rule(
    'blocks that the chain has left stay observed',
    ': await this.goBack(cursor, groups)',
    ': null',
    STORAGE,
    'credits each payment once, however many follow, and takes back what the chain undoes',
  ),
  rule(
    'a payment to one of our addresses is nobody’s, because another block with it was undone',
    "if (known?.status === 'Done') return undefined",
    "if (known?.status === 'Done' || known?.status === 'Failed') return undefined",
    BLOCKS,
    'which comes back in another block and is credited once',
  ),
  rule(
    'a payment that comes back is nobody’s, because its address was removed meanwhile',
    'const isKnown = known !== undefined && isFollowed(known, cursor)',
    'const isKnown = false',
    BLOCKS,
    'credits no payment but one that was its own before',
  ),
  rule(
    'no follower looks for a payment that comes back to an address which was removed meanwhile',
    'row.removed && !known.has(nameOf(receipt.tenant, outputOf(receipt))) ? [] : [receipt]',
    'row.removed ? [] : [receipt]',
    STORAGE,
    'credits what comes back to an address that was removed meanwhile',
  ),
  rule(
    'what a removed address is paid counts as deposits, which nobody has',
    'row.removed && !known.has(nameOf(receipt.tenant, outputOf(receipt))) ? [] : [receipt]',
    '[receipt]',
    STORAGE,
    'credits what comes back to an address that was removed meanwhile',
  ),
]

const FIRST = 'custody/src/workers/first-block.test.ts'

const BEGINNINGS: readonly BrokenRule[] = [
  rule(
    'a chain is never followed again, because the block that it began with was orphaned',
    'blocks: [...older, block].map(written)',
    'blocks: [block].map(written)',
    STORAGE,
    'undoes the block that it began with, and those before it',
  ),
  rule(
    'a node that keeps few old blocks is never followed, and nobody is told what to do',
    'if (fault instanceof NoBlock) return undefined',
    '',
    FIRST,
    'if the node keeps only younger blocks',
  ),
  rule(
    'a follower begins after blocks with deposits, because a node did not find an old block at once',
    'return low === 0 || older !== undefined ? low : undefined',
    'return low',
    FIRST,
    'none that is too young, although the node did not find it at first',
  ),
  rule(
    'the first block that a follower is told to observe is left out after an empty slot',
    'if (header.height === at) found.unshift({ height: at, hash: header.hash })',
    'found.unshift({ height: header.height, hash: header.hash })',
    FIRST,
    'before empty slots, not after them',
  ),
]

const PARTS: readonly BrokenRule[] = [
  rule(
    'the rest of a block is recorded by each who has read the block',
    'cursor.revision !== command.revision || cursor.unfinished !== true) {',
    'cursor.unfinished !== true) {',
    'simulator/simulate.test.ts',
    'commands, among which are all rules and all faults',
  ),
  rule(
    'a block is observed before all of the one before it is recorded',
    'if (cursor === undefined || cursor.unfinished === true) return accept(ELSEWHERE, [])',
    'if (cursor === undefined) return accept(ELSEWHERE, [])',
    'simulator/simulate.test.ts',
    'commands, among which are all rules and all faults',
  ),
  rule(
    'a deposit is credited for each follower that finds it deep enough',
    "if (deposit === undefined || !isFollowed(deposit, cursor) || deposit.status !== 'InProgress')",
    "if (deposit === undefined || !isFollowed(deposit, cursor) || deposit.status === 'Failed')",
    'simulator/simulate.test.ts',
    'commands, among which are all rules and all faults',
  ),
  rule(
    'a token is deployed twice, because its first transaction may yet be in a block',
    'return send !== undefined && (isOver(send) || isWithoutEffect(send))',
    'return send !== undefined',
    'simulator/simulate.test.ts',
    'commands, among which are all rules and all faults',
  ),
  rule(
    'a block fails, and all calls beside it, because it pays to an address that is given away at that moment',
    '      subscriptionsTo(tenant, account),\n',
    '',
    'core/src/follow/together.test.ts',
    'that an account generates',
  ),
  rule(
    'delayed deposits that can never be credited hold up older ones',
    'this.delayed = isMore ? this.delayed + late.length : 0',
    'this.delayed = 0',
    STORAGE,
    'credits it although newer deposits, more than one commit credits, are of accounts that stay deactivated',
  ),
  rule(
    'what a payment leaves at a deposit address is credited a second time',
    'own === undefined || (await isWithdrawal(query, on, own))',
    'own === undefined || own.length > 0',
    'chains/src/utxo/withdrawals.test.ts',
    'what a payment leaves at the deposit address that it spends is no deposit',
  ),
  rule(
    'what a withdrawal pays to the deposit address of its own account is not credited',
    "holder.startsWith('withdrawal:')",
    "holder === ''",
    'chains/src/utxo/withdrawals.test.ts',
    'but what a withdrawal pays there is',
  ),
]

const MULTI_TOKENS: readonly BrokenRule[] = [
  rule(
    'a transfer of multi tokens that comes again counts again',
    'if (view.find(multiTransferKey(on, side)) !== undefined) continue',
    '',
    MULTI,
    'has each side of a transfer once, with the height of the change before',
  ),
  rule(
    'a mint takes multi tokens from the address of nobody',
    'return sides.filter(([address]) => !NOBODY.test(address))',
    'return sides',
    MULTI,
    'a mint has one side',
  ),
  rule(
    'multi tokens that somebody sends to himself are gone',
    '? [[to, 0n]]',
    '? [[to, -amount]]',
    MULTI,
    'to oneself changes no amount',
  ),
  rule(
    'an address has none of a multi token, and is listed with it',
    'if (balance.amount === 0n) {',
    'if (balance.amount === 0n && known === undefined) {',
    MULTI,
    'what has become 0 is no balance',
  ),
  rule(
    'a transfer of multi tokens stays when its block is undone',
    'if (transfer === undefined || transfer.blockHash !== hash) continue',
    'if (transfer === undefined || transfer.blockHash === hash) continue',
    MULTI,
    'as it was before',
  ),
  rule(
    'a transfer of multi tokens of another block is undone',
    'if (transfer === undefined || transfer.blockHash !== hash) continue',
    'if (transfer === undefined) continue',
    MULTI,
    'leaves what is of another block, whoever names it',
  ),
  rule(
    'the newest change of a balance is one that was undone',
    'add(view, on, transfer, -change, transfer.previous ?? transfer.height)',
    'add(view, on, transfer, -change, transfer.height)',
    MULTI,
    'as it was before',
  ),
  rule(
    'a contract stays indexed when the block that created it is undone',
    "if (known?.blockHash === hash) view.apply({ type: 'multiToken.undone', contract: known })",
    '',
    MULTI,
    'as it was before',
  ),
  rule(
    'whatever contract a tenant broadcasts is indexed, with all that it invents',
    "if (!String(transaction['input']).startsWith(CONTRACTS.MultiToken.bytecode)) return []\n",
    '',
    'evm/multi-index.test.ts',
    'a contract of a tenant’s own code is not indexed, whatever it logs',
  ),
  rule(
    'transfers that repeat an id are as many as a block has room for',
    'if (transfers.length <= MOST_APART) return transfers',
    'if (transfers.length >= 0) return transfers',
    'evm/multi-index.test.ts',
    'a block with thousands of transfers has one for each log and token',
  ),
  rule(
    'of transfers that repeat an id only the first one counts',
    '{ ...known, amount: known.amount + transfer.amount }',
    'known',
    'evm/multi-index.test.ts',
    'a block with thousands of transfers has one for each log and token',
  ),
]

const LONG_ANSWERS: readonly BrokenRule[] = [
  rule(
    'a stranger stops the deposits of Solana by a slot of cheap transactions',
    'return inParts ? IN_PARTS_BYTES : OWN_BYTES',
    'return maxBytes',
    'solana/long-blocks.test.ts',
    'is read, to the last lamport, and no caller reads it',
  ),
  rule(
    'long answers fill the memory together',
    'leave ??= await connections.alone()',
    'leave ??= () => undefined',
    'transport/long-list.test.ts',
    'is read alone, and a fault of one does not hold up the next',
  ),
  rule(
    'an answer in parts loses digits',
    'holdsLongNumber(told) ? parseExact(told) : JSON.parse(told)',
    'JSON.parse(told)',
    'transport/long-list.test.ts',
    'no digit is lost',
  ),
]

const OWN_READS: readonly BrokenRule[] = [
  rule(
    'a tenant who reads much stops a chain for everybody',
    "name === 'query' ? (engine.storage.own ?? engine.storage.query) : Reflect.get(engine, name)",
    'Reflect.get(engine, name)',
    'chains/src/busy-tenant.test.ts',
    'a chain is followed although the reads of tenants wait',
  ),
  rule(
    'what the service reads about a tenant waits for the reads of that tenant',
    'turns.run(lane ?? askerOf(args), 1,',
    'turns.run(askerOf(args), 1,',
    'faults/reads.test.ts',
    'does not wait for the reads of that tenant',
  ),
  rule(
    'a withdrawal that a block has paid waits for ever, because its tenant had many calls waiting',
    'complete(order, OF_CHAINS, known)',
    'complete(order, { ...OF_CHAINS, caller }, known)',
    'chains/src/completed-by-blocks.test.ts',
    'although the tenant has as many calls waiting as it may',
  ),
  rule(
    'a fork that undoes a payment of a wallet that was watched later counts it twice',
    'isIn && !seen.final && undoable.has(seen.height)',
    'isIn && !seen.final && undoable.has(-seen.height)',
    'evm/reconcile.test.ts',
    'what a wallet has paid for withdrawals before somebody watches it is explained from then on',
  ),
  rule(
    'nobody hears of a withdrawal that was paid while the storage was away',
    '(fault instanceof Rejected && DECIDED.has(fault.code))',
    'fault instanceof Rejected',
    'workers/completions.test.ts',
    'shows whether a withdrawal was paid',
  ),
  rule(
    'a withdrawal that a block has paid waits for ever, because a node was behind',
    "'transaction.invalid.body',\n])",
    "'transaction.invalid.body',\n  'tx.not.found',\n])",
    'chains/src/completed-by-blocks.test.ts',
    'where the node that is asked is behind',
  ),
  rule(
    'what no node could say of a withdrawal that a block has paid is never asked again',
    'new Set([...before, ...found])',
    'new Set(found)',
    'chains/src/completed-by-blocks.test.ts',
    'where the node that is asked is behind',
  ),
  rule(
    'what may have paid a withdrawal is forgotten with the process that saw it',
    'if (isFirst) await note(txId, true)',
    'if (isFirst && waiting.length === 0) await note(txId, true)',
    'chains/src/completed-by-blocks.test.ts',
    'also after a restart',
  ),
  rule(
    'the money of a withdrawal comes back while a block may have paid it',
    'withdrawal.txId ?? maybePaidBy(withdrawal) ?? null',
    'withdrawal.txId',
    'core/src/withdrawal/sighted.test.ts',
    'nothing comes back meanwhile',
  ),
  rule(
    'the money comes back with its own transaction that dies, although another one may have paid',
    "if (own.status === 'Done' && !isOpen) return takenBack",
    "if (own.status === 'Done') return takenBack",
    'core/src/withdrawal/sighted.test.ts',
    'although it was taken for paid',
  ),
  rule(
    'the amount comes back with its own transaction that fails, although another one may have paid',
    'if (failed && isInDoubt(own, isBehind)) return waits(view, env, own)',
    'if (failed && isBehind) return waits(view, env, own)',
    'core/src/withdrawal/sighted.test.ts',
    'although it was taken for paid',
  ),
  rule(
    'the money of a one-call transfer comes back although another transaction may have paid',
    'if (own.oneCall && !isOpen) return cancelled',
    'if (own.oneCall) return cancelled',
    'core/src/withdrawal/sighted.test.ts',
    'before a node had it',
  ),
  rule(
    'what may have paid is not noted beside a transaction that is recorded',
    "if (status === 'Cancelled' || isOwn || sighted.includes(txId) === isOpen) return accept(null, [])",
    "if (status !== 'InProgress' || isOwn || sighted.includes(txId) === isOpen) return accept(null, [])",
    'core/src/withdrawal/sighted.test.ts',
    'although it was taken for paid',
  ),
  rule(
    'the money comes back although blocks that nobody has looked at may have paid',
    'height + MOST_BEHIND < ',
    'height < 0 * ',
    'chains/src/completed-by-blocks.test.ts',
    'nothing comes back while the follower has long not looked',
  ),
  rule(
    'a withdrawal that a node is said to have paid is not looked at any more',
    'const found = [...waiting, ...(await query.findAll(paid))]',
    'const found = [...waiting, ...(await query.findAll(paid.slice(0, 0)))]',
    'chains/src/completed-by-blocks.test.ts',
    'nothing comes back while a block may have paid it',
  ),
  rule(
    'what may have paid is decided by another transaction that was recorded',
    "  'withdrawal.missing',\n  'kms.unexpected.state',",
    "  'withdrawal.missing',\n  'withdrawal.unexpected.state',\n  'kms.unexpected.state',",
    'custody/src/workers/completions.test.ts',
    'a withdrawal that another transaction pays',
  ),
  rule(
    'a withdrawal waits for ever for what counts for another one',
    '(await query.find(paymentKey(on, txId, 0))) !== undefined',
    '(await query.find(paymentKey(on, txId, 1))) !== undefined',
    'chains/src/completed-by-blocks.test.ts',
    'what counts for another withdrawal is not waited for',
  ),
  rule(
    'a withdrawal that a block may have paid is paid again by another transaction',
    'if (paidBy !== undefined && withdrawal.sighted?.includes(command.txId) !== true) {',
    'if (paidBy !== undefined && withdrawal.sighted?.length === 0) {',
    'core/src/withdrawal/sighted.test.ts',
    'takes no other transaction meanwhile',
  ),
  rule(
    'a withdrawal that a block may have paid is cancelled with its pending signature',
    "if (paidBy !== undefined) return reject('withdrawal.not.cancelled.transaction.failed', paidBy)",
    "if (paidBy === '') return reject('withdrawal.not.cancelled.transaction.failed', paidBy)",
    'core/src/withdrawal/sighted.test.ts',
    'is not cancelled with its pending signature',
  ),
]

export const FOLLOWED: readonly BrokenRule[] = [
  ...NODES,
  ...BEGINNINGS,
  ...PARTS,
  ...MULTI_TOKENS,
  ...LONG_ANSWERS,
  ...OWN_READS,
]
