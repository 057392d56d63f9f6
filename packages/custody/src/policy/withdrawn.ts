import { WITHDRAWALS } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Withdrawn } from './gate.js'

/** Reads the withdrawals of the window. A cancelled one counts no more, since its account has the money back. */
export const withdrawnFrom =
  (query: () => Pick<Queries, 'list'>): Withdrawn =>
  async ({ caller: { tenant }, account, currency }, scope, since) => {
    const of = scope === 'account' ? { account } : {}
    const counted = await query().list(WITHDRAWALS, {
      where: { tenant, ...of, currency, created: { from: since }, status: { not: 'Cancelled' } },
      by: 'created',
    })
    return counted.reduce((sum, { amount }) => sum + amount, 0n)
  }
