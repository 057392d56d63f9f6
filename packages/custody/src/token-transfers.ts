/** Transfers of tokens, as logs of EVM contracts tell them. */
import type { ContractLog } from './ports/blocks.js'

/** `Transfer(address,address,uint256)` of ERC-20, and of ERC-721, where all three are topics. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The address of a topic; undefined if it is none. */
export function addressIn(topic: string): string | undefined {
  const digits = /^0x0{24}([0-9a-f]{40})$/.exec(topic)?.[1]
  return digits === undefined ? undefined : `0x${digits}`
}

export interface TokenTransfer {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** ERC-20 has two topics beside the name of the event, and the amount as data. */
export function tokenTransferOf({
  topics,
  data,
}: Pick<ContractLog, 'topics' | 'data'>): TokenTransfer | undefined {
  if (topics[0] !== TRANSFER || topics.length !== 3) return undefined
  const [from, to] = topics.slice(1).map(addressIn)
  if (from === undefined || to === undefined || !/^0x[0-9a-f]{64}$/.test(data)) return undefined
  return { from, to, amount: BigInt(data) }
}
