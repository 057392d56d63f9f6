/**
 * Amounts at the edges of 64 bits, which no double holds: by HTTP, to a pending signature, through what a
 * key-management system signs, into the books of each database and to the chain, to their last digit.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { planSolanaPending, type SolanaChain, type SolanaPayment, type TronChain } from '@tallystick/custody'
import { embeddedCaller, type Storage, unsettledSends } from '@tallystick/engine'
import { startHorizon } from '@tallystick/testing/simulated'
import { afterAll, describe, expect, it } from 'vitest'
import { field, type Running, startService, TENANT } from '../service.fixture.js'
import { solanaNode, stellarDaemon, tronNode } from './nodes.fixture.js'
import { openFreshPostgres, openFreshSqlite } from './storages.fixture.js'

const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const WORDS = `${'abandon '.repeat(11)}about`

const [tron, solana] = [await tronNode(), await solanaNode()]
const nodes = {
  tron: await tron.startTronServer(),
  horizon: await startHorizon(),
  solana: await solana.SolanaServer.start(
    new solana.SolanaLedger('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
  ),
}
afterAll(() => Promise.all([nodes.tron.close(), nodes.horizon.close(), nodes.solana.close()]))

const chains = createChains(
  readChainsConfig({
    chains: {
      TRON: { testnet: { nodes: [{ kind: 'tron', url: nodes.tron.url }] } },
      XLM: { testnet: { nodes: [{ kind: 'horizon', url: nodes.horizon.url }] } },
      SOL: { testnet: { nodes: [{ kind: 'solana', url: nodes.solana.url }] } },
    },
  }),
)

async function started(open: () => Promise<Storage>): Promise<Running> {
  return startService({ storage: await open(), engine: { chains } })
}

/** What waits for its signature, as the system is told. */
const waiting = async ({ call }: Running, id: string): Promise<string> =>
  field(await call('GET', `/v3/kms/${id}`), 'serializedTransaction')

/** What the books have of the only transaction. */
async function recorded({ storage }: Running): Promise<string> {
  const [send, ...more] = await unsettledSends(storage.query, undefined, 2)
  expect(more).toEqual([])
  return send?.raw ?? ''
}

