import { describe, expect, it } from 'vitest'
import type { ApiKeyId } from '../ids.js'
import { outputKey } from '../key.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { OUTPUTS } from '../output/table.js'
import { check } from './chain.fixture.js'
import type { SendEvent } from './command.js'
import { recordSend, SEND_TRANSITIONS, settleSend } from './decide.js'
import type { SendStatus } from './send.js'

describe('a block has it under another id', () => {
  it('is told until a block has it under its own', () => {
    check(`
      record A 5 6
      settle A confirmed as=B charged=2
      send A status=confirmed as=B
      settle A undone
      send A status=sent as=none
      settle A confirmed as=B
      settle A final
      send A status=final as=none
      claims 5:A 6:A
    `)
  })

  it('frees for good what it may have left, and only then', () => {
    check(`
      record A 5 6
      settle A confirmed as=B charged=2
      claims 5:A 6:A
      record C 6 -> claim.taken
      settle A final as=B
      send A status=final as=B
      claims
      record C 6
      claims 6:C
    `)
  })

  it('keeps for good what that has used up', () => {
    check(`
      record A 5
      settle A final as=B keeps=yes charged=2
      claims 5:A
      record B 5 -> claim.taken
      record B 5 replaces=yes -> claim.taken
    `)
  })

  it('takes what it was to leave to its wallet, unless a block has that', () => {
    for (const height of [null, 7]) {
      const ledger = new TestLedger()
      const at = { tenant: TENANT, chain: 'LTC', network: 'testnet', txId: 'A' } as const
      const change = { index: 1, address: 'w', wallet: 'w', derivationKey: 0, value: 5n, scale: 8 }
      const told = { raw: '', claims: [], signature: null, fresh: false, replaces: false, credits: 0 }
      ledger.must(recordSend, { ...at, ...told, change, apiKey: 'key' as ApiKeyId })
      const place = outputKey({ ...at, index: 1 })
      const output = ledger.kept.find(place) ?? expect.fail('no change')
      ledger.kept.put(OUTPUTS, { ...output, height })
      const settled = { ...at, reason: null, minedAs: 'B' }
      ledger.must(settleSend, { ...settled, event: 'confirmed' })
      expect(ledger.kept.find(place)).toBeDefined()
      ledger.must(settleSend, { ...settled, event: 'final' })
      expect(ledger.kept.find(place)?.height).toBe(height ?? undefined)
    }
  })
})

