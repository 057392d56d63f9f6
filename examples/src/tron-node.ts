/**
 * A full node of TRON, whose network is in memory: payments of TRX only, with free bandwidth for them. Transactions are
 * read, and ids and signatures checked, by tronweb; what else is checked is what java-tron checks of a payment.
 */
import { createHash } from 'node:crypto'
import { TronWeb, utils } from 'tronweb'
import { type JsonServer, serveJson } from './json-server.js'

/** The generated classes of tronweb's protocol, which its types do not name. */
interface Proto {
  readonly Transaction: {
    deserializeBinary(bytes: Uint8Array): {
      getRawData(): { serializeBinary(): Uint8Array }
      getSignatureList_asU8(): readonly Uint8Array[]
    }
  }
}
const { Transaction }: Proto = Reflect.get(globalThis, 'TronWebProto')

/** What tronweb makes of a payment. */
interface RawData {
  readonly contract: readonly [
    {
      readonly parameter: {
        readonly value: {
          readonly owner_address: string
          readonly to_address: string
          readonly amount: number
        }
      }
    },
  ]
  readonly ref_block_bytes: string
  readonly ref_block_hash: string
  readonly expiration: number
}

interface Payment {
  readonly txId: string
  readonly from: string
  readonly to: string
  readonly sun: bigint
  /** As nodes tell it. */
  readonly json: object
  info: { readonly blockNumber: number; readonly fee: number } | null
}

interface Block {
  readonly number: number
  readonly id: string
  readonly time: number
}

const PRICES = {
  getTransactionFee: 1_000,
  getEnergyFee: 100,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getAssetIssueFee: 1_024_000_000,
}
/** A block this far behind the newest is never undone. */
const SOLID_DEPTH = 18
const BLOCK_MS = 3_000

export interface TronExampleNode extends JsonServer {
  /** As a faucet would; 10^6 sun are a TRX. */
  fund(address: string, sun: bigint): void
  /** Blocks; the first of them with all that waits. */
  grow(count: number): void
}

/** @param time Of the newest block, in milliseconds */
export async function startTron(time: number): Promise<TronExampleNode> {
  const accounts = new Map<string, bigint>()
  const payments = new Map<string, Payment>()
  const first = blockAt(0, time - (SOLID_DEPTH + 1) * BLOCK_MS)
  const blocks = [first]
  let head = first

  const named = (id: unknown): Payment | undefined => payments.get(String(id))
  const balanceOf = (address: string): bigint => accounts.get(address) ?? 0n
  /** Of a payment to who is not on the chain. */
  const feeTo = (to: string): bigint =>
    accounts.has(to) ? 0n : BigInt(PRICES.getCreateNewAccountFeeInSystemContract + PRICES.getCreateAccountFee)

  function append(): void {
    head = blockAt(head.number + 1, head.time + BLOCK_MS)
    blocks.push(head)
  }

  function grow(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      append()
      for (const payment of payments.values()) {
        const { from, to, sun } = payment
        const fee = feeTo(to)
        if (payment.info !== null || balanceOf(from) < sun + fee) continue
        payment.info = { blockNumber: head.number, fee: Number(fee) }
        accounts.set(from, balanceOf(from) - sun - fee)
        accounts.set(to, balanceOf(to) + sun)
      }
    }
  }

  function broadcast(hex: string): object {
    const whole = Transaction.deserializeBinary(Buffer.from(hex, 'hex'))
    const raw = Buffer.from(whole.getRawData().serializeBinary())
    const txId = sha256(raw)
    const signature = Buffer.from(whole.getSignatureList_asU8()[0] ?? []).toString('hex')
    const data: RawData = utils.deserializeTx.deserializeTransaction('TransferContract', raw.toString('hex'))
    const { owner_address: owner, to_address: receiver, amount } = data.contract[0].parameter.value
    const [from, to, sun] = [
      TronWeb.address.fromHex(owner),
      TronWeb.address.fromHex(receiver),
      BigInt(amount),
    ]
    const refused = (code: string, why: string) => ({ code, message: Buffer.from(why).toString('hex') })

    if (payments.has(txId)) return refused('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    if (data.expiration <= head.time) return refused('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
    const reference = blocks.find(({ id }) => id.slice(12, 16) === data.ref_block_bytes.toLowerCase())
    if (reference?.id.slice(16, 32) !== data.ref_block_hash.toLowerCase()) {
      return refused('TAPOS_ERROR', 'Tapos failed, different block hash')
    }
    const signer = TronWeb.address.fromHex(utils.crypto.ecRecover(txId, signature))
    if (signer !== from) return refused('SIGERROR', 'Validate signature error: it is signed by another')
    if (balanceOf(from) < sun + feeTo(to)) {
      return refused('CONTRACT_VALIDATE_ERROR', 'Contract validate error : balance is not sufficient.')
    }
    const json = { txID: txId, raw_data: data, raw_data_hex: raw.toString('hex'), signature: [signature] }
    payments.set(txId, { txId, from, to, sun, json, info: null })
    return { result: true, txid: txId }
  }

  const blockJson = ({ number, id, time: timestamp }: Block): object => ({
    blockID: id,
    block_header: { raw_data: { number, timestamp } },
  })

  /** What a node does not have is an empty object. */
  const METHODS: Readonly<
    Record<string, (body: Readonly<Record<string, unknown>>, isSolid: boolean) => object>
  > = {
    getblockbynum: () => blockJson(first),
    getblock: (_body, isSolid) => blockJson(isSolid ? (blocks.at(-1 - SOLID_DEPTH) ?? first) : head),
    getchainparameters: () => ({
      chainParameter: Object.entries(PRICES).map(([key, value]) => ({ key, value })),
    }),
    getaccount({ address }) {
      const balance = accounts.get(String(address))
      return balance === undefined ? {} : { address, balance: Number(balance) }
    },
    getaccountresource: ({ address }) => (accounts.has(String(address)) ? { freeNetLimit: 600 } : {}),
    gettransactionbyid({ value }) {
      const found = named(value)
      return found?.info ? { ...found.json, ret: [{ contractRet: 'SUCCESS' }] } : {}
    },
    gettransactioninfobyid({ value }, isSolid) {
      const info = named(value)?.info
      return info && (!isSolid || info.blockNumber <= head.number - SOLID_DEPTH) ? { id: value, ...info } : {}
    },
    gettransactionfrompending({ value }) {
      const found = named(value)
      return found?.info === null ? found.json : {}
    },
    broadcasthex: ({ transaction }) => broadcast(String(transaction)),
  }

  for (let left = SOLID_DEPTH + 1; left > 0; left -= 1) append()
  const server = await serveJson((path, body) => {
    const [, root, name = ''] = path.split('/')
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
    if (method === undefined) return [404, {}]
    return [200, method(body === '' ? {} : JSON.parse(body), root === 'walletsolidity')]
  })
  return {
    ...server,
    grow,
    fund(address, sun) {
      accounts.set(address, balanceOf(address) + sun)
    },
  }
}

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

function blockAt(number: number, time: number): Block {
  const id = number.toString(16).padStart(16, '0') + sha256(String(number)).slice(16)
  return { number, id, time }
}
