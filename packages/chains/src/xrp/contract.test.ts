import { chainContract } from '@tallystick/testing'
import { classicAddressToXAddress } from 'ripple-address-codec'
import { decode, encode } from 'ripple-binary-codec'
import { accountOf, DROPS, seedOf, type XrpWorld, xrpWorld } from './chain.fixture.js'

const TOKEN = '544F4B454E000000000000000000000000000000'

function transactions(world: XrpWorld) {
  const { codec } = world.chain
  const alice = accountOf('alice')
  const bob = accountOf('bob')
  const common = {
    Account: alice.address,
    Fee: '10',
    Flags: 0,
    Sequence: 5,
    LastLedgerSequence: 2_000,
    SigningPubKey: Buffer.from(codec.signer(alice.secret).publicKey).toString('hex'),
  }
  const issued = { currency: TOKEN, issuer: bob.address, value: '12.5' }
  const made = [
    { TransactionType: 'Payment', Destination: bob.address, DestinationTag: 1, Amount: '2500000' },
    { TransactionType: 'Payment', Destination: bob.address, Amount: issued },
    { TransactionType: 'TrustSet', LimitAmount: issued },
    { TransactionType: 'AccountSet', SetFlag: 8 },
  ]
  return made.map((fields) => ({
    unsigned: codec.build({ ...common, ...fields }),
    privateKeys: [alice.secret],
    pays: typeof fields.Amount === 'string' ? [{ address: bob.address, amount: 2_500_000n }] : [],
  }))
}

chainContract(
  'XRP testnet',
  async () => {
    const world = await xrpWorld()
    // The codec needs no node.
    await world.close()
    const address = world.signer('alice').address
    return {
      chain: world.chain,
      secrets: ['alice', 'bob', 'carol'].map(seedOf),
      payments: transactions(world),
      addresses: {
        valid: [
          address,
          classicAddressToXAddress(address, false, true),
          classicAddressToXAddress(address, 7, true),
        ],
        invalid: [
          address.toLowerCase(),
          address.slice(1),
          `${address}r`,
          classicAddressToXAddress(address, 7, false),
        ],
      },
    }
  },
  {
    node: async () => {
      const world = await xrpWorld()
      const { chain, server } = world
      const alice = await world.funded('alice', 1_000n)
      let recipients = 0
      return {
        chain,
        async payment() {
          recipients += 1
          const { address } = world.signer(`recipient ${recipients}`)
          const unsigned = chain.codec.build({
            TransactionType: 'Payment',
            Account: alice.address,
            Destination: address,
            Amount: String(20n * DROPS),
            Fee: '10',
            Flags: 0,
            Sequence: await chain.node.nextSequence(alice.address),
            LastLedgerSequence: server.ledger.index + 20,
            SigningPubKey: Buffer.from(alice.publicKey).toString('hex'),
          })
          const { secret } = accountOf('alice')
          return { unsigned, privateKeys: [secret], pays: [{ address, amount: 20n * DROPS }] }
        },
        async rival(payment) {
          const changed = { ...JSON.parse(payment.unsigned.payload), Fee: '11' }
          return { ...payment, unsigned: chain.codec.build(changed) }
        },
        tamper({ raw, txId }) {
          return { raw: encode({ ...decode(raw), Amount: '999000000' }), txId: txId.replace(/^./, 'F') }
        },
        async grow() {
          server.ledger.close()
        },
        close: () => world.close(),
      }
    },
  },
)
