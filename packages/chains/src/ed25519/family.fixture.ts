/**
 * A made-up family with everything that is unusual in real ones: Ed25519 keys that derive from a mnemonic and not from an
 * xpub, sequences above 2^53, transactions as Base64 that expire, memos, and nodes that take forms and POST and report
 * errors with status 200. It proves that the port fits such chains; nothing of it is shipped.
 */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  type AccountKeys,
  BadKey,
  BadTransaction,
  type Broadcast,
  type Chain,
  type ChainNode,
  type Codec,
  claimAt,
  type Inspected,
  type KeySigner,
  type Signed,
  type Unsigned,
} from '@tallystick/custody'
import { mnemonicOf } from '../keys/mnemonic.js'
import { deriveEd25519 } from '../keys/slip10.js'
import type { NetworkCheck } from '../transport/network-check.js'
import { integer, type Rest, RpcError } from '../transport/transport.js'

export interface Payment {
  readonly from: string
  readonly to: string
  /** Base units, as text. */
  readonly amount: string
  readonly memo: string
  readonly sequence: string
  /** Milliseconds since 1970; no later block includes it. */
  readonly until: number
}

interface Ed25519Codec extends Codec {
  build(payment: Payment): Unsigned
}

export interface Ed25519Chain extends Chain {
  readonly codec: Ed25519Codec
  readonly accounts: AccountKeys
  readonly node: ChainNode & { sequence(address: string): Promise<bigint> }
}

const ADDRESS = /^t[0-9a-f]{64}$/
const KEY = /^k[0-9a-f]{64}$/
const DECIMAL = /^(0|[1-9]\d{0,38})$/
const NAMES = ['from', 'to', 'amount', 'memo', 'sequence', 'until'] as const

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const messageOf = (payload: string): Uint8Array => Uint8Array.from(Buffer.from(payload))
const malformed = (what: string) => new BadTransaction('malformed', what)

function signerOf(privateKey: string): KeySigner {
  if (!KEY.test(privateKey)) throw new BadKey('Not a private key')
  const secret = bytesOf(privateKey.slice(1))
  const publicKey = ed25519.getPublicKey(secret)
  return { publicKey, address: `t${hex(publicKey)}`, sign: ({ bytes }) => ed25519.sign(bytes, secret) }
}

/** The one JSON text that a signature covers. */
function payloadOf(payment: Payment): string {
  const { from, to, amount, memo, sequence, until } = payment
  const isGood =
    [from, to].every((address) => ADDRESS.test(address)) &&
    [amount, sequence].every((text) => DECIMAL.test(text)) &&
    typeof memo === 'string' &&
    Number.isSafeInteger(until)
  if (!isGood) throw malformed('It is no payment')
  return JSON.stringify({ from, to, amount, memo, sequence, until })
}

function paymentOf(payload: string): Payment {
  const parsed = JSON.parse(payload) as Payment
  if (payloadOf(parsed) !== payload) throw malformed('Its fields are not in order')
  return parsed
}

/** Base64 of the payload and its signature. */
function read(raw: string): { readonly payload: string; readonly payment: Payment; readonly txId: string } {
  const bytes = Buffer.from(raw, 'base64')
  if (bytes.toString('base64') !== raw || bytes.length < 64) throw malformed('It is not Base64')
  const payload = bytes.subarray(64).toString()
  try {
    const payment = paymentOf(payload)
    const signature = Uint8Array.from(bytes.subarray(0, 64))
    if (ed25519.verify(signature, messageOf(payload), bytesOf(payment.from.slice(1)))) {
      return { payload, payment, txId: createHash('sha256').update(bytes).digest('base64url') }
    }
  } catch {
    // The throw below covers this.
  }
  throw malformed('It is not signed by its sender')
}

const reservationsOf = ({ from, sequence }: Payment) => [claimAt(from, BigInt(sequence))]

