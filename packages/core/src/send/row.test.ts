/**
 * Rows of transactions on one nonce, of which each replaces the one before: whatever becomes of them, and in
 * whatever order, the nonce stays held until nothing of the row is, or may be, in a block.
 */

import { quickOrFull } from '@tallystick/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiKeyId } from '../ids.js'
import { reservationKey, sendKey } from '../key.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import { check } from './chain.fixture.js'
import type { SendEvent } from './command.js'
import { recordSend, settleSend } from './decide.js'
import { sendOf } from './reservation.js'
import { predecessors, type Send } from './send.js'
import { SENDS } from './table.js'

const ON = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const NONCE = { owner: 'sender', index: 5n }
const NAMES = ['A', 'B', 'C', 'D', 'E'] as const

/**
 * What the row is held to be, written apart from the rules: a list, the latest last. Its holder is the last of
 * them that is not over.
 */
class Row {
  private list: { readonly name: string; status: string; heard: boolean }[] = []

  get statuses() {
    return this.list.map(({ name, status }) => `${name} ${status}`).toSorted()
  }

  get holder(): string {
    return this.last?.name ?? ''
  }

  record(name: string): void {
    if (this.living.some((one) => one.name === name)) return
    const { last } = this
    if (last !== undefined && ['confirmed', 'final', 'replaced'].includes(last.status)) return
    if (last !== undefined) last.status = 'replaced'
    this.list = [...this.list.filter((one) => one.name !== name), { name, status: 'signed', heard: false }]
  }

  settle(name: string, event: SendEvent): void {
    const one = this.living.find((other) => other.name === name)
    if (one === undefined || one.status === 'final') return
    const isHeard = ['sent', 'confirmed', 'replaced'].includes(one.status)
    if (event === 'dead' || event === 'confirmed' || event === 'final') one.status = event
    else if (event === 'undone' && one.status === 'confirmed')
      one.status = one === this.last ? 'sent' : 'replaced'
    else if (event === 'sent' && !isHeard) one.status = 'sent'
    else if (event === 'offered' && one.status === 'signed') one.status = 'offered'
    else if (event === 'offered' && one.status === 'offered') one.status = 'unknown'
    else if (event === 'refused' && ['offered', 'unknown'].includes(one.status)) one.status = 'refused'
    if (['sent', 'confirmed', 'final'].includes(one.status)) one.heard = true
    // Who is the last now is to be sent again. Of one that a node had no refusal is believed.
    const { last } = this
    if (last?.status === 'replaced') last.status = last.heard ? 'sent' : 'unknown'
  }

  private get living() {
    return this.list.filter(({ status }) => status !== 'refused' && status !== 'dead')
  }

  private get last() {
    return this.living.at(-1)
  }
}

/** The rules and the list side by side: they agree after every step. */
class Both {
  readonly ledger = new TestLedger()
  readonly row = new Row()

  record(name: string): void {
    this.ledger.run(recordSend, {
      ...ON,
      txId: name,
      raw: '00',
      claims: [NONCE],
      fresh: false,
      signature: null,
      replaces: true,
      apiKey: 'key' as ApiKeyId,
      credits: 2,
    })
    this.row.record(name)
    this.compare(`record ${name}`)
  }

  settle(name: string, event: SendEvent): void {
    this.ledger.run(settleSend, { ...ON, txId: name, event, reason: null })
    this.row.settle(name, event)
    this.compare(`${name} is ${event}`)
  }

  get holder(): string {
    return sendOf(this.ledger.kept.find(reservationKey(ON, NONCE))?.holder ?? 'send:') ?? 'a signature'
  }

  private compare(step: string): void {
    expect(this.holder, `holder after: ${step}`).toBe(this.row.holder)
    const sends = [...this.ledger.kept.all(SENDS)]
    expect(sends.map(({ txId, status }) => `${txId} ${status}`).toSorted(), step).toEqual(this.row.statuses)
  }
}

const ENDS = ['confirmed', 'final', 'refused', 'dead'] as const
const ORDERS = ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA']
/** One for each of A, B and C. */
const FATES = ENDS.flatMap((a) => ENDS.flatMap((b) => ENDS.map((c) => ({ A: a, B: b, C: c }))))

