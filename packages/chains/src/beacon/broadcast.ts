/**
 * Sending a transaction, and what the answer means (docs.bnbchain.org, "HTTP API", "Broadcast a transaction";
 * bnb-chain/node, `common/tx/ante.go`; Tendermint, `CheckTx`). A node checks it by its own head with all that waits
 * there. It forgets what it declines, also what is only too early. It shows nothing that waits, but it tells what it
 * has already: that is how a transaction is read back.
 */
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import { type BeaconHttp, type Submitted, UNAUTHORIZED } from './http.js'
import { transactionOf } from './standing.js'

/** Wrong by itself, whatever the state of the chain: it cannot be read, is badly signed, or its memo is too long. */
const NEVER: ReadonlySet<bigint> = new Set([2n, UNAUTHORIZED, 12n])
/** Of the node's own trouble, or of a proxy's before it. */
const NOTHING: ReadonlySet<bigint> = new Set([0n, 1n])
const IN_CACHE = /already exists in cache/i
const EARLY = /Invalid sequence\. Got (\d{1,19}), expected (\d{1,19})/

/** How often it is looked for after a node took it: behind one address there may be several. */
const LOOKS = 4
const LOOK_MS = 250
/** How often one is sent that came before its predecessors, which are on their way too. */
const TRIES = 4
const TRY_MS = 500

/** Never rejects with a fault; that is `unknown`. */
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
    if (look === LOOKS) return { kind: 'unknown', reason: 'The node took it, and does not show it.' }
    await pause(LOOK_MS)
  }
}

async function judged(http: BeaconHttp, signed: Signed, { code, message }: Submitted): Promise<Broadcast> {
  if (IN_CACHE.test(message) || (await isThere(http, signed))) return { kind: 'known' }
  const reason = (code === 0n ? undefined : wordsOf(message)) ?? 'The node does not say what became of it'
  if (NEVER.has(code)) return { kind: 'refused', reason }
  return { kind: NOTHING.has(code) ? 'unknown' : 'declined', reason }
}

function isEarly({ message }: Submitted): boolean {
  const [, own, next] = EARLY.exec(message) ?? []
  return own !== undefined && next !== undefined && BigInt(own) > BigInt(next)
}

/** In a block that took it: one that failed there for its sequence may be sent again. */
const isThere = async (http: BeaconHttp, { txId }: Signed): Promise<boolean> => {
  const found = await transactionOf(http, txId)
  return found?.['code'] === 0
}

/** The rule that is broken, out of the JSON around it, without what could name a host. */
function wordsOf(message: string): string | undefined {
  const own = /"message":"((?:[^"\\]|\\.)*)"/.exec(message)?.[1] ?? message
  return /^[A-Za-z0-9][\w .,:<'-]{2,160}/.exec(own)?.[0].trim()
}

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds))
