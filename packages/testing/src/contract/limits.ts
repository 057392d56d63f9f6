/** Limits of withdrawals on a storage: several engines race for what is left. */
import {
  type Account,
  type AccountId,
  type ApiKeyId,
  openAccount,
  type Rule,
  recordDeposit,
  storeWithdrawal,
  type TenantId,
  WITHDRAWALS,
} from '@tallystick/core'
import { Gate, type Intent, limitsPolicy, records, withdrawnFrom } from '@tallystick/custody'
import { Engine, Rejected, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { type OpenStorage, using } from './using.js'

const TENANT = 'alpha' as TenantId
const CALLER = { tenant: TENANT, apiKey: 'key' as ApiKeyId, network: 'testnet' } as const
const POLICY = { limits: [{ currency: 'BTC', amount: '5', hours: 1, per: 'currency' }] } as const
const ATTEMPTS = 4

function run<Command, Output>(
  engine: Engine,
  rule: Rule<Command, Output>,
  command: Command,
): Promise<Output> {
  return engine.execute({
    caller: CALLER,
    rule,
    command,
    price: () => 0,
    present: (output) => output,
    idempotency: null,
  })
}

async function fundedAccount(engine: Engine, name: string): Promise<Account> {
  const terms = { customer: null, accountingCurrency: null, accountCode: null, accountNumber: null }
  const { account } = await run(engine, openAccount, {
    tenant: TENANT,
    account: { currency: 'BTC', xpub: `xpub-${name}`, ...terms },
  })
  await run(engine, recordDeposit, {
    tenant: TENANT,
    account: account.id,
    currency: 'BTC',
    amount: '100',
    txId: name,
    vout: 0,
    address: name,
    from: null,
    derivationKey: 1,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
  })
  return account
}

/** As a process with its own gate stores withdrawals. */
class Withdrawing {
  private readonly gate: Gate
  private count = 0

  constructor(
    readonly engine: Engine,
    private readonly name: string,
  ) {
    this.gate = new Gate(engine, {
      policy: limitsPolicy(POLICY),
      withdrawn: withdrawnFrom(() => engine.query),
    })
  }

  /** @returns The code of the refusal; undefined if it was stored */
  async withdraw(account: AccountId): Promise<string | undefined> {
    // No recipient is listed, so the codec is asked nothing.
    const chain = {
      record: records.BTC,
      codec: {} as Intent['chain']['codec'],
      network: 'testnet',
    } as const
    const payments = [{ address: 'bob', amount: 100_000_000n }]
    const wallet = `${this.name}-${this.count++}`
    for (;;) {
      try {
        const intent = { caller: CALLER, chain, account, currency: 'BTC', scale: 8, payments }
        const admission = await this.gate.admit(intent, { idempotency: null })
        await run(this.engine, storeWithdrawal, {
          tenant: TENANT,
          chain: 'BTC',
          network: 'testnet',
          account,
          currency: 'BTC',
          payments: [{ address: 'bob', amount: '100000000' }],
          address: 'bob',
          multipleAmounts: null,
          attr: null,
          paymentId: null,
          senderNote: null,
          wallet,
          inputs: [],
          change: 0n,
          amount: '1',
          fee: '0',
          isFeeIncluded: true,
          admission,
        })
        return undefined
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        if (error.code !== 'withdrawal.busy') return error.code
      }
    }
  }
}

export function limitsContract(open: OpenStorage): void {
  describe('limits of withdrawals', () => {
    it(
      'are used up to the last unit and no further, however many engines race',
      using(open, async (storage: Storage) => {
        const engines = [0, 1].map(() => new Engine({ storage, warn: () => undefined }))
        const [first] = engines
        if (first === undefined) expect.fail('no engine')
        const accounts = [await fundedAccount(first, 'a'), await fundedAccount(first, 'b')]
        const processes = engines.map((engine, index) => new Withdrawing(engine, `process-${index}`))
        const ended = await Promise.all(
          processes.flatMap((process) =>
            accounts.flatMap(({ id }) => Array.from({ length: ATTEMPTS }, () => process.withdraw(id))),
          ),
        )
        const refused = ended.filter((code) => code !== undefined)
        expect(refused).toEqual(Array.from({ length: 2 * 2 * ATTEMPTS - 5 }, () => 'withdrawal.denied'))
        const stored = await storage.query.list(WITHDRAWALS, { where: { tenant: TENANT } })
        expect(stored).toHaveLength(5)
        expect(stored.every(({ verdict }) => verdict?.includes('of 5 BTC per currency') === true)).toBe(true)
      }),
    )
  })
}
