/**
 * Anything may happen to a few transactions and signatures that want the same few nonces. `TestLedger` checks
 * after each step that claims and holders agree; here it is checked what no path may lead to.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ApiKeyId, SignatureId } from '../ids.js'
import { sendKey, signatureKey } from '../key.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import {
  completePendingSignature,
  createPendingSignature,
  deletePendingSignature,
  reportSignatureErrors,
} from '../signature/decide.js'
import { SIGNATURES } from '../signature/table.js'
import type { SendEvent } from './command.js'
import { recordSend, settleSend } from './decide.js'
import { isSameReservation, type OnChain } from './reservation.js'
import { isReplaceable } from './send.js'
import { SENDS } from './table.js'

const ON: OnChain = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const CREDITS = 2

const claims = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 })
const txId = fc.constantFrom('A', 'B', 'C', 'D')
const place = fc.nat(2)
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('record' as const),
      txId,
      claims,
      replaces: fc.boolean(),
      fresh: fc.boolean(),
      signature: fc.option(place),
    }),
    fc.record({
      do: fc.constant('settle' as const),
      txId,
      event: fc.constantFrom<SendEvent>(
        ...([
          'offered',
          'offered',
          'sent',
          'confirmed',
          'undone',
          'final',
          'refused',
          'refused',
          'dead',
        ] as const),
      ),
    }),
    fc.record({ do: fc.constant('ask' as const), claims, replaces: fc.boolean() }),
    fc.record({ do: fc.constant('complete' as const), signature: place, txId }),
    fc.record({ do: fc.constantFrom('delete' as const, 'report' as const), signature: place }),
  ),
  { maxLength: 25 },
)
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never

/** Runs the steps, refused or not. Answers what each transaction has cost. */
function play(list: readonly Step[]) {
  const ledger = new TestLedger()
  const ids: SignatureId[] = []
  const spent = new Map<string, number>()
  const recorded = new Map<string, number>()
  const signed = new Map<SignatureId, Set<string>>()
  const idOf = (index: number) => ids[index] ?? ('none' as SignatureId)
  const nonces = (indexes: readonly number[]) =>
    indexes.map((index) => ({ owner: 'sender', index: BigInt(index) }))
  for (const step of list) {
    ledger.now++
    switch (step.do) {
      case 'record': {
        const signature = step.signature === null ? null : idOf(step.signature)
        const before = ledger.kept.find(sendKey(ON, step.txId))?.status
        const decision = ledger.run(recordSend, {
          ...ON,
          txId: step.txId,
          raw: '00',
          claims: nonces(step.claims),
          fresh: step.fresh,
          signature,
          replaces: step.replaces,
          apiKey: 'key' as ApiKeyId,
          credits: CREDITS,
        })
        if (decision.accepted && (before === undefined || before === 'refused' || before === 'dead')) {
          recorded.set(step.txId, (recorded.get(step.txId) ?? 0) + 1)
        }
        break
      }
      case 'settle': {
        const decision = ledger.run(settleSend, { ...ON, txId: step.txId, event: step.event, reason: null })
        if (decision.accepted) spent.set(step.txId, (spent.get(step.txId) ?? 0) + decision.output.credits)
        break
      }
      case 'ask': {
        const decision = ledger.run(createPendingSignature, {
          ...ON,
          hashes: [],
          serialized: '',
          index: null,
          signatures: null,
          withdrawalId: null,
          claims: nonces(step.claims),
          replaces: step.replaces,
        })
        if (decision.accepted) ids.push(decision.output.id)
        break
      }
      case 'complete':
        ledger.run(completePendingSignature, {
          tenant: TENANT,
          network: 'testnet',
          id: idOf(step.signature),
          txId: step.txId,
        })
        break
      case 'delete':
        ledger.run(deletePendingSignature, {
          tenant: TENANT,
          network: 'testnet',
          id: idOf(step.signature),
          sentBySigner: [],
        })
        break
      case 'report':
        ledger.run(reportSignatureErrors, {
          tenant: TENANT,
          network: 'testnet',
          errors: [{ id: idOf(step.signature), error: 'error' }],
          sentBySigner: [],
        })
        break
    }
    for (const { id, status, txId: complete } of ledger.kept.all(SIGNATURES)) {
      if (status !== 'complete' || complete === null) continue
      const known = signed.get(id) ?? new Set()
      signed.set(id, known.add(complete))
    }
  }
  return { ledger, spent, recorded, signed }
}

it('no two transactions that may be confirmed use up the same, but one that replaces the other', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { ledger } = play(list)
      const live = [...ledger.kept.all(SENDS)].filter(isReplaceable)
      for (const [index, one] of live.entries()) {
        for (const other of live.slice(index + 1)) {
          expect(one.claims.some((claim) => other.claims.some((own) => isSameReservation(own, claim)))).toBe(
            false,
          )
        }
      }
    }),
    fcOptions(1_000),
  )
})

it('a transaction costs its price at most once for each time it was begun', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { ledger, spent, recorded } = play(list)
      for (const { txId: id, due } of ledger.kept.all(SENDS)) {
        expect(spent.get(id) ?? 0).toBeLessThanOrEqual((recorded.get(id) ?? 0) * CREDITS - due)
      }
    }),
    fcOptions(1_000),
  )
})

it('a signature that is complete stays so, with the one transaction that it was', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { ledger, signed } = play(list)
      for (const [id, txIds] of signed) {
        expect(txIds.size).toBe(1)
        expect(ledger.kept.find(signatureKey(TENANT, id))).toMatchObject({
          status: 'complete',
          txId: [...txIds][0],
        })
      }
    }),
    fcOptions(500),
  )
})
