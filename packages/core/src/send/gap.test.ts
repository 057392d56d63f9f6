import { describe, expect, it } from 'vitest'
import { sendKey } from '../key.js'
import { TestLedger } from '../ledger.fixture.js'
import type { SendEvent } from './command.js'
import { recordSend, settleSend } from './decide.js'
import { GAP_MS, isGap } from './gap.js'
import type { Send, SendStatus } from './send.js'
import { RESERVATIONS, SENDS } from './table.js'

const send = (status: SendStatus, filler: string | null = '0x01'): Send => ({
  id: 'send' as Send['id'],
  tenant: 'tenant' as Send['tenant'],
  chain: 'ETH',
  network: 'testnet',
  txId: '0x02',
  raw: '0x03',
  claims: [{ owner: '0x04', index: 5n }],
  status,
  reason: null,
  signature: null,
  replaces: null,
  ...(filler === null ? {} : { filler }),
  apiKey: 'key' as Send['apiKey'],
  due: 0,
  created: 1,
  updated: 1,
})

describe('a transaction that no node takes is given up', () => {
  const long = GAP_MS
  it.each<[what: string, send: Send, since: number | null, now: number, expected: boolean]>([
    ['after a while', send('unknown'), 0, long, true],
    ['though nobody has answered its first delivery', send('offered'), 0, long, true],
    ['not at once', send('unknown'), 0, long - 1, false],
    ['not while a node has it, or may take it', send('sent'), null, long, false],
    ['not when a node has had it: its caller was told so', send('sent'), 0, long, false],
    ['not when a block has it', send('confirmed'), 0, long, false],
    ['not when that is final', send('final'), 0, long, false],
    ['not when another has its place already', send('replaced'), 0, long, false],
    ['not when it is refused', send('refused'), 0, long, false],
    ['not when it is dead', send('dead'), 0, long, false],
    ['not without a filler', send('unknown', null), 0, long, false],
  ])('%s', (_what, given, since, now, expected) => {
    expect(isGap(given, since, now, false)).toBe(expected)
  })

  it('and takes its place itself, where a chain takes it for its fee, whoever has signed it', () => {
    const one = send('unknown', null)
    const told = [isGap(one, 0, long, true), isGap(one, 0, long - 1, true), isGap(one, null, long, true)]
    expect(told).toEqual([true, false, false])
  })
})

describe('a filler', () => {
  const ON = { tenant: 'tenant' as Send['tenant'], chain: 'ETH', network: 'testnet' }
  const command = (txId: string) => ({
    ...ON,
    txId,
    raw: '0x03',
    claims: [{ owner: '0x04', index: 5n }],
    fresh: false,
    signature: null,
    replaces: true,
    apiKey: 'key' as Send['apiKey'],
    credits: 0,
  })
  const filling = (txId: string, filled: string) => ({
    ...command(txId),
    instead: filled,
    because: 'no node took it',
  })

  const settle = (ledger: TestLedger, txId: string, event: SendEvent) =>
    ledger.must(settleSend, { ...ON, txId, event, reason: null }).send

  it('takes the place of what it is signed for, which says why; either of them may be in a block', () => {
    const ledger = new TestLedger()
    const first = ledger.must(recordSend, { ...command('A'), filler: '0x05' })
    expect(first.filler).toBe('0x05')
    ledger.must(recordSend, filling('F', 'A'))
    expect(ledger.kept.find(sendKey(ON, 'A'))).toMatchObject({
      status: 'replaced',
      reason: 'no node took it',
      filler: '0x05',
    })
    expect(ledger.kept.find(sendKey(ON, 'F'))).toMatchObject({ status: 'signed', replaces: 'A' })
    expect(settle(ledger, 'A', 'confirmed').status).toBe('confirmed')
  })

  it('takes the nonce of what is refused in the same step, where a later one waits', () => {
    const nonce = (index: bigint) => [{ owner: '0x04', index }]
    const gap = { txId: 'F', raw: '0x05', next: nonce(6n)[0] ?? expect.fail() }
    const refuse = (ledger: TestLedger) => {
      ledger.must(settleSend, { ...ON, txId: 'A', event: 'offered', reason: null })
      ledger.must(settleSend, { ...ON, txId: 'A', event: 'refused', reason: 'bad gas', gap })
      return [...ledger.kept.all(RESERVATIONS)].map(({ index, holder }) => `${index} ${holder}`)
    }
    const alone = new TestLedger()
    alone.must(recordSend, command('A'))
    expect(refuse(alone)).toEqual([])
    expect(alone.kept.find(sendKey(ON, 'F'))).toBeUndefined()

    const ledger = new TestLedger()
    ledger.must(recordSend, command('A'))
    ledger.must(recordSend, { ...command('B'), claims: nonce(6n) })
    expect(refuse(ledger).toSorted()).toEqual(['5 send:F', '6 send:B'])
    expect(ledger.kept.find(sendKey(ON, 'A'))).toMatchObject({ status: 'refused', reason: 'bad gas' })
    expect(ledger.kept.find(sendKey(ON, 'F'))).toMatchObject({
      status: 'signed',
      raw: '0x05',
      replaces: null,
      due: 0,
      claims: nonce(5n),
    })
    // What it replaced before, and a block may take, has its nonce back, and nothing is to be filled.
    const row = new TestLedger()
    row.must(recordSend, command('Z'))
    row.must(recordSend, command('A'))
    row.must(recordSend, { ...command('B'), claims: nonce(6n) })
    expect(refuse(row).toSorted()).toEqual(['5 send:Z', '6 send:B'])
  })

  it.each<[what: string, before: string]>([
    ['a node has had it', 'sent A'],
    ['its block is undone', 'confirmed A, undone A'],
    // Either of two that its caller named may be the one that is told as sent.
    ['it has the place of another', 'record B'],
    ['another had its place', 'record B, dead B'],
  ])('takes the place of none when %s: from then on only its caller gives it up', (_what, before) => {
    const ledger = new TestLedger()
    ledger.must(recordSend, { ...command('A'), filler: '0x05' })
    for (const step of before.split(', ')) {
      const [event, txId = ''] = step.split(' ')
      if (event === 'record') ledger.must(recordSend, { ...command(txId), filler: '0x06' })
      else settle(ledger, txId, event as SendEvent)
    }
    for (const { txId, filler } of ledger.kept.all(SENDS)) {
      expect(filler).toBeUndefined()
      // Decided when it could be, and a moment later it can not.
      expect(ledger.run(recordSend, filling('F', txId))).toMatchObject({ accepted: false })
    }
  })

  it('takes the place of no other: not of what replaced that meanwhile', () => {
    const ledger = new TestLedger()
    ledger.must(recordSend, { ...command('A'), filler: '0x05' })
    ledger.must(recordSend, command('B'))
    expect(ledger.run(recordSend, filling('F', 'A'))).toMatchObject({ accepted: false })
    expect(ledger.kept.find(sendKey(ON, 'B'))?.status).toBe('signed')
  })
})
