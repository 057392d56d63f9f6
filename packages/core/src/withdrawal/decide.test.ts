import { describe, it } from 'vitest'
import { check } from './withdrawals.fixture.js'

describe('storeWithdrawal', () => {
  it('takes amount and fee from the account, its turn, and the outputs', () => {
    check(`
      fund A 10
      store W A 4 fee=1 inputs=5,6
      withdrawal W status=InProgress txId=none oneCall=false
      money A=5 clearing=5 world=-10
      claims turn:W 5:W 6:W
    `)
  })

  it('takes the amount alone where the fee is another asset', () => {
    check(`
      fund A 10
      store W A 4 fee=1 token=yes
      money A=6 clearing=4
    `)
  })

  it('is refused like a payment, and then changes nothing', () => {
    check(`
      fund A 10
      store W B 4 -> senderAccount.not.exists
      store W A 4 currency=BTC -> transaction.currency.incompatible
      store W A 0 -> amount.format
      store W A 1.0000000000000000001 -> amount.format
      store W A 4 parts=2,1 -> amount.format
      store W A 4 parts=4,0 -> amount.format
      store W A 4 fee=none -> fee.format
      store W A 4 fee=0.0000000000000000001 -> fee.format
      store W A 10 fee=1 -> balance.insufficient
      freeze A
      store W A 4 -> senderAccount.frozen
      money A=10
      claims
    `)
  })

  it('is paid on the network of the addresses alone', () => {
    check(`
      fund A 20
      assign A testnet
      store W A 4 network=mainnet -> account.blockchain.testnet
      transfer W T A 4 claims=5 network=mainnet -> account.blockchain.testnet
      pend W S A 4 claims=5 network=mainnet -> account.blockchain.testnet
      store W A 4 network=testnet
      fund B 20
      money A=15 B=20
    `)
    check(`
      fund A 20
      assign A mainnet
      store W A 4 network=testnet -> account.blockchain.testnet
      store W A 4 network=mainnet
    `)
  })

  it('pays several recipients', () => {
    check(`
      fund A 10
      store W A 6 parts=1,2,3
      money A=3 clearing=7
    `)
  })

  it('waits for the turn of its currency and wallet', () => {
    check(`
      fund A 30
      store W A 1
      store X A 1 -> withdrawal.pending
      store X A 1 wallet=other
      store Y A 1 network=mainnet
      record T 5 withdrawal=W
      store Z A 1
    `)
  })

  it('does not take an output that another one uses', () => {
    check(`
      fund A 10
      record T 5
      store W A 1 inputs=5,6 -> claim.taken
      store W A 1 inputs=6
      record U 6 -> claim.taken
    `)
  })
})

