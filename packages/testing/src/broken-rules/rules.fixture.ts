/**
 * Rules that the simulator cannot reach, because they live in a header, a pool of connections, a chain's own words or a
 * node: each with one way to break it, and the test that must then fail. The simulator's own are in
 * `simulator/mutations.fixture.ts`; docs/verification.md tells of both.
 */
export interface BrokenRule {
  /** What then happens, as whoever it happens to would say it. */
  readonly what: string
  /** Text that stands in one place of all sources, and what takes its place. */
  readonly find: string
  readonly replace: string
  /** The end of the path of the test's file, and a part of the test's name. */
  readonly test: string
  readonly title: string
}

const rule = (what: string, find: string, replace: string, test: string, title: string): BrokenRule => {
  return { what, find, replace, test, title }
}

const SENDS: readonly BrokenRule[] = [
  rule(
    'a transaction is given to a second node below whoever judges the answer',
    'repeatable: !once, alone: once',
    'repeatable: true, alone: false',
    'transport/once.test.ts',
    'is not sent again when the connection is reset behind a balancer',
  ),
  rule(
    'a nonce that is too low is taken for a refusal',
    "if (invalid !== undefined) return { kind: 'refused', reason }",
    "if ((invalid ?? misplaced) !== undefined) return { kind: 'refused', reason }",
    'evm/undone.test.ts',
    'that repeats a slow request itself, and answers "nonce too low"',
  ),
  rule(
    'a transaction is final in its first block on EVM chains',
    "count(await node.ask('eth_blockNumber', [])) - height + 1 >= confirmations",
    "count(await node.ask('eth_blockNumber', [])) - height + 1 >= 1",
    'evm/undone.test.ts',
    'and drops what it had: that is sent again',
  ),
  rule(
    'a transaction is final in its first block on UTXO chains',
    "{ kind: 'confirmed', height, ok: true, final: depth >= confirmations }",
    "{ kind: 'confirmed', height, ok: true, final: depth >= 1 }",
    'utxo/undone.test.ts',
    'leaves its payment in the mempool',
  ),
  rule(
    'a transaction is dead when a block that may be undone has its nonce',
    "count(await node.ask('eth_blockNumber', [])) - confirmations + 1",
    "count(await node.ask('eth_blockNumber', []))",
    'evm/broadcast.test.ts',
    'in a block that may be undone: not dead yet',
  ),
  rule(
    'a transaction is dead when a block that may be undone spends its input otherwise',
    'spenders.find(({ depth }) => depth >= node.confirmations)',
    'spenders.find(({ depth }) => depth >= 1)',
    'utxo/undone.test.ts',
    'dead when that is final, and not before',
  ),
  rule(
    'a transaction in a block that the chain has left is taken for one in the mempool',
    "return found['blockhash'] === undefined ? { height, depth: 0 } : undefined",
    'return { height, depth: 0 }',
    'utxo/broadcast.test.ts',
    'of one in a block that the chain has left is sent',
  ),
  rule(
    'what waits for a signature is completed by any transaction on EVM chains',
    'if (wanted !== undefined && !isSame(wanted, done(transaction)))',
    'if (wanted === null)',
    'evm/kms.test.ts',
    'is completed by no transaction that does something else',
  ),
  rule(
    'what waits for a signature is completed by any transaction on XRP',
    'return other === undefined ? null :',
    'return other !== null ? null :',
    'xrp/daemon.test.ts',
    'completes what waits with no transaction that does something else',
  ),
  rule(
    'what waits for a signature is completed by the id of a transaction that failed',
    "if ('ok' in seen && !seen.ok) {",
    "if ('ok' in seen && seen.kind === 'pending') {",
    'evm/kms.test.ts',
    'is not completed by a transaction that has failed',
  ),
  rule(
    'a fee that no call names has no ceiling',
    'if (asked <= maxFee) return',
    'if (asked >= 0n || maxFee < 0n) return',
    'evm/fees.test.ts',
    'is refused with what it asks, the ceiling and the remedy, and nothing is recorded',
  ),
  rule(
    'an estimate has no ceiling where a change address is named',
    'else if (isLimited(intent)) mustBeBelow(',
    'else if (intent.fee !== null && isLimited(intent)) mustBeBelow(',
    'utxo/fees.test.ts',
    'an estimate of 0.09 LTC for 1,000 bytes is refused, though a changeAddress is named',
  ),
  rule(
    'a server of XRP names any fee',
    'mustBeBelow(paramsOf(chain).maxFee, drops, chain.record)',
    'mustBeBelow(drops, drops, chain.record)',
    'xrp/operations.test.ts',
    'a fee far above the usual is paid only by who names it',
  ),
  rule(
    'one stranger’s tip sets everybody’s price on a quiet chain',
    'lesser(await maxPriority(node, []), params.quietTip ?? QUIET_TIP)',
    'greater(await maxPriority(node, []), params.quietTip ?? QUIET_TIP)',
    'evm/fees.test.ts',
    'sets nobody else’s price, after',
  ),
  rule(
    'sends are covered one by one, each by the same coins',
    'const bills = [bill, ...rows.map((row) => dearest(row.map(chain.codec.outlay)))]',
    'const bills = [bill]',
    'evm/cover.test.ts',
    'eight at once with money for seven: seven are sent and mined, one is refused',
  ),
  rule(
    'a nonce that no node takes stays open, and what is behind it waits for good',
    'since !== null && now - since >= GAP_MS',
    'since !== null && now < 0',
    'evm/cover.test.ts',
    ': those behind it are mined within a minute',
  ),
  rule(
    'a payment that a node has had gives its nonce to its filler when nodes decline it for a while',
    '...(taken ? unfilled(send) : send)',
    '...send',
    'send/gap.test.ts',
    'takes the place of none when',
  ),
  rule(
    'a token’s decimals are believed as they are configured',
    'if (told === token.decimals) return token',
    'if (told >= 0) return token',
    'evm/decimals.test.ts',
    'a token of 6 decimals that is configured with 18 is not sent',
  ),
  rule(
    'a payment does not signal that it may be replaced',
    'replacement === undefined ? FINAL : REPLACEABLE',
    'replacement === undefined ? FINAL : FINAL',
    'utxo/replace.test.ts',
    'each payment signals that it may be replaced',
  ),
  rule(
    'a payment is replaced by one that no node lets take its place',
    'if (successor.fee >= least) return',
    'if (successor.fee >= 0n || least < 0n) return',
    'utxo/replace.test.ts',
    'what nodes would refuse is refused, with the fee that would do, and changes nothing',
  ),
  rule(
    'answers of two nodes are made one',
    'const result = await attempt(endpoint, limitMs)\n          among = [endpoint]',
    'const result = await attempt(endpoint, limitMs)',
    'transport/once.test.ts',
    'are of the one that gave the first, also when that fails',
  ),
  rule(
    'anybody ends a scan of the node',
    'return isAborted || REFUSED[software]',
    'return REFUSED[software]',
    'rpc/methods.test.ts',
    'ends what others asked of the node, and is not passed on',
  ),
  rule(
    'an output that carries tokens is selected, and they are destroyed',
    'if (weight === 0 || coin.tokens === true ||',
    'if (weight === 0 ||',
    'utxo/operations.family.test.ts',
    'an output that carries tokens is not spent',
  ),
  rule(
    'a gap in the sequence is told as sent on XRP',
    'return (await follows(node, signed.raw))',
    'return (await follows(node, signed.raw)) || true',
    'xrp/node.test.ts',
    'before its turn it is kept, and is not told as sent until its predecessor has come',
  ),
  rule(
    'a node that hangs holds up all sends of an address, one after another',
    'if (turn.away !== null && own < turn.away.before) throw turn.away.fault',
    '',
    'send/sends.test.ts',
    'a node that hangs holds up those that wait together, and not one after another',
  ),
  rule(
    'a refused call is answered with what another one has paid since',
    'Math.max(env.now, known.created + 1)',
    'known.created',
    'evm/undone.test.ts',
    'a refused call is refused for ever',
  ),
]

