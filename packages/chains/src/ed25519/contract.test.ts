import { chainContract } from '@tallystick/testing'
import { codec, type Ed25519Chain } from './family.fixture.js'
import { FIRST, openChain } from './server.fixture.js'

const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
const [ALICE = '', BOB = ''] = secrets.map(codec.privateKeyText)
const addressOf = (key: string): string => codec.signer(key).address

const payment = (over: Partial<Parameters<Ed25519Chain['codec']['build']>[0]> = {}) => ({
  from: addressOf(ALICE),
  to: addressOf(BOB),
  amount: '25',
  memo: 'customer 7',
  sequence: FIRST.toString(),
  until: Date.UTC(2031, 0, 1),
  ...over,
})

chainContract(
  'an Ed25519 chain',
  async () => {
    const { chain, close } = await openChain()
    // The codec needs no node.
    await close()
    const amounts = [25n, 10n ** 30n]
    return {
      chain,
      secrets,
      payments: amounts.map((amount) => ({
        unsigned: codec.build(payment({ amount: amount.toString() })),
        privateKeys: [ALICE],
        pays: [{ address: addressOf(BOB), amount }],
      })),
      addresses: {
        valid: [addressOf(ALICE)],
        invalid: [addressOf(ALICE).toUpperCase(), addressOf(ALICE).slice(1)],
      },
    }
  },
  {
    node: async () => {
      const { chain, ledger, close } = await openChain()
      ledger.fund(addressOf(ALICE), 1_000n)
      let recipients = 10
      return {
        chain,
        async payment() {
          recipients += 1
          const to = addressOf(codec.privateKeyText(new Uint8Array(32).fill(recipients)))
          const sequence = (await chain.node.sequence(addressOf(ALICE))).toString()
          return {
            unsigned: codec.build(payment({ to, sequence })),
            privateKeys: [ALICE],
            pays: [{ address: to, amount: 25n }],
          }
        },
        async rival(first) {
          return { ...first, unsigned: codec.build({ ...JSON.parse(first.unsigned.payload), amount: '26' }) }
        },
        tamper({ raw, txId }) {
          const bytes = Buffer.from(raw, 'base64')
          bytes[0] = (bytes[0] ?? 0) ^ 1
          return { raw: bytes.toString('base64'), txId: `${txId}x` }
        },
        async grow() {
          ledger.close()
        },
        close,
      }
    },
  },
)
