/**
 * Instructions of the programs that a payment uses (docs.rs: `SystemInstruction`, `TokenInstruction`,
 * `ComputeBudgetInstruction`, `AssociatedTokenAccountInstruction`): how they are made, and what they pay.
 */
import type { Inspected, Paid, SolanaOutlay, SolanaTransfer } from '@tallystick/custody'
import {
  ASSOCIATED,
  COMPUTE_BUDGET,
  MEMOS,
  RECENT_BLOCKHASHES,
  SIGNATURE_CHECKS,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
} from './address.js'
import type { Deed, Instruction, Message, Meta } from './message.js'
import { numberIn } from './reader.js'

const TRANSFER = 2
const ADVANCE_NONCE = 4
const TRANSFER_CHECKED = 12
const COMPUTE_HEAP = 1
const COMPUTE_LIMIT = 2
const COMPUTE_PRICE = 3
const COMPUTE_LOADED = 4
/** What an instruction of the compute budget may be, with the bytes of its data; each at most once. */
export const COMPUTE_KINDS: ReadonlyMap<number, number> = new Map([
  [COMPUTE_HEAP, 5],
  [COMPUTE_LIMIT, 5],
  [COMPUTE_PRICE, 9],
  [COMPUTE_LOADED, 5],
])
/** Makes the account unless it is there. */
const CREATE_IDEMPOTENT = 1

/** Lamports of each signature. */
const SIGNATURE_FEE = 5_000n
/** What a token account must hold: 165 bytes at the rent of every public network. */
const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n
/** Compute units of an instruction that names no limit, and the most of a transaction. */
const DEFAULT_UNITS = 200_000n
const MAX_UNITS = 1_400_000n

/** More than the instructions use, which are paid for whatever they use. */
const UNITS = { native: 10_000, token: 100_000 } as const

const writes = (address: string): Meta => ({ address, writes: true })
const signs = (address: string): Meta => ({ address, signs: true })