describe('its transaction', () => {
  it('takes the outputs over, and gives the turn to the next one', () => {
    check(`
      fund A 10
      store W A 4 inputs=5,6
      record T 5 6 withdrawal=W
      claims 5:T 6:T
      withdrawal W status=InProgress txId=T
      money clearing=5
      settle T offered
      settle T sent charged=2
      withdrawal W status=Done txId=T
      money A=5 clearing=0 world=-5
      settle T confirmed
      settle T final
      withdrawal W status=Done txId=T
      money A=5 clearing=0 world=-5
    `)
  })

  it('spends exactly the outputs', () => {
    check(`
      fund A 10
      store W A 4 inputs=5,6
      record T 5 withdrawal=W -> transaction.invalid.body
      record T 5 6 7 withdrawal=W -> transaction.invalid.body
      record T 5 8 withdrawal=W -> transaction.invalid.body
      record T 6 5 6 withdrawal=W
    `)
  })

  it('is of an existing withdrawal of the same tenant, chain and network', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=X -> withdrawal.missing
      record T 5 withdrawal=W chain=BTC -> withdrawal.missing
      record T 5 withdrawal=W network=mainnet -> withdrawal.missing
      record T 5 withdrawal=W tenant=other -> withdrawal.missing
      record T 5 withdrawal=W
    `)
  })

  it('is the only one, unless it replaces the one before by the same reservations', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      record T 5 withdrawal=W
      record U 6 withdrawal=W -> withdrawal.unexpected.state
      record U 6 withdrawal=W replaces=yes -> withdrawal.unexpected.state
      record U 5 6 withdrawal=W replaces=yes -> withdrawal.unexpected.state
      record U 5 withdrawal=W replaces=yes
      withdrawal W status=InProgress txId=U
      settle U sent charged=2
      record V 5 withdrawal=W replaces=yes
      withdrawal W status=Done txId=V
      settle U confirmed
      withdrawal W status=Done txId=U
      settle V dead
      withdrawal W status=Done txId=U
      money A=5 clearing=0 world=-5
    `)
  })

  it('may be one that is known already; then it is paid at once if a node has it', () => {
    check(`
      fund A 20
      record T 5
      settle T sent charged=2
      store W A 4
      record T 5 withdrawal=W
      withdrawal W status=Done txId=T
      claims 5:T
      store X A 4
      record T 5 withdrawal=X -> withdrawal.unexpected.state
      record U 6
      record U 6 withdrawal=X
      withdrawal X status=InProgress txId=U
    `)
  })

  it('is none that a block has executed without effect', () => {
    check(`
      fund A 10
      record T 5
      settle T confirmed failed=yes charged=2
      store W A 4
      record T 5 withdrawal=W -> transaction.invalid.body
      withdrawal W status=InProgress txId=none
    `)
  })

  it('that is refused or dead leaves the withdrawal as it was stored', () => {
    check(`
      fund A 10
      store W A 4 inputs=5
      record T 5 withdrawal=W
      refuse T reason=poor
      withdrawal W status=InProgress txId=none
      claims turn:W 5:W
      record T 5 withdrawal=W
      settle T dead
      claims turn:W 5:W
      money A=5 clearing=5
    `)
  })

  it('leaves the turn to another one that has it meanwhile', () => {
    check(`
      fund A 20
      store W A 4
      record T 5 withdrawal=W
      store X A 4
      refuse T
      claims turn:X
      record U 5 withdrawal=W
      settle U sent charged=2
      claims turn:X 5:U
    `)
  })

  it('gives the money back if it dies after a node had it', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T sent charged=2
      settle T dead reason=used
      withdrawal W status=Cancelled reverted=all reason=used txId=none
      money A=10 clearing=0 world=-10
      record T 5 withdrawal=W -> withdrawal.unexpected.state
    `)
  })

  it('gives the amount back, and not the fee, once its failed execution is final', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T confirmed reason=failed charged=2
      withdrawal W status=Done
      settle T final failed=yes reason=failed
      withdrawal W status=Cancelled reverted=amount reason=failed txId=T
      money A=9 clearing=0 world=-9
      settle T final failed=yes
      money A=9 clearing=0 world=-9
    `)
  })

  it('whose execution fails is counted once, also if it is final at once', () => {
    check(`
      fund A 10
      store W A 4 token=yes
      record T 5 withdrawal=W
      settle T final failed=yes charged=2
      withdrawal W status=Cancelled reverted=amount txId=T
      money A=10 clearing=0 world=-10
    `)
  })

  it('stays paid if its block is undone', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T confirmed charged=2
      settle T undone
      withdrawal W status=Done txId=T
      money clearing=0
    `)
  })

  it('that its signer may have sent itself is not cancelled before that is known, unless an operator forces it', () => {
    check(`
      fund A 20
      pend W S A 4 claims=5
      cancel W search=yes -> withdrawal.not.cancelled.transaction.failed
      signature S status=pending listed=true
      delete S search=yes
      cancel W search=yes -> withdrawal.not.cancelled.transaction.failed
      withdrawal W status=InProgress
      signature S status=pending listed=false
      money A=15 clearing=5
      renew S 5 from={} as={} doubt=earlier
      withdrawal W status=InProgress
      renew S 5 from={} as={}
      withdrawal W status=Cancelled reverted=all
      signature S status=deleted
      cancel W search=yes
      pend X T A 4 claims=6
      delete T search=yes
      cancel X search=yes revert=no -> withdrawal.not.cancelled.transaction.failed
      cancel X search=yes forced=operator
      withdrawal X status=Cancelled
      money A=20 clearing=0
    `)
  })

  it('that its signer has sent itself is paid, whoever wants it cancelled', () => {
    check(`
      fund A 20
      pend W S A 4 claims=5
      delete S search=yes revert=no
      record T 5 signature=S
      renew S 5 from={} as={}
      cancel W search=yes -> withdrawal.not.cancelled.transaction.failed
      settle T sent charged=2
      withdrawal W status=Done txId=T
      money A=15 clearing=0
      pend X U A 4 claims=6
      delete U search=yes revert=no
      renew U 6 from={} as={}
      withdrawal X status=Cancelled reverted=amount
      money A=14 clearing=0 world=-14
    `)
  })

  it('that is replaced by a payment of somebody else pays until that one is final', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      record U 5 replaces=yes
      cancel W -> withdrawal.not.cancelled.transaction.failed
      settle U final charged=2
      settle T dead reason=used
      withdrawal W status=InProgress txId=none
      cancel W
      money A=10 clearing=0
    `)
  })

  it('stays paid if a block had it, lost it, and a final one has its replacement instead, whichever is told first', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T sent charged=2
      record U 5 withdrawal=W replaces=yes
      settle T confirmed
      settle T undone
      settle T dead reason=used
      withdrawal W status=Done txId=U
      settle U final charged=2
      money A=5 clearing=0 world=-5
    `)
  })

  it.each(['T U', 'U T'])('is one of two at most that a wallet pays at once: of %s the first', (order) => {
    const [first, second] = order.split(' ')
    check(`
      fund A 20
      transfer W T A 4 claims=5
      settle T sent charged=2
      transfer X U A 4 claims=5 replaces=yes
      settle U sent charged=2
      settle ${first} final as=V keeps=yes
      settle ${second} final as=V keeps=yes
      settle ${second} dead reason=used
      withdrawal ${first === 'T' ? 'W' : 'X'} status=Done
      withdrawal ${first === 'T' ? 'X' : 'W'} status=Cancelled reverted=all
      claims 5:${first === 'T' ? 'T' : 'U'}
      money A=15 clearing=0 world=-15
    `)
  })

  it('is paid by what a pending signature replaces its transaction with, and by no other one', () => {
    check(`
      fund A 10
      store W A 4
      ask N 8 replaces=yes
      record U 8 signature=N withdrawal=W -> kms.unexpected.state
      record T 5 withdrawal=W
      settle T sent charged=2
      ask S 5 replaces=yes
      record V 6 signature=S withdrawal=W -> withdrawal.unexpected.state
      record U 5 signature=S withdrawal=W
      settle U final charged=2
      settle T dead reason=used
      withdrawal W status=Done txId=U
      money A=5 clearing=0 world=-5
      ask R 7
      record X 7 signature=R withdrawal=W -> withdrawal.unexpected.state
    `)
  })

  it('is not replaced by one that was compared before they were linked', () => {
    check(`
      fund A 10
      store W A 4
      record T 5
      settle T sent charged=2
      record T 5 withdrawal=W
      record U 5 replaces=yes unpaid=none -> claim.taken
      record U 5 replaces=yes unpaid=W
      record V 5 replaces=yes unpaid=none -> claim.taken
      record V 5 replaces=yes withdrawal=W unpaid=none
      withdrawal W status=Done txId=V
    `)
  })

  it('comes back if its replacement dies', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T sent charged=2
      record U 5 withdrawal=W replaces=yes
      refuse U
      withdrawal W status=Done txId=T
      send T status=sent
      settle T dead
      withdrawal W status=Cancelled reverted=all
      money A=10 clearing=0 world=-10
    `)
  })
})

