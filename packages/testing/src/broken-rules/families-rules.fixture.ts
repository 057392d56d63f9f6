/**
 * Of the families that came later, what each send stands on: the time in which it may be taken, what tells it from others,
 * and what it costs.
 */
import { type BrokenRule, rule } from './rule.fixture.js'

const STELLAR: readonly BrokenRule[] = [
  rule(
    'a transaction of Stellar may be taken long after its time',
    "since: '0', until: String(until), memo",
    "since: '0', until: String(until + 1_000_000), memo",
    'stellar/sending.test.ts',
    'one that expired unseen is dead by proof, and its sequence pays anew',
  ),
  rule(
    'a transaction of Stellar that may still be taken is called dead',
    "BigInt(secondsIn(found, 'closed_at')) >= until",
    "BigInt(secondsIn(found, 'closed_at')) >= 0n",
    'stellar/sending.test.ts',
    'one that may still be taken is not dead: nothing takes its sequence, and in the end it is paid',
  ),
  rule(
    'two transactions of Stellar that wait have one sequence',
    'own >= first ? own : await turns.nextIndex(owner, first)',
    'own >= first ? own : first',
    'stellar/operations.test.ts',
    'two that wait have a sequence each; one that is deleted gives its own back',
  ),
  rule(
    'a payment of Stellar goes without the ID or hash that its recipient asks for',
    "if (messageType === undefined || messageType === 'text') return null",
    'if (messageType !== null) return null',
    'stellar/operations.test.ts',
    'memos arrive by their type, and an account that needs one gets none without',
  ),
  rule(
    'an account of Stellar that needs a memo is paid without one',
    'if (found.memoRequired && memo === null && to === account) throw',
    "if (found.memoRequired && memo === null && to === '') throw",
    'stellar/operations.test.ts',
    'memos arrive by their type, and an account that needs one gets none without',
  ),
  rule(
    'an account that Stellar does not know is paid, and not made',
    "return { type: 'create', to, amount }",
    "return { type: 'payment', to, asset: XLM, amount }",
    'stellar/operations.test.ts',
    'a fresh account is one that its secret opens, made by its first payment',
  ),
  rule(
    'an asset of Stellar is sent to who cannot have it, and the fee is lost',
    'if (why) throw',
    "if (why === '') throw",
    'stellar/operations.test.ts',
    'an asset is made, trusted, paid to the last stroop of 64 bits, and given back',
  ),
  rule(
    'a Horizon names any fee',
    'mustBeBelow(paramsOf(order.chain).maxFee, fee, record)',
    'mustBeBelow(fee, fee, record)',
    'stellar/operations.test.ts',
    'a fee far above the usual is not paid',
  ),
  rule(
    'several payments of Stellar are covered by the same coins',
    'const taken = [outlay, ...rows.flatMap((row) => row.map(codec.outlay))]',
    'const taken = [outlay]',
    'stellar/sending.test.ts',
    'what waits is counted: eight with money for seven are seven',
  ),
  rule(
    'what waits for a signature is completed by any transaction on Stellar',
    'if (asked.hash === signed.hash) return null',
    "if (asked.hash !== '') return null",
    'stellar/operations.test.ts',
    'what is broadcast must be what was asked for, signed',
  ),
]

