/** One-call transfers on EVM chains: coins and tokens, with the gas and the nonce that the body names. */
import { type EvmChain, type EvmRecord, type EvmRequest, planEvm, planEvmPriced } from '@tallystick/custody'
import { evmOf, mustHaveDecimals } from '../families/evm/reads.js'
import { feeToken, namedPrice } from '../families/evm/sends.js'
import { type AccountFamily, nativeFee, recipientOf } from './account-family.js'
import { refused } from './payments.js'
import type { TransferArgs } from './transfer.js'

interface EvmArgs extends TransferArgs {
  readonly nonce?: number
  readonly gasLimit?: string
  readonly gasPrice?: string
  readonly feeCurrency?: string
}

/** @param isToken Only tokens are taken */
export const evmFamily = (
  record: EvmRecord,
  { isToken = false } = {},
): AccountFamily<EvmChain, EvmArgs, EvmRequest & { readonly to: string }> => ({
  record,
  isMany: false,
  chainOf: (context) => evmOf(context, record, {}),
  async request(asked, args) {
    const { asset, amount } = asked
    const { chain, asset: token, currency } = asset
    if (isToken && token === null) throw refused('offchain.not.supported', `${currency} is not a token`)
    const recipient = recipientOf(asked)
    const paid =
      token === null
        ? { to: recipient, value: amount, data: '0x', token: null }
        : {
            to: token,
            value: 0n,
            data: chain.codec.encodeErc20Transfer(recipient, amount),
            token: { address: token, amount },
          }
    if (token !== null) {
      await mustHaveDecimals(chain, currency, { address: token, decimals: asset.decimals })
    }
    return {
      ...paid,
      nonce: args.nonce ?? null,
      price: namedPrice('', args),
      feeToken: await feeToken(chain, args),
    }
  },
  plan: (custody, order, request, { address }) => planEvm(custody, order, address, request),
  planPending: (_custody, { chain }, request) => planEvmPriced(chain, request),
  fee(asked, _args, { feeToken: other }) {
    const native = nativeFee(asked)
    return other === null ? native : { ...native, coin: other, isIncluded: false }
  },
})