describe('sendWithdrawal', () => {
  it('stores the withdrawal with its transaction', () => {
    check(`
      fund A 10
      transfer W T A 4 claims=5
      withdrawal W status=InProgress txId=T oneCall=true
      claims 5:T
      money A=5 clearing=5
      settle T sent charged=2
      withdrawal W status=Done
    `)
  })

  it('is cancelled if its transaction is refused: nobody can sign it again', () => {
    check(`
      fund A 10
      transfer W T A 4 claims=5 inputs=5
      refuse T reason=poor
      withdrawal W status=Cancelled reverted=all reason=poor txId=none
      claims
      money A=10 clearing=0 world=-10
    `)
  })

  it('does neither, or both', () => {
    check(`
      fund A 10
      record T 5
      transfer W T A 4 claims=6 -> claim.taken
      transfer W U A 4 claims=5 -> claim.taken
      transfer W U A 10 claims=6 -> balance.insufficient
      store X A 1
      transfer W U A 4 claims=6 -> withdrawal.pending
      money A=8 clearing=2
      claims turn:X 5:T
    `)
  })

  it('may replace another payment with its nonce, which comes back if it dies', () => {
    check(`
      fund A 10
      record T 5
      transfer W U A 4 claims=5 replaces=yes
      send T status=replaced
      refuse U
      withdrawal W status=Cancelled reverted=all
      send T status=unknown
    `)
  })

  it('replaced by that of another withdrawal: one of the two is paid, the other one given back', () => {
    check(`
      fund A 20
      transfer W T A 4 claims=5
      transfer X U A 6 claims=5 replaces=yes
      settle U final charged=2
      settle T dead reason=used
      withdrawal W status=Cancelled reverted=all
      withdrawal X status=Done txId=U
      money A=13 clearing=0 world=-13
    `)
  })
})

