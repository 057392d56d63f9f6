import { BNB } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { accountOf, type BeaconWorld, beaconWorld, COIN, secretOf } from './chain.fixture.js'

const MAX = (2n ** 63n - 1n).toString()

function payments(world: BeaconWorld) {
  const [alice, bob] = ['alice', 'bob'].map(accountOf) as [Account, Account]
  const common = { from: alice.address, to: bob.address, accountNumber: '0', sequence: '0', source: '0' }
  const made = [
    { asset: BNB, amount: '1', memo: '' },
    { asset: 'BTCB-1DE', amount: MAX, memo: '101192150', accountNumber: MAX, sequence: MAX },
    { asset: 'XYZ-000M', amount: '25000000', memo: '<ü> & "\\b\b\u2028"', source: MAX },
  ]
  return made.map((own) => ({
    unsigned: world.chain.codec.build({ ...common, ...own }, 7_500n),
    privateKeys: [alice.privateKey],
    pays: [{ address: bob.address, amount: BigInt(own.amount) }],
  }))
}

type Account = ReturnType<typeof accountOf>

chainContract(
  'BNB Beacon Chain testnet',
  async () => {
    const world = await beaconWorld()
    // The codec needs no node.
    await world.close()
    const { address, privateKey } = accountOf('alice')
    return {
      chain: world.chain,
      secrets: ['alice', 'bob', 'carol'].map(secretOf),
      payments: payments(world),
      addresses: {
        valid: [address, address.toUpperCase()],
        invalid: [address.slice(1), `${address}q`, address.replace('tbnb', 'bnb'), privateKey],
      },
    }
  },
  {
    node: async () => {
      const world = await beaconWorld()
      const { chain, ledger } = world
      const alice = world.funded('alice', 1_000n)
      const privateKeys = [accountOf('alice').privateKey]
      let recipients = 0
      return {
        chain,
        // Nodes show no transaction that waits for its block.
        instant: true,
        async payment() {
          recipients += 1
          const { address } = world.signer(`recipient ${recipients}`)
          const amount = 20n * COIN
          const transaction = world.transaction(alice, { to: address, amount: amount.toString() })
          return {
            unsigned: chain.codec.build(transaction, 7_500n),
            privateKeys,
            pays: [{ address, amount }],
          }
        },
        async rival(payment) {
          const changed = { ...JSON.parse(payment.unsigned.payload), memo: 'another' }
          return { ...payment, unsigned: chain.codec.build(changed, 7_500n) }
        },
        // The signature stands last, but for the numbers of the account.
        tamper: ({ raw, txId }) => ({
          raw: raw.replace(/1240(..)/, (_, byte) => `1240${byte === '11' ? '22' : '11'}`),
          txId: txId.replace(/^./, txId.startsWith('F') ? 'E' : 'F'),
        }),
        async grow() {
          ledger.close()
        },
        close: () => world.close(),
      }
    },
  },
)
