/** Accounts with coins, and what a withdrawal has left of them. */
import { WITHDRAWALS, type Withdrawal } from '@tallystick/core'
import type { Operations } from '@tallystick/operations'
import type { OpenLedger } from './open-ledger.fixture.js'

export interface Held {
  readonly id: string
  /** Of the account, as the API answers it. */
  balance(): Promise<string>
}

let deposits = 0

/** An account of the ledger to which a chain has paid. @param xpub On chains without xpubs an address */
export async function funded(
  { ledger }: Pick<OpenLedger, 'ledger'>,
  calls: Operations,
  currency: string,
  amount: string,
  xpub: string,
): Promise<Held> {
  const { id } = await calls.createAccountXpub({ currency, xpub })
  const [own] = await calls.getAllDepositAddresses({ id })
  deposits++
  await ledger.recordDeposit({
    account: id as Parameters<typeof ledger.recordDeposit>[0]['account'],
    currency,
    amount,
    // Hex, and base 58 on Solana.
    txId: String(deposits).padStart(64, 'a').replaceAll('0', 'b'),
    vout: 0,
    address: own?.address ?? '',
    from: null,
    derivationKey: 0,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
  })
  return {
    id,
    async balance() {
      const { balance } = await calls.getAccountByAccountId({ id })
      return balance.availableBalance
    },
  }
}

/** All withdrawals, the oldest first. */
export const withdrawalsOf = async ({ ledger }: Pick<OpenLedger, 'ledger'>): Promise<readonly Withdrawal[]> =>
  ledger.engine.query.list(WITHDRAWALS, { where: { tenant: 'default' as never }, limit: 1_000 })

/** What is wrong with the books. */
export const discrepanciesOf = async ({ ledger }: Pick<OpenLedger, 'ledger'>): Promise<readonly unknown[]> =>
  (await ledger.verify()).discrepancies
