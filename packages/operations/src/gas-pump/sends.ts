/** Gas pumps as they are told what to do: on EVM chains, and on TRON. */
import { records } from '@tallystick/custody'
import { type EvmId, evmOf } from '../families/evm/reads.js'
import { type Common, CREDITS, evmSends } from '../families/evm/sends.js'
import { bothOf, calling } from '../families/tron/tron.js'
import type { WrittenAmount } from '../wire/exact.js'
import type { CallOf } from './requests.js'
import { onEvm, onTron } from './site.js'

interface OnChain extends Common {
  readonly chain: EvmId
}

export const evmCalls = <Args>(call: CallOf<Args>) =>
  evmSends<Args & OnChain>(
    (context, args) => evmOf(context, records[args.chain], args),
    async (chain, args, from) => ({ ...(await call(onEvm(chain), args, from)), value: 0n, token: null }),
  )

/** @param senderOf Whose transaction a key-management system signs, and the field that says so */
export const tronCalls = <Args, Named>(
  call: CallOf<Args>,
  senderOf: (args: Args & Named) => readonly [property: string, address: string],
) =>
  bothOf<Args & { readonly feeLimit: WrittenAmount }, Named>(
    async (sending, args) =>
      calling(sending, await call(onTron(sending.chain), args, sending.owner), args.feeLimit),
    CREDITS,
    senderOf,
  )
