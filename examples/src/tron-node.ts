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
  const network = new Network(time)
  const server = await serveJson((path, body) => {
    const [, root, name = ''] = path.split('/')
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
    if (method === undefined) return [404, {}]
    return [200, method(network, body === '' ? {} : JSON.parse(body), root === 'walletsolidity')]
  })
  return {
    ...server,
    grow: (count) => network.grow(count),
    fund(address, sun) {
      network.accounts.set(address, network.balanceOf(address) + sun)
    },
  }
}

class Network {
  readonly accounts = new Map<string, bigint>()
  readonly payments = new Map<string, Payment>()
  readonly first: Block
  readonly blocks: Block[]
  head: Block

  constructor(time: number) {
    this.first = blockAt(0, time - (SOLID_DEPTH + 1) * BLOCK_MS)
    this.head = this.first
    this.blocks = [this.first]
    this.grow(SOLID_DEPTH + 1)
  }

  /** The newest that is never undone. */
  get solid(): Block {
    return this.blocks.at(-1 - SOLID_DEPTH) ?? this.first
  }

  balanceOf(address: string): bigint {
    return this.accounts.get(address) ?? 0n
  }

  grow(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      this.head = blockAt(this.head.number + 1, this.head.time + BLOCK_MS)
      this.blocks.push(this.head)
      for (const payment of this.payments.values()) {
        const { from, to, sun } = payment
        const fee = this.feeTo(to)
        if (payment.info !== null || this.balanceOf(from) < sun + fee) continue
        payment.info = { blockNumber: this.head.number, fee: Number(fee) }
        this.accounts.set(from, this.balanceOf(from) - sun - fee)
        this.accounts.set(to, this.balanceOf(to) + sun)
      }
    }
  }

  broadcast(hex: string): object {
    const { data, signer, ...payment } = read(hex)
    const { txId, from, to, sun } = payment
    const refused = (code: string, why: string) => ({ code, message: Buffer.from(why).toString('hex') })
    if (this.payments.has(txId)) return refused('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    if (data.expiration <= this.head.time) {
      return refused('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
    }
    const reference = this.blocks.find(({ id }) => id.slice(12, 16) === data.ref_block_bytes.toLowerCase())
    if (reference?.id.slice(16, 32) !== data.ref_block_hash.toLowerCase()) {
      return refused('TAPOS_ERROR', 'Tapos failed, different block hash')
    }
    if (signer !== from) return refused('SIGERROR', 'Validate signature error: it is signed by another')
    if (this.balanceOf(from) < sun + this.feeTo(to)) {
      return refused('CONTRACT_VALIDATE_ERROR', 'Contract validate error : balance is not sufficient.')
    }
    this.payments.set(txId, { ...payment, info: null })
    return { result: true, txid: txId }
  }

  /** Of a payment to who is not on the chain. */
  private feeTo(to: string): bigint {
    const { getCreateNewAccountFeeInSystemContract: contract, getCreateAccountFee: bandwidth } = PRICES
    return this.accounts.has(to) ? 0n : BigInt(contract + bandwidth)
  }
}

/** By tronweb. */
function read(hex: string) {
  const whole = Transaction.deserializeBinary(Buffer.from(hex, 'hex'))
  const raw = Buffer.from(whole.getRawData().serializeBinary())
  const txId = sha256(raw)
  const signature = Buffer.from(whole.getSignatureList_asU8()[0] ?? []).toString('hex')
  const data: RawData = utils.deserializeTx.deserializeTransaction('TransferContract', raw.toString('hex'))
  const { owner_address: owner, to_address: to, amount } = data.contract[0].parameter.value
  return {
    txId,
    from: TronWeb.address.fromHex(owner),
    to: TronWeb.address.fromHex(to),
    sun: BigInt(amount),
    data,
    signer: TronWeb.address.fromHex(utils.crypto.ecRecover(txId, signature)),
    json: { txID: txId, raw_data: data, raw_data_hex: raw.toString('hex'), signature: [signature] },
  }
}

type Method = (network: Network, body: Readonly<Record<string, unknown>>, isSolid: boolean) => object

/** What a node does not have is an empty object. */
const METHODS: Readonly<Record<string, Method>> = {
  getblockbynum: ({ first }) => blockJson(first),
  getblock: ({ head, solid }, _body, isSolid) => blockJson(isSolid ? solid : head),
  getchainparameters: () => ({
    chainParameter: Object.entries(PRICES).map(([key, value]) => ({ key, value })),
  }),
  getaccount({ accounts }, { address }) {
    const balance = accounts.get(String(address))
    return balance === undefined ? {} : { address, balance: Number(balance) }
  },
  getaccountresource: ({ accounts }, { address }) =>
    accounts.has(String(address)) ? { freeNetLimit: 600 } : {},
  gettransactionbyid({ payments }, { value }) {
    const found = payments.get(String(value))
    return found?.info ? { ...found.json, ret: [{ contractRet: 'SUCCESS' }] } : {}
  },
  gettransactioninfobyid({ payments, solid }, { value }, isSolid) {
    const info = payments.get(String(value))?.info
    return info && (!isSolid || info.blockNumber <= solid.number) ? { id: value, ...info } : {}
  },
  gettransactionfrompending({ payments }, { value }) {
    const found = payments.get(String(value))
    return found?.info === null ? found.json : {}
  },
  broadcasthex: (network, { transaction }) => network.broadcast(String(transaction)),
}

const blockJson = ({ number, id, time: timestamp }: Block): object => ({
  blockID: id,
  block_header: { raw_data: { number, timestamp } },
})

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

function blockAt(number: number, time: number): Block {
  const id = number.toString(16).padStart(16, '0') + sha256(String(number)).slice(16)
  return { number, id, time }
}
