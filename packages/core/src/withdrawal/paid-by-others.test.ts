/** Withdrawals that a transaction pays which is none of ours: somebody with the keys has made it in a wallet. */
import { expect, it } from 'vitest'
import { heldByWithdrawal } from '../send/reservation.js'
import { RESERVATIONS } from '../send/table.js'
import { check } from './withdrawals.fixture.js'

/** Of a wallet with outputs: what spends both of theirs is in a final block. */
const TWO = `
  fund A 20
  transfer W T A 4 claims=5
  settle T sent charged=2
  transfer X U A 4 claims=6
  settle U sent charged=2
`

it('it pays as many as were counted, one after the other, whoever looked at it at the same time', () => {
  const played = check(`
    ${TWO}
    settle T final as=V counted=0
    withdrawal W status=Done txId=T
    claims V:W 6:U
    # Another process found that it pays none yet.
    settle U final as=V counted=0
    send U status=sent as=none
    claims V:W 6:U
    settle U final as=V counted=1
    withdrawal X status=Done txId=U
    money A=10 clearing=0 world=-10
    settle T final as=V counted=2
    settle U final as=V counted=2
  `)
  const { id } = played.withdrawal('W')
  const [first, second, ...more] = [...played.ledger.kept.all(RESERVATIONS)]
  expect(first).toMatchObject({ owner: 'payment V', index: 0n, holder: heldByWithdrawal(id) })
  expect([second?.index, more]).toEqual([1n, []])
})

it('what it pays once comes back to the second one', () => {
  check(`
    ${TWO}
    settle T final as=V counted=0
    settle U final as=V counted=0
    settle U dead reason=used
    withdrawal W status=Done txId=T
    withdrawal X status=Cancelled reverted=all
    claims V:W
    money A=15 clearing=0 world=-15
  `)
})

it('nobody records it for another withdrawal afterwards, by himself or for a pending signature', () => {
  check(`
    fund A 20
    transfer W T A 4 claims=5
    store X A 4
    pend Y S A 4 claims=6 wallet=another
    settle T final as=V counted=0 keeps=yes charged=2
    record V 7 withdrawal=X -> withdrawal.unexpected.state
    record V 6 signature=S -> withdrawal.unexpected.state
    # For no withdrawal it costs no account anything.
    record V 7
    record V 7 withdrawal=X -> withdrawal.unexpected.state
    withdrawal X status=InProgress txId=none
    withdrawal Y status=InProgress txId=none
    cancel X
    money A=10 clearing=5 world=-15
  `)
})

it('one of ours that was sent for nothing else pays it, unless it is named for something else meanwhile', () => {
  const two = `
    fund A 20
    store W A 4
    store X A 4 wallet=another
    record T 5
    record U 5 replaces=yes
    record T 5 withdrawal=W
  `
  check(`
    ${two}
    record U 5 withdrawal=X
    settle U final charged=2
    settle T final as=U counted=0 keeps=yes
    send T status=replaced
    settle T dead reason=used
    withdrawal W status=InProgress txId=none
    withdrawal X status=Done txId=U
  `)
  check(`
    ${two}
    settle U final charged=2
    settle T final as=U counted=0 keeps=yes charged=2
    record U 5 withdrawal=X -> withdrawal.unexpected.state
    withdrawal W status=Done txId=T
    withdrawal X status=InProgress txId=none
  `)
})