const LEDGER: readonly BrokenRule[] = [
  rule(
    'reads and payments share their connections',
    'connected(reads ? this.readers : this.writers, until)',
    'connected(this.readers, until)',
    'storage-postgres/src/faults/reads.test.ts',
    'reads that hang on every connection they may have: payments are made meanwhile',
  ),
  rule(
    'one tenant’s calls wait before all others’',
    'if (this.lanes.size > 1) {',
    'if (this.lanes.size < 0) {',
    'engine/src/lanes.test.ts',
    "a tenant with thousands of calls queued does not delay another's",
  ),
  rule(
    'one tenant takes all the places there are',
    'return own < SHARE * (most - total)',
    'return own >= 0 && SHARE > 0 && total < most',
    'http/src/in-flight.test.ts',
    'while one tenant’s calls hang, it is told 429 before others are',
  ),
  rule(
    'unfreezing loads every blockage of the account',
    "needs: (command) => [{ type: 'freezeOf', tenant: command.tenant, account: command.account }],",
    "needs: (command) => [{ type: 'blockagesOf', tenant: command.tenant, account: command.account, limit: 1e9 }],",
    'operations/src/ledger/blockages.many.test.ts',
    'a call that is refused loads none of the blockages it has no need of',
  ),
  rule(
    'every item of a list that is far too long is looked at',
    'const long = firstTooLong({ properties: this.fields }, args, [])',
    'const long = firstTooLong({ properties: {} }, args, [])',
    'operations/src/bounds.test.ts',
    'half a million invalid items cost no more than a thousand',
  ),
  rule(
    'an engine writes the time of its own clock, whatever another has written',
    'now: this.ids.nowFrom(view.latest)',
    'now: this.ids.now()',
    'testing/src/properties.memory.test.ts',
    'of every past moment the ledger says what was to be seen then',
  ),
  rule(
    'one output in another spelling is another deposit',
    'plainHash(txId), vout, plainAddress(address)',
    'txId, vout, address',
    'operations/src/ledger/reported.test.ts',
    'without chains',
  ),
  rule(
    'two headers with an idempotency key are joined to a new one',
    'const repeated = repeatedHeader(request.raw)',
    'const repeated = null',
    'http/src/headers.test.ts',
    'an idempotency key that is sent twice is refused, and pays nothing',
  ),
  rule(
    'a revoked key is valid for as long as a clock was set forth',
    'const now = this.elapsed()\n    const remembered',
    'const now = this.engine.now()\n    const remembered',
    'engine/src/access.test.ts',
    'a key revoked by another process is refused a second later',
  ),
  rule(
    'a look-up brings a key back that is revoked meanwhile',
    'if (changes !== this.changes) return caller',
    '',
    'engine/src/access.test.ts',
    'a look-up under way while a key is revoked does not bring it back',
  ),
  rule(
    'a key that no storage holds fails the batch of others',
    'const property = findUnstorable(fields)',
    'const property = fields === undefined ? findUnstorable(fields) : null',
    'operations/src/unchecked.test.ts',
    'is no idempotency key',
  ),
  rule(
    'a report of a deposit is not checked',
    'const checked = reports.flat(deposit)',
    'const checked = { ok: true, args: { ...deposit }, violations: [] } as const',
    'operations/src/ledger/reported.test.ts',
    'a report is refused, and fails nobody else',
  ),
  rule(
    'what is changed behind the ledger’s back beside the entries is not found',
    'for (const name of this.present.minus(sealed).lists) {',
    'for (const name of this.present.minus(this.present).lists) {',
    'storage-sqlite/src/tamper.test.ts',
    'any column changed, any row removed or added is found',
  ),
  rule(
    'a deposit that somebody has set back is credited again, and nobody is told',
    'for (const name of this.present.minus(sealed).lists) {',
    'for (const name of this.present.minus(this.present).lists) {',
    'storage-sqlite/src/tamper.test.ts',
    'a deposit that was set back is found, also once it has been credited again',
  ),
  rule(
    'a key that the configuration takes is refused by every call',
    'presented.length > API_KEY_LENGTH.max',
    'presented.length > 200',
    'http/src/headers.test.ts',
    'an API key as long as the configuration takes is accepted by every call',
  ),
  rule(
    'calls that wait behind others in an outage are never answered',
    'for (const { job } of late) this.expire(job)',
    'for (const { job } of late) this.queue.offer(ANYBODY.lane, { job, weight: 1 }, this.tick)',
    'engine/src/lanes.test.ts',
    'in an outage every call is answered within 15 s',
  ),
  rule(
    'what a dead engine left to be indexed is never indexed',
    'if (old.length > 0) await this.run(',
    'if (old.length < 0) await this.run(',
    'storage-postgres/src/faults/deferred-indexing.test.ts',
    'what an engine leaves that dies is indexed by those that go on',
  ),
  rule(
    'a process remembers every account that it has read',
    'if (this.young.size < this.most / 2) return',
    'if (this.most > 0) return',
    'storage-sqlite/src/recent.test.ts',
    'a process that reads every account remembers few of them',
  ),
  rule(
    'accounts of a deactivated customer can be changed',
    'return customer?.active === false ? reject(',
    'return customer?.active === null ? reject(',
    'customer/decide.test.ts',
    'lets neither the customer nor its accounts be changed before it is active again',
  ),
  rule(
    'deleting all blockages of an account leaves all but the oldest',
    'more: released !== account.blocked }',
    'more: released < 0n }',
    'operations/src/ledger/blockages.many.test.ts',
    'all blockages of an account are deleted a bounded number at a time',
  ),
  rule(
    'an account is opened with a key of another chain',
    'opens: (text) => isKey(keys?.address, text) ?? codec.isAddress(text)',
    'opens: (text) => text.length > 0',
    'operations/src/ledger/reported.test.ts',
    'the xpub of a new account',
  ),
  rule(
    'count answers a page where one is named beside it',
    'if (query.count === true) return',
    'if (query.count === true && query.pageSize === undefined) return',
    'operations/src/ledger/listing/records.test.ts',
    'counts all with count, whatever page is named beside it',
  ),
]

