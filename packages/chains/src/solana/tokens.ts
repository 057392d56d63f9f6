/** SPL tokens, of both token programs, as of the last final slot. */
import {
  BadTransaction,
  type Blocks,
  type SolanaCodec,
  type SolanaNode,
  type TokenReader,
} from '@tallystick/custody'

export function solanaTokens(codec: SolanaCodec, node: SolanaNode, blocks: Blocks): TokenReader {
  return {
    withholds: async (asset) => (await node.mint(asset)).withholds,
    async find(written, holder) {
      if (!codec.isAddress(written)) return undefined
      try {
        const mint = await node.mint(codec.canonical(written))
        const held = holder === null ? 0n : ((await node.tokens(codec.tokenAccount(holder, mint))) ?? 0n)
        // Afterwards: what was paid between the answer and this block must not count twice.
        return { asset: mint.mint, standard: null, decimals: mint.decimals, held, block: await blocks.head() }
      } catch (error) {
        if (error instanceof BadTransaction) return undefined
        throw error
      }
    },
  }
}
