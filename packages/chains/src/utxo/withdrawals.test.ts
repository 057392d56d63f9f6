/**
 * Withdrawals that somebody wants to have twice, or for nothing: on litecoind. Whatever is refused, undone or spent by
 * somebody else, what accounts have paid is what the chain has.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { OUTPUTS } from '@tallystick/core'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  type OpenLedger,
  openLedger,
  pendingOf,
  refusalOf,
} from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf } from './paying.fixture.js'

const COIN = 100_000_000
const DEEP = 14
const FEE = '0.0005'
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

type Stored = Awaited<ReturnType<Calls['storeWithdrawal']>>

/** What a key-management system is to sign, in hex. */
function unsignedOf(serialized: string): string {
  const { version, inputs, outputs } = JSON.parse(serialized)
  const transaction = new Transaction()
  transaction.version = version
  for (const { prevTxId, outputIndex, sequenceNumber } of inputs)
    transaction.addInput(Buffer.from(prevTxId, 'hex').reverse(), outputIndex, sequenceNumber)
  for (const { satoshis, script } of outputs)
    transaction.addOutput(Buffer.from(script, 'hex'), BigInt(satoshis))
  return transaction.toHex()
}

/** The same payment under another id: the first signature is as valid with the other s (BIP-62). */
function rewritten(raw: string): string {
  const transaction = Transaction.fromHex(raw)
  const [input] = transaction.ins
  const script = input?.script ?? new Uint8Array()
  const length = script[0] ?? 0
  const { r, s } = secp256k1.Signature.fromBytes(script.subarray(1, length), 'der')
  const other = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der')
  const signature = [other.length + 1, ...other, ...script.subarray(length, length + 1)]
  transaction.setInputScript(0, Uint8Array.from([...signature, ...script.subarray(length + 1)]))
  return transaction.toHex()
}

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('of a wallet of Litecoin', () => {
  let node: Litecoind
  let open: OpenLedger
  let calls: Calls
  let mnemonic: string
  let xpub: string
  let sender: string
  let address: string
  let rewards: string[]
  let wallets = 0
  let recipients = 0
  let now = 1_800_000_000

  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const outside = () => keyOf(node.chain, 1)
  /** No branch has the very blocks of another. */
  const miner = () => keyOf(node.chain, 1_000 + ++recipients).addressAs('p2pkh')
  const fresh = () => keyOf(node.chain, 1_000_000 + ++recipients).addressAs('p2wpkh')
  const mine = async (blocks = 1) => {
    now += 60
    await rpc('setmocktime', now)
    await rpc('generatetoaddress', blocks, miner())
  }
  const settled = async () => {
    for (let round = 0; round < 3; round++) {
      await mine(DEEP)
      await open.ledger.custody.follow()
      await open.round()
    }
  }
  const balance = async (id = sender) => (await calls.getAccountBalance({ id })).accountBalance
  const statusOf = async (id: string | undefined) =>
    (await calls.getWithdrawals({ pageSize: 50 })).find((row) => row.id === id)?.status

  beforeAll(async () => {
    node = await startLitecoind()
    await rpc('setmocktime', now)
    rewards = [...(await rpc<string[]>('generatetoaddress', 60, outside().addressAs('p2pkh')))]
    await rpc('generatetoaddress', 100, miner())
    const config = { parameters: 'regtest', follow: true, nodes: [{ kind: 'core', url: node.url }] } as const
    const chains = createChains(readChainsConfig({ chains: { LTC: { testnet: config } } }))
    open = openLedger(chains)
    calls = await open.as('testnet')
    await open.ledger.custody.follow()
  })
  afterAll(async () => {
    await open.close()
    await node.stop()
  })

  /** A wallet of its own with three deposits of one coin, all of one account. */
  beforeEach(async () => {
    const { keys } = node.chain
    mnemonic = keys?.mnemonic(new Uint8Array(32).fill(++wallets)) ?? ''
    xpub = (await keys?.xpub(mnemonic)) ?? ''
    sender = (await calls.createAccountXpub({ currency: 'LTC', xpub })).id
    address = (await calls.getAllDepositAddresses({ id: sender }))[0]?.address ?? ''
    for (let deposit = 0; deposit < 3; deposit++) await pay(address, COIN)
    await settled()
    expect(await balance()).toBe('3')
  })

  async function pay(to: string, units: number): Promise<void> {
    const { tx } = await rpc<{ tx: readonly { txid: string }[] }>('getblock', rewards.shift() ?? '', 2)
    const raw = await rpc('createrawtransaction', [{ txid: tx[0]?.txid, vout: 0 }], {
      [to]: (units / COIN).toFixed(8),
      [miner()]: ((50 * COIN - units - 100_000) / COIN).toFixed(8),
    })
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [outside().privateKey])
    await rpc('sendrawtransaction', hex)
  }

  const stored = (to: string, amount = '1', fee = FEE) =>
    calls.storeWithdrawal({ senderAccountId: sender, address: to, amount, fee })

  /** What a client signs: it pays so many units, and gives back the change. */
  async function sign({ data = [] }: Stored, to: string, units = COIN, less = 0): Promise<string> {
    const { codec, keys } = node.chain
    const own = keys?.address(xpub, 0) ?? ''
    // Either script of the pool's key: a transaction has one output to an address here.
    const pool = own === to ? (codec.twins(codec.canonical(own))[0] ?? '') : own
    const inputs = data.filter(({ vIn }) => vIn !== '-1')
    const change = Number(data.find(({ vIn }) => vIn === '-1')?.amount)
    const raw = await rpc(
      'createrawtransaction',
      inputs.map(({ vIn: txid, vInIndex: vout }) => ({ txid, vout })),
      [{ [to]: (units / COIN).toFixed(8) }, { [pool]: (change - less / COIN).toFixed(8) }],
      0,
      true,
    )
    const secrets = await Promise.all(
      inputs.map((input) => keys?.privateKey(mnemonic, input.address?.derivationKey ?? 0)),
    )
    return (await rpc<{ hex: string }>('signrawtransactionwithkey', raw, secrets)).hex
  }

  const broadcast = ({ id = '' }: Stored, txData: string) =>
    calls.broadcastBlockchainTransaction({ currency: 'LTC', txData, withdrawalId: id })
  const cancel = ({ id = '' }: Stored) => calls.cancelInProgressWithdrawal({ id })

  /** What the chain has paid there, in coins. */
  async function received(to: string): Promise<number> {
    const { total_amount } = await rpc<{ total_amount: number }>('scantxoutset', 'start', [`addr(${to})`])
    return Number(total_amount)
  }
  /** What others do with our keys, of which there is some in this file. */
  const unexplained = async () =>
    (await open.ledger.reconcile()).currencies.flatMap(({ lines }) =>
      lines.filter((line) => !line.isExplained),
    )
  const mustBeSound = async () => expect((await open.ledger.verify()).discrepancies).toEqual([])

  it('paid once, and its change is the coin of the next one', async () => {
    const to = fresh()
    const first = await stored(to)
    expect(first.data?.at(-1)).toMatchObject({ vIn: '-1', amount: 1.9995 })
    expect(await codeOf(stored(to))).toBe('withdrawal.pending')
    const raw = await sign(first, to)
    const { txId, completed } = await broadcast(first, raw)
    expect(completed).toBe(true)
    expect(await broadcast(first, raw)).toMatchObject({ txId, completed: true })
    await settled()
    const next = await stored(to, '0.5')
    expect(next.data).toMatchObject([
      { vIn: txId, amount: 1.9995 },
      { vIn: '-1', amount: 1.499 },
    ])
    await broadcast(next, await sign(next, to, COIN / 2))
    await settled()
    expect(await received(to)).toBe(1.5)
    expect(await balance()).toBe('1.499')
    await mustBeSound()
  })

  it('what pays or spends something else does not complete it', async () => {
    const to = fresh()
    const withdrawal = await stored(to)
    const less = { ...withdrawal, data: withdrawal.data?.slice(1) ?? [] }
    for (const raw of [
      await sign(withdrawal, fresh()),
      await sign(withdrawal, to, COIN - 1),
      await sign(withdrawal, to, COIN + 1),
      await sign(withdrawal, to, COIN, 1_000),
      await sign(less, to, COIN, COIN),
    ]) {
      expect(await codeOf(broadcast(withdrawal, raw))).toBe('transaction.invalid.body')
    }
    await cancel(withdrawal)
    await cancel(withdrawal)
    expect(await balance()).toBe('3')
    // Its outputs are free again.
    const second = await stored(to)
    await broadcast(second, await sign(second, to))
    expect(await codeOf(cancel(second))).toBe('withdrawal.not.cancelled.transaction.failed')
    await settled()
    expect([await received(to), await balance()]).toEqual([1, '1.9995'])
    await mustBeSound()
  })

  it('the transaction of a cancelled one, sent by somebody: its outputs are gone, and nothing else is lost', async () => {
    const to = fresh()
    const first = await stored(to)
    const raw = await sign(first, to)
    await cancel(first)
    await rpc('sendrawtransaction', raw)
    await settled()
    // Whoever cancels what he has signed pays for it himself: the chain has paid, the ledger has not.
    expect([await statusOf(first.id), await balance(), await received(to)]).toEqual(['Cancelled', '3', 1])
    const next = await stored(to, '0.5')
    expect(next.data).toMatchObject([{ amount: 1.9995 }, { vIn: '-1' }])
    await cancel(next)
    await mustBeSound()
  })

  it('the block of its transaction is undone, and an outsider spends an output: the money comes back', async () => {
    const to = fresh()
    const withdrawal = await stored(to)
    const other = await sign(
      { ...withdrawal, data: withdrawal.data?.slice(-2) ?? [] },
      fresh(),
      COIN / 2,
      1.6 * COIN,
    )
    await broadcast(withdrawal, await sign(withdrawal, to))
    await mine()
    await open.ledger.custody.follow()
    await open.round()
    expect(await statusOf(withdrawal.id)).toBe('Done')
    await rpc('invalidateblock', await rpc('getbestblockhash'))
    now += 60
    await rpc('setmocktime', now)
    await rpc('generateblock', miner(), [other])
    await settled()
    await settled()
    expect(await received(to)).toBe(0)
    expect(await statusOf(withdrawal.id)).toBe('Cancelled')
    expect(await balance()).toBe('3')
    await mustBeSound()
  })

  it('which spends the change of one that can never be confirmed, ends with it: both get their money back', async () => {
    const [to, later] = [fresh(), fresh()]
    const parent = await stored(to)
    const data = parent.data?.slice(-2) ?? []
    const other = await sign({ ...parent, data }, fresh(), COIN / 2, 1.6 * COIN)
    const { txId } = await broadcast(parent, await sign(parent, to))
    // Deposits that are left are chosen first.
    const child = await stored(later, '1.4')
    expect(child.data?.some(({ vIn }) => vIn === txId)).toBe(true)
    await broadcast(child, await sign(child, later, 1.4 * COIN))
    await open.round()
    expect([await statusOf(parent.id), await statusOf(child.id)]).toEqual(['Done', 'Done'])
    now += 60
    await rpc('setmocktime', now)
    await rpc('generateblock', miner(), [other])
    await settled()
    await settled()
    expect([await received(to), await received(later)]).toEqual([0, 0])
    expect([await statusOf(parent.id), await statusOf(child.id)]).toEqual(['Cancelled', 'Cancelled'])
    expect(await balance()).toBe('3')
    // What is left in the wallet can be withdrawn.
    const next = await stored(later, '0.5')
    await broadcast(next, await sign(next, later, COIN / 2))
    await settled()
    expect(await received(later)).toBe(0.5)
    await mustBeSound()
  })

  it('its fee is raised through a key-management system: the money waits until that says what it has sent', async () => {
    const to = fresh()
    const withdrawal = await stored(to)
    const { txId } = await broadcast(withdrawal, await sign(withdrawal, to))
    const inputs = withdrawal.data?.filter(({ vIn }) => vIn !== '-1') ?? []
    const ask = (spent: typeof inputs) =>
      calls.ltcTransactionUTXOKMS({
        fromUTXO: spent.map(({ vIn, vInIndex }) => ({
          txHash: vIn ?? '',
          index: vInIndex ?? 0,
          signatureId: WALLET,
        })),
        to: [{ address: to, value: 1 }],
        changeAddress: node.chain.keys?.address(xpub, 0) ?? '',
        fee: '0.01',
      })
    // With fewer, a block could take a third one that spends the others, and this one.
    const { code, message } = await refusalOf(ask(inputs.slice(1)))
    expect([code, message]).toEqual(['tx.hash.index.spent', expect.stringContaining(`${txId}, of yours`)])
    expect(message).toContain('spends the same outputs')
    const id = await pendingOf(ask(inputs))
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    const secrets = await Promise.all(
      inputs.map((input) => node.chain.keys?.privateKey(mnemonic, input.address?.derivationKey ?? 0)),
    )
    const unsigned = unsignedOf(serializedTransaction)
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', unsigned, secrets)
    const sent = await rpc('sendrawtransaction', hex)
    await settled()
    await settled()
    expect([await statusOf(withdrawal.id), await balance(), await received(to)]).toEqual([
      'Done',
      '1.9995',
      1,
    ])
    await calls.completePendingSignature({ id, txId: sent })
    await settled()
    const paid = (await calls.getWithdrawals({ pageSize: 50 })).find((row) => row.id === withdrawal.id)
    expect(paid).toMatchObject({ status: 'Done', txId: sent })
    expect([await balance(), await received(to)]).toEqual(['1.9995', 1])
    await mustBeSound()
  })

  it('whoever has its keys raises the fee elsewhere: it is paid; if less is paid there, the money comes back', async () => {
    for (const [units, status, left] of [
      [COIN, 'Done', '1.9995'],
      [COIN - 1, 'Cancelled', '1.9995'],
    ] as const) {
      const to = fresh()
      const withdrawal = await stored(to)
      await broadcast(withdrawal, await sign(withdrawal, to))
      await rpc('sendrawtransaction', await sign(withdrawal, to, units, 900_000))
      await settled()
      await settled()
      expect([await statusOf(withdrawal.id), await balance(), await received(to)]).toEqual([
        status,
        left,
        units / COIN,
      ])
      await mustBeSound()
    }
  })

  it.each([
    [1, ['Cancelled', 'Done'], '2.59999'],
    [2, ['Done', 'Done'], '2.19998'],
  ])(
    'whoever spends elsewhere what two equal ones spend, and pays %i times, has paid as many',
    async (times, statuses, left) => {
      const to = fresh()
      // Too low a fee to gather more than one deposit.
      const first = await stored(to, '0.4', '0.00001')
      await broadcast(first, await sign(first, to, 0.4 * COIN))
      const second = await stored(to, '0.4', '0.00001')
      await broadcast(second, await sign(second, to, 0.4 * COIN))
      const both = [first, second]
      const inputs = both.flatMap(({ data = [] }) => data.filter(({ vIn }) => vIn !== '-1'))
      expect(inputs).toHaveLength(2)
      const transaction = new Transaction()
      for (const { vIn = '', vInIndex = 0 } of inputs)
        transaction.addInput(Buffer.from(vIn, 'hex').reverse(), vInIndex)
      const { scriptPubKey } = await rpc<{ scriptPubKey: string }>('validateaddress', to)
      for (let paid = 0; paid < times; paid++)
        transaction.addOutput(Buffer.from(scriptPubKey, 'hex'), BigInt(0.4 * COIN))
      const secrets = await Promise.all(
        inputs.map((input) => node.chain.keys?.privateKey(mnemonic, input.address?.derivationKey ?? 0)),
      )
      const raw = transaction.toHex()
      const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, secrets)
      now += 60
      await rpc('setmocktime', now)
      await rpc('generateblock', miner(), [hex])
      await settled()
      await settled()
      expect(await received(to)).toBe((times * 4) / 10)
      expect((await Promise.all(both.map(({ id }) => statusOf(id)))).sort()).toEqual(statuses)
      expect(await balance()).toBe(left)
      await mustBeSound()
    },
  )

  it('whoever raises the fee elsewhere leaves a coin: it can be withdrawn', async () => {
    const [to, later] = [fresh(), fresh()]
    const withdrawal = await stored(to)
    await broadcast(withdrawal, await sign(withdrawal, to))
    const less = { ...withdrawal, data: withdrawal.data?.slice(1) ?? [] }
    await rpc('sendrawtransaction', await sign(less, to, COIN, COIN + 900_000))
    await settled()
    await settled()
    expect([await statusOf(withdrawal.id), await balance(), await received(to)]).toEqual([
      'Done',
      '1.9995',
      1,
    ])
    const next = await stored(later, '1.5')
    await broadcast(next, await sign(next, later, 1.5 * COIN))
    await settled()
    expect([await balance(), await received(later)]).toEqual(['0.499', 1.5])
    await mustBeSound()
  })

  it('a signature of its transaction is rewritten in a block: its change has the other id, and nothing waits for the old one', async () => {
    const before = await unexplained()
    const [to, later] = [fresh(), fresh()]
    const first = await stored(to)
    const raw = await sign(first, to)
    const { txId } = await broadcast(first, raw)
    // Built before anybody knows of it.
    const child = await stored(later, '1.4')
    expect(child.data?.some(({ vIn }) => vIn === txId)).toBe(true)
    const signed = await sign(child, later, 1.4 * COIN)
    now += 60
    await rpc('setmocktime', now)
    const twin = rewritten(raw)
    await rpc('generateblock', miner(), [twin])
    await broadcast(child, signed).catch(() => undefined)
    await settled()
    expect([await statusOf(first.id), await received(to)]).toEqual(['Done', 1])
    await settled()
    const mined = Transaction.fromHex(twin).getId()
    expect(await unexplained()).toEqual(before)
    const own = (await open.sends()).find((send) => send.txId === txId)
    expect(own).toMatchObject({ status: 'final', minedAs: mined })
    const made = { chain: 'LTC', network: 'testnet', txId } as const
    expect(await open.storage.query.list(OUTPUTS, { where: made, by: 'value' })).toEqual([])
    // No transaction of it is left, so it can be given up.
    await cancel(child)
    expect([await balance(), await received(later)]).toEqual(['1.9995', 0])
    const next = await stored(later, '1.9')
    expect(next.data).toMatchObject([{ vIn: mined, amount: 1.9995 }, { vIn: '-1' }])
    await broadcast(next, await sign(next, later, 1.9 * COIN))
    await settled()
    expect([await balance(), await received(later)]).toEqual(['0.099', 1.9])
    await mustBeSound()
  })

  it('to an address of another customer it is his deposit, once; to the pool it is nobody’s', async () => {
    const other = (await calls.createAccountXpub({ currency: 'LTC', xpub })).id
    const [{ address: own = '' } = {}] = await calls.getAllDepositAddresses({ id: other })
    const first = await stored(own)
    await broadcast(first, await sign(first, own))
    await settled()
    expect([await balance(), await balance(other)]).toEqual(['1.9995', '1'])
    const pool = node.chain.keys?.address(xpub, 0) ?? ''
    const second = await stored(pool)
    await broadcast(second, await sign(second, pool)).catch(() => cancel(second))
    await settled()
    const isDone = (await statusOf(second.id)) === 'Done'
    expect([await balance(), await balance(other)]).toEqual([isDone ? '0.999' : '1.9995', '1'])
    await mustBeSound()
  })

  it('what a payment leaves at the deposit address that it spends is no deposit, but what a withdrawal pays there is', async () => {
    const privateKey = (await node.chain.keys?.privateKey(mnemonic, 1)) ?? ''
    await calls.ltcTransactionAddress({
      fromAddress: [{ address, privateKey }],
      to: [{ address: fresh(), value: 0.5 }],
      changeAddress: address,
    })
    await settled()
    expect(await balance()).toBe('3')
    const own = await stored(address)
    const raw = await sign(own, address)
    // Before anybody says that it is that of the withdrawal.
    const txId = await rpc('sendrawtransaction', raw)
    await settled()
    await calls.completeWithdrawal({ id: own.id ?? '', txId }).catch(() => broadcast(own, raw))
    expect([await statusOf(own.id), await balance()]).toEqual(['Done', '2.9995'])
    await mustBeSound()
  })

  it.each([
    ['dust', '0.00000001', 'amount.dust'],
    ['too many decimals', '0.000000001', 'amount.format'],
    ['all of it, so that nothing is left for the fee', '3', 'balance.insufficient'],
    ['nothing', '0', 'amount.format'],
  ])('refused, and changes nothing: %s', async (_what, amount, code) => {
    const held = await open.held()
    expect(await codeOf(stored(fresh(), amount))).toBe(code)
    expect(await balance()).toBe('3')
    expect(await open.held()).toBe(held)
  })
})
