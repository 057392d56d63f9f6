/** Assets that accounts of Stellar issue. An asset is its code and its issuer, so the issuer must be there. */
import type { Blocks, StellarCodec, StellarNode, TokenReader } from '@tallystick/custody'

/** Of every asset (developers.stellar.org, "Assets"). */
const DECIMALS = 7
const CODE = /^[A-Za-z0-9]{1,12}$/
const ISSUER = /^G[A-Z2-7]{55}$/

export function stellarTokens(codec: StellarCodec, node: StellarNode, blocks: Blocks): TokenReader {
  return {
    async find(written) {
      const [code = '', issuer = ''] = written.split(':')
      if (!CODE.test(code) || !ISSUER.test(issuer) || !codec.isAddress(issuer)) return undefined
      if ((await node.accountInfo(issuer)) === undefined) return undefined
      return { asset: written, standard: null, decimals: DECIMALS, held: 0n, block: await blocks.head() }
    },
  }
}
