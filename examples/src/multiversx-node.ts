/**
 * A gateway of MultiversX, whose network is in memory: payments of EGLD only. It checks signatures by the chain's own
 * library, and nonces and balances as nodes do.
 */
import { createHash } from 'node:crypto'
import { UserPublicKey, UserVerifier } from '@multiversx/sdk-wallet'
import { blake2b } from '@noble/hashes/blake2.js'
import { bech32 } from '@scure/base'
import { type JsonServer, serveJson } from './json-server.js'

/** A transaction as it is posted. */
interface Wire {
  readonly nonce: number
  readonly value: string
  readonly receiver: string
  readonly sender: string
  readonly gasPrice: number
  readonly gasLimit: number
  /** In base64. */
  readonly data?: string
  readonly chainID: string
  readonly version: number
  readonly signature: string
}

const CHAIN_ID = 'T'
const GAS = { price: 1_000_000_000, transaction: 50_000, byte: 1_500 }

export interface MultiversxExampleNode extends JsonServer {
  /** As a faucet would; in units of 10^-18 EGLD. */
  fund(address: string, units: bigint): void
  /** A hyperblock, with all that waits. */
  close(): void
}

type Answer = readonly [status: number, json: object]

export async function startMultiversx(): Promise<MultiversxExampleNode> {
  const network = new Network()
  const server = await serveJson((path, body) => network.answer(path, body))
  return {
    ...server,
    close: () => network.close(),
    fund(address, units) {
      network.account(address).balance += units
    },
  }
}

class Network {
  private readonly accounts = new Map<string, { nonce: number; balance: bigint }>()
  private readonly transactions = new Map<string, { readonly wire: Wire; height: number | null }>()
  private height = 20_000_000

  account(address: string) {
    const known = this.accounts.get(address) ?? { nonce: 0, balance: 0n }
    this.accounts.set(address, known)
    return known
  }

  close(): void {
    this.height += 1
    const waiting = [...this.transactions.values()].filter((one) => one.height === null)
    for (const one of waiting.toSorted((a, b) => a.wire.nonce - b.wire.nonce)) {
      const { sender: from, receiver, nonce, value } = one.wire
      const [sender, cost] = [this.account(from), BigInt(value) + feeOf(one.wire)]
      if (sender.nonce !== nonce || sender.balance < cost) continue
      sender.nonce += 1
      sender.balance -= cost
      this.account(receiver).balance += BigInt(value)
      one.height = this.height
    }
  }

  answer(path: string, body: string): Answer {
    const { height } = this
    const [, kind, ref = ''] = path.split('/')
    switch (kind) {
      case 'network':
        return good(ref === 'config' ? { config: CONFIG } : { status: { erd_highest_final_nonce: height } })
      case 'address': {
        const { nonce, balance } = this.account(ref)
        return good({
          account: { address: ref, nonce, balance: String(balance) },
          blockInfo: { nonce: height },
        })
      }
      case 'transaction':
        if (ref === 'send') return this.send(JSON.parse(body))
        return ref === 'cost'
          ? good({ txGasUnits: gasOf(JSON.parse(body)), returnMessage: '' })
          : this.told(ref)
      case 'hyperblock': {
        const hash = createHash('sha256').update(String(height)).digest('hex')
        return good({ hyperblock: { nonce: height, hash, transactions: [] } })
      }
      default:
        return refusal(404, 'endpoint not found')
    }
  }

  private send(wire: Wire): Answer {
    const why = this.objection(wire)
    if (why !== undefined) return refusal(400, `transaction generation failed: ${why}`)
    const txHash = hashOf(wire)
    if (!this.transactions.has(txHash)) this.transactions.set(txHash, { wire, height: null })
    return good({ txHash })
  }

  /** Why a node does not take a transaction, in its words. */
  private objection(wire: Wire): string | undefined {
    const { nonce, balance } = this.account(wire.sender)
    if (wire.chainID !== CHAIN_ID) return 'invalid chain ID'
    const verifier = new UserVerifier(new UserPublicKey(publicKeyOf(wire.sender)))
    const isSigned = verifier.verify(signedBytes(wire), Buffer.from(wire.signature, 'hex'))
    if (!isSigned) return 'ed25519: invalid signature'
    if (wire.nonce < nonce) return 'wrong transaction lowerNonceInTx: true, veryHighNonceInTx: false'
    return balance < feeOf(wire) ? 'insufficient funds' : undefined
  }

  private told(hash: string): Answer {
    const found = this.transactions.get(hash)
    if (found === undefined) return refusal(500, 'transaction not found')
    const { wire, height } = found
    const block = height === null ? { status: 'pending' } : { status: 'success', hyperblockNonce: height }
    return good({ transaction: { hash, ...wire, ...block } })
  }
}

const CONFIG = {
  erd_chain_id: CHAIN_ID,
  erd_min_gas_price: GAS.price,
  erd_min_gas_limit: GAS.transaction,
  erd_gas_per_data_byte: GAS.byte,
  erd_min_transaction_version: 1,
}

const good = (data: object): Answer => [200, { data, error: '', code: 'successful' }]
const refusal = (status: number, error: string): Answer => [status, { data: null, error, code: 'refused' }]

const publicKeyOf = (address: string): Uint8Array => bech32.decodeToBytes(address).bytes
const dataOf = ({ data = '' }: Pick<Wire, 'data'>): Buffer => Buffer.from(data, 'base64')
const gasOf = (wire: Pick<Wire, 'data'>): number => GAS.transaction + GAS.byte * dataOf(wire).length
/** Nothing is executed here beside the payment, so gas beyond it is not used; it costs a hundredth all the same. */
const feeOf = (wire: Wire): bigint =>
  BigInt(wire.gasPrice) * BigInt(gasOf(wire)) +
  (BigInt(wire.gasPrice) * BigInt(wire.gasLimit - gasOf(wire))) / 100n

/** docs.multiversx.com, "Signing Transactions": JSON with its fields in this order. */
function signedBytes(wire: Wire): Buffer {
  const { nonce, value, receiver, sender, gasPrice, gasLimit, data, chainID, version } = wire
  return Buffer.from(
    JSON.stringify({
      nonce,
      value,
      receiver,
      sender,
      gasPrice,
      gasLimit,
      ...(data ? { data } : {}),
      chainID,
      version,
    }),
  )
}

/** Of the transaction as Protocol Buffers (mx-chain-core-go, `data/transaction/proto/transaction.proto`). */
function hashOf(wire: Wire): string {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
  const whole = (field: number, value: number) => (value === 0 ? [] : [field * 8, ...varint(value)])
  const bytes = (field: number, value: Uint8Array) =>
    value.length === 0 ? [] : [field * 8 + 2, ...varint(value.length), ...value]
  const digits = BigInt(wire.value).toString(16)
  const amount = Buffer.from(`00${digits.length % 2 === 0 ? '' : '0'}${digits}`, 'hex')
  const message = [
    ...whole(1, wire.nonce),
    ...bytes(2, amount),
    ...bytes(3, publicKeyOf(wire.receiver)),
    ...bytes(5, publicKeyOf(wire.sender)),
    ...whole(7, wire.gasPrice),
    ...whole(8, wire.gasLimit),
    ...bytes(9, dataOf(wire)),
    ...bytes(10, Buffer.from(wire.chainID)),
    ...whole(11, wire.version),
    ...bytes(12, Buffer.from(wire.signature, 'hex')),
  ]
  return Buffer.from(blake2b(Uint8Array.from(message), { dkLen: 32 })).toString('hex')
}