function little(value: bigint, size: 4 | 8): number[] {
  return Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

export const transfer = (from: string, to: string, lamports: bigint): Deed => ({
  program: SYSTEM,
  accounts: [{ address: from, signs: true, writes: true }, writes(to)],
  data: Uint8Array.from([...little(BigInt(TRANSFER), 4), ...little(lamports, 8)]),
})

/** Of what the token accounts are of. */
export function tokenTransfer(
  { from, to, amount, payer = from }: SolanaTransfer,
  { mint, program, decimals, opens }: NonNullable<SolanaTransfer['token']>,
  accountOf: (owner: string) => string,
): readonly Deed[] {
  const target = accountOf(to)
  const open: Deed = {
    program: ASSOCIATED,
    accounts: [
      { address: payer, signs: true, writes: true },
      writes(target),
      { address: to },
      { address: mint },
      { address: SYSTEM },
      { address: program },
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  }
  const pay: Deed = {
    program,
    accounts: [writes(accountOf(from)), { address: mint }, writes(target), signs(from)],
    data: Uint8Array.from([TRANSFER_CHECKED, ...little(amount, 8), decimals]),
  }
  return opens ? [open, pay] : [pay]
}

export const computeLimit = (kind: keyof typeof UNITS, salt: number): Deed => ({
  program: COMPUTE_BUDGET,
  accounts: [],
  data: Uint8Array.from([COMPUTE_LIMIT, ...little(BigInt(UNITS[kind] + salt), 4)]),
})

export const computePrice = (millionths: bigint): Deed => ({
  program: COMPUTE_BUDGET,
  accounts: [],
  data: Uint8Array.from([COMPUTE_PRICE, ...little(millionths, 8)]),
})

export const advanceNonce = (account: string, authority: string): Deed => ({
  program: SYSTEM,
  accounts: [writes(account), { address: RECENT_BLOCKHASHES }, signs(authority)],
  data: Uint8Array.from(little(BigInt(ADVANCE_NONCE), 4)),
})

export const isOf = ({ keys }: Message, { program }: Instruction, ...programs: string[]): boolean =>
  programs.includes(keys[program] ?? '')

/** Null where it is taken from a table. */
const accountAt = ({ keys }: Message, { accounts }: Instruction, at: number): string | null =>
  keys[accounts[at] ?? -1] ?? null

const isSystem = (message: Message, one: Instruction, kind: number, length: number): boolean =>
  isOf(message, one, SYSTEM) && one.data.length === length && numberIn(one.data, 0, 4) === BigInt(kind)

const isChecked = (message: Message, one: Instruction): boolean =>
  isOf(message, one, TOKEN, TOKEN_2022) && one.data[0] === TRANSFER_CHECKED && one.data.length === 10

/** The account whose nonce stands in the place of a recent block: its first instruction uses that up. */
export function nonceAccount(message: Message): string | null {
  const [first] = message.instructions
  if (first === undefined || !isOf(message, first, SYSTEM) || first.data.length < 4) return null
  return numberIn(first.data, 0, 4) === BigInt(ADVANCE_NONCE) ? accountAt(message, first, 0) : null
}

/** What it pays by its own instructions; programs may do more. */
export function paidBy(message: Message): readonly Paid[] {
  return message.instructions.flatMap((one): readonly Paid[] => {
    const { data } = one
    if (isSystem(message, one, TRANSFER, 12)) {
      return [{ address: accountAt(message, one, 1), amount: numberIn(data, 4, 8) }]
    }
    if (isChecked(message, one)) {
      const asset = accountAt(message, one, 1)
      const paid = { address: accountAt(message, one, 2), amount: numberIn(data, 1, 8) }
      return [asset === null ? paid : { ...paid, asset }]
    }
    // Of a plain transfer only the accounts know the mint.
    return []
  })
}

/** Whose coins `paidBy` finds, and what it asks of programs besides. */
export function partiesOf(message: Message): Pick<Inspected, 'from' | 'besides'> {
  const isPayment = (one: Instruction) => isSystem(message, one, TRANSFER, 12) || isChecked(message, one)
  const payers = message.instructions
    .filter(isPayment)
    .map((one) => accountAt(message, one, isChecked(message, one) ? 3 : 0))
  const other = message.instructions.find((one) => !isPayment(one) && !isAid(message, one))
  const [from = null, ...more] = new Set(payers)
  return {
    from: more.length === 0 ? from : null,
    ...(other === undefined ? {} : { besides: `it calls the program ${message.keys[other.program] ?? ''}` }),
  }
}

/** What payments have with them: a place in a block, an account for the token, a text, a durable nonce. */
const isAid = (message: Message, one: Instruction): boolean =>
  isOf(message, one, COMPUTE_BUDGET, ASSOCIATED, ...MEMOS) || isSystem(message, one, ADVANCE_NONCE, 4)

/** What it takes at most from the account that pays its fee, in lamports. */
export function outlayOf(message: Message): Omit<SolanaOutlay, 'txId'> {
  const tokens: { account: string; amount: bigint }[] = []
  const [payer = ''] = message.keys
  let amount = 0n
  let units: bigint | null = null
  let price = 0n
  let unlimited = 0n
  let checked = 0n
  for (const one of message.instructions) {
    const { data } = one
    if (isSystem(message, one, TRANSFER, 12) && accountAt(message, one, 0) === payer) {
      amount += numberIn(data, 4, 8)
    } else if (isOf(message, one, ASSOCIATED) && accountAt(message, one, 0) === payer) {
      amount += TOKEN_ACCOUNT_LAMPORTS
    }
    const source = accountAt(message, one, 0)
    if (isChecked(message, one) && source !== null)
      tokens.push({ account: source, amount: numberIn(data, 1, 8) })
    if (isOf(message, one, ...SIGNATURE_CHECKS)) checked += BigInt(data[0] ?? 0)
    if (!isOf(message, one, COMPUTE_BUDGET)) unlimited += DEFAULT_UNITS
    else if (data[0] === COMPUTE_LIMIT && data.length === 5) units = numberIn(data, 1, 4)
    else if (data[0] === COMPUTE_PRICE && data.length === 9) price = numberIn(data, 1, 8)
  }
  const limit = units ?? unlimited
  const used = limit < MAX_UNITS ? limit : MAX_UNITS
  // The price of a unit is in millionths of a lamport, rounded up. A message of version 1 names the sum.
  const priority = message.priorityFee ?? (price * used + 999_999n) / 1_000_000n
  return { payer, amount, tokens, fee: (BigInt(message.signers) + checked) * SIGNATURE_FEE + priority }
}
