import { chainContract } from '@tallystick/testing'
import { textOf } from './address.js'
import {
  accountOf,
  EGLD,
  multiversxWorld,
  offlineMultiversx,
  payment,
  seedOf,
  tokenPayment,
} from './chain.fixture.js'
import { dataOf } from './payload.js'

const [alice, bob] = [accountOf('alice'), accountOf('bob')]
/** Of two with one nonce the dearer is executed. */
const DEAR = 1_100_000_000
const MAX_UINT128 = 2n ** 128n - 1n

chainContract(
  'MultiversX testnet',
  () => {
    const chain = offlineMultiversx()
    const made = [
      [payment(), EGLD],
      [payment({ value: MAX_UINT128.toString(), data: dataOf('invoice 7'), gasLimit: 63_500 }), MAX_UINT128],
      [tokenPayment(MAX_UINT128, { nonce: 0, version: 1 }), MAX_UINT128],
    ] as const
    return {
      chain,
      secrets: ['alice', 'bob', 'carol'].map(seedOf),
      payments: made.map(([transaction, amount]) => ({
        unsigned: chain.codec.build(transaction),
        privateKeys: [alice.key],
        pays: [{ address: bob.address, amount }],
      })),
      addresses: {
        // The second is of a contract.
        valid: [alice.address, textOf(Uint8Array.from([...new Uint8Array(8), 5, ...new Uint8Array(23)]))],
        invalid: [
          alice.address.toUpperCase(),
          alice.address.slice(1),
          `${alice.address}q`,
          alice.address.replace('erd1', 'erb1'),
          alice.key,
        ],
      },
    }
  },
  {
    node: async () => {
      const world = await multiversxWorld()
      const { chain, ledger } = world
      const from = world.funded('alice', 1_000n)
      let recipients = 0
      return {
        chain,
        keepsRivals: true,
        async payment() {
          recipients += 1
          const { address } = accountOf(`recipient ${recipients}`)
          const nonce = await chain.node.nonce(from.address)
          const unsigned = chain.codec.build(payment({ nonce, receiver: address, gasPrice: DEAR }))
          return { unsigned, privateKeys: [alice.key], pays: [{ address, amount: EGLD }] }
        },
        async rival(first) {
          const changed = { ...JSON.parse(first.unsigned.payload), value: '2', gasPrice: 1_000_000_000 }
          return { ...first, unsigned: chain.codec.build(changed) }
        },
        tamper({ raw, txId }) {
          const json = JSON.parse(raw)
          // In its second half: the first must be a point of the curve.
          const digit = json.signature[64] === '0' ? '1' : '0'
          const signature = json.signature.slice(0, 64) + digit + json.signature.slice(65)
          return { raw: JSON.stringify({ ...json, signature }), txId: txId.replace(/^./, 'f') }
        },
        async grow() {
          ledger.close()
        },
        close: () => world.close(),
      }
    },
  },
)
