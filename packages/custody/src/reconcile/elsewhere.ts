/** Transactions of ours that belong to no withdrawal: whether they pay from our addresses, and what to somebody else. */
import { HOLDINGS, outputKey, type Send } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Chain } from '../ports/chain.js'
import { isUtxo } from '../ports/utxo.js'
import { plainAsset } from '../withdrawals/differs.js'

/** @param chain That of the transaction */
export async function paysFromOurs(query: Queries, send: Send, chain: Chain): Promise<boolean> {
  const { claims, from } = chain.codec.inspect(send.raw)
  if (!isUtxo(chain)) return from != null && isHolding(query, send, chain.codec.canonical(from))
  const spent = claims.map(({ owner, index }) => outputKey({ ...send, txId: owner, index: Number(index) }))
  return (await query.findAll(spent)).length > 0
}

/**
 * What an observed block says that it has paid to others.
 * @param add Counts it. The asset is empty for the native coin
 */
export async function paidElsewhere(
  query: Queries,
  send: Send,
  chain: Chain,
  add: (asset: string, amount: bigint) => void,
): Promise<void> {
  if (!(await paysFromOurs(query, send, chain))) return
  const { codec } = chain
  for (const [index, { address, amount, asset = '' }] of codec.inspect(send.raw).outputs.entries()) {
    const isOurs = isUtxo(chain)
      ? (await query.find(outputKey({ ...send, index }))) !== undefined
      : address !== null && (await isHolding(query, send, codec.canonical(address)))
    if (!isOurs) add(plainAsset(codec, asset), amount)
  }
}

/** @param address In the canonical spelling. Transactions have the chain's own */
async function isHolding(
  query: Queries,
  { tenant, chain, network }: Send,
  address: string,
): Promise<boolean> {
  return (await query.list(HOLDINGS, { where: { tenant, chain, network, address }, limit: 1 })).length > 0
}
