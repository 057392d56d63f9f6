/** Bodies that deploy tokens: what every token has, who holds its supply, what its chain adds, and who signs. */
import Type, { type TProperties } from 'typebox'
import { WalletSignatureId } from '../models/send.js'
import { AddressIndex } from '../models/wallet.js'
import { derived, described, EVM_XPUB, named, TRON_XPUB, tronToken } from '../tokens/models.js'
import { closed, optional, text } from '../wire/fields.js'
import { EvmNonce, Mnemonic, secret } from './models.js'

interface Chain<More, Key, Held, Xpub, Kms> {
  readonly more: More
  readonly key: Key
  readonly address: Held
  readonly xpub: Xpub
  /** Beside the wallet that signs. */
  readonly kms: Kms
}

/** The six bodies of a chain. @param name What its models begin with */
function bodies<
  const More extends TProperties,
  const Key extends TProperties,
  const Held extends TProperties,
  const Xpub extends TProperties,
  const Kms extends TProperties,
>(name: string, chain: Chain<More, Key, Held, Xpub, Kms>) {
  const words = { mnemonic: Mnemonic, index: AddressIndex } as const
  const kms = { ...chain.kms, signatureId: WalletSignatureId, index: optional(AddressIndex) } as const
  const body = <Fields extends TProperties>(id: string, fields: Fields) =>
    Type.Object({ ...described, ...chain.more, ...fields }, { ...closed, $id: `${name}${id}` })
  return {
    keyXpub: body('PKXpub', { ...chain.xpub, ...chain.key }),
    keyAddress: body('PKAddress', { ...chain.address, ...chain.key }),
    wordsXpub: body('MnemXpub', { ...chain.xpub, ...words }),
    wordsAddress: body('MnemonicAddress', { ...chain.address, ...words }),
    kmsXpub: body('KMSXpub', { ...chain.xpub, ...kms }),
    kmsAddress: body('KMSAddress', { ...chain.address, ...kms }),
  }
}

const key = (digits: number) => ({
  privateKey: secret([digits, digits], 'Private key of the account that deploys the token'),
})

const evm = { key: key(66), address: named(42, 42), xpub: derived(EVM_XPUB), kms: {} } as const

export const erc20Deployments = bodies('DeployErc20Offchain', { ...evm, more: { nonce: EvmNonce } })

export const celoDeployments = bodies('DeployCeloErc20Offchain', {
  ...evm,
  more: {
    nonce: EvmNonce,
    feeCurrency: Type.Enum(['CELO', 'CUSD', 'CEUR'], { description: 'Currency of the fee' }),
  },
})

export const trcDeployments = bodies('DeployTrcOffchain', {
  more: tronToken,
  key: key(64),
  address: named(34, 34),
  xpub: derived(TRON_XPUB),
  kms: { from: text(34, 34, 'Account that deploys the token') },
})

export const Deployed = Type.Object(
  {
    accountId: Type.String({ description: 'Account of the currency, which gets the supply' }),
    txId: optional(
      Type.String({ description: 'ID of the transaction. If the call signs it, the service delivers it' }),
    ),
    signatureId: optional(
      Type.String({
        format: 'uuid',
        description: 'ID of the pending signature that the key-management system has to complete',
      }),
    ),
  },
  { $id: 'DeployErc20OffchainMnemonicAddress200Response' },
)
