/** Tokens of Token-2022 of which a part of each transfer is withheld: on the chain's own machine and programs. */
import type { TenantId } from '@tallystick/core'
import { type Order, planSolana, planSolanaPending, type SolanaChain } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { openLedger } from '../open-ledger.fixture.js'
import { TOKEN_2022 } from './address.js'
import { accountOf, signed } from './chain.fixture.js'
import { SolanaServer } from './server.fixture.js'
import { issue, transferFee } from './token.fixture.js'

const CALLER = { ...embeddedCaller('default' as TenantId), network: 'testnet' } as const
const SUPPLY = 1_000_000n
const AMOUNT = 10_000n
const [alice, bob] = [accountOf('alice'), accountOf('bob')]

async function open(extensions: Buffer) {
  const server = await SolanaServer.start()
  const nodes = [{ kind: 'solana' as const, url: server.url, timeoutMs: 2_000 }]
  const testnet = { parameters: 'regtest' as const, nodes }
  const chains = createChains(readChainsConfig({ chains: { SOL: { testnet } } }))
  const { ledger, close } = openLedger(chains)
  onTestFinished(async () => {
    await close()
    await server.close()
  })
  const chain: SolanaChain = await chains.chain('SOL', 'testnet')
  const mint = accountOf('a mint of Token-2022').address
  const token = { mint, program: TOKEN_2022, decimals: 2 }
  server.ledger.fund(alice.address, 10n ** 10n)
  issue(server.ledger, chain, { ...token, holder: alice.address, supply: SUPPLY, extensions })
  const payment = { from: alice.address, to: bob.address, amount: AMOUNT, mint }
  const on = { engine: ledger.custody.engine }
  const order: Order<SolanaChain> = { chain, caller: CALLER }
  /** Whether a payment can be built: to be signed here, and by a key-management system. */
  const builds = async () => {
    const built = await Promise.allSettled([
      planSolana(on, order, payment).then((plan) => plan.build()),
      planSolanaPending(on, order, payment).then((plan) => plan.build()),
    ])
    return built.map((one) => (one.status === 'fulfilled' ? true : one.reason.message))
  }
  return { server, chain, token, mint, builds }
}

// The ledger in memory is in epoch 1.
it.each([
  ['no fee now or later', transferFee(0, 0, 0n), true],
  ['a fee', transferFee(0, 250, 0n), false],
  ['a fee from an epoch on that is announced', transferFee(0, 250, 3n), false],
  ['a fee until an epoch that is announced', transferFee(250, 0, 2n), false],
  ['a fee until an epoch that has begun', transferFee(250, 0, 1n), true],
  ['what should be its fee and is cut off', Buffer.concat([Buffer.of(1, 0, 90, 0), Buffer.alloc(90)]), false],
  [
    'another extension before its fee',
    Buffer.concat([Buffer.of(3, 0, 32, 0), Buffer.alloc(32), transferFee(0, 1, 0n)]),
    false,
  ],
])('a payment of a token with %s is exact or refused', async (_what, extensions, isPaid) => {
  const { builds, mint } = await open(extensions)
  const refusal = `Of the token ${mint}, the recipient would get less than is sent`
  expect(await builds()).toEqual(isPaid ? [true, true] : [refusal, refusal])
})

it('of a payment that somebody makes anyway, what has arrived counts', async () => {
  const { server, chain, token, mint } = await open(transferFee(0, 250, 0n))
  const { codec, node, blocks } = chain
  const transfer = { from: alice.address, to: bob.address, amount: AMOUNT, token: { ...token, opens: true } }
  const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 5_000n, salt: 0 })
  const { slot } = server.ledger.block(0)
  expect(await node.broadcast(signed(chain, unsigned, [codec.signer(alice.secret)]))).toEqual({
    kind: 'accepted',
  })
  server.ledger.finalize()
  const { movements = [] } = (await blocks?.block(slot, new Set([mint]))) ?? {}
  expect(movements.filter(({ asset }) => asset === mint)).toMatchObject([
    { address: bob.address, amount: AMOUNT - 250n },
    { address: alice.address, amount: -AMOUNT },
  ])
  expect(await blocks?.balance?.(bob.address, mint, { height: slot, hash: '' })).toBe(AMOUNT - 250n)
})
