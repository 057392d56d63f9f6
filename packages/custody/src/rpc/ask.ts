/** Asks a node of the pass-through on the service's own behalf, and reads its whole answer. */
import { parseExact } from '@tallystick/core'
import { NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'

export type PassThroughs = Pick<Chains, 'passThrough'>

/** @returns What it answered as JSON; undefined if that is not JSON, or its status is not 200. @throws NodeFault */
export async function askNode(
  chains: PassThroughs,
  node: string,
  target: string,
  body: object,
): Promise<{ readonly status: number; readonly value: unknown }> {
  const passThrough = chains.passThrough(node)
  if (passThrough === undefined) throw new NodeFault('unconfigured', `name a node under rpc.${node}`)
  const { status, body: stream } = await passThrough
    .send({
      method: 'POST',
      target,
      body: JSON.stringify(body),
      signal: new AbortController().signal,
    })
    .catch(onlyRead)
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { status, value: status === 200 ? read(Buffer.concat(chunks).toString('utf8')) : undefined }
}

function read(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** What only reads may be asked again. */
function onlyRead(fault: unknown): never {
  if (fault instanceof NodeFault && fault.code === 'unanswered') {
    throw new NodeFault('unreachable', fault.message)
  }
  throw fault
}
