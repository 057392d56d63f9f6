/** Models of wallets, addresses and keys, the same on every chain with xpubs. */
import Type from 'typebox'
import { closed, optional, text } from '../wire/fields.js'

/** Non-hardened children of an xpub (BIP-32). */
const MAX_INDEX = 2 ** 31 - 1

/** Longer than any 24 words. */
const MAX_MNEMONIC = 500

export const AddressIndex = Type.Integer({
  minimum: 0,
  maximum: MAX_INDEX,
  description: 'Index of the address in the wallet',
})

export const Xpub = text(1, 192, 'Extended public key of the wallet')

export const MnemonicQuery = Type.String({
  maxLength: MAX_MNEMONIC,
  secret: true,
  description: 'Words of an existing wallet. Default: a new wallet',
})

const Mnemonic = Type.String({
  minLength: 1,
  maxLength: MAX_MNEMONIC,
  secret: true,
  description: 'Words of the wallet',
})

export const MnemonicRequest = Type.Object({ mnemonic: Mnemonic }, { ...closed, $id: 'MnemonicRequest' })

export const PrivKeyRequest = Type.Object(
  { index: AddressIndex, mnemonic: Mnemonic },
  { ...closed, $id: 'PrivKeyRequest' },
)

export const Wallet = Type.Object(
  {
    mnemonic: Type.String({ secret: 'answered', description: '24 words, or the words of the request' }),
    xpub: Type.String({
      description: 'Extended public key, from which addresses can be derived without the mnemonic',
    }),
  },
  { $id: 'Wallet' },
)

export const PrivKey = Type.Object(
  { key: Type.String({ secret: 'answered', description: 'Private key, in the format of the chain' }) },
  { $id: 'PrivKey' },
)

/** Documented under a name of its own for each chain. */
export const generatedAddress = (name: string) => Type.Object({ address: Type.String() }, { $id: name })

export const TestnetType = optional(
  Type.String({
    maxLength: 50,
    description: 'Testnet to use with a testnet API key; an unknown name means the default',
    default: 'ethereum-sepolia',
  }),
)