const TRON: readonly BrokenRule[] = [
  rule(
    'a transaction of TRON that may still be taken is called dead',
    'if (solid.time > raw.expiration + MARGIN_MS)',
    'if (solid.time > 0)',
    'tron/standing.test.ts',
    'is dead a minute later, because several nodes may answer under one address',
  ),
  rule(
    'a transaction of TRON is dead by a node without receipts of its time',
    'body === undefined && (await wouldShow(node, raw, solid))',
    'body === undefined',
    'tron/standing.test.ts',
    'is not dead by a node whose receipts begin later, and that has no transactions by their ids',
  ),
  rule(
    'a transaction of TRON is dead by a node that has it without a receipt',
    'const body = await node.find(',
    'const body = undefined && await node.find(',
    'tron/standing.test.ts',
    'is not dead by a node that keeps no receipts, and has it',
  ),
  rule(
    'a transaction of TRON is final in a block that may be undone',
    'height <= solid.height && (await isDeep(node, height, confirmations))',
    'height >= 0',
    'tron/sending.test.ts',
    'is alive again when a fork undoes its block, and is sent again where that has lost it',
  ),
  rule(
    'a contract of TRON runs out of energy, does nothing, and costs the whole limit',
    "mustBeBelow(named, energy * prices.energy, record, 'its energy costs')",
    "mustBeBelow(named, named, record, 'its energy costs')",
    'tron/operations.test.ts',
    'refuses what no node would take, and sends nothing',
  ),
  rule(
    'several payments of TRON are covered by the same coins',
    '(written === undefined ? [] : [codec.outlay(written)])',
    '(written === undefined ? [] : [])',
    'tron/sending.test.ts',
    'do not spend together what each could spend alone',
  ),
  rule(
    'several payments of TRON to new accounts are covered by the same coins',
    'new Set(all.flatMap(({ opens }) => opens ?? []))',
    'new Set(outlay.opens === null ? [] : [outlay.opens])',
    'tron/sending.test.ts',
    'to three new accounts need what each of these costs',
  ),
  rule(
    'what waits for a signature is completed by any transaction on TRON',
    'if (asked.txId === signed.txId) return null',
    "if (asked.txId !== '') return null",
    'tron/operations.test.ts',
    'refuses another transaction in its place',
  ),
]

const SOLANA: readonly BrokenRule[] = [
  rule(
    'a withdrawal of a token that has begun to withhold a part is sent',
    'await mustArriveStill(reads, order, signed)',
    '',
    'chains/src/tokens.test.ts',
    'SOL: a token of',
  ),
  rule(
    'a recipient of tokens of Solana gets less than was withdrawn',
    'if (newer?.isTaken === true) return true',
    '',
    'solana/transfer-fee.test.ts',
    'is exact or refused',
  ),
  rule(
    'a withdrawal of tokens of Solana is stored that pays less than it says',
    'if (await withholds(tokens, asset)) throw getsLess(name)',
    '',
    'chains/src/tokens.test.ts',
    'SOL: a token of',
  ),
  rule(
    'a transaction of Solana is final in a block that may be undone',
    "final: commitment === 'finalized'",
    'final: true',
    'solana/sending.test.ts',
    'are given to a node again while no block has them, and are paid once',
  ),
  rule(
    'a transaction of Solana that may still be taken is called dead',
    'const end = await blockFrom(node, final, last)',
    'const end = await blockFrom(node, final, last > final.height ? final.height : last)',
    'solana/sending.test.ts',
    'that no block takes are dead once their last block is final, and free what they held; others are not',
  ),
  rule(
    'a payment of an account of XRP that is deleted since is called dead by a node without its history',
    'if (now === undefined || wholeIn(',
    'if (now !== undefined && wholeIn(',
    'chains/src/paid-instead.test.ts',
    'is dead only if its history proves it',
  ),
  rule(
    'a payment of XRP is called dead because its account was deleted once, long before',
    'sequence < last + LEDGERS_BEFORE_DELETION',
    'sequence > last',
    'chains/src/paid-instead.test.ts',
    'is dead only if its history proves it',
  ),
  rule(
    'a payment of Stellar whose sequence was passed over stays open for ever',
    'return isPassedOver(entry, own, passphrase) ? PASSED_OVER : undefined',
    'return undefined',
    'chains/src/paid-instead.test.ts',
    'is dead once the sequence of its account was',
  ),
  rule(
    'a payment of Stellar is called dead because of what failed to pass its sequence over',
    "if (entry['successful'] !== true) return false",
    "if (entry['successful'] === null) return false",
    'chains/src/paid-instead.test.ts',
    'is dead once the sequence of its account was',
  ),
  rule(
    'what an amendment may make valid on XRP is given up',
    "const isKnown = outcome === 'tefALREADY' ||",
    "if (outcome.startsWith('tem')) return { kind: 'refused', reason: outcome }\n  const isKnown = outcome === 'tefALREADY' ||",
    'xrp/node.test.ts',
    'costs nothing',
  ),
  rule(
    'a transaction of Solana is called dead by a node that has forgotten its block',
    'height <= begun)).height <= begun',
    'height <= begun)).height >= 0n',
    'solana/sending.test.ts',
    'are not called dead by a node that is behind, or forgets',
  ),
  rule(
    'a transaction of Solana is called dead by a node that lacks its block since a restart',
    'if (last.height - block.height === BigInt(slots.length - 1 - at)) [first, high]',
    'if (last.height !== block.height) [first, high]',
    'solana/sending.test.ts',
    'that was started again from a newer snapshot',
  ),
  rule(
    'a transaction of Solana never ends where its node lacks an older block',
    'else low = at\n',
    'else break\n',
    'solana/sending.test.ts',
    'are not called dead by a node that is behind, or forgets',
  ),
  rule(
    'a transaction of Solana is called dead by a node that had not stored it yet',
    'if (again.shown !== undefined) return again.shown',
    '',
    'solana/standing.test.ts',
    'not by one that had not stored it yet',
  ),
  rule(
    'several payments of Solana are covered by the same coins',
    'const open = others.filter(({ txId }) => txId === null || !settled.has(txId))',
    'const open = others.filter(() => false)',
    'solana/sending.test.ts',
    'that no block takes are dead once their last block is final, and free what they held; others are not',
  ),
  rule(
    'bytes are sent to Solana under a block whose end nobody knows',
    "throw refusal(chain.record, 'the node does not know its recent block: it has expired, and is not sent')",
    'return codec.bounded(raw, 2n ** 40n)',
    'solana/sending.test.ts',
    'sends bytes, as hex or Base64, once; and none that have expired',
  ),
  rule(
    'what waits for a signature is completed by any transaction on Solana',
    'const other = wanted.findIndex((deed, at) => deed !== got[at])',
    'const other = -1',
    'solana/codec.test.ts',
    'pays nobody else, and nothing else',
  ),
]

