/** Registers assets that accounts of XRP and Stellar issue: their identity is known at once. */
import { type RejectionCode, registerToken } from '@tallystick/core'
import type { Terms } from '@tallystick/engine'
import { NODE_CODES } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { operation } from '../operation.js'
import { unstated } from '../price.js'
import { CreateXlmAsset, CreateXrpAsset } from './models.js'
import { NAME_CODES } from './registration.js'

const errors: readonly RejectionCode[] = [
  ...NAME_CODES,
  'erc20.address.used',
  'erc20.contract.missing',
  'offchain.not.supported',
  ...NODE_CODES,
]

const DESCRIPTION =
  'Makes a currency of the ledger, with an account. The issuer must be on the chain. The code is the name of the currency, so an asset with the code of another currency cannot be registered.'

const shared = {
  area: 'Blockchain operations',
  method: 'POST',
  description: DESCRIPTION,
  price: unstated(2),
  output: null,
  errors,
} as const

interface Asset {
  readonly issuerAccount: string
  readonly token: string
  readonly basePair: string
}

const registering = (id: string) => ({
  async prepare(context: CallContext, asset: Asset, terms: Terms) {
    const { chains, caller, custody, engine } = context
    const chain = await chains.chain(id, caller.network)
    const { token: name, issuerAccount, basePair } = asset
    const found = await custody.tokens.find(chain, `${name}:${issuerAccount}`, null)
    const request = {
      name,
      scale: found.decimals,
      standard: null,
      supply: '0',
      basePair,
      baseRate: '1',
      description: null,
      customer: null,
      accountingCurrency: null,
      at: null,
    }
    return custody.tokens.registering(context, chain, request, (command) =>
      engine.execute({
        ...terms,
        rule: registerToken,
        command: { ...command, found: { asset: found.asset, since: found.block.height } },
        present: () => null,
      }),
    )
  },
  finish: async () => null,
})

export const xrpAssetOffchain = operation({
  ...shared,
  id: 'xrpAssetOffchain',
  path: '/v3/offchain/xrp/asset',
  summary: 'Registers an asset that an account of XRP issues',
  body: CreateXrpAsset,
}).twoPhase(registering('XRP'))

export const xlmAssetOffchain = operation({
  ...shared,
  id: 'xlmAssetOffchain',
  path: '/v3/offchain/xlm/asset',
  summary: 'Registers an asset that an account of Stellar issues',
  body: CreateXlmAsset,
}).twoPhase(registering('XLM'))