describe('pendWithdrawal', () => {
  it('stores the withdrawal with its pending signature, whose transaction pays it', () => {
    check(`
      fund A 10
      pend W S A 4 inputs=5 claims=5
      withdrawal W status=InProgress signature=S txId=none
      claims turn:W 5:S
      record T 5 signature=S
      withdrawal W status=InProgress txId=T
      signature S status=pending txId=T
      claims 5:T
      settle T sent charged=2
      withdrawal W status=Done txId=T
      signature S status=complete txId=T
    `)
  })

  it('is completed by a transaction that names the withdrawal, too', () => {
    check(`
      fund A 10
      pend W S A 4 claims=5
      record T 5 withdrawal=W
      send T signature=S
      settle T sent charged=2
      signature S status=complete txId=T
      withdrawal W status=Done txId=T
    `)
  })

  it('is signed again if its transaction is refused', () => {
    check(`
      fund A 10
      pend W S A 4 inputs=5 claims=5
      record T 5 signature=S
      refuse T reason=poor
      withdrawal W status=InProgress txId=none
      signature S status=pending txId=none
      claims turn:W 5:S
      record U 5 signature=S
      settle U sent charged=2
      withdrawal W status=Done txId=U
    `)
  })

  it('is cancelled with its pending signature, which frees what both hold', () => {
    check(`
      fund A 10
      pend W S A 4 inputs=5 claims=5
      delete S
      withdrawal W status=Cancelled reverted=all
      signature S status=deleted
      claims
      money A=10 clearing=0
      pend X T A 4 inputs=5 claims=5
      cancel X
      signature T status=deleted
      claims
      money A=10 clearing=0
    `)
  })

  it('is not cancelled once it is signed', () => {
    check(`
      fund A 10
      pend W S A 4 claims=5
      record T 5 signature=S
      delete S -> kms.unexpected.state
      cancel W -> withdrawal.not.cancelled.transaction.failed
      settle T dead
      delete S
      withdrawal W status=Cancelled reverted=all
      claims
    `)
  })

  it('is refused a second transaction by its signature, which may replace the first', () => {
    check(`
      fund A 10
      pend W S A 4 claims=5 replaces=yes
      record T 5 signature=S
      # It would be a variant of the withdrawal's transaction, but S is signed.
      record U 5 signature=S withdrawal=W -> kms.unexpected.state
      record U 5 signature=S -> kms.unexpected.state
      # It takes other reservations, so the withdrawal refuses it first.
      record U 6 signature=S withdrawal=W -> withdrawal.unexpected.state
      withdrawal W status=InProgress txId=T
    `)
  })

  it('takes exactly the outputs of the withdrawal', () => {
    check(`
      fund A 10
      pend W S A 4 inputs=5 claims=6 -> transaction.invalid.body
      money A=10
      claims
    `)
  })
})

