/**
 * Submits a transaction, and interprets the answer. A node checks the bytes, the signature, the nonce and the balance for
 * the fee, as of its own head (mx-chain-go, `dataValidators/txValidator.go`, `interceptedTransaction.go`), and answers in
 * words.
 */
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import type { Gateway } from './gateway.js'
import { transaction } from './standing.js'

/** Messages that every node of the network would give, whatever the state of the chain. */
const INVALID: readonly (readonly [words: RegExp, reason: string])[] = [
  [/invalid signature|signature is invalid|verification failed/i, 'its signature is not valid'],
  [/invalid chain ?id/i, 'it is of another network'],
  [/invalid transaction version|invalid.{0,20}options/i, 'its version or options are none'],
]
/** Messages about the state of the chain. */
const DECLINED: readonly (readonly [words: RegExp, reason: string])[] = [
  [/lowerNonceInTx: true|lower nonce/i, 'its nonce was used before'],
  [/veryHighNonceInTx: true|higher nonce/i, 'its nonce is too far ahead'],
  [/insufficient (?:funds|balance)/i, 'the sender does not have enough for the fee'],
  [/gas ?price/i, 'its gas price is too low'],
  [/gas ?limit|gas provided/i, 'its gas limit does not fit'],
  [/account.{0,30}not found|account.{0,30}not exist/i, 'the sender is not on the chain'],
]

/** The number of lookups after a node accepted it, because one address may have several nodes behind it. */
const LOOKS = 4
const LOOK_MS = 150

/** Never rejects with a fault: a fault becomes `unknown`. */
export async function broadcast(node: Gateway, signed: Signed): Promise<Broadcast> {
  // A gateway also accepts an executed transaction, and answers with its hash. So this looks first.
  if ((await shows(node, signed.txId, 1)) === true) return { kind: 'known' }
  try {
    await node.send('/transaction/send', JSON.parse(signed.raw))
  } catch (error) {
    if (error instanceof RpcError) return judge(node, signed, error)
    if (!(error instanceof NodeFault)) throw error
    const shown = await shows(node, signed.txId, 1)
    return shown === true ? { kind: 'accepted' } : { kind: 'unknown', reason: error.message }
  }
  return (await shows(node, signed.txId, LOOKS)) === true
    ? { kind: 'accepted' }
    : { kind: 'unknown', reason: 'The node accepted it, but does not show it' }
}

async function judge(node: Gateway, { txId }: Signed, error: RpcError): Promise<Broadcast> {
  const shown = await shows(node, txId, 1)
  if (shown === true) return { kind: 'known' }
  const invalid = reasonIn(INVALID, error)
  const reason = invalid ?? reasonIn(DECLINED, error)
  // Another node may have it: an earlier one never answered, or this one does not answer now.
  if (reason === undefined || error.unansweredBefore || shown === undefined) {
    return { kind: 'unknown', reason: reason ?? `The node answered with error ${error.code}` }
  }
  return { kind: invalid === undefined ? 'declined' : 'refused', reason }
}

const reasonIn = (list: typeof INVALID, { message }: RpcError): string | undefined =>
  list.find(([words]) => words.test(message))?.[1]

/** Undefined if the node did not answer. */
async function shows(node: Gateway, txId: string, looks: number): Promise<boolean | undefined> {
  try {
    for (let look = 1; ; look += 1) {
      if ((await transaction(node, txId)) !== undefined) return true
      if (look >= looks) return false
      await new Promise((wake) => setTimeout(wake, LOOK_MS))
    }
  } catch (error) {
    if (error instanceof NodeFault) return undefined
    throw error
  }
}