export const codec: Ed25519Codec = {
  address: (publicKey) => `t${hex(publicKey)}`,
  isAddress: (text) => ADDRESS.test(text),
  canonical: (address) => address,
  privateKeyText: (secret) => `k${hex(secret)}`,
  signer: signerOf,
  build: (payment) => ({
    chain: 'TST',
    network: 'testnet',
    payload: payloadOf(payment),
    fee: '0',
    claims: reservationsOf(payment),
    expires: payment.until,
  }),
  signingRequests({ payload }) {
    const { from } = paymentOf(payload)
    const accepts = (publicKey: Uint8Array) => `t${hex(publicKey)}` === from
    return [{ bytes: messageOf(payload), scheme: 'ed25519', address: from, accepts }]
  },
  combine({ payload }, signatures) {
    const [own, ...more] = signatures
    if (own === undefined || more.length > 0) throw malformed('It wants one signature')
    if (`t${hex(own.publicKey)}` !== paymentOf(payload).from) throw malformed('It is signed by another')
    const raw = Buffer.concat([own.signature, messageOf(payload)]).toString('base64')
    return { raw, txId: read(raw).txId }
  },
  inspect(raw): Inspected {
    const { payment, txId } = read(raw)
    const { to, amount, memo } = payment
    const tag = memo === '' ? {} : { tag: memo }
    return {
      txId,
      claims: reservationsOf(payment),
      outputs: [{ address: to, amount: BigInt(amount), ...tag }],
    }
  },
  difference(serialized, raw) {
    const { payment } = read(raw)
    const asked = paymentOf(serialized)
    // It gets its time when it is signed.
    return NAMES.find((name) => name !== 'until' && asked[name] !== payment[name]) ?? null
  },
}

/** SLIP-0010: all steps are hardened, so there is no xpub. */
const accounts: AccountKeys = {
  entropy: 32,
  secret: mnemonicOf,
  async account(secret, index) {
    if (!Number.isInteger(index) || index < 0 || index >= 2 ** 31) throw new BadKey('No such account')
    const privateKey = codec.privateKeyText(await deriveEd25519(secret, `m/44'/${index}'`))
    return { address: signerOf(privateKey).address, privateKey }
  },
}

export const identity: NetworkCheck = {
  question: '/identity',
  body: { json: {} },
  read: (answer) => String(Reflect.get(Object(answer), 'network')),
  expected: ['test'],
}

/** Returns the answer, or throws the error that it contains in spite of its status 200. */
function answerOf(answer: unknown): Readonly<Record<string, unknown>> {
  const { error, ...rest } = Object(answer) as Record<string, unknown>
  if (typeof error === 'string') throw new RpcError(0, error)
  return rest
}

function nodeOf(rest: Rest): Ed25519Chain['node'] {
  const ask = async (path: string, json: object) =>
    answerOf(await rest.post(path, { json }, { read: answerOf, repeatable: true }))
  const head = async () => {
    const { height, hash, time } = await ask('/head', {})
    return { height: Number(height), hash: String(hash), time: Number(time) }
  }
  return {
    head,
    balance: async (address) => integer((await ask('/account', { address }))['balance']) ?? 0n,
    sequence: async (address) => integer((await ask('/account', { address }))['sequence']) ?? 0n,
    async raw(txId) {
      const { raw } = await ask('/transaction', { txId })
      return typeof raw === 'string' ? raw : undefined
    },
    async broadcast({ raw }): Promise<Broadcast> {
      try {
        const { known } = answerOf(
          await rest.post('/transactions', { form: { tx: raw } }, { read: answerOf }),
        )
        return { kind: known === true ? 'known' : 'accepted' }
      } catch (error) {
        const reason = error instanceof RpcError ? error.message : ''
        if (reason === '') return { kind: 'unknown', reason: 'no answer' }
        return { kind: reason === 'malformed' ? 'refused' : 'declined', reason }
      }
    },
    async status({ raw, txId }: Signed) {
      const found = await ask('/transaction', { txId })
      const { height, time } = await head()
      const at = Number(found['height'] ?? 0)
      if (at > 0) return { kind: 'confirmed', height: at, ok: true, final: height > at }
      if ('raw' in found) return { kind: 'pending' }
      const { until } = paymentOf(Buffer.from(raw, 'base64').subarray(64).toString())
      return until < time ? { kind: 'dead', reason: 'it has expired' } : { kind: 'absent' }
    },
  }
}

export const ed25519Chain = (rest: Rest): Ed25519Chain => ({
  record: {
    id: 'TST',
    segment: 'test',
    family: 'ed25519' as never,
    name: 'Test',
    decimals: 7,
    path: null,
    status: 'live',
    confirmations: 1,
    networks: { testnet: {} },
  },
  network: 'testnet',
  codec,
  accounts,
  node: nodeOf(rest),
})
