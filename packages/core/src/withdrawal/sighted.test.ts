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
