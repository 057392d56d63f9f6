/**
 * The family on a real node: every kind of output spent and confirmed, the contract of the port, and what the
 * node says of blocks, transactions and outputs.
 */
import { BadTransaction, type OutputKind, type Utxo } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, KINDS, keyOf, sign } from './paying.fixture.js'
import { toHex } from './payload.js'

const COIN = 100_000_000n
const RATE = 20_000n

/** Pays outputs of any kind from the rewards of its blocks. */
class Bank {
  private readonly miner: Key
  private coins: Utxo[] = []
  private next = 100

  constructor(readonly node: Litecoind) {
    this.miner = keyOf(node.chain, 1)
  }

  async open(): Promise<void> {
    await this.node.mine(160, this.miner.addressAs('p2pkh'))
    this.coins = [...(await this.node.chain.node.utxos(this.miner.addressAs('p2pkh')))]
  }

  /** A key that nobody was paid to. */
  fresh(): Key {
    this.next += 1
    return keyOf(this.node.chain, this.next)
  }

  grow(): Promise<void> {
    return this.node.mine(1, this.miner.addressAs('p2pkh'))
  }

  /** An output in a block. */
  async fund(address: string, value: bigint): Promise<Utxo> {
    const { codec, node } = this.node.chain
    const coin = this.coins.shift()
    if (coin === undefined) throw new RangeError('The bank is out of coins')
    const unsigned = codec.build({
      required: [coin],
      available: [],
      to: [{ address, value }],
      fee: null,
      changeAddress: this.miner.addressAs('p2pkh'),
      marketRate: RATE,
      fastRate: 10_000n,
    })
    const signed = sign(this.node.chain, unsigned, [this.miner])
    expect(await node.broadcast(signed)).toEqual({ kind: 'accepted' })
    await this.grow()
    const utxo = await node.utxo({ txId: signed.txId, index: 0 })
    if (utxo === undefined) throw new TypeError('The output is not there')
    return utxo
  }
}

