/**
 * Scripts in words, as in Bitcoin Core's RPC (src/core_write.cpp, `ScriptToAsmStr`, and src/script/solver.cpp,
 * `Solver`). The API shows both, and some nodes do not report them.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { opcodes } from 'bitcoinjs-lib'
import { fromHex, toHex } from './payload.js'
import { readScript, type ScriptKind } from './script.js'

const OP_PUSHDATA1 = 0x4c
const OP_PUSHDATA4 = 0x4e
const OP_1NEGATE = 0x4f
const OP_RESERVED = 0x50
const OP_1 = 0x51
const OP_16 = 0x60
const OP_RETURN = 0x6a
const OP_CHECKSIG = 0xac
const OP_CHECKMULTISIG = 0xae

interface Step {
  readonly op: number
  /** The data that it pushes; null if it pushes none. */
  readonly data: Uint8Array | null
}

/** Undefined if a push reaches beyond the end; `steps` are those before it. */
function read(script: Uint8Array): { readonly steps: readonly Step[]; readonly isWhole: boolean } {
  const steps: Step[] = []
  let at = 0
  while (at < script.length) {
    const op = script[at] ?? 0
    at += 1
    if (op > OP_PUSHDATA4) {
      steps.push({ op, data: null })
      continue
    }
    // Up to 75 bytes, the opcode is the length. Otherwise the next 1, 2 or 4 bytes are, lowest first.
    const width = op < OP_PUSHDATA1 ? 0 : 1 << (op - OP_PUSHDATA1)
    const count = script.subarray(at, at + width).reduceRight((sum, byte) => sum * 256 + byte, 0)
    const size = width === 0 ? op : count
    at += width
    if (at + size > script.length) return { steps, isWhole: false }
    steps.push({ op, data: script.subarray(at, at + size) })
    at += size
  }
  return { steps, isWhole: true }
}

/** @param signing Whether it is a scriptSig, whose signatures end with their hash type */
export function asmOf(hex: string, signing: boolean): string {
  const { steps, isWhole } = read(fromHex(hex))
  const words = steps.map(({ op, data }) => (data === null ? nameOf(op) : pushed(data, signing)))
  return [...words, ...(isWhole ? [] : ['[error]'])].join(' ')
}

function nameOf(op: number): string {
  if (op === OP_1NEGATE) return '-1'
  if (op >= OP_1 && op <= OP_16) return String(op - OP_1 + 1)
  return NAMES.get(op) ?? 'OP_UNKNOWN'
}

/** By number. If a number has several names, it is Bitcoin Core's. */
const NAMES: ReadonlyMap<number, string> = new Map([
  ...Object.entries(opcodes).flatMap(([name, op]): [number, string][] =>
    typeof op === 'number' && op >= OP_RESERVED && op <= 0xb9 ? [[op, name]] : [],
  ),
  [0xb1, 'OP_CHECKLOCKTIMEVERIFY'],
  [0xb2, 'OP_CHECKSEQUENCEVERIFY'],
  [0xba, 'OP_CHECKSIGADD'],
  [0xff, 'OP_INVALIDOPCODE'],
])

function pushed(data: Uint8Array, signing: boolean): string {
  if (data.length <= 4) return String(numberIn(data))
  const type = signing ? hashTypeOf(data) : undefined
  return type === undefined ? toHex(data) : `${toHex(data.subarray(0, -1))}[${type}]`
}

/** CScriptNum: the lowest byte first, the sign in the highest bit. */
function numberIn(data: Uint8Array): number {
  const last = data.at(-1)
  if (last === undefined) return 0
  const size = [...data.subarray(0, -1), last & 0x7f].reduceRight((sum, byte) => sum * 256 + byte, 0)
  // Only a sign, or 0 without one.
  return (last & 0x80) === 0 || size === 0 ? size : -size
}

const HASH_TYPES: Readonly<Record<number, string>> = { 1: 'ALL', 2: 'NONE', 3: 'SINGLE' }
const FORKID = 0x40
const ANYONE_CAN_PAY = 0x80

function hashTypeOf(data: Uint8Array): string | undefined {
  const byte = data.at(-1) ?? 0
  const type = HASH_TYPES[byte & ~(FORKID | ANYONE_CAN_PAY)]
  if (type === undefined || !isSignature(data.subarray(0, -1))) return undefined
  return `${type}${(byte & FORKID) === 0 ? '' : '|FORKID'}${(byte & ANYONE_CAN_PAY) === 0 ? '' : '|ANYONECANPAY'}`
}

function isSignature(der: Uint8Array): boolean {
  try {
    secp256k1.Signature.fromBytes(der, 'der')
    return true
  } catch {
    return false
  }
}

const TYPES: Readonly<Record<ScriptKind, string>> = {
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  p2sh32: 'scripthash',
  p2wpkh: 'witness_v0_keyhash',
  p2wsh: 'witness_v0_scripthash',
  p2tr: 'witness_v1_taproot',
}

/** @param segwit Without segwit, witness programs are ordinary scripts */
export function typeOf(hex: string, segwit: boolean): string {
  const script = fromHex(hex)
  const kind = readScript(script)?.kind
  if (kind !== undefined && (segwit || !TYPES[kind].startsWith('witness'))) return TYPES[kind]
  const { steps, isWhole } = read(script)
  if (!isWhole) return 'nonstandard'
  const [first, ...rest] = steps
  if (first?.op === OP_RETURN) return rest.every(({ op }) => op <= OP_16) ? 'nulldata' : 'nonstandard'
  if (isKey(first) && rest.length === 1 && rest[0]?.op === OP_CHECKSIG) return 'pubkey'
  return isMultisig(steps) ? 'multisig' : 'nonstandard'
}

const isKey = (step: Step | undefined): boolean => step?.data?.length === 33 || step?.data?.length === 65

/** `2 <key> <key> <key> 3 OP_CHECKMULTISIG` */
function isMultisig(steps: readonly Step[]): boolean {
  const [least, ...rest] = steps
  const [count, last] = rest.slice(-2)
  const keys = rest.slice(0, -2)
  const number = (step: Step | undefined): number => (step?.data === null ? step.op - OP_1 + 1 : 0)
  const [needed, all] = [number(least), number(count)]
  return (
    last?.op === OP_CHECKMULTISIG && needed >= 1 && needed <= all && all === keys.length && keys.every(isKey)
  )
}
