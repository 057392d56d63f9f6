/**
 * Bodies of one-call transfers: what every withdrawal has, what its chain adds, and who signs. Most chains have the same
 * body under a name of their own.
 */
import Type, { type TProperties } from 'typebox'
import { WalletSignatureId } from '../models/send.js'
import { AddressIndex } from '../models/wallet.js'
import { AmountText, closed, LedgerId, optional, text } from '../wire/fields.js'
import { ASCII_64, DECIMAL, WHOLE } from '../wire/forms.js'

/** Recipients of one transaction, as the documented text of 10,000 characters can hold them. */
const MAX_RECIPIENTS = 500
const MAX_KEYS = 500

const FeeText = (description: string) => Type.String({ ...DECIMAL, description })

const common = {
  senderAccountId: LedgerId,
  amount: AmountText,
  compliant: optional(Type.Boolean({ description: 'Whether the withdrawal is compliant; kept nowhere' })),
  paymentId: optional(text(1, 100, 'Identifier of the payment')),
  senderNote: optional(text(1, 500, 'Note for the sender, which only he sees')),
} as const

const body = <Fields extends TProperties>(name: string, fields: Fields) =>
  Type.Object({ ...common, ...fields }, { ...closed, $id: name })

/** @param length The documented one */
export const secret = (length: readonly [least: number, most: number], description: string) =>
  Type.String({
    minLength: length[0],
    maxLength: length[1],
    secret: true,
    description: `${description}; accepted only with a testnet API key`,
  })

export const Mnemonic = secret([1, 500], 'Words of the wallet')

const kms = { signatureId: WalletSignatureId } as const
const kmsAt = { ...kms, index: optional(AddressIndex) } as const
const words = { mnemonic: Mnemonic, index: AddressIndex } as const

// ---- chains of outputs

const outputs = {
  address: text(1, 10_000, 'Recipient; or several, separated by commas, with multipleAmounts'),
  multipleAmounts: optional(
    Type.Array(AmountText, {
      maxItems: MAX_RECIPIENTS,
      description: 'What each recipient gets, in order; together they are amount',
    }),
  ),
} as const

const changeTo = text(1, 256, 'Address of the change')

const wallet = {
  ...outputs,
  attr: optional(text(1, 256, 'Accepted and not used: the change goes to address 0 of xpub')),
  xpub: text(1, 150, 'Extended public key of the wallet that pays; the change goes to its address 0'),
} as const

/** @param name As documented */
export const keyPairOf = (name: string) =>
  Type.Object(
    {
      address: text(30, 50, 'Address whose outputs may be spent'),
      privateKey: secret([52, 52], 'Its private key, in WIF'),
    },
    { ...closed, $id: name },
  )

/** The three bodies of a chain. @param name What its models begin with. @param fee The default, in coins */
export const outputBodies = (name: string, pair: ReturnType<typeof keyPairOf>, fee: string) => {
  const own = { fee: optional(FeeText(`Fee of the transaction, in coins. Default: ${fee}`)) }
  return {
    mnemonic: body(`${name}Mnemonic`, { ...wallet, ...own, mnemonic: Mnemonic }),
    keyPair: body(`${name}KeyPair`, {
      ...outputs,
      ...own,
      attr: changeTo,
      keyPair: Type.Array(pair, {
        minItems: 1,
        maxItems: MAX_KEYS,
        description: 'Addresses that pay, each with its key',
      }),
    }),
    kms: body(`${name}KMS`, { ...wallet, ...own, ...kms }),
  }
}

export type OutputBodies = ReturnType<typeof outputBodies>

// ---- EVM chains

const whole = (description: string) => Type.String({ ...WHOLE, description })

export const EvmNonce = optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Default: the next one. The nonce of a pending transaction replaces that transaction',
  }),
)

const evm = {
  address: Type.String({ minLength: 42, maxLength: 42, description: 'Recipient' }),
  nonce: EvmNonce,
  gasLimit: optional(whole('Most units of gas. Default: what the node estimates')),
  gasPrice: optional(whole('Of a unit of gas, in Gwei. Default: what the network charges now')),
} as const

const hexKey = secret([66, 66], 'Private key of the sender')

/** The three bodies of a chain, with what it adds. */
const evmBodies = <More extends TProperties>(name: string, more: More) => ({
  key: body(name, { ...evm, ...more, privateKey: hexKey }),
  mnemonic: body(`${name}Mnemonic`, { ...evm, ...more, ...words }),
  kms: body(`${name}KMS`, { ...evm, ...more, ...kmsAt }),
})

export type EvmBodies = ReturnType<typeof evmBodies<Record<never, never>>>

export const ethBodies = evmBodies('TransferEth', {})
export const erc20Bodies = evmBodies('TransferErc20', {})
export const bscBodies = evmBodies('TransferBsc', {})

