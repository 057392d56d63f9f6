/** Sending, on any chain: what is answered to a send, and the broadcast of what was signed elsewhere. */
import Type from 'typebox'
import { closed, optional } from '../wire/fields.js'

export const TransactionHash = Type.Object(
  { txId: Type.String({ description: 'Of the transaction: a node has it' }) },
  { $id: 'TransactionHash' },
)

export const SignatureId = Type.Object(
  {
    signatureId: Type.String({
      format: 'uuid',
      description: 'Of the pending transaction, which the key-management system is to sign',
    }),
  },
  { $id: 'SignatureId' },
)

/** The first when it was signed by the call, the second when the body named a wallet of a KMS. */
export const TransactionSigned = Type.Union([TransactionHash, SignatureId], { $id: 'TransactionSigned' })

/** In the body of a send: not the answered `signatureId`, which is a pending transaction's. */
export const WalletSignatureId = Type.String({
  format: 'uuid',
  description: 'Wallet in the key-management system that signs',
})

const MAX_TRANSACTION = 500_000

export const BroadcastKMS = Type.Object(
  {
    txData: Type.String({
      minLength: 1,
      maxLength: MAX_TRANSACTION,
      description: 'Signed transaction, as nodes of the chain take it',
    }),
    signatureId: optional(
      Type.String({
        format: 'uuid',
        description: 'The pending transaction that this is: complete once a node has it',
      }),
    ),
    index: optional(Type.Number({ description: 'Taken and not used: derivation index of the wallet' })),
  },
  { ...closed, $id: 'BroadcastKMS' },
)
