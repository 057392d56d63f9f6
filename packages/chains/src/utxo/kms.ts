/**
 * Unsigned transactions in the format of the public key-management daemon: the JSON of bitcore's `Transaction` for
 * Bitcoin, Litecoin and Dogecoin; for Bitcoin Cash the transaction in hex, a colon, and the values of its inputs.
 * Values are numbers there. They are written digit by digit, never through a double, because Dogecoin's exceed it.
 */
import type { UtxoParams } from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'
import { type Payload, toHex, transactionOf } from './payload.js'

export function serializeForKms(payload: Payload, params: UtxoParams): string {
  const transaction = transactionOf(payload)
  if (params.sighash === 'bip143-forkid') {
    return `${transaction.toHex()}:[${payload.inputs.map(({ value }) => digits(value)).join(',')}]`
  }
  const output = ({ value, script }: { readonly value: string; readonly script: string }): string =>
    `{"satoshis":${digits(value)},"script":${JSON.stringify(script)}}`
  const inputs = payload.inputs.map(
    ({ txId, index, sequence, value, script }) =>
      `{"prevTxId":${JSON.stringify(txId)},"outputIndex":${index},"sequenceNumber":${sequence},` +
      `"script":"","scriptString":"","output":${output({ value, script })}}`,
  )
  const sum = (values: readonly { readonly value: string }[]): bigint =>
    values.reduce((total, { value }) => total + BigInt(value), 0n)
  // The daemon's library compares the fee with inputs minus outputs.
  const fee = sum(payload.inputs) - sum(payload.outputs)
  return (
    `{"hash":"${transaction.getId()}","version":${payload.version},"inputs":[${inputs.join(',')}],` +
    `"outputs":[${payload.outputs.map(output).join(',')}],"nLockTime":${payload.locktime},"fee":${fee}}`
  )
}

const digits = (value: string): string => BigInt(value).toString()

/** Null if a transaction without its signatures is the serialized one. It removes the signatures. */
export function difference(serialized: string, transaction: Transaction): string | null {
  for (const index of transaction.ins.keys()) {
    transaction.setInputScript(index, new Uint8Array(0))
    transaction.setWitness(index, [])
  }
  if (transaction.getId() === unsignedId(serialized)) return null
  return 'an input, an output, the version or the lock time is another one'
}

/** Whether the serialized transaction spends an output that the other one spends. */
export function shareInput(serialized: string, transaction: Transaction): boolean {
  const own = new Set(transaction.ins.map(nameOf))
  return inputsOf(serialized).some((name) => own.has(name))
}

function inputsOf(serialized: string): readonly string[] {
  if (!serialized.startsWith('{')) return Transaction.fromHex(serialized.split(':')[0] ?? '').ins.map(nameOf)
  const {
    inputs,
  }: { readonly inputs: readonly { readonly prevTxId: string; readonly outputIndex: number }[] } =
    JSON.parse(serialized)
  return inputs.map(({ prevTxId, outputIndex }) => `${prevTxId}:${outputIndex}`)
}

const nameOf = ({ hash, index }: Transaction['ins'][number]): string =>
  `${toHex(Uint8Array.from(hash).reverse())}:${index}`

/** The id of the transaction before signing; undefined if the text is not one of ours. */
function unsignedId(serialized: string): string | undefined {
  try {
    if (!serialized.startsWith('{')) return Transaction.fromHex(serialized.split(':')[0] ?? '').getId()
    const { hash }: { readonly hash?: unknown } = JSON.parse(serialized)
    return typeof hash === 'string' ? hash : undefined
  } catch {
    return undefined
  }
}
