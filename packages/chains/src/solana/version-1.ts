/**
 * Messages of version 1 (SIMD-0385; docs.rs, `solana_message::v1`). All counts are single bytes, and accounts come from no
 * tables. What earlier versions ask of the compute budget by instructions, the message names itself: a mask tells which
 * of these values it has. Nodes ignore such instructions here.
 */
import { malformed, type Reader } from './reader.js'

/** What a message of version 1 begins with. */
export const VERSION_1 = 0x81
const MAX_SIGNERS = 12
const MAX_KEYS = 64
const MAX_INSTRUCTIONS = 64

/** Bits of the mask. Each stands for four bytes, so that the priority fee has two. */
const PRIORITY_FEE = 0b11
const COMPUTE_LIMIT = 0b100
const LOADED_LIMIT = 0b1000
const HEAP = 0b1_0000
const KNOWN = PRIORITY_FEE | COMPUTE_LIMIT | LOADED_LIMIT | HEAP
const HEAP_STEP = 1_024n
const [LEAST_HEAP, MOST_HEAP] = [32n * HEAP_STEP, 256n * HEAP_STEP]

/** Behind its first byte. @throws BadTransaction `malformed` */
export function readVersion1(reader: Reader) {
  const signers = reader.byte()
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const mask = Number(reader.number(4))
  const blockhash = reader.key()
  const [instructionCount, keyCount] = [reader.byte(), reader.byte()]
  if (signers > MAX_SIGNERS || keyCount > MAX_KEYS || instructionCount > MAX_INSTRUCTIONS)
    throw malformed('it names too many signers, accounts or instructions')
  const keys = Array.from({ length: keyCount }, () => reader.key())
  const priorityFee = configIn(reader, mask)
  const headers = Array.from({ length: instructionCount }, () => ({
    program: reader.byte(),
    accounts: reader.byte(),
    data: Number(reader.number(2)),
  }))
  const instructions = headers.map(({ program, accounts, data }) => ({
    program,
    accounts: [...reader.take(accounts)],
    data: reader.take(data),
  }))
  const header = { signers, readonlySigners, readonlyOthers }
  return { version: 1 as const, ...header, keys, blockhash, instructions, tables: [], priorityFee }
}

/** The priority fee in lamports. The other values limit what the transaction may use. */
function configIn(reader: Reader, mask: number): bigint {
  const fee = mask & PRIORITY_FEE
  if ((mask & ~KNOWN) !== 0 || (fee !== 0 && fee !== PRIORITY_FEE))
    throw malformed('it asks for a configuration that nodes do not know')
  const priorityFee = fee === 0 ? 0n : reader.number(8)
  for (const bit of [COMPUTE_LIMIT, LOADED_LIMIT]) if ((mask & bit) !== 0) reader.number(4)
  const heap = (mask & HEAP) === 0 ? LEAST_HEAP : reader.number(4)
  if (heap < LEAST_HEAP || heap > MOST_HEAP || heap % HEAP_STEP !== 0n)
    throw malformed('it asks for a heap that nodes do not give')
  return priorityFee
}
