/**
 * Rebuilds the bytes of a transaction from a node's answer, because some nodes do not return the bytes. The hash shows
 * whether they are right.
 */
import { Signature } from 'ethers/crypto'
import { Transaction } from 'ethers/transaction'
import { CIP64, encodeCip64 } from './cip64.js'
import { count, type Fields, quantity } from './rpc.js'

/** 0x-hex; undefined if the type is not supported here, or has no bytes. */
export function rawOf(told: Fields): string | undefined {
  try {
    return written(told)
  } catch {
    return undefined
  }
}

function written(told: Fields): string {
  const { to, input, data, chainId, accessList, feeCurrency } = told
  const type = count(told['type'] ?? '0x0')
  const v = quantity(told['yParity'] ?? told['v'])
  const signature = Signature.from({
    r: word(told['r']),
    s: word(told['s']),
    // Before EIP-2718 the parity contains the chain id (EIP-155).
    v: type === 0 ? quantity(told['v']) : v + 27n,
  })
  const common = {
    chainId: chainId === undefined || chainId === null ? (signature.legacyChainId ?? 0n) : quantity(chainId),
    nonce: count(told['nonce']),
    gasLimit: quantity(told['gas']),
    to: typeof to === 'string' ? to.toLowerCase() : null,
    value: quantity(told['value']),
    data: String(input ?? data),
  }
  const limits = (): { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } => ({
    maxFeePerGas: quantity(told['maxFeePerGas']),
    maxPriorityFeePerGas: quantity(told['maxPriorityFeePerGas']),
  })
  if (type === Number(CIP64)) {
    const fields = { ...common, ...limits(), feeCurrency: String(feeCurrency).toLowerCase() }
    return encodeCip64(fields, signature)
  }
  const price = type === 2 ? limits() : { gasPrice: quantity(told['gasPrice']) }
  const list = Array.isArray(accessList) && type !== 0 ? { accessList } : {}
  return Transaction.from({ type, ...common, ...price, ...list, signature }).serialized
}

/** Nodes leave out leading zeros. */
const word = (told: unknown): string => `0x${quantity(told).toString(16).padStart(64, '0')}`