const SERVICE: readonly BrokenRule[] = [
  rule(
    'one call to a node that answers without a body ends the service',
    "if (!socket.listeners('error').includes(unconcerned)) socket.on('error', unconcerned)",
    'if (socket === undefined) unconcerned()',
    'transport/exchange.test.ts',
    'a caller who leaves while an answer without a body ends is an error of nobody',
  ),
  rule(
    'a node that answers a height with an error fails the call as a fault of the service',
    "const head = count(await rpc.ask('eth_blockNumber', []))",
    "const head = count(await rpc.raw('eth_blockNumber', []))",
    'evm/history.test.ts',
    'with an error cannot be asked: a fault of the node, and none of the service',
  ),
  rule(
    'a field that has the name of a keyword is lost in the document',
    'if (!OF_FIELDS.has(keyword)) return this.rename(value)',
    'if (keyword !== undefined) return this.rename(value)',
    'http/src/reference/openapi.test.ts',
    'a secret is a password, which is only sent, or only answered',
  ),
  rule(
    'a head that is too long gets a code that no catalogue has',
    "return rejectionBody({ code: 'request.head.too.large' })",
    "return { ...rejectionBody({ code: 'request.head.too.large' }), errorCode: 'request.too.long' }",
    'http/src/errors.test.ts',
    'a head that is too large',
  ),
  rule(
    'the balance of Celo fails where one token is absent',
    'return formatDecimal(units, decimals)\n  } catch (error) {\n    if (error instanceof BadTransaction) return undefined',
    'return formatDecimal(units, decimals)\n  } catch (error) {',
    'evm/operations.test.ts',
    'Celo tells the coin, and the tokens that are there',
  ),
  rule(
    'an outage writes every failed call in full',
    'if (kind !== undefined) {\n      kind.count += 1',
    'if (kind === null) {\n      kind.count += 1',
    'observability/log.test.ts',
    'an outage is told once in full',
  ),
]

