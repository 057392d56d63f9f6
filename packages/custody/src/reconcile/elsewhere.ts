/** Transactions of ours that belong to no withdrawal, and pay from our addresses to somebody else. */
import { HOLDINGS, outputKey, type Send, type TenantId } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Placed, Places } from './places.js'
import type { Sums } from './sums.js'

/** @param sumsOf Where to add what was paid */
export async function paidElsewhere(
  query: Queries,
  sends: readonly Send[],
  places: Places,
  sumsOf: (tenant: TenantId, placed: Placed | undefined) => Sums | undefined,
): Promise<void> {
  for (const send of sends) {
    const isIn = send.status === 'final' || send.status === 'confirmed'
    if (!isIn || send.withdrawal !== undefined) continue
    const { tenant, chain, network, raw } = send
    const coin = places.ofAsset(tenant, chain, network, '')
    if (coin === undefined) continue
    const { claims, outputs, from } = coin.place.chain.codec.inspect(raw)
    const isUtxo = coin.place.chain.record.family === 'utxo'
    const spent = isUtxo
      ? await query.findAll(
          claims.map(({ owner, index }) => outputKey({ ...send, txId: owner, index: Number(index) })),
        )
      : await ownHoldings(query, send, from == null ? [] : [from])
    if (spent.length === 0) continue
    for (const [index, paid] of outputs.entries()) {
      const isOurs = isUtxo
        ? (await query.find(outputKey({ ...send, index }))) !== undefined
        : paid.address !== null && (await ownHoldings(query, send, [paid.address])).length > 0
      if (isOurs) continue
      const sums = sumsOf(tenant, places.ofAsset(tenant, chain, network, paid.asset ?? ''))
      if (sums !== undefined) sums.elsewhere += paid.amount
    }
  }
}

const ownHoldings = (query: Queries, { tenant, chain, network }: Send, addresses: readonly string[]) =>
  query.list(HOLDINGS, { where: { tenant, chain, network, address: { in: addresses } }, limit: 1 })
