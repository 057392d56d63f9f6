import { describe, expect, it } from 'vitest'
import { check } from '../send/chain.fixture.js'
import { SIGNATURE_TRANSITIONS } from './decide.js'

describe('createPendingSignature', () => {
  it('takes what its transaction will use up', () => {
    check(`
      ask S 5 6
      claims 5:S 6:S
      signature S status=pending txId=none error=none
      ask T 6 -> claim.taken
      ask T 6 replaces=yes -> claim.taken
      record A 6 -> claim.taken
      ask T 6 network=mainnet
      ask U 6 tenant=other
    `)
  })

  it('leaves to the one it is to replace what that has, until it is signed', () => {
    check(`
      record A 5
      ask S 5 -> claim.taken
      ask S 5 6 replaces=yes
      claims 5:A 6:S
      delete S
      claims 5:A
      ask T 5 replaces=yes
      record B 5 signature=T
      send A status=replaced
      send B replaces=A
      claims 5:B
    `)
  })

  it('does not replace what a block has', () => {
    check(`
      record A 5
      settle A confirmed charged=2
      ask S 5 replaces=yes -> claim.taken
    `)
  })

  it('keeps all that it is given', () => {
    const { signature, ledger } = ((played) => ({ signature: played.signature('S'), ledger: played.ledger }))(
      check('ask S 5'),
    )
    expect(signature).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant: 'tenant',
      chain: 'ETH',
      network: 'testnet',
      hashes: ['wallet'],
      serialized: '{}',
      index: null,
      signatures: null,
      withdrawalId: null,
      txId: null,
      status: 'pending',
      error: null,
      claims: [{ owner: 'sender', index: 5n }],
      replaces: false,
      created: ledger.now,
      refusals: 0,
      notBefore: 0,
    })
  })
})

describe('a transaction that was asked for', () => {
  it('takes over its claims, and completes it once a node has it', () => {
    check(`
      ask S 5
      record A 5 signature=S
      signature S status=pending txId=A
      send A signature=S
      claims 5:A
      settle A sent charged=2
      signature S status=complete txId=A
      record A 5 signature=S
      settle A confirmed
      signature S status=complete txId=A
    `)
  })

  it('frees what it did not use after all, and takes what it used instead', () => {
    check(`
      ask S 5 6
      record A 6 7 signature=S
      claims 6:A 7:A
    `)
  })

  it('is the only one: signed twice, the second is not sent', () => {
    check(`
      ask S 5
      record A 5 signature=S
      record B 6 signature=S -> kms.unexpected.state
      settle A sent charged=2
      record B 6 signature=S -> kms.unexpected.state
      claims 5:A
    `)
  })

  it('is asked for again when it was refused, or died unsent', () => {
    check(`
      ask S 5 6
      record A 6 7 signature=S
      refuse A reason=poor
      signature S status=pending txId=none error=poor
      claims 5:S 6:S
      record B 5 signature=S
      signature S status=pending txId=B error=none
      claims 5:B
      settle B dead
      signature S status=pending txId=none
      claims 5:S 6:S
    `)
  })

  it('leaves to another what that took meanwhile, when it is asked for again', () => {
    check(`
      ask S 5 6
      record A 5 signature=S
      record B 6
      refuse A
      claims 5:S 6:B
      record C 6 signature=S -> claim.taken
      settle B sent charged=2
      claims 5:S 6:B
    `)
  })

  it('is not asked for again once a node had it', () => {
    check(`
      ask S 5
      record A 5 signature=S
      settle A sent charged=2
      settle A dead
      signature S status=complete txId=A
      claims
    `)
  })

  it('may be known already', () => {
    check(`
      ask S 6
      record A 5
      record A 5 signature=S
      signature S status=pending txId=A
      claims 5:A
      settle A sent charged=2
      signature S status=complete txId=A
    `)
    check(`
      ask S 6
      record A 5
      settle A sent charged=2
      record A 5 signature=S
      send A status=sent signature=S
      signature S status=complete txId=A
      ask T 7
      record A 5 signature=T -> kms.unexpected.state
      claims 5:A 7:T
    `)
  })

  it('may be known already, and have been replaced by what has died since', () => {
    check(`
      record A 5
      record B 5 replaces=yes
      record C 5 replaces=yes
      settle B dead
      settle C dead
      ask S 5 6 -> claim.taken
      ask S 6
      record A 5 signature=S
      signature S status=pending txId=A
      claims 5:A
      settle A sent charged=2
      signature S status=complete txId=A
      settle A dead
      claims
    `)
  })

  it('is of the same chain, network and tenant, and not deleted', () => {
    check(`
      ask S 5
      record A 6 signature=S chain=MATIC -> kms.missing
      record A 6 signature=S network=mainnet -> kms.missing
      record A 6 signature=S tenant=other -> kms.missing
      record A 6 signature=none -> kms.missing
      delete S
      record A 5 signature=S -> kms.missing
      claims
    `)
  })

  it('does not take what others have claimed', () => {
    check(`
      record A 5
      ask S 6
      record B 5 signature=S -> claim.taken
      ask T 7
      record B 6 7 signature=T -> claim.taken
      claims 5:A 6:S 7:T
    `)
  })
})

