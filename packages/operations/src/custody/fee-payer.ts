/**
 * Our own signature on a transaction of Solana whose fee the service pays. It is the last one, and it is made only when
 * nothing can be asked of it but the fee: see `riskOfPaying` in the chain's codec.
 */
import { keysAtHand, refusal, type Signer, type SolanaChain, sign, type Unsigned } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../chains/faults.js'
import type { CallContext } from '../context.js'

/** Beside the call, for a transaction on mainnet whose fee the service pays. */
export const COVERED_CREDITS = 10

export interface Completed {
  /** Base64. */
  readonly raw: string
  /** Whether the service pays the fee. */
  readonly isCovered: boolean
}

/** Signs with these keys, and as the fee payer where the transaction names ours. */
export async function completed(
  context: CallContext,
  chain: SolanaChain,
  unsigned: Unsigned,
  signers: readonly Signer[],
): Promise<Completed> {
  const { codec } = chain
  const { payer, blockhash, risk } = codec.payerOf(unsigned)
  const requests = codec.signingRequests(unsigned)
  const isOpen = requests.some(({ address }) => address === payer)
  const signerFor = isOpen ? await context.custody.wallets.payers.at(context.caller, chain, payer) : null
  const missing = requests.find(
    ({ address }) =>
      !(signerFor !== null && address === payer) && !signers.some((signer) => signer.address === address),
  )
  if (missing !== undefined) {
    const { address } = missing
    throw refused('walletIds', { signer: `walletIds names no wallet of ${address}, which still has to sign` })
  }
  if (signerFor === null) {
    const { raw } = await sign(codec, unsigned, keysAtHand(signers))
    return { raw, isCovered: false }
  }
  if (context.caller.network === 'mainnet' && context.caller.plan === 'free') {
    throw new Rejected({ code: 'managed.wallet.plan' })
  }
  if (risk !== null) throw new Rejected({ code: 'fee.payer.denied', detail: risk })
  const own = signerFor(await feeOf(chain, unsigned, blockhash))
  const others = await Promise.all(
    requests
      .filter(({ address }) => address !== payer)
      .map(async (request) => {
        const signer = signers.find(({ publicKey }) => request.accepts(publicKey))
        if (signer === undefined) throw new TypeError('it was looked for before')
        return { publicKey: signer.publicKey, signature: await signer.sign(request) }
      }),
  )
  const rest = codec.unsigned(codec.withSignatures(unsigned, others))
  const { raw } = await sign(codec, rest, keysAtHand([own]))
  return { raw, isCovered: true }
}

/**
 * The more of what we compute and what a node says.
 * @throws Rejected if it has expired: else it would be signed, counted and never sent
 */
async function feeOf(
  { codec, node, record }: SolanaChain,
  unsigned: Unsigned,
  blockhash: string,
): Promise<bigint> {
  const computed = BigInt(unsigned.fee)
  const [last, told] = await Promise.all([node.lastFor(blockhash), node.feeFor(codec.message(unsigned))])
  if (last === undefined || told === undefined) {
    throw refusal(record, 'the node does not know its recent block: it has expired, and is not signed')
  }
  return told > computed ? told : computed
}