async function openBank(): Promise<Bank> {
  const bank = new Bank(await startLitecoind())
  await bank.open()
  return bank
}

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await openBank()
  })
  afterAll(() => bank?.node.stop())

  it.each(KINDS)('spends %s to every kind, and it confirms', async (kind) => {
    const { chain } = bank.node
    const from = bank.fresh()
    const utxo = await bank.fund(from.addressAs(kind), COIN)
    expect(utxo).toMatchObject({ value: COIN, address: from.addressAs(kind), coinbase: false })
    const to = KINDS.map((each) => ({ address: bank.fresh().addressAs(each), value: COIN / 10n }))
    const change = bank.fresh().addressAs(kind)
    const unsigned = chain.codec.build({
      required: [{ ...utxo, publicKey: toHex(from.publicKey) }],
      available: [],
      to,
      fee: null,
      changeAddress: change,
      marketRate: RATE,
      fastRate: 10_000n,
    })
    expect(await chain.node.spent(unsigned)).toEqual([])
    const signed = sign(chain, unsigned, [from])
    expect(await chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
    await bank.grow()
    expect(await chain.node.status(signed)).toMatchObject({ kind: 'confirmed' })
    for (const { address, value } of to) expect(await chain.node.balance(address)).toBe(value)
    const fee = BigInt(unsigned.fee)
    expect(await chain.node.balance(change)).toBe(COIN - 4n * (COIN / 10n) - fee)
    // The estimate is an upper bound, and close: a signature is at most two bytes shorter than the longest.
    const found = await chain.node.transaction(signed.txId)
    const size = BigInt(found?.virtualSize ?? 0)
    expect(fee).toBeGreaterThanOrEqual((size * RATE) / 1000n)
    expect(fee).toBeLessThanOrEqual(((size + 4n) * RATE) / 1000n)
    expect(await chain.node.spent(unsigned)).toEqual([{ txId: utxo.txId, index: utxo.index }])
  })

  it('spends two inputs of two kinds and keys to three recipients, the named fee and the change exact', async () => {
    const { chain } = bank.node
    const [one, other] = [bank.fresh(), bank.fresh()]
    const inputs = [
      { ...(await bank.fund(one.addressAs('p2wpkh'), COIN)), publicKey: toHex(one.publicKey) },
      { ...(await bank.fund(other.addressAs('p2sh-p2wpkh'), 2n * COIN)), publicKey: toHex(other.publicKey) },
    ]
    const to = [3n, 5n, 7n].map((part) => ({
      address: bank.fresh().addressAs('p2pkh'),
      value: part * 10_000_000n,
    }))
    const change = bank.fresh().addressAs('p2wpkh')
    const unsigned = chain.codec.build({
      required: inputs,
      available: [],
      to,
      fee: 12_345n,
      changeAddress: change,
      marketRate: RATE,
      fastRate: 10_000n,
    })
    const signed = sign(chain, unsigned, [one, other])
    expect(await chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
    await bank.grow()
    const found = await chain.node.transaction(signed.txId)
    expect(found?.outputs).toMatchObject([
      ...to,
      { address: change, value: 3n * COIN - 150_000_000n - 12_345n },
    ])
    expect(found?.inputs.map(({ spent }) => spent?.value)).toEqual([COIN, 2n * COIN])
  })

  it('takes change to no address for fee, when it is small', async () => {
    const { chain } = bank.node
    const from = bank.fresh()
    const utxo = await bank.fund(from.addressAs('p2pkh'), COIN)
    const intent = {
      required: [utxo],
      available: [],
      to: [{ address: bank.fresh().addressAs('p2pkh'), value: COIN - 20_000n }],
      fee: null,
      changeAddress: null,
      marketRate: RATE,
      fastRate: 10_000n,
    }
    const signed = sign(chain, chain.codec.build(intent), [from])
    expect(await chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
    const found = await chain.node.transaction(signed.txId)
    expect(found?.outputs.length).toBe(1)
    expect(found).toMatchObject({ height: null, blockHash: null, indexInBlock: null })
  })

  it('of an output in the mempool says so, and chooses it last', async () => {
    const { chain } = bank.node
    const from = bank.fresh()
    const utxo = await bank.fund(from.addressAs('p2wpkh'), COIN)
    const address = bank.fresh().addressAs('p2wpkh')
    const unsigned = chain.codec.build({
      required: [utxo],
      available: [],
      to: [{ address, value: COIN - 10_000n }],
      fee: null,
      changeAddress: null,
      marketRate: RATE,
      fastRate: 10_000n,
    })
    const signed = sign(chain, unsigned, [from])
    expect(await chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
    expect(await chain.node.utxo({ txId: signed.txId, index: 0 })).toMatchObject({ height: null, address })
    expect(await chain.node.utxo(utxo)).toBeUndefined()
    expect(await chain.node.mempool()).toContain(signed.txId)
  })

  it('an amount or a script that is not the chain’s is not signed for', async () => {
    const { chain } = bank.node
    const from = bank.fresh()
    const utxo = await bank.fund(from.addressAs('p2pkh'), COIN)
    const intent = {
      available: [],
      to: [{ address: bank.fresh().addressAs('p2pkh'), value: COIN / 2n }],
      fee: null,
      changeAddress: from.addressAs('p2pkh'),
      marketRate: RATE,
      fastRate: 10_000n,
    }
    const said = chain.codec.build({ ...intent, required: [{ ...utxo, value: 2n * COIN }] })
    await expect(chain.node.spent(said)).rejects.toThrow(BadTransaction)
    const script = chain.codec.scriptOf(bank.fresh().addressAs('p2pkh'))
    const locked = chain.codec.build({ ...intent, required: [{ ...utxo, script }] })
    expect(await chain.node.spent(locked)).toEqual([{ txId: utxo.txId, index: utxo.index }])
  })

  it('tells of blocks by height and by hash, with what their transactions spent', async () => {
    const { node } = bank.node.chain
    const { height, hash } = await node.head()
    const info = await node.info()
    expect(info).toMatchObject({ chain: 'regtest', blocks: height, headers: height, bestBlock: hash })
    expect(await node.blockHash(height)).toBe(hash)
    const block = await node.block(height)
    expect(block).toMatchObject({ hash, height, depth: 1, previous: await node.blockHash(height - 1) })
    expect(await node.block(hash)).toEqual(block)
    const reward = block?.transactions[0]
    expect(reward).toMatchObject({ blockHash: hash, height, indexInBlock: 0 })
    expect(reward?.inputs[0]).toMatchObject({ txId: '0'.repeat(64), spent: null })
    expect(await node.blockHash(1_000_000)).toBeUndefined()
    expect(await node.block(1_000_000)).toBeUndefined()
    expect(await node.block('f'.repeat(64))).toBeUndefined()
    expect(await node.transaction('f'.repeat(64))).toBeUndefined()
    expect(await node.utxo({ txId: 'f'.repeat(64), index: 0 })).toBeUndefined()
  })

  it('has rates, from the fallback where the node has no estimate', async () => {
    expect(await bank.node.chain.node.feeRates()).toEqual({ fast: 10_000n, medium: 10_000n, slow: 10_000n })
  })

  it('leaves rewards out that cannot be spent yet', async () => {
    const { chain } = bank.node
    const key = bank.fresh()
    await bank.node.mine(1, key.addressAs('p2pkh'))
    const { txId } = (await chain.node.block((await chain.node.head()).height))?.transactions[0] ?? {
      txId: '',
    }
    expect(await chain.node.utxo({ txId, index: 0 })).toMatchObject({ coinbase: true })
    expect(await chain.node.utxos(key.addressAs('p2pkh'))).toEqual([])
    expect(await chain.node.balance(key.addressAs('p2pkh'))).toBeGreaterThan(0n)
  })
})

function contract(bank: () => Promise<Bank>): void {
  const keys = (count: number): Uint8Array[] =>
    Array.from({ length: count }, (_, index) => new Uint8Array(32).fill(index + 3))

  chainContract(
    'LTC regtest, litecoind',
    async () => {
      const { offlineSubject } = await import('./subject.fixture.js')
      return offlineSubject('LTC', 'regtest', keys(4))
    },
    {
      node: async () => {
        const own = await bank()
        const { chain } = own.node
        const payments = new Map<string, { key: Key; utxo: Utxo; kind: OutputKind }>()
        let turn = 0
        const pay = (key: Key, utxo: Utxo, kind: OutputKind, value: bigint) => {
          const address = own.fresh().addressAs('p2wpkh')
          const unsigned = chain.codec.build({
            required: [{ ...utxo, publicKey: toHex(key.publicKey) }],
            available: [],
            to: [{ address, value }],
            fee: null,
            changeAddress: own.fresh().addressAs('p2pkh'),
            marketRate: RATE,
            fastRate: 10_000n,
          })
          payments.set(utxo.txId, { key, utxo, kind })
          return { unsigned, privateKeys: [key.privateKey], pays: [{ address, amount: value }] }
        }
        return {
          chain,
          payment: async () => {
            const kind = KINDS[turn++ % KINDS.length] ?? 'p2pkh'
            const key = own.fresh()
            return pay(key, await own.fund(key.addressAs(kind), COIN), kind, COIN / 4n)
          },
          rival: async ({ unsigned }) => {
            const first = payments.get(unsigned.claims[0]?.owner ?? '')
            if (first === undefined) throw new TypeError('No such payment')
            return pay(first.key, first.utxo, first.kind, COIN / 5n)
          },
          tamper: ({ raw, txId }) => {
            // The first output's value: the signatures cover it.
            const output = raw.indexOf(amountHex(COIN / 4n))
            if (output === -1) throw new TypeError('No such amount')
            const changed = raw.slice(0, output) + amountHex(COIN / 4n + 1n) + raw.slice(output + 16)
            const read = chain.codec.inspect(changed)
            if (read.txId === txId) throw new TypeError('Nothing was changed')
            return { raw: changed, txId: read.txId }
          },
          grow: () => own.grow(),
          close: () => own.node.stop(),
        }
      },
    },
  )
}

function amountHex(value: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes.toString('hex')
}

// As above: without litecoind there is nothing that this contract could run on.
if (findLitecoind() !== undefined) contract(openBank)
