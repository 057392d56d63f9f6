/**
 * The contract of the policy port for managed wallets, as a vitest suite: what every adapter promises when it is asked
 * what a wallet may sign, whatever its rules are.
 */
import type { ApiKeyId, TenantId } from '@tallystick/core'
import { type Policy, records, type SigningIntent } from '@tallystick/custody'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check, chooseSeed } from './replay.js'

export interface PolicyRules {
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
}

/** @param rules Addresses of Ethereum */
export type OpenPolicy = (rules: PolicyRules) => Policy

const word = (digit: string): string => `0x${digit.repeat(40)}`
const OWN = word('0')
const [ALICE, BOB, EVE] = [word('a'), word('b'), word('e')]

const ASKED = { now: 1_700_000_000_000 }

/** Capital letters are another spelling. */
const codec = {
  isAddress: (text: string) => /^0x[0-9a-f]{40}$/i.test(text),
  canonical: (text: string) => text.toLowerCase(),
}

const intentOf = (request: SigningIntent['request'], addresses: readonly string[]): SigningIntent => ({
  caller: { tenant: 'acme' as TenantId, apiKey: 'first' as ApiKeyId, network: 'testnet' },
  // Nothing else of a codec is asked.
  chain: { record: records.ETH, codec: codec as SigningIntent['chain']['codec'], network: 'testnet' },
  wallet: OWN,
  request,
  addresses,
})

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

/** Registers the suite. Call it at the top of a test file. @param keepsLists Whether it has lists of addresses */
export function policyContract(name: string, open: OpenPolicy, keepsLists: boolean): void {
  const verdict = async (rules: PolicyRules, intent: SigningIntent) =>
    (await open(rules).checkSigning(intent, ASKED)).verdict

  describe(`policy contract: ${name}`, () => {
    it('answers whatever a call may hold with a verdict that can be kept, and changes nothing', async () => {
      const values = fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 4 }), {
        maxKeys: 6,
      })
      const named = fc.uniqueArray(fc.constantFrom(ALICE, BOB, EVE), { maxLength: 3 })
      for (const rules of [{}, { deny: [EVE] }, { allow: [ALICE] }]) {
        const policy = open(rules)
        const property = fc.asyncProperty(values, named, async (request, addresses) => {
          const intent = frozen(intentOf(request, addresses))
          const [first, second] = await Promise.all([
            policy.checkSigning(intent, ASKED),
            policy.checkSigning(intent, ASKED),
          ])
          expect(second).toEqual(first)
          expect(JSON.parse(JSON.stringify(first))).toEqual(first)
          // A wallet signs at once or not at all: nobody approves it later.
          expect(['allow', 'deny']).toContain(first.verdict)
          if (first.verdict === 'deny') expect(first.reason).not.toBe('')
          else expect(first.rules.every((rule) => typeof rule === 'string')).toBe(true)
        })
        await check(property, { seed: chooseSeed(), runs: 100 })
      }
    })

    it('allows what no rule forbids', async () => {
      expect(await verdict({}, intentOf({ to: ALICE, amount: '1' }, [ALICE]))).toBe('allow')
      expect(await verdict({}, intentOf({}, []))).toBe('allow')
    })

    if (!keepsLists) return
    it('denies an address of its list, in any spelling and beside any other', async () => {
      for (const deny of [[EVE], [EVE.toUpperCase().replace('0X', '0x')]]) {
        expect(await verdict({ deny }, intentOf({ to: EVE }, [EVE]))).toBe('deny')
        expect(await verdict({ deny }, intentOf({ to: [ALICE, EVE] }, [ALICE, EVE]))).toBe('deny')
        expect(await verdict({ deny }, intentOf({ to: ALICE }, [ALICE]))).toBe('allow')
      }
    })

    it('allows none but those of its list, and denies a call that names none', async () => {
      const allow = [ALICE, BOB]
      expect(await verdict({ allow }, intentOf({ to: ALICE }, [ALICE]))).toBe('allow')
      expect(await verdict({ allow }, intentOf({ to: ALICE, by: BOB }, [ALICE, BOB]))).toBe('allow')
      expect(await verdict({ allow }, intentOf({ to: ALICE, by: EVE }, [ALICE, EVE]))).toBe('deny')
      for (const rules of [{ allow }, { deny: [EVE] }]) {
        expect(await verdict(rules, intentOf({ txData: 'ab' }, []))).toBe('deny')
      }
    })

    it('denies what may hide an address, unless every address is on its list', async () => {
      const data = `0xa9059cbb${EVE.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
      const hidden = intentOf({ to: ALICE, data }, [ALICE])
      expect(await verdict({ deny: [EVE] }, hidden)).toBe('deny')
      expect(await verdict({ allow: [ALICE] }, hidden)).toBe('allow')
    })
  })
}
