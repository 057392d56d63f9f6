/**
 * A key-management system's part, with a library that is not ours (@scure/btc-signer): reads the serialized
 * transaction as the public daemon does, and signs it.
 */
import { Transaction } from '@scure/btc-signer'

interface Serialized {
  readonly version: number
  readonly nLockTime: number
  readonly inputs: readonly {
    readonly prevTxId: string
    readonly outputIndex: number
    readonly sequenceNumber: number
    readonly output: { readonly satoshis: number; readonly script: string }
  }[]
  readonly outputs: readonly { readonly satoshis: number; readonly script: string }[]
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/**
 * @param secrets Of each input's key, in order
 * @param change What is done to the outputs before they are signed
 */
export function signAsDaemon(
  serialized: string,
  secrets: readonly Uint8Array[],
  change: (outputs: Serialized['outputs']) => Serialized['outputs'] = (outputs) => outputs,
): string {
  const { version, nLockTime, inputs, outputs }: Serialized = JSON.parse(serialized)
  const transaction = new Transaction({
    version,
    lockTime: nLockTime,
    allowLegacyWitnessUtxo: true,
    allowUnknownOutputs: true,
  })
  for (const { prevTxId, outputIndex, sequenceNumber, output } of inputs) {
    transaction.addInput({
      txid: prevTxId,
      index: outputIndex,
      sequence: sequenceNumber,
      witnessUtxo: { script: bytes(output.script), amount: BigInt(output.satoshis) },
    })
  }
  for (const { satoshis, script } of change(outputs)) {
    transaction.addOutput({ script: bytes(script), amount: BigInt(satoshis) })
  }
  for (const [index, secret] of secrets.entries()) {
    if (!transaction.signIdx(secret, index)) throw new TypeError('not signed')
  }
  transaction.finalize()
  return transaction.hex
}
