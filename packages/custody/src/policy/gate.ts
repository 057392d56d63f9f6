/**
 * The gate of withdrawals: asks the policy, and whether the currency is held. It computes what a policy needs to know, and
 * remembers from which revisions, so that the rule which stores the withdrawal refuses it if another one came first.
 */
import { hash } from 'node:crypto'
import {
  ADMITTED,
  type Admission,
  type Approval,
  approvalKey,
  isOpen,
  type RejectionCode,
  requestApproval,
  spendingKey,
} from '@tallystick/core'
import { type Engine, Fault, Rejected, type Terms, uncharged } from '@tallystick/engine'
import type { Chains } from '../ports/chains.js'
import type { FeeCeiling, FeeCoin } from '../ports/fee.js'
import {
  ALLOW_ALL,
  type Intent,
  type Policy,
  PolicyError,
  type Scope,
  type Verdict,
} from '../ports/policy.js'
import { mustBeBelow } from '../send/ceiling.js'
import { placeOf } from '../send/sends.js'
import { signingIntent, type ToAdmit } from './signing.js'

/** Sums what was withdrawn from a scope since then. */
export type Withdrawn = (intent: Intent, scope: Scope, since: number) => Promise<bigint>

export interface GateOptions {
  readonly policy?: Policy
  readonly withdrawn: Withdrawn
  /** What the policy is compared with, once. */
  readonly chains?: Chains
  /** Why withdrawals of the currency are held; null if they are not. */
  readonly held?: (intent: Intent) => Promise<string | null>
}

/** A wallet pays nobody else meanwhile. */
const MAX_POLICY_MS = 30_000

export class Gate {
  private readonly policy: Policy
  private checked: Promise<void> | undefined

  constructor(
    private readonly engine: Pick<Engine, 'query' | 'execute' | 'now' | 'scheduler'>,
    private readonly options: GateOptions,
  ) {
    this.policy = options.policy ?? ALLOW_ALL
  }

  /**
   * Compares the policy with the chains. Call it at the start; else the first call does, and each one fails whose policy
   * cannot be used. After any other failure the next call compares again.
   * @throws PolicyError, or what the policy throws
   */
  async ready(): Promise<void> {
    const { chains } = this.options
    if (chains === undefined) return
    this.checked ??= Promise.resolve(this.policy.ready?.(chains))
    const { checked } = this
    try {
      await checked
    } catch (error) {
      if (!(error instanceof PolicyError) && this.checked === checked) this.checked = undefined
      throw error
    }
  }

  /**
   * Call it in the turn of the wallet, before choosing outputs and before signing, and again when the rule refuses with
   * `withdrawal.busy`.
   * @param terms Those of the call
   * @returns What the rule that stores the withdrawal wants to know
   * @throws Rejected `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`
   */
  async admit(intent: Intent, terms: Pick<Terms, 'idempotency'>): Promise<Admission> {
    const held = await this.options.held?.(intent)
    if (held != null) throw refused('withdrawal.held', held)
    if (this.policy === ALLOW_ALL) return ADMITTED
    await this.inTime(this.ready())
    const { query } = this.engine
    const { tenant } = intent.caller
    const now = this.engine.now()
    const name = intentOf(intent)
    const answer = await query.find(approvalKey(tenant, name))
    const known = answer !== undefined && isOpen(answer, now) ? answer : null
    if (known?.status === 'Refused') {
      throw refused('withdrawal.denied', `the API key ${known.decidedBy} has refused it`)
    }
    const approval = known?.status === 'Approved' ? known : null
    const spendings = new Map<string, number>()
    const asked = this.policy.check(intent, {
      approval,
      now,
      withdrawn: async (scope, since) => {
        const spending = scopeOf(intent, scope)
        // Read before the withdrawals: if one comes between, the revision is the older one, and the rule refuses.
        if (!spendings.has(spending)) {
          spendings.set(spending, (await query.find(spendingKey(tenant, spending)))?.revision ?? 0)
        }
        return this.options.withdrawn(intent, scope, since)
      },
    })
    const verdict = await this.inTime(asked)
    switch (verdict?.verdict) {
      case 'deny':
        throw refused('withdrawal.denied', verdict.reason)
      case 'approval': {
        const { id } = await this.request(intent, name, verdict, terms)
        throw refused('withdrawal.approval.required', `approval ${id}: ${verdict.reason}`)
      }
      case 'allow': {
        const used = approval && { id: approval.id, decidedBy: approval.decidedBy }
        return {
          verdict: JSON.stringify({ ...verdict, ...(used === null ? {} : { approval: used }) }),
          spendings: [...spendings].map(([scope, revision]) => ({ scope, revision })),
          approval: approval && { intent: name, id: approval.id },
        }
      }
      default:
        throw noVerdict()
    }
  }

