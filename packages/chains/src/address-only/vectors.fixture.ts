/** The kinds of vectors of the chains that are known by their addresses alone, and of VeChain's gas. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { HDKey } from '@scure/bip32'
import { intrinsicVetGas } from '@tallystick/custody'
import { computeAddress } from 'ethers'
import { expect } from 'vitest'
import { seedOf } from '../keys/mnemonic.js'
import { ed25519Secret } from '../keys/slip10.js'
import { algorandAddress, isAlgorandAddress } from './algorand.js'
import { type FlowNetwork, isFlowAddress } from './flow.js'

type Fields = Readonly<Record<string, unknown>>
type Kinds = Readonly<Record<string, (input: Fields, expected: Fields) => void | Promise<void>>>

const seedIn = (input: Fields): Promise<Uint8Array> =>
  seedOf(String(input['mnemonic']), String(input['passphrase']))

const NETWORKS: readonly FlowNetwork[] = ['mainnet', 'testnet', 'emulator']

export const addressVectorKinds: Readonly<Record<string, Kinds>> = {
  algo: {
    'hd-address': async (input, expected) => {
      const secret = ed25519Secret(await seedIn(input), String(input['path']))
      expect(algorandAddress(ed25519.getPublicKey(secret))).toBe(expected['address'])
    },
    'address-valid': ({ address }) => expect(isAlgorandAddress(String(address))).toBe(true),
    'address-invalid': ({ address }) => expect(isAlgorandAddress(String(address))).toBe(false),
  },
  flow: {
    'flow-address': ({ network, index }, { address }) => {
      expect(flowAddress(Number(index), network as FlowNetwork)).toBe(address)
      const valid = NETWORKS.filter((one) => isFlowAddress(String(address), one))
      expect(valid).toEqual([network])
    },
    'flow-invalid': ({ network, address }) =>
      expect(isFlowAddress(String(address), network as FlowNetwork)).toBe(false),
  },
  vet: {
    // Keys and addresses are those of Ethereum, at a path of its own.
    'hd-address': async (input, expected) => {
      const { privateKey } = HDKey.fromMasterSeed(await seedIn(input)).derive(String(input['path']))
      const key = Buffer.from(privateKey ?? []).toString('hex')
      expect(computeAddress(`0x${key}`)).toBe(expected['address'])
    },
    'vet-gas': ({ clauses }, { intrinsicGas }) => {
      const read = (clauses as readonly { to: string; value: string; data: string }[]).map((clause) => ({
        ...clause,
        value: BigInt(clause.value),
      }))
      expect(intrinsicVetGas(read)).toBe(BigInt(String(intrinsicGas)))
    },
  },
}

const ADDED = { mainnet: 0n, testnet: 0x6834ba37b3980209n, emulator: 0x1cb159857af02018n } as const

/** Rows of the code's generator matrix (github.com/onflow/flow-go-sdk, `address.go`), one for each bit of a number. */
// biome-ignore format: a table reads better in rows
const GENERATOR: readonly bigint[] = [
  0xe467b9dd11fa00dfn, 0xf233dcee88fe0aben, 0xf919ee77447b7497n, 0xfc8cf73ba23a260dn,
  0xfe467b9dd11ee2a1n, 0xff233dcee888d807n, 0xff919ee774476ce6n, 0x7fc8cf73ba231d10n,
  0x3fe467b9dd11b183n, 0x1ff233dcee8f96d6n, 0x8ff919ee774757ban, 0x47fc8cf73ba2b331n,
  0x23fe467b9dd27f6cn, 0x11ff233dceee8e82n, 0x88ff919ee775dd8fn, 0x447fc8cf73b905e4n,
  0xa23fe467b9de0d83n, 0xd11ff233dce8d5a7n, 0xe88ff919ee73c38an, 0x7447fc8cf73f171fn,
  0xba23fe467b9dcb2bn, 0xdd11ff233dcb0cb4n, 0xee88ff919ee26c5dn, 0x77447fc8cf775dd3n,
  0x3ba23fe467b9b5a1n, 0x9dd11ff233d9117an, 0xcee88ff919efa640n, 0xe77447fc8cf3e297n,
  0x73ba23fe467fabd2n, 0xb9dd11ff233fb16cn, 0xdcee88ff919adde7n, 0xee77447fc8ceb196n,
  0xf73ba23fe4621cd0n, 0x7b9dd11ff2379ac3n, 0x3dcee88ff91df46cn, 0x9ee77447fc88e702n,
  0xcf73ba23fe4131b6n, 0x67b9dd11ff240f9an, 0x33dcee88ff90f9e0n, 0x19ee77447fcff4e3n,
  0x8cf73ba23fe64091n, 0x467b9dd11ff115c7n, 0x233dcee88ffdb735n, 0x919ee77447fe2309n,
  0xc8cf73ba23fdc736n,
]

/** What the chain assigns to its account of this number, below 2^45. */
export function flowAddress(number: number, network: FlowNetwork): string {
  const word = GENERATOR.reduce(
    (sum, row, bit) => ((BigInt(number) >> BigInt(bit)) & 1n ? sum ^ row : sum),
    ADDED[network],
  )
  return `0x${word.toString(16).padStart(16, '0')}`
}
