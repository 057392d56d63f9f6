/**
 * Submits a transaction, and interprets the answer (docs.bnbchain.org, "HTTP API", "Broadcast a transaction";
 * bnb-chain/node, `common/tx/ante.go`; Tendermint, `CheckTx`). A node checks it against its own head and mempool.
 * It forgets every transaction that it declines, even one that is only too early. It does not show its mempool, but it
 * recognises a duplicate: so sending the same bytes again shows whether the node has them.
 */
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import { type BeaconHttp, type Submitted, UNAUTHORIZED } from './http.js'
import { transactionOf } from './standing.js'

/** Invalid in every state of the chain: unreadable, wrongly signed, or with too long a memo. */
const NEVER: ReadonlySet<bigint> = new Set([2n, UNAUTHORIZED, 12n])
/** Codes for problems of the node itself, or of a proxy in front of it. */
const NOTHING: ReadonlySet<bigint> = new Set([0n, 1n])
const IN_CACHE = /already exists in cache/i
const EARLY = /Invalid sequence\. Got (\d{1,19}), expected (\d{1,19})/

/** The number of lookups after a node accepted it, because one address may have several nodes behind it. */
const LOOKS = 4
const LOOK_MS = 250
/** The number of tries for a transaction that arrives before its predecessors, which are on their way. */
const TRIES = 4
const TRY_MS = 500

/** Never rejects with a fault: a fault becomes `unknown`. */
export async function broadcast(http: BeaconHttp, signed: Signed): Promise<Broadcast> {
  try {
    for (let tries = 1; ; tries += 1) {
      const told = await http.submit(signed.raw)
      if (told.ok) return await readBack(http, signed)
      if (!isEarly(told) || tries === TRIES) return await judged(http, signed, told)
      await pause(TRY_MS)
    }
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown', reason: error.message }
    throw error
  }
}

async function readBack(http: BeaconHttp, signed: Signed): Promise<Broadcast> {
  for (let look = 1; ; look += 1) {
    if (await isThere(http, signed)) return { kind: 'accepted' }
    const { message } = await http.submit(signed.raw)
    if (IN_CACHE.test(message)) return { kind: 'accepted' }
    if (look === LOOKS) return { kind: 'unknown', reason: 'The node accepted it, but does not show it.' }
    await pause(LOOK_MS)
  }
}

async function judged(http: BeaconHttp, signed: Signed, { code, message }: Submitted): Promise<Broadcast> {
  if (IN_CACHE.test(message) || (await isThere(http, signed))) return { kind: 'known' }
  const reason = (code === 0n ? undefined : wordsOf(message)) ?? 'The node does not say what happened to it'
  if (NEVER.has(code)) return { kind: 'refused', reason }
  return { kind: NOTHING.has(code) ? 'unknown' : 'declined', reason }
}

function isEarly({ message }: Submitted): boolean {
  const [, own, next] = EARLY.exec(message) ?? []
  return own !== undefined && next !== undefined && BigInt(own) > BigInt(next)
}

/** Whether it succeeded in a block. One that failed there because of its sequence may be sent again. */
const isThere = async (http: BeaconHttp, { txId }: Signed): Promise<boolean> => {
  const found = await transactionOf(http, txId)
  return found?.['code'] === 0
}

/** The reason, taken from the JSON around it, without anything that could name a host. */
function wordsOf(message: string): string | undefined {
  const own = /"message":"((?:[^"\\]|\\.)*)"/.exec(message)?.[1] ?? message
  return /^[A-Za-z0-9][\w .,:<'-]{2,160}/.exec(own)?.[0].trim()
}

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds))
