/** What the transaction of a withdrawal spends, in the form that signers read. */
import { exactNumber, formatDecimal, type Output } from '@tallystick/core'
import { type Chain, isUtxo } from '@tallystick/custody'

/** With amounts as decimal text: kept under an idempotency key, and shown as numbers. */
export interface SpentOutput {
  readonly address?: {
    readonly address: string
    readonly currency: string
    readonly derivationKey?: number
    readonly xpub?: string
  }
  readonly amount: string
  readonly vIn: string
  readonly vInIndex?: number
  readonly scriptPubKey?: string
}

/**
 * The outputs in the order of the inputs, and last the change with `vIn` "-1", which clients read even if it is 0.
 * Undefined on chains without outputs.
 */
export function dataOf(
  chain: Chain,
  xpub: string | null,
  { inputs, change }: { readonly inputs: readonly Output[]; readonly change: bigint },
): readonly SpentOutput[] | undefined {
  if (!isUtxo(chain)) return undefined
  const { decimals, id: currency } = chain.record
  return [
    ...inputs.map(
      ({ txId, index, address, value, derivationKey }): SpentOutput => ({
        address: {
          address,
          currency,
          ...(derivationKey === null ? {} : { derivationKey }),
          ...(derivationKey === null || xpub === null ? {} : { xpub }),
        },
        amount: formatDecimal(value, decimals),
        vIn: txId,
        vInIndex: index,
        scriptPubKey: chain.codec.scriptOf(address),
      }),
    ),
    { amount: formatDecimal(change, decimals), vIn: '-1' },
  ]
}

export const shownData = (data: readonly SpentOutput[]) =>
  data.map(({ amount, ...output }) => ({ ...output, amount: exactNumber(amount) }))
