/** TRC-10 and TRC-20 tokens as of the newest block that is never undone. */
import { BadTransaction, type TokenReader, type TronCodec, type TronNode } from '@tallystick/custody'

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
    async find(written, holder) {
      const own = node.pinned()
      const isNumber = /^[1-9]\d{0,18}$/.test(written)
      const token = isNumber ? await trc10(own, written, holder) : await trc20(codec, own, written, holder)
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