describe('recordSend', () => {
  it('takes what it uses up, from nobody', () => {
    check(`
      record A 5 6
      claims 5:A 6:A
      send A status=signed due=2 replaces=none signature=none
      record B 6 7 -> claim.taken
      record B 7 x:6
      claims 5:A 6:A 6:B 7:B
    `)
  })

  it('takes all or nothing', () => {
    check(`
      record A 6
      record B 5 6 -> claim.taken
      claims 6:A
    `)
  })

  it('changes nothing when the same is recorded again, whatever it has become', () => {
    check(`
      record A 5
      record A 5 credits=7
      send A status=signed due=2
      settle A sent charged=2
      record A 5
      send A status=sent due=0
      settle A confirmed
      record A 5
      send A status=confirmed
      claims 5:A
    `)
  })

  it('begins anew with one that was refused, or died', () => {
    check(`
      record A 5
      refuse A reason=poor
      send A status=refused reason=poor due=2
      claims
      record A 5 credits=3
      send A status=signed reason=none due=3
      claims 5:A
      settle A sent charged=3
      settle A dead
      claims
      record B 5
      record A 5 -> claim.taken
      refuse B
      record A 5
      settle A sent charged=2
    `)
  })

  it('is not another’s that was built at the same time, to the last byte', () => {
    check(`
      record A 5 fresh=yes
      record A 5 fresh=yes -> claim.taken
      settle A sent charged=2
      record A 5 fresh=yes -> claim.taken
      record A 5
      record B 6 fresh=yes
      refuse B
      record B 6 fresh=yes
      settle B sent charged=2
    `)
  })

  it('knows tenants, chains and networks apart', () => {
    check(`
      record A 5
      record B 5 -> claim.taken
      record B 5 network=mainnet
      record C 5 chain=MATIC
      record D 5 tenant=other
      record A 5 tenant=other -> claim.taken
      settle A sent charged=2
      settle A sent network=mainnet -> tx.not.found
      settle B sent -> tx.not.found
      settle B sent network=mainnet charged=2
    `)
  })

  it('counts once what a transaction names twice', () => {
    check(`
      record A 5 5
      claims 5:A
      refuse A
      claims
    `)
  })

  it('keeps what was recorded, and when', () => {
    const ledger = new TestLedger()
    const command = {
      tenant: TENANT,
      chain: 'BTC',
      network: 'mainnet',
      txId: 'ab',
      raw: '00ff',
      claims: [{ owner: 'cd', index: 1n }],
      fresh: true,
      signature: null,
      replaces: false,
      apiKey: 'key' as never,
      credits: 10,
    }
    const opened = ledger.now
    const first = ledger.must(recordSend, command)
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      tenant: TENANT,
      chain: 'BTC',
      network: 'mainnet',
      txId: 'ab',
      raw: '00ff',
      claims: [{ owner: 'cd', index: 1n }],
      status: 'signed',
      reason: null,
      signature: null,
      replaces: null,
      apiKey: 'key',
      due: 10,
      created: opened,
      updated: opened,
    })
    ledger.now += 1_000
    ledger.must(settleSend, { ...command, event: 'offered', reason: null })
    const { send } = ledger.must(settleSend, { ...command, event: 'refused', reason: 'dust' })
    expect(send).toEqual({ ...first, status: 'refused', reason: 'dust', updated: opened + 1_000 })
    ledger.now += 1_000
    // Begun anew, it is another one than was refused.
    const anew = ledger.must(recordSend, command)
    expect(anew).toEqual({ ...first, created: opened + 2_000, updated: opened + 2_000 })
    ledger.must(settleSend, { ...command, event: 'dead', reason: null })
    // In the same millisecond too.
    expect(ledger.must(recordSend, command).created).toBe(opened + 2_001)
  })
})

describe('a transaction that replaces another', () => {
  it('takes over what that has claimed, when the caller says so', () => {
    check(`
      record A 5
      settle A sent charged=2
      record B 5 -> claim.taken
      record B 5 replaces=yes
      send A status=replaced
      send B status=signed replaces=A
      claims 5:B
      record C 5 replaces=yes
      send B status=replaced
      send C replaces=B
      claims 5:C
    `)
  })

  it('needs nothing to replace', () => {
    check(`
      record A 5 replaces=yes
      send A status=signed replaces=none
      claims 5:A
    `)
  })

  it('does not replace what a block has, what waits for a signature, nor two at once', () => {
    check(`
      record A 5
      settle A confirmed charged=2
      record B 5 replaces=yes -> claim.taken
      ask S 6
      record B 6 replaces=yes -> claim.taken
      record C 7
      record D 8
      record B 7 8 replaces=yes -> claim.taken
      claims 5:A 6:S 7:C 8:D
    `)
  })

  it('gives back what it took when it is refused', () => {
    check(`
      record A 5
      settle A sent charged=2
      record B 5 replaces=yes
      refuse B reason=underpriced
      send B status=refused
      send A status=sent due=0
      claims 5:A
      settle A sent charged=0
    `)
  })

  it('gives it back along a row of them', () => {
    check(`
      record A 5
      record B 5 replaces=yes
      record C 5 replaces=yes
      refuse C
      send B status=unknown replaces=A
      claims 5:B
      settle B dead
      send A status=unknown
      claims 5:A
    `)
  })

  it('may be the one that a block takes, or the one that it does not', () => {
    check(`
      record A 5
      settle A sent charged=2
      record B 5 replaces=yes
      settle B sent charged=2
      settle B confirmed
      settle A dead reason=replaced
      send A status=dead
      claims 5:B
    `)
    check(`
      record A 5
      record B 5 replaces=yes
      settle B sent charged=2
      # Its call was never answered; a block has it all the same.
      settle A confirmed charged=2
      settle B dead
      send A status=confirmed
      send B status=dead
      # What a block has keeps its claims.
      claims 5:A
    `)
    check(`
      record A 5
      record B 5 replaces=yes
      settle B dead
      # It may have died of something that the other one does not use up: then that is to be sent again.
      send A status=unknown
      claims 5:A
      settle A confirmed charged=2
      claims 5:A
    `)
    check(`
      record A 5
      record B 5 replaces=yes
      settle A confirmed charged=2
      refuse B
      send A status=confirmed
      claims 5:A
    `)
  })

  it('ends the wait for what the replaced one was to sign', () => {
    check(`
      ask S 5
      record A 5 signature=S
      signature S status=pending txId=A
      record B 5 replaces=yes
      signature S status=complete txId=A
      settle A dead
      signature S status=complete txId=A
    `)
  })
})