const OUTPUTS: readonly BrokenRule[] = [
  rule(
    'a payment to hundreds pays less than nodes relay, and holds its outputs for ever',
    'OVERHEAD + countWeight(outputs.length)',
    'OVERHEAD + countWeight(1)',
    'utxo/codec.test.ts',
    'its size is foretold for every kind',
  ),
]

const OWN: readonly BrokenRule[] = [
  rule(
    'a transaction that pays its own account completes a stored withdrawal',
    'if (paid !== null) await mustPay(',
    'if (paid !== null && signature !== null) await mustPay(',
    'evm/withdrawals.test.ts',
    'to the wallet that pays it, it is not stored, or not completed, and can be cancelled',
  ),
  rule(
    'something in a list of a node that is no object is left out silently',
    'Array.isArray(value) && value.every(isObject)',
    'Array.isArray(value)',
    'chains/src/answers.test.ts',
    'takes what the documentation promises, and else the node is at fault',
  ),
]

const EVM: readonly BrokenRule[] = [
  rule(
    'whatever a contract takes for a transfer is counted as tokens',
    'tokens: tokens.filter(({ address }) => known.includes(address))',
    'tokens: tokens.filter(({ address }) => known.includes(address) || token === null)',
    'evm/cover.test.ts',
    'takes what looks like a transfer, and holds nothing else up',
  ),
  rule(
    'the coin of Celo that its token moves is spent twice',
    'add(to === coinToken ? COIN : to,',
    'add(to,',
    'evm/cover.test.ts',
    'Celo: what its token moves of the coin is paid beside the coin',
  ),
  rule(
    'a gas limit is signed that no block takes',
    '  mustSuffice(request)\n  await mustHoldToken',
    '  await mustHoldToken',
    'evm/operations.test.ts',
    'a gas limit that no block takes is refused',
  ),
  rule(
    'a gas limit that no block takes is left to a key-management system',
    '  mustSuffice(request)\n  const { to, value, data, nonce,',
    '  const { to, value, data, nonce,',
    'evm/operations.test.ts',
    'a gas limit that no block takes is refused',
  ),
  rule(
    'gas for the data of a transaction is not asked for',
    'return PLAIN_GAS + BigInt(ofData + (to === null ? MAKING_GAS : 0))',
    'return PLAIN_GAS + BigInt(to === null ? MAKING_GAS : 0)',
    'custody/src/send/evm/plan.test.ts',
    'takes so much gas before anything is executed',
  ),
  rule(
    'a token that answers false, and moves nothing, pays a withdrawal',
    'const isDone = seen.ok && (seen.inVain !== true || send.withdrawal === undefined)',
    'const isDone = seen.ok',
    'evm/transfers.test.ts',
    'answers false and moves nothing: the amount comes back',
  ),
  rule(
    'tokens that leave without a log are given back',
    'return after >= before + (await loggedIn(node, to, from, height))',
    'return true',
    'evm/transfers.test.ts',
    'moves tokens without a log: nothing comes back',
  ),
]

