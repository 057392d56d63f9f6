/**
 * Solana on litesvm, the chain's own machine. Its one operation is the broadcast: transactions are signed outside, and
 * what a key-management system is to sign is asked for by the vault, in process here.
 */
import {
  type Order,
  planSolana,
  planSolanaPending,
  type SolanaChain,
  type SolanaPayment,
} from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { ApiError, type TransactionHash } from '@tatumio/api-client'
import { expect } from 'vitest'
import { type Running, TENANT } from '../../service.fixture.js'
import { askNode, refusalOf, WALLET } from '../client.fixture.js'
import { solanaNode } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

/** The first block of devnet, which the ledger says is its own. */
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const SOL = 1_000_000_000n
const MINT = 'TokenMint1111111111111111111111111111111111'
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const WORDS = `${'abandon '.repeat(11)}about`

const txIdIn = async ({ call }: Running, body: object): Promise<TransactionHash> => {
  const { status, body: answer, text } = await call('POST', '/v3/solana/broadcast', { body })
  if (status === 200) return Object(answer)
  throw new ApiError({ url: '', ok: false, status, statusText: '', body: answer }, text)
}

export const solanaRow: FamilyRow = {
  area: 'Solana',
  chain: 'SOL',
  // The client sends what is signed to the node itself.
  beside: [],
  async start() {
    const { SolanaLedger, SolanaServer, issue, signAsDaemon } = await solanaNode()
    const ledger = new SolanaLedger(DEVNET)
    const server = await SolanaServer.start(ledger)
    const fund = (address: string): void => ledger.fund(address, 100n * SOL)
    return {
      testnet: { passThrough: true, nodes: [{ kind: 'solana', url: server.url }] },
      fund,
      settle: () => ledger.finalize(),
      close: () => server.close(),
      async open(service) {
        const { custody, engine, chains } = service.tallystick
        const caller = { ...embeddedCaller(TENANT), network: 'testnet' } as const
        const chain: SolanaChain = await chains.chain('SOL', 'testnet')
        const order: Order<SolanaChain> = { chain, caller }
        const { codec, accounts } = chain
        const [alice, bob] = [await accounts.account(WORDS, 0), await accounts.account(WORDS, 1)]
        fund(alice.address)
        const token = { mint: MINT, program: PROGRAM }
        issue(ledger, chain, { ...token, decimals: 6, holder: alice.address, supply: 1_000n })

        const native = { from: alice.address, to: bob.address, amount: SOL }
        const tokens = { ...native, mint: MINT, amount: 400n }
        /** In hex, under a block that the ledger has just made. */
        const sign = (serialized: string) => signAsDaemon(serialized, alice.privateKey, ledger.block(2).hash)
        const signed = async (payment: SolanaPayment) => {
          const { unsigned } = await (await planSolana({ engine }, order, payment)).build()
          return sign(codec.serializeForKms(unsigned))
        }
        const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
        /** By the daemon's own node, which is the same here. */
        const send = async (hex: string): Promise<string> => {
          const txId = await askNode('solana-devnet', 'sendTransaction', base64(hex), { encoding: 'base64' })
          ledger.close()
          return txId
        }
        const pend = (payment: SolanaPayment) => async () => {
          const plan = await planSolanaPending({ engine }, order, payment)
          const wallets = () => ({ hashes: [WALLET], index: null, signatures: null })
          const terms = { caller, price: () => 0, idempotency: null }
          return {
            signatureId: (await custody.pipeline.pend(order, terms, plan, { wallets, request: {} }))
              .signatureId,
          }
        }
        const lamports = (address: string) => ledger.account(address, ledger.block(2).slot)
        const told = new Map<string, string>()
        return {
          payments: [
            [
              'SOL, as Base64',
              async () => (await txIdIn(service, { txData: base64(await signed(native)) })).txId,
            ],
            [
              'a token, as hex, whose account at the recipient it makes',
              async () => (await txIdIn(service, { txData: await signed(tokens) })).txId,
            ],
          ],
          kms: {
            payments: [pend(native), pend({ ...tokens, amount: 100n }), pend(native)],
            sign: ({ serializedTransaction }) => sign(serializedTransaction),
            async broadcast({ txData, signatureId }) {
              if (signatureId === undefined) return txIdIn(service, { txData })
              // As the daemon does: its own node sends it, and the service is told the id.
              const id = told.get(txData) ?? (await send(txData))
              told.set(txData, id)
              return txIdIn(service, { txData: id, signatureId })
            },
            send,
          },
          async mustBePaid(txId) {
            const statuses = await askNode('solana-devnet', 'getSignatureStatuses', [txId])
            expect(statuses.value).toMatchObject([{ err: null, confirmationStatus: 'finalized' }])
          },
          async mustBeReceived() {
            expect(lamports(bob.address)?.lamports).toBe(3n * SOL)
            const account = lamports(codec.tokenAccount(bob.address, token))
            expect(Buffer.from(account?.data ?? []).readBigUInt64LE(64)).toBe(500n)
          },
          async mustBeTold() {
            const late = await signed(native)
            ledger.close(151)
            const expired = txIdIn(service, { txData: late })
            expect(await refusalOf(expired)).toEqual([403, 'blockchain.broadcast.error'])
          },
          async mustAnswer() {
            expect(await askNode('solana-devnet', 'getGenesisHash')).toBe(DEVNET)
          },
        }
      },
    }
  },
}
