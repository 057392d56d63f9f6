/** Withdrawals that a block may have paid, while no node has told whether it has. */
import { it } from 'vitest'
import { check } from './withdrawals.fixture.js'

it('keeps what may have paid it until it is found to be something else, and nothing comes back meanwhile', () => {
  check(`
    fund A 20
    sight W T -> withdrawal.missing
    store W A 4
    sight W T
    sight W U
    sight W T
    sight W T network=mainnet -> withdrawal.missing
    withdrawal W status=InProgress txId=none sighted=T,U
    cancel W -> withdrawal.not.cancelled.transaction.failed
    sight W T open=no
    cancel W -> withdrawal.not.cancelled.transaction.failed
    sight W U open=no
    sight W U open=no
    cancel W
    sight W T
    withdrawal W status=Cancelled sighted=
    store X A 4
    sight X T
    cancel X forced=operator
    money A=20
  `)
})

it('takes no other transaction meanwhile than one that a block has, however it comes', () => {
  check(`
    fund A 30
    store W A 4
    sight W T
    record U 5 withdrawal=W -> withdrawal.unexpected.state
    record U 5
    record U 5 withdrawal=W -> withdrawal.unexpected.state
    withdrawal W status=InProgress txId=none
    sight W V
    record V 6 withdrawal=W
    sight W T
    record V 6 withdrawal=W
    withdrawal W txId=V
    withdrawal W sighted=T
    settle V offered
    settle V refused
    record V 6 withdrawal=W -> withdrawal.unexpected.state
    sight W T open=no
    record V 6 withdrawal=W
    pend X S A 4 claims=9 wallet=other
    sight X T
    record Z 9 signature=S -> withdrawal.unexpected.state
    record T 9 signature=S
    settle T sent charged=2
    withdrawal X status=Done txId=T
  `)
})

it('is not cancelled with its pending signature meanwhile', () => {
  check(`
    fund A 10
    pend W S A 4 claims=9
    sight W T
    delete S -> withdrawal.not.cancelled.transaction.failed
    signature S status=pending
    money A=5 clearing=5
    sight W T open=no
    delete S
    withdrawal W status=Cancelled
    money A=10 clearing=0
  `)
})

it('keeps the money where its own transaction dies or fails, although it was taken for paid', () => {
  const ends = [
    ['dead', ''],
    ['final', 'failed=yes'],
  ] as const
  for (const [end, how] of ends) {
    for (const before of ['', 'settle U sent charged=2', 'settle U confirmed charged=2']) {
      const charged = end === 'final' && before === '' ? 'charged=2' : ''
      check(`
        fund A 20
        store W A 4
        record U 5 withdrawal=W
        ${before}
        sight W T
        sight W U
        settle U ${end} ${how} ${charged}
        withdrawal W status=InProgress txId=none sighted=T reverted=none
        money A=15 clearing=5 world=-20
        cancel W -> withdrawal.not.cancelled.transaction.failed
        record V 6 withdrawal=W -> withdrawal.unexpected.state
        store X A 4 -> withdrawal.pending
        record T 7 withdrawal=W
        settle T final charged=2
        withdrawal W status=Done txId=T sighted=
        money A=15 clearing=0 world=-15
        store X A 4
      `)
    }
  }
})

it('keeps it also where its own transaction was stored with it and dies before a node had it', () => {
  check(`
    fund A 20
    transfer W U A 4 claims=5
    sight W T
    settle U offered
    settle U refused
    withdrawal W status=InProgress txId=none sighted=T
    money A=15 clearing=5
    cancel W -> withdrawal.not.cancelled.transaction.failed
  `)
})

it('gives the money back once what was seen beside its own transaction is found to be something else', () => {
  check(`
    fund A 20
    store W A 4
    record U 5 withdrawal=W
    settle U sent charged=2
    sight W T
    sight W T open=no
    settle U dead
    withdrawal W status=Cancelled reverted=all
    transfer X R A 4 claims=6
    settle R sent charged=2
    sight X T
    settle R dead
    withdrawal X status=InProgress txId=none oneCall=true
    sight X T open=no
    cancel X
    withdrawal X status=Cancelled
    money A=20 clearing=0
  `)
})

it('keeps the money where blocks that nobody has looked at may have paid it', () => {
  check(`
    fund A 20
    store W A 4
    record U 5 withdrawal=W
    settle U sent charged=2
    settle U dead behind=yes
    withdrawal W status=InProgress txId=none
    record V 6 withdrawal=W
    settle V final failed=yes behind=yes charged=2
    withdrawal W status=InProgress txId=none
    money A=15 clearing=5
    record T 7 withdrawal=W
    settle T final charged=2
    withdrawal W status=Done txId=T
    money A=15 clearing=0
  `)
})
