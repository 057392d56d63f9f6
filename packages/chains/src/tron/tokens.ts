/** TRC-10 and TRC-20 tokens as of the newest block that is never undone. */
import { BadTransaction, type TokenReader, type TronCodec, type TronNode } from '@tallystick/custody'
import { BrokeOff } from './faults.js'

/** The number of a TRC-10 token. */
const NUMBER = /^[1-9]\d{0,18}$/
/** Nodes break off calls that take some hundredths of a second, also while they are busy with others. */
const TRIES = 3

export function tronTokens(codec: TronCodec, node: TronNode): TokenReader {
  return {
    async deployed(txId) {
      const info = Object(Object(await node.transaction(txId))['info'])
      // Of a contract, and of a TRC-10 token.
      const { contract_address: contract, assetIssueID: number, blockNumber: height } = info
      const written: unknown = number ?? contract
      if (typeof written !== 'string' || typeof height !== 'number') return undefined
      return { asset: codec.isAddress(written) ? codec.canonical(written) : written, height }
    },
    async decimals(asset) {
      if (NUMBER.test(asset)) return (await trc10(node, asset, null))?.decimals
      return codec.isAddress(asset) ? decimalsOf(node, asset, TRIES) : undefined
    },
    async find(written, holder) {
      const own = node.pinned()
      const token = NUMBER.test(written)
        ? await trc10(own, written, holder)
        : await trc20(codec, own, written, holder)
      if (token === undefined) return undefined
      // Afterwards: what was paid between the answer and this block must not count twice.
      const { height, hash } = await own.solid()
      return { ...token, block: { height, hash } }
    },
  }
}

async function trc10(node: TronNode, id: string, holder: string | null) {
  const token = await node.asset(id)
  if (token === undefined) return undefined
  const held = holder === null ? 0n : ((await node.funds(holder, 'solid')).assets.get(id) ?? 0n)
  return { asset: id, standard: 'TRC10', decimals: Number(token['precision'] ?? 0), held }
}

async function trc20(codec: TronCodec, node: TronNode, written: string, holder: string | null) {
  if (!codec.isAddress(written)) return undefined
  const asset = codec.canonical(written)
  try {
    const decimals = await node.trc20Decimals(asset)
    const held = holder === null ? 0n : await node.trc20Balance(asset, holder, 'solid')
    return { asset, standard: 'TRC20', decimals, held }
  } catch (error) {
    if (error instanceof BadTransaction) return undefined
    throw error
  }
}

/** Anybody's contract may do what makes a node break off, so it cannot be waited for. */
async function decimalsOf(node: TronNode, contract: string, tries: number): Promise<number | undefined> {
  try {
    return await node.trc20Decimals(contract)
  } catch (error) {
    if (error instanceof BrokeOff) return tries > 1 ? decimalsOf(node, contract, tries - 1) : undefined
    if (error instanceof BadTransaction) return undefined
    throw error
  }
}
