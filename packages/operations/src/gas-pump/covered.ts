/** Activations that the service pays for, with a managed wallet that the operator has named (docs/vault.md). */
import { type EvmChain, planEvm, type Recorded, records, type SentTx } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../chains/faults.js'
import { delivered, orderOf } from '../chains/send.js'
import type { CallContext } from '../context.js'
import { COVERED_CREDITS } from '../custody/fee-payer.js'
import { type EvmId, evmOf, type OnTestnet } from '../families/evm/reads.js'
import { CREDITS } from '../families/evm/sends.js'
import type { TwoPhase } from '../two-phase.js'
import type { CallOf } from './requests.js'
import { onEvm } from './site.js'

export interface Covered extends OnTestnet {
  readonly chain: EvmId
  readonly feesCovered: boolean
}

type Answered = Pick<SentTx, 'txId'>

const chainOf = (context: CallContext, args: Covered): Promise<EvmChain> =>
  evmOf(context, records[args.chain], args)

/**
 * @param countOf Addresses that the call asks for: on mainnet each costs credits, because the service pays for it
 * @throws Rejected `managed.wallet.plan`, `fee.payer.denied`, `fee.payer.limit`
 */
export const coveredCalls = <Args>(
  call: CallOf<Args>,
  countOf: (args: Args) => number,
): TwoPhase<Args & Covered, SentTx, Answered, Recorded> => ({
  async prepare(context, args, terms) {
    const { caller, custody } = context
    if (!args.feesCovered) {
      throw refused('feesCovered', {
        covered: 'feesCovered is false: name who pays, with fromPrivateKey or caller',
      })
    }
    if (caller.network === 'mainnet' && caller.plan === 'free')
      throw new Rejected({ code: 'managed.wallet.plan' })
    const chain = await chainOf(context, args)
    const payer = await custody.wallets.payers.own(caller, chain)
    if (payer === null) {
      const detail = `the service pays for nothing on ${chain.record.name}: its operator has named no wallet (TALLYSTICK_GAS_PAYERS)`
      throw new Rejected({ code: 'fee.payer.denied', detail })
    }
    const from = chain.codec.canonical(payer.address)
    const request = {
      ...(await call(onEvm(chain), args, from)),
      value: 0n,
      token: null,
      nonce: null,
      feeToken: null,
    }
    const order = orderOf(context, chain)
    const plan = await planEvm(custody, order, from, { ...request, price: { gasLimit: null, gas: null } })
    // Each signature is counted with the fee of what it signs.
    const source = { signers: async ({ fee }: { readonly fee: string }) => [payer.signer(BigInt(fee))] }
    const more = caller.network === 'mainnet' ? COVERED_CREDITS * countOf(args) : 0
    return custody.pipeline.sign(order, terms, plan, source, CREDITS + more)
  },
  finish: async (context, sent, args) => delivered(context, await chainOf(context, args), sent),
})
