/**
 * A key-management system's part, with a library that is not ours (@scure/btc-signer): reads the serialized
 * transaction as the public daemon does, and signs it.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { RawTx, Script, Transaction } from '@scure/btc-signer'
import { signSchnorr } from './schnorr.fixture.js'

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

/** Of bitcore-lib-doge 10.0.0, lib/transaction/transaction.js: base units, and per 1,000 bytes. */
const DOGE = { dust: 100_000_000, rate: 100_000_000, margin: 15 }

/**
 * As `signAsDaemon`, of Dogecoin, whose library checks what it is to sign before it gives it away: the fee against its own
 * estimate, and each output.
 */
export function signAsDogeDaemon(serialized: string, secrets: readonly Uint8Array[]): string {
  const { inputs, outputs, fee }: Serialized & { readonly fee: number } = JSON.parse(serialized)
  const size =
    26 + inputs.length * (36 + 107) + outputs.reduce((sum, { script }) => sum + script.length / 2 + 9, 0)
  const estimate = Math.ceil((size * DOGE.rate) / 1_000)
  if (fee < Math.ceil(estimate / DOGE.margin)) throw new TypeError('Fee is too small')
  if (fee > estimate * DOGE.margin) throw new TypeError('Fee is too large')
  if (outputs.some(({ satoshis }) => satoshis < DOGE.dust)) throw new TypeError('Dust amount detected')
  return signAsDaemon(serialized, secrets)
}

/** SIGHASH_ALL with SIGHASH_FORKID (Bitcoin Cash, "replay-protected-sighash.md"). */
const ALL_FORKID = 0x41

/**
 * Of Bitcoin Cash: the transaction in hex, a colon, and what its inputs are worth. It signs by Schnorr's scheme.
 * @param secrets Of each input's key, in order; p2pkh
 */
export function signAsCashDaemon(serialized: string, secrets: readonly Uint8Array[]): string {
  const [raw = '', values = ''] = serialized.split(':')
  const amounts: readonly number[] = JSON.parse(values)
  const decoded = RawTx.decode(bytes(raw))
  const transaction = Transaction.fromRaw(bytes(raw), { allowUnknownOutputs: true })
  const inputs = decoded.inputs.map((input, index) => {
    const secret = secrets[index]
    if (secret === undefined) throw new TypeError('not signed')
    const key = secp256k1.getPublicKey(secret)
    const script = Script.encode(['DUP', 'HASH160', ripemd160(sha256(key)), 'EQUALVERIFY', 'CHECKSIG'])
    const digest = transaction.preimageWitnessV0(index, script, ALL_FORKID, BigInt(amounts[index] ?? 0))
    const signature = signSchnorr(digest, secret)
    return { ...input, finalScriptSig: Script.encode([Uint8Array.of(...signature, ALL_FORKID), key]) }
  })
  return Buffer.from(RawTx.encode({ ...decoded, inputs, segwitFlag: false, witnesses: [] })).toString('hex')
}

/** The secret of a private key of any chain of the family: a version, 32 bytes, and a sign of compression. */
export const secretOfWif = (text: string): Uint8Array => createBase58check(sha256).decode(text).slice(1, 33)
