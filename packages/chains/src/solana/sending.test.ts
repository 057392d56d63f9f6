/** Payments of Solana from a key and from a key-management system to their end, on litesvm behind its JSON-RPC. */
import { sendKey, signatureKey, type TenantId } from '@tallystick/core'
import {
  BadTransaction,
  Custody,
  keysAtHand,
  type Order,
  placeOf,
  planSolana,
  planSolanaPending,
  type SolanaChain,
  type SolanaPayment,
} from '@tallystick/custody'
import { embeddedCaller, type Terms } from '@tallystick/engine'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { codeOf, openLedger } from '../open-ledger.fixture.js'
import { TOKEN } from './address.js'
import { accountOf } from './chain.fixture.js'
import { SolanaServer } from './server.fixture.js'
import { issue } from './token.fixture.js'

const SOL = 1_000_000_000n
const alice = accountOf('alice')
const bob = accountOf('bob')
const CALLER = { ...embeddedCaller('default' as TenantId), network: 'testnet' } as const
const TERMS: Terms = { caller: CALLER, price: () => 0, idempotency: null }

async function open() {
  const server = await SolanaServer.start()
  const nodes = [{ kind: 'solana' as const, url: server.url, timeoutMs: 2_000 }]
  const chains = createChains(
    readChainsConfig({ chains: { SOL: { testnet: { parameters: 'regtest', nodes } } } }),
  )
  const world = openLedger(chains)
  onTestFinished(async () => {
    await world.close()
    await server.close()
  })
  server.ledger.fund(alice.address, 1_000n * SOL)
  const chain: SolanaChain = await chains.chain('SOL', 'testnet')
  const { custody } = world.ledger
  const order: Order<SolanaChain> = { chain, caller: CALLER }
  const signer = chain.codec.signer(alice.secret)
  const payment = (over: Partial<SolanaPayment> = {}): SolanaPayment => ({
    from: alice.address,
    to: bob.address,
    amount: SOL,
    ...over,
  })
  const on = { engine: custody.engine }
  const pay = async (over: Partial<SolanaPayment> = {}): Promise<string> => {
    const plan = await planSolana(on, order, payment(over))
    const recorded = await custody.pipeline.sign(order, TERMS, plan, keysAtHand([signer]), 2)
    return custody.pipeline.deliver(order, recorded)
  }
  const ask = async (over: Partial<SolanaPayment> = {}): Promise<string> => {
    const plan = await planSolanaPending(on, order, payment(over))
    const wallets = () => ({ hashes: ['wallet'], index: null, signatures: null })
    return (await custody.pipeline.pend(order, TERMS, plan, { wallets, request: {} })).signatureId
  }
  const send = (txId: string) => world.storage.query.find(sendKey(placeOf(order), txId))
  const pendingOf = (id: string) => world.storage.query.find(signatureKey(CALLER.tenant, id as never))
  /** As the daemon does: the message that was asked for, under a block of its own. */
  const signedFor = async (id: string): Promise<Buffer> => {
    const { txData } = JSON.parse((await pendingOf(id))?.serialized ?? '')
    const message = Buffer.from(txData, 'hex')
    const keys = message[3] ?? 0
    const { blockhash } = await chain.node.lifetime()
    const { codec } = chain
    // The bytes of a hash are written as an address is.
    const bytes = Buffer.from(
      codec.message(
        codec.build({
          transfer: payment(),
          lifetime: { blockhash, last: 1n },
          fee: 0n,
          salt: null,
        }),
      ),
      'base64',
    )
    const at = 4 + 32 * (bytes[3] ?? 0)
    message.set(bytes.subarray(at, at + 32), 4 + 32 * keys)
    const signature = signer.sign({
      bytes: message,
      scheme: 'ed25519',
      address: alice.address,
      accepts: () => true,
    })
    return Buffer.concat([Buffer.of(1), signature, message])
  }
  const received = () => server.ledger.account(bob.address, server.ledger.block(0).slot)?.lamports ?? 0n
  /** Of another process. */
  const another = () => {
    const beside = new Custody(custody.engine, chains)
    onTestFinished(() => beside.stop())
  }
  return { ...world, server, chain, custody, another, pay, ask, send, pendingOf, signedFor, received }
}

