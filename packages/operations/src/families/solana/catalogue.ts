/** Solana: what a key-management system has signed or sent. */
import { records } from '@tallystick/custody'
import { broadcastCodes } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash } from '../../models/send.js'
import { operation } from '../../operation.js'
import { unstated } from '../../price.js'
import { BROADCAST_CREDITS, solanaBroadcasting } from './solana.js'

export const solanaBroadcast = operation({
  id: 'solanaBroadcast',
  area: 'Solana',
  method: 'POST',
  path: '/v3/solana/broadcast',
  summary: 'Broadcasts a signed transaction to Solana',
  description:
    "Tallystick's own, as the key-management daemon calls it. txData is a signed transaction, as hex or Base64; with signatureId, the call also completes that pending signature. A key-management system broadcasts its transactions itself, and calls with their ID instead: if a node has that transaction, and it does what the pending signature asks for, the signature is complete.",
  price: unstated(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: ['tx.not.found', ...broadcastCodes(records.SOL)],
}).twoPhase(solanaBroadcasting)
