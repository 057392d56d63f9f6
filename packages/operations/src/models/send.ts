/** Models of sends on all chains: their answers, and the broadcast of transactions signed elsewhere. */
import Type from 'typebox'
import { closed, optional } from '../wire/fields.js'

export const TransactionHash = Type.Object(
  { txId: Type.String({ description: 'ID of the transaction; a node has accepted it' }) },
  { $id: 'TransactionHash' },
)

export const SignatureId = Type.Object(
  {
    signatureId: Type.String({
      format: 'uuid',
      description: 'ID of the pending signature that the key-management system has to complete',
    }),
  },
  { $id: 'SignatureId' },
)

/** The first if the call signed it, the second if the body names a wallet of a KMS. */
export const TransactionSigned = Type.Union([TransactionHash, SignatureId], { $id: 'TransactionSigned' })

/** In the body of a send. It differs from the returned `signatureId`, which is that of the pending signature. */
export const WalletSignatureId = Type.String({
  format: 'uuid',
  description: 'ID of the signing wallet in the key-management system',
})

const MAX_TRANSACTION = 500_000

const broadcast = {
  txData: Type.String({
    minLength: 1,
    maxLength: MAX_TRANSACTION,
    description: 'Signed transaction, in the format of the chain',
  }),
  signatureId: optional(
    Type.String({
      format: 'uuid',
      description: 'ID of the pending signature that this transaction completes, once a node has it',
    }),
  ),
}

export const Broadcast = Type.Object(broadcast, { ...closed, $id: 'Broadcast' })

export const BroadcastKMS = Type.Object(
  {
    ...broadcast,
    index: optional(Type.Number({ description: 'Derivation index of the wallet; accepted and not used' })),
  },
  { ...closed, $id: 'BroadcastKMS' },
)
