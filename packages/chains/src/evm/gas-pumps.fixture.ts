/** A factory of gas pumps on a node, and who moves what through it, for tests. */
import { type GasPumps, type PumpKind, type PumpMove, records } from '@tallystick/custody'
import { evm } from './chain.fixture.js'
import { DEPLOYMENT_PROXY, factoryDeployment } from './gas-pumps.js'
import { BOB, CAROL, type Receipt, type Unlocked, word } from './unlocked.fixture.js'

const { codec } = evm(records.ETH)
export const { contracts } = codec
export const PUMPS: GasPumps = codec.gasPumps
export const FACTORY = PUMPS.factory.toLowerCase()

export const FUNGIBLE: PumpKind = 0
export const NON_FUNGIBLE: PumpKind = 1
export const MULTI_TOKEN: PumpKind = 2
export const NATIVE: PumpKind = 3

export const balanceOf = (holder: string) => `0x70a08231${word(holder)}`
export const ownerOf = (token: bigint) => `0x6352211e${word(token)}`
/** `balanceOf(address,uint256)` of ERC-1155. */
export const multiBalanceOf = (holder: string, token: bigint) => `0x00fdd58e${word(holder)}${word(token)}`

export const move = (
  kind: PumpKind,
  token: string | null,
  to: string,
  amount: bigint,
  tokenId = 0n,
): PumpMove => ({ kind, token, to, amount, tokenId })

export const deployFactory = (chain: Unlocked): Promise<Receipt> =>
  chain.send({ to: DEPLOYMENT_PROXY, data: factoryDeployment() })

/** Activated by somebody else, with a coin that came before. */
export async function activePump(chain: Unlocked, index: bigint, owner: string = BOB): Promise<string> {
  const address = PUMPS.addressesOf(owner)(index)
  await chain.send({ to: address, value: 10n ** 18n })
  await chain.send({ from: CAROL, to: FACTORY, data: PUMPS.activate(owner, index, index) })
  return address.toLowerCase()
}
