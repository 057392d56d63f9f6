/**
 * Submits a transaction and interprets the answer (solana.com/docs/rpc, "sendTransaction"; the codes are those of
 * agave, `rpc_custom_error.rs`). A node simulates it first, on the current state of the chain. So only an error in the
 * bytes themselves holds for all nodes.
 */
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import { isObject } from '../json.js'
import { RpcError } from '../transport/transport.js'
import type { Solana } from './rpc.js'
import { statusesOf } from './standing.js'
import { parted } from './text.js'

const SIMULATED = -32_002
const BAD_SIGNATURE = -32_003
const SIGNATURE_COUNT = -32_013
const VERSION = -32_015
/** JSON-RPC's "invalid params". The codec has read it: a newer node may, or one that has its tables. */
const UNREADABLE = -32_602

const MALFORMED: Readonly<Record<number, string>> = {
  [BAD_SIGNATURE]: 'A signature does not hold',
  [SIGNATURE_COUNT]: 'A signature has another length',
}

/** Of the node, and not of the bytes. */
const UNABLE: Readonly<Record<number, string>> = {
  [UNREADABLE]: 'The node cannot read it',
  [VERSION]: 'The node takes no transactions of this version',
}

/** Never rejects with a fault: that is `unknown`. */
export async function broadcast(node: Solana, signed: Signed): Promise<Broadcast> {
  try {
    await node.send(parted(signed.raw).text)
    // The node passes it on to who makes the next blocks: there is no pool to look into.
    return { kind: 'accepted' }
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown', reason: error.message }
    if (!(error instanceof RpcError)) throw error
    try {
      return await judge(node, signed, error)
    } catch (fault) {
      if (fault instanceof NodeFault) return { kind: 'unknown', reason: fault.message }
      throw fault
    }
  }
}

async function judge(node: Solana, { txId }: Signed, error: RpcError): Promise<Broadcast> {
  const { code, data, unansweredBefore } = error
  const wrong = MALFORMED[code]
  if (wrong !== undefined && !unansweredBefore) return { kind: 'refused', reason: wrong }
  const unable = UNABLE[code]
  const reason = wrong ?? unable ?? simulated(data)
  if (reason === 'AlreadyProcessed') return { kind: 'known' }
  const { all } = await statusesOf(node, [txId])
  if (all[0] !== null) return { kind: 'known' }
  const isTold = (code === SIMULATED || unable !== undefined) && !unansweredBefore
  return { kind: isTold ? 'declined' : 'unknown', reason }
}

/** The name of the rule, `InsufficientFundsForFee`; of an instruction, its own. */
function simulated(data: unknown): string {
  const error = isObject(data) ? data['err'] : undefined
  const names = typeof error === 'string' ? [error] : isObject(error) ? namesIn(error) : []
  const name = names.map((one) => /^[A-Za-z]{1,60}$/.exec(one)?.[0]).find((one) => one !== undefined)
  return name ?? 'The node could not simulate it'
}

function namesIn(error: Readonly<Record<string, unknown>>): readonly string[] {
  const inner = error['InstructionError']
  const [, told] = Array.isArray(inner) ? inner : []
  if (typeof told === 'string') return [told]
  return isObject(told) ? Object.keys(told) : Object.keys(error)
}