describe('payments by a key', () => {
  it('of the same amount to the same recipient at once are all made, each once, those that are dropped too', async () => {
    const { pay, received, server, round, sends } = await open()
    const dropped = new Set<string>()
    let given = 0
    server.ledger.drops = (id) => {
      given += 1
      if (given % 5 === 0 && given <= 100) dropped.add(id)
      return dropped.has(id)
    }
    const ids = await Promise.all(Array.from({ length: 100 }, () => pay()))
    expect(new Set(ids).size).toBe(100)
    expect(dropped.size).toBeGreaterThan(15)
    expect(received()).toBe(BigInt(100 - dropped.size) * SOL)
    // The first ones come back; the others never, and expire.
    const back = [...dropped].slice(0, 10)
    for (const id of back) dropped.delete(id)
    server.ledger.close(3)
    await round()
    server.ledger.finalize()
    server.ledger.close(160)
    await round()
    const statuses = new Map((await sends()).map(({ txId, status }) => [txId, status] as const))
    for (const id of ids) expect(statuses.get(id), id).toBe(dropped.has(id) ? 'dead' : 'final')
    expect(received()).toBe(BigInt(100 - dropped.size) * SOL)
  }, 120_000)

  it('of tokens are recorded, sent again, and dead by proof only, as those of coins are', async () => {
    const { pay, server, chain, round, send, sends } = await open()
    const mint = accountOf('a mint').address
    const token = { mint, program: TOKEN, decimals: 6 }
    issue(server.ledger, chain, { ...token, holder: alice.address, supply: 2n ** 64n - 1n })
    const tokens = () => {
      const account = chain.codec.tokenAccount(bob.address, token)
      const data = server.ledger.account(account, server.ledger.block(0).slot)?.data
      return data === undefined ? 0n : Buffer.from(data).readBigUInt64LE(64)
    }
    const lost = new Set<string>()
    server.ledger.drops = (id) => lost.has(id)
    const first = await pay({ mint, amount: 1n })
    server.ledger.finalize()
    await round()
    expect([tokens(), (await send(first))?.status]).toEqual([1n, 'final'])
    const [again, dead] = await Promise.all([
      payLost({ amount: 2n ** 53n + 1n }),
      payLost({ amount: 2n ** 63n }),
    ])
    async function payLost(over: object): Promise<string> {
      server.ledger.drops = () => true
      return pay({ mint, ...over })
    }
    server.ledger.drops = (id) => id === dead
    server.ledger.close(3)
    await round()
    expect(tokens()).toBe(2n ** 53n + 2n)
    // What may still be taken is not there for another.
    await expect(pay({ mint, amount: 2n ** 63n })).rejects.toThrow(/enough tokens/)
    const account = chain.codec.tokenAccount(bob.address, token)
    await expect(pay({ mint, to: account })).rejects.toThrow(/is an account of tokens: name the wallet/)
    expect((await send(dead))?.status).toBe('sent')
    server.ledger.close(160)
    await round()
    expect([(await send(again))?.status, (await send(dead))?.status]).toEqual(['final', 'dead'])
    server.ledger.drops = () => false
    await pay({ mint, amount: 2n ** 63n })
    expect(tokens()).toBe(2n ** 63n + 2n ** 53n + 2n)
    expect(await sends()).toHaveLength(4)
  })

  it('pay for a place in a full block what most did, up to the ceiling, and nothing where nobody must', async () => {
    const { pay, server, chain, send } = await open()
    const left = () => server.ledger.account(alice.address, server.ledger.block(0).slot)?.lamports ?? 0n
    const feeOf = async (prices: readonly number[]) => {
      server.prices = prices
      const before = left()
      const txId = await pay()
      const { fee } = chain.codec.outlay((await send(txId))?.raw ?? '')
      // What the machine takes.
      expect(before - left() - SOL).toBe(fee)
      server.ledger.finalize()
      return fee
    }
    expect(await feeOf([0, 0, 0, 0, 9_000])).toBe(5_000n)
    expect(await feeOf([])).toBe(5_000n)
    const usual = await feeOf([0, 100_000, 100_000, 100_000, 90_000_000])
    expect(usual).toBeGreaterThanOrEqual(6_000n)
    expect(usual).toBeLessThanOrEqual(12_554n)
    const most = await feeOf([90_000_000])
    expect(most).toBeGreaterThanOrEqual(15_000n)
    expect(most).toBeLessThanOrEqual(80_535n)
  })

  it('that no block takes are dead once their last block is final, and free what they held; others are not', async () => {
    const { pay, received, server, round, send } = await open()
    server.ledger.drops = () => true
    const lost = await pay({ amount: 999n * SOL })
    expect((await send(lost))?.status).toBe('sent')
    // It may still be taken: nothing else of the same money is sent.
    await expect(pay({ amount: 999n * SOL })).rejects.toThrow(BadTransaction)
    server.ledger.close(140)
    await round()
    expect((await send(lost))?.status).toBe('sent')
    server.ledger.close(20)
    await round()
    expect((await send(lost))?.status).toBe('dead')
    server.ledger.drops = () => false
    await pay({ amount: 999n * SOL })
    expect(received()).toBe(999n * SOL)
  })

  it('are given to a node again while no block has them, and are paid once', async () => {
    const { pay, received, server, round, send } = await open()
    server.ledger.drops = () => true
    const txId = await pay()
    server.ledger.drops = () => false
    server.ledger.close(3)
    await round()
    expect(received()).toBe(SOL)
    server.ledger.close()
    await round()
    expect((await send(txId))?.status).toBe('confirmed')
    server.ledger.finalize()
    await round()
    expect((await send(txId))?.status).toBe('final')
    expect(received()).toBe(SOL)
  })

  it('whose answer is lost, or whose sending a proxy repeats, are paid once', async () => {
    const { pay, received, server, round, chain } = await open()
    server.repeats = 3
    await pay()
    server.repeats = 1
    server.loses = (method) => (method === 'sendTransaction' ? 'answer' : null)
    expect(await codeOf(pay())).toBe('broadcast.unknown')
    server.loses = () => null
    server.ledger.finalize()
    await round()
    expect(received()).toBe(2n * SOL)
    expect(await chain.node.balance(bob.address)).toBe(2n * SOL)
  })

  it('that one node took and another one cannot read are not refused: a block may have them', async () => {
    const { pay, received, server, round, sends } = await open()
    server.ledger.drops = () => true
    server.loses = (method) => (method === 'sendTransaction' ? 'answer' : null)
    expect(await codeOf(pay())).toBe('broadcast.unknown')
    server.loses = () => null
    server.isOld = true
    await round()
    expect((await sends()).map(({ status }) => status)).toEqual(['unknown'])
    server.ledger.drops = () => false
    server.isOld = false
    await round()
    server.ledger.finalize()
    await round()
    expect((await sends()).map(({ status }) => status)).toEqual(['final'])
    expect(received()).toBe(SOL)
  })

  it('are not called dead by a node that is behind, or forgets', async () => {
    const { pay, server, round, send } = await open()
    server.ledger.drops = () => true
    const txId = await pay()
    server.ledger.close(200)
    server.lag = 100
    await round()
    expect((await send(txId))?.status).not.toBe('dead')
    server.lag = 0
    server.ledger.firstHeight = 1_190
    await round()
    expect((await send(txId))?.status).not.toBe('dead')
    server.ledger.firstHeight = 0
    // Of before it was sent: it lacks nothing that may have it.
    const { height } = server.ledger.at('finalized', 0)
    server.ledger.isMissing = (at) => at > height - 500 && at < height - 450
    await round()
    expect((await send(txId))?.status).toBe('dead')
  })

  it('that a block has are not called dead by a node that was started again from a newer snapshot', async () => {
    const { pay, received, server, round, send } = await open()
    const txId = await pay()
    expect(received()).toBe(SOL)
    const { height } = server.ledger.block(0)
    server.ledger.close(200)
    const lacking: readonly ((at: number) => boolean)[] = [
      // The very block; all since its shutdown; and all: it has just started, and has one block.
      (at) => at === height,
      (at) => at > height - 20 && at < height + 190,
      (at) => at < server.ledger.at('finalized', 0).height,
    ]
    for (const isMissing of lacking) {
      server.ledger.isMissing = isMissing
      await round()
      expect((await send(txId))?.status).toBe('sent')
    }
    server.ledger.isMissing = () => false
    await round()
    expect((await send(txId))?.status).toBe('final')
  })
})