describe('completePendingSignature', () => {
  it('takes nobody’s word: it is complete when a node has a transaction of it', () => {
    check(`
      ask S 5
      complete S A -> kms.unexpected.state
      signature S status=pending txId=none
      record A 5 signature=S
      complete S A -> kms.unexpected.state
      settle A offered
      complete S A -> kms.unexpected.state
      signature S status=pending txId=A
      claims 5:A
      settle A sent charged=2
      complete S A
      complete S B -> kms.unexpected.state
      signature S status=complete txId=A
    `)
  })

  it('completes none whose transaction was refused', () => {
    check(`
      ask S 5
      record A 5 signature=S
      refuse A
      complete S A -> kms.unexpected.state
      signature S status=pending txId=none
      claims 5:S
    `)
  })

  it('finds none of another tenant or network, nor one that was deleted', () => {
    check(`
      ask S 5
      record A 5 signature=S
      settle A sent charged=2
      complete S A tenant=other -> kms.missing
      complete S A network=mainnet -> kms.missing
      complete none A -> kms.missing
      ask D 6
      delete D
      complete D A -> kms.missing
      ask H 5 network=ethereum-holesky
      record A 5 signature=H network=ethereum-holesky
      settle A sent network=ethereum-holesky charged=2
      complete H A
      ask M 5 network=mainnet
      record A 5 signature=M network=mainnet
      settle A sent network=mainnet charged=2
      complete M A -> kms.missing
      complete M A network=mainnet
    `)
  })
})

describe('renewPendingSignature', () => {
  it('gives it what was built again, and holds what that uses in place of what it held', () => {
    check(`
      ask S 5 6 as=old
      report - S=expired kept=1
      renew S 6 7 from=old as=new
      signature S status=pending as=new error=none
      claims 6:S 7:S
      record A 6 7 signature=S
      claims 6:A 7:A
    `)
  })

  it('changes nothing once it is signed, complete, deleted, or renewed by another', () => {
    check(`
      ask S 5 as=old
      ask T 8
      renew S 6 from=old as=new
      renew S 7 from=old as=newer
      signature S as=new
      claims 6:S 8:T
      renew S 8 from=new as=newer -> claim.taken
      record A 6 signature=S
      renew S 7 from=new as=newer
      settle A sent charged=2
      renew S 7 from=new as=newer
      signature S status=complete as=new
      claims 6:A 8:T
      delete T
      renew T 9 from={} as=newer -> kms.missing
      renew none 9 from=old as=new -> kms.missing
    `)
  })

  it('is renewed after its transaction has died, and waits no less', () => {
    check(`
      ask S 5 as=old
      record A 5 signature=S
      settle A dead
      claims 5:S
      renew S 6 from=old as=new
      signature S status=pending txId=none as=new
      claims 6:S
    `)
  })
})

describe('deletePendingSignature', () => {
  it('frees what it holds, once', () => {
    check(`
      ask S 5
      delete S tenant=other -> kms.missing
      delete S network=mainnet -> kms.missing
      delete S
      signature S status=deleted
      claims
      delete S -> kms.missing
      record A 5
    `)
  })

  it('is too late once it is signed', () => {
    check(`
      ask S 5
      record A 5 signature=S
      delete S -> kms.unexpected.state
      refuse A
      delete S
      claims
      ask T 5
      record B 5 signature=T
      settle B sent charged=2
      delete T -> kms.unexpected.state
    `)
  })
})

