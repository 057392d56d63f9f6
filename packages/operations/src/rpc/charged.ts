import { type NodeAnswer, NodeFault } from '@tallystick/custody'

/** Charges what a node may have got, even if it has not answered, or the caller has left meanwhile. */
export async function charged(
  method: string,
  asked: Promise<NodeAnswer>,
  charge: () => void,
): Promise<NodeAnswer> {
  try {
    const answer = await asked
    charge()
    return answer
  } catch (fault) {
    if (!(fault instanceof NodeFault) || fault.code !== 'unanswered') throw fault
    charge()
    // What only reads may be asked again.
    throw method === 'GET' ? new NodeFault('unreachable', fault.message) : fault
  }
}
