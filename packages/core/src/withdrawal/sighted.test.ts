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
    settle V offered
    settle V refused
    sight W V open=no
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