const CLIENTS: readonly BrokenRule[] = [
  rule(
    'addresses of Bitcoin are p2pkh, as no public client makes them',
    "address: 'p2wpkh',\n  dust: 546n",
    "address: 'p2pkh',\n  dust: 546n",
    'chains/src/wallets.test.ts',
    'what the public client derives',
  ),
  rule(
    'wallets of test networks are derived elsewhere than the daemon derives them',
    "export const TEST_PATH = \"m/44'/1'/0'/0\"",
    "export const TEST_PATH = \"m/44'/0'/0'/0\"",
    'chains/src/wallets.test.ts',
    'a wallet of the service on',
  ),
  rule(
    'a field that public clients add is refused, or read',
    'without(body, operation.ignored)',
    'without(body, [])',
    'operations/src/ignored.test.ts',
    'an ignored field is not read, kept, hashed or repeated',
  ),
  rule(
    'a trailing slash finds no route',
    'ignoreTrailingSlash: true,',
    'ignoreTrailingSlash: false,',
    'acceptance/paths.test.ts',
    'finds its operation',
  ),
  rule(
    'what a key-management system asks a node for needs a pass-through',
    'return side && {',
    'return side && undefined && {',
    'pass-through.anvil.test.ts',
    'what a key-management system asks a node for is answered without a pass-through',
  ),
  rule(
    'pending rows of MATIC carry no gas price',
    'if (pricedForKms !== true) return null',
    'if (pricedForKms !== undefined) return null',
    'evm/kms.test.ts',
    'asked for, fetched, signed outside, broadcast, complete',
  ),
  rule(
    'the id of a transaction is told before any node has it',
    "const isSent = pending.status === 'complete' && (send === undefined || send.due === 0)",
    'const isSent = send !== undefined',
    'operations/src/signatures.test.ts',
    'is a transaction that a node has: meanwhile nobody signs it again',
  ),
  rule(
    'a row whose broadcast is refused is offered again at once',
    'notBefore: now + wait }',
    'notBefore: now - wait }',
    'signature/decide.test.ts',
    'is offered again after a while, which grows with each refusal',
  ),
  rule(
    'fees on Dogecoin are below what the daemon signs',
    'leastRate: 7_500_000n,',
    'leastRate: 7_500n,',
    'utxo/dogecoin.test.ts',
    'a node that advises less than signers accept does not lower the fee',
  ),
  rule(
    'change on Dogecoin is less than the daemon signs',
    'leastChange: 100_000_000n,',
    'leastChange: 1_000_000n,',
    'utxo/dogecoin.test.ts',
    'a payment whose fee and change the service chooses',
  ),
  rule(
    'an old transaction of Celo is refused as if it were broken',
    'if (withCip64 && isOldOfCelo(raw)) {',
    'if (withCip64 && isOldOfCelo(raw) && raw === null) {',
    'evm/celo.test.ts',
    'is refused with what to send instead',
  ),
  rule(
    'a round fee that an old program leaves is refused',
    'const most = payment > fast * EXCEPTIONAL ? payment : fast * EXCEPTIONAL',
    'const most = fast * EXCEPTIONAL < payment ? fast * EXCEPTIONAL : payment / EXCEPTIONAL',
    'utxo/build.test.ts',
    'a round fee that an old program leaves is paid',
  ),
  rule(
    'a sibling of an address route is called a wrong address',
    "if (isOverload(params)) return { code: 'operation.not.found' }",
    '',
    'acceptance/paths.test.ts',
    'is no operation, and not an address',
  ),
]

export const BROKEN_RULES: readonly BrokenRule[] = [...SENDS, ...LEDGER, ...SERVICE, ...CLIENTS]
