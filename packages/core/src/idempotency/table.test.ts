/** What a record holds of an answer is the answer again, byte for byte. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUuid } from '../ids.js'
import { answerOf, storedAnswer } from './table.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** UUIDs with up to two characters changed, and other text. */
const almost = fc.oneof(
  fc.string({ unit: fc.constantFrom('0', 'a', 'f', 'g', '-', 'A'), minLength: 30, maxLength: 40 }),
  fc
    .tuple(fc.uuid(), fc.nat(35), fc.nat(35), fc.constantFrom('-', '0', '/', ':', 'F', '`', 'g', 'é'))
    .map(([uuid, one, other, by]) =>
      [...uuid].map((c, at) => (at === one || at === other ? by : c)).join(''),
    ),
  fc.uuid(),
)

it('is a UUID if it has the form of one in lower case', () => {
  fc.assert(
    fc.property(almost, (text) => {
      expect(isUuid(text)).toBe(UUID.test(text))
    }),
    { numRuns: 2_000 },
  )
  const uuid = '0190a0b1-c2d3-7e4f-8a5b-6c7d8e9fa0b1'
  for (let at = 0; at < uuid.length; at++) {
    const isHyphen = uuid[at] === '-'
    expect(isUuid(`${uuid.slice(0, at)}0${uuid.slice(at + 1)}`)).toBe(!isHyphen)
    expect(isUuid(`${uuid.slice(0, at)}-${uuid.slice(at + 1)}`)).toBe(isHyphen)
  }
})

it('gives the answer back as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        almost.map((reference) => ({ reference })),
        fc.record({ reference: fc.uuid(), id: fc.uuid() }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      (answer) => {
        const json = JSON.stringify(answer)
        expect(JSON.stringify(answerOf(storedAnswer(JSON.parse(json))))).toBe(json)
      },
    ),
  )
  expect(storedAnswer({ reference: '0190a0b1-c2d3-7e4f-8a5b-6c7d8e9fa0b1' })).toEqual({
    reference: '0190a0b1c2d37e4f8a5b6c7d8e9fa0b1',
    body: null,
  })
})
