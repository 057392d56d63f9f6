/** Transactions of Solana that managed wallets sign. */
import { records, type SolanaChain } from '@tallystick/custody'
import Type, { type Static } from 'typebox'
import { delivered, orderOf, type Recorded, type SentTx, sendCodes } from '../chains/send.js'
import { signerOf } from '../chains/signing.js'
import type { CallContext } from '../context.js'
import { bounded } from '../families/solana/solana.js'
import { TransactionHash } from '../models/send.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'
import { closed } from '../wire/fields.js'
import { COVERED_CREDITS, completed } from './fee-payer.js'

const TRANSFER_CREDITS = 2

const TransferManagedAddress = Type.Object(
  {
    chain: Type.Enum(['SOL']),
    txData: Type.String({
      minLength: 1,
      maxLength: 500_000,
      description: 'The serialized transaction as hex, legacy or version 0; signatures may be missing',
    }),
    walletIds: Type.Array(
      Type.Object(
        {
          key: Type.String({
            minLength: 1,
            maxLength: 256,
            secret: true,
            description:
              'MANAGED: the ID of a managed wallet. RAW: a private key, with a testnet API key only',
          }),
          type: Type.Enum(['MANAGED', 'RAW']),
        },
        closed,
      ),
      { maxItems: 20, description: 'Those that still have to sign; empty if all have signed' },
    ),
  },
  { $id: 'TransferManagedAddress', ...closed },
)

type Transfer = Static<typeof TransferManagedAddress>

const solanaOf = ({ chains, caller }: CallContext): Promise<SolanaChain> =>
  chains.chain('SOL', caller.network)

/** Who signs, by the caller's list. */
const signersOf = (context: CallContext, chain: SolanaChain, { walletIds, txData }: Transfer) =>
  Promise.all(
    // Async, so that a key which is refused at once leaves no promise of another one behind.
    walletIds.map(async ({ key, type }) =>
      type === 'MANAGED'
        ? context.custody.wallets.signerOf(context.caller, chain, key, { txData })
        : signerOf(context.caller, chain, 'walletIds.key', key),
    ),
  )

export const custodialTransferManagedAddress = operation({
  id: 'custodialTransferManagedAddress',
  area: 'Custodial managed wallets',
  method: 'POST',
  path: '/v3/custodial/transaction',
  summary: 'Signs a transaction of Solana with managed wallets, and broadcasts it',
  description:
    'txData is a serialized transaction that names a recent block. Signatures that it has already must hold; the wallets add those that are missing. If it names the fee payer of the service, the service signs too, and pays the fee: up to the limits of the operator, only where no instruction is given the account of the fee payer, and without accounts from tables and durable nonces. On mainnet this takes a paid plan and costs 10 credits more.',
  price: flat(TRANSFER_CREDITS),
  body: TransferManagedAddress,
  output: TransactionHash,
  errors: [
    'managed.wallet.missing',
    'managed.wallet.denied',
    'managed.wallet.plan',
    'fee.payer.denied',
    'fee.payer.limit',
    'vault.not.configured',
    ...sendCodes(records.SOL, ['transaction.invalid.body']),
  ],
}).twoPhase<SentTx, Recorded>({
  async prepare(context, args, terms) {
    const chain = await solanaOf(context)
    const signers = await signersOf(context, chain, args)
    const unsigned = chain.codec.unsigned(args.txData)
    const signed = await completed(context, chain, unsigned, signers)
    const raw = await bounded(context, chain, signed.raw)
    const isCharged = signed.isCovered && context.caller.network === 'mainnet'
    return context.custody.pipeline.foreign(orderOf(context, chain), terms, raw, {
      credits: TRANSFER_CREDITS + (isCharged ? COVERED_CREDITS : 0),
    })
  },
  finish: async (context, sent) => delivered(context, await solanaOf(context), sent),
})