const TOKENS: readonly BrokenRule[] = [
  rule(
    'the coin of Polygon is registered as a token, and counts twice',
    '[coinToken, coinContract].some(',
    '[coinToken].some(',
    'evm/tokens.test.ts',
    'moves is no token',
  ),
  rule(
    'a token of TRON that moves nothing pays all the same',
    'if ((trc20In(contract)?.amount ?? 0n) === 0n) return true',
    'return true',
    'tron/standing.test.ts',
    'answers false, and moves nothing',
  ),
  rule(
    'a token of TRON that moves without a log is given back',
    'if (energy === undefined || energy >= WRITING) return true',
    '',
    'tron/standing.test.ts',
    'has no log, and has used the energy of one that moves tokens',
  ),
  rule(
    'a configured token that the API has and no record lists gets no addresses',
    "record.family === 'evm' && !lists(record)",
    "record.id === ''",
    'chains/src/embedded.test.ts',
    'a configured token that is a currency',
  ),
  rule(
    'an account of a token of Solana takes an address of another chain',
    'if (!asset.chain.codec.isAddress(xpub)) {',
    "if (xpub === '') {",
    'chains/src/tokens.test.ts',
    'SOL: a token of',
  ),
]

const XRP: readonly BrokenRule[] = [
  rule(
    'a payment of XRP that its recipient does not take holds up all others of its account',
    'const isSpent = chain.node.spend !== undefined',
    'const isSpent = chain.node.spend === null',
    'xrp/cover.test.ts',
    'of a payment that its recipient does not take any more is used up by it',
  ),
  rule(
    'a transaction of XRP whose fee no ledger takes holds up all others of its account',
    'if (drops >= baseFee) return',
    'if (drops >= 1n) return',
    'xrp/operations.test.ts',
    'what cannot be sent is refused, or dead after its last ledger, and takes no sequence',
  ),
  rule(
    'an asset of XRP that its issuer charges for holds up all others of its sender',
    'rate !== 0 && rate !== NO_FEE',
    'rate !== 0 && rate === NO_FEE',
    'xrp/operations.test.ts',
    'an asset is issued, trusted, paid and given back',
  ),
  rule(
    'an asset of XRP that its recipient does not take holds up all others of its sender',
    'if (taking.room < amount)',
    'if (taking.room < 0n)',
    'xrp/operations.test.ts',
    'an asset is issued, trusted, paid and given back',
  ),
  rule(
    'an account of XRP that asks for tags is paid without one',
    'if (tag === undefined && (Number(',
    "if (tag === '' && (Number(",
    'xrp/cover.test.ts',
    'is not asked for by a payment that cannot arrive',
  ),
  rule(
    'a payment waits for ever whose number its account has made a ticket of',
    "isPassedOver(objectIn(entry, 'meta', {}), account, sequence)",
    'sequence < 0',
    'chains/src/paid-instead.test.ts',
    'a payment of XRP is dead once its account has made tickets of',
  ),
  rule(
    'a signed payment names another asset than the block that has it',
    'plainCode(code) ?? code',
    'code',
    'chains/src/xrp/codec.test.ts',
    'name an asset as nodes and accounts do',
  ),
]

export const FAMILIES: readonly BrokenRule[] = [
  ...EVM,
  ...STELLAR,
  ...TRON,
  ...SOLANA,
  ...TOKENS,
  ...XRP,
  ...OUTPUTS,
  ...OWN,
]