const STATUSES = Object.keys(SEND_TRANSITIONS) as SendStatus[]
const NEWS: readonly SendEvent[] = ['offered', 'sent', 'confirmed', 'undone', 'final', 'refused', 'dead']
/** Brings A to the status. */
const PATHS: Readonly<Record<SendStatus, string>> = {
  signed: 'record A 5',
  offered: 'record A 5\nsettle A offered',
  unknown: 'record A 5\nsettle A offered\nsettle A offered',
  sent: 'record A 5\nsettle A sent charged=2',
  confirmed: 'record A 5\nsettle A confirmed charged=2',
  final: 'record A 5\nsettle A final charged=2',
  refused: 'record A 5\nrefuse A',
  replaced: 'record A 5\nrecord B 5 replaces=yes',
  dead: 'record A 5\nsettle A dead',
}
/** Written apart from the rule: what follows on each news; where nothing is said, nothing does. */
const FOLLOWS: Readonly<Record<SendStatus, Readonly<Partial<Record<SendEvent, SendStatus>>>>> = {
  // Nobody can have refused what nobody was given.
  signed: { offered: 'offered', sent: 'sent', confirmed: 'confirmed', final: 'final', dead: 'dead' },
  offered: {
    offered: 'unknown',
    sent: 'sent',
    confirmed: 'confirmed',
    final: 'final',
    refused: 'refused',
    dead: 'dead',
  },
  unknown: { sent: 'sent', confirmed: 'confirmed', final: 'final', refused: 'refused', dead: 'dead' },
  sent: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  // What a slow node says of before the block is old.
  confirmed: { undone: 'sent', final: 'final', dead: 'dead' },
  final: {},
  refused: {},
  replaced: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  dead: {},
}
const ALL_NEWS = STATUSES.flatMap((status) =>
  NEWS.map((event) => [status, event, FOLLOWS[status][event] ?? status] as const),
)

