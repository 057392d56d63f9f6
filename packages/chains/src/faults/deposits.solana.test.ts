/**
 * On Solana only final slots are read, and they are never undone: what a fork loses is a transaction that no final slot has.
 * The first of two nodes is behind, leaves slots out, or loses requests.
 */
import type { SolanaChain } from '@tallystick/custody'
import type { SeededRandom } from '@tallystick/testing'
import { TOKEN } from '../solana/address.js'
import { accountOf, offlineSolana, signed } from '../solana/chain.fixture.js'
import { SolanaLedger } from '../solana/ledger.fixture.js'
import { SolanaServer } from '../solana/server.fixture.js'
import { issue } from '../solana/token.fixture.js'
import { type DepositStage, depositRounds } from './deposits.fixture.js'

/** Hash of its first block. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
/** A unit of 10^-8 coins, in lamports. */
const UNIT = 10n
const DECIMALS = 8
const GOLD = 'GOLD'
/** Of each three customers, one has the token. */
const TOKEN_WALLET = 2

async function stage(seed: number): Promise<DepositStage> {
  const ledger = new SolanaLedger(DEVNET)
  const [wayward, node] = [await SolanaServer.start(ledger), await SolanaServer.start(ledger)]
  const chain: SolanaChain = offlineSolana()
  const { codec } = chain
  const rich = accountOf(`rich ${seed}`)
  const signer = codec.signer(rich.secret)
  const [mint, other] = [accountOf(`mint ${seed}`).address, accountOf(`other mint ${seed}`).address]
  ledger.fund(rich.address, 10n ** 13n)
  const issued = { program: TOKEN, decimals: DECIMALS, holder: rich.address, supply: 10n ** 18n }
  for (const one of [mint, other]) issue(ledger, chain, { ...issued, mint: one })
  ledger.finalize()
  /** By address: whether the customer there has the token. */
  const hasToken = new Map<string, boolean>()
  const opened = new Set<string>()
  let [salt, made] = [0, 0]

  const send = async (to: string, amount: bigint, asset: string | null): Promise<void> => {
    salt += 1
    const opens = !opened.has(`${to} ${asset}`)
    const token = asset === null ? {} : { token: { mint: asset, program: TOKEN, decimals: DECIMALS, opens } }
    const { hash, height } = ledger.block(0)
    const lifetime = { blockhash: hash, last: BigInt(height + 150) }
    const transfer = { from: rich.address, to, amount, ...token }
    const unsigned = codec.build({ transfer, lifetime, fee: 5_000n, salt })
    const { raw } = signed(chain, unsigned, [signer])
    const verdict = ledger.submit(Uint8Array.from(Buffer.from(raw.slice(raw.indexOf(':') + 1), 'base64')), 0)
    if (!('id' in verdict)) throw new TypeError(`refused: ${JSON.stringify(verdict)}`)
    if (ledger.entries.has(verdict.id)) opened.add(`${to} ${asset}`)
  }

  return {
    currencies: ['SOL', 'SOL', GOLD],
    config: {
      chains: {
        SOL: {
          testnet: {
            follow: { from: ledger.block(2).slot },
            nodes: [wayward, node].map(({ url }) => ({ kind: 'solana' as const, url })),
          },
        },
      },
    },
    async begin(calls) {
      const named = {
        symbol: GOLD,
        supply: '0',
        decimals: DECIMALS,
        description: 'gold',
        basePair: 'USD',
      } as const
      await calls.erc20Address({ ...named, chain: 'SOL', address: accountOf('holder').address })
      await calls.storeTokenAddress({ name: GOLD, address: mint })
    },
    async open(calls, _chains, wallet) {
      const { id } = await calls.createAccount({ currency: wallet === TOKEN_WALLET ? GOLD : 'SOL' })
      return id
    },
    async address(calls, id, wallet) {
      const { address } = accountOf(`customer ${seed} ${++made}`)
      hasToken.set(address, wallet === TOKEN_WALLET)
      await calls.assignAddress({ id, address })
      return address
    },
    async pay(payments, random) {
      for (const [address, units] of payments) {
        const isToken = hasToken.get(address) === true
        await send(address, isToken ? BigInt(units) : BigInt(units) * UNIT, isToken ? mint : null)
        // What the customer's account does not stand for is nobody's.
        if (random.below(4) === 0) await send(address, 5_000_000n, isToken ? null : other)
      }
    },
    async mine(blocks) {
      ledger.close(blocks)
    },
    async fork(depth, random) {
      const lost = random.below(3)
      ledger.drops = () => random.below(3) < lost
      ledger.close(depth)
    },
    async wander(random: SeededRandom) {
      wayward.lag = random.below(2) * random.below(40)
      const lot = random.below(4)
      const hidden = lot === 0 ? 'getBlock' : lot === 1 ? 'getLatestBlockhash' : undefined
      wayward.loses = (method) =>
        method === hidden || (lot === 2 && random.below(5) === 0) ? 'answer' : null
    },
    async calm() {
      wayward.lag = 0
      wayward.loses = () => null
    },
    async received(addresses) {
      const received = new Map<string, bigint>()
      const { slot } = ledger.block(0)
      for (const address of addresses) {
        const isToken = hasToken.get(address) === true
        const found = ledger.account(
          isToken ? codec.tokenAccount(address, { mint, program: TOKEN }) : address,
          slot,
        )
        const units = isToken
          ? found && Buffer.from(found.data).readBigUInt64LE(64)
          : found && found.lamports / UNIT
        received.set(address, units ?? 0n)
      }
      return received
    },
    unassigned() {
      const { slot } = ledger.block(0)
      const ofToken = [...hasToken].flatMap(([address, isOne]) => (isOne ? [address] : []))
      return ofToken.reduce((sum, address) => sum + (ledger.account(address, slot)?.lamports ?? 0n), 0n)
    },
    async close() {
      await Promise.all([wayward.close(), node.close()])
    },
  }
}

// Its ledger starts at once, so that each history has one of its own.
depositRounds('litesvm', async () => ({ stage, stop: async () => undefined }))
