/**
 * The ledger against the chain, on real nodes: it is at zero, and each discrepancy that is planted is found and named.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { type Change, DEPOSITS, type Deposit, formatDecimal, type View } from '@tallystick/core'
import type { Reconciliation } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, startService } from '../../service.fixture.js'
import { rounds } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'
import type { FlowNode, FlowWallet } from './flow.fixture.js'
import { REAL } from './real.fixture.js'

const rows = REAL.filter(({ missing, chain }) => missing === undefined && chain !== 'SOL')

/** What a report says of a currency, in coins. */
function told({ currencies }: Reconciliation, wanted: string): Readonly<Record<string, string>> {
  const found = currencies.find(({ currency }) => currency === wanted)
  const coins = (units: bigint) => formatDecimal(units, found?.scale ?? 0)
  return Object.fromEntries([
    ['difference', coins(found?.difference ?? 0n)],
    ...(found?.lines ?? []).map(({ what, amount, isExplained }) => [
      `${isExplained ? '' : '! '}${what}`,
      coins(amount),
    ]),
  ])
}

describe.each(rows)('$name', (row) => {
  let node: FlowNode
  let service: Running
  let wallet: FlowWallet
  beforeAll(async () => {
    node = await row.start()
    const chains = createChains(
      readChainsConfig({ chains: { [row.chain]: { testnet: { ...node.testnet, follow: true } } } }),
    )
    const { scheduler } = rounds()
    service = await startService({ storage: await openFreshSqlite(), engine: { chains, scheduler } })
    wallet = await node.open(service.tallystick)
    await service.tallystick.custody.follow()
  })
  afterAll(async () => {
    await service.close()
    await node.close()
  })

  async function reconciled(): Promise<Reconciliation> {
    await node.mine()
    await service.tallystick.custody.follow()
    return service.tallystick.reconcile()
  }

  async function opened() {
    const { tallystick } = service
    const { currency } = row
    const account = await tallystick.createAccountXpub({ currency, xpub: wallet.xpub ?? '' })
    const [address] = await tallystick.getAllDepositAddresses({ id: account.id })
    return { id: account.id, address: address ?? expect.fail('no address') }
  }

  test('is at zero; what belongs to nobody is a line; what was changed or taken is not explained', async () => {
    const { currency, amounts } = row
    const { address } = await opened()
    await wallet.pay(address, amounts.arrives)
    expect(told(await reconciled(), currency)).toEqual({
      difference: amounts.arrives,
      'deposits that are not credited yet': amounts.arrives,
    })
    await node.settle()
    const settled = await reconciled()
    expect(told(settled, currency)).toEqual({ difference: '0' })
    expect(settled).toMatchObject({ isExplained: true, addresses: [], notCompared: [] })

    const removed = await opened()
    await service.tallystick.removeAddress({ id: removed.id, address: removed.address.address })
    await wallet.pay(removed.address, amounts.paid)
    const unassigned = await reconciled()
    expect(told(unassigned, currency)).toEqual({
      difference: amounts.paid,
      'received, and no deposit of anybody': amounts.paid,
    })
    expect(unassigned.isExplained).toBe(true)
    const listed = unassigned.unassigned.map((one) => [typeof one.txId, formatDecimal(one.amount, one.scale)])
    expect(listed).toEqual([['string', amounts.paid]])

    await changeDeposit((deposit) => ({ ...deposit, amount: deposit.amount + 1n }))
    const changed = await reconciled()
    expect(Object.keys(told(changed, currency))).toContain(
      '! balances that no deposit or withdrawal explains',
    )
    expect(changed.isExplained).toBe(false)
    await changeDeposit((deposit) => ({ ...deposit, amount: deposit.amount - 1n }))
    expect((await reconciled()).isExplained).toBe(true)

    await wallet.take?.(removed.address.address, removed.address.derivationKey ?? -1)
    const taken = await reconciled()
    expect(told(taken, currency)).toHaveProperty('! sent with our keys by somebody else')
    expect(taken).toMatchObject({ isExplained: false, addresses: [] })
  })

  /** Past the rules, as somebody with the database would. */
  async function changeDeposit(change: (deposit: Deposit) => Deposit): Promise<void> {
    const { storage } = service
    const [deposit] = await storage.query.list(DEPOSITS, { where: { status: 'Done' } })
    const changed: Change = { type: 'deposit.updated', deposit: change(deposit ?? expect.fail('no deposit')) }
    await storage.transact(
      [{ type: 'account', tenant: changed.deposit.tenant, id: changed.deposit.account }],
      (view: View) => view.apply(changed),
    )
  }
})
