import type { TenantId } from '@tallystick/core'
import type { Reconciliation } from '@tallystick/custody'
import { expect, it } from 'vitest'
import { report } from './reconcile.js'
import { paintFor } from './terminal.js'

const paint = paintFor(process.stdout)

const FOUND: Reconciliation = {
  currencies: [
    {
      tenant: 'default' as TenantId,
      currency: 'BTC',
      chain: 'BTC',
      network: 'mainnet',
      scale: 8,
      onChain: 350_000_000n,
      customers: 200_000_000n,
      clearing: 0n,
      fees: 0n,
      shortfall: -1n,
      difference: 150_000_001n,
      lines: [
        { what: 'received, and no deposit of anybody', amount: 150_000_002n, isExplained: true },
        { what: 'sent with our keys by somebody else', amount: -1n, isExplained: false },
      ],
      isExplained: false,
    },
  ],
  compared: 12,
  addresses: [],
  unassigned: [],
  notCompared: [],
  isExplained: false,
}

it('shows each currency with the lines that explain its difference, and leaves out accounts without a balance', () => {
  expect(report('ledger.db', FOUND, 1_200, paint)).toBe(`
  ledger.db

  BTC on BTC mainnet, tenant default
  our addresses have                             3.5
  customers are owed                               2
  shortfall                              -0.00000001
  difference                              1.50000001
    received, and no deposit of anybody   1.50000002
  ✗ sent with our keys by somebody else  -0.00000001

  ✗ Something is not explained (docs/custody.md, "Runbook"): 12 balances compared in 1.2 s.

`)
})

it('names the addresses that differ, and what was not compared', () => {
  const address = {
    tenant: 'default' as TenantId,
    chain: 'BTC',
    network: 'mainnet',
    address: 'bc1q',
    currency: 'BTC',
    scale: 8,
    observed: 1n,
    onChain: 0n,
  }
  const dust = { ...address, address: 'bc1p', amount: 7n, txId: 'ab12' }
  const of = {
    addresses: [address],
    unassigned: [dust, { ...dust, txId: null }],
    notCompared: ['TRX: no node'],
  }
  const text = report('x', { ...FOUND, ...of }, 0, paint)
  expect(text).toMatch(/bc1p +BTC +0\.00000007 +ab12\n/)
  expect(text).toMatch(/bc1p +BTC +0\.00000007 +one or several\n/)
  expect(text).toMatch(/bc1q +BTC +0\.00000001 +0\n/)
  expect(text).toContain('not compared TRX: no node')
  expect(report('x', { ...FOUND, currencies: [], isExplained: true }, 0, paint)).toContain(
    '✓ The chains have',
  )
})