describe('a row of three', () => {
  it.each(ORDERS)('settled in the order %s, with any end of each', (order) => {
    for (const fates of FATES) {
      const both = new Both()
      for (const name of ['A', 'B', 'C']) both.record(name)
      for (const name of order) {
        both.settle(name, 'offered')
        both.settle(name, fates[name as keyof typeof fates])
      }
    }
  })

  it('keeps the nonce when the one in the middle dies first, and then the last', () => {
    check(`
      record A 5
      record B 5 replaces=yes
      record C 5 replaces=yes
      settle B dead
      claims 5:C
      settle C dead
      claims 5:A
      record D 5 -> claim.taken
      settle A confirmed charged=2
      claims 5:A
    `)
    check(`
      record A 5
      settle A sent charged=2
      record B 5 replaces=yes
      record C 5 replaces=yes
      settle B dead
      refuse C
      send A status=sent due=0
      refuse A
      send A status=sent
      claims 5:A
      settle A dead
      claims
    `)
  })

  it('keeps it for the one that a block took, past any that died', () => {
    check(`
      record A 5
      record B 5 replaces=yes
      record C 5 replaces=yes
      record D 5 replaces=yes
      settle A confirmed charged=2
      settle C dead
      settle B dead
      claims 5:D
      refuse D
      send A status=confirmed
      claims 5:A
    `)
  })

  it('lets one that died in it begin anew, as the last', () => {
    check(`
      record A 5
      record B 5 replaces=yes
      record C 5 replaces=yes
      settle B dead
      record B 5 replaces=yes
      send B status=signed replaces=C
      send C status=replaced replaces=A
      refuse B
      claims 5:C
      settle C dead
      claims 5:A
    `)
  })

  it('gives each thing back to the one that wants it', () => {
    check(`
      record A 5 6
      record B 6 7 replaces=yes
      record C 7 8 replaces=yes
      claims 5:A 6:B 7:C 8:C
      settle B dead
      claims 5:A 6:A 7:C 8:C
      settle C dead
      claims 5:A 6:A
      settle A dead
      claims
    `)
  })

  it('that wants a part only ends one that nobody answered for, and frees the rest of it', () => {
    check(`
      record A 5 6
      settle A offered
      settle A offered
      record B 6 7 -> claim.taken
      record B 6 7 replaces=yes
      claims 5:A 6:B 7:B
      settle B confirmed charged=2
      settle A dead
      claims 6:B 7:B
    `)
  })

  it('brings back nobody to whom nothing goes back', () => {
    check(`
      record A 5 6
      record B 6 7 replaces=yes
      record C 7 replaces=yes
      settle B dead
      settle A dead
      claims 7:C
      # It is in the row of C still, and in another of its own.
      record A 5 6
      record D 5 6 replaces=yes
      refuse C
      send A status=replaced
      claims 5:D 6:D
    `)
  })
})

it('a row of up to five is what a list of them is', () => {
  const name = fc.constantFrom(...NAMES)
  const event = fc.constantFrom<SendEvent>(
    'offered',
    'sent',
    'confirmed',
    'undone',
    'final',
    'refused',
    'dead',
  )
  const step = fc.oneof(fc.tuple(fc.constant('record'), name), fc.tuple(event, name))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const both = new Both()
      for (const [what, who] of steps) {
        if (what === 'record') both.record(who)
        else if (both.ledger.kept.find(sendKey(ON, who)) !== undefined) both.settle(who, what as SendEvent)
      }
    }),
    fcOptions(quickOrFull(400, 2_000)),
  )
})

it('a row that comes back on itself ends there', () => {
  const send = (txId: string, replaces: string | null) => ({ txId, replaces }) as Send
  const row = new Map(
    [send('A', 'C'), send('B', 'A'), send('C', 'B'), send('D', 'E')].map((one) => [one.txId, one]),
  )
  const names = (one: Send) => predecessors(one, (txId) => row.get(txId)).map(({ txId }) => txId)
  expect(names(send('A', 'C'))).toEqual(['C', 'B'])
  expect(names(send('X', 'A'))).toEqual(['A', 'C', 'B'])
  expect(names(send('D', 'E'))).toEqual([])
})
