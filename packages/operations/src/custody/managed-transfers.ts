/** Transactions of Solana that managed wallets sign. */
import { keysAtHand, records, type Signer, type SolanaChain, sign, type Unsigned } from '@tallystick/custody'
import Type, { type Static } from 'typebox'
import { refused } from '../chains/faults.js'
import { delivered, orderOf, type Recorded, type SentTx, sendCodes } from '../chains/send.js'
import { signerOf } from '../chains/signing.js'
import type { CallContext } from '../context.js'
import { bounded } from '../families/solana/solana.js'
import { TransactionHash } from '../models/send.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'
import { closed } from '../wire/fields.js'

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

function mustSuffice({ codec }: SolanaChain, unsigned: Unsigned, signers: readonly Signer[]): void {
  for (const { address } of codec.signingRequests(unsigned)) {
    if (signers.some((signer) => signer.address === address)) continue
    throw refused('walletIds', { signer: `walletIds names no wallet of ${address}, which still has to sign` })
  }
}

export const custodialTransferManagedAddress = operation({
  id: 'custodialTransferManagedAddress',
  area: 'Custodial managed wallets',
  method: 'POST',
  path: '/v3/custodial/transaction',
  summary: 'Signs a transaction of Solana with managed wallets, and broadcasts it',
  description:
    'txData is a serialized transaction that names a recent block. Signatures that it has already must hold; the wallets add those that are missing.',
  price: flat(TRANSFER_CREDITS),
  body: TransferManagedAddress,
  output: TransactionHash,
  errors: [
    'managed.wallet.missing',
    'managed.wallet.denied',
    'vault.not.configured',
    ...sendCodes(records.SOL, ['transaction.invalid.body']),
  ],
}).twoPhase<SentTx, Recorded>({
  async prepare(context, args, terms) {
    const chain = await solanaOf(context)
    const signers = await signersOf(context, chain, args)
    const unsigned = chain.codec.unsigned(args.txData)
    mustSuffice(chain, unsigned, signers)
    const signed = await sign(chain.codec, unsigned, keysAtHand(signers))
    const raw = await bounded(context, chain, signed.raw)
    return context.custody.pipeline.foreign(orderOf(context, chain), terms, raw, {
      credits: TRANSFER_CREDITS,
    })
  },
  finish: async (context, sent) => delivered(context, await solanaOf(context), sent),
})
