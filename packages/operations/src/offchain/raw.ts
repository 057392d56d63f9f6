/** A signed transaction, as each chain's broadcast takes it, in the one spelling that is recorded. */
import type { Chain, SolanaChain, TronChain } from '@tallystick/custody'
import type { CallContext } from '../context.js'
import { bounded } from '../families/solana/solana.js'

const isTron = (chain: Chain): chain is TronChain => chain.record.family === 'tron'
const isSolana = (chain: Chain): chain is SolanaChain => chain.record.family === 'solana'

/** @throws BadTransaction, NodeFault, Rejected */
export async function rawOf(context: CallContext, chain: Chain, txData: string): Promise<string> {
  if (isTron(chain)) return chain.codec.rawOf(txData)
  return isSolana(chain) ? bounded(context, chain, txData) : txData
}
