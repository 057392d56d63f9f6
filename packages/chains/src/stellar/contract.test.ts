import { Transaction, TransactionBuilder } from '@stellar/stellar-base'
import { paramsOf, type StellarOperation, type StellarTransaction, XLM } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { written } from './address.js'
import { accountOf, STROOPS, type StellarWorld, seedOf, stellarWorld } from './chain.fixture.js'

const MAX = (2n ** 63n - 1n).toString()

function transactions(world: StellarWorld) {
  const [alice, bob] = ['alice', 'bob'].map(accountOf) as [Account, Account]
  const asset = `USD:${bob.address}`
  const common = { source: alice.address, sequence: MAX, fee: '100', since: '0', until: '1900000000' }
  const made: readonly (readonly [StellarOperation, StellarTransaction['memo'], bigint | null])[] = [
    [{ type: 'payment', to: bob.address, asset: XLM, amount: '25000000' }, null, 25_000_000n],
    [{ type: 'payment', to: bob.address, asset, amount: MAX }, { type: 'id', value: '7' }, BigInt(MAX)],
    [{ type: 'create', to: bob.address, amount: MAX }, { type: 'text', value: 'from alice' }, BigInt(MAX)],
    [{ type: 'trust', asset, limit: '0' }, { type: 'hash', value: 'ab'.repeat(32) }, null],
  ]
  return made.map(([operation, memo, amount]) => ({
    unsigned: world.chain.codec.build({ ...common, memo, operation }),
    privateKeys: [alice.secret],
    pays: amount === null ? [] : [{ address: bob.address, amount }],
  }))
}

type Account = ReturnType<typeof accountOf>

chainContract(
  'Stellar testnet',
  async () => {
    const world = await stellarWorld()
    // The codec needs no node.
    await world.close()
    const address = world.signer('alice').address
    const customer = written('M', Uint8Array.of(...world.signer('alice').publicKey, 0, 0, 0, 0, 0, 0, 0, 7))
    return {
      chain: world.chain,
      secrets: ['alice', 'bob', 'carol'].map(seedOf),
      payments: transactions(world),
      addresses: {
        valid: [address, customer],
        invalid: [address.toLowerCase(), address.slice(1), `${address}A`, accountOf('alice').secret],
      },
    }
  },
  {
    node: async () => {
      const world = await stellarWorld()
      const { chain, ledger } = world
      const alice = world.funded('alice', 1_000n)
      const privateKeys = [accountOf('alice').secret]
      let recipients = 0
      return {
        chain,
        // Horizon shows no transaction that waits for its ledger.
        instant: true,
        async payment() {
          recipients += 1
          const { address } = world.signer(`recipient ${recipients}`)
          const operation = { type: 'create', to: address, amount: String(20n * STROOPS) } as const
          const unsigned = chain.codec.build(await world.transaction(alice, { operation }))
          return { unsigned, privateKeys, pays: [{ address, amount: 20n * STROOPS }] }
        },
        async rival(payment) {
          const changed = { ...JSON.parse(payment.unsigned.payload), fee: '101' }
          return { ...payment, unsigned: chain.codec.build(changed) }
        },
        tamper({ raw, txId }) {
          const transaction = TransactionBuilder.fromXDR(raw, paramsOf(chain).passphrase)
          if (!(transaction instanceof Transaction)) throw new TypeError('it is a fee bump')
          const [signature] = transaction.signatures
          signature?.signature()[0] === undefined ||
            signature.signature().writeUInt8((signature.signature()[0] ?? 0) ^ 1)
          return { raw: transaction.toEnvelope().toXDR('base64'), txId: txId.replace(/^./, 'f') }
        },
        async grow() {
          ledger.close()
        },
        close: () => world.close(),
      }
    },
  },
)