describe('cancelWithdrawal', () => {
  it('gives all back, or the amount alone', () => {
    check(`
      fund A 20
      store W A 4
      cancel W
      money A=20 clearing=0 world=-20
      store X A 4
      cancel X revert=no
      withdrawal X status=Cancelled reverted=amount
      money A=19 clearing=0 world=-19
      store Y A 4 token=yes
      cancel Y revert=no
      money A=19 clearing=0 world=-19
      claims
    `)
  })

  it('repeated, gives nothing back', () => {
    check(`
      fund A 10
      store W A 4
      cancel W revert=no
      cancel W
      withdrawal W status=Cancelled reverted=amount
      money A=9
    `)
  })

  it('is refused while its transaction is not over, in every status of that', () => {
    for (const events of [[], ['offered'], ['offered', 'offered'], ['sent'], ['confirmed'], ['final']]) {
      check(`
        fund A 10
        store W A 4
        record T 5 withdrawal=W credits=0
        ${events.map((event) => `settle T ${event}`).join('\n')}
        cancel W -> withdrawal.not.cancelled.transaction.failed
        cancel W revert=no -> withdrawal.not.cancelled.transaction.failed
        money A=5
      `)
    }
  })

  it('gives the money back to an account that was frozen or deactivated since', () => {
    check(`
      fund A 5
      store W A 4 fee=1
      deactivate A
      cancel W
      withdrawal W status=Cancelled reverted=all
      money A=5 clearing=0 world=-5
      fund B 5
      store X B 4 fee=1
      freeze B
      cancel X revert=no
      money B=4 clearing=0 world=-9
    `)
  })

  it('is forced by an operator, but not once a node has the transaction', () => {
    check(`
      fund A 10
      store W A 4
      record T 5 withdrawal=W
      settle T offered
      cancel W forced=operator
      withdrawal W status=Cancelled reverted=all reason=operator txId=T
      money A=10 clearing=0
      claims 5:T
      settle T dead
      withdrawal W status=Cancelled reason=operator
      money A=10 clearing=0 world=-10
      store X A 4
      record U 5 withdrawal=X
      settle U sent charged=2
      cancel X forced=operator -> withdrawal.not.cancelled.transaction.failed
    `)
  })

  it('forced, ends its pending signature, which nobody signs again', () => {
    check(`
      fund A 10
      pend W S A 4 claims=5
      record T 5 signature=S
      cancel W forced=operator
      signature S status=deleted
      settle T dead
      claims
      record U 5 signature=S -> kms.missing
      money A=10 clearing=0
    `)
  })

  it('is of the withdrawal of this tenant and network', () => {
    check(`
      fund A 10
      store W A 4
      cancel X -> withdrawal.missing
      cancel W network=mainnet -> withdrawal.missing
      cancel W tenant=other -> withdrawal.missing
      cancel W
    `)
  })
})

describe('completeWithdrawal', () => {
  it('confirms the transaction that pays it, and no other one', () => {
    check(`
      fund A 10
      store W A 4
      finish W T -> withdrawal.unexpected.state
      finish X T -> withdrawal.missing
      record T 5 withdrawal=W
      finish W T -> withdrawal.unexpected.state
      settle T sent charged=2
      finish W U -> withdrawal.unexpected.state
      finish W T network=mainnet -> withdrawal.missing
      finish W T
      finish W T
      settle T dead
      finish W T -> withdrawal.unexpected.state
    `)
  })
})
