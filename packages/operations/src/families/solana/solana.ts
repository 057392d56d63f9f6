/** Transactions of Solana from the wire's words: their bytes, or the ID of one that is on the chain already. */
import { sendKey } from '@tallystick/core'
import { placeOf, type Recorded, refusal, type SentTx, type SolanaChain } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { completing, pendingOf } from '../../chains/complete.js'
import { refused } from '../../chains/faults.js'
import { delivered, orderOf } from '../../chains/send.js'
import type { CallContext } from '../../context.js'
import type { TwoPhase } from '../../two-phase.js'

export const BROADCAST_CREDITS = 2

const completion = completing(BROADCAST_CREDITS)

interface Broadcast {
  readonly txData: string
  /** Of the pending signature that it completes. */
  readonly signatureId?: string
}

const solanaOf = ({ chains, caller }: CallContext): Promise<SolanaChain> =>
  chains.chain('SOL', caller.network)

/** The pending signature that a transaction by its ID completes; null when `txData` is the transaction itself. */
function completedBy({ codec }: SolanaChain, { txData, signatureId }: Broadcast): string | null {
  if (!codec.isId(txData)) return null
  if (signatureId !== undefined) return signatureId
  throw refused('signatureId', {
    required: 'signatureId must name the pending signature that the transaction of this ID completes',
  })
}

export const solanaBroadcasting: TwoPhase<Broadcast, SentTx, Pick<SentTx, 'txId'>, Recorded> = {
  async prepare(context, args, terms) {
    const chain = await solanaOf(context)
    const pending = completedBy(chain, args)
    if (pending === null) {
      const raw = await bounded(context, chain, args.txData)
      const { signatureId: signature = null } = args
      const order = orderOf(context, chain)
      return context.custody.pipeline.foreign(order, terms, raw, { credits: BROADCAST_CREDITS, signature })
    }
    if ((await pendingOf(context, pending)).chain !== 'SOL') {
      throw new Rejected({ code: 'kms.missing', detail: pending })
    }
    return completion.prepare(context, { id: pending, txId: args.txData }, terms)
  },
  async finish(context, sent, args) {
    const chain = await solanaOf(context)
    const pending = completedBy(chain, args)
    if (pending === null) return delivered(context, chain, sent, true)
    await completion.finish(context, sent, { id: pending, txId: args.txData })
    return { txId: sent.txId }
  },
}

/**
 * The bytes with the height of the last block that may have them, without which nobody could tell their end. A node
 * tells it while it knows the block that they name; of what is recorded or in a block it does not matter any more.
 */
export async function bounded(context: CallContext, chain: SolanaChain, txData: string): Promise<string> {
  const { codec, node } = chain
  const { raw, blockhash, isDurable } = codec.read(txData)
  if (isDurable) return raw
  const last = await node.lastFor(blockhash)
  if (last !== undefined) return codec.bounded(raw, last)
  const { txId } = codec.inspect(raw)
  const known = await context.engine.query.find(sendKey(placeOf(orderOf(context, chain)), txId))
  if (known !== undefined) return known.raw
  const onChain = await node.raw(txId)
  if (onChain !== undefined) return onChain
  throw refusal(chain.record, 'the node does not know its recent block: it has expired, and is not sent')
}