describe('settleSend', () => {
  it.each(ALL_NEWS)('of one that is %s, on %s: %s', (status, event, follows) => {
    const { ledger } = check(PATHS[status])
    const before = ledger.kept.changes.length
    const on = { tenant: TENANT, chain: 'ETH', network: 'testnet', txId: 'A' }
    const { send } = ledger.must(settleSend, { ...on, event, reason: null })
    expect(send.status).toBe(follows)
    expect(ledger.kept.changes.length > before, 'something was written').toBe(status !== follows)
    // Old news again changes nothing. That it was given to a node is no news once it was twice.
    if (event === 'offered') ledger.must(settleSend, { ...on, event, reason: null })
    const after = ledger.kept.changes.length
    const again = ledger.must(settleSend, { ...on, event, reason: null })
    if (event !== 'offered') expect(again).toEqual({ send, credits: 0 })
    expect(ledger.kept.changes.length).toBe(after)
  })

  it('keeps what one holds whose block is undone, and charges it no more', () => {
    check(`
      record A 5
      settle A confirmed charged=2
      settle A undone charged=0
      send A status=sent due=0
      claims 5:A
      record B 5 -> claim.taken
      # As before it came into a block: what nobody takes can be replaced.
      record B 5 replaces=yes
      settle A confirmed
      settle B sent charged=2
      claims 5:B
      settle A final
      settle B dead
      claims 5:A
    `)
    check(`
      record A 5
      settle A confirmed charged=2
      settle A undone
      settle A sent charged=0
      settle A confirmed
      settle A undone
      settle A dead
      claims
    `)
  })

  it('whose block is undone gives way to its successor, and stands for it when that is over', () => {
    check(`
      record A 5 6
      record B 6 7 replaces=yes
      settle A confirmed charged=2
      settle A undone
      send A status=replaced
      claims 5:A 6:B 7:B
      settle B confirmed charged=2
      settle B undone
      send B status=sent
      settle A confirmed
      settle B dead
      send A status=confirmed
      claims 5:A 6:A
      settle A undone
      send A status=sent
      claims 5:A 6:A
    `)
  })

  it('charges once, when it is first known that a node has it', () => {
    check(`
      record A 5
      settle A sent charged=2
      settle A sent charged=0
      settle A confirmed charged=0
      record B 6
      settle B confirmed charged=2
      record C 7
      refuse C charged=0
      record D 8
      settle D dead charged=0
    `)
  })

  it('believes a refusal however often it was given, but not of what a node has taken', () => {
    check(`
      record A 5
      settle A offered charged=0
      send A status=offered due=2
      settle A offered
      send A status=unknown due=2
      record B 5 -> claim.taken
      settle A refused reason=malformed
      send A status=refused reason=malformed due=2
      claims
      record B 5
      settle B sent charged=2
      settle B refused
      send B status=sent
      record C 6
      settle C refused
      send C status=signed
      claims 5:B 6:C
    `)
  })

  it('begins to count anew with one that begins anew', () => {
    check(`
      record A 5
      refuse A
      record A 5
      send A status=signed
      settle A refused
      send A status=signed
      refuse A
      send A status=refused
      claims
    `)
  })

  it('takes the place of the one that it was compared with, and of no other', () => {
    check(`
      record A 5
      record B 5 instead=A
      record C 5 instead=A -> claim.taken
      record C 5 instead=none -> claim.taken
      record C 5 7 instead=B
      send C replaces=B
      record D 5 6 instead=B -> claim.taken
      refuse C
      refuse B
      refuse A
      record D 5 instead=A -> claim.taken
      record D 5 instead=none
      send D replaces=none
      ask S 6
      record F 6 signature=S instead=none
      ask T 6 replaces=yes
      record G 6 signature=T instead=D -> claim.taken
      record G 6 signature=T instead=none -> claim.taken
      record G 6 signature=T instead=F
      claims 5:D 6:G
    `)
  })

  it('may be replaced while nobody has answered, and is not sent until the signature’s news', () => {
    check(`
      ask S 5
      record A 5 signature=S
      settle A offered
      settle A offered
      signature S status=pending txId=A
      record B 5 replaces=yes
      send A status=replaced
      signature S status=complete txId=A
      refuse B
      send A status=unknown
      claims 5:A
    `)
  })

  it('frees what a refused or dead one claimed, and of no other', () => {
    check(`
      record A 5 6
      record B 7
      settle A dead
      claims 7:B
      refuse B
      claims
    `)
  })

  it('knows none that was never recorded', () => {
    check('settle A sent -> tx.not.found')
  })
})
