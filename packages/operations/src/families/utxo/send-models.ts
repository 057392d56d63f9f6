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
      description: 'In coins, above zero. Default: the market fee, or the remainder without changeAddress',
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

/** The names of the models of the body and of a recipient; and what the name of a source adds to that of the body. */
interface Names {
  readonly body: string
  readonly source: string
  readonly to: string
}

function body<Source extends string, Fields extends TProperties>(
  source: Source,
  fields: Fields,
  names: Names,
) {
  const isAddress = source === 'fromAddress'
  const list = Type.Array(Type.Object(fields, { ...closed, $id: `${names.body}${names.source}` }), {
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

/** The bodies of both operations: with the key of each address, and with its wallet. */
const fromAddresses = (withKey: Names, withWallet: Names) =>
  [
    body('fromAddress', { address: UtxoAddress, privateKey: privateKey() }, withKey),
    body(
      'fromAddress',
      { address: UtxoAddress, signatureId: WalletSignatureId, index: walletIndex },
      withWallet,
    ),
  ] as const

/** The bodies of both operations: with the key of each output, and with its wallet. */
const fromOutputs = <Told extends TProperties>(told: Told, withKey: Names, withWallet: Names) =>
  [
    body('fromUTXO', { ...output, privateKey: privateKey(WIF_LENGTH), ...told }, withKey),
    body(
      'fromUTXO',
      { ...output, signatureId: WalletSignatureId, signatureIdIndex: walletIndex, ...told },
      withWallet,
    ),
  ] as const

export const [BtcTransactionFromAddress, BtcTransactionFromAddressKMS] = fromAddresses(
  { body: 'BtcTransactionFromAddress', source: 'Source', to: 'BtcTransactionFromAddressTarget' },
  { body: 'BtcTransactionFromAddressKMS', source: 'Source', to: 'BtcTransactionFromAddressKMSTarget' },
)

export const [BtcTransactionFromUTXO, BtcTransactionFromUTXOKMS] = fromOutputs(
  {},
  { body: 'BtcTransactionFromUTXO', source: 'Source', to: 'BtcTransactionFromUTXOTarget' },
  { body: 'BtcTransactionFromUTXOKMS', source: 'Source', to: 'BtcTransactionFromUTXOKMSTarget' },
)

const addressesOfLitecoin = { source: 'FromAddressInner', to: 'LtcTransactionAddressToInner' }
export const [LtcTransactionAddress, LtcTransactionAddressKMS] = fromAddresses(
  { ...addressesOfLitecoin, body: 'LtcTransactionAddress' },
  { ...addressesOfLitecoin, body: 'LtcTransactionAddressKMS' },
)

const outputsOfLitecoin = { ...addressesOfLitecoin, source: 'FromUTXOInner' }
export const [LtcTransactionUTXO, LtcTransactionUTXOKMS] = fromOutputs(
  told,
  { ...outputsOfLitecoin, body: 'LtcTransactionUTXO' },
  { ...outputsOfLitecoin, body: 'LtcTransactionUTXOKMS' },
)

const outputsOfDogecoin = { source: 'FromUTXOInner', to: 'DogeTransactionUTXOKMSToInner' }
export const [DogeTransactionUTXO, DogeTransactionUTXOKMS] = fromOutputs(
  toldOfDoge,
  { ...outputsOfDogecoin, body: 'DogeTransactionUTXO' },
  { ...outputsOfDogecoin, body: 'DogeTransactionUTXOKMS' },
)

const outputsOfBitcoinCash = { source: 'FromUTXOInner', to: 'BchTransactionToInner' }
export const [BchTransaction, BchTransactionKMS] = fromOutputs(
  told,
  { ...outputsOfBitcoinCash, body: 'BchTransaction' },
  { ...outputsOfBitcoinCash, body: 'BchTransactionKMS' },
)