describe('deletePendingSignature, of one whose signer sends by itself', () => {
  it('waits for the proof that nothing was sent, as of the time when the last one may sign', () => {
    check(`
      ask S 5 as=same
      delete S search=yes
      signature S status=pending listed=false doubt=60,all
      minutes 50
      delete S search=yes
      delete S search=yes revert=no
      signature S doubt=10,all
      renew S 5 from=same as=same doubt=earlier
      signature S status=pending
      claims 5:S
      renew S 5 from=same as=same
      signature S status=deleted
      claims
      delete S search=yes -> kms.missing
      renew S 5 from=same as=same -> kms.missing
    `)
  })

  it('is as sure when it reports an error, before or after', () => {
    check(`
      ask S 5
      report - S=unseen kept=1 search=yes
      signature S doubt=0,listed
      minutes 5
      delete S search=yes revert=no
      signature S doubt=-5,amount
      report - S=again kept=1 search=yes
      signature S error=again doubt=0,amount
      ask T 6
      delete T search=yes
      report - T=late kept=1 search=yes
      signature T doubt=60,all
      minutes 70
      report - T=later kept=1 search=yes
      signature T doubt=0,all
    `)
  })

  it('is in vain if it was sent, and is not forgotten when that dies', () => {
    check(`
      ask S 5 as=same
      delete S search=yes
      record A 5 signature=S
      renew S 5 from=same as=same
      delete S search=yes -> kms.unexpected.state
      signature S status=pending txId=A
      settle A sent charged=2
      renew S 5 from=same as=same
      signature S status=complete txId=A
      ask T 6 as=same
      delete T search=yes
      record B 6 signature=T
      settle B dead
      signature T status=pending txId=none doubt=60,all
      renew T 6 from=same as=same
      signature T status=deleted
      claims 5:A
    `)
  })
})

describe('reportSignatureErrors', () => {
  it('keeps the last complaint of each that still waits', () => {
    check(`
      ask S 5
      ask T 6
      ask U 7
      record A 6 signature=T
      settle A sent charged=2
      delete U
      report - S=locked T=late U=gone N=never kept=1
      signature S status=pending error=locked
      signature T status=complete error=none
      report - S=again kept=1
      signature S error=again
      record B 5 signature=S
      signature S error=none
    `)
  })

  it('is too late once it is signed: what becomes of that is told when it is known', () => {
    check(`
      ask S 5
      record A 5 signature=S
      report - S=late kept=0
      signature S status=pending txId=A error=none
      settle A sent charged=2
      signature S status=complete error=none
    `)
  })

  it('of one whose signer sends by itself hides it until nothing can come of what was signed', () => {
    check(`
      ask S 5 as=same
      ask T 6
      report - S=unseen T=locked kept=2
      signature S listed=true
      report - S=unseen kept=1 search=yes
      signature S status=pending error=unseen listed=false
      signature T listed=true
      delete S search=yes
      signature S status=pending listed=false
      claims 5:S 6:T
    `)
    check(`
      ask S 5 as=same
      ask T 6
      report - S=unseen kept=1 search=yes
      renew S 5 from=other as=other
      renew S 5 from=same as=same doubt=earlier
      signature S listed=false
      renew S 5 from=same as=same
      signature S status=pending error=unseen listed=true as=same
      claims 5:S 6:T
      report - S=again kept=1 search=yes
      record A 5 signature=S
      settle A sent charged=2
      signature S status=complete txId=A
      ask U 7
      report - U=unseen kept=1 search=yes
      record B 7 signature=U
      settle B dead
      signature U status=pending txId=none listed=false
    `)
  })

  it('keeps so much of it as is worth reading, and no half of a character', () => {
    const played = check('ask S 5')
    played.play(`report - S=${'x'.repeat(999)}😀 kept=1`)
    expect(played.signature('S').error).toBe('x'.repeat(999))
    played.play(`report - S=${'x'.repeat(998)}😀tail kept=1`)
    expect(played.signature('S').error).toBe(`${'x'.repeat(998)}😀`)
  })
})

describe('the states of a pending signature', () => {
  it('end in complete or deleted', () => {
    expect(SIGNATURE_TRANSITIONS).toEqual({ pending: ['complete', 'deleted'], complete: [], deleted: [] })
  })
})

describe('a signature whose transaction was refused', () => {
  it('is offered again after a while, which grows with each refusal', () => {
    const played = check('ask S 5')
    const waits = Array.from({ length: 12 }, (_, round) => {
      played.play(`
        record A${round} 5 signature=S
        refuse A${round} reason=poor
        signature S status=pending txId=none error=poor
      `)
      const { notBefore, refusals } = played.signature('S')
      expect(refusals).toBe(round + 1)
      return (notBefore - played.ledger.now) / 1_000
    })
    expect(waits.slice(0, 5)).toEqual([15, 30, 60, 120, 240])
    expect(waits.slice(8)).toEqual([3_600, 3_600, 3_600, 3_600])
  })
})
