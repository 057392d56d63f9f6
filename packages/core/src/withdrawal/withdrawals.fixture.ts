/**
 * Tables of withdrawals, besides what `chain.fixture.ts` has:
 *
 *     fund     A 10
 *     assign   A testnet
 *     store    W A 4 fee=1 inputs=5,6 wallet=pool
 *     record   T 5 6 withdrawal=W
 *     settle   T final failed=yes
 *     transfer W T A 4 claims=5     a withdrawal with its transaction
 *     sight    W T open=no           a block has it, which may be its transaction, or is not
 *     pend     W S A 4 claims=5     a withdrawal with its pending signature
 *     withdrawal W status=Done txId=T
 *     money    A=5 clearing=0 world=-5
 *
 * All in one currency, on one chain. The wallet is `pool` unless a line names another. `token=yes`: the fee is another asset.
 */
import { expect } from 'vitest'
import { deactivateAccount, freezeAccount, openAccount } from '../account/decide.js'
import { recordDeposit } from '../deposit/decide.js'
import { assignAddress } from '../deposit-address/decide.js'
import type { AccountId, ApiKeyId, WithdrawalId } from '../ids.js'
import { systemAccountId } from '../ids.js'
import { withdrawalKey } from '../key.js'
import { TENANT } from '../ledger.fixture.js'
import { ADMITTED } from '../policy/admission.js'
import { compare, on, Played, reservationsOf, type Step, sentBySigner } from '../send/chain.fixture.js'
import { heldByWithdrawal } from '../send/reservation.js'
import {
  cancelWithdrawal,
  completeWithdrawal,
  pendWithdrawal,
  sendWithdrawal,
  sightWithdrawal,
} from './decide.js'
import { type StoreWithdrawal, storeWithdrawal } from './store.js'

/** Its accounts have no xpub. */
const CURRENCY = 'LINK'
const SCALE = 18

export function check(table: string): Withdrawals {
  const played = new Withdrawals()
  played.play(table)
  return played
}

type Options = ReadonlyMap<string, string>

export class Withdrawals extends Played {
  private readonly accounts = new Map<string, AccountId>()
  private readonly withdrawals = new Map<string, WithdrawalId>()
  private deposits = 0

  account(name: string): AccountId {
    return this.accounts.get(name) ?? ('nobody' as AccountId)
  }

  withdrawal(name: string) {
    return (
      this.ledger.kept.find(withdrawalKey(TENANT, this.idOf(name))) ?? expect.fail(`no withdrawal ${name}`)
    )
  }

  private idOf(name: string): WithdrawalId {
    return this.withdrawals.get(name) ?? ('f'.repeat(24) as WithdrawalId)
  }

  protected override linkOf(options: Options) {
    const name = options.get('withdrawal')
    const unpaid = options.get('unpaid')
    return {
      ...(name === undefined ? {} : { withdrawal: this.idOf(name) }),
      ...(unpaid === undefined ? {} : { unpaid: unpaid === 'none' ? [] : [this.idOf(unpaid)] }),
    }
  }

  protected override holderName(holder: string): string {
    const named = [...this.withdrawals].find(([, id]) => heldByWithdrawal(id) === holder)
    return named?.[0] ?? super.holderName(holder)
  }

