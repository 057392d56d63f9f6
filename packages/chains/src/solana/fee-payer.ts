/**
 * What the signature of a fee payer can cost beyond the fee. The network takes the fee from the first key of a message,
 * whatever the instructions do. The key's signature is also given to each instruction that lists the key among its
 * accounts, and that program may pass it on to every other one: to move its lamports or tokens, to assign the account to
 * a program, to let it pay for new accounts, to change who owns what. So an instruction must not list it, whatever the
 * program is and whether it only reads: an instruction that does not list it can neither use its signature nor change
 * the account (docs.anza.xyz, "Transactions", and "Cross-program invocations": privileges come from the caller's own).
 */
import { COMPUTE_BUDGET } from './address.js'
import { COMPUTE_KINDS, isOf, nonceAccount } from './instructions.js'
import type { Message } from './message.js'

/** Where the fee payer is among the keys. */
const PAYER = 0

/** Null: it costs the fee, and nothing else. */
export function riskOfPaying(message: Message): string | null {
  const { instructions, tables, keys, version } = message
  if (version === 1) return 'it is of version 1, which names a priority fee of its own'
  const lists = instructions.find(({ accounts }) => accounts.includes(PAYER))
  if (lists !== undefined) {
    return `the program ${keys[lists.program] ?? ''} is given the account that pays the fee`
  }
  // Nodes refuse a key that a table names again. Which keys a table has, the message does not tell.
  if (tables.length > 0) return 'it takes accounts from a table, where they cannot be seen'
  // A signature would hold for as long as the nonce does.
  if (nonceAccount(message) !== null) return 'it has a durable nonce, so it would not expire'
  if (!isBudgetPlain(message)) return 'it sets a compute budget that cannot be read'
  return null
}

/** Whether `outlayOf` reads all that may raise the fee. */
function isBudgetPlain(message: Message): boolean {
  const kinds = message.instructions
    .filter((one) => isOf(message, one, COMPUTE_BUDGET))
    .map(({ data }) => data)
  return (
    kinds.every((data) => COMPUTE_KINDS.get(data[0] ?? 0) === data.length) &&
    new Set(kinds.map(([kind]) => kind)).size === kinds.length
  )
}
