/** Transactions of chains: how a unit of work loads them, how they are read, and which of two racing calls is first. */

import {
  builtInCurrency,
  type HeldReservation,
  heldBySend,
  heldBySignature,
  heldByWithdrawal,
  idempotencyRecordKey,
  type Key,
  MAX_INDEX,
  type PendingSignature,
  paymentOwner,
  RESERVATIONS,
  type Reservation,
  recordSend,
  reservationKey,
  SENDS,
  type Send,
  SIGNATURES,
  type SignatureId,
  sendKey,
  settleSend,
  signatureKey,
  type View,
  type WithdrawalId,
} from '@tallystick/core'
import {
  heldReservations,
  keyHash,
  pendingSignatures,
  reservedIndexes,
  type Storage,
  unsettledSends,
} from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import {
  ALPHA,
  answered,
  asked,
  BETA,
  claimed,
  freed,
  passed,
  resent,
  Samples,
  START,
  sent,
  signed,
  UNICODE,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

const ON = { tenant: ALPHA, chain: 'ETH', network: 'testnet' }
const nonce = (index: number): Reservation => ({ owner: 'sender', index: BigInt(index) })

function contents(view: View) {
  const claims: HeldReservation[] = [...view.all(RESERVATIONS)]
  return {
    sends: [...view.all(SENDS)].map(({ txId }) => txId).sort(),
    claims: claims.map(({ index, holder }) => `${index} ${holder}`).sort(),
    signatures: [...view.all(SIGNATURES)].map(({ id }) => id).sort(),
  }
}

const load = (storage: Storage, ...keys: readonly Key[]) => storage.transact(keys, contents)

/** Two transactions, of which the second replaced the first, and a pending signature. */
async function populate(storage: Storage, samples: Samples) {
  const waiting = samples.signature({ claims: [nonce(8), nonce(9)] })
  const old = samples.send({ txId: 'old', claims: [nonce(5), nonce(6)], status: 'replaced' })
  const young = samples.send({
    txId: 'young',
    claims: [nonce(5), nonce(7)],
    replaces: 'old',
    signature: waiting.id,
  })
  const stranger = samples.send({ ...young, id: samples.id() as Send['id'], tenant: BETA, signature: null })
  const claims = [
    samples.claim(5, { holder: heldBySend('young') }),
    samples.claim(6, { holder: heldBySend('old') }),
    samples.claim(7, { holder: heldBySend('young') }),
    samples.claim(8, { holder: heldBySignature(waiting.id) }),
    samples.claim(5, { tenant: BETA, holder: heldBySend('young') }),
    samples.claim(5, { network: 'mainnet' }),
    samples.claim(5, { chain: 'MATIC' }),
    samples.claim(5, { owner: 'another' }),
  ]
  await write(storage, ...[old, young, stranger].map(sent), asked(waiting), ...claims.map(claimed))
  return { waiting, old, young, stranger, claims }
}

export function sendsContract(open: OpenStorage): void {
  describe('transactions', () => {
    it(
      'come with what they replace, the signature they carry, and what both have claimed',
      using(open, async (storage) => {
        const { waiting } = await populate(storage, new Samples())
        expect(await load(storage, sendKey(ON, 'young'))).toEqual({
          sends: ['old', 'young'],
          claims: ['5 send:young', '7 send:young', `8 ${heldBySignature(waiting.id)}`],
          signatures: [waiting.id],
        })
        expect(await load(storage, signatureKey(ALPHA, waiting.id))).toEqual({
          sends: [],
          claims: [`8 ${heldBySignature(waiting.id)}`],
          signatures: [waiting.id],
        })
      }),
    )

    it(
      'come with all of their row, which ends where it comes back on itself',
      using(open, async (storage) => {
        const samples = new Samples()
        const row = ['a', 'b', 'c', 'd', 'e'].map((txId, place, ids) =>
          samples.send({ txId, claims: [nonce(5)], replaces: ids[place - 1] ?? null }),
        )
        const round = ['x', 'y'].map((txId, place, ids) =>
          samples.send({ txId, claims: [nonce(6)], replaces: ids[1 - place] ?? null }),
        )
        const claims = [
          samples.claim(5, { holder: heldBySend('e') }),
          samples.claim(6, { holder: heldBySend('y') }),
        ]
        await write(storage, ...row.map(sent), ...round.map(sent), ...claims.map(claimed))
        // Its predecessors, and the one that holds its reservations now.
        expect((await load(storage, sendKey(ON, 'd'))).sends).toEqual(['a', 'b', 'c', 'd', 'e'])
        expect((await load(storage, reservationKey(ON, nonce(5)))).sends).toEqual(['a', 'b', 'c', 'd', 'e'])
        expect((await load(storage, reservationKey(ON, nonce(6)))).sends).toEqual(['x', 'y'])
        expect((await load(storage, sendKey(ON, 'c'), sendKey(ON, 'e'), sendKey(ON, 'x'))).sends).toEqual([
          'a',
          'b',
          'c',
          'd',
          'e',
          'x',
          'y',
        ])
      }),
    )

    it(
      'are brought by what they hold, and nothing is by what is free or another’s',
      using(open, async (storage) => {
        const { waiting } = await populate(storage, new Samples())
        const nothing = { sends: [], claims: [], signatures: [] }
        expect((await load(storage, reservationKey(ON, nonce(7)))).sends).toContain('young')
        expect(await load(storage, reservationKey(ON, nonce(8)))).toEqual({
          ...nothing,
          claims: [`8 ${heldBySignature(waiting.id)}`],
        })
        expect(await load(storage, reservationKey(ON, nonce(9)))).toEqual(nothing)
        expect(await load(storage, sendKey({ ...ON, network: 'mainnet' }, 'young'))).toEqual(nothing)
        expect(await load(storage, sendKey({ ...ON, chain: 'MATIC' }, 'young'))).toEqual(nothing)
        expect(await load(storage, signatureKey(BETA, waiting.id))).toEqual(nothing)
        expect(await load(storage, sendKey({ ...ON, tenant: BETA }, 'young'))).toEqual({
          ...nothing,
          sends: ['young'],
          claims: ['5 send:young'],
        })
      }),
    )

    it(
      'are read whole, by the id of their network, whoever’s others there are',
      using(open, async (storage) => {
        const { young, stranger } = await populate(storage, new Samples())
        const { query } = storage
        expect(await query.find(sendKey(ON, 'young'))).toEqual(young)
        expect(await query.find(sendKey({ ...ON, tenant: BETA }, 'young'))).toEqual(stranger)
        expect(await query.find(sendKey({ ...ON, network: 'mainnet' }, 'young'))).toBeUndefined()
        expect(await query.find(sendKey(ON, 'none'))).toBeUndefined()
      }),
    )

    it(
      'change in all that may change of them, and keep the rest',
      using(open, async (storage) => {
        const samples = new Samples()
        const first = samples.send({ claims: [nonce(1)] })
        await write(storage, sent(first))
        const changed: Send = {
          ...first,
          raw: 'ff',
          claims: [nonce(2)],
          status: 'refused',
          reason: UNICODE,
          signature: samples.reference() as string as SignatureId,
          replaces: 'other',
          apiKey: 'another' as Send['apiKey'],
          due: 0,
          created: START + 98,
          updated: START + 99,
        }
        await write(storage, resent(changed))
        expect(await storage.query.find(sendKey(ON, first.txId))).toEqual(changed)
        // A transaction that is recorded and changed in one unit of work is written as it is at the end.
        const second = samples.send()
        await write(storage, sent(second), resent({ ...second, status: 'sent' }))
        expect(await storage.query.find(sendKey(ON, second.txId))).toEqual({ ...second, status: 'sent' })
      }),
    )

    it(
      'are listed while they are unsettled, those of all tenants, the oldest first and by pages',
      using(open, async (storage) => {
        const samples = new Samples()
        const of = (status: Send['status'], tenant = ALPHA) => samples.send({ status, tenant })
        const all = [
          of('signed'),
          of('confirmed'),
          of('final'),
          of('sent', BETA),
          of('refused'),
          of('replaced'),
          of('dead'),
          of('offered'),
          of('unknown'),
          of('signed'),
        ]
        await write(storage, ...all.map(sent))
        const isSettled = ({ status }: Send) => ['final', 'refused', 'dead'].includes(status)
        const unsettled = all.filter((send) => !isSettled(send))
        const { query } = storage
        expect(await unsettledSends(query, undefined, 10)).toEqual(unsettled)
        expect(await unsettledSends(query, undefined, 2)).toEqual(unsettled.slice(0, 2))
        expect(await unsettledSends(query, unsettled[1]?.id, 2)).toEqual(unsettled.slice(2, 4))
        await write(storage, ...unsettled.map((send) => resent({ ...send, status: 'final' })))
        expect(await unsettledSends(query, undefined, 10)).toEqual([])
      }),
    )
  })

  describe('claims', () => {
    it(
      'are listed as the indexes of an owner, rising, from any on',
      using(open, async (storage) => {
        const samples = new Samples()
        const far = 2n ** 53n
        const indexes = [3n, 0n, MAX_INDEX, 12n, 1n, far + 1n, far - 1n, far]
        await write(
          storage,
          ...indexes.map((index) => claimed(samples.claim(index))),
          claimed(samples.claim(2, { owner: 'another' })),
          claimed(samples.claim(4, { tenant: BETA })),
        )
        const { query } = storage
        expect(await reservedIndexes(query, ON, 'sender', 0n, 10)).toEqual([
          0n,
          1n,
          3n,
          12n,
          far - 1n,
          far,
          far + 1n,
          MAX_INDEX,
        ])
        expect(await reservedIndexes(query, ON, 'sender', 1n, 2)).toEqual([1n, 3n])
        expect(await reservedIndexes(query, ON, 'sender', 4n, 10)).toEqual([
          12n,
          far - 1n,
          far,
          far + 1n,
          MAX_INDEX,
        ])
        expect(await reservedIndexes(query, ON, 'sender', far, 2)).toEqual([far, far + 1n])
        expect(await reservedIndexes(query, ON, 'sender', MAX_INDEX, 2)).toEqual([MAX_INDEX])
        expect(await reservedIndexes(query, ON, 'nobody', 0n, 10)).toEqual([])
        expect(await reservedIndexes(query, { ...ON, network: 'mainnet' }, 'sender', 0n, 10)).toEqual([])
      }),
    )

    it(
      'tell which of many somebody holds',
      using(open, async (storage) => {
        const { claims } = await populate(storage, new Samples())
        const wanted = [nonce(4), nonce(5), nonce(8), { owner: 'nobody', index: 5n }]
        const held = await heldReservations(storage.query, ON, wanted)
        expect(held.toSorted((a, b) => (a.index < b.index ? -1 : 1))).toEqual([claims[0], claims[3]])
        expect(await heldReservations(storage.query, ON, [])).toEqual([])
        expect(await heldReservations(storage.query, { ...ON, chain: 'XDC' }, wanted)).toEqual([])
      }),
    )

    it(
      'go from hand to hand within a unit of work, and stand as the last change leaves them',
      using(open, async (storage) => {
        const samples = new Samples()
        const [a, b] = [heldBySend('a'), heldBySend('b')]
        const claim = (index: number, holder = a): HeldReservation => samples.claim(index, { holder })
        await write(storage, ...[1, 2, 3, 4].map((index) => claimed(claim(index))))
        await write(
          storage,
          passed(claim(1, b)),
          freed(claim(2)),
          freed(claim(3)),
          claimed(claim(3, b)),
          passed(claim(4, b)),
          freed(claim(4, b)),
          claimed(claim(5)),
          passed(claim(5, b)),
          claimed(claim(6)),
          freed(claim(6)),
        )
        const held = await heldReservations(storage.query, ON, [1, 2, 3, 4, 5, 6].map(nonce))
        expect(held.map(({ index, holder }) => `${index} ${holder}`).sort()).toEqual([
          '1 send:b',
          '3 send:b',
          '5 send:b',
        ])
      }),
    )

    const envOf = (samples: Samples) => ({
      now: START,
      newId: () => samples.id(),
      newReference: () => samples.reference(),
      rates: { source: 'none', timestamp: null, required: false, rate: () => undefined },
      currency: builtInCurrency,
    })

    it(
      'count what a wallet pays once, of many that count it at once',
      using(open, async (storage) => {
        const samples = new Samples()
        const sends = Array.from({ length: 8 }, () =>
          samples.send({ tenant: ALPHA, withdrawal: samples.id() as WithdrawalId }),
        )
        await write(storage, ...sends.map(sent))
        const settle = ({ tenant, chain, network, txId }: Send) => {
          const at = { tenant, chain, network, txId, reason: null } as const
          const command = { ...at, event: 'final', minedAs: 'X', counted: 0 } as const
          return storage.transact(settleSend.needs(command), (view) => {
            const decision = settleSend.decide(view, command, envOf(samples))
            if (!decision.accepted) throw new TypeError(decision.rejection.code)
            for (const change of decision.changes) view.apply(change)
            return decision.output.send.status
          })
        }
        const statuses = await Promise.all(sends.map(settle))
        expect(statuses.filter((status) => status === 'final')).toHaveLength(1)
        const { chain, network } = ON
        const counted = await storage.query.list(SENDS, { where: { chain, network, minedAs: 'X' } })
        expect(counted).toHaveLength(1)
        const [claim, ...more] = await storage.query.list(RESERVATIONS, {
          where: { owner: paymentOwner('X') },
        })
        expect(more).toEqual([])
        expect(claim?.holder).toBe(heldByWithdrawal(counted[0]?.withdrawal as WithdrawalId))
      }),
    )

    it(
      'are one transaction’s, of many that want the same at once',
      using(open, async (storage) => {
        const samples = new Samples()
        const env = envOf(samples)
        const record = (txId: string) => {
          const command = {
            ...ON,
            txId,
            raw: '00',
            claims: [nonce(7)],
            fresh: true,
            signature: null,
            replaces: false,
            apiKey: 'key' as Send['apiKey'],
            credits: 1,
          }
          return storage.transact(recordSend.needs(command), (view) => {
            const decision = recordSend.decide(view, command, env)
            if (!decision.accepted) return decision.rejection.code
            for (const change of decision.changes) view.apply(change)
            return txId
          })
        }
        const txIds = Array.from({ length: 8 }, (_, index) => `tx${index}`)
        const outcomes = await Promise.all(txIds.map(record))
        const winners = outcomes.filter((outcome) => outcome !== 'claim.taken')
        expect(winners).toHaveLength(1)
        const held = await heldReservations(storage.query, ON, [nonce(7)])
        expect(held.map(({ holder }) => holder)).toEqual([heldBySend(winners[0] ?? '')])
        const recorded = await Promise.all(txIds.map((txId) => storage.query.find(sendKey(ON, txId))))
        expect(recorded.filter((send) => send !== undefined).map(({ txId }) => txId)).toEqual(winners)
      }),
    )
  })

  describe('pending signatures', () => {
    it(
      'are read whole by the id, and change in all that may change of them',
      using(open, async (storage) => {
        const samples = new Samples()
        const one = samples.signature({ hashes: [UNICODE, 'b'], index: 0, withdrawalId: 'w' as WithdrawalId })
        await write(storage, asked(one))
        expect(await storage.query.find(signatureKey(ALPHA, one.id))).toEqual(one)
        expect(await storage.query.find(signatureKey(BETA, one.id))).toBeUndefined()
        const changed: PendingSignature = {
          ...one,
          serialized: UNICODE,
          claims: [{ owner: UNICODE, index: MAX_INDEX }],
          txId: 'tx',
          status: 'complete',
          error: UNICODE,
        }
        await write(storage, signed(changed))
        expect(await storage.query.find(signatureKey(ALPHA, one.id))).toEqual(changed)
      }),
    )

    it(
      'are listed while they are to be signed: of a chain, of a kind of network, and of wallets',
      using(open, async (storage) => {
        const samples = new Samples()
        const first = samples.signature({ hashes: ['a', 'b'], refusals: 3, notBefore: START })
        const postponed = samples.signature({ refusals: 1, notBefore: START + 1 })
        const holesky = samples.signature({ network: 'ethereum-holesky', hashes: ['c'] })
        const last = samples.signature({ hashes: [UNICODE] })
        const mainnet = samples.signature({ network: 'mainnet', hashes: ['a'] })
        await write(
          storage,
          ...[first, postponed, holesky, last, mainnet].map(asked),
          asked(samples.signature({ status: 'complete', txId: 'tx' })),
          asked(samples.signature({ status: 'deleted' })),
          // It is signed and recorded, so nobody may sign it again.
          asked(samples.signature({ txId: 'tx' })),
          asked(samples.signature({ chain: 'BTC' })),
          asked(samples.signature({ tenant: BETA })),
        )
        const list = (hashes: readonly string[] | null, after?: SignatureId, limit = 10) =>
          pendingSignatures(
            storage.query,
            ALPHA,
            { chain: 'ETH', network: 'testnet', hashes, now: START },
            after === undefined ? { limit } : { after, limit },
          )
        expect(await list(null)).toEqual([first, holesky, last])
        expect(await list(['b', 'c', 'z'])).toEqual([first, holesky])
        expect(await list([UNICODE])).toEqual([last])
        expect(await list([])).toEqual([])
        expect(await list(null, undefined, 1)).toEqual([first])
        expect(await list(null, first.id, 1)).toEqual([holesky])
        expect(await list(null, last.id)).toEqual([])
        expect(
          await pendingSignatures(
            storage.query,
            ALPHA,
            { chain: 'ETH', network: 'mainnet', hashes: null, now: START },
            { limit: 10 },
          ),
        ).toEqual([mainnet])
      }),
    )
  })

  describe('a stored answer', () => {
    it(
      'is read by its key, of its tenant only',
      using(open, async (storage) => {
        const key = keyHash(ALPHA, UNICODE)
        const answer = new Samples().answer({ key, body: JSON.stringify({ txId: UNICODE }) })
        await write(storage, answered(answer))
        expect(await storage.query.find(idempotencyRecordKey(ALPHA, key))).toEqual(answer)
        expect(await storage.query.find(idempotencyRecordKey(BETA, key))).toBeUndefined()
        expect(await storage.query.find(idempotencyRecordKey(ALPHA, keyHash(ALPHA, 'none')))).toBeUndefined()
      }),
    )
  })
}
