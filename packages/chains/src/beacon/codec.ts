/**
 * The pure half of BNB Beacon Chain. The id of a transaction is the SHA-256 of its bytes. The signature covers another hash
 * (`sign-doc.ts`), which includes the number and sequence of the account.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import {
  BadKey,
  type BeaconCodec,
  type BeaconOutlay,
  type BeaconRecord,
  type BeaconTransaction,
  BNB,
  type ChainNetwork,
  claimAt,
  type Inspected,
  paramsOf,
  type Reservation,
  type SignatureOf,
  type Signed,
  type SigningRequest,
  type Unsigned,
} from '@tallystick/custody'
import { same } from '../protobuf.js'
import { remembered } from '../remembered.js'
import { addressBytes, readAddress, writeAddress } from './address.js'
import { type Coin, readTx, type StdTx, writeTx } from './amino.js'
import { malformed } from './faults.js'
import { hashOf, privateKeyText, signerOf } from './keys.js'
import { difference, readSerialized, serializeForKms } from './kms.js'
import { digestOf, type Network } from './sign-doc.js'
import { checked, checkedMemo, toTx } from './transaction.js'

export function beaconCodec(record: BeaconRecord, network: ChainNetwork): BeaconCodec {
  const on = paramsOf({ record, network })
  const { prefix } = on
  const read = remembered((raw: string): StdTx => signedTx(raw, on))

  function payloadOf(unsigned: Unsigned): BeaconTransaction {
    if (unsigned.chain !== record.id || unsigned.network !== network) {
      throw malformed(`it belongs to ${unsigned.chain} ${unsigned.network}`)
    }
    return checked(JSON.parse(unsigned.payload), prefix)
  }

  /** Of a serialized one, without signatures. */
  const txOf = (written: string): Pick<StdTx, 'transfer'> =>
    written.startsWith('{') ? toTx(readSerialized(written, prefix), prefix) : read(written)

  return {
    address: (publicKey) => writeAddress(prefix, hashOf(publicKey)),
    isAddress: (text) => readAddress(prefix, text) !== undefined,
    canonical: (address) => address.toLowerCase(),
    privateKeyText,
    signer: (privateKey) => signerOf(prefix, privateKey),
    build(transaction, fee) {
      const json = checked(transaction, prefix)
      return {
        chain: record.id,
        network,
        payload: JSON.stringify(json),
        fee: fee.toString(),
        claims: [claimAt(json.from, BigInt(json.sequence))],
      }
    },
    serializeForKms: (transaction) => serializeForKms(checked(transaction, prefix), prefix),
    signingRequests: (unsigned) => [request(payloadOf(unsigned), on)],
    combine(unsigned, signatures) {
      const payload = payloadOf(unsigned)
      return signed(payload, signatures, on)
    },
    inspect: (raw) => inspected(read(raw), raw, prefix),
    outlay: (written, account) => outlayOf(txOf(written), addressBytes(prefix, 'account', account)),
    difference: (serialized, raw) =>
      difference(readSerialized(serialized, prefix), single(read(raw), prefix)),
  }
}

const numbers = ({ accountNumber, sequence }: BeaconTransaction) => ({
  accountNumber: BigInt(accountNumber),
  sequence: BigInt(sequence),
})

function request(payload: BeaconTransaction, on: Network): SigningRequest {
  const account = addressBytes(on.prefix, 'from', payload.from)
  return {
    bytes: digestOf(toTx(payload, on.prefix), numbers(payload), on),
    scheme: 'ecdsa',
    address: payload.from,
    accepts: (publicKey) => isKeyOf(publicKey, account),
  }
}

function signed(payload: BeaconTransaction, signatures: readonly SignatureOf[], on: Network): Signed {
  const { accepts } = request(payload, on)
  const [mine, ...others] = signatures
  if (mine === undefined || others.length > 0 || !accepts(mine.publicKey)) {
    throw malformed('it needs one signature, by the key of its sender')
  }
  const tx = { ...toTx(payload, on.prefix), signatures: [{ ...mine, ...numbers(payload) }] }
  if (!isSigned(tx, on)) throw malformed('the signature does not belong to this transaction')
  const bytes = writeTx(tx)
  return { raw: hex.encode(bytes), txId: idOf(bytes) }
}

const idOf = (bytes: Uint8Array): string => hex.encode(sha256(bytes)).toUpperCase()

/** @throws BadTransaction if no node of this network could ever accept it */
function signedTx(raw: string, on: Network): StdTx {
  const tx = readTx(raw)
  const { inputs, outputs } = tx.transfer
  const entries = [...inputs, ...outputs]
  if (inputs.length === 0 || outputs.length === 0 || entries.some(({ coins }) => coins.length === 0)) {
    throw malformed('it pays nothing')
  }
  if (entries.some(({ coins }) => coins.some(({ amount }) => amount === 0n))) throw malformed('it pays zero')
  if (!isBalanced(tx)) throw malformed('its inputs and outputs differ')
  checkedMemo(tx.memo)
  if (!isSigned(tx, on)) throw malformed('its signature is wrong or missing')
  return tx
}

