/** Transfers whose fee the service pays, on litesvm, of whose answers some are lost. */
import { base58 } from '@scure/base'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { accountOf } from '../solana/chain.fixture.js'
import { transfer } from '../solana/instructions.js'
import { compile, writeMessage, writeTransaction } from '../solana/message.js'
import { SolanaServer } from '../solana/server.fixture.js'
import type { PaidStage } from './paid.fixture.js'

const SOL = 1_000_000_000n
const inSol = (lamports: bigint): string => `${lamports / SOL}.${String(lamports % SOL).padStart(9, '0')}`

export async function openPaidSolana(): Promise<PaidStage> {
  const server = await SolanaServer.start()
  const external = accountOf('an external key')
  server.ledger.fund(external.address, 1_000n * SOL)
  let sends = 0
  // Of each four sendings, one loses its answer.
  server.loses = (method) => (method === 'sendTransaction' && sends++ % 4 === 0 ? 'answer' : null)
  const nodes = [{ kind: 'solana' as const, url: server.url }]
  const config = { SOL: { testnet: { parameters: 'regtest' as const, nodes } } }
  const { codec } = await createChains(readChainsConfig({ chains: config })).chain('SOL', 'testnet')
  const signer = codec.signer(external.secret)
  const recipient = (caller: number): string => accountOf(`recipient ${caller}`).address
  // Blocks are slow enough that a process may start anew before a transaction has expired.
  const ticking = setInterval(() => server.ledger.close(), 500)
  const balance = (address: string): bigint =>
    server.ledger.account(address, server.ledger.block(0).slot)?.lamports ?? 0n
  return {
    chain: 'SOL',
    config,
    fund: async (address) => server.ledger.fund(address, 10n * SOL),
    settings: (wallet, perDay) => ({
      TALLYSTICK_FEE_PAYERS: wallet,
      TALLYSTICK_FEE_PAYER_DAILY: inSol(perDay > 1_000n * SOL ? 1_000n * SOL : perDay),
    }),
    call(caller, payer) {
      const deed = transfer(external.address, recipient(caller), SOL)
      const message = compile(payer, server.ledger.block(2).hash, [deed], 'legacy')
      const bytes = writeMessage(message, (address) => base58.decode(address))
      const signatures = message.keys
        .slice(0, message.signers)
        .map((address) =>
          address === external.address
            ? signer.sign({ bytes, scheme: 'ed25519', address, accepts: () => true })
            : new Uint8Array(64),
        )
      const txData = Buffer.from(writeTransaction(signatures, bytes)).toString('hex')
      return { path: '/v3/custodial/transaction', body: { chain: 'SOL', txData, walletIds: [] } }
    },
    done: async (caller) => Number(balance(recipient(caller)) / SOL),
    spent: async (payer) => 10n * SOL - balance(payer),
    async close() {
      clearInterval(ticking)
      await server.close()
    },
  }
}
