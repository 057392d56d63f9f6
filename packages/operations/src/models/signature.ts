/** Models of pending signatures, in the format that a key-management system reads. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import Type from 'typebox'
import { ResponseData } from '../offchain/withdrawal-models.js'
import { closed, optional } from '../wire/fields.js'

/** Chains that a key-management system asks about, including chains without pending signatures. */
const KMS_CHAINS = Object.keys(CHAIN_CURRENCIES).sort()

/** Wallets of one key-management system per call. */
const MAX_SIGNATURE_IDS = 25_000
/** Per report; each one is looked up and locked separately. */
const MAX_REPORTED = 1_000

export const KmsChain = Type.Enum(KMS_CHAINS, { description: 'Chain, as the ledger names its currency' })

export const PendingId = Type.String({
  minLength: 24,
  maxLength: 36,
  description: 'ID of the pending signature: the signatureId that the sending call returned',
})

export const SentTxId = Type.String({
  minLength: 10,
  maxLength: 88,
  description: 'ID of the transaction that was signed and sent',
})

const KmsSignature = Type.Object({
  id: Type.String({ description: 'ID of the wallet in the key-management system' }),
  index: optional(Type.Number({ description: 'Derivation index' })),
})

export const PendingTransaction = Type.Object(
  {
    id: Type.String({ description: 'Send it back as signatureId with the signed transaction' }),
    chain: Type.String(),
    hashes: Type.Array(Type.String(), {
      description: 'IDs of the wallets in the key-management system, in the order in which they sign',
    }),
    serializedTransaction: Type.String({ description: 'Transaction to sign, in the format of the chain' }),
    withdrawalId: optional(Type.String()),
    index: optional(Type.Number({ description: 'Derivation index, if the wallet is a mnemonic' })),
    txId: optional(Type.String({ description: 'ID of the transaction, once it is signed' })),
    withdrawalResponses: optional(
      Type.Array(ResponseData, {
        description:
          'Of a withdrawal on a chain of outputs: each input with the derivationKey of its key, in their order, and last the change',
      }),
    ),
    signatures: optional(Type.Array(KmsSignature, { description: 'Present if several keys sign' })),
  },
  { $id: 'PendingTransaction' },
)

export const KmsSignatureIds = Type.Object(
  {
    signatureIds: optional(
      Type.Array(Type.String(), {
        maxItems: MAX_SIGNATURE_IDS,
        description: 'Returns only what these wallets sign. Default: all of the chain',
      }),
    ),
  },
  { $id: 'KmsSignatureIds', ...closed },
)

export const KmsBatchErrors = Type.Object(
  {
    errors: Type.Array(
      Type.Object(
        {
          signatureId: Type.String({ description: 'ID of the pending signature' }),
          error: Type.String({ description: 'What went wrong' }),
        },
        closed,
      ),
      { maxItems: MAX_REPORTED },
    ),
  },
  { $id: 'KmsBatchErrors', ...closed },
)