/** Of each asset (`MsgSend.ValidateBasic`). */
function isBalanced({ transfer: { inputs, outputs } }: StdTx): boolean {
  const left = new Map<string, bigint>()
  const add = (sign: bigint) => (coin: Coin) =>
    left.set(coin.asset, (left.get(coin.asset) ?? 0n) + sign * coin.amount)
  inputs.flatMap(({ coins }) => coins).forEach(add(1n))
  outputs.flatMap(({ coins }) => coins).forEach(add(-1n))
  return [...left.values()].every((units) => units === 0n)
}

/** One signature of each sender, in their order (bnb-chain/node, `common/tx/ante.go`). */
function isSigned(tx: StdTx, on: Network): boolean {
  const senders = sendersOf(tx)
  return (
    senders.length === tx.signatures.length &&
    tx.signatures.every((one, index) => {
      const sender = senders[index]
      if (sender === undefined || !isKeyOf(one.publicKey, sender)) return false
      return secp256k1.verify(one.signature, digestOf(tx, one, on), one.publicKey, { prehash: false })
    })
  )
}

/** Each once. */
const sendersOf = ({ transfer: { inputs } }: Pick<StdTx, 'transfer'>): readonly Uint8Array[] =>
  inputs
    .map(({ account }) => account)
    .filter((account, index, all) => all.findIndex((one) => same(one, account)) === index)

function isKeyOf(publicKey: Uint8Array, account: Uint8Array): boolean {
  try {
    return publicKey.length === 33 && same(hashOf(publicKey), account)
  } catch (error) {
    if (error instanceof BadKey) return false
    throw error
  }
}

/** A sequence of each sender. */
export function claimsOf(tx: StdTx, prefix: string): readonly Reservation[] {
  const senders = sendersOf(tx)
  return tx.signatures.flatMap(({ sequence }, index) => {
    const sender = senders[index]
    return sender === undefined ? [] : [claimAt(writeAddress(prefix, sender), sequence)]
  })
}

function inspected(tx: StdTx, raw: string, prefix: string): Inspected {
  const [sender, ...others] = sendersOf(tx)
  return {
    txId: idOf(hex.decode(raw.toLowerCase())),
    claims: claimsOf(tx, prefix),
    outputs: tx.transfer.outputs.flatMap(({ account, coins }) =>
      coins.map(({ asset, amount }) => ({
        address: writeAddress(prefix, account),
        amount,
        ...(asset === BNB ? {} : { asset }),
        ...(tx.memo === '' ? {} : { tag: tx.memo }),
      })),
    ),
    from: sender === undefined || others.length > 0 ? null : writeAddress(prefix, sender),
  }
}

/** The first sender pays the fee. It counts the entries of the side that has more of them (`TransferFeeCalculatorGen`). */
function outlayOf(tx: Pick<StdTx, 'transfer'>, account: Uint8Array): BeaconOutlay {
  const { inputs, outputs } = tx.transfer
  const paid = new Map<string, bigint>()
  for (const input of inputs) {
    if (!same(input.account, account)) continue
    for (const { asset, amount } of input.coins) paid.set(asset, (paid.get(asset) ?? 0n) + amount)
  }
  const [first] = sendersOf(tx)
  const [ins, outs] = [inputs, outputs].map((side) => side.reduce((sum, { coins }) => sum + coins.length, 0))
  const entries = Math.max(ins ?? 0, outs ?? 0)
  return { paid, entries: first !== undefined && same(first, account) ? entries : 0 }
}

/** A transfer of one coin from one account to another, as plain JSON. */
function single(tx: StdTx, prefix: string): BeaconTransaction {
  const { inputs, outputs } = tx.transfer
  const [from, to, signature] = [inputs[0], outputs[0], tx.signatures[0]]
  const [paid, got] = [from?.coins[0], to?.coins[0]]
  const count = [inputs, outputs, from?.coins ?? [], to?.coins ?? []].every(({ length }) => length === 1)
  if (!count || !from || !to || !signature || !paid || !got)
    throw malformed('it must be one payment of one asset from one account to another')
  return checked(
    {
      from: writeAddress(prefix, from.account),
      to: writeAddress(prefix, to.account),
      asset: paid.asset,
      amount: paid.amount.toString(),
      memo: tx.memo,
      accountNumber: signature.accountNumber.toString(),
      sequence: signature.sequence.toString(),
      source: tx.source.toString(),
    },
    prefix,
  )
}
