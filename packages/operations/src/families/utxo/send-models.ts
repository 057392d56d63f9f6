/**
 * Bodies of sends on the UTXO chains. They name what is spent by addresses or outputs, each with its key or with its
 * wallet in a key-management system. Amounts are exact, in coins: JSON numbers or decimal text.
 */
import Type, { type TProperties, type TSchema } from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { exactAmount } from '../../wire/exact.js'
import { AmountText, closed, optional } from '../../wire/fields.js'
import { OutputHash, OutputIndex, UtxoAddress } from './models.js'

/** Per call; each one is looked up on a node. */
const MAX_ADDRESSES = 100
const MAX_OUTPUTS = 1_000
/** A few more than the largest relayed transaction can have. */
const MAX_RECIPIENTS = 3_000

/** @param length The documented length */
const privateKey = (length?: number) =>
  Type.String({
    ...(length === undefined ? { minLength: 1, maxLength: 100 } : { minLength: length, maxLength: length }),
    secret: true,
    description: 'Private key in WIF; accepted only with a testnet API key',
  })

/** A private key in WIF of a compressed public key. */
const WIF_LENGTH = 52

const walletIndex = optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'Index of the address, if the wallet is a mnemonic',
  }),
)

const output = { txHash: OutputHash, index: OutputIndex } as const

/** Optional details of an output, which are compared with the chain. */
const told = {
  amount: optional(exactAmount('Amount of the output, in coins; optional, but must match the chain')),
  address: optional(
    Type.String({ maxLength: 100, description: 'Address of the output; optional, but must match the chain' }),
  ),
} as const

const toldOfDoge = {
  value: Type.String({ ...AmountText, description: 'Amount of the output, in DOGE' }),
  address: Type.String({ maxLength: 100, description: 'Address of the output' }),
} as const

const recipients = (name: string) =>
  Type.Array(
    Type.Object(
      { address: UtxoAddress, value: exactAmount('To be paid, in coins') },
      { ...closed, $id: name },
    ),
    { minItems: 1, maxItems: MAX_RECIPIENTS, description: 'Recipients and amounts' },
  )

const remainder = {
  fee: optional(
    Type.String({
      ...AmountText,
      description: 'In coins. Default: the market fee, or the remainder without changeAddress',
    }),
  ),
  changeAddress: optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Address of the change. Default: the remainder is the fee, and is refused if it is unreasonably high',
    }),
  ),
} as const

/** @param names The names of the models of the body, a source and a recipient */
function body<Source extends string, Fields extends TProperties>(
  source: Source,
  fields: Fields,
  names: { readonly body: string; readonly source: string; readonly to: string },
) {
  const isAddress = source === 'fromAddress'
  const list = Type.Array(Type.Object(fields, { ...closed, $id: names.source }), {
    minItems: 1,
    maxItems: isAddress ? MAX_ADDRESSES : MAX_OUTPUTS,
    description: isAddress ? 'Addresses whose outputs may be spent' : 'Outputs to spend, each as a whole',
  })
  return Type.Object(
    { ...named(source, list), to: recipients(names.to), ...remainder },
    { ...closed, $id: names.body },
  )
}

/** An object with one field, typed by its name. */
function named<Name extends string, Schema extends TSchema>(name: Name, schema: Schema) {
  return { [name]: schema } as { readonly [Key in Name]: Schema }
}

const address = { address: UtxoAddress } as const

export const BtcTransactionFromAddress = body(
  'fromAddress',
  { ...address, privateKey: privateKey() },
  {
    body: 'BtcTransactionFromAddress',
    source: 'BtcTransactionFromAddressSource',
    to: 'BtcTransactionFromAddressTarget',
  },
)

export const BtcTransactionFromAddressKMS = body(
  'fromAddress',
  { ...address, signatureId: WalletSignatureId, index: walletIndex },
  {
    body: 'BtcTransactionFromAddressKMS',
    source: 'BtcTransactionFromAddressKMSSource',
    to: 'BtcTransactionFromAddressKMSTarget',
  },
)

export const BtcTransactionFromUTXO = body(
  'fromUTXO',
  { ...output, privateKey: privateKey(WIF_LENGTH) },
  {
    body: 'BtcTransactionFromUTXO',
    source: 'BtcTransactionFromUTXOSource',
    to: 'BtcTransactionFromUTXOTarget',
  },
)

export const BtcTransactionFromUTXOKMS = body(
  'fromUTXO',
  { ...output, signatureId: WalletSignatureId, signatureIdIndex: walletIndex },
  {
    body: 'BtcTransactionFromUTXOKMS',
    source: 'BtcTransactionFromUTXOKMSSource',
    to: 'BtcTransactionFromUTXOKMSTarget',
  },
)

export const LtcTransactionAddress = body(
  'fromAddress',
  { ...address, privateKey: privateKey() },
  {
    body: 'LtcTransactionAddress',
    source: 'LtcTransactionAddressFromAddressInner',
    to: 'LtcTransactionAddressToInner',
  },
)

export const LtcTransactionAddressKMS = body(
  'fromAddress',
  { ...address, signatureId: WalletSignatureId, index: walletIndex },
  {
    body: 'LtcTransactionAddressKMS',
    source: 'LtcTransactionAddressKMSFromAddressInner',
    to: 'LtcTransactionAddressToInner',
  },
)

export const LtcTransactionUTXO = body(
  'fromUTXO',
  { ...output, privateKey: privateKey(WIF_LENGTH), ...told },
  {
    body: 'LtcTransactionUTXO',
    source: 'LtcTransactionUTXOFromUTXOInner',
    to: 'LtcTransactionAddressToInner',
  },
)

export const LtcTransactionUTXOKMS = body(
  'fromUTXO',
  { ...output, signatureId: WalletSignatureId, signatureIdIndex: walletIndex, ...told },
  {
    body: 'LtcTransactionUTXOKMS',
    source: 'LtcTransactionUTXOKMSFromUTXOInner',
    to: 'LtcTransactionAddressToInner',
  },
)

export const DogeTransactionUTXO = body(
  'fromUTXO',
  { ...output, privateKey: privateKey(WIF_LENGTH), ...toldOfDoge },
  {
    body: 'DogeTransactionUTXO',
    source: 'DogeTransactionUTXOFromUTXOInner',
    to: 'DogeTransactionUTXOKMSToInner',
  },
)

export const DogeTransactionUTXOKMS = body(
  'fromUTXO',
  { ...output, signatureId: WalletSignatureId, signatureIdIndex: walletIndex, ...toldOfDoge },
  {
    body: 'DogeTransactionUTXOKMS',
    source: 'DogeTransactionUTXOKMSFromUTXOInner',
    to: 'DogeTransactionUTXOKMSToInner',
  },
)

export const BchTransaction = body(
  'fromUTXO',
  { ...output, privateKey: privateKey(WIF_LENGTH), ...told },
  { body: 'BchTransaction', source: 'BchTransactionFromUTXOInner', to: 'BchTransactionToInner' },
)

export const BchTransactionKMS = body(
  'fromUTXO',
  { ...output, signatureId: WalletSignatureId, signatureIdIndex: walletIndex, ...told },
  { body: 'BchTransactionKMS', source: 'BchTransactionKMSFromUTXOInner', to: 'BchTransactionToInner' },
)