describe.each([
  ['SQLite', openFreshSqlite],
  ['PostgreSQL', () => openFreshPostgres()],
] as const)('%s', (name, open) => {
  it('TRX, to the last sun of an int64', async () => {
    const service = await started(open)
    const chain: TronChain = await chains.chain('TRON', 'testnet')
    const [rich, to] = [`${name} rich`, `${name} bob`].map((who) => keyOf(who))
    if (rich === undefined || to === undefined) throw new TypeError('no keys')
    const [sender, recipient] = [rich, to].map((key) => chain.codec.signer(key).address)
    nodes.tron.ledger.fund(String(sender), MAX_INT64)
    // It keeps two TRX for the recipient’s account.
    const amount = MAX_INT64 - 2_000_000n
    const { call } = service
    const asked = await call('POST', '/v3/tron/transaction', {
      body: { from: sender, to: recipient, amount: '9223372036852.775807', signatureId: WALLET },
    })
    const signatureId = field(asked, 'signatureId')
    const serialized = await waiting(service, signatureId)
    expect(serialized).toContain(`"amount":${amount}`)
    // The chain's library reads JSON as doubles: it finds that this is not what the bytes say, and signs nothing.
    expect(() => tron.signAsDaemon(serialized, rich)).toThrow('do not agree')
    const txData = signedById(serialized, chain, rich)
    const sent = await call('POST', '/v3/tron/broadcast', { body: { txData, signatureId } })
    expect(sent.status, sent.text).toBe(200)
    expect(chain.codec.inspect(await recorded(service)).outputs).toMatchObject([{ amount }])
    // The node in memory reads transactions by tronweb, and books a double: its answers are checked by an account that
    // was given the amount.
    const given = chain.codec.signer(keyOf(`${name} given`)).address
    nodes.tron.ledger.fund(given, amount)
    const { text } = await call('GET', `/v3/tron/account/${given}`)
    expect(text).toContain(`"balance":${amount}`)
    await service.close()
  })

  it('XLM, to the last stroop of an int64', async () => {
    const service = await started(open)
    const { call } = service
    const [rich, to] = await Promise.all([1, 2].map(() => call('GET', '/v3/xlm/account')))
    if (rich === undefined || to === undefined) throw new TypeError('no accounts')
    const [fromAccount, recipient] = [rich, to].map((account) => field(account, 'address'))
    const { ledger } = nodes.horizon
    ledger.fund(String(fromAccount), MAX_INT64)
    // It keeps the reserve of its account and the fee.
    const amount = '922337203684.4775707'
    const asked = await call('POST', '/v3/xlm/transaction', {
      body: { fromAccount, to: recipient, amount, signatureId: WALLET },
    })
    const signatureId = field(asked, 'signatureId')
    const serialized = await waiting(service, signatureId)
    const txData = stellarDaemon.signAsDaemon(serialized, field(rich, 'secret'))
    const sent = await call('POST', '/v3/xlm/broadcast', { body: { txData, signatureId } })
    expect(sent.status, sent.text).toBe(200)
    const { codec } = await chains.chain('XLM', 'testnet')
    const stroops = BigInt(amount.replace('.', ''))
    expect(codec.inspect(await recorded(service)).outputs).toMatchObject([{ amount: stroops }])
    expect(codec.inspect(txData).outputs).toMatchObject([{ amount: stroops }])
    ledger.close()
    const { text } = await call('GET', `/v3/xlm/account/${recipient}`)
    expect(text).toContain(`"balance":"${amount}"`)
    await service.close()
  })

  it('a token on Solana, to the last unit of a uint64', async () => {
    const service = await started(open)
    const chain: SolanaChain = await chains.chain('SOL', 'testnet')
    const { custody, engine } = service.tallystick
    const index = name === 'SQLite' ? 0 : 2
    const [alice, bob] = [
      await chain.accounts.account(WORDS, index),
      await chain.accounts.account(WORDS, index + 1),
    ]
    const { ledger } = nodes.solana
    ledger.fund(alice.address, 1_000_000_000n)
    const mint = bob.address.replace(/.$/, '1')
    const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    solana.issue(ledger, chain, { mint, program, decimals: 9, holder: alice.address, supply: MAX_UINT64 })
    const order = { chain, caller: { ...embeddedCaller(TENANT), network: 'testnet' } } as const
    const payment: SolanaPayment = { from: alice.address, to: bob.address, mint, amount: MAX_UINT64 }
    const plan = await planSolanaPending({ engine }, order, payment)
    const terms = { caller: order.caller, price: () => 0, idempotency: null }
    const wallets = () => ({ hashes: [WALLET], index: null, signatures: null })
    const { signatureId } = await custody.pipeline.pend(order, terms, plan, { wallets, request: {} })
    const serialized = await waiting(service, signatureId)
    expect(chain.codec.outlay(serialized).tokens).toMatchObject([{ amount: MAX_UINT64 }])
    const txData = await solana.signAsDaemon(serialized, alice.privateKey, ledger.block(2).hash)
    const sent = await service.call('POST', '/v3/solana/broadcast', { body: { txData, signatureId } })
    expect(sent.status, sent.text).toBe(200)
    expect(chain.codec.inspect(await recorded(service)).outputs).toMatchObject([{ amount: MAX_UINT64 }])
    ledger.finalize()
    expect(await chain.node.tokens(chain.codec.tokenAccount(bob.address, { mint, program }))).toBe(MAX_UINT64)
    await service.close()
  })
})

/** 32 bytes of a name, hex. */
const keyOf = (name: string): string => Buffer.from(name.padEnd(32, '.')).toString('hex')

/** As a system does that reads every digit, or only the bytes: the id is what is signed. */
function signedById(serialized: string, { codec }: TronChain, key: string): string {
  const { txID } = JSON.parse(serialized)
  const signer = codec.signer(key)
  const bytes = Uint8Array.from(Buffer.from(txID, 'hex'))
  const signature = signer.sign({ bytes, scheme: 'ecdsa', address: signer.address, accepts: () => true })
  // Of the two keys that a signature may be of, the sender's.
  const spellings = ['1b', '1c'].map((last) =>
    serialized.replace(/\}$/, `,"signature":["${Buffer.from(signature).toString('hex')}${last}"]}`),
  )
  const right = spellings.find((text) => {
    try {
      return codec.inspect(codec.rawOf(text)).txId === txID
    } catch {
      return false
    }
  })
  return right ?? ''
}
