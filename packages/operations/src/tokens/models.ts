/** Bodies of the operations that make tokens of chains currencies of the ledger. */
import Type, { type TProperties } from 'typebox'
import { CustomerRegistration } from '../ledger/models/customer.js'
import { BasePair, closed, FiatCode, optional, text } from '../wire/fields.js'
import { ASSET_CODE, CURRENCY_NAME, DECIMAL, HEX_CODE } from '../wire/forms.js'

/** The chains whose fungible tokens can be registered. */
export const TOKEN_CHAINS = ['BSC', 'CELO', 'ETH', 'KCS', 'KLAY', 'MATIC', 'ONE', 'SOL', 'XDC'] as const

/** BIP-32: the indexes of children that need no private key. */
const MAX_INDEX = 2 ** 31 - 1
/** The most that a currency of the ledger has. */
const MAX_DECIMALS = 18

export const TokenName = Type.String({
  minLength: 1,
  maxLength: 30,
  ...CURRENCY_NAME,
  description: 'Name of the currency in the ledger. Must not begin with VC_',
})

const Supply = Type.String({
  maxLength: 38,
  ...DECIMAL,
  description: 'What the address holds. The account gets it once the chain has shown it',
})

const Decimals = Type.Integer({
  minimum: 0,
  maximum: MAX_DECIMALS,
  description: 'Decimals of the token, as its contract reports them',
})

const rate = {
  basePair: BasePair,
  baseRate: optional(
    Type.Number({ minimum: 0, default: 1, description: 'Value of one unit in the base pair' }),
  ),
}

/** What every registration of a fungible token has. */
export const described = {
  symbol: TokenName,
  supply: Supply,
  description: text(1, 100, 'Free text'),
  ...rate,
  customer: optional(CustomerRegistration),
}

export const derived = (length: { readonly minLength: number; readonly maxLength: number }) => ({
  xpub: Type.String({ ...length, description: 'Extended public key of the wallet that holds the supply' }),
  derivationIndex: Type.Integer({
    minimum: 0,
    maximum: MAX_INDEX,
    description:
      'Index of the address that holds the supply. From 1 on, it becomes the deposit address of the account',
  }),
})

export const named = (minLength: number, maxLength: number) => ({
  address: text(minLength, maxLength, 'Address that holds the supply, and deposit address of the account'),
})

export const EVM_XPUB = { minLength: 1, maxLength: 150 }
export const TRON_XPUB = { minLength: 130, maxLength: 130 }

const ofLedger = { accountingCurrency: optional(FiatCode) }

const model = <Fields extends TProperties>($id: string, fields: Fields) =>
  Type.Object(fields, { ...closed, $id })

export const Erc20 = model('Erc20', {
  ...described,
  ...ofLedger,
  decimals: Decimals,
  ...derived(EVM_XPUB),
})
export const Erc20Address = model('Erc20Address', {
  ...described,
  ...ofLedger,
  decimals: Decimals,
  ...named(42, 44),
})

/** Client 1.x names no decimals: it registers tokens with 18. */
export const CreateErc20 = model('CreateErc20', {
  ...described,
  ...ofLedger,
  decimals: optional(Decimals),
  ...derived(EVM_XPUB),
})
export const CreateErc20Address = model('CreateErc20Address', {
  ...described,
  ...ofLedger,
  decimals: optional(Decimals),
  ...named(42, 42),
})

export const tronToken = {
  decimals: Decimals,
  type: Type.Enum(['TRC10', 'TRC20'], { description: 'Standard of the token' }),
  url: optional(text(1, 100, 'Web address of the issuer')),
}

export const TrcXpub = model('TrcXpub', {
  ...described,
  ...ofLedger,
  ...tronToken,
  ...derived(TRON_XPUB),
})
export const TrcAddress = model('TrcAddress', { ...described, ...ofLedger, ...tronToken, ...named(34, 34) })

const registered = {
  accountId: optional(Type.String({ description: 'Account of the currency' })),
  address: optional(Type.String({ description: 'Address that holds the supply' })),
}

export const Erc20Response = Type.Object(registered, { $id: 'Erc20Response' })
export const Trc20Response = Type.Object(registered, { $id: 'Trc20Response' })

export const CreateXrpAsset = model('CreateXrpAsset', {
  issuerAccount: text(33, 34, 'Account that issues the asset'),
  token: Type.String({
    minLength: 40,
    maxLength: 40,
    ...HEX_CODE,
    description: 'Code of the asset in hex, which becomes the name of the currency',
  }),
  basePair: rate.basePair,
})

export const CreateXlmAsset = model('CreateXlmAsset', {
  issuerAccount: text(56, 56, 'Account that issues the asset'),
  token: Type.String({
    minLength: 1,
    maxLength: 12,
    ...ASSET_CODE,
    description: 'Code of the asset, which becomes the name of the currency',
  }),
  basePair: rate.basePair,
})
