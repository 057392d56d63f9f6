/** Settings of the commands that deploy contracts. */
import type { Setting } from './config.js'
import { REFUSED } from './readers.js'

const chain: Setting<string | null> = {
  flag: 'chain',
  argument: '<chain>',
  about: 'the chain, as the API names its currency; required',
  accepts: 'a chain like ETH or MATIC',
  unset: null,
  unsetText: null,
  async read(text) {
    const { isChainId } = await import('@tallystick/custody')
    return isChainId(text) ? { value: text } : REFUSED
  },
}

const deployer: Setting<string | null> = {
  env: 'TALLYSTICK_DEPLOYER_KEY',
  argument: '<hex>',
  about: 'private key of the account that pays for the deployment; required',
  accepts: '64 hex digits, with 0x or without',
  secret: true,
  unset: null,
  unsetText: null,
  read: (text) => (/^(?:0x)?[0-9a-f]{64}$/i.test(text.trim()) ? { value: text.trim() } : REFUSED),
}

export const CONTRACT_SETTINGS = { chain, deployer } as const
