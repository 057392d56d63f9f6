import { REJECTIONS } from '@tallystick/core'
import { BadKey, BadTransaction, NodeBusy, NodeFault, NodeLate } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { BUILD_CODES, chainRejection, NODE_CODES, readKey, readKeyAs, translated } from './faults.js'

const TRANSACTIONS: readonly (readonly [BadTransaction['code'], string])[] = [
  ['insufficient.funds', 'balance.insufficient'],
  ['fee.exceptional', 'fee.exceptional'],
  ['dust', 'amount.dust'],
  ['output.missing', 'transaction.preparation.failed.utxo'],
  ['output.spent', 'tx.hash.index.spent'],
  ['malformed', 'transaction.invalid.body'],
  ['execution.reverted', 'execution.reverted'],
  ['account.missing', 'xrp.account.failed'],
]

describe('an error of the chain port', () => {
  it.each(TRANSACTIONS)('BadTransaction %s is %s, with its reason', (code, expected) => {
    expect(chainRejection(new BadTransaction(code, 'why'))).toEqual({ code: expected, detail: 'why' })
    expect(BUILD_CODES).toContain(expected)
    expect(REJECTIONS).toHaveProperty([expected])
  })

  it.each([
    ['unreachable', 'chain.unavailable', undefined],
    ['unsupported', 'chain.unsupported', 'Blockbook would'],
    ['unconfigured', 'chain.not.configured', 'Blockbook would'],
  ] as const)('NodeFault %s is %s', (code, expected, detail) => {
    const rejection = chainRejection(new NodeFault(code, 'Blockbook would'))
    expect(rejection).toEqual({ code: expected, ...(detail === undefined ? {} : { detail }) })
    expect(NODE_CODES).toContain(expected)
  })

  it('BadKey is a 400 without a value', () => {
    expect(chainRejection(new BadKey('anything'))).toEqual({
      code: 'validation.failed',
      violations: [{ target: 'body', constraints: { key: 'not a key of this chain and network' } }],
    })
  })

  it('NodeBusy is no fault of a node: the caller asks for too much at once', () => {
    expect(chainRejection(new NodeBusy('too many calls wait for node.internal'))).toEqual({
      code: 'overloaded',
    })
  })

  it('NodeLate says why what answers cannot be used', () => {
    expect(chainRejection(new NodeLate('its newest block is old'))).toEqual({
      code: 'chain.unavailable',
      detail: 'its newest block is old',
    })
  })

  it('is cut where it is long, and left out where it is empty', () => {
    expect(chainRejection(new BadTransaction('dust', 'x'.repeat(1_000)))?.detail).toHaveLength(300)
    expect(chainRejection(new BadTransaction('dust', ''))).toEqual({ code: 'amount.dust' })
  })

  it('is the only one that is translated', () => {
    for (const error of [new Error('else'), new Rejected({ code: 'overloaded' }), 'text', undefined]) {
      expect(translated(error)).toBe(error)
    }
    expect(translated(new NodeFault('unreachable', ''))).toBeInstanceOf(Rejected)
  })
})

describe('reading a key', () => {
  const bad = () => {
    throw new BadKey('not repeated')
  }
  const broken = () => {
    throw new RangeError('broken')
  }

  it('names the field of a bad one', () => {
    expect(readKey('body', 'privateKey', 'is wrong', () => 1)).toBe(1)
    expect(() => readKey('body', 'from.0.privateKey', 'is wrong', bad)).toThrow(
      expect.objectContaining({
        rejection: {
          code: 'validation.failed',
          violations: [
            {
              target: 'body',
              property: 'from.0.privateKey',
              constraints: { key: 'from.0.privateKey is wrong' },
            },
          ],
        },
      }),
    )
    expect(() => readKey('body', 'privateKey', 'is wrong', broken)).toThrow(RangeError)
  })

  it('has the documented code where there is one', async () => {
    const code = 'key.generation.failed.wrong.mnemonic'
    await expect(readKeyAs(code, async () => 1)).resolves.toBe(1)
    await expect(readKeyAs(code, bad)).rejects.toMatchObject({ rejection: { code } })
    await expect(readKeyAs(code, async () => bad())).rejects.toMatchObject({ rejection: { code } })
    await expect(readKeyAs(code, broken)).rejects.toThrow(RangeError)
  })
})
