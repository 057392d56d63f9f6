/** Of withdrawals: who gets money back, and when; what pays one. */
import { type BrokenRule, rule } from './rule.fixture.js'

const TABLES = 'core/src/withdrawal/decide.test.ts'

export const WITHDRAWALS: readonly BrokenRule[] = [
  rule(
    'a withdrawal is given back while its transaction may be confirmed',
    "if (status === 'Done' || (txId !== null && command.forced === undefined)) {",
    "if (status === 'Done') {",
    TABLES,
    'is refused while its transaction is not over, in every status of that',
  ),
  rule(
    'a withdrawal whose execution failed stays paid',
    "const isFailed = status === 'final' && command.failed === true",
    "const isFailed = status === 'signed' && command.failed === true",
    TABLES,
    'gives the amount back, and not the fee, once its failed execution is final',
  ),
  rule(
    'a withdrawal is paid out of outputs that it does not hold',
    'inputs.length === 0 || haveSame(inputs, claims)',
    'inputs.length >= 0 || haveSame(inputs, claims)',
    TABLES,
    'spends exactly the outputs',
  ),
  rule(
    'a withdrawal has two transactions that a block may both take',
    'const isSecond = txId !== null && txId !== command.txId && isVariant !== true',
    "const isSecond = txId === ''",
    TABLES,
    'is the only one, unless it replaces the one before by the same reservations',
  ),
  rule(
    'a withdrawal is paid by a transaction that is known to have failed',
    'if (!isPaid && hasFailed(known))',
    "if (!isPaid && known.txId === '')",
    TABLES,
    'is none that a block has executed without effect',
  ),
  rule(
    'a withdrawal is given back while the transaction before its last one may be confirmed',
    '(one) => !isOver(one) && one.withdrawal === withdrawal.id',
    "(one) => one.txId === ''",
    TABLES,
    'comes back if its replacement dies',
  ),
  rule(
    'a withdrawal is given back while the transaction after its last one may be confirmed',
    'return [...before(view, send), ...rows].filter(({ txId }) => txId !== send.txId)',
    'return before(view, send)',
    TABLES,
    'stays paid if a block had it, lost it, and a final one has its replacement instead',
  ),
  rule(
    'a withdrawal is given back when a key-management system has raised the fee',
    'replaces = paid === null && asked?.replaces === true',
    'replaces = false',
    'chains/src/evm/withdrawals.test.ts',
    'and broadcasts it here',
  ),
  rule(
    'a withdrawal is given back when a key-management system has sent another transaction, and has not said so yet',
    'if (send.withdrawal === undefined || codec.mayReplace === undefined) return false',
    'if (send.withdrawal === undefined || codec.mayReplace !== undefined) return false',
    'chains/src/evm/withdrawals.test.ts',
    'sends it, and says so when the first is dead',
  ),
  rule(
    'a withdrawal is given back when the second transaction after its own pays the same',
    'if (before !== undefined && !found.has(before.txId)) found.set(before.txId, before)',
    '',
    'chains/src/evm/withdrawals.test.ts',
    'nor does one after another, of which only the last pays the same',
  ),
  rule(
    'a withdrawal is forgotten that a transaction was given while another one took its place',
    '!unpaid.includes(paid)',
    'unpaid.includes(paid)',
    TABLES,
    'is not replaced by one that was compared before they were linked',
  ),
  rule(
    'a withdrawal without a transaction is paid by what was asked for something else',
    'withdrawalId === id || (withdrawalId === null && replaces && txId !== null)',
    'withdrawalId === id || withdrawalId === null',
    TABLES,
    'is paid by what a pending signature replaces its transaction with, and by no other one',
  ),
  rule(
    'a one-call transfer whose transaction is refused keeps the money',
    'store(fork, command.withdrawal, env, true)',
    'store(fork, command.withdrawal, env, false)',
    TABLES,
    'is cancelled if its transaction is refused: nobody can sign it again',
  ),
  rule(
    'a withdrawal leaves a frozen account',
    "if (account.frozenBy !== null) return reject('senderAccount.frozen', account.id)",
    "if (account.id === '') return reject('senderAccount.frozen', account.id)",
    TABLES,
    'is refused like a payment, and then changes nothing',
  ),
  rule(
    'verify does not see that clearing lacks what withdrawals have charged',
    "if (charged !== balance) report('clearing'",
    "if (charged < 0n) report('clearing'",
    'testing/src/storage-contract.memory.test.ts',
    'in progress are what clearing has: verify finds it if they are not',
  ),
]
