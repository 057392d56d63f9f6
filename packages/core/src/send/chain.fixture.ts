/**
 * Tables of commands on one chain, one per line, run against a fresh `TestLedger`:
 *
 *     ask    S 5
 *     record A 5 signature=S
 *     record B 5 -> claim.taken
 *     settle A sent charged=2
 *     claims 5:A
 *
 * Capitals stand for transactions and pending signatures, numbers for what they use up. `-> code` expects a
 * refusal.
 */

import { expect } from 'vitest'
import type { Decision } from '../decision.js'
import type { ApiKeyId, SignatureId } from '../ids.js'
import { sendKey, signatureKey } from '../key.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import {
  completePendingSignature,
  createPendingSignature,
  deletePendingSignature,
  renewPendingSignature,
  reportSignatureErrors,
} from '../signature/decide.js'
import { doubtOf } from '../signature/signature.js'
import type { RecordSend, SendEvent } from './command.js'
import { recordSend, settleSend } from './decide.js'
import { heldBySignature, type OnChain, type Reservation, sendOf } from './reservation.js'
import type { Send } from './send.js'
import { RESERVATIONS } from './table.js'

const CHAIN: OnChain = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const NOBODY = '00000000-0000-7000-8000-000000000000' as SignatureId

export type Step = (
  name: string,
  rest: readonly string[],
  options: ReadonlyMap<string, string>,
) => Decision<unknown> | undefined

export function check(table: string): Played {
  return new Played().play(table)
}

export class Played {
  readonly ledger = new TestLedger()
  protected readonly ids = new Map<string, SignatureId>()

  play(table: string): this {
    for (const line of table.split('\n')) {
      const text = line.trim()
      if (text === '' || text.startsWith('#')) continue
      try {
        this.line(text)
      } catch (error) {
        if (error instanceof Error) error.message = `${text}\n${error.message}`
        throw error
      }
    }
    return this
  }

  send(txId: string): Send {
    return this.ledger.kept.find(sendKey(CHAIN, txId)) ?? expect.fail(`no transaction ${txId}`)
  }

  private listedFrom(name: string): number {
    return this.ledger.kept.find(signatureKey(TENANT, this.id(name)))?.notBefore ?? 0
  }

  signature(name: string) {
    return this.ledger.kept.find(signatureKey(TENANT, this.id(name))) ?? expect.fail(`no signature ${name}`)
  }

  id(name: string): SignatureId {
    return this.ids.get(name) ?? NOBODY
  }

  private line(text: string): void {
    const [command = '', refusal] = text.split('->').map((half) => half.trim())
    const decision = this.decide(command)
    if (decision !== undefined) {
      expect(decision.accepted ? undefined : decision.rejection.code).toBe(refusal)
    }
  }

  /** Whether the line is accepted. */
  tries(text: string): boolean {
    this.checksCredits = false
    return this.decide(text)?.accepted === true
  }