  protected override readonly more: Readonly<Record<string, Step>> = {
    fund: (name, [amount = '0']) => {
      const { ledger } = this
      const opened = {
        currency: CURRENCY,
        customer: null,
        accountingCurrency: 'EUR',
        accountCode: null,
        accountNumber: null,
        xpub: null,
      }
      if (!this.accounts.has(name)) {
        const { account } = ledger.must(openAccount, { tenant: TENANT, account: opened })
        this.accounts.set(name, account.id)
      }
      ledger.must(recordDeposit, {
        tenant: TENANT,
        account: this.account(name),
        currency: CURRENCY,
        amount,
        txId: `deposit ${++this.deposits}`,
        vout: 0,
        address: name,
        from: null,
        derivationKey: 0,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
      })
      return undefined
    },
    /** A deposit address, in the tenant's home network. */
    assign: (name, [word]) => {
      const home = word === 'mainnet' ? word : 'testnet'
      const place = { chain: 'ETH', network: home, home, address: name, tag: '', shown: name } as const
      const of = { tenant: TENANT, account: this.account(name), currency: CURRENCY }
      return this.ledger.run(assignAddress, { ...of, ...place })
    },
    deactivate: (name) => this.ledger.run(deactivateAccount, { tenant: TENANT, account: this.account(name) }),
    freeze: (name) => this.ledger.run(freezeAccount, { tenant: TENANT, account: this.account(name) }),
    store: (name, [account = '', amount = ''], options) => {
      const decision = this.ledger.run(storeWithdrawal, this.asked(account, amount, options))
      if (decision.accepted) this.withdrawals.set(name, decision.output.id)
      return decision
    },
    transfer: (name, [txId = '', account = '', amount = ''], options) => {
      const decision = this.ledger.run(sendWithdrawal, {
        withdrawal: this.asked(account, amount, options),
        send: {
          ...on(options),
          txId,
          raw: `raw of ${txId}`,
          claims: listOf(options, 'claims'),
          signature: null,
          replaces: options.get('replaces') === 'yes',
          apiKey: 'key' as ApiKeyId,
          credits: 2,
        },
      })
      if (decision.accepted) this.withdrawals.set(name, decision.output.withdrawal.id)
      return decision
    },
    pend: (name, [signature = '', account = '', amount = ''], options) => {
      const decision = this.ledger.run(pendWithdrawal, {
        withdrawal: this.asked(account, amount, options),
        signature: {
          ...on(options),
          hashes: ['wallet'],
          serialized: '{}',
          index: null,
          signatures: null,
          claims: listOf(options, 'claims'),
          replaces: options.get('replaces') === 'yes',
        },
      })
      if (decision.accepted) {
        this.withdrawals.set(name, decision.output.withdrawal.id)
        this.ids.set(signature, decision.output.signature.id)
      }
      return decision
    },
    cancel: (name, _rest, options) =>
      this.ledger.run(cancelWithdrawal, {
        ...this.onWithdrawal(name, options),
        ...sentBySigner(options),
        revert: options.get('revert') !== 'no',
        ...(options.has('forced') ? { forced: options.get('forced') ?? '' } : {}),
      }),
    finish: (name, [txId = ''], options) =>
      this.ledger.run(completeWithdrawal, { ...this.onWithdrawal(name, options), txId }),
    sight: (name, [txId = ''], options) => {
      const isOpen = options.get('open') !== 'no'
      return this.ledger.run(sightWithdrawal, { ...this.onWithdrawal(name, options), txId, isOpen })
    },
    withdrawal: (name, _rest, options) => {
      const { status, txId, reverted, reason, oneCall, signature, sighted = [] } = this.withdrawal(name)
      compare(options, {
        status,
        txId,
        reverted,
        reason,
        oneCall,
        signature: this.nameOf(signature),
        sighted: sighted.join(),
      })
      return undefined
    },
    money: (first, _rest, options) => {
      const wanted = new Map([
        ...(first.includes('=') ? [first.split('=') as [string, string]] : []),
        ...options,
      ])
      const found = [...wanted.keys()].map((name) => {
        const id = this.accounts.get(name) ?? systemAccountId(TENANT, name as 'world', CURRENCY)
        return [name, this.ledger.balance(id)]
      })
      compare(wanted, Object.fromEntries(found))
      return undefined
    },
  }

  private asked(account: string, amount: string, options: Options): StoreWithdrawal {
    const parts = (options.get('parts') ?? amount).split(',')
    return {
      ...on(options),
      account: this.account(account),
      currency: options.get('currency') ?? CURRENCY,
      amount,
      fee: options.get('fee') ?? '1',
      isFeeIncluded: options.get('token') !== 'yes',
      payments: parts.map((part) => ({ address: 'recipient', amount: units(part) })),
      address: 'Recipient',
      multipleAmounts: null,
      attr: null,
      paymentId: null,
      senderNote: null,
      wallet: options.get('wallet') ?? 'pool',
      inputs: listOf(options, 'inputs'),
      change: 0n,
      admission: ADMITTED,
    }
  }

  private onWithdrawal(name: string, options: Options) {
    const { tenant, network } = on(options)
    return { tenant, id: this.idOf(name), network: network === 'mainnet' ? 'mainnet' : 'testnet' } as const
  }
}

const listOf = (options: Options, name: string) =>
  reservationsOf((options.get(name) ?? '').split(',').filter(Boolean))

const units = (amount: string): string =>
  /^\d+$/.test(amount) ? String(BigInt(amount) * 10n ** BigInt(SCALE)) : '1'