/** Two that are listed, of which the signer has signed the second. */
async function listedWorld() {
  const world = await open()
  const { server, ledger, custody } = world
  const [other, id] = [await world.ask(), await world.ask()]
  const bytes = Uint8Array.from(await world.signedFor(id))
  const listed = async () =>
    (await ledger.getPendingTransactionsToSign({ chain: 'SOL' })).map((pending) => pending.id)
  /** Blocks tell the time of the service, with one each second. */
  const setTime = () => {
    server.epoch = Math.floor(custody.engine.now() / 1_000) - server.ledger.block(0).slot
  }
  const report = async (error = 'Transaction not confirmed.') => {
    setTime()
    await ledger.kmsReportErrors({ errors: [{ signatureId: id, error }] })
  }
  /** It is not done at once. */
  const remove = async () => {
    setTime()
    await ledger.deletePendingTransactionToSign({ id })
  }
  const searches = () => server.asked.filter((method) => method === 'getEpochInfo').length
  /** Rounds of the search, until two that began after this are over. */
  const search = async () => {
    const seen = searches()
    await expect
      .poll(async () => {
        await world.round(15_000)
        return searches()
      })
      .toBeGreaterThan(seen + 2)
  }
  /** Rounds, until it has this status. */
  const ends = async (status: 'complete' | 'deleted') =>
    void (await expect
      .poll(async () => {
        await world.round(15_000)
        return (await world.pendingOf(id))?.status
      })
      .toBe(status))
  expect(await listed()).toEqual([other, id])
  const isMade = () => server.ledger.submit(bytes, 0)
  return { ...world, other, id, listed, report, remove, search, ends, isMade, bytes }
}

