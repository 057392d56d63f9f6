import { records, type SolanaIntent } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { Connections } from '../transport/exchange.js'
import { jsonRpc } from '../transport/json-rpc.js'
import { Endpoint, Pool } from '../transport/pool.js'
import { SYSTEM, TOKEN } from './address.js'
import { accountOf, offlineSolana, secretOf } from './chain.fixture.js'
import { solanaFamily } from './family.js'
import { SolanaServer } from './server.fixture.js'

const alice = accountOf('alice')
const bob = accountOf('bob')
const carol = accountOf('carol')
const SOL = 1_000_000_000n
const BLOCKHASH = accountOf('a block').address
const mint = { mint: accountOf('a mint').address, program: TOKEN, decimals: 6 }

const intent = (
  transfer: Partial<SolanaIntent['transfer']> = {},
  more: Partial<SolanaIntent> = {},
): SolanaIntent => ({
  transfer: { from: alice.address, to: bob.address, amount: SOL, ...transfer },
  lifetime: { blockhash: BLOCKHASH, last: 1_150n },
  fee: 5_000n,
  salt: 7,
  ...more,
})

chainContract(
  'SOL testnet',
  () => {
    const chain = offlineSolana()
    const { codec } = chain
    const account = codec.tokenAccount(bob.address, mint)
    const paid = (address: string, amount: bigint) => [{ address, amount }]
    const most = 2n ** 64n - 1n
    return {
      chain,
      secrets: ['alice', 'bob', 'carol'].map(secretOf),
      payments: [
        { unsigned: codec.build(intent()), privateKeys: [alice.secret], pays: paid(bob.address, SOL) },
        {
          unsigned: codec.build(intent({ amount: most, payer: carol.address }, { version: 0 })),
          privateKeys: [carol.secret, alice.secret],
          pays: paid(bob.address, most),
        },
        {
          unsigned: codec.build(intent({ amount: most, token: { ...mint, opens: true } })),
          privateKeys: [alice.secret],
          pays: paid(account, most),
        },
        {
          unsigned: codec.build(
            intent({}, { nonce: { account: carol.address, authority: alice.address }, salt: null }),
          ),
          privateKeys: [alice.secret],
          pays: paid(bob.address, SOL),
        },
      ],
      addresses: {
        valid: [alice.address, TOKEN, '1'.repeat(32)],
        invalid: [
          alice.address.slice(2),
          `${alice.address}1`,
          alice.address.replace(/^./, '0'),
          '1'.repeat(33),
        ],
      },
    }
  },
  {
    node: async () => {
      const server = await SolanaServer.start()
      const { ledger } = server
      const connections = new Connections()
      const pool = new Pool({ chain: 'SOL', network: 'testnet', endpoints: [new Endpoint(server.target())] })
      const chain = solanaFamily(records.SOL, 'testnet', jsonRpc(connections, pool))
      const { codec } = chain
      ledger.fund(alice.address, 1_000n * SOL)
      // Its value stands in the place of a recent block: of two transactions with it one is executed.
      const nonce = { account: accountOf('a nonce').address, authority: alice.address }
      const value = secretOf('the value of the nonce')
      const data = Buffer.alloc(80)
      data.writeUInt32LE(1, 0)
      data.writeUInt32LE(1, 4)
      data.set(codec.signer(alice.secret).publicKey, 8)
      data.set(value, 40)
      data.writeBigUInt64LE(5_000n, 72)
      ledger.place(nonce.account, SYSTEM, data)
      let recipients = 0
      return {
        chain,
        async payment() {
          recipients += 1
          const to = accountOf(`recipient ${recipients}`).address
          const unsigned = codec.build(intent({ to }, { lifetime: await chain.node.lifetime() }))
          return { unsigned, privateKeys: [alice.secret], pays: [{ address: to, amount: SOL }] }
        },
        async grow() {
          ledger.finalize()
        },
        async rivals() {
          const lifetime = { blockhash: codec.address(value), last: 0n }
          const one = (name: string) => {
            const to = accountOf(name).address
            const unsigned = codec.build(intent({ to }, { nonce, lifetime, salt: null }))
            return { unsigned, privateKeys: [alice.secret], pays: [{ address: to, amount: SOL }] }
          }
          return [one('a rival'), one('another')]
        },
        tamper({ raw, txId }) {
          const [last, text = ''] = raw.split(':')
          const bytes = Buffer.from(text, 'base64')
          bytes[5] = (bytes[5] ?? 0) ^ 1
          return { raw: `${last}:${bytes.toString('base64')}`, txId: txId.replace(/^./, '1') }
        },
        async close() {
          connections.close()
          await server.close()
        },
      }
    },
  },
)