  private decide(command: string): Decision<unknown> | undefined {
    const words = command.trim().split(/\s+/)
    const [verb = '', name = ''] = words
    const options = new Map(
      words.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string]),
    )
    const rest = words.slice(2).filter((word) => !word.includes('='))
    return this.step(verb, name, rest, options)
  }

  private step(verb: string, ...words: Parameters<Step>): ReturnType<Step> {
    const step = this.steps[verb] ?? this.more[verb] ?? expect.fail(`no such step: ${verb}`)
    return step(...words)
  }

  /** Whether a line tells what it costs. */
  protected checksCredits = true

  /** Steps of other tables. */
  protected readonly more: Readonly<Record<string, Step>> = {}

  private readonly steps: Readonly<Record<string, Step>> = {
    record: (name, rest, options) => {
      const asked = options.get('signature')
      const instead = options.get('instead')
      return this.ledger.run(recordSend, {
        ...on(options),
        txId: name,
        raw: `raw of ${name}`,
        claims: reservationsOf(rest),
        signature: asked === undefined ? null : this.id(asked),
        fresh: options.get('fresh') === 'yes',
        replaces: options.get('replaces') === 'yes' || options.has('instead'),
        ...(instead === undefined ? {} : { instead: instead === 'none' ? null : instead }),
        apiKey: 'key' as ApiKeyId,
        credits: Number(options.get('credits') ?? 2),
        ...this.linkOf(options),
      })
    },
    settle: (name, [event], options) => {
      const decision = this.ledger.run(settleSend, {
        ...on(options),
        txId: name,
        event: event as SendEvent,
        reason: options.get('reason') ?? (options.has('failed') ? 'failed' : null),
        ...(options.get('failed') === 'yes' ? { failed: true } : {}),
        ...(options.get('behind') === 'yes' ? { isBehind: true as const } : {}),
        ...(options.has('as') ? { minedAs: options.get('as') ?? '' } : {}),
        ...(options.get('keeps') === 'yes' ? { keeps: true } : {}),
        ...(options.has('counted') ? { counted: Number(options.get('counted')) } : {}),
      })
      const charged = options.get('charged')
      if (decision.accepted && this.checksCredits) {
        expect(decision.output.credits).toBe(Number(charged ?? 0))
      }
      return decision
    },
    /** By the first node that is given it. */
    refuse: (name, rest, options) => {
      this.step('settle', name, ['offered'], options)
      return this.step('settle', name, ['refused', ...rest], options)
    },
    ask: (name, rest, options) => {
      const decision = this.ledger.run(createPendingSignature, {
        ...on(options),
        hashes: ['wallet'],
        serialized: options.get('as') ?? '{}',
        index: null,
        signatures: null,
        withdrawalId: null,
        claims: reservationsOf(rest),
        replaces: options.get('replaces') === 'yes',
      })
      if (decision.accepted) this.ids.set(name, decision.output.id)
      return decision
    },
    complete: (name, [txId = ''], options) =>
      this.ledger.run(completePendingSignature, { ...this.onSignature(name, options), txId }),
    minutes: (count) => {
      this.ledger.now += Number(count) * 60_000
      return undefined
    },
    delete: (name, _rest, options) =>
      this.ledger.run(deletePendingSignature, {
        ...this.onSignature(name, options),
        ...sentBySigner(options),
        revert: options.get('revert') !== 'no',
      }),
    /** `renew S 6 from=old as=new`; `doubt=earlier`: it was read before the last report. */
    renew: (name, rest, options) =>
      this.ledger.run(renewPendingSignature, {
        ...on(options),
        id: this.id(name),
        expired: options.get('from') ?? '',
        notBefore: options.get('doubt') === 'earlier' ? 1 : this.listedFrom(name),
        serialized: options.get('as') ?? '',
        claims: reservationsOf(rest),
      }),
    /** `report S=text T=text kept=2`. In all lines, `search=yes`: signers send by themselves. */
    report: (_name, _rest, options) => {
      const errors = [...options].filter(([name]) => /^[A-Z]/.test(name))
      const decision = this.ledger.run(reportSignatureErrors, {
        tenant: TENANT,
        network: 'testnet',
        errors: errors.map(([name, error]) => ({ id: this.id(name), error })),
        ...sentBySigner(options),
      })
      if (decision.accepted) expect(decision.output.count).toBe(Number(options.get('kept')))
      return decision
    },
    send: (name, _rest, options) => {
      const { status, due, reason, replaces, signature, minedAs = null } = this.send(name)
      compare(options, { status, due, reason, replaces, as: minedAs, signature: this.nameOf(signature) })
      return undefined
    },
    signature: (name, _rest, options) => {
      const { status, txId, error, serialized, notBefore } = this.signature(name)
      const doubt = doubtOf({ notBefore })
      // How long it may yet be signed, in minutes, and what becomes of it then.
      const told = doubt && `${(doubt.until - this.ledger.now) / 60_000},${doubt.end}`
      compare(options, {
        status,
        txId,
        error,
        as: serialized,
        listed: notBefore <= this.ledger.now,
        doubt: told,
      })
      return undefined
    },
    /** All that are held, in order: `claims 5:A 6:S`; what pays a withdrawal and is none of ours as `X:W`. */
    claims: (first, rest) => {
      const held = [...this.ledger.kept.all(RESERVATIONS)]
        .toSorted((a, b) => (a.index < b.index ? -1 : 1))
        .map(({ owner, index, holder }) => {
          const [kind, name] = owner.split(' ')
          const what = kind === 'turn' ? kind : kind === 'payment' ? name : index
          return `${what}:${sendOf(holder) ?? this.holderName(holder)}`
        })
      expect(held.join(' ')).toBe([first, ...rest].join(' ').trim())
      return undefined
    },
  }

  private onSignature(name: string, options: ReadonlyMap<string, string>) {
    const { tenant, network } = on(options)
    return { tenant, id: this.id(name), network: network === 'mainnet' ? 'mainnet' : 'testnet' } as const
  }

  /** The withdrawal that a line names. */
  protected linkOf(_options: ReadonlyMap<string, string>): Pick<RecordSend, 'withdrawal' | 'unpaid'> {
    return {}
  }

  protected holderName(holder: string): string {
    return [...this.ids].find(([, id]) => heldBySignature(id) === holder)?.[0] ?? holder
  }

  protected nameOf(id: SignatureId | null): string | null {
    return [...this.ids].find(([, one]) => one === id)?.[0] ?? id
  }
}

export const sentBySigner = (options: ReadonlyMap<string, string>) => ({
  sentBySigner: options.get('search') === 'yes' ? [CHAIN.chain] : [],
})

export function on(options: ReadonlyMap<string, string>): OnChain {
  return {
    tenant: options.get('tenant') === 'other' ? OTHER_TENANT : TENANT,
    chain: options.get('chain') ?? CHAIN.chain,
    network: options.get('network') ?? CHAIN.network,
  }
}

/** Numbers are nonces of one sender; `x:5` is that of another. */
export function reservationsOf(words: readonly string[]): readonly Reservation[] {
  return words.map((word) => {
    const [owner, index] = word.includes(':') ? word.split(':') : ['sender', word]
    return { owner: owner ?? '', index: BigInt(index ?? '') }
  })
}

export function compare(wanted: ReadonlyMap<string, string>, found: Readonly<Record<string, unknown>>): void {
  const names = [...wanted.keys()]
  expect(names.length).toBeGreaterThan(0)
  expect(names.map((name) => `${name}=${found[name] ?? 'none'}`)).toEqual(
    names.map((name) => `${name}=${wanted.get(name)}`),
  )
}