describe('a pending signature that somebody wants deleted while its signer may have it', () => {
  it('is listed no more, and deleted when none who had its list can still be paid', async () => {
    const { remove, other, id, isMade, search, ends, server, ledger, listed, pendingOf, ...world } =
      await listedWorld()
    world.another()
    await remove()
    expect(await listed()).toEqual([other])
    server.ledger.close(600)
    await world.round(600_000)
    // Asked again, it begins no longer wait.
    await ledger.deletePendingTransactionToSign({ id })
    server.ledger.close(2_900)
    await world.round(2_900_000)
    await search()
    server.ledger.close(200)
    await world.round(200_000)
    await search()
    expect((await pendingOf(id))?.status).toBe('pending')
    server.ledger.close(170)
    await ends('deleted')
    expect(isMade()).not.toHaveProperty('id')
    expect(await codeOf(ledger.deletePendingTransactionToSign({ id }))).toBe('kms.missing')
    await world.round(15_000)
    expect(await listed()).toEqual([other])
    expect(world.warnings).toEqual([])
  })

  it.each(['it says so itself', 'a block has it'])('is completed if it was sent: %s', async (how) => {
    const { remove, id, isMade, ends, round, server, ledger, pendingOf, chain, bytes } = await listedWorld()
    if (how === 'a block has it') expect(isMade()).toHaveProperty('id')
    await remove()
    expect(isMade()).toBeDefined()
    server.ledger.close(40)
    if (how === 'a block has it') {
      await round(3_700_000)
      await ends('complete')
    } else {
      const { txId } = chain.codec.inspect(chain.codec.read(Buffer.from(bytes).toString('hex')).raw)
      expect(await ledger.solanaBroadcast({ txData: txId, signatureId: id })).toEqual({ txId })
    }
    expect((await pendingOf(id))?.status).toBe('complete')
    server.ledger.close(4_000)
    await round()
    expect((await pendingOf(id))?.status).toBe('complete')
  })
})

describe('a pending signature whose signer has sent it, and reports an error', () => {
  it.each([
    ['at once', 0],
    ['shortly before it would expire', 110],
  ])('is completed by what a block has, %s, and not signed again', async (_, blocks) => {
    const { report, other, isMade, search, ends, server, listed, pendingOf, ...world } = await listedWorld()
    await report()
    expect(await listed()).toEqual([other])
    for (let block = 0; block < blocks; block += 55) {
      server.ledger.close(55)
      await search()
      expect(await listed()).toEqual([other])
    }
    expect(isMade()).toHaveProperty('id')
    server.ledger.close(40)
    await ends('complete')
    expect((await pendingOf(other))?.status).toBe('pending')
    server.ledger.close(300)
    await world.round(15_000)
    expect(await listed()).toEqual([other])
    expect(world.received()).toBe(SOL)
  })

  it('is listed again once no block can have it', async () => {
    const { report, other, id, isMade, search, round, server, listed } = await listedWorld()
    await report('locked')
    await search()
    // The node that is asked is far behind, and then one that has forgotten.
    server.lag = 190
    server.ledger.close(190)
    await search()
    server.lag = 0
    server.ledger.firstHeight = server.ledger.block(0).height
    for (const blocks of [400, 170]) {
      server.ledger.close(blocks)
      await search()
    }
    expect(await listed()).toEqual([other])
    server.ledger.firstHeight = 0
    await search()
    server.ledger.close(170)
    await expect
      .poll(async () => {
        await round(15_000)
        return listed()
      })
      .toEqual([other, id])
    expect(isMade()).not.toHaveProperty('id')
  })

  it('is looked for anew after another report, by every process', async () => {
    const { report, other, search, server, listed, pendingOf, id } = await listedWorld()
    await report()
    server.ledger.close(100)
    await search()
    // Another process has begun the search too, and this one ends it: the signer signs and reports again.
    await report('once more')
    server.ledger.close(170)
    await search()
    expect(await listed()).toEqual([other])
    expect((await pendingOf(id))?.error).toBe('once more')
  })

  it('is looked for among all that names its payer, and in what nodes show only', async () => {
    const { report, other, isMade, pay, search, ends, server, listed } = await listedWorld()
    server.page = 2
    await report()
    expect(isMade()).toHaveProperty('id')
    server.ledger.close(1)
    for (let more = 0; more < 5; more += 1) {
      await pay()
      server.ledger.close(1)
    }
    server.loses = (method) => (method === 'getTransaction' ? 'answer' : null)
    server.ledger.close(400)
    await search()
    server.ledger.close(400)
    await search()
    expect(await listed()).toEqual([other])
    server.loses = () => null
    await ends('complete')
  })
})

