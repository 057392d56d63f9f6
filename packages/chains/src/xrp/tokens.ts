/** Assets that accounts of the XRP Ledger issue. An asset is its code and its issuer, so the issuer must be there. */
import { type Blocks, type TokenReader, XRP_ASSET_SCALE, type XrpNode } from '@tallystick/custody'
import { isClassic } from './address.js'

/** Hex of a code of three characters (xrpl.org, "Currency Codes"): nodes write these as text. */
const STANDARD = /^0{24}([0-9A-F]{6})0{10}$/
const CODE = /^[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}$/

export function xrpTokens(node: XrpNode, blocks: Blocks): TokenReader {
  return {
    async find(written) {
      const [code = '', issuer = ''] = written.split(':')
      const plain = plainCode(code)
      if (plain === undefined || !isClassic(issuer)) return undefined
      if ((await node.accountInfo(issuer)) === undefined) return undefined
      const asset = `${plain}:${issuer}`
      return { asset, standard: null, decimals: XRP_ASSET_SCALE, held: 0n, block: await blocks.head() }
    },
  }
}

/** The code as nodes write it. XRP is no issued asset. */
export function plainCode(code: string): string | undefined {
  const hex = code.toUpperCase()
  const standard = STANDARD.exec(hex)?.[1]
  const text = standard === undefined ? code : Buffer.from(standard, 'hex').toString('latin1')
  if (CODE.test(text)) return text.toUpperCase() === 'XRP' ? undefined : text
  return /^(?!00)[0-9A-F]{40}$/.test(hex) ? hex : undefined
}
