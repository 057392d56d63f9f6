/** Deploys the factory of gas pumps: once on each chain, at an address that is known before. */
import { BadTransaction, NodeFault } from '../../ports/chain.js'
import type { EvmChain } from '../../ports/evm.js'
import { keysAtHand, sign } from '../sign.js'
import { priceOf } from './plan.js'

export interface FactoryDeployment {
  readonly address: string
  /** It is on the chain now. */
  readonly isThere: boolean
  /** Of the deployment, if this call has sent it. */
  readonly txId: string | null
  /** What it costs at most, in base units; 0 if nothing is to be sent. */
  readonly fee: bigint
}

const POLL_MS = 500
const MAX_POLLS = 600

/**
 * A second deployment is not possible: it would be at the same address. So a call that was interrupted is simply repeated.
 * @param isSent False: it only tells what would be done
 * @throws NodeFault, BadTransaction, BadKey
 */
export async function deployFactory(
  chain: EvmChain,
  privateKey: string,
  isSent: boolean,
): Promise<FactoryDeployment> {
  const { codec, node } = chain
  const { factory: address, deployment } = codec.gasPumps
  if (await hasFactory(chain)) return { address, isThere: true, txId: null, fee: 0n }
  if (deployment === null) throw new NodeFault('unsupported', `${chain.record.name} has no known factory`)
  const signer = codec.signer(privateKey)
  const from = codec.canonical(signer.address)
  const call = { from, ...deployment, value: 0n }
  // The proxy answers with the 20 bytes of the address; an account without code answers with nothing.
  if ((await node.call(call)).toLowerCase() !== codec.canonical(address)) {
    throw new NodeFault(
      'unsupported',
      `${chain.record.name} has no deterministic deployment proxy at ${deployment.to}: deploy it first (github.com/Arachnid/deterministic-deployment-proxy)`,
    )
  }
  const request = { ...call, token: null, nonce: null, price: { gasLimit: null, gas: null }, feeToken: null }
  const price = await priceOf(chain, from, request)
  const nonce = await node.pendingNonce(from)
  const unsigned = codec.build({ ...call, nonce, ...price })
  const fee = BigInt(unsigned.fee)
  if ((await node.balance(from)) < fee) {
    throw new BadTransaction('insufficient.funds', `${signer.address} has too few coins for the fee`)
  }
  if (!isSent) return { address, isThere: false, txId: null, fee }
  const signed = await sign(codec, unsigned, keysAtHand([signer]))
  const outcome = await node.broadcast(signed)
  if (outcome.kind === 'refused' || outcome.kind === 'declined') {
    throw new BadTransaction('malformed', `The network did not take it: ${outcome.reason}`)
  }
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    if (await hasFactory(chain)) return { address, isThere: true, txId: signed.txId, fee }
    await new Promise((wake) => setTimeout(wake, POLL_MS))
  }
  return { address, isThere: false, txId: signed.txId, fee }
}

const ANY_OWNER = `0x${'a5'.repeat(20)}`

/** Whether it answers as it should. */
async function hasFactory({ codec, node }: EvmChain): Promise<boolean> {
  const { factory, addressesOf, addressIn, askAddress } = codec.gasPumps
  const to = codec.canonical(factory)
  const data = askAddress(ANY_OWNER, 0n)
  const answer = await node.call({ from: ANY_OWNER, to, value: 0n, data })
  return addressIn(answer) === addressesOf(ANY_OWNER)(0n)
}
