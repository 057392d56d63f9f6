/** The pipeline, run by an operation and by a worker, on a chain with Ed25519 keys, without xpubs, and with sequences above 2^53. */
import { sendKey, signatureKey, type TenantId } from '@tallystick/core'
import {
  BadKey,
  Custody,
  claimAt,
  keysAtHand,
  type Order,
  type Plan,
  placeOf,
  type Signer,
  type SignerSource,
  type ToPend,
  type ToSign,
  type Unsigned,
} from '@tallystick/custody'
import {
  Engine,
  embeddedCaller,
  idempotencyOf,
  memoryStorage,
  Rejected,
  type Terms,
} from '@tallystick/engine'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Ed25519Chain } from './family.fixture.js'
import { FIRST, openedChain } from './server.fixture.js'

const CALLER = { ...embeddedCaller('default' as TenantId), network: 'testnet' } as const
const CREDITS = 3
/** The lifetime of a transaction, in milliseconds. */
const LIFETIME = 60_000
const TO = `t${'ab'.repeat(32)}`
const WORDS = `${'abandon '.repeat(11)}about`

async function open() {
  const { chain, ledger, server } = await openedChain()
  const storage = memoryStorage()
  const engine = new Engine({ storage, clock: { now: () => ledger.time } })
  const custody = new Custody(engine)
  onTestFinished(() => custody.close())
  const account = await chain.accounts.account(WORDS, 5)
  ledger.fund(account.address, 1_000n)
  const order: Order<Ed25519Chain> = { chain, caller: CALLER }
  const terms = (key: string | null = null): Terms => ({
    caller: CALLER,
    price: () => 0,
    idempotency: key === null ? null : idempotencyOf(CALLER.tenant, key, 'send', {}),
  })
  const planned = (amount: bigint, memo = 'customer 7'): Plan<ToSign> => ({
    turn: account.address,
    async build() {
      const from = account.address
      const next = await chain.node.sequence(from)
      const sequence = await custody.turns.nextIndex({ ...placeOf(order), owner: from }, next)
      const until = ledger.time + LIFETIME
      const payment = { from, to: TO, amount: amount.toString(), memo, sequence: sequence.toString(), until }
      return { unsigned: chain.codec.build(payment), replaces: false }
    },
  })
  const send = (txId: string) => storage.query.find(sendKey(placeOf(order), txId))
  const signer = chain.codec.signer(account.privateKey)
  return { chain, ledger, server, custody, order, terms, planned, signer, send, storage }
}

/** A vault: it answers late, and checks its rules first. */
function vault(signer: Signer, wait: () => void, allows: (unsigned: Unsigned) => boolean = () => true) {
  const asked: Unsigned[] = []
  const source: SignerSource = {
    async signers(unsigned, requests) {
      asked.push(unsigned)
      if (!allows(unsigned)) throw new Rejected({ code: 'account.frozen' })
      const slow: Signer = {
        ...signer,
        async sign(request) {
          await new Promise(setImmediate)
          wait()
          return signer.sign(request)
        },
      }
      return requests.map(() => slow)
    },
  }
  return { asked, source }
}