/** Documented under another name of the key. */
export const kcsBodies = {
  ...evmBodies('TransferKCS', {}),
  key: body('TransferKCS', { ...evm, fromPrivateKey: hexKey }),
}

const feeCurrency = {
  feeCurrency: Type.Enum(['CELO', 'CUSD', 'CEUR'], { description: 'Currency of the fee' }),
} as const

/** Its key has two names: one in the documentation, the other in the public client. */
export const celoBodies = {
  ...evmBodies('TransferCelo', feeCurrency),
  key: body('TransferCelo', {
    ...evm,
    ...feeCurrency,
    fromPrivateKey: optional(hexKey),
    privateKey: optional(hexKey),
  }),
}

// ---- chains of accounts

const recipient = (least: number, most: number) => ({ address: text(least, most, 'Recipient') })

/** Of the documented length in hex, with 0x or without. */
const egldKey = secret([64, 66], 'Private key of the sender')

const egld = {
  ...recipient(62, 62),
  gasLimit: evm.gasLimit,
  gasPrice: optional(whole('Of a unit of gas, in 10^-18 EGLD. Default: what the network charges')),
} as const

export const egldBodies = {
  key: body('TransferEgld', { ...egld, privateKey: egldKey }),
  mnemonic: body('TransferEgldMnemonic', { ...egld, ...words }),
  kms: body('TransferEgldKMS', {
    ...egld,
    ...kmsAt,
    from: optional(text(62, 62, 'Account that pays. Default: the address of senderAccountId')),
  }),
}

const tron = {
  ...recipient(34, 34),
  fee: optional(FeeText('Most that the transaction may cost, in TRX, which the account pays. Default: 2.5')),
} as const

export const tronBodies = {
  key: body('TransferTron', { ...tron, fromPrivateKey: secret([64, 64], 'Private key of the sender') }),
  mnemonic: body('TransferTronMnemonic', { ...tron, ...words }),
  kms: body('TransferTronKMS', { ...tron, ...kmsAt, from: text(34, 34, 'Account that pays') }),
}

const xrp = {
  ...recipient(1, 100),
  account: text(1, 100, 'Account that pays'),
  attr: optional(Type.String({ maxLength: 256, description: 'Destination tag' })),
  sourceTag: optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'Source tag of the transaction' }),
  ),
} as const

export const xrpBodies = {
  key: body('TransferXrp', { ...xrp, secret: secret([29, 29], 'Secret of account, or of its regular key') }),
  kms: body('TransferXrpKMS', { ...xrp, ...kms }),
}

const xlm = {
  ...recipient(56, 56),
  fromAccount: text(56, 56, 'Account that pays'),
  attr: optional(
    Type.String({
      maxLength: 64,
      ...ASCII_64,
      description: 'Memo: a text of up to 28 bytes, or a hash of 64 hex digits',
    }),
  ),
} as const

export const xlmBodies = {
  key: body('TransferXlm', { ...xlm, secret: secret([56, 56], 'Secret of fromAccount, or of its signer') }),
  kms: body('TransferXlmKMS', { ...xlm, ...kms }),
}

const solana = {
  ...recipient(32, 44),
  from: text(32, 44, 'Account that pays'),
  fee: optional(
    Type.String({
      ...AmountText,
      description: 'Most that the transaction may cost, in SOL, which the account pays. Default: 0.000005',
    }),
  ),
} as const

export const solanaBodies = {
  key: body('TransferSol', { ...solana, privateKey: secret([87, 128], 'Private key of from') }),
  kms: body('TransferSolKMS', { ...solana, ...kms }),
}

const bnb = {
  ...recipient(1, 100),
  attr: optional(Type.String({ maxLength: 256, description: 'Memo' })),
} as const

export const bnbBodies = {
  key: body('TransferBnb', { ...bnb, fromPrivateKey: secret([64, 64], 'Private key of the sender') }),
  kms: body('TransferBnbKMS', { ...bnb, ...kms, fromAddress: text(42, 50, 'Account that pays') }),
}

// ---- answers

/** Of a transfer that the call signs. One that is left to a key-management system has a `SignatureId`. */
export const Transferred = Type.Object(
  {
    id: Type.String({ description: 'ID of the withdrawal' }),
    txId: Type.String({ description: 'ID of the transaction' }),
    completed: Type.Boolean({
      description:
        'Whether a node has the transaction. If not, nobody knows yet: the service keeps sending it, and completes or cancels the withdrawal',
    }),
  },
  { $id: 'TransferBtcMnemonic200Response' },
)

// ---- estimate

export const OffchainEstimateFee = Type.Object(
  {
    senderAccountId: LedgerId,
    amount: AmountText,
    ...outputs,
    attr: optional(text(1, 256, 'Address of the change, of an account without xpub')),
    xpub: optional(
      text(1, 150, 'Extended public key of the wallet that pays. Without it and attr, that of the account'),
    ),
  },
  { ...closed, $id: 'OffchainEstimateFee' },
)
