/** The pure half of the UTXO family: keys, addresses, transactions. */
import {
  BadTransaction,
  type ChainNetwork,
  claimAt,
  type Inspected,
  type SignatureOf,
  type Signed,
  type Unsigned,
  type UtxoCodec,
  type UtxoParams,
  type UtxoRecord,
} from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'
import { addressOf, scriptOf, scriptOfKey, twinsOf } from './addresses.js'
import { asmOf, typeOf } from './asm.js'
import { build, kindOf, REPLACEABLE, scriptAt } from './build.js'
import { difference, serializeForKms, shareInput } from './kms.js'
import { malformed, payloadOf, toHex, unsignedOf } from './payload.js'
import { requestsOf, signed, signerOf, wifOf } from './signing.js'
import { countWeight, dustOf, inputWeight, OVERHEAD, outputWeight, virtualBytes } from './size.js'

/** More digits than a block has. */
const MAX_HEX = 8_000_000

export function utxoCodec(record: UtxoRecord, network: ChainNetwork, params: UtxoParams): UtxoCodec {
  const { id } = record
  function* combineInSteps(unsigned: Unsigned, signatures: readonly SignatureOf[]): Generator<void, Signed> {
    const transaction = yield* signed(payloadOf(id, network, unsigned), params, signatures)
    return { raw: transaction.toHex(), txId: transaction.getId() }
  }
  return {
    address: (publicKey) => addressOf(scriptOfKey(publicKey, params.address), params) ?? '',
    isAddress: (text) => scriptOf(text, params) !== undefined,
    canonical: (address) => addressOf(scriptAt(address, params), params) ?? address,
    privateKeyText: (secret) => wifOf(secret, params),
    signer: (privateKey) => signerOf(privateKey, params),
    signingRequests: (unsigned) => requestsOf(payloadOf(id, network, unsigned), params),
    combineInSteps,
    combine: (unsigned, signatures) => {
      const steps = combineInSteps(unsigned, signatures)
      for (;;) {
        const { done, value } = steps.next()
        if (done === true) return value
      }
    },
    inspect: (raw) => inspect(raw, params),
    difference: (serialized, raw) => difference(serialized, parse(raw)),
    mayReplace: (serialized, raw) => shareInput(serialized, parse(raw)),
    build: (intent) => unsignedOf(id, network, build(intent, params, record)),
    serializeForKms: (unsigned) => serializeForKms(payloadOf(id, network, unsigned), params),
    measure: (raw) => {
      const transaction = parse(raw)
      const replaceable = transaction.ins.some(({ sequence }) => sequence <= REPLACEABLE)
      return { virtualSize: transaction.virtualSize(), replaceable }
    },
    virtualSize: (from, to) => {
      const inputs = from.map((utxo) => {
        const kind = kindOf(utxo, params)
        if (kind === undefined) throw malformed(`Output ${utxo.index} of ${utxo.txId} cannot be spent`)
        return inputWeight(kind)
      })
      const outputs = to.map((address) => outputWeight(scriptAt(address, params)))
      const weights = [...inputs, ...outputs, countWeight(from.length), countWeight(to.length)]
      return virtualBytes(weights.reduce((sum, weight) => sum + weight, OVERHEAD))
    },
    scriptOf: (address) => toHex(scriptAt(address, params)),
    dust: (address) => dustOf(scriptAt(address, params), params),
    twins: (address) => twinsOf(address, params),
    describe: (script) => ({
      asm: asmOf(script, false),
      type: typeOf(script, params.hrp !== undefined),
    }),
    asm: (scriptSig) => asmOf(scriptSig, true),
  }
}

function inspect(raw: string, params: UtxoParams): Inspected {
  const transaction = parse(raw)
  return {
    txId: transaction.getId(),
    claims: transaction.ins.map(({ hash, index }) =>
      claimAt(toHex(Uint8Array.from(hash).reverse()), BigInt(index)),
    ),
    outputs: transaction.outs.map(({ script, value }) => ({
      address: addressOf(script, params),
      amount: value,
    })),
  }
}

/** @throws BadTransaction `malformed`, without the library's message, which quotes the input */
export function parse(raw: string): Transaction {
  if (raw.length > MAX_HEX || !/^(?:[0-9a-fA-F]{2})+$/.test(raw)) throw malformed('Not a transaction in hex')
  try {
    const transaction = Transaction.fromHex(raw)
    const { ins, outs } = transaction
    // It must be in canonical encoding; otherwise its id would not be the hash of these bytes.
    const isWhole = ins.length > 0 && outs.length > 0 && transaction.toHex() === raw.toLowerCase()
    if (isWhole && outs.every(({ value }) => value >= 0n)) return transaction
  } catch (error) {
    if (error instanceof BadTransaction) throw error
  }
  throw malformed('Not a transaction of the chain')
}
