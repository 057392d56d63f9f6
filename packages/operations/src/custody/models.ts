import Type from 'typebox'
import { closed, LedgerId, MAX_BATCH, optional, text } from '../wire/fields.js'

/** BIP-32: the indexes of children that need no private key. */
const MAX_INDEX = 2 ** 31 - 1
/** Of a destination tag of XRP. */
const MAX_TAG = 2 ** 32 - 1

export const Index = Type.Integer({
  minimum: 0,
  maximum: MAX_INDEX,
  description:
    'Index of the deposit address, instead of the next one. It is above the last one of the xpub; those that it skips are never used',
})

/** Refusals of the next address of an xpub, or that of a named index. */
export const givenErrors = [
  'account.blockchain.testnet',
  'offchain.not.supported',
  'xpub.used',
  'address.index.used',
  'address.used',
  'address.busy',
] as const

export const Tag = Type.Integer({
  minimum: 1,
  maximum: MAX_TAG,
  description: 'Tag or memo, on a chain with tags',
})

export const AddressInPath = text(1, 100, 'Address of the blockchain')

export const Address = Type.Object(
  {
    address: Type.String(),
    currency: Type.String({ description: 'Currency of the account' }),
    derivationKey: optional(
      Type.Integer({ description: 'Index of the address below the xpub, or its tag or memo' }),
    ),
    xpub: optional(Type.String({ description: 'What the address was generated from' })),
    destinationTag: optional(Type.Number({ description: 'XRP: payments to the address must have it' })),
    memo: optional(Type.String({ description: 'BNB: payments to the address must have it' })),
    message: optional(Type.String({ description: 'XLM: payments to the address must have it as memo' })),
  },
  { $id: 'Address' },
)

export const OffchainAddresses = Type.Object(
  {
    addresses: Type.Array(Type.Object({ accountId: LedgerId, derivationKey: optional(Index) }, closed), {
      minItems: 1,
      maxItems: MAX_BATCH,
    }),
  },
  { ...closed, $id: 'OffchainAddresses' },
)