describe('POST /v3/solana/broadcast', () => {
  it('completes a pending signature by the ID of a transaction that is on the chain', async () => {
    const { ask, signedFor, server, ledger, pendingOf, chain, received } = await open()
    const [first, second] = [await ask(), await ask()]
    const bytes = await signedFor(first)
    const { txId } = chain.codec.inspect(chain.codec.read(bytes.toString('hex')).raw)
    // No node has it yet.
    const call = { txData: txId, signatureId: first }
    expect(await codeOf(ledger.solanaBroadcast(call))).toBe('tx.not.found')
    expect(server.ledger.submit(Uint8Array.from(bytes), 0)).toEqual({ id: txId })
    server.ledger.close(1)
    // What was asked for by the other one is told apart by its salt.
    expect(await codeOf(ledger.solanaBroadcast({ ...call, signatureId: second }))).toBe(
      'transaction.invalid.body',
    )
    expect(await ledger.solanaBroadcast(call)).toEqual({ txId })
    expect((await pendingOf(first))?.status).toBe('complete')
    expect((await pendingOf(second))?.status).toBe('pending')
    expect(await ledger.solanaBroadcast(call)).toEqual({ txId })
    // In Base58, a letter of the other case is another digit.
    const another = txId.replace(/[a-hjkmnp-z]/, (letter) => letter.toUpperCase())
    expect(await codeOf(ledger.solanaBroadcast({ ...call, txData: another }))).toBe('kms.unexpected.state')
    expect(received()).toBe(SOL)
    expect(await codeOf(ledger.solanaBroadcast({ txData: txId }))).toBe('validation.failed')
  })

  it('sends bytes, as hex or Base64, once; and none that have expired', async () => {
    const { ask, signedFor, server, ledger, pendingOf, received } = await open()
    const [first, second] = [await ask(), await ask()]
    const [one, two] = [await signedFor(first), await signedFor(second)]
    const call = { txData: one.toString('hex'), signatureId: first }
    const { txId } = await ledger.solanaBroadcast(call)
    expect(await ledger.solanaBroadcast({ ...call, txData: one.toString('base64') })).toEqual({ txId })
    expect((await pendingOf(first))?.status).toBe('complete')
    server.ledger.close(200)
    const late = { txData: two.toString('base64'), signatureId: second }
    expect(await codeOf(ledger.solanaBroadcast(late))).toBe('blockchain.broadcast.error')
    // It is signed anew, under a newer block.
    expect((await pendingOf(second))?.status).toBe('pending')
    const again = await signedFor(second)
    await ledger.solanaBroadcast({ ...late, txData: again.toString('base64') })
    expect(received()).toBe(2n * SOL)
    for (const txData of ['zz', '00', one.toString('base64').slice(4), `${one.toString('hex')}00`]) {
      expect(await codeOf(ledger.solanaBroadcast({ txData })), txData.slice(0, 9)).toBe(
        'transaction.invalid.body',
      )
    }
  })
})

it('the end of what was signed elsewhere is not told by a node that is behind the one that knows its block', async () => {
  const { server, chain } = await open()
  server.ledger.close(200)
  const { blockhash, last } = await chain.node.lifetime()
  expect(await chain.node.lastFor(blockhash)).toBeGreaterThanOrEqual(last)
  server.lags.set('getBlockHeight', 100)
  await expect(chain.node.lastFor(blockhash)).rejects.toMatchObject({ name: 'NodeFault' })
})