describe('the pipeline on an Ed25519 chain', () => {
  it('chooses the next sequence beyond 2^53', async () => {
    const { custody, order, terms, signer, chain } = await open()
    const owner = { ...placeOf(order), owner: signer.address }
    const last = (1n << 53n) - 1n
    const next = (from: bigint) => custody.turns.nextIndex(owner, from)
    for (const sequence of [last, last + 1n]) {
      expect(await next(last)).toBe(sequence)
      const payment = { from: signer.address, to: TO, amount: '1', memo: '', sequence: sequence.toString() }
      const unsigned = chain.codec.build({ ...payment, until: Date.UTC(2031, 0, 1) })
      const plan = { turn: null, build: async () => ({ unsigned, replaces: false }) }
      await custody.pipeline.sign(order, terms(), plan, keysAtHand([signer]), CREDITS)
    }
    expect(await Promise.all([0n, last, last + 1n, last + 2n, FIRST].map(next))).toEqual([
      0n,
      last + 2n,
      last + 2n,
      last + 2n,
      FIRST,
    ])
  })

  it('sends for an operation, whose call repeated sends nothing twice', async () => {
    const { custody, order, terms, planned, signer, send, server, ledger } = await open()
    const { pipeline } = custody
    const sign = () => pipeline.sign(order, terms('key'), planned(25n), keysAtHand([signer]), CREDITS)
    const first = await sign()
    expect(await pipeline.deliver(order, first)).toBe(first.txId)
    const recorded = await send(first.txId)
    expect(recorded).toMatchObject({ status: 'sent', claims: [claimAt(signer.address, FIRST)], due: 0 })
    // Its text is Base64.
    expect(Buffer.from(recorded?.raw ?? '', 'base64').toString('base64')).toBe(recorded?.raw)
    const again = await sign()
    expect(again).toEqual({ txId: first.txId, begun: recorded?.created })
    expect(await pipeline.deliver(order, again)).toBe(first.txId)
    expect(server.asked.filter(({ url }) => url === '/transactions')).toHaveLength(1)
    ledger.close()
    expect(ledger.balanceOf(TO)).toBe(25n)
  })

  it('reads nothing back between recording and delivering', async () => {
    const { custody, order, terms, planned, signer, storage } = await open()
    let reads = 0
    const find = storage.query.find.bind(storage.query)
    storage.query.find = (key) => {
      reads += 1
      return find(key)
    }
    const sent = await custody.pipeline.sign(order, terms(), planned(25n), keysAtHand([signer]), CREDITS)
    await custody.pipeline.deliver(order, sent)
    expect(reads).toBe(0)
  })

  it('sends for a worker, side by side with others, each with a sequence of its own', async () => {
    const { custody, order, terms, planned, signer, send, ledger } = await open()
    const { asked, source } = vault(signer, () => undefined)
    const sent = await Promise.all(
      [1n, 2n, 3n].map(async (amount) => {
        const recorded = await custody.pipeline.sign(order, terms(), planned(amount), source, CREDITS)
        return custody.pipeline.deliver(order, recorded)
      }),
    )
    const claims = (await Promise.all(sent.map(send))).flatMap((one) => one?.claims ?? [])
    expect(claims.map(({ index }) => index)).toEqual([FIRST, FIRST + 1n, FIRST + 2n])
    expect(asked).toHaveLength(3)
    for (let block = 0; block < 3; block += 1) ledger.close()
    expect(ledger.balanceOf(TO)).toBe(6n)
  })

  it('builds anew what has expired when its signature comes, and gives up a signer that is always late', async () => {
    const { custody, order, terms, planned, signer, ledger, send, chain } = await open()
    let late = 1
    const { asked, source } = vault(signer, () => {
      if (late > 0) ledger.time += LIFETIME
      late -= 1
    })
    const recorded = await custody.pipeline.sign(order, terms(), planned(25n), source, CREDITS)
    expect(asked).toHaveLength(2)
    expect(asked[1]?.claims).toEqual(asked[0]?.claims)
    expect(await custody.pipeline.deliver(order, recorded)).toBe(recorded.txId)
    expect((await send(recorded.txId))?.status).toBe('sent')

    late = Number.POSITIVE_INFINITY
    const never = custody.pipeline.sign(order, terms(), planned(26n), source, CREDITS)
    await expect(never).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toHaveLength(6)
    // Nothing of it is recorded.
    expect(await chain.node.sequence(signer.address)).toBe(FIRST)
    const next = { ...placeOf(order), owner: signer.address }
    expect(await custody.turns.nextIndex(next, FIRST)).toBe(FIRST + 1n)
  })

  it('records nothing that the source of keys does not allow', async () => {
    const { custody, order, terms, planned, signer, send, server } = await open()
    const { source, asked } = vault(
      signer,
      () => undefined,
      ({ payload }) => JSON.parse(payload).amount === '1',
    )
    const refused = custody.pipeline.sign(order, terms(), planned(25n), source, CREDITS)
    await expect(refused).rejects.toMatchObject({ code: 'account.frozen' })
    const none = custody.pipeline.sign(order, terms(), planned(25n), keysAtHand([]), CREDITS)
    await expect(none).rejects.toThrow(BadKey)
    expect(server.asked.some(({ url }) => url === '/transactions')).toBe(false)
    const { txId } = await custody.pipeline.sign(order, terms(), planned(1n), source, CREDITS)
    expect((await send(txId))?.claims).toEqual(asked[1]?.claims)
  })

  it('leaves it to a key-management system, which signs one that does not expire yet', async () => {
    const { chain, custody, order, terms, planned, signer, ledger, send } = await open()
    const pending: Plan<ToPend> = {
      turn: signer.address,
      async build() {
        const { unsigned } = await planned(25n).build()
        const { payload: serialized, claims, fee } = unsigned
        return { serialized, claims, fee, replaces: false, signs: { by: [signer.address] } }
      },
    }
    const wallets = () => ({ hashes: ['wallet'], index: 5, signatures: null })
    const { signatureId } = await custody.pipeline.pend(order, terms(), pending, { wallets, request: {} })
    const asked = await custody.engine.query.find(signatureKey(CALLER.tenant, signatureId as never))
    ledger.time += 10 * LIFETIME
    const payment = { ...JSON.parse(asked?.serialized ?? ''), until: ledger.time + LIFETIME }
    const raw = (changed: object) => {
      const unsigned = chain.codec.build({ ...payment, ...changed })
      const [request] = chain.codec.signingRequests(unsigned)
      if (request === undefined) throw new TypeError('no request')
      const { publicKey } = signer
      return chain.codec.combine(unsigned, [{ publicKey, signature: signer.sign(request) }]).raw
    }
    const foreign = (changed: object) =>
      custody.pipeline.foreign(order, terms(), raw(changed), { credits: CREDITS, signature: signatureId })
    await expect(foreign({ memo: 'customer 8' })).rejects.toThrow('memo')
    const sent = await foreign({})
    expect(await custody.pipeline.deliver(order, sent)).toBe(sent.txId)
    expect(chain.codec.inspect((await send(sent.txId))?.raw ?? '').outputs).toEqual([
      { address: TO, amount: 25n, tag: 'customer 7' },
    ])
  })
})