  /**
   * Limits and approvals look at amounts. So where there is a policy, no withdrawal pays a fee above the ceiling of its chain,
   * whoever names it. Call it before the withdrawal is stored.
   * @throws BadTransaction `fee.exceptional`
   */
  admitFee(fee: bigint, coin: FeeCoin & FeeCeiling): void {
    if (this.policy !== ALLOW_ALL) mustBeBelow(coin.maxFee, fee, coin, 'the withdrawal pays')
  }

  /**
   * Call it before a managed wallet signs, and before a key-management system gets what belongs to no withdrawal.
   * @returns What the policy said; null without a policy
   * @throws Rejected `managed.wallet.denied`, `kms.denied`
   */
  async admitSigning(asked: ToAdmit): Promise<string | null> {
    if (this.policy === ALLOW_ALL) return null
    await this.inTime(this.ready())
    const answer = this.policy.checkSigning(signingIntent(asked), { now: this.engine.now() })
    const verdict = await this.inTime(answer)
    switch (verdict?.verdict) {
      case 'deny':
        throw refused(asked.wallet === null ? 'kms.denied' : 'managed.wallet.denied', verdict.reason)
      case 'allow':
        return JSON.stringify(verdict)
      default:
        throw noVerdict()
    }
  }

  /** @throws Fault if the policy does not answer: whoever waits for the wallet must not wait for ever */
  private async inTime<Answer>(answer: Promise<Answer> | Answer): Promise<Answer> {
    let cancel = (): void => undefined
    const late = new Promise<never>((_, reject) => {
      const fault = new Fault(
        'The policy has not answered in time, so nothing is paid',
        {},
        { transient: true },
      )
      cancel = this.engine.scheduler.later(() => reject(fault), MAX_POLICY_MS, true)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      cancel()
    }
  }

  private request(
    intent: Intent,
    name: string,
    { reason, validFor }: Verdict & { readonly verdict: 'approval' },
    { idempotency }: Pick<Terms, 'idempotency'>,
  ): Promise<Approval> {
    const { caller, account, currency, scale, payments, named = {} } = intent
    return this.engine.execute({
      ...uncharged(caller),
      rule: requestApproval,
      command: {
        ...placeOf(intent),
        intent: name,
        account,
        currency,
        scale,
        amount: amountOf(intent),
        payments: JSON.stringify(payments.map(written)),
        // Who answers sees what the answer is for.
        reason: [reason, ...Object.entries(named).map(([field, text]) => `${field}: ${text}`)].join('; '),
        apiKey: caller.apiKey,
        validFor,
        ...(idempotency === null ? {} : { call: idempotency.key }),
      },
      present: (approval) => approval,
    })
  }
}

/** A program without types may have answered it, or an approval where nobody can give one. */
const noVerdict = (): Fault =>
  new Fault(
    'The policy has not answered with a verdict that counts here, so nothing is paid. Correct the policy',
  )

const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })

/** What the recipients get together. */
export const amountOf = ({ payments }: Pick<Intent, 'payments'>): bigint =>
  payments.reduce((sum, { amount }) => sum + amount, 0n)

const scopeOf = ({ account, currency }: Intent, scope: Scope): string =>
  scope === 'account' ? `account ${account}` : `currency ${currency}`

/** The name of the exact intent: another caller, account, recipient, order of recipients, amount or fee is another intent. */
export function intentOf(intent: Intent): string {
  const { caller, account, currency, scale, payments, named = {} } = intent
  const { tenant, chain, network } = placeOf(intent)
  const exact = [tenant, caller.apiKey, chain, network, account, currency, scale, payments.map(written)]
  // Of a call that names nothing, an earlier release has asked by the same name.
  const whole = Object.keys(named).length === 0 ? exact : [...exact, named]
  return hash('sha256', JSON.stringify(whole), 'hex')
}

const written = ({ address, amount, tag }: Intent['payments'][number]) => ({
  address,
  amount: String(amount),
  ...(tag === undefined ? {} : { tag }),
})
