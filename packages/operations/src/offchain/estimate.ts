/** The fee that a withdrawal from a wallet of outputs would have now. */
import { type AccountId, DEPOSIT_ADDRESSES } from '@tallystick/core'
import { isUtxo, utxosOf, walletOutputs } from '@tallystick/custody'
import { feesOf } from '../chains/estimate.js'
import { NODE_CODES, refused as refusedField } from '../chains/faults.js'
import { orderOf } from '../chains/send.js'
import type { CallContext } from '../context.js'
import { addressIn } from '../families/utxo/reads.js'
import { FeeBtcBased } from '../models/fees.js'
import { operation } from '../operation.js'
import { unstated } from '../price.js'
import { OffchainEstimateFee } from './models.js'
import { poolOf } from './outputs.js'
import { paymentsOf, refused } from './payments.js'
import { asWithdrawal, senderOf, type TransferArgs } from './transfer.js'

/** Addresses of an account whose outputs are looked at. */
const MAX_ADDRESSES = 500

export const offchainEstimateFee = operation({
  id: 'offchainEstimateFee',
  area: 'Virtual account blockchain fees',
  method: 'POST',
  path: '/v3/offchain/blockchain/estimate',
  summary: 'Estimates the fee of a withdrawal on Bitcoin, Litecoin, Dogecoin or Bitcoin Cash',
  description:
    'The least fee, in coins, of a transaction that makes these payments from the wallet of xpub, or from the addresses of the account with the change going to attr; without both, from the wallet of the account. Expect it in a block within 1 or 2 blocks (fast), 5 or 6 (medium), or later (slow).',
  price: unstated(2),
  body: OffchainEstimateFee,
  output: FeeBtcBased,
  errors: [
    'senderAccount.not.exists',
    'withdrawal.account.virtual',
    'offchain.not.supported',
    'withdrawal.recipient.format',
    'amount.format',
    'transaction.amount.btc',
    'amount.dust',
    'fee.exceptional',
    'transaction.invalid.body',
    ...NODE_CODES,
  ],
}).read((context, args) =>
  asWithdrawal({ isMany: true }, async () => {
    // Missing chains take precedence.
    await context.chains.chain('BTC', context.caller.network)
    const { account, asset } = await senderOf(context, args.senderAccountId)
    const { chain } = asset
    if (!isUtxo(chain) || asset.asset !== null) {
      throw refused('offchain.not.supported', `${account.currency} has no outputs to choose`)
    }
    const payments = paymentsOf(chain, true, account.scale, args)
    const { attr, xpub = attr === undefined ? (account.xpub ?? undefined) : undefined } = args
    const { wallets, changeAddress } =
      xpub === undefined
        ? {
            wallets: await addressesOf(context, account.id),
            changeAddress: addressIn(chain, change(attr), 'attr'),
          }
        : poolOf(chain, xpub)
    const { deep, own } = await walletOutputs(context.engine, orderOf(context, chain), wallets)
    return feesOf(chain, {
      required: [],
      available: utxosOf(chain, [...deep, ...own]),
      to: payments.map(({ address, amount: value }) => ({ address, value })),
      changeAddress,
    })
  }),
)

function change(attr: TransferArgs['attr']): string {
  if (attr !== undefined) return attr
  throw refusedField('xpub', { required: 'xpub or attr must be given, because the account has no xpub' })
}

async function addressesOf(
  { engine, caller: { tenant } }: CallContext,
  account: AccountId,
): Promise<readonly string[]> {
  const where = { tenant, account, removed: false }
  const all = await engine.query.list(DEPOSIT_ADDRESSES, { where, limit: MAX_ADDRESSES })
  return [...new Set(all.map(({ address }) => address))]
}
