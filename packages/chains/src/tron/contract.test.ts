import { createHash } from 'node:crypto'
import type { TronContract } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { TronWeb } from 'tronweb'
import { keyOf, SUN, type TronWorld, tronWorld } from './chain.fixture.js'

async function payments({ chain, built, signer }: TronWorld) {
  const owner = signer('alice').address
  const to = signer('bob').address
  const token = signer('token').address
  const made: readonly (readonly [TronContract, bigint | null])[] = [
    [{ type: 'TransferContract', owner, to, amount: 5n }, 5n],
    [{ type: 'TransferAssetContract', owner, to, asset: '1000001', amount: 7n }, 7n],
    [
      {
        type: 'TriggerSmartContract',
        owner,
        contract: token,
        data: chain.codec.trc20Transfer(to, 9n),
        value: 0n,
      },
      9n,
    ],
    [{ type: 'FreezeBalanceV2Contract', owner, amount: SUN, resource: 'ENERGY' }, null],
  ]
  return Promise.all(
    made.map(async ([contract, amount]) => ({
      unsigned: await built(contract),
      privateKeys: [keyOf('alice')],
      pays: amount === null ? [] : [{ address: to, amount }],
    })),
  )
}

chainContract(
  'TRON testnet',
  async () => {
    const world = await tronWorld()
    const subject = {
      chain: world.chain,
      secrets: ['alice', 'bob', 'carol'].map((name) => Uint8Array.from(Buffer.from(keyOf(name), 'hex'))),
      payments: await payments(world),
      addresses: {
        valid: [world.signer('alice').address, TronWeb.address.toHex(world.signer('bob').address)],
        invalid: [world.signer('alice').address.toLowerCase(), `42${'ab'.repeat(20)}`, `T${'1'.repeat(33)}`],
      },
    }
    // The codec needs no node.
    await world.close()
    return subject
  },
  {
    node: async () => {
      const world = await tronWorld()
      const { chain, server, signer, built } = world
      const owner = world.funded('alice', 1_000n).address
      let recipients = 0
      return {
        chain,
        async payment() {
          recipients += 1
          const to = signer(`recipient ${recipients}`).address
          const unsigned = await built({ type: 'TransferContract', owner, to, amount: 20n * SUN })
          return { unsigned, privateKeys: [keyOf('alice')], pays: [{ address: to, amount: 20n * SUN }] }
        },
        tamper({ raw, txId }) {
          const other = createHash('sha256').update(raw).digest('hex')
          return { raw: raw.slice(0, -130) + other + raw.slice(-66), txId }
        },
        async grow() {
          server.ledger.grow()
        },
        close: () => world.close(),
      }
    },
  },
)
